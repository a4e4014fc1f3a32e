"""Everything a key can do, once: bindings, key bar, palette, help and the README's table come from here."""

from typing import NamedTuple

from textual.binding import Binding


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


#: Looking and choosing, the same in every game.
CHOOSE = (
    Command("move(0,-1)", "up,k", "↑ k", "up", "Move the cursor up"),
    Command("move(0,1)", "down,j", "↓ j", "down", "Move the cursor down"),
    Command("move(-1,0)", "left,h", "← h", "left", "Move the cursor left"),
    Command("move(1,0)", "right,l", "→ l", "right", "Move the cursor right"),
    Command("choose", "enter,space", "⏎", "choose", "Do what the prompt says"),
    Command("target(1)", "tab", "Tab", "next", "Jump to the next place where something can be done"),
    Command("target(-1)", "shift+tab", "Shift+Tab", "previous", "Jump to the one before"),
)

#: Everything else at the table.
TABLE = (
    Command("undo", "u", "u", "undo", "Take back your last move"),
    Command("redo", "r", "r", "redo", "Play again what was taken back"),
    Command("restart", "U", "U", "restart", "Take back your whole turn"),
    Command("tip", "t", "t", "tip", "Ask a bot for a tip"),
    Command("inspect", "i", "i", "inspect", "Say in words what is under the cursor"),
    Command("others", "o", "o", "others", "Look at the next player's board, large"),
    Command("log", "g", "g", "log", "What has happened; undo to a chosen line"),
    Command("rules", "question_mark", "?", "rules", "The rules of this game"),
    Command("name_match", "s", "s", "save", "Give this match a name (it is saved after every move anyway)"),
    Command("back", "escape", "Esc", "menu", "Step back, or open the menu"),
)

PLAY = (*CHOOSE, *TABLE)

#: In a replay some keys walk through the match instead.
REPLAY = (
    Command("step(1)", "right,l,enter,space", "→", "step", "One move forward"),
    Command("step(-1)", "left,h", "←", "back", "One move back"),
    Command("round(1)", "down,j,pagedown", "↓", "round", "To the next round"),
    Command("round(-1)", "up,k,pageup", "↑", "round back", "To the round before"),
    Command("ends(0)", "home,0", "Home", "start", "To the start"),
    Command("ends(1)", "end,dollar_sign", "End", "end", "To the end"),
    Command("go_on", "c", "c", "go on from here", "Go on from here as a new match"),
    Command("inspect", "i", "i", "inspect", "Say in words what is to be seen"),
    Command("others", "o", "o", "others", "Look at the next player's board, large"),
    Command("log", "g", "g", "log", "What has happened; go to a chosen line"),
    Command("rules", "question_mark", "?", "rules", "The rules of this game"),
    Command("back", "escape", "Esc", "leave", "Leave the replay"),
)

#: Keys of one game alone: shortcuts to what it offers, and other pages of what it shows.
GAMES = {
    "mezen": (
        Command("shortcut('f')", "f", "f", "fill in", "Fill in a good arrangement"),
        Command("shortcut('backspace')", "backspace", "Backspace", "take back", "Take the tile under the cursor back"),
        Command("shortcut('b')", "b", "b", "bridge", "Put an amulet as a bridge"),
        Command("shortcut('x')", "x", "x", "keep out", "Keep the tile out with an amulet"),
    ),
    "gzhel": (Command("shortcut('e')", "e", "e", "go on", "Lift, end the turn, or leave it at that"),),
    "novgorod": (Command("turn_page", "m", "m", "missions", "Show or hide the open missions"),),
}

#: Everywhere in the app.
APP = (
    Command("keys", "f1", "F1", "keys", "All keys of this screen"),
    Command("settings", "ctrl+t", "Ctrl+T", "settings", "Theme, ASCII, confirmation, thinking time"),
    Command("command_palette", "ctrl+p", "Ctrl+P", "palette", "Find any command by name"),
    Command("leave", "ctrl+c,ctrl+q", "Ctrl+C", "quit", "Leave Samovar; the match is kept"),
)


def bindings(commands: tuple[Command, ...]) -> list[Binding]:
    return [command.binding() for command in commands]


def markdown_table(commands: tuple[Command, ...]) -> str:
    """The commands as a table, for the README."""
    rows = ["| key | what it does |", "|---|---|"]
    return "\n".join(rows + [f"| `{command.shown}` | {command.help} |" for command in commands])
