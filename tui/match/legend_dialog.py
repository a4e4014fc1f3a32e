"""The legend of a game above its match: what the signs mean, and what a player looks up in the printed game."""

from collections.abc import Sequence

from tui import commands
from tui.match.legend import LegendRow
from tui.screens.dialogs import Dialog
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, wrap

#: A legend in a window at least so wide has two columns.
_TWO_COLUMNS = 110


class LegendDialog(Dialog[None]):
    """The legend of a game, above its match."""

    own_commands = commands.LEGEND_DIALOG

    def __init__(self, title: str, rows: Sequence[LegendRow]) -> None:
        super().__init__()
        self._title, self._rows = title, rows
        self._top = 0

    def action_scroll(self, by: int) -> None:
        self._top += by
        self._paint()

    def on_click(self) -> None:
        self.dismiss()

    def _paint(self) -> None:
        window = self.app.size
        columns = 2 if window.width >= _TWO_COLUMNS else 1
        width = min(window.width - 4, 72 * columns)
        column_width = (width - 4 - 3 * (columns - 1)) // columns
        blocks = self._blocks(column_width)
        stacks = _stacks(blocks, columns)
        height = max(map(len, stacks))
        shown = max(1, min(height, window.height - 4))
        self._top = min(max(0, self._top), height - shown)
        canvas = self.new_canvas(width, shown + 2, f"{self._title}: signs and reference")
        for number, stack in enumerate(stacks):
            x = 2 + number * (column_width + 3)
            for y, line in enumerate(stack[self._top : self._top + shown], 1):
                canvas.paste(x, y, line)
        more = " ↑↓ more " if shown < height else ""
        canvas.draw_text_right(width - 2, shown + 1, f"{more} Esc ", self.palette.style("dim", "panel"))
        self.show(canvas)

    def _blocks(self, width: int) -> list[list[Canvas]]:
        """Return the legend as painted lines, a block for each heading with what follows it."""
        blocks: list[list[Canvas]] = []
        left = 2 + max((cell_width(row.sign) for row in self._rows), default=0)
        for row in self._rows:
            if row.is_heading or not blocks:
                blocks.append([])
            blocks[-1] += self._lines(row, width, left)
        return blocks

    def _lines(self, row: LegendRow, width: int, left: int) -> list[Canvas]:
        palette = self.palette
        indent = left if row.sign else 0
        role = ("accent", "bold") if row.is_heading else ("ink", "")
        lines = []
        for text in wrap(row.text, width - indent):
            line = Canvas(width, 1, palette.style(on="panel"))
            line.draw_text(indent, 0, text, palette.style(role[0], "panel", role[1]))
            lines.append(line)
        if row.sign:
            lines[0].draw_text(0, 0, row.sign, palette.style(row.ink, row.on, row.attributes))
        return [Canvas(width, 1, palette.style(on="panel")), *lines] if row.is_heading else lines


def _stacks(blocks: Sequence[Sequence[Canvas]], columns: int) -> list[list[Canvas]]:
    """Return the blocks in columns of about the same height; a block is not broken."""
    stacks: list[list[Canvas]] = [[] for _ in range(columns)]
    share = sum(map(len, blocks)) / columns
    at = 0
    for block in blocks:
        if at < columns - 1 and len(stacks[at]) >= share:
            at += 1
        stacks[at] += block
    return stacks
