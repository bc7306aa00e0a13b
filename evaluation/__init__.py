"""Pure evaluation of retrieval: measures, live scores, pooling. No Streamlit, no SQL, no files."""
