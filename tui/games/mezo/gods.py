"""Before the first Age: the gods of Mezo to choose from."""

from collections.abc import Iterable, Sequence

from textual.geometry import Region

from core.games.mezo.components import GODS
from core.games.mezo.state import MezoState
from core.view import Place
from themes import Look
from tui.games.mezo.side import shortened
from tui.widgets.canvas import Picture, wrap


def god_areas(places: Iterable[Place], width: int, height: int) -> dict[Place, Region]:
    """The gods below each other, in as many rows as there is room for."""
    step = max(2, min(6, (height - 1) // len(GODS)))
    rows = step if step == 2 else step - 1
    return {place: Region(1, 1 + place.number * step, width - 2, rows) for place in places}


def paint_gods(
    picture: Picture,
    look: Look,
    state: MezoState,
    players: Sequence[str],
    areas: dict[Place, Region],
    cursor: Place | None,
    targets: dict[Place, str],
) -> None:
    """Each god with its digit and what its Call does, and who follows it already."""
    picture.text(1, 0, "The gods, and what their Call does", look.style("accent", attributes="bold"))
    for place, area in areas.items():
        god = GODS[place.number]
        here = place == cursor
        ink, on = ("cursor_ink", "cursor") if here else ("stone_ink", "land_a")
        small = "cursor_ink" if here else "stone_dim"
        picture.fill(area, look.style(ink, on))
        x = picture.text(area.x + 1, area.y, f"{targets.get(place) or ' '} {god.name}", look.style(ink, on, "bold"))
        picture.text(x, area.y, f" · {god.title}", look.style(small, on))
        for seat in range(state.players):
            if state.gods[seat] == place.number:
                badge = look.style("badge", f"dark_{seat + 1}", "bold")
                picture.right(area.right, area.y, f" {players[seat]} ", badge)
        told = wrap(f"Call: {god.call.text}", area.width - 4)
        if area.height > 3:
            told += wrap(god.theme, area.width - 4)
        if len(told) > area.height - 1:
            told = wrap(god.call.text, area.width - 4)
            shortened([told], area.width - 4, area.height - 1)
        picture.lines(area.x + 3, area.y + 1, told[: area.height - 1], look.style(small, on))
