"""Files of older formats stay readable, whatever the format of today is."""

from pathlib import Path
from typing import Any

import pytest

from saves import migrations, records
from saves.records import BadRecord, decode, restore

STORED = Path(__file__).parent / "stored"


@pytest.mark.parametrize("path", sorted(STORED.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_file_of_every_format_is_read_and_goes_on(path: Path) -> None:
    restored = restore(decode(path.read_bytes()))
    assert restored.remarks == []
    match = restored.match
    assert match.names == ["Anna", "Vera"] and len(match.log) > 20
    match.undo()
    match.play(match.legal[0])


def test_there_is_a_file_of_every_format() -> None:
    formats = [f"format-{number}" for number in range(1, records.FORMAT + 1)]
    assert [path.stem for path in sorted(STORED.glob("*.json"))] == formats


def step_to_two(content: dict[str, Any]) -> dict[str, Any]:
    """As if the second format had called the seed its luck."""
    assert content["format"] == 1
    return {**{key: value for key, value in content.items() if key != "seed"}, "luck": content["seed"]}


def step_to_three(content: dict[str, Any]) -> dict[str, Any]:
    """And the third had thought better of it."""
    assert content["format"] == 2
    return {**{key: value for key, value in content.items() if key != "luck"}, "seed": content["luck"]}


def test_steps_lead_from_the_first_format_to_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (STORED / "format-1.json").read_bytes()
    before = restore(decode(data)).match
    monkeypatch.setattr(records, "FORMAT", 3)
    monkeypatch.setitem(migrations.STEPS, 1, step_to_two)
    monkeypatch.setitem(migrations.STEPS, 2, step_to_three)
    saved = decode(data)
    assert saved.format == 3
    assert restore(saved).match.state.digest() == before.state.digest()


def test_without_a_step_the_format_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "FORMAT", 3)
    monkeypatch.setitem(migrations.STEPS, 1, step_to_two)
    with pytest.raises(BadRecord, match="its format 1 is unknown"):
        decode((STORED / "format-1.json").read_bytes())
