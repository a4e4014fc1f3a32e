"""The door: a club that anybody can reach by SSH.

commands.py   samovar serve and samovar guest NAME: the command line
listener.py   the door itself: listens, lets in, tells everybody when it closes; the only process with the host key
visitor.py    signing in: whose key it is, and what is said to whom it is not
session.py    one guest at the door: from the request for a terminal to the last word
bridge.py     bytes between a channel of SSH and a guest's process; nobody's flood fills our memory
nursery.py    the door's side of the warm parent
warm.py       the warm parent: has loaded everything, and forks the processes of guests
rehearsal.py  opens home once, so that what that fills is shared
orders.py     what the door tells the warm parent, and hears from it
guest.py      a guest's process: who it is, where its files are, what it was asked to do
words.py      what a guest may write after the host, and which command that is
lines.py      lines from standard input that leave alone what follows them
keys.py       a member's own keys
usher.py      the question to somebody new
leaning.py    what a guest leaves to the door: thinking, and waking
pool.py       the workers who think: few, shared by all, a fair part for each
bells.py      one look at the club for all who wait
attendant.py  plays the bots of tables at which nobody is, and says whose turn it has become
limits.py     what a keeper can set
place.py      where the door keeps its key, its log and the folders of members
log.py        what the keeper reads: who came, from where, what failed
"""
