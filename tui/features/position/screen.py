"""The screen on which a position is set up row by row; the board beside the rows shows it as far as it is given."""

from collections.abc import Iterator
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size

from core.errors import InvalidMatchError
from core.game import Game
from core.match import Match
from core.position_editor import EditorField, PositionFields, editor_of
from saves.position_file import from_fields
from tui import commands
from tui.match.board_picture import BoardPicture, FixedPosition, best_size
from tui.match.screen import MatchScreen
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, PromptDialog
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import clip

#: The columns of the rows, where the board stands beside them.
_ROWS = 62


class PositionScreen(ListScreen):
    """The fields of a position. What is wrong with them is said at once, in a sentence."""

    DEFAULT_CSS = "PositionScreen #told { height: 1fr; }"
    own_commands = commands.POSITION

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.cursor = "players"
        self.game = game
        self.editor = editor_of(game)
        self.fields: PositionFields = self._example(1)
        #: Whether there is room for the board beside the rows; where there is not, whether it takes their place.
        self._has_room = True
        self._shows_board = False
        self._match: Match | None = None
        self._wrong = ""
        self._read()
        assert self._match is not None
        #: A valid position, from which the size of the board is measured.
        self._sample: Match = self._match

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.game.name

    @property
    def title_text(self) -> str:  # type: ignore[override]
        return f"{self.game.title}: set up a position"

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        with Horizontal(id="told"):
            yield CanvasView(id="list")
            yield CanvasView(id="board")
        yield CanvasView(id="help")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def _example(self, players: int) -> PositionFields:
        names = [f"Player {number}" for number in range(1, players + 1)]
        return self.editor.to_fields(self.editor.example(self.game, players), names)

    def _read(self) -> None:
        """Make a match of the fields, or find out what is wrong with them."""
        self._match, self._wrong = None, ""
        try:
            self._match = from_fields(self.game, self.fields)
        except InvalidMatchError as error:
            self._wrong = str(error)

    # The rows

    def rows(self) -> list[ListRow]:
        found = [ListRow("Table"), *(self._row(field, self.fields, field.name) for field in self.editor.fields)]
        players = ListRow("Players", f"◂ {len(self.fields['seat'])} ▸", "Number of players.", "players")
        found.insert(1, players)
        for number, seat in enumerate(self.fields["seat"]):
            found += [ListRow(""), ListRow(f"Seat {number + 1}")]
            for field in self.editor.seat_fields:
                found += self._seat_rows(field, seat, number)
        return found

    def _seat_rows(self, field: EditorField, seat: PositionFields, number: int) -> Iterator[ListRow]:
        name = f"{field.name}/{number}"
        if field.rows < 2:
            yield self._row(field, seat, name)
            return
        for row, text in enumerate(_lines(seat[field.name], field.rows)):
            yield ListRow(f"{field.label}, row {row + 1}", text, field.help, f"{name}/{row}")

    def _row(self, field: EditorField, told: PositionFields, name: str) -> ListRow:
        value = told[field.name]
        if not field.choices:
            return ListRow(field.label, str(value) or "none", field.help, name)
        text = next((text for choice, text in field.choices if choice == value), "")
        if text == str(value) or not value:
            return ListRow(field.label, f"◂ {text} ▸", field.help, name)
        return ListRow(field.label, f"◂ {value} · {text} ▸", f"{value}: {text}", name)  # too long for its column

    def window(self, first: int, end: int) -> list[ListRow]:
        return self.rows()[first:end]

    def keys(self) -> list[KeyLabel]:
        ready = (
            [KeyLabel("c", "play on", "play_on"), KeyLabel("t", "ask the master", "tip")]
            if self._match is not None
            else []
        )
        return [
            KeyLabel("Enter", "change", "choose"),
            KeyLabel("↑↓", "row", "step(1)"),
            *([] if self._has_room else [KeyLabel("b", "rows" if self._shows_board else "board", "board")]),
            *ready,
            KeyLabel("Esc", "back", "leave"),
        ]

    def paint(self) -> None:
        self.status = self.status or self._wrong
        room = Size(self.size.width - _ROWS, self.size.height - 4)
        size = best_size(lambda size: self._picture(size).columns, 1, *room)
        self._has_room = size is not None
        if size is None and self._shows_board:
            room, size = Size(self.size.width, self.size.height - 4), self.size
        self.query_one("#board", CanvasView).styles.display = "none" if size is None else "block"
        self.query_one("#list", CanvasView).styles.width = "1fr" if size is None else self.size.width - room.width
        super().paint()
        if size is not None:
            self.show("board", self._board(Canvas(*room, self.palette.style()), size))
        self.status = ""

    def action_board(self) -> None:
        """Show the board in the place of the rows, or the rows again, in a window that has no room for both."""
        self._shows_board = not self._shows_board
        self.repaint()

    def _board(self, canvas: Canvas, size: Size) -> Canvas:
        """Draw the position as a match would show it; a note instead while something is wrong."""
        if self._match is None:
            text = clip("The board appears once everything is valid.", canvas.width - 4)
            canvas.draw_text(2, 2, text, self.palette.style("dim"))
        else:
            seen = self._picture(size)
            board, side = seen.board, seen.side
            canvas.paste(0, 1, board)
            if board.width + side.width <= canvas.width:
                canvas.paste(board.width, 1, side)
        return canvas

    def _picture(self, size: Size) -> BoardPicture:
        match = self._match or self._sample
        assert match.state.actor is not None
        position = FixedPosition(match, match.state.actor, match.state, log_end=0)
        return BoardPicture(position, size, self.palette, self.samovar_app.ascii, viewed=match.state.actor)

    # Changing them

    def _found(self) -> tuple[EditorField, PositionFields] | None:
        """Return the field under the cursor, and the dictionary that holds its value."""
        name, _, seat = self.cursor.partition("/")
        fields = self.editor.seat_fields if seat else self.editor.fields
        told = self.fields["seat"][int(seat.split("/")[0])] if seat else self.fields
        return next(((field, told) for field in fields if field.name == name), None)

    def _set(self, told: PositionFields, name: str, value: object) -> None:
        told[name] = value
        self._read()
        self.repaint()

    def action_change(self, by: int) -> None:
        if self.cursor == "players":
            self._seat_so_many(len(self.fields["seat"]) + by)
        elif (found := self._found()) is not None:
            field, told = found
            if field.choices:
                values = [value for value, _ in field.choices]
                self._set(told, field.name, values[(values.index(told[field.name]) + by) % len(values)])
            elif field.most:
                self._set(told, field.name, min(max(0, told[field.name] + by), field.most))

    def _seat_so_many(self, players: int) -> None:
        if players in self.game.player_counts:
            more = self._example(players)["seat"][len(self.fields["seat"]) :]
            self.fields["turn"] = min(self.fields["turn"], players)
            self._set(self.fields, "seat", (self.fields["seat"] + more)[:players])

    def action_choose(self) -> None:
        if self.cursor == "players":
            self.action_change(1)
        elif (found := self._found()) is not None:
            field, told = found
            if field.choices:
                self._pick(field, told)
            elif field.rows > 1:
                self._ask_row(field, told, int(self.cursor.rpartition("/")[2]))
            else:
                self._ask(field, told)

    def _pick(self, field: EditorField, told: PositionFields) -> None:
        entries = [
            ChoiceOption(f"{value} · {words}" if str(value) != words else words, value)
            for value, words in field.choices
        ]
        at = [value for value, _ in field.choices].index(told[field.name])

        def picked(value: Any) -> None:
            if value is not None:
                self._set(told, field.name, value)

        self.samovar_app.push_screen(ChoiceDialog(field.label, entries, at), picked)

    def _ask(self, field: EditorField, told: PositionFields) -> None:
        def typed(text: str | None) -> None:
            if text is not None and not field.most:
                self._set(told, field.name, text)
            elif text is not None:
                self._set(told, field.name, int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1)

        self.samovar_app.push_screen(PromptDialog(field.help, str(told[field.name])), typed)

    def _ask_row(self, field: EditorField, told: PositionFields, row: int) -> None:
        lines = _lines(told[field.name], field.rows)

        def typed(text: str | None) -> None:
            if text is not None:
                lines[row] = text
                self._set(told, field.name, "\n".join(lines))

        self.samovar_app.push_screen(PromptDialog(f"{field.label}, row {row + 1}:", lines[row]), typed)

    # Going on

    def action_play_on(self) -> None:
        if self._match is not None:
            self.samovar_app.new_match(self._match)

    def action_tip(self) -> None:
        if self._match is not None:
            self.samovar_app.new_match(self._match)
            if isinstance(screen := self.samovar_app.screen, MatchScreen):
                screen.call_after_refresh(screen.action_tip)


def _lines(text: str, rows: int) -> list[str]:
    lines = [line for line in text.splitlines() if line.strip()]
    return (lines + [""] * rows)[:rows]
