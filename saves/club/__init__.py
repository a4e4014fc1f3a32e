"""Shared tables: one match, many terminals. A shared match is a log that several processes append to.

Everything lies in one database, SQLite or PostgreSQL, and nothing of it is loaded before a club is used.

address.py    where a club lies: sqlite:///FILE or postgresql://…
errors.py     ClubError, a sentence for the player
schema.py     the numbered migrations, and bringing a club up to date; their SQL is in migrations/
database.py   what both databases are asked for
sqlite.py     SQLite: the file, its journal, and waking by its counter of changes
postgres.py   PostgreSQL: the connection, and waking by LISTEN and NOTIFY
members.py    the names of members
keys.py       their public keys, as OpenSSH writes them
terms.py      what a table agrees on before it plays, and what a list tells of it
lines.py      the lines of a log, and how they are written
store.py      Club: members, tables, lines, talk, claims, finished games; Watch: wakes who waits
belfry.py     Belfry: one look at the club for all who wait on a host
entrance.py   Entrance: who comes in by which key, for a door
chairs.py     who sits where, as the lines of a log make it
ahead.py      deciding before one's turn, in steps that all take at once
fold.py       Table: the match that a log makes, the same at every terminal
finished.py   what is kept of a match that has ended
ratings.py    how strong members and bots are, by what has ended
dailies.py    how members did with the deals of the days
"""
