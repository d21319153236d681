"""What referees ask of a game of fire and reactions: of Force on Force, which has it all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

import hexwar
from hexwar.engine.queries import FirePreview
from hexwar.rules.state import State
from tests.conformance.fof.reading.pools import Roller, chance_to_stand, contest
from tests.conformance.fof.table import DUEL, fof, listed, marked, run

FOUR = DUEL | {"T4": "3636", "Charlie": "0322"}


def begin(setup: Mapping[str, object], **more: object) -> State:
    """A position in turn 2, in which the dice show a 1 for long."""
    given = {"phase": "actions", "turn": 2, "dice": [1] * 60, **more}
    return fof().start("lost_and_found", setup=setup, **given)  # type: ignore[arg-type]


# -- positions ----


def test_figures_states_hiding_and_the_initiative_are_set_up() -> None:
    state = begin(
        {
            "Bravo": {"hex": "0320", "figures": {"fit": 2, "down": 1, "dead": 1}, "state": "rapid"},
            "T2": "0310",
            "T1": {"hex": "1906", "hidden": True},
        },
        initiative="usmc",
    )
    assert state.figures("Bravo") == {"fit": 2, "down": 1, "dead": 1}
    assert state.figures("T2") == {"fit": 8}
    assert (state.side_to_act, marked(state, "rapid")) == ("usmc", {"Bravo"})
    assert state.view("usmc").position("T1") is None
    assert state.view("usmc").figures("T1") == {}
    assert state.view("taliban").figures("T1") == {"fit": 7}


@pytest.mark.parametrize(
    ("setup", "initiative", "said"),
    [
        ({"Bravo": {"hex": "0320", "figures": {"fitt": 1}}}, None, "there is no 'fitt'"),
        ({"Bravo": {"hex": "0320", "figures": {"fit": -1}}}, None, "-1 is no number of figures"),
        ({"Bravo": {"hex": "0320", "figures": {"dead": 4}}}, None, "nobody is with the unit"),
        ({"Bravo": {"hex": "0320", "figures": 3}}, None, "say how many by condition"),
        ({"Bravo": {"hex": "0320", "hidden": True}}, None, "its side hides no units"),
        ({"T1": {"hex": "1906", "hidden": 1}}, None, "hidden is True or False"),
        ({"T1": {"hex": "1906", "figure": 1}}, None, "there is no 'figure'"),
        ({"T1": "1906"}, "nato", "nato"),
    ],
)
def test_what_cannot_be_is_said(
    setup: dict[str, object], initiative: str | None, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        begin(setup, initiative=initiative)


def test_a_game_without_them_says_so() -> None:
    game = hexwar.load_game("strike_force_one")
    with pytest.raises(ValueError, match="no initiative"):
        game.start("standard", initiative="soviet")
    with pytest.raises(ValueError, match="no 'figures'"):
        game.start("standard", setup={"A": {"hex": "0503", "figures": {"fit": 1}}})
    state = game.start("standard")
    assert (state.figures("A"), state.may_react()) == ({}, ())
    with pytest.raises(ValueError, match="no morale"):
        state.morale("A")
    with pytest.raises(ValueError, match="nobody reacts"):
        state.contest("A", ["B"])


# -- who may react ----


def test_who_may_react_is_asked_of_everybody_at_once() -> None:
    state = begin(FOUR)
    assert state.may_react() == ()
    state.apply("move T2 0309")
    assert state.may_react() == ("Bravo", "Charlie")
    state.apply("react Bravo")
    assert state.may_react() == ("Charlie",)


def test_a_side_is_not_told_who_of_those_that_hide_may_react() -> None:
    setup = {"T3": {"hex": "0819", "hidden": True}, "T2": "0621", "Bravo": "0822"}
    state = begin(setup, initiative="usmc")
    state.apply("move Bravo 0821")
    assert state.may_react() == ("T2", "T3")
    assert state.view("usmc").may_react() == ("T2",)


# -- fires of anybody ----


def previewed(state: State, line: str) -> FirePreview:
    """What a fire would come to."""
    preview = state.preview(line)
    assert isinstance(preview, FirePreview)
    return preview


def test_any_fire_is_foreseen_whoever_acts() -> None:
    state = begin(FOUR)
    assert "fire 0310 by Bravo" not in listed(state)
    assert len(previewed(state, "fire 0310 by Bravo").attack_dice) == 6
    run(state, "move T2 0309", "react Bravo")
    assert len(previewed(state, "fire 0309 by Charlie").defense_dice) == 8
    assert previewed(state, "fire 0320 by T2").line_of_sight.clear


def test_what_could_be_no_fire_is_refused_by_its_rule() -> None:
    state = begin(FOUR | {"T1": {"hex": "1906", "hidden": True}})
    for line, rule in (
        ("fire 0310 by T4", "1.3"),
        ("fire 3636 by Bravo", "4.2"),
        ("fire 0320 by Alpha", "1.2"),
    ):
        with pytest.raises(hexwar.IllegalAction) as refused:
            state.preview(line)
        assert refused.value.violation.rule == rule, line


def test_a_view_foresees_no_fire_of_or_at_those_who_hide() -> None:
    setup = {"T3": {"hex": "0819", "hidden": True}, "T2": "0621", "Bravo": "0821"}
    state = begin(setup)
    assert previewed(state, "fire 0821 by T3").attack_dice
    for line in ("fire 0821 by T3", "fire 0819 by Bravo"):
        with pytest.raises(hexwar.IllegalAction) as refused:
            state.view("usmc").preview(line)
        assert "T3 could" not in str(refused.value)
    assert state.view("usmc").preview("fire 0821 by T2") == state.preview("fire 0821 by T2")


# -- chances ----


@pytest.mark.parametrize("amped", [False, True])
@pytest.mark.parametrize("initiative", ["usmc", "taliban"])
def test_the_chances_of_a_contest_are_those_of_all_its_throws(amped: bool, initiative: str) -> None:
    """The side with initiative acts; of three teams in the exchange, two are of the other side."""
    setup = {"Bravo": "0320", "Charlie": "0322", "T2": "0310", "T1": "0316", "T4": "3636"}
    acting, others = (
        ("Bravo", ("T2", "T1")) if initiative == "usmc" else ("T2", ("Bravo", "Charlie"))
    )
    begins: dict[str, object] = dict(setup)
    if amped:
        begins[others[0]] = {"hex": setup[others[0]], "state": "amped"}
    state = begin(begins, initiative=initiative)
    found = state.contest(acting, others)
    rollers = [
        Roller(
            name,
            8 if name in ("Bravo", "Charlie") else 6,
            "actor" if name == acting else "interrupter",
            name == acting,
            int(amped and name == others[0]),
        )
        for name in (acting, *others)
    ]
    for name in others:
        chances = contest(rollers, name)
        assert found[name].first == chances["first"]
        assert found[name].later == chances.get("after", 0)
        assert found[name].fails == chances["fails"]


def test_the_chance_of_morale_is_that_of_its_dice() -> None:
    state = begin(FOUR)
    assert state.morale("Bravo") == chance_to_stand(4, 10)
    assert state.morale("Bravo", 2) == chance_to_stand(2, 10)
    assert state.morale("Bravo", 4) == state.morale("Bravo", 9) == 1
    assert state.morale("Bravo", 3) == Fraction(7, 10)


def test_there_is_no_contest_in_a_phase_without_reactions() -> None:
    with pytest.raises(ValueError, match="no contests in this phase"):
        begin(FOUR, phase="overwatch").contest("T2", ["Bravo"])
