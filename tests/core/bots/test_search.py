"""The search that all games share, planned turns, hints, and the arena that measures them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core import bots
from core.bots.arena import ArenaGame, Outcome, format_table, play_all, play_game, schedule, summarize, wilson
from core.bots.evaluator import Evaluator, Plan
from core.bots.hints import Hint, compare_text, hints_from, hints_used_text, record_hint
from core.bots.player import BotPlayer, PlannedTurn, bot_rng, fallback_move, thinking_time
from core.bots.search import Budget, Candidate, search, try_candidate
from core.errors import InvalidMatchError
from core.game import Move, State
from core.games.mezen import GAME as MEZEN
from core.labels import Labels
from core.log_notes import note_text
from core.match import TOOK_BACK, Match, Seat
from core.rng import Rng
from tests.bench import ladder
from tests.core.games.pebbles import GAME, PebblesGame
from tests.core.games.pebbles.state import PebblesState


def test_a_search_without_time_still_answers() -> None:
    match = Match.new(MEZEN, [Seat("A", "bot", "master")], seed=3)
    plan = bots.think(MEZEN, match.state, "master", Rng(1), Budget(seconds=0.0)).plan
    assert match.parse_move(plan[0])


@pytest.mark.parametrize(("steps", "tried"), [(1, 1), (12, 4), (30, 10), (400, 20)])
def test_a_short_search_looks_only_at_the_likeliest_turns(steps: int, tried: int) -> None:
    state = Match.new(MEZEN, [Seat("A")], seed=4).state
    evaluator = MEZEN.evaluator()
    candidates = search(evaluator, state, Rng(9), 20, Budget(steps=steps))
    assert len(candidates) == 20
    assert sum(candidate.trials for candidate in candidates) == steps
    rng = Rng(9)
    proposed = evaluator.propose_turns(state.determinize(0, Rng(rng.next_uint64())), rng, 20)
    assert {candidate.plan for candidate in candidates if candidate.trials} == set(proposed[:tried])


def test_steps_give_the_same_thoughts_again() -> None:
    state = Match.new(MEZEN, [Seat("A"), Seat("B")], seed=4).state
    first = bots.think(MEZEN, state, "master", Rng(9), Budget(steps=60))
    again = bots.think(MEZEN, state, "master", Rng(9), Budget(steps=60))
    assert first.plan == again.plan
    assert [candidate.mean for candidate in first.candidates] == [candidate.mean for candidate in again.candidates]
    assert sum(candidate.trials for candidate in first.candidates) == 60


def test_better_turns_are_tried_more_often() -> None:
    state = Match.new(MEZEN, [Seat("A")], seed=4).state
    candidates = bots.think(MEZEN, state, "master", Rng(9), Budget(steps=300)).candidates
    trials = [candidate.trials for candidate in candidates]
    assert trials[0] == max(trials) > min(trials)
    assert len({tuple(m.notation for m in candidate.plan) for candidate in candidates}) == len(candidates)


def test_thinking_leaves_the_match_alone() -> None:
    match = Match.new(MEZEN, [Seat("A"), Seat("B")], seed=4)
    before = match.state.digest()
    bots.think(MEZEN, match.state, "master", Rng(9), Budget(steps=40))
    assert match.state.digest() == before


class Scripted(Evaluator):
    """Turns that bring, trial by trial, what is written here; the last number goes on."""

    def __init__(self, *values: list[float]) -> None:
        self.values = {f"m{number}": list(brings) for number, brings in enumerate(values)}

    def propose_turns(self, world: State, rng: Rng, count: int) -> list[Plan]:
        return [(Move(name),) for name in self.values]

    def rollout(self, world: State, plan: Plan, seat: int, rng: Rng) -> State:
        left = self.values[plan[0].notation]
        self.brought = left.pop(0) if len(left) > 1 else left[0]
        return world

    def features(self, state: State, seat: int) -> dict[str, float]:
        return {"points": self.brought}


def searched(steps: int, *values: list[float]) -> list[tuple[str, int]]:
    """The turns in the order in which the search leaves them, and how often each was tried."""
    state = GAME.start(GAME.setup(1, {}, 0))
    candidates = search(Scripted(*values), state, Rng(1), len(values), Budget(steps=steps))
    return [(candidate.plan[0].notation, candidate.trials) for candidate in candidates]


def test_the_better_half_is_tried_again() -> None:
    """Of three turns two are left, which are tried four times more."""
    assert searched(3 * 2 + 2 * 4, [1], [3], [2]) == [("m1", 6), ("m2", 6), ("m0", 2)]


def test_a_turn_that_was_dropped_early_is_not_the_best_for_its_luck() -> None:
    """Two turns looked better and came down to 3.3 and 1.7; the third had 4.5, but in two trials only."""
    order = searched(4 * 2 + 2 * 4, [10, 10, 0], [5, 5, 0], [4.5], [1])
    assert order == [("m0", 6), ("m1", 6), ("m2", 2), ("m3", 2)]


def test_a_turn_stands_out_when_luck_cannot_explain_it() -> None:
    """Means 5 and 4, each from 100 trials: with a spread of 1 they are ten errors apart, with 5 two."""

    def line(mean: float, spread: float) -> Candidate:
        return Candidate((), trials=100, total=100 * mean, sum_of_squares=100 * (mean**2 + spread**2))

    assert line(5, 1).is_clearly_better_than(line(4, 1))
    assert not line(5, 5).is_clearly_better_than(line(4, 5))


@pytest.mark.parametrize(
    ("taken", "seat", "worth"),
    [([5], 0, 5), ([5, 2], 0, 3), ([5, 2], 1, -3), ([5, 2, 4], 0, 5 - 0.4 * 3), ([5, 2, 4, 9], 2, 4 - 0.4 * 16 / 3)],
)
def test_the_other_of_two_counts_whole_and_of_several_a_part_of_their_mean(
    taken: list[int], seat: int, worth: float
) -> None:
    class Still(Evaluator):
        opponent_weight = 0.4

        def rollout(self, world: State, plan: Plan, seat: int, rng: Rng) -> State:
            return world

    world = GAME.start(GAME.setup(len(taken), {}, 0))
    assert isinstance(world, PebblesState)
    world.taken = taken
    candidate = Candidate(())
    for _ in range(2):
        try_candidate(Still(), candidate, world, seat, Rng(1))
    assert candidate.trials == 2 and candidate.mean == pytest.approx(worth)
    assert candidate.sum_of_squares == pytest.approx(2 * worth**2)
    assert candidate.features == {"points": 2.0 * taken[seat]}


# Planned turns


def pebbles() -> Match:
    return Match.new(GAME, [Seat("A", "bot", "random"), Seat("B", "bot", "random")], seed=1)


def test_a_plan_is_followed_over_forced_steps() -> None:
    match, planned = pebbles(), PlannedTurn()
    planned.remember(match, ("two", "pass", "end"))
    match.play("two")
    assert planned.next_move(match) == "pass"
    match.play("pass")
    assert match.state.actor == 1
    assert planned.next_move(match) is None


def test_a_plan_is_dropped_when_something_hidden_comes_to_light() -> None:
    match, planned = pebbles(), PlannedTurn()
    planned.remember(match, ("two", "peek", "end"))
    match.play("two")
    match.play("peek")
    assert planned.next_move(match) is None


def test_a_plan_is_dropped_after_a_look_though_it_could_go_on() -> None:
    """Alone the next turn is one's own again, and the move is legal; but an omen was seen that nobody foresaw."""
    match, planned = Match.new(GAME, [Seat("A", "bot", "random")], seed=1), PlannedTurn()
    planned.remember(match, ("two", "peek", "two"))
    match.play("two")
    assert planned.next_move(match) == "peek"
    match.play("peek")
    assert match.state.actor == 0 and match.parse_move("two")
    assert planned.next_move(match) is None
    planned.remember(match, ("two", "pass", "two"))
    match.play("two")
    match.play("pass")
    assert planned.next_move(match) == "two", "nothing was shown this time"


def test_a_plan_is_dropped_when_another_move_was_made() -> None:
    match, planned = pebbles(), PlannedTurn()
    planned.remember(match, ("one", "two"))
    match.play("two")
    assert planned.next_move(match) is None


def test_a_bot_thinks_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = []

    def count(evaluator: Evaluator, state: State, rng: Rng, budget: Budget) -> bots.SearchResult:
        thoughts.append(state.round)
        return bots.SearchResult(
            ("two", "pass") if "two" in [str(m) for m in state.legal_moves()] else (str(state.legal_moves()[0]),)
        )

    monkeypatch.setitem(bots.LEVELS, "counting", count)
    match = Match.new(GAME, [Seat("A", "bot", "counting"), Seat("B", "bot", "counting")], seed=1)
    player = BotPlayer()
    for _ in range(2):
        match.play(player.decide(match).notation)
    assert [entry.notation for entry in match.log][:2] == ["two", "pass"]
    assert len(thoughts) == 1


def test_the_luck_of_a_bot_counts_the_moves_under_other_rules() -> None:
    """A match that goes on from a position must not deal its bots the luck of the first moves again."""
    match = pebbles()
    first = bot_rng(match).next_uint64()
    gone_on = Match.resume_from(GAME, match.setup, match.seats, match.state, ["one", "end"])
    assert bot_rng(gone_on).next_uint64() != first
    match.play("one")
    assert bot_rng(gone_on).next_uint64() == bot_rng(match).next_uint64(), "two moves are two moves"


def test_a_plan_is_dropped_where_it_cannot_go_on() -> None:
    """Two moves were made as planned, the third is not possible; or nothing was played since."""
    match, planned = Match.new(GAME, [Seat("A", "bot", "random")], seed=1), PlannedTurn()
    planned.remember(match, ("two", "pass", "bell"))
    assert planned.next_move(match) is None, "its first move was not made"
    planned.remember(match, ("two", "pass", "bell"))
    match.play("two")
    assert planned.next_move(match) == "pass"
    match.play("pass")
    assert planned.next_move(match) is None


def test_the_level_below_plays_on_for_a_bot_that_failed() -> None:
    match = Match.new(MEZEN, [Seat("Boris", "bot", "master")], seed=2)
    decision = fallback_move(match, "ValueError")
    assert decision.error == "Boris could not think (internal error) and plays as novice for now."
    assert match.parse_move(decision.notation)


@pytest.mark.parametrize("level", ["master", "adept"])
def test_who_plays_on_does_not_search(level: str) -> None:
    """What made a search fail, or never end, would do so again."""

    class Hopeless(Evaluator):
        searched = False

        def propose_turns(self, world: State, rng: Rng, count: int) -> list[Plan]:
            Hopeless.searched = True
            raise AssertionError

        def rate_moves(self, state: State, moves: Sequence[Move]) -> list[float]:
            return [1e6 if move.notation == "two" else 0.0 for move in moves]

    class Judged(PebblesGame):
        def evaluator(self) -> Evaluator:
            return Hopeless()

    match = Match.new(Judged(), [Seat("Boris", "bot", level)], seed=2)
    assert fallback_move(match, "it took too long").notation == "two"
    assert not Hopeless.searched


# Hints


def test_hints_name_the_best_turns_and_what_sets_them_apart() -> None:
    class Told(Evaluator):
        weights = {"points": 1.0, "amulets": 2.0}

    def line(notation: str, mean: float, points: float, amulets: float) -> Candidate:
        features = {"points": 2 * points, "amulets": 2 * amulets}
        return Candidate((Move(notation),), trials=2, total=2 * mean, features=features)

    candidates = [line("fox", 10, 8, 1), line("fox", 9.5, 8, 0.75), line("bird", 9, 5, 2), line("fish", 4, 4, 0)]
    best, second, third = hints_from(Told(), bots.SearchResult(("fox",), candidates), Labels())
    assert (best.plan, best.gap) == (("fox",), 0)
    assert (second.plan, second.gap) == (("bird",), 1)
    assert (third.plan, third.gap) == (("fish",), 6)
    # Against the mean of the rivals: points 8 - 4.5, amulets 1 - 1; all in all 10 - 6.5.
    assert best.reason == "more points"
    # Points 5 - 4, amulets twice 2 - 0; all in all 9 - 4: none of it at the expense of others.
    assert second.reason == "more amulets and more points"
    assert third.reason == "fewer amulets and fewer points"


def test_a_hint_tells_what_a_turn_does_to_the_others() -> None:
    class Told(Evaluator):
        weights = {"points": 1.0}

    harm = Candidate((Move("fox"),), trials=1, total=3.0, features={"points": 4.0})
    peace = Candidate((Move("bird"),), trials=1, total=1.0, features={"points": 5.0})
    best, _ = hints_from(Told(), bots.SearchResult(("fox",), [harm, peace]), Labels())
    # The others have 1 after the one and 4 after the other.
    assert best.reason == "less for the others, but fewer points"


def test_a_hint_tells_the_greatest_two_differences_and_nothing_small() -> None:
    class Told(Evaluator):
        weights = {"luck": 1.0, "tiles": 1.0, "points": 1.0, "amulets": 1.0}

    def reason(**features: float) -> str:
        rich = Candidate((Move("fox"),), trials=1, total=sum(features.values()), features=features)
        poor = Candidate((Move("bird"),), trials=1)
        return hints_from(Told(), bots.SearchResult(("fox",), [rich, poor]), Labels())[0].reason

    assert reason(luck=0.2, tiles=1.0, points=4.0, amulets=2.0) == "more points and more amulets"
    assert reason(luck=0.2, points=0.3) == "more points"
    assert reason(luck=0.2) == ""


def test_a_hint_tells_what_a_turn_leaves_to_the_others() -> None:
    class Told(Evaluator):
        weights = {"points": 1.0}

    rich = Candidate((Move("fox"),), trials=1, total=5.0, features={"points": 8.0})
    poor = Candidate((Move("bird"),), trials=1, total=3.0, features={"points": 4.0})
    best, _ = hints_from(Told(), bots.SearchResult(("fox",), [rich, poor]), Labels())
    assert best.reason == "more points, but more for the others"


def test_a_turn_that_was_never_tried_is_no_hint() -> None:
    tried, untried = Candidate((Move("fox"),), trials=1, total=3.0), Candidate((Move("bird"),))
    (only,) = hints_from(Evaluator(), bots.SearchResult(("fox",), [tried, untried]), Labels())
    assert (only.plan, only.reason) == (("fox",), "")


def test_tips_are_counted_among_other_notes() -> None:
    match = pebbles()
    assert hints_used_text(match) == ""
    match.add_note(TOOK_BACK, 1)
    assert hints_used_text(match) == ""
    for seat in (0, 1):
        record_hint(match, seat)
    assert hints_used_text(match) == "Tips used: 2."
    assert note_text(match.notes[-1], match) == "B asked for a tip."


# The arena


def test_every_seed_is_played_with_every_rotation() -> None:
    planned = schedule("mezen", ["greedy", "random", "novice"], 6, 10, {}, Budget(steps=1))
    assert [bout.seed for bout in planned] == [10, 10, 10, 11, 11, 11]
    assert {bout.order for bout in planned} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def test_the_arena_refuses_a_table_that_cannot_be() -> None:
    with pytest.raises(InvalidMatchError, match="Mezen seats 1 to 5 players, not 6"):
        schedule("mezen", ["random"] * 6, 1, 1, {}, Budget(steps=1))


def test_outcomes_are_told_by_entrant_wherever_it_sat() -> None:
    """Greedy beats random at Mezen in either seat."""
    planned = schedule("mezen", ["greedy", "random"], 4, 3, {}, Budget(steps=1))
    results = list(map(play_game, planned))
    assert all(outcome.wins == [1.0, 0.0] and outcome.places == [1.0, 2.0] for outcome in results)
    assert all(outcome.points[0] > outcome.points[1] for outcome in results)


def test_several_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # the arena sets it for its processes: not for those of other tests
    planned = schedule("mezen", ["greedy", "novice"], 4, 3, {}, Budget(steps=1))
    alone, together = list(play_all(planned, 1)), list(play_all(planned, 2))
    assert [outcome.points for outcome in alone] == [outcome.points for outcome in together]


def test_a_report_adds_up() -> None:
    results = list(map(play_game, schedule("mezen", ["greedy", "novice"], 4, 3, {}, Budget(steps=1))))
    told = summarize("mezen", ["greedy", "novice"], results)
    assert sum(entrant.wins for entrant in told.entrants) == 4
    assert told.entrants[0].points == sum(outcome.points[0] for outcome in results) / 4
    assert told.titles == {}
    assert format_table(told).startswith("Mezen, 4 games\ngreedy   wins ")


def test_the_more_games_the_surer_the_points() -> None:
    """Points 10 and 14: their spread is the root of 8, and the interval of their mean 1.96 times 2 wide."""

    def outcome(points: int) -> Outcome:
        return Outcome([points], [1.0], [1.0], [0.5], [2], "")

    (entrant,) = summarize("mezen", ["novice"], [outcome(10), outcome(14)]).entrants
    assert (entrant.points, entrant.seconds_a_turn) == (12, 0.25)
    assert entrant.points_within == pytest.approx(1.96 * 2)


def test_alone_the_titles_are_counted() -> None:
    bout = ArenaGame("mezen", ("random",), (0,), 1, {}, Budget(steps=1))
    told = summarize("mezen", ["random"], [play_game(bout)] * 3)
    assert told.titles == {"Pupil": 3}


def test_the_ladder_says_whether_an_aim_is_reached(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ["--data", str(tmp_path / "ladder.json")]
    ladder.main(["mazaytsy", "--rungs", "novice,solo", "--games", "2", "--jobs", "1", *data])
    _, _, *rows = capsys.readouterr().out.splitlines()
    (cells,) = [row.strip("| ").split(" | ") for row in rows]
    won = float(cells[2].split("%")[0]) / 100
    assert cells[:2] == ["Mazaytsy", "adept over novice"]
    assert cells[3:6] == ["80.0%", "reached" if won >= 0.8 else "behind", "2"]


def test_the_ladder_keeps_its_figures_beside_the_older_ones_of_other_matches(tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    for rungs, games in (("novice", 2), ("apprentice-novice", 4), ("novice", 4)):
        ladder.main(["mazaytsy", "--rungs", rungs, "--games", str(games), "--jobs", "1", "--data", str(path)])
    kept = ladder.load(path)
    told = [(each.game, each.level, each.against, each.players, each.games, each.budget) for each in kept.pairings]
    assert told == [("mazaytsy", "adept", "novice", 2, 4, 0.0), ("mazaytsy", "apprentice", "novice", 2, 4, 0.0)]
    for each in kept.pairings:
        assert each.share == each.first_places / 4 and each.interval[0] <= each.share <= each.interval[1]
    assert (kept.date, kept.commit) == (kept.pairings[-1].date, kept.pairings[-1].commit)


@pytest.mark.parametrize(("game", "share"), [("mezen", 0.785), ("gzhel", 0.822), ("mezo", 0.624)])
def test_an_even_rung_is_a_third_of_the_gap(game: str, share: float) -> None:
    """An adept wins 98, 99 and 82 of a hundred games against a novice there."""
    assert ladder.EvenRung(("apprentice", "novice")).share(game) == pytest.approx(share, abs=0.001)


def test_wilson_is_the_published_interval() -> None:
    """Eight of ten: 0.490 to 0.943, as tables of the Wilson interval give it."""
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.490, abs=0.001)
    assert high == pytest.approx(0.943, abs=0.001)


@pytest.mark.parametrize(
    ("behind", "better"),
    [
        (0.1, "Slightly better"),
        (0.6, "Half a point better"),
        (1.2, "About 1 point better"),
        (7.6, "About 8 points better"),
    ],
)
def test_a_hint_is_compared_with_the_next_best(behind: float, better: str) -> None:
    words = {"fox": "lift 5 tiles; behind: a spruce", "bird": "follow Chaac, Bringer of Rain. Call: DEPLOY (twice)."}
    best, rival = Hint(("fox",), 0.0, "more points"), Hint(("bird",), behind, "")
    told = compare_text(best, [rival], words.__getitem__)
    assert told == f"{better} than “follow Chaac, Bringer of Rain”, with more points."
    assert compare_text(rival, [best], words.__getitem__) == "Slightly better than “lift 5 tiles”."
    assert compare_text(best, [], words.__getitem__) == "It is the best turn, with more points."


@pytest.mark.parametrize("games", [1, 4, 20, 200])
def test_nobody_wins_less_than_nothing_or_more_than_all(games: int) -> None:
    assert f"{wilson(0, games)[0]:.1%}" == "0.0%"
    assert f"{wilson(games, games)[1]:.1%}" == "100.0%"


@pytest.mark.parametrize("game", ["mezen", "gzhel"])
def test_titles_are_counted_whatever_the_points(game: str) -> None:
    told = summarize(
        game, ["random"], [play_game(bout) for bout in schedule(game, ["random"], 6, 1, {}, Budget(steps=1))]
    )
    assert sum(told.titles.values()) == 6
    assert set(told.titles) <= {"Pupil", "Apprentice", "Craftsman", "Artisan", "Master"}


@pytest.mark.parametrize(("masters", "each"), [(0, 2.0), (1, 2.0), (2, 1.4), (3, 2.8 / 3), (4, 0.7)])
def test_several_masters_share_their_time(masters: int, each: float) -> None:
    seats = [Seat("Anna"), *(Seat(f"M{n}", "bot", "master") for n in range(masters)), Seat("N", "bot", "novice")]
    match = Match.new(MEZEN, seats[:5], {}, 1)
    assert thinking_time(match, 2.0) == pytest.approx(each)
