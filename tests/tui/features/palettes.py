"""A page in every palette: everything is there, and nothing is cut."""

from functools import partial

import themes
from saves.settings import Settings
from tests.tui.pilots import LARGE, SMALL, Table

SIZES = [SMALL, LARGE, (200, 50)]


def wear(theme: str, settings: Settings) -> None:
    settings.theme = theme


async def assert_whole_in_every_look(at: Table, *words: str) -> None:
    for mode in themes.MODES:
        at.app.change_settings(partial(wear, mode))
        await at.pilot.pause()
        assert_whole(at, *words)


def assert_whole(at: Table, *words: str) -> None:
    rows = at.rows()
    assert len(rows) == at.app.size.height
    assert all(len(row) <= at.app.size.width for row in rows)
    assert "…" not in at.text() and "~" not in at.text()
    for each in words:
        assert at.shows(each)
