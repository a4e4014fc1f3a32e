"""The words of a game for the ids that stand in files."""

import msgspec


class Labels(msgspec.Struct, frozen=True):
    """What people read for an id. Ids never change; an id without a label, as in a forged file, is shown as it is."""

    #: Sources of points, and the kinds of goal cards that pay into one.
    sources: dict[str, str] = {}
    #: Titles of the solo game.
    titles: dict[str, str] = {}
    #: What the judge counts: it stands behind "more" or "fewer" in a reason.
    features: dict[str, str] = {}

    def source(self, name: str) -> str:
        return self.sources.get(name, name)

    def title(self, name: str) -> str:
        return self.titles.get(name, name)

    def feature(self, name: str) -> str:
        return self.features.get(name, name)
