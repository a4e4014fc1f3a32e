"""Everything a key can do, once: bindings, key bar, palette, help and the README's table come from here.

The keys of one game alone stand with the game (`tui/games/GAME/keys.py`) and are found here by `load_game_commands`.
"""

from functools import cache
from typing import NamedTuple

from textual.binding import Binding

from core import registry
from tui.games import load_part

_STEPS = frozenset({"move", "target", "step", "scroll", "page", "change", "end", "ends", "round", "turn", "pace"})


#: What the settings file calls a step, by its first key.
_STEP_WORDS = {
    **{key: key for key in ("up", "down", "left", "right")},
    **{"tab": "next-place", "shift+tab": "previous-place", "pageup": "page-up", "pagedown": "page-down"},
    **{"home": "first", "end": "last", "plus": "faster", "minus": "slower"},
}
#: What it calls commands whose label differs from screen to screen.
_NAME_WORDS = {"choose": "choose", "pick": "choose", "tip": "tip", "undo": "undo"}


class KeyCommand(NamedTuple):
    """A command: the method `action_<name>` of a screen, its keys, its label and its help."""

    name: str
    keys: str
    #: The keys as people write them: "↑ k".
    shown: str
    label: str
    help: str
    #: Whether it is as good as a tip: where there are no tips it does nothing.
    is_hint: bool = False
    #: What the settings file calls it, where that is not its label.
    setting: str = ""

    def binding(self) -> Binding:
        return Binding(self.keys, self.name, self.help, show=False)

    @property
    def word(self) -> str:
        """What the settings file calls it: a word for what it does on every screen that has it."""
        if self.setting:
            return self.setting
        if self.is_step:
            return _STEP_WORDS[self.keys.partition(",")[0]]
        return _NAME_WORDS.get(self.name) or self.label.lower().replace(" ", "-")

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
    KeyCommand("choose", "enter,space", "Enter", "choose", "Do what the prompt says"),
    KeyCommand("target(1)", "tab", "Tab", "next", "Jump to the next place where you can act"),
    KeyCommand("target(-1)", "shift+tab", "Shift+Tab", "previous", "Jump to the previous place where you can act"),
)

_LEGEND = KeyCommand("legend", "f2", "F2", "signs", "Signs and reference: what everything on the board means")

#: The other commands of a match.
MATCH: KeyCommands = (
    KeyCommand("undo", "u", "u", "undo", "Undo your last move"),
    KeyCommand("redo", "r", "r", "redo", "Redo"),
    KeyCommand("restart", "U", "U", "restart", "Undo your whole turn"),
    KeyCommand("tip", "t", "t", "tip", "Ask the master for a tip"),
    KeyCommand("inspect", "i", "i", "inspect", "Describe the space under the cursor"),
    KeyCommand("others", "o", "o", "others", "Show the next player's board"),
    KeyCommand("news", "n", "n", "news", "News: what the others did since your last turn"),
    KeyCommand("log", "g", "g", "log", "The whole log; u there undoes to a line"),
    _LEGEND,
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    KeyCommand("name_match", "s", "s", "save", "Name this match (it is saved after every move anyway)"),
    KeyCommand("back", "escape", "Esc", "menu", "Go back, or open the menu"),
)

PLAY: KeyCommands = (*CHOOSE, *MATCH)

_TALK = KeyCommand("talk", "slash", "/", "talk", "Say something to the table")
_MUTE = KeyCommand("mute", "M", "M", "mute", "Mute or unmute somebody")

#: At a table of the club, instead of MATCH: there is no redo, and no saving, because the club stores the match.
CLUB_MATCH: KeyCommands = (
    KeyCommand("undo", "u", "u", "undo", "Undo your last move, if nobody else has moved"),
    KeyCommand("restart", "U", "U", "restart", "Undo your whole turn, if nobody else has moved"),
    KeyCommand("tip", "t", "t", "tip", "Ask the master for a tip, if the table allows tips"),
    KeyCommand("inspect", "i", "i", "inspect", "Describe the space under the cursor"),
    KeyCommand("others", "o", "o", "others", "Show the next player's board"),
    KeyCommand("news", "n", "n", "news", "News: what the others did since your last turn"),
    KeyCommand("log", "g", "g", "log", "The whole log, and what was said"),
    _LEGEND,
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    _TALK,
    KeyCommand("who", "w", "w", "who", "Who plays, who is here now, and the table's terms"),
    _MUTE,
    KeyCommand("agree", "A", "A", "end", "Offer to end the match as it stands, or accept that"),
    KeyCommand(
        "decline", "D", "D", "play on", "Decline to end the match, or withdraw your own offer", setting="decline"
    ),
    KeyCommand("go_away", "B", "B", "away", "Be away for some days: your time stands still (0: you are back)"),
    KeyCommand("hand_over", "H", "H", "hand over", "Give the seat of a player who keeps you waiting to a bot"),
    KeyCommand("get_up", "L", "L", "leave", "Let a bot play for you until you come back"),
    KeyCommand("back", "escape", "Esc", "menu", "Go back, or open the menu"),
)

#: A puzzle: the turn can be taken back until it is complete; afterwards the player reads what it was worth.
PUZZLE: KeyCommands = (
    *(command for command in MATCH if command.name not in ("tip", "news", "name_match", "back")),
    KeyCommand("again", "a", "a", "again", "Start the puzzle over"),
    KeyCommand("answer", "v", "v", "answer", "Show the best turn (before you try, this counts as missed)"),
    KeyCommand("following", "n", "n", "next", "Go to the next puzzle"),
    KeyCommand("back", "escape", "Esc", "menu", "Go back, or open the menu"),
)

#: The match of a lesson.
LESSON: KeyCommands = (
    KeyCommand("tip", "t", "t", "show me", "Show where to answer"),
    KeyCommand("undo", "u", "u", "step back", "Back to the start of this step, or to the previous one"),
    KeyCommand("free", "p", "p", "play on", "Leave the lesson and play on alone; you can resume it later"),
    KeyCommand("inspect", "i", "i", "inspect", "Describe the space under the cursor"),
    KeyCommand("others", "o", "o", "others", "Show the next player's board"),
    KeyCommand("log", "g", "g", "log", "The whole log"),
    _LEGEND,
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    KeyCommand("anew", "U", "U", "anew", "Restart this lesson"),
    KeyCommand("lessons", "L", "L", "lessons", "All lessons of this game; your progress is kept"),
    KeyCommand("back", "escape", "Esc", "menu", "Go back, or open the menu"),
)

#: A replay, in which some keys walk through the match instead.
REPLAY: KeyCommands = (
    KeyCommand("step(1)", "right,l,enter", "→", "step", "One move forward"),
    KeyCommand("step(-1)", "left,h", "←", "back", "One move back"),
    KeyCommand("round(1)", "down,j,pagedown", "↓", "round", "To the next round"),
    KeyCommand("round(-1)", "up,k,pageup", "↑", "round back", "To the previous round"),
    KeyCommand("play", "space", "Space", "play", "Start or stop automatic play"),
    KeyCommand("pace(1)", "plus,equals_sign", "+", "faster", "Play faster"),
    KeyCommand("pace(-1)", "minus", "-", "slower", "Play slower"),
    KeyCommand("ends(0)", "home,0", "Home", "start", "To the start"),
    KeyCommand("ends(1)", "end,dollar_sign", "End", "end", "To the end"),
    KeyCommand("result", "e", "e", "result", "The result"),
    KeyCommand("go_on", "c", "c", "play from here", "Play on from here as a new match"),
    KeyCommand("review", "r", "r", "review", "Review: what a master thinks of each turn"),
    KeyCommand("inspect", "i", "i", "inspect", "Describe the space under the cursor"),
    KeyCommand("others", "o", "o", "others", "Show the next player's board"),
    KeyCommand("log", "g", "g", "log", "The whole log; Enter goes to a line"),
    _LEGEND,
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of this game"),
    KeyCommand("back", "escape", "Esc", "leave", "Leave the replay", setting="menu"),
)

_UP = KeyCommand("step(-1)", "up,k,shift+tab", "↑ k", "up", "Up a line")
_DOWN = KeyCommand("step(1)", "down,j,tab", "↓ j", "down", "Down a line")
_PAGES: KeyCommands = (
    KeyCommand("step(-10)", "pageup", "PgUp", "page up", "Ten lines up"),
    KeyCommand("step(10)", "pagedown", "PgDn", "page down", "Ten lines down"),
)

HOME: KeyCommands = (
    KeyCommand("move(0,-1)", "up,k", "↑ k", "up", "To the row above"),
    KeyCommand("move(0,1)", "down,j", "↓ j", "down", "To the row below, or to the games"),
    KeyCommand("move(-1,0)", "left", "←", "left", "To the game on the left"),
    KeyCommand("move(1,0)", "right", "→", "right", "To the game on the right"),
    KeyCommand("step(1)", "tab", "Tab", "next", "Through the rows and the games, one by one"),
    KeyCommand("step(-1)", "shift+tab", "Shift+Tab", "previous", "The same way back"),
    KeyCommand("choose", "enter,space", "Enter", "play", "Continue the match, or set up the game under the cursor"),
    KeyCommand("daily", "d", "d", "daily deal", "Today's daily deals: one counted attempt at each"),
    KeyCommand("matches", "m", "m", "matches", "All matches: continue, replay, delete"),
    KeyCommand("club", "c", "c", "club", "The club: play with people at other terminals"),
    KeyCommand("puzzles", "p", "p", "puzzles", "Puzzles: find the turn that is worth most"),
    KeyCommand("learn", "l", "l", "learn", "Lessons for the game under the cursor"),
    KeyCommand("statistics", "s", "s", "statistics", "Your results"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    KeyCommand("app.leave", "q", "q", "quit", "Leave Samovar"),
)

#: Every screen that is a list of rows.
LIST: KeyCommands = (
    _UP,
    _DOWN,
    *_PAGES,
    KeyCommand("change(-1)", "left,h", "← h", "change", "Previous value of this row"),
    KeyCommand("change(1)", "right,l", "→ l", "change", "Next value of this row"),
    KeyCommand("choose", "enter,space", "Enter", "choose", "Choose this row"),
    KeyCommand("leave", "escape,q", "Esc", "back", "Back"),
)
LESSONS: KeyCommands = (
    *LIST,
    KeyCommand("anew", "a", "a", "from the start", "Restart the lesson under the cursor"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
)
SETUP: KeyCommands = (*LIST, KeyCommand("rename", "n", "n", "name", "Name the player under the cursor"))
PUZZLES: KeyCommands = (
    _UP,
    _DOWN,
    KeyCommand("change(-1)", "left,h", "← h", "left", "Previous grade"),
    KeyCommand("change(1)", "right,l", "→ l", "right", "Next grade"),
    KeyCommand("choose", "enter,space", "Enter", "try", "Try the next puzzle of this game and grade"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    KeyCommand("leave", "escape,q", "Esc", "back", "Back"),
)
POSITION: KeyCommands = (
    *LIST,
    KeyCommand("board", "b", "b", "board", "Show the board in place of the rows, or the rows again"),
    KeyCommand("play_on", "c", "c", "play on", "Play on from this position"),
    KeyCommand("tip", "t", "t", "ask the master", "Play on from this position, and ask for a tip first"),
)
MATCHES: KeyCommands = (
    *LIST,
    KeyCommand("replay", "v", "v", "replay", "Replay the match under the cursor"),
    KeyCommand("review", "r", "r", "review", "Review the match under the cursor with a master"),
    KeyCommand("result", "e", "e", "result", "The result of the match under the cursor"),
    KeyCommand("same_deal", "s", "s", "same deal", "The same deal again, with other players if you like"),
    KeyCommand("delete", "d,delete", "d", "delete", "Delete the match under the cursor (press twice)"),
)

#: The club: the lobby, a table that waits for players, a new table, and the members.
LOBBY: KeyCommands = (
    *LIST,
    KeyCommand("lay", "n", "n", "new table", "Create a table"),
    KeyCommand("watch", "w", "w", "watch", "Watch the table under the cursor"),
    KeyCommand("review", "v", "v", "replay", "Replay the finished match under the cursor"),
    KeyCommand("rematch", "r", "r", "rematch", "Play again with the same players"),
    KeyCommand("get_up", "L", "L", "leave", "Leave the table; a bot plays for you until you come back"),
    KeyCommand("decline", "D", "D", "decline", "Decline the invitation under the cursor"),
    KeyCommand("keep", "s", "s", "save", "Save the finished match among your own, to review it"),
    KeyCommand("members", "m", "m", "members", "Members, their games and their ratings"),
    KeyCommand("notices", "t", "t", "notices", "What you are told while you are away, and when"),
    KeyCommand("filter", "f", "f", "filter", "Show only some tables: a game, open seats, a pace"),
    KeyCommand("search", "slash", "/", "search", "Search for a name, a game or a table"),
)
WAITING: KeyCommands = (
    *LIST,
    KeyCommand("fill", "b", "b", "bot", "Give a free seat to a bot (host only)"),
    KeyCommand(
        "invite", "i", "i", "invite", "A line to send to a friend, for the open seat under the cursor (host only)"
    ),
    _TALK,
    _MUTE,
    KeyCommand("get_up", "L", "L", "leave", "Leave your seat; if you are the host, the table is cancelled"),
    KeyCommand("remove", "x", "x", "remove", "Remove who has the seat under the cursor (host only)"),
)
NEW_TABLE: KeyCommands = (
    *LIST,
    KeyCommand("rename", "n", "n", "invite", "Invite somebody to the seat under the cursor"),
)
NOTICES: KeyCommands = (*LIST, KeyCommand("zone", "z", "z", "time zone", "Set your time zone"))
MEMBERS: KeyCommands = (
    *LIST,
    _MUTE,
    KeyCommand("block", "B", "B", "block", "Block or unblock: no talk, invitations or places at your tables; not told"),
    KeyCommand("search", "slash", "/", "search", "Search for a name"),
)

#: The statistics, a page a game.
STATISTICS: KeyCommands = (
    KeyCommand("step(-1)", "left,h,up,k,shift+tab", "← h", "before", "Previous game"),
    KeyCommand("step(1)", "right,l,down,j,tab", "→ l", "next", "Next game"),
    KeyCommand("leave", "escape,q,s", "Esc", "back", "Back"),
)

#: The daily deals.
DAILY: KeyCommands = (
    _UP,
    _DOWN,
    KeyCommand("choose", "enter,space", "Enter", "play", "Play or continue the deal under the cursor"),
    KeyCommand("practise", "a", "a", "practise", "Play the deal again for practice; it does not count"),
    KeyCommand("result", "e", "e", "result", "The result of your attempt"),
    KeyCommand("review", "v", "v", "replay", "Replay your attempt"),
    KeyCommand("rules", "question_mark", "?", "rules", "The rules of the game under the cursor"),
    KeyCommand("leave", "escape,q,d", "Esc", "back", "Back"),
)

RESULT: KeyCommands = (
    KeyCommand("wish('again')", "enter,a", "Enter", "play again", "Play again with the same players and a new deal"),
    KeyCommand("wish('review')", "r", "r", "review", "Review: what a master thinks of each turn"),
    KeyCommand("wish('replay')", "v", "v", "replay", "Replay the match"),
    KeyCommand("wish('same')", "s", "s", "same deal", "The same deal again, with other players if you like"),
    KeyCommand("others", "o", "o", "others", "The final board of the next player"),
    KeyCommand("wish('undo')", "u", "u", "undo", "Undo the last move and play on"),
    KeyCommand("wish('home')", "escape,h,q", "Esc", "home", "Go home"),
)

PLAY_ON = KeyCommand(
    "play_on", "c", "c", "play on", "Play on from this position as a new match, with other players if you like"
)

#: The review of a match, turn by turn.
REVIEW: KeyCommands = (
    _UP,
    _DOWN,
    *_PAGES,
    KeyCommand("turn(-1)", "left,h", "← h", "before", "Previous turn, in the order they were played"),
    KeyCommand("turn(1)", "right,l", "→ l", "next", "Next turn, in the order they were played"),
    KeyCommand(
        "choose", "enter,space", "Enter", "boards", "Show the boards: what was played, and what the master would play"
    ),
    PLAY_ON,
    KeyCommand("others", "o", "o", "others", "The turns of the next player"),
    KeyCommand("deeper", "d", "d", "deeper", "Let the master think longer about each turn"),
    KeyCommand("pause", "p", "p", "pause", "Pause or continue the review"),
    KeyCommand("leave", "escape,q", "Esc", "back", "Back; what has been reviewed is kept"),
)
#: One turn of a review, on the board.
TURN: KeyCommands = (
    KeyCommand("turn(-1)", "left,h,up,k", "←", "before", "Previous turn"),
    KeyCommand("turn(1)", "right,l,down,j", "→", "next", "Next turn"),
    KeyCommand("boards", "b,tab", "b", "board", "Switch boards: played, the master's, before the turn"),
    KeyCommand("try_else", "enter,space,t", "Enter", "try", "Try another turn here, and learn what it is worth"),
    KeyCommand("ask_again", "a", "a", "ask again", "Let the master think about this turn again, longer"),
    PLAY_ON,
    KeyCommand("leave", "escape,q", "Esc", "back", "Back to all turns"),
)

RULES: KeyCommands = (
    KeyCommand("scroll(-1)", "up,k", "↑ k", "up", "Up a line"),
    KeyCommand("scroll(1)", "down,j", "↓ j", "down", "Down a line"),
    KeyCommand("page(-1)", "pageup,b", "PgUp", "page up", "A page up"),
    KeyCommand("page(1)", "pagedown,space", "PgDn", "page down", "A page down"),
    KeyCommand("end(0)", "home", "Home", "start", "To the beginning"),
    KeyCommand("end(1)", "end", "End", "end", "To the end"),
    KeyCommand("contents", "c", "c", "contents", "Table of contents"),
    KeyCommand("find", "slash", "/", "find", "Search"),
    KeyCommand("find_next", "n", "n", "next", "Next match"),
    KeyCommand("leave", "escape,q,question_mark", "Esc", "back", "Back"),
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
    KeyCommand("pick", "enter,space", "Enter", "choose", "Choose this line"),
)
SEARCH_DIALOG: KeyCommands = (
    *CHOICE_DIALOG,
    KeyCommand("erase", "backspace,ctrl+h", "Backspace", "erase", "Delete the last letter"),
)
MESSAGE_DIALOG: KeyCommands = (
    KeyCommand("scroll(-1)", "up,k", "↑ k", "up", "Up a line"),
    KeyCommand("scroll(1)", "down,j", "↓ j", "down", "Down a line"),
    KeyCommand("scroll(-10)", "pageup", "PgUp", "page up", "Ten lines up"),
    KeyCommand("scroll(10)", "pagedown", "PgDn", "page down", "Ten lines down"),
    KeyCommand("dismiss", "enter,space,escape,i,q", "Esc", "close", "Close this"),
)
LEGEND_DIALOG: KeyCommands = tuple(
    command._replace(keys=f"{command.keys},f2") if command.name == "dismiss" else command for command in MESSAGE_DIALOG
)
#: The log above a match: Enter closes it.
LOG_DIALOG: KeyCommands = (
    *CHOICE_DIALOG,
    KeyCommand("undo_to", "u", "u", "undo to here", "Undo everything from the line under the cursor on; asked first"),
)
PASS_KEYBOARD: KeyCommands = (
    KeyCommand("dismiss", "enter,space", "Enter", "look", "Only I can see the screen: show my board"),
    KeyCommand("nothing", "escape", "Esc", "wait", "Nothing: the board stays hidden"),
)

NEXT_TABLE = KeyCommand(
    "next_table", "f3", "F3", "next table", "Go to the next table of the club where it is your turn"
)

#: The commands of the app, on every screen.
APP: KeyCommands = (
    KeyCommand("keys", "f1", "F1", "keys", "All keys of this screen"),
    NEXT_TABLE,
    KeyCommand("settings", "ctrl+t", "Ctrl+T", "settings", "Settings: colours, characters, bot speed and more"),
    KeyCommand("command_palette", "ctrl+p", "Ctrl+P", "palette", "Search all commands"),
    KeyCommand("leave", "ctrl+c,ctrl+q", "Ctrl+C", "quit", "Leave Samovar; the match is kept"),
)


@cache
def load_game_commands(game: str) -> KeyCommands:
    """Return the keys of one game alone, from `tui/games/GAME/keys.py`: shortcuts to its choices, other pages."""
    part = load_part(game, "keys")
    found: KeyCommands = () if part is None else part.KEYS
    return found


def tables_of_commands() -> list[KeyCommands]:
    """Return the commands that a screen or a dialog has at once, for all of them; those of a match with each game's."""
    of_games = [load_game_commands(game) for game in registry.GAME_NAMES]
    matches = [
        (*CHOOSE, *own, *table) for own in of_games for table in (MATCH, (*MATCH, PLAY_ON), CLUB_MATCH, PUZZLE, LESSON)
    ]
    return [*matches, *_SCREENS]


def all_commands() -> frozenset[KeyCommand]:
    """Return every command that there is, with those of all registered games."""
    tables = (PLAY, PUZZLE, LESSON, CLUB_MATCH, *_SCREENS, *map(load_game_commands, registry.GAME_NAMES))
    return frozenset(command for commands in tables for command in commands)


_SCREENS: tuple[KeyCommands, ...] = (
    *(REPLAY, HOME, PUZZLES, LESSONS, SETUP, MATCHES, POSITION, RESULT, REVIEW, TURN, STATISTICS, DAILY, RULES),
    *(DIALOG, SEARCH_DIALOG, LOG_DIALOG, MESSAGE_DIALOG, LEGEND_DIALOG, PASS_KEYBOARD, APP),
    *(LOBBY, WAITING, NEW_TABLE, NOTICES, MEMBERS),
)


def bindings(commands: KeyCommands) -> list[Binding]:
    return [command.binding() for command in commands]


def markdown_table(commands: KeyCommands) -> str:
    """Return the commands as a table for the README."""
    rows = ["| key | what it does |", "|---|---|"]
    return "\n".join(rows + [f"| `{command.shown}` | {command.help} |" for command in commands])
