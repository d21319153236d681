"""Words that would do nothing, whatever happens, are found at the word."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.test_said_in_battles_in_vain import AGAIN
from tests.rules.test_said_in_vain import told
from tests.rules.tiny import FOLDER

PHASES = """sequence:
  phases:
    - {id: red_movement, kind: movement, side: red, command: {by: {unit: R1}, within: 3, SAID}}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""
THROWN_AGAIN = AGAIN.replace("of: [battleOF], tables: [t]", "of: [SAID], who: attacker")
STREAMS = """terrain: {hexsides: {brook: {cost: 1}, bridge: {negates: [SAID]}}}
map: {hexsides: {brook: [0301/0302], bridge: [0301/0302]}}
"""
FAR = """advance: {beyond_first: {unit: R1}}
combat: {results: {DE: [{eliminate: {who: defender, count: 1}}, {advance: SAID}]}}
"""
TIRED = "states: {tired: {title: T, taken: {phase: red_movement}, ends: {at: end, turn: true}}}\n"
OVERRUN = "overrun: {only: {unit: R1}, cost: 1, patch: {SAID}}\n"
KIND = "combat: {kinds: {k: {SAID, patch: {combat: {column: differential}}}}}\n"
BOMBARD = "bombardment: {only: {unit: R1}, range: 2}\n"
TAKEN = "taken: {phase: red_movement}, ends: {at: end, turn: true}"
STATES = f"""states:
  tired: {{title: T, forbids: [attack], {TAKEN}}}
  keen: {{title: K, SAID, {TAKEN}}}
"""
ATTACKERS = "combat: {modifiers: {m: {title: M, attackers: SAID, shift: 1}}}\n"
MARKS = (
    STATES.replace("SAID", "forbids: [move]") + "combat: {results: {DE: [SAID, {advance: 1}]}}\n"
)
GUNS = """units: {types: {gun: {title: G, traits: [gun]}}, counters: {R1: {type: gun}}}
combat: {kinds: {k: {SAID, patch: {combat: {column: differential}}}}}
"""
SOURCES = """supply: {sources: {red: [{at: ['0101'], SAID}], blue: ['0701']}, judged: [attack]}
states: {out_of_supply: {title: Cut off, modifiers: {attack: {add: -1}}}}
"""
SUPPLY = SOURCES.replace("SAID", "only: {unit: R1}") + ATTACKERS
NEW = """combat: {kinds: {k: {attackers: {unit: R1}, patch: {combat: {SAID}}}}}
"""
PATCHED = """sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red, patch: {SAID}}
    - {id: blue_combat, kind: combat, side: blue}
"""
ROWS = {
    "nobody moves": (
        PATCHED,
        "movement: {allowance: 2}",
        "movement: {allowance: 2}}}\nretreat: {before_combat: {only: {unit: B1}",
        "HW112",
    ),
    "nobody forbids it": (STATES, "allows: [attack, move]", "allows: [attack]", "HW112"),
    "nothing added": (
        STATES,
        "forbids: [move], modifiers: {defense: {add: 0}}",
        "forbids: [move], modifiers: {defense: {add: 1}}",
        "HW112",
    ),
    "times one": (
        STATES,
        "forbids: [move], modifiers: {defense: {multiply: 1}}",
        "forbids: [move], modifiers: {defense: {multiply: 2}}",
        "HW112",
    ),
    "no fire": (ATTACKERS, "{state: fired}", "{state: attacked}", "HW411"),
    "no loads": (ATTACKERS, "{state: [loaded, moved]}", "{state: moved}", "HW411"),
    "in and out of supply": (
        SUPPLY,
        "{state: out_of_supply, supplied: true}",
        "{state: moved, supplied: true}",
        "HW449",
    ),
    "attackers who defend": (
        MARKS,
        "{mark: {state: tired, who: attacker, only: {role: defender}}}",
        "{mark: {state: tired, who: any, only: {role: defender}}}",
        "HW547",
    ),
    "defenders of those who look": (
        MARKS,
        "{unmark: {state: tired, only: {not: {side: own}}}}",
        "{unmark: {state: tired, who: any, only: {not: {side: own}}}}",
        "HW546",
    ),
    "their own guns": (
        GUNS,
        "attackers: {side: red}, defenders: {trait: gun}",
        "attackers: {side: blue}, defenders: {trait: gun}",
        "HW112",
    ),
    "sources of others": (SOURCES, "only: {side: blue}", "only: {unit: R1}", "HW112"),
    "results of no table": (
        NEW,
        "column: differential, results: {ZZ: [{advance: 1}]}",
        "column: differential, results: {NE: [{advance: 1}]}",
        "HW302",
    ),
    "no orders": (PHASES, "most: 0", "most: 1", "HW654"),
    "led leaders": (PHASES, "most: 1, only: {unit: R1}", "most: 1, only: {unit: R2}", "HW654"),
    "tables without attackers": (THROWN_AGAIN, "table", "battle, table", "HW112"),
    "harmless by itself": (STREAMS, "brook, bridge", "brook", "HW112"),
    "one hex": (FAR, "1", "{hexes: 2}", "HW112"),
    "no limit": ("stacking: {in: steps, limit: SAID}\n", "unlimited", "2", "HW112"),
    "a phase twice": (
        "movement: {modes: {rapid: {multiply: 2, phases: [red_movement, SAID]}}}\n",
        "red_movement",
        "blue_movement",
        "HW107",
    ),
    "overruns": (OVERRUN, "advance: {mandatory: true}", "combat: {column: differential}", "HW112"),
    "from afar": (
        BOMBARD + KIND,
        "distance: afar, attackers: {unit: R2}",
        "distance: afar",
        "HW112",
    ),
    "spared guns": (
        BOMBARD + "combat: {kinds: {k: {SAID, patch: {bombardment: {suffers: all}}}}}\n",
        "distance: adjacent",
        "distance: afar",
        "HW112",
    ),
    "an allowance": (
        TIRED + "combat: {kinds: {k: {patch: {states: {tired: {SAID}}}}}}\n",
        "modifiers: {movement: {add: 1}}",
        "modifiers: {attack: {add: 1}}",
        "HW112",
    ),
    "a box": (
        "map: {boxes: {malta: {title: Malta, terrain: open}}}\n"
        "scenarios: {meeting: {setup: {R1: SAID}}}\n",
        "'0102'",
        "malta",
        "HW302",
    ),
}


@pytest.mark.parametrize("row", ROWS)
def test_what_would_do_nothing_is_found(row: str, tmp_path: Path) -> None:
    said, vain, fitting, code = ROWS[row]
    assert code in {each for each, _ in told(tmp_path / "vain", said.replace("SAID", vain))}
    there = {each for each, _ in told(tmp_path / "fitting", said.replace("SAID", fitting))}
    assert code not in there and "HW900" not in there


def test_a_unit_of_two_groups_that_keep_apart_is_told_as_that(tmp_path: Path) -> None:
    path = folder(tmp_path, "stacking: {apart: [{unit: R1}, {unit: R1}]}\n", FOLDER / "meadow")
    (finding,) = hexwar.check(path)
    assert finding.message == "R1 is of two groups that do not share a hex"


def test_what_changes_nothing_in_a_patch_is_called_by_its_name(tmp_path: Path) -> None:
    said = "overrun: {only: {unit: R1}, cost: 1, patch: {combat: {column: attackers}}}\n"
    (finding,) = hexwar.check(folder(tmp_path, said, FOLDER / "meadow"))
    assert finding.message.startswith("combat changes nothing in the patch")


def test_a_unit_that_a_zone_stopped_is_told_so_when_it_would_overrun(tmp_path: Path) -> None:
    said = "zones_of_control: {entering: stop}\noverrun: {only: {unit: R1}, cost: 1}\n"
    game = hexwar.load_game(folder(tmp_path, said, FOLDER / "meadow"))
    state = game.start(
        phase="red_movement", turn=1, setup={"R1": "0101", "R2": "0501", "B1": "0103"}
    )
    state.apply("move R1 0102")
    why = state.explain("overrun 0103 by R1")
    assert why is not None
    assert why.message == "R1 enters an enemy zone of control in 0102 and must stop there."
