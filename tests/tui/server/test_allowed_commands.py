"""What a guest may write after the host: a list, never a shell, never a path."""

import click
import pytest

from tests.conftest import ROOT
from tui.cli.main import samovar
from tui.server.allowed_commands import ALLOWED_COMMANDS, CommandNotAllowedError, GuestRequest, parse_command
from tui.server.command import serve
from tui.server.environment import filter_environment, speaks_utf8
from tui.server.limits import Limits, as_table, limit_descriptions, read_limits


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "play mezen --seats you,bot:adept": "play mezen --seats you,bot:adept",
        "samovar resume Sunday --ascii": "resume Sunday --ascii",
        "club new gzhel --seats=me,open --limit 1h": "club new --as anna gzhel --seats=me,open --limit 1h",
        "club join k4mz --plain": "club join --as anna k4mz --plain",
        "club list --mine --json": "club list --as anna --mine --json",
        "saves": "saves list",
        "review mezen-1 --seat 2": "review mezen-1 --seat 2",
    }.items(),
)
def test_what_is_on_the_list_becomes_a_command(text: str, words: str) -> None:
    assert parse_command(text, True, "anna") == GuestRequest("house", words.split())


def test_a_table_is_gone_to_at_once_where_nothing_else_is_wished_for() -> None:
    assert parse_command("club join k4mz", True, "anna") == GuestRequest("table", ["k4mz"])
    assert parse_command("club join k4mz", False, "anna").words == ["club", "join", "--as", "anna", "k4mz", "--plain"]
    assert parse_command("club join --help", True, "anna") == GuestRequest("help", ["club join"])


def test_without_a_terminal_there_are_plain_lines() -> None:
    assert parse_command("play mezen", False, "anna").words == ["play", "mezen", "--plain"]
    assert parse_command("club watch k4mz", False, "anna").words == ["club", "watch", "--as", "anna", "k4mz", "--plain"]
    assert parse_command("saves list", False, "anna").words == ["saves", "list"]


def test_files_travel_by_standard_input_and_output() -> None:
    assert parse_command("export Sunday", False, "anna") == GuestRequest("export", ["Sunday"])
    assert parse_command("saves export Sunday", False, "anna") == GuestRequest("export", ["Sunday"])
    assert parse_command("import", False, "anna") == GuestRequest("import")
    assert parse_command("club export k4mz", False, "anna") == GuestRequest("club export", ["k4mz"])


@pytest.mark.parametrize(
    "text",
    [
        "sh",
        "/bin/sh -c id",
        "scp -t .",
        "sftp-server",
        "arena mezen --seats master,master",
        "serve",
        "guest boris",
        "where",
        "replay /etc/passwd",
        "club admit eve",
        "club dismiss boris",
        "club list --as boris",
        "club list --as=boris",
        "club --as boris list",
        "club list --club sqlite:///tmp/x.db",
        "play mezen --seed 1",
        "club new mezen --seed=1",
        "play mezen --driver plain",
        "saves export Sunday /tmp/x",
        "saves import /etc/passwd",
        "club export k4mz x.json",
        "export",
        "play mezen -- --seed",
        "play 'mezen",
        "play me\x1b[31mzen",
    ],
)
def test_what_is_not_on_the_list_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(CommandNotAllowedError) as refusal:
        parse_command(text, True, "anna")
    assert str(refusal.value)[-1] in ".?" and str(refusal.value).isprintable()


def test_no_option_of_the_list_names_a_place_or_a_person() -> None:
    offered = {option for form in ALLOWED_COMMANDS.values() for option in form.options}
    assert not offered & {"--as", "--club", "--seed", "--driver"}


def test_every_command_of_the_list_is_one_of_the_house_with_these_options() -> None:
    for name, form in ALLOWED_COMMANDS.items():
        if name.split()[0] in ("keys", "help"):
            continue
        command: click.Command | None = samovar
        for word in name.split():
            assert isinstance(command, click.Group)
            command = command.get_command(click.Context(command), word)
        assert command is not None, name
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(form.options) <= known, name


def test_only_what_a_terminal_says_of_itself_comes_in() -> None:
    given = {
        "TERM": "xterm", "LANG": "de_DE.UTF-8", "LC_ALL": "C", "LC_TIME": "C", "COLORTERM": "truecolor",
        "PATH": "/evil", "LD_PRELOAD": "x", "SAMOVAR_HOME": "/", "SAMOVAR_CLUB": "x", "NO_COLOR": "1", "LC_": "x",
        "LC_X/../Y": "x", "PYTHONPATH": "x", "LC_LONG": "x" * 61, "LC_RAW": "\x1b[31m",
    }  # fmt: skip
    assert set(filter_environment(given)) == {"TERM", "LANG", "LC_ALL", "LC_TIME", "COLORTERM"}


def test_the_locale_says_whether_a_terminal_has_more_than_ascii() -> None:
    assert speaks_utf8({}) and speaks_utf8({"LANG": "de_DE.UTF-8"})
    assert not speaks_utf8({"LANG": "C"}) and not speaks_utf8({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"})


def test_a_keeper_sets_limits_by_their_names() -> None:
    assert read_limits((), None) == Limits()
    assert read_limits(("tables=3", "idle-minutes=0.5"), 7) == Limits(guests=7, tables=3, idle_minutes=0.5)
    assert set(limit_descriptions()) == {name.replace("_", "-") for name in Limits.__struct_fields__}
    for wrong in ("tables", "tables=none", "tables=-1", "table=3", "guests=0"):
        with pytest.raises(Exception, match=r"limit|number|guests"):
            read_limits((wrong,), None)


def test_the_page_for_keepers_lists_every_limit_and_option() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text()
    assert page.split("<!-- limits -->\n")[1].split("\n<!-- /limits -->")[0].splitlines() == as_table()
    options = {option for parameter in serve.params for option in parameter.opts}
    assert {option for option in options if f"`{option}" in page} == options
