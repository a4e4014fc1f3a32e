"""The commands samovar serve and samovar guest NAME."""

import asyncio
import ipaddress
import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import msgspec

from core.installing import install_text
from saves.club.auth import Authenticator
from saves.club.errors import ClubError
from saves.club.store import Club
from saves.errors import SaveError
from saves.files import read_bytes
from saves.sanitize import one_line
from tui.server.confinement import confine
from tui.server.environment import filter_environment
from tui.server.guest_process import serve as serve_guest
from tui.server.limits import Limits, SettingsError, load_limits, read_limits
from tui.server.options import ServerOptions
from tui.server.own_thinking import own_services
from tui.server.paths import ServerPaths, club_address
from tui.server.prefork.protocol import ProcessTask
from tui.server.status import read_status, status_lines
from tui.server.web.options import read_web_options

#: The most bytes of the operator's message.
_LONGEST = 16 * 1024


@click.command()
@click.option("--listen", "host", default="127.0.0.1", metavar="ADDRESS", show_default=True, help="Where to listen.")
@click.option("--port", default=2222, show_default=True, type=click.IntRange(0, 65535), help="0 takes any.")
@click.option("--club", "address", metavar="ADDRESS", help="The club's address; otherwise your own club.")
@click.option("--closed", is_flag=True, help="Only keys that the operator has admitted may log in.")
@click.option("--guests", metavar="N", type=click.IntRange(1), help="The most guests at a time.  [default: 200]")
@click.option("--motd", metavar="FILE", type=click.Path(path_type=Path), help="A message for every guest who logs in.")
@click.option("--notify", metavar="PROGRAM", help="Run with a member's name and a sentence when it is their turn.")
@click.option(
    "--public-name", metavar="HOST[:PORT]", default="", help="How friends reach this server, for lines to send to them."
)
@click.option("--codes-admit", is_flag=True, help="With --closed: a line from a host admits somebody new.")
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy that tells for whom it connects: by the PROXY protocol, or X-Forwarded-For; can be repeated.",
)
@click.option("--web", metavar="ADDRESS:PORT", help="Serve browsers, too, on this address.")
@click.option("--public-url", metavar="URL", help="With --web: how browsers reach it, such as https://games.example.")
@click.option(
    "--tls",
    nargs=2,
    metavar="CERT KEY",
    type=click.Path(),
    help="With --web: the files of a certificate and its key, where no proxy does TLS.",
)
@click.option("--limit", "limits", multiple=True, metavar="NAME=N", help="Set a limit; docs/hosting.md lists them.")
@click.option("--status", "wants_status", is_flag=True, help="Tell how the server that runs here is doing.")
@click.option("--json", "as_json", is_flag=True, help="The status for a program.")
def serve(
    host: str,
    port: int,
    address: str | None,
    closed: bool,
    guests: int | None,
    motd: Path | None,
    notify: str | None,
    public_name: str,
    codes_admit: bool,
    proxies: tuple[str, ...],
    web: str | None,
    public_url: str | None,
    tls: tuple[str, str] | None,
    limits: tuple[str, ...],
    wants_status: bool,
    as_json: bool,
) -> None:
    """Run a server: friends join the club by SSH."""
    if wants_status:
        status = read_status(ServerPaths.for_operator().folder)
        click.echo(msgspec.json.encode(status).decode() if as_json else "\n".join(status_lines(status)))
        return
    run_server(
        server_options(
            host, port, address, closed, guests, motd, notify, public_name, codes_admit, proxies, web, public_url, tls,
            limits,
        )
    )  # fmt: skip


def server_options(
    host: str,
    port: int,
    address: str | None,
    closed: bool,
    guests: int | None,
    motd: Path | None,
    notify: str | None,
    public_name: str,
    codes_admit: bool,
    proxies: tuple[str, ...],
    web: str | None,
    public_url: str | None,
    tls: tuple[str, str] | None,
    limits: tuple[str, ...],
) -> ServerOptions:
    """Return the options of the server that the words of the command line ask for."""
    if find_spec("asyncssh") is None:
        raise click.UsageError(f"samovar serve needs one more package; {install_text('serve')}.")
    if web and not (find_spec("aiohttp") and find_spec("textual_serve")):
        raise click.UsageError(f"--web needs two more packages; {install_text('serve,web')}.")
    return ServerOptions(
        host,
        port,
        club_address(address),
        read_limits(limits, guests, load_limits(ServerPaths.for_operator().settings)),
        closed,
        _message(motd) if motd else "",
        _program(notify) if notify else "",
        _public_name(public_name),
        codes_admit,
        tuple(map(_network, proxies)),
        web=read_web_options(web, public_url, tls),
    )


def run_server(options: ServerOptions) -> None:
    """Run the server until a signal ends it."""
    # asyncssh is an optional package.
    from tui.server.ssh_server import serve as open_door

    asyncio.run(open_door(options, ServerPaths.for_operator(), lambda line: click.echo(line)))


def _message(path: Path) -> str:
    try:
        return read_bytes(path, _LONGEST).decode("utf-8", "replace")
    except OSError as error:
        raise click.UsageError(
            f"The message {one_line(str(path))} cannot be read: {one_line(error.strerror or str(error))}."
        ) from None


def _public_name(text: str) -> str:
    """Return the name of the host, with a port or without; it stands in a line that others type into a shell."""
    if re.fullmatch(r"([A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[0-9]{1,5})?)?", text):
        return text
    raise click.UsageError(
        f"{one_line(text, 60)} is no name of a host; --public-name takes games.example, or games.example:22."
    )


def _network(text: str) -> str:
    """Return the network of a proxy: an address is a network of one."""
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise click.UsageError(
            f"{one_line(text, 40)} is no address; --trusted-proxy takes one, or 10.0.0.0/8."
        ) from None


def _program(name: str) -> str:
    """Return the whole path of the operator's program, if it can be run."""
    if found := shutil.which(name):
        return str(Path(found).absolute())
    raise click.UsageError(f"{one_line(name)} cannot be run: --notify takes a program.")


def _known_club(address: str) -> Club:
    """Open the club for a guest, who is not told where it is."""
    try:
        return Club.open(address)
    except ClubError:
        raise ClubError("The club cannot be reached just now; try again in a while.") from None


def _guests_limits() -> Limits:
    """Return the limits of a guest, who is not told what is wrong in the operator's file."""
    try:
        return load_limits(ServerPaths.for_operator().settings)
    except SettingsError:
        raise SaveError("This server is not set up right; please tell its operator.") from None


@click.command()
@click.argument("name")
@click.option("--club", "address", metavar="ADDRESS", help="The club's address; otherwise your own club.")
def guest(name: str, address: str | None) -> int:
    """The forced command of a key in OpenSSH: lets NAME into the club."""
    where, limits = club_address(address), _guests_limits()
    with _known_club(where) as club:
        member = club.enter(name)
        home = ServerPaths.for_operator().home(Authenticator(club).folder(member))
    text = os.environ.get("SSH_ORIGINAL_COMMAND")
    kept = filter_environment(os.environ)
    os.environ.clear()
    os.environ.update(kept)
    task = ProcessTask(
        "guest",
        member,
        str(home),
        where,
        text,
        sys.stdin.isatty() and sys.stdout.isatty(),
        kept,
        disk_megabytes=limits.disk_megabytes,
        tables=limits.tables,
        table_lines=limits.table_lines,
        line_letters=limits.line_letters,
        keys=limits.keys_a_member,
        memory_megabytes=limits.memory_megabytes,
        invitations=limits.invitations,
        away_days=limits.away_days,
    )
    confine(task)
    return serve_guest(task, own_services(task, limits.thinking_seconds))
