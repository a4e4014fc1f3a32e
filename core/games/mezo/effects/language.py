"""The effect language of components.toml, compiled once into nodes of small integers.

A node is a verb (DEPLOY, SMITE, gain VP, ...) or a control (in order, either-or, pay to do, ...). Amounts and
conditions become functions of a state and a seat. Anything unknown to the language is an error that names the effect
in which it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from core.games.mezo.components import DEVOTION_LEVEL, EFFECTS, IN_MASK, NEUTRAL, REGIONS, ComponentsError, Spec

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

Amount = Callable[["MezoState", int], int]
Test = Callable[["MezoState", int], bool]

# Verbs and controls

(
    SEQ,
    COST,
    MAY,
    EITHER,
    FOR_EACH,
    IF,
    CALL,
    APPEASE,
    DEPLOY,
    AWAKEN,
    RECOVER,
    SMITE,
    EXILE,
    MOVE,
    BUILD,
    DEMOLISH,
    TRANSFORM,
    STRENGTH,
    MAJORITY,
    WIN_TIES,
    DEVOTION,
    VP,
) = range(22)

VERBS = {
    "call": CALL,
    "appease": APPEASE,
    "deploy": DEPLOY,
    "awaken": AWAKEN,
    "recover": RECOVER,
    "smite": SMITE,
    "exile": EXILE,
    "move": MOVE,
    "build": BUILD,
    "demolish": DEMOLISH,
    "transform": TRANSFORM,
    "strength": STRENGTH,
    "majority": MAJORITY,
    "win_ties": WIN_TIES,
    "devotion": DEVOTION,
    "vp": VP,
}
#: Verbs that happen in a region, and can be stopped early.
_PLACED = {DEPLOY, AWAKEN, SMITE, EXILE, MOVE, BUILD, DEMOLISH, TRANSFORM}

PLACES = ("presence", "conflict", "any", "another", "same", "champion", "reserve")
PRESENCE, CONFLICT, ANY, ANOTHER, SAME, CHAMPION, RESERVE = range(len(PLACES))
WHO = ("self", "enemy", "one_enemy", "each_enemy", "any", "all")
SELF, ENEMY, ONE_ENEMY, EACH_ENEMY, ANYBODY, EVERYBODY = range(len(WHO))
#: Kinds of unit, and of stone, as masks.
UNIT = {"warrior": 1, "shaman": 2, "unit": 3}
STONE = {"glyph": 1, "pyramid": 2, "either": 3}
GLYPHS, PYRAMIDS = 1, 2

#: "All": more than there can be.
ALL = 1 << 20


class Node(msgspec.Struct, frozen=True):
    """One verb or control. `kids` are the numbers of the nodes inside it."""

    op: int
    kids: tuple[int, ...] = ()
    n: Amount | None = None
    test: Test | None = None
    units: int = 3
    stone: int = 3
    who: int = SELF
    place: int = PRESENCE
    to: int = ANY
    has: Callable[[MezoState, int, int], bool] | None = None
    upto: bool = False
    one_region: bool = False
    per_region: bool = False
    distinct_regions: bool = False
    distinct_owners: bool = False
    by_owner: bool = False
    texts: tuple[str, ...] = ()


# Where

_FIELDS = {
    "do", "n", "unit", "who", "where", "from", "to", "what", "owner", "has", "upto",
    "one_region", "per_region", "distinct_regions", "distinct_owners", "chooser",
}  # fmt: skip


def regions_of(state: MezoState, seat: int, place: int) -> int:
    """Return the live regions (a mask) that a place means for this seat now."""
    if place == PRESENCE:
        return state.presence(seat)
    if place == CONFLICT:
        return 1 << state.conflict if state.conflict >= 0 else 0
    if place == ANY:
        return state.live
    if place == ANOTHER:
        return state.live & ~(1 << state.conflict) if state.conflict >= 0 else state.live
    if place == SAME:
        return 1 << state.same if state.same >= 0 else 0
    if place == CHAMPION:
        return sum(1 << region for region, owner in enumerate(state.champions) if owner == seat)
    return 0


def owners_of(state: MezoState, seat: int, who: int) -> int:
    """Return the seats (a mask) that are meant."""
    if who == SELF:
        return 1 << seat
    everybody = (1 << state.players) - 1
    return everybody if who in (ANYBODY, EVERYBODY) else everybody & ~(1 << seat)


# Amounts and conditions


def _word(where: str, what: str, word: Any, known: Any) -> Any:
    if word not in known:
        raise ComponentsError(f"components.toml, {where}: {what} cannot be {word!r}; it can be {', '.join(known)}")
    return word


def _count_units(state: MezoState, region: int, owners: int, units: int) -> int:
    total = 0
    for owner in range(state.players):
        if owners >> owner & 1:
            at = (owner * REGIONS + region) * 2
            total += (state.units[at] if units & 1 else 0) + (state.units[at + 1] if units & 2 else 0)
    return total


def _count_glyphs(state: MezoState, region: int, owners: int, units: int) -> int:
    return sum(state.glyphs[owner * REGIONS + region] for owner in range(state.players) if owners >> owner & 1)


def _count_pyramids(state: MezoState, region: int, owners: int, units: int) -> int:
    return sum(1 for piece in state.pyramids[region] if owners >> (piece // 4) & 1)


_IN_REGION = {"units": _count_units, "glyphs": _count_glyphs, "pyramids": _count_pyramids}


def _holders(state: MezoState, seat: int, who: int, thing: str) -> int:
    """As `owners_of`, but stone can be nobody's: neutral pieces are everybody's enemies."""
    owners = owners_of(state, seat, who)
    return owners | 1 << NEUTRAL if thing == "pyramids" and who != SELF else owners


def _has(where: str, spec: Spec) -> Callable[[MezoState, int, int], bool]:
    thing = _word(where, "thing", spec.get("thing"), _IN_REGION)
    count = _IN_REGION[thing]
    who = WHO.index(_word(where, "who", spec.get("who", "self"), WHO))
    units = UNIT[_word(where, "unit", spec.get("unit", "unit"), UNIT)]
    least = int(spec.get("min", 1))
    if who == SELF and thing == "glyphs":  # bots ask this all the time
        return lambda state, seat, region: state.glyphs[seat * REGIONS + region] >= least
    if who == SELF and thing == "pyramids" and least == 1:
        return lambda state, seat, region: any(piece // 4 == seat for piece in state.pyramids[region])
    return lambda state, seat, region: count(state, region, _holders(state, seat, who, thing), units) >= least


def _count(where: str, spec: Spec) -> Amount:
    things = (*_IN_REGION, "regions", "xibalba", "reserve", "wrath")
    thing = _word(where, "count", spec["count"], things)
    who = WHO.index(_word(where, "who", spec.get("who", "self"), WHO))
    units = UNIT[_word(where, "unit", spec.get("unit", "unit"), UNIT)]
    place = PLACES.index(_word(where, "where", spec.get("where", "any"), PLACES))
    if thing in _IN_REGION:
        in_region = _IN_REGION[thing]
        return lambda state, seat: sum(
            in_region(state, region, _holders(state, seat, who, thing), units)
            for region in IN_MASK[regions_of(state, seat, place)]
        )
    if thing == "regions":
        has = _has(where, spec["has"])
        return lambda state, seat: sum(has(state, seat, region) for region in IN_MASK[regions_of(state, seat, place)])
    if thing == "wrath":
        return lambda state, seat: sum(state.wrath)

    def pool(state: MezoState, seat: int) -> int:
        counts = state.xibalba if thing == "xibalba" else state.reserves
        owners = owners_of(state, seat, who)
        return sum(n for at, n in enumerate(counts) if owners >> (at >> 1) & 1 and units >> (at & 1) & 1)

    return pool


def amount(where: str, spec: Any) -> Amount:
    """Compile an amount: a number, a word, a count, or arithmetic with them."""
    if isinstance(spec, int):
        return lambda state, seat: spec
    if spec == "age":
        return lambda state, seat: state.age
    if spec == "devotion_level":
        return lambda state, seat: DEVOTION_LEVEL[state.devotion[seat]]
    if spec == "done":
        return lambda state, seat: state.done
    if spec == "all":
        return lambda state, seat: ALL
    if isinstance(spec, dict):
        if "count" in spec:
            return _count(where, spec)
        if len(spec) == 1:
            ((word, parts),) = spec.items()
            _word(where, "arithmetic", word, ("add", "mul", "div", "min", "max"))
            values = [amount(where, part) for part in parts]
            if word == "add":
                return lambda state, seat: sum(value(state, seat) for value in values)
            if word == "min":
                return lambda state, seat: min(value(state, seat) for value in values)
            if word == "max":
                return lambda state, seat: max(value(state, seat) for value in values)
            if len(values) == 2:
                left, right = values
                if word == "mul":
                    return lambda state, seat: left(state, seat) * right(state, seat)
                return lambda state, seat: left(state, seat) // right(state, seat)
    raise ComponentsError(f"components.toml, {where}: {spec!r} is no amount")


def condition(where: str, spec: Spec) -> Test:
    """Compile a condition: a comparison, or where the seat's Champion or god is."""
    if "champion_in" in spec or "present_in" in spec:
        word = "champion_in" if "champion_in" in spec else "present_in"
        place = PLACES.index(_word(where, word, spec[word], PLACES))
        mine = CHAMPION if word == "champion_in" else PRESENCE
        return lambda state, seat: bool(regions_of(state, seat, mine) & regions_of(state, seat, place))
    if "cmp" in spec:
        first, sign, second = spec["cmp"]
        left, right = amount(where, first), amount(where, second)
        _word(where, "comparison", sign, (">=", "<=", "=="))
        if sign == ">=":
            return lambda state, seat: left(state, seat) >= right(state, seat)
        if sign == "<=":
            return lambda state, seat: left(state, seat) <= right(state, seat)
        return lambda state, seat: left(state, seat) == right(state, seat)
    raise ComponentsError(f"components.toml, {where}: {spec!r} is no condition")


# Compiling

NODES: list[Node] = []


def _add(node: Node) -> int:
    NODES.append(node)
    return len(NODES) - 1


def _verb(where: str, spec: Spec, upto: bool) -> int:
    op = VERBS[_word(where, "verb", spec["do"], VERBS)]
    if unknown := set(spec) - _FIELDS:
        raise ComponentsError(f"components.toml, {where}: unknown field {', '.join(sorted(unknown))}")
    stone = op in (DEMOLISH, TRANSFORM)
    who = spec.get("owner", "any") if stone else spec.get("who", "self")
    place = spec.get("from", "presence") if op == MOVE else spec.get("where", "presence")
    if place == "reserve" and op != SMITE:
        raise ComponentsError(f"components.toml, {where}: only SMITE reaches into the Reserves")
    return _add(
        Node(
            op=op,
            n=amount(where, spec.get("n", 1)),
            units=UNIT[_word(where, "unit", spec.get("unit", "unit"), UNIT)],
            stone=STONE[_word(where, "what", spec.get("what", "either"), STONE)],
            who=WHO.index(_word(where, "owner" if stone else "who", who, WHO)),
            place=PLACES.index(_word(where, "where", place, PLACES)),
            to=PLACES.index(_word(where, "to", spec.get("to", "any"), PLACES)),
            has=_has(where, spec["has"]) if "has" in spec else None,
            upto=upto or bool(spec.get("upto")),
            one_region=bool(spec.get("one_region")),
            per_region=bool(spec.get("per_region")),
            distinct_regions=bool(spec.get("distinct_regions")),
            distinct_owners=bool(spec.get("distinct_owners")),
            by_owner=spec.get("chooser") == "owner",
        )
    )


def compile_effect(where: str, spec: Spec, may: bool = False) -> int:
    """Compile an effect; return the number of its node. `may`: its player can also decline it.

    To decline one thing is to do up to one of it, so that picking and declining are one decision.
    """
    single = spec.get("n", 1) == 1
    if "do" in spec:
        op = VERBS.get(spec["do"], -1)
        if not may or op == APPEASE or (op in _PLACED and single):
            return _verb(where, spec, may)
        return _add(Node(MAY, (_verb(where, spec, False),)))
    if "cost" in spec:
        price = spec["cost"]
        if VERBS.get(price.get("do"), -1) not in (*_PLACED, RECOVER):
            raise ComponentsError(f"components.toml, {where}: a cost must be units or stone")
        declinable = may and price.get("n", 1) == 1 and price.get("where") != "reserve"
        paid = (compile_effect(where, price, declinable), compile_effect(where, spec["then"]))
        cost = _add(Node(COST, paid, upto=declinable))
        return cost if declinable or not may else _add(Node(MAY, (cost,)))
    if may:
        return _add(Node(MAY, (compile_effect(where, spec),)))
    if "seq" in spec:
        return _add(Node(SEQ, tuple(compile_effect(where, part) for part in spec["seq"])))
    if "may" in spec:
        return compile_effect(where, spec["may"], True)
    if "either" in spec:
        branches = tuple(compile_effect(where, part) for part in spec["either"])
        texts = tuple(spec.get("texts", ()))
        if len(texts) != len(branches):
            raise ComponentsError(f"components.toml, {where}: either needs a text for each of its branches")
        return _add(Node(EITHER, branches, texts=texts))
    if "for_each" in spec:
        times = amount(where, spec["for_each"])
        return _add(Node(FOR_EACH, (compile_effect(where, spec["effect"]),), times))
    if "if" in spec:
        sides = [spec[side] for side in ("then", "else") if side in spec]
        kids = tuple(compile_effect(where, side) for side in sides)
        return _add(Node(IF, kids, test=condition(where, spec["if"])))
    raise ComponentsError(f"components.toml, {where}: {spec!r} is no effect")


def _compile_all() -> tuple[int, ...]:
    """Effects that are written alike (there are sixteen plain CALLs) share their node."""
    roots: dict[str, int] = {}
    return tuple(
        roots[text] if (text := repr(spec)) in roots else roots.setdefault(text, compile_effect(where, spec))
        for where, spec in EFFECTS
    )


#: By number of an effect: its node.
ROOTS: tuple[int, ...] = _compile_all()
