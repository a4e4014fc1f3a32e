"""How it ended: places, where the points came from, the scores by round, and what next."""

from textual.app import ComposeResult

from core.bots.hints import tips_asked
from core.match import Match
from tui import commands
from tui.features.lessons.text import first_result
from tui.screens.base import Key, Room
from tui.widgets.canvas import Panel, Picture, cell_width, clip, wrap
from tui.widgets.sparkline import bar


class ResultScreen(Room):
    """The result; closes with what the player wishes next."""

    DEFAULT_CSS = "ResultScreen #top, ResultScreen #keys { height: 1; }"
    own_commands = commands.RESULT

    def __init__(self, match: Match, can_undo: bool = False, way_out: str = "home") -> None:
        super().__init__()
        self.match = match
        self.can_undo = can_undo
        self._way_out = way_out
        #: What to learn from a first game.
        self.lesson = ""

    def on_mount(self) -> None:
        self.lesson = first_result(self.match, self.house.learning)

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.match.game.name

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        yield Panel(id="result")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def action_wish(self, wish: str) -> None:
        if wish != "undo" or self.can_undo:
            self.dismiss(wish)

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)

    def paint(self) -> None:
        look = self.look
        top = self.picture_for("top", "bar")
        top.text(1, 0, f"{self.match.game.title}: the result", look.style("accent", "bar", "bold"))
        self.show("top", top)
        picture = self.picture_for("result")
        left = max(3, (picture.width - 74) // 2)
        y = 1
        told = (
            (self._winners(), "accent"),
            (self.match.state.verdict(), "ink"),
            (tips_asked(self.match), "dim"),
            (self.lesson, "ink"),
        )
        for words, role in told:
            for line in wrap(words, picture.width - 2 * left):
                picture.text(left, y, line, look.style(role, attributes="bold" if role == "accent" else ""))
                y += 1
        y = self._paint_places(picture, left, y + 1)
        self._paint_chart(picture, left, y + 1)
        self.show("result", picture)
        keys = [
            Key("⏎", "play again", "wish('again')"),
            Key("r", "review", "wish('review')"),
            Key("v", "look back", "wish('replay')"),
            Key("s", "same deal", "wish('same')"),
            *([Key("u", "undo", "wish('undo')")] if self.can_undo else []),
            Key("Esc", self._way_out, "wish('home')"),
        ]
        self.paint_keys("keys", keys)

    def _winners(self) -> str:
        """Who has won; alone, the verdict says it all."""
        names = [self.match.seats[seat].name for seat in self.match.state.ranking()[0]]
        if len(self.match.seats) == 1:
            return ""
        if len(names) == 1:
            return f"{names[0]} wins!"
        return f"{', '.join(names[:-1])} and {names[-1]} share the victory!"

    def _paint_places(self, picture: Picture, x: int, y: int) -> int:
        """Places and where the points came from, as wide or as high as there is room for."""
        label, found = self.match.game.labels().source, self.match.state.breakdown()
        sources = {label(source): points for source, points in found.items() if any(points)}
        names = max(cell_width(seat.name) for seat in self.match.seats) + 12
        wide = names + sum(_column(source) + 2 for source in sources)
        paint = self._paint_rows if x + wide <= picture.width else self._paint_columns
        return paint(picture, x, y, sources)

    def _paint_rows(self, picture: Picture, x: int, y: int, sources: dict[str, list[int]]) -> int:
        """A table: a row a player from the first to the last, a column a source of points."""
        look, scores = self.look, self.match.state.scores()
        name_width = max(cell_width(seat.name) for seat in self.match.seats) + 5
        at = x + name_width + 7
        for source in sources:
            *first, last = source.split()
            picture.right(at + _column(source), y, " ".join(first), look.style("dim"))
            picture.right(at + _column(source), y + 1, last, look.style("dim"))
            at += _column(source) + 2
        y += 2
        for place, seat in self._places():
            ink = look.style(f"seat{seat + 1}", attributes="bold")
            picture.text(x, y, f"{place}. {clip(self.match.seats[seat].name, 24)}", ink)
            picture.right(x + name_width + 4, y, str(scores[seat]), look.style("ink", attributes="bold"))
            at = x + name_width + 7
            for source, points in sources.items():
                picture.right(at + _column(source), y, str(points[seat]), look.style("dim"))
                at += _column(source) + 2
            y += 1
        return y

    def _paint_columns(self, picture: Picture, x: int, y: int, sources: dict[str, list[int]]) -> int:
        """The same turned: a column a player, a row a source of points."""
        look, scores = self.look, self.match.state.scores()
        label = max(cell_width(source) for source in sources) + 2
        step = min(14, (picture.width - x - label) // len(self.match.seats))
        for column, (place, seat) in enumerate(self._places(), 1):
            right = x + label + column * step
            ink = look.style(f"seat{seat + 1}", attributes="bold")
            picture.right(right, y, f"{place}. {clip(self.match.seats[seat].name, step - 5)}", ink)
            picture.right(right, y + 1, str(scores[seat]), look.style("ink", attributes="bold"))
            for row, (source, points) in enumerate(sources.items(), y + 2):
                picture.text(x, row, source, look.style("dim"))
                picture.right(right, row, str(points[seat]), look.style("dim"))
        return y + 2 + len(sources)

    def _places(self) -> list[tuple[int, int]]:
        """Place and seat, from the first to the last."""
        return [(place, seat) for place, seats in enumerate(self.match.state.ranking(), 1) for seat in seats]

    def _paint_chart(self, picture: Picture, x: int, y: int) -> None:
        """The points that each round brought, a row of bars a player."""
        look = self.look
        rounds = self.match.scores_by_round()
        seats = range(len(self.match.seats))
        gains = [[now[seat] - (rounds[i - 1][seat] if i else 0) for i, now in enumerate(rounds)] for seat in seats]
        most = max(1, *(gain for row in gains for gain in row))
        if len(rounds) < 2 or y + len(gains) + 1 > picture.height:
            return
        step = 2 if y + 2 * len(gains) + 1 <= picture.height else 1
        picture.text(x, y, "Points by round", look.style("dim"))
        for seat in seats:
            row = y + 1 + step * seat
            at = picture.text(x, row, clip(self.match.seats[seat].name, 12).ljust(13), look.style("dim"))
            for gain in gains[seat][: (picture.width - at) // 5]:
                picture.text(at, row, bar(gain, most, self.house.ascii) * 2, look.style(f"seat{seat + 1}"))
                picture.text(at + 2, row, f"{gain:<3}", look.style("dim"))
                at += 5


def _column(source: str) -> int:
    """How wide the column of a source is: its longest line of two."""
    *first, last = source.split()
    return max(4, cell_width(" ".join(first)), cell_width(last))
