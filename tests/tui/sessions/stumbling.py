"""Samovar with a Mezen screen that raises an error nobody foresaw when something is inspected."""

import tui.games.mezen
from tui.cli import main


class Stumbling(tui.games.mezen.MezenScreen):
    def action_inspect(self) -> None:
        raise RuntimeError("a secret of the programmers")


tui.games.mezen.SCREEN = Stumbling

if __name__ == "__main__":
    main()
