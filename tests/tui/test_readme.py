"""The README's table of keys is made of the commands."""

from tests.conftest import ROOT
from tui import commands


def test_the_keys_in_the_readme_are_those_of_the_program() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    written = text.partition("<!-- keys -->")[2].partition("<!-- /keys -->")[0].strip()
    assert written == commands.markdown_table(commands.PLAY + commands.APP)


def test_no_key_has_two_meanings_on_one_screen() -> None:
    for table in (commands.PLAY, commands.REPLAY, commands.APP):
        keys = [key for command in (*table, *commands.APP) for key in command.keys.split(",")]
        if table is commands.APP:
            keys = keys[: len(keys) // 2]
        assert sorted(keys) == sorted(set(keys))
