"""What a turn asks of the pages: numbers, names and orders that the engine uses stand on them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest

import hexwar
from hexwar.charts.blocks import Block, Cells, Heading, Labelled, Prose
from hexwar.charts.pages import pages_of_rules
from hexwar.charts.sequence_of_play import sequence_of_play
from hexwar.charts.tables import (
    combat_table,
    order_of_battle,
    places,
    starting_place,
    terrain_chart,
)
from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.wording import number as as_printed
from hexwar.rules.state import State
from hexwar.viewer.printing.leaves import PAPERS, InkedPicture
from hexwar.viewer.printing.sheets import USUAL, WordedCounter, counter_leaves
from tests.rules.tiny import tiny
from tools.fuzz_play import shipped

DECISIONS, FORESEEN = 250, 3


def in_a_line(blocks: list[Block]) -> str:
    """All that stands in some blocks, in its order."""
    parts: list[str] = []
    for block in blocks:
        match block:
            case Heading(text) | Prose(text):
                parts.append(text)
            case Labelled(label, text):
                parts += [label, text]
            case Cells(rows):
                parts += [cell for row in rows for cell in row]
            case _:
                pass
    return " ".join(parts)


@cache
def resolved(name: str) -> ResolvedGame:
    return hexwar.load_game(name).start(seed=0).resolved


def course(name: str) -> str:
    return in_a_line([*sequence_of_play(resolved(name))])


# -- battles ------------------------------------------------------------------------------------


def is_battle(action: Action, state: State) -> bool:
    return action.verb in ("attack", "overrun")


@pytest.mark.parametrize("name", [g for g in shipped() if resolved(g).section(Combat) is not None])
def test_whatever_changes_a_battle_stands_on_the_aid(name: str) -> None:
    """By its name and with its value, as the engine itemises it before the die."""
    game = resolved(name)
    aid = in_a_line([*terrain_chart(game), *combat_table(game)])
    state, random = hexwar.load_game(name).start(seed=1), Random(3)
    seen: set[tuple[str, str]] = set()
    for _ in range(DECISIONS):
        if state.is_over:
            break
        for action in islice((a for a in state.listed() if is_battle(a, state)), FORESEEN):
            for line in state.preview(action).modifiers:
                seen.add((line.label.rpartition(" across ")[2], line.value))
        state.apply(state.sample_action(random))
    assert [part for part in seen if part[0] not in aid] == []
    assert [part for part in seen if printed(part[1]) not in aid] == []


def printed(value: str) -> str:
    """What an itemised value is in a chart: ``-1 column`` of ``1 column left``, ``x1½``."""
    if value.startswith("x"):
        return f"x{as_printed(Fraction(value[1:]))}"
    count, _, direction = value.partition(" ")
    if direction:
        return f"{'-' if direction.endswith('left') else '+'}{count} column"
    return value


def test_odds_beyond_the_table_are_told() -> None:
    text = in_a_line([*combat_table(resolved("orva_front"))])
    assert "No attack is made below 1:2. What is above 6:1 counts as 6:1." in text
    assert "From 10:1 on nothing is rolled: the result is D2." in text
    already = "Where all defenders are units that are surrounded, it is so from 6:1 on already."
    assert already in text


def test_no_result_is_told_twice() -> None:
    """The chart said "The attacker loses a step: the attacker loses 1 step"."""
    labelled = [
        block for block in combat_table(resolved("orva_front")) if isinstance(block, Labelled)
    ]
    told = {block.label: block.text for block in labelled}
    assert told["A1"] == "The attacker loses a step."
    assert told["R2"] == "The defender retreats two hexes; 2 units may advance up to 2 hexes."
    assert told["EX"].startswith("Both lose a step: the defender loses 1 step; the attacker")
    exchange = [block for block in combat_table(resolved("tamrat")) if isinstance(block, Labelled)]
    assert "Attacker retreats: the attacker retreats 1 hex." in {block.text for block in exchange}


def test_what_weather_does_to_moves_and_battles_stands_below_their_tables() -> None:
    game = resolved("orva_front")
    moves = in_a_line([*terrain_chart(game)])
    assert "While “Mud” is in force: Motor units have half" in moves
    battles = in_a_line([*combat_table(game)])
    assert "While “Frost” is in force: River in battle: attacker x2/3." in battles


def test_signs_of_the_terrain_chart_are_explained() -> None:
    chart = in_a_line([*terrain_chart(resolved("orva_front"))])
    assert "Railway - - by rail 1 MP a hex" in chart
    assert "no: closed; +: added to what the hex costs; -: of no use." in chart
    assert "of no use" not in in_a_line([*terrain_chart(resolved("tamrat"))])


# -- the course of a turn -------------------------------------------------------------------------


def test_a_phase_says_once_what_it_is_and_whose() -> None:
    assert "3. U.S. movement 4. U.S. combat" in course("strike_force_one")
    told = "3. League exploitation (movement, only exploitation units, not from an enemy zone of"
    assert told in course("scs_sample")


def test_phases_that_follow_each_chit_are_told() -> None:
    assert "Phases 4 and 5 follow for each chit that is drawn, one after the other." in course(
        "tamrat"
    )


def test_arrivals_and_supply_are_whole_sentences() -> None:
    assert (
        "Tarl levy: L1 may enter by Tarl (09.08) in March, if Villages risen is at least 1."
        in course("tamrat")
    )
    orva = course("orva_front")
    assert "from the eastern roads, and from capital while Halvar controls it." in orva
    assert "A unit is supplied by a source or a staff unit at most 4 hexes away." in orva
    assert "At the start the Union controls the Union's land." in orva


def test_sources_for_some_or_for_so_many_say_so() -> None:
    told = in_a_line([*sequence_of_play(tiny("harbours").start().resolved)])
    assert "from 0101 (1 for each hex at most), and from 0105 (2 for each hex at most)" in told
    assert "and from 0703 for ally units alone" in told


# -- names and signs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("scs_sample", ("Brae road 25.13", "Halden 22.06", "Kerren 18.11", "Hask 12.13")),
        ("tamrat", ("Tarl 09.08", "Ushan 07.04")),
        ("marenfeld", ("Lindenau 1405", "Oberhof 0605")),
        ("orva_front", ("Varn 0605, Oskel 0610", "Selm 1012")),
    ],
)
def test_names_of_places_are_those_of_the_map(name: str, wanted: tuple[str, ...]) -> None:
    """With their capitals, and each hex of a region of towns with its own."""
    told = in_a_line([*places(resolved(name))])
    assert [part for part in wanted if part not in told] == []


def test_what_several_states_share_names_them() -> None:
    """One of which nothing else is said was not printed at all."""
    pages = dict(pages_of_rules(resolved("skerry_sound"), in_sentences=True))
    assert "At anchor (rule 7.3) and Fouled (rule 4.4) They may not move." in in_a_line(
        [*pages["STATES"]]
    )


def test_steps_that_are_left_are_explained_where_they_are_printed() -> None:
    def told(name: str) -> str:
        return in_a_line([*order_of_battle(resolved(name), starting_place(resolved(name)))])

    said = "What stands behind 3/5 is a unit of five steps with three of them left."
    assert said in told("skerry_sound")
    assert said not in told("tamrat")


def test_strengths_that_nobody_wrote_are_not_printed() -> None:
    """A team of Lost & Found fires by its figures: it is no ``1-1``."""
    game = resolved("force_on_force")
    told = in_a_line([*order_of_battle(game, starting_place(game))])
    assert "6 MP, quality d8, morale d10" in told
    assert "1-1" not in told


@pytest.mark.parametrize("name", shipped())
def test_words_on_counters_are_of_one_size_and_whole(name: str) -> None:
    leaves = counter_leaves(resolved(name), PAPERS["a4"], USUAL)
    items = [item for leaf in leaves for item in leaf.items]
    drawings = [item.draw for item in items if isinstance(item, InkedPicture)]
    worded = [drawing for drawing in drawings if isinstance(drawing, WordedCounter)]
    assert len({drawing.lettering[0] for drawing in worded}) == 1
    for drawing in worded:
        assert " ".join(drawing.lettering[1]) == drawing.words
