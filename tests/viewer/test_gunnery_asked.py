"""What a captain asked in his first fight, and where the window answers it now."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.rules.victory.telling import goals_now
from hexwar.viewer.counters.dice import idle_of, why_idle
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.panels.notice import tip
from hexwar.viewer.table.fights import FightsView
from hexwar.viewer.table.pieces import Pieces
from tests.viewer.table import Table

SHIPS = {
    "I1": ("0605", "N"),
    "I2": ("0606", "N"),
    "I3": ("0503", "S"),
    "I4": ("0205", "SE"),
    "R1": ("0803", "SW"),
    "R2": ("0707", "S"),
    "R3": ("0705", "S"),
}


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def guns(dice: tuple[int, ...] = (), **elsewhere: tuple[str, str]) -> Table:
    game = hexwar.load_game("skerry_sound")
    ships = {**SHIPS, **elsewhere}
    setup = {unit: {"hex": number, "facing": look} for unit, (number, look) in ships.items()}
    state = game.start(phase="isles_first", setup=setup, dice=dice or None)
    return Table(Session(game, state))


def test_a_ship_that_cannot_fire_says_why() -> None:
    table = guns()
    table.point("0205")
    told = " ".join(n.label for n in table.tree.walk() if n.key.startswith("unit-I4"))
    assert "cannot fire: " in told and told.rstrip().endswith("4")
    table.point("0605")
    assert "can fire" in " ".join(n.label for n in table.tree.walk() if "unit-I1" in n.key)


def test_why_not_at_this_one_is_told_by_pointing() -> None:
    table = guns()
    table.click("0503")
    table.point("0707")
    assert table.label("notice-text") == "0707 is 5 hexes away, and I3 fires no farther than 4."
    assert table.label("notice-rule") == "Rule 5.2"


def test_ships_that_can_fire_are_framed() -> None:
    table = guns()
    assert table.board.selection.presentation.frames_ready(table.board.selection)


def test_nothing_is_lettered_over_a_target_or_a_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    lettered: list[str] = []
    flags: list[str] = []
    monkeypatch.setattr(
        Overlay, "lettered", lambda self, number, beside, text: lettered.append(beside)
    )
    monkeypatch.setattr(Overlay, "flag", lambda self, number, text: flags.append(number))
    table = guns()
    table.point("0606")
    standing = {number for number, _ in SHIPS.values()}
    assert lettered and not standing & set(lettered)
    table.click("0606")
    table.click("0707")
    lettered.clear()
    flags.clear()
    table.board.rebuild()
    table.settle()
    assert (lettered, flags) == ([], [])


def test_dice_that_miss_say_why() -> None:
    table = guns((6, 3, 6, 2))
    table.click("0606", "0707")
    table.press("enter")
    said = [n.label for n in table.tree.walk() if n.key.endswith("-why")]
    assert said == ["Dice below 6 miss."]


def test_symbols_that_do_nothing_are_struck_out_with_a_word() -> None:
    fields = {
        "symbols": ("Flag", "Star", "Star"),
        "signs": ("flag", "star", "star"),
        "idle": ("", "ignored", "nothing here"),
    }
    battle = Event("battle", "", "", dice=(1, 2, 2), **fields)
    assert idle_of(battle) == (1, 2)
    assert why_idle(battle) == "Star (ignored) and Star (nothing here)."
    many = {
        "symbols": ("Flag",) * 3 + ("Star",) * 3,
        "signs": ("flag",) * 3 + ("star",) * 3,
        "idle": ("",) * 3 + ("ignored",) * 3,
    }
    battle = Event("battle", "", "", dice=(1,) * 6, **many)
    assert idle_of(battle) == (1,), "as they are shown: three flags, then three stars"


def test_an_order_shows_the_ship_as_it_will_look(monkeypatch: pytest.MonkeyPatch) -> None:
    ghosts: list[tuple[str, str, str]] = []
    monkeypatch.setattr(
        Pieces,
        "ghost",
        lambda self, overlay, unit, number, facing="": ghosts.append((unit, number, facing)),
    )
    session = Session.new(hexwar.load_game("skerry_sound"), seed=4, players={"regent": "easy"})
    table = Table(session)
    table.press("enter")
    table.click("0304", "0504")
    assert ("I1", "0504", "NE") in ghosts


def test_the_goal_is_told_in_three_sentences() -> None:
    """What wins for both sides alike is told once, with how it stands."""
    state = hexwar.load_game("skerry_sound").start()
    told = [goal.told for goal in goals_now(state)]
    assert len(told) == 3
    assert told[1] == "At the end of the game whoever has more points wins (now Isles 0, Regent 0)."


def test_no_tag_lies_below_the_small_map() -> None:
    table = guns((6, 3, 6, 2))
    view = table.board.view
    table.wheel(view.pixel_of("0707"), 3)
    table.click("0606", "0707")
    seats = [view.minimap.seat(*view.rect.size), view.minimap.seat_button(*view.rect.size)]
    assert not view.camera.shows_all and view.fights.taken[:2] == seats
    assert view.fights.tags and all(tag.collidelist(seats) == -1 for tag in view.fights.tags)


def crosshairs(table: Table, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The hexes that are marked as targets when the map is drawn."""
    marked: set[str] = set()
    monkeypatch.setattr(Overlay, "crosshair", lambda self, number, chosen=False: marked.add(number))
    table.board.redraw_map()
    table.settle()
    return marked


def test_whom_somebody_can_fire_at_is_marked_before_a_ship_is_picked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = guns()
    table.press("escape")
    assert not table.board.selection.units
    wanted = {
        action.hexes[0] for action in table.session.state.legal_actions() if action.verb == "fire"
    }
    assert wanted and crosshairs(table, monkeypatch) == wanted
    assert table.label("prompt") == "Isles: I1, I2 and I3 can fire. E ends the phase."


def test_a_click_on_an_enemy_aims_with_the_only_ship_that_can_fire_at_it() -> None:
    table = guns(I1=("0702", "NE"), I3=("0101", "S"))
    chosen = table.board.selection
    assert chosen.available.within_aim()["0803"] == (("I1",),)
    table.click("0803")
    assert (chosen.units, chosen.target) == (("I1",), "0803")
    assert table.shown("attack")


def test_a_click_on_an_enemy_whom_several_can_fire_at_asks_for_one() -> None:
    table = guns()
    chosen = table.board.selection
    (number, groups), *_ = chosen.available.within_aim().items()
    table.click(number)
    table.point("0101")
    ships = " or ".join(unit for (unit,) in groups)
    assert table.label("notice-text") == f"Pick {ships} first: each can fire at {number}."
    assert not chosen.units and chosen.target is None


def test_a_ship_in_hand_is_told_where_to_click() -> None:
    table = guns()
    table.click("0605")
    table.point("0101")
    table.board.match.go_on()
    assert tip(table.board.desk).text == "Click a marked enemy, whom I1 can fire at; Esc lets go."


def test_who_throws_no_dice_is_not_given_none() -> None:
    """And the panel says which faces hit."""
    table = guns()
    table.press("escape")
    within = table.board.selection.available.within_aim()
    number, groups = next(iter(within.items()))
    ship = groups[0][0]
    state = table.session.state
    here = state.position(ship)
    assert here is not None
    table.click(here, number)
    assert "dice" in table.label("fire-attack-value")
    assert table.label("fire-defense-value") == ""
    assert table.label("fire-hits") == "Each die of 6 or more hits."
    assert " to 0" not in table.label("prompt")


def test_the_line_of_the_next_ship_does_not_follow_a_shot() -> None:
    """The pointer still rests where that struck."""
    table = guns()
    table.click("0605")
    number = next(iter(table.board.selection.fights()))
    table.click(number)
    table.press("enter")
    chosen, sight = table.board.selection, table.board.view.sight
    assert chosen.focus_hex == number and table.board.match.results.shot is not None
    chosen.pick("I2")
    assert sight.look() is None
    table.board.match.go_on()
    assert sight.look() is not None


def test_what_is_told_of_fights_lies_on_the_arcs(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(
        "hexwar.viewer.table.board_view.draw_arcs", lambda *what: order.append("arcs")
    )
    monkeypatch.setattr(FightsView, "draw_changes", lambda *what: order.append("told"))
    table = guns()
    table.point("0803")
    assert order[-2:] == ["arcs", "told"]


def test_only_hexes_with_units_in_sight_are_marked_while_no_ship_is_picked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where one may fire on suspicion, an empty hex would be a riddle."""
    table = guns()
    available = table.board.selection.available
    listed = {"0101": (("I1",),), "0803": (("I1",),)}
    monkeypatch.setattr(available, "_listed_targets", lambda: listed)
    assert available.within_aim() == {"0803": (("I1",),)}
