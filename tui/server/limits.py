"""The limits of a server: defaults for a small host, the operator's settings file, and the command line.

`settings.toml` in the server's folder names limits as `--limit` does; `samovar serve` and `samovar guest` both read it:

    guests = 400
    idle-minutes = 60
"""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import click
import msgspec
from msgspec import Meta

from saves.errors import SaveError
from saves.files import read_bytes
from saves.sanitize import one_line, unknown_text

#: The most bytes of the settings file.
_LARGEST = 64 * 1024
#: The open files of the server itself, and of one guest: a connection, a terminal or pipes, and lines to its process.
_OWN_DESCRIPTORS, _DESCRIPTORS_A_GUEST = 48, 10
_LEAST_ROOM = 80


class SettingsError(SaveError):
    """The server's settings file cannot be used; its text is a sentence for the operator."""


class Limits(msgspec.Struct, frozen=True, rename="kebab"):
    """The limits by name; `samovar serve --limit NAME=NUMBER` sets one."""

    guests: Annotated[int, Meta(ge=1, description="members at a time")] = 200
    guests_a_key: Annotated[int, Meta(ge=1, description="of them with the same key")] = 5
    keys_a_member: Annotated[int, Meta(ge=1, description="keys that a member can have by link codes")] = 10
    strangers: Annotated[int, Meta(ge=0, description="connections with a key that is no member's yet")] = 20
    strangers_an_address: Annotated[int, Meta(ge=0, description="of them from one address")] = 4
    question_seconds: Annotated[float, Meta(gt=0, description="seconds for a newcomer to confirm the name")] = 120
    newcomers_an_hour: Annotated[int, Meta(ge=0, description="new members an hour from one address")] = 10
    connections: Annotated[int, Meta(ge=1, description="connections in all")] = 500
    connections_an_address: Annotated[int, Meta(ge=1, description="of them from one address")] = 60
    unsigned: Annotated[int, Meta(ge=1, description="connections that have not signed in yet")] = 64
    unsigned_an_address: Annotated[int, Meta(ge=1, description="of them from one address")] = 12
    failures_an_address: Annotated[
        int, Meta(ge=1, description="recent connections from one address without sign-in before it has to pause")
    ] = 60
    sign_in_seconds: Annotated[int, Meta(ge=1, description="seconds to sign in")] = 30
    session_seconds: Annotated[float, Meta(gt=0, description="seconds that a connection may be without a session")] = 30
    channels: Annotated[int, Meta(ge=1, description="channels of one connection")] = 10
    idle_minutes: Annotated[
        float, Meta(gt=0, description="minutes without a key press before a guest is disconnected")
    ] = 240
    workers: Annotated[int, Meta(ge=1, description="processes that compute bots, tips and reviews")] = (
        os.cpu_count() or 1
    )
    thinking_seconds: Annotated[int, Meta(ge=1, description="seconds an hour that they compute for one member")] = 900
    cpu_seconds: Annotated[
        int, Meta(ge=1, description="seconds an hour of processor time for one member's screens")
    ] = 900
    memory_megabytes: Annotated[int, Meta(ge=256, description="megabytes of address space of one guest")] = 1_500
    disk_megabytes: Annotated[int, Meta(ge=1, description="megabytes of files of one member")] = 50
    tables: Annotated[
        int, Meta(ge=1, description="unfinished tables at which a member may play when creating another")
    ] = 30
    invitations: Annotated[
        int, Meta(ge=1, description="invitations of a member that wait for an answer, sent or received")
    ] = 30
    away_days: Annotated[
        int, Meta(ge=0, description="days in all for which a member may be away from a table with a pace")
    ] = 14
    table_lines: Annotated[int, Meta(ge=1, description="lines in the log of a table")] = 20_000
    line_letters: Annotated[int, Meta(ge=80, description="characters in a line that a guest sends")] = 2_000
    notices_an_hour: Annotated[
        int, Meta(ge=1, description="notices an hour at once to a member; the rest comes in a digest")
    ] = 6
    log_megabytes: Annotated[
        int, Meta(ge=1, description="megabytes of a file of the log, which is a day's at most")
    ] = 5
    log_days: Annotated[
        int, Meta(ge=1, description="days for which files of the log, and addresses in them, are kept")
    ] = 30
    drain_minutes: Annotated[float, Meta(gt=0, description="minutes that guests have to leave after SIGHUP")] = 30


def limit_descriptions() -> dict[str, str]:
    """Return what each limit counts, by its name."""
    hints = get_type_hints(Limits, include_extras=True)
    return {name.replace("_", "-"): str(get_args(hint)[1].description) for name, hint in hints.items()}


def read_limits(texts: tuple[str, ...], guests: int | None, stored: Limits | None = None) -> Limits:
    """Return the limits in `NAME=NUMBER`; those that are not named are as stored, or keep their defaults."""
    wanted: dict[str, str | int] = {} if guests is None else {"guests": guests}
    known = limit_descriptions()
    for text in texts:
        name, equals, number = text.partition("=")
        if name not in known:
            raise click.UsageError(unknown_text("limit", name, list(known)))
        if not equals:
            raise click.UsageError(f"Write the limit with its number, such as {name}=10.")
        wanted[name] = number
    if bad := _first_bad(wanted):
        raise click.UsageError(f"{bad}={one_line(str(wanted[bad]), 20)} is not a value that this limit can have.")
    return msgspec.convert({**msgspec.to_builtins(stored or Limits()), **wanted}, Limits, strict=False)


def load_limits(path: Path) -> Limits:
    """Return the limits in the server's settings file; the defaults where there is none."""
    try:
        found: dict[str, Any] = tomllib.loads(read_bytes(path, _LARGEST).decode())
    except FileNotFoundError:
        return Limits()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(
            f"The server's settings {one_line(path.name)} cannot be read: {one_line(reason)}."
        ) from None
    known = limit_descriptions()
    for name in found:
        if name not in known:
            raise SettingsError(f"In {one_line(path.name)}: {unknown_text('limit', name, list(known))}")
    if bad := _first_bad(found):
        raise SettingsError(f"In {one_line(path.name)}: {bad} cannot be {one_line(str(found[bad]), 20)}.")
    return msgspec.convert(found, Limits, strict=False)


def fit_to_descriptors(limits: Limits, descriptors: int) -> Limits:
    """Return the limits, lowered where the host allows too few open files to serve so many."""
    room = max(_LEAST_ROOM, descriptors - _OWN_DESCRIPTORS)
    return msgspec.structs.replace(
        limits,
        guests=min(limits.guests, room // 2 // _DESCRIPTORS_A_GUEST),
        strangers=min(limits.strangers, room // 8 // _DESCRIPTORS_A_GUEST),
        unsigned=min(limits.unsigned, room // 4),
        connections=min(limits.connections, room // 2),
    )


def _first_bad(wanted: dict[str, Any]) -> str:
    """Return the name of the first limit whose number is wrong; empty when all are good."""
    return next((name for name, number in wanted.items() if not _is_good(name, number)), "")


def _is_good(name: str, number: object) -> bool:
    try:
        msgspec.convert({name: number}, Limits, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def as_table() -> list[str]:
    """Return the limits as docs/hosting.md lists them."""
    rows = ["| limit | default | what it counts |", "|---|---|---|"]
    for name, what in limit_descriptions().items():
        default = "the host's cores" if name == "workers" else f"{getattr(Limits(), name.replace('-', '_')):g}"
        rows.append(f"| `{name}` | {default} | {what} |")
    return rows
