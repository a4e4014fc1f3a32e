"""The words with which a shell can complete an argument or an option: games, variants, lists of words.

Each function is given to click as `shell_complete`. Matches are in `tui/cli/known_matches.py`, seats in
`tui/cli/arguments.py`.
"""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from core import registry
from core.game import Game, GameOption

#: In quotes, because older versions of click have no type for it.
Words = list["CompletionItem[str]"]
CompleteWord = Callable[[click.Context, click.Parameter, str], Words]


def complete_game(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    return [
        CompletionItem(game.name, help=game.tagline) for game in registry.all_games() if game.name.startswith(begun)
    ]


def complete_option(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    """NAME=VALUE, for the variants of the game that stands before."""
    game = game_before(ctx)
    return _assignments(begun, [option for option in game.options if option.is_offered] if game else ())


def complete_habit(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    """NAME=VALUE, for the habits of the game that stands before."""
    game = game_before(ctx)
    return _assignments(begun, game.habits if game else ())


def complete_file(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    return [CompletionItem(begun, "file")]


def complete_word_of(words: Iterable[str]) -> CompleteWord:
    """Return what completes one of these words."""

    def complete(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
        return _beginning(begun, words)

    return complete


def complete_list_of(words: Iterable[str]) -> CompleteWord:
    """Return what completes the last of several of these words, with commas between them."""

    def complete(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
        before, comma, last = begun.rpartition(",")
        return [CompletionItem(f"{before}{comma}{item.value}") for item in _beginning(last, words)]

    return complete


def game_before(ctx: click.Context) -> Game | None:
    """Return the game that was named before the word."""
    # After an option without its value, click leaves the arguments unread.
    words = [ctx.params.get("game"), *ctx.args]
    return next((registry.get_game(word) for word in words if word in registry.GAME_NAMES), None)


def _assignments(begun: str, offered: Iterable[GameOption]) -> Words:
    named, equals, _ = begun.partition("=")
    if not equals:
        return [CompletionItem(f"{each.name}=", help=each.help) for each in offered if each.name.startswith(begun)]
    choices = [choice for each in offered if each.name == named for choice in each.choices]
    return _beginning(begun, [f"{named}={GameOption.format(choice)}" for choice in choices])


def _beginning(begun: str, words: Iterable[str]) -> Words:
    return [CompletionItem(word) for word in words if word.startswith(begun)]
