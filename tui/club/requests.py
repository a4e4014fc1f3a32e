"""What somebody at a table may wish for besides a move: the line that asks for it, or a Refused that says why not."""

from core.bots import LEVELS
from saves.club import events as lines
from saves.club.errors import Refused
from saves.club.events import Line, new_id
from saves.club.member_names import folded
from tui.cli.arguments import unknown
from tui.club.client import Guest

#: Who sits in unless somebody else is asked for.
USUAL = "novice"


def level_named(name: str) -> str:
    """The level of bots that was named, or the usual one."""
    if name and name not in LEVELS:
        raise Refused(unknown("bot level", name, list(LEVELS)))
    return name or USUAL


def take_back(guest: Guest, whole_turn: bool = False) -> Line:
    """Take back one's last move, or all of the turn that can be."""
    seat = guest.seat
    find = guest.table.first_of_turn if whole_turn else guest.table.last_of
    if seat is None or (taken := find(seat)) is None:
        raise Refused("Nothing can be taken back: somebody else has moved, or something hidden was shown.")
    return lines.TakenBack(new_id(), seat, taken)


def fill(guest: Guest, level: str, wanted: int | None = None) -> Line:
    """Give a free seat, this one if it is free, to a bot, before the match begins."""
    _must_be_laying(guest)
    free = [seat for seat, chair in enumerate(guest.table.chairs) if not chair.is_taken]
    seat = wanted if wanted is not None and wanted in free else free[0]
    return lines.Filled(new_id(), seat, level_named(level))


def clear(guest: Guest) -> Line:
    """Clear the table, before the match begins."""
    _must_be_laying(guest)
    return lines.CalledOff(new_id())


def is_laying(guest: Guest) -> bool:
    """Whether it is ours to fill or clear the table now."""
    return guest.table.state == "waiting" and folded(guest.table.terms.host) == folded(guest.member)


def _must_be_laying(guest: Guest) -> None:
    guest.must_not_be_newer()
    if not is_laying(guest):
        raise Refused(f"Only {guest.table.terms.host} can do that, and only before the match begins.")


def hand_over(guest: Guest, level: str, now: float) -> Line:
    """Give the seat of whoever lets the others wait for longer than the table agreed to a bot."""
    table, match = guest.table, guest.table.match
    actor = match.state.actor if match is not None else None
    wanted = level_named(level)
    if not table.terms.limit or guest.seat is None or actor is None or not table.chairs[actor].sits:
        raise Refused("There is nobody here whose seat can be handed to a bot.")
    if now - table.since < table.terms.limit:
        raise Refused(f"{table.chairs[actor].name} still has time.")
    return lines.HandedOver(new_id(), actor, wanted)


def agree(guest: Guest, agreed: bool) -> Line:
    """End the match as it stands, if all agree; or no longer wish for that."""
    if guest.seat is None or guest.table.match is None:
        raise Refused("There is no match of yours to end.")
    if (guest.seat in guest.table.agreed) == agreed:
        raise Refused("You have said so already." if agreed else "You have not asked to end it.")
    return lines.Ending(new_id(), agreed)


def get_up(guest: Guest, level: str) -> Line:
    """Leave one's seat, for a bot to sit in while the match runs; before it begins, its host clears the table."""
    guest.must_not_be_newer()
    wanted, seat = level_named(level), guest.table.seat_of(guest.member)
    if is_laying(guest):
        return lines.CalledOff(new_id())
    if guest.table.state == "over" or seat is None:
        raise Refused(f"You do not sit at table {guest.name}.")
    return lines.GotUp(new_id(), seat, wanted)


def leave_table(guest: Guest, level: str) -> None:
    """Get up from a table for good, until one comes back."""
    while not guest.offer(get_up(guest, level)):
        guest.catch_up()
    guest.catch_up()
    guest.tend()
    guest.leave()


def must_play(guest: Guest) -> None:
    """Only players talk."""
    if not guest.table.has_place(guest.member):
        raise Refused("Only those who play here can say something.")
