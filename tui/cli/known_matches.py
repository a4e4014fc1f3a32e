"""The matches of the player, as words with which a shell can complete an argument or an option."""

import click
from click.shell_completion import CompletionItem

from saves.match_store import MatchStore
from tui.cli.known_words import Words
from tui.cli.start import services_of


def complete_match(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    """The matches by their files, the newest first."""
    return [
        CompletionItem(entry.slug, help=entry.head.players if entry.head is not None else None)
        for entry in MatchStore(services_of(ctx).paths).entries()
        if entry.slug.startswith(begun)
    ]


def complete_match_or_file(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    return complete_match(ctx, param, begun) or [CompletionItem(begun, "file")]


def complete_match_before_move(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    """NAME:MOVE, as far as the name."""
    return [CompletionItem(f"{match.value}:", help=match.help) for match in complete_match(ctx, param, begun)]
