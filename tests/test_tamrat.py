"""The game of the convoy: its rulebook and its files agree, its own rules hold, and it ends."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import GreedyPlayer, make_player
from hexwar.players.player import choice_of
from hexwar.rules.combat.section import Combat
from hexwar.rules.cup.rules import RoundRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.tables.section import Tables
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.tracks import TrackChange, TrackRules
from hexwar.rules.victory.telling import goals_now
from tests.rulebooks import table_in

FOLDER = Path(__file__).resolve().parents[1] / "games" / "tamrat"
GAME = hexwar.load_game(FOLDER)
RESOLVED = GAME.definition.resolve("relief", ())
RULES = (FOLDER / "rules.md").read_text(encoding="utf-8")
QUIET = {"W1": "02.05", "W2": "02.05", "E1": "02.05", "G1": "13.05", "B1": "14.04"}


def at(setup: dict[str, str], phase: str = "weather", *dice: int) -> hexwar.State:
    """A position of the game; ``dice`` are what will be thrown."""
    return GAME.start(setup=setup, phase=phase, dice=dice)


def test_the_checker_finds_nothing() -> None:
    assert [str(found) for found in hexwar.check(FOLDER)] == []


def test_every_rule_that_is_cited_is_in_the_rulebook() -> None:
    written = set(re.findall(r"^#+ (\d+\.\d+) ", RULES, flags=re.MULTILINE))
    files = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml"))
    cited = set(re.findall(r'"(\d+\.\d)"', files))
    assert cited and cited <= written


def test_the_tables_of_the_rulebook_are_the_games() -> None:
    battle, news = table_in(RULES, "6.2"), table_in(RULES, "4.2")
    assert {str(die): list(row) for die, row in RESOLVED[Combat].table.items()} == {
        die: row for die, row in battle.items() if die.isdigit()
    }
    words = {
        "a village rises": "risen",
        "feud in the north": "north_feud",
        "feud in the south": "south_feud",
        "storehouse": "hunger",
    }
    written = {
        die: [words.get(cell, cell) for cell in row] for die, row in news.items() if die.isdigit()
    }
    table = RESOLVED[Tables].tables["news"].rows
    assert {str(die): list(row) for die, row in table.items()} == written


def test_the_terrain_chart_of_the_rulebook_is_the_games() -> None:
    charted = table_in(RULES, "2.1")
    kinds = {kind.title.lower(): kind.cost for kind in RESOLVED[Terrain].hexes.values()}
    assert charted.keys() - {"hex", "---"} == kinds.keys()
    for name, cost in kinds.items():
        for written, movers in zip(charted[name], ("foot", "horse", "band", "wagon"), strict=False):
            assert (None if written == "closed" else int(written)) == cost[movers], (name, movers)


@pytest.mark.parametrize(
    ("where", "beside", "who", "by", "strengths"),
    [
        ("04.05", "03.06", "N1", "V1", (4, 4)),  # hills, a band: twice its 2
        ("04.05", "03.05", "V2", "N1 N2", (4, 4)),  # hills, a battalion
        ("03.05", "04.05", "VG", "N1", (1, 1)),  # the valley: a band has half its 2
        ("06.05", "07.06", "N1", "V1", (4, 3)),  # woods
        ("09.08", "10.07", "V1", "B1", (3, 6)),  # a village, besiegers at their full strength
        ("13.05", "12.05", "G1", "B1 B3", (6, 8)),  # the fort
        ("08.02", "08.03", "N1", "V1", (4, 4)),  # a ridge
    ],
)
def test_the_ground_decides_in_battle(
    where: str, beside: str, who: str, by: str, strengths: tuple[int, int]
) -> None:
    chits = {"V": "vanguard", "N": "north", "B": "besiegers"}
    setup = {"G2": "01.12", "B2": "14.12", who: where, **dict.fromkeys(by.split(), beside)}
    state = day_of(chits[by[0]], setup)
    state.apply("done")
    preview = state.preview(f"attack {where} by {by}")
    fought = preview.attacker_strength, preview.defender_strength
    assert fought == tuple(map(Fraction, strengths))


def test_below_one_to_two_there_is_no_attack() -> None:
    """In the valley a band is worth 1: enough against guns, and not against a battalion."""
    setup = {"G1": "13.05", "N1": "04.05", "V1": "03.05", "VG": "03.06"}
    state = day_of("north", setup)
    state.apply("done")
    assert state.explain("attack 03.06 by N1") is None
    refused = state.explain("attack 03.05 by N1")
    assert refused is not None and refused.rule == "6.2"


@pytest.mark.parametrize(
    ("die", "attacker", "defender"), [(1, (1, False), (0, False)), (3, (0, True), (0, False))]
)
def test_what_low_odds_cost(
    die: int, attacker: tuple[int, bool], defender: tuple[int, bool]
) -> None:
    """At one to two: a step, or a retreat, of the attacker."""
    state = day_of("besiegers", {"G1": "13.05", "B1": "10.07", "V1": "09.08"}, die, 1, 1, 1)
    state.apply("done")
    state.apply("attack 09.08 by B1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(state.legal_actions()[0])
    for unit, at, (lost, gone) in (("B1", "10.07", attacker), ("V1", "09.08", defender)):
        assert (state.steps_lost(unit), state.position(unit) != at) == (lost, gone)


@pytest.mark.parametrize(
    ("die", "first", "after_storm"),
    [(3, "fair", "fair"), (4, "rain", "fair"), (5, "rain", "rain"), (6, "storm", "rain")],
)
def test_after_a_wet_day_the_weather_is_better(die: int, first: str, after_storm: str) -> None:
    """The storm of the first day brings an early dusk, the eighth chit, and the day is over."""
    assert at(QUIET, "weather", die, 5, 1).records()["weather"] == first
    second = at(QUIET, "weather", 6, 5, 8, die, 5, 1)
    assert (second.turn, second.records()["weather"]) == (2, after_storm)


def cup_of(state: hexwar.State) -> set[str]:
    """The chits in the cup."""
    return {chit.id for chit, _ in state.rules[RoundRules].in_cup(state)}


def begun(weather: int, news: int) -> set[str]:
    """The cup of a day, the chit of the convoy drawn as the first."""
    state = at(QUIET, "weather", weather, news, 1)
    return cup_of(state) | {"convoy"}


def test_weather_and_news_decide_what_is_in_the_cup() -> None:
    formations = {"convoy", "vanguard", "garrison", "north", "south", "besiegers", "ride"}
    assert begun(1, 5) == formations | {"drive"}
    assert begun(4, 5) == formations
    assert begun(6, 5) == formations | {"dusk"}
    assert begun(1, 2) == (formations | {"drive"}) - {"north"}
    assert begun(1, 3) == (formations | {"drive"}) - {"south"}


def day_of(chit: str, setup: dict[str, str], *dice: int) -> hexwar.State:
    """The march of whoever a chit activates, on a rainy day without news; then these dice."""
    order = ["convoy", "vanguard", "garrison", "north", "south", "besiegers", "ride"]
    return at(setup, "weather", 4, 5, order.index(chit) + 1, *dice)


def test_only_who_is_activated_marches() -> None:
    state = day_of("convoy", QUIET)
    assert state.explain(hexwar.Action.parse("move E1 03.06")) is None
    assert state.explain(hexwar.Action.parse("move G1 12.05")) is not None


@pytest.mark.parametrize(("weather", "far"), [(1, True), (4, False)])
def test_wet_weather_costs_the_column_a_point(weather: int, far: bool) -> None:
    state = at(QUIET, "weather", weather, 5, 1)
    assert (state.explain("move W1 06.05") is None) is far
    assert state.explain("move W1 05.06") is None


def test_wagons_cross_the_hills_on_the_road_only() -> None:
    state = day_of("convoy", {**QUIET, "W1": "03.06"})
    assert state.explain(hexwar.Action.parse("move W1 04.05")) is None
    assert state.explain(hexwar.Action.parse("move W1 04.04")) is not None


def test_bands_slip_through_zones_and_soldiers_do_not() -> None:
    state = day_of("north", {**QUIET, "N1": "02.07", "V1": "03.07"})
    assert state.explain(hexwar.Action.parse("move N1 04.05")) is None
    state = day_of("vanguard", {**QUIET, "V1": "02.07", "N1": "03.06"})
    assert state.explain(hexwar.Action.parse("move V1 04.06")) is not None


def test_soldiers_stop_in_zones() -> None:
    reach = day_of("vanguard", {**QUIET, "V1": "02.06", "N1": "04.06"}).reach("V1")
    stops = reach["03.06"].stops
    assert stops is not None and stops.rule == "5.2"
    assert reach["02.05"].stops is None


@pytest.mark.parametrize(
    ("chit", "there", "comes", "rule"),
    [
        ("north", "N1", "N3", None),
        ("north", "N1 N2", "N3", "5.4"),
        ("convoy", "W1 W2 E1", "E2", None),
        ("convoy", "W1 W2 W3 E1", "E2", "5.4"),
    ],
)
def test_four_of_the_column_and_two_of_the_clans_share_a_hex(
    chit: str, there: str, comes: str, rule: str | None
) -> None:
    setup = {"B1": "14.04", "G1": "13.05", **dict.fromkeys(there.split(), "02.05"), comes: "02.06"}
    state = day_of(chit, setup, 2)
    state.apply(f"move {comes} 02.05")
    refused = state.explain("done")
    assert (refused.rule if refused else None) == rule


def test_besiegers_stay_at_the_siege() -> None:
    state = day_of("besiegers", {**QUIET, "B1": "10.05"})
    refused = state.explain(hexwar.Action.parse("move B1 09.05"))
    assert refused is not None and refused.rule == "5.5"


def test_one_train_in_the_fort_is_not_enough() -> None:
    state = day_of("convoy", {**QUIET, "W1": "13.05", "W2": "02.05", "E1": "12.06"}, 2)
    state.apply("leave W1")
    state.apply("done")
    assert state.winner is None and state.records()["chit"] != "Convoy"


def test_two_trains_in_the_fort_win_at_once() -> None:
    state = day_of("convoy", {**QUIET, "W1": "13.05", "W2": "13.05", "E1": "12.06"})
    state.apply(hexwar.Action.parse("leave W1"))
    state.apply(hexwar.Action.parse("leave W2"))
    while not state.is_over and state.phase == "march":
        state.apply(hexwar.Action.parse("done"))
    assert state.winner == "column"


def test_two_lost_trains_win_for_the_clans_and_one_does_not() -> None:
    for lost, winner in (("W1",), None), (("W1", "W2"), "clans"):
        state = day_of("convoy", {**QUIET, "E1": "12.06"}, 2)
        for unit in lost:
            state.eliminated |= 1 << state.frame.unit_index[unit]
        state.apply("done")
        assert state.winner == winner


@pytest.mark.parametrize(("bread", "defence"), [(3, 8), (2, 4)])
def test_a_hungry_garrison_defends_with_half(bread: int, defence: int) -> None:
    """The weather changes nothing; the news brings the bread to what it is."""
    state = at({**QUIET, "B1": "12.05", "B3": "12.05"}, "weather", 4, 5, 6)
    state.rules[TrackRules].change(state, TrackChange("bread", bread))
    state.apply("done")
    assert state.preview("attack 13.05 by B1 B3").defender_strength == defence


@pytest.mark.parametrize(("bread", "winner"), [(1, None), (0, "clans")])
def test_without_bread_the_fort_surrenders_at_the_end_of_the_day(
    bread: int, winner: str | None
) -> None:
    state = at(QUIET, "weather", 6, 5, 1, 7, 1, 5, 1)
    state.rules[TrackRules].change(state, TrackChange("bread", bread))
    assert state.winner is None
    state.apply("done")
    assert (state.winner, state.turn) == (winner, 1 if winner else 2)


@pytest.mark.parametrize(("risen", "comes"), [(0, False), (1, True)])
def test_the_levy_of_tarl_comes_when_a_village_has_risen(risen: int, comes: bool) -> None:
    """News of 1 raises a village; the southern clans are the fifth chit."""
    state = at({**QUIET, "S1": "10.09"}, "weather", 4, 1 if risen else 5, 5)
    assert (state.explain("enter L1 09.08") is None) is comes
    assert state.explain("enter L2 07.04") is not None


def test_bands_may_hide_and_besiegers_may_not() -> None:
    state = GAME.start("relief", seed=1)
    while state.decision is not None and state.decision.kind == "setup":
        state.apply(state.legal_actions()[0] if "done" not in state.legal_actions() else "done")
    hiding = [line for line in map(str, state.legal_actions()) if line.startswith("hide")]
    assert {line.split()[1] for line in hiding} == {"N1", "N2", "N3", "S1", "S2", "S3"}


def test_a_band_hides_in_woods_as_well() -> None:
    """06.04 is the one wooded hex in which a band may begin."""
    state = GAME.start("relief", seed=1)
    state.apply("place N1 06.04")
    while state.decision is not None and state.decision.kind == "setup":
        state.apply("done")
    assert state.explain("hide N1") is None


def test_a_retreat_may_go_into_enemy_zones() -> None:
    """05.06 is next to the lancers in 04.06; at two to one a 4 is a retreat."""
    setup = {**QUIET, "V1": "03.06", "V2": "03.06", "VC": "04.06", "N1": "04.05"}
    state = day_of("vanguard", setup, 4, 1)
    state.apply("done")
    state.apply("attack 04.05 by V1 V2")
    assert state.explain("retreat N1 05.06") is None


def test_two_units_advance_where_the_defenders_are_lost() -> None:
    """At four to one a 6 loses everybody."""
    setup = {**QUIET, "V1": "03.05", "V2": "03.05", "L1": "02.04"}
    state = day_of("vanguard", setup, 6, 1)
    state.apply("done")
    state.apply("attack 02.04 by V1 V2")
    state.apply("advance V1")
    assert state.explain("advance V2") is None


def test_the_garrison_does_not_retreat_from_the_fort() -> None:
    setup = {**QUIET, "B1": "14.04", "B2": "13.04", "B3": "12.04"}
    state = day_of("besiegers", setup, 4, 1)
    state.apply(hexwar.Action.parse("done"))
    state.apply(hexwar.Action.parse("attack 13.05 by B1 B2 B3"))
    assert state.position("G1") == "13.05"


def test_the_goal_is_said_as_people_say_it() -> None:
    told = {s: [g.needs for g in goals_now(GAME.start(s))] for s in ("relief", "lesson")}
    assert told["relief"][0] == "at least 2 units have left by the gate of Tamrat (now 0)"
    assert told["lesson"][0] == "at least 1 unit has left by the gate of Tamrat (not yet)"
    assert told["relief"][1] == "the Column has lost at least 2 wagon units (now 0)"
    assert told["relief"][2] == "the Clans occupy Tamrat (not yet)"


# -- it plays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["relief", "lesson"])
def test_drawn_games_end(scenario: str) -> None:
    for seed in range(15):
        state, random = GAME.start(scenario, seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random), events=False)
            assert broken_invariants(state) == []


@pytest.mark.parametrize("scenario", ["relief", "lesson"])
def test_computer_players_play_it_to_its_end(scenario: str) -> None:
    state, random, told = GAME.start(scenario, seed=3), Random(3), set[str]()
    players = {side: make_player("greedy") for side in ("column", "clans")}
    while not state.is_over:
        assert broken_invariants(state) == []
        action = choice_of(players[state.side_to_act or ""], state, random)
        told |= {event.kind for event in state.apply(action)}
    assert {"chit", "moved", "battle", "revealed"} <= told


def test_a_train_that_stands_in_the_fort_goes_in() -> None:
    state = day_of("convoy", {**QUIET, "W1": "13.05", "E1": "12.06"})
    assert str(GreedyPlayer().choose(state, Random(1))) == "leave W1"


def test_a_train_goes_up_the_road() -> None:
    state, player, random = day_of("convoy", QUIET, 1, 1), GreedyPlayer(), Random(1)
    while state.records()["chit"] == "Convoy":
        state.apply(player.choose(state, random))
    columns = [int((state.position(unit) or "00")[:2]) for unit in ("W1", "W2")]
    assert min(columns) >= 4
    assert state.position("E1") in (state.position("W1"), state.position("W2"))


def test_a_roll_says_what_chose_its_column_and_why_something_was_added() -> None:
    state = at(QUIET, "weather", 6, 5, 8, 4, 5, 1)
    told = [str(event) for event in state.events or () if event.kind == "table"]
    assert told[-2:] == [
        "Weather: die 4, -1 (It has rained) = 3, Fair.",
        "News: column 0 to 1 (the number of hexes of the siege "
        "lines that the Clans occupy), die 5, "
        "A quiet night.",
    ]
