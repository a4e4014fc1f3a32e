"""Any events by any author: every client comes to the same match."""

import subprocess
import sys
from pathlib import Path

import pytest

from core import registry
from core.game import Game
from core.match import Match
from core.rng import Rng
from saves.club.events import MovePrepared
from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT
from tests.saves.club.forgers import Evening, effective
from tests.saves.club.tables import Log

EVENINGS = 6
LINES = 250


def evenings(game: Game, number: int = EVENINGS, most: int = LINES) -> list[Log]:
    return [Evening(game, seed).play(most) for seed in range(number)]


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_every_terminal_comes_to_the_same_match(game: Game) -> None:
    for number, log in enumerate(evenings(game)):
        digest = log.table.digest()
        assert log.fresh(log.entries).digest() == digest, "who comes late"
        rng, steps = Rng(number), log.fresh()
        while steps.length < len(log.entries):
            steps.fold(log.entries[steps.length : steps.length + 1 + rng.randrange(9)])
            steps.turn, steps.head(), steps.snapshot()  # looking changes nothing
            [steps.last_of(seat) for seat in range(len(steps.seats))]
        assert steps.digest() == digest, "who reads in pieces"
        assert log.fresh(effective(log)).digest() == digest, "what changed nothing left something behind"


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_forged_lines_make_no_move_that_the_rules_do_not_allow(game: Game) -> None:
    for log in evenings(game):
        match = log.match
        moves = [entry.notation for entry in match.log]
        replayed = Match.replay(match.game, match.setup, match.seats, moves)
        assert replayed.state.digest() == match.state.digest()
        assert match.state.violations() == []
        assert len(log.table._moves.makers) == len(match.log)


@pytest.mark.parametrize("name", ["mezen", "gzhel", "mezo"])
def test_what_is_prepared_is_played(name: str) -> None:
    """Among people who take nothing back and stay, no decision that was made early is ever asked again."""
    prepared = 0
    for seed in range(EVENINGS):
        log = Evening(registry.get_game(name), seed, forgery=0, regret=0).play(LINES)
        early = {entry.line.id for entry in log.entries if isinstance(entry.line, MovePrepared)}
        waiting = {queued.id for queue in log.table._moves.queues for queued in queue}
        assert early == {maker.id for maker in log.table._moves.makers} & early | waiting
        assert len(log.fresh().fold(log.entries)) == len(log.entries)
        prepared += len(early)
    assert prepared > 20


def test_forgers_have_been_at_it() -> None:
    """The evenings above are worth their time: every kind of line is written, some take effect and most do not."""
    told: dict[str, list[bool]] = {}
    for game in registry.all_games():
        for log in evenings(game):
            done = {entry.number for entry in log.fresh().fold(log.entries)}
            for entry in log.entries:
                told.setdefault(type(entry.line).__name__, []).append(entry.number in done)
    for kind in (
        "MoveChosen",
        "MovePrepared",
        "MoveTakenBack",
        "MemberSatDown",
        "MemberGotUp",
        "SeatHandedOver",
        "EndingProposed",
    ):
        assert {True, False} == set(told[kind]), kind
    assert {False} == set(told["NoneType"]) == set(told["TableCalledOff"]) == set(told["SeatFilled"])


FOLD = """
import sys
from saves.club.projection import TableProjection
from saves.club.events import MovePrepared
from saves.club.store import Club
with Club.open(sys.argv[1]) as club:
    for listed in club.tables("waiting"):
        table = TableProjection(club.terms(listed.id), club.seed(listed.id))
        table.fold(club.events(listed.id))
        print(listed.id, table.digest())
"""


def test_another_process_reads_the_same_match_from_the_club(address: str, tmp_path: Path) -> None:
    """With other hashes than here, from the first line to the last through the database."""
    logs = [Evening(game, 3).play(60) for game in registry.all_games()]
    digests = {}
    with Club.open(address) as club:
        for log in logs:
            table = club.new_table(log.terms, log.seed)
            for entry in log.entries:
                if entry.line is not None and entry.line.id not in {e.line.id for e in club.events(table) if e.line}:
                    assert club.append(table, club.extent(table)[0], entry.line, entry.author)
            here = log.fresh()
            here.fold(club.events(table))
            digests[table] = here.digest()
    told = subprocess.run(
        [sys.executable, "-c", FOLD, address],
        cwd=ROOT, env={"PYTHONHASHSEED": "123"}, capture_output=True, text=True, check=True, timeout=LIMIT,
    )  # fmt: skip
    assert dict(line.split() for line in told.stdout.splitlines()) == digests
