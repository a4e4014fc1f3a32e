"""Files and databases: matches, finished games, settings and progress of a player, and the club's shared tables.

paths.py            where a player's files are
files.py            atomic writes, guarded reads and locks
locks.py            a free name for a match file, its lock, and whether the file has changed
sanitize.py         text from a file or a name, made safe to show
jsonl.py            files that grow by one line of JSON at a time
player_file.py      a small file of the player's, such as the settings
match_record.py     the format of a match file, to and from `core.match.Match`
migrations.py       steps from older formats of match files to today's
first_release_labels.py    ids for the English that the first release stored
position_check.py   whether a game can go on from a stored position
position_file.py    a match from a position in TOML or from a saved match
match_index.py      a cache of what lists show of each match
match_store.py      MatchStore: list, open, create, delete, import and export matches; MatchFile: save one of them
settings.py  lessons.py  puzzles.py  daily.py  reviews.py    what a player prefers, has learnt, tried and reviewed
check.py            `samovar saves check`
guest.py            whether this is the process of a server's guest
quota.py            how much a guest of a server may write
errors.py           SaveError, whose text is a sentence for the player
history/            finished games, and the ratings, statistics and summaries computed from them
club/               shared tables, in SQLite or PostgreSQL; imported only when a club is used
"""
