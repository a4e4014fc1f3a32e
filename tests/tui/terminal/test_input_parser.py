"""What the terminal sends: every key is known, and no byte, report or half sequence does any harm."""

import itertools
import random
import re
from collections.abc import Iterable

import pytest
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.message import Message

from tests.soak.noise import noise
from tui.terminal.input_parser import MAX_PASTE, MAX_SEQUENCE, MOST_COLUMNS, MOST_ROWS, PASTE_TIMEOUT, InputParser


class Line:
    """A terminal whose clock is in our hands."""

    def __init__(self) -> None:
        self.now = 0.0
        self.hearing = InputParser(lambda: self.now)

    def send(self, data: bytes | str) -> list[str]:
        return told(self.hearing.feed(data.encode() if isinstance(data, str) else data))

    def wait(self, seconds: float) -> list[str]:
        self.now += seconds
        return told(self.hearing.flush())


def told(heard: Iterable[Message]) -> list[str]:
    """Events in words: the key and its character, the pasted text, or what else it is and where."""
    words = []
    for event in heard:
        if isinstance(event, events.Key):
            words.append(f"{event.key} {event.character!r}")
        elif isinstance(event, events.Paste):
            words.append(f"paste {event.text}")
        elif isinstance(event, events.MouseEvent):
            words.append(f"{type(event).__name__} {event.button} at {event.x},{event.y}")
        else:
            words.append(type(event).__name__)
    return words


def by_textual(sequence: str) -> list[str]:
    """What Textual's own parser hears, after it has waited for more."""
    parser = XTermParser()
    heard = list(parser.feed(sequence))
    if parser._timeout_time is not None:
        parser._timeout_time = 0
        heard += parser.tick()
    return told(heard)


#: What Textual's own parser takes for a report of the cursor's place, or for the code of a character (F13 to
#: F20), and the middle of the keypad, which no command can be bound to.
MISREAD = re.compile(r"\x1b\[(E|1;\d+R|(2[5689]|3[1234]|6[23])~|5[ABCD]|1;[5678]u)")


@pytest.mark.parametrize(
    "sequences",
    [
        sorted(keys for keys in ANSI_SEQUENCES_KEYS if not MISREAD.fullmatch(keys)),
        ["a", "é", "日", "?", "\x1bx", "\x1bX", "\x1bO", "\x1b[", "\x1b\x1b", "\x1b\x1b[A"],
        ["\x1b[<0;3;4M", "\x1b[<0;3;4m", "\x1b[<64;80;24M", "\x1b[<35;80;24M", "\x1b[<0;0;0M", "\x1b[Mabc"],
        ["\x1b[I", "\x1b[O", "\x1b[?2026;2$y", "\x1b[?2026;0$y", "\x1b[200~tea\nand\x00 jam\x1b[201~"],
    ],
    ids=["keys", "characters", "mouse", "reports"],
)
def test_what_textual_knows_is_heard_alike(sequences: list[str]) -> None:
    for sequence in sequences:
        line = Line()
        assert line.send(sequence) + line.wait(0.2) == by_textual(sequence), repr(sequence)


@pytest.mark.parametrize(
    "data",
    [
        *(b"\xff", b"\x80", b"\xe9", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
        *(b"\x1b[99999999999u", b"\x1b[1114112u", b"\x1b[97;1:3u", b"\x1b[97;;1114112u"),
        *(b"\x1b[" + b"9" * 5000 + b"u", b"\x1b[<0;99999999999999;1M", b"\x1b[<99999;1;1M", b"\x1b[<0;-5;1M"),
        *(b"\x1b[<0;1001;1M", b"\x1b[<0;1;301M", b"\x1b[48;0;0;0;0t", b"\x1b[48;999999;999999;1;1t"),
        *(b"\x1b[12;40R", b"\x1b[?2048;2$y", b"\x1b[?62;22c", b"\x1b[8;24;80t", b"\x1b[1$", b"\x1b_G1\x1b\\"),
        *(b"\x1b]11;rgb:1111/1111/1111\x1b\\", b"\x1b]52;c;MTEx\x07", b"\x1bP>|tea 1.0\x1b\\"),
    ],
)
def test_what_means_nothing_does_nothing(data: bytes) -> None:
    line = Line()
    assert line.send(data) + line.wait(0.2) == []
    assert line.send("1") == ["1 '1'"]


@pytest.mark.parametrize(
    ("sequence", "key"),
    [("\x1b[25~", "f13"), ("\x1b[34~", "f20"), ("\x1b[5A", "ctrl+up"), ("\x1b[1;5u", "ctrl+5")],
)
def test_keys_of_older_terminals_that_textual_takes_for_characters(sequence: str, key: str) -> None:
    assert Line().send(sequence) == [f"{key} None"]


def test_a_letter_in_two_packets_is_one_letter() -> None:
    line = Line()
    assert line.send(b"\xc3") == []
    assert line.send(b"\xa9") == ["é 'é'"]


def test_a_sequence_in_two_packets_is_one_key() -> None:
    line = Line()
    assert line.send("\x1b[") == []
    assert line.wait(0.05) == []
    assert line.send("A") == by_textual("\x1b[A")


def test_a_sequence_that_was_cut_takes_nothing_with_it() -> None:
    assert Line().send("\x1b[12\x1b[A") == by_textual("\x1b[A")
    assert Line().send("\x1b[12é") == ["é 'é'"]
    assert Line().send("\x1b]11;rgb\x1b[A") == by_textual("\x1b[A")


def test_what_goes_on_for_ever_unfinished_is_dropped() -> None:
    """A title that never ends must not swallow the keyboard."""
    line = Line()
    assert line.send("\x1b]" + "x" * MAX_SEQUENCE) == []
    assert line.send("1") == ["1 '1'"]
    assert line.send("\x1b]0;tea") == []
    assert line.send("1") == [], "a short one still waits for its end"


def test_escape_is_a_key_when_nothing_follows() -> None:
    line = Line()
    assert line.send("\x1b") == []
    assert line.wait(0.2) == ["escape '\\x1b'"]
    assert line.wait(0.2) == []


def test_a_paste_that_never_ends_gives_the_keyboard_back() -> None:
    line = Line()
    assert line.send("\x1b[200~tea 11") == []
    assert line.wait(PASTE_TIMEOUT / 2) == []
    assert line.send("1") == []
    assert line.wait(PASTE_TIMEOUT) == ["paste tea 111"]
    assert line.send("1") == ["1 '1'"]


def test_a_long_paste_is_cut_and_its_end_is_found() -> None:
    line = Line()
    line.send("\x1b[200~")
    for _ in range(50):
        assert line.send("1" * 1000) == []
        assert line.hearing._pasted is not None and len(line.hearing._pasted) < 2 * MAX_PASTE
    line.send("\x1b[20")
    assert line.send("1~2") == [f"paste {'1' * MAX_PASTE}", "2 '2'"]


def test_the_cuts_between_packets_do_not_matter() -> None:
    dice = random.Random(3)
    for _ in range(500):
        data = b"".join(noise(dice, 100))
        places = sorted({0, len(data), *(dice.randrange(len(data)) for _ in range(8))})
        line = Line()
        parts = [heard for start, end in itertools.pairwise(places) for heard in line.send(data[start:end])]
        assert parts == Line().send(data), data


def test_noise_is_heard_in_peace() -> None:
    """Random bytes and spoilt sequences: only events within the largest window come of them, and a key still works."""
    line = Line()
    dice = random.Random(1)
    heard = 0
    for packet in noise(dice, 100_000):
        for event in [*line.hearing.feed(packet), *line.hearing.flush()]:
            heard += 1
            assert isinstance(event, Message)
            if isinstance(event, events.MouseEvent):
                assert 0 <= event.x < MOST_COLUMNS and 0 <= event.y < MOST_ROWS
        line.now += dice.choice((0, 0, 0.2, 2))
    assert heard > 10_000
    line.wait(10)
    line.wait(10)
    assert line.send("1") == ["1 '1'"]


@pytest.mark.parametrize("sent", [b"\x1b", b"\x1b[", b"\x1b[200~tea", b"\x1b[200~"])
def test_while_something_is_unfinished_silence_is_waited_for(sent: bytes) -> None:
    """As long as it says, and not longer; then one may sleep until something comes."""
    line = Line()
    assert line.hearing.timeout is None
    line.send(sent)
    assert line.hearing.timeout is not None
    line.wait(line.hearing.timeout)
    assert line.hearing.timeout is None


def test_after_a_whole_key_nothing_is_waited_for() -> None:
    line = Line()
    line.send(b"\x1b[Aq\x1b[200~tea\x1b[201~")
    assert line.hearing.timeout is None
