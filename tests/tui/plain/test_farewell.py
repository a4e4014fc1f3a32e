"""What is said to whoever leaves a match: how to resume it, and only if it was written."""

from pathlib import Path

from core.match import Match
from saves.match_store import Keeper, Store
from tests.saves.test_match_record import match_after, play_on
from tui.match.play_screen import farewell


def begun(home: Path) -> tuple[Match, Keeper]:
    """A match on a disk that refuses everything: a file lies where the folder should be."""
    home.write_text("in the way")
    return match_after(5), Store().begin()


def test_a_match_that_was_written_can_be_resumed() -> None:
    match, keeper = match_after(5), Store().begin()
    assert farewell(match, keeper) == ""
    keeper.save(match)
    assert farewell(match, keeper) == f"Mezen is saved: samovar resume {keeper.slug} goes on with it."


def test_of_a_match_that_was_never_written_nobody_is_told_to_resume_it(home: Path) -> None:
    match, keeper = begun(home)
    keeper.save(match)
    assert farewell(match, keeper) == "Mezen was not saved: nothing of it is on the disk."


def test_whoever_leaves_with_moves_that_were_not_written_is_told(home: Path) -> None:
    match, keeper = match_after(5), Store().begin()
    keeper.save(match)
    moved = home.rename(home.with_name("away"))
    home.write_text("in the way")
    keeper.save(play_on(match, 2))
    assert farewell(match, keeper) == (
        f"The last moves of Mezen are not saved; samovar resume {keeper.slug} goes on from before them."
    )
    home.unlink()
    moved.rename(home)
    keeper.save(match)
    assert farewell(match, keeper).startswith("Mezen is saved: ")


def test_an_attempt_at_a_daily_deal_that_was_only_looked_at_is_not_called_saved() -> None:
    opened = Store().begin_or_open("daily-mezen-2026-11-18", lambda: match_after(0))
    assert opened.keeper.slug != ""
    assert farewell(opened.match, opened.keeper) == ""
