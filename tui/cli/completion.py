"""`samovar completion SHELL`: what makes a shell complete our commands, and the words that it asks us for.

The script of a shell (`tui/cli/completions/`) calls `samovar completion --line` with the line up to the cursor. Each
line of the answer is a word, and after a tab what it means; exit code 3 says that the name of a file is wanted.
"""

from pathlib import Path

import click
from click.shell_completion import CompletionItem, ShellComplete, split_arg_string

from saves.sanitize import unknown_text

SHELLS = ("bash", "zsh", "fish")
_FILE_IS_WANTED = 3
_SCRIPTS = Path(__file__).with_name("completions")


def _complete_shell(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    return [shell for shell in SHELLS if shell.startswith(begun)]


@click.command()
@click.argument("shell", required=False, shell_complete=_complete_shell)
@click.option("--line", hidden=True, help="Print the words that can follow in this line.")
@click.pass_context
def completion(ctx: click.Context, shell: str | None, line: str | None) -> int:
    """Print what makes SHELL complete commands: bash, zsh or fish.

    For this session: eval "$(samovar completion bash)", or: samovar completion fish | source
    """
    if line is not None:
        return _print_words(ctx, line)
    if shell is None:
        raise click.UsageError(f"Which shell? There are {', '.join(SHELLS)}.")
    if shell not in SHELLS:
        raise click.UsageError(unknown_text("completion for", shell, list(SHELLS)))
    click.echo((_SCRIPTS / f"samovar.{shell}").read_text("utf-8"), nl=False)
    return 0


def _print_words(ctx: click.Context, line: str) -> int:
    words = complete_line(ctx.find_root().command, line)
    if any(word.type != "plain" for word in words):
        return _FILE_IS_WANTED
    for word in words:
        click.echo(f"{word.value}\t{word.help}" if word.help else word.value)
    return 0


def complete_line(command: click.Command, line: str) -> "list[CompletionItem[str]]":
    """Return the words with which the last word of a line, begun or not, can go on."""
    words = split_arg_string(line)[1:]
    begun = words.pop() if words and not line[-1:].isspace() else ""
    try:
        found = ShellComplete(command, {}, "samovar", "").get_completions(words, begun)
    except click.UsageError:  # there is no such command
        return []
    option, equals, _ = begun.partition("=")
    if equals and option.startswith("--"):  # what is found replaces the whole word
        return [CompletionItem(f"{option}={item.value}", item.type, item.help) for item in found]
    return found
