"""The limits that an operator can set, each with a default for a small host."""

import os
from typing import Annotated, get_args, get_type_hints

import click
import msgspec
from msgspec import Meta

from saves.sanitize import one_line, unknown_text


class Limits(msgspec.Struct, frozen=True, rename="kebab"):
    """The limits by name; `samovar serve --limit NAME=NUMBER` sets one."""

    guests: Annotated[int, Meta(ge=1, description="guests at a time")] = 200
    guests_a_key: Annotated[int, Meta(ge=1, description="of them with the same key")] = 5
    newcomers_an_hour: Annotated[int, Meta(ge=0, description="new members an hour from one address")] = 10
    unsigned: Annotated[
        int, Meta(ge=1, description="connections that have not signed in yet; the oldest is closed")
    ] = 64
    sign_in_seconds: Annotated[int, Meta(ge=1, description="seconds to sign in")] = 30
    idle_minutes: Annotated[
        float, Meta(gt=0, description="minutes without a key press before a guest is disconnected")
    ] = 240
    workers: Annotated[int, Meta(ge=1, description="processes that compute bots, tips and reviews")] = (
        os.cpu_count() or 1
    )
    thinking_seconds: Annotated[int, Meta(ge=1, description="seconds an hour that they compute for one member")] = 900
    disk_megabytes: Annotated[int, Meta(ge=1, description="megabytes of files of one member")] = 50
    tables: Annotated[
        int, Meta(ge=1, description="unfinished tables at which a member may play when creating another")
    ] = 30
    table_lines: Annotated[int, Meta(ge=1, description="lines in the log of a table")] = 20_000
    line_letters: Annotated[int, Meta(ge=80, description="characters in a line that a guest sends")] = 2_000
    log_megabytes: Annotated[
        int, Meta(ge=1, description="megabytes of a file of the operator's log; five are kept")
    ] = 5


def limit_descriptions() -> dict[str, str]:
    """Return what each limit counts, by its name."""
    hints = get_type_hints(Limits, include_extras=True)
    return {name.replace("_", "-"): str(get_args(hint)[1].description) for name, hint in hints.items()}


def read_limits(texts: tuple[str, ...], guests: int | None) -> Limits:
    """Return the limits in `NAME=NUMBER`; those that are not named keep their defaults."""
    wanted: dict[str, str | int] = {} if guests is None else {"guests": guests}
    known = limit_descriptions()
    for text in texts:
        name, equals, number = text.partition("=")
        if name not in known:
            raise click.UsageError(unknown_text("limit", name, list(known)))
        if not equals:
            raise click.UsageError(f"Write the limit with its number, such as {name}=10.")
        wanted[name] = number
    try:
        return msgspec.convert(wanted, Limits, strict=False)
    except msgspec.ValidationError:
        bad = next(name for name, number in wanted.items() if not _is_good(name, number))
        raise click.UsageError(
            f"{bad}={one_line(str(wanted[bad]), 20)} is not a value that this limit can have."
        ) from None


def _is_good(name: str, number: str | int) -> bool:
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
