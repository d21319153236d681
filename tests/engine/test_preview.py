"""The preview of a battle, held against the battle fought with every face of the die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.engine import Dice, Preview
from hexwar.engine.action import Action
from hexwar.rules.state import State
from tests.engine.positions import GAME, Position, battles, positions


def fought(state: State, attack: Action, face: int) -> State:
    """The state after an attack with a forced die; ``events`` begin with the battle."""
    twin = state.clone()
    twin.dice, twin.rolled = Dice.scripted([face]), 0
    twin.apply(attack)
    return twin


def certain_losses(preview: Preview, code: str) -> set[str]:
    """Units that one result's sentences say are eliminated."""
    (outcome,) = (o for o in preview.outcomes if o.code == code)
    return {
        effect.split()[0]
        for effect in outcome.effects
        if effect.split()[1:3] == ["is", "eliminated"]
    }


def attacks(position: Position) -> tuple[State, list[Action]]:
    """A few of the attacks that a position allows."""
    state = position.state
    listed = [action for action in state.legal_actions() if action.verb == "attack"]
    return state, Random(position.seed).sample(listed, min(len(listed), 4))


@given(battles())
def test_chances_are_those_of_the_six_faces(position: Position) -> None:
    state, chosen = attacks(position)
    before = state.to_dict()
    for attack in chosen:
        preview = state.preview(attack)
        assert state.preview(str(attack)) == preview
        assert sum(preview.probabilities.values()) == 1
        seen: Counter[str] = Counter()
        for face in range(1, 7):
            battle = (fought(state, attack, face).events or [])[0]
            assert (battle.kind, battle.die) == ("battle", face)
            assert battle.column == preview.headings[preview.column]
            assert battle.attackers == preview.attackers
            assert battle.defenders == preview.defenders
            assert battle.target == preview.target
            seen[battle.result] += 1
            (outcome,) = (o for o in preview.outcomes if face in o.dice)
            assert outcome.code == battle.result
        assert preview.probabilities == {c: Fraction(n, 6) for c, n in seen.items()}
    assert state.to_dict() == before


@given(battles())
def test_what_a_result_would_do_is_what_it_does(position: Position) -> None:
    """Units that the preview counts as lost, without a choice of anybody, are lost in play."""
    state, chosen = attacks(position)
    for attack in chosen:
        preview = state.preview(attack)
        expected = dict.fromkeys(("soviet", "us"), Fraction(0))
        unsure = False
        for face in range(1, 7):
            after = fought(state, attack, face)
            battle = (after.events or [])[0]
            lost = {e.unit for e in after.events or [] if e.kind == "eliminated"}
            assert lost <= certain_losses(preview, battle.result)
            choosing = after.decision and after.decision.kind in ("loss", "retreat")
            unsure = unsure or bool(choosing)
            for unit in lost:
                expected[GAME.units[unit].side] += Fraction(1, 6)
        if not unsure:
            assert preview.expected_losses == expected
        else:
            assert all(preview.expected_losses[side] >= expected[side] for side in expected)


@given(st.one_of(positions(), battles()))
def test_only_a_legal_attack_has_a_preview(position: Position) -> None:
    state = position.state
    for line in ("done", "pass", "resign", "attack 0999 by A", "attack 0603", "nonsense"):
        with pytest.raises(hexwar.IllegalAction) as refused:
            state.preview(line)
        assert refused.value.violation.message


@given(battles())
def test_attack_options_are_who_can_attack(position: Position) -> None:
    """A unit is in a group against a hex exactly if some listed attack on the hex has it."""
    state = position.state
    for number, groups in state.attack_options().items():
        attackers = {unit for group in groups for unit in group}
        listed = {
            unit
            for action in state.legal_actions()
            if action.verb == "attack" and action.hexes == (number,)
            for unit in action.units
        }
        assert listed == attackers
        near = {unit for hex_ in GAME.map.neighbors(number) for unit in state.units_at(hex_)}
        assert attackers <= near


def test_who_is_left_after_a_choice_of_losses_is_not_named() -> None:
    """Either of two may be lost, so neither is said to retreat; nor is a retreat told twice."""
    setup = {"A": "0602", "B": "0602", "C": "0502", "D": "0502", "W": "0503", "X": "0503"}
    state = GAME.start("advanced", setup=setup, phase="soviet_combat")
    effects = {o.code: o.effects for o in state.preview("attack 0503 by A B C D").outcomes}
    assert effects["EX"] == (
        "W or X is lost.",
        "A, B, C or D is lost.",
        "What is left of W and X retreats to 0403 or 0504.",
        "One left of A, B, C and D may advance into 0503.",
    )
    assert effects["DR"][:2] == ("W retreats to 0403 or 0504.", "X retreats to 0403 or 0504.")
    assert len(effects["DR"]) == 3
