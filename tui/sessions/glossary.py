"""The words that only a game uses, explained where they stand."""

import re

from core.game import Game
from saves.sanitize import closest_word, one_line


def explain_terms(game: Game, text: str) -> list[str]:
    """What the words of the game in a text mean, in the order in which they come; the longer word is meant."""
    glossary = game.glossary()
    if not glossary:
        return []
    # A plural is the same word.
    known = {form.casefold(): term for term in glossary for form in (term, re.sub("y$", "ie", term))}
    forms = sorted(known, key=len, reverse=True)
    found = re.finditer(rf"\b({'|'.join(map(re.escape, forms))})(?:s|es)?\b", text, re.IGNORECASE)
    order = dict.fromkeys(known[match[1].casefold()] for match in found)
    return [f"{term[0].upper()}{term[1:]}: {glossary[term]}" for term in order]


def explain_word(game: Game, word: str, question: str) -> list[str]:
    """What a word or a thing means that somebody asks about; without one, what all the words in the question mean."""
    if found := _things(game, word) or explain_terms(game, word or question):
        return found
    if not word:
        return ["No word in this question is the game's own."]
    near = closest_word(word, [*game.glossary(), *game.named_components()])
    return [f"{game.title} has no word {one_line(word, 40)!r} of its own.{f' Did you mean {near}?' if near else ''}"]


def _things(game: Game, name: str) -> list[str]:
    """What has that name, written as in a sentence or as in a notation."""
    meant = _plainly(name)
    return [told for called, told in game.named_components().items() if _plainly(called) == meant]


def _plainly(name: str) -> str:
    return re.sub(r"[^a-z]+", " ", name.casefold()).strip()
