"""The chapters of a game's rules."""

import re


def headings(rules: str) -> list[str]:
    """Every heading below the title, in its order; what stands in a fence is none."""
    text = re.sub(r"^```.*?^```$", "", rules, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)[1:]
