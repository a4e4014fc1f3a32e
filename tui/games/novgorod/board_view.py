"""The board of Novgorod as a widget: a chart with the ship below it, and a ledger beside them, with one cursor."""

from collections.abc import Sequence

from textual.geometry import Region

from core.games.novgorod.phases import ROUTE
from core.games.novgorod.state import NovgorodState
from core.games.novgorod.view import NovgorodView
from core.view import PromptItem, Target
from tui.games.novgorod import board, side
from tui.games.novgorod.art import ASCII_SIGNS
from tui.games.novgorod.choice_row import fitting_row
from tui.games.novgorod.layout import ChartScale, chart_scale
from tui.games.novgorod.legend import legend_rows
from tui.games.novgorod.lines import cities_of_route
from tui.match.board_view import BoardView
from tui.match.legend import LegendRow
from tui.sessions.pacing import FRAMES
from tui.widgets.canvas import Canvas


class NovgorodBoardView(BoardView[NovgorodState, NovgorodView]):
    """The chart and the ledger; their modules say where things are and paint them."""

    ascii_signs = ASCII_SIGNS

    @property
    def scale(self) -> ChartScale:
        return chart_scale(*self.window)

    @property
    def board_columns(self) -> int:
        """The chart, and a column between it and the ledger."""
        return self.scale.width + 1

    @property
    def side_columns(self) -> int:
        """The ledger, without the last column of the window, so that no figure touches its edge."""
        return super().side_columns - 1

    def target_regions(self) -> dict[Target, Region]:
        return {**board.areas(self), **side.areas(self)}

    def points_at(self, target: Target) -> bool:
        """Return whether the cursor is shown at a target."""
        return self.cursor == target and self.viewed_seat is None

    @property
    def touched(self) -> tuple[int, int]:
        """The goods and luxuries that Enter would use up, as masks."""
        return self.view.touched(self.current_choice)

    def lane_of(self, seat: int) -> int:
        """Return the lane of a player's lines, and the row of the player's flags: the viewer has the first."""
        return (seat - (self.viewer or 0)) % self.state.players

    def last_routes(self) -> dict[int, list[int]]:
        """Return the harbours of each player's last route, without the one that is shown thick."""
        found: dict[int, list[int]] = {}
        position, players = self.position, self.state.players
        for entry in reversed(position.log_match.log[: position.log_end]):
            for event in entry.events:
                if event.kind == "sails" and event.seat is not None:
                    found.setdefault(event.seat, cities_of_route(event.facts[0]))
            if len(found) == players:
                break
        if self.state.route or self.state.phase == ROUTE:
            found.pop(self.view.ship_seat, None)
        return found

    def legs_sailed(self, cities: Sequence[int]) -> float:
        """Return how many legs of this route lie behind the ship: all, except while it is shown to sail."""
        legs = len(cities) - 1
        is_sailing = self.moment is not None and self.moment.moving == tuple(cities)
        return legs * self.frame / (FRAMES - 1) if is_sailing else legs

    # The row of choices

    @property
    def prompt_items(self) -> list[PromptItem]:
        """The row of choices with names of harbours as long as there is room for."""
        return fitting_row(super().prompt_items, self.window.width - 2)

    # The cursor

    def move(self, dx: int, dy: int) -> None:
        """While a route is used, walk the list of all that can be done: up and down, or within a place."""
        rows = self.view.action_rows
        if not rows or self.viewed_seat is not None:
            super().move(dx, dy)
            return
        at = next((n for n, row in enumerate(rows) if row[:2] == (self.cursor, self.choice_index)), None)
        if at is None:
            self.next_stop(dx + dy)
            return
        if dx:
            there = [n for n, row in enumerate(rows) if row.target == self.cursor]
            at = there[(there.index(at) + dx) % len(there)]
        else:
            at = (at + dy) % len(rows)
        self.cursor, self.choice_index = rows[at].target, rows[at].choice_index

    def click(self, panel: str | None, x: int, y: int) -> None:
        """Handle a click; the first on a line of the list of actions selects it, the second does it."""
        number = side.action_row_at(self, y) if panel == "side" else None
        if number is None:
            super().click(panel, x, y)
            return
        row = self.view.action_rows[number]
        if (self.cursor, self.choice_index) == row[:2]:
            self.host.board_entered()
        else:
            self.cursor, self.choice_index = row.target, row.choice_index
            self.host.board_changed()

    # Painting

    def paint_board(self, canvas: Canvas) -> None:
        board.paint(self, canvas, self.target_regions())

    def paint_side(self, canvas: Canvas) -> None:
        side.paint(self, canvas, self.target_regions())

    def legend(self) -> list[LegendRow]:
        return legend_rows(self)


BOARD_VIEW = NovgorodBoardView
