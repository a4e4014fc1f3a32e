"""ASCII for everything that we write beyond it: one table for drawings, texts and keys."""

import unicodedata

#: What is drawn instead of a sign, one column for one column.
SIGNS = dict(
    zip(
        "─│┌┐└┘├┤┬┴┼═║╔╗╚╝╭╮╰╯━┃╌┄▸▾▴◂●○◆◇■□▪▫·•…—–×✓→←↑↓↖↗↘↙▲▼◀▶█▓▒░▁▂▃▄▅▆▇▀▌▐▏▕▍▎†★☆⏎«»“”„‘’◉◎⌂✕−±\u00a0",
        "-|+++++++++=|++++++++-|--" + ">v^<" + "*o*o" + "#o#o" + "..~" + "--xv" + "><^v" + "\\/\\/" + "^v<>"
        "##:." + "______#" + "^||||!:" + "+**" + "<" + '<>"""' + "''" + "sdOx" + "-~ ",
        strict=True,
    )
)
#: Longer likenesses for texts, where a sign may become several characters.
_IN_WORDS = str.maketrans(
    {**SIGNS, "·": "-", "…": "...", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "•": "*", "±": "+-"}
)

_KEYS = {"⏎": "Enter", "↑↓": "Up/Down", "←→": "Left/Right"}


def ascii_char(char: str) -> str:
    """Return the ASCII character for a sign of one column: its likeness, its base letter, or a question mark."""
    plain = SIGNS.get(char[:1], char)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain[:1])[:1]
    return plain if plain.isascii() else "?"


def ascii_text(text: str) -> str:
    """Return a text in ASCII; letters lose their marks, and a sign without a likeness becomes a question mark."""
    if text.isascii():
        return text
    bare = unicodedata.normalize("NFKD", text.translate(_IN_WORDS))
    return "".join(c for c in bare if not unicodedata.combining(c)).encode("ascii", "replace").decode()


def ascii_key(shown: str) -> str:
    """Return the name of a key as people write it."""
    for sign_, name in _KEYS.items():
        shown = shown.replace(sign_, name)
    return shown
