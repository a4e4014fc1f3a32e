"""A match in lines: questions, positions, logs, hints and results, for plain mode."""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.bots.analysis import Analysis
from core.bots.hints import compare_text, hints_used_text
from core.game import Move
from core.log_notes import note_text
from core.match import Match, Note
from core.rng import Rng
from core.text import count_text, list_text
from core.view import SeatView
from saves.guest import typed_command
from saves.match_store import MatchFile
from saves.sanitize import closest_word, one_line
from tui.plain.moves import MANY, full_lines, grouped_lines, kind_lines
from tui.sessions.news import turn_news

COMMANDS = {
    "board": "the position in words and letters",
    "board words": "the board read aloud, space by space",
    "moves": "all moves with what each gives, one per line",
    "board always": "print the board before each of your turns; board asked stops it",
    "undo": "undo your last move",
    "redo": "redo",
    "what WORD": "explain a term or a space, such as c3; what alone explains all terms of the question",
    "tip": "what a master would do, and why",
    "log": "everything that has happened",
    "rules": "the rules of this game",
    "save NAME": "name this match (it is saved after every move anyway)",
    "quit": "leave; the match is kept",
    "help": "this list",
}

HELP_IS_THERE = "Type the number or the notation of a move; help lists the commands."


def decision_lines(match: Match, seat: int) -> list[str]:
    """Return the question to a seat: heading, prompt and numbered moves; after many moves the prompt again."""
    asked, many = match.state.prompt.sentence, len(match.legal_moves)
    return [
        f"== {match.game.title}, {match.state.progress_text()}, {match.seats[seat].name}",
        asked,
        *grouped_lines(view_of(match, seat)),
        *([f"{asked} ({many} moves; moves lists them one by one)"] if many > MANY else []),
    ]


def move_lines(match: Match, seat: int) -> list[str]:
    """Return every move with its preview, a line each."""
    return full_lines(view_of(match, seat))


def typed_kind_lines(answer: str, match: Match, seat: int) -> list[str]:
    """Return the moves of a kind ("rose") whose word was typed; none if it is no kind."""
    return kind_lines(view_of(match, seat), answer)


def view_of(match: Match, seat: int | None) -> SeatView[Any]:
    """Return what a seat sees and can choose (None: a spectator)."""
    return match.game.view(match.state, seat, match.names, legal=match.legal_moves)


def hint_lines(match: Match, rng: Rng, analysis: Analysis) -> list[str]:
    """Return what a master would do, why, and the next best turns."""

    def described(notation: str) -> str:
        return one_line(view_of(match, match.state.actor).describe_move(match.parse_move(notation))).rstrip(".")

    best, *others = analysis.find_hints(match.game, match.state, rng)
    why = compare_text(best, others, described)
    told = [f"Tip: {best.plan[0]}, {described(best.plan[0])}.{' ' + why if why else ''}"]
    if len(best.plan) > 1:
        told.append(f"The whole turn: {' '.join(best.plan)}")
    return told + [f"Or {other.plan[0]}, {described(other.plan[0])}; {_worse(other.gap)}." for other in others]


def _worse(points: float) -> str:
    """Say how far a turn is behind the best."""
    if points < 0.25:
        return "as good"
    return "half a point less" if points < 0.75 else f"about {count_text(round(points), 'point')} less"


def board_printing_text(always: bool) -> str:
    """Say when the board is printed from now on."""
    return f"The board is printed {'before each of your turns' if always else 'when you ask'}."


def board_text(match: Match, seat: int | None) -> str:
    """Return the position as a seat sees it (None: a spectator), with names where the rules know numbers."""

    def name(found: re.Match[str]) -> str:
        number = int(found[1])
        return match.names[number - 1] if 1 <= number <= len(match.names) else found[0]

    return re.sub(r"\bPlayer (\d)\b", name, match.state.board_text(seat)).rstrip()


def spoken_board_lines(match: Match, seat: int | None) -> list[str]:
    """Return the board in words to be read aloud, space by space; the spaces of a row are one line."""
    view = match.game.view(match.state, seat, match.names, deciding=False)
    rows: dict[str, list[str]] = {}
    for target in view.targets():
        if caption := view.caption(target).rstrip("."):
            row = re.match(r"[a-h](\d)\b", caption)
            rows.setdefault(f"Row {row[1]}" if row else caption, []).append(caption)
    lines = [f"{row}. {'; '.join(said)}." if row not in said else f"{row}." for row, said in rows.items()]
    return lines or [board_text(match, seat)]


def target_text(match: Match, seat: int | None, word: str) -> str:
    """Return what is at the target of this name ("c3", "visby"); empty where there is none."""
    view = match.game.view(match.state, seat, match.names, deciding=False)
    target = view.target_named(word.lower()) if word else None
    return view.explain(target) if target is not None else ""


def position_lines(match: Match, seat: int | None) -> list[str]:
    """Return where a match stands, and its position as a seat sees it (None: a spectator)."""
    return [f"== {match.game.title}, {match.state.progress_text()}", board_text(match, seat)]


def log_lines(match: Match, seat: int | None) -> list[str]:
    """Return everything that has happened, as a seat may know it; in sentences, because a notation may be a secret."""
    told = [*_archived_lines(match), *log_sentences(match, seat)]
    return told if match.log else [*told, "Nothing has happened yet."]


def goes_on_text(match: Match) -> str:
    """Return after how many moves a match goes on."""
    return f"The match continues after {count_text(len(match.archived_moves) + len(match.log), 'move')}."


def exit_text(match_file: MatchFile, is_behind: bool) -> str:
    """Return whether a match is saved that is left, and how to go on with it; `is_behind`: without its last moves."""
    if not match_file.is_written:
        return "The match is not saved."
    kept = "The last moves are not saved" if is_behind else "Saved"
    resume = typed_command(f"resume {shlex.quote(match_file.title)} --plain")
    return f"{kept}; {resume} continues it."


def replay_lines(match: Match) -> list[str]:
    """Return a whole match from its first move, with its result or where it stands; nobody's secrets."""
    only = match.human_seats[0] if len(match.human_seats) == 1 else None
    return [
        f"== {match.game.title}, {', '.join(match.names)}",
        *_archived_lines(match),
        *log_sentences(match, only),
        *(result_lines(match) if match.is_over else position_lines(match, only)),
    ]


def story_lines(match: Match) -> list[str]:
    """Return a match as a story to share: a heading a round, a line a turn, and the result; nobody's secrets."""
    only = match.human_seats[0] if len(match.human_seats) == 1 else None
    lines = [f"{match.game.title}: {list_text(match.names)}", *_archived_lines(match)]
    log, begin, told = match.log, 0, ""
    for end in range(1, len(log) + 1):
        if end < len(log) and (log[end].seat, log[end].round) == (log[begin].seat, log[begin].round):
            continue
        if (heading := match.state_at(begin).round_text()) != told:
            told = heading
            lines += ["", f"{heading[0].upper()}{heading[1:]}"]
        view = match.game.view(match.state_at(end), only, match.names)
        turn = turn_news(match, begin, end, only, view)
        if turn.facts:
            lines.append(f"{turn.name}: {', '.join(turn.facts)}.")
        begin = end
    return [*lines, "", *(result_lines(match) if match.is_over else position_lines(match, only))]


def _archived_lines(match: Match) -> list[str]:
    moves = " ".join(one_line(move, 40) for move in match.archived_moves)
    return [f"Earlier, under older rules: {moves}"] if moves else []


def log_sentences(match: Match, seat: int | None) -> list[str]:
    """Return the log in numbered lines with the notes, as a seat may know it (None: a spectator)."""
    notes = list(match.notes)
    lines: list[str] = []
    for at, entry in enumerate(match.log):
        lines += _notes_before(match, notes, at)
        told = [
            match.game.describe_event(event, match.names) for event in entry.events if event.visible_to in (None, seat)
        ]
        lines.append(f"{at + 1}. {' '.join(told) or match.seats[entry.seat].name + ' makes a hidden choice.'}")
    return lines + _notes_before(match, notes, len(match.log))


def _notes_before(match: Match, notes: list[Note], at: int) -> list[str]:
    """Return the notes that stand before move `at`, and remove them from the list."""
    told = []
    while notes and notes[0].at <= at:
        told.append(f"({one_line(note_text(notes.pop(0), match))})")
    return told


def result_lines(match: Match) -> list[str]:
    """Return the result: rank and points of each seat, the sources of the points, and the outcome."""
    state = match.state
    lines = ["== Result"]
    scores, rank = state.scores(), 1
    for place in state.ranking():
        lines += [f"{rank}. {match.names[seat]} {scores[seat]}" for seat in place]
        rank += len(place)
    table = [("", *match.names)]
    label = match.game.labels().source
    table += [(label(source), *map(str, points)) for source, points in state.breakdown().items()]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines.append("Where the points came from:")
    for source, *cells in table:
        columns = [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([f"  {source:<{widths[0]}}", *columns]))
    return [*lines, *_sum_lines(match), state.outcome_text(), *filter(None, [hints_used_text(match)])]


def _sum_lines(match: Match) -> list[str]:
    """Return how the points of each seat add up, to be heard in one go: "Anna: 6 + 10 + 2 = 18 points"."""
    lines = []
    for seat, (name, score) in enumerate(zip(match.names, match.state.scores(), strict=True)):
        parts = [points[seat] for points in match.state.breakdown().values() if points[seat]]
        if len(parts) > 1 and sum(parts) == score:
            lines.append(f"{name}: {' + '.join(map(str, parts)).replace('+ -', '- ')} = {score} {match.game.unit}.")
    return lines


def with_hint(sentence: str, answer: str, legal: Sequence[Move], commands: Iterable[str]) -> str:
    """Return the sentence, with the command or move that was probably meant."""
    near = closest_word(answer, [*(command.split()[0] for command in commands), *(m.notation for m in legal)])
    return f"{sentence} Did you mean {near}?" if near else sentence


def help_lines(commands: Mapping[str, str]) -> list[str]:
    """Return how questions are answered, and the commands with what they do."""
    return ["Type the number or the notation of a move, or one of these:", *word_lines(commands)]


def word_lines(words: Mapping[str, str]) -> list[str]:
    """Return words with what they do, a line each."""
    width = max(map(len, words))
    return [f"  {word:<{width}}  {text}" for word, text in words.items()]
