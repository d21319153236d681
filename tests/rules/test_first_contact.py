"""Armies that begin apart: when they can meet is said beside the goals."""

from __future__ import annotations

from io import StringIO

import hexwar
from hexwar.cli.text.conversation import run_text
from hexwar.records import Session
from hexwar.rules.first_contact import first_contact
from hexwar.rules.state import State
from hexwar.viewer.screens.briefing import BriefingScreen
from tests.viewer.sheets import Sheets

APART = "The armies begin apart: nobody can stand next to an enemy before turn"


def test_it_follows_from_ways_and_movement_points() -> None:
    """With 4 movement points seven hexes, beside the enemy, are two moves."""
    assert first_contact(_apart("0901", "0101")).startswith(f"{APART} 2")


def _apart(soviet: str, american: str, turn: int = 1) -> State:
    game, units = hexwar.load_game("strike_force_one"), {"A": soviet, "W": american}
    return game.start(setup=units, phase="soviet_movement", turn=turn)


def test_nothing_is_said_where_one_move_will_do_or_where_it_is_no_answer() -> None:
    beside, near = _apart("0201", "0101"), _apart("0501", "0101")
    later = _apart("0901", "0101", turn=2)
    assert [first_contact(state) for state in (beside, near, later)] == ["", "", ""]
    for name in ("force_on_force", "skerry_sound", "tamrat", "orva_front"):
        assert first_contact(hexwar.load_game(name).start(seed=1)) == ""


def test_terminal_and_card_of_the_first_minute_say_it() -> None:
    output = StringIO()
    session = Session.new("marenfeld", seed=1)
    run_text(session, input=StringIO("quit\n"), output=output)
    assert APART in " ".join(output.getvalue().split())
    window = Sheets(lambda app: BriefingScreen(app, session, "Move units."))
    assert window.label("contact").startswith(APART)
    window.app.close()
