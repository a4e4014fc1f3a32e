-- How members did with the deals of the days; a body is JSON.

CREATE TABLE club_dailies (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    member TEXT NOT NULL REFERENCES club_members (folded),
    body TEXT NOT NULL,
    PRIMARY KEY (day, game, member)
);
