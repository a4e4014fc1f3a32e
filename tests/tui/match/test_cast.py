"""A match as a recording for asciinema: a terminal that plays it shows the board of every move."""

import json
from itertools import pairwise

import pyte
import pytest
from textual.geometry import Size

import themes
from core import bots, registry
from core.match import Match, Seat
from core.rng import Rng
from tests.conftest import Samovar
from tui.match.cast import SIZE, ReplayPicture, cast_lines


def played(name: str, moves: int) -> Match:
    match, rng = Match.new(registry.get_game(name), [Seat("Anna"), Seat("Vera", "bot", "novice")], {}, 3), Rng(3)
    for _ in range(moves):
        match.play(bots.choose(match.game, match.state, "greedy", rng))
    return match


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_a_terminal_shows_every_position(name: str) -> None:
    match, palette = played(name, 12), themes.load_palette(name, "dark")
    header, *frames = map(json.loads, cast_lines(match, SIZE, palette, ascii=False))
    assert (header["version"], header["width"], header["height"]) == (2, *SIZE)
    assert all(early < late for (early, *_), (late, *_) in pairwise(frames))
    screen, picture = pyte.Screen(*SIZE), ReplayPicture(match, SIZE, palette, ascii=False)
    stream = pyte.Stream(screen)
    for log_index, (_, kind, output) in enumerate(frames[:-1]):
        assert kind == "o"
        stream.feed(output)
        expected = picture.paint(log_index).to_text().split("\n")
        assert [row.rstrip() for row in screen.display] == expected, log_index
    assert len(frames) - 2 == len(match.log)


def test_a_small_step_sends_little() -> None:
    frames = [*map(json.loads, cast_lines(played("mezen", 12), Size(80, 24), themes.load_palette("mezen"), False))][1:]
    whole, *steps = [len(output) for _, _, output in frames]
    assert sorted(steps)[len(steps) // 2] < whole / 4


def test_the_command_writes_a_recording_and_prints_the_story(samovar: Samovar, tmp_path) -> None:
    seats = "you:Anna,bot:novice:Vera"
    samovar("play", "mezen", "--seats", seats, "--seed", "7", "--plain", typed="1\nsave mezen\nquit\n")
    written = tmp_path / "mezen.cast"
    told = samovar("replay", "mezen", "--cast", str(written))
    assert told.returncode == 0 and str(written) in told.stdout
    assert json.loads(written.read_text("utf-8").splitlines()[0])["title"] == "Samovar: Mezen"
    story = samovar("replay", "mezen", "--text").stdout
    assert story.startswith("Mezen: Anna and Vera\n\nRound 1\n") and "\nAnna: " in story
    refused = samovar("replay", "mezen", "--cast", str(tmp_path / "no" / "such" / "folder"))
    assert refused.returncode == 1 and "cannot be written" in refused.stderr
