"""Strike Force One: whole games under the eyes of a referee that shares nothing with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from hexwar.engine.action import Action
from hexwar.engine.event import Event
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import SOVIETS, goals, listed, play, with_losses
from tests.conformance.sfo.referee import STEPS, Referee

BOTH = ("second_echelon", "west_german")
KINDS = [
    ("standard", ()),
    ("advanced", ()),
    ("advanced", BOTH[:1]),
    ("advanced", BOTH[1:]),
    ("advanced", BOTH),
]
WATCHED = [
    *("3.0", "4.0", "4.1", "4.2", "4.31", "4.33", "5.0", "5.3", "5.5", "5.6", "5.7", "6.0"),
    *("7.11", "7.12", "7.21", "7.31", "7.4", "8.1", "8.11", "8.12", "8.13", "8.2", "8.21", "8.22"),
]


def watched(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test with every rule that the referee watches."""
    for number in WATCHED:
        test = pytest.mark.rule("sfo", number)(test)
    return test


def eager(state: State, random: Random) -> Action:
    """An action of a player who seldom stops early: battles, entries and full stacks happen."""
    actions = [action for action in state.legal_actions() if str(action) != "done"]
    forward = [a for a in actions if a.verb in ("attack", "enter", "declare", "advance")]
    if forward and random.random() < 0.7:
        return max(random.choices(forward, k=3), key=lambda action: len(action.units))
    if not actions or random.random() < 0.05:
        return state.sample_action(random)
    return random.choice(actions)


def crowd(sfo: Game, scenario: str, random: Random) -> tuple[State, list[Event]]:
    """Everybody within three hexes, Woods included where they may be, and some eliminated.

    Zones, stacks, blocked retreats and returning units happen all the time from here on. With the
    position come the events that led to its first decision.
    """
    standard = scenario == "standard"
    ground = [h for h in sorted(sfo.map.numbers) if not standard or sfo.map.terrain(h) != "woods"]
    middle = random.choice(ground)
    radius = random.choice((2, 3))
    near = [h for h in ground if sfo.map.distance(h, middle) <= radius]
    placed = random.sample("ABCDEFWXYZ", min(random.randint(6, 9), len(near)))
    setup = dict(zip(placed, random.sample(near, len(placed)), strict=True))
    phase = random.choice(STEPS)
    if random.random() < 0.5:
        phase, setup = "soviet_combat", siege(sfo, scenario, random, middle)
    wooded = [h for h in near if sfo.map.terrain(h) == "woods" and h not in setup.values()]
    setup |= dict(zip([unit for unit in setup if unit in "YZ"], wooded, strict=False))
    state = sfo.start(
        scenario,
        () if standard else BOTH,
        setup=setup,
        seed=random.randrange(10**6),
        turn=2,
        phase=phase,
    )
    told = list(state.events or [])
    return with_losses(sfo, state, [unit for unit in SOVIETS if unit not in setup]), told


def siege(sfo: Game, scenario: str, random: Random, middle: str) -> dict[str, str]:
    """Soviet units all around one hex, two to a hex in the Advanced Game: the high columns."""
    standard = scenario == "standard"
    around = [h for h in sfo.map.neighbors(middle) if sfo.map.terrain(h) == "open"]
    places = random.sample(around, len(around)) if standard else sorted(around * 2)
    setup = {"W": middle, **dict(zip(SOVIETS, places, strict=False))}
    return setup if standard or random.random() < 0.5 else {**setup, "X": middle}


def refereed(
    sfo: Game, state: State, random: Random, begun: list[Event] | None = None
) -> tuple[Referee, Counter[str]]:
    """Play to the end, every event watched; how often each kind happened."""
    referee = Referee(sfo, state)
    referee.watch(begun or state.events or [])
    told: Counter[str] = Counter()
    while not state.is_over:
        events = state.apply(eager(state, random))
        referee.watch(events)
        told.update(event.kind for event in events)
        told.update(event.result for event in events if event.kind == "battle")
        assert {unit: state.position(unit) for unit in referee.at} == referee.at
    assert referee.over
    return referee, told


@pytest.mark.parametrize(("scenario", "options"), KINDS)
@watched
def test_random_games_break_no_rule(sfo: Game, scenario: str, options: tuple[str, ...]) -> None:
    told: Counter[str] = Counter()
    for seed in range(12):
        state = sfo.start(scenario, options, seed=seed)
        told += refereed(sfo, state, Random(seed))[1]
    expected = {"moved", "battle", "retreated", "eliminated", "advanced", "DR", "AR"}
    assert expected <= set(told), "the games were too tame to show anything"


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_games_with_a_die_that_always_shows_the_same(sfo: Game, scenario: str, face: int) -> None:
    for seed in range(2):
        state = sfo.start(scenario, dice=[face] * 400)
        refereed(sfo, state, Random(seed))


@pytest.mark.parametrize("scenario", ["standard", "advanced"])
@pytest.mark.rule("sfo", "4.2")
@pytest.mark.rule("sfo", "4.33")
@pytest.mark.rule("sfo", "7.11")
def test_games_in_a_crowd_break_no_rule(sfo: Game, scenario: str) -> None:
    random = Random(711)
    told: Counter[str] = Counter()
    wanted = {"retreat_blocked", "DE", "DR", "AR", "AE"}
    if scenario == "advanced":
        wanted |= {"entered", "available", "NE", "EX"}
    games = 0
    while games < 40 or (games < 600 and not wanted <= set(told)):
        state, begun = crowd(sfo, scenario, random)
        told += refereed(sfo, state, random, begun)[1]
        games += 1
    assert wanted <= set(told)


# -- walks to each end -----------------------------------------------------------------------------


def step_by_step(sfo: Game, state: State, wanted: int) -> tuple[State, list[Event]]:
    """The Soviets walk to ``wanted`` Towns, attack what bars them and hold on; the others wait."""
    towns = sorted(sfo.map.region("towns"))[:wanted]
    guards = dict(zip(SOVIETS, towns, strict=False))
    told = list(state.events or [])
    while not state.is_over:
        if state.phase == "soviet_movement":
            for unit, town in guards.items():
                here = state.position(unit)
                if here and (options := goals(state, unit)):
                    best = min(sorted(options), key=lambda h: sfo.map.distance(h, town))
                    if sfo.map.distance(best, town) < sfo.map.distance(here, town):
                        told += play(state, f"move {unit} {best}")
        attacks = sorted(listed(state, "attack")) if state.phase == "soviet_combat" else []
        others = sorted(str(action) for action in state.legal_actions())
        if "done" in others and not attacks:
            told += play(state, "done")
        else:
            told += play(state, *(attacks[-1:] or others[:1]))
    return state, told


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
@pytest.mark.parametrize(("wanted", "winner"), [(0, "us"), (1, "us"), (2, "soviet"), (3, "soviet")])
def test_a_whole_game_to_each_end(sfo: Game, scenario: str, wanted: int, winner: str) -> None:
    """From the set-up hexes, against an opponent who has gone into a corner."""
    towns = sfo.map.region("towns")
    setup = {unit: sfo.start(scenario).position(unit) or "" for unit in SOVIETS}
    corner = next(number for number in ("0101", "0108") if number not in towns)
    state = sfo.start(scenario, setup={**setup, "W": corner}, dice=[1] * 50)
    referee = Referee(sfo, state)
    state, told = step_by_step(sfo, state, wanted)
    referee.watch(told)
    assert (state.winner, referee.over) == (winner, True)
    assert sum(state.position(unit) in towns for unit in SOVIETS) >= min(wanted, 1)


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_a_town_lost_to_the_last_attack_of_the_game(sfo: Game, scenario: str) -> None:
    """Two Towns are held until the last die of turn 4 throws one Soviet unit out."""
    for die, winner in ((1, "us"), (6, "soviet")):
        towns = sorted(sfo.map.region("towns"))
        near = [h for h in sfo.map.neighbors(towns[0]) if sfo.map.terrain(h) == "open"]
        setup = {"A": towns[0], "B": towns[1], "X": next(h for h in near if h not in towns)}
        state = sfo.start(scenario, setup=setup, turn=4, phase="us_combat", dice=[die])
        play(state, f"attack {towns[0]} by X")
        while not state.is_over:
            lines = [str(action) for action in state.legal_actions()]
            outside = [line for line in lines if line.split()[-1] not in towns]
            play(state, (outside or lines)[-1])
        assert state.winner == winner


# -- the referee itself ----------------------------------------------------------------------------

DOCTORED = [
    ("standard", "rules.yaml", "allowance: 4", "allowance: 5", r"4\.1"),
    ("standard", "rules.yaml", "entering: stop", "entering: allowed", r"4\.31"),
    ("standard", "rules.yaml", "zone_to_zone: forbidden", "zone_to_zone: allowed", r"4\.33"),
    ("standard", "rules.yaml", "limit: 1", "limit: 2", r"4\.2|5\.6"),
    ("standard", "map.yaml", "cost: prohibited", "cost: 1", r"4\.2|5\.6"),
    ("standard", "rules.yaml", "4: \\[AR, AR, DR", "4: [AR, DR, DR", r"5\.5"),
    ("standard", "rules.yaml", "into_zone: forbidden", "into_zone: allowed", r"5\.6"),
    ("standard", "game.yaml", "at_least: 2", "at_least: 3", r"6\.0"),
    ("standard", "game.yaml", "turns: 4", "turns: 3", r"6\.0"),
    ("advanced", "advanced.yaml", "limit: 2", "limit: 3", r"7\.4|7\.11"),
    ("advanced", "advanced.yaml", "cost: 2", "cost: 1", r"7\.21"),
    ("advanced", "advanced.yaml", "stacks: required", "stacks: allowed", r"7\.12"),
    ("advanced", "advanced.yaml", "defender: \\{add: 1\\}", "defender: {add: 2}", r"7\.4"),
    ("advanced", "advanced.yaml", "\\{eliminate: \\{who: attacker, count: 1\\}\\}, ", "", r"7\.4"),
    ("advanced", "advanced.yaml", "most: 2", "most: 3", r"8\.12"),
    ("advanced", "advanced.yaml", "region: east_edge", "region: west_edge", r"8\.13"),
    ("advanced", "advanced.yaml", "region: west_edge", "region: east_edge", r"8\.22"),
    (
        "advanced",
        "advanced.yaml",
        "side: soviet, at_least: 2",
        "side: soviet, at_least: 1",
        r"8\.21",
    ),
]
"""A file of the game, what is changed in it, and the rules whose breach the referee must see."""


@pytest.mark.parametrize(("scenario", "file", "pattern", "text", "rule"), DOCTORED)
def test_the_referee_sees_a_game_that_breaks_a_rule(
    sfo_with: Callable[[str, str, str], Game],
    scenario: str,
    file: str,
    pattern: str,
    text: str,
    rule: str,
) -> None:
    game = sfo_with(file, pattern, text)
    with pytest.raises(AssertionError, match=rule):
        for seed in range(200):
            random = Random(seed)
            state, begun = crowd(game, scenario, random)
            refereed(game, state, random, begun)
