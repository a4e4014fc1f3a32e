"""`samovar position`, `play --like` and `play --from`: any position, and the same deal again."""

from pathlib import Path

import pytest

from core import registry
from core.match import Match, Seat
from saves.match_store import MatchStore
from saves.position_file import read_position
from tests.conftest import Samovar
from tests.tui.features.review.test_screen import opened
from tests.tui.pilots import LARGE, SMALL, mezen_after, mezen_until
from tests.tui.test_screens import compare
from tui.match.screen import MatchScreen

BOT = Seat("Vera", "bot", "novice")


@pytest.fixture
def told(samovar: Samovar, tmp_path: Path) -> Path:
    """The example that plain mode prints, in a file."""
    path = tmp_path / "table.toml"
    path.write_text(samovar("position", "mezen", "--plain").stdout)
    return path


def test_the_example_can_be_played_on_and_is_saved_as_it_was_told(samovar: Samovar, told: Path) -> None:
    done = samovar("position", "mezen", str(told), "--plain", typed="1\nquit\n")
    assert done.returncode == 0 and "== Mezen, round 1 of 10, Anna" in done.stdout
    resumed = MatchStore().open_entry(MatchStore().entries()[0])
    resumed.file.close()
    first = read_position(told.read_bytes(), registry.get_game("mezen"))
    assert resumed.match.state_at(0).digest() == first.state.digest()
    assert len(resumed.match.log) == 1 and resumed.messages == []


def test_the_master_is_asked_about_a_position_from_a_pipe(samovar: Samovar, told: Path) -> None:
    done = samovar("position", "mezen", "-", typed=told.read_text())
    assert done.returncode == 0 and "Tip: " in done.stdout and "5   b(?)" in done.stdout
    assert MatchStore().entries() == []


def test_a_saved_match_is_a_position_too(samovar: Samovar, tmp_path: Path) -> None:
    match = mezen_until("lift", round_=3)
    with MatchStore().new_file() as match_file:
        match_file.save(match)
    path = MatchStore().entries()[0].path
    found = read_position(path.read_bytes(), registry.get_game("mezen"))
    assert found.state.digest() == match.state.digest() and found.names == match.names


@pytest.mark.parametrize(
    ("text", "typed", "sentence"),
    [
        ("position mezen -", "round = 1\n", "A position needs a [[seat]] for each player."),
        ("position mezen -", "{", "This is not a position: the file is cut short."),
        ("position mezen - --tip", "round = [", "This is not a position in TOML: Invalid value (at end of document)."),
        ("position mezo", "", "Mezo cannot be set up by hand; Mezen and Gzhel can."),
        ("position mezen nowhere.toml --plain", "", "nowhere.toml cannot be read: No such file or directory."),
        ("position mezen --tip", "", "--tip needs FILE, the position to ask about; - reads it from standard input."),
        ("position mezen", "", "Samovar's screen needs a terminal; add --plain to play in plain lines."),
        ("play --plain --like Sundya", "", "There is no match called 'Sundya'; did you mean Sunday?"),
        ("play --plain --like Sunday --seed 3", "", "With --like --seed comes from the other match; leave it out."),
        (
            "play --plain --like Sunday --from Sunday:3",
            "",
            "--like plays the deal again and --from plays on from a move: choose one.",
        ),
        ("play --plain --from Sunday", "", "Write --from NAME:MOVE, such as --from Sunday:12."),
        ("play --plain gzhel --like Sunday", "", "Sunday is a match of Mezen, not of Gzhel."),
        (
            "play --plain --like Sunday --seats you,you",
            "",
            "Sunday has 1 seat, and the same deal needs as many; --seats names 2.",
        ),
        ("play --plain", "", "samovar play needs GAME; samovar play --help shows how."),
    ],
)
def test_wrong_words_get_one_sentence(text: str, typed: str, sentence: str, samovar: Samovar) -> None:
    sunday(mezen_after(10))
    done = samovar(*text.split(), typed=typed)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", sentence)


def sunday(match: Match) -> Match:
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        match_file.rename(match, "Sunday")
    return match


def newest() -> Match:
    opened_ = MatchStore().open_entry(MatchStore().entries()[0])
    opened_.file.close()
    return opened_.match


def test_the_same_deal_again(samovar: Samovar) -> None:
    match = sunday(mezen_after(10, (Seat("Anna"), BOT), cards="moon", open_backs=True))
    assert samovar("play", "--like", "Sunday", "--plain", typed="quit\n").returncode == 0
    again = newest()
    assert again.setup == match.setup and again.seats == match.seats
    assert again.state_at(0).digest() == match.state_at(0).digest()
    samovar("play", "mezen", "--like", "Sunday", "--seats", "bot:master,you:Ivan", "--plain", typed="quit\n")
    other = newest()
    assert other.state_at(0).digest() == match.state_at(0).digest()
    assert [seat.name for seat in other.seats] == ["Master", "Ivan"]


def test_on_from_a_move(samovar: Samovar) -> None:
    match = sunday(mezen_after(20))
    for at in (0, 7, len(match.log)):
        done = samovar("play", "--from", f"Sunday:{at}", "--plain", typed="quit\n")
        assert done.returncode == 0
        assert [entry.notation for entry in newest().log][:at] == [entry.notation for entry in match.log][:at]
    for wrong in (str(len(match.log) + 1), "-1", "x", ""):
        done = samovar("play", "--from", f"Sunday:{wrong}", "--plain")
        assert done.returncode == 2 and f"with a number from 0 to {len(match.log)}" in done.stderr


def test_a_match_that_is_over_does_not_go_on_from_its_end(samovar: Samovar) -> None:
    match = sunday(mezen_after(10_000))
    done = samovar("play", "--from", f"Sunday:{len(match.log)}", "--plain")
    assert done.returncode == 2 and "is over after move" in done.stderr


def test_a_position_branches_as_any_match_does() -> None:
    """A match that began in a position of its own begins there again, on disk and off it."""
    state = mezen_until("announce", round_=3).state
    match = Match.resume_from(registry.get_game("mezen"), mezen_after(0).setup, [Seat("Anna")], state, [])
    match.play(match.legal_moves[0])
    sunday(match)
    read = newest()
    assert read.has_start_position and read.branch(0).state.digest() == state.digest()
    assert [entry.notation for entry in read.branch(1).log] == [match.log[0].notation]


# The screen


async def test_a_position_is_set_up_row_by_row() -> None:
    async with opened(lambda app: app.navigation.show_position(registry.get_game("mezen"))) as at:
        screen = at.screen
        assert not screen._wrong and at.shows("c play on")
        await at.press(*["down"] * 10)
        assert screen.cursor == "painting/0/0"
        await at.press("enter", *["backspace"] * 20, *"FFFFF", "enter")
        assert at.shows("a dark fox is one too many") and not at.shows("c play on")
        await at.press("enter", *["backspace"] * 20, *"hfiif", "enter")
        assert not screen._wrong
        await at.press(*["up"] * 9, "right", "right")
        assert screen.fields["round"] == 3
        await at.press("up", "right")
        assert len(screen.fields["seat"]) == 2 and not screen._wrong
        await at.press("left", "c")
        assert isinstance(at.screen, MatchScreen) and at.match.state.round == 3 and len(at.match.seats) == 1


async def test_the_master_is_asked_from_the_screen() -> None:
    async with opened(lambda app: app.navigation.show_position(registry.get_game("gzhel"))) as at:
        at.app.settings.bot_seconds = 0.1
        await at.press("t")
        await at.wait(lambda: isinstance(at.screen, MatchScreen) and at.shows("Tip: "))


async def test_a_row_is_changed_by_clicks() -> None:
    async with opened(lambda app: app.navigation.show_position(registry.get_game("mezen"))) as at:
        await at.click_words("Amulets")
        assert at.screen.cursor == "amulets/0"
        await at.click_words("Round")
        y = next(y for y, row in enumerate(at.rows()) if row.lstrip().startswith("Round"))
        await at.click(34, y)
        assert at.screen.fields["round"] == 2
        await at.click_words("play on")
        assert isinstance(at.screen, MatchScreen)


@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["mezen", "gzhel"])
async def test_the_set_up_as_text(name: str, size: tuple[int, int]) -> None:
    async with opened(lambda app: app.navigation.show_position(registry.get_game(name)), size) as at:
        await at.press("down", "down")
        rows = at.rows()
        assert max(map(len, rows)) <= size[0]
        compare(f"position-{name}-{size[0]}x{size[1]}", rows)
