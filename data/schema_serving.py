"""The tables for serving: what is reserved for whom, in which order, why, and what was ever shown."""

from __future__ import annotations

# `place` orders what one person is served; a row that lapsed no longer keeps the slot from others.
RESERVATIONS = """
CREATE TABLE reservations (
    query_id INTEGER NOT NULL REFERENCES queries (id),
    fragment_id INTEGER NOT NULL REFERENCES fragments (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    place INTEGER NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (query_id, fragment_id, person_id)
) WITHOUT ROWID;
CREATE INDEX reservations_by_person ON reservations (collection_id, person_id, place);
CREATE TABLE grade_guides (
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    grade INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 3),
    meaning TEXT NOT NULL DEFAULT '',
    query_id INTEGER REFERENCES queries (id),
    fragment_id INTEGER REFERENCES fragments (id),
    PRIMARY KEY (collection_id, grade),
    CHECK ((query_id IS NULL) = (fragment_id IS NULL))
) WITHOUT ROWID;
CREATE INDEX judgement_log_no_answer ON judgement_log (collection_id, query_id) WHERE act = 'no_answer';
"""

# In what order the queue serves, what share of it is drawn at random, and the two runs (by name, so that one imported
# again stays chosen) that an order may be about. A reservation says why it was made, for the log.
QUEUES = """
ALTER TABLE collections ADD COLUMN queue_order TEXT NOT NULL DEFAULT 'likely'
    CHECK (queue_order IN ('likely', 'rank', 'hedge', 'random', 'decide'));
ALTER TABLE collections ADD COLUMN audit REAL NOT NULL DEFAULT 0.05 CHECK (audit BETWEEN 0 AND 0.5);
ALTER TABLE collections ADD COLUMN decide_a TEXT;
ALTER TABLE collections ADD COLUMN decide_b TEXT;
ALTER TABLE reservations ADD COLUMN reason TEXT NOT NULL DEFAULT '';
"""

# What the log knows of an act beside itself: `at` is when it was done, as the browser tells it; `received`, when it
# came (NULL: the same); guidelines, under which version it was done, 0 for none (NULL: the revision tells).
# served: what was ever reserved for somebody, for reservations lapse and what was done offline may come long after.
HANDS = """
ALTER TABLE judgement_log ADD COLUMN received TEXT;
ALTER TABLE judgement_log ADD COLUMN guidelines INTEGER CHECK (guidelines >= 0);
CREATE TABLE served (
    query_id INTEGER NOT NULL,
    fragment_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (query_id, fragment_id, person_id)
) WITHOUT ROWID;
INSERT INTO served SELECT query_id, fragment_id, person_id FROM reservations;
CREATE TRIGGER reservations_are_remembered AFTER INSERT ON reservations
BEGIN
    INSERT OR IGNORE INTO served VALUES (NEW.query_id, NEW.fragment_id, NEW.person_id);
END;
"""

# Why a page flagged a fragment for somebody: what they did may come after the server has been started anew.
FLAGS = """
CREATE TABLE flagged (
    query_id INTEGER NOT NULL,
    fragment_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (query_id, fragment_id, person_id)
) WITHOUT ROWID;
"""
