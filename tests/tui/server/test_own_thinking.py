"""What a member's processes by a forced command may think: so much an hour in all."""

import threading
from pathlib import Path

import msgspec

from core import registry
from core.bots.failures import TIME_USED_UP
from core.bots.search import Budget
from core.bots.worker import BotReply, BotRequest
from core.match import Match, Seat
from core.rng import Rng
from tests.conftest import run_process
from tests.limits import until
from tui.server.own_thinking import MeteredProcess, ThinkingAccount
from tui.sessions.bot_client import exchange

MEZEN = registry.get_game("mezen")


def _request(seconds: float) -> BotRequest:
    match = Match.new(MEZEN, [Seat("Anna"), Seat("Boris")], {}, 7)
    return BotRequest(1, "mezen", "master", Rng(1), Budget(seconds, 10), msgspec.Raw(msgspec.json.encode(match.state)))


def test_all_processes_of_a_member_have_one_account(tmp_path: Path) -> None:
    now = 1000.0
    one, other = (ThinkingAccount(tmp_path / "thinking", 60.0, lambda: now) for _ in range(2))
    assert one.take(50.0) and other.take(50.0), "somebody who has something left may begin"
    assert not one.take(1.0) and not other.take(1.0)
    other.give_back(45.0)
    assert one.take(1.0)
    now += 1800.0
    assert one.take(30.0) and one.take(5.0) and not other.take(1.0), "half an hour has restored half of it"
    now -= 5000.0
    assert not other.take(1.0), "the clock was set back"
    now += 3600.0
    assert other.take(1.0)


def test_what_is_taken_at_once_is_taken_once(tmp_path: Path) -> None:
    accounts = [ThinkingAccount(tmp_path / "thinking", 100.0, lambda: 0.0) for _ in range(8)]
    taken: list[bool] = []
    threads = [
        threading.Thread(target=lambda each=each: taken.extend(each.take(1.0) for _ in range(50))) for each in accounts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == 100


def test_a_damaged_account_begins_anew_and_a_link_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "thinking"
    path.write_bytes(b"\xff nonsense nan")
    assert ThinkingAccount(path, 10.0).take(1.0)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    assert not ThinkingAccount(tmp_path / "link", 10.0).take(1.0)
    assert not (tmp_path / "elsewhere").exists()


def test_the_bots_of_a_screen_are_charged_and_refuse_when_it_is_used_up(tmp_path: Path) -> None:
    account = ThinkingAccount(tmp_path / "thinking", 30.0, lambda: 0.0)
    process = MeteredProcess(account)
    try:
        reply = exchange(process, _request(20.0))
        assert reply.plan and not reply.error
        assert account.take(29.0), "what was not needed is given back"
        assert account.take(20.0)
        assert exchange(process, _request(20.0)) == BotReply(1, error=TIME_USED_UP)
    finally:
        process.kill()
        process.wait()
    assert process.poll() is not None


def test_a_process_that_is_killed_while_it_thinks_has_paid(tmp_path: Path) -> None:
    account = ThinkingAccount(tmp_path / "thinking", 30.0, lambda: 0.0)
    assert account.take(30.0)  # and nobody gives anything back
    assert not ThinkingAccount(tmp_path / "thinking", 30.0, lambda: 0.0).take(1.0)


def test_guests_by_a_forced_command_use_up_their_hour_together(tmp_path: Path) -> None:
    home = {"SAMOVAR_HOME": str(tmp_path / "keeper"), "SAMOVAR_CLUB": ""}
    settings = tmp_path / "keeper" / "door" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("thinking-seconds = 1\n")
    refused = "used up this hour's thinking time"

    def puzzle() -> str:
        return run_process(["guest", "anna"], "puzzles mezen\n" + "1\n" * 12 + "quit\n", home).stderr

    until(lambda: refused in puzzle(), "there is time without end, one process after the other")
