"""Samovar on a Textual that calls one of its names otherwise, as a later version might: NAME, then samovar's words.

Every module of Textual that has the name is compiled with another one in its place, so that Textual itself still works.
"""

import re
import sys
from importlib.abc import SourceLoader
from importlib.machinery import PathFinder, SourceFileLoader
from types import CodeType
from typing import Any


class RenamingLoader(SourceFileLoader):
    """The loader of a module in which a name is replaced."""

    name_gone = re.compile("")

    def get_code(self, fullname: str) -> CodeType | None:
        source = self.get_data(self.path).decode()
        if not self.name_gone.search(source):
            return super().get_code(fullname)
        renamed = self.name_gone.sub(lambda found: f"{found[0]}_of_a_later_version", source)
        return SourceLoader.source_to_code(self, renamed.encode(), self.path)


class RenamingFinder(PathFinder):
    """The finder of Textual's modules."""

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        spec = super().find_spec(fullname, path, target) if fullname.split(".")[0] == "textual" else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = RenamingLoader(fullname, spec.loader.path)
        return spec


def rename_in_textual(name: str) -> None:
    """Have every module of Textual that is imported from now on use another name; modules of that name keep it."""
    RenamingLoader.name_gone = re.compile(rf"(?<!textual\.)(?<!drivers\.)\b{re.escape(name)}\b")
    sys.meta_path.insert(0, RenamingFinder)


if __name__ == "__main__":
    rename_in_textual(sys.argv.pop(1))

    # Only now: Textual must not be loaded before.
    from tui.cli.main import main

    main()
