"""The rules on the screen: opened where they are needed, with contents and a search."""

import pytest

from core import registry
from core.game import Game
from tests.tui.pilots import Table, mezen_after, table
from tui.screens.rules import RulesScreen
from tui.sessions.glossary import explain_terms


async def opened(at: Table, chapter: str = "") -> RulesScreen:
    screen = RulesScreen(registry.get_game("mezen"), chapter)
    at.app.push_screen(screen)
    await at.wait(lambda: at.shows("contents"))
    await at.pilot.pause(0.2)
    return screen


def heading(number: int) -> str:
    """A heading of the rules, counted from the last."""
    rules = registry.get_game("mezen").rules().split("\n")
    return [line.lstrip("# ") for line in rules if line.startswith("##")][-number]


async def test_the_rules_open_at_their_beginning() -> None:
    async with table() as at:
        await opened(at)
        assert "Mezen" in "\n".join(at.rows()[:4])


async def test_the_rules_open_at_a_chapter() -> None:
    wanted = heading(3)
    async with table() as at:
        await opened(at, wanted)
        assert wanted in "\n".join(at.rows()[:4])


async def test_a_chapter_that_is_not_there_is_the_beginning() -> None:
    async with table() as at:
        await opened(at, "How to cheat")
        assert "Mezen" in "\n".join(at.rows()[:4])


async def test_the_contents_lead_to_a_chapter() -> None:
    async with table() as at:
        await opened(at)
        await at.press("c")
        assert at.shows(heading(1))
        await at.press("end", "up", "up", "enter")
        await at.pilot.pause(0.2)
        assert heading(3) in "\n".join(at.rows()[:4])


async def test_a_word_is_found_again_and_again() -> None:
    async with table() as at:
        screen = await opened(at)
        await at.press("slash")
        await at.type("amulet")
        await at.press("enter")
        assert at.shows("amulet: 1 of")
        first = screen.found
        await at.press("n")
        assert at.shows("amulet: 2 of") and screen.found > first
        await at.press("slash")
        await at.press(*["backspace"] * 6)
        await at.type("teapot")
        await at.press("enter")
        assert at.shows("teapot: not found")


async def test_the_match_opens_them_where_it_is() -> None:
    async with table(mezen_after(5)) as at:
        await at.press("question_mark")
        assert isinstance(at.screen, RulesScreen)
        assert at.screen.chapter == at.board.view.rules_heading()


class Words(type(registry.get_game("mezen"))):  # type: ignore[misc]
    """A game with few words."""

    def glossary(self) -> dict[str, str]:
        return {"amulet": "a small thing", "spruce": "a tree", "spruce cone": "not a tree", "berry": "round"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Put an amulet.", ["Amulet: a small thing"]),
        ("Two AMULETS under a spruce", ["Amulet: a small thing", "Spruce: a tree"]),
        ("a spruce cone", ["Spruce cone: not a tree"]),
        ("berries, and one berry", ["Berry: round"]),
        ("amuletic sprucery", []),
    ],
)
def test_words_are_explained_where_they_stand(text: str, found: list[str]) -> None:
    game: Game = Words()
    assert explain_terms(game, text) == found
