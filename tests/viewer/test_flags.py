"""Flags on the map: at which hexes they stand, and what the key of the map says of them."""

from __future__ import annotations

from pathlib import Path

import pygame

import hexwar
from hexwar.rules.game import Game
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.flags import coming_flags, flags
from hexwar.viewer.printed_map.cartouche import Cartouche, imprint_of
from hexwar.viewer.printed_map.terrain import MapPainter
from tests.rules.tiny import tiny, varied

RAILWAY = """
map:
  paths: {rail: ["0101-0201-0301-0401-0501-0601-0701"]}
  features: {town: {"0301": Ham}}
  regions: {railways: ["0101", "0201", "0301", "0401", "0501", "0601", "0701"], lone: ["0404"]}
terrain:
  paths: {rail: {title: Railway, cost: 1}}
  features: {town: {title: Town}}
control: {begins: {red: ["0101", "0201", "0301", "0401", "0404"], blue: ["0501", "0601", "0701"]}}
movement:
  modes:
    train: {title: By rail, from: {region: [railways, lone], controlled: own}}
"""
"""A line of seven hexes that two sides share, a town on it, and a place apart."""


def shown(state: State) -> dict[str, list[str]]:
    """Side to the hexes with its flags."""
    sides = state.frame.side_ids
    found: dict[str, list[str]] = {side: [] for side in sides}
    for flag in flags(state, state.resolved):
        found[sides[flag.band]].append(flag.hex)
    return found


def printed(game: Game) -> Cartouche:
    """What stands beside the map of a game."""
    pygame.font.init()
    resolved = game.start().resolved
    return MapPainter(resolved.map, resolved[Terrain], imprint_of(resolved)).cartouche


def test_on_a_line_flags_stand_where_it_changes_hands(tmp_path: Path) -> None:
    """Of a railway the foremost hexes, the town on it, and the hex that has no other beside it."""
    state = varied(tmp_path, RAILWAY, "meadow").start()
    assert set(state.holds("red")) == {"0101", "0201", "0301", "0401", "0404"}
    assert shown(state) == {"red": ["0301", "0401", "0404"], "blue": ["0501"]}


def test_a_place_that_is_scored_for_has_a_flag() -> None:
    """Each of them, from the beginning."""
    game = hexwar.load_game("marenfeld")
    state = game.start()
    villages = state.resolved.map.region("villages")
    assert set(shown(state)["estates"]) == set(villages)


def test_where_victory_asks_who_stands_in_a_hex_the_flag_goes_with_the_units() -> None:
    """The rules remember nobody, so the map does not either."""
    game = hexwar.load_game("strike_force_one")
    state = game.start(setup={"A": "0603"}, phase="soviet_movement")
    assert shown(state)["soviet"] == ["0603"]
    state.apply("move A 0604")
    assert shown(state)["soviet"] == []


def test_the_key_has_the_flags_of_a_game_that_asks_who_holds_what() -> None:
    titles = [entry.title for entry in printed(hexwar.load_game("orva_front")).entries]
    assert titles[-2:] == ["Held by the Union", "Held by Halvar"]
    assert not any("Held" in entry.title for entry in printed(tiny("odds")).entries)


def test_ground_and_town_of_one_title_are_one_line_of_the_key() -> None:
    cartouche = printed(hexwar.load_game("orva_front"))
    titles = [entry.title for entry in cartouche.entries]
    assert len(titles) == len(set(titles))
    town = next(entry for entry in cartouche.entries if entry.title == "Town")
    assert town.parts == (("hex", "town"), ("feature", "town"))


def test_every_line_of_a_key_keeps_its_place_on_the_sheet() -> None:
    """Between the title and the foot of the sheet, and no title runs into the next line."""
    for name in ("orva_front", "scs_sample", "marenfeld", "tamrat", "force_on_force"):
        cartouche = printed(hexwar.load_game(name))
        places = cartouche._places()
        assert all(cartouche.sheet.top < y < cartouche.sheet.bottom for _, y in places)
        assert all(cartouche.sheet.left < x < cartouche.sheet.right for x, _ in places)
        assert len(set(places)) == len(places)


def test_a_place_that_changes_hands_as_the_phase_ends_shows_the_flag_to_come() -> None:
    """The flag of a town that was entered did not change, and nothing said that it would."""
    game = hexwar.load_game("orva_front")
    setup = {"A1": "0506", "H1": "1305", "U1": "0305", "D1": "1405"}
    state = game.start(setup=setup, phase="union_movement", turn=2, seed=1)
    state.apply("move A1 0605")
    sides = state.frame.side_ids
    coming = [(sides[flag.band], flag.hex) for flag in coming_flags(state, state.resolved)]
    assert coming == [("union", "0605")]
    assert "0605" in shown(state)["halvar"], "until then it is the other side's"
    assert state.comes_to_hold("union") == ("0605",)
    state.apply("done")
    assert coming_flags(state, state.resolved) == []
    assert "0605" in shown(state)["union"]
