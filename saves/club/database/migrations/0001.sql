-- The club as it began. Times are seconds of the epoch; bodies are JSON.

CREATE TABLE club_members (
    folded TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    joined DOUBLE PRECISION NOT NULL,
    dismissed BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE club_keys (
    public_key TEXT PRIMARY KEY,
    member TEXT NOT NULL REFERENCES club_members (folded)
);

CREATE INDEX club_keys_by_member ON club_keys (member);

CREATE TABLE club_mutes (
    listener TEXT NOT NULL,
    muted TEXT NOT NULL,
    PRIMARY KEY (listener, muted)
);

-- `length` is how many lines the log has and `said` how many remarks; both only grow, and whoever raises one writes the
-- line of that number in the same transaction. What the log makes of the table (`state`, `head`, `position`) can be
-- computed anew at any time: it is as of the first `head_at` lines, and there so that a list need not fold every log.
CREATE TABLE club_tables (
    id TEXT PRIMARY KEY,
    terms TEXT NOT NULL,
    seed BIGINT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    changed DOUBLE PRECISION NOT NULL,
    length BIGINT NOT NULL DEFAULT 0,
    said BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    head TEXT NOT NULL,
    head_at BIGINT NOT NULL DEFAULT 0,
    position TEXT NOT NULL DEFAULT ''
);

CREATE INDEX club_tables_by_state ON club_tables (state, changed);

-- Who has a place at which table, and whether it is up to them to decide.
CREATE TABLE club_places (
    member TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES club_tables (id),
    state TEXT NOT NULL,
    decides BIGINT NOT NULL,
    changed DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (member, table_id)
);

CREATE INDEX club_places_by_table ON club_places (table_id);

CREATE INDEX club_places_by_state ON club_places (member, state, decides, changed);

CREATE TABLE club_lines (
    table_id TEXT NOT NULL REFERENCES club_tables (id),
    number BIGINT NOT NULL,
    id TEXT NOT NULL,
    author TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, id)
);

CREATE TABLE club_talk (
    table_id TEXT NOT NULL REFERENCES club_tables (id),
    number BIGINT NOT NULL,
    id TEXT NOT NULL,
    author TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, id)
);

CREATE INDEX club_talk_by_author ON club_talk (author, at);

-- What one process at a time may do, until then.
CREATE TABLE club_claims (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

-- Who is at which table now: a guest's process says so again before the time runs out.
CREATE TABLE club_here (
    table_id TEXT NOT NULL REFERENCES club_tables (id),
    member TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, member)
);

CREATE TABLE club_finished (
    table_id TEXT PRIMARY KEY REFERENCES club_tables (id),
    ended DOUBLE PRECISION NOT NULL,
    record TEXT NOT NULL
);

CREATE INDEX club_finished_by_time ON club_finished (ended);
