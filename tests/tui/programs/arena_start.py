"""The arena with processes that are started anew, not copied: `python arena_start.py spawn|forkserver`.

This is the default on some systems, and on newer Pythons.
"""

import multiprocessing
import sys

from tui.cli.main import main

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    main(["arena", "mezen", "--seats", "novice,random", "--games", "2", "--jobs", "2"])
