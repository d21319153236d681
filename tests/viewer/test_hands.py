"""Dragging counters, edges and wheel of the map, and looking into enemies."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from hexwar.records import Session
from tests.rules.tiny import tiny
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

MEETING: dict[str, Any] = {
    "setup": {"A": "0602", "B": "0703", "W": "0403", "X": "0505"},
    "phase": "soviet_movement",
}


def left_top(table: Table) -> tuple[float, float]:
    """Where the view is."""
    return table.board.view.camera.left, table.board.view.camera.top


# -- dragging --------------------------------------------------------------------------------------


def test_a_counter_is_dragged_to_where_it_moves(set_up: SetUp) -> None:
    """The view stays where it is; the move is the one that a click makes."""
    table = set_up(**MEETING)
    before = left_top(table)
    table.take_hold(table.board.view.pixel_of("0602"))
    table.drag_over("0601")
    assert table.board.selection.units == ("A",)
    assert "A to 0601" in table.label("notice-text")
    table.drop(table.board.view.pixel_of("0601"))
    assert [str(entry.action) for entry in table.session.entries] == ["move A 0601"]
    assert left_top(table) == before


def test_what_is_dragged_is_drawn_at_the_pointer(set_up: SetUp) -> None:
    """And no more once it has been put down."""
    table = set_up(**MEETING)
    table.take_hold(table.board.view.pixel_of("0602"))
    table.drag_over("0601")
    there = table.board.view.pixel_of("0601")
    spot = (there[0] - 12, there[1] - 12)
    held = table.app.surface.get_at(spot)
    table.press("escape")
    assert table.app.surface.get_at(spot) != held


def test_a_hex_out_of_reach_says_why_while_dragging(set_up: SetUp) -> None:
    """With the number of the rule, before the button comes up and after; nothing moves."""
    table = set_up(**MEETING)
    table.take_hold(table.board.view.pixel_of("0602"))
    table.drag_over("0103")
    said = table.label("notice-text")
    assert table.tree.find(key="notice-icon").label == "Refused"
    rule = table.label("notice-rule")
    table.drop(table.board.view.pixel_of("0103"))
    assert (table.label("notice-text"), table.label("notice-rule")) == (said, rule)
    assert not table.session.entries
    assert table.board.selection.units == ("A",)


@pytest.mark.parametrize("how", ["escape", "second button", "own hex", "off the map", "focus"])
def test_a_drag_is_given_up(set_up: SetUp, how: str) -> None:
    """The counter stays where it stands, and picked up."""
    table = set_up(**MEETING)
    goal = table.board.view.pixel_of("0601")
    table.take_hold(table.board.view.pixel_of("0602"))
    table.drag_over("0601")
    if how == "escape":
        table.press("escape")
    elif how == "second button":
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=goal, button=3, touch=False))
        table.settle()
    elif how == "focus":
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        table.settle()
    else:
        goal = (4, 4) if how == "off the map" else table.board.view.pixel_of("0602")
    table.drop(goal)
    assert not table.session.entries
    assert table.board.selection.units == ("A",)
    assert table.board.view.carried is None


def test_a_drag_of_bare_ground_moves_the_view(set_up: SetUp) -> None:
    """As does a drag of a counter in a phase in which nobody moves."""
    for phase, start in (("soviet_movement", "0404"), ("soviet_combat", "0602")):
        table = set_up(setup=MEETING["setup"] | {"X": "0603"}, phase=phase)
        table.board.view.zoom(table.board.view.pixel_of(start), 5)
        before = left_top(table)
        x, y = table.board.view.pixel_of(start)
        table.drag((x, y), (x - 60, y - 40))
        assert left_top(table) != before
        assert not table.board.selection.units


def islands() -> Table:
    """A game with a box, ways there at a price, and paratroops who wait."""
    game = tiny("islands")
    setup = {"R1": "0101", "R2": "malta", "B1": "0505", "B2": "0605"}
    return Table(Session(game, game.start(setup=setup, phase="red_movement")))


def test_who_waits_off_the_map_is_dragged_onto_it() -> None:
    """From the list at the right; elsewhere the reason is said, and a click still only picks."""
    table = islands()
    table.push("waiting-R4")
    assert table.board.selection.units == ("R4",) and not table.session.entries
    listed = table.tree.find(key="waiting-R4").rect.center
    table.take_hold(listed)
    table.drag_over("0101")
    assert table.tree.find(key="notice-icon").label == "Refused"
    table.drop(table.board.view.pixel_of("0403"))
    assert [str(entry.action) for entry in table.session.entries] == ["enter R4 0403"]
    pygame.display.quit()


def test_a_counter_is_dragged_into_a_box_and_out_of_it() -> None:
    """The way of moving that leads there is taken, even if it is not the usual one."""
    table = islands()
    assert table.board.selection.way == ""
    table.take_hold(table.board.view.pixel_of("0101"))
    table.drag_over("malta")
    table.drop(table.board.view.pixel_of("malta"))
    assert str(table.session.entries[-1].action).startswith("move R1 malta")
    table.push("waiting-R4")
    table.press("escape")
    table.take_hold(table.board.view.pixel_of("malta"))
    table.drop(table.board.view.pixel_of("0701"))
    assert table.session.state.position("R2") == "0701"
    pygame.display.quit()


def test_a_button_that_comes_up_elsewhere_ends_the_drag(set_up: SetUp) -> None:
    """The pointer comes back without it: nothing is held any more."""
    table = set_up(**MEETING)
    table.take_hold(table.board.view.pixel_of("0602"))
    table.drag_over("0601")
    table.point("0502")
    assert table.board.view.carried is None
    assert not table.session.entries


# -- edges and wheel -------------------------------------------------------------------------------


def drift(table: Table, seconds: float) -> None:
    """Let time pass without any event."""
    for _ in range(round(seconds / 0.05)):
        table.app.step(0.05)


@pytest.mark.parametrize("on", [False, True])
def test_the_pointer_at_an_edge_moves_the_map_if_that_is_wanted(opened: SetUp, on: bool) -> None:
    """Off until the settings say so; the middle of the map never drifts."""
    table = opened()
    table.app.settings.edge_pan = on
    view = table.board.view
    view.zoom(view.rect.center, 6)
    before = left_top(table)
    table.move_to(view.rect.center)
    drift(table, 0.5)
    assert left_top(table) == before
    table.move_to((view.rect.right - 3, view.rect.centery))
    drift(table, 0.5)
    assert (table.board.view.camera.left > before[0]) == on
    assert table.board.view.camera.top == before[1]


def test_who_only_crosses_an_edge_moves_nothing(opened: SetUp) -> None:
    """The pointer has to rest there; and it stops when the pointer leaves the window."""
    table = opened()
    table.app.settings.edge_pan = True
    view = table.board.view
    view.zoom(view.rect.center, 6)
    before = left_top(table)
    pygame.event.post(
        pygame.event.Event(
            pygame.MOUSEMOTION,
            pos=(view.rect.right - 3, view.rect.centery),
            rel=(0, 0),
            buttons=(0, 0, 0),
            touch=False,
        )
    )
    drift(table, 0.1)
    pygame.event.post(pygame.event.Event(pygame.WINDOWLEAVE))
    drift(table, 1.0)
    assert left_top(table) == before


def test_a_counter_is_dragged_beyond_the_edge(set_up: SetUp) -> None:
    """The map comes along, whatever the settings say."""
    table = set_up(**MEETING)
    view = table.board.view
    view.zoom(view.pixel_of("0602"), 6)
    before = left_top(table)
    table.take_hold(view.pixel_of("0602"))
    table.move_to((view.rect.left + 3, view.rect.centery), (1, 0, 0))
    drift(table, 0.5)
    assert table.board.view.camera.left < before[0]


def test_the_wheel_zooms_or_pans_as_the_settings_say(opened: SetUp) -> None:
    """Zoom at first; with Ctrl it always zooms, with Shift it moves the map sideways."""
    table = opened()
    view = table.board.view
    middle = view.rect.center
    table.wheel(middle, 4)
    zoom = view.camera.zoom
    assert zoom > 20
    table.app.settings.wheel = "pan"
    before = left_top(table)
    table.wheel(middle, -1)
    assert view.camera.zoom == zoom
    assert view.camera.left == before[0]
    assert view.camera.top == pytest.approx(before[1] + view.rect.height * 0.06 / zoom)
    before = left_top(table)
    table.wheel(middle, 0, across=1)
    assert left_top(table)[0] > before[0]
    pygame.key.set_mods(pygame.KMOD_CTRL)
    table.wheel(middle, 1)
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    assert view.camera.zoom > zoom
    before = left_top(table)
    table.wheel(middle, 1)
    pygame.key.set_mods(0)
    assert left_top(table)[0] < before[0]
    assert left_top(table)[1] == before[1]


# -- enemies ---------------------------------------------------------------------------------------


def test_a_click_on_an_enemy_shows_its_reach_and_zones(set_up: SetUp) -> None:
    """As the rules have them; a second click leaves it."""
    table = set_up(**MEETING)
    state, inspection = table.session.state, table.board.selection.inspection
    table.click("0403")
    assert inspection.units == ("W",)
    assert inspection.reach == {n for n, units in state.threats("us").items() if "W" in units}
    assert inspection.zones == set(state.zone("W")) == set(state.resolved.map.neighbors("0403"))
    assert table.label("notice-text").startswith("W in 0403: outlined is where it could move")
    table.click("0403")
    assert inspection.hex is None
    table.click("0403", "0505")
    assert inspection.units == ("X",)
    table.press("escape")
    assert inspection.hex is None


def test_picking_a_unit_up_leaves_the_enemy(set_up: SetUp) -> None:
    """What is drawn then is where the unit goes."""
    table = set_up(**MEETING)
    table.click("0403", "0602")
    assert table.board.selection.units == ("A",)
    assert table.board.selection.inspection.hex is None


def test_an_enemy_that_cannot_be_attacked_is_shown_with_the_reason(set_up: SetUp) -> None:
    """In a combat phase the refusal stays; what he could do is drawn all the same."""
    setup = MEETING["setup"] | {"X": "0603"}
    table = set_up(setup=setup, phase="soviet_combat")
    table.click("0403")
    assert table.tree.find(key="notice-icon").label == "Refused"
    assert table.board.selection.inspection.units == ("W",)
