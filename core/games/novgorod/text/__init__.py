"""Every sentence of Novgorod: what happened, what is asked, what a move means, what lies there."""

from core.novgorod.words.ending import verdict as verdict
from core.novgorod.words.events import sentence as sentence
from core.novgorod.words.moves import describe as describe
from core.novgorod.words.phrases import BONUS_AIMS as BONUS_AIMS
from core.novgorod.words.phrases import DUCATS as DUCATS
from core.novgorod.words.phrases import PRIVILEGE_NAMES as PRIVILEGE_NAMES
from core.novgorod.words.phrases import SEALS as SEALS
from core.novgorod.words.phrases import SIDE_NAMES as SIDE_NAMES
from core.novgorod.words.phrases import ducats as ducats
from core.novgorod.words.phrases import goods as goods
from core.novgorod.words.phrases import mission as mission
from core.novgorod.words.phrases import mission_cards as mission_cards
from core.novgorod.words.phrases import need as need
from core.novgorod.words.phrases import seals as seals
from core.novgorod.words.questions import prompt as prompt
from core.novgorod.words.questions import when as when
from core.novgorod.words.table import board as board
