"""What outlives the program: matches, finished games and settings, as JSON in folders of the player's own.

folders.py    where everything lives
disk.py       writing that survives a crash, reading that survives anything, and locks
words.py      text from a file or a name, made safe to show
records.py    the format of a match file, to and from `core.match.Match`
migrations.py how files of older formats become those of today
layout.py     stored positions, read by the fields of today
gate.py       which positions from a file a game can go on from
index.py      what a list tells of each match, remembered
store.py      Store: list, open, begin, delete, import and export matches; Keeper: saves one of them
errors.py     SaveError, a sentence for the player
finished.py   the results of finished games, and the best of them
settings.py   what the player likes
club/         shared tables, in SQLite or PostgreSQL; loaded only when a club is used
"""
