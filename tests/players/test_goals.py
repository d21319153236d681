"""Victory rules as a chance of winning: certain where the rules are certain, between elsewhere."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.players import GreedyPlayer
from hexwar.players.battlefield import horizon_of
from hexwar.players.goals import DRAWN, Goals
from hexwar.rules.language.section import At, Selector
from hexwar.rules.victory.section import Victory, VictoryLine
from tests.rules.tiny import tiny

GAME = hexwar.load_game("strike_force_one")
RESOLVED: ResolvedGame = GAME.start("standard").rules.frame.resolved
TOWNS = [RESOLVED.map.board.cell[number] for number in RESOLVED.map.region("towns")]
SOVIET, US = 0, 1
UNHURT = [0.0, 0.0]


def occupied(by: str = "soviet", **bounds: int) -> Condition:
    """So many towns occupied."""
    return Condition("occupied", arguments={"region": "towns", "side": by, **bounds})


def goals(*rules: tuple[str | None, Condition | None]) -> Goals:
    """Those of a game whose victory section has these lines."""
    lines = tuple(VictoryLine(winner=winner, condition=condition) for winner, condition in rules)
    return Goals(replace(RESOLVED, sections={**RESOLVED.sections, Victory: Victory(lines=lines)}))


def standing(*chances: float, side: int = SOVIET) -> dict[tuple[int, int], float]:
    """How likely the side is to stand in each town."""
    return dict(zip(((side, town) for town in TOWNS), chances, strict=True))


@pytest.mark.parametrize("held", list(product((0.0, 1.0), repeat=3)))
def test_what_is_certain_is_decided_as_in_play(held: tuple[float, ...]) -> None:
    """Two of three towns win, for either side's eyes."""
    shipped = Goals(RESOLVED)
    expected = float(sum(held) >= 2)
    assert shipped.winning(SOVIET, standing(*held), UNHURT) == expected
    assert shipped.winning(US, standing(*held), UNHURT) == 1 - expected
    assert shipped.hexes == {SOVIET: set(TOWNS)}


def test_chances_of_hexes_are_counted_together() -> None:
    """Two of three coins, each even: one in two; all three: one in eight."""
    even = standing(0.5, 0.5, 0.5)
    rules = [(occupied(at_least=2), 1 / 2), (occupied(at_least=3), 1 / 8)]
    rules += [(occupied(), 7 / 8), (occupied(at_most=0), 1 / 8)]
    rules += [(occupied(at_least=1, at_most=2), 6 / 8), (occupied(at_least=4), 0)]
    rules += [(Condition("not", (occupied(at_least=3),)), 7 / 8)]
    rules += [(Condition("all", (occupied(at_least=3), occupied(at_least=3))), 1 / 64)]
    rules += [(Condition("any", (occupied(at_least=3), occupied(at_least=3))), 15 / 64)]
    for condition, expected in rules:
        assert goals(("soviet", condition), ("us", None)).winning(
            SOVIET, even, UNHURT
        ) == pytest.approx(expected)


def test_the_first_rule_that_holds_decides() -> None:
    """Later rules divide what is left; what nobody wins is a draw."""
    rules: Any = [("us", occupied(at_least=3)), (None, occupied(at_least=2)), ("soviet", None)]
    two = standing(1.0, 1.0, 0.5)
    assert goals(*rules).winning(US, two, UNHURT) == pytest.approx(0.5 + 0.5 * DRAWN)
    assert goals(*rules).winning(SOVIET, two, UNHURT) == pytest.approx(0.5 * DRAWN)
    assert goals(*rules).winning(SOVIET, standing(0.0, 0.0, 0.0), UNHURT) == pytest.approx(1.0)


def test_casualties_count_where_the_rules_count_them() -> None:
    """The more of them are lost, the likelier."""
    condition = Condition("eliminated", arguments={"side": "us", "at_least": 3})
    chances = [
        goals(("soviet", condition), ("us", None)).winning(SOVIET, {}, [0.0, lost])
        for lost in (0.0, 1.0, 2.0, 3.0, 4.0)
    ]
    assert chances == sorted(chances) and chances[0] < 0.05 and chances[-1] > 0.9


def test_a_rule_about_turns_is_judged_at_the_last() -> None:
    """The end is what is played for."""
    late = Condition("turn", arguments={"at_least": 4})
    early = Condition("turn", arguments={"at_most": 3})
    assert goals(("soviet", late), ("us", None)).winning(SOVIET, {}, UNHURT) == 1
    assert goals(("soviet", early), ("us", None)).winning(SOVIET, {}, UNHURT) == 0


@pytest.mark.parametrize(("name", "chance"), [("night", 1), ("summer", 0)])
def test_so_is_one_about_turns_that_go_by_a_name(name: str, chance: int) -> None:
    """The last turn of the tiny game is a night, and not in summer."""
    resolved: ResolvedGame = tiny("calendar").start(None).rules.frame.resolved
    lines = (
        VictoryLine(winner="red", condition=Condition("turn", arguments={"called": name})),
        VictoryLine(winner="blue"),
    )
    sections = {**resolved.sections, Victory: Victory(lines=lines)}
    assert Goals(replace(resolved, sections=sections)).winning(0, {}, UNHURT) == chance


@given(st.tuples(*[st.floats(0, 1)] * 3))
def test_somebody_wins(chances: tuple[float, float, float]) -> None:
    """The chances of both sides add up, and a better standing is never worse."""
    shipped = Goals(RESOLVED)
    here = standing(*chances)
    soviet, us = (shipped.winning(side, here, UNHURT) for side in (SOVIET, US))
    assert soviet + us == pytest.approx(1) and -1e-9 <= soviet <= 1 + 1e-9
    better = standing(min(1.0, chances[0] + 0.1), *chances[1:])
    assert shipped.winning(SOVIET, better, UNHURT) >= soviet - 1e-9


def test_the_horizon_counts_the_phases_to_come() -> None:
    """On turn 3 of 4, from the Soviet movement on."""
    state = GAME.start("standard", turn=3)
    mine, theirs = horizon_of(state, SOVIET), horizon_of(state, US)
    assert (mine.attacks_first, mine.my_moves, mine.foe_moves, mine.foe_fights) == (True, 1, 2, 2)
    assert (theirs.attacks_first, theirs.my_moves, theirs.foe_moves) == (False, 2, 1)
    assert mine.left == 7 / 16
    last = GAME.start("standard", turn=4, phase="us_combat", setup={"A": "0603", "W": "0604"})
    assert horizon_of(last, US).left == 0


HOLDINGS: ResolvedGame = (
    hexwar.load_game(Path(__file__).parents[1] / "games" / "holdings").start().rules.frame.resolved
)
RED, BLUE = 0, 1


def holdings(*rules: tuple[str | None, Condition | None]) -> Goals:
    """The goals of the tiny game of farms, with these lines of victory."""
    lines = tuple(VictoryLine(winner=winner, condition=condition) for winner, condition in rules)
    return Goals(replace(HOLDINGS, sections={**HOLDINGS.sections, Victory: Victory(lines=lines)}))


def farms(chance: float, side: int = RED) -> dict[tuple[int, int], float]:
    """How likely a side holds each hex that anything is scored for; the other side the rest."""
    board = HOLDINGS.map.board
    cells = [board.cell[n] for name in ("farms", "mill") for n in HOLDINGS.map.region(name)]
    found = {(side, cell): chance for cell in cells}
    return found | {(1 - side, cell): 1 - chance for cell in cells}


def test_control_is_won_by_standing_there() -> None:
    asked = Condition("controlled", arguments={"region": "farms", "side": "red", "at_least": 2})
    made = holdings(("red", asked), ("blue", None))
    assert made.winning(RED, farms(1.0), UNHURT) == 1.0
    assert made.winning(RED, farms(0.0), UNHURT) == 0.0
    assert made.winning(RED, farms(0.5), UNHURT) == pytest.approx(1 / 2)
    assert len(made.hexes[RED]) == 3


def test_steps_count_as_the_units_that_have_them() -> None:
    """Blue's three units have six steps; two units lost are about four steps."""
    asked = Condition("steps_lost", arguments={"side": "blue", "at_least": 4})
    made = holdings(("red", asked), ("blue", None))
    chances = [made.winning(RED, {}, [0.0, lost]) for lost in (0.0, 1.0, 2.0, 3.0)]
    assert chances == sorted(chances)
    assert chances[0] < 0.01
    assert chances[2] > 0.5 > chances[1]


def test_points_weigh_what_is_scored_for() -> None:
    """The more farms, the likelier a lead; the losses of the enemy count as well."""
    asked = Condition("points", arguments={"side": "red", "over": "blue", "at_least": 5})
    made = holdings(("red", asked), ("blue", None))
    none, half, all_ = (made.winning(RED, farms(chance), UNHURT) for chance in (0.0, 0.5, 1.0))
    assert none < half < all_
    assert all_ > 0.9
    assert none < 0.1
    assert made.winning(RED, farms(0.5), [0.0, 3.0]) > half
    assert made.winning(BLUE, farms(0.5), UNHURT) == pytest.approx(1 - half)


def held_by(at: At | None = None) -> Condition:
    """So many hexes that hold units of a selector."""
    return Condition("hexes", arguments={"of": Selector(side=("soviet",), at=at), "at_least": 2})


def test_hexes_that_units_of_a_selector_are_to_hold_are_goals_of_their_side() -> None:
    """By region, or where the selector says that they stand."""
    for condition in (
        Condition("hexes", arguments={**held_by().arguments, "region": "towns"}),
        held_by(at=At(region=("towns",))),
    ):
        rules = goals(("soviet", condition), ("us", None))
        assert rules.hexes == {SOVIET: set(TOWNS)}
        assert rules.winning(SOVIET, standing(0.5, 0.5, 0.5), UNHURT) == pytest.approx(1 / 2)


def test_what_units_of_either_side_may_hold_is_nobodys_goal() -> None:
    for kind in ("hexes", "units"):
        of = Selector(at=At(region=("towns",)))
        rules = goals(
            ("soviet", Condition(kind, arguments={"of": of, "at_least": 1})), ("us", None)
        )
        assert rules.hexes == {}
        assert rules.winning(SOVIET, {}, UNHURT) == pytest.approx(DRAWN)


def test_more_than_the_other_holds_is_the_likelier_the_more_is_held() -> None:
    ours = Condition("occupied", arguments={"region": "towns", "side": "soviet"})
    said = {"region": "towns", "side": "us", "more_than": ours}
    more = Condition("occupied", arguments=said)
    both = [standing(*held) | standing(0.0, 0.0, 0.0, side=US) for held in ((0, 0, 0), (1, 1, 0))]
    both.append(standing(0, 0, 0) | standing(1, 1, 0, side=US))
    chances = [goals(("us", more), ("soviet", None)).winning(US, one, UNHURT) for one in both]
    assert chances[1] < chances[0] < 0.5 < chances[2]


# -- losses that lead to a victory ----------------------------------------------------------------


BLUES = Selector(side=("blue",))
BREAKING: ResolvedGame = tiny("breaking").start(seed=1).rules.frame.resolved


def test_losses_count_through_the_effect_that_they_bring() -> None:
    """Every one of them, from the first: three units are the six points that break an army."""
    made = Goals(BREAKING)
    assert made.by_losses and not Goals(RESOLVED).by_losses
    chances = [made.winning(RED, {}, [0.0, lost]) for lost in (0.0, 1.0, 2.0, 3.0)]
    assert all(more > less + 0.02 for less, more in pairwise(chances))
    assert made.winning(1, {}, [0.0, 2.0]) < made.winning(1, {}, UNHURT) - 0.05


def test_a_share_of_losses_is_as_near_as_what_it_comes_to() -> None:
    """Half of five units, by number and by what is printed on them."""
    for kind, of in (("eliminated", {"side": "blue"}), ("lost", {"of": BLUES, "value": "attack"})):
        condition = Condition(kind, arguments={**of, "share": Fraction(1, 2)})
        lines = (VictoryLine(winner="red", condition=condition), VictoryLine(winner="blue"))
        made = Goals(
            replace(BREAKING, sections={**BREAKING.sections, Victory: Victory(lines=lines)})
        )
        chances = [made.winning(RED, {}, [0.0, lost]) for lost in (0.0, 2.0, 4.0)]
        assert chances[0] < 0.2 < chances[1] < 0.6 < chances[2]


@pytest.mark.parametrize("seed", range(2))
def test_who_wins_by_losses_alone_fights(seed: int) -> None:
    """Both armies stand apart, and no place is worth anything."""
    state, random, player = tiny("breaking").start(seed=seed), Random(seed), GreedyPlayer()
    fought = 0
    while not state.is_over:
        action = player.choose(state.seen_by(str(state.side_to_act)), random)
        fought += action.verb == "attack"
        state.apply(action, events=False)
    assert fought >= 3
