"""The line that a host sends to a friend: `ssh -p 2222 join-CODE@host` leads whoever writes it to one seat."""

from saves.club.blocks import is_kept_out
from saves.club.errors import ClubRefusedError
from saves.club.join_codes import JOIN, JoinCodes, JoinTarget
from saves.club.store import Club
from tui.club import requests
from tui.club.client import TableClient, open_table

_LEADS_NOWHERE = (
    "This line leads to no seat any more: it was used, it is older than a day, or the table has begun or gone."
    " Ask your friend for another one."
)


def new_friend_line(client: TableClient, ssh_form: str, seat: int | None = None) -> str:
    """Return a line for an open seat, the first one unless another is named; only the host gets one."""
    if not ssh_form:
        raise ClubRefusedError("No server here lets a friend in by a line; invite them by name instead.")
    if not requests.is_waiting_host(client):
        raise ClubRefusedError("Only the host can invite a friend by a line, before the match begins.")
    free = [number for number, each in enumerate(client.table.seats) if not each.is_taken and not each.member]
    if not free or (seat is not None and seat not in free):
        raise ClubRefusedError("A line leads to an open seat: this one is taken, or kept for somebody.")
    code = JoinCodes(client.club).new(client.name, free[0] if seat is None else seat, client.member)
    return ssh_form.format(user=f"{JOIN}{code}")


def first_friend_line(client: TableClient, ssh_form: str) -> str:
    """Return the line of a table that has just been created; empty where there is no server, or no open seat."""
    has_open_seat = any(not each.is_taken and not each.member for each in client.table.seats)
    return new_friend_line(client, ssh_form) if ssh_form and has_open_seat else ""


def friend_line_text(line: str) -> str:
    """Return a line with what it is good for."""
    return f"Send this to a friend, for one seat, once, within a day: {line}"


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
