"""The sources of the points of a match; goal cards count by the kind of card."""

import msgspec

from core.match import Match, find_move


class ScoreSource(msgspec.Struct, array_like=True, gc=False):
    """The points by seat from one source, and the number of goal cards that paid them; 0 where no card does."""

    points: list[int]
    cards: int = 0


def score_sources(match: Match) -> dict[str, ScoreSource]:
    """Return every source of points by its id. A card that pays at two places, as in Gzhel, counts twice."""
    state = match.state_at(0)
    found = {name: ScoreSource(list(points)) for name, points in state.breakdown().items()}
    if not state.goal_kinds():
        return {name: ScoreSource(list(points)) for name, points in match.state.breakdown().items()}
    for entry in match.log:
        before, kinds, round_ = state.breakdown(), state.goal_kinds(), state.round
        state.play(find_move(match.game, state, entry.notation))
        after = state.breakdown()
        for name, points in after.items():
            gained = [now - then for now, then in zip(points, before[name], strict=True)]
            source = found.setdefault(kinds.get(name, name), ScoreSource([0] * len(points)))
            source.points = [one + more for one, more in zip(source.points, gained, strict=True)]
        if state.round != round_ or state.actor is None:
            for kind in kinds.values():
                found[kind].cards += 1
    return {name: source for name, source in found.items() if source.cards or any(source.points)}
