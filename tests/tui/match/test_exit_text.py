"""The exit message of a match: how to resume it, and only if it was written."""

from pathlib import Path

from core.match import Match
from saves.match_store import MatchFile, MatchStore
from tests.saves.test_match_record import match_after, play_on
from tui.match.play import exit_text


def begun(home: Path) -> tuple[Match, MatchFile]:
    """A match on a disk that refuses everything: a file lies where the folder should be."""
    home.write_text("in the way")
    return match_after(5), MatchStore().new_file()


def test_a_match_that_was_written_can_be_resumed() -> None:
    match, match_file = match_after(5), MatchStore().new_file()
    assert exit_text(match, match_file) == ""
    match_file.save(match)
    assert exit_text(match, match_file) == f"Mezen is saved. Continue it with: samovar resume {match_file.slug}"


def test_of_a_match_that_was_never_written_nobody_is_told_to_resume_it(home: Path) -> None:
    match, match_file = begun(home)
    match_file.save(match)
    assert exit_text(match, match_file) == "Mezen could not be saved; it is not on the disk."


def test_whoever_leaves_with_moves_that_were_not_written_is_told(home: Path) -> None:
    match, match_file = match_after(5), MatchStore().new_file()
    match_file.save(match)
    moved = home.rename(home.with_name("away"))
    home.write_text("in the way")
    match_file.save(play_on(match, 2))
    assert exit_text(match, match_file) == (
        f"The last moves of Mezen are not saved; samovar resume {match_file.slug} continues from before them."
    )
    home.unlink()
    moved.rename(home)
    match_file.save(match)
    assert exit_text(match, match_file).startswith("Mezen is saved. ")


def test_an_attempt_at_a_daily_deal_that_was_only_looked_at_is_not_called_saved() -> None:
    opened = MatchStore().open_or_create("daily-mezen-2026-11-18", lambda: match_after(0))
    assert opened.file.slug != ""
    assert exit_text(opened.match, opened.file) == ""
