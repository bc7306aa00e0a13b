"""The tables for several annotators: accounts, settled grades, shares of work, guidelines and remarks."""

from __future__ import annotations

_SETTINGS = """
ALTER TABLE collections ADD COLUMN rule TEXT NOT NULL DEFAULT 'median';
ALTER TABLE collections ADD COLUMN threshold REAL NOT NULL DEFAULT 1.0;
ALTER TABLE collections ADD COLUMN shared REAL NOT NULL DEFAULT 0 CHECK (shared BETWEEN 0 AND 1);
ALTER TABLE collections ADD COLUMN repeats REAL NOT NULL DEFAULT 0 CHECK (repeats BETWEEN 0 AND 0.5);
ALTER TABLE collections ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice BETWEEN 0 AND 50);
"""

# Secrets are kept only as what cannot be turned back: argon2id for passwords, SHA-256 for random tokens.
_ACCOUNTS = """
CREATE TABLE accounts (
    person_id INTEGER PRIMARY KEY REFERENCES people (id),
    login TEXT UNIQUE,
    password TEXT,
    subject TEXT UNIQUE,
    closed TEXT
);
CREATE TABLE invitations (
    token TEXT PRIMARY KEY,
    person_id INTEGER NOT NULL REFERENCES people (id),
    until TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    person_id INTEGER NOT NULL REFERENCES people (id),
    until TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE failed_sign_ins (
    login TEXT NOT NULL,
    address TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX failed_sign_ins_at ON failed_sign_ins (at);
"""

# The decision in force on each pair, kept from the log by triggers as `judgements` is.
_SETTLED = """
CREATE TABLE settled (
    query_id INTEGER NOT NULL,
    fragment_id INTEGER NOT NULL,
    collection_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    grade INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (query_id, fragment_id)
) WITHOUT ROWID;
CREATE INDEX settled_by_collection ON settled (collection_id, query_id);
CREATE TRIGGER judgement_log_settles AFTER INSERT ON judgement_log
WHEN NEW.act = 'adjudicate'
BEGIN
    INSERT OR REPLACE INTO settled (query_id, fragment_id, collection_id, person_id, grade, revision)
    VALUES (NEW.query_id, NEW.fragment_id, NEW.collection_id, NEW.person_id, NEW.grade, NEW.revision);
END;
CREATE TRIGGER judgement_log_unsettles AFTER INSERT ON judgement_log
WHEN NEW.act = 'undo'
    AND EXISTS (SELECT 1 FROM judgement_log WHERE revision = NEW.undoes AND act = 'adjudicate')
BEGIN
    DELETE FROM settled WHERE (query_id, fragment_id) = (
        SELECT query_id, fragment_id FROM judgement_log WHERE revision = NEW.undoes
    );
    INSERT INTO settled (query_id, fragment_id, collection_id, person_id, grade, revision)
    SELECT l.query_id, l.fragment_id, l.collection_id, l.person_id, l.grade, l.revision
    FROM judgement_log AS l
    JOIN judgement_log AS gone ON gone.revision = NEW.undoes
    WHERE (l.query_id, l.fragment_id) = (gone.query_id, gone.fragment_id) AND l.act = 'adjudicate'
      AND NOT EXISTS (SELECT 1 FROM judgement_log AS u WHERE u.undoes = l.revision)
    ORDER BY l.revision DESC LIMIT 1;
END;
"""

# after_revision: acts after this revision of the log were done under the version. Written by a trigger, so that
# no way of changing the guidelines goes past it.
_WORK = """
CREATE TABLE assignments (
    query_id INTEGER NOT NULL REFERENCES queries (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    PRIMARY KEY (query_id, person_id)
) WITHOUT ROWID;
CREATE INDEX assignments_by_collection ON assignments (collection_id);
CREATE TABLE guideline_versions (
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    person_id INTEGER REFERENCES people (id),
    at TEXT NOT NULL,
    after_revision INTEGER NOT NULL,
    PRIMARY KEY (collection_id, version)
) WITHOUT ROWID;
CREATE TRIGGER collections_guidelines AFTER UPDATE OF guidelines ON collections
WHEN NEW.guidelines <> OLD.guidelines
BEGIN
    INSERT INTO guideline_versions (collection_id, version, text, person_id, at, after_revision)
    SELECT NEW.id, 1 + count(*), NEW.guidelines, NULL, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'),
        (SELECT coalesce(max(revision), 0) FROM judgement_log)
    FROM guideline_versions WHERE collection_id = NEW.id;
END;
INSERT INTO guideline_versions
    SELECT id, 1, guidelines, NULL, created, 0 FROM collections WHERE guidelines <> '';
CREATE TABLE remarks (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    query_id INTEGER REFERENCES queries (id),
    fragment_id INTEGER REFERENCES fragments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    unclear INTEGER NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    answered TEXT
);
CREATE INDEX remarks_by_collection ON remarks (collection_id, query_id);
"""

_PRACTICE = """
CREATE TABLE repeats (
    query_id INTEGER NOT NULL REFERENCES queries (id),
    fragment_id INTEGER NOT NULL REFERENCES fragments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    answered TEXT,
    PRIMARY KEY (query_id, fragment_id, person_id)
) WITHOUT ROWID;
CREATE INDEX repeats_by_person ON repeats (collection_id, person_id);
CREATE TABLE practice_answers (
    query_id INTEGER NOT NULL REFERENCES queries (id),
    fragment_id INTEGER NOT NULL REFERENCES fragments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    grade INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (query_id, fragment_id, person_id)
) WITHOUT ROWID;
"""

TABLES = (_SETTINGS, _ACCOUNTS, _SETTLED, _WORK, _PRACTICE)

LONGEST_SESSIONS = """
ALTER TABLE sessions ADD COLUMN latest TEXT NOT NULL DEFAULT '';
UPDATE sessions SET latest = until;
"""
