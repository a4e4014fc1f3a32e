"""`samovar review`: what a master thinks of a finished match, in lines."""

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core import registry
from core.match import Match, Seat
from core.review.comparison import Depth, Estimate
from core.review.record import Review, ReviewedTurn
from core.review.report import build_report
from core.review.turns import split_turns
from saves.match_store import MatchStore
from tests.conftest import ROOT, Samovar
from tests.core.games import pebbles
from tests.limits import LIMIT, until
from tui.features.review.text import review_lines

BOT = Seat("Bot", "bot", "novice")


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "core.games.pebbles", pebbles)


def saved(*seats: Seat, over: bool = True) -> Match:
    """A match of pebbles called Sunday, in which everybody takes the fewest."""
    match = Match.new(pebbles.GAME, seats, {}, 5)
    while not match.is_over and (over or len(match.log) < 5):
        match.play(match.legal_moves[0])
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        match_file.rename(match, "Sunday")
    return match


def test_the_turns_that_cost_most_come_first_then_each_in_a_line(samovar: Samovar) -> None:
    saved(Seat("Anna"), BOT)
    done = samovar("review", "Sunday", "--plain")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("== Pebbles, Anna: 6 turns, ")
    assert lines[1].startswith("Average loss per turn: ")
    costly = lines.index("Costliest turns:")
    listed = next(at for at, line in enumerate(lines) if line.startswith("Turn by turn"))
    assert costly < listed
    worst = [line for line in lines[costly:listed] if line.startswith("  Turn ")]
    costs = [float(line.split(", ")[2].split()[0]) for line in worst]
    assert 1 <= len(worst) <= 3 and costs == sorted(costs, reverse=True)
    assert lines[costly + 1].endswith(": take one.")
    assert lines[costly + 2].startswith("    The master: take two")
    again = shlex.split(lines[costly + 3])
    assert again[:3] == ["samovar", "play", "--from"] and again[4:] == ["plays", "it", "differently."]
    tried = samovar(*again[1:4], "--plain")
    assert tried.returncode == 0 and "== Pebbles" in tried.stdout
    assert len([line for line in lines[listed + 1 :] if line.startswith("  ")]) == 6
    assert done.stderr.strip() == "Review of Pebbles"


def test_figures_for_a_program(samovar: Samovar) -> None:
    match = saved(Seat("Anna"), Seat("Boris"))
    told = json.loads(samovar("review", "Sunday", "--json").stdout)
    assert [seat["name"] for seat in told] == ["Anna", "Boris"]
    scores = match.state.scores()
    assert [seat["result"] for seat in told] == [scores[0] - scores[1], scores[1] - scores[0]]
    assert all(turn["grade"] in seat["grades"] for seat in told for turn in seat["turns"])


def test_one_seat_even_of_a_bot(samovar: Samovar) -> None:
    saved(Seat("Anna"), BOT)
    told = json.loads(samovar("review", "Sunday", "--seat", "2", "--json").stdout)
    assert [seat["name"] for seat in told] == ["Bot"]


def test_where_only_bots_have_played_all_are_reviewed(samovar: Samovar) -> None:
    saved(BOT, BOT)
    told = json.loads(samovar("review", "Sunday", "--json").stdout)
    assert [seat["seat"] for seat in told] == [0, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("review Sundya", "There is no match called 'Sundya'; did you mean Sunday?"),
        ("review", "samovar review needs NAME; samovar review --help shows how."),
        ("review Sunday --seat 3", "The seats of this match are numbered from 1 to 2."),
        ("review Sunday --seat 0", "The seats of this match are numbered from 1 to 2."),
        ("review Sunday --seconds 0", "A review takes 0.1 to 600 seconds per turn."),
        ("review Sunday --seconds nan", "A review takes 0.1 to 600 seconds per turn."),
    ],
)
def test_wrong_words_get_one_sentence(text: str, sentence: str, samovar: Samovar) -> None:
    saved(Seat("Anna"), BOT)
    done = samovar(*text.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip() == sentence


def test_a_match_that_is_not_over_is_not_looked_back_on(samovar: Samovar) -> None:
    saved(Seat("Anna"), BOT, over=False)
    done = samovar("review", "Sunday")
    assert done.returncode == 2
    assert done.stderr == "Sunday is not over yet; only finished matches can be reviewed.\n"


def mark_first_turn(home: Path) -> None:
    """Write into the kept review what no master would say."""
    kept = next((home / "reviews").iterdir())
    review = json.loads(kept.read_bytes())
    review["turns"][0]["reason"] = "more of a mark"
    kept.write_bytes(json.dumps(review).encode())


def test_a_review_is_made_once(samovar: Samovar, home: Path) -> None:
    saved(Seat("Anna"), BOT)
    first = json.loads(samovar("review", "Sunday", "--json").stdout)
    mark_first_turn(home)
    again = json.loads(samovar("review", "Sunday", "--json").stdout)
    assert again[0]["turns"][0].pop("reason") == "more of a mark"
    assert first[0]["turns"][0].pop("reason") != "more of a mark"
    assert again == first


def test_what_was_done_before_an_interrupt_is_kept(home: Path) -> None:
    """A program of its own is interrupted when two turns are done; the next one goes on from there."""
    match = Match.new(registry.get_game("mezen"), [Seat("Anna"), BOT], {}, 5)
    while not match.is_over:
        match.play(match.legal_moves[0])
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        match_file.rename(match, "Sunday")
    review_and_interrupt(home, 2)
    mark_first_turn(home)
    kept = len(done_so_far(home))
    review_and_interrupt(home, kept + 1)
    turns = done_so_far(home)
    assert turns[0]["reason"] == "more of a mark", "it was thought about again"
    places = [turn["turn"]["at"] for turn in turns]
    assert places == sorted(set(places)) and len(places) > kept


def review_and_interrupt(home: Path, turns: int) -> None:
    """Review until so many turns are done."""
    before = len(done_so_far(home))
    words = [sys.executable, "-m", "tui.cli.main", "review", "Sunday"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        until(lambda: process.poll() is not None or len(done_so_far(home)) >= turns, "no turn is done")
        process.send_signal(signal.SIGINT)
        told, complained = process.communicate(timeout=LIMIT)
    assert (process.returncode, told) == (130, "")
    assert f"Interrupted after {len(done_so_far(home)) - before} of " in complained and "Traceback" not in complained
    assert not list((home / "reviews").glob(".*"))


def done_so_far(home: Path) -> list[dict[str, Any]]:
    """The turns that are kept on disk."""
    files = list((home / "reviews").glob("*.json")) if (home / "reviews").is_dir() else []
    return [turn for file in files for turn in json.loads(file.read_bytes())["turns"]]


def test_a_disk_that_refuses_is_told_and_hinders_nothing(samovar: Samovar, home: Path) -> None:
    saved(Seat("Anna"), BOT)
    (home / "reviews").write_text("in the way")
    done = samovar("review", "Sunday")
    assert done.returncode == 0 and done.stdout.startswith("== Pebbles, Anna")
    assert "The review could not be saved (" in done.stderr


def test_a_turn_is_told_in_words() -> None:
    """Each tile with its place, which the notation beside it says elsewhere."""
    match = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 5)
    while not match.is_over:
        match.play(match.legal_moves[0])
    turn = next(turn for turn in split_turns(match, {0}) if match.state_at(turn.at).prompt.kind == "place")
    other = (turn.moves[1], turn.moves[0], *turn.moves[2:])
    cost = Estimate(5.0, 0.5)
    review = Review.of(match, Depth())
    review.turns = [ReviewedTurn(turn, 1, other, cost, "mistake", "more points next round", Estimate(90.0, 2.0))]
    lines = review_lines(match, build_report(match, review, 0))
    assert lines[0] == "== Mezen, Anna: 1 turn, 0 best, 0 good, 0 inaccurate and 1 mistake."
    assert lines[1] == "Average loss per turn: 5.0 ± 1.0."
    assert lines[2] == "Costliest turns:"
    assert lines[3].startswith("  Turn 1, round 1 (mistake, 5.0 ± 1.0 points): place the ")
    assert f" on {turn.moves[0]}, " in lines[3]
    assert lines[4].startswith("    The master: place the ") and f" on {turn.moves[1]}, " in lines[4]
    assert lines[4].endswith("; more points next round.")
    assert lines[-2].endswith(f"; mistake, cost 5.0 ± 1.0, the master {' '.join(other)}")
    assert lines[-1] == f"Final result: {match.state.scores()[0]}."


def test_a_seat_with_nothing_to_decide_is_told_so() -> None:
    match = Match.new(pebbles.GAME, [Seat("Anna"), BOT], {}, 5)
    told = review_lines(match, build_report(match, Review.of(match, Depth()), 0))
    assert told == ["== Pebbles, Anna: there was nothing to decide."]
