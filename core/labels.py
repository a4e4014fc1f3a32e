"""`Labels`, a game's words for the ids that are stored in files."""

import msgspec


class Labels(msgspec.Struct, frozen=True):
    """A game's words for stored ids. Ids never change; one without a label, as in a forged file, is shown as it is."""

    #: Sources of points, and the kinds of goal cards that pay into one.
    sources: dict[str, str] = {}
    #: Titles of the solo game.
    titles: dict[str, str] = {}
    #: Features of the evaluator: what stands behind "more" or "fewer" in a reason, or both phrases in full.
    features: dict[str, str | tuple[str, str]] = {}

    def source(self, name: str) -> str:
        return self.sources.get(name, name)

    def title(self, name: str) -> str:
        return self.titles.get(name, name)

    def difference(self, name: str, more: bool) -> str:
        """Return more or less of a feature: "more offices", "fewer offices", "a faster ship"."""
        label = self.features.get(name, name)
        if not isinstance(label, str):
            return label[0] if more else label[1]
        if more:
            return f"more {label}"
        return f"{'fewer' if label.partition(' ')[0].endswith('s') else 'less'} {label}"
