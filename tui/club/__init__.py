"""The club at this terminal: shared tables in plain lines and on the screen.

command.py         samovar club …: the command line
table_setup.py     the terms of a new table: seats, limit, and the rematch of the same players
client.py          TableClient: one member's process at one table; folds its events, appends events, plays its bots
requests.py        the events with which a member asks for anything but a move
text.py            the sentences and list rows about tables, seats and terms
table_lists.py     tables and members as lists show them
tasks.py           TaskThread and InlineTasks: run calls to the club one after the other, in a thread or inline
wakeup.py          WakeupPipe: wakes `select` when the club has news
connection.py      TableConnection: a TableClient whose calls to the club are tasks
session.py         ClubSession: the match of a table as a session, for the screen and for plain mode

In plain lines:

plain.py           PlainClubMatch: a table in lines
typed_commands.py  the commands that can be typed there besides moves
select_scheduler.py  SelectScheduler: waits for typed lines, the club and timers in one thread

On the screen, which never waits for the club:

home_link.py       ClubLink: from home to the club, and whether it is the player's turn there
navigation.py      ClubNavigation: the way of a member from screen to screen
watcher.py         ClubWatcher: keeps a screen about the whole club up to date
lobby.py           all tables; new_table.py makes one, members.py lists the members
waiting_room.py    a table that waits for its players
match_screen.py    the match on its game's screen
dialogs.py         the club's dialogs
"""
