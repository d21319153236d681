"""Strike Force One: whatever a player may try is either listed or refused with a printed rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from hexwar.engine.violation import IllegalAction
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import attack, play

BOTH = ("second_echelon", "west_german")


def everything(game: Game, state: State) -> Iterator[str]:
    """Every action that anybody could write down in this position, sensible or not."""
    yield from ("done", "pass", "declare second_echelon")
    for unit in game.units:
        yield from (f"lose {unit}", f"advance {unit}")
        for number in game.map.numbers:
            yield from (f"{verb} {unit} {number}" for verb in ("move", "retreat", "enter"))
    enemies = {at for unit in game.units if (at := state.position(unit))}
    for number in sorted(enemies):
        near = [u for n in game.map.neighbors(number) for u in state.units_at(n)]
        near = [unit for unit in game.units if unit in near]
        for count in range(1, min(len(near), 4) + 1):
            yield from (attack(number, force) for force in combinations(near, count))


@pytest.mark.rule("sfo", "1.0")
@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize(
    ("scenario", "options"), [("standard", ()), ("advanced", ()), ("advanced", BOTH)]
)
def test_what_is_not_listed_is_refused_by_a_rule_that_players_can_read(
    sfo: Game, scenario: str, options: tuple[str, ...]
) -> None:
    random = Random(scenario)
    state = sfo.start(scenario, options, seed=5)
    printed = set(state.resolved.rulebook.rules)
    unnumbered = set()
    while not state.is_over:
        if random.random() < 0.3 or state.decision is None or state.decision.kind != "movement":
            legal = {str(action) for action in state.legal_actions()}
            before = state.to_dict()
            for line in everything(sfo, state):
                violation = state.explain(line)
                assert (violation is None) == (line in legal), line
                if violation is not None:
                    assert violation.message
                    if violation.rule not in printed:
                        unnumbered.add(violation.reason)
            others = [line for line in everything(sfo, state) if line not in legal]
            with pytest.raises(IllegalAction):
                state.apply(random.choice(others))
            assert state.to_dict() == before
        play(state, str(state.sample_action(random)))
    # No rule of the book is about units that never come or things that cannot be declared.
    assert unnumbered <= {"reinforcements.units", "reinforcements.declare"}
