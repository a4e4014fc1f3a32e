"""Whole games between people at different terminals, printed alike to all players, and to spectators."""

from collections import Counter

import pytest

from core import registry
from saves.club.projection import TableProjection
from saves.club.store import Club
from tests.tui.club.members import Answer, Room, first
from tui.plain.text import result_lines


def folded(club: Club, name: str) -> TableProjection:
    table = TableProjection(club.terms(name), club.seed(name))
    table.fold(club.events(name))
    return table


def public(table: TableProjection, but: int | None = None) -> list[str]:
    """What everybody may hear of a match, from its beginning to its end, but for what one seat did."""
    match = table.match
    assert match is not None
    events = [event for entry in match.log if entry.seat != but for event in entry.events if event.visible_to is None]
    return [*(match.game.describe_event(event, match.names) for event in events), *result_lines(match)]


@pytest.mark.parametrize("game", registry.GAME_NAMES)
def test_two_people_play_a_whole_game_and_a_third_looks_on(game: str, request: pytest.FixtureRequest) -> None:
    """Each game in one of the stores; the long attack plays all of them in both, by chance as well."""
    where = "sqlite_room" if registry.GAME_NAMES.index(game) % 2 else "postgres_room"
    play_whole_game(request.getfixturevalue(where), game, first, first)


def play_whole_game(room: Room, game: str, annas: Answer, borises: Answer) -> None:
    """Everybody is told all that they may hear, once and in order, and is asked exactly what is theirs to decide."""
    anna = room.come("anna", "new", game, "--seats", "me,boris", answers=annas)
    vera = room.come("vera", "watch", anna.table)
    vera.hears("table created by anna")
    boris = room.come("boris", "join", anna.table, answers=borises)
    assert [anna.ends(), boris.ends(), vera.ends()] == [0, 0, 0]
    with Club.open(room.address) as club:
        table = folded(club, anna.table)
        assert table.ended == "played" and table.match is not None
        entries = club.events(anna.table)
        assert anna.table in club.results([anna.table]) and club.table_summary(anna.table).head.state == "over"
        seed = str(club.seed(anna.table))
    told = public(table)
    title = table.game.title
    begun = ["boris joins the table.", "The match begins: anna and boris."]
    assert vera.text.splitlines() == [f"{title}, table created by anna.", *begun, *told]
    result = "\n".join(result_lines(table.match))
    for seat, person in enumerate((anna, boris)):
        assert person.text.endswith(f"{result}\n")
        lines = person.text.splitlines()
        heard = Counter(lines)
        assert {sentence: heard[sentence] for sentence in told} == Counter(told)  # once each, though prepared
        follow = iter(lines)
        assert all(sentence in follow for sentence in public(table, but=seat)), "told in another order than it happened"
        assert seed not in person.text
    decided = sum(entry.author == "boris" for entry in entries) - 1  # one line sat down
    assert len(boris.questions) == decided
