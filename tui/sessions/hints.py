"""The hint of a session (on screen: tip). It is described in a determinized state, so nothing hidden is revealed."""

from collections.abc import Sequence
from typing import Any

from core.bots.hints import Hint, compare_text, first_clause
from core.game import Move
from core.match import Match, find_move
from core.rng import Rng
from core.view import Choice, ChoiceLocation, SeatView
from saves.sanitize import one_line

#: What a player is told who asks for a hint when there is nothing to decide.
NO_HINT_NOW = "Tips are available on your turn."
#: Why there are no hints in the attempt at a daily deal that counts.
NO_HINTS = "There are no tips in a daily attempt."
#: The letters of a hint that two rows of the smallest window have room for.
_TIP_ROOM = 150


class HintState:
    """The last hint of a session, and how many of its moves have been told."""

    def __init__(self) -> None:
        self._hint: Hint | None = None
        self._steps = 0

    @property
    def has_more(self) -> bool:
        """Whether another move of the hint can be told."""
        return self._hint is not None and self._steps < len(self._hint.plan)

    def clear(self) -> None:
        self._hint = None

    def tell(self, match: Match, viewer: int, hints: Sequence[Hint]) -> tuple[ChoiceLocation, str]:
        """Return where the best of these hints is carried out, and what it says: what to do, why, and what else."""
        hint, *others = hints
        self._hint = hint
        location = _view(match, viewer).locate(_foreseen(match, viewer, hint))
        choice = chosen_at(match, viewer, location)
        # A choice that is shown as a draft makes more than one move of the turn.
        self._steps = max(1, len(choice.moves)) if choice is not None else 1
        turn = choice.preview() if choice is not None else hint.plan[0]
        return location, _tip_text(match, viewer, turn, hint, others)

    def tell_next_step(self, match: Match, viewer: int) -> str:
        """Return the next move of the hint in words."""
        assert self._hint is not None
        world = match.state.determinize(viewer, Rng(len(match.log)))
        for notation in self._hint.plan[: self._steps]:
            world.play(find_move(match.game, world, notation))
        notation = self._hint.plan[self._steps]
        self._steps += 1
        legal = {move.notation: move for move in world.legal_moves()}
        if world.actor != viewer or notation not in legal:
            return "What follows depends on what is revealed."
        return f"Then: {match.game.view(world, viewer, match.names).describe_move(legal[notation])} ({notation})."


def chosen_at(match: Match, viewer: int, location: ChoiceLocation) -> Choice | None:
    """Return the choice at a location."""
    view = match.game.view(match.state, viewer, match.names, location.draft, legal=match.legal_moves)
    return view.choice_at(location.target, location.choice_index)


def _view(match: Match, viewer: int) -> SeatView[Any]:
    return match.game.view(match.state, viewer, match.names, legal=match.legal_moves)


def _foreseen(match: Match, viewer: int, hint: Hint) -> list[Move]:
    """Return the moves of a hint as far as they are legal in a determinized state."""
    world = match.state.determinize(viewer, Rng(len(match.log)))
    moves = []
    for notation in hint.plan:
        legal = {move.notation: move for move in world.legal_moves()} if world.actor == viewer else {}
        if notation not in legal:
            break
        moves.append(legal[notation])
        world.play(legal[notation])
    return moves


def _tip_text(match: Match, viewer: int, turn: str, hint: Hint, others: Sequence[Hint]) -> str:
    """Return a hint in a sentence: what to do, why, and the next best turn."""
    view = _view(match, viewer)
    why = compare_text(hint, others, lambda notation: view.describe_move(match.parse_move(notation)))
    action = first_clause(turn)
    wishes = [f"{turn.rstrip('.')}. {why}", f"{action}. {why}", f"{action}. {why.partition(', with ')[0].rstrip('.')}."]
    fitting = (wish for wish in wishes if len(wish) <= _TIP_ROOM)
    return f"Tip: {one_line(next(fitting, action)).rstrip(' .')}."
