"""Widgets and charts: Streamlit and Altair; no SQL, no formula."""
