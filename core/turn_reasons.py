"""The reason why one turn is better than another, as facts; the sentence is made when it is shown."""

import msgspec

from core.labels import Labels
from core.text import list_text

#: The feature that stands for what the other seats get.
OTHERS = "others"
#: Less of it, and more.
_OTHERS_GET = ("less for the others", "more for the others")


class Difference(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """More or less of a feature of the evaluator, and whether that is an advantage."""

    feature: str
    more: bool
    ahead: bool


#: The largest differences first.
Reason = tuple[Difference, ...]


def reason_text(labels: Labels, reason: Reason) -> str:
    """Return a reason in words: "more points next round, but fewer amulets"."""
    gains = list_text([_difference_text(labels, each) for each in reason if each.ahead], "")
    costs = list_text([_difference_text(labels, each) for each in reason if not each.ahead], "")
    return ", but ".join(text for text in (gains, costs) if text)


def _difference_text(labels: Labels, difference: Difference) -> str:
    if difference.feature == OTHERS:
        return _OTHERS_GET[difference.more]
    return labels.difference(difference.feature, difference.more)
