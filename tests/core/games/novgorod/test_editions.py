"""Matches that were saved when the rules were others."""

import re
from datetime import date
from pathlib import Path

import pytest

from core.daily import daily_match
from core.games.novgorod import GAME
from core.games.novgorod.state import NovgorodState
from core.puzzles.book import load_book
from core.rng import Rng
from saves.match_record import decode, make_record, restore

STORED = Path(__file__).parent / "edition-1.json"
#: Merchant and pirate began in one city, and in round 14 a stored good paid for a career step.
EDITION_2 = Path(__file__).parent / "edition-2.json"


def test_a_match_from_before_luxuries_paid_fees_replays_and_goes_on() -> None:
    """The new rule refuses nothing that the old one allowed: every move is still there to be taken back."""
    saved = decode(STORED.read_bytes())
    assert saved.edition == 1 < GAME.edition
    restored = restore(saved)
    assert restored.messages == []
    match = restored.match
    assert [entry.notation for entry in match.log] == saved.moves
    rng = Rng(5)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    assert match.state.violations() == []


def test_a_match_whose_old_log_breaks_goes_on_from_its_position() -> None:
    saved = decode(STORED.read_bytes())
    saved.moves.insert(40, "finish")
    restored = restore(saved)
    assert [remark.split(":")[0] for remark in restored.messages] == [
        "The rules of Novgorod have changed since it was saved"
    ]
    match = restored.match
    assert match.archived_moves == saved.moves
    match.play(match.legal_moves[0])
    assert match.state.violations() == []


def test_a_match_of_edition_2_replays_by_the_rulings_of_its_time() -> None:
    saved = decode(EDITION_2.read_bytes())
    assert saved.edition == 2
    restored = restore(saved)
    assert (restored.by_log, restored.messages) == (True, [])
    match = restored.match
    assert {"stored_steps": True, "slow_merchant": False, "apart": False}.items() <= match.setup.options.items()
    first = match.state_at(0)
    assert isinstance(first, NovgorodState)
    assert first.merchant == first.pirate
    assert [entry.notation for entry in match.log] == saved.moves
    match.play(match.legal_moves[0])
    assert restore(make_record(match, saved.started)).by_log, "saved again it is still the same match"


@pytest.mark.parametrize("option", ["stored_steps", "slow_merchant"])
def test_with_a_ruling_of_edition_3_the_same_moves_would_be_another_match(option: str) -> None:
    """Both matter in that match, so its replay tests them."""
    saved = decode(EDITION_2.read_bytes())
    saved.options[option] = GAME.setup(2, {}, 1).options[option]
    assert not restore(saved).by_log


def test_a_position_of_edition_2_goes_on_by_its_rulings() -> None:
    """Where the log is lost, the position alone tells nothing of them: it gets those of its time."""
    saved = decode(EDITION_2.read_bytes())
    saved.moves.insert(40, "finish")
    state = restore(saved).match.state
    assert isinstance(state, NovgorodState)
    assert (state.stored_steps, state.slow_merchant) == (True, False)


@pytest.mark.parametrize(("day", "stored_steps"), [(date(2026, 11, 19), True), (date(2026, 11, 20), False)])
def test_the_daily_deal_follows_the_ruling_of_its_day(day: date, stored_steps: bool) -> None:
    state = daily_match(GAME, day, "Anna", counts=True).state
    assert isinstance(state, NovgorodState)
    assert state.stored_steps == stored_steps


def test_puzzles_follow_the_printed_ruling_wherever_their_game_does() -> None:
    """Only games in which a stored good paid for a step are still played as they were."""
    told = load_book(GAME)
    assert told is not None
    for chapter in told.chapters:
        for source in chapter.sources:
            generous = re.search(r"career=\S*ship", source.moves) is not None
            assert not source.puzzles or generous == (chapter.heading.edition == 2), source.seed
