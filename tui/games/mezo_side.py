"""What stands beside the map of Mezo: what is chosen from, the conflict, a card or a tribe in words, the tracks."""

from collections.abc import Sequence
from typing import NamedTuple

from core.game import Move
from core.mezo import moves as m
from core.mezo.components import ABILITIES, ALTARS, CARDS, GODS, REGIONS, SHAMAN, TRACKS, WARRIOR, WRATHFUL
from core.mezo.previews import hand, laid, outlook, played
from core.mezo.rules import MezoState
from core.mezo.words import names
from themes import Look
from tui.frame import Spot
from tui.games.mezo_map import LETTERS, Signs
from tui.widgets.picture import Picture, clip, wrap

_TRACK_WORDS = ("Codex", "Calendar")


class Item(NamedTuple):
    """Something of a list: a place for the cursor, a title, and what it says."""

    spot: Spot
    move: Move
    title: str
    texts: Sequence[str]

    @property
    def label(self) -> str:
        """For the bar: the title, or what it says when the title is but a letter."""
        return self.title if len(self.title) > 1 else clip(self.texts[0], 30)


class Row(NamedTuple):
    """A row of the side: where it belongs to, its text and how it is written."""

    text: str
    ink: str = "ink"
    attributes: str = ""
    spot: Spot = None


def items(state: MezoState, players: Sequence[str]) -> list[Item]:
    """The list of the decision at hand: abilities, cards, tribes, spaces, tiles, or sides of an "or"."""
    found = []
    for number, move in enumerate(state.moves()):
        match move:
            case m.TakeAbility(ability=ability):
                title, texts = ABILITIES[ability].name, [ABILITIES[ability].text]
            case m.PlayCard(card=card):
                actions = GODS[state.gods[state.actor or 0]].actions[card]
                title, texts = CARDS[card].capitalize(), [f"1 {actions[0].text}", f"2 {actions[1].text}"]
            case m.Branch():
                title, texts = str(move), [state.describe(move)]
            case m.PickSeat(seat=seat):
                title, texts = f"{names.tribe(seat)} · {players[seat]}", [_standing(state, seat)]
            case m.ToSpace(kind=kind, space=space):
                title, texts = TRACKS[kind][space].name, [TRACKS[kind][space].effect.text]
            case m.TakeTile(tile=tile):
                title, texts = WRATHFUL[tile].name, [WRATHFUL[tile].effect.text]
            case _:
                continue
        found.append(Item(("item", number), move, title, texts))
    return found


def _standing(state: MezoState, seat: int) -> str:
    """A tribe of which one has to be picked."""
    if state.conflict < 0:
        return f"{state.vp[seat]} VP"
    at = (seat * REGIONS + state.conflict) * 2
    return f"{names.units(state.units[at], state.units[at + 1])} here, {state.vp[seat]} VP"


def heading(text: str) -> Row:
    return Row(text, "accent", "bold")


def item_rows(items: Sequence[Item], width: int, room: int) -> list[Row]:
    """A list; where room is short the texts of an item become one paragraph, then the longest are cut."""
    texts = [[wrap(text, width - 2) for text in item.texts] for item in items]
    if _height(texts) > room:
        texts = [[wrap(" ".join(item.texts), width - 2)] for item in items]
    flat = [lines for each in texts for lines in each]
    while _height(texts) > room and max(map(len, flat)) > 1:
        _shorten(max(flat, key=len), width - 2)
    rows = []
    for item, wrapped in zip(items, texts, strict=True):
        rows.append(Row(item.title, "ink", "bold", item.spot))
        rows += [Row(f"  {line}", "dim", "", item.spot) for lines in wrapped for line in lines]
    return rows


def _height(texts: list[list[list[str]]]) -> int:
    """How many rows a list takes: a title and its texts for each item."""
    return len(texts) + sum(len(lines) for each in texts for lines in each)


def _shorten(lines: list[str], width: int) -> None:
    """Take the last line away, and show that something is missing."""
    lines.pop()
    lines[-1] = clip(f"{lines[-1]}……", width) if len(lines[-1]) >= width else f"{lines[-1]}…"


def action_rows(state: MezoState, seat: int, width: int, room: int) -> list[Row]:
    """A laid card in words: number and text of each action in one paragraph."""
    actions = GODS[state.gods[seat]].actions[state.cards[seat]]
    texts = [wrap(f"{number} {action.text}", width) for number, action in enumerate(actions, 1)]
    while sum(map(len, texts)) > room and max(map(len, texts)) > 1:
        _shorten(max(texts, key=len), width)
    rows = [heading(f"{CARDS[state.cards[seat]].capitalize()} of {GODS[state.gods[seat]].name}")]
    for number, lines in enumerate(texts):
        spent = bool(state.covered[seat] >> number & 1)
        ink, attributes = ("faint", "strike") if spent else ("ink", "")
        rows += [Row(line, ink, attributes, ("action", number)) for line in lines]
    return rows


def god_rows(number: int, width: int) -> list[Row]:
    """A god in words, for whoever chooses one."""
    god = GODS[number]
    rows = [heading(god.name), Row(god.title, "dim"), Row("")]
    rows += [Row(line) for line in wrap(god.theme, width)]
    rows += [Row("")] + [Row(line) for line in wrap(f"Call: {god.call.text}", width)]
    last = god.actions[0][2].text
    rows += [Row("")] + [Row(line) for line in wrap(f"On every card: {last}", width)]
    return rows


def tribe_rows(state: MezoState, seat: int, viewer: int, name: str, width: int, brief: bool = False) -> list[Row]:
    """A tribe in words: its god and its Call, its abilities (briefly: their names), its stone and its cards."""
    rows = [Row(f"{names.tribe(seat)} · {name}", f"seat{seat + 1}", "bold", ("tribe", seat))]
    spot = ("tribe", seat)
    if state.gods[seat] >= 0:
        god = GODS[state.gods[seat]]
        rows += [Row(line, "ink", "", spot) for line in wrap(f"{god.name}: {god.call.text}", width)]
    abilities = [ABILITIES[number] for number in state.abilities[seat]]
    told = ["; ".join(a.name for a in abilities)] if brief else [f"{a.name}: {a.text}" for a in abilities]
    rows += [Row(line, "dim", "", spot) for text in told for line in wrap(text, width)]
    left = " ".join(f"{level + 1}:{state.pieces[seat * 4 + level]}" for level in range(4))
    rows += [Row(line, "ink", "", spot) for line in wrap(f"Pyramid pieces {left}, glyphs {state.stelae[seat]}", width)]
    cards = [("played", played(state, seat))]
    if seat == viewer:
        cards.insert(0, ("next cards", hand(state, seat)))
    for word, numbers in cards:
        if numbers and state.age:
            listed = ", ".join(CARDS[number].capitalize() for number in numbers)
            rows += [Row(line, "dim", "", spot) for line in wrap(f"{word}: {listed}", width)]
    return rows


def track_rows(state: MezoState, width: int) -> list[Row]:
    """Calendar and Codex: a sign for each space, the letter of whoever is there."""
    rows = []
    for kind in (SHAMAN, WARRIOR):
        spaces = "".join(LETTERS[owner] if owner >= 0 else "·" for owner in state.tracks[kind])
        free = state.tracks[kind].count(-1)
        rows.append(Row(f"{_TRACK_WORDS[kind]:<9}{' '.join(spaces)}  {free} free"[:width], "dim", "", ("track", kind)))
    return rows


def conflict_rows(state: MezoState) -> list[Row]:
    """A heading, and a row for each tribe that `paint_strength` draws."""
    region = state.conflict
    reward = "8 VP" if region == state.blessed else f"altar {ALTARS[state.altars[region]].name}"
    head = Row(f"{names.region(region)} · {reward}", "accent", "bold", ("region", region))
    return [head, *(Row("", spot=("strength", seat)) for seat in range(state.players))]


def paint_strength(
    picture: Picture, x: int, y: int, look: Look, signs: Signs, seat: int, viewer: int, now: MezoState, after: MezoState
) -> None:
    """Strength of a tribe in the conflict as a bar, what it would win, and its card."""
    found = outlook(after, after.conflict if after.conflict >= 0 else now.conflict)
    was = outlook(now, now.conflict).strengths[seat]
    ink = f"seat{seat + 1}"
    strength = found.strengths[seat]
    x = picture.text(x, y, f"{LETTERS[seat]} ", look.style(ink, attributes="bold"))
    number = look.style("mark_ink", "mark", "bold") if strength != was else look.style("ink", attributes="bold")
    x = picture.text(x, y, f"{strength:>2}", number)
    best = max(max(found.strengths), 1)
    full = round(6 * strength / best)
    x = picture.text(x + 1, y, "█" * full + "·" * (6 - full), look.style(ink))
    wins = "=" if len(found.winner) > 1 else "W"
    marks = wins if seat in found.winner and strength else " "
    marks += signs.shaman if seat in found.calendar else " "
    marks += signs.warrior if seat in found.codex else " "
    x = picture.text(x + 1, y, marks, look.style("accent", attributes="bold"))
    card = laid(now, seat, viewer)
    if card is None:
        return
    name = "face down" if card < 0 else CARDS[card].capitalize()
    x = picture.text(x + 1, y, name, look.style("dim" if card < 0 or not now.revealed else "ink"))
    if now.revealed:
        spent = "".join("■" if now.covered[seat] >> action & 1 else "□" for action in range(3))
        picture.text(x + 1, y, spent, look.style("dim"))


def wrath_words(state: MezoState) -> str:
    """The wrathful god in a few words."""
    tiles = ", ".join(WRATHFUL[tile].name for tile in state.face_up())
    return tiles or "silent"
