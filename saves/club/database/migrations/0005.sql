-- A club for weeks. Every `member` is an id. Times are seconds of the epoch; 0: never, or none.

-- What a place is: host, sits, or invited (empty: as the head was stored before this migration). `since` is when the
-- member began to be awaited here, `until` when the agreed time runs out; `asked`: a request waits for their answer.
ALTER TABLE club_places ADD COLUMN role TEXT NOT NULL DEFAULT '';

ALTER TABLE club_places ADD COLUMN since DOUBLE PRECISION NOT NULL DEFAULT 0;

ALTER TABLE club_places ADD COLUMN until DOUBLE PRECISION NOT NULL DEFAULT 0;

ALTER TABLE club_places ADD COLUMN asked BIGINT NOT NULL DEFAULT 0;

-- When the next agreed time of a seat runs out.
ALTER TABLE club_tables ADD COLUMN due DOUBLE PRECISION NOT NULL DEFAULT 0;

CREATE INDEX club_tables_by_due ON club_tables (due);

-- Up to which event and which message of a table a member has seen it.
CREATE TABLE club_read (
    member TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES club_tables (id),
    lines BIGINT NOT NULL DEFAULT 0,
    said BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (member, table_id)
);

-- One-sided, and not told to the blocked member.
CREATE TABLE club_blocks (
    blocker TEXT NOT NULL,
    blocked TEXT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (blocker, blocked)
);

-- When a member wants to hear of what: `kind` is turn, invitation, rematch, request or finished; `mode` is once (at
-- once), daily or never. The hour of the daily digest is of the member's own time zone.
CREATE TABLE club_notice_settings (
    member TEXT NOT NULL,
    kind TEXT NOT NULL,
    mode TEXT NOT NULL,
    PRIMARY KEY (member, kind)
);

CREATE TABLE club_notice_hours (
    member TEXT PRIMARY KEY,
    hour BIGINT NOT NULL,
    zone TEXT NOT NULL,
    digest DOUBLE PRECISION NOT NULL DEFAULT 0
);

-- Everything that a member could be told, once: `id` names the occasion. `state` is waiting, sent (at once), digest
-- (sent in one), or the reason why it was not sent: present, never, overtaken.
CREATE TABLE club_notices (
    id TEXT PRIMARY KEY,
    member TEXT NOT NULL,
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL DEFAULT '',
    raised DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    settled DOUBLE PRECISION NOT NULL DEFAULT 0,
    body TEXT NOT NULL DEFAULT ''
);

CREATE INDEX club_notices_by_state ON club_notices (state, raised);

CREATE INDEX club_notices_by_member ON club_notices (member, settled);

-- A code that leads whoever writes it to one seat, once; only its digest is stored.
CREATE TABLE club_codes (
    digest TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES club_tables (id),
    seat BIGINT NOT NULL,
    host TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    used BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX club_codes_by_table ON club_codes (table_id);

-- Strangers whom the operator keeps out: `kind` is network or key.
CREATE TABLE club_bans (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (kind, subject)
);

-- The rating of a player (a member's id, or bot:LEVEL) at a game, after the finished games that are counted.
CREATE TABLE club_ratings (
    game TEXT NOT NULL,
    player TEXT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);

-- The place of a finished game in the order in which games were counted; 0: not yet.
ALTER TABLE club_finished ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;
