"""Every id that is stored has a label, no two of a game have the same, and no label is without an id."""

import re
from collections.abc import Iterator

import pytest

from core import registry
from core.bots.baseline import baseline
from core.game import OptionValue, State
from core.games.gzhel.components import CARDS
from core.games.mezen.components import GOALS
from core.labels import Labels
from core.lessons.course import load
from core.match import Match, Seat
from core.puzzles.book import load_book
from core.rng import Rng
from core.turn_reasons import OTHERS, Difference, reason_text
from tests.game_facts import FIVE

#: Tables at which sources of points are paid that the usual ones do not have.
VARIANTS: dict[str, list[tuple[int, dict[str, OptionValue]]]] = {
    "mazaytsy": [(4, {"teams": True}), (4, {"rounds": 9})],
    "novgorod": [(2, {"special": True})],
}
#: The kinds of cards in the boxes.
KINDS = {"mezen": {goal.kind for goal in GOALS}, "gzhel": {card.kind for card in CARDS}}


def positions(name: str) -> Iterator[State]:
    """The positions of random games at several tables."""
    game = registry.get_game(name)
    for players, options in [(game.player_counts[-1], {}), (game.player_counts[0], {}), *VARIANTS.get(name, [])]:
        match, rng = Match.new(game, [Seat(f"Player {n}") for n in range(players)], options, 3), Rng(players)
        while not match.is_over:
            match.play(rng.choice(list(match.legal_moves)))
            yield match.state


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_sources_of_points_and_kinds_of_cards_have_labels_and_labels_have_them(name: str) -> None:
    sources, kinds = set[str](), set[str]()
    for state in positions(name):
        sources.update(state.breakdown())
        kinds.update(state.goal_kinds().values())
    in_the_box = {kind.replace("_", "-") for kind in KINDS.get(name, set())}
    assert kinds <= in_the_box | sources
    assert sources | in_the_box == set(registry.get_game(name).labels().sources)


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_titles_have_labels_in_their_order(name: str) -> None:
    game = registry.get_game(name)
    assert [title for _, title in game.titles()] == list(game.labels().titles)


@pytest.mark.parametrize("name", ["mezen", "gzhel"])
def test_the_title_of_a_game_alone_is_one_of_them(name: str) -> None:
    match, rng = Match.new(registry.get_game(name), [Seat("Anna")], {}, 3), Rng(3)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    title = match.state.solo_title()
    assert title in match.game.labels().titles
    assert match.game.labels().title(title) in match.state.outcome_text()


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_what_judges_count_has_labels(name: str) -> None:
    game = registry.get_game(name)
    evaluator = game.evaluator()
    judges = [evaluator, evaluator.for_adept(), *evaluator.variants(), *evaluator.reviewers()]
    assert {feature for each in judges for feature in each.weights} == set(game.labels().features)
    assert OTHERS not in game.labels().features


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_ids_are_words_with_hyphens_and_labels_tell_them_apart(name: str) -> None:
    labels = registry.get_game(name).labels()
    phrases = {name: (labels.difference(name, True), labels.difference(name, False)) for name in labels.features}
    assert all(more != less for more, less in phrases.values())
    more, less = ({name: told[which] for name, told in phrases.items()} for which in (0, 1))
    for family in (labels.sources, labels.titles, more, less):
        assert all(re.fullmatch("[a-z]+(-[a-z]+)*", each) for each in family)
        assert len(set(family.values())) == len(family)
        assert all(label.isprintable() and label for label in family.values())


@pytest.mark.parametrize("name", registry.GAME_NAMES)
def test_what_is_shipped_by_id_has_a_label(name: str) -> None:
    game = registry.get_game(name)
    labels = game.labels()
    assert set(load(game).sources) <= set(labels.sources)
    for at in baseline(name).tables.values():
        assert at.sources
        assert {*at.sources, *at.cards} <= set(labels.sources)
    puzzles = load_book(game)
    if puzzles is None:
        assert name not in FIVE, "its puzzles are gone"
        return
    told = {each.feature for puzzle in puzzles.puzzles for each in puzzle.reason}
    assert told
    assert told <= {*labels.features, OTHERS}


def test_what_has_no_label_is_shown_as_it_is() -> None:
    labels = Labels({"a": "letters"}, {"b": "Baron"}, {"c": "coins"})
    assert [labels.source("a"), labels.title("b"), labels.difference("c", True)] == ["letters", "Baron", "more coins"]
    assert [labels.source("b"), labels.title("c"), labels.difference("a", True)] == ["b", "c", "more a"]


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ((), ""),
        ((Difference("coin", True, True),), "more coins"),
        ((Difference("coin", False, True),), "fewer coins"),
        ((Difference("gold", False, False),), "less gold of kings"),
        ((Difference("coin", False, False), Difference("gold", True, True)), "more gold of kings, but fewer coins"),
        ((Difference(OTHERS, False, True), Difference("coin", True, True)), "less for the others and more coins"),
        ((Difference("mist", True, True), Difference(OTHERS, True, False)), "more mist, but more for the others"),
        ((Difference("ship", True, True), Difference("ship", False, False)), "a faster ship, but a slower ship"),
    ],
)
def test_a_reason_in_words(reason: tuple[Difference, ...], text: str) -> None:
    labels = Labels(features={"coin": "coins", "gold": "gold of kings", "ship": ("a faster ship", "a slower ship")})
    assert reason_text(labels, reason) == text
