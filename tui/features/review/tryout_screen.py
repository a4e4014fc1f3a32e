"""A turn of a finished match tried otherwise: it is played at the table, and the master says what it is worth."""

from core.bots.failures import trouble_text
from core.bots.worker import Answer
from core.match import Match, Seat
from core.review.comparison import Depth
from core.review.record import Judged, case_of
from core.review.turns import Turn, end_of_turn
from tui import commands
from tui.features.review.text import in_words, judged_reason, points_in_words
from tui.match.play_screen import PlayScreen, screen_of
from tui.screens.base import Key
from tui.screens.play_again import play_from


class TryScreen(PlayScreen):
    """A position of a finished match. When the turn is made nobody moves on: the master judges it."""

    own_commands = (*commands.TABLE, commands.PLAY_ON)

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match, None, seats=[seat])
        self.seat = seat
        #: Where in the log the turn begins that is tried.
        self.began = len(match.log)
        self.judged: Judged | None = None
        self.judging = False

    @property
    def _turn(self) -> Turn | None:
        """The turn as it was made; None while it goes on."""
        until = end_of_turn(self.match, self.began)
        if until is None:
            return None
        moves = tuple(line.notation for line in self.match.log[self.began : until])
        return Turn(self.seat, self.began, until, moves)

    @property
    def deciding(self) -> bool:
        return super().deciding and not self.judging and self.judged is None

    def follow(self) -> None:
        """The turn goes on, or it is judged."""
        self.judged, self.judging = None, False
        if (turn := self._turn) is None:
            super().follow()
            return
        self.hush()
        self.judging = True
        thinker = self.house.thinker
        thinker.cancel()
        thinker.listener = self._heard
        thinker.ask_review(self.match.game, case_of(self.match, turn, [], Depth()))
        self.repaint()

    def on_play_screen_answered(self, message: PlayScreen.Answered) -> None:
        if self.judging and message.answer.ticket == self.house.thinker.ticket:
            self._tell(message.answer)

    def _tell(self, answer: Answer) -> None:
        self.judging = False
        self.judged = answer.judged
        if answer.judged is None:
            self.remark = f"The master could not judge this turn ({trouble_text(answer.trouble)}); u takes it back."
        self.repaint()

    def question(self) -> str:
        if self.judging:
            return "The master looks at your turn…"
        if self.judged is None:
            return super().question()
        judged = self.judged
        if judged.grade in ("best", "good"):
            return f"{judged.grade.capitalize()}: the master knows no turn that is clearly better."
        return f"{judged.grade.capitalize()}: {points_in_words(judged.cost)} points behind the master's turn."

    def preview(self) -> str:
        if self.judging:
            return ""
        if self.judged is None:
            return super().preview()
        if self.judged.best == self.judged.turn.moves:
            return "It would do the same. u tries something else, Esc goes back to the review."
        why = f"; {reason}" if (reason := judged_reason(self.match.game, self.judged)) else ""
        return f"The master: {in_words(self.match, self.judged, self.judged.best)}{why}."

    def action_back(self) -> None:
        """Out of what is looked at or only begun; else back to the review."""
        if self.looked_at is not None or (self.begun is not None and self.deciding):
            super().action_back()
        else:
            self.house.leave_screen()

    def action_undo(self) -> None:
        if len(self.match.log) > self.began:
            super().action_undo()
        else:
            self.remark = "Here the turn begins: what came before it stays as it was."
            self.repaint()

    def log_picked(self, at: int | None) -> None:
        super().log_picked(None if at is None else max(at, self.began))

    def action_choose(self) -> None:
        if self.judged is not None:
            self.action_undo()
        else:
            super().action_choose()

    def action_play_on(self) -> None:
        """As a new match, from after the turn, or from before it when the game ends with it."""
        at = self.began if self.match.over else len(self.match.log)
        play_from(self.house, self.match, at, self.seat)

    def keys(self) -> list[Key]:
        """As at any table, but Escape leads back to the review."""
        first, *rest, _ = super().keys()
        return [first, Key("c", "play on", "play_on"), *rest, Key("Esc", "review", "back")]

    @property
    def _enter_word(self) -> str:
        return "try again" if self.judged is not None else super()._enter_word


def tryout(match: Match, turn: Turn) -> TryScreen:
    """The screen on which a turn of a match is tried otherwise."""
    from tui.app import game_screen

    seats = [Seat(seat.name, "bot", "novice") for seat in match.seats]
    seats[turn.seat] = Seat(match.seats[turn.seat].name)
    screen: type[TryScreen] = screen_of(TryScreen, game_screen(match))
    return screen(match.branch(turn.at, seats), turn.seat)
