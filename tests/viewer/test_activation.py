"""Units that act one by one in the window: their ways of moving, who interrupts them, the dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pygame
import pytest

from hexwar.records import Session
from hexwar.viewer.drawing.overlays import Overlay
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table

SETUP = {"R1": "0202", "R2": "0203", "B1": "0802", "B2": "0803"}


def at(dice: Iterable[int] = (), setup: dict[str, str] = SETUP) -> Table:
    """Red, who has the initiative, acts."""
    return Table(Session(tiny("overwatch"), place("overwatch", setup, "first", dice=dice)))


@pytest.fixture
def table() -> Iterator[Table]:
    yield at()
    pygame.display.quit()


def lines(table: Table) -> list[str]:
    return [n.label for n in table.tree.walk() if n.key.startswith("choice-")]


def last(table: Table) -> str:
    return str(table.session.entries[-1].action)


def test_units_are_put_on_overwatch_by_their_number() -> None:
    state = place("overwatch", SETUP, "watch")
    table = Table(Session(tiny("overwatch"), state))
    assert table.label("choices-heading") == "WHO GOES ON OVERWATCH"
    assert table.label("prompt").endswith("Put units on overwatch, or end the phase (E).")
    table.press("1")
    assert last(table) == "overwatch R2"
    assert table.board.view.pieces.marks("R2").signs == ("O",)
    pygame.display.quit()


# -- ways of moving --------------------------------------------------------------------------------


def test_a_unit_goes_in_the_ordinary_way_unless_another_is_chosen(table: Table) -> None:
    table.click("0202", "0402")
    assert last(table) == "move R1 0402"


def test_a_key_chooses_the_way_and_so_how_far_a_unit_goes(table: Table) -> None:
    table.click("0202")
    assert "0602" not in table.board.selection.destinations()
    (other,) = table.board.selection.other_ways()
    assert "0602" in other
    table.press("m")
    assert table.label("notice-text") == "R1 would move rapidly."
    table.point("0602")
    assert table.label("notice-text") == (
        "R1 moves to 0602 rapidly: 4 hexes. B1 and B2 may react from 0303 on."
    )
    assert table.board.selection.course("0602")[0] == "0202"
    table.click("0602")
    assert last(table) == "move R1 0602 rapid"


def test_a_way_is_ringed_where_enemies_may_react(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From where they see it, as the line under the map says."""
    ringed: list[str] = []
    monkeypatch.setattr(Overlay, "exposed", lambda self, number: ringed.append(number))
    table.click("0202")
    table.press("m")
    table.point("0602")
    way = table.board.selection.course("0602")
    assert set(ringed) == set(way[way.index("0303") :])


def test_a_button_chooses_the_way_too(table: Table) -> None:
    """Where several lead on, they are listed beside the map, the one that is taken marked."""
    table.click("0202")
    assert table.tree.find(key="way-").selected
    assert table.label("way-rapid") == "Rapidly"
    table.push("way-rapid")
    assert table.tree.find(key="way-rapid").selected
    table.click("0602")
    assert last(table) == "move R1 0602 rapid"


def test_what_another_way_reaches_has_a_tint_of_its_own(table: Table) -> None:
    """The usual reach has one, what lies beyond it another, and the rest none."""
    numbers = ("0402", "0602", "1002")
    before = grounds(table, numbers)
    table.click("0202")
    table.move_to((5, 5))
    usual, beyond, out = (
        tuple(now - old for now, old in zip(after, ground, strict=True))
        for after, ground in zip(grounds(table, numbers), before, strict=True)
    )
    assert out == (0, 0, 0)
    assert usual[2] - usual[0] > 20  # towards blue
    assert beyond[0] - beyond[2] > 20  # towards amber


def grounds(table: Table, numbers: Sequence[str]) -> list[tuple[int, ...]]:
    """The colour of hexes, a little beside their middle."""
    pixels = [table.board.view.pixel_of(number) for number in numbers]
    return [tuple(table.app.surface.get_at((x + 9, y + 9)))[:3] for x, y in pixels]


def test_the_way_is_that_of_the_unit_that_was_picked_only(table: Table) -> None:
    table.click("0202")
    table.press("m")
    table.click("0203")
    assert table.board.selection.way == ""


def test_nothing_is_chosen_for_nobody(table: Table) -> None:
    table.press("m")
    assert table.label("notice-text") == "Pick a unit first."


def test_moves_are_made_on_the_map_and_not_listed(table: Table) -> None:
    table.click("0202")
    assert not lines(table)


def test_the_first_way_is_where_the_pointer_goes() -> None:
    table = at(setup={"R1": "0202", "B1": "0902"})
    table.click("0202")
    table.point("0303")
    assert table.label("notice-text") == "R1 moves to 0303: 1 hex. B1 may react in 0303."
    pygame.display.quit()


# -- reactions -----------------------------------------------------------------------------------


def test_who_may_react_is_asked_at_each_hex(table: Table) -> None:
    table.click("0202", "0402")
    assert table.label("choices-heading") == "WHO REACTS"
    wanted = [
        "B1 tries to react",
        "B2 tries to react",
        "Let this go on; ask again at its next step",
        "Let the whole action go on; ask no more",
    ]
    assert lines(table) == wanted
    assert table.label("prompt").startswith("Blue: R1 moves in 0303: react, or let it go on (E).")
    table.press("e")
    assert last(table) == "done"
    assert table.label("prompt").startswith("Blue: R1 moves in 0402")


def test_who_is_fired_at_is_named_to_those_who_may_react() -> None:
    table = at(setup={"R1": "0602", "B1": "0802", "B2": "0803"})
    table.click("0602", "0802")
    table.press("enter")
    assert "R1 fires at B1 in 0802: react, or let it go on (E)." in table.label("prompt")
    pygame.display.quit()


def test_the_list_of_a_reaction_says_what_is_done_on_the_map() -> None:
    """Alone it would say that all one can do is to decline."""
    table = at(dice=[2, 4], setup={"R1": "0602", "B1": "0802"})
    table.click("0602", "0802")
    table.press("enter", "1", "d")
    assert "B1 reacts" in table.label("prompt")
    assert table.label("choices-hint") == "Or click a marked target or an outlined hex."
    pygame.display.quit()


def test_one_key_lets_the_whole_action_go_on(table: Table) -> None:
    table.click("0202", "0402")
    assert table.label("prompt").endswith("D: let the whole action go on; ask no more.")
    table.press("d")
    assert last(table) == "decline"
    assert table.board.match.state.side_to_act == "red"


def test_one_key_answers(table: Table) -> None:
    table.click("0202", "0402")
    table.press("1")
    assert last(table) == "react B1"


def test_the_key_for_all_the_rest_says_when_there_is_none(table: Table) -> None:
    table.press("d")
    assert not table.session.entries
    assert table.label("notice-text") == "Nothing is offered again and again in this action."


def test_the_way_so_far_of_who_acts_is_shown(table: Table) -> None:
    table.click("0202", "0402")
    table.press("e")
    action = table.board.match.state.under_way()
    assert action is not None
    assert (action.unit, action.path, action.target) == ("R1", ("0202", "0303", "0402"), "")
    table.press("d")
    assert table.board.match.state.under_way() is None


def test_a_fire_that_may_be_interrupted_has_its_target() -> None:
    table = at(setup={"R1": "0502", "R2": "0203", "B1": "0802", "B2": "0803"})
    table.click("0502", "0802")
    table.push("attack")
    action = table.board.match.state.under_way()
    assert action is not None
    assert (action.path, action.target) == (("0502",), "0802")
    pygame.display.quit()


def test_the_dice_of_an_exchange_are_shown_in_their_order() -> None:
    table = at(dice=[4, 2])
    table.click("0202", "0402")
    table.press("1", "d")
    assert table.label("roll-0") == "Who acts first: R1 4, B1 2. R1 acts first."
    assert table.label("roll-0-dice") == "4, 2"
    pygame.display.quit()


def test_who_has_acted_is_pale(table: Table) -> None:
    table.click("0202", "0402")
    table.press("d", "e")
    assert table.board.view.pieces.marks("R1").dimmed
    assert not table.board.view.pieces.marks("R2").dimmed
    table.point("0402")
    told = [n.label for n in table.tree.walk() if n.key.startswith("unit-R1-")]
    assert any("has acted" in label for label in told)
