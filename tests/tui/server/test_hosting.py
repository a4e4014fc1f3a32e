"""docs/hosting.md, line by line: what it says that an operator and friends type is run here, on a real server."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncssh
import psycopg
import pytest

from core import registry
from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT
from tests.saves.club.conftest import address, server
from tests.saves.club.postgres_server import PROGRAMS, Server
from tests.saves.club.test_stored import restore_club
from tests.tui.club.test_command import begun, play_out
from tests.tui.server.hosting_guide import GuidedHost, run_blocks, unmarked_blocks
from tests.tui.server.ssh_clients import Loop

__all__ = ["address", "server"]

GUIDE = run_blocks()
_STORED = ROOT / "tests" / "saves" / "stored"
#: The first club that could be played.
_FIRST = _STORED / "0.1-clubs-1-first"
_needs = {
    tool: pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is missing") for tool in ("ssh", "sqlite3")
}


def _first(moves: object) -> str:
    return "1"


def test_every_block_of_the_guide_is_run_or_says_why_not() -> None:
    assert unmarked_blocks() == []
    used = set(re.findall(r'GUIDE\["([^"]+)"\]', Path(__file__).read_text("utf-8")))
    assert used == GUIDE.keys(), "each block that is run has a test here"


@_needs["ssh"]
def test_from_the_first_start_to_what_the_operator_types(tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir(0o700)
    with GuidedHost(tmp_path, GUIDE["serve"]) as host:
        assert "SHA256:" in host.told, "the fingerprint to send to friends"
        made = host.run(GUIDE["key"])
        assert made.returncode == 0, made.stderr
        friend = host.run_as_a_friend(GUIDE["friend"], "yes\n")
        assert "Is anna the name you want?" in friend.stdout, friend.stderr
        again = host.run_as_a_friend(GUIDE["friend"], "keys list\nquit\n")
        assert again.returncode == 0 and again.stdout.count("SHA256:") == 1

        table = begun(host.address)
        play_out(host.address, table)
        typed = "play mezen --plain --seats you:Anna,bot:novice\n1\nsave Sunday\nquit\n"
        host.run_as_a_friend(GUIDE["friend"], typed)
        sent = host.run_as_a_friend(GUIDE["files"].replace("TABLE", table), "")
        assert sent.returncode == 0 and "Added as mezen-" in sent.stdout, sent.stderr
        assert all(json.loads((host.home / name).read_text()) for name in ("sunday.json", "match.json"))

        shutil.copy(tmp_path / ".ssh" / "id_ed25519.pub", tmp_path)
        operated = host.run(GUIDE["operator"])
        assert operated.returncode == 0, operated.stderr
        for sentence in (
            "anna  1 game, ",
            "anna is a member of the club.\n",
            "With the new key, within ten minutes: ssh link@",
            "anna is no longer a member of the club.\n",
            "Every table of the club can be read.\n",
            "0 guests of at most 200",
        ):
            assert sentence in operated.stdout, sentence


# Notices


@pytest.mark.parametrize("script", [GUIDE["mail"], GUIDE["chat"]], ids=["mail", "chat"])
def test_the_programs_for_notices_send_what_they_are_given(script: str, tmp_path: Path) -> None:
    """What sends is a program here that keeps what it was given."""
    (tmp_path / "bin").mkdir()
    for tool in ("sendmail", "curl"):
        keeper = f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/words\ncat > {tmp_path}/input\n'
        (tmp_path / "bin" / tool).write_text(keeper)
        (tmp_path / "bin" / tool).chmod(0o755)
    program = tmp_path / "program"
    program.write_text(script)
    program.chmod(0o755)
    (tmp_path / "addresses").write_text("anna anna@example.org\n")
    (tmp_path / "chat").write_text("https://chat.example/hook\n")
    sentence = 'It is your turn at table "ab"; $(id): Mezen.'
    environment = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path), "SAMOVAR_KIND": "turn"}
    words = {}
    for member in ("anna", "boris"):
        (tmp_path / "words").unlink(missing_ok=True)
        ran = subprocess.run([program, member, sentence], env=environment, stdin=subprocess.DEVNULL, timeout=LIMIT)
        assert ran.returncode == 0
        words[member] = (tmp_path / "words").read_text().splitlines() if (tmp_path / "words").exists() else []
    if "sendmail" in script:
        assert words == {"anna": ["anna@example.org"], "boris": []}, "whoever has no address gets no mail"
        mail = (tmp_path / "input").read_text()
        assert "Subject: Samovar: turn\n" in mail and mail.endswith(f"\n\n{sentence}\n")
    else:
        assert [json.loads(each[each.index("--data") + 1]) for each in words.values()] == [
            {"text": f"{member}: {sentence}"} for member in words
        ]
        assert words["anna"][-1] == "https://chat.example/hook"


# Backups


@_needs["sqlite3"]
def test_a_backup_of_sqlite_is_restored(tmp_path: Path) -> None:
    with GuidedHost(tmp_path) as host:
        host.member("anna")
        host.tell("anna", "play mezen --plain --seats you:Anna,bot:novice", b"1\nsave Sunday\nquit\n")
        _play_a_little(host, "club new mezen --seats me,bot:novice")
        made = host.run(GUIDE["backup"])
        assert made.returncode == 0, made.stderr
        assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
        before, key = host.tables(), (host.folder / "door" / "host_key").read_bytes()
        assert max(before.values()) > 3

        begun(host.address)  # what comes after the backup is not in it
        host.close()
        shutil.rmtree(host.folder / "door")
        restored = host.run(GUIDE["restore"])
        assert restored.returncode == 0, restored.stderr
        host.open()
        assert host.tables() == before and (host.folder / "door" / "host_key").read_bytes() == key
        assert "Sunday" in host.tell("anna", "saves list").text, "the members' folders"
        (table,) = before
        _play_on(host, table, "anna")


@pytest.mark.parametrize("is_empty", [False, True], ids=["over what is there", "into an empty one"])
def test_a_backup_of_postgresql_is_restored(server: Server, tmp_path: Path, is_empty: bool) -> None:
    with server.database() as address, _as_in_the_guide(server, address) as environment:  # noqa: SIM117
        with GuidedHost(tmp_path, f"samovar serve --port 2222 --club '{address}'", **environment) as host:
            host.address = address
            host.member("anna")
            _play_a_little(host, "club new mezen --seats me,bot:novice")
            made = host.run(GUIDE["backup of PostgreSQL"])
            assert made.returncode == 0, made.stderr
            before = host.tables()
            begun(address)
            host.close()
            if is_empty:
                with psycopg.connect(address) as database:
                    database.execute("DROP SCHEMA public CASCADE")
                    database.execute("CREATE SCHEMA public")
            restored = host.run(GUIDE["restore of PostgreSQL"])
            assert restored.returncode == 0, restored.stderr
            assert host.tables() == before
            host.open()
            (table,) = before
            _play_on(host, table, "anna")


@contextmanager
def _as_in_the_guide(server: Server, address: str) -> Iterator[dict[str, Any]]:
    """Give the tools of PostgreSQL a database called samovar, as the guide has one."""
    known = psycopg.conninfo.conninfo_to_dict(address)
    name = known["dbname"]
    tools = Path(str(known["host"])) / f"tools-{name}"
    tools.mkdir()
    for tool in ("pg_dump", "pg_restore"):
        renamed = f'*samovar) word="${{word%samovar}}{name}" ;;'
        called = f'for word; do shift; case "$word" in {renamed} esac; set -- "$@" "$word"; done'
        (tools / tool).write_text(f'#!/bin/sh\n{called}\nexec "{PROGRAMS / tool}" "$@"\n')
        (tools / tool).chmod(0o755)
    try:
        yield {"PGHOST": str(known["host"]), "PGUSER": "postgres", "tools": tools}
    finally:
        shutil.rmtree(tools)


def _play_a_little(host: GuidedHost, words: str) -> None:
    """Let Anna create a table, answer a few questions and go."""
    answers = iter(["1", "1", "1", "quit"])
    assert host.call("anna", words, answers=lambda moves: next(answers)).ends() == 0


def _play_on(host: GuidedHost, table: str, member: str) -> None:
    """Play a move more at a table."""
    before = host.tables()[table]
    caller = host.call(member, f"club join {table}", answers=_first)
    caller.until(lambda: host.tables()[table] > before, "a move more")
    caller.cut()


# A newer Samovar


def test_a_club_of_the_first_schema_goes_on_after_an_upgrade(address: str, tmp_path: Path) -> None:
    restore_club(_FIRST, address)
    with GuidedHost(tmp_path, f"samovar serve --port 2222 --club '{address}'") as host:
        host.address = address
        assert host.run(f"samovar club check --club '{address}'").stdout == "Every table of the club can be read.\n"
        host.member("anna", "boris", "vera")
        said = json.loads((_FIRST / "club.json").read_text())["tables"]
        # Where a process was killed before it could write down the beginning, the match begins when somebody comes.
        begun = {name: known for name, known in said.items() if known["kind"] != "killed-at-the-start"}
        playing = {name: known for name, known in begun.items() if known["state"] == "running"}
        listed = json.loads(host.run(f"samovar club list --json --club '{address}'").stdout)
        awaiting = {table["table"]: table["turn"] for table in listed if table["state"] == "running"}
        assert {table["table"] for table in listed} == said.keys(), "a table is lost"
        assert awaiting.keys() >= playing.keys(), "a table in play does not go on"
        for game in registry.GAME_NAMES:
            table = next(name for name in playing if playing[name]["game"] == game and _decides(awaiting[name]))
            _play_on(host, table, awaiting[table][0])


def _decides(turn: list[str]) -> bool:
    """Whether a member is to decide, and not a bot in the seat of one."""
    return bool(turn) and turn[0] in ("anna", "boris", "vera")


# OpenSSH, and several hosts


def test_the_line_for_authorized_keys_lets_a_friend_in(tmp_path: Path) -> None:
    """A server of asyncssh reads the line as sshd does, and gives its command to a shell that finds no samovar."""
    with GuidedHost(tmp_path) as host:
        host.key_file("anna")
        home = host.home / "var"
        line = (
            GUIDE["forced command"]
            .replace("/var/lib/samovar", str(home))
            .replace("/opt/samovar/bin/samovar", str(host.home / "bin" / "samovar"))
        )
        keys = host.home / "authorized_keys"
        keys.write_text(re.sub(r"ssh-ed25519 \S+ \S+", host.public_key("anna"), line) + "\n")
        listed = Loop().run(_asked_through(keys, host, "club list"))
        assert listed == (0, "There are no tables yet; ssh … club new GAME creates one.\n")
        created = Loop().run(_asked_through(keys, host, "club new mezen --seats me,bot:novice"))
        assert created[1].startswith("table "), created
        assert (home / "door" / "club.db").exists()


async def _asked_through(keys: Path, host: GuidedHost, words: str) -> tuple[int, str]:
    async def answer(process: "asyncssh.SSHServerProcess[str]") -> None:
        command = process.get_extra_info("connection").get_key_option("command")
        ran = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "HOME": str(host.home), "SSH_ORIGINAL_COMMAND": words},
        )  # fmt: skip
        said, _ = await asyncio.wait_for(ran.communicate(), LIMIT)
        process.stdout.write(said.decode())
        process.exit(ran.returncode or 0)

    listening = await asyncssh.listen(
        "127.0.0.1", 0, server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        authorized_client_keys=str(keys), process_factory=answer,
    )  # fmt: skip
    client = await asyncssh.connect(
        "127.0.0.1", listening.get_port(), username="samovar", client_keys=[str(host.key_file("anna"))],
        known_hosts=None, config=None, agent_path=None,
    )  # fmt: skip
    done = await client.run(words)
    client.close()
    listening.close()
    return done.exit_status or 0, str(done.stdout)


def test_two_hosts_share_a_club_and_a_home(server: Server, tmp_path: Path) -> None:
    with server.database() as address:
        line = GUIDE["two hosts"].replace("postgresql://samovar@db.example/samovar", f"'{address}'")
        with GuidedHost(tmp_path, line) as one, GuidedHost(tmp_path, line) as other:
            one.address = other.address = address
            assert one.told.splitlines()[1:] == other.told.splitlines()[1:], "one host key"
            assert one.port != other.port
            one.member("anna", "boris")
            anna = one.call("anna", "club new mezen --seats me,boris", answers=_first)
            table = anna.hears("\n").split()[1]
            boris = other.call("boris", f"club join {table}", answers=_first)
            assert (anna.ends(), boris.ends()) == (0, 0), "a whole match between guests of two hosts"
            assert anna.text.splitlines()[-1] == boris.text.splitlines()[-1]
            with Club.open(address) as club:
                assert [found.table for found in club.finished()] == [table]
