"""The words that only a game uses, explained where they stand."""

import re

from core.game import Game
from saves.words import nearest, one_line


def explained(game: Game, text: str) -> list[str]:
    """What the words of the game in a text mean, in the order in which they come; the longer word is meant."""
    glossary = game.glossary()
    if not glossary:
        return []
    terms = sorted(glossary, key=len, reverse=True)
    # A plural is the same word.
    found = re.finditer(rf"\b({'|'.join(map(re.escape, terms))})(?:s|es)?\b", text, re.IGNORECASE)
    known = {term.casefold(): term for term in terms}
    order = dict.fromkeys(known[match[1].casefold()] for match in found)
    return [f"{term[0].upper()}{term[1:]}: {glossary[term]}" for term in order]


def what(game: Game, word: str, question: str) -> list[str]:
    """What a word means that somebody asks about; without one, what all those in the question mean."""
    if found := explained(game, word or question):
        return found
    if not word:
        return ["No word in this question is the game's own."]
    near = nearest(word, list(game.glossary()))
    return [f"{game.title} has no word {one_line(word, 40)!r} of its own.{f' Did you mean {near}?' if near else ''}"]
