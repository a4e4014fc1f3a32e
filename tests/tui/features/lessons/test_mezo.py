"""A lesson of Mezo on the screen, where a conflict takes the place of the map."""

from core.games.mezo import GAME
from core.lessons.course import Lesson, Step
from tests.tui.pilots import Table, table

_DEPLOYED = """
kukulkan chaac ixchel honour-guard ancestors-return jaguar-champion
palenque chichen=1w2s hochob=1s becan=1w2s palenque=1w1s
becan-green-s becan-green-w chichen hochob=2w1s becan=1s palenque=2w
"""
_FIRST_CONFLICT = """
becan chichen=2w1s hochob=1w2s palenque=2w1s v4 hochob-yellow-s v5 becan-green-glyph v8 becan-red-w
task fervor legacy act1 becan-yellow-s act1 act2 becan-pyramid act2 act3 becan-green-s enough
act3 1w becan-red-w enough no red becan-pyramid green day-of-stone chichen-green-glyph
"""


async def open_lesson(at: Table, step: Step, before: str) -> None:
    """A lesson of one question and of what is read after it, on the deal of the first game."""
    lesson = Lesson(
        "One", "For tests", 1, 28877, (step, Step("And on.")), ("Arina", "Timur"), before=before, name="one"
    )
    at.app.settings.pace = "at once"
    at.app.settings.payoff = False
    at.app.navigation.start_lesson(GAME, lesson)
    await at.wait(lambda: at.session.is_showing)


def _champions(at: Table) -> int:
    """How many Champions stand on the map."""
    return sum(row[:48].count("★") for row in at.rows()[1:19])


async def test_while_a_page_is_read_no_choice_is_shown_as_made() -> None:
    async with table() as at:
        await open_lesson(at, Step("Hochob or Becan?", ask="To Becan.", accept=("becan",)), _DEPLOYED)
        champions = _champions(at)
        await at.press("enter")
        assert _champions(at) == champions + 1, "what Enter would do is shown when it is asked"


async def test_a_page_about_the_next_conflict_is_read_before_it() -> None:
    step = Step("The Codex.", ask="Two VP.", accept=("page-of-deeds",), then="task")
    async with table() as at:
        await open_lesson(at, step, _DEPLOYED + _FIRST_CONFLICT)
        await at.press("enter", "t", "enter")
        await at.wait(lambda: at.shows("And on."))
        assert at.shows("Palenque · the winner gets") and not at.shows("wins Becan")
