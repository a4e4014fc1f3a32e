"""Show hints on the screen of a match. They are described in a determinized state, so nothing hidden is revealed."""

from collections.abc import Collection, Sequence

from core.bots.hints import Hint, compare_text
from core.game import Move
from core.match import Match, find_move
from core.rng import Rng
from tui.match.pacing import PacedScreen
from tui.widgets.text_layout import clip

#: The columns of a hint that its first choice may take, so that the reason has room, too.
_TIP_ROOM = 60


class HintScreen(PacedScreen):
    """A match screen that can show a hint (on screen: tip)."""

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        #: The last hint, and how many of its moves have been shown.
        self.hint: Hint | None = None
        self.hint_steps = 0

    def show_hint(self, hint: Hint, others: Sequence[Hint]) -> None:
        """Show the hint with its reason and its alternatives, and move the cursor to where it is carried out."""
        self.go_to(self._foreseen(hint))
        # A choice that is shown as a draft makes more than one move of the turn.
        self.hint_steps = len(self.current_choice.moves) if self.current_choice is not None else 1
        self.status = self._tip_text(hint, others)

    def go_to(self, plan: Sequence[Move]) -> None:
        """Move the cursor to where a turn that begins with these moves is carried out."""
        self.viewed_seat = None  # a hint is about the viewer's own board
        shown = self.view.locate(plan)
        self.draft = shown.draft
        if shown.target is not None:
            self.cursor, self.choice_index = shown.target, shown.choice_index
        else:  # it can be done anywhere: the choices at the cursor come before it
            self.choice_index = len(self.choices) - len(self.view.choices(None)) + shown.choice_index

    def _foreseen(self, hint: Hint) -> list[Move]:
        """Return the moves of a hint as far as they are legal in a determinized state: nothing hidden is revealed."""
        world = self.match.state.determinize(self.viewer, Rng(len(self.match.log)))
        moves = []
        for notation in hint.plan:
            legal = {move.notation: move for move in world.legal_moves()} if world.actor == self.viewer else {}
            if notation not in legal:
                break
            moves.append(legal[notation])
            world.play(legal[notation])
        return moves

    def _tip_text(self, hint: Hint, others: Sequence[Hint]) -> str:
        """Return a hint in two lines: what to do, why, and the next best turn."""
        turn = self.current_choice.preview() if self.current_choice is not None else hint.plan[0]
        text = f"Tip: {clip(turn.rstrip('.'), _TIP_ROOM)}"
        view = self.match.game.view(self.match.state, self.viewer, self.match.names, legal=self.match.legal_moves)
        why = compare_text(hint, others, lambda notation: view.describe_move(self.match.parse_move(notation)))
        return f"{text}; {why}." if why else f"{text}."

    def show_next_step(self, hint: Hint) -> None:
        """Show the next move of the hint, described in a determinized state: nothing hidden is revealed."""
        world = self.match.state.determinize(self.viewer, Rng(len(self.match.log)))
        for notation in hint.plan[: self.hint_steps]:
            world.play(find_move(self.match.game, world, notation))
        notation = hint.plan[self.hint_steps]
        self.hint_steps += 1
        legal = {move.notation: move for move in world.legal_moves()}
        if world.actor == self.viewer and notation in legal:
            view = self.match.game.view(world, self.viewer, self.match.names)
            self.status = f"Then: {view.describe_move(legal[notation])} ({notation})."
        else:
            self.status = "What comes then depends on what is turned up."
