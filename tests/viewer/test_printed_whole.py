"""A turn can be played from the print alone: whatever a game's rules ask for is on its leaves.

The claims are made of what a game defines, so they hold for any game, and are tried on all that are
shipped and on small ones of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pygame
import pytest

from hexwar.charts.pages import CHARTED
from hexwar.definition.grammar import in_prose, opening
from hexwar.definition.loading import load
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import sections
from hexwar.rules.combat.section import Combat
from hexwar.rules.cup.section import Cup
from hexwar.rules.dice.section import FaceDice
from hexwar.rules.facing.section import Facing
from hexwar.rules.figures.section import Figures
from hexwar.rules.fire.section import Fire
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.initiative import Initiative
from hexwar.rules.language.reading import read_section
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.wording import called, in_words, run_in_words, titles
from hexwar.rules.plots.section import Plots
from hexwar.rules.pools.section import Pools
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.tables.section import Tables
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.tracks import Tracks
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import values_of
from hexwar.viewer.printed_map.cartouche import imprint_of
from hexwar.viewer.printed_map.ornaments import vane
from hexwar.viewer.printing import sheets
from hexwar.viewer.printing.booklet import aid_leaves, rules_leaves, tracks_of
from hexwar.viewer.printing.leaves import PAPERS, Leaf, Letters
from hexwar.viewer.printing.pads import pad_leaves

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (
    "force_on_force",
    "marenfeld",
    "orva_front",
    "scs_sample",
    "skerry_sound",
    "strike_force_one",
    "tamrat",
    "three_mills",
)
OUTSIDE = (
    *("sails", "sloops", "broadsides", "flanks", "gunfire", "tank_duel", "casualties", "hiding"),
    *("weather", "battle_dice", "duel", "initiative", "chits"),
)
A4 = PAPERS["a4"]


@cache
def game(name: str) -> ResolvedGame:
    folder = ROOT / ("games" if name in SHIPPED else "tests/games") / name
    return load(folder).resolve(None, (), None)


@cache
def aid(name: str) -> str:
    return words_of(aid_leaves(game(name), A4, sheets.USUAL))


def words_of(leaves: list[Leaf]) -> str:
    """All that is written on leaves, without the ends of its lines."""
    return " ".join(
        item.text for leaf in leaves for item in leaf.items if isinstance(item, Letters)
    )


def holds(text: str, wanted: str) -> bool:
    """Whether words are there, wherever lines were broken."""
    return "".join(wanted.split()) in "".join(text.split())


every_game = pytest.mark.parametrize("name", [*SHIPPED, *OUTSIDE])


@every_game
def test_every_table_is_printed_with_each_row_and_each_result(name: str) -> None:
    """Whatever section rolls on it."""
    for table in game(name)[Tables].tables.values():
        assert holds(aid(name), table.title)
        for row in table.rows:
            row_of = [row, *(table.result(code).title for code in table.codes(row))]
            assert holds(aid(name), run_in_words(row_of[0]))
            for title in row_of[1:]:
                assert holds(aid(name), title.split()[0]), table.title


@every_game
def test_every_row_of_the_combat_table_is_printed(name: str) -> None:
    """Or of a die with symbols, with the number of a common die for each of them."""
    combat = game(name).section(Combat)
    if combat is None:
        return
    if combat.faces is not None:
        die = game(name)[FaceDice].by_id[combat.faces.die]
        assert holds(aid(name), f"1d{die.sides}{die.title}")
        shown = 0
        for face in die.faces:
            numbers = str(shown + 1) if face.count == 1 else f"{shown + 1} to {shown + face.count}"
            assert holds(aid(name), f"{numbers}{face.title}")
            shown += face.count
        return
    for _, codes in combat.rows:
        assert all(holds(aid(name), code) for code in codes)


@every_game
def test_every_number_of_a_fire_is_printed(name: str) -> None:
    """How many dice, what adds to them and at what distance, what hits, and what kinds of target
    change.
    """
    fire = game(name).section(Fire)
    if fire is None:
        return
    printed = aid(name)
    assert holds(printed, "Fire table")
    for pool in filter(None, (fire.dice, fire.defense)):
        for extra in (*pool.plus, *pool.without):
            assert holds(printed, extra.title or "always"), extra
    for extra in fire.by_table.roll if fire.by_table else ():
        assert holds(printed, f"{extra.add:+d}")
    for effect in fire.effect:
        assert holds(printed, effect.title)
    if isinstance(fire.range.most, int):
        assert holds(printed, f"At most {fire.range.most} hex")
    if fire.by_table is None:
        assert holds(printed, f"Each die that shows {fire.success}")


def test_gunnery_is_a_table_by_guns_and_distance() -> None:
    """As a captain asks it: four guns at three hexes are three dice."""
    rows = "strength 1 hex 2 hexes 3 to 4 hexes 1 2 1 0 2 3 2 1 3 4 3 2 4 5 4 3"
    assert holds(aid("skerry_sound"), rows)


@every_game
def test_a_counter_that_looks_somewhere_has_a_bow_on_both_sides(name: str) -> None:
    """A white point in the middle of a dark strip at its head; others have none."""
    resolved = game(name)
    for unit in resolved[Units].counters.values():
        for lost in (0, len(unit.steps) - 1):
            drawn = sheets._face(unit, resolved, lost, saving=False)
            side = drawn.get_width()
            middle, corner = drawn.get_at((side // 2, side // 20)), drawn.get_at((4, side // 20))
            pointed = min(middle[:3]) > 240 and max(corner[:3]) < 40
            assert pointed == (resolved.has("facing") and sheets.looks_somewhere(unit, resolved)), (
                unit.id
            )


@every_game
def test_the_order_of_battle_has_the_values_of_every_state_of_a_unit(name: str) -> None:
    """As its counters show them: what a ship is worth with two of five steps left, and no number
    that means nothing.
    """
    printed = aid(name)
    for unit in game(name)[Units].counters.values():
        states = [values_of(unit, game(name), lost) for lost in range(len(unit.steps))]
        changes = [lost for lost in range(1, len(states)) if states[lost] != states[lost - 1]]
        if not all(states) or len(states) <= 2 or not changes:
            continue
        listed = [f"{len(states) - lost}/{len(states)}: {states[lost]}" for lost in changes]
        assert holds(printed, "; ".join([states[0], *listed])), unit.id


def test_every_state_has_a_side_of_a_counter() -> None:
    """A ship of five points of hull has five sides on three counters."""
    pieces = list(sheets._units(game("skerry_sound"), saving=False))
    ship = game("skerry_sound")[Units].counters["I1"]
    sides = [side for piece in pieces[:3] for side in (piece.front, piece.back) if side]
    assert len(sides) == len(ship.steps) == 5


@every_game
def test_every_plot_has_a_pad_for_each_side_each_unit_and_each_turn(name: str) -> None:
    """On leaves that no other side sees."""
    resolved = game(name)
    plots = resolved.section(Plots)
    leaves = pad_leaves(resolved, A4)
    for plot in plots.by_id.values() if plots else ():
        for side in resolved[Sides].all:
            own = words_of([leaf for leaf in leaves if f": {side.name}," in words_of([leaf])])
            assert holds(own, f"{side.name}: {plot.title}")
            for unit in resolved[Units].counters.values():
                writes = unit.id in resolved.scenario.setup and could_fit(plot.only, unit)
                if writes:
                    assert (unit.id in own.split()) == (unit.side == side.id)
            for turn in range(1, resolved[SequenceOfPlay].turns + 1):
                assert holds(own, f"turn {turn}")


@every_game
def test_who_may_hide_and_the_figures_of_each_unit_have_a_line_to_write_on(name: str) -> None:
    resolved = game(name)
    hidden, figures = resolved.section(Hidden), resolved.section(Figures)
    written = words_of(pad_leaves(resolved, A4))
    for unit in resolved[Units].counters.values():
        if unit.id not in resolved.scenario.setup:
            continue
        if hidden is not None and unit.side in hidden.side and could_fit(hidden.only, unit):
            assert holds(written, "hidden units")
            assert unit.id in written.split()
        if figures is not None and unit.values.get(figures.number):
            assert holds(written, ", ".join(unit.values_in_words))


@every_game
def test_every_track_has_its_boxes_and_what_lies_on_it(name: str) -> None:
    """The turns, the game's own tracks with where they begin, whose the initiative is, pools."""
    resolved = game(name)
    boxes = {title: [*map("".join, labels)] for title, labels in tracks_of(resolved)}
    counters = [title for title, _ in sheets._on_tracks(resolved)]
    assert len(boxes["Turn record"]) == resolved[SequenceOfPlay].turns
    for track in resolved[Tracks].tracks.values():
        assert track.title in counters
        words = [in_words(word) for word in track.words]
        assert all(any(box.startswith(word) for box in boxes[track.title]) for word in words)
        assert sum("begins here" in box for box in boxes[track.title]) == 1
    if resolved.section(Initiative) is not None:
        assert "Initiative" in counters
        assert len(boxes["Initiative"]) == len(resolved[Sides].all)
    pools = resolved.section(Pools)
    for pool in pools.by_id.values() if pools else ():
        assert pool.title in counters


@every_game
def test_steps_that_a_rule_counts_are_recorded(name: str) -> None:
    """Reduced units are all over the map: who counts eighteen lost steps there, every turn?"""
    resolved = game(name)
    boxes = {title: [number for number, _ in labels] for title, labels in tracks_of(resolved)}
    counters = [title for title, _ in sheets._on_tracks(resolved)]
    for asked in resolved.conditions():
        if asked.kind == "steps_lost" and "at_least" in asked.arguments:
            assert str(asked.arguments["at_least"]) in boxes["Record of steps lost"]
            side = resolved[Sides].names[asked.arguments["side"]]
            assert f"{side}: steps lost" in counters


@every_game
def test_every_chit_and_every_pool_is_told_on_the_aid(name: str) -> None:
    """Which chits go into the cup, and how many points come when, is asked in every turn."""
    cup, pools = game(name).section(Cup), game(name).section(Pools)
    for chit in cup.chits.values() if cup else ():
        told = aid(name).partition("Chits in the cup")[2]
        assert holds(told, chit.title)
        # Of "horse units" and "units of the Clans" apart one would read that all Clans act.
        side = game(name)[Sides].names.get(chit.side)
        assert chit.only is None or side is None or holds(told, f" units of {in_prose(side)}.")
    for pool in pools.by_id.values() if pools else ():
        owners = opening(game(name)[Sides].names[pool.side], "has")
        assert holds(aid(name), f"{pool.title} {owners} them.")


@every_game
def test_every_face_of_the_roll_for_a_casualty_is_printed(name: str) -> None:
    figures = game(name).section(Figures)
    if figures is None or figures.check is None:
        return
    for face, becomes in figures.check.results.items():
        title = figures.conditions[becomes].title.lower()
        assert holds(aid(name), f"{run_in_words(face)} {title}")


@every_game
def test_every_hexside_of_a_unit_that_looks_somewhere_has_its_arc_on_the_aid(name: str) -> None:
    facing = game(name).section(Facing)
    for arc, sides in facing.arcs.items() if facing else ():
        for side in sides:
            assert holds(aid(name), f"{in_words(side)} {in_words(arc)}")


@every_game
def test_a_mark_that_changes_nothing_says_what_ground_it_lies_in(name: str) -> None:
    """Varn is a village on the map, by a dot, and town by the rules of Orva."""
    kinds, board = game(name)[Terrain], game(name).map
    for mark, kind in kinds.features.items():
        grounds = {board.terrain(place) for place in board if mark in board.features(place)}
        if grounds and not kind.combat:
            first, *_ = (kinds.hexes[ground].title.lower() for ground in sorted(grounds))
            assert holds(aid(name), kind.title)
            assert holds(aid(name), "none of its own; lies in"), first


def test_a_town_by_a_dot_is_told_from_open_ground() -> None:
    assert holds(aid("orva_front"), "Village +0 +0 none of its own; lies in town")
    mixed = "City +0 +0 none of its own; lies in city (0907) and town (1305, 1712)"
    assert holds(aid("orva_front"), mixed)


def test_units_without_supply_show_for_how_long() -> None:
    """Where a step is lost from the third phase on, the second has a side of a counter."""

    def shown(name: str) -> list[tuple[str, str]]:
        sides = ((p.front, p.back) for p in sheets._markers(game(name), saving=False))
        words = (tuple(getattr(side, "words", "") for side in pair) for pair in sides)
        return [(front, back) for front, back in words if front.startswith("Out of supply")]

    assert set(shown("orva_front")) == {("Out of supply", "Out of supply: phase 2")}
    assert set(shown("scs_sample")) == {("Out of supply", "")}


def test_the_printed_key_has_the_wind_and_no_flags() -> None:
    """Counters with words lie where the window has flags; a grey line below named the wind."""
    key = [entry.title for entry in imprint_of(game("orva_front"), flags=False).samples]
    assert not [title for title in key if title.startswith("Held by")]
    assert "Held by the Union" in [
        sample.title for sample in imprint_of(game("orva_front")).samples
    ]
    square = pygame.Surface((100, 100))
    blown = []
    for comes_from in (0.0, 180.0):
        square.fill((255, 255, 255))
        vane(square, (50, 50), 40, comes_from)
        blown.append(square.get_at((50 - 10, 50 + 8))[:3])
    assert blown[0] != blown[1]


@every_game
def test_every_place_that_rules_name_is_printed_with_its_hexes(name: str) -> None:
    """No map shows where a region ends."""
    resolved = game(name)
    names = titles(resolved)
    for region, hexes in resolved.map.regions.items():
        if hexes != {region}:
            assert holds(aid(name), called(names, "region", region))
            assert holds(aid(name), min(hexes, key=lambda place: (len(place), place)))


@pytest.mark.parametrize("name", SHIPPED)
def test_rules_are_printed_as_sentences(name: str) -> None:
    """Every rule of the rulebook, and of what is read back nothing that is a key and its value."""
    definition = load(ROOT / "games" / name)
    resolved = definition.resolve(None, (), None)
    rules = words_of(rules_leaves(resolved, definition.catalog, A4))
    for number, (heading, _) in resolved.rulebook.rules.items():
        assert holds(rules, f"{number} {heading}".replace("*", ""))
    for text in _raw(resolved):
        assert not holds(rules, text), text
        assert not holds(aid(name), text), text


def _raw(resolved: ResolvedGame) -> Iterator[str]:
    """What is said of keys that have no sentence."""
    for section in sections():
        for statement in read_section(resolved, section) if section not in CHARTED else ():
            told = statement.is_sentence or statement.is_charted or not statement.is_set
            if not told and ": " in statement.tell():
                yield statement.tell()
