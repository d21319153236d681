"""What is minded as a game asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.players.campaign.assessment import CampaignPriorities
from hexwar.players.campaign.player import fitting

UNSEEN = Path(__file__).resolve().parents[1] / "unseen"


@pytest.mark.parametrize("game", ["scs_sample", "orva_front", "marenfeld"])
def test_supply_is_minded_as_usual_where_its_lack_weakens(game: str) -> None:
    """In the last there is none, and nothing is to be minded otherwise."""
    usual = CampaignPriorities()
    assert fitting(hexwar.load_game(game).start(seed=1).rules, usual) is usual


def test_supply_that_only_brings_replacements_holds_nobody_back() -> None:
    """Spearheads that outrun it fight on as well as ever."""
    rules = hexwar.load_game(UNSEEN / "seven_weeks").start(seed=1).rules
    usual = CampaignPriorities()
    minded = fitting(rules, usual)
    assert 0 < minded.unsupplied < usual.unsupplied / 5
    assert minded.struck == usual.struck
