"""Every sentence that a player of Mazaytsy reads: prompts, moves, events, the board."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from core.game import Event, Prompt
from core.mazaytsy.components import BARREN, FLOW
from core.mazaytsy.field import BOWS, DIRECTIONS, WATERS
from core.mazaytsy.hares import VALUES, count, points, worths
from core.mazaytsy.moves import (
    FORWARD,
    LEAVE,
    LEFT,
    LETTERS,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    STOP,
    TOP,
    UNLOAD,
    Act,
    Add,
    Keep,
    Land,
    Pick,
    Place,
    Spin,
    Spot,
    Steal,
    Take,
    Turn,
)
from core.mazaytsy.preview import Voyage, laying, voyage
from core.mazaytsy.rules.legal import card_in_hand, may_share, steals, takes
from core.mazaytsy.rules.stages import (
    ACT,
    ADD,
    BARE,
    CARD,
    CELL,
    HERE,
    LANDING,
    OVER,
    PLACE,
    PULL,
    SHARING,
    SPIN,
    TURN,
)
from core.mazaytsy.scoring import own_hares, own_points, ranking, scores, standing

if TYPE_CHECKING:
    from core.mazaytsy.state import Flood

#: The boats by seat.
COLOURS: Final = ("red", "blue", "green", "yellow")

KIND_NAMES: Final = (
    "fish water",
    "plain water",
    "log",
    "thicket",
    "whirlpool",
    "swamp",
    "funnel",
    "straight current",
    "side current",
)
#: What each kind of card does, in a line.
DEEDS: Final = (
    "does nothing",
    "does nothing",
    "ends the movement of a boat that comes onto it",
    "no boat and no hare can be there",
    "when laid, carries the hares around it one place on",
    "when laid, draws in the hares around it; soon they sink",
    "pulls in a boat that ends its movement beside it",
    "carries a boat one card along its arrow",
    "carries a boat one card diagonally",
)

_COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_BOW_NAMES: Final = ("north", "east", "south", "west")

#: How the plain board marks a kind; a current adds where it flows.
_MARKS: Final = ("f", ".", "=", "#", "@", "%", "V", "~", "~")


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def hares(bunch: int) -> str:
    """A bunch in words: "a hare worth 3", "hares worth 4, 2 and 2"."""
    values = worths(bunch)
    if not values:
        return "no hares"
    return f"{'a hare' if len(values) == 1 else 'hares'} worth {_listed([str(v) for v in values])}"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def card(code: int, advanced: int = 0) -> str:
    """A card that lies open, in words."""
    name = KIND_NAMES[code >> 1]
    return f"barren {name}" if advanced & BARE and BARREN[code] else name


def face(code: int) -> str:
    """A card on the water, in words."""
    name = KIND_NAMES[code >> 3]
    return f"{name} flowing {_COMPASS[FLOW[code]]}" if FLOW[code] >= 0 else name


def _a(name: str) -> str:
    return name if "water" in name else f"a {name}"


def _cell(side: int, cell: int) -> str:
    return WATERS[side].names[cell]


# Prompts


def prompt(s: "Flood") -> Prompt:
    return _PROMPTS[s.phase](s)


def _ask_here(s: "Flood") -> Prompt:
    can = []
    if takes(s):
        can.append("pick up a hare")
    if steals(s):
        can.append("steal one from another boat")
    if may_share(s):
        can.append("share out with your partner")
    return Prompt("here", f"On this card you may {_listed(can).replace(' and ', ' or ')}.")


def _ask_act(s: "Flood") -> Prompt:
    if s.acts:
        return Prompt("second", "Row or turn once more, or stop here.")
    a = s.actor
    assert a is not None
    if s.holds[a] and WATERS[s.side].edge[s.boats[a]]:
        return Prompt("first", "Row, turn, slip diagonally ahead, or land hares.")
    return Prompt("first", "Row, turn, or slip diagonally ahead.")


def _ask_cell(s: "Flood") -> Prompt:
    bunch = 0 if s.hand == TOP else s.row_hares[s.hand]
    rider = f" with {hares(bunch)}" if bunch else ""
    return Prompt("cell", f"Where does the {card(card_in_hand(s), s.advanced)}{rider} go?")


_PROMPTS: Final[dict[int, Callable[["Flood"], Prompt]]] = {
    PLACE: lambda s: Prompt("place", "Launch your boat: choose a start card and where the bow points."),
    HERE: _ask_here,
    ACT: _ask_act,
    LANDING: lambda s: Prompt("land", "Which hares go ashore?"),
    SHARING: lambda s: Prompt("share", f"How many hares worth {VALUES[s.sort]} do you keep?"),
    PULL: lambda s: Prompt("funnel", "Which funnel pulls you in?"),
    CARD: lambda s: Prompt("card", "You moved only once: which open card do you lay?"),
    CELL: _ask_cell,
    TURN: lambda s: Prompt("turn", f"Which way does the {card(card_in_hand(s))} flow?"),
    SPIN: lambda s: Prompt("spin", "Which way does the whirlpool turn?"),
    ADD: lambda s: Prompt("add", "Mazay is here: on which kind of card do new hares appear?"),
    OVER: lambda s: Prompt("over", "The game is over."),
}


def when(s: "Flood") -> str:
    if s.phase == OVER:
        return "the end"
    if s.turn < 0:
        return "launching the boats"
    lap = f"lap {s.turn // s.players + 1}"
    if s.ending:
        return f"last {lap}"
    return f"round {s.seen + 1} of {s.visits}, {lap}"


# Moves


def describe(s: "Flood", move: Any) -> str:
    side = s.side
    if isinstance(move, Place):
        return f"launch on {_cell(side, move.cell)}, bow {_BOW_NAMES[move.bow]}"
    if isinstance(move, Take):
        return f"take the hare worth {VALUES[move.sort]}"
    if isinstance(move, Steal):
        return f"steal a hare worth {VALUES[move.sort]} from the {COLOURS[move.seat]} boat"
    if isinstance(move, Keep):
        return f"keep {move.number}"
    if isinstance(move, Act):
        return _describe_act(s, move)
    if isinstance(move, Land):
        return f"land {hares(move.bunch)}"
    if isinstance(move, Spot):
        return _describe_spot(s, move)
    if isinstance(move, Pick):
        return _describe_pick(s, move)
    if isinstance(move, Turn):
        return _COMPASS[FLOW[card_in_hand(s) * 4 + move.turn]]
    if isinstance(move, Spin):
        return _describe_spin(s, move)
    assert isinstance(move, Add)
    number = sum(face >> 3 == move.kind for face in s.field)
    return f"{KIND_NAMES[move.kind]}: {number} {'card' if number == 1 else 'cards'}"


_ORDERS: Final = {
    FORWARD: "row forward",
    LEFT: "turn left",
    RIGHT: "turn right",
    SLIP_LEFT: "slip ahead left",
    SLIP_RIGHT: "slip ahead right",
    UNLOAD: "land hares",
    STOP: "stop here",
    LEAVE: "go on",
    SHARE: "share out hares with your partner",
}


def _describe_act(s: "Flood", move: Act) -> str:
    text = _ORDERS[move.code]
    if move.code == LEAVE and takes(s):
        assert s.actor is not None
        return "leave the hare" if count(s.hares[s.boats[s.actor]]) == 1 else "leave the hares"
    if move.code in (UNLOAD, LEAVE, SHARE):
        return text
    way = voyage(s, move)
    if move.code in (LEFT, RIGHT):
        text += f" to face {_BOW_NAMES[way.bow]}"
    if way.rowed:
        text += f" to {_cell(s.side, way.path[0])}"
    return text + _and_then(s, way)


def _and_then(s: "Flood", way: Voyage) -> str:
    """What the water does after the order."""
    text = ""
    drift = way.path[way.rowed :]
    if drift:
        text += f", drift to {' and '.join(_cell(s.side, cell) for cell in drift)}"
    if way.blocked:
        text += ", held by the current"
    if len(way.funnels) == 1:
        text += f", pulled into the funnel on {_cell(s.side, way.funnels[0])}"
    elif way.funnels:
        text += f", pulled into a funnel on {' or '.join(_cell(s.side, cell) for cell in way.funnels)}"
    return text


def _describe_spot(s: "Flood", move: Spot) -> str:
    name = _cell(s.side, move.cell)
    if s.phase == PULL:
        return f"into the funnel on {name}"
    text = f"{name}, in place of {_a(face(s.field[move.cell]))}"
    effect = laying(s, move.cell)
    if effect.drawn_in:
        text += f", drawing in {hares(sum(s.hares[near] for near in effect.drawn_in))}"
    if effect.cleared:
        text += f", clearing {hares(sum(s.hares[near] for near in effect.cleared))}"
    if effect.clockwise:
        text += f", stirring {hares(sum(bunch for _, _, bunch in effect.clockwise))}"
    return text


def _describe_pick(s: "Flood", move: Pick) -> str:
    if move.index == TOP:
        return f"the top of the stack: {card(s.stack[-1], s.advanced)}"
    bunch = s.row_hares[move.index]
    with_hare = f" with {hares(bunch)}" if bunch else ""
    return f"card {move.index + 1} of the row: {card(s.row[move.index], s.advanced)}{with_hare}"


def _describe_spin(s: "Flood", move: Spin) -> str:
    effect = laying(s, s.spot)
    lost = sum(bunch for _, end, bunch in (effect.clockwise if move.clockwise else effect.counter) if end < 0)
    text = "clockwise" if move.clockwise else "counter-clockwise"
    return f"{text}, losing {hares(lost)}" if lost else text


# Events


def sentence(event: Event, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat is not None else ""
    return _SENTENCES[event.kind](who, event.facts, names)


def _told_laid(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    side, cell, new, old, bunch = f
    rider = f" with {hares(bunch)}" if bunch else ""
    return f"{who} lays {_a(face(new))}{rider} on {_cell(side, cell)}, in place of {_a(face(old))}."


def _told_whirled(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    clockwise, moved, lost = f
    way = "clockwise" if clockwise else "counter-clockwise"
    text = f"The whirlpool turns {way} and carries {hares(moved or lost)}"
    if not moved:
        return f"{text} away."
    return f"{text} along, and {hares(lost)} away." if lost else f"{text} along."


def _told_added(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    side, kind, strewn = f
    if not strewn:
        return f"{who} asks for {KIND_NAMES[kind]}, but no hare is left to come."
    where = _listed([f"{_cell(side, cell)} ({worths(one)[0]})" for cell, one in strewn])
    return f"{who} chooses {KIND_NAMES[kind]}: hares appear on {where}."


def _told_opened(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    code, bunch, advanced = f
    return f"A new card is opened: {card(code, advanced)}{f' with {hares(bunch)}' if bunch else ''}."


def _told_shuffled(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    row, bunches, advanced = f
    cards = [card(c, advanced) + (f" ({worths(b)[0]})" if b else "") for c, b in zip(row, bunches, strict=True)]
    return f"All cards beside the water are shuffled; the new row: {_listed(cards)}."


def _told_last_lap(who: str, f: tuple[Any, ...], names: Sequence[str]) -> str:
    return f"Mazay comes for the last time{'' if f[0] else ': this lap is the last'}."


_SENTENCES: Final[dict[str, Callable[[str, tuple[Any, ...], Sequence[str]], str]]] = {
    "placed": lambda w, f, n: f"{w} launches on {_cell(f[0], f[1])}, bow {_BOW_NAMES[f[2]]}.",
    "took": lambda w, f, n: f"{w} picks up {hares(f[2])} on {_cell(f[0], f[1])}.",
    "stole": lambda w, f, n: f"{w} steals {hares(f[1])} from {n[f[0]]}.",
    "shared": lambda w, f, n: f"{w} keeps {hares(f[1])}; {n[f[0]]} has {hares(f[2])}.",
    "turned": lambda w, f, n: f"{w} turns to face {_BOW_NAMES[f[0]]}.",
    "rowed": lambda w, f, n: f"{w} rows to {_cell(*f)}.",
    "slipped": lambda w, f, n: f"{w} slips ahead to {_cell(*f)}.",
    "stopped": lambda w, f, n: f"{w} stops on {_cell(*f)}.",
    "log": lambda w, f, n: f"A log on {_cell(*f)} stops {w}.",
    "drifted": lambda w, f, n: f"The current carries {w} from {_cell(f[0], f[1])} to {_cell(f[0], f[2])}.",
    "blocked": lambda w, f, n: (
        f"The current on {_cell(f[0], f[1])} presses {w} against the {'shore' if f[2] else 'thicket'}."
    ),
    "landed": lambda w, f, n: f"{w} lands {hares(f[0])}.",
    "pulled": lambda w, f, n: f"The funnel on {_cell(*f)} pulls {w} in.",
    "sank": lambda w, f, n: f"The swamp on {_cell(f[0], f[1])} swallows {hares(f[2])}.",
    "no place": lambda w, f, n: f"Nothing can make way: {w} discards {_a(card(f[0]))}.",
    "laid": _told_laid,
    "hare came": lambda w, f, n: f"On {_cell(f[0], f[1])} appears {hares(f[2])}.",
    "whirled": _told_whirled,
    "sucked": lambda w, f, n: f"The swamp on {_cell(f[0], f[1])} draws in {hares(f[2])}.",
    "cleared": lambda w, f, n: f"Cleared from every {KIND_NAMES[f[0]]} card: {hares(f[1])}.",
    "opened": _told_opened,
    "mazay": lambda w, f, n: f"Mazay comes; {w} will call new hares.",
    "last lap": _told_last_lap,
    "booked": lambda w, f, n: f"{w} has {_points(points(f[0]))} written down for {hares(f[0])}.",
    "added": _told_added,
    "shuffled": _told_shuffled,
    "over": lambda w, f, n: "The flood is over; all saved hares are counted.",
}


# The result


def verdict(s: "Flood") -> str:
    """Why it ended, and what decided between the first."""
    visits = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(s.visits, "last")
    why = f"Mazay came for the {visits} time and the lap was finished"
    places = ranking(s)
    total = scores(s)
    first = places[0]
    best = standing(s, first[0])
    tied = [seat for seat in range(s.players) if total[seat] == total[first[0]]]
    crews = 2 if s.teams else 1
    if len(first) > crews:
        return f"{why}; nothing parts the first, not even the hares aboard: they share the win."
    if len(tied) == len(first):
        won = f"the win takes {_points(total[first[0]])}"
    elif any(standing(s, seat)[1] == best[1] for seat in tied if seat not in first):
        won = "level on points and hares, the fewer hares still aboard decide"
    else:
        won = "level on points, the larger number of hares decides"
    return f"{why}; {won}."


# The plain board


def mark(code: int) -> str:
    """A card on the water in one to three letters."""
    way = FLOW[code]
    return _MARKS[code >> 3] + (DIRECTIONS[way] if way >= 0 else "")


_LEGEND: Final = (
    "f fish water, . plain water, = log, # thicket, @ whirlpool, % swamp, V funnel, ~n current"
    " flowing north; digits are hares; R, B, G, Y are boats with their bow (Rn: red, bow north)"
)


def board(s: "Flood") -> str:
    """The whole table; everybody sees the same of it."""
    side = s.side
    cells = []
    for cell, code in enumerate(s.field):
        parts = [mark(code)]
        if s.hares[cell]:
            parts.append("+".join(map(str, worths(s.hares[cell]))))
        parts += [f"{LETTERS[seat]}{BOWS[s.bows[seat]]}" for seat in range(s.players) if s.boats[seat] == cell]
        cells.append(" ".join(parts))
    width = max(7, *map(len, cells)) + 1
    lines = ["   " + "".join(f"{'abcdef'[c]:<{width}}" for c in range(side)).rstrip()]
    for r in range(side):
        row = "".join(f"{text:<{width}}" for text in cells[r * side : (r + 1) * side])
        lines.append(f"{r + 1}  {row}".rstrip())
    lines += ["", _row_line(s), _stack_line(s), ""]
    lines += [_boat_line(s, seat) for seat in range(s.players)]
    swamps = [
        f"{_cell(side, cell)} ({COLOURS[seat]})" for seat, cell in enumerate(s.mires) if cell >= 0 and s.hares[cell]
    ]
    if swamps:
        lines.append(f"Sinking after its layer's next movement: {_listed(swamps)}")
    return "\n".join([*lines, "", _LEGEND])


def _row_line(s: "Flood") -> str:
    cards = [
        card(code, s.advanced) + (f" ({worths(bunch)[0]})" if bunch else "")
        for code, bunch in zip(s.row, s.row_hares, strict=True)
    ]
    if s.due >= 0:
        turn_of = s.actor if s.actor is not None else 0
        cards.insert(0 if s.due == turn_of else min(1, len(cards)), "Mazay")
    return f"Row, far card first: {', '.join(cards) or 'empty'}"


def _stack_line(s: "Flood") -> str:
    top = card(s.stack[-1], s.advanced) if s.stack else "none"
    return (
        f"Stack: {len(s.stack) + (s.under >= 0)} cards, top: {top};"
        f" discard: {len(s.discard)}; hares in the pool: {count(s.pool)}"
    )


def _boat_line(s: "Flood", seat: int) -> str:
    cell = s.boats[seat]
    where = f"on {_cell(s.side, cell)}, bow {_BOW_NAMES[s.bows[seat]]}" if cell >= 0 else "not launched yet"
    team = f", team {'red-green' if seat % 2 == 0 else 'blue-yellow'}" if s.teams else ""
    saved = own_hares(s, seat) - count(s.holds[seat])
    return (
        f"Player {seat + 1}, {COLOURS[seat]} boat {LETTERS[seat]}{team}: {where};"
        f" aboard {hares(s.holds[seat])}; landed {saved}; {_points(own_points(s, seat))}"
    )
