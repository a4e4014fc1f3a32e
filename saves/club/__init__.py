"""Shared tables: a shared match is a log to which several processes append, in one database (SQLite or PostgreSQL).

Nothing of it is imported before a club is used.

    errors.py          ClubError, whose text is a sentence for the player
    member_names.py    the names of members
    name_looks.py      how names look, so that none is taken for another
    member_directory.py who is meant by a name: ids, former names, and today's
    membership.py      new members, new names, keys
    places.py          who has a place where
    awaited.py         which tables wait for a member, and which comes next
    reading.py         up to which event and message a member has seen a table
    blocks.py          who has blocked whom; companions.py: who has played with whom
    departure.py       forgets who leaves for good
    table_limits.py    how many tables and invitations a member may have
    public_keys.py     their public keys, as OpenSSH writes them
    auth.py            Authenticator: whose key it is, and what it may do; for a server
    terms.py           what a table agrees on before it plays, and what a list shows of it
    events.py          the events of a table's log, and their JSON
    store.py           Club: members, tables, events, chat, claims, finished games
    records.py         the structs that a Club returns
    table_rows.py      reads the rows of lists
    watch.py           TableWatch: waits for changes of one table, or of any
    poller.py          ChangePoller: one query for all tables that the guests of a host wait for
    seats.py           ClubSeat: who sits where, as the events make it
    pace.py            since when each seat is awaited, and until when it has time
    snapshot.py        what is stored beside a log
    early_moves.py     moves chosen before one's turn, in simultaneous steps
    projection.py      TableProjection: the match that a log makes, the same in every client
    check.py           finds damaged tables, repairs them from their logs, or sets them aside
    game_results.py    the stored result of a match that has ended
    ratings.py         the ratings of members and bots, from these results
    daily_results.py   the members' results on daily deals
    database/          SQLite, PostgreSQL and the proxy; their addresses, protocol and schema
"""
