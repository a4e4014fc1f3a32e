"""One turn of a review on the board: what was played beside what the master would have played."""

from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.geometry import Region, Size

from core.errors import TableError
from core.game import State
from core.match import Match, find_move
from core.review.comparison import Depth
from core.review.record import Judged
from tui import commands
from tui.features.review.chart import Curve
from tui.features.review.text import points_in_words
from tui.match.board_preview import Glimpse, fitting, glimpse
from tui.screens.base import Key, Room
from tui.screens.play_again import play_from
from tui.widgets.canvas import Panel, Picture, clip, wrap_within

if TYPE_CHECKING:
    from tui.features.review.screen import ReviewScreen

#: Rows of words below the boards at least.
_WORDS = 2
#: Rows that a curve needs.
_CURVE = 7
#: Asked again, the master thinks so many seconds about a turn, and longer each time.
_AGAIN = 8.0
#: What can be shown: after the turn, after the master's, before either.
_BOARDS = ("played", "master", "before")


class TurnScreen(Room):
    """A turn of a review. Where two boards have no room, a key changes between them."""

    DEFAULT_CSS = "TurnScreen #top, TurnScreen #keys { height: 1; }"
    own_commands = commands.TURN

    def __init__(self, review: "ReviewScreen", number: int) -> None:
        super().__init__()
        self.review = review
        self.number = number
        self.shown = 0
        self._again = _AGAIN
        self._curve: Curve | None = None
        self._glimpses: dict[tuple[str, Size, tuple[str, ...]], Glimpse] = {}

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.match.game.name

    @property
    def match(self) -> Match:
        return self.review.match

    @property
    def judged(self) -> Judged:
        return self.review.told.turns[self.number]

    def compose(self) -> ComposeResult:
        for panel in ("top", "boards", "words", "keys", "too-small"):
            yield Panel(id=panel)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.review.go_on()

    # What is shown

    @property
    def _kind(self) -> Any:
        from tui.app import game_screen

        return game_screen(self.match)

    def _columns(self, size: Size) -> int:
        """How wide a board is on a screen of this size."""
        return self._glimpse("before", size).board_columns

    @property
    def _side_by_side(self) -> Size | None:
        """For which size two boards fit beside each other, a title above each; None when they do not."""
        return fitting(self._columns, 2, self.size.width, self.size.height - 3 - _WORDS)

    @property
    def _board_size(self) -> Size:
        found = fitting(self._columns, 1, self.size.width, self.size.height - 3 - _WORDS)
        return self._side_by_side or found or Size(80, 24)

    @property
    def _boards(self) -> tuple[str, ...]:
        """The boards that are shown now."""
        if self._side_by_side is None:
            return (_BOARDS[self.shown % 3],)
        return ("before",) if self.shown % 2 else _BOARDS[:2]

    def _position(self, which: str) -> State:
        """The position before the turn, after it, or after the master's turn.

        That was planned without knowing what is hidden: where it turns out otherwise the plan ends.
        """
        turn, state = self.judged.turn, self.match.state_at(self.judged.turn.at)
        moves = {"before": (), "played": turn.moves, "master": self.judged.best}[which]
        for notation in moves:
            if state.actor != turn.seat:
                break
            try:
                state.play(find_move(self.match.game, state, notation))
            except TableError:
                break
        return state

    def _glimpse(self, which: str, size: Size) -> Glimpse:
        key = (which, size, self.judged.best)  # which changes when the master has thought again
        if key not in self._glimpses:
            seat = self.judged.turn.seat
            before = None if which == "before" else self.match.state_at(self.judged.turn.at)
            self._glimpses[key] = glimpse(self._kind)(self.match, seat, self._position(which), before, size)
        return self._glimpses[key]

    def paint(self) -> None:
        look, size = self.look, self._board_size
        self.query_one("#boards", Panel).styles.height = size.height - 4
        self._paint_top()
        picture = Picture(self.size.width, size.height - 4, look.style())
        x = 0
        for which in self._boards:
            board = self._glimpse(which, size).board()
            picture.text(x + 1, 0, clip(self._title(which), board.width - 2), look.style("accent", attributes="bold"))
            picture.put(x, 1, board)
            x += board.width
        side = self._glimpse(self._boards[-1], size).side()
        if x + side.width <= picture.width:
            picture.put(x, 1, side)
        self.show("boards", picture)
        self._paint_words(self.size.height - size.height + 2)
        self.paint_keys("keys", self.keys())

    def _title(self, which: str) -> str:
        name = self.match.seats[self.judged.turn.seat].name
        return {"played": f"{name} played", "master": "The master's way", "before": "Before the turn"}[which]

    def _paint_top(self) -> None:
        look, judged = self.look, self.judged
        picture = self.picture_for("top", "bar")
        whole = len(self.review.told.turns)
        title = f"{self.match.game.title}: turn {self.number + 1} of {whole}, round {judged.round}"
        picture.text(1, 0, title, look.style("accent", "bar", "bold"))
        told: str = judged.grade
        if judged.grade in ("inaccurate", "mistake"):
            told = f"{judged.grade}, {points_in_words(judged.cost)} points"
        if self.review.asked == judged.turn:
            told = "the master thinks again…"
        picture.right(picture.width - 1, 0, told, look.style("ink", "bar", "bold"))
        self.show("top", picture)

    def _paint_words(self, height: int) -> None:
        """The turn and the master's in words, their figures and, where there is room, the curve."""
        look = self.look
        picture = Picture(self.size.width, height, look.style(on="panel"))
        y = 0
        for words, role in self.review.about(self.judged):
            for line in wrap_within(words, picture.width - 4, height // 2):
                picture.text(2, y, line, look.style(role, "panel"))
                y += 1
        self._curve = None
        if height - y - 1 >= _CURVE:
            self._curve = self.review.curve(Region(1, y + 1, picture.width - 3, height - y - 1))
            picture.fill(Region(0, y + 1, picture.width, height - y - 1), look.style())
            self._curve.paint(picture, look, self.number)
        self.show("words", picture)

    def keys(self) -> list[Key]:
        known = {command.name: Key(command.shown, command.label, command.name) for command in commands.TURN}
        known["turn(1)"] = Key("←→", "turn", "turn(1)")
        ahead = self._boards_ahead
        known["boards"] = known["boards"]._replace(label=ahead)
        return [known[name] for name in ("boards", "try_else", "ask_again", "play_on", "turn(1)", "leave")]

    @property
    def _boards_ahead(self) -> str:
        """What the key for the other board shows next."""
        if self._side_by_side is not None:
            return "both" if self.shown % 2 else "before"
        return {"played": "played", "master": "the master's", "before": "before"}[_BOARDS[(self.shown + 1) % 3]]

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
        elif message.panel.id == "boards":
            self.action_boards()
        elif message.panel.id == "words":
            self._click_curve(message.x, message.y)

    def _click_curve(self, x: int, y: int) -> None:
        """A click on the curve goes to the turn that is drawn there."""
        number = self._curve.turn_at(x, y) if self._curve is not None else None
        if number is not None:
            self.action_turn(number - self.number)

    # What can be done

    def action_boards(self) -> None:
        self.shown = (self.shown + 1) % (3 if self._side_by_side is None else 2)
        self.repaint()

    def action_turn(self, by: int) -> None:
        whole = len(self.review.told.turns)
        self.number = min(max(0, self.number + by), whole - 1)
        self.review.go_to(self.number)
        self.shown, self._again = 0, _AGAIN
        self._glimpses.clear()
        self.repaint()

    def action_ask_again(self) -> None:
        """Longer each time: what was not clear may become so."""
        self.review.ask(self.judged.turn, Depth(seconds=self._again))
        self._again *= 2
        self.repaint()

    def action_try_else(self) -> None:
        from tui.features.review.tryout_screen import tryout

        self.house.push_screen(tryout(self.match, self.judged.turn))

    def action_play_on(self) -> None:
        play_from(self.house, self.match, self.judged.turn.at, self.judged.turn.seat)

    def action_leave(self) -> None:
        self.house.leave_screen()
