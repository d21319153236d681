"""A battle against several hexes, prepared by hand."""

from __future__ import annotations

import hexwar
from hexwar.records import Session
from tests.cli.conversation import answer
from tests.rules.tiny import FOLDER
from tests.viewer.table import Table

OPEN = {"R1": "0203", "R2": "0204", "B1": "0103", "B2": "0104"}


def session(*options: str) -> Session:
    """The combat phase of red: R1 beside both enemies, R2 beside B2."""
    game = hexwar.load_game(FOLDER / "fronts")
    start = game.start(None, options, setup=OPEN, phase="red_combat", dice=[4])
    return Session(game, start)


def prepared(table: Table) -> str:
    """The attack that is being prepared."""
    return str(table.board.selection.attack())


def test_a_second_target_is_taken_along_and_left_out_again() -> None:
    table = Table(session())
    table.click("0104")
    assert prepared(table) == "attack 0104 by R1 R2"
    table.click("0103")
    assert prepared(table) == "attack 0104-0103 by R1", "R2 is not beside 0103"
    assert table.label("battle-heading") == "ATTACK ON 0103 AND 0104"
    table.click("0103")
    assert prepared(table) == "attack 0104 by R1 R2"
    table.click("0103")
    table.push("attack")
    assert str(table.session.entries[0].action) == "attack 0104-0103 by R1"


def test_who_is_beside_one_takes_part_where_that_is_enough() -> None:
    table = Table(session("line"))
    table.click("0104")
    table.click("0103")
    assert prepared(table) == "attack 0104-0103 by R1 R2"


def test_text_mode_foretells_it() -> None:
    printed = answer(session(), "odds 0103-0104 by R1")
    assert printed.startswith("R1 against B1, B2 in 0103 and 0104: 4 to 4.")
