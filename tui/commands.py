"""Everything a key can do, once: bindings, key bar, palette, help and the README's table come from here.

The keys of one game alone stand with the game (`tui/games/GAME/keys.py`) and are found here by `load_game_commands`.
"""

from functools import cache
from typing import NamedTuple

from textual.binding import Binding

from core import registry
from tui.games import load_part

_STEPS = frozenset({"move", "target", "step", "scroll", "page", "change", "end", "ends", "round", "turn"})


class KeyCommand(NamedTuple):
    """A command: the method `action_<name>` of a screen, its keys, its label and its help."""

    name: str
    keys: str
    #: The keys as people write them: "⏎ Space".
    shown: str
    label: str
    help: str
    #: Whether it is as good as a tip: where there are no tips it does nothing.
    is_hint: bool = False

    def binding(self) -> Binding:
        return Binding(self.keys, self.name, self.help, show=False)

    @property
    def is_shortcut(self) -> bool:
        """Whether it carries out a choice of the game, which is possible only where a match is played."""
        return self.name.startswith("shortcut")

    @property
    def is_step(self) -> bool:
        """Whether it only moves a cursor or a page: the command palette leaves it out."""
        return self.name.partition("(")[0] in _STEPS


KeyCommands = tuple[KeyCommand, ...]

#: Moving the cursor and choosing, the same in every game.
CHOOSE: KeyCommands = (
    KeyCommand("move(0,-1)", "up,k", "↑ k", "up", "Move the cursor up"),
    KeyCommand("move(0,1)", "down,j", "↓ j", "down", "Move the cursor down"),
    KeyCommand("move(-1,0)", "left,h", "← h", "left", "Move the cursor left"),
    KeyCommand("move(1,0)", "right,l", "→ l", "right", "Move the cursor right"),
    KeyCommand("choose", "enter,space", "⏎", "choose", "Do what the prompt says"),
    KeyCommand("target(1)", "tab", "Tab", "next", "Jump to the next place where something can be done"),
    KeyCommand("target(-1)", "shift+tab", "Shift+Tab", "previous", "Jump to the one before"),
)

#: The other commands of a match.
MATCH: KeyCommands = (
    KeyCommand("undo", "u", "u", "undo", "Take back your last move"),
    KeyCommand("redo", "r", "r", "redo", "Play again what was taken back"),
    KeyCommand("restart", "U", "U", "restart", "Take back your whole turn"),
    KeyCommand("tip", "t", "t", "tip", "Ask a bot for a tip"),
    KeyCommand("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    KeyCommand("others", "o", "o", "others", "Look at the next player's board, large"),
    KeyCommand("news", "n", "n", "news", "What has happened since your last turn"),
    KeyCommand("log", "g", "g", "log", "What has happened; undo to a chosen line"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    KeyCommand("name_match", "s", "s", "save", "Give this match a name (it is saved after every move anyway)"),
    KeyCommand("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

PLAY: KeyCommands = (*CHOOSE, *MATCH)

_TALK = KeyCommand("talk", "slash", "/", "talk", "Say something to the table")
_MUTE = KeyCommand("mute", "M", "M", "mute", "Do not hear somebody any more, or again")

#: At a table of the club, instead of MATCH: there is no redo, and no saving, because the club stores the match.
CLUB_MATCH: KeyCommands = (
    KeyCommand("undo", "u", "u", "undo", "Take back your last move, if nobody else has moved"),
    KeyCommand("restart", "U", "U", "restart", "Take back your whole turn, if nobody else has moved"),
    KeyCommand("tip", "t", "t", "tip", "Ask a bot for a tip, where the table allows it"),
    KeyCommand("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    KeyCommand("others", "o", "o", "others", "Look at the next player's board, large"),
    KeyCommand("news", "n", "n", "news", "What has happened since your last turn"),
    KeyCommand("log", "g", "g", "log", "What has happened, and what was said"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    _TALK,
    KeyCommand("who", "w", "w", "who", "Who sits where, who is here now, what was agreed"),
    _MUTE,
    KeyCommand("agree", "A", "A", "end", "End the match as it stands, if all agree; again takes that back"),
    KeyCommand("hand_over", "H", "H", "hand over", "Give the seat of whoever lets you wait too long to a bot"),
    KeyCommand("get_up", "L", "L", "get up", "Let a bot sit in for you until you come back"),
    KeyCommand("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

#: A puzzle: the turn can be taken back until it is complete; afterwards the player reads what it was worth.
PUZZLE: KeyCommands = (
    *(command for command in MATCH if command.name not in ("tip", "news", "name_match", "back")),
    KeyCommand("again", "a", "a", "again", "Try the puzzle from the beginning"),
    KeyCommand("answer", "v", "v", "answer", "See the best turn; before your own, that counts as missed"),
    KeyCommand("following", "n", "n", "next", "Go to the next puzzle"),
    KeyCommand("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

#: The match of a lesson.
LESSON: KeyCommands = (
    KeyCommand("tip", "t", "t", "show me", "Show where the answer is given"),
    KeyCommand("undo", "u", "u", "step back", "Back to where this step of the lesson began, or to the one before"),
    KeyCommand("free", "p", "p", "play on", "Leave the lesson and play on freely; it can be taken up again later"),
    KeyCommand("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    KeyCommand("others", "o", "o", "others", "Look at the next player's board, large"),
    KeyCommand("log", "g", "g", "log", "What has happened so far"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    KeyCommand("anew", "U", "U", "anew", "Begin this lesson anew"),
    KeyCommand("lessons", "L", "L", "lessons", "All lessons of this game; this one is kept"),
    KeyCommand("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

#: A replay, in which some keys walk through the match instead.
REPLAY: KeyCommands = (
    KeyCommand("step(1)", "right,l,enter,space", "→", "step", "One move forward"),
    KeyCommand("step(-1)", "left,h", "←", "back", "One move back"),
    KeyCommand("round(1)", "down,j,pagedown", "↓", "round", "To the next round"),
    KeyCommand("round(-1)", "up,k,pageup", "↑", "round back", "To the round before"),
    KeyCommand("ends(0)", "home,0", "Home", "start", "To the start"),
    KeyCommand("ends(1)", "end,dollar_sign", "End", "end", "To the end"),
    KeyCommand("result", "e", "e", "result", "How the match ended"),
    KeyCommand("go_on", "c", "c", "go on from here", "Go on from here as a new match"),
    KeyCommand("review", "r", "r", "review", "What a master thinks of each turn"),
    KeyCommand("inspect", "i", "i", "inspect", "Say in words what is to be seen"),
    KeyCommand("others", "o", "o", "others", "Look at the next player's board, large"),
    KeyCommand("log", "g", "g", "log", "What has happened; go to a chosen line"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    KeyCommand("back", "escape", "Esc", "leave", "Leave the replay"),
)

_UP = KeyCommand("step(-1)", "up,k,shift+tab", "↑ k", "up", "To the line above")
_DOWN = KeyCommand("step(1)", "down,j,tab", "↓ j", "down", "To the line below")
_PAGES: KeyCommands = (
    KeyCommand("step(-10)", "pageup", "PgUp", "page up", "Ten lines up"),
    KeyCommand("step(10)", "pagedown", "PgDn", "page down", "Ten lines down"),
)

HOME: KeyCommands = (
    _UP,
    _DOWN,
    KeyCommand("choose", "enter,space", "⏎", "play", "Go on with the match, or set up the game under the cursor"),
    KeyCommand("daily", "d", "d", "daily deal", "The deals of the day: one attempt at each counts"),
    KeyCommand("matches", "m", "m", "matches", "All matches: go on, look back, delete"),
    KeyCommand("club", "c", "c", "club", "The club: tables shared with people at other terminals"),
    KeyCommand("puzzles", "p", "p", "puzzles", "Positions in which one turn is worth most: find it"),
    KeyCommand("learn", "l", "l", "learn", "Lessons for the game under the cursor"),
    KeyCommand("statistics", "s", "s", "statistics", "What has come of your games so far"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    KeyCommand("app.leave", "q", "q", "quit", "Leave Samovar"),
)

#: Every screen that is a list of rows.
LIST: KeyCommands = (
    _UP,
    _DOWN,
    *_PAGES,
    KeyCommand("change(-1)", "left,h", "← h", "change", "Change the row under the cursor back"),
    KeyCommand("change(1)", "right,l", "→ l", "change", "Change the row under the cursor"),
    KeyCommand("choose", "enter,space", "⏎", "choose", "Do what the row under the cursor says"),
    KeyCommand("leave", "escape,q", "Esc", "back", "Back to where you came from"),
)
LESSONS: KeyCommands = (
    *LIST,
    KeyCommand("anew", "a", "a", "from the start", "Begin the lesson under the cursor from its start"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
)
SETUP: KeyCommands = (*LIST, KeyCommand("rename", "n", "n", "name", "Give the player under the cursor a name"))
PUZZLES: KeyCommands = (
    _UP,
    _DOWN,
    KeyCommand("change(-1)", "left,h", "← h", "left", "To the grade before"),
    KeyCommand("change(1)", "right,l", "→ l", "right", "To the next grade"),
    KeyCommand("choose", "enter,space", "⏎", "try", "Try the next puzzle of the game and grade under the cursor"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    KeyCommand("leave", "escape,q", "Esc", "back", "Back to where you came from"),
)
POSITION: KeyCommands = (
    *LIST,
    KeyCommand("play_on", "c", "c", "play on", "Play on from this position"),
    KeyCommand("tip", "t", "t", "ask the master", "Play on from this position, and ask for a tip at once"),
)
MATCHES: KeyCommands = (
    *LIST,
    KeyCommand("replay", "v", "v", "look back", "Walk through the match under the cursor"),
    KeyCommand("review", "r", "r", "review", "What a master thinks of each turn of the match under the cursor"),
    KeyCommand("result", "e", "e", "result", "How the match under the cursor ended"),
    KeyCommand("same_deal", "s", "s", "same deal", "The same deal again, perhaps against others"),
    KeyCommand("delete", "d,delete", "d", "delete", "Delete the match under the cursor; asked twice"),
)

#: The club: the lobby, a table that waits for players, a new table, and the members.
LOBBY: KeyCommands = (
    *LIST,
    KeyCommand("lay", "n", "n", "new table", "Lay a new table"),
    KeyCommand("watch", "w", "w", "watch", "Look on at the table under the cursor"),
    KeyCommand("review", "v", "v", "look back", "Walk through the finished match under the cursor"),
    KeyCommand("rematch", "r", "r", "rematch", "Play once more with those of the finished table under the cursor"),
    KeyCommand("get_up", "L", "L", "get up", "Leave the table under the cursor; a bot sits in until you come back"),
    KeyCommand("keep", "s", "s", "keep", "Put the finished match under the cursor among your own, to review it"),
    KeyCommand("members", "m", "m", "members", "Who belongs to the club, their games and their ratings"),
)
WAITING: KeyCommands = (
    *LIST,
    KeyCommand("fill", "b", "b", "bot", "Give a free seat to a bot; the host's to do"),
    _TALK,
    _MUTE,
    KeyCommand("get_up", "L", "L", "get up", "Leave your seat; the host clears the table"),
)
NEW_TABLE: KeyCommands = (
    *LIST,
    KeyCommand("rename", "n", "n", "invite", "Invite somebody by name to the seat under the cursor"),
)
MEMBERS: KeyCommands = (*LIST, _MUTE)

#: The statistics, a page a game.
STATISTICS: KeyCommands = (
    KeyCommand("step(-1)", "left,h,up,k,shift+tab", "← h", "before", "To the game before"),
    KeyCommand("step(1)", "right,l,down,j,tab", "→ l", "next", "To the next game"),
    KeyCommand("leave", "escape,q,s", "Esc", "back", "Back to where you came from"),
)

#: The daily deals.
DAILY: KeyCommands = (
    _UP,
    _DOWN,
    KeyCommand("choose", "enter,space", "⏎", "play", "Play the deal under the cursor, or go on with it"),
    KeyCommand("practise", "a", "a", "practise", "Play the deal once more; it does not count"),
    KeyCommand("result", "e", "e", "result", "How the attempt ended, with where the points came from"),
    KeyCommand("review", "v", "v", "look back", "Walk through the attempt"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    KeyCommand("leave", "escape,q,d", "Esc", "back", "Back to where you came from"),
)

RESULT: KeyCommands = (
    KeyCommand("wish('again')", "enter,a", "⏎", "play again", "The same table with other luck"),
    KeyCommand("wish('review')", "r", "r", "review", "What a master thinks of each turn"),
    KeyCommand("wish('replay')", "v", "v", "look back", "Walk through the match"),
    KeyCommand("wish('same')", "s", "s", "same deal", "The same deal again, perhaps against others"),
    KeyCommand("wish('undo')", "u", "u", "undo", "Take the last move back and play on"),
    KeyCommand("wish('home')", "escape,h,q", "Esc", "home", "Go to the shelf"),
)

PLAY_ON = KeyCommand(
    "play_on", "c", "c", "play on", "Play on from this position as a new match, perhaps against others"
)

#: The review of a match, turn by turn.
REVIEW: KeyCommands = (
    _UP,
    _DOWN,
    *_PAGES,
    KeyCommand("turn(-1)", "left,h", "← h", "before", "To the turn before, as they were played"),
    KeyCommand("turn(1)", "right,l", "→ l", "next", "To the next turn, as they were played"),
    KeyCommand(
        "choose", "enter,space", "⏎", "boards", "To the position: what was played beside what the master would play"
    ),
    PLAY_ON,
    KeyCommand("others", "o", "o", "others", "The turns of the next player"),
    KeyCommand("deeper", "d", "d", "deeper", "Let the master think longer about every turn"),
    KeyCommand("pause", "p", "p", "pause", "Stop the review for now, or go on with it"),
    KeyCommand("leave", "escape,q", "Esc", "back", "Back to where you came from; what is done is kept"),
)
#: One turn of a review, on the board.
TURN: KeyCommands = (
    KeyCommand("turn(-1)", "left,h,up,k", "←", "before", "To the turn before"),
    KeyCommand("turn(1)", "right,l,down,j", "→", "next", "To the next turn"),
    KeyCommand("boards", "b,tab", "b", "board", "The other board: played, the master's, before the turn"),
    KeyCommand("try_else", "enter,space,t", "⏎", "try", "Try something else here, and hear what it is worth"),
    KeyCommand("ask_again", "a", "a", "ask again", "Let the master think about this turn again, and longer"),
    PLAY_ON,
    KeyCommand("leave", "escape,q", "Esc", "back", "Back to all turns"),
)

RULES: KeyCommands = (
    KeyCommand("scroll(-1)", "up,k", "↑ k", "up", "A line up"),
    KeyCommand("scroll(1)", "down,j", "↓ j", "down", "A line down"),
    KeyCommand("page(-1)", "pageup,b", "PgUp", "page up", "A page up"),
    KeyCommand("page(1)", "pagedown,space", "PgDn", "page down", "A page down"),
    KeyCommand("end(0)", "home", "Home", "start", "To the beginning"),
    KeyCommand("end(1)", "end", "End", "end", "To the end"),
    KeyCommand("contents", "c", "c", "contents", "All chapters, to go to one"),
    KeyCommand("find", "slash", "/", "find", "Look for a word"),
    KeyCommand("find_next", "n", "n", "next", "To the next place that has it"),
    KeyCommand("leave", "escape,q,question_mark", "Esc", "back", "Back to where you came from"),
)

#: Dialogs. A modal screen hides the app's own keys, and leaving must always be possible, so it is repeated here.
DIALOG: KeyCommands = (
    KeyCommand("dismiss", "escape", "Esc", "close", "Close this"),
    KeyCommand("app.leave", "ctrl+c,ctrl+q", "Ctrl+C", "quit", "Leave Samovar; the match is kept"),
)
CHOICE_DIALOG: KeyCommands = (
    _UP,
    _DOWN,
    *_PAGES,
    KeyCommand("step(-100000)", "home", "Home", "first", "To the first line"),
    KeyCommand("step(100000)", "end", "End", "last", "To the last line"),
    KeyCommand("pick", "enter,space", "⏎", "choose", "Take the line under the cursor"),
)
SEARCH_DIALOG: KeyCommands = (
    *CHOICE_DIALOG,
    KeyCommand("erase", "backspace,ctrl+h", "Backspace", "erase", "Take back the last letter"),
)
MESSAGE_DIALOG: KeyCommands = (
    KeyCommand("scroll(-1)", "up,k", "↑ k", "up", "A line up"),
    KeyCommand("scroll(1)", "down,j", "↓ j", "down", "A line down"),
    KeyCommand("scroll(-10)", "pageup", "PgUp", "page up", "Ten lines up"),
    KeyCommand("scroll(10)", "pagedown", "PgDn", "page down", "Ten lines down"),
    KeyCommand("dismiss", "enter,space,escape,i,q", "Esc", "close", "Close this"),
)
PASS_KEYBOARD: KeyCommands = (
    KeyCommand("dismiss", "enter,space", "⏎", "look", "Only I can see the screen: show it"),
    KeyCommand("nothing", "escape", "Esc", "wait", "Nothing: a curtain is not pushed aside by accident"),
)

#: The commands of the app, on every screen.
APP: KeyCommands = (
    KeyCommand("keys", "f1", "F1", "keys", "All keys of this screen"),
    KeyCommand("settings", "ctrl+t", "Ctrl+T", "settings", "Theme, ASCII, confirmation, thinking time, pace"),
    KeyCommand("command_palette", "ctrl+p", "Ctrl+P", "palette", "Find any command by name"),
    KeyCommand("leave", "ctrl+c,ctrl+q", "Ctrl+C", "quit", "Leave Samovar; the match is kept"),
)


@cache
def load_game_commands(game: str) -> KeyCommands:
    """Return the keys of one game alone, from `tui/games/GAME/keys.py`: shortcuts to its choices, other pages."""
    part = load_part(game, "keys")
    found: KeyCommands = () if part is None else part.KEYS
    return found


def all_commands() -> frozenset[KeyCommand]:
    """Return every command that there is, with those of all registered games."""
    tables = (
        *(PLAY, PUZZLE, LESSON, REPLAY, HOME, PUZZLES, LESSONS, SETUP, MATCHES, POSITION, RESULT, REVIEW, TURN),
        *(STATISTICS, DAILY, RULES, DIALOG, SEARCH_DIALOG, MESSAGE_DIALOG, PASS_KEYBOARD, APP),
        *(CLUB_MATCH, LOBBY, WAITING, NEW_TABLE, MEMBERS),
        *map(load_game_commands, registry.GAME_NAMES),
    )
    return frozenset(command for commands in tables for command in commands)


def bindings(commands: KeyCommands) -> list[Binding]:
    return [command.binding() for command in commands]


def markdown_table(commands: KeyCommands) -> str:
    """Return the commands as a table for the README."""
    rows = ["| key | what it does |", "|---|---|"]
    return "\n".join(rows + [f"| `{command.shown}` | {command.help} |" for command in commands])
