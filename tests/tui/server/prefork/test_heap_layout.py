"""A child's own objects share pages: the preforked parent has no gaps in its memory."""

import platform
import subprocess
import sys

from tests.conftest import ROOT

#: How many pages two hundred new pieces lie on, before and after: pieces of Python's own and of the C library.
GAPPED = """
import sys
from tui.server.prefork.heap_layout import fill_free_lists

def pages(size, many=200):
    return len({id(piece) >> 12 for piece in [bytes(size) for _ in range(many)]})

small, large = [[bytes(size) for _ in range(40_000)] for size in (100, 2000)]
del small[::40], large[::40]
print(*map(pages, (100, 2000)))
fill_free_lists()
print(*map(pages, (100, 2000)))
"""


def test_new_pieces_lie_side_by_side() -> None:
    ran = subprocess.run([sys.executable, "-c", GAPPED], cwd=ROOT, capture_output=True, text=True, check=True)
    before, after = (list(map(int, line.split())) for line in ran.stdout.splitlines())
    # 200 pieces of 144 bytes are 7 pages, 200 of 2,048 are 100; in gaps every piece lies on another page.
    assert before[0] > 100 and before[1] > 150, "there were no gaps to fill"
    assert after[0] <= 12, f"{after[0]} pages for what fits on 8"
    if platform.libc_ver()[0] == "glibc":
        assert after[1] <= 110, f"{after[1]} pages for what fits on 100"
