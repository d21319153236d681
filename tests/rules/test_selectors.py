"""Selectors: which units a rule is about: those in supply, in control, in zones, and the like.

On seven columns and five rows: woods in 0202 and 0302, a fort in 0302, the region *east* in column
7; a river between 0303 and 0304, a railway from 0101 to 0103. Red has a leader L (radius 2), foot
R1 and R2; blue foot B1, B2 and guards G. A leader has one step of 0-1-3, foot two of 4-3-3 and
2-1-3, guards 6-6-3.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.rules.game import Game
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors, selected, units_selected
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, read, varied

GROUND = """
map:
  hexes: {woods: ["0202", "0302"]}
  features: {fort: ["0302"]}
  regions: {east: {hexes: ["0701..0705"]}}
  hexsides: {river: [0303/0304]}
  paths: {rail: [0101-0102-0103]}
terrain:
  hexsides: {river: {title: River, cost: 0}}
  paths: {rail: {title: Rail, cost: 1}}
  hexes: {woods: {title: Woods, cost: 1}}
  features: {fort: {title: Fort}}
stacking: {limit: 3}
zones_of_control: {entering: stop}
supply: {sources: {red: ["0101"]}, trace: {hexes: 9}, into_zone: allowed}
units:
  values: {radius: number, quality: die}
  types:
    foot: {traits: [infantry], steps: [4-3-3, 2-1-3], values: {quality: d6}}
    guards: {title: Guards, traits: [infantry, elite], steps: 6-6-3, values: {quality: d10}}
    leader: {title: Leader, steps: 0-1-3, values: {radius: 2}}
  counters:
    L: {side: red, type: leader}
    G: {side: blue, type: guards}
    R3: null
    B3: null
scenarios: {meeting: {setup: {R3: null, B3: null, L: "0101", G: "0704"}}}
"""
STANDING = {"L": "0101", "R1": "0103", "R2": "0302", "B1": "0303", "B2": "0704", "G": "0704"}


@pytest.fixture(scope="module", name="ground")
def _ground(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return varied(tmp_path_factory.mktemp("selectors"), GROUND, "meadow")


def selector(yaml: str) -> Selector:
    """A selector as a game writes it."""
    found = read(Selector, yaml)
    assert isinstance(found, Selector)
    return found


def who(state: State, yaml: str, side: str = "") -> str:
    """The units on the map that fit, seen from a side or each from its own."""
    index = state.frame.side_ids.index(side) if side else None
    mask = state.rules[Selectors].mask(selector(yaml), index)(state)
    return " ".join(state.names_of(mask))


@pytest.mark.parametrize(
    ("yaml", "units"),
    [
        ("trait: infantry", "R1 R2 B1 B2 G"),
        ("trait: [elite, infantry]", "R1 R2 B1 B2 G"),
        ("type: [leader, guards]", "L G"),
        ("{trait: infantry, type: guards}", "G"),
        ("unit: [R2, L]", "R2 L"),
        ("side: red", "R1 R2 L"),
        ("all: [{trait: infantry}, {side: blue}]", "B1 B2 G"),
        ("any: [{type: leader}, {unit: B1}]", "B1 L"),
        ("not: {trait: infantry}", "L"),
        ("value: {attack: {at_least: 4, at_most: 5}}", "R1 R2 B1 B2"),
        ("value: {attack: 0}", "L"),
        ("value: {quality: 10}", "G"),
        ("value: {radius: {at_least: 1}, defense: 1}", "L"),
        ("at: {terrain: woods}", "R2"),
        ("at: {feature: fort, region: east}", ""),
        ("at: {region: east}", "B2 G"),
        ("at: {hex: ['0101', '0103']}", "R1 L"),
        ("at: {hexside: river}", "B1"),
        ("at: {path: rail}", "R1 L"),
        ("at: {path: [rail], hex: '0103'}", "R1"),
        ("within: {hexes: 2, of: {unit: R1}}", "R1 R2 B1 L"),
        ("within: {hexes: 0, of: {unit: G}}", "B2 G"),
        ("within: {hexes: {value: radius}, of: {type: leader}}", "R1 R2 L"),
        ("stacked_with: {trait: elite}", "B2"),
        ("stacked_with: {side: own}", "B2 G"),
        ("in_zone: true", "R2 B1"),
        ("{in_zone: false, side: blue}", "B2 G"),
        ("supplied: false", ""),
    ],
)
def test_who_fits(ground: Game, yaml: str, units: str) -> None:
    state = ground.start(setup=STANDING, phase="red_movement")
    assert sorted(who(state, yaml).split()) == sorted(units.split())


@pytest.mark.parametrize(
    ("setup", "units"),
    [
        ({"R1": "0101", "B1": "0202"}, "R1"),
        ({"R1": "0101", "B1": "0301"}, ""),
        ({"R1": "0101", "R2": "0201", "B1": "0202"}, "R1"),
        ({"R1": "0303", "B1": "0302", "B2": "0304"}, "R1"),
        ({"R1": "0303", "B1": "0302", "B2": "0404"}, ""),
    ],
    ids=["corner", "one way out", "to a friend in a zone", "between two", "past two"],
)
def test_who_has_enemies_or_their_zones_all_around_is_surrounded(
    ground: Game, setup: dict[str, str], units: str
) -> None:
    state = ground.start(setup=setup, phase="red_movement")
    assert who(state, "surrounded: true") == units
    others = sorted({*setup} - {*units.split()})
    assert sorted(who(state, "surrounded: false").split()) == others


def test_own_and_enemy_are_seen_from_whom_the_rule_is_applied_to(ground: Game) -> None:
    state = ground.start(setup=STANDING, phase="red_movement")
    assert who(state, "side: own", "red") == "R1 R2 L"
    assert who(state, "side: enemy", "red") == "B1 B2 G"
    assert who(state, "side: own", "blue") == "B1 B2 G"
    assert who(state, "side: own") == "R1 R2 B1 B2 L G"  # each unit seen from its own side
    near = "within: {hexes: 1, of: {side: enemy}}"
    assert who(state, near) == "R2 B1"  # each is next to the other
    assert who(state, near, "red") == "R2 B1 B2 G"  # blue units are no hexes away from themselves
    assert who(state, "within: {hexes: 1, of: {type: leader, side: own}}", "blue") == ""


def test_ground_is_whose_units_held_it_last(tmp_path: Path) -> None:
    """An enemy who comes to a town in his movement takes it when that phase ends, not before."""
    attacks = "combat: {modifiers: {home: {shift: 1, attackers: {controlled: own}}}}\n"
    begins = "control: {begins: {red: [east], blue: ['0301']}}\n"
    game = varied(tmp_path, GROUND + attacks + begins, "meadow")
    setup = {"R1": "0301", "R2": "0303", "B1": "0701", "B2": "0605"}
    state = game.start(setup=setup, phase="blue_movement")
    assert who(state, "controlled: blue") == "B1 B2"
    assert who(state, "controlled: own") == "R1 R2 B1 B2"
    state.apply("move B2 0705")
    assert who(state, "controlled: red") == "R1 R2 B2"
    assert who(state, "controlled: enemy") == "B2"
    assert who(state, "{controlled: enemy, side: enemy}", "red") == "B1"
    state.apply("done")
    assert who(state, "controlled: enemy") == ""


@pytest.mark.parametrize(
    ("taken", "now", "later"),
    [("end_of_phase", "", "0703"), ("passing", "0703 0704 0705", "0703 0704 0705")],
)
def test_ground_may_be_taken_by_those_who_only_pass(
    tmp_path: Path, taken: str, now: str, later: str
) -> None:
    asks = "combat: {modifiers: {home: {shift: 1, attackers: {controlled: own}}}}\n"
    yaml = f"{GROUND}{asks}control: {{begins: {{red: [east]}}, taken: {taken}}}\n"
    game = varied(tmp_path, yaml, "meadow")
    east = {f"070{row}" for row in range(1, 6)}
    for events in (True, False):
        setup = {"R1": "0101", "B1": "0605", "B2": "0405"}
        state = game.start(setup=setup, phase="blue_movement")
        state.apply("move B1 0605-0705-0704-0703", events=events)
        assert {*state.controlled("blue")} & east == {*now.split()}
        assert {*state.controlled("red")} >= east - {*now.split()}
        state.apply("done", events=events)
        assert {*state.controlled("blue")} & east == {*later.split()}


@pytest.mark.parametrize("events", [True, False])
def test_who_is_stopped_at_the_end_of_a_move_has_taken_what_it_passed(
    tmp_path: Path, events: bool
) -> None:
    asks = "combat: {modifiers: {home: {shift: 1, attackers: {controlled: own}}}}\n"
    yaml = f"{GROUND}{asks}control: {{begins: {{red: [east]}}, taken: passing}}\n"
    setup = {"R1": "0702", "B1": "0605"}
    state = varied(tmp_path, yaml, "meadow").start(setup=setup, phase="blue_movement")
    state.apply("move B1 0605-0705-0704-0703", events=events)
    assert {"0705", "0704", "0703"} <= {*state.controlled("blue")}


def test_the_step_that_shows_counts_and_not_the_one_that_was_lost(ground: Game) -> None:
    state = ground.start(setup=STANDING, phase="red_movement")
    assert who(state, "step: last") == "L G"
    state.lose(state.frame.unit_index["R1"], 1)
    assert who(state, "step: last") == "R1 L G"
    assert who(state, "step: 2") == "R1"
    assert who(state, "value: {attack: 2}") == "R1"


def test_who_is_off_the_map_is_nowhere_and_near_nobody(ground: Game) -> None:
    state = ground.start(setup={"R1": "0103", "B1": "0703"}, phase="red_movement")
    assert who(state, "trait: infantry") == "R1 B1"
    assert who(state, "within: {hexes: 99, of: {type: leader}}") == ""
    assert who(state, "not: {at: {terrain: woods}}") == "R1 B1"
    rules, unit = state.rules[Selectors], state.frame.unit_index["G"]
    assert rules.fits(selector("trait: elite"))(state, unit)
    assert not rules.fits(selector("at: {region: east}"))(state, unit)


def test_a_move_changes_who_fits_at_once(ground: Game) -> None:
    state = ground.start(setup=STANDING, phase="red_movement")
    woods = state.rules[Selectors].mask(selector("at: {terrain: woods}"))
    assert state.names_of(woods(state)) == ("R2",)
    other = state.clone()
    state.apply("move R1 0202")
    assert state.names_of(woods(state)) == ("R1", "R2")
    assert other.names_of(woods(other)) == ("R2",)


def test_a_phase_may_be_for_those_who_stand_somewhere(tmp_path: Path) -> None:
    """Asked when the phase begins: who walks out of the woods does not end its own move."""
    phases = (
        "sequence: {phases: [{id: a, kind: movement, side: red, only: {at: {terrain: woods}}}]}"
    )
    game = varied(tmp_path, GROUND + phases, "meadow")
    state = game.start(setup=STANDING, phase="a")
    assert {line.split()[1] for line in listed(state, "move")} == {"R2"}
    refused = state.explain("move R1 0102")
    assert refused is not None
    assert refused.message == "R1 may not move in this phase: it is for units in woods."


def test_terrain_may_concern_those_beside_a_leader(tmp_path: Path) -> None:
    yaml = GROUND.replace(
        "woods: {title: Woods, cost: 1}",
        "woods: {title: Woods, cost: 1, combat: {attacker: "
        "{multiply: 2, only: {within: {hexes: 1, of: {type: leader, side: own}}}}}}",
    )
    strength = "combat: {strength: printed, column: differential, columns: [0, 1, 2]}"
    game = varied(tmp_path, yaml + strength, "meadow")
    lines = []
    for leader in ("0303", "0105"):
        setup = {"B1": "0202", "R1": "0203", "L": leader}
        state = game.start(setup=setup, phase="red_combat")
        preview = state.preview("attack 0202 by R1")
        lines.append((preview.attacker_strength, [line.label for line in preview.modifiers]))
    assert lines == [(Fraction(8), ["Woods"]), (Fraction(4), [])]


def test_units_that_fit_can_be_counted_in_conditions(tmp_path: Path) -> None:
    yaml = (
        "victory: [{when: end_of_turn, winner: red, if: {units: "
        "{of: {side: red, at: {region: east}}, at_least: 2}}}, {winner: draw}]"
    )
    game = varied(tmp_path, GROUND + yaml, "meadow")
    state = game.start(setup={"R1": "0701", "R2": "0602", "B1": "0105"}, phase="blue_movement")
    other = state.clone()
    while state.turn == 1:
        state.apply("done")
    assert not state.is_over
    other.place(other.frame.unit_index["R2"], other.frame.board.cell["0702"])
    other.apply("done")
    assert (other.is_over, other.winner) == (True, "red")


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        ("trait: mechanised", "mechanised"),
        ("{trait: [a, b], side: own}", "a or b, own"),
        ("not: {trait: a, step: 1}", "not (a, at full strength)"),
        (
            "within: {hexes: 1, of: {type: leader}}",
            "within 1 hex of leader",
        ),
        ("{at: {terrain: woods}, in_zone: true}", "in woods, in an enemy zone of control"),
        ("value: {attack: {at_least: 1}}", "attack at least 1"),
        ("value: {attack: 3}", "attack 3"),
        ("at: {hexside: river}", "beside river"),
        ("at: {path: [rail, road]}", "on rail or road"),
        ("{supplied: true, step: 2}", "at step 2, in supply"),
        ("supplied: false", "out of supply"),
        ("stacked_with: {role: attacker}", "stacked with the unit that attacks"),
        ("{surrounded: true, in_zone: false}", "not in an enemy zone of control, surrounded"),
        ("surrounded: false", "not surrounded"),
        ("can_retreat: 1", "able to retreat 1 hex"),
        ("can_retreat: 2", "able to retreat 2 hexes"),
        ("carries: true", "carrying somebody"),
        ("carries: false", "carrying nobody"),
        ("escorts: true", "escorting somebody"),
        ("escorts: false", "escorting nobody"),
        ("effective: true", "effective"),
        ("effective: false", "not effective"),
        ("figures: [wounded, dead]", "with figures that are wounded or dead"),
        ("state: [badly_shaken, pinned]", "badly shaken or pinned"),
        ("controlled: own", "in a hex that its own side controls"),
        ("controlled: enemy", "in a hex that the enemy controls"),
        ("controlled: red", "in a hex that red controls"),
        ("complete: formation", "with all of its formation"),
        ("complete: full_formation", "with all of its formation, none of it lost"),
        ("formation: [guard, line]", "guard or line"),
        (
            "formation_lost: {in: steps, share: 1/2}",
            "of a formation that has lost at least 1/2 of their steps",
        ),
        (
            "formation_lost: {in: units, at_least: 3}",
            "of a formation that has lost at least 3 units",
        ),
        ("formation_lost: {share: 1}", "of a formation that has lost all of their steps"),
    ],
)
def test_players_read_who_is_meant(yaml: str, words: str) -> None:
    assert selected(selector(yaml)) == words


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        ("trait: motor", "motor units"),
        ("not: {trait: horse}", "units other than horse"),
        ("not: {at: {terrain: hill}}", "units not in hill"),
        ("{trait: shot, state: pinned}", "shot units that are pinned"),
        (
            "{side: own, at: {terrain: brook}, state: pinned}",
            "own units in brook that are pinned",
        ),
        ("not: {trait: wagon, at: {region: roads}}", "units other than wagon units in roads"),
        ("value: {attack: {at_least: 1}}", "units with attack at least 1"),
    ],
)
def test_units_are_the_subject_of_a_sentence(yaml: str, words: str) -> None:
    assert units_selected(selector(yaml)) == words


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("{traits: infantry}", "unknown key 'traits'"),
        ("{side: green}", "there is no side green"),
        ("{value: {attak: 1}}", "there is no value attak"),
        ("{at: {terrain: wods}}", "there is no terrain wods"),
    ],
)
def test_what_there_is_not_is_found(tmp_path: Path, only: str, message: str) -> None:
    phases = f"sequence: {{phases: [{{id: a, kind: movement, side: red, only: {only}}}]}}"
    findings = hexwar.check(folder(tmp_path, GROUND + phases, FOLDER / "meadow"))
    assert any(message in finding.message for finding in findings), findings


def test_masks_agree_with_asking_unit_by_unit(ground: Game) -> None:
    """In the course of games: a mask is who fits and stands on the map."""
    texts = [
        "within: {hexes: 2, of: {side: enemy}}",
        "{not: {in_zone: true}, any: [{at: {region: east}}, {step: 2}]}",
        "stacked_with: {side: own, trait: infantry}",
    ]
    for seed in range(6):
        state, random = ground.start(seed=seed), Random(seed)
        rules = state.rules[Selectors]
        asked = [(rules.mask(selector(t)), rules.fits(selector(t))) for t in texts]
        while not state.is_over:
            state.apply(state.sample_action(random))
            for mask, fits in asked:
                one_by_one = sum(
                    1 << unit for unit, cell in enumerate(state.cells) if cell and fits(state, unit)
                )
                assert mask(state) == one_by_one
