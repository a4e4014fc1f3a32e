-- The door. A member's folder has a random name; the keys of whoever was dismissed open nothing; a word, of which only
-- the digest is kept, gives a member one more key, once.

ALTER TABLE club_members ADD COLUMN folder TEXT NOT NULL DEFAULT '';

CREATE TABLE club_barred (
    public_key TEXT PRIMARY KEY,
    member TEXT NOT NULL REFERENCES club_members (folded)
);

CREATE TABLE club_links (
    digest TEXT PRIMARY KEY,
    member TEXT NOT NULL REFERENCES club_members (folded),
    until DOUBLE PRECISION NOT NULL
);
