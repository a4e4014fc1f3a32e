"""The man pages are those of the commands, and roff reads them."""

import shutil
import subprocess

import pytest

from tests.tui.cli.man_pages import FOLDER, pages


def test_the_stored_pages_are_those_of_the_commands() -> None:
    """`make generated` writes them anew."""
    stored = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert sorted(stored) == sorted(pages())
    assert stored == pages()


def test_each_command_has_a_page_with_its_options() -> None:
    found = pages()
    assert {"samovar.1", "samovar-play.1", "samovar-club-new.1", "samovar-saves-export.1"} <= found.keys()
    assert ".B \\-\\-seats SEAT,...\n" in found["samovar-play.1"]
    assert "SAMOVAR_HOME" in found["samovar.1"] and ".SH EXIT STATUS" in found["samovar.1"]
    assert all(page.isascii() for page in found.values())


@pytest.mark.parametrize("name", pages())
def test_roff_has_nothing_to_complain_of(name: str) -> None:
    if shutil.which("man") is None:
        pytest.skip("man is not installed")
    words = ["man", "--warnings", "--local-file", "--encoding=ascii", str(FOLDER / name)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "SYNOPSIS" in done.stdout
