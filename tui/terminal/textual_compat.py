"""Closed screens are let go with all that they drew."""

from functools import cache, lru_cache, partial

from textual._styles_cache import StylesCache


@cache
def patch_styles_cache_leak() -> None:
    """Mend, once a process, what makes Textual hold on to the rows that its last thousand widgets drew.

    It remembers the colours behind a widget by the colours asked about and by the widget's rows, with which they have
    nothing to do (their place in the method is called `cls`). That was half a megabyte a match.
    """
    colours = partial(StylesCache.get_inner_outer.__wrapped__, StylesCache)
    StylesCache.get_inner_outer = staticmethod(lru_cache(maxsize=1024)(colours))  # type: ignore[assignment,method-assign]
