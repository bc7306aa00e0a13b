"""What part each run plays: it retrieves, it reranks another run's results, or it is what the model is given."""

from __future__ import annotations

from dataclasses import dataclass

from data.collections import Collection
from data.store import Store

ROLES = ("", "retriever", "reranker", "final")


@dataclass(frozen=True)
class Role:
    """role: one of ROLES, "" where nobody said. reranks: name of the run whose results it orders, or ""."""

    role: str = ""
    reranks: str = ""


def roles(store: Store, collection: Collection) -> dict[str, Role]:
    """Run name → its part, of the runs that have been given one."""
    rows = store.db.conn.execute(
        "SELECT run, role, reranks FROM run_roles WHERE collection_id = ?", [collection.id]
    )
    return {run: Role(role, reranks) for run, role, reranks in rows}


def set_role(store: Store, collection: Collection, run: str, role: Role) -> None:
    """From now on `run` plays this part. Raises ValueError for an unknown role, or a run that reranks itself."""
    if role.role not in ROLES:
        raise ValueError(f'there is no role "{role.role}"; there are {", ".join(filter(None, ROLES))}')
    if role.reranks == run:
        raise ValueError(f'"{run}" cannot rerank its own results')
    with store.writing("settings") as db:
        db.table("run_roles").upsert(
            {"collection_id": collection.id, "run": run, "role": role.role, "reranks": role.reranks},
            pk=("collection_id", "run"),
        )
