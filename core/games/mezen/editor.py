"""The position editor of Mezen: paintings as rows of letters, goal cards by number."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.errors import InvalidMatchError
from core.games.mezen.components import (
    AMULET_CARDS,
    AMULETS,
    CELL_NAMES,
    CELLS,
    FACES,
    GOALS,
    ICONS,
    MARKED,
    ROUNDS,
    SETS,
    SIZE,
    TILES,
)
from core.games.mezen.phases import ANNOUNCING
from core.games.mezen.state import SOURCES, MezenState
from core.games.mezen.text import LETTERS, goal_text
from core.match import clean_name
from core.position_editor import EditorField, PositionEditor, PositionFields, grid, numbers
from core.rng import Rng
from core.text import count_text

_CARDS = tuple((goal.number, goal_text(goal)) for goal in GOALS)
_GOAL_NUMBERS = tuple(goal.number for goal in GOALS)
#: A tile as it is written: its face and, in brackets or not, its back.
_TILE = re.compile(rf"([{LETTERS}{LETTERS.upper()}])\(?([{LETTERS}{LETTERS.upper()}?]?)\)?")


class _Tile(NamedTuple):
    """A tile on a painting as far as it is known: the face that is up, whether it is dark, the back (-1: unknown)."""

    face: int
    dark: bool
    back: int

    def may_be(self) -> list[int]:
        """Return the numbers of the tiles that it can be; those without a mark first, as a mark would be written."""
        light, dark = (self.back, self.face) if self.dark else (self.face, self.back)
        fits = [t for t, sides in enumerate(TILES) if light in (-1, sides[0]) and dark in (-1, sides[1])]
        return sorted(fits, key=lambda tile: tile in MARKED)

    def words(self) -> str:
        back = f" with a {FACES[self.back]} on its back" if self.back >= 0 else ""
        return f"a {'dark' if self.dark else 'light'} {FACES[self.face]}{back}"


class MezenEditor(PositionEditor):
    """Set up states of Mezen at the start of a round, when an animal is to be announced."""

    legend = (
        "A tile is a letter, as samovar shows it: h horse, i fish, b bird, g hedgehog, f fox, s spruce;\n"
        "small with its light side up, capital with its dark side up. Its back can be told behind it:\n"
        "F(i) is a dark fox with a fish on its back, h(S) a light horse with the mark of a spruce."
    )
    fields = (
        EditorField("round", "Round", "The round.", tuple((n, str(n)) for n in range(1, ROUNDS + 1)), default=1),
        EditorField("goal", "Goal", "The goal card of this round, by its number.", _CARDS),
        EditorField(
            "next_goal", "Next goal", "The goal card of the next round; 0 in the last.", ((0, "none"), *_CARDS)
        ),
        EditorField(
            "gone", "Goals before", 'The goal cards of earlier rounds, as far as you know: "3 17".', default=""
        ),
        EditorField(
            "cards",
            "Set of cards",
            "The set of goal cards; nothing for any that has these goals.",
            (("", "any that has these"), *((icon, icon) for icon in ICONS)),
            default="",
        ),
        EditorField(
            "turn",
            "Whose turn",
            "The seat that announces an animal.",
            tuple((n, str(n)) for n in range(1, 6)),
            default=1,
        ),
    )
    seat_fields = (
        EditorField("name", "Name", "What this player is called.", default=""),
        EditorField("points", "Points", "The points so far.", most=999, default=0),
        EditorField("amulets", "Amulets", "The amulets in hand.", most=AMULETS, default=0),
        EditorField(
            "painting",
            "Painting",
            "Five rows of five tiles: h horse, i fish, b bird, g hedgehog, f fox, s spruce;"
            " a capital shows its dark side, F(i) has a fish on its back.",
            rows=SIZE,
        ),
    )

    def is_turn_start(self, state: MezenState) -> bool:
        return state.phase == ANNOUNCING

    def build_state(self, told: PositionFields, players: Sequence[PositionFields]) -> MezenState:
        if len(players) > 5:
            raise InvalidMatchError("Mezen seats 1 to 5 players.")
        icon, deck = _deck(told)
        laid = [_painting(seat["painting"], _whose(seat, n)) for n, seat in enumerate(players, 1)]
        amulets = [seat["amulets"] for seat in players]
        waiting = [card for card in AMULET_CARDS if card > min(told["round"] + 1, ROUNDS)] if len(players) == 1 else []
        pool = AMULETS - sum(amulets) - len(waiting)
        if pool < 0:
            raise InvalidMatchError(f"There are {-pool} amulets too many: the box has {AMULETS}.")
        active = told["turn"] - 1
        return MezenState(
            actor=active,
            phase=ANNOUNCING,
            round=told["round"],
            active=active,
            announced=-1,
            animals=[-1] * len(players),
            paintings=[painting for painting, _ in laid],
            seen=[seen for _, seen in laid],
            hand=[],
            bridges=0,
            excluded=0,
            amulets=amulets,
            pool=pool,
            points=[[seat["points"], *[0] * (len(SOURCES) - 1)] for seat in players],
            deck=deck,
            icon=icon,
            open_backs=False,
            chance=Rng(told["round"]),
        )

    def to_fields(self, state: MezenState, names: Sequence[str]) -> PositionFields:
        following = state.next_goal
        return {
            "round": state.round,
            "goal": state.goal.number,
            "next_goal": following.number if following is not None else 0,
            "gone": " ".join(str(GOALS[card].number) for card in state.deck[: state.round - 1]),
            "cards": state.icon,
            "turn": state.active + 1,
            "seat": [
                {
                    "name": name,
                    "points": state.scores()[seat],
                    "amulets": state.amulets[seat],
                    "painting": _rows(state, seat),
                }
                for seat, name in enumerate(names)
            ],
        }


def _whose(seat: PositionFields, number: int) -> str:
    return f"The painting of {clean_name(seat['name']) or f'seat {number}'}"


# Goal cards


def _deck(told: PositionFields) -> tuple[str, list[int]]:
    """Return the set of goal cards, and its cards in an order that fits the fields."""
    opened = [told["goal"], *([told["next_goal"]] if told["next_goal"] else [])]
    last = told["round"] == ROUNDS
    if last == bool(told["next_goal"]):
        raise InvalidMatchError(
            "In the last round next_goal is 0." if last else "next_goal is missing: which comes next?"
        )
    gone = numbers(told["gone"], _GOAL_NUMBERS, "goal card")
    if len(gone) >= told["round"]:
        raise InvalidMatchError(
            f"Before round {told['round']} there was no time for {count_text(len(gone), 'goal card')}."
        )
    known = [number - 1 for number in (*gone, *opened)]
    twice = next((card for card in known if known.count(card) > 1), None)
    if twice is not None:
        raise InvalidMatchError(f"Goal card {twice + 1} is one too many: there is one of each.")
    icon = next((icon for icon in _sets(told) if set(known) <= set(SETS[icon])), None)
    if icon is None:
        which = f"the set {told['cards']} has" if told["cards"] else "no set has"
        raise InvalidMatchError(f"Goal cards {', '.join(str(card + 1) for card in known)}: {which} all of them.")
    rest = [card for card in SETS[icon] if card not in known]
    before = known[: len(gone)] + rest[: told["round"] - 1 - len(gone)]
    return icon, [*before, *known[len(gone) :], *rest[told["round"] - 1 - len(gone) :]]


def _sets(told: PositionFields) -> Sequence[str]:
    return (told["cards"],) if told["cards"] else ICONS


# Paintings


def _painting(text: str, whose: str) -> tuple[list[int], int]:
    """Return the codes of a painting, and the tiles of which both sides are known."""
    tiles = [_tile(word, f"{whose}, {CELL_NAMES[cell]}") for cell, word in enumerate(grid(text, SIZE, SIZE, whose))]
    lies: dict[int, int] = {}
    for cell, tile in enumerate(tiles):
        if not _find_room(cell, tiles, lies, set()):
            raise InvalidMatchError(f"{whose}, {CELL_NAMES[cell]}: {_too_many(tile, tiles[: cell + 1])}")
    codes = [0] * CELLS
    seen = 0
    for number, cell in lies.items():
        codes[cell] = 2 * number + tiles[cell].dark
        if tiles[cell].dark or (tiles[cell].back >= 0 and number not in MARKED):
            seen |= 1 << number
    return codes, seen


def _tile(word: str, where: str) -> _Tile:
    if not (found := _TILE.fullmatch(word)):
        raise InvalidMatchError(
            f"{where}: {word[:20]!r} is no tile; write h, i, b, g, f or s, capital for the dark side."
        )
    up, back = found.groups()
    tile = _Tile(LETTERS.index(up.lower()), up.isupper(), LETTERS.find(back.lower()) if back else -1)
    if not tile.may_be():
        raise InvalidMatchError(f"{where}: {tile.words()} is not in the box.")
    return tile


def _find_room(cell: int, tiles: Sequence[_Tile], lies: dict[int, int], tried: set[int]) -> bool:
    """Give the cell one of the tiles that it can be, reassigning other cells where needed (augmenting paths)."""
    for number in tiles[cell].may_be():
        if number not in tried:
            tried.add(number)
            if number not in lies or _find_room(lies[number], tiles, lies, tried):
                lies[number] = cell
                return True
    return False


def _too_many(tile: _Tile, so_far: Sequence[_Tile]) -> str:
    """Return why there is no tile left for this one, the last so far."""
    there = len(tile.may_be())
    if so_far.count(tile) > there:
        return f"{tile.words()} is one too many; the box has {there}."
    return f"{tile.words()} is one too many; with the tiles before it, the box has none left that could be it."


def _rows(state: MezenState, seat: int) -> str:
    """Return a painting in letters, with the backs that its player knows."""
    words = []
    for code in state.paintings[seat]:
        light, dark = TILES[code >> 1]
        known = state.knows_back(seat, code)
        if code & 1:
            words.append(f"{LETTERS[dark].upper()}({LETTERS[light]})")
        else:
            words.append(f"{LETTERS[light]}({LETTERS[dark].upper()})" if known else LETTERS[light])
    return "\n".join(" ".join(words[row : row + SIZE]) for row in range(0, CELLS, SIZE))


EDITOR = MezenEditor()
