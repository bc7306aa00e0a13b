"""Everything that touches storage: schema, store, file formats, samples. No Streamlit."""
