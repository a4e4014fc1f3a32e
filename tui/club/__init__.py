"""The club at this terminal.

commands.py   samovar club …: the command line
laying.py     how a table is laid: seats, limit, and the next match of the same players
guest.py      Guest: one member's process at one table; reads its log, offers lines, plays its bots
wishes.py     what one may wish for at a table besides a move
words.py      what tables tell of their seats, in sentences and lists
listing.py    tables and members as lists show them
bell.py       wakes whoever waits when the club has something new
cores.py      as many bots think at once as the host has cores

In plain lines:
plain.py      the table in lines
orders.py     what can be typed there besides moves
typed.py      standard input for whoever waits for the club as well

On the screen, which never waits for the club:
errands.py    a thread that goes to the club, and tells what came of it
doorway.py    from home to the club, and whether it is one's turn there
visit.py      a member in the club: the way from screen to screen
lookout.py    keeps a screen of the whole club up to date
lobby.py      all tables; new_table.py lays one, members.py tells who plays
sitting.py    one table for a screen: what is new comes in, what is wanted goes out
waiting.py    a table that waits for its players
play.py       the match on its game's screen
asking.py     what is asked in a dialog
"""
