"""Files of older formats stay readable in every later one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saves import match_record, migrations
from saves.match_record import InvalidRecordError, decode, restore
from saves.migrations import Content

STORED = Path(__file__).parent / "stored"


@pytest.mark.parametrize("path", sorted(STORED.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_file_of_every_format_is_read_and_goes_on(path: Path) -> None:
    restored = restore(decode(path.read_bytes()))
    assert restored.messages == []
    match = restored.match
    assert match.names == ["Anna", "Vera"] and len(match.log) > 20
    match.undo()
    match.play(match.legal_moves[0])


def test_there_is_a_file_of_every_format() -> None:
    formats = [f"format-{number}" for number in range(1, match_record.FORMAT + 1)]
    assert [path.stem for path in sorted(STORED.glob("*.json"))] == formats


def step_to_three(content: Content) -> Mapping[str, Any]:
    """As if the third format had called the seed its luck."""
    assert msgspec.json.decode(content["format"]) == 2
    return {**{key: value for key, value in content.items() if key != "seed"}, "luck": content["seed"]}


def step_to_four(content: Content) -> Mapping[str, Any]:
    """And the fourth had thought better of it."""
    assert msgspec.json.decode(content["format"]) == 3
    return {**{key: value for key, value in content.items() if key != "luck"}, "seed": content["luck"]}


def test_steps_lead_from_the_first_format_to_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (STORED / "format-1.json").read_bytes()
    before = restore(decode(data)).match
    monkeypatch.setattr(match_record, "FORMAT", 4)
    monkeypatch.setitem(migrations.STEPS, 2, step_to_three)
    monkeypatch.setitem(migrations.STEPS, 3, step_to_four)
    saved = decode(data)
    assert saved.format == 4
    assert restore(saved).match.state.digest() == before.state.digest()


def test_without_a_step_the_format_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_record, "FORMAT", 4)
    monkeypatch.setitem(migrations.STEPS, 2, step_to_three)
    with pytest.raises(InvalidRecordError, match="its format 1 is unknown"):
        decode((STORED / "format-1.json").read_bytes())
