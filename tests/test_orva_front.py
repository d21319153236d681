"""The Orva Front: its map, tables and rulebook agree with one another, and its own rules hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players import make_player
from hexwar.rules.combat.commitments import preview_commitment
from hexwar.rules.combat.section import Combat
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.state import State
from hexwar.rules.tables.section import Tables
from hexwar.rules.terrain.section import Terrain
from tests.rulebooks import rows_in

GAMES = Path(__file__).resolve().parents[1] / "games"
GAME = hexwar.load_game(GAMES / "orva_front")
RESOLVED = GAME.definition.resolve("campaign", ())
MAP, TERRAIN = RESOLVED.map, RESOLVED[Terrain]
RULES = (GAMES / "orva_front" / "rules.md").read_text(encoding="utf-8")
FAR = {"U3": "0111", "H1": "2002", "D11": "2012"}
"""Units far from everything, so that no side is without any."""


def position(
    setup: dict[str, str], phase: str, *, dice: tuple[int, ...] = (), turn: int = 2
) -> State:
    """A position with these units and some far away."""
    return GAME.start(setup={**FAR, **setup}, phase=phase, dice=dice, turn=turn)


def after_weather(die: int, turn: int, setup: dict[str, str], phase: str) -> State:
    """A position in a phase of a turn for whose weather this was rolled."""
    state = position(setup, "weather", dice=(die,), turn=turn)
    while state.phase != phase:
        state.apply("done")
    return state


def why_not(state: State, line: str) -> str | None:
    """The number of the rule that forbids an action."""
    refusal = state.explain(line)
    return refusal.rule if refusal else None


def far(state: State, unit: str) -> float:
    """What the dearest hex costs that a unit reaches."""
    return max(float(there.cost) for there in state.reach(unit).values())


def test_the_checker_finds_nothing() -> None:
    assert [str(found) for found in hexwar.check(GAMES / "orva_front")] == []


# -- the rulebook says what the game does --------------------------------------------------------


def test_the_combat_table_of_the_rulebook_is_the_games() -> None:
    written = {int(row[0]): tuple(row[1:]) for row in rows_in(RULES, "8.2")[1:]}
    assert written == {die: tuple(row) for die, row in RESOLVED[Combat].table.items()}


def test_the_weather_table_of_the_rulebook_is_the_games() -> None:
    table = RESOLVED[Tables].tables["weather"]
    written = {row[0].replace(" to ", ".."): tuple(row[1:]) for row in rows_in(RULES, "11.1")[1:]}
    assert written == {row: table.codes(row) for row in table.rows}


def test_the_terrain_chart_of_the_rulebook_is_the_games() -> None:
    charted = {
        row[0]: row[1:3] for heading in ("4.1", "4.2") for row in rows_in(RULES, heading)[1:]
    }
    kinds = {kind.title.lower(): kind.cost for kind in TERRAIN.hexes.values()}
    kinds |= {kind.title.lower(): kind.cost for kind in TERRAIN.hexsides.values()}
    assert charted.keys() == kinds.keys()
    for name, cost in kinds.items():
        for written, kind in zip(charted[name], ("leg", "motor"), strict=True):
            points = None if written == "closed" else float(written.removeprefix("+") or 0)
            assert points == cost[kind], name


def test_the_schedule_of_the_rulebook_is_the_games() -> None:
    written = sorted((int(row[0]), row[1].lower()) for row in rows_in(RULES, "13.2")[1:])
    groups = RESOLVED[Reinforcements].groups.values()
    given = [(int(g.condition.arguments["at_least"]), g.side) for g in groups if g.condition]
    assert written == sorted(given)


# -- the map and the order of battle -------------------------------------------------------------


def test_every_place_worth_points_is_on_a_road_and_on_a_railway_but_for_villages() -> None:
    def on(kind: str) -> set[str]:
        return {number for pair, kinds in MAP.paths.items() if kind in kinds for number in pair}

    places = MAP.region("homes")
    assert len(places) == 8 and places <= on("road") & on("rail")
    assert MAP.region("villages") <= on("road")


def test_railways_can_be_controlled_everywhere() -> None:
    on_rails = {n for pair, kinds in MAP.paths.items() if "rail" in kinds for n in pair}
    assert MAP.region("railways") == on_rails


def test_every_counter_begins_on_the_map_or_arrives_once() -> None:
    arriving = [u for group in RESOLVED[Reinforcements].groups.values() for u in group.units]
    assert sorted([*RESOLVED.scenario.setup, *arriving]) == sorted(GAME.units)


# -- rules of its own ----------------------------------------------------------------------------


def test_in_the_second_impulse_motor_troops_move_again_with_half_their_points() -> None:
    state = after_weather(1, 2, {"A1": "0104", "N1": "0105"}, "union_second")
    assert 0 < far(state, "A1") <= 3
    assert state.explain("move N1 0106") is not None


def test_in_mud_there_is_no_second_impulse_and_all_move_less() -> None:
    state = position({"A1": "0104", "N1": "0105"}, "weather", dice=(6, 6), turn=4)
    while state.phase != "union_movement":
        state.apply("done")
    assert (far(state, "A1"), far(state, "N1")) == (4, 3)
    phases = set()
    while state.turn == 4:
        phases.add(state.phase)
        state.apply("done")
    assert not {"union_second", "halvar_second"} & phases


@pytest.mark.parametrize(("die", "turn", "cost"), [(1, 2, 2), (6, 8, 1)])
def test_frost_closes_no_river(die: int, turn: int, cost: int) -> None:
    """The Orva runs between 0813 and 0914."""
    state = after_weather(die, turn, {"N1": "0813"}, "union_movement")
    assert state.reach("N1")["0914"].cost == cost


@pytest.mark.parametrize(
    ("die", "turn", "union", "halvar"), [(1, 2, 3, 1), (6, 5, 0, 0), (6, 8, 1, 1)]
)
def test_the_weather_decides_how_many_aircraft_fly(
    die: int, turn: int, union: int, halvar: int
) -> None:
    setup = {"N1": "0605", "D1": "0705"}
    state = after_weather(die, turn, setup, "union_combat")
    records = state.records()
    assert (records["union_air"], records["halvar_air"]) == (union, halvar)


def test_one_unit_of_the_union_goes_by_rail_where_it_holds_the_line() -> None:
    state = position({"N1": "0107", "N2": "0111"}, "union_movement")
    assert state.explain("move N1 0506 rail") is None
    assert state.explain("move N1 0606 rail") is not None  # Halvar's, as nobody has been there
    state.apply("move N1 0506 rail")
    refused = state.explain("move N2 0511 rail")
    assert refused is not None and refused.rule == "5.4"


@pytest.mark.parametrize(
    ("begins", "there", "rule"),
    [("2007", "0811", None), ("2012", "0610", None), ("2007", "0711", "5.4")],
)
def test_a_train_goes_fifteen_hexes(begins: str, there: str, rule: str | None) -> None:
    state = position({"D1": begins}, "halvar_movement")
    assert why_not(state, f"move D1 {there} rail") == rule


def test_two_air_points_are_spent_on_a_battle_and_the_defender_answers_with_one() -> None:
    setup = {"N1": "0905", "D1": "0906", "U1": "0605"}
    state = after_weather(1, 2, setup, "union_combat")
    state.apply("attack 0906 by N1")
    state.apply("spend union_air")
    state.apply("spend union_air")
    assert state.side_to_act == "halvar"
    assert state.records()["union_air"] == 1
    columns = [column_of(state, line) for line in ("pass", "spend halvar_cover")]
    assert columns == ["3:1", "2:1"]


def column_of(state: State, line: str) -> str:
    """The column of the battle that is announced, after a commitment."""
    found = preview_commitment(state, Action.parse(line))
    return found.headings[found.column]


def test_a_column_higher_and_a_better_die_drive_the_defender_farther() -> None:
    """At 2:1 a 4 is one hex, a 5 two: D1 has left the hex next to the attackers by so many."""
    for die, hexes in ((4, 1), (5, 2)):
        setup = {"N1": "0905", "N2": "0905", "D1": "0906", "H2": "1208"}
        state = position(setup, "union_combat", dice=(die,))
        for line in ("attack 0906 by N1 N2", "pass", "pass"):
            state.apply(line)
        while state.decision is not None and state.decision.kind == "retreat":
            state.apply(next(a for a in state.legal_actions() if a.verb == "retreat"))
        assert MAP.distance("0906", state.position("D1") or "") == hexes


def test_whoever_takes_halmund_wins_at_the_end_of_the_turn() -> None:
    state = position({"A1": "1806"}, "union_movement", dice=())
    state.apply("move A1 1807")
    while not state.is_over and state.turn == 2:
        state.apply("done")
    assert (state.winner, state.turn) == ("union", 2)


def test_ten_to_one_needs_no_die() -> None:
    """Three armoured divisions against a garrison of two in the open: no dice are there to roll."""
    setup = {"A1": "1206", "A2": "1206", "A3": "1307", "G1": "1306"}
    state = position(setup, "union_combat")
    state.apply("attack 1306 by A1 A2 A3")
    assert state.position("G1") is None


@pytest.mark.parametrize(
    ("setup", "line", "strengths", "heading"),
    [
        ({"N1": "0604", "D1": "0603"}, "attack 0603 by N1", (5, 4), "1:2"),  # woods
        ({"N1": "0905", "D1": "0906"}, "attack 0906 by N1", (5, 4), "1:1"),  # the plain
        ({"A1": "0905", "D1": "0904"}, "attack 0904 by A1", (8, 4), "2:1"),
        ({"A1": "1006", "D1": "0907"}, "attack 0907 by A1", (4, 4), "1:2"),  # a city
        ({"N1": "1006", "D1": "0907"}, "attack 0907 by N1", (5, 4), "1:2"),
        ({"A1": "1012", "G1": "1011"}, "attack 1011 by A1", (8, 2), "4:1"),
        ({"A1": "1013", "G1": "1012"}, "attack 1012 by A1", (8, 2), "3:1"),  # a town
        ({"A1": "0912", "G1": "1012"}, "attack 1012 by A1", (4, 2), "1:1"),  # and the river
        ({"A1": "1109", "G1": "1108"}, "attack 1108 by A1", (4, 2), "1:1"),  # hills, the stream
    ],
)
def test_the_ground_decides_in_battle(
    setup: dict[str, str], line: str, strengths: tuple[int, int], heading: str
) -> None:
    preview = position(setup, "union_combat").preview(line)
    fought = preview.attacker_strength, preview.defender_strength
    assert fought == tuple(map(Fraction, strengths))
    assert preview.headings[preview.column] == heading


def test_motor_troops_attack_a_marsh_in_frost_only_and_with_half() -> None:
    """The marsh is 1102; N1, on foot, may attack it in any weather."""
    setup = {"N1": "1201", "M1": "1201", "G1": "1102", "U1": "1202"}
    for die, turn, rule in ((1, 2, "8.4"), (6, 8, None)):
        state = after_weather(die, turn, setup, "union_combat")
        assert why_not(state, "attack 1102 by N1") is None
        assert why_not(state, "attack 1102 by N1 M1") == rule
    attack = state.preview("attack 1102 by M1")
    assert attack.attacker_strength * 2 == state.preview("attack 1102 by N1").attacker_strength


@pytest.mark.parametrize(
    ("die", "turn", "phase", "heading"),
    [
        (1, 2, "union_combat", "1:1"),
        (6, 4, "union_combat", "1:2"),  # mud
        (6, 8, "union_combat", "1:2"),  # frost is hard on the Union
        (6, 4, "halvar_combat", "1:2"),
        (6, 8, "halvar_combat", "2:1"),  # and Halvar is dressed for it
    ],
)
def test_the_weather_moves_the_column(die: int, turn: int, phase: str, heading: str) -> None:
    """Two divisions and a headquarters that supplies each, so that both are whole."""
    near = {"N1": "0905", "D1": "0906", "U1": "0605", "H2": "1006"}
    state = after_weather(die, turn, near, phase)
    line = "attack 0906 by N1" if phase == "union_combat" else "attack 0905 by D1 T1"
    if phase == "halvar_combat":
        state = after_weather(die, turn, {**near, "T1": "0906"}, phase)
    preview = state.preview(line)
    assert preview.headings[preview.column] == heading


def test_who_is_surrounded_is_lost_at_six_to_one() -> None:
    """Twelve to two needs a die, unless enemies and their zones are all around."""
    force = {"A1": "1306", "M1": "1306", "G1": "1307"}
    assert len(position(force, "union_combat").preview("attack 1307 by A1 M1").outcomes) > 1
    ring = {**force, "N1": "1309", "N2": "1206"}
    shut = position({**ring, "N3": "1408", "N4": "1208"}, "union_combat")
    assert shut.preview("attack 1307 by A1 M1").probabilities == {"D2": 1}


def test_two_units_and_a_headquarters_share_a_hex_and_three_units_do_not() -> None:
    state = position({"N1": "0104", "N2": "0104", "U1": "0105", "N3": "0105"}, "union_movement")
    assert state.explain("move U1 0104") is None
    state.apply("move N3 0104")
    assert why_not(state, "done") == "3.1"


def test_two_headquarters_share_no_hex() -> None:
    state = position({"U1": "0104", "U2": "0105"}, "union_movement")
    state.apply("move U2 0104")
    assert why_not(state, "done") == "3.1"


def test_entering_a_zone_costs_two_more() -> None:
    """Halvar stands in 0906: 0905 is next to it, and 0805 beside it is woods behind a river."""
    reach = position({"A1": "1004", "D1": "0906"}, "union_movement").reach("A1")
    assert reach["1005"].cost == 3
    assert reach["1104"].cost < 3


@pytest.mark.parametrize("units", [("A1", "A2"), ("N1", "N2")])
@pytest.mark.parametrize(("there", "rule"), [("1306", None), ("1204", "7.1")])
def test_only_open_ground_is_overrun(there: str, rule: str | None, units: tuple[str, str]) -> None:
    """1306 is a plain, 1204 woods, which cost infantry 2 points."""
    state = position({**dict.fromkeys(units, "1305"), "G1": there}, "union_movement")
    assert why_not(state, f"overrun {there} by {' '.join(units)}") == rule


def test_attackers_across_the_river_have_two_thirds_in_frost() -> None:
    setup = {"A1": "0912", "G1": "1012", "U1": "0811"}
    fair = position(setup, "union_combat")
    frost = after_weather(6, 8, setup, "union_combat")
    strengths = [s.preview("attack 1012 by A1").attacker_strength for s in (fair, frost)]
    assert strengths == [4, Fraction(16, 3)]


def test_two_attackers_lose_a_step_each_before_one_loses_two() -> None:
    """At 1:2 a 1 costs the attacker two steps; who has lost the first is not asked again."""
    setup = {"N1": "0805", "N2": "0805", "M1": "0104", "D1": "0706", "D2": "0706", "H2": "1006"}
    state = position(setup, "union_combat", dice=(1,))
    for line in ("attack 0706 by N1 N2", "pass", "pass", "lose N1"):
        state.apply(line)
    assert (state.steps_lost("N1"), state.steps_lost("N2")) == (1, 1)


@pytest.mark.parametrize(("who", "far"), [("A", True), ("M", True), ("N", False)])
def test_motor_troops_go_on_beyond_the_hex_that_falls(who: str, far: bool) -> None:
    """At 2:1 a 5 drives the defender two hexes: armoured and motorised divisions may follow."""
    force = {f"{who}1": "1306", f"{who}2": "1306"}
    setup = {**force, "D1": "1307", "U1": "0104", "H2": "1709"}
    state = position(setup, "union_combat", dice=(5,))
    state.apply(f"attack 1307 by {' '.join(force)}")
    while state.decision is not None and state.decision.kind != "advance":
        lines = list(map(str, state.legal_actions()))
        state.apply("pass" if "pass" in lines else lines[0])
    assert (longest_advance(state) > 1) is far


def longest_advance(state: State) -> int:
    """The most hexes that anybody may advance."""
    return max(len(a.hexes) or 1 for a in state.legal_actions() if a.verb == "advance")


def test_where_two_steps_are_lost_motor_troops_go_three_hexes() -> None:
    setup = {"A1": "1306", "A2": "1306", "A3": "1308", "M1": "1308", "G1": "1307", "H2": "1709"}
    state = position(setup, "union_combat", dice=(6,))
    state.apply("attack 1307 by A1 A2 A3 M1")
    assert longest_advance(state) == 3


@pytest.mark.parametrize(("friend", "opened"), [({}, False), ({"D2": "1006"}, True)])
def test_a_friend_opens_an_enemy_zone_to_a_retreat(friend: dict[str, str], opened: bool) -> None:
    """1006 is in the zone of N3, and at 2:1 a 4 is a retreat of one hex."""
    setup = {"N1": "0905", "N2": "0905", "N3": "1106", "D1": "0906", "H2": "1208", **friend}
    state = position(setup, "union_combat", dice=(4,))
    for line in ("attack 0906 by N1 N2", "pass", "pass"):
        state.apply(line)
    assert (why_not(state, "retreat D1 1006") is None) is opened


@pytest.mark.parametrize(("die", "turn", "flown"), [(1, 2, [1, 1]), (6, 8, [1, 2]), (6, 5, [0, 0])])
def test_halvars_aircraft_fly_once_in_a_turn(die: int, turn: int, flown: list[int]) -> None:
    """What has not covered a battle of the Union's is there in its own combat phase."""
    setup = {"N1": "0905", "U1": "0605", "D1": "0906", "T1": "0906", "H2": "1006"}
    state = after_weather(die, turn, setup, "union_combat")
    found = [state.records()["halvar_air"]]
    while state.phase != "halvar_combat":
        state.apply("done")
    assert [*found, state.records()["halvar_air"]] == flown


# -- it plays ------------------------------------------------------------------------------------


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("seed", range(30))
def test_random_games_come_to_an_end(seed: int) -> None:
    state, random = GAME.start(("campaign", "lesson")[seed % 2], seed=seed), Random(seed)
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
        assert broken_invariants(state) == []
    assert state.winner in ("union", "halvar")


@pytest.mark.parametrize("scenario", ["campaign", "lesson"])
def test_two_computer_players_play_it_to_its_end(scenario: str) -> None:
    state, random = GAME.start(scenario, seed=2), Random(2)
    players = {side: make_player("greedy") for side in ("union", "halvar")}
    told: set[str] = set()
    while not state.is_over:
        assert broken_invariants(state) == []
        side = state.side_to_act or ""
        told |= {event.kind for event in state.apply(players[side].choose(state, random))}
    assert {"placed", "moved", "battle", "step_lost", "retreated", "advanced"} <= told
    if scenario == "campaign":
        assert {"table", "rebuilt", "entered"} <= told
