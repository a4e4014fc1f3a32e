"""A table of the club at this terminal.

commands.py   samovar club …: the command line
laying.py     how a table is laid: seats, limit, and the next match of the same players
guest.py      Guest: one member's process at one table; reads its log, offers lines, plays its bots
plain.py      the table in plain lines
words.py      what a table tells of its seats, in sentences and lists
typed.py      standard input for whoever waits for the club as well
bell.py       wakes whoever waits when the club has something new
cores.py      as many bots think at once as the host has cores
"""
