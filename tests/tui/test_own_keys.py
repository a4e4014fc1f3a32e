"""Keys of one's own: they do what the settings file says, are shown everywhere, and are checked for clashes."""

import re
from pathlib import Path

import msgspec
import pytest

from core import registry
from core.lessons.course import load
from saves import settings
from saves.paths import DataPaths
from tests.tui.key_words import BEGIN, DOCUMENT, END, key_table
from tests.tui.pilots import mezen, table
from themes import MODES
from tui import commands
from tui.own_keys import FIXED, OwnKeys, read_own_keys, words, written


def choose_keys(**keys: str) -> None:
    path = DataPaths.for_player().settings
    assert (
        settings.save(path, settings.Settings(keys={word.replace("_", "-"): key for word, key in keys.items()})) == ""
    )


async def test_an_own_key_does_what_the_usual_one_did_and_that_one_nothing() -> None:
    choose_keys(undo="z", others="y")
    async with table(mezen()) as at:
        await at.press("enter")
        played = len(at.session.match.log)
        assert played
        await at.press("u")
        assert len(at.session.match.log) == played
        assert "u does nothing here" in at.text()
        await at.press("z")
        assert len(at.session.match.log) < played


async def test_two_keys_change_places() -> None:
    choose_keys(log="i", inspect="g")
    async with table(mezen()) as at:
        await at.press("enter", "i")
        assert type(at.screen).__name__ == "LogDialog"
        await at.press("escape", "g")
        assert type(at.screen).__name__ == "MessageDialog"


async def test_arrows_stay_beside_own_letters() -> None:
    choose_keys(down="ы", up="ц")
    async with table() as at:
        await at.press("ctrl+t")
        start = at.screen.cursor
        for down, up in (("ы", "ц"), ("down", "up")):
            await at.press(down)
            assert at.screen.cursor != start
            await at.press(up)
            assert at.screen.cursor == start
        await at.press("j")
        assert at.screen.cursor == start


async def test_bars_help_and_sentences_show_own_keys() -> None:
    choose_keys(undo="z", rules="R", up="y", fill_in="Y", settings="F9", daily_deal="ctrl+g")
    async with table() as at:
        assert "F9 settings" in at.text() and "Ctrl+G daily" in at.text() and "R rules" in at.text()
        await at.press("f1")
        told = at.screen._text
        assert "F9\tSettings" in told and "Ctrl+G\tToday's" in told and "↑ y\t" in told
    async with table(mezen()) as at:
        await at.press("enter")
        assert "z undo" in at.text() and "bridge" in at.text()
        while "bridge" in at.text():
            await at.press("enter")
        assert "Y fill in" in at.text() and "Y fills them in" in at.text()
        assert "f fills" not in at.text()
        await at.press("Y")
        await at.press("f1")
        assert "z\tUndo your last move" in at.screen._text


async def test_lessons_name_own_keys() -> None:
    choose_keys(missions="y")
    game = registry.get_game("novgorod")
    lesson = next(each for each in load(game).lessons if each.name == "privileges")
    async with table() as at:
        at.app.navigation.start_lesson(game, lesson)
        await at.pilot.pause()
        for _ in range(40):
            if "y goes to one" in at.text():
                return
            await at.press("enter")
        raise AssertionError(at.text())


async def test_dialogs_have_own_keys_but_not_where_letters_are_text() -> None:
    choose_keys(down="y", palette="ctrl+g")
    async with table(mezen()) as at:
        await at.press("escape", "y", "y")
        assert at.screen._at == 2
        await at.press("escape", "ctrl+g", "y")
        assert "y_" in at.text()


WRONG = {
    ("undo", "r"): "r would be both undo and redo.",
    ("settings", "Ctrl+P"): "Ctrl+P would be both settings and palette.",
    ("undo", "e"): "e would be both go-on and undo.",  # in Gzhel
    ("undoo", "z"): "there is no command 'undoo'; did you mean undo?",
    ("undo", "5"): "the digits are the choices of the games.",
    ("undo", "Enter"): "Enter always means the same.",
    ("undo", "F1"): "F1 always means the same.",
    ("undo", "xx"): "'xx' is no key; a key is one character, F2 to F12, or Ctrl+ with a letter.",
    ("undo", ""): "'' is no key; a key is one character, F2 to F12, or Ctrl+ with a letter.",
}


@pytest.mark.parametrize(("word", "key"), WRONG)
def test_wrong_keys_are_told_in_one_sentence_and_none_is_used(word: str, key: str) -> None:
    own, told = read_own_keys({"tip": "y", word: key})
    assert told == f"Your own keys are not used: {WRONG[word, key]}"
    assert not own


async def test_wrong_keys_are_told_on_the_first_screen() -> None:
    choose_keys(undo="r")
    async with table() as at:
        assert "Your own keys are not used: r would be both undo and redo." in " ".join(at.text().split())


def test_no_command_has_the_word_of_another_one_on_its_screen() -> None:
    for table_ in commands.tables_of_commands():
        named: dict[str, str] = {}
        for command in (*table_, *commands.APP):
            name = command.name.removeprefix("app.")
            assert named.setdefault(command.word, name) == name, command


def test_every_word_takes_a_key_that_nothing_else_has() -> None:
    for word in words():
        own, told = read_own_keys({word: "ж"})
        assert told == "", word
        for command in commands.all_commands():
            assert ("ж" in own.keys_of(command)) == (command.word == word)


def test_keys_that_always_mean_the_same_stay() -> None:
    own = OwnKeys(dict.fromkeys(words(), "ж"))
    for command in commands.all_commands():
        assert {*command.keys.split(",")} & FIXED <= {*own.keys_of(command)}


def test_a_key_is_written_as_it_is_read() -> None:
    for key in ("z", "Z", "=", "F9", "Ctrl+G", "!", "ß", "Insert"):
        own, told = read_own_keys({"who": key})
        assert told == ""
        assert [written(own.key_of(c)) for c in commands.CLUB_MATCH if c.word == "who"] == [key]


def test_the_document_has_every_setting_and_every_word(tmp_path: Path) -> None:
    """`make generated` writes the table of keys anew."""
    text = DOCUMENT.read_text("utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0] == key_table()
    named = [line.split("`")[1] for line in text.partition("## ")[0].splitlines() if line.startswith("| `")]
    assert sorted(named) == sorted(field.name for field in msgspec.structs.fields(settings.Settings))
    told = {
        line.split("`")[1]: line.split(" | ")[1].partition(";")[0]
        for line in text.splitlines()
        if line.startswith("| `")
    }
    assert re.findall("`(.+?)`", told["theme"]) == list(MODES)
    assert re.findall("`(.+?)`", told["pace"]) == list(settings.PACES)
    for block in text.split("\n\n"):
        if block.strip().startswith('"keys":'):
            _, trouble = read_own_keys(msgspec.json.decode("{" + block.strip() + "}")["keys"])
            assert trouble == ""
