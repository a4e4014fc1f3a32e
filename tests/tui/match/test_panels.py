"""What the panels of a match show: a prompt that cuts nothing, choices that can all be reached, and the news."""

import pytest
from textual.geometry import Size

import themes
from tui.match.panels import ChoiceButton, ChoicePrompt, NewsPrompt, SeatScore, TopLine
from tui.sessions.news import NewsLine

PALETTE = themes.load_palette("samovar", "dark")
WIDE = Size(80, 3)


def prompt(question: str, preview: str = "", status: str = "", buttons: tuple[ChoiceButton, ...] = ()) -> ChoicePrompt:
    return ChoicePrompt(question, preview, status, buttons, WIDE, PALETTE)


def rows(content: ChoicePrompt | NewsPrompt) -> list[str]:
    return [row.strip() for row in content.paint().to_text().split("\n")]


def words(count: int) -> str:
    """A text of so many words of four letters, all different."""
    return " ".join(f"w{number:03}" for number in range(count))


def test_question_and_preview_have_a_line_each() -> None:
    assert rows(prompt("What now?", "Enter: nothing")) == ["What now?", "Enter: nothing", ""]


def test_above_choices_a_long_preview_follows_the_question_and_is_not_cut() -> None:
    shown = rows(prompt("What now?", words(25), buttons=(ChoiceButton("1", "yes"),)))[:2]
    assert shown[0].startswith("What now? w000 w001")
    assert " ".join(shown).split() == ["What", "now?", *words(25).split()]


def test_without_choices_a_preview_may_take_two_lines_of_its_own() -> None:
    shown = rows(prompt("What now?", words(30)))
    assert shown[0] == "What now?" and " ".join(shown[1:]) == words(30)


def test_a_long_status_takes_the_place_of_the_question() -> None:
    yes = (ChoiceButton("1", "yes"),)
    assert rows(prompt("What now?", "Enter: nothing", "Saved.", yes))[:2] == ["What now?", "Saved."]
    shown = rows(prompt("What now?", "Enter: nothing", words(20), yes))
    assert " ".join(shown[:2]) == words(20) and "yes" in shown[2]


def buttons(count: int, picked: int) -> tuple[ChoiceButton, ...]:
    keys = "1234567890"
    return tuple(
        ChoiceButton(keys[number] if number < 10 else "", f"choice {number:02}", is_picked=number == picked)
        for number in range(count)
    )


@pytest.mark.parametrize("count", [1, 5, 6, 7, 24, 130])
def test_every_choice_comes_into_sight_whole(count: int) -> None:
    for picked in range(count):
        shown = prompt("?", buttons=buttons(count, picked))
        areas, text = shown.choice_areas(), rows(shown)[2]
        assert picked in areas and list(areas) == list(range(min(areas), max(areas) + 1))
        assert all(f"choice {number:02}" in text for number in areas)
        assert all(area.x > 0 and area.right < WIDE.width for area in areas.values())
        assert (f"‹{min(areas)} " in text) == (min(areas) > 0)
        hidden = count - 1 - max(areas)
        assert text.endswith(f"{hidden}›") == (hidden > 0)


def test_names_in_the_top_line_are_told_apart() -> None:
    names = ("Alexandra", "Alexander", "Adept", "Adept 2")
    scores = tuple(SeatScore(seat, name, "107") for seat, name in enumerate(names))
    line = TopLine("Novgorod", "round 12 of 14, the introduction", scores[0], scores, 80, PALETTE).paint().to_text()
    shown = line.partition("introduction")[2].split("107")[:-1]
    assert len({each.strip().removeprefix("· Alexandra").strip() for each in shown}) == 4, line


def test_the_news_leave_out_whole_parts() -> None:
    lines = (
        NewsLine(None, "For you", ("you lead now",)),
        NewsLine(1, "Vera", ("sails to Visby", "buys an office in Riga", words(12)), 3),
        NewsLine(2, "Gleb", (), 2),
    )
    shown = rows(NewsPrompt(lines, WIDE, PALETTE))
    assert shown[0] == "For you  you lead now"
    assert shown[1].startswith("▍Vera     sails to Visby · buys an office in Riga ") and shown[1].endswith("+3")
    assert "w000" not in shown[1]
    assert shown[2].startswith("▍Gleb") and shown[2].endswith("+2")
