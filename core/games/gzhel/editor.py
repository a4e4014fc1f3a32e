"""The position editor of Gzhel: pads as rows of letters, cards and pads by number."""

from collections.abc import Sequence

from core.errors import InvalidMatchError
from core.games.gzhel.components import (
    BOARD,
    CARDS,
    FLOWER_LETTERS,
    FLOWERS,
    ICONS,
    KINDS,
    PADS,
    PATTERNS,
    PILE_AT_START,
    ROUNDS,
    SETS,
    SIZE,
    SPACE_NAMES,
    SPACES,
    TOKENS_EACH,
)
from core.games.gzhel.phases import CHOOSE
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import a_or_an, goal_text
from core.match import clean_name
from core.position_editor import EditorField, PositionEditor, PositionFields, grid, numbers
from core.rng import Rng
from core.text import count_text

_CARDS = tuple((card.number, f"{goal_text(card)} [back: {PATTERNS[card.back]}]") for card in CARDS)
_CARD_NUMBERS = tuple(card.number for card in CARDS)
_PADS = tuple((number, str(number)) for number in range(1, len(PADS) + 1))
_EMPTY = "."


class GzhelEditor(PositionEditor):
    """Set up states of Gzhel at the start of a round, when a figurine is to be named."""

    legend = (
        "A space is a letter, as samovar shows it: o orchid, p poppy, r rose, t tulip, b bellflower;\n"
        "a capital is a stamp, a dot an empty space. The diamond pad is on the left, the circle pad on the right."
    )
    fields = (
        EditorField("round", "Round", "The round.", tuple((n, str(n)) for n in range(1, ROUNDS + 1)), default=1),
        EditorField("diamond", "Diamond goal", "The card of the diamond goal, by its number.", _CARDS),
        EditorField("circle", "Circle goal", "The card of the circle goal, by its number.", _CARDS),
        EditorField("pattern", "Pattern goal", "The pattern that counts.", tuple((name, name) for name in PATTERNS)),
        EditorField("gone", "Cards before", 'Circle goals of earlier rounds, the last one last: "3 17".', default=""),
        EditorField(
            "icon",
            "Set of cards",
            "The set of twelve goal cards; nothing for any that has these goals.",
            (("", "any that has these"), *((icon, icon) for icon in ICONS)),
            default="",
        ),
        EditorField(
            "turn",
            "Whose turn",
            "The seat that chooses the figurine.",
            tuple((n, str(n)) for n in range(1, 5)),
            default=1,
        ),
    )
    seat_fields = (
        EditorField("name", "Name", "What this player is called.", default=""),
        EditorField("points", "Points", "The points so far.", most=999, default=0),
        EditorField("diamond_pad", "Diamond pad", "The pad with its diamond side up, by its number.", _PADS),
        EditorField("circle_pad", "Circle pad", "The pad with its circle side up, by its number.", _PADS),
        EditorField("stamps", "Stamps in hand", "The stamps in hand, a letter each.", default=""),
        EditorField(
            "pads",
            "Pads",
            "Four rows of eight spaces, the diamond pad first: o orchid, p poppy, r rose, t tulip, b bellflower;"
            " a capital is a stamp, a dot is empty.",
            rows=SIZE,
        ),
    )

    def is_turn_start(self, state: GzhelState) -> bool:
        return state.phase == CHOOSE

    def build_state(self, told: PositionFields, players: Sequence[PositionFields]) -> GzhelState:
        if len(players) > len(PADS) // 2:
            raise InvalidMatchError(f"Gzhel seats 1 to {len(PADS) // 2} players.")
        deck, middle, pile = _cards(told)
        laid = [_seat(seat, clean_name(seat["name"]) or f"Seat {number}") for number, seat in enumerate(players, 1)]
        return GzhelState(
            actor=told["turn"] - 1,
            phase=CHOOSE,
            players=len(players),
            active=told["turn"] - 1,
            figurine=-1,
            own=-1,
            held=-1,
            beginners=False,
            deck=deck,
            middle=middle,
            pile=pile,
            pads=_pads(players),
            flowers=[mask for flowers, _, _ in laid for mask in flowers],
            stamps=[stamps for _, stamps, _ in laid],
            hand=[number for _, _, hand in laid for number in hand],
            lifted=[0] * len(KINDS),
            points=[number for seat in players for number in (seat["points"], 0, 0, 0)],
            chance=Rng(told["round"]),
        )

    def to_fields(self, state: GzhelState, names: Sequence[str]) -> PositionFields:
        cards = {*state.deck, state.middle, *state.pile}
        return {
            "round": state.round,
            "diamond": CARDS[state.deck[-1]].number,
            "circle": CARDS[state.middle].number,
            "pattern": PATTERNS[CARDS[state.pile[-1]].back],
            "gone": " ".join(str(CARDS[card].number) for card in state.pile[PILE_AT_START:]),
            "icon": next(icon for icon in ICONS if cards == set(SETS[icon])),
            "turn": state.active + 1,
            "seat": [_told_seat(state, seat, name) for seat, name in enumerate(names)],
        }


# Cards


def _cards(told: PositionFields) -> tuple[list[int], int, list[int]]:
    """Return deck, middle card and pattern pile; cards that no field names come in any order."""
    gone = numbers(told["gone"], _CARD_NUMBERS, "goal card")
    if len(gone) >= told["round"]:
        raise InvalidMatchError(f"Before round {told['round']} there was no time for {count_text(len(gone), 'card')}.")
    known = [number - 1 for number in (*gone, told["diamond"], told["circle"])]
    twice = next((card for card in known if known.count(card) > 1), None)
    if twice is not None:
        raise InvalidMatchError(f"Card {twice + 1} is one too many: there is one of each.")
    pattern = PATTERNS.index(told["pattern"])
    if gone and CARDS[gone[-1] - 1].back != pattern:
        shows = PATTERNS[CARDS[gone[-1] - 1].back]
        raise InvalidMatchError(f"Card {gone[-1]} lies on top and shows {shows} on its back, not {told['pattern']}.")
    for icon in (told["icon"],) if told["icon"] else ICONS:
        if set(known) <= set(SETS[icon]) and (found := _dealt(told, icon, gone, pattern)) is not None:
            return found
    which = f"the set {told['icon']} has" if told["icon"] else "no set has"
    raise InvalidMatchError(
        f"Cards {', '.join(str(card + 1) for card in known)} and one with {told['pattern']} on its back:"
        f" {which} all of them."
    )


def _dealt(
    told: PositionFields, icon: str, gone: Sequence[int], pattern: int
) -> tuple[list[int], int, list[int]] | None:
    """Return the cards of a set as deck, middle and pile; None when no card is left that shows the pattern."""
    diamond, middle = told["diamond"] - 1, told["circle"] - 1
    before = [number - 1 for number in gone]
    rest = [card for card in SETS[icon] if card not in (diamond, middle, *before)]
    if not before:
        top = next((card for card in rest if CARDS[card].back == pattern), None)
        if top is None:
            return None
        rest.remove(top)
        before = [top]
    below = PILE_AT_START + told["round"] - 1 - len(before)
    return [*rest[below:], diamond], middle, [*rest[:below], *before]


# Pads


def _pads(players: Sequence[PositionFields]) -> list[int]:
    lying = [seat[side] - 1 for seat in players for side in ("diamond_pad", "circle_pad")]
    twice = next((pad for pad in lying if lying.count(pad) > 1), None)
    if twice is not None:
        raise InvalidMatchError(f"Pad {twice + 1} is one too many: there is one of each.")
    return lying


def _seat(seat: PositionFields, name: str) -> tuple[list[int], int, list[int]]:
    """Return the spaces of each flower, the spaces of stamps, and the stamps in hand."""
    flowers, stamps, hand = [0] * len(KINDS), 0, [0] * len(KINDS)
    lies = [0] * len(KINDS)
    for at, letter in enumerate(grid(seat["pads"], SIZE, 2 * SIZE, f"The pads of {name}")):
        row, column = divmod(at, 2 * SIZE)
        space = SPACES * (column // SIZE) + SIZE * row + column % SIZE
        if letter == _EMPTY:
            continue
        kind = _kind(letter, f"{name}, {SPACE_NAMES[space]}")
        lies[kind] += 1
        if lies[kind] > TOKENS_EACH:
            raise InvalidMatchError(_too_many(f"{name}, {SPACE_NAMES[space]}", kind))
        flowers[kind] |= 1 << space
        stamps |= (1 << space) * letter.isupper()
    for letter in "".join(seat["stamps"].split()):
        kind = _kind(letter, f"{name}, stamps in hand")
        hand[kind] += 1
        if lies[kind] + hand[kind] > TOKENS_EACH:
            raise InvalidMatchError(_too_many(f"{name}, stamps in hand", kind))
    for kind in KINDS:
        if missing := TOKENS_EACH - lies[kind] - hand[kind]:
            text = count_text(missing, FLOWERS[kind], "poppies" if FLOWERS[kind] == "poppy" else "")
            raise InvalidMatchError(f"{name}: {text} missing; on the pads and in hand there are {TOKENS_EACH} of each.")
    return flowers, stamps, hand


def _kind(letter: str, where: str) -> int:
    kind = FLOWER_LETTERS.find(letter.lower())
    if kind < 0 or len(letter) != 1:
        raise InvalidMatchError(
            f"{where}: {letter[:20]!r} is not a token; write o, p, r, t or b, capital for a stamp, or a dot."
        )
    return kind


def _too_many(where: str, kind: int) -> str:
    return f"{where}: {a_or_an(FLOWERS[kind])} is one too many; each player has {TOKENS_EACH}."


def _told_seat(state: GzhelState, seat: int, name: str) -> PositionFields:
    letters = [_EMPTY] * BOARD
    for kind in KINDS:
        for space in range(BOARD):
            if state.flowers[5 * seat + kind] >> space & 1:
                letter = FLOWER_LETTERS[kind]
                letters[space] = letter.upper() if state.stamps[seat] >> space & 1 else letter
    rows = [" ".join(letters[r * SIZE : r * SIZE + SIZE]) for r in range(2 * SIZE)]
    return {
        "name": name,
        "points": state.scores()[seat],
        "diamond_pad": state.pads[2 * seat] + 1,
        "circle_pad": state.pads[2 * seat + 1] + 1,
        "stamps": "".join(FLOWER_LETTERS[kind] * state.hand[5 * seat + kind] for kind in KINDS),
        "pads": "\n".join(f"{rows[r]}   {rows[SIZE + r]}" for r in range(SIZE)),
    }


EDITOR = GzhelEditor()
