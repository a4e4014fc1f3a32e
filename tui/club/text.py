"""The sentences and list rows about tables, their seats and their terms."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from core import registry
from core.bots import read_mixture
from core.bots.failures import trouble_text
from core.log_notes import mixture_text
from core.text import count_text, list_text, option_text
from saves.club import events
from saves.club.game_results import ClubGameResult
from saves.club.member_names import casefolded
from saves.club.projection import TableProjection
from saves.club.ratings import GameRating, MemberStanding
from saves.club.records import ChatMessage, TableSummary
from saves.club.seats import ClubSeat
from saves.club.terms import TableHead, Terms
from saves.guest import typed_command
from saves.sanitize import one_line
from tui.club.client import EventEffect
from tui.club.pace_text import head_left, pace_line, span_text

CHANGED_MEANWHILE = "The table has changed in the meantime, so your answer was not used."
NOTHING_CAME = "The table has changed in the meantime, so nothing was done."
DAMAGED = "damaged"
IS_BACK = "The club is reachable again."
NO_TABLE_WAITS = "No other table waits for you."
NO_HINTS = "This table plays without tips."
_PLAYED_BY_NEWER = "This table is played in a newer Samovar: you can only watch it here; update Samovar to play."
_PLAYED_BY_OLDER = (
    "This table is played in an older Samovar: you can only watch it here until a player opens it in this version."
)
_NEWER_CANNOT_BE_SHOWN = (
    "Table {table} is played in a newer Samovar, and cannot be shown here; update Samovar to open it."
)
_OLDER_CANNOT_BE_SHOWN = "Table {table} was played in an older Samovar, and this one cannot read it."
_PLAYED_BY_NEWER_NOW = "This table is now played in a newer Samovar; update Samovar to continue."
_SAME_RULES = "The match continues in a newer Samovar, under the rules it began with."
_RULES_CHANGED = "The match continues under newer rules, from the position reached under the old ones."
_MOVES_LOST = "The match continues under newer rules, which could not repeat the last moves: these are lost."


#: What is told in another way when somebody comes: a request stays in view, and who sits where is seen.
_TOLD_OTHERWISE = (events.EndingProposed, events.EndingDeclined, events.MemberSatDown, events.RulesUpgraded)


def known(game: str) -> bool:
    """Whether a game is registered here."""
    return game in registry.GAME_NAMES


def title(game: str) -> str:
    """Return the title of a game, or its name if it is not known here."""
    return registry.get_game(game).title if known(game) else one_line(game, 20)


def terms_lines(terms: Terms, seed: int | None) -> list[str]:
    """Return the terms of a table in sentences. The seed is named only where everybody may know it."""
    options = ", ".join(option_text(name, value) for name, value in terms.options.items())
    told = [f"{title(terms.game)}, table created by {terms.host}{', with ' + options if options else ''}."]
    if seed is not None:
        told.append(f"Everyone knows the seed, {seed}, so the match is not rated.")
    if terms.tips:
        told.append("Tips are allowed, so the match is not rated.")
    fitted = [(one_line(target.name), read_mixture(target.level)) for target in terms.places]
    told += [f"{name} fits {terms.host} and plays {mixture_text(mixture)}." for name, mixture in fitted if mixture]
    if terms.counts is False and not (terms.seed_told or terms.tips):
        told.append("The match is not rated.")
    if not terms.watchers:
        told.append("Nobody may watch.")
    if agreed := pace_line(terms):
        told.append(agreed)
    return told


def other_samovar(table: TableProjection) -> str:
    """Say why a match can only be watched."""
    return _PLAYED_BY_NEWER if table.is_newer else _PLAYED_BY_OLDER


def cannot_be_shown(name: str, table: TableProjection) -> str:
    """Say why a match cannot be shown at all."""
    return (_NEWER_CANNOT_BE_SHOWN if table.is_newer else _OLDER_CANNOT_BE_SHOWN).format(table=name)


def rules_words(table: TableProjection) -> str:
    """Say what became of a match whose rules have changed; empty for one that goes on by its own."""
    return _MOVES_LOST if table.moves_lost else _RULES_CHANGED if table.rules_changed else ""


def seat_text(club_seat: ClubSeat) -> str:
    """Say who sits on a seat, or may."""
    if club_seat.sits:
        return club_seat.member
    if club_seat.level:
        if club_seat.member:
            return f"{club_seat.member} (away; {club_seat.level} bot)"
        return f"{club_seat.bot} (bot)"
    return f"{club_seat.member} (invited)" if club_seat.member else "open"


def seat_lines(table: TableProjection) -> list[str]:
    """Return who sits where."""
    return [f"Seat {number}: {seat_text(club_seat)}" for number, club_seat in enumerate(table.seats, 1)]


def message_text(remark: ChatMessage) -> str:
    """Return a message with its author."""
    return f"{remark.author}: {remark.words}"


def muted(name: str, on: bool) -> str:
    return f"You no longer see what {name} says." if on else f"You see what {name} says again."


def request_text(table: TableProjection, seat: int | None, accept: str = "A", decline: str = "D") -> str:
    """Return the request that waits for an answer: how this seat answers it, or that its own waits."""
    if not table.asked_to_end:
        return ""
    asking = list_text([table.seats[other].member for other in sorted(table.agreed_to_end)])
    verb = "offers" if len(table.agreed_to_end) == 1 else "offer"
    if seat in table.asked_to_end:
        return f"{asking} {verb} to end the match as it stands: {accept} accepts, {decline} declines."
    waits = list_text([table.seats[other].member for other in table.asked_to_end])
    if seat in table.agreed_to_end:
        return f"You offer to end the match; {waits} has not answered. {decline} withdraws it."
    return f"{asking} {verb} to end the match as it stands."


def elsewhere_text(tables: Collection[str], go: str = "F3") -> str:
    """Say at how many other tables it is the member's turn, and how they go there; empty when at none."""
    where = "another table" if len(tables) == 1 else count_text(len(tables), "other table")
    return f"It is your turn at {where}: {go} goes there." if tables else ""


def left_for_good(former: str) -> str:
    return f"You have left the club for good. Your games are listed under “{former}”; everything else is deleted."


def blocked(name: str, on: bool) -> str:
    if on:
        return f"{name} is blocked: no talk, and no invitation, rematch or place at your tables. {name} is not told."
    return f"{name} is no longer blocked."


def awaited_text(table: TableProjection) -> str:
    """Say for whom a table waits before it can begin."""
    free = [club_seat for club_seat in table.seats if not club_seat.is_taken]
    invited = [club_seat.member for club_seat in free if club_seat.member]
    others = len(free) - len(invited)
    return list_text([*invited, *([f"{others} more" if invited else count_text(others, "player")] if others else [])])


def event_text(effect: EventEffect, table: TableProjection) -> str:
    """Return the sentence for an event that is no move; empty for moves, which have sentences of their own."""
    event, author = effect.entry.line, effect.entry.author
    match event:
        case events.MemberSatDown():
            return f"{author} joins the table."
        case events.MemberGotUp() if table.state == "waiting":
            return f"{author} leaves the table."
        case events.MemberGotUp():
            return f"{author} leaves the table; a bot ({event.level}) plays on."
        case events.SeatFilled():
            return f"{author} gives a seat to a bot ({event.level})."
        case events.SeatHandedOver():
            return f"{author} hands the seat of {table.seats[event.seat].name} to a bot ({event.level})."
        case events.TableCalledOff():
            return f"{author} has cancelled the table."
        case events.EndingProposed(agreed=True) if table.ended:
            return f"{author} agrees to end the match."
        case events.EndingProposed(agreed=True):
            return f"{author} offers to end the match as it stands."
        case events.EndingProposed() | events.EndingDeclined():
            return f"{author} wants to play on."
        case events.BotHeldUp():
            name = table.seats[event.seat].name
            return f"{name} cannot think right now ({trouble_text(event.reason)}): the match waits, as it is rated."
        case events.MatchUnrated():
            name = table.seats[event.seat].name
            return f"{name} could not think for ten minutes: the match goes on, but it is no longer rated."
        case events.TimeRanOut():
            return f"The time of {table.seats[event.seat].name} has run out; a bot ({event.level}) plays on."
        case events.MemberWentAway(days=0):
            return f"{author} is back."
        case events.MemberWentAway():
            return f"{author} is away for {count_text(event.days, 'day')}."
        case events.InvitationDeclined():
            return f"{author} declines the invitation; the seat is open."
        case events.MemberRemoved():
            return f"{author} has removed somebody; the seat is open."
        case events.RulesUpgraded():
            return _PLAYED_BY_NEWER_NOW if table.is_newer else rules_words(table) or _same_rules(table)
        case _:
            return ""


def missed_text(effects: Sequence[EventEffect], table: TableProjection) -> str:
    """Return what others did besides moves while the member was away; empty when nothing."""
    told = []
    for effect in effects:
        if effect.taken_back:
            told.append(f"{effect.entry.author} undoes {count_text(effect.taken_back, 'move')}.")
        elif not isinstance(effect.entry.line, _TOLD_OTHERWISE) and (sentence := event_text(effect, table)):
            told.append(sentence)
    return f"While you were away: {' '.join(told)}" if told else ""


def _same_rules(table: TableProjection) -> str:
    """Say that a newer Samovar goes on by the same rules; empty for a match that has only just begun."""
    match = table.match
    return _SAME_RULES if match is not None and any(entry.origin == "chosen" for entry in match.log) else ""


def standing_text(standing: MemberStanding) -> str:
    """Return games and ratings of a member or bot in a line."""
    name = f"{standing.name} (bot)" if standing.is_bot else standing.name
    return f"{name}  {', '.join([*standing_facts(standing), *points_text(standing)])}"


def standing_facts(standing: MemberStanding) -> list[str]:
    return [count_text(standing.games, "game"), f"{standing.won} won"]


def points_text(standing: MemberStanding) -> list[str]:
    """Return the ratings by game."""
    return [f"{title(game)} {rating_text(rating)}" for game, rating in standing.ratings.items()]


def points_facts(standing: MemberStanding) -> list[str]:
    """Return the ratings by game for a row, below which they are told in full."""
    return [f"{title(game)} {rating.points} ± {rating.uncertainty}" for game, rating in standing.ratings.items()]


def rating_text(rating: GameRating) -> str:
    """Return a rating with one standard error, and whether it is provisional."""
    return f"{rating.points} ± {rating.uncertainty}{' (provisional)' if rating.is_provisional else ''}"


def ended_lines(table: TableProjection) -> list[str]:
    """Return the sentences about a match that was not played to its end."""
    if table.ended != "agreed":
        return ["The table was cancelled before the match began."] if table.ended else []
    told = []
    if table.match is not None:
        scores = table.match.state.scores()
        told = [f"{name} {points}" for name, points in zip(table.match.names, scores, strict=True)]
    return [*told, "The players agreed to end the match as it stood; it is not rated."]


def waiting_for_text(names: Sequence[str], here: Collection[str]) -> str:
    """Say who is waited for, and whether they are present; empty when nobody is."""
    if not names:
        return ""
    away = [name for name in names if name not in here]
    waiting = f"Waiting for {list_text(names)}"
    if not away:
        return f"{waiting}."
    if len(names) == 1:
        return f"{waiting}, who is away."
    return f"{waiting}; {list_text(away)} {'is' if len(away) == 1 else 'are'} away."


def exit_message(name: str, seat: int | None) -> str:
    """Return the line for a member who leaves a table that goes on."""
    return "" if seat is None else f"Your seat is kept; {typed_command(f'club join {name}')} continues it."


def left(table: TableProjection, name: str) -> str:
    """Say what leaving a table did."""
    return f"Table {name} is cancelled." if table.ended == "called off" else f"You have left table {name}."


def table_facts(found: TableSummary, me: str, now: float = 0.0) -> list[str]:
    """Return the row of a table that is not over: the most important fact first, then who sits there.

    `now`: the time of the club, where what is left of the agreed pace is to be told.
    """
    head = found.head
    if found.is_damaged:
        return [DAMAGED]
    asked = [f"{list_text(head.ending)} asks to end it"] if me in head.answers else []
    deciding = [deciding_text(head)] if head.turn else ["a bot moves"]
    left = [words] if now and (words := head_left(head, now, me)) else []
    if me in head.turn:
        others = [name for name in head.seats if name != me]
        since = left or [f"since {moment(found)}"]
        if len(head.turn) > 1:
            return [*asked, *deciding, *since]
        return [*asked, *since, *(f"with {name}" for name in others[:1]), *others[1:]]
    if head.state == "running":
        first = [*asked, *deciding, *left]
    elif me in head.members and me not in head.seats:
        first = [f"{found.terms.host} invites you"]
    else:
        first = [f"{count_text(sum(not name for name in head.seats), 'seat')} free"]
    return [*first, *(name for name in head.seats if name)]


def deciding_text(head: TableHead) -> str:
    """Return who is to decide, in rows and lists alike."""
    return f"to decide: {', '.join(head.turn)}"


def result_facts(finished: ClubGameResult | None) -> list[str]:
    """Return the row of a finished table: the players from the first to the last, with their points."""
    if finished is None:
        return ["ended without a result"]
    players = sorted(finished.players, key=lambda player: player.rank)
    return [f"{player.name} {player.points}" for player in players]


def listed_help(found: TableSummary, ratings: Mapping[str, int]) -> str:
    """Return a table in a sentence, with the known ratings of its players."""
    if found.is_damaged:
        return f"Table {found.id} is damaged; the operator of the club can look into it."
    about = ", ".join([f"Table {found.id} of {found.terms.host}", moment(found), *_agreed(found.terms)])
    rated = [f"{name} {ratings[casefolded(name)]}" for name in found.head.seats if casefolded(name) in ratings]
    return f"{about}. Ratings: {', '.join(rated)}." if rated else f"{about}."


def moment(found: TableSummary) -> str:
    """Return when a table last changed."""
    return f"{datetime.fromtimestamp(found.changed):%d %b %H:%M}"


def _agreed(terms: Terms) -> list[str]:
    """Return the terms that are not the defaults, in a few words."""
    options = registry.get_game(terms.game).options if known(terms.game) else ()
    usual = {option.name: option.value_in(terms.edition) for option in options}
    unusual = {name: value for name, value in terms.options.items() if usual.get(name) != value}
    facts = [] if terms.counts else ["not rated"]
    facts += [option_text(name, value) for name, value in unusual.items()]
    if terms.limit:
        facts.append(f"{span_text(terms.limit)} a turn")
    if terms.tips:
        facts.append("with tips")
    return facts if terms.watchers else [*facts, "no watchers"]


def as_json(found: TableSummary) -> dict[str, Any]:
    """Return a table of a list, for a program."""
    head = found.head
    return {
        "table": found.id,
        "game": found.terms.game,
        "state": DAMAGED if found.is_damaged else head.state,
        "seats": list(head.seats),
        "turn": list(head.turn),
    }


def list_line(found: TableSummary, unread: int = 0) -> str:
    """Return a table of a list, for people; `unread`: the messages there that the reader has not heard."""
    head = found.head
    if found.is_damaged:
        return f"{one_line(found.id, 40)}  {DAMAGED}"
    seats = ", ".join(
        one_line(name or (f"{target.name} (invited)" if target.name in head.members else "open"), 40)
        for name, target in zip(head.seats, found.terms.places, strict=True)
    )
    turn = f"  {deciding_text(head)}" if head.turn else ""
    talk = f"  {count_text(unread, 'unread message')}" if unread else ""
    when = datetime.fromtimestamp(found.changed)
    return f"{found.id}  {title(found.terms.game)}, {head.state}  {seats}{turn}{talk}  {when:%Y-%m-%d %H:%M}"
