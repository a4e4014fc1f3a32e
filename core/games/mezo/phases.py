"""The phases of Mezo: the meaning of the first number of a frame on the stack of what is yet to be done.

A frame is a tuple of small integers. The topmost one runs next: either it does its work by itself, or it waits for a
seat's decision. The comment behind each name says what follows in the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.game import EventSink, Move

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

Frame = tuple[int, ...]

#: The functions of a phase: run it by itself (true: it waits for a seat), list the legal moves of its
#: decision, and carry one out.
Run = Callable[["MezoState", list[Frame], Frame, EventSink | None], bool]
Legal = Callable[["MezoState", Frame], Sequence[Move]]
Reply = Callable[["MezoState", list[Frame], Frame, Any, EventSink | None], None]

# The procedure of an Age

GODS = 0  # who is next
START = 1
ABILITIES = 2  # who is next
DEPLOY = 3  # who is next
REMINDERS = 4  # seat, which of its abilities (a mask) have yet to act at the start of its Deploy Step
CHAMPION = 5  # seat, Champions to place
STATION = 6  # seat, regions (a mask) that it has yet to look at
CALLS = 7  # who is next
TILE = 8
CARDS = 9  # who is next
ACT = 10  # number of the action in this conflict
THIRD = 11  # who is next
WINNER = 12
TRACK = 13  # kind of unit
SPACE = 14  # kind of unit, seat
CLEAN_UP = 15
SACRIFICE = 16  # who is next
AGE_END = 17

# Effects: the node of the effect and the seat that resolves it come first

SCOPE = 18  # what to go back to: same, place, done, cause
BEGIN = 19  # node, seat
THEN = 20  # node, seat, how much the cost was
EITHER = 21  # node, seat
FOR_EACH = 22  # node, seat, how often yet
NAME = 23  # node, seat, regions
PLACE = 24  # node, seat, left, regions
RECOVER = 25  # node, seat, how many
REMOVE = 26  # node, seat, left, regions, owners
GIVE = 27  # node, seat, how many of its own Reserves
MOVE = 28  # node, seat, left, regions, owners, the unit picked up or -1
BUILD = 29  # node, seat, left, regions
DEMOLISH = 30  # node, seat, left, regions
TRANSFORM = 31  # node, seat, left, regions
MARK = 32  # node, seat, how much, regions
CALL = 33  # node or -1, seat, whether the ability has been used
APPEASE = 34  # node, seat, units yet to pay, units paid
MAY = 35  # node, seat

COUNT = 36
