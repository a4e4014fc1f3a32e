"""Textual's undocumented names that are changed here: the cache that kept the rows of closed screens in memory."""

from functools import cache, lru_cache, partial

from textual._styles_cache import StylesCache


@cache
def patch_styles_cache_leak() -> None:
    """Patch, once a process, a cache that makes Textual keep the rows that its last thousand widgets drew.

    It caches the colours behind a widget not only by the colours asked for, but also by the widget's rows, on which
    they do not depend (the method calls that argument `cls`). That was half a megabyte a match.
    """
    colours = partial(StylesCache.get_inner_outer.__wrapped__, StylesCache)
    StylesCache.get_inner_outer = staticmethod(lru_cache(maxsize=1024)(colours))  # type: ignore[assignment,method-assign]
