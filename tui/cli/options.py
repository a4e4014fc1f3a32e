"""What commands are declared with: their group, and the options that many of them have."""

from collections.abc import Callable
from typing import Any

import click

from saves.sanitize import unknown_text

DRIVERS = ("frugal", "plain")


class CommandGroup(click.Group):
    """A group that answers an unknown command with the nearest known one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise click.UsageError(unknown_text("command", name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


def plain_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--plain", is_flag=True, help="Plain lines instead of a screen.")(command)


def screen_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that can open the app."""
    driver = click.option(
        "--driver",
        metavar="|".join(DRIVERS),
        default=DRIVERS[0],
        callback=_read_driver,
        help="How the screen is sent: changed cells only, or as Textual does.",
    )
    ascii_ = click.option("--ascii", is_flag=True, help="Use ASCII characters only.")
    return driver(ascii_(command))


def _read_driver(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value not in DRIVERS:
        raise click.UsageError(unknown_text("driver", value, list(DRIVERS)))
    return value
