"""Every tiny game, with every option, played at random to its end: nothing breaks, all agrees."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

import hexwar
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.invariants import broken_invariants
from tests.engine.imaginable import imaginable
from tests.rules import tiny

SETTINGS = [pytest.param(setting, id=str(setting)) for setting in tiny.settings()]
FEW_UNITS, FEW_HEXES = 20, 150
"""In games of more, to try and to list everything takes minutes."""
SMALL = [
    pytest.param(setting, id=str(setting))
    for setting in tiny.settings()
    if len(tiny.tiny(setting.game).units) <= FEW_UNITS
    and len(tiny.tiny(setting.game).map) <= FEW_HEXES
]


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("name", tiny.NAMES)
def test_a_tiny_game_is_sound(name: str) -> None:
    """It loads, and the checker finds no error."""
    found = hexwar.check(tiny.FOLDER / name)
    assert [str(d) for d in found if d.severity == "error"] == []


@pytest.mark.matrix(one_in=10)
@pytest.mark.parametrize("setting", SETTINGS)
def test_random_games_end_with_every_invariant_kept(setting: tiny.Setting) -> None:
    """And a copy, a state made of its dictionary and quiet play come to the same end."""
    for seed in range(4):
        state, random = setting.start(seed), Random(seed)
        copied, quiet = state.clone(), state.clone()
        decisions = 0
        while not state.is_over:
            assert not broken_invariants(state)
            before = tiny.tiny(setting.game).state_from_dict(state.to_dict())
            (line,) = tiny.play(state, random, 1)
            before.apply(line)
            copied.apply(line)
            quiet.apply(line, events=False)
            assert before.to_dict() == state.to_dict()
            decisions += 1
            assert decisions < 2_000
        assert not broken_invariants(state)
        assert copied.to_dict() == quiet.to_dict() == state.to_dict()


@pytest.mark.matrix(one_in=24)
@pytest.mark.parametrize("setting", SMALL)
def test_what_is_listed_is_what_is_not_refused(setting: tiny.Setting) -> None:
    """Everything that anybody could name, at several moments of random games.

    Of what stacks do together only a part is listed: that must be legal too.
    """
    game = tiny.tiny(setting.game)
    for seed in range(2):
        state, random = setting.start(seed), Random(seed)
        for _ in range(12):
            shown = list(state.legal_actions())
            tried = set(imaginable(game, state))
            legal = [action for action in tried if state.explain(action) is None]
            if not any(action.verb == "search" for action in shown):
                # Who sees everybody may search all the same, and is not offered it.
                legal = [action for action in legal if action.verb != "search"]
            if state.agenda and state.agenda[-1].kind == "plot":
                # What is written already may be written anew, and is not offered again.
                units = {(action.verb, *action.units) for action in shown}
                legal = [action for action in legal if (action.verb, *action.units) in units]
            assert sorted(map(str, legal)) == sorted(str(a) for a in shown if a in tried)
            assert [str(action) for action in shown if state.explain(action)] == []
            for action in shown:
                state.clone().apply(action)
            if state.is_over:
                break
            tiny.play(state, random, random.randint(1, 4))


@pytest.mark.matrix(one_in=15)
@pytest.mark.parametrize("setting", SMALL)
def test_what_is_remembered_is_what_would_be_computed(setting: tiny.Setting) -> None:
    """A state whose cache is emptied lists and reaches the same."""
    for seed in range(4):
        state, random = setting.start(seed), Random(seed)
        while not state.is_over:
            fresh = state.clone()
            fresh.forget_computed()
            assert list(fresh.legal_actions()) == list(state.legal_actions())
            for unit in tiny.tiny(setting.game).units:
                assert fresh.reach(unit) == state.reach(unit)
            tiny.play(state, random, 1)


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("setting", SETTINGS)
def test_what_is_drawn_among_is_what_would_be_listed(setting: tiny.Setting) -> None:
    """The quick answers of a combat phase: whether any hex, which ones, and whether a force may."""
    for seed in range(4):
        state, random = setting.start(seed), Random(seed)
        while not state.is_over:
            combat, task = state.rules.find(CombatRules), state.agenda[-1]
            if combat and task.kind in ("movement", "combat"):
                side = task.side(state)
                state.forget_computed()
                any_is_told = combat.any_target(state, side)
                state.forget_computed()
                assert any_is_told == bool(combat.targets(state, side))
            if combat and task.kind == "combat":
                state.forget_computed()
                drawn_among = combat.target_cells(state, side)
                assert drawn_among == list(combat.targets(state, side))
                for target in combat.targets(state, side).values():
                    force = [unit for unit in chain(*target.groups) if random.random() < 0.7]
                    quick = combat.may_attack(state, force, target)
                    assert quick == (combat.column(state, force, target) is not None) or not force
            tiny.play(state, random, 1)
