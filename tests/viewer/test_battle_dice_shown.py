"""The window tells what dice with symbols may come to, and draws them with the shapes of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pygame
import pytest

import hexwar
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.rules.dice.section import Sign
from hexwar.viewer.counters.dice import (
    Symbol,
    draw_sign,
    draw_symbol,
    draw_thrown,
    faces_of,
    idle_of,
)
from tests.rules.tiny import place, tiny
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def opened(dice: list[int]) -> Table:
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    return Table(Session(tiny("battle_dice"), place("battle_dice", setup, "red_combat", dice=dice)))


def test_the_panel_tells_how_likely_how_much_is_lost_and_retreated() -> None:
    table = opened([1, 5, 6])
    table.click("0404")
    assert table.label("battle-odds-value") == "3 dice"
    shown = {n.label for n in table.tree.walk() if n.key.startswith("outcome-")}
    assert len(shown) == 8, "none to three of each"
    assert not table.shown("table"), "there is none"


def test_a_result_is_told_with_what_the_dice_show() -> None:
    table = opened([1, 5, 6])
    table.click("0404")
    table.press("enter")
    assert table.label("result-die") == "Dice Infantry, Flag and Star"
    assert table.label("result-column") == "3 dice: 1 hit and 1 flag"


def test_of_many_dice_those_that_show_the_same_are_one_with_their_number() -> None:
    state = place("battle_dice", {"R1": "0304", "B1": "0404", "B2": "0701"}, "red_combat")
    battle = next(e for e in state.apply("attack 0404 by R1", dice=[1, 1, 6]) if e.kind == "battle")
    assert faces_of(battle) == (
        Symbol("Infantry", "helmet"),
        Symbol("Infantry", "helmet"),
        Symbol("Star", "star"),
    )
    many = battle.fields | {
        "symbols": ("Flag",) * 4 + ("Star",) * 3,
        "signs": ("flag",) * 4 + ("star",) * 3,
    }
    again = type(battle)(battle.kind, battle.rule, battle.text, **many)
    assert faces_of(again) == (Symbol("Flag", "flag", 4), Symbol("Star", "star", 3))


def test_every_shape_is_told_from_every_other_without_colour() -> None:
    """In black and white, at the size of the log."""
    pygame.font.init()
    pictures = {}
    for sign in get_args(Sign):
        surface = pygame.Surface((22, 22))
        surface.fill((255, 255, 255))
        draw_symbol(surface, surface.get_rect(), Symbol("Some", sign))
        pictures[sign] = {
            (x, y) for x in range(22) for y in range(22) if sum(surface.get_at((x, y))[:3]) < 380
        }
    for one, black in pictures.items():
        for other, second in pictures.items():
            assert one == other or len(black ^ second) >= 12, (one, other)


def test_a_symbol_without_a_shape_is_its_first_letter() -> None:
    surface = pygame.Surface((40, 40))
    assert draw_sign(surface, surface.get_rect(), "") is False


def test_dice_of_a_fire_that_missed_or_were_blocked_are_struck_through() -> None:
    """Of two equal faces of which one was blocked, one is."""
    fields = {"dice": (5, 2, 5, 6), "unblocked": (6, 5)}
    fire = Event("fire", "", "", **fields)
    assert idle_of(fire) == (1, 2)
    plain, struck = pygame.Surface((120, 24)), pygame.Surface((120, 24))
    draw_thrown(plain, pygame.Rect(0, 0, 24, 24), fields["dice"])
    draw_thrown(struck, pygame.Rect(0, 0, 24, 24), fields["dice"], idle_of(fire))
    changed = [
        place
        for place in range(4)
        if any(
            plain.get_at((27 * place + x, y)) != struck.get_at((27 * place + x, y))
            for x in range(24)
            for y in range(24)
        )
    ]
    assert changed == [1, 2]
    assert idle_of(Event("fire", "", "", dice=(5, 2), hits=1)) == (), "a table reads them as one"


@pytest.mark.parametrize(
    ("name", "setup", "dice", "wanted"),
    [
        ("odds", {"R1": "0302", "B1": "0202"}, [3, 4], "Dice 3 + 4 = 7, column 1:1"),
        ("die_rolls", {"R1": "0304", "B1": "0404"}, [4], "Die 4, column 1: r4"),
        (
            "die_rolls",
            {"R1": "0304", "R2": "0303", "B1": "0403"},
            [4],
            "Die 4, +1: row 5, column 2: r5",
        ),
        ("die_rolls", {"R1": "0403", "R2": "0404", "B1": "0503"}, [1], "Die 1, -2: row 0, column"),
    ],
)
def test_the_panel_gives_each_die_and_what_they_are_read_as(
    name: str, setup: dict[str, str], dice: list[int], wanted: str
) -> None:
    table = Table(Session(tiny(name), place(name, setup, "red_combat", dice=dice)))
    table.click(setup["B1"])
    table.press("enter")
    assert table.label("result-column").startswith(wanted)


def lines_of(table: Table, prefix: str) -> list[str]:
    return [node.label for node in table.tree.walk() if node.key.startswith(prefix)]


def at_the_mill(size: tuple[int, int]) -> Table:
    """Three Mills, as shot and guard are about to attack foot behind walls."""
    game = hexwar.load_game("three_mills")
    state = game.start("lesson", seed=97)
    state.apply("play centre_attacks")
    state.apply("done")
    return Table(Session(game, state), size)


def test_the_panel_adds_up_to_the_dice_that_are_thrown() -> None:
    """The strength that the counters show, what is added and taken, and what it comes to."""
    table = at_the_mill((1280, 800))
    table.click("0606", "0705")
    assert table.label("battle-attackers-value") == "2"
    assert table.label("battle-modifier-attacker-0") == "Mill (2.1)"
    assert table.label("battle-modifier-attacker-0-value") == "-1"
    assert table.label("battle-odds-value") == "1 die"
    assert table.label("battle-defenders-value") == "", "whose strength does not count"


def test_the_panel_tells_what_each_symbol_does_here_or_why_nothing() -> None:
    """And who may ignore what, so that nobody asks why a banner does less here than there."""
    table = at_the_mill((1920, 1080))
    table.click("0606", "0705")
    assert lines_of(table, "symbol-") == [
        "Foot and Powder",
        "the defender loses 1 step",
        "Horse",
        "nothing: only against horse units",
        "Steel",
        "nothing: only if steel units attack",
        "Banner",
        "the defender retreats 1 hex, 1 may be ignored (Walls)",
        "Drum",
        "nothing: only if units that are pressing on attack",
    ]


def before_sellen() -> Table:
    """Shot that have moved have no dice against the village; the guns have, and go alone."""
    game = hexwar.load_game("three_mills")
    state = game.start("battle", seed=5)
    orders = ("play centre_attacks", "command LG", "command LS2", "command LA")
    for line in (*orders, "move LG 0705", "move LS2 0805", "done"):
        state.apply(line)
    return Table(Session(game, state), (1280, 800))


def test_who_attacks_alone_is_proposed_though_another_stands_first_who_cannot() -> None:
    """Or the panel would begin with an attack that is refused, in place of the chances."""
    table = before_sellen()
    table.click("0803")
    assert table.board.selection.attackers == ("LA",)
    assert table.label("battle-odds-value") == "1 die"


def test_a_unit_that_is_picked_and_cannot_attack_is_told_why() -> None:
    table = before_sellen()
    table.click("0805")
    table.click("0803")
    assert table.board.selection.attackers == ("LS2",)
    assert "no dice" in table.label("notice-text")


def test_attackers_can_be_switched_on_again_when_none_is_left() -> None:
    """Where they were switched off, or the next click falls on what has moved there."""
    table = before_sellen()
    table.click("0803")
    table.push("attacker-LA")
    assert not table.board.selection.attackers
    assert not table.shown("attack"), "nothing is to be carried out"
    table.push("attacker-LA")
    assert table.board.selection.attackers == ("LA",)
