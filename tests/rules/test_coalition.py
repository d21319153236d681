"""Nations on one side that are apart: they neither stack nor join in combat.

In the tiny game *coalition* red has regulars (R), allies (A) and a liaison (L), who belongs to
neither; all of strength 2.
"""

from __future__ import annotations

from random import Random

from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny

AROUND = {"R1": "0303", "A1": "0402", "L": "0503", "B1": "0403"}


def begin(**units: str) -> State:
    return place("coalition", {**AROUND, **units}, "red_combat", dice=(1,))


def forces(state: State) -> set[frozenset[str]]:
    return {frozenset(line.split(" by ")[1].split()) for line in listed(state, "attack")}


def test_nations_do_not_attack_together() -> None:
    state = begin()
    refused = state.explain("attack 0403 by R1 A1")
    assert refused is not None and refused.reason == "combat.apart"
    assert refused.message == "R1 and A1 do not attack together."
    assert frozenset(("R1", "A1")) not in forces(state)


def test_who_belongs_to_neither_attacks_with_both_but_not_with_both_at_once() -> None:
    state = begin()
    assert {frozenset(("R1", "L")), frozenset(("A1", "L"))} <= forces(state)
    assert state.explain("attack 0403 by R1 A1 L") is not None


def test_a_nation_fights_by_itself_what_the_others_have_fought() -> None:
    """Whoever is left attacks another enemy in the same phase."""
    state = begin(A1="0304", B2="0305", L="0701")
    state.apply("attack 0305 by A1")
    while state.phase == "red_combat" and not listed(state, "attack"):
        state.apply(state.sample_action(Random(1)))
    assert forces(state) == {frozenset(("R1",))}


def test_of_many_units_the_forces_of_each_nation_are_listed() -> None:
    """Seven attackers are too many to list each force, and the whole of them may not attack."""
    around = {"R1": "0303", "R2": "0303", "R3": "0303", "R4": "0402"}
    state = begin(**around, A1="0503", A2="0503", A3="0503", L="0404")
    found = forces(state)
    assert frozenset(("R1", "R2", "R3", "R4", "L")) in found
    assert frozenset(("A1", "A2", "A3", "L")) in found
    assert all(state.explain(line) is None for line in listed(state, "attack"))


def test_nations_do_not_share_a_hex() -> None:
    state = place("coalition", {"R1": "0301", "A1": "0401", "B1": "0703"}, "red_movement")
    state.apply("move R1 0302")
    refused = state.explain("move A1 0302")
    assert refused is not None and refused.reason == "stacking.limit"


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(6):
        state = tiny("coalition").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []
