"""Changes between two states of Mezen: cells that look different, news for a seat, and points that were scored.

Everything comes from what everybody could see of the two states; nothing reads a back that has not been seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import GameEvent
from core.games.mezen import phases, rules
from core.games.mezen.components import CELLS, EMPTY, FACE, GOALS, SYMBOLS, cells_of
from core.games.mezen.scoring import animal_groups, biggest_group, codes_of, counted, dark, goal_points, light
from core.games.mezen.state import MezenState
from core.games.mezen.text import counted_text, face_text, goal_card_text
from core.text import count_text, list_text
from core.view import Moment, Target

CELL = tuple(Target("cell", cell) for cell in range(CELLS))
#: The most steps in which the points of a goal are shown.
_STEPS = 3


def on_painting(seat: int, cell: int) -> Target:
    """Return the target for a cell of a seat's painting, whichever painting is shown large."""
    return Target(f"painting {seat + 1}", cell)


# Cells that look different


def changed_cells(before: MezenState, now: MezenState, seat: int) -> list[int]:
    """Return the cells of a painting that look different than before."""
    return [cell for cell in range(CELLS) if _look_of(now, seat, cell) != _look_of(before, seat, cell)]


def _look_of(state: MezenState, seat: int, cell: int) -> tuple[object, ...]:
    """Return what everybody can see of a cell: its face, its back as far as it is known, an amulet on it."""
    code = state.paintings[seat][cell]
    if code == EMPTY:
        return ()
    back = FACE[code ^ 1] if state.knows_back(seat, code) else None
    amulet = (state.bridges >> cell & 1, state.excluded >> cell & 1) if seat == state.actor else (0, 0)
    return FACE[code], code & 1, back, amulet


# What others did, in one line


def turn_facts(before: MezenState, now: MezenState, events: Sequence[GameEvent]) -> list[str]:
    """Return what a seat did, or what happened at the table, as the parts of one line."""
    told: list[str] = []
    amulets = 0
    for event in events:
        if event.kind in ("bridge", "exclude"):
            amulets += 1
            continue
        told += _fact(before, now, event, amulets)
        amulets = 0 if event.kind == "lift" else amulets
    told += [*_amulets_placed(amulets), *_sources(events)]
    return told or [f"takes {count_text(points, 'point')} for the goal" for points in _goal_points(events)]


def _fact(before: MezenState, now: MezenState, event: GameEvent, amulets: int) -> list[str]:
    facts = event.facts
    match event.kind:
        case "announce":
            return [f"calls the {SYMBOLS[facts[0]]}"]
        case "pay":
            return [f"pays 1 amulet for the {SYMBOLS[facts[1]]}"]
        case "stay":
            return [f"has no {SYMBOLS[facts[0]]} and no amulet"]
        case "lift":
            helped = f" with {count_text(amulets, 'amulet')}" if amulets else ""
            return [f"lifts {face_text(facts[3])}{helped}"]
        case "refuse":
            return [f"takes {count_text(facts[0], 'amulet')} instead of points"]
        case "unpaid":
            return [f"everyone keeps the {SYMBOLS[animal]}" if (animal := _kept(before, now)) >= 0 else "nobody pays"]
        case "goal":
            return [f"next: {goal_card_text(GOALS[facts[0]])}"]
    return []


def _kept(before: MezenState, now: MezenState) -> int:
    """Return the animal that everybody has kept since an earlier state: that of this round, unless a round has passed.

    Then it was that of the earlier round, if nobody had been able to pay before.
    """
    asked_before = before.phase in (phases.ANNOUNCING, phases.PAYING)
    return before.announced if before.round != now.round and asked_before else now.announced


def _amulets_placed(amulets: int) -> list[str]:
    """Return the amulets on a painting from which nothing has been lifted yet."""
    return [f"places {count_text(amulets, 'amulet')}"] if amulets else []


def _goal_points(events: Sequence[GameEvent]) -> list[int]:
    return [event.facts[1] for event in events if event.kind == "earn" and event.facts[0] == rules.GOAL]


def _sources(events: Sequence[GameEvent]) -> list[str]:
    """Return where points came from, when it was not the goal alone: "goal 6 + dark tiles 10"."""
    earned = [event.facts for event in events if event.kind == "earn"]
    if all(source == rules.GOAL for source, _ in earned):
        return []
    return [" + ".join(f"{_SOURCE_NAMES[source]} {points}" for source, points in earned if points)]


_SOURCE_NAMES = ("goal", "dark tiles", "light tiles", "amulets", "biggest group")


# What has changed for a seat


def change_texts(before: MezenState, now: MezenState, seat: int, names: Sequence[str]) -> list[str]:
    """Return what has changed for a seat, the most urgent first."""
    told = [
        _called_since(before, now, seat),
        _amulets_paid(before, now, seat),
        _lead(before, now, seat, names),
        _goals_of_new_round(before, now, seat),
    ]
    return [sentence for sentence in told if sentence]


def _amulets_paid(before: MezenState, now: MezenState, seat: int) -> str:
    """Return how many amulets the others have paid, once that is known."""
    settled = now.phase in (phases.LIFTING, phases.PLACING, phases.SCORING)
    asked = before.round == now.round and before.phase in (phases.ANNOUNCING, phases.PAYING)
    if not (settled and asked and now.active == seat):
        return ""
    paid = sum(animal not in (-1, now.announced) for animal in now.animals)
    return f"You were paid {count_text(paid, 'amulet')}." if paid else ""


def _called_since(before: MezenState, now: MezenState, seat: int) -> str:
    """Return what the animal that another seat has called means for this painting."""
    known = before.round == now.round and before.announced >= 0
    if known or now.phase != phases.PAYING or now.active == seat:
        return ""
    name = SYMBOLS[now.announced]
    if rules.kept_animal(now, seat) < 0:
        duty = "you must pay for another animal" if now.amulets[seat] else "your painting stays as it is"
        return f"You have no {name}, so {duty}."
    sizes = [str(group.bit_count()) for group in animal_groups(codes_of(now.paintings[seat]), now.announced)]
    return f"Your {name} {'groups' if len(sizes) > 1 else 'group'}: {', '.join(sizes)}."


def _lead(before: MezenState, now: MezenState, seat: int, names: Sequence[str]) -> str:
    """Return a sentence if this seat has taken the lead or lost it."""
    led, ahead = _ahead(before, seat) > 0, _ahead(now, seat)
    if now.players == 1 or led == (ahead > 0):
        return ""
    scores = now.scores()
    best = scores[seat] - ahead
    if ahead > 0:
        return f"You take the lead, {scores[seat]} to {best}."
    leaders = [names[other] for other, score in enumerate(scores) if other != seat and score == best]
    if not ahead:
        return f"{list_text(leaders)} {'draws' if len(leaders) == 1 else 'draw'} level with you at {best}."
    return f"{list_text(leaders)} {'takes' if len(leaders) == 1 else 'take'} the lead, {best} to {scores[seat]}."


def _ahead(state: MezenState, seat: int) -> int:
    """Return how many points a seat is ahead of the best of the others; negative when it is behind."""
    scores = state.scores()
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def _goals_of_new_round(before: MezenState, now: MezenState, seat: int) -> str:
    """Return what the goals of a new round would pay for the painting as it is."""
    if before.round == now.round:
        return ""
    codes = codes_of(now.paintings[seat])
    pays = f"As you stand: {goal_points(codes, now.goal)} for this goal"
    return f"{pays}, {goal_points(codes, now.next_goal)} for the next." if now.next_goal else f"{pays}."


# Points that were scored


def score_moments(
    before: MezenState, events: Sequence[GameEvent], seat: int | None, board: int, names: Sequence[str]
) -> list[Moment]:
    """Return the points of a goal on the painting that earned them; what all get at once, on the one that is shown."""
    found: list[Moment] = []
    shared: dict[int, dict[int, int]] = {}
    for event in events:
        if event.kind != "earn" or event.seat is None:
            continue
        source, points = event.facts
        if source == rules.GOAL:
            found += _of_goal(before, event.seat, "" if event.seat == seat else f"{names[event.seat]} ")
        else:
            shared.setdefault(source, {})[event.seat] = points
    called = ["you" if each == seat else name for each, name in enumerate(names)]
    return found + _of_all(before, shared, board, called)


def _of_goal(before: MezenState, earner: int, who: str) -> list[Moment]:
    """Return the moments of a goal: on one's own painting part by part, on another's (`who` names it) all at once."""
    painting, goal = before.paintings[earner], before.goal
    parts = counted(codes_of(painting), goal)
    steps = [parts] if who else [*([part] for part in parts[: _STEPS - 1]), parts[_STEPS - 1 :]]
    return [Moment(f"{who}{counted_text(painting, goal, some)}", _targets(some), earner) for some in steps if some]


def _of_all(
    before: MezenState, shared: Mapping[int, Mapping[int, int]], board: int, called: Sequence[str]
) -> list[Moment]:
    """Return what all score: after round 5 the dark tiles; at the end light tiles, the biggest group and amulets."""
    codes = codes_of(before.paintings[board])
    earned = {
        source: ", ".join(f"{called[seat]} +{each}" for seat, each in points.items())
        for source, points in shared.items()
    }
    found = []
    if rules.DARK in earned:
        text = f"After round {before.round}, dark tiles score: {earned[rules.DARK]}"
        found.append(Moment(text, _targets([dark(codes)]), board))
    if rules.GROUP in earned:
        text = f"At the end, light tiles score: {earned[rules.LIGHT]}"
        found.append(Moment(text, _targets([light(codes)]), board))
        text = f"Biggest group: {earned[rules.GROUP]}; amulets: {earned[rules.AMULET]}"
        found.append(Moment(text, _targets([biggest_group(codes)]), board))
    return found


def _targets(parts: Sequence[int]) -> tuple[Target, ...]:
    """Return the cells of several masks, each once."""
    cells = 0
    for part in parts:
        cells |= part
    return tuple(CELL[cell] for cell in cells_of(cells))
