"""Explain the words of a game that stand in a text."""

import re

from core.game import Game
from saves.sanitize import closest_word, one_line


def explain_terms(game: Game, text: str) -> list[str]:
    """Return the glossary entries for the words in a text, in its order; of overlapping words the longest counts."""
    glossary = game.glossary()
    if not glossary:
        return []
    # The plural counts as the same word.
    known = {form.casefold(): term for term in glossary for form in (term, re.sub("y$", "ie", term))}
    forms = sorted(known, key=len, reverse=True)
    found = re.finditer(rf"\b({'|'.join(map(re.escape, forms))})(?:s|es)?\b", text, re.IGNORECASE)
    order = dict.fromkeys(known[match[1].casefold()] for match in found)
    return [f"{term[0].upper()}{term[1:]}: {glossary[term]}" for term in order]


def explain_word(game: Game, word: str, question: str) -> list[str]:
    """Explain a word or a component by its name; without one, all the game's words in the question."""
    if found := _things(game, word) or explain_terms(game, word or question):
        return found
    if not word:
        return ["There is no game term in this question."]
    near = closest_word(word, [*game.glossary(), *game.named_components()])
    return [f"{game.title} has no term {one_line(word, 40)!r}.{f' Did you mean {near}?' if near else ''}"]


def _things(game: Game, name: str) -> list[str]:
    """Return the texts of the components of that name, written as in a sentence or as in a notation."""
    meant = _plainly(name)
    return [told for called, told in game.named_components().items() if _plainly(called) == meant]


def _plainly(name: str) -> str:
    return re.sub(r"[^a-z]+", " ", name.casefold()).strip()
