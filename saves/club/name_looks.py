"""How the names of members look, so that no two are taken for each other and none is invisible."""

import unicodedata

#: Letters of other scripts that look like Latin ones, in the case in which they do.
_LATIN_LOOKS = str.maketrans(
    # Cyrillic
    "аеорсухіјѕѵһԁԛԝӏкгпиьАВЕЅІЈКМНОРСТУХҮԚԜѴ"
    # Greek
    "αικνορυχγωηϲΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ",
    "aeopcyxijsvhdqwlkrnubABESIJKMHOPCTYXYQWV" + "aikvopuxywncABEZHIKMNOPTYXC",
)  # fmt: skip
_TRANSLATED = frozenset(_LATIN_LOOKS)

#: Letters that are shown as nothing: Unicode's default ignorable code points.
_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


def has_ignorable(text: str) -> bool:
    """Whether some letter of this text is not shown at all."""
    return any(first <= ord(letter) <= last for letter in text for first, last in _IGNORABLE)


def look_of(name: str) -> str:
    """Return what a name looks like: its Latin look if all of its letters have one, else the name without case."""
    plain = unicodedata.normalize("NFKC", name)
    letters = [letter for letter in plain if letter.isalpha() and not letter.isascii()]
    if letters and all(ord(letter) in _TRANSLATED for letter in letters):
        plain = plain.translate(_LATIN_LOOKS)
    return plain.casefold()


def with_few_marks(text: str, most: int) -> str:
    """Return the text with at most so many combining marks on a letter: more would cover the lines above and below."""
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= most:
            kept.append(letter)
    return "".join(kept)
