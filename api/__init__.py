"""The routes for programs: HTTP beside the app, in its process and at its port. No SQL and no Streamlit."""
