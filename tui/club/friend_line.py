"""The line that a host sends to a friend: `https://host/#join/CODE` or `ssh join-CODE@host` leads to one seat."""

from saves.club.blocks import is_kept_out
from saves.club.errors import ClubRefusedError
from saves.club.join_codes import JoinCodes, JoinTarget
from saves.club.store import Club
from tui.club import requests
from tui.club.client import TableClient, open_table

_LEADS_NOWHERE = (
    "This line leads to no seat any more: it was used, it is older than a day, or the table has begun or gone."
    " Ask your friend for another one."
)


def new_friend_lines(client: TableClient, forms: tuple[str, ...], seat: int | None = None) -> tuple[str, ...]:
    """Return lines for an open seat, the first one unless another is named, one for each way; only the host gets some.

    All of them have the same code.
    """
    if not forms:
        raise ClubRefusedError("No server here lets a friend in by a line; invite them by name instead.")
    if not requests.is_waiting_host(client):
        raise ClubRefusedError("Only the host can invite a friend by a line, before the match begins.")
    free = [number for number, each in enumerate(client.table.seats) if not each.is_taken and not each.member]
    if not free or (seat is not None and seat not in free):
        raise ClubRefusedError("A line leads to an open seat: this one is taken, or kept for somebody.")
    code = JoinCodes(client.club).new(client.name, free[0] if seat is None else seat, client.member)
    return tuple(form.format(code=code) for form in forms)


def first_friend_lines(client: TableClient, forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of a table that has just been created; none where there is no server, or no open seat."""
    has_open_seat = any(not each.is_taken and not each.member for each in client.table.seats)
    return new_friend_lines(client, forms) if forms and has_open_seat else ()


def friend_lines_text(lines: tuple[str, ...]) -> str:
    """Return lines with what they are good for."""
    return f"Send this to a friend, for one seat, once, within a day: {' or '.join(lines)}"


def find_seat(club: Club, code: str) -> JoinTarget | None:
    """Return the seat to which a code leads, as long as nobody sits there."""
    target = JoinCodes(club).find(code)
    if target is None:
        return None
    table = open_table(club, target.table)
    is_open = table.state == "waiting" and not table.ended and 0 <= target.seat < len(table.seats)
    return target if is_open and not table.seats[target.seat].is_taken else None


def take_seat(club: Club, code: str, member: str) -> str:
    """Let a member sit down where the code leads; return the table. Whoever sits there already only goes back."""
    target = find_seat(club, code)
    if target is None or is_kept_out(club, target.host, member):
        raise ClubRefusedError(_LEADS_NOWHERE)
    client = TableClient(club, target.table, member)
    client.catch_up()
    if client.table.seat_of(member) is None:
        client.sit_down({}, target.seat)
        JoinCodes(club).use_up(code)
        client.send_presence()
    return target.table


def line_refusal(club: Club, code: str) -> str:
    """Say why nobody can come in by this code; empty when somebody can."""
    return "" if find_seat(club, code) is not None else _LEADS_NOWHERE
