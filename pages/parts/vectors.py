"""Bringing vectors of fragments and queries into the collection that the pages look at."""

from __future__ import annotations

import streamlit as st

from components.plain import literal
from components.said import told
from components.words import _, whole
from data.formats.vectors import ARRAYS, COLUMNS, read_vectors
from data.problems import BadFile
from data.store import Store
from data.vectors import imported, put_vectors
from pages.parts import choices


def vectors_section(store: Store) -> None:
    """A fold with the way to hand vectors in; nothing while there is no collection."""
    collection = choices.collection(store)
    if collection is None:
        return
    with st.expander(_("Vectors of fragments and queries"), icon=":material/scatter_plot:"):
        st.write(
            _(
                "Vectors from your embedding model help to find what is relevant and unjudged. Nothing is fetched; "
                "the vectors stay in this database. A NumPy archive (.npz) with {arrays}, or a Parquet file with the "
                "columns {columns}."
            ).format(
                arrays=", ".join(f"`{name}`" for name in ARRAYS), columns=", ".join(f"`{c}`" for c in COLUMNS)
            )
        )
        if imported(store, collection):
            st.caption(_("There are vectors already; a new file takes their place."))
        file = st.file_uploader(_("Vectors (.npz or Parquet)"), key="vectors file")
        name = literal(collection.name)
        if file and st.button(_("Bring them into {name}").format(name=name), icon=":material/upload:"):
            try:
                brought = put_vectors(store, collection, read_vectors(file.getvalue(), file.name))
            except BadFile as error:
                for problem in error.problems:
                    st.error(literal(told(problem.template, problem.values)))
                return
            st.success(
                _(
                    "Vectors of {fragments} fragments and {queries} queries; {unknown} ids are not in the collection."
                ).format(
                    fragments=whole(brought.fragments),
                    queries=whole(brought.queries),
                    unknown=whole(brought.unknown),
                )
            )
