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


def guns(dice: tuple[int, ...] = ()) -> Table:
    game = hexwar.load_game("skerry_sound")
    setup = {unit: {"hex": number, "facing": look} for unit, (number, look) in SHIPS.items()}
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
    assert said == ["Less than 6 misses."]


def test_symbols_that_do_nothing_are_struck_out_with_a_word() -> None:
    fields = {
        "symbols": ("Flag", "Star", "Star"),
        "signs": ("flag", "star", "star"),
        "idle": ("", "ignored", "nothing here"),
    }
    battle = Event("battle", "", "", dice=(1, 2, 2), **fields)
    assert idle_of(battle) == (1, 2)
    assert why_idle(battle) == "Star: ignored; Star: nothing here."
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
