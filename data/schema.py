"""The tables of a Quilate database, as migrations in order; an older file is brought up to date when it is opened."""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

from data import schema_annotators, schema_serving

migrations = Migrations("quilate")

_TABLES = """
CREATE TABLE collections (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    description TEXT NOT NULL DEFAULT '',
    guidelines TEXT NOT NULL DEFAULT '',
    pool_depth INTEGER NOT NULL DEFAULT 20 CHECK (pool_depth >= 1),
    wanted INTEGER NOT NULL DEFAULT 1 CHECK (wanted BETWEEN 1 AND 5),
    created TEXT NOT NULL
);
CREATE TABLE queries (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    query_id TEXT NOT NULL,
    text TEXT NOT NULL DEFAULT '',
    information_need TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]',
    UNIQUE (collection_id, query_id)
);
CREATE TABLE fragments (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    fragment_id TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL DEFAULT '',
    position INTEGER,
    UNIQUE (collection_id, fragment_id)
);
CREATE INDEX fragments_by_source ON fragments (collection_id, source, position);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    name TEXT NOT NULL CHECK (name <> ''),
    digest TEXT NOT NULL,
    added TEXT NOT NULL,
    superseded TEXT
);
CREATE UNIQUE INDEX runs_current ON runs (collection_id, name) WHERE superseded IS NULL;
CREATE TABLE rankings (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id),
    query_id INTEGER NOT NULL REFERENCES queries (id),
    fragments BLOB NOT NULL,
    scores BLOB NOT NULL,
    UNIQUE (run_id, query_id)
);
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    role TEXT NOT NULL CHECK (role IN ('annotator', 'lead', 'viewer', 'import')),
    created TEXT NOT NULL
);
CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    name TEXT NOT NULL CHECK (name <> ''),
    revision INTEGER NOT NULL,
    created TEXT NOT NULL,
    UNIQUE (collection_id, name)
);
"""

_LOG = """
CREATE TABLE judgement_log (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE CHECK (event_id <> ''),
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    query_id INTEGER NOT NULL REFERENCES queries (id),
    fragment_id INTEGER REFERENCES fragments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    act TEXT NOT NULL CHECK (act IN ('grade', 'skip', 'cant_tell', 'undo', 'adjudicate', 'no_answer')),
    grade INTEGER,
    undoes INTEGER REFERENCES judgement_log (revision),
    note TEXT NOT NULL DEFAULT '',
    at TEXT NOT NULL,
    milliseconds INTEGER CHECK (milliseconds >= 0),
    source TEXT NOT NULL CHECK (source IN ('queue', 'list', 'flagged', 'search', 'import')),
    reason TEXT NOT NULL DEFAULT '',
    CHECK ((act IN ('grade', 'adjudicate')) = (grade IS NOT NULL)),
    CHECK ((act = 'undo') = (undoes IS NOT NULL)),
    CHECK ((act = 'no_answer') <= (fragment_id IS NULL))
);
CREATE INDEX judgement_log_by_pair ON judgement_log (query_id, fragment_id, person_id);
CREATE INDEX judgement_log_by_person ON judgement_log (collection_id, person_id);
CREATE INDEX judgement_log_by_collection ON judgement_log (collection_id, revision);
CREATE UNIQUE INDEX judgement_log_undone ON judgement_log (undoes) WHERE undoes IS NOT NULL;
CREATE TRIGGER judgement_log_keeps_rows BEFORE DELETE ON judgement_log
BEGIN SELECT RAISE(ABORT, 'judgement_log only grows: undo is a new row'); END;
CREATE TRIGGER judgement_log_keeps_values BEFORE UPDATE ON judgement_log
BEGIN SELECT RAISE(ABORT, 'judgement_log only grows: undo is a new row'); END;
"""

# What holds now, a row per (query, fragment, person). Kept by triggers, so that it is in the same
# transaction as the log whoever writes, and can be rebuilt from the log at any time.
_JUDGEMENTS = """
CREATE TABLE judgements (
    query_id INTEGER NOT NULL,
    fragment_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    act TEXT NOT NULL,
    grade INTEGER,
    revision INTEGER NOT NULL,
    PRIMARY KEY (query_id, fragment_id, person_id)
) WITHOUT ROWID;
CREATE INDEX judgements_by_collection ON judgements (collection_id, query_id);
CREATE TRIGGER judgement_log_holds AFTER INSERT ON judgement_log
WHEN NEW.act IN ('grade', 'skip', 'cant_tell')
BEGIN
    INSERT OR REPLACE INTO judgements (query_id, fragment_id, person_id, collection_id, act, grade, revision)
    VALUES (NEW.query_id, NEW.fragment_id, NEW.person_id, NEW.collection_id, NEW.act, NEW.grade, NEW.revision);
END;
CREATE TRIGGER judgement_log_undoes AFTER INSERT ON judgement_log
WHEN NEW.act = 'undo'
BEGIN
    DELETE FROM judgements WHERE (query_id, fragment_id, person_id) = (
        SELECT query_id, fragment_id, person_id FROM judgement_log WHERE revision = NEW.undoes
    );
    INSERT INTO judgements (query_id, fragment_id, person_id, collection_id, act, grade, revision)
    SELECT l.query_id, l.fragment_id, l.person_id, l.collection_id, l.act, l.grade, l.revision
    FROM judgement_log AS l
    JOIN judgement_log AS gone ON gone.revision = NEW.undoes
    WHERE (l.query_id, l.fragment_id, l.person_id) = (gone.query_id, gone.fragment_id, gone.person_id)
      AND l.act IN ('grade', 'skip', 'cant_tell')
      AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
    ORDER BY l.revision DESC LIMIT 1;
END;
"""

_RUN_ROLES = """
CREATE TABLE run_roles (
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    run TEXT NOT NULL CHECK (run <> ''),
    role TEXT NOT NULL CHECK (role IN ('', 'retriever', 'reranker', 'final')),
    reranks TEXT NOT NULL DEFAULT '' CHECK (reranks <> run),
    PRIMARY KEY (collection_id, run)
) WITHOUT ROWID;
"""

# Only digests are kept: whoever reads the file cannot act as a program.
_TOKENS = """
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    person_id INTEGER NOT NULL REFERENCES people (id),
    role TEXT NOT NULL CHECK (role IN ('annotator', 'lead', 'viewer')),
    made TEXT NOT NULL,
    until TEXT NOT NULL,
    revoked TEXT
);
"""

# Vectors that a lead brings, of one model at a time: float32, little-endian, of length 1.
_VECTORS = """
CREATE TABLE vector_sets (
    collection_id INTEGER PRIMARY KEY REFERENCES collections (id),
    dimensions INTEGER NOT NULL,
    imported TEXT NOT NULL
);
CREATE TABLE vectors (
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    holds TEXT NOT NULL CHECK (holds IN ('fragment', 'query')),
    item_id INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (collection_id, holds, item_id)
);
"""


# What counted as the grade of a fragment that several judged, and since when: "as of" a revision means its rule too.
_RULES = """
CREATE TABLE rule_changes (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    rule TEXT NOT NULL,
    threshold REAL NOT NULL,
    after_revision INTEGER NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX rule_changes_by_collection ON rule_changes (collection_id, id);
INSERT INTO rule_changes (collection_id, rule, threshold, after_revision, at)
    SELECT id, rule, threshold, 0, created FROM collections;
CREATE TRIGGER collections_first_rule AFTER INSERT ON collections
BEGIN
    INSERT INTO rule_changes (collection_id, rule, threshold, after_revision, at)
    SELECT NEW.id, NEW.rule, NEW.threshold, 0, NEW.created;
END;
CREATE TRIGGER collections_rule AFTER UPDATE OF rule, threshold ON collections
WHEN (NEW.rule, NEW.threshold) IS NOT (OLD.rule, OLD.threshold)
BEGIN
    INSERT INTO rule_changes (collection_id, rule, threshold, after_revision, at)
    SELECT NEW.id, NEW.rule, NEW.threshold, (SELECT coalesce(max(revision), 0) FROM judgement_log),
        strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now');
END;
CREATE INDEX judgement_log_by_hand ON judgement_log (collection_id, person_id) WHERE source <> 'import';
"""

# Grows with every import of texts, so that nobody goes on showing those of before.
_TEXTS = "ALTER TABLE collections ADD COLUMN texts INTEGER NOT NULL DEFAULT 0;"

# Only fragments that have a source: of a run's millions of unknown ids none does.
_SOURCES = """
DROP INDEX fragments_by_source;
CREATE INDEX fragments_by_source ON fragments (collection_id, source, position) WHERE source <> '';
"""

# A collection that begins with guidelines, as samples do, has a first version of them too.
_FIRST_GUIDELINES = """
CREATE TRIGGER collections_first_guidelines AFTER INSERT ON collections
WHEN NEW.guidelines <> ''
BEGIN
    INSERT INTO guideline_versions (collection_id, version, text, person_id, at, after_revision)
    SELECT NEW.id, 1, NEW.guidelines, NULL, NEW.created, (SELECT coalesce(max(revision), 0) FROM judgement_log);
END;
"""


def _run_statements(db: Database, script: str) -> None:
    """Executes a script statement by statement, since `executescript` would end the migration's transaction."""
    statement = ""
    for line in script.strip().splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.conn.execute(statement)
            statement = ""
    if statement.strip():
        raise ValueError(f"a statement without its end: {statement!r}")


@migrations()
def m001_collections(db: Database) -> None:
    """What people load: collections, queries, fragments, runs and their rankings; people and snapshots."""
    _run_statements(db, _TABLES)


@migrations()
def m002_judgement_log(db: Database) -> None:
    """The append-only log of acts."""
    _run_statements(db, _LOG)


@migrations()
def m003_judgements(db: Database) -> None:
    """What the log says now, per annotator."""
    _run_statements(db, _JUDGEMENTS)


@migrations()
def m004_reservations(db: Database) -> None:
    """Who is being served what, what each grade means here, and a quick way to the verdicts on queries."""
    _run_statements(db, schema_serving.RESERVATIONS)


@migrations()
def m010_run_roles(db: Database) -> None:
    """What part a run plays, and whose results it reranks; by name, so that a run imported again keeps it."""
    _run_statements(db, _RUN_ROLES)


@migrations()
def m020_column_choices(db: Database) -> None:
    """Which column of a table is what, by its header, as people said it."""
    _run_statements(
        db,
        """CREATE TABLE column_choices (
            header TEXT PRIMARY KEY,
            holds TEXT NOT NULL,
            names TEXT NOT NULL,
            by_text INTEGER NOT NULL
        );""",
    )


@migrations()
def m030_annotators(db: Database) -> None:
    """Several annotators: accounts, rules and settled grades, shares of work, remarks, versions of guidelines."""
    for script in schema_annotators.TABLES:
        _run_statements(db, script)


@migrations()
def m040_queues(db: Database) -> None:
    """The order in which a collection's queue serves, its audit, and why each fragment is served."""
    _run_statements(db, schema_serving.QUEUES)


@migrations()
def m050_tokens(db: Database) -> None:
    """By what programs are known."""
    _run_statements(db, _TOKENS)


@migrations()
def m060_rules(db: Database) -> None:
    """Since when which rule holds, and a quick way to what a person did last however much they imported."""
    _run_statements(db, _RULES)


@migrations()
def m060_vectors(db: Database) -> None:
    """Vectors of fragments and queries, as evidence of what is relevant."""
    _run_statements(db, _VECTORS)


@migrations()
def m070_hands(db: Database) -> None:
    """When an act came and under which guidelines it was done; and what was ever served to whom."""
    _run_statements(db, schema_serving.HANDS)


@migrations()
def m080_texts(db: Database) -> None:
    """Which import a collection's texts are from."""
    _run_statements(db, _TEXTS)


@migrations()
def m090_sources(db: Database) -> None:
    """The index by source without fragments that have none."""
    _run_statements(db, _SOURCES)


@migrations()
def m091_first_guidelines(db: Database) -> None:
    """A version of the guidelines that a collection is made with."""
    _run_statements(db, _FIRST_GUIDELINES)


@migrations()
def m092_flags(db: Database) -> None:
    """Why pages flagged what they showed."""
    _run_statements(db, schema_serving.FLAGS)


@migrations()
def m093_sessions(db: Database) -> None:
    """When a session ends however much it is used; those that are open end when they were to."""
    _run_statements(db, schema_annotators.LONGEST_SESSIONS)
