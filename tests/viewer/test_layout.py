"""At every size and scale: nothing overlaps, nothing is cut off, everything is in the window."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.widgets import Node
from tests.conformance.fof.table import DUEL, begin, fof, index, let_be
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

SIZES = [(1024, 768), (1280, 800), (1920, 1080), (3840, 2160)]
SCALES = [0.75, 1.0, 1.5, 3.0]
BATTLE: dict[str, Any] = {
    "scenario": "advanced",
    "setup": {
        "A": "0602",
        "B": "0602",
        "C": "0703",
        "D": "0703",
        "E": "0704",
        "W": "0603",
        "X": "0603",
        "Y": "0302",
    },
    "phase": "soviet_combat",
    "dice": [1, 1, 1],
}


def leaves(node: Node) -> list[Node]:
    """Nodes that hold no others."""
    return [leaf for child in node.children for leaf in leaves(child)] or [node]


def check(table: Table) -> None:
    """Hold the whole screen to the promise."""
    tree = table.tree
    clipped = [node.key for node in tree.walk() if node.clipped]
    assert not clipped
    outside = [node.key for node in tree.walk() if not tree.rect.contains(node.rect)]
    assert not outside
    for parent in tree.walk():
        spilled = [c.key for c in parent.children if not parent.rect.inflate(4, 4).contains(c.rect)]
        assert not spilled, parent.key
    shown = [node for node in leaves(tree) if node.role != "group"]
    overlapping = [(a.key, b.key) for a, b in combinations(shown, 2) if _shared(a.rect, b.rect) > 0]
    assert not overlapping


def _shared(a: pygame.Rect, b: pygame.Rect) -> int:
    """Pixels in both, a line of rounding at the edges forgiven."""
    both = a.inflate(-2, -2).clip(b.inflate(-2, -2))
    return both.width * both.height


@pytest.mark.matrix(one_in=9)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_layout_of_the_opening(opened: SetUp, size: tuple[int, int], scale: float) -> None:
    """With a unit picked up and a hex looked at."""
    table = opened(size=size, scale=scale)
    check(table)
    table.click("0802")
    table.point("0603")
    check(table)
    table.click("0702")
    check(table)


@pytest.mark.matrix(one_in=9)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_layout_of_a_battle(set_up: SetUp, size: tuple[int, int], scale: float) -> None:
    """Before the die and after it, with the choices that it brings."""
    table = set_up(**BATTLE, size=size, scale=scale)
    table.click("0603")
    assert table.shown("attack")
    assert table.shown("table") or scale > 1
    check(table)
    table.push("attack")
    for _ in range(4):
        check(table)
        if not table.shown("choice-1"):
            break
        table.push("choice-1")


@pytest.mark.matrix(one_in=2)
@pytest.mark.parametrize("name", ["orva_front", "marenfeld", "scs_sample", "tamrat"])
def test_a_hex_of_which_much_is_told_leaves_room_for_the_log(name: str) -> None:
    """At 150 % in a window of the usual size, with units in the hex and one picked up."""
    table = Table(Session.new(name, seed=1), scale=1.5)
    standing = sorted(table.board.view.pieces.standing())
    for number in [*standing[:3], *standing[-3:]]:
        table.click(number)
        table.point(number)
        assert table.shown("place-0") and table.shown("log"), number
    pygame.display.quit()


def test_the_largest_lettering_that_fits_is_used(opened: SetUp) -> None:
    """300 % in a small window becomes what fits, and the window says so when asked for more."""
    table = opened(size=(1024, 768), scale=3.0)
    assert table.app.theme.scale < 1.5
    check(table)


def test_lettering_grows_and_shrinks_by_key(opened: SetUp) -> None:
    """Ctrl and + or -, back with Ctrl+0; the map keeps its zoom."""
    table = opened(size=(1920, 1080))
    table.press("ctrl+=")
    assert table.app.theme.scale == 1.1
    check(table)
    table.press("ctrl+-", "ctrl+-")
    assert table.app.theme.scale == 0.9
    table.press("ctrl+0")
    assert table.app.theme.scale == 1.0
    assert "100 %" in table.label("notice-text")


def test_a_resized_window_is_laid_out_anew(opened: SetUp) -> None:
    """The tree has the window's new size, and the whole map is in view."""
    table = opened()
    pygame.display.set_mode((1600, 900), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1600, 900), w=1600, h=900))
    table.settle()
    assert table.tree.rect.size == (1600, 900)
    check(table)
    corners = [table.board.view.pixel_of(number) for number in ("0101", "0908")]
    assert all(table.board.view.rect.collidepoint(corner) for corner in corners)


def window_event(kind: int, size: tuple[int, int] | None = None) -> None:
    """What a desktop sends, with the size that the window has from then on."""
    if size is not None:
        pygame.display.set_mode(size, pygame.RESIZABLE)
    told: dict[str, Any] = {"size": size, "w": size[0], "h": size[1]} if size else {}
    pygame.event.post(pygame.event.Event(kind, **told))


def test_a_window_that_is_pulled_about_is_laid_out_once_a_frame(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the sizes that it had for a moment only the last counts."""
    table = opened()
    sizes: list[tuple[int, int]] = []
    resize = type(table.board).resize

    def noted(board: BoardScreen, size: tuple[int, int]) -> None:
        sizes.append(size)
        resize(board, size)

    monkeypatch.setattr(type(table.board), "resize", noted)
    for width in range(900, 1200, 20):
        window_event(pygame.VIDEORESIZE, (width, 700))
    table.app.step(0.02)
    assert sizes == [(1180, 700)]
    assert table.tree.rect.size == (1180, 700)


@pytest.mark.parametrize(
    "kind", [pygame.WINDOWDISPLAYCHANGED, pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED]
)
def test_a_window_that_comes_with_another_size_is_laid_out_for_it(opened: SetUp, kind: int) -> None:
    """On a display of another scale, or back from the task bar, whatever else is sent."""
    table = opened(scale=1.5)
    window_event(pygame.WINDOWMINIMIZED)
    window_event(kind, (800, 600))
    table.settle()
    assert table.tree.rect.size == (800, 600)
    assert table.app.theme.scale == 1.0  # the largest that fits there
    window_event(kind, (1600, 1000))
    table.settle()
    assert table.app.theme.scale == 1.5
    check(table)


@pytest.mark.parametrize("size", [None, (1, 1), (1000, 60)])
def test_a_window_that_is_minimised_draws_nothing(
    opened: SetUp, size: tuple[int, int] | None
) -> None:
    """Some desktops leave its size as it is, some leave it none; the game can go on meanwhile."""
    table = opened()
    window_event(pygame.WINDOWMINIMIZED if size is None else pygame.VIDEORESIZE, size)
    table.settle()
    table.app.surface.fill((1, 2, 3))
    table.press("f1", "escape", "end")
    assert table.app.surface.get_at((0, 0)) == pygame.Color(1, 2, 3)
    window_event(pygame.WINDOWRESTORED, size and (1280, 800))
    table.settle()
    assert table.app.surface.get_at((0, 0)) != pygame.Color(1, 2, 3)
    check(table)


@pytest.mark.matrix(one_in=12)  # the largest window takes half a minute
@pytest.mark.parametrize("scale", [0.75, 1.0, 3.0])
@pytest.mark.parametrize("size", SIZES)
def test_layout_of_a_game_with_stacks(size: tuple[int, int], scale: float) -> None:
    """The set-up, a stack laid out, an overrun and a battle with a table of thirty results."""
    game = hexwar.load_game("scs_sample")
    near = game.map.neighbors("06.08")
    stacks = {near[0]: ("I1", "I2", "A1"), near[1]: ("I3", "A2", "M1"), "06.08": ("V1", "V2", "V3")}
    setup = {unit: number for number, units in stacks.items() for unit in units}
    table = Table(Session.new(game, "battle", seed=3), size=size, scale=scale)
    check(table)
    for phase in ("league_movement", "league_combat"):
        state = game.start("battle", setup=setup, phase=phase, dice=[6, 5] * 4)
        table = Table(Session(game, state), size=size, scale=scale)
        table.click(near[0])
        table.press("p")
        check(table)
    table.click("06.08")
    assert table.shown("attack")
    check(table)
    table.push("attack")
    for _ in range(8):
        check(table)
        if table.shown("choice-1"):
            table.push("choice-1")
        else:
            table.press("tab", "n", "enter")
    assert len(table.session.entries) > 3
    pygame.display.quit()


@pytest.mark.parametrize("hovered", ["0309", "0320"])
def test_layout_of_a_reaction_in_a_small_window(hovered: str) -> None:
    """Three may react, and the unit pointed at has a long line of figures and states."""
    state = begin(DUEL | {"Charlie": "0322", "Alpha": "0324", "T4": "3636"})
    for unit in ("T2", "Bravo"):
        let_be(state, unit, fit=1, lightly_wounded=1, down=1, seriously_wounded=1)
        for mark in ("rapid", "position", "low", "medic", "amped"):
            state.mark(mark, state.marks.get(mark, 0) | 1 << index(state, unit))
    state.apply("move T2 0310-0309-0308")
    table = Table(Session(fof(), state), size=(800, 600))
    assert table.shown("choice-5")
    table.point(hovered)
    side = table.tree.find(key="side").rect
    told = [node for node in table.tree.walk() if node.key.startswith(("unit-", "choice-"))]
    assert [node.key for node in told if not side.contains(node.rect)] == []
