"""Guests: a terminal, plain lines, files through the connection, and nothing of anybody else's."""

import os
import socket
from pathlib import Path

import asyncssh
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from saves.club.store import Club
from tests.limits import until
from tests.tui.server.ssh_clients import AsyncSsh, Caller, Door

ANY_HOST = asyncssh.SSHClientConnectionOptions(known_hosts=None)


def test_a_guest_with_a_terminal_gets_the_app(door: Door, client: str) -> None:
    door.member("screen")
    caller = door.call("screen", "play mezen --seats you,bot:novice", terminal=(80, 24), client=client)
    caller.sees("Novice")
    before = len(caller.data)
    caller.resize(120, 40)
    caller.until(lambda: "menu" in caller.screen(120, 40).splitlines()[-1], "the screen in its new size")
    assert len(caller.data) > before
    caller.send(b"\x03")
    assert caller.ends() == 0
    assert caller.data.rindex(b"\x1b[?1049l") > caller.data.rindex(b"\x1b[?1049h"), "the terminal was not restored"
    assert "ssh … resume mezen-" in caller.text.splitlines()[-1]


def test_a_terminal_without_utf8_gets_ascii(door: Door, client: str) -> None:
    door.member("plain")
    caller = door.call("plain", "play gzhel", terminal=(80, 24), client=client, LC_ALL="C")
    caller.sees("Enter")
    caller.send(b"\x03")
    assert caller.ends() == 0
    assert caller.data.isascii()


def test_whoever_has_no_terminal_writes_lines(door: Door, client: str) -> None:
    """What is behind the end of a match is for the next command, though all was sent at once."""
    door.member("reader")
    caller = door.call("reader", client=client)
    caller.type("play mezen", "quit", "saves list", "club new mezen --seats me,open", "quit", "club list", "nonsense")
    caller.type("exit")
    assert caller.ends() == 0
    lines = caller.text.splitlines()
    assert lines[0].startswith("Samovar. You are reader.")
    assert any(line.startswith("Mezen") or "Call an animal" in line for line in lines)
    assert any(line.startswith("mezen-2") for line in lines), "the list of matches did not come"
    assert any("Mezen, waiting" in line for line in lines), "the list of tables did not come"
    assert "There is no command 'nonsense'" in caller.refusal


def test_words_are_no_shell(door: Door, client: str, tmp_path: Path) -> None:
    door.member("hacker")
    trace = tmp_path / "trace"
    for text in (f"club list; touch {trace}", f"`touch {trace}`", f"play $(touch {trace})", f"saves > {trace}"):
        caller = door.tell("hacker", text, client=client)
        assert caller.code == 2 and caller.refusal.rstrip().endswith((".", "?")), caller.refusal
        assert not trace.exists()
    long = door.tell("hacker", "club list " + "x" * 5000, client=client)
    assert long.code == 1 and "at most 2000 letters" in long.refusal


def test_a_match_leaves_and_comes_back_through_the_connection(door: Door, client: str) -> None:
    one, other = f"sender-{client}", f"taker-{client}"
    door.member(one, other)
    assert door.tell(one, "play mezen --seats you:Anna,bot:novice", b"1\nsave Sunday\nquit\n", client=client).code == 0
    sent = door.tell(one, "export Sunday", client=client)
    assert sent.code == 0 and sent.data.startswith(b"{") and b"Anna" in sent.data
    assert door.tell(other, "export Sunday", client=client).code == 1, "somebody else's match"
    taken = door.tell(other, "import", sent.data, client=client)
    assert taken.code == 0 and "Added as mezen-" in taken.text
    assert b"Anna" in door.tell(other, "export Sunday", client=client).data
    for bad in (b"", b"{}", b"\xff" * 3_000_000):
        refused = door.tell(other, "import", bad, client=client)
        assert refused.code == 1 and refused.refusal.count("\n") == 1 and "/" not in refused.refusal
    assert door.tell(one, "export ../../host_key", client=client).code == 1


def test_the_folders_of_members_have_random_names(door: Door) -> None:
    door.member("folder")
    assert door.tell("folder", "saves list").code == 0
    names = os.listdir(door.folder / "door" / "members")
    assert names and all(len(name) == 32 and int(name, 16) >= 0 for name in names)


def test_nothing_but_sessions_is_to_be_had(door: Door) -> None:
    """No forwarding of ports, sockets, agents or X11, no subsystems, no other methods of signing in."""
    door.member("prober")
    caller = door.call("prober")
    assert isinstance(caller, AsyncSsh)
    caller.hears("quit leaves.")
    caller._at.run(_probe(caller._connection, door))
    caller.type("quit")
    assert caller.ends() == 0


async def _probe(connection: asyncssh.SSHClientConnection, door: Door) -> None:
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_connection("127.0.0.1", door.port)
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_unix_connection("/tmp/none")
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_port("", 0, "127.0.0.1", door.port)
    with pytest.raises(asyncssh.Error):
        await connection.start_sftp_client()
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.create_process(subsystem="sftp")
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.create_process("club list", x11_forwarding=True, x11_auth_path=str(door.home / "none"))
    methods = await asyncssh.get_server_auth_methods("127.0.0.1", door.port, "prober", options=ANY_HOST)
    assert methods == ["publickey"]


def test_guests_hold_neither_the_host_key_nor_anybody_elses_descriptors(door: Door) -> None:
    door.member("one", "two")
    callers = [door.call(name, "play mezen", terminal=(80, 24)) for name in ("one", "two")]
    for caller in callers:
        caller.sees("Novice")
    listener, *others = door.processes()
    key = serialization.load_ssh_private_key((door.folder / "door" / "host_key").read_bytes(), None)
    assert isinstance(key, Ed25519PrivateKey)
    secret = key.private_bytes_raw()
    assert _remembers(listener, secret), "the test looks for something that is nowhere"
    lines: list[str] = []
    for pid in others:
        assert not _remembers(pid, secret)
        opened = {os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()}
        assert not any("host_key" in file or "door.log" in file for file in opened)
        assert Path(f"/proc/{pid}/environ").read_bytes() == b"", "the keeper's environment"
        lines += [file for file in opened if file.startswith(("/dev/pts/", "socket:", "pipe:"))]
    assert len(lines) == len(set(lines)), "two processes hold the same line"
    assert sum(file.startswith("/dev/pts/") for file in lines) == 2
    for caller in callers:
        caller.send(b"\x03")
        assert caller.ends() == 0


def _remembers(pid: int, secret: bytes) -> bool:
    """Whether these bytes are somewhere in the memory of a process."""
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            first, last = (int(number, 16) for number in line.split()[0].split("-"))
            if "rw" not in line.split()[1]:
                continue
            try:
                memory.seek(first)
                if secret in memory.read(last - first):
                    return True
            except (OSError, OverflowError):
                continue
    return False


def test_bots_of_all_guests_think_in_the_workers_of_the_door(door: Door, client: str) -> None:
    name = f"thinker-{client}"
    door.member(name)
    caller = door.call(name, "play mezen --seats bot:adept,bot:master,you", client=client)
    caller.hears("> ")
    _, warm, *_ = door.processes()
    names = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in door.processes()[1:]}
    assert set(names.values()) == {names[warm]}, "a process that was not forked from the warm parent"
    caller.type("tip", "quit")
    assert caller.ends() == 0
    assert "could not think" not in caller.text and "no tip" not in caller.text


def test_whoever_thinks_stands_behind_whoever_presses_keys(door: Door) -> None:
    door.member("slow")
    caller = door.call("slow", "play mezen --seats bot:adept,you")
    caller.hears("> ")
    behind = {pid: os.getpriority(os.PRIO_PROCESS, pid) for pid in door.processes()}
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    thinking = [pid for pid, nice in behind.items() if nice == max(10, ours)]
    assert thinking and ours in behind.values()
    for pid in thinking:
        group = Path(f"/proc/{pid}/autogroup")
        assert not group.exists() or group.read_text().endswith("nice 10\n"), "its session weighs as much as a guest's"
    caller.type("quit")
    assert caller.ends() == 0


def test_a_stalled_reader_and_a_flood_are_kept_waiting(door: Door) -> None:
    """Ten megabytes into an app that reads no faster than it can: the door keeps a few buffers of it."""
    door.member("flood", "neighbour")
    caller = door.call("flood", "play mezen", terminal=(80, 24))
    caller.sees("Novice")
    before = _memory(door.process.pid)
    caller.send(b"\x1b[A" * 3_000_000)
    other = door.tell("neighbour", "club list")
    assert other.code == 0, "somebody else had to wait"
    assert _memory(door.process.pid) - before < 4_000_000
    caller.cut()


def _memory(pid: int) -> int:
    """Bytes that a process has to itself."""
    found = [line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(words[1]) * 1024 for words in found if words[0] in ("Private_Dirty:", "Private_Clean:"))


def test_noise_does_not_close_the_door(door: Door) -> None:
    door.member("calm")
    here = door.call("calm")
    here.hears("quit leaves.")
    noises = [b"", b"\0" * 1000, b"SSH-2.0-x\r\n" + os.urandom(2000), b"GET / HTTP/1.1\r\n\r\n", b"x" * 100_000]
    lines = []
    for _ in range(30):
        for noise in noises:
            line = socket.create_connection(("127.0.0.1", door.port))
            lines.append(line)
            try:
                line.sendall(noise)
            except OSError:  # it has hung up already
                continue
    # From an address with too many unsigned connections, one attempt in so many is refused by chance.
    until(lambda: door.tell("calm", "club list").code == 0, "nobody comes in any more")
    for line in lines:
        line.close()
    here.type("keys list", "quit")
    assert here.ends() == 0 and "SHA256:" in here.text


def test_a_whole_game_between_two_guests_one_of_whom_loses_the_line_five_times(door: Door, client: str) -> None:
    door.member("white", "black")
    host = door.call("white", "club new mezen --seats me,black", client=client, answers=lambda moves: "1")
    table = host.hears("\n").split()[1]
    left = [3, 2, 5, 1, 4]
    guest: Caller | None = None
    while left:
        many = left.pop()
        guest = door.call("black", f"club join {table}", client=client, answers=_tires_after(many))
        guest.until(lambda guest=guest, many=many: len(guest.questions) > many, f"{many} questions")  # type: ignore[misc]
        guest.cut()
    guest = door.call("black", f"club join {table}", client=client, answers=lambda moves: "1")
    assert [host.ends(), guest.ends()] == [0, 0]
    assert host.text.splitlines()[-2:] == guest.text.splitlines()[-2:]
    with Club.open(door.address) as club:
        assert club.table_summary(table).head.state == "over"
        lines = club.events(table)
        assert len({entry.line.id for entry in lines if entry.line}) == len(lines)
    finished = door.tell("black", f"club export {table}", client=client)
    assert finished.code == 0 and b'"black"' in finished.data


def _tires_after(many: int):
    """Answers so many questions, and leaves the next one open."""
    left = [many]

    def answer(moves: object) -> str:
        left[0] -= 1
        return "1" if left[0] >= 0 else ""

    return answer


def test_lessons_and_puzzles_call_a_guest_by_the_members_name(door: Door) -> None:
    """As the club writes it, not as the name of an account would be."""
    door.member("jean-luc")
    for command, typed in (("learn mezen", "board\nquit\n"), ("puzzles mezen", "board\nquit\n")):
        shown = door.tell("jean-luc", command, typed.encode())
        assert shown.code == 0 and "jean-luc" in shown.text and "Jean-luc" not in shown.text, shown.text
