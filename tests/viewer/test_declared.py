"""Battles that are declared before the first die, in the window and in text mode."""

from __future__ import annotations

import hexwar
from hexwar.records import Session
from tests.cli.conversation import talk
from tests.rules.tiny import FOLDER
from tests.viewer.table import Table

LINE = {"R1": "0203", "R2": "0304", "B1": "0303", "B2": "0403"}


def session(*options: str) -> Session:
    """The combat phase of red."""
    game = hexwar.load_game(FOLDER / "declared")
    dice = [4, 4]
    start = game.start(None, options, setup=LINE, phase="red_combat", dice=dice)
    return Session(game, start)


def test_they_are_declared_taken_back_and_fought_by_hand(arrows: set[tuple[str, str]]) -> None:
    table = Table(session())
    table.click("0303")
    table.push("attack")
    assert [str(action) for action in table.session.state.declared_attacks()] == [
        "resolve 0303 by R1 R2"
    ]
    arrows.clear()
    table.press("tab")
    assert arrows == {("0203", "0303"), ("0304", "0303")}
    table.press("1")
    assert table.session.state.declared_attacks() == ()
    for number in ("0403", "0303"):
        table.click(number)
        table.push("attack")
    table.press("e")
    assert table.board.selection.kind == "battle_order"
    table.click("0403")
    table.push("attack")
    assert table.session.state.phase == "blue_movement"


def test_the_prompt_names_who_must_attack() -> None:
    table = Table(session("must"))
    assert "R1 and R2 must attack; B1 and B2 must be attacked." in table.label("prompt")


def test_text_mode_says_what_is_declared() -> None:
    printed = talk(session(), "attack 0303 by R1", "attack 0403 by R2", "done")
    assert "Declared: R1 against 0303. Type withdraw 0303 by R1 to take it back." in printed
    assert "resolve 0403 by R2" in printed
