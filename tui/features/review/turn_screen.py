"""One turn of a review on the board: the position after it beside the one after the master's turn."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.geometry import Region, Size

from core.errors import GameError
from core.game import State
from core.match import Match, find_move
from core.review.comparison import Depth
from core.review.record import ReviewedTurn
from tui import commands
from tui.features.review.chart import Curve
from tui.features.review.text import points_text, round_of
from tui.features.review.tryout import show_tryout
from tui.match.board_picture import BoardPicture, FixedPosition, best_size
from tui.screens.base import BaseScreen
from tui.screens.play_again import play_from
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import clip, wrap_within

if TYPE_CHECKING:
    from tui.features.review.screen import ReviewScreen

#: The least number of text rows below the boards.
_WORDS = 2
#: Rows that a curve needs.
_CURVE = 7
#: The seconds for which the master thinks when it is asked again, more each time.
_AGAIN = 8.0
#: The boards that can be shown: after the turn, after the master's turn, before either.
_BOARDS = ("played", "master", "before")


class TurnScreen(BaseScreen):
    """A turn of a review. Where two boards have no room, a key switches between them."""

    DEFAULT_CSS = "TurnScreen #top, TurnScreen #keys { height: 1; }"
    own_commands = commands.TURN

    def __init__(self, review: "ReviewScreen", number: int) -> None:
        super().__init__()
        self.review = review
        self.number = number
        self.shown = 0
        self._again = _AGAIN
        self._curve: Curve | None = None
        self._pictures: dict[tuple[object, ...], BoardPicture] = {}

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.match.game.name

    @property
    def match(self) -> Match:
        return self.review.match

    @property
    def reviewed_turn(self) -> ReviewedTurn:
        return self.review.report.turns[self.number]

    def compose(self) -> ComposeResult:
        for panel in ("top", "boards", "words", "keys", "too-small"):
            yield CanvasView(id=panel)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.review.review_next()

    # What is shown

    def _columns(self, size: Size) -> int:
        """Return how wide a board is on a screen of this size."""
        return self._picture("before", size).columns

    @property
    def _side_by_side(self) -> Size | None:
        """Return the size for which two boards with titles fit side by side; None when they do not."""
        return best_size(self._columns, 2, self.size.width, self.size.height - 3 - _WORDS)

    @property
    def _board_size(self) -> Size:
        found = best_size(self._columns, 1, self.size.width, self.size.height - 3 - _WORDS)
        return self._side_by_side or found or Size(80, 24)

    @property
    def _boards(self) -> tuple[str, ...]:
        """Return the boards that are shown now."""
        if self._side_by_side is None:
            return (_BOARDS[self.shown % 3],)
        return ("before",) if self.shown % 2 else _BOARDS[:2]

    def _position(self, which: str) -> State:
        """Return the position before the turn, after it, or after the master's turn.

        The master planned without knowing what is hidden: where a move of the plan is not legal, the plan ends.
        """
        turn, state = self.reviewed_turn.turn, self.match.state_at(self.reviewed_turn.turn.at)
        moves = {"before": (), "played": turn.moves, "master": self.reviewed_turn.best}[which]
        for notation in moves:
            if state.actor != turn.seat:
                break
            try:
                state.play(find_move(self.match.game, state, notation))
            except GameError:
                break
        return state

    def _picture(self, which: str, size: Size) -> BoardPicture:
        # The master's turn changes when it has thought again.
        key = (which, size, self.reviewed_turn.best, self.palette, self.samovar_app.ascii)
        if key not in self._pictures:
            seat = self.reviewed_turn.turn.seat
            before = None if which == "before" else self.match.state_at(self.reviewed_turn.turn.at)
            position = FixedPosition(self.match, seat, self._position(which), before, log_end=0)
            # This seat's board is compared, also when another seat is to move.
            self._pictures[key] = BoardPicture(position, size, self.palette, self.samovar_app.ascii, viewed=seat)
        return self._pictures[key]

    def paint(self) -> None:
        palette, size = self.palette, self._board_size
        self.query_one("#boards", CanvasView).styles.height = size.height - 4
        self._paint_top()
        canvas = Canvas(self.size.width, size.height - 4, palette.style())
        x = 0
        for which in self._boards:
            board = self._picture(which, size).board
            canvas.draw_text(
                x + 1, 0, clip(self._title(which), board.width - 2), palette.style("accent", attributes="bold")
            )
            canvas.paste(x, 1, board)
            x += board.width
        side = self._picture(self._boards[-1], size).side
        if x + side.width <= canvas.width:
            canvas.paste(x, 1, side)
        self.show("boards", canvas)
        self._paint_text(self.size.height - size.height + 2)
        self.paint_keys("keys", self.keys())

    def _title(self, which: str) -> str:
        name = self.match.seats[self.reviewed_turn.turn.seat].name
        return {"played": f"{name} played", "master": "The master's turn", "before": "Before the turn"}[which]

    def _paint_top(self) -> None:
        palette, reviewed = self.palette, self.reviewed_turn
        canvas = self.new_canvas("top", "bar")
        whole = len(self.review.report.turns)
        title = f"{self.match.game.title}: turn {self.number + 1} of {whole}, {round_of(self.match, reviewed)}"
        canvas.draw_text(1, 0, title, palette.style("accent", "bar", "bold"))
        told: str = reviewed.grade
        if reviewed.grade in ("inaccurate", "mistake"):
            told = f"{reviewed.grade}, {points_text(reviewed.cost)} points"
        if self.review.pending_turn == reviewed.turn:
            told = "the master is thinking again…"
        canvas.draw_text_right(canvas.width - 1, 0, told, palette.style("ink", "bar", "bold"))
        self.show("top", canvas)

    def _paint_text(self, height: int) -> None:
        """Draw both turns in words, their figures and, where there is room, the curve."""
        palette = self.palette
        canvas = Canvas(self.size.width, height, palette.style(on="panel"))
        y = 0
        for text, role in self.review.about(self.reviewed_turn):
            for line in wrap_within(text, canvas.width - 4, height // 2):
                canvas.draw_text(2, y, line, palette.style(role, "panel"))
                y += 1
        self._curve = None
        if height - y - 1 >= _CURVE:
            self._curve = self.review.curve(Region(1, y + 1, canvas.width - 3, height - y - 1))
            canvas.fill(Region(0, y + 1, canvas.width, height - y - 1), palette.style())
            self._curve.paint(canvas, palette, self.number)
        self.show("words", canvas)

    def keys(self) -> list[KeyLabel]:
        known = {command.name: KeyLabel(command.shown, command.label, command.name) for command in commands.TURN}
        known["turn(1)"] = KeyLabel("←→", "turn", "turn(1)")
        ahead = self._boards_ahead
        known["boards"] = known["boards"]._replace(label=ahead)
        return [known[name] for name in ("boards", "try_else", "ask_again", "play_on", "turn(1)", "leave")]

    @property
    def _boards_ahead(self) -> str:
        """Return what the key for the other board shows next."""
        if self._side_by_side is not None:
            return "both" if self.shown % 2 else "before"
        return {"played": "played", "master": "the master's", "before": "before"}[_BOARDS[(self.shown + 1) % 3]]

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
        elif message.panel.id == "boards":
            self.action_boards()
        elif message.panel.id == "words":
            self._click_curve(message.x, message.y)

    def _click_curve(self, x: int, y: int) -> None:
        """Go to the turn that is drawn where the curve was clicked."""
        number = self._curve.turn_at(x, y) if self._curve is not None else None
        if number is not None:
            self.action_turn(number - self.number)

    # What can be done

    def action_boards(self) -> None:
        self.shown = (self.shown + 1) % (3 if self._side_by_side is None else 2)
        self.repaint()

    def action_turn(self, by: int) -> None:
        whole = len(self.review.report.turns)
        self.number = min(max(0, self.number + by), whole - 1)
        self.review.go_to(self.number)
        self.shown, self._again = 0, _AGAIN
        self._pictures.clear()
        self.repaint()

    def action_ask_again(self) -> None:
        """Have the turn reviewed again, with more time each time: an unclear difference may become clear."""
        self.review.ask(self.reviewed_turn.turn, Depth(seconds=self._again))
        self._again *= 2
        self.repaint()

    def action_try_else(self) -> None:
        show_tryout(self.samovar_app, self.match, self.reviewed_turn.turn)

    def action_play_on(self) -> None:
        play_from(self.samovar_app, self.match, self.reviewed_turn.turn.at, self.reviewed_turn.turn.seat)

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()
