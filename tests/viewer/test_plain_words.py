"""What a person reads in his first quarter of an hour says what it is about, and no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import hexwar
from hexwar.records import Session
from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.table.fights import FightsView
from tests.conformance.fof.table import begin, fof
from tests.rules.tiny import place, tiny
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

UNDER_ATTACK = {"A": "0703", "B": "0704", "W": "0603"}


def searching(seen: str = "2830") -> Table:
    """Bravo has gone to 1116 and may search the woods beside it, where nobody is known to be; T2,
    who is seen, stands in ``seen``.
    """
    state = begin({"Bravo": "1114", "T1": "2829", "T2": seen}, phase="others")
    state.conceal(1 << state.frame.unit_index["T1"])
    state.apply("move Bravo 1116")
    while state.side_to_act != "usmc":
        state.apply("done")  # whoever hides is asked whether he reacts, wherever he is
    return Table(Session(fof(), state))


def test_a_search_is_not_called_fire_and_its_hex_no_enemy() -> None:
    table = searching()
    told = table.label("notice-text")
    assert "a marked hex, which Bravo can search" in told and "whom" not in told
    table.click("1215")
    assert table.label("prompt").startswith("USMC: Search of 1215 by Bravo. Enter: search.")
    assert table.label("notice-text") == "Bravo sees 1215, 1 hex away."


def test_what_may_be_fired_at_is_parted_from_what_may_be_searched() -> None:
    """Each has a clause of its own, which a comma closes before the next."""
    told = searching(seen="0914").label("notice-text")
    assert told == (
        "Click a marked enemy, whom Bravo can fire at, or a marked hex, which Bravo can search; "
        "Esc lets go."
    )


def test_a_per_cent_sign_stays_with_its_number() -> None:
    theme, text = Theme(), "Bravo searches 0718 (4 or more on a d8, 62.5 %)"
    for width in range(60, 400, 3):
        lines = theme.wrap(text, 14, width)
        assert " ".join(lines) == text
        assert not any(line.startswith("%") for line in lines)


def test_the_key_that_ends_a_phase_is_told_from_a_counter_of_its_name(set_up: SetUp) -> None:
    """Strike Force One has a company E; Skerry Sound has no ship of that name."""
    table = set_up(setup={"A": "0803", "X": "0102"}, phase="soviet_movement")
    assert table.label("prompt").endswith("Key E ends the phase.")
    ships = {"I1": "0304", "R1": "1504"}
    setup = {unit: {"hex": number, "facing": "SE"} for unit, number in ships.items()}
    game = hexwar.load_game("skerry_sound")
    at_sea = Table(Session(game, game.start(setup=setup)))
    assert at_sea.label("prompt") == (
        "Isles: I1 still needs sailing orders. Pick a unit to write or to change. E finishes."
    )


def test_the_callout_of_a_battle_has_the_result_alone_until_it_is_carried_out(
    set_up: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not *A and B: Attacker retreats*, as if they were attacked."""
    callouts: list[Sequence[str]] = []
    monkeypatch.setattr(
        FightsView, "_tag", lambda self, overlay, number, faces, lines, *_: callouts.append(lines)
    )
    table = set_up(setup=UNDER_ATTACK, phase="soviet_combat", dice=[6])
    table.click("0603")
    table.push("attack")
    table.settle()
    assert list(callouts[-1]) == ["Attacker retreats"]


def test_more_hits_than_men_say_how_many_count() -> None:
    """Ten dice hit a team that has four figures."""
    dice = [6] * 10 + [1] * 5
    setup = {"R1": "0403", "R2": "0104", "B1": "0803", "B2": "0901"}
    table = Table(Session(tiny("squads"), place("squads", setup, "red_fire", dice=dice)))
    table.click("0403", "0901")
    table.push("attack")
    (why,) = [n.label for n in table.tree.walk() if n.key == "roll-0-why"]
    assert why == "4 of 10 hits count, as no more is left to hit."


def test_enemies_are_no_threat_to_a_hex_that_enemies_hold(set_up: SetUp) -> None:
    table = set_up(setup={"A": "0803", "W": "0603", "Z": "0503"}, phase="soviet_movement")
    table.click("0803")
    table.point("0603")
    assert not table.shown("place-reached")
    table.point("0704")
    assert table.label("place-reached").startswith("Enemies that can come here: ")


def test_a_ship_with_rocks_ahead_is_not_told_that_it_is_slow() -> None:
    """Kittiwake in 0705 heads for rock and shoal: another hex is refused for these, not for MP."""
    game = hexwar.load_game("skerry_sound")
    ships = {"I1": ("0705", "NE"), "R1": ("1504", "SW")}
    setup = {unit: {"hex": number, "facing": look} for unit, (number, look) in ships.items()}
    table = Table(Session(game, game.start(setup=setup)))
    table.click("0705")
    assert table.label("notice-text") == "A click orders I1 to stay."
    table.click("1003")
    told = "I1 can only stay in 0705: no hex ahead is open to it."
    assert table.label("notice-text") == told
