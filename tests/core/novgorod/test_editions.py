"""Matches that were saved when the rules were others."""

from pathlib import Path

from core.chance import Chance
from core.novgorod import GAME
from saves.records import decode, restore

STORED = Path(__file__).parent / "edition-1.json"


def test_a_match_from_before_luxuries_paid_fees_replays_and_goes_on() -> None:
    """The new rule refuses nothing that the old one allowed: every move is still there to be taken back."""
    saved = decode(STORED.read_bytes())
    assert saved.edition == 1 < GAME.edition
    restored = restore(saved)
    assert restored.remarks == []
    match = restored.match
    assert [line.notation for line in match.log] == saved.moves
    luck = Chance(5)
    while not match.over:
        match.play(luck.pick(list(match.legal)))
    assert match.state.check() == []


def test_a_match_whose_old_log_breaks_goes_on_from_its_position() -> None:
    saved = decode(STORED.read_bytes())
    saved.moves.insert(40, "finish")
    restored = restore(saved)
    assert [remark.split(":")[0] for remark in restored.remarks] == [
        "The rules of Novgorod have changed since it was saved"
    ]
    match = restored.match
    assert match.past == saved.moves
    match.play(match.legal[0])
    assert match.state.check() == []
