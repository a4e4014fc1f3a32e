"""The headings of a game's rules."""

import re


def headings(rules: str) -> list[str]:
    """Return every heading below the title, in order; text in a fence does not count."""
    text = re.sub(r"^```.*?^```$", "", rules, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)[1:]
