"""Writes the table of keys in docs/settings.md anew, from the commands: `make generated`."""

from tests.conftest import ROOT
from tui.commands import KeyCommand, all_commands, tables_of_commands

DOCUMENT = ROOT / "docs" / "settings.md"
BEGIN, END = "<!-- keys -->\n", "<!-- /keys -->\n"


def key_table() -> str:
    """Every word of the settings file, with the usual keys of its commands and what they do."""
    ordered = dict.fromkeys(command for commands in tables_of_commands() for command in commands)
    assert set(ordered) == all_commands()
    by_word: dict[str, list[KeyCommand]] = {}
    for command in ordered:
        by_word.setdefault(command.word, []).append(command)
    rows = [_row(word, commands) for word, commands in sorted(by_word.items())]
    return "\n".join(["| word | usual key | what it does |", "|---|---|---|", *rows, ""])


def _row(word: str, commands: list[KeyCommand]) -> str:
    keys = " ".join(f"`{shown}`" for shown in dict.fromkeys(command.shown for command in commands))
    told = "; ".join(dict.fromkeys(command.help for command in commands[:3]))
    return f"| `{word}` | {keys} | {told} |"


def main() -> None:
    before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    DOCUMENT.write_text(f"{before}{BEGIN}{key_table()}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
