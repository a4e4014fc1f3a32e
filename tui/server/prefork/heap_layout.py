"""Fill the allocator's free lists before the first fork.

A child's new objects then share pages and copy fewer of the parent's. Python and the C library reuse gaps between live
objects. A child that got such a gap would write into a page that it shares with all others, and own a copy of the whole
page from then on: SQLite alone asks for hundreds of small pieces. Without gaps, they all come from fresh pages. A gap
that is not found only costs memory.
"""

import ctypes
import platform

#: The sizes of Python's small pieces, in bytes, as `bytes` can have them, and what `bytes` needs for itself.
_SMALL, _FRAME = range(48, 513, 16), 34
#: So many bytes side by side are a fresh pool, not gaps: most of a pool.
_IN_A_ROW = 15_000
#: The sizes of the C library's gaps: large ones first, since small pieces would be cut from them.
_LARGE = (*range(65536, 1024, -1024), *range(1024, 16, -16))
#: What fits into no gap comes from the heap's fresh end.
_BEYOND_GAPS = 120_000
#: The C library's parameter for the number of heaps: otherwise every thread of a guest would begin one of its own.
_ARENAS = -8
#: More gaps of one size than this are left alone.
_MOST = 50_000

_filling: list[bytes] = []


def fill_free_lists() -> None:
    """Allocate every gap, and never free it."""
    if platform.libc_ver()[0] == "glibc":
        _fill_heap()
    for size in _SMALL:
        _fill_pools(size)


def _fill_pools(size: int) -> None:
    """Fill Python's pools of one size; a new pool is handed out from its beginning to its end."""
    before = row = 0
    for _ in range(_MOST):
        piece = bytes(size - _FRAME)
        _filling.append(piece)
        row = row + size if id(piece) == before + size else 0
        if row > _IN_A_ROW:
            return
        before = id(piece)


def _fill_heap() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, (ctypes.c_size_t,)
    library.free.argtypes = (ctypes.c_void_p,)
    library.mallopt(_ARENAS, 1)
    library.malloc_trim(0)  # gaps side by side become one
    end = library.malloc(_BEYOND_GAPS)
    for size in _LARGE:
        for _ in range(_MOST):
            piece = library.malloc(size)
            if piece is None or piece > end:
                library.free(piece)
                break
    library.free(end)
