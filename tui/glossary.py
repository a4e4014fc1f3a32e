"""The words that only a game uses, explained where they stand."""

import re

from core.game import Game


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
