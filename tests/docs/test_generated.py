"""What README and docs show is what the program shows now, small, and without a word from another host."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import themes
from core.match import Match
from saves.match_record import MatchRecord
from saves.settings import Settings
from tests.conftest import ROOT
from tests.docs.film import FIRST_MOVE, GAME, MOST_BYTES, MOVES, WHOLE
from tests.docs.generated import FILM, files, pictures
from tests.docs.generated import MOST_BYTES as MOST_IN_ALL
from tests.docs.screens import SHOWN, recorded
from tests.docs.terminal_svg import HIGH, PAPER, WIDE, Cell, Look, blocks, paint, strokes
from tui.cli.main import COMMANDS

MADE = dict(files())
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
LOOK = Look("#fff", False, False, False)


@pytest.mark.parametrize("path", MADE, ids=lambda path: str(path.relative_to(ROOT)))
def test_it_is_what_the_program_makes_now(path: Path) -> None:
    make: Callable[[], str] = MADE[path]
    assert path.exists() and path.read_text("utf-8") == make(), "make pictures writes it anew: look at it"


def test_no_picture_is_left_over_and_all_are_small() -> None:
    found = pictures()
    assert set(found) <= MADE.keys()
    assert sum(path.stat().st_size for path in found) < MOST_IN_ALL


def test_pictures_are_whole_and_ask_no_other_host() -> None:
    for path in pictures():
        text = path.read_text("utf-8")
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.find("{*}title") is not None, path
        assert re.findall(r"https?://", text.replace("http://www.w3.org/2000/svg", "")) == [], path


def test_the_film_is_twenty_seconds_of_a_recorded_match_and_small() -> None:
    text = FILM.read_text("utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert f"animation:f {WHOLE:g}s" in text and WHOLE == 20
    assert "prefers-reduced-motion" in text
    moves = [float(share) for share in re.findall(r"([\d.]+)%\{transform", text)]
    assert moves[0] == 0 and moves == sorted(moves) and MOVES / 2 < len(moves) <= MOVES + 1


@pytest.mark.parametrize("name", SHOWN)
def test_a_recorded_match_is_a_whole_one(name: str) -> None:
    match: Match = recorded(name)
    assert match.is_over and match.log and [seat.name for seat in match.seats] == ["Anna", "Vera", "Gleb"]
    assert name != GAME or len(match.log) > FIRST_MOVE + MOVES


# How signs are drawn


def test_blocks_fill_what_their_names_say() -> None:
    assert blocks("█") == [(0, 0, WIDE, HIGH)]
    assert blocks("▀") == [(0, 0, WIDE, HIGH // 2)]
    assert blocks("▂") == [(0, HIGH * 3 // 4, WIDE, HIGH // 4)]
    assert blocks("▕") == [(WIDE - 1, 0, 1, HIGH)]
    assert blocks("▚") == [(0, 0, 4, 8), (4, 8, 4, 8)]
    assert blocks("a") is None and blocks("─") is None


def test_lines_meet_in_the_middle_and_at_the_edges() -> None:
    found = strokes("┬")
    assert found is not None
    assert min(box.x for box in found) == 0 and max(box.x + box.width for box in found) == WIDE
    assert max(box.y + box.height for box in found) == HIGH and min(box.y for box in found) == HIGH // 2
    heavy = strokes("╽")
    assert heavy is not None and [box.width for box in heavy] == [1, 2]
    assert len(strokes("═") or []) == 4
    assert strokes("╱") is None


def test_neighbours_of_a_colour_become_one_shape() -> None:
    rows = [tuple(Cell("█", LOOK, PAPER) for _ in range(3))] * 2
    assert paint(rows) == '<path fill="#fff" d="M0 0h24v32h-24z"/>'


def test_words_are_text_and_signs_stand_where_they_are() -> None:
    row = tuple(Cell(sign, LOOK, PAPER) for sign in "a <b ◆ ◆")
    drawn = paint([row])
    assert '<text x="0" y="12" fill="#fff" textLength="32">a &lt;b</text>' in drawn
    assert '<tspan x="40">◆</tspan><tspan x="56">◆</tspan>' in drawn


# What is written by hand


def documents() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    """Those of the other documents are checked when the site is built."""
    text = (ROOT / "README.md").read_text("utf-8")
    targets = re.findall(r"\]\(([^)#]+)", text) + re.findall(r'src="([^"]+)"', text)
    assert len(targets) > 20
    assert [target for target in targets if not (ROOT / target).is_file()] == []


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_every_command_that_is_written_exists(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("    ")]
    text = "\n".join(lines + re.findall(r"`(samovar [^`]*)`", path.read_text("utf-8")))
    words = re.findall(r"^\s*samovar ([a-z]+)\b(?!\.)", text, re.MULTILINE)
    assert [word for word in words if word not in COMMANDS] == []
    targets = re.findall(r"\bmake ([a-z]+)\b", text)
    assert [target for target in targets if f"\n{target}:" not in MAKEFILE] == []


# The site


def test_the_site_is_built_without_a_network_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    """Strict: a link, an anchor or an entry of the table of contents that leads nowhere is an error."""
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    loaded = re.compile(r"<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)=\"?(https?:)?//[^\"> ]*")
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 30
    assert [path.name for path in pages if loaded.search(path.read_text("utf-8"))] == []
    sheets = [path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.css")]
    assert sheets and not any(re.search(r"url\(['\"]?(https?:)?//", sheet) for sheet in sheets)


def test_the_page_of_the_files_names_every_field_of_a_match() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    rows = re.findall(r"^\| (.*?) \|", text.partition("## A match")[2], re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    fields = {field.encode_name for field in msgspec.structs.fields(MatchRecord)}
    assert fields == named


def test_the_page_of_the_settings_names_every_setting_and_theme() -> None:
    text, _, _ = (ROOT / "docs" / "settings.md").read_text("utf-8").partition("## Keys of your own")
    named = dict(re.findall(r"^\| `(\w+)` \|(.*)$", text, re.MULTILINE))
    assert {field.encode_name for field in msgspec.structs.fields(Settings)} == named.keys()
    assert set(re.findall(r"`([a-z-]+)`", named["theme"].split("|")[0])) == set(themes.MODES)
