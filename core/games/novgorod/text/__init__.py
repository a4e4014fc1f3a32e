"""Every sentence that a player of Novgorod reads: events, prompts, moves, the board and the outcome."""

from core.games.novgorod.text.board import board_text as board_text
from core.games.novgorod.text.ending import outcome_text as outcome_text
from core.games.novgorod.text.events import describe_event as describe_event
from core.games.novgorod.text.moves import describe as describe
from core.games.novgorod.text.phrases import (
    BONUS_AIMS as BONUS_AIMS,
)
from core.games.novgorod.text.phrases import (
    DUCATS as DUCATS,
)
from core.games.novgorod.text.phrases import (
    GOOD_SIGNS as GOOD_SIGNS,
)
from core.games.novgorod.text.phrases import (
    LUXURY_SIGNS as LUXURY_SIGNS,
)
from core.games.novgorod.text.phrases import (
    PRIVILEGE_NAMES as PRIVILEGE_NAMES,
)
from core.games.novgorod.text.phrases import (
    SEALS as SEALS,
)
from core.games.novgorod.text.phrases import (
    SIDE_NAMES as SIDE_NAMES,
)
from core.games.novgorod.text.phrases import (
    career_row as career_row,
)
from core.games.novgorod.text.phrases import (
    ducats as ducats,
)
from core.games.novgorod.text.phrases import (
    goods as goods,
)
from core.games.novgorod.text.phrases import (
    mission as mission,
)
from core.games.novgorod.text.phrases import (
    mission_cards as mission_cards,
)
from core.games.novgorod.text.phrases import (
    need as need,
)
from core.games.novgorod.text.phrases import (
    seals as seals,
)
from core.games.novgorod.text.prompts import progress_text as progress_text
from core.games.novgorod.text.prompts import prompt as prompt
