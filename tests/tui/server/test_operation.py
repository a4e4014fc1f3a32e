"""What an operator does with a running server: ask how it is, let it drain, keep its log."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import ROOT, run_process
from tests.limits import LIMIT, until
from tests.tui.server.ssh_clients import Door
from tui.server.log import ServerLog

DAY = 86400.0


def _status(door: Door) -> dict[str, object]:
    asked = run_process(["serve", "--status", "--json"], "", {"SAMOVAR_HOME": str(door.folder)})
    assert asked.returncode == 0, asked.stderr
    return dict(json.loads(asked.stdout))


def test_a_server_that_drains_tells_its_guests_and_closes_when_they_are_gone(tmp_path: Path) -> None:
    with Door(tmp_path) as door:
        door.member("anna", "boris", "vera")
        screen = door.call("anna", "play mezen", terminal=(80, 24))
        screen.sees("Novice")
        lines = door.call("boris")
        lines.hears("quit leaves.")
        before = _status(door)
        assert (before["guests"], before["is_draining"], before["troubles"]) == (2, False, [])
        door.process.send_signal(signal.SIGHUP)
        screen.sees("The server closes at")
        lines.until(lambda: "The server closes at" in lines.refusal, "the notice")
        assert _status(door)["is_draining"] is True
        assert door.tell("vera", "keys list").code == 255, "somebody new comes in"
        lines.type("keys list", "quit")
        assert lines.ends() == 0 and "SHA256:" in lines.text, "a guest cannot go on until then"
        screen.send(b"\x03")
        screen.ends()
        assert door.process.wait(LIMIT) == 0
        assert "the server has stopped" in door.log
    gone = run_process(["serve", "--status"], "", {"SAMOVAR_HOME": str(door.folder)})
    assert gone.returncode == 1 and gone.stderr == "No server runs here now.\n"


def test_a_server_that_drains_closes_when_the_time_is_up(tmp_path: Path) -> None:
    with Door(tmp_path, "--limit", "drain-minutes=0.01") as door:
        door.member("anna")
        caller = door.call("anna")
        caller.hears("quit leaves.")
        door.process.send_signal(signal.SIGHUP)
        caller.ends()
        assert "The server is stopping." in caller.refusal
        assert door.process.wait(LIMIT) == 0


def test_a_server_that_drains_can_still_be_stopped(tmp_path: Path) -> None:
    with Door(tmp_path) as door:
        door.member("anna")
        caller = door.call("anna")
        caller.hears("quit leaves.")
        door.process.send_signal(signal.SIGHUP)
        caller.until(lambda: "The server closes at" in caller.refusal, "the notice")
        assert door.close() == "" and door.process.returncode == 0
        caller.ends()


def test_the_status_is_told_in_lines_with_the_troubles(tmp_path: Path) -> None:
    with Door(tmp_path) as door:
        door.member("anna")
        os.kill(door.processes()[1], signal.SIGKILL)
        until(lambda: "the warm parent was lost" in door.log, "the parent lives")
        asked = run_process(["serve", "--status"], "", {"SAMOVAR_HOME": str(door.folder)})
        assert asked.stdout.startswith("0 guests of at most 200, 0 strangers, 0 connections in all\n0 tables running,")
        assert "the warm parent was lost, and is started again" in asked.stdout
        socket = next((door.folder / "door").glob("status-*"))
        assert socket.stat().st_mode & 0o777 == 0o600


def test_the_settings_file_is_read_by_the_server_and_by_forced_commands(tmp_path: Path) -> None:
    settings = tmp_path / "samovar" / "door" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("guests = 7\nline-letters = 100\n")
    home = {"SAMOVAR_HOME": str(tmp_path / "samovar"), "SAMOVAR_CLUB": ""}
    with Door(tmp_path) as door:
        door.member("anna")
        assert _status(door)["most_guests"] == 7
        assert "at most 100 letters" in door.tell("anna", "club list " + "x" * 100).refusal
    forced = run_process(["guest", "anna"], "", {**home, "SSH_ORIGINAL_COMMAND": "club list " + "x" * 100})
    assert forced.returncode == 2 and "at most 100 letters" in forced.stderr
    with Door(tmp_path, "--limit", "guests=9") as door:
        assert _status(door)["most_guests"] == 9, "the command line does not come first"


@pytest.mark.parametrize(
    ("text", "sentence"),
    {
        "guests = 0\n": "In settings.toml: guests cannot be 0.",
        "gusts = 5\n": "In settings.toml: There is no limit 'gusts'; did you mean guests?",
        "guests =": "The server's settings settings.toml cannot be read: ",
        "\xff": "The server's settings settings.toml cannot be read: ",
    }.items(),
)
def test_what_is_wrong_in_the_settings_file_is_told_to_the_operator_alone(
    tmp_path: Path, text: str, sentence: str
) -> None:
    settings = tmp_path / "door" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text(text, "latin-1")
    home = {"SAMOVAR_HOME": str(tmp_path), "SAMOVAR_CLUB": ""}
    served = run_process(["serve", "--port", "0"], "", home)
    assert served.returncode != 0 and served.stderr.startswith(sentence) and served.stderr.count("\n") == 1
    forced = run_process(["guest", "anna"], "", home)
    assert forced.stderr == "This server is not set up right; please tell its operator.\n"


def test_the_log_begins_a_file_each_day_and_deletes_old_ones(tmp_path: Path) -> None:
    clock = [20_000 * DAY + 100.0]
    path = tmp_path / "door.log"
    log = ServerLog(path, 1, 3, now=lambda: clock[0])
    for day in range(6):
        log.write(f"anna came on day {day}")
        os.utime(path, (clock[0], clock[0]))
        clock[0] += DAY
        log.write_folded()
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert kept == ["door.log", "door.log.1", "door.log.2", "door.log.3"]
    assert [(tmp_path / name).read_text()[-2:].strip() for name in kept] == ["", "5", "4", "3"]
    clock[0] += 10 * DAY
    log.write_folded()  # also when nothing is written
    assert [file.name for file in tmp_path.iterdir()] == ["door.log"] and not path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_log_folds_lines_that_repeat(tmp_path: Path) -> None:
    clock = [0.0]
    log = ServerLog(tmp_path / "door.log", 1, 3, clock=lambda: clock[0])
    for number in range(400):
        log.write(f"somebody{number} did not sign in", "unsigned")
        log.write_always(f"somebody{number} was declined")
    clock[0] += 61.0
    log.write_folded()
    lines = [line.split(" ", 2)[2] for line in (tmp_path / "door.log").read_text().splitlines()]
    assert sum("did not sign in" in line for line in lines) == 2
    assert lines[-1] == "399 more: somebody0 did not sign in"
    assert sum("was declined" in line for line in lines) == 400


def test_a_club_that_is_away_again_is_told_at_once(tmp_path: Path) -> None:
    """Away, back and away within a minute: the last line says how things stand, and the status has all three."""
    log = ServerLog(tmp_path / "door.log", 1, 3, clock=lambda: 0.0)
    told = ["the club is away", "the club is back", "the club is away"]
    for text in told:
        log.write_change(text)
    assert [line.split(" ", 2)[2] for line in (tmp_path / "door.log").read_text().splitlines()] == told
    assert [trouble.split(" ", 2)[2] for trouble in log.troubles] == told


def test_servers_that_share_a_log_begin_a_new_file_once_and_all_go_on_in_it(tmp_path: Path) -> None:
    clock = [1_800_000_000.0]
    path = tmp_path / "door.log"
    logs = [ServerLog(path, 1, 3, now=lambda: clock[0]) for _ in range(3)]
    for number, log in enumerate(logs):
        log.write(f"yesterday {number}")
    os.utime(path, (clock[0], clock[0]))
    clock[0] += 86_400.0
    for number, log in enumerate(logs):
        log.write(f"today {number}")
        os.utime(path, (clock[0], clock[0]))
    assert _lines(path) == ["today 0", "today 1", "today 2"]
    assert _lines(tmp_path / "door.log.1") == ["yesterday 0", "yesterday 1", "yesterday 2"]
    assert not (tmp_path / "door.log.2").exists()


def test_processes_that_fill_a_log_together_lose_no_line_of_it(tmp_path: Path) -> None:
    """Two files of a megabyte each are begun meanwhile."""
    script = (
        "import sys; from pathlib import Path; from tui.server.log import ServerLog\n"
        "log = ServerLog(Path(sys.argv[1]), 1, 9)\n"
        "for number in range(5000): log.write_always(f'{sys.argv[2]} {number} ' + 'x' * 180)\n"
    )
    words = [sys.executable, "-c", script, str(tmp_path / "door.log")]
    writers = [subprocess.Popen([*words, str(name)], cwd=ROOT) for name in range(3)]
    assert [writer.wait(LIMIT) for writer in writers] == [0, 0, 0]
    lines = [line for path in tmp_path.glob("door.log*") for line in _lines(path)]
    told = Counter(" ".join(line.split()[:2]) for line in lines)
    assert told == Counter(f"{name} {number}" for name in range(3) for number in range(5000))


def _lines(path: Path) -> list[str]:
    """Return the lines of a log without their times."""
    return [line.split(" ", 2)[2] for line in path.read_text().splitlines()]
