"""How likely results are is told alike by window, map, terminal and host, and adds up."""

from __future__ import annotations

import re

import pytest

from hexwar.cli.text.answers import odds
from hexwar.engine import Preview
from hexwar.host.foreseen import foreseen
from hexwar.viewer.table.fights import likeliest
from tests.viewer.conftest import SetUp

FOES = {"A": "0602", "B": "0703", "C": "0704"}


def _shares(lines: list[str]) -> list[str]:
    return re.findall(r"[<>]?[\d.]+ %", " ".join(lines))


@pytest.mark.parametrize("attackers", ["A", "AB", "ABC"])
def test_chances_of_a_battle_read_the_same_everywhere(set_up: SetUp, attackers: str) -> None:
    """Each whole, and then they add up to 100; or all in tenths, where equal ones would not."""
    units = {unit: FOES[unit] for unit in attackers} | {"W": "0603"}
    table = set_up("advanced", setup=units, phase="soviet_combat")
    table.click("0603")
    preview = table.board.selection.preview()
    assert isinstance(preview, Preview)
    panel = _shares([n.label for n in table.tree.walk() if n.key.startswith("outcome-")])
    state = table.session.state
    assert panel == _shares(foreseen(state, preview))
    assert sorted(panel) == sorted(_shares([*odds(state, preview)]))
    assert str(likeliest(preview)).split(":")[0].removesuffix(" each") in panel
    whole = all("." not in share for share in panel)
    total = sum(float(share.removesuffix(" %")) for share in panel)
    assert total == 100 if whole else abs(total - 100) < 0.5
    told = zip((outcome.probability for outcome in preview.outcomes), panel, strict=True)
    assert len({*told}) == len({outcome.probability for outcome in preview.outcomes})
