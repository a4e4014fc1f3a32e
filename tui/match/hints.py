"""What a tip says, and where it is shown: nothing hidden is told."""

from collections.abc import Collection, Sequence

from core.bots.hints import Hint, comparison
from core.game import Move
from core.match import Match, find_move
from core.rng import Chance
from tui.match.pacing import Paced
from tui.widgets.canvas import clip

#: How much of a tip may go to what is to be done: the reason must have room, too.
_TIP_ROOM = 60


class Advised(Paced):
    """A match in which a tip can be shown."""

    def __init__(self, match: Match, seats: Collection[int] | None = None) -> None:
        super().__init__(match, seats)
        #: What the last tip said, and how many of its moves have been shown.
        self.tip: Hint | None = None
        self.tip_steps = 0

    def show_tip(self, tip: Hint, others: Sequence[Hint]) -> None:
        """Say the tip with its reason and its rivals, and put the cursor where it is carried out."""
        self.go_to(self._foreseen(tip))
        # A choice that is shown begun makes more than one move of the turn.
        self.tip_steps = len(self.chosen.moves) if self.chosen is not None else 1
        self.remark = self._tip_words(tip, others)

    def go_to(self, plan: Sequence[Move]) -> None:
        """Put the cursor where a turn that begins with these moves is carried out."""
        self.looked_at = None  # it is about one's own board
        shown = self.offers.shown(plan)
        self.begun = shown.begun
        if shown.place is not None:
            self.cursor, self.picked = shown.place, shown.pick
        else:  # it can be done anywhere: the choices of this place come before it
            self.picked = len(self.choices) - len(self.offers.choices(None)) + shown.pick

    def _foreseen(self, tip: Hint) -> list[Move]:
        """The moves of a tip as far as they can be foreseen, in an imagined position: nothing hidden is told."""
        world = self.match.state.imagine(self.viewer, Chance(len(self.match.log)))
        moves = []
        for notation in tip.plan:
            legal = {move.notation: move for move in world.moves()} if world.actor == self.viewer else {}
            if notation not in legal:
                break
            moves.append(legal[notation])
            world.play(legal[notation])
        return moves

    def _tip_words(self, tip: Hint, others: Sequence[Hint]) -> str:
        """A tip in two lines: what to do, why, and what comes next to it."""
        turn = self.chosen.brings() if self.chosen is not None else tip.plan[0]
        words = f"Tip: {clip(turn.rstrip('.'), _TIP_ROOM)}"
        offers = self.match.game.offers(self.match.state, self.viewer, self.match.names, legal=self.match.legal)
        why = comparison(tip, others, lambda notation: offers.words(self.match.read(notation)))
        return f"{words}; {why}." if why else f"{words}."

    def tell_next_step(self, tip: Hint) -> None:
        """The next move of the tip's turn, described in an imagined position: nothing hidden is told."""
        world = self.match.state.imagine(self.viewer, Chance(len(self.match.log)))
        for notation in tip.plan[: self.tip_steps]:
            world.play(find_move(self.match.game, world, notation))
        notation = tip.plan[self.tip_steps]
        self.tip_steps += 1
        legal = {move.notation: move for move in world.moves()}
        if world.actor == self.viewer and notation in legal:
            offers = self.match.game.offers(world, self.viewer, self.match.names)
            self.remark = f"Then: {offers.words(legal[notation])} ({notation})."
        else:
            self.remark = "What comes then depends on what is turned up."
