"""What holds in every game, whatever is played: found out by random games."""

from collections.abc import Iterator

import msgspec
import pytest

from core.game import GameEvent, OptionValue
from core.games.novgorod import GAME
from core.games.novgorod.components import MISSION_COUNT
from core.games.novgorod.moves import PASS
from core.games.novgorod.phases import BUY, ROUTE
from core.games.novgorod.scoring import FROM_SPECIALS
from core.games.novgorod.state import NovgorodState
from core.match import Match, Seat
from core.rng import Rng
from tests.core.games.novgorod.novgorod_positions import fresh

TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {}),
    (3, {"bonus": "random", "careers": "choose"}),
    (4, {"careers": "silver", "merchant": "back", "pirate": "front"}),
    (2, {"merchant": "front", "pirate": "back", "special": True}),
    (3, {"merchant": "front", "pirate": "front", "places": "random", "special": True, "bonus": "random"}),
    (4, {"pirate": "back", "places": "random", "special": True, "careers": "choose"}),
]


def random_game(players: int, options: dict[str, OptionValue], seed: int) -> Iterator[NovgorodState]:
    s = fresh(players, seed, **options)
    rng = Rng(seed)
    yield s
    while s.actor is not None:
        s.play(rng.choice(list(s.legal_moves())))
        yield s


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_nothing_is_lost_and_the_game_ends(players: int, options: dict[str, OptionValue]) -> None:
    kept: list[tuple[NovgorodState, str]] = []
    for number, s in enumerate(random_game(players, options, 11)):
        assert s.violations() == []
        assert number < 5000
        if s.actor is not None:
            written = [move.notation for move in s.legal_moves()]
            assert written
            assert len(set(written)) == len(written) <= 300
        if number % 7 == 0:
            kept.append((s.copy(), s.digest()))
        last = s
    assert last.final
    assert max(last.seals) >= 30 or max(last.level) == 4
    for copy, digest in kept:
        assert copy.digest() == digest


#: What an event does to its seat's ducats, and to its seals.
DUCATS = {
    "pays": lambda f: -f[0],
    "pirate": lambda f: -f[1],
    "sells": lambda f: f[3],
    "special": lambda f: -f[1],
    "income": lambda f: f[1],
    "extra_income": lambda f: f[0],
    "fee": lambda f: -f[0],
    "buys_office": lambda f: -f[1],
    "buys_ship": lambda f: -f[1],
    "buys_mission": lambda f: -f[0],
}
SEALS = {
    "sells": lambda f: f[2],
    "line": lambda f: f[3],
    "special": lambda f: f[2],
    "row": lambda f: f[0],
    "extra_seal": lambda f: 1,
    "bonus": lambda f: f[1],
    "variety": lambda f: f[1],
}


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_ducat_and_seal_is_told(players: int, options: dict[str, OptionValue]) -> None:
    """The events are a full ledger: what was told, added up, is what everybody has."""
    s = fresh(players, 5, **options)
    ducats, seals = s.ducats[:], s.seals[:]
    rng = Rng(5)
    while s.actor is not None:
        told: list[GameEvent] = []
        steps, levels, careers = s.copy(), s.level[:], s.careers[:]
        s.play(rng.choice(list(s.legal_moves())), told.append)
        for event in told:
            if event.seat is None:
                continue
            ducats[event.seat] += DUCATS.get(event.kind, lambda f: 0)(event.facts)
            seals[event.seat] += SEALS.get(event.kind, lambda f: 0)(event.facts)
            if event.kind == "climbs":
                ducats[event.seat] -= _step_ducats(careers[event.seat], levels[event.seat])
        assert ducats == s.ducats, (steps.prompt, told)
        assert seals == s.seals, told


def _step_ducats(career: int, level: int) -> int:
    """15 ducats on the third step of the light sides, and where the silver sides have it."""
    silver = {1: 0, 3: 1, 5: 2, 7: 1}
    return 15 if level == silver.get(career, 2) else 0


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_imagining_changes_only_what_the_seat_cannot_know(players: int, options: dict[str, OptionValue]) -> None:
    rng = Rng(77)
    differ = 0
    for number, s in enumerate(random_game(players, options, 3)):
        if number % 9:
            continue
        for seat in range(players):
            world = s.determinize(seat, rng)
            assert world.violations() == []
            assert world.board_text(seat) == s.board_text(seat)
            assert world.hand[seat] == s.hand[seat]
            assert world.unseen[seat] == s.unseen[seat]
            assert world.chance != s.chance
            differ += world.deck != s.deck
            for other in range(players):
                assert world.hand[other] & ~world.hidden[other] == s.hand[other] & ~s.hidden[other]
                assert world.hidden[other].bit_count() == s.hidden[other].bit_count()
            # Put back what may differ: nothing else does.
            for name in ("hand", "hidden", "unseen", "deck", "cover", "chance"):
                setattr(world, name, getattr(s, name))
            assert world == s
    assert differ > 10


def test_imagined_secrets_really_vary() -> None:
    s = fresh(4, 2, special=True)
    seen = [set[int]() for _ in range(4)]
    covers = set()
    for seed in range(200):
        world = s.determinize(0, Rng(seed))
        covers.add(world.cover)
        for seat in range(4):
            seen[seat].add(world.hidden[seat])
    assert len(seen[0]) == 1
    unknown = MISSION_COUNT - len(s.display) - 1
    assert [len(s) for s in seen[1:]] == [unknown] * 3
    assert len(covers) == unknown


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_position_survives_json(players: int, options: dict[str, OptionValue]) -> None:
    for number, s in enumerate(random_game(players, options, 8)):
        if number % 20 == 0 or s.actor is None:
            again = msgspec.json.decode(msgspec.json.encode(s), type=NovgorodState)
            assert again == s
            assert [m.notation for m in again.legal_moves()] == [m.notation for m in s.legal_moves()]


def test_secret_decisions_are_marked_while_somebody_hides_a_mission() -> None:
    s = fresh(2)
    assert s.prompt.secret
    assert s.actor is not None
    s.hidden = [0, 0]
    assert not s.prompt.secret


def test_drawing_blind_tells_the_card_to_its_owner_alone() -> None:
    s = fresh(3)
    top = s.deck[-1]
    told: list[GameEvent] = []
    s.play(next(m for m in s.legal_moves() if m.notation == "deck"), told.append)
    assert [(e.kind, e.visible_to) for e in told] == [("draws", None), ("drawn", told[0].seat)]
    assert told[0].reveals
    assert told[1].facts == (top,)
    assert told[0].facts == ()


def test_the_board_hides_the_missions_of_others() -> None:
    s = fresh(2, 4)
    a, b = (s.board_text(seat) for seat in range(2))
    assert a != b
    for view in (a, b):
        assert view.count("secret mission") == 1
    assert s.board_text(None).count("secret mission") == 2


def test_undo_inside_a_turn_goes_step_by_step() -> None:
    match = Match.new(GAME, [Seat("Anna"), Seat("Boris")], {}, 3)
    while match.state.prompt.kind != "route":
        match.play(match.state.legal_moves()[0])
    before = match.state.digest()
    city = next(m for m in match.state.legal_moves() if m.notation.startswith("+"))
    match.play(city)
    match.undo()
    assert match.state.digest() == before


def test_a_purchase_that_opens_a_mission_is_a_barrier_for_undo() -> None:
    for s in random_game(2, {}, 6):
        if s.phase != BUY or len(s.display) > 4:
            continue
        card = next((m for m in s.legal_moves() if m.notation.startswith("m")), None)
        if card is not None:
            told: list[GameEvent] = []
            s.copy().play(card, told.append)
            assert any(event.reveals for event in told)
            return
    raise AssertionError("nobody ever bought a mission")


def test_passing_for_ever_wins_nothing() -> None:
    """Turns without a deed still give the extra seal, so even idlers come to an end: X and all."""
    s = fresh(2)
    while s.phase < ROUTE:
        s.play(s.legal_moves()[0])
    turns = 0
    while s.actor is not None:
        for _ in ("sail", "finish"):
            s.play(next(m for m in s.legal_moves() if m.notation == _))
        s.play(PASS)
        turns += 1
    assert s.seals == [31, 31]
    assert turns == 62
    assert s.ranking() == [[0, 1]]


def test_seals_come_only_from_what_is_played() -> None:
    """Without the row of special missions there are no seals from them; a file may say otherwise."""
    s = fresh(2, 3)
    assert s.violations() == []
    s.points[FROM_SPECIALS] += 1
    s.seals[0] += 1
    assert s.violations() == ["Seat 0 has 1 seals, 0 of them from somewhere."]
