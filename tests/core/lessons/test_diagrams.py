"""The rules in plain lines: diagrams in words, and a paragraph in one line."""

import re

import pytest

from core import registry
from core.lessons.diagrams import FENCE, rules_text


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_nothing_is_lost_and_no_paragraph_is_broken(name: str) -> None:
    game = registry.get_game(name)
    told = rules_text(game).splitlines()
    paragraphs = FENCE.sub("", game.rules()).split("\n\n")
    plain = [each.strip() for each in paragraphs if not re.match(r"\s*(#|\||-|\d+\.|$)", each)]
    assert len(plain) > 20
    for paragraph in plain:
        if "\n- " not in paragraph and "\n|" not in paragraph:
            assert " ".join(paragraph.split()) in told


def test_items_tables_and_headings_stay_lines_of_their_own() -> None:
    told = rules_text(registry.get_game("mezo")).splitlines()
    assert "## Setup" in told and "| word | what it does |" in told
    assert "2. One Wrathful tile is drawn for each Age and placed face down." in told
    (item,) = (line for line in told if line.startswith("7. **Clean up.**"))
    assert item.endswith("stays face up until the end of the Age.")
