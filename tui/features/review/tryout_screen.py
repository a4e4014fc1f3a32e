"""Try another turn in a finished match: it is played on the board, and the master says what it is worth."""

from core.bots.failures import trouble_text
from core.bots.worker import BotReply
from core.match import Match, Seat
from core.review.comparison import Depth
from core.review.record import ReviewedTurn, case_of
from core.review.turns import Turn, end_of_turn
from tui import commands
from tui.features.review.text import judged_reason, points_text, turn_text
from tui.match.play_screen import PlayScreen, combine_screens
from tui.screens.base import KeyLabel
from tui.screens.play_again import play_from


class TryoutScreen(PlayScreen):
    """A position of a finished match. When the turn is complete no bot moves: the master reviews it."""

    own_commands = (*commands.MATCH, commands.PLAY_ON)

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match, None, seats=[seat])
        self.seat = seat
        #: The index of the log at which the turn begins.
        self.began = len(match.log)
        self.reviewed_turn: ReviewedTurn | None = None
        self.is_judging = False

    @property
    def _turn(self) -> Turn | None:
        """The turn as it was played; None while it goes on."""
        until = end_of_turn(self.match, self.began)
        if until is None:
            return None
        moves = tuple(entry.notation for entry in self.match.log[self.began : until])
        return Turn(self.seat, self.began, until, moves)

    @property
    def is_deciding(self) -> bool:
        return super().is_deciding and not self.is_judging and self.reviewed_turn is None

    def resume_match(self) -> None:
        """Go on with the turn or, once it is complete, have it reviewed."""
        self.reviewed_turn, self.is_judging = None, False
        if (turn := self._turn) is None:
            super().resume_match()
            return
        self.clear_moments()
        self.is_judging = True
        bot_client = self.samovar_app.bot_client
        bot_client.cancel()
        bot_client.listener = self._on_reply
        bot_client.ask_review(self.match.game, case_of(self.match, turn, [], Depth()))
        self.repaint()

    def on_play_screen_bot_replied(self, message: PlayScreen.BotReplied) -> None:
        if self.is_judging and message.answer.ticket == self.samovar_app.bot_client.ticket:
            self._print(message.answer)

    def _print(self, reply: BotReply) -> None:
        self.is_judging = False
        self.reviewed_turn = reply.reviewed_turn
        if reply.reviewed_turn is None:
            self.status = f"The master could not judge this turn ({trouble_text(reply.error)}); u takes it back."
        self.repaint()

    def question(self) -> str:
        if self.is_judging:
            return "The master looks at your turn…"
        if self.reviewed_turn is None:
            return super().question()
        reviewed = self.reviewed_turn
        if reviewed.grade in ("best", "good"):
            return f"{reviewed.grade.capitalize()}: the master knows no turn that is clearly better."
        return f"{reviewed.grade.capitalize()}: {points_text(reviewed.cost)} points behind the master's turn."

    def preview(self) -> str:
        if self.is_judging:
            return ""
        if self.reviewed_turn is None:
            return super().preview()
        if self.reviewed_turn.best == self.reviewed_turn.turn.moves:
            return "It would do the same. u tries something else, Esc goes back to the review."
        why = f"; {reason}" if (reason := judged_reason(self.match.game, self.reviewed_turn)) else ""
        return f"The master: {turn_text(self.match, self.reviewed_turn, self.reviewed_turn.best)}{why}."

    def action_back(self) -> None:
        """Leave another player's board or a step of the draft; else go back to the review."""
        if self.viewed_seat is not None or (self.draft is not None and self.is_deciding):
            super().action_back()
        else:
            self.samovar_app.leave_screen()

    def action_undo(self) -> None:
        if len(self.match.log) > self.began:
            super().action_undo()
        else:
            self.status = "Here the turn begins: what came before it stays as it was."
            self.repaint()

    def log_picked(self, at: int | None) -> None:
        super().log_picked(None if at is None else max(at, self.began))

    def action_choose(self) -> None:
        if self.reviewed_turn is not None:
            self.action_undo()
        else:
            super().action_choose()

    def action_play_on(self) -> None:
        """Start a new match from after the turn, or from before it when the game ends with it."""
        at = self.began if self.match.is_over else len(self.match.log)
        play_from(self.samovar_app, self.match, at, self.seat)

    def keys(self) -> list[KeyLabel]:
        """Return the keys of any match, but with Escape for the review."""
        first, *rest, _ = super().keys()
        return [first, KeyLabel("c", "play on", "play_on"), *rest, KeyLabel("Esc", "review", "back")]

    @property
    def _enter_label(self) -> str:
        return "try again" if self.reviewed_turn is not None else super()._enter_label


def tryout_screen(match: Match, turn: Turn) -> TryoutScreen:
    """Return the screen on which another turn is tried."""
    from tui.app import game_screen

    seats = [Seat(seat.name, "bot", "novice") for seat in match.seats]
    seats[turn.seat] = Seat(match.seats[turn.seat].name)
    screen: type[TryoutScreen] = combine_screens(TryoutScreen, game_screen(match))
    return screen(match.branch(turn.at, seats), turn.seat)
