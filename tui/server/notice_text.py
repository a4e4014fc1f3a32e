"""Notices as sentences, for the operator's program."""

from core.text import list_text
from saves.club.notices import Delivery, Notice
from tui.club.text import title

#: The most sentences of a digest.
_MOST = 10
#: What `SAMOVAR_KIND` says of a digest.
DIGEST = "digest"


def delivery_kind(delivery: Delivery) -> str:
    """Return the kind that the operator's program is told."""
    return DIGEST if delivery.is_digest else delivery.notices[0].kind


def delivery_text(delivery: Delivery) -> str:
    """Return the one line that a member is sent."""
    told = list(dict.fromkeys(_notice_text(notice, delivery.member) for notice in delivery.notices))
    more = [f"And {len(told) - _MOST} more."] if len(told) > _MOST else []
    return " ".join([*told[:_MOST], *more])


def _notice_text(notice: Notice, member: str) -> str:
    table = notice.table
    game, name = title(table.terms.game), table.id
    others = [seat for seat in table.head.seats if seat and seat != member]
    with_whom = f" with {list_text(others)}" if others else ""
    match notice.kind:
        case "turn":
            return f"It is your turn at table {name}: {game}{with_whom}."
        case "invitation":
            return f"{table.terms.host} invites you to table {name}: {game}."
        case "rematch":
            return f"{table.terms.host} wants to play again with you at table {name}: {game}."
        case "request":
            asked = list_text(table.head.ending, "Somebody")
            return f"{asked} offers to end the match at table {name}, {game}: accept or decline."
        case "finished":
            return f"The match at table {name} is over: {game}{with_whom}."
