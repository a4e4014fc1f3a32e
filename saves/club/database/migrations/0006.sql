-- What grows with the history of a club is kept, and not computed from all of it. Finished games are counted one after
-- the other in club_ratings, of which `games` are those that were rated, and `played` and `won` are of all; `sigma` is 0 for
-- a player of whom no game was rated.

ALTER TABLE club_ratings ADD COLUMN played BIGINT NOT NULL DEFAULT 0;

ALTER TABLE club_ratings ADD COLUMN won BIGINT NOT NULL DEFAULT 0;

-- How many games are counted. Whoever counts locks this row first.
CREATE TABLE club_counting (
    games BIGINT NOT NULL
);

INSERT INTO club_counting (games) VALUES (0);

CREATE INDEX club_finished_by_count ON club_finished (counted, ended, table_id);

-- Whether it is a bot that a running table waits for, so that the server looks at it when no player is present.
ALTER TABLE club_tables ADD COLUMN bots BIGINT NOT NULL DEFAULT 0;

UPDATE club_tables SET bots = 1
WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM club_places WHERE table_id = id AND decides = 1);

CREATE INDEX club_tables_by_bots ON club_tables (state, bots);

CREATE INDEX club_tables_behind ON club_tables (state) WHERE length <> head_at;

-- The master's result on a daily deal, played once for all members; a body is JSON.
CREATE TABLE club_masters (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (day, game)
);
