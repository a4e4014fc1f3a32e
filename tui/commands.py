"""Everything a key can do, once: bindings, key bar, palette, help and the README's table come from here."""

from typing import NamedTuple

from textual.binding import Binding

_STEPS = frozenset({"move", "target", "step", "scroll", "page", "change", "end", "ends", "round", "turn"})


class Command(NamedTuple):
    """A command: the method `action_<name>` of a screen, its keys, and its words."""

    name: str
    keys: str
    #: As people write the keys: "⏎ Space".
    shown: str
    label: str
    help: str

    def binding(self) -> Binding:
        return Binding(self.keys, self.name, self.help, show=False)

    @property
    def is_shortcut(self) -> bool:
        """Whether it carries out an offer of the game: only where a match is played."""
        return self.name.startswith("shortcut")

    @property
    def is_step(self) -> bool:
        """Whether it only moves a cursor or a page: nobody looks for it by name."""
        return self.name.partition("(")[0] in _STEPS


Commands = tuple[Command, ...]

#: Looking and choosing, the same in every game.
CHOOSE: Commands = (
    Command("move(0,-1)", "up,k", "↑ k", "up", "Move the cursor up"),
    Command("move(0,1)", "down,j", "↓ j", "down", "Move the cursor down"),
    Command("move(-1,0)", "left,h", "← h", "left", "Move the cursor left"),
    Command("move(1,0)", "right,l", "→ l", "right", "Move the cursor right"),
    Command("choose", "enter,space", "⏎", "choose", "Do what the prompt says"),
    Command("target(1)", "tab", "Tab", "next", "Jump to the next place where something can be done"),
    Command("target(-1)", "shift+tab", "Shift+Tab", "previous", "Jump to the one before"),
)

#: Everything else at the table.
TABLE: Commands = (
    Command("undo", "u", "u", "undo", "Take back your last move"),
    Command("redo", "r", "r", "redo", "Play again what was taken back"),
    Command("restart", "U", "U", "restart", "Take back your whole turn"),
    Command("tip", "t", "t", "tip", "Ask a bot for a tip"),
    Command("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    Command("others", "o", "o", "others", "Look at the next player's board, large"),
    Command("news", "n", "n", "news", "What has happened since your last turn"),
    Command("log", "g", "g", "log", "What has happened; undo to a chosen line"),
    Command("rules", "question_mark", "?", "rules", "The rules of this game"),
    Command("name_match", "s", "s", "save", "Give this match a name (it is saved after every move anyway)"),
    Command("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

PLAY: Commands = (*CHOOSE, *TABLE)

_TALK = Command("talk", "slash", "/", "talk", "Say something to the table")
_MUTE = Command("mute", "M", "M", "mute", "Do not hear somebody any more, or again")

#: At a table of the club, instead of TABLE: nothing is played again by itself, and the club keeps the match.
SHARED: Commands = (
    Command("undo", "u", "u", "undo", "Take back your last move, if nobody else has moved"),
    Command("restart", "U", "U", "restart", "Take back your whole turn, if nobody else has moved"),
    Command("tip", "t", "t", "tip", "Ask a bot for a tip, where the table allows it"),
    Command("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    Command("others", "o", "o", "others", "Look at the next player's board, large"),
    Command("news", "n", "n", "news", "What has happened since your last turn"),
    Command("log", "g", "g", "log", "What has happened, and what was said"),
    Command("rules", "question_mark", "?", "rules", "The rules of this game"),
    _TALK,
    Command("who", "w", "w", "who", "Who sits where, who is here now, what was agreed"),
    _MUTE,
    Command("agree", "A", "A", "end", "End the match as it stands, if all agree; again takes that back"),
    Command("hand_over", "H", "H", "hand over", "Give the seat of whoever lets you wait too long to a bot"),
    Command("get_up", "L", "L", "get up", "Let a bot sit in for you until you come back"),
    Command("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

#: Trying a puzzle: the turn can be taken back until it is made, and afterwards it is told what it was worth.
PUZZLE: Commands = (
    *(command for command in TABLE if command.name not in ("tip", "news", "name_match", "back")),
    Command("again", "a", "a", "again", "Try the puzzle from the beginning"),
    Command("answer", "v", "v", "answer", "See the best turn; before your own, that counts as missed"),
    Command("following", "n", "n", "next", "Go to the next puzzle"),
    Command("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

#: At the table of a lesson.
LESSON: Commands = (
    Command("tip", "t", "t", "show me", "Show where the answer is given"),
    Command("undo", "u", "u", "step back", "Back to where this step of the lesson began, or to the one before"),
    Command("free", "p", "p", "play on", "Leave the lesson and play on freely; it can be taken up again later"),
    Command("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    Command("others", "o", "o", "others", "Look at the next player's board, large"),
    Command("log", "g", "g", "log", "What has happened so far"),
    Command("rules", "question_mark", "?", "rules", "The rules of this game"),
    Command("anew", "U", "U", "anew", "Begin this lesson anew"),
    Command("lessons", "L", "L", "lessons", "All lessons of this game; this one is kept"),
    Command("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

#: In a replay some keys walk through the match instead.
REPLAY: Commands = (
    Command("step(1)", "right,l,enter,space", "→", "step", "One move forward"),
    Command("step(-1)", "left,h", "←", "back", "One move back"),
    Command("round(1)", "down,j,pagedown", "↓", "round", "To the next round"),
    Command("round(-1)", "up,k,pageup", "↑", "round back", "To the round before"),
    Command("ends(0)", "home,0", "Home", "start", "To the start"),
    Command("ends(1)", "end,dollar_sign", "End", "end", "To the end"),
    Command("result", "e", "e", "result", "How the match ended"),
    Command("go_on", "c", "c", "go on from here", "Go on from here as a new match"),
    Command("review", "r", "r", "review", "What a master thinks of each turn"),
    Command("inspect", "i", "i", "inspect", "Say in words what is to be seen"),
    Command("others", "o", "o", "others", "Look at the next player's board, large"),
    Command("log", "g", "g", "log", "What has happened; go to a chosen line"),
    Command("rules", "question_mark", "?", "rules", "The rules of this game"),
    Command("back", "escape", "Esc", "leave", "Leave the replay"),
)

#: Keys of one game alone: shortcuts to what it offers, and other pages of what it shows.
GAMES: dict[str, Commands] = {
    "mezen": (
        Command("shortcut('f')", "f", "f", "fill in", "Fill in a good arrangement"),
        Command("shortcut('backspace')", "backspace", "Backspace", "take back", "Take the tile under the cursor back"),
        Command("shortcut('b')", "b", "b", "bridge", "Put an amulet as a bridge"),
        Command("shortcut('x')", "x", "x", "keep out", "Keep the tile out with an amulet"),
    ),
    "gzhel": (Command("shortcut('e')", "e", "e", "go on", "Lift, end the turn, or leave it at that"),),
    "novgorod": (Command("shortcut('e')", "e", "e", "go on", "Sail, finish or pass"),),
}

#: Those of them that are as good as a tip: where there are no tips they do nothing.
ADVICE = frozenset({"shortcut('f')"})

_UP = Command("step(-1)", "up,k,shift+tab", "↑ k", "up", "To the line above")
_DOWN = Command("step(1)", "down,j,tab", "↓ j", "down", "To the line below")
_PAGES: Commands = (
    Command("step(-10)", "pageup", "PgUp", "page up", "Ten lines up"),
    Command("step(10)", "pagedown", "PgDn", "page down", "Ten lines down"),
)

HOME: Commands = (
    _UP,
    _DOWN,
    Command("choose", "enter,space", "⏎", "play", "Go on with the match, or set up the game under the cursor"),
    Command("daily", "d", "d", "daily deal", "The deals of the day: one attempt at each counts"),
    Command("matches", "m", "m", "matches", "All matches: go on, look back, delete"),
    Command("club", "c", "c", "club", "The club: tables shared with people at other terminals"),
    Command("puzzles", "p", "p", "puzzles", "Positions in which one turn is worth most: find it"),
    Command("learn", "l", "l", "learn", "Lessons for the game under the cursor"),
    Command("statistics", "s", "s", "statistics", "What has come of your games so far"),
    Command("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    Command("app.leave", "q", "q", "quit", "Leave Samovar"),
)

#: Every screen that is a list of rows.
ROWS: Commands = (
    _UP,
    _DOWN,
    *_PAGES,
    Command("change(-1)", "left,h", "← h", "change", "Change the row under the cursor back"),
    Command("change(1)", "right,l", "→ l", "change", "Change the row under the cursor"),
    Command("choose", "enter,space", "⏎", "choose", "Do what the row under the cursor says"),
    Command("leave", "escape,q", "Esc", "back", "Back to where you came from"),
)
LESSONS: Commands = (
    *ROWS,
    Command("anew", "a", "a", "from the start", "Begin the lesson under the cursor from its start"),
    Command("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
)
SETUP: Commands = (*ROWS, Command("rename", "n", "n", "name", "Give the player under the cursor a name"))
PUZZLES: Commands = (
    _UP,
    _DOWN,
    Command("change(-1)", "left,h", "← h", "left", "To the grade before"),
    Command("change(1)", "right,l", "→ l", "right", "To the next grade"),
    Command("choose", "enter,space", "⏎", "try", "Try the next puzzle of the game and grade under the cursor"),
    Command("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    Command("leave", "escape,q", "Esc", "back", "Back to where you came from"),
)
POSITION: Commands = (
    *ROWS,
    Command("play_on", "c", "c", "play on", "Play on from this position"),
    Command("tip", "t", "t", "ask the master", "Play on from this position, and ask for a tip at once"),
)
MATCHES: Commands = (
    *ROWS,
    Command("replay", "v", "v", "look back", "Walk through the match under the cursor"),
    Command("review", "r", "r", "review", "What a master thinks of each turn of the match under the cursor"),
    Command("result", "e", "e", "result", "How the match under the cursor ended"),
    Command("same_deal", "s", "s", "same deal", "The same deal again, perhaps against others"),
    Command("delete", "d,delete", "d", "delete", "Delete the match under the cursor; asked twice"),
)

#: The lobby of a club, a table that waits for players, laying one, and those who play there.
LOBBY: Commands = (
    *ROWS,
    Command("lay", "n", "n", "new table", "Lay a new table"),
    Command("watch", "w", "w", "watch", "Look on at the table under the cursor"),
    Command("review", "v", "v", "look back", "Walk through the finished match under the cursor"),
    Command("rematch", "r", "r", "rematch", "Play once more with those of the finished table under the cursor"),
    Command("get_up", "L", "L", "get up", "Leave the table under the cursor; a bot sits in until you come back"),
    Command("keep", "s", "s", "keep", "Put the finished match under the cursor among your own, to review it"),
    Command("members", "m", "m", "members", "Who belongs to the club, their games and their ratings"),
)
WAITING: Commands = (
    *ROWS,
    Command("fill", "b", "b", "bot", "Give a free seat to a bot; the host's to do"),
    _TALK,
    _MUTE,
    Command("get_up", "L", "L", "get up", "Leave your seat; the host clears the table"),
)
LAYING: Commands = (
    *ROWS,
    Command("rename", "n", "n", "invite", "Invite somebody by name to the seat under the cursor"),
)
MEMBERS: Commands = (*ROWS, _MUTE)

#: What has come of the games so far, a page a game.
STATISTICS: Commands = (
    Command("step(-1)", "left,h,up,k,shift+tab", "← h", "before", "To the game before"),
    Command("step(1)", "right,l,down,j,tab", "→ l", "next", "To the next game"),
    Command("leave", "escape,q,s", "Esc", "back", "Back to where you came from"),
)

#: The deals of the day.
DAILY: Commands = (
    _UP,
    _DOWN,
    Command("choose", "enter,space", "⏎", "play", "Play the deal under the cursor, or go on with it"),
    Command("practise", "a", "a", "practise", "Play the deal once more; it does not count"),
    Command("result", "e", "e", "result", "How the attempt ended, with where the points came from"),
    Command("review", "v", "v", "look back", "Walk through the attempt"),
    Command("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    Command("leave", "escape,q,d", "Esc", "back", "Back to where you came from"),
)

RESULT: Commands = (
    Command("wish('again')", "enter,a", "⏎", "play again", "The same table with other luck"),
    Command("wish('review')", "r", "r", "review", "What a master thinks of each turn"),
    Command("wish('replay')", "v", "v", "look back", "Walk through the match"),
    Command("wish('same')", "s", "s", "same deal", "The same deal again, perhaps against others"),
    Command("wish('undo')", "u", "u", "undo", "Take the last move back and play on"),
    Command("wish('home')", "escape,h,q", "Esc", "home", "Go to the shelf"),
)

PLAY_ON = Command("play_on", "c", "c", "play on", "Play on from this position as a new match, perhaps against others")

#: What a master thinks of a match, turn by turn.
REVIEW: Commands = (
    _UP,
    _DOWN,
    *_PAGES,
    Command("turn(-1)", "left,h", "← h", "before", "To the turn before, as they were played"),
    Command("turn(1)", "right,l", "→ l", "next", "To the next turn, as they were played"),
    Command(
        "choose", "enter,space", "⏎", "boards", "To the position: what was played beside what the master would play"
    ),
    PLAY_ON,
    Command("others", "o", "o", "others", "The turns of the next player"),
    Command("deeper", "d", "d", "deeper", "Let the master think longer about every turn"),
    Command("pause", "p", "p", "pause", "Stop the review for now, or go on with it"),
    Command("leave", "escape,q", "Esc", "back", "Back to where you came from; what is done is kept"),
)
#: One turn of a review, on the board.
TURN: Commands = (
    Command("turn(-1)", "left,h,up,k", "←", "before", "To the turn before"),
    Command("turn(1)", "right,l,down,j", "→", "next", "To the next turn"),
    Command("boards", "b,tab", "b", "board", "The other board: played, the master's, before the turn"),
    Command("try_else", "enter,space,t", "⏎", "try", "Try something else here, and hear what it is worth"),
    Command("ask_again", "a", "a", "ask again", "Let the master think about this turn again, and longer"),
    PLAY_ON,
    Command("leave", "escape,q", "Esc", "back", "Back to all turns"),
)

RULES: Commands = (
    Command("scroll(-1)", "up,k", "↑ k", "up", "A line up"),
    Command("scroll(1)", "down,j", "↓ j", "down", "A line down"),
    Command("page(-1)", "pageup,b", "PgUp", "page up", "A page up"),
    Command("page(1)", "pagedown,space", "PgDn", "page down", "A page down"),
    Command("end(0)", "home", "Home", "start", "To the beginning"),
    Command("end(1)", "end", "End", "end", "To the end"),
    Command("contents", "c", "c", "contents", "All chapters, to go to one"),
    Command("find", "slash", "/", "find", "Look for a word"),
    Command("find_next", "n", "n", "next", "To the next place that has it"),
    Command("leave", "escape,q,question_mark", "Esc", "back", "Back to where you came from"),
)

#: What is asked above a screen. A modal screen hides the app's own keys; leaving must always be possible.
DIALOG: Commands = (
    Command("dismiss", "escape", "Esc", "close", "Close this"),
    Command("app.leave", "ctrl+c,ctrl+q", "Ctrl+C", "quit", "Leave Samovar; the match is kept"),
)
PICK: Commands = (
    _UP,
    _DOWN,
    *_PAGES,
    Command("step(-100000)", "home", "Home", "first", "To the first line"),
    Command("step(100000)", "end", "End", "last", "To the last line"),
    Command("pick", "enter,space", "⏎", "choose", "Take the line under the cursor"),
)
FIND: Commands = (*PICK, Command("erase", "backspace,ctrl+h", "Backspace", "erase", "Take back the last letter"))
TELL: Commands = (
    Command("scroll(-1)", "up,k", "↑ k", "up", "A line up"),
    Command("scroll(1)", "down,j", "↓ j", "down", "A line down"),
    Command("scroll(-10)", "pageup", "PgUp", "page up", "Ten lines up"),
    Command("scroll(10)", "pagedown", "PgDn", "page down", "Ten lines down"),
    Command("dismiss", "enter,space,escape,i,q", "Esc", "close", "Close this"),
)
CURTAIN: Commands = (
    Command("dismiss", "enter,space", "⏎", "look", "Only I can see the screen: show it"),
    Command("nothing", "escape", "Esc", "wait", "Nothing: a curtain is not pushed aside by accident"),
)

#: Everywhere in the app.
APP: Commands = (
    Command("keys", "f1", "F1", "keys", "All keys of this screen"),
    Command("settings", "ctrl+t", "Ctrl+T", "settings", "Theme, ASCII, confirmation, thinking time, pace"),
    Command("command_palette", "ctrl+p", "Ctrl+P", "palette", "Find any command by name"),
    Command("leave", "ctrl+c,ctrl+q", "Ctrl+C", "quit", "Leave Samovar; the match is kept"),
)


#: Every command that there is.
ALL = frozenset(
    command
    for commands in (
        *(PLAY, PUZZLE, LESSON, REPLAY, HOME, PUZZLES, LESSONS, SETUP, MATCHES, POSITION, RESULT, REVIEW, TURN),
        *(STATISTICS, DAILY, RULES, DIALOG, FIND, TELL, CURTAIN, APP),
        *(SHARED, LOBBY, WAITING, LAYING, MEMBERS),
        *GAMES.values(),
    )
    for command in commands
)


def bindings(commands: Commands) -> list[Binding]:
    return [command.binding() for command in commands]


def markdown_table(commands: Commands) -> str:
    """The commands as a table, for the README."""
    rows = ["| key | what it does |", "|---|---|"]
    return "\n".join(rows + [f"| `{command.shown}` | {command.help} |" for command in commands])
