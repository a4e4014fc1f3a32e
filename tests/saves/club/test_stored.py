"""Clubs that earlier versions left: every table is as it was, and unfinished ones go on, in both databases."""

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from core import registry
from core.rng import Rng
from saves.club import daily_results
from saves.club.auth import Authenticator
from saves.club.database.schema import migrations, statements
from saves.club.events import MoveChosen, MovePrepared, new_id
from saves.club.game_results import ClubGameResult, read_finished
from saves.club.store import Club
from tests.saves.stored.clubs import DAY, table_facts
from tests.saves.test_stored import STORED, check_players, check_position, check_undo, read
from tui.club.client import TableClient, join_table, open_table, save_projection

FOLDERS = [path.parent for path in sorted(STORED.glob("*/club.json"))]
#: So many moves each table is played on.
MOVES = 3

Said = dict[str, Any]


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture
def stored(folder: Path, address: str) -> str:
    """The address of a club that holds what a version left."""
    restore_club(folder, address)
    return address


def restore_club(folder: Path, address: str) -> None:
    text = (folder / "club.sql").read_text("utf-8")
    if address.startswith("sqlite:///"):
        path = Path(address.removeprefix("sqlite:///"))
        path.parent.mkdir(parents=True)
        connection = sqlite3.connect(path)
        connection.executescript(text)
        connection.close()
        return
    rows = sqlite3.connect(":memory:")
    rows.executescript(text)
    with psycopg.connect(address) as server:
        _copy(rows, server)
    rows.close()


def _copy(rows: sqlite3.Connection, server: "psycopg.Connection[Any]") -> None:
    """The same rows in PostgreSQL, in the schema of their time."""
    ((version,),) = rows.execute("SELECT MAX(version) FROM club_schema")
    schema = [statement for text in migrations()[:version] for statement in statements(text)]
    for statement in ["CREATE TABLE club_schema (version BIGINT NOT NULL)", *schema]:
        server.execute(statement.encode())
    made = [statement.split()[2] for statement in schema if statement.startswith("CREATE TABLE")]
    last_made = list(dict.fromkeys(reversed(["club_schema", *made])))  # some were made anew by a later migration
    for table in reversed(last_made):
        server.execute(f"DELETE FROM {table}".encode())  # what a migration has put there
        found = rows.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in found.description]
        marks = ", ".join(["%s"] * len(names))
        into = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
        server.cursor().executemany(into.encode(), found.fetchall())


def test_a_club_is_as_it_was_and_its_tables_go_on(folder: Path, stored: str) -> None:
    check_club(folder, stored, MOVES)


def check_club(folder: Path, address: str, moves: int) -> None:
    """Open a club, compare all that it holds with what was said of it, and play its tables on."""
    said = read(folder, "club")
    with Club.open(address) as club:
        assert [member.name for member in club.members()] == said["members"]
        assert club.muted("boris") == {"vera"}
        assert all(Authenticator(club).folder(name) == there for name, there in said["folders"].items() if there)
        games = {each.table: read_finished(each.record) for each in club.finished()}
        assert games == msgspec.convert(said["finished"], dict[str, ClubGameResult])
        assert _results(club) == said["dailies"]
        for name, table in said["tables"].items():
            check_table(club, name, table)
        for name, table in said["tables"].items():
            if table["state"] != "over" and _goes_on(table):
                go_on(club, name, table, moves)
            if table["kind"] == "killed-at-the-end":
                count(club, name, table)


def _results(club: Club) -> dict[str, Any]:
    return {
        game: [[each.member, each.result.points, each.result.place] for each in all_]
        for game, all_ in daily_results.daily_standings(club, DAY).items()
    }


def check_table(club: Club, name: str, said: Said) -> None:
    """The same log, talk and match as then."""
    listed = club.table_summary(name)
    assert (listed.terms.game, listed.behind) == (said["game"], said["kept"] < said["lines"])
    assert club.stored(name).length == said["kept"]
    assert [[remark.author, remark.words] for remark in club.talk.messages(name)] == said["talk"]
    table = open_table(club, name)
    if table.game.edition != said["edition"]:
        return
    found = table_facts(table)
    assert {key: found[key] for key in found if key != "match"} == {key: said[key] for key in found if key != "match"}
    if said["match"] is None:
        assert table.match is None
    else:
        assert table.match is not None
        check_match(table.match, said["match"])


def check_match(match: Any, said: Said) -> None:
    check_players(match, said)
    moves = [*match.archived_moves, *(line.notation for line in match.log)]
    assert len(moves) == said["moves"] + said["past"]
    check_position(match, said, moves)
    check_undo(match, said["undo"])


def _goes_on(said: Said) -> bool:
    """Whether the rules are the same, or else all that the log has led to by the old ones was written down."""
    if registry.get_game(said["game"]).edition == said["edition"]:
        return True
    return said["state"] == "running" and said["kept"] == said["lines"]


def count(club: Club, name: str, said: Said) -> None:
    """A match that was over when its process was killed counts as soon as somebody looks at it who played there."""
    save_projection(club, name, join_table(club, name, "anna").table)
    counted = read_finished(club.results([name])[name])
    assert [player.points for player in counted.players] == said["match"]["scores"]


def go_on(club: Club, name: str, said: Said, moves: int) -> None:
    """Whoever has a place comes, sits down and plays; who comes late finds the same match."""
    guests = [join_table(club, name, member) for member in ("anna", "boris", "vera")]
    for client in guests:
        if client.table.state == "waiting" and any(c.may_be_taken_by(client.member) for c in client.table.seats):
            client.catch_up()
            client.sit_down({})
    rng = Rng(moves)
    for _ in range(moves):
        before = guests[0].club.extent(name)[0]
        for client in guests:
            client.catch_up()
        if guests[0].table.ended:
            break
        _move(guests, rng)
        assert guests[0].club.extent(name)[0] == before + 1
    for client in guests:
        client.catch_up()
    assert all(not client.is_watching_only for client in guests)
    assert len({client.table.digest() for client in guests}) == 1
    save_projection(club, name, guests[0].table)
    assert not club.table_summary(name).behind
    assert open_table(club, name).digest() == guests[0].table.digest()
    played = guests[0].table.match
    assert played is not None
    if said["match"] is not None:
        assert len(played.archived_moves) + len(played.log) >= said["match"]["moves"] + said["match"]["past"]


def _move(guests: list[TableClient], rng: Rng) -> None:
    """A legal move of one who can decide now; for a bot, of anybody who plays."""
    able = [client for client in guests if client.view is not None or client.bot_moves]
    assert able, "nobody can decide"
    client = rng.choice(able)
    match, seat = client.view or client.table.match, client.seat
    assert match is not None
    kind = MoveChosen if match is client.table.match else MovePrepared
    actor = match.state.actor if kind is MoveChosen else seat
    assert actor is not None
    assert client.append(kind(new_id(), actor, rng.choice(list(match.legal_moves)).notation))


# Tables that were played by older rules


def _is_older(said: Said) -> bool:
    return bool(said["edition"] < registry.get_game(said["game"]).edition)


OLDER = [
    pytest.param(folder, name, said, id=f"{folder.name}-{said['game']}-{said['kind']}")
    for folder in FOLDERS
    for name, said in read(folder, "club")["tables"].items()
    if _is_older(said)
]


@pytest.mark.parametrize(("folder", "name", "said"), OLDER)
def test_a_table_of_an_older_edition_is_as_it_was_and_goes_on(
    folder: Path, name: str, said: Said, tmp_path: Path
) -> None:
    """Also where nobody could write down what the last lines had led to, and where nobody had begun."""
    address = f"sqlite:///{tmp_path / 'club' / 'club.db'}"
    restore_club(folder, address)
    with Club.open(address) as club:
        known = _past(club, name)
        client = join_table(club, name, "anna")
        assert (client.table.state, client.table.ended) == (said["state"], said["ended"])
        assert [club_seat.name for club_seat in client.table.seats] == said["names"]
        match = client.match
        assert (match is None) == (said["match"] is None)
        if match is not None:
            moves = [*match.archived_moves, *(entry.notation for entry in match.log)]
            assert moves[: len(known)] == known
            if len(moves) == said["match"]["moves"]:
                assert match.state.scores() == said["match"]["scores"]
                assert match.state.actor == said["match"]["turn"]
        if said["state"] != "over":
            go_on(club, name, {**said, "match": None}, MOVES)


def _past(club: Club, name: str) -> list[str]:
    """The moves of the match as far as they were written down."""
    stored = club.stored(name).position
    return list(msgspec.json.decode(stored)["past"]) if stored else []
