"""Entry point of the web app: its pages, and the routes for programs beside them, in one process at one port."""

import streamlit as st

if __name__ == "__main__":  # Streamlit runs this file for every session, again and again;
    from pages.parts.frame import show

    show()
else:  # the server imports it once, for what it serves.
    from api.routes import routes

    app = st.App(__file__, routes=routes())
