"""What leaves for a browser is text and pictures: no link, no title, nothing for the clipboard."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.server.web.output_filter import OutputFilter

PIECES = [
    b"\x1b", b"]", b"P", b"X", b"^", b"_", b"\\", b"\x07", b"\x18", b"\x1a", b"\x9d", b"\xc2", b"\xc2\x9d", b"\xc2\x9c",
    b"[", b"8;;", b"52;c;", b"0;title", b"m", b"(", b"\n", b"\x00", b"\x7f", b"a", "ж".encode(), b"\xe2\x94\x80",
]  # fmt: skip


def strings_seen(data: bytes) -> int:
    """How many strings (OSC, DCS, SOS, PM, APC) a terminal would begin to read: a slow one, letter by letter."""
    state, seen = "ground", 0
    for letter in data.decode("utf-8", "replace"):
        if letter in "\x90\x98\x9d\x9e\x9f":
            state, seen = "string", seen + 1
        elif letter == "\x1b":
            state = "escape"
        elif letter in "\x18\x1a":
            state = "ground"
        elif state == "escape":
            if letter in "]PX^_":
                state, seen = "string", seen + 1
            elif " " <= letter <= "/":
                state = "intermediate"
            elif letter >= " " and letter != "\x7f":
                state = "ground"
        elif (state == "string" and letter == "\x07") or (state == "intermediate" and "0" <= letter <= "~"):
            state = "ground"
    return seen


def test_the_slow_terminal_knows_strings() -> None:
    assert strings_seen(b"a\x1b]8;;x\x07b\x1b\x00]0;t\x1b\\\xc2\x9d") == 3
    assert strings_seen(b"\x1b(]\x1b[1]") == 0


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.lists(st.integers(1, 4), max_size=30))
def test_no_terminal_ever_sees_a_string_however_it_is_cut(pieces: list[bytes], sizes: list[int]) -> None:
    data = b"".join(pieces)
    whole = OutputFilter().feed(data)
    cut, filtered, at = OutputFilter(), b"", 0
    for size in [*sizes, len(data)]:
        filtered += cut.feed(data[at : at + size])
        at += size
    assert strings_seen(filtered) == strings_seen(whole) == 0
    assert filtered == whole


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])))
def test_text_and_colours_pass_unchanged(text: str) -> None:
    data = f"\x1b[?1049h\x1b[2J\x1b[1;31m{text}\x1b[0m\r\n\x1b(B\x1b[5;7H".encode()
    assert OutputFilter().feed(data) == data


@pytest.mark.parametrize(
    "string",
    [
        b"\x1b]8;;https://evil.example\x1b\\",
        b"\x1b]52;c;aGk=\x07",
        b"\x1b]0;title\x07",
        b"\x1bPq#0\x1b\\",
        b"\x1b_G\x1b\\",
    ],
)
def test_what_stands_around_a_string_is_kept(string: bytes) -> None:
    assert OutputFilter().feed(b"before " + string + b"after") == b"before after"


def test_a_long_string_takes_no_memory_and_a_run_of_escapes_no_time() -> None:
    filtering = OutputFilter()
    filtering.feed(b"\x1b]")
    for _ in range(100):
        assert filtering.feed(b"x" * 100_000) == b""
    assert filtering.feed(b"\x07after") == b"after"
    assert re.fullmatch(rb"\x1b?a", OutputFilter().feed(b"\x1b" * 1_000_000 + b"a"))
