"""Words that nobody answers to are found in patches, options and variants as well, and in a table
by who rolls on it.

Each test lays a few lines over the field of :mod:`tests.rules.test_whose_eyes`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.rules.test_whose_eyes import written


def found(folder: Path, *changes: str) -> list[tuple[str, str]]:
    """The findings about words in their places: code, and the line that it points at."""
    told = hexwar.check(written(folder, *changes))
    assert not [one for one in told if one.severity == "error"], told
    codes = ("HW546", "HW547")
    return [(one.code, one.place.text.strip()) for one in told if one.code in codes]


def phase(patch: str) -> str:
    inner = f"{{id: red_combat, kind: combat, side: red, patch: {patch}}}"
    return (
        f"sequence: {{turns: 2, phases: [{inner}, {{id: blue_combat, kind: combat, side: blue}}]}}"
    )


MOVES = """
sequence:
  turns: 2
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""
MODIFIED = "{combat: {modifiers: {bold: {title: Bold, roll: 1, if: {units: {of: {role: actor}}}}}}}"
DEALT = (
    "{id: deal, kind: deal}, {id: c, kind: combat, side: red}, {id: d, kind: combat, side: blue}"
)
PATCHES = {
    "phase": [phase(MODIFIED)],
    "effect": [f"effects: {{mud: {{title: Mud, if: {{turn: 2}}, patch: {MODIFIED}}}}}"],
    "kind of battle": [f"combat: {{kinds: {{near: {{title: Near, patch: {MODIFIED}}}}}}}"],
    "overrun": [MOVES, f"overrun: {{cost: 1, patch: {MODIFIED}}}"],
    "card": [
        f"sequence: {{turns: 2, phases: [{DEALT}]}}",
        "decks: {luck: {hand: 1, draws: [{phase: deal, to: hand}], cards: {trap: {title: Trap, "
        f"count: 2, answers: {{attack: always}}, patch: {MODIFIED}}}}}}}}}",
    ],
    "option": [f"options: {{bold: {{title: Bold, patch: {MODIFIED}}}}}"],
    "variant": [
        f"variants: {{bold: {{title: Bold, patch: {MODIFIED}}}}}",
        "scenarios: {b: {title: B, variant: bold, setup: {R1: '0202', B1: '0203'}}}",
    ],
}


@pytest.mark.parametrize("where", PATCHES)
def test_a_role_that_nobody_has_is_found_in_a_patch(tmp_path: Path, where: str) -> None:
    assert found(tmp_path / "g", *PATCHES[where]) == [("HW547", "role: actor")]


@pytest.mark.parametrize("where", PATCHES)
def test_an_enemy_whom_nobody_is_is_found_in_a_patch(tmp_path: Path, where: str) -> None:
    changes = [text.replace("role: actor", "side: enemy") for text in PATCHES[where]]
    assert found(tmp_path / "g", *changes) == [("HW546", "side: enemy")]


@pytest.mark.parametrize("where", PATCHES)
def test_a_role_that_units_have_is_none_in_a_patch_either(tmp_path: Path, where: str) -> None:
    changes = [text.replace("role: actor", "role: attacker") for text in PATCHES[where]]
    assert not found(tmp_path / "g", *changes)


# -- tables --------------------------------------------------------------------------------------


def table(selector: str) -> str:
    mark = f"{{mark: {{state: seen, who: any, only: {selector}}}}}"
    return f"tables: {{t: {{dice: 1d6, table: {{1..6: all}}, results: {{all: [{mark}]}}}}}}"


def rolled(said: str) -> str:
    combat = "{id: c, kind: combat, side: red}, {id: d, kind: combat, side: blue}"
    return f"sequence: {{turns: 2, phases: [{{id: roll, kind: table, table: t{said}}}, {combat}]}}"


BY_BATTLE = "combat: {results: {NE: [{roll: t}]}}"
BY_PATCH = phase("{combat: {results: {NE: [{roll: t}]}}}")
ON_FROM_TABLE = (
    "tables: {u: {dice: 1d6, table: {1..6: more}, results: {more: [{roll: t}]}}}",
    "combat: {results: {NE: [{roll: u}]}}",
)


@pytest.mark.parametrize(
    ("callers", "roles"),
    [
        ([rolled(", side: red")], set()),
        ([rolled(", side: red, for_each: {side: own}")], {"actor"}),
        ([BY_BATTLE], {"attacker", "defender"}),
        ([BY_PATCH], {"attacker", "defender"}),
        ([rolled(", side: red"), BY_BATTLE], {"attacker", "defender"}),
        (ON_FROM_TABLE, {"attacker", "defender"}),
        (
            ["combat: {results: {NE: [{roll: {table: t, for_each: {role: defender}}}]}}"],
            {"actor", "attacker", "defender"},
        ),
    ],
)
def test_a_table_has_the_roles_of_those_who_roll_on_it(
    tmp_path: Path, callers: list[str], roles: set[str]
) -> None:
    for role in ("actor", "attacker", "defender", "target"):
        told = found(tmp_path / role, table(f"{{role: {role}}}"), *callers)
        assert bool(told) == (role not in roles), (role, told)


@pytest.mark.parametrize("word", ["own", "enemy"])
@pytest.mark.parametrize(
    ("said", "is_idle"),
    [("", True), (", side: red", False), (", for_each: {type: foot}", False)],
)
def test_own_and_enemy_are_nobody_where_only_a_phase_of_nobody_rolls(
    tmp_path: Path, said: str, is_idle: bool, word: str
) -> None:
    assert bool(found(tmp_path / "g", table(f"{{side: {word}}}"), rolled(said))) == is_idle


@pytest.mark.parametrize(("side", "is_idle"), [("", True), (", side: red", False)])
def test_a_phase_of_nobody_rolls_for_units_as_each_sees_itself(
    tmp_path: Path, side: str, is_idle: bool
) -> None:
    caller = rolled(f"{side}, for_each: {{side: enemy}}")
    assert bool(found(tmp_path / "g", table("{type: foot}"), caller)) == is_idle


# -- every kind of place ---------------------------------------------------------------------------

BOTH_MOVE = (
    "sequence: {turns: 3, phases: [{id: red_movement, kind: movement, side: red}, "
    "{id: red_combat, kind: combat, side: red}, {id: blue_movement, kind: movement, side: blue}]}"
)
CARDS = (
    "sequence: {turns: 2, phases: [{id: deal, kind: deal}, {id: red_cards, kind: card, side: red}, "
    "{id: blue_cards, kind: card, side: blue}, {id: red_combat, kind: combat, side: red}]}"
)
TRENCH = "markers: {trench: {side: red, place: {phase: red_movement, by: BY}, does: DOES}}"
OPEN = "terrain: {hexes: {open: {title: Open, cost: 1, combat: HERE}}}"
RIVER = (
    "terrain: {hexes: {open: {title: Open, cost: 1}}, hexsides: {river: {title: River, cost: 1}}}"
)
BRIDGE = "works: {bridge: {kind: river, standing: [0101/0102], wreck: HOW}}"
POOLS = (
    "pools: {orders: {side: red, kept: always, begins: 1, "
    "gain: [{phase: red_movement, count: {units: {of: SEL}}}]}}"
)
DECK = "decks: {luck: {hand: 1, draws: [{phase: deal, to: hand}], cards: {levy: {count: 2, SAYS}}}}"
EDGE = "map: {grid: {columns: 9, rows: 5}, default: open, regions: {edge: ['0101']}}"


def dug(by: str, does: str) -> list[str]:
    return [BOTH_MOVE, TRENCH.replace("BY", by).replace("DOES", does)]


ALL = "own enemy attacker defender actor target roller"
ROLES = "attacker defender actor target roller"
NO_SIDE = "own enemy actor target roller"
OTHER_ROLES = "actor target roller"
PLACES: dict[str, tuple[list[str], str]] = {
    "victory": (["victory: [{winner: red, if: {units: {of: SEL}}}, {winner: blue}]"], ALL),
    "points": (["points: {a: {side: red, each: 1, for: {units: {of: SEL}}}}"], ALL),
    "pools": ([BOTH_MOVE, POOLS], ALL),
    "effects": (
        ["effects: {mud: {if: {units: {of: SEL}}, patch: {movement: {allowance: 1}}}}"],
        ALL,
    ),
    "exits": ([EDGE, "exits: {out: {side: red, region: edge, only: SEL}}"], ALL),
    "transport": ([BOTH_MOVE, "transport: {carriers: {type: foot}, load: SEL}"], ALL),
    "works": ([BOTH_MOVE, RIVER, BRIDGE.replace("HOW", "{phase: blue_movement, by: SEL}")], ALL),
    "who digs": (dug("SEL", "{cost: {add: 1}}"), ALL),
    "who pays for a marker": (dug("{type: foot}", "{cost: {add: 1, only: SEL}}"), ROLES),
    "whom a marker helps": (
        dug("{type: foot}", "{combat: {defender: {multiply: 2, only: SEL}}}"),
        f"attacker {OTHER_ROLES}",
    ),
    "terrain": ([OPEN.replace("HERE", "{defender: {add: 1, only: SEL}}")], f"attacker {NO_SIDE}"),
    "shift of terrain": (
        [OPEN.replace("HERE", "{shift: {cases: [{only: SEL, is: 1}, 0]}}")],
        NO_SIDE,
    ),
    "modifier": (["combat: {modifiers: {m: {roll: 1, if: {units: {of: SEL}}}}}"], NO_SIDE),
    "who is kept out": (
        ["combat: {modifiers: {m: {attacker: {prohibited: true, only: SEL}}}}"],
        f"defender {NO_SIDE}",
    ),
    "who must be attacked": (["combat: {mandatory: {targets: {only: SEL}}}"], ALL),
    "result": (
        ["combat: {results: {NE: [{eliminate: {who: defender, only: SEL}}]}}"],
        f"attacker {NO_SIDE}",
    ),
    "what a card orders": (
        [CARDS, DECK.replace("SAYS", "orders: [{state: seen, only: SEL}]")],
        ALL,
    ),
    "what a card does": (
        [CARDS, DECK.replace("SAYS", "do: [{mark: {state: seen, who: any, only: SEL}}]")],
        ROLES,
    ),
}


@pytest.mark.parametrize("where", PLACES)
def test_each_word_holds_for_some_in_its_place_or_is_found(tmp_path: Path, where: str) -> None:
    changes, idle = PLACES[where]
    for word in ALL.split():
        said = f"side: {word}" if word in ("own", "enemy") else f"role: {word}"
        told = found(tmp_path / word, *[text.replace("SEL", f"{{{said}}}") for text in changes])
        assert [line for _, line in told if line.endswith(said)] == [said] * (word in idle.split())
