"""Writes the man pages anew, from the commands: `make generated`. One page a command, in `man/`.

They are stored, because whoever builds the packages has nothing installed that the commands need.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from core import __version__
from tests.conftest import ROOT
from tui.cli.exit_codes import FAILED, INTERRUPTED, USAGE_ERROR
from tui.cli.main import EXAMPLES, samovar

FOLDER = ROOT / "man"

_ENVIRONMENT = {
    "SAMOVAR_HOME": "A folder for everything that is stored, instead of the folders of the platform.",
    "SAMOVAR_CLUB": "The address of the club: sqlite:///FILE or postgresql://USER@HOST/NAME.",
    "NO_COLOR": "If it is set, no colours are used.",
    "TERM": "What the terminal can do. Where it is dumb, only plain lines are possible (--plain).",
}
_EXIT = {
    0: "All is well.",
    FAILED: "Something could not be done, such as writing a file. For samovar club list --mine: it is not your turn.",
    USAGE_ERROR: "The words of the command are wrong, or there is no terminal; one sentence says what to do.",
    INTERRUPTED: "Interrupted.",
}
_FILES = (
    "samovar where prints where matches, settings and everything else are stored. Uninstalling leaves them there; to"
    " be rid of them, delete those folders."
)


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    context = click.Context(samovar, info_name="samovar", **samovar.context_settings)
    return {f"{name.replace(' ', '-')}.1": page for name, page in _pages_of(samovar, context)}


def _pages_of(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    yield context.command_path, _page(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            if not below.hidden:
                yield from _pages_of(below, click.Context(below, info_name=name, parent=context))


def _page(command: click.Command, context: click.Context) -> str:
    path = context.command_path
    name = path.replace(" ", "-")
    told = (command.help or "").split("\n\n")
    lines = [f'.TH "{_escape(name.upper())}" "1" "" "Samovar {__version__}" "Samovar"', ".SH NAME"]
    lines.append(f"{_escape(name)} \\- {_escape(_one_line(told[0]).rstrip('.'))}")
    lines += [".SH SYNOPSIS", f".B {_escape(path)}", _escape(" ".join(command.collect_usage_pieces(context)))]
    lines += [".SH DESCRIPTION", *_paragraphs(told)]
    if options := [record for p in command.get_params(context) if (record := p.get_help_record(context))]:
        lines += [".SH OPTIONS", *_items(options)]
    if isinstance(command, click.Group):
        lines += [".SH COMMANDS", *_items(_commands(command, context))]
    if context.parent is None:
        lines += _about_all()
    else:
        above = context.parent.command_path.replace(" ", "-")
        lines += [".SH SEE ALSO", f".BR {_escape(above)} (1)"]
    return "\n".join(lines) + "\n"


def _about_all() -> list[str]:
    """What the page of `samovar` itself has more."""
    return [
        *(".SH EXAMPLES", *_items([(f"samovar {words}", told) for words, told in EXAMPLES])),
        *(".SH ENVIRONMENT", *_items(list(_ENVIRONMENT.items()))),
        *(".SH FILES", _escape(_FILES)),
        *(".SH EXIT STATUS", *_items([(str(code), meaning) for code, meaning in _EXIT.items()])),
    ]


def _commands(group: click.Group, context: click.Context) -> list[tuple[str, str]]:
    found = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    return [
        (name, _one_line((command.help or "").split("\n\n")[0]))
        for name, command in found
        if command is not None and not command.hidden
    ]


def _paragraphs(texts: list[str]) -> list[str]:
    told = [_escape(_one_line(text)) for text in texts]
    return [line for text in told for line in (".PP", text)][1:]


def _items(items: list[tuple[str, str]]) -> list[str]:
    return [line for term, told in items for line in (".TP", f".B {_escape(term)}", _escape(_one_line(told)))]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _escape(text: str) -> str:
    """Write text so that roff takes no character of it for its own, in characters that every roff reads."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("’", "'")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    written = pages()
    for path in folder.glob("*.1"):
        if path.name not in written:
            path.unlink()
    for name, page in written.items():
        (folder / name).write_text(page, "utf-8")


if __name__ == "__main__":
    main()
