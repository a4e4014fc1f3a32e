"""What is loaded when: the app opens at once because home needs little."""

import subprocess
import sys

from core import registry
from tests.conftest import ROOT
from tests.limits import LIMIT
from tui.cli.main import COMMANDS

OPEN_HOME = """
import asyncio, sys
from tui.app import SamovarApp

async def main():
    async with SamovarApp().run_test() as pilot:
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "HomeScreen"

asyncio.run(main())
print(*sys.modules)
"""

OPEN_MATCH = """
import asyncio, sys
from core import registry
from core.match import Match, Seat
from tui.app import SamovarApp
from tui.startup import StartupRequest

async def main():
    match = Match.new(registry.get_game("mezen"), [Seat("Anna")], seed=7)
    async with SamovarApp(StartupRequest(match)).run_test() as pilot:
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "MatchScreen"

asyncio.run(main())
print(*sys.modules)
"""

HELP = """
import contextlib, io, sys
from tui.cli.main import samovar

with contextlib.redirect_stdout(io.StringIO()) as told:
    samovar.main(["--help"], standalone_mode=False)
assert "Play GAME." in told.getvalue()
print(*sys.modules)
"""


def modules(program: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_home_loads_no_game_and_no_other_room() -> None:
    loaded = modules(OPEN_HOME)
    assert {"tui.app", "tui.screens.home", "core.games.mezen", "textual"} <= loaded
    rooms = {name for name in loaded if name.startswith("tui.screens.")}
    assert rooms == {f"tui.screens.{name}" for name in ("home", "home_rows", "shelf", "base", "input_guard")}
    of_games = {name for name in loaded if name.startswith("tui.games.")}
    light = {f"tui.games.{name}{part}" for name in registry.GAME_NAMES for part in ("", ".cover")}
    assert "tui.games.mezen.cover" in of_games and of_games <= {"tui.games.covers", *light}
    inner = ("deal", "rules", "components", "state", "moves", "scoring", "bot", "text")
    games = {f"core.games.{name}.{room}" for name in registry.GAME_NAMES for room in inner}
    assert games & loaded == set()
    heavy = {"markdown_it", "textual.widgets._markdown", "pygments", "rich.markdown", "rich.syntax"}
    assert heavy & loaded == set()
    assert not {name for name in loaded if name.startswith("tui.match.")}
    assert (
        not {"tui.navigation", "tui.sessions.local", "tui.sessions.replay", "tui.plain.match", "pytest", "hypothesis"}
        & loaded
    )


def test_a_match_that_is_opened_at_once_loads_no_screen_but_its_own() -> None:
    loaded = modules(OPEN_MATCH)
    assert {"tui.match.screen", "core.games.mezen.deal"} <= loaded
    assert not {"tui.navigation", "tui.screens.home", "tui.screens.result", "tui.features.review.screen"} & loaded
    assert not {name for name in loaded if name.startswith(("core.games.gzhel.", "markdown_it"))}


def test_help_loads_no_command() -> None:
    loaded = modules(HELP)
    assert "tui.cli.main" in loaded
    assert not loaded & {module for module, _ in COMMANDS.values()}
    assert not {"core.match", "saves.match_store", "tui.services"} & loaded


def test_whoever_plays_alone_loads_no_club() -> None:
    solo = modules(
        "import sys, tui.app, tui.cli.main, tui.plain.match, tui.match.screen, tui.match.play, tui.match.replay, "
        "tui.sessions.local, tui.sessions.replay, tui.screens.home; print(*sys.modules)"
    )
    for loaded in (modules(OPEN_HOME), solo):
        assert "saves.match_store" in loaded
        assert not {name for name in loaded if name.startswith("saves.club")}
        assert not {"sqlite3", "psycopg"} & loaded


def test_bots_and_rules_load_no_screen() -> None:
    loaded = modules(
        "import sys, core.bots.worker, saves.match_store\n"
        "from core import registry\n"
        "[game.start(game.setup(game.player_counts[-1], {}, 1)) for game in registry.all_games()]\n"
        "print(*sys.modules)"
    )
    assert not {name for name in loaded if name.split(".")[0] in ("textual", "rich", "tui", "themes")}


def without_textual() -> list[str]:
    """The modules of sessions, plain mode and the command line."""
    paths = [path for folder in ("sessions", "plain", "cli") for path in (ROOT / "tui" / folder).glob("*.py")]
    paths += (ROOT / "tui" / "features").glob("*/*session.py")
    paths += [path for name in ("plain", "command") for path in (ROOT / "tui" / "features").glob(f"*/{name}.py")]
    return sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths)


def test_sessions_plain_mode_and_the_command_line_need_no_textual() -> None:
    """Each in the same fresh process: whatever imports Textual shows in the modules that are loaded."""
    names = without_textual()
    assert {"tui.sessions.local", "tui.plain.match", "tui.cli.main", "tui.features.lessons.session"} <= set(names)
    loaded = modules(f"import sys, {', '.join(names)}\nprint(*sys.modules)")
    assert set(names) <= loaded
    assert not {name for name in loaded if name.split(".")[0] == "textual"}


def test_a_match_in_lines_is_played_without_textual() -> None:
    """Nothing is imported later, either, when a match is played, explained and saved."""
    loaded = modules(
        "import io, sys\n"
        "from core import registry\n"
        "from core.match import Match, Seat\n"
        "from saves.match_store import MatchStore\n"
        "from tui.plain.console import PlainConsole\n"
        "from tui.plain.match import PlainMatch\n"
        "from tui.services import Services\n"
        "match = Match.new(registry.get_game('mezen'), [Seat('Anna'), Seat('Vera', 'bot', 'novice')], seed=7)\n"
        "console = PlainConsole(source=io.StringIO('1\\nwhat\\nrules\\nundo\\n' + '1\\n' * 99), target=io.StringIO())\n"
        "assert PlainMatch(match, MatchStore().new_file(), console, services=Services.for_player()).play() == 'over'\n"
        "print(*sys.modules)"
    )
    assert "tui.sessions.local" in loaded
    assert not {name for name in loaded if name.split(".")[0] == "textual"}


def test_a_table_of_the_club_in_lines_needs_no_textual() -> None:
    loaded = modules("import sys, tui.club.session, tui.club.plain; print(*sys.modules)")
    assert not {name for name in loaded if name.split(".")[0] == "textual"}


def test_the_line_and_the_thinker_need_no_textual() -> None:
    loaded = modules("import sys, tui.terminal.shutdown, tui.services; print(*sys.modules)")
    assert "tui.sessions.bot_client" in loaded
    assert not {name for name in loaded if name.split(".")[0] in ("textual", "rich")}
