"""The rules for people say what the box says."""

import re

from core.games.novgorod import GAME
from core.games.novgorod.components import ROW_PRIVILEGE, STEP_COST
from core.games.novgorod.text import PRIVILEGE_NAMES, SIDE_NAMES, need


def rows_under(title: str) -> dict[str, list[str]]:
    """The cells of a table by its first column, from the table whose first column is named so."""
    lines = GAME.rules().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"| {title} |"))
    found = {}
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        found[first] = cells
    return found


def test_the_privileges_of_all_career_cards() -> None:
    told = rows_under("Card and side")
    for career, rows in enumerate(ROW_PRIVILEGE):
        name = f"{career // 2 + 1} {SIDE_NAMES[career & 1]}"
        assert told[name] == [PRIVILEGE_NAMES[privilege] for privilege in rows]


def test_the_steps_of_all_career_cards() -> None:
    text = GAME.rules()
    told = dict(re.findall(r"^\| (light, all cards|\d silver) \| (.*\d goods and \d luxuries) \|$", text, re.MULTILINE))
    for career, steps in enumerate(STEP_COST):
        name = f"{career // 2 + 1} silver" if career & 1 else "light, all cards"
        assert told[name].split(" | ") == [need(step).replace("different ", "") for step in steps]
