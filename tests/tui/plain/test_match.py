"""Plain mode: what a person, a script and a screen reader see."""

import io
import os
import pty
import re
import resource
import subprocess
import sys
import termios
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core import bots, registry
from core.bots.evaluator import Evaluator
from core.bots.player import bot_rng
from core.game import EventSink, Game, GameEvent, Move, Prompt, Setup, State
from core.labels import Labels
from core.match import TEXT, TIP, Match, Note, Seat
from core.rng import Rng
from core.view import SeatView
from saves.locks import lock_path
from saves.match_store import MatchStore, read_match
from tests.conftest import ROOT, Samovar, run_process
from tests.game_facts import FIVE
from tests.limits import LIMIT
from tests.tui.plain.reading import moves_listed
from tui.plain.console import PlainConsole
from tui.plain.match import PlainMatch
from tui.plain.text import (
    board_text,
    decision_lines,
    log_sentences,
    move_lines,
    replay_lines,
    result_lines,
    typed_kind_lines,
)
from tui.services import Services
from tui.widgets import ascii_fallback

QUESTION = re.compile(
    r"^== (?P<game>\w+), round \d+ of \d+, (?P<name>.+)\n(?P<prompt>.+)\n(?P<moves>(  .+\n)+)"
    r"((?P=prompt) \((?P<many>\d+) moves; moves lists them one by one\)\n)?> ",
    re.M,
)


def test_every_question_has_the_shape_that_scripts_read(samovar: Samovar) -> None:
    told = samovar("play", "mezen", "--plain", "--seed", "3", "--seats", "you:Anna", typed="1\n" * 500).stdout
    questions = list(QUESTION.finditer(told))
    assert len(questions) == told.count("\n> ") > 20
    for question in questions:
        assert question["game"] == "Mezen"
        assert question["name"] == "Anna"
        moves = moves_listed(question["moves"])
        assert sorted(moves) == list(range(1, len(moves) + 1))
        assert question["many"] == (str(len(moves)) if len(moves) > 12 else None)


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_every_move_of_a_long_list_is_told_with_its_number(game: Game) -> None:
    match = Match.new(game, [Seat("Anna"), Seat("Boris")], seed=4)
    rng, longest = Rng(4), 0
    while not match.is_over:
        seat, legal = match.state.actor, match.legal_moves
        assert seat is not None
        if len(legal) > max(12, longest):
            longest = len(legal)
            told = decision_lines(match, seat)
            known = {number: move.notation for number, move in enumerate(legal, 1)}
            groups = match.game.view(match.state, seat, match.names, legal=legal).move_groups()
            kinds = [line for name in groups for line in typed_kind_lines(name, match, seat)]
            assert moves_listed("\n".join([*told[2:-1], *kinds])) == known
            for name, moves in groups.items():
                assert any(re.match(rf"  {name} +{len(moves)} places?, such as {moves[0]}$", line) for line in told)
            assert told[-1] == f"{told[1]} ({len(legal)} moves; moves lists them one by one)"
            one_by_one = move_lines(match, seat)
            assert len(one_by_one) == len(legal) and moves_listed("\n".join(one_by_one)) == known
        match.play(rng.choice(list(legal)))
    assert longest or game.name not in FIVE


def test_moves_that_differ_in_their_place_alone_are_told_together(samovar: Samovar) -> None:
    told = samovar("play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna", typed="fox\nmoves\n").stdout
    short, full = told.split("> fox\n")[1].split("> moves\n")
    together = re.search(r"^  amulet as a bridge: (.+):\n    (\d+) (\S+), ", short, re.M)
    assert together is not None
    row = rf"^  {together[2]} +\{together[3]} +place an amulet on the .+ as a bridge: {together[1]}$"
    assert re.search(row, full, re.M)
    assert len(short.splitlines()) < len(full.split("\n== ")[0].splitlines())


def test_a_whole_game_ends_with_its_result(samovar: Samovar) -> None:
    words = ["play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna,bot:novice"]
    done = run_process(words, "1\n" * 500)
    assert done.returncode == 0
    result = done.stdout[done.stdout.index("\n== Result\n") :].splitlines()[2:]
    (entry,) = MatchStore().entries()
    assert entry.record is not None and entry.record.result is not None
    scores = entry.record.result.scores
    names = ["Anna", "Novice"]
    ranked = [seat for place in entry.record.result.ranking for seat in place]
    assert [line.split(". ")[1] for line in result[:2]] == [f"{names[seat]} {scores[seat]}" for seat in ranked]
    assert result[0].startswith("1. ")
    assert result[2] == "Where the points came from:"
    rows = [re.split(r" {2,}", line.strip()) for line in result[4:-3]]
    assert [sum(int(row[1 + seat]) for row in rows) for seat in (0, 1)] == scores
    for name, score, line in zip(names, scores, result[-3:-1], strict=True):
        told, _, total = line.removeprefix(f"{name}: ").partition(" = ")
        assert total == f"{score} points." and sum(map(int, told.split(" + "))) == score
    assert result[-1] == read_match(entry.path).match.state.outcome_text()


def test_a_game_of_bots_plays_itself(samovar: Samovar) -> None:
    done = samovar("play", "mezen", "--plain", "--seats", "bot:novice,bot:greedy", "--seed", "4")
    assert done.returncode == 0
    assert "\n== Result\n" in done.stdout
    assert ">" not in done.stdout


def test_the_same_seed_and_answers_are_the_same_game(samovar: Samovar) -> None:
    words = ["play", "mezen", "--plain", "--seed", "11"]
    assert samovar(*words, typed="2\n1\n" * 200).stdout == samovar(*words, typed="2\n1\n" * 200).stdout


def test_numbers_notations_and_any_case_are_answers(samovar: Samovar) -> None:
    words = ["play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna"]
    for answer in ("5", "fox", " FOX "):
        assert "> " + answer.strip() + "\nAnna calls the fox.\n" in samovar(*words, typed=answer + "\n").stdout


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "Type the number or the notation of a move; help lists the commands."),
        ("99", "The moves are numbered from 1 to 5."),
        ("0", "The moves are numbered from 1 to 5."),
        ("9" * 5000, "The moves are numbered from 1 to 5."),
        ("bord", "'bord' is not a move of Mezen. Did you mean board?"),
        ("foxx", "'foxx' is not a move of Mezen. Did you mean fox?"),
        ("points", "points is not possible now; possible: horse, fish, bird, hedgehog, fox."),
        ("\x1b[31mred", "'?[31mred' is not a move of Mezen."),
        ("undo it", "'undo it' is not a move of Mezen."),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("save \x1b", "A name needs at least one letter or digit."),
    ],
)
def test_anything_else_gets_a_sentence_and_the_question_again(answer: str, sentence: str, samovar: Samovar) -> None:
    told = samovar("play", "mezen", "--plain", "--seed", "7", typed=answer + "\n").stdout
    first, _, rest = told.partition("\n> ")
    assert rest.split("\n", 1)[1].startswith(sentence)
    assert rest.count(first) == 1
    assert "\x1b" not in told


def test_what_is_spent_keeps_its_number_and_says_so() -> None:
    match = Match.new(registry.get_game("mezo"), [Seat("Anna"), Seat("Boris")], seed=5)
    while not (match.state.prompt.kind == "act" and match.state.covered[match.state.actor]):  # type: ignore[attr-defined]
        match.play("act2" if match.state.prompt.kind == "act" else match.legal_moves[0])
    said = io.StringIO()
    PlainMatch(
        match,
        MatchStore().new_file(),
        PlainConsole(source=io.StringIO("2\n3\n"), target=said),
        services=Services.for_player(),
    ).play()
    lines = said.getvalue().splitlines()
    assert any(re.fullmatch(r"  2  - +action 2 of \w+ is used", line) for line in lines)
    assert any(re.match(r"  3  act3 +\S", line) for line in lines)
    assert lines[lines.index("> 2") + 1].startswith("Not possible now: action 2 of ")
    assert "act3" in [entry.notation for entry in match.log][-3:]


def test_commands_tell_and_step(samovar: Samovar) -> None:
    typed = "fox\nboard\nlog\nrules\nhelp\nundo\nredo\nsave Sunday\nquit\n"
    told = samovar("play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna,bot:novice", typed=typed).stdout
    assert "\nAnna: 0 points, " in told
    assert "\n1. Anna calls the fox.\n" in told
    assert "\n  save NAME     name this match" in told
    assert re.search(r"\nUndone: \d+ moves?\.\n", told)
    assert told.count("\nAnna calls the fox.\n") == 2
    assert "\nSaved as Sunday.\n" in told
    assert told.endswith("> quit\nSaved; samovar resume Sunday --plain continues it.\n")
    (entry,) = MatchStore().entries()
    assert entry.name == "Sunday"


def test_things_are_told_by_their_names(samovar: Samovar) -> None:
    """A god, as in a sentence or as in a move; what is nearly right is asked back."""
    typed = "what Kinich Ahau\nwhat kinich-ahau\nwhat traance\nquit\n"
    told = samovar("play", "mezo", "--plain", "--seed", "7", "--seats", "you,bot:novice", typed=typed).stdout
    assert told.count("\nKinich Ahau, The Sun-Eyed Lord. Sun: ") == 2
    assert told.count("\nEdict of Kinich Ahau\n1. SMITE 1 unit of each opponent in this conflict.\n") == 2
    assert "\nMezo has no term 'traance'. Did you mean Trance?\n" in told


def test_a_tip_can_be_followed_and_is_counted(samovar: Samovar) -> None:
    play = ("play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna")
    told = samovar(*play, typed="tip\nlog\n").stdout
    # How many rivals it has depends on how far a busy machine lets the master look.
    tip = re.search(
        r"\nTip: ([^,]+), .+\.\nThe whole turn: (.+)\n(Or .+; (?:as good|(?:half a|about \d+) points? less)\.\n){0,2}",
        told,
    )
    assert tip and tip[2].split()[0] == tip[1]
    assert "\n(Anna asked for a tip.)\n" in told
    (entry,) = MatchStore().entries()
    assert entry.record is not None and entry.record.notes == [Note(0, TIP, (0,))]
    samovar("resume", "--plain", typed="\n".join([*tip[2].split(), "quit"]) + "\n")
    (entry,) = MatchStore().entries()
    assert entry.record is not None and entry.record.moves == tip[2].split()


def test_a_tip_for_a_god_is_a_sentence_with_two_others(samovar: Samovar) -> None:
    told = samovar("play", "mezo", "--plain", "--seats", "you:Anna,bot:novice", typed="tip\nquit\n").stdout
    tips = re.findall(r"^(?:Tip:|Or) .+$", told, re.M)
    assert len(tips) == 3 and tips[0].endswith("the best start.")
    assert all(".;" not in tip for tip in tips)


def test_undo_is_on_disk(samovar: Samovar) -> None:
    samovar("play", "mezen", "--plain", "--seed", "7", "--seats", "you", typed="fox\nundo\n")
    (entry,) = MatchStore().entries()
    assert entry.record is not None
    assert entry.record.moves == []


def test_the_end_of_input_saves_and_the_match_goes_on(samovar: Samovar) -> None:
    done = samovar("play", "mezen", "--plain", "--seed", "7", "--seats", "you", typed="fox\n")
    assert done.returncode == 0
    (entry,) = MatchStore().entries()
    assert done.stdout.endswith(f"> \nSaved; samovar resume {entry.slug} --plain continues it.\n")
    told = samovar("resume", "--plain", typed="log\n").stdout
    assert told.startswith("The match continues after ")
    assert "\n1. Player 1 calls the fox.\n" in told


def test_a_finished_match_is_resumed_with_its_result_and_replayed(samovar: Samovar) -> None:
    whole = samovar("play", "mezen", "--plain", "--seats", "you:Anna", typed="1\n" * 500).stdout
    result = whole[whole.index("== Result") :]
    (entry,) = MatchStore().entries()
    assert samovar("resume", entry.slug, "--plain").stdout == result
    told = samovar("replay", str(entry.path), "--plain").stdout
    assert told.startswith("== Mezen, Anna\n1. ")
    assert told.endswith(result)
    assert samovar("replay", entry.slug, "--plain").stdout == told


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}, {}])
def test_ascii_is_ascii(environment: dict[str, str], samovar: Samovar) -> None:
    words = ["play", "mezen", "--plain", "--seats", "you:Zoë — 木"] + (["--ascii"] if not environment else [])
    told = samovar(*words, typed="1\nboard\n", **environment).stdout
    assert told.isascii()
    assert ", Zoe - ?\n" in told


def test_ascii_letters_have_plain_counterparts() -> None:
    assert ascii_fallback.ascii_text("a · b — c… “d” é ×2 → 木") == 'a - b - c... "d" e x2 -> ?'


def test_names_are_only_names(samovar: Samovar) -> None:
    told = samovar("play", "mezen", "--plain", "--seats", "you:\x1b[31m[bold]Eve\x07\u202e", typed="1\n").stdout
    assert "\x1b" not in told and "\x07" not in told and "\u202e" not in told
    assert "[31m[bold]Eve" in told


# A disk that refuses, a bot that fails


def test_a_full_disk_does_not_end_the_game() -> None:
    """No file may grow past what the first moves need: the same errors as from a full disk."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1100, 1100))

    done = subprocess.run(
        [sys.executable, "-m", "tui.cli.main", "play", "mezen", "--plain", "--seats", "you:Anna", "--seed", "2"],
        input="1\n" * 500, capture_output=True, text=True, cwd=ROOT, preexec_fn=small_files, timeout=LIMIT,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.count("The match could not be saved (File too large). Play on:") == 1
    assert "\n== Result\n" in done.stdout
    (entry,) = MatchStore().entries()
    assert entry.reason == ""
    opened = MatchStore().open(entry.slug)
    assert opened.match.log
    assert not opened.match.is_over


def test_a_bot_that_fails_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Move:
        raise ZeroDivisionError

    monkeypatch.setitem(bots.LEVELS, "broken", broken)
    told, match = play(Match.new(Coins(), [Seat("Anna"), Seat("Bot", "bot", "broken")]), "1\n2\n")
    assert "Bot could not think (internal error) and plays as random for now.\n" in told
    assert match.is_over


def test_the_luck_of_bots_is_not_that_of_the_game() -> None:
    """The same match gives the same luck, every move another, and never the stream the game deals from."""
    match = Match.new(Coins(), [Seat("Anna"), Seat("Boris")], seed=5)
    first = bot_rng(match).next_uint64()
    assert bot_rng(match).next_uint64() == first
    dealt = Rng(5)
    drawn = [dealt.next_uint64() for _ in range(1000)]
    assert first not in drawn and bot_rng(match).seed not in drawn
    match.play("one")
    assert bot_rng(match).next_uint64() != first


# Secrets at one keyboard


class Position(State):
    """Each player hides one or two coins, then all are shown."""

    actor: int | None
    hidden: list[int]

    @property
    def prompt(self) -> Prompt:
        return Prompt("hide", "Hide a coin or two.", secret=True)

    @property
    def round(self) -> int:
        return 1

    def progress_text(self) -> str:
        return "round 1 of 1"

    def legal_moves(self) -> Sequence[Move]:
        return [] if self.actor is None else [Move("one"), Move("two")]

    def play(self, move: Any, emit: EventSink | None = None) -> None:
        assert self.actor is not None
        coins = 1 if move.notation == "one" else 2
        if emit:
            emit(GameEvent("hid", self.actor))
            emit(GameEvent("yours", self.actor, (coins,), visible_to=self.actor))
            emit(GameEvent("secret", self.actor, (coins,), visible_to=1 - self.actor))
        self.hidden.append(coins)
        self.actor = 1 if self.actor == 0 else None

    def describe(self, move: Any) -> str:
        return f"hide {move.notation}"

    def copy(self) -> "Position":
        return Position(self.actor, self.hidden.copy())

    def scores(self) -> list[int]:
        return [*self.hidden, 0, 0][:2]

    def breakdown(self) -> dict[str, list[int]]:
        return {"coins": self.scores()}

    def ranking(self) -> list[list[int]]:
        return [[0, 1]]

    def outcome_text(self) -> str:
        return "All is shown."

    def determinize(self, seat: int | None, rng: Rng) -> "Position":
        return self.copy()

    def board_text(self, seat: int | None = None) -> str:
        return "Player 1 sits here."

    def violations(self) -> list[str]:
        return []


class Coins(Game):
    """A game with secrets."""

    name, title, tagline, credits = "coins", "Coins", "", ""
    player_counts, minutes, edition, notation = range(2, 3), 1, 1, "one|two"

    def start(self, setup: Setup) -> State:
        return Position(0, [])

    def state_type(self) -> type[State]:
        return Position

    def evaluator(self) -> Evaluator:
        return Evaluator()

    def view(self, *args: Any, **more: Any) -> SeatView[Any]:
        return SeatView(*args, **more)

    def labels(self) -> Labels:
        return Labels()

    def describe_event(self, event: GameEvent, names: Sequence[str]) -> str:
        assert event.seat is not None
        who = names[event.seat]
        return {
            "hid": f"{who} has hidden.",
            "yours": f"You hid {event.facts}.",
            "secret": f"A spy saw {who}.",
        }[event.kind]


def play(match: Match, typed: str) -> tuple[str, Match]:
    """Play through a pipe."""
    told = io.StringIO()
    with MatchStore().new_file() as match_file:
        PlainMatch(
            match, match_file, PlainConsole(source=io.StringIO(typed), target=told), services=Services.for_player()
        ).play()
    return told.getvalue(), match


def test_what_one_seat_may_hear_waits_for_its_question() -> None:
    told, _ = play(Match.new(Coins(), [Seat("Anna"), Seat("Boris")]), "1\nlog\n2\n")
    between = told[told.index("> 1\n") : told.index("> log\n")]
    assert between.startswith("> 1\nAnna has hidden.\nA spy saw Anna.\n== Coins, round 1 of 1, Boris\n")
    assert "You hid (1,)" not in told
    assert "1. Anna has hidden. A spy saw Anna.\n" in told


def test_the_only_person_hears_what_is_meant_for_them_at_once() -> None:
    told, _ = play(Match.new(Coins(), [Seat("Anna"), Seat("Bot", "bot", "random")], seed=1), "1\n")
    assert "> 1\nAnna has hidden.\nYou hid (1,).\nBot has hidden.\nA spy saw Bot.\n== Result\n" in told


def test_equal_places_share_a_rank() -> None:
    told, _ = play(Match.new(Coins(), [Seat("Anna"), Seat("Boris")]), "1\n1\n")
    assert "== Result\n1. Anna 1\n1. Boris 1\n" in told


def test_who_comes_after_two_first_ones_is_third() -> None:
    class Third(Coins):
        player_counts = range(2, 4)

    class Over(Position):
        def scores(self) -> list[int]:
            return [5, 5, 2]

        def ranking(self) -> list[list[int]]:
            return [[0, 1], [2]]

    seats = [Seat("Anna"), Seat("Boris"), Seat("Vera")]
    match = Match(Third(), Third().setup(3, {}, 0), seats, Over(None, []))
    assert result_lines(match)[:4] == ["== Result", "1. Anna 5", "1. Boris 5", "3. Vera 2"]


def play_in_a_terminal(match: Match, typed: str) -> str:
    """Play where somebody sees what is typed."""
    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    told = io.StringIO()
    with open(theirs) as source, MatchStore().new_file() as match_file:
        PlainMatch(match, match_file, PlainConsole(source=source, target=told), services=Services.for_player()).play()
    os.close(ours)
    return told.getvalue()


def passed_to(told: str) -> list[str]:
    return re.findall(r"Pass the keyboard to (\w+), who presses Enter\.", told)


@pytest.mark.parametrize("persons", [1, 2])
def test_the_keyboard_is_passed_before_a_secret_in_a_terminal_only(persons: int) -> None:
    second = Seat("Boris") if persons == 2 else Seat("Bot", "bot", "random")
    told = play_in_a_terminal(Match.new(Coins(), [Seat("Anna"), second]), "\n1\n\n1\n" if persons == 2 else "1\n")
    assert passed_to(told) == (["Anna", "Boris"] if persons == 2 else [])
    assert "== Result" in told


def test_the_keyboard_stays_with_whoever_has_another_secret_to_decide() -> None:
    told = play_in_a_terminal(Match.new(Twice(), [Seat("Anna"), Seat("Boris")]), "\n1\n2\n\n1\n2\nquit\n")
    assert passed_to(told) == ["Anna", "Boris"]
    assert "== Result" in told


def test_no_question_in_a_pipe_reads_an_extra_line(home: Path) -> None:
    told, match = play(Match.new(Coins(), [Seat("Anna"), Seat("Boris")]), "1\n2\n")
    assert "Pass the keyboard" not in told
    assert match.state.scores() == [1, 2]
    assert (home / "matches").is_dir()


class TwoEach(Position):
    """Everybody hides twice before the next is asked."""

    def play(self, move: Any, emit: EventSink | None = None) -> None:
        super().play(move, emit)
        self.actor = (0, 0, 1, 1, None)[len(self.hidden)]

    def copy(self) -> "TwoEach":
        return TwoEach(self.actor, self.hidden.copy())


class Twice(Coins):
    def start(self, setup: Setup) -> State:
        return TwoEach(0, [])


def test_a_whisper_that_was_taken_back_is_not_heard() -> None:
    """Anna hides twice before Boris is asked; the first time she thinks better of it."""
    told, _ = play(Match.new(Twice(), [Seat("Anna"), Seat("Boris")]), "1\nundo\n2\n2\n")
    assert "Undone: 1 move.\n" in told
    assert told.count("A spy saw Anna.\n") == 2


def test_a_replay_of_several_people_tells_nobodys_secrets() -> None:
    match = Match.new(Coins(), [Seat("Anna"), Seat("Boris")])
    match.play("one")
    match.play("two")
    told = replay_lines(match)
    assert told[:4] == ["== Coins, Anna, Boris", "1. Anna has hidden.", "2. Boris has hidden.", "== Result"]


def test_notes_stand_before_the_move_they_came_before() -> None:
    match = Match.new(Coins(), [Seat("Anna"), Seat("Boris")])
    match.add_note(TEXT, "At first.")
    match.play("one")
    match.add_note(TEXT, "Between.")
    match.play("two")
    match.add_note(TEXT, "At last.")
    one, two = "1. Anna has hidden.", "2. Boris has hidden."
    assert log_sentences(match, None) == ["(At first.)", one, "(Between.)", two, "(At last.)"]


# Answers that could mean two things


class Lettered(Position):
    """Its moves are called by numbers, and by letters that differ in their size alone."""

    def legal_moves(self) -> Sequence[Move]:
        return [] if self.actor is None else [Move("20"), Move("10"), Move("a"), Move("A")]

    def copy(self) -> "Lettered":
        return Lettered(self.actor, self.hidden.copy())

    def board_text(self, seat: int | None = None) -> str:
        return "Player 0, Player 1, Player 2 and Player 3"


class Letters(Coins):
    notation = "10|20|a|A"

    def start(self, setup: Setup) -> State:
        return Lettered(0, [])


@pytest.mark.parametrize(("answer", "meant"), [("2", "10"), ("10", "10"), ("20", "20"), ("A", "A"), ("a", "a")])
def test_a_number_counts_before_a_notation_and_letters_mean_themselves(answer: str, meant: str) -> None:
    _, match = play(Match.new(Letters(), [Seat("Anna"), Seat("Boris")]), f"{answer}\n")
    assert [entry.notation for entry in match.log] == [meant]


def test_only_players_who_are_there_have_names_on_the_board() -> None:
    match = Match.new(Letters(), [Seat("Anna"), Seat("Boris")])
    assert board_text(match, None) == "Player 0, Anna, Boris and Player 3"


# What is on disk when nobody says good-bye


class Interrupted(io.StringIO):
    """After the last line somebody presses Ctrl+C: then nothing more is written."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line


@pytest.mark.parametrize(
    ("typed", "moves", "notes"),
    [("1\n", 1, 0), ("1\nundo\n", 0, 0), ("1\nundo\nredo\n", 1, 0), ("tip\n", 0, 1)],
)
def test_every_step_is_on_disk_before_the_next_question(typed: str, moves: int, notes: int) -> None:
    match = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 7)
    with MatchStore().new_file() as match_file:
        assert (
            PlainMatch(
                match,
                match_file,
                PlainConsole(source=Interrupted(typed), target=io.StringIO()),
                services=Services.for_player(),
            ).play()
            == "interrupted"
        )
    (entry,) = MatchStore().entries()
    assert entry.record is not None
    assert (len(entry.record.moves), len(entry.record.notes)) == (moves, notes)


def test_a_disk_that_works_again_is_told_and_the_end_of_the_input_saves(home: Path) -> None:
    """A file lies where the folder should be; it goes before the input ends."""

    class Mended(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline(-1 if size is None else size)
            if not line:
                home.unlink()
            return line

    home.write_text("")
    told = io.StringIO()
    match = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 7)
    with MatchStore().new_file() as match_file:
        assert (
            PlainMatch(
                match, match_file, PlainConsole(source=Mended("1\n"), target=told), services=Services.for_player()
            ).play()
            == "left"
        )
    (entry,) = MatchStore().entries()
    assert entry.record is not None and len(entry.record.moves) == len(match.log) == 1
    said = told.getvalue()
    assert said.count("could not be saved") == 1
    assert said.endswith(f"The match is saved again.\nSaved; samovar resume {entry.slug} --plain continues it.\n")


def test_whoever_finds_the_match_open_elsewhere_in_the_middle_leaves_it(home: Path) -> None:
    """The lock could not be had at first; when it could, somebody else was quicker."""
    match = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 7)
    with MatchStore().new_file() as match_file:
        match_file.save(match)
    in_the_way = lock_path(MatchStore().find(match_file.slug).path)
    in_the_way.unlink(missing_ok=True)
    in_the_way.mkdir()
    opened = MatchStore().open(match_file.slug)
    assert opened.file.read_only == ""

    class Quicker(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            if in_the_way.is_dir():
                in_the_way.rmdir()
                self.other = MatchStore().open(match_file.slug)
            return super().readline(-1 if size is None else size)

    told, source = io.StringIO(), Quicker("1\n" * 500)
    console = PlainConsole(source=source, target=told)
    assert PlainMatch(opened.match, opened.file, console, services=Services.for_player()).play() == "left"
    source.other.file.close()
    said = told.getvalue().splitlines()
    assert said[-2] == opened.file.read_only != ""
    assert said[-1] == f"The last moves are not saved; samovar resume {match_file.slug} --plain continues it."
    (entry,) = MatchStore().entries()
    assert entry.record is not None and entry.record.moves == []


def test_the_board_can_be_had_before_every_turn(samovar: Samovar) -> None:
    play = ("play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna,you:Boris")
    told = samovar(*play, typed="board always\n" + "1\n" * 12 + "board asked\n" + "1\n" * 6).stdout
    first, _, last = told.partition("The board is printed when you ask.")
    turns = re.findall(r"^== Mezen, .*, (\w+)$", first, re.M)
    changes = sum(now != then for then, now in pairwise(turns))
    boards = first.count("Amulets in the pool: ")
    assert changes >= 2
    assert changes <= boards < len(turns)
    assert "Amulets in the pool: " not in last


def test_alone_a_turn_begins_with_every_round(samovar: Samovar) -> None:
    typed = "board always\n" + "1\n" * 40
    told = samovar("play", "mezen", "--plain", "--seed", "7", "--seats", "you:Anna", typed=typed).stdout
    rounds = dict.fromkeys(re.findall(r"^== Mezen, (round \d+) of ", told, re.M))
    assert len(rounds) > 2
    assert told.count("Amulets in the pool: ") == len(rounds) - 1, "the first had begun when it was asked for"


def test_a_terminal_shows_long_lines_broken_between_words() -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 30))
    with open(theirs, "w", encoding="utf-8") as screen:
        PlainConsole(target=screen).print("  Place your god where three regions meet.\nIt has presence there.")
        screen.flush()
        shown = os.read(ours, 1000).decode().splitlines()
    os.close(ours)
    assert shown == ["  Place your god where three", "  regions meet.", "It has presence there."]


def test_a_file_gets_long_lines_as_they_are() -> None:
    page = io.StringIO()
    PlainConsole(target=page).print("word " * 60)
    assert page.getvalue() == "word " * 60 + "\n"
