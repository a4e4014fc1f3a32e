"""The rules that are shown in the app agree with the game."""

import re

from core.games.mezen import GAME
from core.games.mezen.components import CELLS, GOALS, SETS, SYMBOLS, TITLES
from core.games.mezen.labels import LABELS

TEXT = GAME.rules()


def section(title: str) -> str:
    """What stands under a heading."""
    return re.split(r"^## ", TEXT.split(f"\n## {title}\n")[1], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    heads = {i - 1 for i, line in enumerate(lines) if set(line) <= set("|-")}
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for i, row in enumerate(cells) if i not in heads and i - 1 not in heads]


def test_the_sets_are_those_of_the_box() -> None:
    shown = {row[0]: [int(n) - 1 for n in row[1].split()] for row in rows(section("The goal cards")) if row[0] in SETS}
    assert shown == {icon: list(cards) for icon, cards in SETS.items()}


def test_every_goal_card_is_in_the_table_with_its_points_and_animals() -> None:
    told: dict[int, tuple[int, str]] = {}
    for row in rows(section("The goal cards")):
        if row[0] in SETS:
            continue
        first, *last = [int(n) for n in row[0].split(" to ")]
        for number in range(first, (last or [first])[0] + 1):
            assert number not in told
            told[number] = (int(row[1]), row[2])
    assert sorted(told) == [goal.number for goal in GOALS]
    for goal in GOALS:
        points, text = told[goal.number]
        assert points == goal.points
        if goal.kind == "pairs":
            assert text.endswith(" and ".join(SYMBOLS[symbol] for symbol in goal.symbols))
        elif goal.symbols:
            assert goal.symbols == ((goal.number - 1) % 5,), "the five animals come in the order of the first row"
            assert "the same five" in text or ", ".join(SYMBOLS) in text


def test_the_titles_are_those_of_the_box() -> None:
    shown = [(row[0], row[1]) for row in rows(section("Alone"))]
    starts = [int(re.findall(r"\d+", text)[0]) for text, _ in shown]
    assert [title for _, title in shown] == [LABELS.title(title) for _, title in TITLES]
    assert starts[1:] == [start for start, _ in TITLES][1:]
    ends = [int(re.findall(r"\d+", text)[-1]) for text, _ in shown]
    assert [end + 1 for end in ends[:-1]] == starts[1:]


def test_every_notation_that_is_explained_can_be_read() -> None:
    written = [word for row in rows(section("Notation")) for word in re.findall(r"`([^`]+)`", row[0])]
    assert len(written) == 9
    assert all(GAME.is_notation(word) for word in written)


def test_all_29_rulings_are_told_in_order() -> None:
    numbers = re.findall(r"^(\d+)\. \*\*", section("Rulings"), flags=re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 30)]


def test_the_text_reads_well_in_a_terminal() -> None:
    assert TEXT.startswith("# Mezen\n")
    assert f"{CELLS} tiles" in TEXT
    prose = [line for line in TEXT.splitlines() if not line.startswith("|")]
    assert max(map(len, prose)) <= 110
    assert TEXT.isascii(), "no character that some terminal lacks"


def test_the_glossary_explains_the_words_of_prompts_and_cards() -> None:
    """In whole sentences, each term once in small letters, and with no word that only a screen of ours could draw."""
    glossary = GAME.glossary()
    assert {"amulet", "bridge", "exclude", "spruce", "lift", "call", "pool", "pair"} <= set(glossary)
    for term, meaning in glossary.items():
        assert term == term.lower() and meaning.isascii()
        assert meaning[0].isupper() and meaning.endswith(".")
