"""samovar club …: what scripts rely on, and what is refused in one sentence."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.bots import read_mixture
from saves import settings
from saves.club.events import MemberSatDown, MoveChosen, new_id
from saves.club.public_keys import public_keys
from saves.club.store import Club
from saves.match_store import read_match
from saves.paths import DataPaths
from tests.conftest import Samovar
from tests.saves.club.tables import terms
from tests.tui.club.members import Room, first
from tests.tui.club.test_whole_games import folded

COMMANDS = (
    "new",
    "join",
    "watch",
    "leave",
    "rematch",
    "list",
    "show",
    "export",
    "members",
    "admit",
    "dismiss",
    "check",
    "ban",
    "notices",
    "purge",
)
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBnTL8YFKyeQ1CVCLYMNAvNKLBZzU3tYIw6hOFFlWRaM"


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club' / 'club.db'}"


@pytest.fixture
def club_(samovar: Samovar, address: str, monkeypatch: pytest.MonkeyPatch) -> Samovar:
    """The club's commands in this process."""
    monkeypatch.setenv("SAMOVAR_CLUB", address)
    return lambda *words, **more: samovar("club", *words, **more)


def laid(address: str, game: str = "mezen", *places: str, **more: Any) -> str:
    """A table that somebody has laid."""
    with Club.open(address) as club:
        return club.new_table(terms(game, *(places or ("anna", "boris")), **more), seed=7)


def begun(address: str, game: str = "mezen") -> str:
    table = laid(address, game)
    with Club.open(address) as club:
        assert club.append(table, 0, MemberSatDown(new_id(), 1), "boris")
    return table


def play_out(address: str, table: str) -> None:
    """The first legal moves, to the end."""
    with Club.open(address) as club:
        shared = folded(club, table)
        while not shared.ended:
            assert shared.match is not None and shared.match.state.actor is not None
            actor = shared.match.state.actor
            event = MoveChosen(new_id(), actor, shared.match.legal_moves[0].notation)
            assert club.append(table, shared.length, event, shared.seats[actor].member)
            shared.fold(club.events(table, shared.length))


def test_a_list_for_programs(club_: Samovar, address: str) -> None:
    assert club_("list", "--json").stdout == "[]\n"
    waiting, running, over = laid(address, "mezo", "anna", "open", ":adept"), begun(address), begun(address)
    play_out(address, over)
    told = {table["table"]: table for table in json.loads(club_("list", "--json").stdout)}
    assert told == {
        waiting: {"table": waiting, "game": "mezo", "state": "waiting", "seats": ["anna", "", "Adept"], "turn": []},
        running: {
            "table": running,
            "game": "mezen",
            "state": "running",
            "seats": ["anna", "boris"],
            "turn": ["anna"],
        },
        over: {"table": over, "game": "mezen", "state": "over", "seats": ["anna", "boris"], "turn": []},
    }
    lines = club_("list").stdout.splitlines()
    assert len(lines) == 3 and lines[0].startswith(f"{running}  Mezen, running  anna, boris  to decide: anna")
    assert club_().stdout.splitlines() == lines


def test_a_list_of_my_own_tells_a_prompt_whether_it_is_my_turn(club_: Samovar, address: str) -> None:
    assert club_("list", "--mine", "--as", "anna").returncode == 1
    table = begun(address)
    laid(address, "mezen", "vera", "open")
    (mine,) = json.loads((anna := club_("list", "--mine", "--json", "--as", "anna")).stdout)
    assert (anna.returncode, mine["table"]) == (0, table)
    assert club_("list", "--mine", "--as", "boris").returncode == 1
    assert club_("list", "--mine", "--as", "ANNA").returncode == 0
    assert club_("list").returncode == 0
    with Club.open(address) as club:
        assert club.append(table, 1, MoveChosen(new_id(), 0, "fox"), "anna")  # by somebody who was killed right then
    assert club_("list", "--mine", "--as", "boris").returncode == 0
    assert club_("list", "--mine", "--as", "anna").returncode == 1


WRONG = {
    "new mezenn --plain": "There is no game 'mezenn'",
    "new mezen": "add --plain",
    "new mezen --plain --seats me,me": "anna already has a seat; each player has only one.",
    "new mezen --plain --seats me,Anna": "Anna already has a seat; each player has only one.",
    "new mezen --plain --seats me,bot:genius": "There is no bot level 'genius'",
    "new mezen --plain --seats me,bot": "A bot has a level",
    "new mezen --plain --seats me,bot:fit": "make the table unrated, or choose a level for the bot.",
    "new mezen --plain --seats me,you:boris": "A seat is me, open, a member's name, or bot:LEVEL",
    "new mezen --plain --seats me,bo/ris": "cannot be a member's name",
    "new mezen --plain --seats me,open,open,open,open,open": "Mezen seats 1 to 5 players, not 6.",
    "new mezen --plain --option what=1": "There is no option of Mezen 'what'",
    "new mezen --plain --limit soon": "A pace is none, or a time such as 30m, 1h or 3d, not 'soon'.",
    "new mezen --plain --seed x": "A seed is a whole number",
    "join nowhere --plain": "There is no table 'nowhere' in this club.",
    "watch nowhere --plain": "There is no table 'nowhere' in this club.",
    "join nowhere": "There is no table 'nowhere' in this club.",
    "watch nowhere": "There is no table 'nowhere' in this club.",
    "rematch nowhere": "There is no table 'nowhere' in this club.",
    "new mezen --seats me,bot:genius": "There is no bot level 'genius'",
    "show nowhere": "There is no table 'nowhere' in this club.",
    "leave nowhere": "There is no table 'nowhere' in this club.",
    "rematch nowhere --plain": "There is no table 'nowhere' in this club.",
    "export nowhere file": "There is no table 'nowhere' in this club.",
    "export": "needs TABLE",
    "dismiss nobody": "There is no member called 'nobody'.",
    "admit open": "it has another meaning at a table",
    "admit novice": "it has another meaning at a table",
    "admit journeyman": "it is what bots are called.",
    "admit vera /no/such/file": "cannot be read",
    "wacth x": "did you mean watch?",
    "list --jsn": "There is no option '--jsn'",
    "list --club what": "The address of a club is sqlite:///FILE or postgresql://USER@HOST/NAME.",
    "list --club sqlite:////dev/null/club.db": "cannot be reached",
    "list --club postgresql://localhost:1/none": "cannot be reached",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_told_in_one_sentence(text: str, club_: Samovar) -> None:
    named = [] if text.split()[0] in ("wacth", "list", "export", "admit", "dismiss") else ["--as", "anna"]
    done = club_(*text.split(), *named)
    assert (done.returncode, done.stdout) == (2, "")
    assert WRONG[text] in done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.endswith((".\n", "?\n"))


def test_without_an_address_nobody_knows_which_club(samovar: Samovar, home: Path, address: str) -> None:
    done = samovar("club", "list")
    assert done.returncode == 2 and done.stderr.startswith("Which club? ")
    table = laid(address)
    assert table in samovar("club", "list", "--club", address).stdout
    assert table in samovar("club", "--club", address, "list").stdout
    settings.save(DataPaths.for_player().settings, settings.Settings(club=address))
    assert table in samovar("club", "list").stdout
    assert samovar("club", "list", "--mine", "--as", "me").returncode == 2


def test_seats_that_are_taken_or_closed(club_: Samovar, address: str) -> None:
    table = begun(address)
    done = club_("join", table, "--plain", "--as", "vera")
    assert done.returncode == 2
    assert done.stderr == f"There is no free seat at table {table}; you can only watch it.\n"
    closed = laid(address, "mezen", "anna", "boris", watchers=False)
    done = club_("watch", closed, "--plain", "--as", "vera")
    assert (done.returncode, done.stderr) == (2, f"Table {closed} is closed to watchers.\n")
    told = club_("show", closed, "--as", "vera").stdout
    assert "Nobody may watch." in told and "Seat 2: boris (invited)" in told and "==" not in told


def test_members_come_go_and_are_counted(club_: Samovar, address: str, tmp_path: Path) -> None:
    play_out(address, begun(address))
    for name in ("boris", "anna", "Vera"):
        assert club_("admit", name).stdout == f"{name} is a member of the club.\n"
    file = tmp_path / "key.pub"
    file.write_text(f"# mine\n\n{KEY} vera@home\n")
    assert club_("admit", "vera", str(file)).returncode == 0
    assert club_("admit", "anna", str(file)).stderr == "This key already belongs to another member.\n"
    told = set(club_("members").stdout.splitlines())
    with Club.open(address) as club:
        (ended,) = club.finished()
        assert club.owner_of(KEY) == "Vera"
    winner = "anna" if '"anna","rank":1' in ended.record else "boris"
    loser = {"anna": "boris", "boris": "anna"}[winner]
    rated = {
        f"{winner}  1 game, 1 won, Mezen 1138 ± 323 (provisional)",
        f"{loser}  1 game, 0 won, Mezen 927 ± 323 (provisional)",
    }
    assert told == {*rated, "Vera  0 games, 0 won, 1 key"}
    assert club_("dismiss", "vera").stdout == "Vera is no longer a member of the club.\n"
    done = club_("new", "mezen", "--plain", "--as", "vera")
    assert (done.returncode, done.stdout) == (2, "") and "is no longer a member of this club" in done.stderr
    assert "Vera" not in club_("members").stdout


def test_keys_are_read_as_openssh_writes_them() -> None:
    assert public_keys(f"{KEY}\n") == [KEY]
    assert public_keys(f'restrict,command="x y" {KEY} anna@host\n{KEY}\n') == [KEY, KEY]
    for text in ("", "ssh-rsa AAAA", f"ssh-rsa {KEY.split()[1]}", "-----BEGIN OPENSSH PRIVATE KEY-----"):
        with pytest.raises(Exception, match="key"):
            public_keys(text)


def test_a_finished_match_is_shown_exported_and_played_once_more(sqlite_room: Room, tmp_path: Path) -> None:
    address = sqlite_room.address
    table = begun(address)
    early = sqlite_room.tell("rematch", table, "--plain", "--as", "anna")
    assert early.returncode == 2 and "only for its players, after its end" in early.stderr
    play_out(address, table)
    shown = sqlite_room.tell("show", table).stdout
    assert "== Result" in shown
    assert sqlite_room.tell("join", table, "--plain", "--as", "boris").stdout == shown[shown.index("== Result") :]
    file = tmp_path / "match.json"
    assert sqlite_room.tell("export", table, str(file)).returncode == 0
    with Club.open(address) as club:
        match = folded(club, table).match
        assert match is not None
        restored = read_match(file).match
        assert restored.is_over and restored.state.digest() == match.state.digest()
        assert restored.setup.seed == club.seed(table)
    assert sqlite_room.tell("export", table, str(file)).stderr == "match.json already exists; choose another name.\n"
    anna = sqlite_room.come("anna", "rematch", table, answers=first)
    boris = sqlite_room.come("boris", "rematch", table, answers=first)
    again = anna.table
    assert again == boris.table != table
    assert [anna.ends(), boris.ends()] == [0, 0]
    assert "The match begins: anna and boris." in anna.text and anna.text.count("== Result") == 1
    with Club.open(address) as club:
        assert club.terms(again).rematch_of == table and club.seed(again) != club.seed(table)
        matches = [folded(club, each).match for each in (table, again)]
        began, begins = (match.game.starter(match.setup) for match in matches if match is not None)
        assert began is not None and begins == 1 - began


def test_leaving_on_the_command_line(club_: Samovar, address: str) -> None:
    table = begun(address)
    assert club_("leave", table, "--as", "vera").stderr == f"You are not at table {table}.\n"
    assert club_("leave", table, "--as", "boris", "--bot", "adept").stdout == f"You have left table {table}.\n"
    waiting = laid(address)
    assert club_("leave", waiting, "--as", "anna").stdout == f"Table {waiting} is cancelled.\n"
    with Club.open(address) as club:
        club_seat = folded(club, table).seats[1]
        assert (club_seat.member, club_seat.sits, club_seat.level) == ("boris", False, "adept")
        assert folded(club, waiting).ended == "called off"


def test_terms_are_kept_as_they_were_asked_for(sqlite_room: Room) -> None:
    text = "new gzhel --seats me,open,boris,bot:adept --option beginners=yes --unrated --no-watchers --limit 1h"
    anna = sqlite_room.come("Anna", *text.split())
    anna.hears("Waiting for boris and 1 more.")
    assert "boris is not a member yet" in anna.text
    with Club.open(sqlite_room.address) as club:
        kept = club.terms(anna.table)
        assert club.presence.members(anna.table) == ["Anna"]
    assert [(target.name, target.level) for target in kept.places] == [
        ("Anna", ""),
        ("", ""),
        ("boris", ""),
        ("Adept", "adept"),
    ]
    assert kept.options["beginners"] is True and kept.limit == 3600
    assert not kept.rated and not kept.watchers and not kept.counts and not kept.seed_told


def test_a_bot_that_fits_the_host_is_chosen_when_the_table_is_made(sqlite_room: Room) -> None:
    text = "new gzhel --seats me,open,bot:fit --unrated"
    anna = sqlite_room.come("Anna", *text.split())
    anna.hears("Waiting for")
    assert "Fit fits Anna and plays between " in anna.text
    with Club.open(sqlite_room.address) as club:
        kept = club.terms(anna.table)
        places = kept.places
        assert places[2].name == "Fit" and read_mixture(places[2].level) is not None
        assert not kept.counts and not msgspec.structs.replace(kept, rated=True).counts


def test_help_names_every_command(samovar: Samovar) -> None:
    told = samovar("club", "--help").stdout
    for command in COMMANDS:
        assert f"\n  {command} " in told
    assert "\n  club " in samovar("--help").stdout
