"""Patches in play: what a phase or an effect lays over the game holds there and nowhere else.

In the tiny game *impulses* either side moves again after its combat with one movement point, and
blue marches before it at half the cost and through enemy zones.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.definition import packages
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.overlaying import untouchable
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode
from hexwar.engine.registry import Patching
from hexwar.engine.rules import Frame, Scopes
from hexwar.rules import compiled
from hexwar.rules.combat.odds import OddsRules
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.compiled import compile_rules
from hexwar.rules.history import History
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.scopes.rules import Overlays
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from hexwar.rules.terrain.rules import Geometry, TerrainRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.rules import VictoryRules
from hexwar.rules.zones_of_control.rules import ZoneRules
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, prices, tiny
from tests.unheard import all_tables

pytestmark = pytest.mark.usefixtures("loaded_anew")

APART = {"R1": "0101", "B1": "0703"}
MEETING = {"R1": "0303", "B1": "0503"}
RED_MOVEMENT, RED_COMBAT, RED_SECOND, BLUE_MARCH, BLUE_COMBAT, BLUE_SECOND = range(6)


def scopes() -> Scopes:
    """The rules of the tiny game in all its phases."""
    return compile_rules(tiny("impulses").definition.resolve())


def patch(text: str) -> MappingNode:
    """A patch as a game's file has it."""
    file = read_bytes(Path("patch.yaml"), text.encode(), Findings())
    assert file is not None
    node = parse(file, Findings())
    assert isinstance(node, MappingNode)
    return node


def test_a_phase_has_an_allowance_of_its_own_and_the_next_has_not() -> None:
    state = place("impulses", APART, "red_movement")
    farthest = {}
    while state.turn == 1:
        if state.phase in ("red_movement", "red_second", "blue_second"):
            unit = "R1" if state.side_to_act == "red" else "B1"
            farthest[state.phase] = max(float(cost) for cost in prices(state, unit).values())
        state.apply("done")
    assert farthest == {"red_movement": 3.0, "red_second": 1.0, "blue_second": 1.0}
    assert max(prices(state, "R1").values()) == "3"


def test_costs_of_terrain_and_zones_change_for_a_phase() -> None:
    march = place("impulses", MEETING, "blue_march")
    assert prices(march, "B1")["0402"] == "1/2"
    assert prices(march, "B1")["0202"] == "3/2"  # through the zone of R1
    second = place("impulses", MEETING, "blue_second")
    assert prices(second, "B1")["0402"] == "1"
    assert set(prices(second, "B1").values()) == {"1"}


def test_movement_points_have_one_scale_in_all_phases() -> None:
    """Blue pays halves in its march: so a point is two units everywhere, and in no other game."""
    rules = scopes()
    assert {rules.rules(phase, ())[TerrainRules].scale for phase in range(6)} == {2}
    assert compile_rules(tiny("meadow").definition.resolve()).base[TerrainRules].scale == 1


def test_rules_that_a_patch_leaves_alone_are_the_same_objects() -> None:
    rules = scopes()
    base, second, march = rules.base, rules.rules(RED_SECOND, ()), rules.rules(BLUE_MARCH, ())
    assert rules.rules(RED_MOVEMENT, ()) is rules.rules(RED_COMBAT, ()) is base
    for kind in (Forces, Geometry, StackingRules, Conditions, VictoryRules):
        assert second[kind] is march[kind] is base[kind], kind
    assert second[TerrainRules] is base[TerrainRules] is not march[TerrainRules]
    assert second[ZoneRules] is base[ZoneRules] is not march[ZoneRules]
    assert second[MovementRules] is not base[MovementRules]
    assert rules.rules(BLUE_SECOND, ())[MovementRules] is second[MovementRules]
    combat = rules.rules(BLUE_COMBAT, ())
    assert combat[CombatRules] is not base[CombatRules]
    assert combat[TerrainRules] is base[TerrainRules]
    assert second[OddsRules].section is base[OddsRules].section


def test_a_game_without_patches_has_one_set_of_rules() -> None:
    rules = compile_rules(tiny("zones").definition.resolve())
    assert all(rules.rules(phase, ()) is rules.base for phase in range(4))


def test_saves_and_undo_keep_the_rules_of_the_phase() -> None:
    game = tiny("impulses")
    for seed in range(8):
        history, random = History(game.start(seed=seed)), Random(seed)
        while not history.state.is_over:
            before = history.state.clone()
            history.apply(history.state.sample_action(random))
            after = history.state.clone()
            again = game.state_from_dict(after.to_dict())
            assert again == after
            assert after.is_over or again.rules is after.rules
            if history.can_undo:
                history.undo()
                assert history.state == before
                assert history.state.rules is before.rules
                history.redo()
                assert history.state == after
                assert history.state.rules is after.rules


# -- effects -----------------------------------------------------------------------------------

MUD = patch("movement: {allowance: 2}")
STORM = patch("movement: {allowance: 1}\nzones_of_control: {entering: allowed}")


@pytest.fixture
def weather(monkeypatch: pytest.MonkeyPatch) -> None:
    """A section lays mud and storm, which holds in the first phase only, over every game."""
    source = Patching(
        effects=lambda game: {"mud": MUD, "storm": STORM},
        concerns=lambda game, effect, phase: effect == "mud" or phase == 0,
    )
    tables = all_tables(monkeypatch)
    tables.patches += (source,)


def allowance(rules: Scopes, phase: int, *effects: str) -> int:
    """The movement points of a unit in a scope."""
    here = rules.rules(phase, effects)
    state = place("impulses", APART, "red_movement")
    return int(here[MovementRules].values.allowance(state, 0)) // here[TerrainRules].scale


@pytest.mark.usefixtures("weather")
def test_effects_are_laid_in_their_own_order_and_the_phase_last() -> None:
    rules = scopes()
    assert allowance(rules, RED_MOVEMENT) == 3
    assert allowance(rules, RED_MOVEMENT, "mud") == 2
    assert allowance(rules, RED_MOVEMENT, "storm", "mud") == 1  # storm stands after mud
    assert allowance(rules, RED_SECOND, "mud") == 1  # its own patch is later still
    assert rules.rules(RED_MOVEMENT, ("mud",)) is rules.rules(RED_COMBAT, ("mud",))


@pytest.mark.usefixtures("weather")
def test_what_can_occur_together_is_what_is_checked() -> None:
    overlays = Overlays(tiny("impulses").definition.resolve(), compiled.registry().patches)
    patched = [RED_SECOND, BLUE_MARCH, BLUE_COMBAT, BLUE_SECOND]
    assert list(overlays.single()) == [
        *((phase, ()) for phase in patched),
        *((phase, ("mud",)) for phase in (None, *patched)),
        (None, ("storm",)),
    ]
    assert list(overlays.pairs()) == [(None, ("mud", "storm"))]


class Alarm:
    """Mud begins when a battle has ended."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def judge(self, state: State, phase: int, battle: bool) -> tuple[str, ...]:
        """The effects in force."""
        return ("mud",) if battle else state.effects


@pytest.mark.usefixtures("weather")
def test_effects_are_judged_when_a_battle_has_ended_and_nothing_is_owed_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled.registry().hooks["effects"] = ((Alarm, Alarm.judge),)
    game = hexwar.load_game(FOLDER / "impulses")  # one whose rules know of the alarm
    state = game.start(setup={"R1": "0502", "B1": "0503"}, phase="red_combat", dice=[2])
    state.apply("attack 0503 by R1")
    assert state.decision is not None and state.decision.kind == "retreat"
    while state.decision is not None and state.decision.kind in ("retreat", "advance"):
        assert state.effects == ()
        assert state.rules is state.scopes.rules(RED_COMBAT, ())
        state.apply(state.legal_actions()[0])
    assert state.effects == ("mud",)
    assert state.rules is state.scopes.rules(state.phase_index, ("mud",))


# -- what may change in play -------------------------------------------------------------------


def test_what_a_patch_in_play_may_touch() -> None:
    assert set(packages.in_play()) == {
        *("terrain", "zones_of_control", "movement", "combat"),
        *("advance", "overrun", "supply", "retreat", "line_of_sight", "bombardment", "fire"),
        *("transport", "states", "decks", "melee", "rerolls", "facing"),
    }


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("movement: {allowance: 2, classes: [foot, wheels]}", ["movement.classes"]),
        ("terrain: {hexes: {open: {cost: 2, title: Mud}}}", ["terrain.hexes.open.title"]),
        ("terrain: {hexsides: {river: {negates: [x]}}}", ["terrain.hexsides.river.negates"]),
        ("terrain: {hexsides: {river: {cost: 1, combat: []}}}", []),
        ("states: {lost: {forbids: [move], ends: {moved: true}}}", ["states.lost.ends"]),
        ("zones_of_control: null", ["zones_of_control"]),
        ("supply: {trace: null}", ["supply.trace"]),
        ("stacking: {limit: 2}\nvictory: []", ["stacking", "victory"]),
    ],
)
def test_the_lines_that_a_patch_in_play_may_not_have(text: str, refused: list[str]) -> None:
    assert [".".join(map(str, path)) for path, _ in untouchable(patch(text))] == refused


def findings(path: Path, laid: str) -> list[str]:
    """What is found in a game with a patch in its second movement phase, by code and line."""
    text = "sequence:\n  phases:\n"
    for number, side in enumerate(("red", "blue")):
        text += f"    - {{id: p{number}, kind: movement, side: {side}}}\n"
    text += f"    - {{id: last, kind: movement, side: red, patch: {laid}}}\n"
    found = hexwar.check(folder(path, text, FOLDER / "meadow"))
    return [f"{one.code} {one.line}" for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("laid", "found"),
    [
        ("{movement: {allowance: 2}}", []),
        ("{movement: {allowance: much}}", ["HW105 9"]),
        ("{movement: {allowanec: 2}}", ["HW101 9"]),
        ("{combat: {modifiers: {x: {side: green, shift: 1}}}}", ["HW301 9"]),
        ("{units: {counters: {R1: {side: blue}}}}", ["HW423 9"]),
        ("{nothing: 1}", ["HW423 9"]),
    ],
)
def test_what_is_wrong_in_a_patch_is_found_where_it_stands(
    tmp_path: Path, laid: str, found: list[str]
) -> None:
    assert findings(tmp_path, laid) == found


def test_what_a_null_would_take_away_is_told_from_what_never_changes(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    said = "effects: {calm: {if: {turn: 1}, patch: {combat: null, units: {counters: {}}}}}\n"
    found = [one.message for one in hexwar.check(folder(tmp_path, said, FOLDER / "meadow"))]
    assert "null would take combat away, and a patch in play takes nothing away" in found
    assert "units does not change while a game is played" in found


def test_two_effects_that_make_nonsense_together_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def effects(game: ResolvedGame) -> dict[str, MappingNode]:
        return {
            "one": patch('combat: {column: {ratio: down}, columns: ["1:1", "3:2", "2:1"]}'),
            "two": patch("combat: {column: {ratio: nearest}}"),
        }

    all_tables(monkeypatch).patches = (Patching(effects=effects),)
    assert findings(tmp_path, "{movement: {allowance: 2}}") == ["HW422 1"]
