"""One table in plain mode: questions, news, undo, chat, leaving and coming back."""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import psycopg
import pytest

from core import registry
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, MemberSatDown, MoveChosen, new_id
from saves.club.projection import TableProjection
from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT, until
from tests.saves.club.postgres_server import Server
from tests.saves.club.tables import terms
from tests.tui.club.members import PROMPT, Person, Room, at_random, first, hear
from tests.tui.club.screens import stored
from tests.tui.club.test_whole_games import folded
from tests.tui.plain.reading import moves_listed
from tests.tui.programs.pseudo_terminal import Program
from tui.club.client import TableClient
from tui.club.plain import PlainClubMatch
from tui.plain.console import PlainConsole
from tui.plain.typed_input import TypedInput
from tui.services import Services

MEZEN = ("new", "mezen", "--seed", "7")
#: With this seed both can lift one horse from there, which leaves nothing to choose where to put it.
LIFT = "xc2"
QUESTION = re.compile(r"^== Mezen, round \d+ of \d+, (\w+)\n.+\n(  .+\n)+> \Z", re.M)


PLAYED_BY_NEWER = (
    "\nThis table is played in a newer Samovar: you can only watch it here; update Samovar to play.\n== Mezen, round 1"
)


def two(room: Room, *words: str) -> tuple[Person, Person]:
    """Anna and Boris at a table that has begun; whoever is asked has been asked."""
    anna = room.come("anna", *MEZEN, "--seats", "me,boris", *words)
    anna.hears("Waiting for boris.\n")
    boris = room.come("boris", "join", anna.table)
    boris.hears("The match begins: anna and boris.")
    anna.hears(PROMPT)
    return anna, boris


def asked(person: Person, number: int) -> None:
    """Wait until this person has been asked so often."""
    person.until(lambda: len(person.questions) >= number, f"question {number}")


def test_the_name_of_the_table_comes_first_and_questions_look_as_in_a_game_alone(room: Room) -> None:
    anna, boris = two(room)
    assert anna.text.startswith(f"table {anna.table}\n")
    assert "\nWaiting for boris.\nboris joins the table.\nThe match begins: anna and boris.\n" in anna.text
    assert "Everyone knows the seed, 7, so the match is not rated." in anna.text
    assert "Everyone knows the seed, 7, so the match is not rated." in boris.text
    question = QUESTION.search(anna.text)
    assert question and question[1] == "anna"
    assert PROMPT not in boris.text
    boris.hears("Waiting for anna.\n")
    anna.type("fox")
    boris.hears("anna calls the fox.\n== Mezen, round 1 of 10, boris\n")
    anna.hears("> fox\nanna calls the fox.\n")


def test_wrong_answers_get_a_sentence_and_the_question_again(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    for number, (typed, said) in enumerate(
        [
            ("foxx", "Did you mean fox?"),
            ("99", "The moves are numbered from 1 to 5."),
            ("", "Type the number"),
            ("tip", "This table plays without tips."),
            ("undo", "Nothing can be undone"),
            ("fill adept", "Only anna can do that, and only before the match begins."),
            ("handover", "No seat can be given to a bot now."),
            ("leave genius", "There is no bot level 'genius'"),
            ("mute eve", "There is no member called 'eve'."),
            ("go on", "Nobody has offered to end the match."),
        ],
        2,
    ):
        anna.type(typed)
        asked(anna, number)
        assert said in anna.text
    assert len(folded_lines(sqlite_room, anna.table)) == 1  # boris sat down
    boris.type("help", "1")
    boris.hears("this list\n")
    assert "It is not your turn" not in boris.text  # a script's answers wait for their question


def test_moves_and_words_can_be_asked_about(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    boris.hears("Waiting for anna.\n")
    boris.type("moves")
    boris.hears("It is not your turn.\n")
    boris.type("what amulets")
    boris.hears("\nAmulet: ")
    anna.type("fox")
    asked(boris, 1)
    boris.type("keep")
    asked(anna, 2)
    short = anna.text.rpartition("\n== ")[2]
    anna.type("moves", "what", "what amulte")
    asked(anna, 5)
    full, at_hand, near = (part.partition("\n")[2].partition("== ")[0] for part in anna.text.split("\n> ")[-4:-1])
    assert list(moves_listed(full).values()) == anna.questions[1]
    assert len(full.splitlines()) == len(anna.questions[1]) > len(short.splitlines())
    assert "Amulet: " in at_hand and "Bridge: " in at_hand
    assert near == "Mezen has no term 'amulte'. Did you mean amulet?\n"
    assert anna.questions[2:] == [anna.questions[1]] * 3, "the same is asked again"


def folded_lines(room: Room, table: str) -> list[object]:
    with Club.open(room.address) as club:
        return list(club.events(table))


def test_what_was_typed_ahead_answers_what_is_asked_later(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    boris.type("keep")
    anna.type("fox")
    boris.hears("> keep\n")


def test_a_move_is_taken_back_until_somebody_else_has_moved(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    anna.type("fox")
    asked(boris, 1)
    anna.type("undo")
    boris.hears("anna undoes 1 move.\n")
    boris.hears("The table has changed: this question is no longer open.")
    asked(anna, 2)
    anna.type("horse")
    asked(boris, 2)
    boris.type("keep", "keep")  # a line for each prompt: the first belongs to the question that was withdrawn
    asked(boris, 3)
    assert boris.text.count("That question is no longer open, so your answer was not used.") == 1
    asked(anna, 3)
    anna.type("undo")
    anna.hears("Nothing can be undone")
    with Club.open(sqlite_room.address) as club:
        table = folded(club, anna.table)
    assert table.match is not None
    assert [entry.notation for entry in table.match.log if entry.origin == "chosen"] == ["horse", "keep"]


def test_in_a_step_that_all_take_at_once_nobody_waits(room: Room) -> None:
    """Boris arranges before Anna, who is first; what he decided is not told before it is played, and can change."""
    anna, boris = two(room)
    vera = room.come("vera", "watch", anna.table)
    vera.hears("The match begins")
    anna.type("horse")
    asked(boris, 1)
    boris.type("keep")
    asked(anna, 2)
    asked(boris, 2)
    boris.type(LIFT)
    boris.hears("Noted; it is played when your turn comes.")
    boris.hears("Waiting for anna.")
    boris.type("undo")
    boris.hears("Undone.")
    asked(boris, 3)
    assert boris.questions[2] == boris.questions[1]
    boris.type(LIFT)
    boris.hears("is played when your turn comes", 2)
    for person in (anna, vera):
        assert "boris lifts" not in person.text
    anna.type(LIFT)
    for person in (anna, vera, boris):
        person.hears("boris lifts")
        assert person.text.count("boris lifts") == 1
        assert person.text.index("anna lifts") < person.text.index("boris lifts")


def test_a_question_stays_when_others_move_meanwhile(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    anna.type("horse")
    asked(boris, 1)
    boris.type("keep")
    asked(anna, 2)
    asked(boris, 2)
    anna.type(LIFT)
    boris.hears("> \nanna lifts")
    boris.type(LIFT)
    boris.hears("boris lifts")
    assert "no longer open" not in boris.text


def test_killed_in_the_middle_and_come_back(room: Room) -> None:
    anna = room.come("anna", "new", "mezen", "--seats", "me,boris", answers=at_random(5))
    boris = room.come("boris", "join", anna.table, answers=first)
    table = anna.table
    for number in (2, 4):
        asked(boris, number)
        boris.kill()
        boris = room.come("boris", "join", table, answers=first)
        boris.hears("The match continues after")
    assert [anna.ends(), boris.ends()] == [0, 0]
    with Club.open(room.address) as club:
        entries, ended = club.events(table), folded(club, table)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert ended.ended == "played" and ended.match is not None and ended.match.state.violations() == []
    assert not ended.stood_in
    for person in (anna, boris):
        assert person.text.count("== Result") == 1


def test_a_bot_is_played_by_whoever_is_there(sqlite_room: Room) -> None:
    """Anna's process plays the bot until it is killed; then Boris's does, once the claim has run out."""
    anna = sqlite_room.come("anna", "new", "mezen", "--seats", "me,boris,bot:novice", "--limit", "1h", answers=first)
    boris = sqlite_room.come("boris", "join", anna.table, answers=first)
    asked(boris, 6)
    anna.kill()
    again = sqlite_room.come("anna", "watch", anna.table)
    again.hears("The match ")  # goes on, or has only just begun if the bot has not moved
    assert sqlite_room.come("anna", "leave", anna.table, "--bot", "random").ends() == 0
    assert boris.ends() == 0 and "anna leaves the table; a bot (random) plays on." in boris.text
    assert again.ends() == 0 and again.text.count("== Result") == 1
    with Club.open(sqlite_room.address) as club:
        ended = folded(club, anna.table)
    assert ended.stood_in == {"anna"} and ended.ended == "played"


def test_lost_in_the_middle_an_answer_is_offered_again(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    file = Path(sqlite_room.address.removeprefix("sqlite:///"))
    aside = file.with_name("aside.db")
    with Club.open(sqlite_room.address):  # so that nobody is the last to close it, and the journal stays as it is
        file.rename(aside)
        trouble = "no longer exists."
        anna.hears(trouble)
        anna.type("fox")
        boris.hears(trouble)
        time.sleep(1.5)  # they try again meanwhile, and say nothing more about it
        assert "calls the fox" not in anna.text + boris.text
        aside.rename(file)
        anna.hears("The club is reachable again.\nfox\nanna calls the fox.")
        boris.hears("The club is reachable again.\n")
        boris.hears("anna calls the fox.\n")
        assert anna.text.count(trouble) == boris.text.count(trouble) == 1
        assert anna.text.count("calls the fox") == 1
    assert len(folded_lines(sqlite_room, anna.table)) == 2


def test_a_server_that_dies_in_the_middle_of_a_move_loses_nothing() -> None:
    with Server.own() as server, Room(server.new_database()) as room:
        anna, boris = two(room)
        with psycopg.connect(room.address) as somebody:
            somebody.execute("SELECT 1 FROM club_tables FOR UPDATE")
            anna.type("fox")
            waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            until(lambda: somebody.execute(waiting).fetchall(), "Anna's move is not on its way")
            server.kill()
            somebody.close()
        anna.hears("cannot be reached.")
        assert "calls the fox" not in anna.text
        server.restart()
        anna.hears("The club is reachable again.")
        anna.hears("anna calls the fox.")
        boris.hears("anna calls the fox.")
        asked(boris, 1)
        assert len(folded_lines(room, anna.table)) == 2


def test_remarks_are_heard_by_all_and_cost_no_move(room: Room) -> None:
    anna, boris = two(room)
    vera = room.come("vera", "watch", anna.table)
    vera.hears("table created by")
    boris.type("/good \x1b[31mluck\x07, all")
    for person in (anna, vera, boris):
        person.hears("boris: good ?[31mluck?, all\n")
    vera.type("/hello")
    vera.hears("Only the players can talk at this table.")
    anna.type("mute boris")
    anna.hears("You no longer see what boris says.")
    boris.type("/again")
    vera.hears("boris: again\n")
    anna.type("fox")
    asked(boris, 1)
    assert "again" not in anna.text
    boris.type(*["/more"] * 9)
    boris.hears("10 messages a minute are the limit; wait a little.")
    boris.type("log")
    assert "anna calls the fox." in boris.hears("boris: again\nboris: more\n")


def test_the_host_fills_a_seat_or_clears_the_table(sqlite_room: Room) -> None:
    anna = sqlite_room.come("anna", "new", "mezen", "--seats", "me,boris,open")
    anna.hears("Waiting for boris and 1 more.")
    anna.type("fill adept", "fill")
    anna.hears("anna gives a seat to a bot (novice).\nThe match begins: anna, Adept and Novice.")
    other = sqlite_room.come("anna", "new", "mezen")
    other.hears("Waiting for 1 player.")
    other.type("clear")
    assert other.ends() == 0 and "cancelled" in other.text
    late = sqlite_room.tell("join", other.table, "--plain", "--as", "boris")
    assert (late.returncode, late.stdout) == (2, "") and "no free seat" in late.stderr


def test_all_agree_to_end_it(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    anna.type("end")
    boris.hears("anna offers to end the match as it stands.")
    anna.type("go on")
    boris.hears("anna wants to play on.")
    anna.type("end")
    boris.hears("offers to end", 2)
    boris.type("end")
    for person in (anna, boris):
        assert person.ends() == 0
        assert "\n== Result\nanna 0\nboris 0\nThe players agreed" in person.text


def test_the_end_of_the_input_leaves_once_something_is_asked(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room)
    for person in (anna, boris):
        assert person.process.stdin is not None
        person.process.stdin.close()
    assert anna.ends() == 0
    assert anna.text.endswith(f"> \nYour seat is kept; samovar club join {anna.table} --plain continues it.\n")
    back = sqlite_room.come("anna", "join", anna.table)
    back.hears("> ")
    back.type("fox")
    assert boris.ends() == 0 and "anna calls the fox." in boris.text
    assert "Your seat is kept" in boris.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_interrupted_one_leaves_cleanly(number: int, sqlite_room: Room) -> None:
    anna = sqlite_room.come("anna", "new", "mezen")
    anna.hears("Waiting for")
    anna.process.send_signal(number)
    assert anna.ends() == 130
    assert anna.text.endswith(f"Your seat is kept; samovar club join {anna.table} --plain continues it.\n")
    with Club.open(sqlite_room.address) as club:
        assert club.presence.members(anna.table) == []


def test_whose_lines_nobody_reads_any_more_goes_away(sqlite_room: Room) -> None:
    anna = sqlite_room.come("anna", "new", "mezen")
    environment = {**os.environ, "SAMOVAR_CLUB": sqlite_room.address}
    words = [sys.executable, "-m", "tui.cli.main", "club", "join", anna.table, "--plain", "--as", "boris"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment
    ) as boris:
        assert boris.stdout is not None and boris.stderr is not None
        anna.hears("The match begins")
        boris.stdout.close()
        anna.type("fox")
        assert boris.wait(LIMIT) in (1, 130)
        assert boris.stderr.read() in (b"", b"Interrupted.\n")


def test_at_a_terminal_ctrl_d_goes_away_while_one_waits(sqlite_room: Room, home: Path) -> None:
    words = ("-m", "tui.cli.main", "club", "new", "mezen", "--plain", "--as", "anna")
    with Program(*words, SAMOVAR_HOME=str(home), SAMOVAR_CLUB=sqlite_room.address) as program:
        program.shows("Waiting for 1 player.")
        program.send("fox\r")
        program.shows("It is not your turn.")
        program.send("\x04")
        assert program.ends() == 0


def test_tips_where_the_table_allows_them(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room, "--tips")
    assert "Tips are allowed, so the match is not rated." in boris.text
    anna.type("tip")
    anna.hears("Tip: ")


def test_a_seat_that_lets_others_wait_goes_to_a_bot_and_can_be_taken_again(sqlite_room: Room) -> None:
    anna, boris = two(sqlite_room, "--limit", "1m")
    table = anna.table
    assert "Pace: 1 minute a turn; then a bot takes the seat over." in boris.text
    boris.type("handover adept")
    boris.hears("At this table a bot takes the seat over by itself when the time has run out.")
    for person in (anna, boris):
        person.kill()
    with Club.open(sqlite_room.address) as club, club.transaction() as transaction:
        transaction.run("UPDATE club_lines SET at = at - 61")
    anna, boris = (sqlite_room.come(name, "join", table) for name in ("anna", "boris"))
    for person in (anna, boris):
        person.hears("The time of anna has run out; a bot (novice) plays on.")
    assert anna.ends() == 0 and "seat is kept" not in anna.text
    again = sqlite_room.come("anna", "join", table)
    boris.hears("anna joins the table.")
    again.hears("The match ")  # goes on, or has only just begun if the bot has not moved


def test_a_table_that_is_full_from_the_beginning_begins_at_once(sqlite_room: Room) -> None:
    anna = sqlite_room.come("anna", "new", "mazaytsy", "--seats", "bot:greedy,me", answers=first)
    assert anna.ends() == 0
    assert anna.text.count("== Result") == 1 and "The match begins: Greedy and anna." in anna.text


def test_nothing_is_laid_when_nobody_can_answer(sqlite_room: Room) -> None:
    words = [sys.executable, "-m", "tui.cli.main", "club", "new", "mezen", "--plain", "--as", "anna"]
    done = subprocess.run(
        f"exec {shlex.join(words)} <&-", shell=True, capture_output=True, text=True, timeout=LIMIT, cwd=ROOT,
        env={**os.environ, "SAMOVAR_CLUB": sqlite_room.address},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "") and done.stderr == "Standard input is closed: nobody can answer.\n"
    with Club.open(sqlite_room.address) as club:
        assert club.tables("waiting") == []


def older_table(club: Club, seed: int | None) -> str:
    """A table of the edition before, at which anna has moved; and what was written down, by the luck of this seed."""
    now, edition = terms("mezen", "anna", "boris"), registry.get_game("mezen").edition - 1
    table = club.new_table(msgspec.structs.replace(now, edition=edition), seed=7)
    assert club.append(table, 0, MemberSatDown(new_id(), 1), "boris")
    assert club.append(table, 1, MoveChosen(new_id(), 0, "fox"), "anna")
    if seed is not None:
        stored(club, table, TableProjection(now, seed), edition)
    return table


@pytest.mark.parametrize("seed", [7, None])
def test_a_table_of_an_older_samovar_goes_on_by_its_log(sqlite_room: Room, seed: int | None) -> None:
    """What was written down is what the log leads to; or nobody lived to write anything down."""
    with Club.open(sqlite_room.address) as club:
        table = older_table(club, seed)
    anna = sqlite_room.come("anna", "join", table)
    anna.hears("The match continues after 1 move.\nWaiting for boris.\n")
    anna.type("undo")
    anna.hears("anna undoes 1 move.\n")
    anna.hears(PROMPT)
    assert "newer rules" not in anna.text
    anna.type("horse")
    boris = sqlite_room.come("boris", "join", table)
    boris.hears("== Mezen, round 1 of 10, boris\n")
    boris.type("keep")
    anna.hears("Lift a group of horses")


def test_newer_rules_go_on_from_the_position_of_the_old_ones(sqlite_room: Room) -> None:
    """What was written down is not what the log leads to by the rules of today."""
    with Club.open(sqlite_room.address) as club:
        table = older_table(club, 8)
    anna = sqlite_room.come("anna", "join", table)
    anna.hears("The match continues under newer rules, from the position reached under the old ones.\n")
    boris = sqlite_room.come("boris", "join", table)
    boris.hears("== Mezen, round 1 of 10, boris\n")
    anna.type("undo")
    anna.hears("Nothing can be undone")
    boris.type("keep")
    anna.hears("Lift a group of foxes")


def test_a_table_of_another_edition_can_be_watched(sqlite_room: Room) -> None:
    """The position that its players wrote down is told, and again when it has changed."""
    game = registry.get_game("mezen")
    with Club.open(sqlite_room.address) as club:
        now = terms("mezen", "anna", "boris")
        table = club.new_table(msgspec.structs.replace(now, edition=game.edition + 1), seed=7)
        assert club.append(table, 0, MemberSatDown(new_id(), 1), "boris")
        theirs = TableProjection(now, 7)
        stored(club, table, theirs, game.edition + 1)
        people = [sqlite_room.come("vera", "watch", table), sqlite_room.come("anna", "join", table)]
        for person in people:
            person.hears(PLAYED_BY_NEWER)
        assert club.append(table, 1, MoveChosen(new_id(), 0, "fox"), "anna")
        stored(club, table, theirs, game.edition + 1)
        for person in people:
            person.hears("== Mezen, round 1", 2)
            person.type("1", "quit")
            assert person.ends() == 0
        assert len(club.events(table)) == 2 and folded(club, table).match is None


class FullClub(Club):
    """A club whose logs take no more lines."""

    def append(self, table: str, number: int, event: ClubEvent, author: str) -> bool:
        raise ClubRefusedError(f"The log of table {table} is full: it has {number} lines.")


def test_a_log_that_is_full_is_told_once_for_each_answer(sqlite_room: Room) -> None:
    with FullClub.open(sqlite_room.address) as club:
        table = club.new_table(terms("mezen", "anna"), seed=7)
        typing, keyboard = os.pipe()
        os.write(keyboard, b"fox\nfox\n")
        os.close(keyboard)
        out = io.StringIO()
        with open(typing, encoding="utf-8") as stream:
            console, typed = PlainConsole(target=out), TypedInput(stream)
            lines = PlainClubMatch(TableClient(club, table, "anna"), console, typed, Services.for_player())
            assert lines.play() == "left"
    told = out.getvalue()
    assert told.count(f"The log of table {table} is full: it has 0 lines.\n== Mezen, round 1 of 10, anna\n") == 2
    assert told.count("is full") == 2 and "The club is reachable again" not in told and "calls the fox" not in told


def test_a_move_whose_acknowledgement_got_lost_is_played_once(sqlite_room: Room) -> None:
    with Club.open(sqlite_room.address) as club:
        table = club.new_table(terms("mezen", "anna"), seed=7)
        client, out = TableClient(club, table, "anna"), io.StringIO()
        with open(os.devnull, encoding="utf-8") as stream:
            shared = PlainClubMatch(client, PlainConsole(target=out), TypedInput(stream), Services.for_player())
            shared.start()
            hear(shared)
            assert shared.session is not None
            shared.session.submit([shared.session.match.parse_move("fox")])
            wanted = shared.connection.wanted
            assert wanted is not None and (event := wanted.make_event()) is not None
            assert club.append(table, 0, event, "anna")  # and nobody hears of it
            hear(shared)
            assert shared.connection.wanted is None
            shared.close()
        assert out.getvalue().count("anna calls the fox.\n") == 1
        assert "changed in the meantime" not in out.getvalue()
        assert len(club.events(table)) == 1
