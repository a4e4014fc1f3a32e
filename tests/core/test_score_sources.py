"""Where points came from adds up, and cards are counted as often as they were scored."""

import pytest

from core import registry
from core.games.mezen.components import GOALS
from core.match import Match, Seat
from core.rng import Rng
from core.score_sources import score_sources


def played(name: str, players: int, seed: int) -> Match:
    match = Match.new(registry.get_game(name), [Seat(f"Player {n}") for n in range(players)], {}, seed)
    rng = Rng(seed)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


@pytest.mark.parametrize("name", registry.GAME_NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_sources_add_up_to_the_points(name: str, seed: int) -> None:
    match = played(name, 3, seed)
    found = score_sources(match)
    totals = [sum(source.points[seat] for source in found.values()) for seat in range(3)]
    assert totals == match.state.scores()


@pytest.mark.parametrize(("name", "cards"), [("mezen", 10), ("gzhel", 8 * 3)])
def test_every_goal_card_is_counted_each_time_it_is_scored(name: str, cards: int) -> None:
    match = played(name, 2, 3)
    found = score_sources(match)
    assert sum(source.cards for source in found.values()) == cards
    goals = {"mezen": ["goals"], "gzhel": ["diamond-goals", "circle-goals", "pattern-goals"]}[name]
    breakdown = match.state.breakdown()
    paid = [sum(source.points[seat] for source in found.values() if source.cards) for seat in range(2)]
    assert paid == [sum(breakdown[goal][seat] for goal in goals) for seat in range(2)]


def test_mezens_points_of_a_round_belong_to_its_card() -> None:
    """Told by the events of the match itself, round by round."""
    match = played("mezen", 1, 5)
    expected: dict[str, int] = {}
    deck = match.state_at(0).deck  # type: ignore[attr-defined]
    for entry in match.log:
        for event in entry.events:
            if event.kind == "earn" and event.facts[0] == 0:
                kind = GOALS[deck[entry.round - 1]].kind.replace("_", "-")
                expected[kind] = expected.get(kind, 0) + event.facts[1]
    found = {
        kind: source.points[0] for kind, source in score_sources(match).items() if source.cards and source.points[0]
    }
    assert found == {kind: points for kind, points in expected.items() if points}


def test_a_match_that_went_on_from_a_position_counts_what_it_had() -> None:
    match = played("mezen", 1, 5)
    rest = [entry.notation for entry in match.log[30:]]
    later = Match.replay(match.game, match.setup, match.seats, rest, match.state_at(30))
    assert later.is_over
    assert sum(source.points[0] for source in score_sources(later).values()) == match.state.scores()[0]
