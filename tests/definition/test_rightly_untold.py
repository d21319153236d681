"""What `check` does not tell, as it is no fault: supply, reactions, regions, pools, obligations."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.definition.conftest import Write

FIRST = "  - {winner: red, if: {eliminated: {side: blue}}}\n  - {winner: blue}\n"
PHASES = """\
sequence:
  turns: 3
  phases:
    - {id: red_air, kind: movement, side: red%s}
    - {id: red_movement, kind: movement, side: red%s}
    - {id: red_fire, kind: fire, side: red}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: blue_fire, kind: fire, side: blue}
"""
FIRE = "fire: {range: {most: 3}, dice: {count: attack}, success: 4, hits: steps}\n"
REACTIONS = "reactions: {meet: {phases: [red_air], opens_at: [hex_moved], may: [fire]}}\n"
STACKS = ", patch: {movement: {stacks: allowed}}"
SINGLE = ", patch: {movement: {stacks: forbidden}}"


def codes(folder: Path) -> list[str]:
    """What is found."""
    return [found.code for found in hexwar.check(folder)]


@pytest.mark.parametrize(
    ("air", "movement", "base", "codes_told"),
    [
        ("", STACKS, "", []),
        (SINGLE, "", "stacks: allowed, ", []),
        (STACKS, "", "", ["HW491"]),
        ("", "", "stacks: allowed, ", ["HW491"]),
    ],
)
def test_stacks_and_reactions_are_at_odds_in_one_phase_alone(
    air: str, movement: str, base: str, codes_told: list[str], write: Write
) -> None:
    folder = write(
        sequence=PHASES % (air, movement),
        fire=FIRE,
        reactions=REACTIONS,
        combat="",
        movement=f"movement: {{{base}allowance: 4}}\n",
    )
    assert [code for code in codes(folder) if code == "HW491"] == codes_told


def test_an_effect_that_lets_stacks_move_is_told_at_its_patch(write: Write) -> None:
    effects = "effects:\n  crowd:\n    title: Crowd\n    if: {turn: 2}\n    patch:\n"
    folder = write(
        sequence=PHASES % ("", ""),
        fire=FIRE,
        reactions=REACTIONS,
        combat="",
        effects=effects + "      movement: {stacks: allowed}\n",
    )
    (told,) = [found for found in hexwar.check(folder) if found.code == "HW491"]
    assert (Path(told.file).name, told.line) == ("effects.yaml", 6)


SUPPLY = """\
sequence:
  turns: 2
  phases:
    - {id: roll, kind: initiative}
    - {id: first_supply, kind: supply, side: initiative}
    - {id: first_movement, kind: movement, side: initiative}
    - {id: second_movement, kind: movement, side: others}
"""
INITIATIVE = "initiative: {first: red, die: {red: d6, blue: d6}}\n"


def test_a_phase_of_whoever_has_the_initiative_may_be_any_sides(write: Write) -> None:
    """Of both a source is looked for, and neither is said to lack the phase."""
    both = 'supply: {sources: {red: ["0101"], blue: ["0402"]}, cite: {trace: "1"}}\n'
    folder = write(supply=both, sequence=SUPPLY, initiative=INITIATIVE, combat="")
    assert not {"HW412", "HW413"} & {*codes(folder)}
    red = both.replace(', blue: ["0402"]', "")
    folder = write(folder="one", supply=red, sequence=SUPPLY, initiative=INITIATIVE, combat="")
    messages = [found.message for found in hexwar.check(folder) if found.code == "HW413"]
    assert messages == ["side blue has a supply phase and no source: all its units are cut off"]


TRAITS = """\
units:
  types:
    infantry: {title: Infantry, traits: [guard]}
  counters: {A: {side: red, type: infantry}, X: {side: blue, type: infantry}}
"""
NAMED = {
    "nothing is paid from stores, and no condition asks about it": (
        {"pools": "pools: {stores: {title: Stores, side: red, begins: 2, kept: always}}\n"},
        "fed: {title: Fed, spends: {pool: stores}, shift: 1}",
    ),
    "trait guard is defined and never used": (
        {"units": TRAITS},
        "fine: {attackers: {trait: guard}, shift: 1}",
    ),
}


@pytest.mark.parametrize("unused", NAMED)
def test_pools_and_traits_that_a_patch_in_play_alone_speaks_of_are_used(
    unused: str, write: Write
) -> None:
    files, modifier = NAMED[unused]
    patch = f"combat: {{modifiers: {{{modifier}}}}}"
    effects = f"effects: {{wind: {{title: Wind, if: {{turn: 2}}, patch: {{{patch}}}}}}}\n"
    assert unused in [found.message for found in hexwar.check(write(folder="plain", **files))]
    said = [found.message for found in hexwar.check(write(effects=effects, **files))]
    assert unused not in said


def test_what_a_patch_in_play_speaks_of_is_used(write: Write) -> None:
    """A region that units retreat to while an effect is in force."""
    board = "map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  regions: {%s: ['0101']}\n"
    effects = """\
effects:
  wind:
    title: Wind
    if: {turn: 2}
    patch:
      retreat: {toward: {red: north, blue: north}}
"""
    folder = write(map=board % "north", effects=effects)
    assert "HW302" not in codes(folder)
    assert "HW302" in codes(write(folder="unused", map=board % "south"))


@pytest.mark.parametrize(
    ("called", "steps", "is_used"),
    [
        ("attack: guns", "4-3-6", True),
        ("defense: hull", "4-0-6", False),
        ("strength: men", "4-3-6", False),
        ("movement: speed", "4-3-6", True),
    ],
)
def test_a_number_has_a_name_of_its_own_only_where_counters_print_it(
    called: str, steps: str, is_used: bool, write: Write
) -> None:
    units = f"""\
units:
  called: {{{called}}}
  types: {{infantry: {{title: Infantry, steps: [{steps}]}}}}
  counters: {{A: {{side: red, type: infantry}}, X: {{side: blue, type: infantry}}}}
"""
    assert ("HW302" in codes(write(units=units))) != is_used
