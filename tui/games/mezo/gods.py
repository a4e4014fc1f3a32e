"""The choice of a god before the first Age of Mezo."""

from collections.abc import Iterable, Sequence

from textual.geometry import Region

from core.games.mezo.components import GODS
from core.games.mezo.state import MezoState
from core.view import Target
from themes import Palette
from tui.games.mezo.side import shortened
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import wrap


def god_areas(targets: Iterable[Target], width: int, height: int) -> dict[Target, Region]:
    """Return the regions of the gods below each other, in as many rows as there is room for."""
    step = max(2, min(6, (height - 1) // len(GODS)))
    rows = step if step == 2 else step - 1
    return {target: Region(1, 1 + target.number * step, width - 2, rows) for target in targets}


def paint_gods(
    canvas: Canvas,
    palette: Palette,
    state: MezoState,
    players: Sequence[str],
    areas: dict[Target, Region],
    cursor: Target | None,
    targets: dict[Target, str],
) -> None:
    """Draw each god with its digit, what its Call does, and who has chosen it already."""
    canvas.draw_text(1, 0, "The gods, and what their Call does", palette.style("accent", attributes="bold"))
    for target, area in areas.items():
        god = GODS[target.number]
        here = target == cursor
        ink, on = ("cursor_ink", "cursor") if here else ("stone_ink", "land_a")
        small = "cursor_ink" if here else "stone_dim"
        canvas.fill(area, palette.style(ink, on))
        x = canvas.draw_text(
            area.x + 1, area.y, f"{targets.get(target) or ' '} {god.name}", palette.style(ink, on, "bold")
        )
        canvas.draw_text(x, area.y, f" · {god.title}", palette.style(small, on))
        for seat in range(state.players):
            if state.gods[seat] == target.number:
                badge = palette.style("badge", f"dark_{seat + 1}", "bold")
                canvas.draw_text_right(area.right, area.y, f" {players[seat]} ", badge)
        told = wrap(f"Call: {god.call.text}", area.width - 4)
        if area.height > 3:
            told += wrap(god.theme, area.width - 4)
        if len(told) > area.height - 1:
            told = wrap(god.call.text, area.width - 4)
            shortened([told], area.width - 4, area.height - 1)
        canvas.draw_lines(area.x + 3, area.y + 1, told[: area.height - 1], palette.style(small, on))
