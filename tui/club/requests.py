"""Make the events with which a member asks for anything but a move; a ClubRefusedError says why one is not possible."""

from collections.abc import Callable

from core.bots import LEVELS
from core.game import Game, OptionValue
from core.text import count_text
from saves.club import events
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, new_id
from saves.club.member_names import casefolded
from saves.sanitize import one_line, unknown_text
from saves.settings import Settings
from tui.club.client import TableClient

#: The level of a bot that sits in, unless another is named.
DEFAULT_LEVEL = "novice"


def level_named(name: str) -> str:
    """Return the level of bots that was named, or the default one."""
    if name and name not in LEVELS:
        raise ClubRefusedError(unknown_text("bot level", name, list(LEVELS)))
    return name or DEFAULT_LEVEL


def last_habits(settings: Settings, game: Game) -> dict[str, OptionValue]:
    """Return the member's habits, as they were set for the last match of this game."""
    last = settings.last_setup.get(game.name)
    known = {} if last is None else last.options
    return {habit.name: known[habit.name] for habit in game.habits if known.get(habit.name) in habit.choices}


def take_back(client: TableClient, whole_turn: bool = False) -> ClubEvent:
    """Take back the member's last move, or all of the turn that can be taken back."""
    seat = client.seat
    find = client.table.first_of_turn if whole_turn else client.table.last_of
    if seat is None or (taken := find(seat)) is None:
        raise ClubRefusedError("Nothing can be undone: somebody else has moved, or something hidden was revealed.")
    return events.MoveTakenBack(new_id(), seat, taken)


def fill(client: TableClient, level: str, wanted: int | None = None) -> ClubEvent:
    """Give a free seat to a bot before the match begins: the named one, if it is free."""
    _must_be_laying(client)
    free = [seat for seat, club_seat in enumerate(client.table.seats) if not club_seat.is_taken]
    seat = wanted if wanted is not None and wanted in free else free[0]
    return events.SeatFilled(new_id(), seat, level_named(level))


def call_off(client: TableClient) -> ClubEvent:
    """Clear the table, before the match begins."""
    _must_be_laying(client)
    return events.TableCalledOff(new_id())


def is_waiting_host(client: TableClient) -> bool:
    """Whether the member may fill or cancel the table now."""
    return client.table.state == "waiting" and casefolded(client.table.terms.host) == casefolded(client.member)


def _must_be_laying(client: TableClient) -> None:
    client.must_not_be_newer()
    if not is_waiting_host(client):
        raise ClubRefusedError(f"Only {client.table.terms.host} can do that, and only before the match begins.")


def hand_over(client: TableClient, level: str, now: float) -> ClubEvent:
    """Give the seat of a player who has exceeded the table's limit to a bot."""
    table, match = client.table, client.table.match
    actor = match.state.actor if match is not None else None
    wanted = level_named(level)
    if not table.terms.limit or client.seat is None or actor is None or not table.seats[actor].sits:
        raise ClubRefusedError("No seat can be given to a bot now.")
    if table.terms.when_over == "nothing":
        raise ClubRefusedError("At this table nothing happens when the time runs out.")
    if table.terms.when_over:
        raise ClubRefusedError("At this table a bot takes the seat over by itself when the time has run out.")
    if now - table.turn_since < table.terms.limit:
        raise ClubRefusedError(f"{table.seats[actor].name} still has time.")
    return events.SeatHandedOver(new_id(), actor, wanted)


def agree(client: TableClient, agreed: bool) -> ClubEvent:
    """Agree to end the match as it is, or withdraw that."""
    if client.seat is None or client.table.match is None:
        raise ClubRefusedError("You have no match to end here.")
    if (client.seat in client.table.agreed_to_end) == agreed:
        raise ClubRefusedError("You have already offered that." if agreed else "You have not offered to end it.")
    return events.EndingProposed(new_id(), agreed)


def play_on(client: TableClient) -> ClubEvent:
    """Withdraw the member's own offer to end the match, or decline that of others."""
    if client.seat is not None and client.seat in client.table.agreed_to_end:
        return events.EndingProposed(new_id(), False)
    if client.seat is None or client.seat not in client.table.asked_to_end:
        raise ClubRefusedError("Nobody has offered to end the match.")
    return events.EndingDeclined(new_id())


def answer_end(client: TableClient) -> ClubEvent:
    """Accept an offer to end the match, offer it, or withdraw that."""
    return agree(client, client.seat not in client.table.agreed_to_end)


def time_out(client: TableClient, now: float) -> ClubEvent | None:
    """Return the event that gives a seat whose agreed time has run out to a bot; None while none has."""
    seat = client.table.overdue_seat(now) if client.has_place else None
    return None if seat is None else events.TimeRanOut(new_id(), seat, DEFAULT_LEVEL)


def go_away(client: TableClient, days: str, now: float) -> ClubEvent:
    """Be away for so many days, or be back already: 0."""
    table, seat = client.table, client.seat
    if seat is None or not table.terms.when_over:
        raise ClubRefusedError("There is no pace at this table, so nobody waits for you to be back in time.")
    if not (days.isascii() and days.isdigit() and len(days) < 4):
        raise ClubRefusedError("For how many days? Write a number; 0: you are back.")
    is_away = bool(table.pace.away_until(seat, now))
    if int(days) == 0 and not is_away:
        raise ClubRefusedError("You are not away.")
    if int(days) and is_away:
        raise ClubRefusedError("You are away already; 0 ends that.")
    if int(days) > (left := table.pace.days_left(seat)):
        raise ClubRefusedError(f"At this table you can be away for {count_text(left, 'more day')} in all.")
    return events.MemberWentAway(new_id(), seat, int(days))


def decline_invitation(client: TableClient) -> ClubEvent:
    """Decline the seat that is kept for the member."""
    for seat, club_seat in enumerate(client.table.seats):
        if client.table.state == "waiting" and club_seat.belongs_to(client.member) and not club_seat.is_taken:
            return events.InvitationDeclined(new_id(), seat)
    raise ClubRefusedError(f"Nobody has invited you to table {client.name}.")


def remove(client: TableClient, seat: int) -> ClubEvent:
    """Remove who sits on this seat, or is invited to it, before the match begins."""
    _must_be_laying(client)
    club_seat = client.table.seats[seat]
    if not club_seat.member or club_seat.belongs_to(client.member):
        raise ClubRefusedError("Nobody else has this seat.")
    return events.MemberRemoved(new_id(), seat)


def seat_of_name(client: TableClient, name: str) -> int:
    """Return the seat of somebody at the table."""
    for seat, club_seat in enumerate(client.table.seats):
        if club_seat.belongs_to(name):
            return seat
    raise ClubRefusedError(f"{one_line(name, 40)!r} has no seat at table {client.name}.")


def get_up(client: TableClient, level: str) -> ClubEvent:
    """Leave the member's seat to a bot while the match runs; before it begins, the host clears the table."""
    client.must_not_be_newer()
    wanted, seat = level_named(level), client.table.seat_of(client.member)
    if is_waiting_host(client):
        return events.TableCalledOff(new_id())
    if client.table.state == "over" or seat is None:
        raise ClubRefusedError(f"You are not at table {client.name}.")
    return events.MemberGotUp(new_id(), seat, wanted)


def leave_table(client: TableClient, level: str) -> None:
    """Leave a table, until the member comes back."""
    write_request(client, lambda here: get_up(here, level))


def write_request(client: TableClient, make: Callable[[TableClient], ClubEvent]) -> None:
    """Write what the member asks for at a table that is not open, and save what lists show of it."""
    while not client.append(make(client)):
        client.catch_up()
    client.catch_up()
    client.send_presence()
    client.leave()


def must_play(client: TableClient) -> None:
    """Refuse messages of those who do not play."""
    if not client.table.has_place(client.member):
        raise ClubRefusedError("Only the players can talk at this table.")
