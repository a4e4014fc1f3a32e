-- Members have ids that never change; a name may. Every name that a member has ever had stays in club_names, so that
-- older rows and logs, which know members by name, can be read, and no name is ever given to anybody else.
-- An id begins with @, as no name does. Where members were known by name (authors, places, terms, heads, results),
-- new rows hold ids, and older ones are read through club_names.

ALTER TABLE club_members RENAME TO club_members_by_name;

ALTER TABLE club_keys RENAME TO club_keys_by_name;

DROP INDEX club_keys_by_member;

ALTER TABLE club_barred RENAME TO club_barred_by_name;

ALTER TABLE club_links RENAME TO club_links_by_name;

ALTER TABLE club_dailies RENAME TO club_dailies_by_name;

-- `former` is the number of a member who has left for good (former member 1, 2 …); 0: has not left.
CREATE TABLE club_members (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    joined DOUBLE PRECISION NOT NULL,
    dismissed BIGINT NOT NULL DEFAULT 0,
    former BIGINT NOT NULL DEFAULT 0,
    folder TEXT NOT NULL DEFAULT ''
);

INSERT INTO club_members (id, name, joined, dismissed, folder)
SELECT '@' || CAST((SELECT COUNT(*) FROM club_members_by_name other WHERE other.folded <= one.folded) AS TEXT),
    name, joined, dismissed, folder
FROM club_members_by_name one;

CREATE TABLE club_names (
    folded TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    member TEXT NOT NULL REFERENCES club_members (id)
);

INSERT INTO club_names (folded, name, member)
SELECT one.folded, one.name, club_members.id FROM club_members_by_name one JOIN club_members ON club_members.name = one.name;

-- Raised with every change of a name, so that a process knows when to read them again.
CREATE TABLE club_naming (
    version BIGINT NOT NULL
);

INSERT INTO club_naming (version) VALUES (1);

-- `kind`: ssh (a public key) or browser (the digest of a secret). `told`: the member knows of this key.
CREATE TABLE club_keys (
    public_key TEXT PRIMARY KEY,
    member TEXT NOT NULL REFERENCES club_members (id),
    kind TEXT NOT NULL DEFAULT 'ssh',
    added DOUBLE PRECISION NOT NULL DEFAULT 0,
    told BIGINT NOT NULL DEFAULT 0
);

INSERT INTO club_keys (public_key, member, told)
SELECT public_key, club_names.member, 1 FROM club_keys_by_name JOIN club_names ON folded = club_keys_by_name.member;

CREATE INDEX club_keys_by_member ON club_keys (member);

CREATE TABLE club_barred (
    public_key TEXT PRIMARY KEY,
    member TEXT NOT NULL REFERENCES club_members (id)
);

INSERT INTO club_barred (public_key, member)
SELECT public_key, club_names.member FROM club_barred_by_name JOIN club_names ON folded = club_barred_by_name.member;

CREATE TABLE club_links (
    digest TEXT PRIMARY KEY,
    member TEXT NOT NULL REFERENCES club_members (id),
    until DOUBLE PRECISION NOT NULL
);

INSERT INTO club_links (digest, member, until)
SELECT digest, club_names.member, until FROM club_links_by_name JOIN club_names ON folded = club_links_by_name.member;

CREATE TABLE club_dailies (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    member TEXT NOT NULL REFERENCES club_members (id),
    body TEXT NOT NULL,
    PRIMARY KEY (day, game, member)
);

INSERT INTO club_dailies (day, game, member, body)
SELECT day, game, club_names.member, body
FROM club_dailies_by_name JOIN club_names ON folded = club_dailies_by_name.member;

DROP TABLE club_keys_by_name;

DROP TABLE club_barred_by_name;

DROP TABLE club_links_by_name;

DROP TABLE club_dailies_by_name;

DROP TABLE club_members_by_name;

-- A place or a mute of somebody invited who is no member yet keeps the name until they join.
UPDATE club_places SET member = (SELECT club_names.member FROM club_names WHERE folded = club_places.member)
WHERE EXISTS (SELECT 1 FROM club_names WHERE folded = club_places.member);

UPDATE club_mutes SET listener = (SELECT club_names.member FROM club_names WHERE folded = club_mutes.listener)
WHERE EXISTS (SELECT 1 FROM club_names WHERE folded = club_mutes.listener);

UPDATE club_mutes SET muted = (SELECT club_names.member FROM club_names WHERE folded = club_mutes.muted)
WHERE EXISTS (SELECT 1 FROM club_names WHERE folded = club_mutes.muted);

UPDATE club_talk SET author = (SELECT club_members.id FROM club_members WHERE club_members.name = club_talk.author)
WHERE EXISTS (SELECT 1 FROM club_members WHERE club_members.name = club_talk.author);

-- Presence is for a minute only.
DELETE FROM club_here;
