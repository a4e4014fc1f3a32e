"""The screens besides a match: home, setup, settings, matches, replay."""

import getpass

import pytest

import themes
from core.bots import read_mixture
from core.log_notes import note_text
from saves import settings
from saves.match_store import MatchStore
from tests.tui.pilots import BOT, FRIEND, YOU, Table, mezen, mezen_after, table
from tui.match.play import PlayFeature
from tui.match.replay import ReplayFeature
from tui.match.screen import MatchScreen
from tui.screens.home import HomeScreen
from tui.screens.matches import MatchesScreen
from tui.screens.result import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.setup import SetupScreen


def keep(match: object, name: str = "") -> str:
    """Save a match; returns what its file is called."""
    with MatchStore().new_file() as match_file:
        assert match_file.save(match) == ""  # type: ignore[arg-type]
        if name:
            match_file.rename(match, name)  # type: ignore[arg-type]
        return match_file.slug


# Home


async def test_home_without_a_match_begins_with_the_first_game() -> None:
    async with table() as at:
        assert isinstance(at.screen, HomeScreen)
        assert not at.shows("Continue")
        assert at.shows("1-5 players · 15 min with bots · not played yet")
        for game in at.screen.games:
            assert at.shows(f" {game.title}")
        await at.press("down", "up", "enter")
        assert isinstance(at.screen, SetupScreen)
        assert at.screen.game.name == "mezen"


async def test_home_continues_first() -> None:
    match = mezen_after(7)
    keep(match)
    async with table() as at:
        assert at.shows(f"Continue       Mezen  Anna {match.state.scores()[0]} · {len(match.log)} moves ")
        await at.press("enter")
        assert isinstance(at.screen, MatchScreen)
        assert at.match.state.digest() == match.state.digest()
        await at.press("escape", "up", "up", "enter")
        assert isinstance(at.screen, HomeScreen)
        await at.press("enter")
        assert at.session.match_file.read_only == ""


async def test_home_by_clicks() -> None:
    keep(mezen_after(7))
    async with table() as at:
        await at.click_words("Novgorod", -1)
        assert at.shows("Plan routes")
        await at.click_words("Novgorod", -2)
        assert isinstance(at.screen, SetupScreen)
        await at.click_words("Esc back")
        await at.click_words("m matches")
        assert isinstance(at.screen, MatchesScreen)
        await at.click_words("Esc back")
        await at.click_words("? rules")
        assert isinstance(at.screen, RulesScreen)
        await at.click_words("Esc back")
        await at.click_words("Ctrl+T settings")
        assert isinstance(at.screen, SettingsScreen)
        await at.click_words("Esc back")
        await at.click_words("Continue   ")
        await at.click_words("Continue   ")
        assert isinstance(at.screen, MatchScreen)


async def test_home_leaves() -> None:
    for key in ("q", "ctrl+c", "ctrl+q"):
        async with table() as at:
            await at.press(key)
            assert at.app._exit, key


async def test_home_shows_the_best_result() -> None:
    match = mezen_after(10_000)
    keep(match)
    async with table() as at:
        assert at.shows(f"best {match.state.scores()[0]}")
        assert not at.shows("Continue")


async def test_broken_settings_are_told_at_home() -> None:
    path = MatchStore().paths.settings
    path.parent.mkdir(parents=True)
    path.write_text("{")
    async with table() as at:
        assert at.shows("The settings in settings.json are not used")


# Setup


async def go_to(at: Table, row: str) -> None:
    for _ in range(30):
        if at.screen.cursor == row:
            return
        await at.press("down")
    raise AssertionError(f"there is no row {row}")


async def test_setup_shows_everything_at_once() -> None:
    async with table() as at:
        await at.press("enter")
        for text in ("Seats", "Seat 1", "Seat 5", "Variants", "Cards", "Open backs", "Seed", "Start"):
            assert at.shows(text), text
        await go_to(at, "start")
        assert at.shows("Enter starts the match.") and at.shows("Enter start")


async def test_enter_starts_and_the_setup_is_remembered() -> None:
    async with table() as at:
        await at.press("enter")
        await go_to(at, "seat1")
        for _ in range(5):
            if not at.shows("(bot, novice)"):
                await at.press("right")
        assert at.shows("(bot, novice)")
        await go_to(at, "seat2")
        await at.press("right")
        await go_to(at, "open_backs")
        await at.press("right")
        await go_to(at, "seed")
        await at.press("enter")
        await at.type("42")
        await at.press("enter")
        await go_to(at, "start")
        await at.press("enter")
        assert isinstance(at.screen, MatchScreen)
        assert at.match.setup.seed == 42
        assert at.match.setup.options["open_backs"] is True
        kinds = [(seat.kind, seat.level) for seat in at.match.seats]
        assert kinds[0] == ("you", "")
        assert ("bot", "novice") in kinds
        first = list(at.match.seats)
    async with table() as at:
        await at.press("down", "down", "enter")
        assert at.screen.seed == ""
        await at.press("enter")
        assert list(at.match.seats) == first
        assert at.match.setup.options["open_backs"] is True


async def test_a_bot_that_fits_is_chosen_at_the_start_and_asked_for_again_next_time() -> None:
    async with table() as at:
        await at.press("enter")
        await go_to(at, "seat1")
        while not at.shows("(bot, fit)"):
            await at.press("left")
        assert at.shows("you should win about half")
        await go_to(at, "start")
        await at.press("enter")
        level = at.match.seats[1].level
        assert read_mixture(level) is not None
        assert at.shows("Bogdan plays between")
        (note,) = at.match.notes
        assert note_text(note, at.match).startswith("Bogdan plays between ")
        assert note.facts[1:4] == read_mixture(level)
    assert settings.load(MatchStore().paths.settings)[0].last_setup["mezen"].seats[1] == "bot:fit"


async def test_seats_are_named() -> None:
    async with table() as at:
        await at.press("enter")
        await go_to(at, "seat0")
        assert at.shows(f"{getpass.getuser().capitalize()} (person)")
        await at.press("n", "ctrl+u")
        await at.press(*["backspace"] * 25)
        await at.type("Zoya")
        await at.press("enter")
        assert at.shows("Zoya (person)")
        await go_to(at, "start")
        await at.press("enter")
        assert at.match.names[0] == "Zoya"
    assert settings.load(MatchStore().paths.settings)[0].last_setup["mezen"].seats[0] == "you:Zoya"


async def test_a_seed_that_is_no_number_is_refused() -> None:
    async with table() as at:
        await at.press("enter")
        await go_to(at, "seed")
        await at.press("enter")
        await at.type("luck")
        await at.press("enter")
        assert at.shows("A seed is a whole number of up to 18 digits.")
        assert at.screen.seed == ""
        await at.press("right")
        assert at.screen.seed.isdigit()
        await at.press("right")
        assert at.screen.seed == ""


async def test_a_table_that_cannot_be_seated_is_told() -> None:
    """A seat that must be taken cannot be emptied; variants that do not go together are explained."""
    async with table() as at:
        await at.press("enter")
        await go_to(at, "seat0")
        kinds = set()
        for _ in range(6):
            await at.press("right")
            kinds.add(at.screen.kinds[0])
        assert "empty" not in kinds
        at.screen.kinds = ["empty"] * 5
        await go_to(at, "start")
        assert at.shows("Mezen seats 1 to 5 players, not 0.")
        await at.press("enter")
        assert isinstance(at.screen, SetupScreen)


async def test_who_begins_is_chosen_among_those_who_sit_there() -> None:
    async with table() as at:
        await at.press("enter")
        await go_to(at, "starter")
        assert at.shows("Who begins: drawn at random, or the seat with this number")
        chosen = []
        for _ in range(3):
            chosen.append(at.screen._chosen()["starter"])
            await at.press("right")
        assert chosen == ["drawn", 1, 2] and at.screen._chosen()["starter"] == "drawn"
        await at.press("left")
        await go_to(at, "start")
        await at.press("enter")
        assert at.match.setup.options["starter"] == 2 and at.match.game.starter(at.match.setup) == 1
    async with table() as at:
        await at.press("down", "down", "enter")
        await go_to(at, "starter")
        assert at.shows("Starter                     ◂ 2 ▸")
        await go_to(at, "seat1")
        await at.press("left", "left")
        assert at.shows("Seat 2                      ◂ empty ▸")
        assert not at.shows("Starter") and "starter" not in at.screen.row_names()
        await go_to(at, "start")
        await at.press("enter")
        assert at.match.setup.options["starter"] == "drawn"


async def test_setup_by_clicks() -> None:
    async with table() as at:
        await at.press("enter")
        await at.click_words("Seat 2")
        assert at.screen.cursor == "seat1"
        await at.click_words("(bot, novice)")
        assert at.screen.kinds[1] == "bot:apprentice"
        await at.click_words("Start")
        await at.click_words("Enter start")
        assert isinstance(at.screen, MatchScreen)
        assert len(at.match.seats) == 2


async def test_setup_is_left_without_a_trace() -> None:
    async with table() as at:
        await at.press("enter", "escape")
        assert isinstance(at.screen, HomeScreen)
    assert MatchStore().entries() == []


# Settings


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        ("theme", "theme", "light"),
        ("ascii", "ascii", False),
        ("confirm", "confirm_turn", False),
        ("seconds", "bot_seconds", 4.0),
    ],
)
async def test_a_setting_is_seen_and_remembered(row: str, field: str, value: object) -> None:
    async with table(ascii=None) as at:
        await at.press("ctrl+t")
        await go_to(at, row)
        before = at.text()
        await at.press("right")
        assert at.text() != before
        assert getattr(at.app.settings, field) == value
        assert getattr(settings.load(MatchStore().paths.settings)[0], field) == value
        await at.press("left")
        assert at.text() == before
        await at.press("enter")
    async with table(ascii=None) as at:
        assert getattr(at.app.settings, field) == value


async def test_every_theme_dresses_the_screen_in_its_colours() -> None:
    async with table(mezen()) as at:
        for mode in [*list(themes.MODES)[1:], "dark"]:
            await at.press("ctrl+t", "right", "escape")
            assert at.app.settings.theme == mode
            style = at.play.query_one("#top").canvas.styles[0][0]
            assert style == themes.load_palette("mezen", mode).style("ink", "bar")
            assert at.app.theme == f"mezen-{mode}"


async def test_ascii_is_seen_at_once() -> None:
    async with table(mezen(), ascii=None) as at:
        await at.press("ctrl+t", "down", "right", "right", "escape")
        assert at.app.settings.ascii is True
        assert at.text().isascii()


async def test_starting_a_match_does_not_forget_ascii() -> None:
    async with table(ascii=True) as at:
        await at.press("enter")
        await go_to(at, "start")
        await at.press("enter")
        assert isinstance(at.screen, MatchScreen)
        assert at.text().isascii()


async def test_settings_that_cannot_be_written_are_told() -> None:
    MatchStore().paths.settings.parent.write_text("a file where the folder should be")
    async with table() as at:
        await at.press("ctrl+t", "right")
        assert at.app.settings.theme == "light"
        assert at.shows("The settings could not be saved")


# Matches


async def test_matches_are_resumed_and_deleted() -> None:
    old, new = mezen_after(4), mezen_after(9, (YOU, BOT))
    keep(old, "old tea")
    slug = keep(new)
    (MatchStore().paths.matches / "torn.json").write_text("{")
    async with table() as at:
        await at.press("m")
        assert at.shows("old tea")
        assert at.shows(slug)
        assert at.shows("cannot be opened")
        await go_to(at, "torn")
        assert at.shows("torn.json cannot be opened: the file is cut short.")
        await at.press("enter", "v")
        assert isinstance(at.screen, MatchesScreen)
        old_slug = MatchStore().find("old tea").slug
        await go_to(at, old_slug)
        await at.press("d")
        assert at.shows("Press d again to delete old tea for good.")
        await at.press("down", "up", "d")
        assert MatchStore().find("old tea")
        await at.press("d")
        assert at.shows("old tea is deleted.")
        assert not at.shows("4 moves")
        await go_to(at, slug)
        await at.press("enter")
        assert at.match.state_at(len(new.log)).digest() == new.state.digest()
    assert {entry.slug for entry in MatchStore().entries()} == {slug, "torn"}


async def test_a_broken_file_is_not_deleted_by_opening_it() -> None:
    folder = MatchStore().paths.matches
    folder.mkdir(parents=True)
    (folder / "torn.json").write_text("{")
    async with table() as at:
        await at.press("m", "enter", "v", "escape")
    assert (folder / "torn.json").read_text() == "{"


async def test_no_matches_yet() -> None:
    async with table() as at:
        await at.press("m", "enter", "v", "d", "down")
        assert at.shows("No matches yet. Start one from home.")


async def test_many_matches_scroll() -> None:
    for _ in range(30):
        keep(mezen())
    async with table() as at:
        await at.press("m")
        first = at.text()
        await at.press("pagedown", "pagedown", "pagedown")
        assert at.screen.cursor == at.screen._names()[-1]
        assert at.shows(at.screen.cursor)
        await at.press("down")
        assert at.text() == first
        await at.click_words(at.screen._names()[5])
        assert at.screen.cursor == at.screen._names()[5]


async def test_a_finished_match_is_looked_back_on() -> None:
    keep(mezen_after(10_000))
    async with table() as at:
        await at.press("m")
        assert at.shows("finished")
        await at.press("enter")
        assert at.shows("the result")
        await at.press("v")
        assert at.shows("Move 0 of")
        await at.press("e")
        assert at.shows("the result")
        assert not at.shows("undo")


# Replay


async def test_a_replay_walks_by_move_and_round() -> None:
    match = mezen_after(10_000, (YOU, BOT))
    total = len(match.log)
    async with table(match, replay=True) as at:
        assert at.shows(f"Move 0 of {total}")
        await at.press("right")
        assert at.shows(f"Move 1 of {total}")
        assert at.board.state.digest() == match.state_at(1).digest()
        await at.press("l", "enter", "l", "left")
        assert at.session.log_index == 3
        await at.press("down")
        assert at.board.state.round == 2
        second = at.session.log_index
        await at.press("j", "up")
        assert at.session.log_index == second
        await at.press("k")
        assert at.session.log_index == 0
        await at.press("left")
        assert at.session.log_index == 0
        await at.press("end")
        assert at.shows(f"Move {total} of {total}")
        await at.press("right", "down")
        assert at.session.log_index == total
        assert at.board.state.digest() == match.state.digest()
        await at.press("home")
        assert at.session.log_index == 0
        await at.press("u", "U", "t", "s", "f", "1")
        assert len(match.log) == total
        await at.press("escape")
        assert isinstance(at.screen, HomeScreen)
    assert MatchStore().entries() == []


async def test_a_replay_shows_only_what_had_happened() -> None:
    match = mezen_after(30)
    async with table(match, replay=True) as at:
        await at.press("right", "right")
        assert len(at.session.log_rows()) < 6
        await at.press("g", "home", "down", "down", "enter")
        assert at.session.log_index == at.session.log_rows(len(match.log))[2][0] + 1, "after the move that was chosen"
        await at.press("home")
        assert at.session.last_move_text == "The beginning."
        await at.press("right")
        (announced,) = match.log[0].events
        told = match.game.describe_event(announced, match.names)
        assert at.session.last_move_text == told and at.shows(f" {told}")
        await at.press("o", "i", "escape", "question_mark", "escape")
        assert at.screen is at.play and isinstance(at.play.feature, ReplayFeature)


async def test_going_on_from_a_replay_makes_a_new_match() -> None:
    match = mezen_after(10_000, (YOU, FRIEND))
    keep(match)
    async with table(match, replay=True) as at:
        await at.press("down", "down", "right", "c")
        assert at.screen is at.play and type(at.play.feature) is PlayFeature
        assert at.match is not match
        made = [entry.notation for entry in at.match.log]
        assert made == [entry.notation for entry in match.log[: len(made)]]
        assert 0 < len(made) < len(match.log)
    assert len(MatchStore().entries()) == 2


async def test_a_replay_by_clicks() -> None:
    match = mezen_after(20)
    async with table(match, replay=True) as at:
        await at.click_words("→ step")
        assert at.session.log_index == 1
        await at.click_words("← back")
        assert at.session.log_index == 0
        await at.click_words("↓ round")
        assert at.board.state.round == 2
        await at.click_words("↑ round back")
        assert at.session.log_index == 0
        await at.click_words("Esc leave")
        assert isinstance(at.screen, HomeScreen)


async def test_the_result_by_clicks() -> None:
    async with table(mezen_after(10_000)) as at:
        assert isinstance(at.screen, ResultScreen)
        await at.click_words("v replay")
        assert at.shows("Move 0 of")


async def test_the_result_tells_of_tips() -> None:
    """One is asked for before the last move of the game."""
    match = mezen_after(10_000)
    match.undo()
    async with table(match) as at:
        await at.press("t")
        await at.settle()
        await at.press("enter")
        await at.wait(lambda: isinstance(at.screen, ResultScreen))
        assert "Tips used: 1." in " ".join(at.text().split())


async def test_habits_are_set_for_every_person() -> None:
    async with table() as at:
        await at.press("right", "right", "enter")
        assert at.shows("Mazaytsy: a new match")
        await go_to(at, "pickup")
        await at.press("right")
        await go_to(at, "start")
        await at.press("enter")
        assert [seat.habits for seat in at.match.seats] == [{"pickup": True}, {}]
