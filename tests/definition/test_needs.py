"""Findings about rules that lean on others: supply, overrun, zones, steps, traits, patterns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import hexwar
from hexwar.definition.codes import tiny
from hexwar.definition.result_pattern import FORM
from tests.definition.conftest import Write
from tools import schemas

PHASES = "sequence:\n  turns: 3\n  phases:\n"
RED = "    - {id: red_movement, kind: movement, side: red}\n"
BLUE = "    - {id: blue_movement, kind: movement, side: blue}\n"
SUPPLY = "    - {id: red_supply, kind: supply, side: red}\n"
STAYS = "    - {id: on, kind: movement, side: red, begun_in_zone: stays}\n"
ROWS = "    1: [A1, A1]\n    2: [A1, A1]\n"
LAKE = "terrain:\n  hexes:\n    open: {cost: 1}\n    lake: {cost: prohibited}\n"
GRID = "map:\n  grid: {columns: 4, rows: 3}\n  default: open\n"
PATTERN = '"A{steps}r{hexes} D{steps}r{hexes}"'


def told(folder: Path) -> list[tuple[str, str, str]]:
    """Code, message and help of every finding."""
    return [(found.code, found.message, found.help) for found in hexwar.check(folder)]


def sequence(*lines: str) -> str:
    """A section with these phases between those of red and blue."""
    return PHASES + RED + "".join(lines) + BLUE


def battle(rows: str, *, columns: str = "[1, 2]", dice: str = "1d2", more: str = "") -> str:
    """A section whose results are read by a pattern."""
    return (
        f"combat:\n  column: attackers\n  dice: {dice}\n  columns: {columns}\n  table:\n{rows}"
        f"  results: {{pattern: {PATTERN}{more}}}\n"
        '  cite: {table: "2", result: "2", below: "2", zone: "2"}\n'
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sequence": sequence(SUPPLY)}, "red_supply is a supply phase, and the game has no "
         "section supply"),
        ({"overrun": 'overrun: {cost: 2, cite: {cost: "1"}}\n', "combat": "",
          "sequence": sequence()}, "an overrun is a battle, and the game has no section combat"),
        ({"sequence": sequence(STAYS)},
         "begun_in_zone means nothing without section zones_of_control, which the game lacks"),
        ({"combat": battle(ROWS) + "  attackers: {reach: own_zone}\n"},
         "units attack into their own zones, and the game has no section zones_of_control"),
    ],
)  # fmt: skip
def test_a_rule_needs_its_section(changed: dict[str, str], message: str, write: Write) -> None:
    ((code, said, _),) = told(write(**changed))
    assert code in ("HW409", "HW411")
    assert said == message


@pytest.mark.parametrize(
    ("key", "kind"), [("begun_in_zone: stays", "combat"), ("only: {trait: foot}", "supply")]
)
def test_only_some_kinds_of_phase_are_for_some(key: str, kind: str, write: Write) -> None:
    units = "units:\n  types: {i: {traits: [foot]}}\n  counters:\n"
    units += "    A: {side: red, type: i}\n    X: {side: blue, type: i}\n"
    zones = 'zones_of_control: {entering: stop, cite: {entering: "1"}}\n'
    phase = f"    - {{id: red_combat, kind: {kind}, side: red, {key}}}\n"
    findings = told(write(units=units, zones_of_control=zones, sequence=sequence(phase)))
    said = [message for code, message, _ in findings if code == "HW406"]
    assert said == [f"{key.partition(':')[0]} says who moves, and red_combat is a {kind} phase"]


def test_nobody_attacks_into_zones_that_nobody_has(write: Write) -> None:
    combat = battle(ROWS) + "  attackers: {reach: own_zone}\n"
    zones = "zones_of_control: {exerted_by: none}\n"
    ((code, message, _),) = told(write(combat=combat, zones_of_control=zones))
    assert (code, message) == (
        "HW406",
        "units attack into their own zones, and no unit has a zone",
    )


def test_a_source_that_is_nowhere(write: Write) -> None:
    supply = 'supply: {sources: {red: [west, "0909"]}, cite: {trace: "1"}}\n'
    shape = {"map": GRID + "  regions: {west: []}\n", "sequence": sequence(SUPPLY)}
    assert [message for _, message, _ in told(write(**shape, supply=supply))] == [
        "there is no hex 0909 on the map"
    ]
    findings = told(write(**shape, supply=supply.replace(', "0909"', "")))
    assert [(code, help_) for code, _, help_ in findings] == [
        ("HW212", "list what it is, or delete it"),
        ("HW605", "the region has no hex"),
    ]


def test_a_source_is_a_hex_or_a_region_that_somebody_can_enter(write: Write) -> None:
    supply = 'supply: {sources: {red: [west, ford]}, cite: {trace: "1"}}\n'
    places = (
        '  hexes: {lake: ["0101", "0102"]}\n  regions: {west: ["0101"], ford: ["0102", "0103"]}\n'
    )
    folder = write(supply=supply, terrain=LAKE, map=GRID + places, sequence=sequence(SUPPLY),
                   scenarios='scenarios: {duel: {setup: {A: "0201", X: "0402"}}}\n')  # fmt: skip
    ((code, message, _),) = told(folder)
    assert (code, message) == (
        "HW605",
        "no unit of red can enter west: no supply line reaches it",
    )


def test_a_way_round_along_the_edge_is_looked_for_on_the_edge(write: Write) -> None:
    units = "units:\n  types: {i: {}}\n  counters:\n    A: {side: red, type: i}\n"
    units += "    B: {side: red, type: i}\n    X: {side: blue, type: i}\n"
    entry = "entry: {region: west, blocked: {edge: 1}}"
    group = f"side: red, phase: red_movement, units: [B], {entry}, cite: {{entry: '1'}}"
    shape = {
        "units": units,
        "terrain": LAKE,
        "reinforcements": f"reinforcements: {{late: {{{group}}}}}\n",
        "scenarios": 'scenarios: {duel: {setup: {A: "0303", X: "0402"}}}\n',
    }
    closed = '  hexes: {lake: ["0101", "0103", "0201"]}\n  regions: {west: ["0102"]}\n'
    ((code, message, _),) = told(write(map=GRID + closed, **shape))
    assert code == "HW606"
    assert message == "no other hex within 1 along the edge can be entered"
    assert told(write(map=GRID + closed.replace(', "0201"', ""), **shape)) == []


def test_where_one_hex_can_always_be_moved_nobody_is_shut_in(write: Write) -> None:
    terrain = "terrain:\n  hexes:\n    open: {cost: 1}\n    bog: {cost: 9}\n"
    bog = GRID + '  hexes: {bog: ["0102", "0201"]}\n'
    assert [code for code, *_ in told(write(terrain=terrain, map=bog))] == ["HW601"]
    movement = 'movement: {allowance: 4, minimum_move: one_hex, cite: {allowance: "1"}}\n'
    assert told(write(terrain=terrain, map=bog, movement=movement)) == []


def test_a_trait_is_misspelt_where_it_is_asked_for_or_where_it_is_given(write: Write) -> None:
    units = "units:\n  types: {i: {traits: [mechanised]}}\n  counters:\n"
    units += "    A: {side: red, type: i}\n    X: {side: blue, type: i}\n"
    advance = 'advance: {beyond_first: {trait: mechanized}, cite: {beyond: "1"}}\n'
    said = {code: help_ for code, _, help_ in told(write(units=units, advance=advance))}
    assert said == {"HW301": "did you mean mechanised?"}
    assert [code for code, *_ in told(write(folder="b", units=units))] == ["HW302"]
    late = (
        "effects:\n  late: {if: {turn: 2}, patch: {advance: {beyond_first: {trait: mechanised}}}}\n"
    )
    assert "HW302" not in [code for code, *_ in told(write(folder="c", units=units, effects=late))]


def test_a_series_may_speak_of_units_that_a_game_lacks(write: Write, tmp_path: Path) -> None:
    series = tmp_path / "series"
    series.mkdir()
    (series / "game.yaml").write_text(
        "hexwar: 2\nid: series\ntitle: S\nabstract: true\n"
        'advance: {beyond_first: {trait: fast}, cite: {beyond: "1"}}\n'
    )
    header = tiny.FILES["game.yaml"] + "extends: ../series\n"
    assert told(write(game=header)) == []
    units = tiny.FILES["units.yaml"].replace("title: Infantry", "traits: [fats]")
    ((code, message, help_),) = told(write(game=header, units=units))
    assert (code, message, help_) == (
        "HW302",
        "trait fats is defined and never used",
        "did you mean fast?",
    )


def test_a_code_that_the_pattern_does_not_read(write: Write) -> None:
    rows = "    1: [A1, Q7]\n    2: [A1r1, A1r1 D1x]\n"
    findings = told(write(combat=battle(rows)))
    assert [(code, message) for code, message, _ in findings] == [
        ("HW301", "there is no result Q7"),
        ("HW301", "there is no result A1r1 D1x"),
    ]
    pattern = PATTERN.strip('"')
    assert findings[0][2] == (
        f"codes are read as {pattern}, such as A1r2 D1r2; write others out in results"
    )
    assert findings[1][2] == "did you mean A1r1?"
    written = battle(rows.replace("A1r1 D1x", "A1r1"), more=", Q7: [nothing]")
    assert [code for code, *_ in told(write(combat=written))] == []


def test_a_malformed_pattern_is_one_finding(write: Write) -> None:
    combat = battle(ROWS).replace(PATTERN, '"A{steps}{steps} D{hexes}"')
    assert [code for code, *_ in told(write(combat=combat))] == ["HW105"]


def test_the_form_of_a_pattern_is_that_of_the_schema() -> None:
    results = schemas.read("combat.schema.json")["properties"]["results"]
    pattern = results["properties"]["pattern"]["pattern"]
    assert pattern == FORM


def test_two_dice_read_as_digits_are_called_so(write: Write) -> None:
    rows = "".join(f"    {a}{b}: [A1, A1]\n" for a in range(1, 7) for b in range(1, 7))
    assert told(write(combat=battle(rows, dice="d66"))) == []
    ((code, message, _),) = told(
        write(combat=battle(rows.replace("    34: [A1, A1]\n", ""), dice="d66"))
    )
    assert (code, message) == ("HW401", "the table has no row for 34; d66 rolls 11 to 66")


def test_a_result_below_the_table_is_used_by_that(write: Write) -> None:
    combat = battle(ROWS, columns="[2, 3]", more=", NE: [nothing]") + "  below: {result: NE}\n"
    assert told(write(combat=combat)) == []


def test_below_is_of_use_if_it_is_in_one_game_of_several(write: Write) -> None:
    combat = battle(ROWS) + "  below: forbidden\n"
    assert [code for code, *_ in told(write(combat=combat))] == ["HW416"]
    options = "options: {many: {patch: {combat: {columns: [2, 3]}}}}\n"
    assert told(write(combat=combat, options=options)) == []


@pytest.mark.parametrize(("spare", "findings"), [(3, 3), (4, 1)])
def test_many_unused_counters_are_one_finding(spare: int, findings: int, write: Write) -> None:
    more = "".join(f"    S{n}: {{side: red, type: infantry}}\n" for n in range(spare))
    found = told(write(units=tiny.FILES["units.yaml"] + more))
    assert [code for code, *_ in found] == ["HW505"] * findings
    if findings == 1:
        assert found[0][1] == "4 counters are never in play: S0, S1, S2 and others"


def test_a_series_is_held_to_its_rulebook(write: Write) -> None:
    header = tiny.FILES["game.yaml"] + "abstract: true\n"
    empty = dict.fromkeys(("units", "map", "scenarios", "victory", "sequence", "terrain"), "")
    assert told(write(game=header, **empty)) == []
    wrong = 'movement: {allowance: 4, cite: {allowance: "7"}}\n'
    rows = "    1: [A1, Q7]\n    2: [A1, A1]\n"
    combat = battle(rows).replace("  column: attackers\n", "").replace('table: "2", ', "")
    findings = told(write(game=header, **empty, movement=wrong, combat=combat))
    assert sorted(code for code, *_ in findings) == ["HW301", "HW303", "HW304"]


def test_loading_a_game_does_not_wait_for_networkx() -> None:
    program = (
        "import sys; from hexwar.definition import load; load('strike_force_one'); "
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_side_with_a_source_has_its_supply_checked(write: Write) -> None:
    supply = 'supply: {sources: {red: ["0101"], blue: ["0402"]}, cite: {trace: "1"}}\n'
    ((code, message, _),) = told(write(supply=supply, sequence=sequence(SUPPLY)))
    assert code == "HW412"
    assert message == "side blue has a source and no supply phase: it is never out of supply"


def test_supply_for_retreats_alone_is_said_to_be_so(write: Write) -> None:
    """Else somebody wonders why nobody is ever out of supply."""
    supply = 'supply: {sources: {red: ["0101"], blue: ["0402"]}, cite: {trace: "1"}}\n'
    toward = 'retreat: {toward: supply, cite: {toward: "1"}}\n'
    ((code, _, hint),) = told(write(supply=supply, retreat=toward))
    assert code == "HW412"
    assert hint == (
        "add a phase such as {id: red_supply, kind: supply, side: red}, or say "
        "`judged: [attack, movement]`; if it is for retreats alone, `judged: [retreat]`"
    )
    alone = supply.replace("cite", "judged: [retreat], cite")
    assert told(write(supply=alone, retreat=toward)) == []
    ((code, message, _),) = told(write(folder="nowhere", supply=alone))
    assert (code, message) == ("HW412", "supply is for retreats alone, and none goes towards it")


def test_supply_that_is_judged_for_attacks_too_is_judged(write: Write) -> None:
    """A side without a phase of supply is out of it all the same, where attacks ask."""
    judged = "judged: [phase, attack], "
    sources = 'sources: {red: ["0101"], blue: ["0402"]}, '
    supply = f'supply: {{{sources}{judged}cite: {{trace: "1"}}}}\n'
    assert told(write(supply=supply, sequence=sequence(SUPPLY))) == []
    assert [code for code, *_ in told(write(supply=supply.replace(judged, "")))] == ["HW412"]


def test_states_of_every_game_are_there_without_being_said(write: Write) -> None:
    """Ways of moving are states of their own, and those do not take the others away."""
    modes = "movement:\n  allowance: 4\n  modes: {march: {allowance: 6, deed: marched}}\n"
    asked = "{any: [{units: {of: {state: attacked}}}, {eliminated: {side: blue}}]}"
    goal = f"victory:\n  - {{winner: red, if: {asked}}}\n  - {{winner: blue}}\n"
    cite = '  cite: {allowance: "1", modes: "1"}\n'
    assert told(write(movement=modes + cite, victory=goal)) == []


def test_a_set_up_is_not_tried_while_a_patch_is_unsound(write: Write) -> None:
    """What cannot begin for another reason is not too full."""
    limit = 'stacking: {limit: {cases: [{only: {type: infantry}, is: 1}, 2]}, cite: {limit: "1"}}\n'
    effects = "effects: {late: {if: {turn: 2}, patch: {movement: {modes: {march: {table: no}}}}}}\n"
    codes = {code for code, *_ in told(write(stacking=limit, effects=effects))}
    assert "HW502" not in codes


def test_a_patch_in_play_is_told_what_it_may_change_of_the_section(write: Write) -> None:
    states = "states: {tired: {while: {type: infantry}, forbids: [attack]}}\n"
    effects = "effects: {late: {if: {turn: 2}, patch: {states: {tired: {while: {side: red}}}}}}\n"
    found = [told_ for told_ in told(write(states=states, effects=effects)) if "HW423" in told_]
    assert [hint for *_, hint in found] == [
        "a patch in play may change states.ID.modifiers, states.ID.forbids, states.ID.allows"
    ]


def test_who_is_removed_to_no_box_is_found_where_that_is_said(write: Write) -> None:
    combat = tiny.FILES["combat.yaml"].replace("[nothing]", "[{remove: {who: defender, to: west}}]")
    places = GRID + '  regions: {west: ["0101"]}\n'
    (found,) = [f for f in hexwar.check(write(combat=combat, map=places)) if f.code == "HW660"]
    assert (Path(found.file).name, found.line, found.column) == ("combat.yaml", 10, 39)
    assert found.help == "add a box to section map: `boxes: {rallying: {title: Rallying}}`"


ACTOR = """tables:
  panic:
    {dice: 1d2, table: {1: calm, 2: lost}, results: {calm: [nothing], lost: [{eliminate: actor}]}}
"""


def test_a_table_may_be_rolled_on_for_units_in_a_patch(write: Write) -> None:
    roll = "{DE: [{roll: {table: panic, for_each: {side: red}}}]}"
    late = f"effects: {{late: {{if: {{turn: 2}}, patch: {{combat: {{results: {roll}}}}}}}}}\n"
    assert [code for code, *_ in told(write(tables=ACTOR))] == ["HW448"]
    assert told(write(tables=ACTOR, effects=late)) == []


def test_the_table_of_a_fire_is_about_its_target(write: Write) -> None:
    """For it the cure is another than for tables that a phase rolls on."""
    given = ACTOR.replace("dice: 1d2,", "dice: 1d2, column: given, columns: [1],").replace(
        "table: {1: calm, 2: lost}", "modifiers: {near: {roll: 1, only: {unit: A}}}, "
        "table: {1: [calm], 2: [lost]}"
    )  # fmt: skip
    hints = [hint for code, _, hint in told(write(tables=given)) if code == "HW448"]
    assert hints == [
        "say it where fire rolls: `fire.resolve.roll: [{only: …, of: target, add: 1}]`",
        "write `who: target`: the table of a fire is about who was fired at",
    ]
