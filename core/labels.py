"""`Labels`, a game's words for the ids that are stored in files."""

import msgspec


class Labels(msgspec.Struct, frozen=True):
    """A game's words for stored ids. Ids never change; one without a label, as in a forged file, is shown as it is."""

    #: Sources of points, and the kinds of goal cards that pay into one.
    sources: dict[str, str] = {}
    #: Titles of the solo game.
    titles: dict[str, str] = {}
    #: Features of the evaluator; a label stands behind "more" or "fewer" in a reason.
    features: dict[str, str] = {}

    def source(self, name: str) -> str:
        return self.sources.get(name, name)

    def title(self, name: str) -> str:
        return self.titles.get(name, name)

    def feature(self, name: str) -> str:
        return self.features.get(name, name)
