"""The keys of newer terminals: kitty's protocol, in every form in which it may come, on every version of Textual."""

import pytest
from textual.keys import _character_to_key

from tui.terminal.key_grammar import key_name, parse_key, typed_key


@pytest.mark.parametrize(
    ("sequence", "key", "character"),
    [
        # A key alone, with modifiers, and with its text
        ("\x1b[97u", "a", "a"),
        ("\x1b[97;5u", "ctrl+a", None),
        ("\x1b[97;6u", "ctrl+shift+a", None),
        ("\x1b[97;7u", "alt+ctrl+a", None),
        ("\x1b[97;;97u", "a", "a"),
        ("\x1b[97;2;65u", "A", "A"),
        ("\x1b[49;2;33u", "exclamation_mark", "!"),
        ("\x1b[47;2;63u", "question_mark", "?"),
        ("\x1b[1092;;1092u", "ф", "ф"),
        # Without its text, Shift makes the letter large
        ("\x1b[97;2u", "A", "A"),
        ("\x1b[49:33;2u", "exclamation_mark", "!"),
        ("\x1b[49;2u", "shift+1", None),
        # Alt that has made another character is no modifier any more
        ("\x1b[111;3;248u", "ø", "ø"),
        ("\x1b[111;3u", "alt+o", None),
        # The locks are no modifiers
        ("\x1b[97;65;65u", "A", "A"),
        ("\x1b[97;129u", "a", "a"),
        ("\x1b[1;129A", "up", None),
        # A press and a repetition are keys
        ("\x1b[97;1:1u", "a", "a"),
        ("\x1b[97;1:2u", "a", "a"),
        # Keys with names
        ("\x1b[27u", "escape", "\x1b"),
        ("\x1b[13u", "enter", "\r"),
        ("\x1b[13;2u", "shift+enter", None),
        ("\x1b[9;2u", "shift+tab", None),
        ("\x1b[127u", "backspace", "\x7f"),
        ("\x1b[32u", "space", " "),
        ("\x1b[32;;32u", "space", " "),
        ("\x1b[32;2;32u", "shift+space", " "),
        ("\x1b[A", "up", None),
        ("\x1b[1;5A", "ctrl+up", None),
        ("\x1b[3;5~", "ctrl+delete", None),
        ("\x1b[24~", "f12", None),
        ("\x1b[15;2~", "shift+f5", None),
        # The keypad
        ("\x1b[57400u", "1", "1"),
        ("\x1b[57400;129;49u", "1", "1"),
        ("\x1b[57413;;43u", "plus", "+"),
        ("\x1b[57414u", "enter", "\r"),
        ("\x1b[57419u", "up", None),
    ],
)
def test_a_key(sequence: str, key: str, character: str | None) -> None:
    keys = parse_key(sequence)
    assert keys is not None
    assert [(each.key, each.character) for each in keys] == [(key, character)]


def test_a_text_of_several_characters_is_a_key_each() -> None:
    assert [key.character for key in parse_key("\x1b[97;;101:769u") or []] == ["e", "\u0301"]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[97;1:3u",  # a release
        "\x1b[57441u",  # Shift alone
        "\x1b[57439u",  # a volume key
        "\x1b[u",
        "\x1b[1114112u",
        "\x1b[55296u",  # half of a pair of codes, which no file could hold
        "\x1b[97;;1114112u",
        "\x1b[97;;27u",
    ],
)
def test_what_is_no_key_is_none(sequence: str) -> None:
    assert parse_key(sequence) == []


@pytest.mark.parametrize("sequence", ["a", "\x1b[<0;1;1M", "\x1b[Z", "\x1b[99999999999u", "\x1b[?62;22c"])
def test_other_sequences_are_left_to_others(sequence: str) -> None:
    assert parse_key(sequence) is None


def test_characters_have_the_names_that_textual_binds_them_by() -> None:
    for code in range(0x20, 0x3000):
        assert key_name(chr(code)) == _character_to_key(chr(code)), hex(code)


def test_alt_with_a_letter() -> None:
    assert [typed_key(each, alt=True).key for each in "xX?"] == ["alt+x", "alt+shift+x", "question_mark"]
