"""The rules of Mezo: whose decision it is, the legal moves, and what a move does.

What is yet to be done lies on a stack of frames. The topmost frame runs: it does its work, or waits for a seat. Its
number (core.games.mezo.phases) says which functions belong to it: RUN lets it go on by itself, LEGAL lists the moves
of its decision, REPLY carries one out.
"""

from core.games.mezo import phases
from core.games.mezo.effects import interpreter
from core.games.mezo.rules import age, conflict

_run = {**age.RUN, **conflict.RUN, **interpreter.RUN}
_legal = {**age.LEGAL, **conflict.LEGAL, **interpreter.LEGAL}
_reply = {**age.REPLY, **conflict.REPLY, **interpreter.REPLY}
RUN = tuple(_run[phase] for phase in range(phases.COUNT))
LEGAL = tuple(_legal.get(phase) for phase in range(phases.COUNT))
REPLY = tuple(_reply.get(phase) for phase in range(phases.COUNT))
