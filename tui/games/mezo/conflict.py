"""The rows of a conflict of Mezo: the land, the tribes on it with their cards, and who would win what."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from core.games.mezo.components import ALTARS, CARDS, CONSTANTS, GODS, REGIONS, SHAMAN, WARRIOR, Effect
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import captions
from core.games.mezo.view.visible_cards import laid
from core.text import count_text
from core.view import Target
from tui.games.mezo.figures import figures_width
from tui.widgets.text_layout import wrap

#: Where the text of an action begins, behind " [x] 1 ".
TEXT = 7
#: Where the figures of a tribe begin, and the columns between them and the words.
FIGURES, APART = 2, 1
#: Before the owners of a pyramid, where the land has no room.
PYRAMID = "pyramid "
#: The rows of a tribe on the land, at least: as many as a figure has.
FIGURE_ROWS = 2
#: The least rows of the landscape, and the most: without a pyramid, with one, and where rows are plenty.
_LAND, _BARE_LAND, _PYRAMID_LAND, _WIDE_LAND = 2, 3, 8, 10


class Detail(IntEnum):
    """How much is told of a card."""

    WHOLE = 0
    #: In a short line for each action.
    BRIEF = 1
    #: All actions in one line, with a word each.
    ONE_LINE = 2


#: The details of the viewer's card and of the others, from the most on.
_DETAILS = (
    (Detail.WHOLE, Detail.WHOLE),
    (Detail.WHOLE, Detail.BRIEF),
    (Detail.WHOLE, Detail.ONE_LINE),
    (Detail.BRIEF, Detail.ONE_LINE),
    (Detail.ONE_LINE, Detail.ONE_LINE),
)


class ConflictContents(NamedTuple):
    """What is shown of a conflict."""

    #: The state, and the state with the pieces of the choice under the cursor in their new places.
    state: MezoState
    after: MezoState
    #: By seat: its strength before anybody acted.
    at_first: Sequence[int]
    players: Sequence[str]
    letters: Sequence[str]
    viewer: int | None
    #: The winner; None until the conflict is decided.
    winner: int | None
    #: By seat and action: why it would find nothing now; only for those that would.
    vain: Mapping[tuple[int, int], str]

    @property
    def seats(self) -> Sequence[int]:
        """The seats in the order in which they act."""
        state = self.state
        return state.order if len(state.order) == state.players else range(state.players)


class ConflictRow(NamedTuple):
    """A row of a conflict: its kind, its seat, its text, and the target that it shows."""

    kind: str
    text: str = ""
    seat: int = -1
    target: Target | None = None
    #: Whether the action cannot be taken again, or would find nothing.
    is_spent: bool = False
    is_vain: bool = False
    #: The row of the tribe's figures.
    number: int = 0


def lines(conflict: ConflictContents, width: int, height: int, has_figures: bool, has_land: bool) -> list[ConflictRow]:
    """Return the rows of a conflict, as many as there is room for, in the order in which the players act.

    Where rows are scarce the cards of the others are told in short lines, then in a line each, then all. Rows that are
    free show the land.
    """
    last = [ConflictRow("forecast")] if captions.prizes(conflict.after, conflict.winner) else []
    text_at = text_column(conflict, width, has_figures)
    room = height - 1 - len(last)
    kept = _LAND * has_land
    blocks = _blocks(conflict, width, text_at, _DETAILS[:-1], room - kept)
    if sum(map(len, blocks)) > room - kept:
        blocks = _blocks(conflict, width, text_at, _DETAILS, room)
    free = room - sum(map(len, blocks))
    land = _land_rows(conflict, free) if has_land else 0
    apart = min(1, (free - land) // len(blocks))
    pyramid = conflict.state.pyramids[conflict.state.conflict]
    written = len(PYRAMID) + len(pyramid) + 1 if pyramid and not land else 0
    title = _title(conflict, width - written)
    rows = [ConflictRow("head", title, target=Target("region", conflict.state.conflict)), *[ConflictRow("land")] * land]
    for block in blocks:
        rows += [*block, *[ConflictRow("gap")] * apart]
    rows += [ConflictRow("gap")] * (free - land - apart * len(blocks))
    return [*rows, *last][:height]


def _land_rows(conflict: ConflictContents, free: int) -> int:
    """Return the rows of the landscape, of those that are free; a pyramid asks for more."""
    if free < _LAND:
        return 0
    if free - len(conflict.seats) > _BARE_LAND:
        return min(free - len(conflict.seats), _WIDE_LAND)
    return min(free, _PYRAMID_LAND if conflict.state.pyramids[conflict.state.conflict] else _BARE_LAND)


def text_column(conflict: ConflictContents, width: int, has_figures: bool) -> int:
    """Return the column in which the words beside the figures begin, the same for all tribes."""
    if not has_figures:
        return FIGURES
    after = conflict.after
    widest = max(figures_width(after, seat, after.conflict, width // 2 - FIGURES) for seat in range(after.players))
    return FIGURES + widest + APART


def _title(conflict: ConflictContents, width: int) -> str:
    """Return what is fought over, and what the winner gets."""
    state, region = conflict.state, conflict.state.conflict
    told = names.region(region)
    if conflict.winner is not None:
        told = f"{conflict.players[conflict.winner]} wins {told}"
    if region == state.blessed:
        return f"{told} is Blessed · the winner gets {CONSTANTS.blessed_vp} VP"
    altar = ALTARS[state.altars[region]]
    texts = (
        f"{told} · the winner gets the altar {altar.name}: {altar.effect.text}",
        f"{told} · the winner gets: {altar.brief}",
        f"{told} · altar: {altar.brief}",
    )
    return next((text for text in texts if len(text) <= width - 2), texts[-1])


def _blocks(
    conflict: ConflictContents, width: int, text_at: int, details: Sequence[tuple[Detail, Detail]], room: int
) -> list[list[ConflictRow]]:
    """Return the rows of the tribes with the most details that the room allows, or else with the last ones."""
    blocks: list[list[ConflictRow]] = []
    for own, others in details:
        blocks = [
            _block(conflict, seat, width, text_at, own if seat == conflict.viewer else others)
            for seat in conflict.seats
        ]
        if sum(map(len, blocks)) <= room:
            break
    return blocks


def _block(conflict: ConflictContents, seat: int, width: int, text_at: int, detail: Detail) -> list[ConflictRow]:
    """Return a tribe's row, the rows in which it stands on the land, and its card as the viewer may see it."""
    state, target = conflict.state, Target("strength", seat)
    card = laid(state, seat, conflict.viewer)
    texts = _flow(_pieces(conflict.after, seat) or ["nobody here"], width - text_at)
    actions: list[ConflictRow] = []
    if card is None or card < 0:
        told = _without_card(state, seat, card)
        texts += wrap(told, width - text_at) if told else []
    elif detail is Detail.ONE_LINE:
        texts.append(_listed_actions(state, seat, card, width - text_at))
    else:
        texts.append(f"card: {CARDS[card].capitalize()}")
        actions = _actions(conflict, seat, card, width, detail)
    texts += [""] * (FIGURE_ROWS - len(texts))
    ground = [ConflictRow("ground", text, seat, target, number=number) for number, text in enumerate(texts)]
    return [ConflictRow("tribe", seat=seat, target=target), *ground, *actions]


def _pieces(state: MezoState, seat: int) -> list[str]:
    """Return what a tribe has in the conflict, in words."""
    at = seat * REGIONS + state.conflict
    counts = (
        (int(state.champions[state.conflict] == seat), "Champion"),
        (state.units[at * 2 + WARRIOR], names.KIND[WARRIOR]),
        (state.units[at * 2 + SHAMAN], names.KIND[SHAMAN]),
        (state.glyphs[at], "glyph"),
    )
    told = [count_text(n, word) for n, word in counts if n]
    if state.tokens[at]:
        told.append(f"+{state.tokens[at]} by cards")
    if state.presence(seat) >> state.conflict & 1:
        told.append("god")
    return told


def _flow(parts: Sequence[str], width: int) -> list[str]:
    """Return a list of things as lines, none of them broken."""
    found = [parts[0]]
    for part in parts[1:]:
        if len(found[-1]) + 2 + len(part) <= width:
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


def _actions(conflict: ConflictContents, seat: int, card: int, width: int, detail: Detail) -> list[ConflictRow]:
    rows = []
    for action, effect in enumerate(GODS[conflict.state.gods[seat]].actions[card]):
        brief = detail is Detail.BRIEF
        god = conflict.state.gods[seat]
        texts = wrap(_in_brief(effect, god, width - TEXT) if brief else _in_full(effect.text, god), width - TEXT)
        if vain := conflict.vain.get((seat, action)):
            texts = wrap(vain, width - TEXT) if brief else [*texts, *wrap(vain, width - TEXT)]
        rows += _action_rows(conflict, seat, action, texts[:1] if brief else texts, bool(vain))
    return rows


def _in_full(text: str, god: int) -> str:
    """Return the text of an action; of a CALL that of the god's too."""
    return f"CALL: {GODS[god].call.brief}" if text == "CALL." else text


def _in_brief(effect: Effect, god: int, width: int) -> str:
    """Return an action in a short line; of a CALL what the god does, if there is room for it."""
    whole = _in_full(effect.brief, god)
    return whole if len(whole) <= width else "CALL: move your god and use its Call." if whole != effect.brief else whole


def _listed_actions(state: MezoState, seat: int, card: int, width: int) -> str:
    """Return a card in one line: its name, what it may still do, and what it has done, as far as there is room."""
    words = [names.verb(action.text) for action in GODS[state.gods[seat]].actions[card]]
    free = ", ".join(word for n, word in enumerate(words) if not state.covered[seat] >> n & 1)
    used = ", ".join(word for n, word in enumerate(words) if state.covered[seat] >> n & 1)
    title = CARDS[card].capitalize()
    if not free:
        return f"{title}: all used"
    whole = f"{title}: may {free}" + (f"; used {used}" if used else "")
    texts = (whole, f"{title}: may {free}", f"may {free}", free)
    return next((text for text in texts if len(text) <= width), texts[-1])


def _without_card(state: MezoState, seat: int, card: int | None) -> str:
    """Return what is shown of a tribe whose card cannot be seen."""
    if card is not None:
        return "has played a card face down"
    if state.conflict == state.blessed and not state.blessed_cards:
        given = names.units(state.given[seat * 2], state.given[seat * 2 + 1])
        return f"gave {given}, {count_text(sum(state.reserves[seat * 2 : seat * 2 + 2]), 'unit')} left"
    return "chooses a card" if state.actor == seat else "will choose a card"


def _action_rows(
    conflict: ConflictContents, seat: int, action: int, texts: Sequence[str], is_vain: bool
) -> list[ConflictRow]:
    """Return an action of a card; one of the viewer can be chosen here."""
    is_own = seat == conflict.viewer and conflict.winner is None
    target = Target("action", action) if is_own else Target("strength", seat)
    is_spent = bool(conflict.state.covered[seat] >> action & 1)
    box = "[x]" if is_spent else "[ ]"
    heads = [f" {box} {action + 1} ", *[" " * TEXT] * (len(texts) - 1)]
    return [
        ConflictRow("action", f"{head}{text}", seat, target, is_spent, is_vain)
        for head, text in zip(heads, texts, strict=True)
    ]
