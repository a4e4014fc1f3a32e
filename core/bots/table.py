"""A bot at the table: the luck it has, and what happens when it fails."""

import msgspec

from core.bots import choose
from core.chance import Chance
from core.match import Match

#: Keeps the luck of bots apart from the luck of the game, which has the same seed: no bot may foresee it.
_APART = 0x5A30_7A12_B075_EED5


class Decision(msgspec.Struct, frozen=True):
    """The move of a bot, and a sentence when its own thinking failed."""

    notation: str
    trouble: str = ""


def luck(match: Match) -> Chance:
    """The luck of the next bot's move: the same for the same match at the same move."""
    moves = len(match.past) + len(match.log)
    return Chance(match.setup.seed ^ _APART, moves).fork()


def decide(match: Match) -> Decision:
    """What the bot to move does. A bot that fails does not end the match: chance moves for it."""
    actor = match.state.actor
    assert actor is not None
    seat = match.seats[actor]
    try:
        return Decision(match.read(choose(match.game, match.state, seat.level, luck(match))).notation)
    except Exception as error:
        trouble = f"{seat.name} could not decide ({type(error).__name__}), and moves at random."
        return Decision(luck(match).pick(list(match.state.moves())).notation, trouble)
