"""The side of Mezo: items to choose from, the conflict, a card or a tribe in words, the tracks."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from textual.geometry import Region

from core.games.mezo.components import ALTARS, CARDS, GODS, SHAMAN, WARRIOR
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import LETTERS, captions
from core.games.mezo.view.side_list import SideListItem
from core.games.mezo.view.visible_cards import laid
from core.view import Target
from themes import Palette
from tui.games.mezo.art import Signs
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

_TRACK_WORDS = ("Codex", "Calendar")


class SideRow(NamedTuple):
    """A row of the side: its text, its style, and the target that it shows."""

    text: str
    role: str = "ink"
    attributes: str = ""
    target: Target | None = None


class HasTarget(Protocol):
    """A row that may show a target."""

    @property
    def target(self) -> Target | None: ...


def row_areas(rows: Sequence[HasTarget], left: int, top: int, width: int) -> dict[Target, Region]:
    """Return the regions of the rows' targets, one after the other, each as many rows as it takes."""
    found: dict[Target, Region] = {}
    for y, row in enumerate(rows, top):
        if row.target is not None:
            first = found[row.target].y if row.target in found else y
            found[row.target] = Region(left, first, width, y + 1 - first)
    return found


def heading(text: str) -> SideRow:
    return SideRow(text, "accent", "bold")


def item_rows(items: Sequence[SideListItem], width: int, room: int) -> list[SideRow]:
    """Return a list; where rows are scarce the texts of an item become one paragraph, then the longest are cut."""
    texts = [[wrap(text, width - 2) for text in item.texts] for item in items]
    if _height(texts) > room:
        texts = [[wrap(" ".join(item.texts), width - 2)] for item in items]
    shortened([lines for each in texts for lines in each], width - 2, room - len(items))
    rows = []
    for number, (item, wrapped) in enumerate(zip(items, texts, strict=True)):
        target = Target("item", number)
        rows.append(SideRow(f"{number + 1} {item.title}", "ink", "bold", target))
        rows += [SideRow(f"  {line}", "dim", "", target) for lines in wrapped for line in lines]
    return rows


def _height(texts: list[list[list[str]]]) -> int:
    """Return how many rows a list takes: a title and its texts for each item."""
    return len(texts) + sum(len(lines) for each in texts for lines in each)


def shortened(texts: Sequence[list[str]], width: int, room: int) -> None:
    """Cut the longest of some wrapped texts, a line at a time, until all fit; a cut text ends in an ellipsis."""
    while sum(map(len, texts)) > room and (longest := max(texts, key=len, default=[])) and len(longest) > 1:
        longest.pop()
        last = longest[-1]
        longest[-1] = clip(f"{last}……", width) if len(last) >= width else f"{last}…"


def action_rows(state: MezoState, seat: int, width: int, room: int) -> list[SideRow]:
    """Return a laid card in words: number and text of each action in one paragraph."""
    actions = GODS[state.gods[seat]].actions[state.cards[seat]]
    texts = [wrap(f"{number} {action.text}", width) for number, action in enumerate(actions, 1)]
    shortened(texts, width, room)
    rows = [heading(f"{CARDS[state.cards[seat]].capitalize()} of {GODS[state.gods[seat]].name}")]
    for number, lines in enumerate(texts):
        spent = bool(state.covered[seat] >> number & 1)
        ink, attributes = ("faint", "strike") if spent else ("ink", "")
        rows += [SideRow(line, ink, attributes, Target("action", number)) for line in lines]
    return rows


def god_rows(number: int, width: int, room: int) -> list[SideRow]:
    """Return a god with all its cards, for the choice of one; where rows are scarce, `i` shows the rest."""
    god = GODS[number]
    told = [(god.theme, "dim"), (f"Call: {god.call.text}", "ink")]
    for card, (first, second, _) in zip(CARDS, god.actions, strict=True):
        told.append((f"{card.capitalize()}: 1 {first.text} 2 {second.text}", "ink"))
    told.append((f"On every card: 3 {god.actions[0][2].text}", "ink"))
    texts = [wrap(text, width) for text, _ in told]
    airy = sum(map(len, texts)) + len(texts) < room
    cut = sum(map(len, texts)) + 1 > room
    shortened(texts, width, room - 1 - cut)
    rows = [heading(f"{god.name}, {god.title}")]
    for (_, ink), lines in zip(told, texts, strict=True):
        rows += [SideRow("")] * airy + [SideRow(line, ink) for line in lines]
    return [*rows, SideRow("i reads all of it out", "dim")] if cut else rows


def tribe_rows(
    state: MezoState, seat: int, viewer: int | None, name: str, width: int, brief: bool = False
) -> list[SideRow]:
    """Return a tribe in words."""
    rows = [SideRow(f"{name} · {names.tribe(seat)}", f"seat{seat + 1}", "bold")]
    for text, matters in captions.tribe(state, seat, viewer, brief):
        rows += [SideRow(line, "ink" if matters else "dim") for line in wrap(text, width)]
    return rows


def track_rows(state: MezoState, width: int) -> list[SideRow]:
    """Return Calendar and Codex: a sign for each space, or the letter of the tribe there."""
    rows = []
    for kind in (SHAMAN, WARRIOR):
        spaces = "".join(LETTERS[owner] if owner >= 0 else "·" for owner in state.tracks[kind])
        free = state.tracks[kind].count(-1)
        text = f"{_TRACK_WORDS[kind]:<9}{' '.join(spaces)}  {free} free"[:width]
        rows.append(SideRow(text, "dim", "", Target("track", kind)))
    return rows


def conflict_rows(state: MezoState) -> list[SideRow]:
    """Return a heading, and a row for each tribe that `MezoSidePainter` draws as a bar."""
    region = state.conflict
    reward = "8 VP" if region == state.blessed else ALTARS[state.altars[region]].brief
    strengths = [SideRow("", target=Target("strength", seat)) for seat in range(state.players)]
    return [heading(f"{names.region(region)} · {reward}"), *strengths]


class MezoSidePainter:
    """Painter of the rows of the side on a canvas."""

    def __init__(self, canvas: Canvas, palette: Palette, signs: Signs, viewer: int | None) -> None:
        self.canvas = canvas
        self.palette = palette
        self.signs = signs
        self.viewer = viewer

    def paint(
        self, rows: Sequence[SideRow], state: MezoState, after: MezoState, cursor: Target | None, top: int = 0
    ) -> None:
        width = self.canvas.width - 1
        for y, row in enumerate(rows, top):
            text = clip(row.text, width)
            if row.target is not None and row.target.kind == "strength":
                self._strength(y, row.target.number, state, after)
            elif row.target is not None and row.target == cursor:
                style = self.palette.style("cursor_ink", "cursor", row.attributes)
                self.canvas.draw_text(0, y, text.ljust(width), style)
            else:
                self.canvas.draw_text(0, y, text, self.palette.style(row.role, attributes=row.attributes))

    def _strength(self, y: int, seat: int, now: MezoState, after: MezoState) -> None:
        """Draw the strength of a tribe in the conflict as a bar, what it would win, and its card."""
        canvas, palette = self.canvas, self.palette
        found = standings(after, now.conflict)
        ink = f"seat{seat + 1}"
        strength = found.strengths[seat]
        changed = strength != standings(now, now.conflict).strengths[seat]
        x = canvas.draw_text(0, y, f"{LETTERS[seat]} ", palette.style(ink, attributes="bold"))
        number = palette.style("mark_ink", "mark", "bold") if changed else palette.style("ink", attributes="bold")
        x = canvas.draw_text(x, y, f"{strength:>2}", number)
        full = round(6 * strength / max(*found.strengths, 1))
        x = canvas.draw_text(x + 1, y, "█" * full + "·" * (6 - full), palette.style(ink))
        marks = ("=" if len(found.winner) > 1 else "W") if seat in found.winner and strength else " "
        marks += self.signs.shaman if seat in found.calendar else " "
        marks += self.signs.warrior if seat in found.codex else " "
        x = canvas.draw_text(x + 1, y, marks, palette.style("accent", attributes="bold"))
        self._card(x + 1, y, seat, now)

    def _card(self, x: int, y: int, seat: int, state: MezoState) -> None:
        """Draw the card of a tribe in the conflict, as the viewer may see it, and its spent actions."""
        card = laid(state, seat, self.viewer)
        if card is None:
            return
        name = "face down" if card < 0 else CARDS[card].capitalize()
        x = self.canvas.draw_text(x, y, name, self.palette.style("dim" if card < 0 or not state.revealed else "ink"))
        if state.revealed:
            spent = "".join("■" if state.covered[seat] >> action & 1 else "□" for action in range(3))
            self.canvas.draw_text(x + 1, y, spent, self.palette.style("dim"))
