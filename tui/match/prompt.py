"""The prompt of a match: what is asked, what the choice under the cursor would bring, and the row of choices."""

from typing import Any

from textual.geometry import Size

import themes
from tui.match.board_view import BoardView
from tui.match.layout import PROMPT_ROWS
from tui.match.panels import ChoiceButton, ChoicePrompt, NewsPrompt
from tui.sessions import texts
from tui.sessions.session import MatchSession
from tui.widgets.text_layout import wrap


def choice_prompt(
    session: MatchSession,
    board: BoardView[Any, Any],
    width: int,
    palette: themes.Palette,
    status: str = "",
    told: str | None = None,
) -> ChoicePrompt:
    """Return the prompt. `told`, where there is one, takes the place of what the choice would bring."""
    buttons = tuple(
        ChoiceButton(
            item.key, board.in_signs(item.label), item.is_disabled, board.is_picked(item), *board.item_roles(item)
        )
        for item in board.prompt_items
    )
    question = board.in_signs(question_text(session, board, width))
    preview = board.in_signs(preview_text(session, board, told))
    return ChoicePrompt(question, preview, status, buttons, Size(width, PROMPT_ROWS), palette)


def question_text(session: MatchSession, board: BoardView[Any, Any], width: int) -> str:
    """Return what is asked, or what is going on; what another player did, as far as there is room."""
    rows = PROMPT_ROWS - bool(texts.wait_text(session))
    return texts.question(
        session, board.view.question(), board.viewed_seat, lambda sentence: len(wrap(sentence, width - 2)) <= rows
    )


def preview_text(session: MatchSession, board: BoardView[Any, Any], told: str | None = None) -> str:
    """Return what Enter would bring, or what lies under the cursor and why nothing can be done there."""
    shown = texts.wait_text(session)
    if shown is not None:
        return shown
    if board.viewed_seat is None and told is not None:
        return told
    view, cursor, choice = board.view, board.cursor, board.current_choice
    if choice is not None and (brings := choice.preview()):
        return f"Enter: {brings}"
    if cursor is None:
        return ""
    is_idle = view.is_deciding and not view.choices_at(cursor)
    why_not = view.unavailable_reason(cursor) if is_idle and choice is None else ""
    return " · ".join(words for words in (view.caption(cursor), why_not) if words)


def news_prompt(session: MatchSession, width: int, palette: themes.Palette) -> NewsPrompt:
    """Return the news in the place of the prompt; with many players it covers the last rows of the board, too."""
    news = session.news()
    return NewsPrompt(tuple(news), Size(width, max(PROMPT_ROWS, len(news))), palette)
