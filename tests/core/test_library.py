"""The document about the library does what it says."""

import re
import subprocess
import sys

from core.bots.outside import PROTOCOL, AnswerLine, EndLine, LegalMove, QuestionLine, StartLine
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "library.md").read_text("utf-8")


def test_the_twenty_lines_play_a_game_and_tell_only_what_a_seat_may_see() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len([line for line in program.splitlines() if line]) <= 22
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Anna: " in done.stdout and "   seen by Anna: " in done.stdout and "   possible: " in done.stdout
    assert done.stdout.rstrip().endswith("[]")


def test_the_table_of_the_protocol_names_every_field() -> None:
    rows = {row.split(" | ")[0]: row for row in TEXT.splitlines() if row.startswith("| `")}
    for kind, fields in {
        "| `start`": StartLine.__struct_fields__,
        "| `decide`": (*QuestionLine.__struct_fields__, *LegalMove.__struct_fields__, *AnswerLine.__struct_fields__),
        "| `end`": EndLine.__struct_fields__,
    }.items():
        assert [name for name in fields if name not in rows[kind]] == []
    assert f"`protocol` ({PROTOCOL})" in TEXT
