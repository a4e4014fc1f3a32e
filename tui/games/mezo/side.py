"""The side of Mezo: the tribes, Calendar, Codex and wrathful god in words, a conflict in brief, and lists."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from textual.geometry import Region

from core.games.mezo.components import (
    ALTARS,
    CARDS,
    CONSTANTS,
    DEVOTION_END,
    DEVOTION_LEVEL,
    DEVOTION_VP,
    GODS,
    SHAMAN,
    TRACKS,
    WARRIOR,
    WRATHFUL,
    NamedEffect,
)
from core.games.mezo.effects.gods import price
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import WRATH, captions
from core.games.mezo.view.side_list import SideListItem
from core.games.mezo.view.visible_cards import laid
from core.text import count_text
from core.view import Target
from themes import Palette
from tui.games.mezo.art import SHAPES, Signs
from tui.games.mezo.board import brief_lines
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, distinct_names, wrap

_TRACK_WORDS = ("Codex", "Calendar")
#: The width from which on the tracks stand below each other, with their whole names.
_WIDE = 36
#: The columns beside the bar of a tribe in a conflict: its letter, its strength, its card and the actions of that.
_BRIEF_CARD = 27
#: The signs of the three levels of the devotion track.
_STEPS = "▂▄▆"


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


# Lists


def item_rows(items: Sequence[SideListItem], width: int, room: int) -> list[SideRow]:
    """Return a list; where rows are scarce each item is one short paragraph, then the longest are cut."""
    texts = [[wrap(text, width - 2) for text in item.texts] for item in items]
    if _height(texts) > room:
        texts = [[wrap(item.brief or " ".join(item.texts), width - 2)] for item in items]
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


def tribe_rows(state: MezoState, seat: int, viewer: int | None, name: str, width: int) -> list[SideRow]:
    """Return a tribe in words."""
    rows = [SideRow(f"{name} · {names.tribe(seat)}", f"seat{seat + 1}", "bold")]
    for text, matters in captions.tribe(state, seat, viewer):
        rows += [SideRow(line, "ink" if matters else "dim") for line in wrap(text, width)]
    return rows


def conflict_rows(state: MezoState) -> list[SideRow]:
    """Return a heading, and a row for each tribe that `SidePainter` draws as a bar."""
    region = state.conflict
    reward = f"{CONSTANTS.blessed_vp} VP" if region == state.blessed else ALTARS[state.altars[region]].brief
    strengths = [SideRow("", target=Target("strength", seat)) for seat in range(state.players)]
    return [heading(f"{names.region(region)} · {reward}"), *strengths]


# The table beside the map


class TableContents(NamedTuple):
    """What the side shows of the table: the state, how a choice would change it, the players, and what is marked."""

    state: MezoState
    after: MezoState
    players: Sequence[str]
    letters: Sequence[str]
    cursor: Target | None
    marks: Mapping[Target, str]
    counted: frozenset[Target]
    viewer: int | None


class TablePlan(NamedTuple):
    """Where the parts of the side lie: tribes, the two tracks, the wrathful god."""

    tribes: dict[int, Region]
    tracks: dict[int, Region]
    wrath: Region

    def areas(self, left: int) -> dict[Target, Region]:
        """Return the regions of the targets, for a side that begins at this column."""
        found = {Target("seat", seat): area for seat, area in self.tribes.items()}
        found |= {Target("track", kind): area for kind, area in self.tracks.items()}
        if self.wrath.height:
            found[WRATH] = self.wrath
        return {target: area.translate((left, 0)) for target, area in found.items()}


def _tile_lines(tile: NamedEffect, width: int) -> list[str]:
    """Return what a wrathful tile gives, behind its name, and below it where that is too narrow."""
    first, *rest = wrap(f"{tile.name} {tile.brief}", width)
    return [first.removeprefix(tile.name).strip(), *wrap(" ".join(rest), width - 2)]


def _whole_texts(kind: int, width: int) -> list[list[str]]:
    """Return the lines of the whole text of each space of a track."""
    return [wrap(space.effect.text.rstrip("."), width) for space in TRACKS[kind]]


def _track_lines(kind: int, width: int, height: int, signs: Signs) -> list[list[str]]:
    """Return the lines of each space of a track below its heading: in full, where there is room for all of them.

    Whole texts have a column free behind them.
    """
    whole = _whole_texts(kind, width - 3)
    if width >= _WIDE and sum(map(len, whole)) < height:
        return whole
    texts = [space.brief.replace(SHAPES.warrior, signs.warrior) for space in TRACKS[kind]]
    texts = [text.replace(SHAPES.shaman, signs.shaman) for text in texts]
    if width >= _WIDE:
        texts = [_fitting(lines, text) for lines, text in zip(_whole_texts(kind, width - 2), texts, strict=True)]
    return [brief_lines(text, width - 2) for text in texts]


def _fitting(lines: Sequence[str], brief: str) -> str:
    """Return a text that is one line; of a longer one a few words, with its verb as the others have it."""
    verb = lines[0].split()[0]
    return lines[0] if len(lines) == 1 else f"{verb}{brief[len(verb) :]}"


def _worth(devotion: int) -> str:
    """Return what stands behind so much devotion: its level, and what it is worth after the last Age."""
    return f" of {DEVOTION_END} · level {DEVOTION_LEVEL[devotion]} = {DEVOTION_VP[devotion]} VP"


def _wrath_rows(state: MezoState, width: int) -> int:
    return sum(len(_tile_lines(WRATHFUL[tile], width)) for tile in state.face_up())


def tribes_plan(players: int, area: Region) -> TablePlan:
    """Return the plan for the tribes alone, as many as there is room for."""
    shown = range(min(players, area.height // 2))
    tribes = {seat: Region(area.x, area.y + 2 * seat, area.width, 2) for seat in shown}
    return TablePlan(tribes, {}, Region())


def table_plan(state: MezoState, area: Region, with_tribes: bool = True) -> TablePlan:
    """Return the plan for an area: from the top down, with rows between the parts where there is room."""
    players = state.players
    is_wide = area.width >= _WIDE and area.height >= 26
    tiles = _wrath_rows(state, area.width if is_wide else area.width - 6)
    spaces = len(TRACKS[0])
    halves = [1 + spaces] * 2
    whole = [1 + sum(map(len, _whole_texts(kind, area.width - 3))) for kind in range(len(TRACKS))]
    if is_wide and area.height - sum(whole) - tiles - 1 >= (3 * players + 3) * with_tribes:
        halves = whole
    tracks = sum(halves) if is_wide else 2 + spaces
    tall = 0 if not with_tribes else 3 if area.height - tracks - tiles - 1 >= 3 * players + 3 else 2
    wrath = tiles + is_wide
    free = area.height - tall * players - tracks - wrath
    gap = min(1, free // 3) if free > 0 else 0
    between = gap if free >= players + 3 and tall == 3 else 0
    y, tribes = area.y, {}
    for seat in range(players if tall else 0):
        tribes[seat] = Region(area.x, y, area.width, tall)
        y += tall + between
    y += gap if tall else 0
    if is_wide:
        found = {
            SHAMAN: Region(area.x, y, area.width, halves[SHAMAN]),
            WARRIOR: Region(area.x, y + halves[SHAMAN] + gap, area.width, halves[WARRIOR]),
        }
        y += tracks + gap
    else:
        left = 14
        found = {
            SHAMAN: Region(area.x, y, left, tracks),
            WARRIOR: Region(area.x + left, y, area.width - left, tracks),
        }
        y += tracks
    y += gap
    return TablePlan(tribes, found, Region(area.x, y, area.width, max(0, min(wrath, area.bottom - y))))


class TablePainter:
    """Painter of what the side shows of the table."""

    def __init__(self, canvas: Canvas, palette: Palette, signs: Signs, shown: TableContents) -> None:
        self.canvas, self.palette, self.signs, self.shown = canvas, palette, signs, shown

    def paint(self, plan: TablePlan) -> None:
        for seat, area in plan.tribes.items():
            self._paint_tribe(seat, area)
        for kind, area in plan.tracks.items():
            self._paint_track(kind, area)
        if plan.wrath.height:
            self._paint_wrath(plan.wrath)

    def _head_style(self, target: Target, ink: str, on: str = "ground") -> tuple[str, str, str]:
        """Return ink, ground and attributes of a heading: the cursor's, a highlight's, or its own."""
        if target == self.shown.cursor:
            return "cursor_ink", "cursor", "bold"
        return ("lit_ink", "lit", "bold") if target in self.shown.counted else (ink, on, "bold")

    # Tribes

    def _paint_tribe(self, seat: int, area: Region) -> None:
        """Draw a tribe: its player, devotion, Reserves and Xibalba; what a choice would change is marked."""
        shown, palette, target = self.shown, self.palette, Target("seat", seat)
        badge = palette.style(*self._head_style(target, "badge", f"dark_{seat + 1}"))
        self.canvas.draw_text(area.x, area.y, shown.letters[seat], badge)
        mark = shown.marks.get(target, " ")
        self.canvas.draw_text(area.x + 1, area.y, mark, palette.style("new", attributes="bold"))
        x = area.x + 2
        name = palette.style(*self._head_style(target, f"seat{seat + 1}"))
        if area.height == 2:
            room = min(12, max(map(len, shown.players)))
            names_shown = distinct_names(shown.players, room * len(shown.players))
            self.canvas.draw_text(x, area.y, names_shown[seat], name)
            self._paint_devotion(x + room + 1, area.y, area.right - x - room - 1, seat)
        else:
            x = self.canvas.draw_text(x, area.y, shown.players[seat], name)
            if shown.state.gods[seat] >= 0:
                god = clip(f" · {GODS[shown.state.gods[seat]].name}", area.right - x)
                self.canvas.draw_text(x, area.y, god, palette.style("dim"))
            self._paint_devotion(area.x + 2, area.y + 2, area.width - 2, seat)
        self._paint_units(area.x + 2, area.y + 1, seat)

    def _paint_units(self, x: int, y: int, seat: int) -> None:
        state, after = self.shown.state, self.shown.after
        for word, old, new in (
            ("Reserves ", state.reserves, after.reserves),
            ("Xibalba ", state.xibalba, after.xibalba),
        ):
            x = self.canvas.draw_text(x, y, word, self.palette.style("dim"))
            for kind, sign in enumerate((self.signs.warrior, self.signs.shaman)):
                at = seat * 2 + kind
                changed = old[at] != new[at]
                style = self.palette.style("mark_ink", "mark") if changed else self.palette.style()
                x = self.canvas.draw_text(x, y, f"{new[at]}{sign}", style) + 1

    def _paint_devotion(self, x: int, y: int, width: int, seat: int) -> None:
        """Draw devotion as a number and as a stair of three levels; with its worth where there is room."""
        old, new = self.shown.state.devotion[seat], self.shown.after.devotion[seat]
        style = self.palette.style("mark_ink", "mark", "bold") if old != new else self.palette.style(attributes="bold")
        is_whole = width >= len("devotion ") + len(_worth(new)) + 2
        x = self.canvas.draw_text(x, y, "devotion ", self.palette.style("dim"))
        x = self.canvas.draw_text(x, y, f"{new:>{1 if is_whole else 2}}", style)
        if is_whole:
            self.canvas.draw_text(x, y, _worth(new), self.palette.style("dim"))
        else:
            self._paint_stair(x + 1, y, min(9, width - 12), seat, new)

    def _paint_stair(self, x: int, y: int, width: int, seat: int, devotion: int) -> None:
        for step in range(width):
            space = 1 + step * DEVOTION_END // width
            is_reached = devotion >= space
            ink = f"seat{seat + 1}" if is_reached else "faint"
            self.canvas.draw_text(x + step, y, _STEPS[DEVOTION_LEVEL[space] - 1], self.palette.style(ink))

    # Calendar and Codex

    def _paint_track(self, kind: int, area: Region) -> None:
        """Draw a track: each space with what it gives, in words; a taken one with its owner's letter."""
        shown, palette, target = self.shown, self.palette, Target("track", kind)
        unit = (self.signs.warrior, self.signs.shaman)[kind]
        is_wide = area.width >= _WIDE
        word = names.TRACK[kind] if is_wide else _TRACK_WORDS[kind]
        x = self.canvas.draw_text(area.x, area.y, word, palette.style(*self._head_style(target, "accent")))
        most = f"  most {names.KIND[kind]}s {unit}" if is_wide else f" {unit}"
        x = self.canvas.draw_text(x, area.y, most, palette.style("dim"))
        self.canvas.draw_text(x, area.y, shown.marks.get(target, ""), palette.style("new", attributes="bold"))
        y, texts = area.y + 1, _track_lines(kind, area.width, area.height, self.signs)
        for number, owner in enumerate(shown.after.tracks[kind], 1):
            badge = palette.style("badge", f"dark_{owner + 1}", "bold") if owner >= 0 else palette.style("accent")
            self.canvas.draw_text(area.x, y, shown.letters[owner] if owner >= 0 else str(number), badge)
            lines = texts[number - 1]
            self.canvas.draw_lines(area.x + 2, y, lines, palette.style("faint" if owner >= 0 else "ink"))
            y += len(lines)

    # The wrathful god

    def _paint_wrath(self, area: Region) -> None:
        """Draw the tiles that lie face up, with what they give, and what the god asks for."""
        shown, palette = self.shown, self.palette
        tiles = [WRATHFUL[tile] for tile in shown.state.face_up()]
        head = palette.style(*self._head_style(WRATH, "bad"))
        x, y = area.x, area.y
        if area.width >= _WIDE and area.height > len(tiles):
            x = self.canvas.draw_text(x, y, "Wrathful god", head)
            asks = f"  to APPEASE: {count_text(price(shown.state), 'unit')}"
            x = self.canvas.draw_text(x, y, asks, palette.style("dim"))
            x, y = area.x, y + 1
        else:
            x = self.canvas.draw_text(x, y, "Wrath", head)
        self.canvas.draw_text(x, area.y, shown.marks.get(WRATH, ""), palette.style("new", attributes="bold"))
        left = area.x if y > area.y else area.x + 6
        rows = area.bottom - y
        if rows < _wrath_rows(shown.state, area.right - left):
            told = [f"{tile.name} {tile.brief}" for tile in tiles]
            if len(tiles) <= rows and max(map(len, told)) <= area.width:
                for number, tile in enumerate(tiles):
                    self._paint_bare_tile(area.x, y + number, tile, area.width)
                return
            listed = wrap(", ".join(tile.name for tile in tiles), area.right - left)
            self.canvas.draw_lines(left, y, listed, palette.style())
            return
        for tile in tiles:
            self.canvas.draw_text(left, y, tile.name, palette.style(attributes="bold"))
            for number, line in enumerate(_tile_lines(tile, area.right - left)):
                indent = len(tile.name) + 1 if not number else 2
                self.canvas.draw_text(left + indent, y, line, palette.style("dim"))
                y += 1

    def _paint_bare_tile(self, x: int, y: int, tile: NamedEffect, width: int) -> None:
        """Draw a tile in one line of its own, named in the colour of the god, where there is no row for a heading."""
        self.canvas.draw_text(x, y, " " * width, self.palette.style())
        x = self.canvas.draw_text(x, y, f"{tile.name} ", self.palette.style("bad", attributes="bold"))
        self.canvas.draw_text(x, y, tile.brief, self.palette.style("dim"))

    # A conflict in brief

    def paint_rows(self, rows: Sequence[SideRow], top: int = 0) -> None:
        width = self.canvas.width - 1
        for y, row in enumerate(rows, top):
            text = clip(row.text, width - 1)
            if row.target is not None and row.target.kind == "strength":
                self._paint_strength(y, row.target.number)
            elif row.target is not None and row.target == self.shown.cursor:
                style = self.palette.style("cursor_ink", "cursor", row.attributes)
                self.canvas.draw_text(1, y, text.ljust(width - 1), style)
            else:
                self.canvas.draw_text(1, y, text, self.palette.style(row.role, attributes=row.attributes))

    def _paint_strength(self, y: int, seat: int) -> None:
        """Draw the strength of a tribe in the conflict as a bar, what it would win, and its card."""
        canvas, palette, now, after = self.canvas, self.palette, self.shown.state, self.shown.after
        found = standings(after, now.conflict)
        ink, strength = f"seat{seat + 1}", found.strengths[seat]
        changed = strength != standings(now, now.conflict).strengths[seat]
        x = canvas.draw_text(1, y, f"{self.shown.letters[seat]} ", palette.style(ink, attributes="bold"))
        number = palette.style("mark_ink", "mark", "bold") if changed else palette.style("ink", attributes="bold")
        x = canvas.draw_text(x, y, f"{strength:>2}", number)
        length = min(8, canvas.width - _BRIEF_CARD)
        full = round(length * strength / max(*found.strengths, 1))
        x = canvas.draw_text(x + 1, y, self.signs.pieces * full + "·" * (length - full), palette.style(ink))
        card = laid(now, seat, self.shown.viewer)
        if card is not None:
            name = "face down" if card < 0 else CARDS[card].capitalize()
            spent = "".join("[x]" if now.covered[seat] >> action & 1 else "[ ]" for action in range(3))
            text = f"{name:<9} {spent if now.revealed else ''}"
            canvas.draw_text(x + 1, y, text.rstrip(), palette.style("dim" if card < 0 else "ink"))
