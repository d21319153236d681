"""A careless author of a skirmish: each slip is found where it stands, with what to write."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar

SHIPPED = Path(__file__).resolve().parents[2] / "games" / "force_on_force"

SLIPS = [
    ("    die: quality\n", "    die: qualitty\n", "HW301", "did you mean quality?"),
    ("contest: {die: quality,", "contest: {die: support,", "HW301", "quality, morale"),
    ("die: quality, success: 4, ties", "die: quality, success: 13, ties", "HW495", "lower"),
    ("  die: morale\n", "  die: figures\n", "HW301", "quality, morale"),
    ("  success: 4\n  fails", "  success: 11\n  fails", "HW468", "from 2 to 10"),
    ("fails: pinned", "fails: pined", "HW301", "did you mean pinned?"),
    ("{turn: 1, phase: actions}", "{turn: 12, phase: actions}", "HW492", "9 turns"),
    ("{turn: 1, phase: actions}", "{turn: 1, phase: overwatch}", "HW492", "kind activation"),
    ("ambush: {die: quality,", "ambush: {die: support,", "HW301", "quality, morale"),
    ("opens_at: [hex_moved,", "opens_at: [each_hex_moved,", "HW104", "did you mean hex_moved?"),
    ("may: [fire, move]", "may: [shoot, move]", "HW104", "fire, move"),
    ("6: fit}", "6: fitt}", "HW301", "did you mean fit?"),
    ("hit: down", "hit: downed", "HW301", "did you mean down?"),
    ("shelter: [woods,", "shelter: [wood,", "HW301", "did you mean woods?"),
    ("  defense:\n    count: figures", "  defense:\n    count: 3", "HW474", "with `targets`"),
]


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize(("said", "meant", "code", "remedy"), SLIPS)
def test_a_slip_is_found_where_it_stands(
    tmp_path: Path, said: str, meant: str, code: str, remedy: str
) -> None:
    folder = copytree(SHIPPED, tmp_path / "game")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    assert said in text
    (folder / "game.yaml").write_text(text.replace(said, meant, 1), encoding="utf-8")
    found = [finding for finding in hexwar.check(folder) if finding.code == code]
    assert found and remedy in f"{found[0].message} {found[0].help}"
    line = text[: text.index(said)].count("\n") + 1
    assert line <= found[0].line <= line + meant.count("\n") + 1 and found[0].column > 1
