"""What a combat result does: losses, retreats, advances; whose choice, and in which order.

In the tiny game *aftermath* the die names the result: 1 a defender of the owner's choice is lost,
2 one of the enemy's choice, 3 all, then all may advance; 4 the defenders go back two hexes, then
two may advance; 5 the attackers go back two; 6 two on either side are lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, told, varied

STACK = {"R1": "0402", "R2": "0402", "B1": "0403", "B2": "0403"}


def attacked(
    setup: dict[str, str], die: int, options: str = "", by: str = "R1", at: str = "0403"
) -> State:
    """The state after an attack with a forced die."""
    state = place("aftermath", setup, "red_combat", options, dice=[die, 3, 3])
    state.apply(f"attack {at} by {by}")
    return state


def refused(state: State, line: str) -> str:
    """The reason for which an action is refused."""
    violation = state.explain(line)
    assert violation is not None
    return violation.reason


# -- losses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "chooser"), [(1, "blue"), (2, "red")])
def test_a_loss_is_chosen_by_whom_the_result_names(die: int, chooser: str) -> None:
    state = attacked(STACK, die)
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("loss", chooser)
    assert (state.decision.units, state.decision.hexes) == (("B1", "B2"), ("0403",))
    assert listed(state) == ["lose B1", "lose B2"]
    assert refused(state, "lose R1") == "losses.choice"
    assert refused(state, "done") == "sequence.order"
    assert told(state, "lose B2") == ["eliminated"]
    assert (state.position("B1"), state.position("B2")) == ("0403", None)
    assert state.to_dict()["eliminated"] == ["B2"]


def test_a_loss_drawn_at_random_falls_on_any_of_them() -> None:
    state, random = attacked({**STACK, "B3": "0403"}, 1), Random(1)
    drawn = {str(state.sample_action(random)) for _ in range(50)}
    assert drawn == {"lose B1", "lose B2", "lose B3"}


def test_a_single_unit_is_lost_without_asking() -> None:
    state = attacked({"R1": "0402", "B1": "0403", "B2": "0505"}, 1)
    assert state.position("B1") is None
    assert [e.kind for e in state.events or []][:2] == ["battle", "eliminated"]


def test_all_are_lost_and_all_may_advance() -> None:
    """One after the other; each may also stay."""
    state = attacked(STACK, 3, by="R1 R2")
    assert [e.unit for e in state.events or [] if e.kind == "eliminated"] == ["B1", "B2"]
    assert listed(state) == ["advance R1", "advance R2", "pass"]
    state.apply("advance R2 0402-0403")
    assert listed(state) == ["advance R1", "pass"]
    told = state.apply("pass")
    assert (state.position("R1"), state.position("R2")) == ("0402", "0403")
    assert told[0].text == "R1 does not advance."


def test_an_exchange_takes_from_both_and_each_owner_chooses() -> None:
    """Two of three defenders, then two of two attackers, who are not asked."""
    setup = {**STACK, "B3": "0403"}
    state = attacked(setup, 6, by="R1 R2")
    assert (state.side_to_act, listed(state)) == ("blue", ["lose B1", "lose B2", "lose B3"])
    state.apply("lose B2")
    assert (state.side_to_act, listed(state)) == ("blue", ["lose B1", "lose B3"])
    state.apply("lose B1")
    assert state.units_at("0403") == ("B3",)
    assert state.units_at("0402") == ()


def test_an_exchange_of_more_than_there_are_takes_all() -> None:
    state = attacked({"R1": "0402", "R2": "0101", "B1": "0403", "B2": "0705"}, 6)
    assert sorted(state.to_dict()["eliminated"]) == ["B1", "R1"]


def test_who_is_lost_is_not_asked_about_again() -> None:
    """The second loss falls on whoever is left, without a choice."""
    state = attacked({**STACK, "B3": "0705"}, 1, "twice")
    assert told(state, "lose B2") == ["eliminated", "eliminated"]
    assert sorted(state.to_dict()["eliminated"]) == ["B1", "B2"]


def test_who_goes_back_two_hexes_is_offered_the_first_as_such() -> None:
    """Not as the hex that the two lead to; of the last one nothing more is said."""
    state = attacked({"R1": "0402", "B1": "0403"}, 4)
    labels = [choice.label for choice in state.choices()]
    assert labels == [
        f"B1 retreats 2 hexes, first to {number}" for number in ("0304", "0404", "0504")
    ]
    state.apply("retreat B1 0304")
    labels = [choice.label for choice in state.choices()]
    assert labels == [f"B1 retreats to {number}" for number in ("0203", "0204", "0305")]


# -- advances ---------------------------------------------------------------------------------


def test_an_advance_that_must_be_made_cannot_be_declined() -> None:
    state = attacked({**STACK, "R3": "0304"}, 3, "mandatory pairs", by="R1 R2 R3")
    assert listed(state) == ["advance R1", "advance R2", "advance R3"]
    assert refused(state, "pass") == "advance.voluntary"
    assert state.decision is not None
    assert not state.decision.may_decline
    state.apply("advance R2")
    state.apply("advance R3")
    assert state.units_at("0403") == ("R2", "R3")


def test_an_advance_that_all_must_make_is_made() -> None:
    assert attacked(STACK, 3, "mandatory", by="R1 R2").units_at("0403") == ("R1", "R2")


def test_an_advance_of_one_that_must_be_made_is_made() -> None:
    state = attacked({"R1": "0402", "B1": "0403", "B2": "0505"}, 3, "mandatory")
    assert state.position("R1") == "0403"


def test_only_the_attackers_advance_and_only_into_the_vacated_hex() -> None:
    setup = {"R1": "0402", "R2": "0402", "R3": "0503", "B1": "0403", "B2": "0705"}
    state = attacked(setup, 3, by="R1 R2")
    assert refused(state, "advance R3") == "advance.participant"
    assert refused(state, "advance R1 0404") == "advance.vacated"
    assert refused(state, "advance B2") == "advance.participant"
    told = str(state.explain("advance R1 0404"))
    assert told.endswith("An advance of R1 begins with the vacated hex 0403.")


BOTH_BACK = """
combat:
  results:
    EX: {title: Both back, do: [{retreat: attacker}, {retreat: defender}, {advance: all}]}
"""

TWO_ADVANCES = """
stacking: {limit: 1}
combat:
  results:
    EX:
      title: Advance twice
      do: [{eliminate: {who: defender, count: 1}}, {advance: 1}, {advance: 1}]
"""


def test_an_attacker_who_was_driven_back_is_not_there_to_advance(tmp_path: Path) -> None:
    """R1 leaves the hex next to the battle before the defender leaves his: nobody can follow."""
    game = varied(tmp_path, BOTH_BACK, "aftermath")
    setup = {"R1": "0402", "B1": "0403", "B2": "0705"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[6])
    state.apply("attack 0403 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(next(iter(state.legal_actions())))
    assert state.position("R1") not in ("0402", None)
    assert state.position("B1") not in ("0403", None)
    assert state.decision is None or state.decision.kind != "advance"


def test_nobody_is_offered_a_hex_that_another_advance_has_filled(tmp_path: Path) -> None:
    """One unit to a hex: R1 takes it, and what the result allows besides falls away."""
    game = varied(tmp_path, TWO_ADVANCES, "aftermath")
    setup = {"R1": "0402", "R2": "0304", "B1": "0403", "B2": "0705"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[6])
    state.apply("attack 0403 by R1 R2")
    assert listed(state) == ["advance R1", "advance R2", "pass"]
    state.apply("advance R1")
    assert state.decision is None or state.decision.kind != "advance"


def test_as_many_advance_as_the_result_allows() -> None:
    """Two of three, after a retreat of two hexes."""
    setup = {"R1": "0402", "R2": "0402", "R3": "0402", "B1": "0403", "B2": "0705"}
    state = attacked(setup, 4, by="R1 R2 R3")
    state.apply("retreat B1 0404")
    state.apply("retreat B1 0405")
    state.apply("advance R3")
    assert listed(state) == ["advance R1", "advance R2", "pass"]
    state.apply("advance R1")
    assert state.decision is None or state.decision.kind != "advance"


# -- retreats ---------------------------------------------------------------------------------


def test_a_retreat_of_two_hexes_leads_away_step_by_step() -> None:
    """R1 in 0402 controls 0303 and 0503, so B1 has three hexes; from 0404 three lie farther."""
    state = attacked({"R1": "0402", "B1": "0403", "B2": "0705"}, 4)
    assert (state.side_to_act, listed(state)) == (
        "blue",
        ["retreat B1 0304", "retreat B1 0404", "retreat B1 0504"],
    )
    assert refused(state, "retreat B1 0303") == "retreat.zone"
    assert refused(state, "retreat B1 0402") == "retreat.occupied"
    assert refused(state, "retreat B1 0405") == "retreat.adjacent"
    assert refused(state, "retreat B1 0999") == "retreat.map_edge"
    assert refused(state, "retreat B2 0704") == "retreat.units"
    state.apply("retreat B1 0404")
    assert listed(state) == ["retreat B1 0305", "retreat B1 0405", "retreat B1 0505"]
    assert refused(state, "retreat B1 0403") == "retreat.zone"
    assert refused(state, "retreat B1 0304") == "retreat.farther"
    assert refused(state, "retreat B1 0504") == "retreat.farther"
    state.apply("retreat B1 0505")
    assert state.position("B1") == "0505"
    assert listed(state) == ["advance R1", "pass"]


def test_the_enemy_may_move_who_retreats() -> None:
    state = attacked({"R1": "0402", "B1": "0403", "B2": "0705"}, 4, "enemy_moves")
    assert state.side_to_act == "red"
    state.apply("retreat B1 0304")
    assert state.side_to_act == "red"


@pytest.mark.parametrize("options", ["enemy_moves", ""])
def test_nobody_is_led_into_a_dead_end_while_there_is_a_way_out(options: str) -> None:
    """B1 goes two hexes back from 0302, each farther away: from 0301, at the edge, none is."""
    state = attacked({"R1": "0202", "B1": "0302", "B2": "0705"}, 4, options, at="0302")
    assert listed(state) == ["retreat B1 0401", "retreat B1 0402"]
    assert refused(state, "retreat B1 0301") == "retreat.blocked"


def test_where_all_ways_end_a_dead_end_is_as_good_as_another() -> None:
    """R2 and R3 leave nothing but 0301, and no hex behind it."""
    setup = {"R1": "0202", "R2": "0501", "R3": "0503", "B1": "0302", "B2": "0705"}
    assert attacked(setup, 4, "zones_allowed enemy_moves", at="0302").position("B1") is not None
    state = attacked(setup, 4, "enemy_moves", at="0302")
    assert [e.kind for e in state.events or []].count("retreated") == 1
    assert state.position("B1") is None


def test_several_units_retreat_in_an_order_that_their_chooser_picks() -> None:
    state = attacked(STACK, 4, by="R1 R2")
    assert {line.split()[1] for line in listed(state)} == {"B1", "B2"}
    state.apply("retreat B2 0404")
    assert {line.split()[1] for line in listed(state)} == {"B2"}
    state.apply("retreat B2 0405")
    assert {line.split()[1] for line in listed(state)} == {"B1"}


def test_attackers_may_have_to_go_back_too() -> None:
    """R1 goes from 0402 two hexes away from B1, whose zone covers 0302, 0303, 0502 and 0503."""
    state = attacked({"R1": "0402", "B1": "0403", "B2": "0705"}, 5)
    assert (state.side_to_act, listed(state)) == (
        "red",
        ["retreat R1 0302", "retreat R1 0401", "retreat R1 0502"],
    )
    state.apply("retreat R1 0401")
    assert state.side_to_act == "red" or state.position("R1") is None


def hemmed_in(options: str) -> State:
    """B1 in the corner 0101 with red all round: nowhere to go."""
    setup = {"R1": "0102", "R2": "0201", "B1": "0101", "B2": "0705"}
    return attacked(setup, 4, options, at="0101")


def test_a_unit_with_nowhere_to_go_is_eliminated() -> None:
    state = hemmed_in("")
    assert state.position("B1") is None
    kinds = [event.kind for event in state.events or []]
    assert kinds[:3] == ["battle", "retreat_blocked", "eliminated"]
    assert listed(state) == ["advance R1", "pass"]


def test_a_unit_with_nowhere_to_go_may_stay() -> None:
    """Then nobody advances, for the hex is not vacated."""
    state = hemmed_in("stays")
    assert state.position("B1") == "0101"
    assert [event.kind for event in state.events or []][:2] == ["battle", "retreat_blocked"]
    assert "eliminated" not in [event.kind for event in state.events or []]
    assert state.decision is not None
    assert state.decision.kind != "advance"


def test_a_retreat_that_is_cut_off_half_way_ends_in_elimination_or_there() -> None:
    """From 0102 B1 has only 0101 to go to; beyond it lies the edge of the map."""
    setup = {"R1": "0202", "B1": "0102", "B2": "0705"}
    state = attacked(setup, 4, at="0102")
    assert state.position("B1") is None
    assert [e.kind for e in state.events or []][:4] == [
        "battle",
        "retreated",
        "retreat_blocked",
        "eliminated",
    ]
    state = attacked(setup, 4, "stays", at="0102")
    assert state.position("B1") == "0101"
    assert state.decision is not None
    assert state.decision.kind == "advance"


@pytest.mark.parametrize(
    ("options", "into_friends", "into_zones"),
    [("", True, False), ("alone", False, False), ("zones_allowed", True, True)],
)
def test_where_a_retreat_may_go_is_said_by_two_sections(
    options: str, into_friends: bool, into_zones: bool
) -> None:
    """B2 stands in 0404, R1's zone covers 0303 and 0503."""
    state = attacked({"R1": "0402", "B1": "0403", "B2": "0404"}, 4, options)
    hexes = {line.split()[-1] for line in listed(state)}
    assert ("0404" in hexes) is into_friends
    assert ({"0303", "0503"} <= hexes) is into_zones
    if not into_friends:
        assert refused(state, "retreat B1 0404") == "retreat.occupied"


def test_a_retreat_does_not_overfill_a_hex() -> None:
    """The limit is three: a full hex is no retreat."""
    setup = {"R1": "0402", "B1": "0403", "B2": "0404", "B3": "0404"}
    state = attacked(setup, 4)
    assert "retreat B1 0404" in listed(state)


def test_a_stack_does_not_crowd_the_only_hex_that_is_open() -> None:
    """Room for one of two: their owner picks who goes first, and the other follows."""
    setup = {"R1": "0102", "B1": "0101", "B2": "0101", "B3": "0201"}
    state = attacked(setup, 4, "pairs together zones_allowed", at="0101")
    assert listed(state) == ["retreat B1 0201", "retreat B2 0201"]
    assert refused(state, "retreat B1+B2 0201") == "retreat.stacking"
    state.apply("retreat B2 0201")
    state.apply("retreat B2 0302")
    assert (state.position("B2"), state.units_at("0201")) == ("0302", ("B1", "B3"))


# -- targets ----------------------------------------------------------------------------------


def test_a_hex_is_attacked_as_a_whole_or_unit_by_unit() -> None:
    """As a whole it can be attacked once; by units, each of them once."""
    setup = {"R1": "0402", "R2": "0303", "B1": "0403", "B2": "0403"}
    state = place("aftermath", setup, "red_combat", dice=[1])
    assert state.preview("attack 0403 by R1").defenders == ("B1", "B2")
    state.apply("attack 0403 by R1")
    state.apply("lose B1")
    assert state.phase != "red_combat"
    state = place("aftermath", setup, "red_combat", "one_unit", dice=[1, 1])
    assert state.preview("attack 0403 by R1").defenders == ("B1",)
    state.apply("attack 0403 by R1")
    assert state.units_at("0403") == ("B2",)
    assert state.preview("attack 0403 by R2").defenders == ("B2",)


def test_a_hex_where_somebody_is_left_is_not_advanced_into() -> None:
    setup = {"R1": "0402", "B1": "0403", "B2": "0403"}
    state = attacked(setup, 3, "one_unit")
    assert state.units_at("0403") == ("B2",)
    assert state.position("R1") == "0402"
    assert state.decision is None or state.decision.kind != "advance"


def test_a_unit_cut_off_half_way_does_not_stop_those_after_it() -> None:
    """B1 gets as far as 0101, and so does B2 after it; then R1 may have 0102."""
    setup = {"R1": "0202", "B1": "0102", "B2": "0102", "B3": "0705"}
    state = attacked(setup, 4, "stays", at="0102")
    assert listed(state) == ["retreat B1 0101", "retreat B2 0101"]
    state.apply("retreat B1 0101")
    assert state.units_at("0101") == ("B1", "B2")
    assert listed(state) == ["advance R1", "pass"]


def test_no_more_advance_than_the_hex_holds() -> None:
    """All may, but only two to a hex: after R1 and R3 nobody is asked about R2."""
    setup = {"R1": "0402", "R2": "0402", "R3": "0303", "B1": "0403", "B2": "0705"}
    state = attacked(setup, 3, "pairs", by="R1 R2 R3")
    state.apply("advance R1")
    state.apply("advance R3")
    assert state.decision is None or state.decision.kind != "advance"
    assert state.units_at("0403") == ("R1", "R3")


FAR_BACK = """
stacking: {{limit: 1}}
retreat: {{into_friends: {friends}}}
combat:
  results: {{DR2: {{title: Far back, do: [{{retreat: {{who: defender, hexes: {hexes}}}}}]}}}}
"""


@pytest.mark.parametrize(("friends", "hexes"), [("within_stacking", 3), ("passing", 2)])
def test_a_whole_retreat_finds_room(tmp_path: Path, friends: str, hexes: int) -> None:
    """Beside every way of open hexes, each farther from where B1 stood than the last.

    A full hex closes a way, or only its end to whoever may pass through friends.
    """
    game = varied(tmp_path, FAR_BACK.format(friends=friends, hexes=hexes), "aftermath")
    decisive = 0
    for seed in range(400):
        random = Random(seed)
        begun = random.choice(list(game.map.numbers))
        enemy = random.choice(game.map.neighbors(begun))
        near = [n for n in game.map.numbers if 1 < game.map.distance(begun, n) <= hexes]
        full = random.sample([n for n in near if n != enemy], 2)
        setup = {"R1": enemy, "B1": begun, "B2": full[0], "B3": full[1]}
        state = game.start("meeting", setup=setup, phase="red_combat", dice=[4])
        state.apply(f"attack {begun} by R1")
        closed = {enemy, *game.map.neighbors(enemy)}
        passed = closed if friends == "passing" else closed | {*full}
        ways = {way[1] for way in ways_back(game, [begun], hexes, passed, closed | {*full})}
        if len(ways) > 1:  # the only way is gone without asking
            assert {line.split()[2] for line in listed(state, "retreat")} == ways, setup
            open_ways = ways_back(game, [begun], hexes, closed, closed)
            decisive += ways != {way[1] for way in open_ways}
    assert decisive


def ways_back(
    game: Game, way: list[str], hexes: int, passed: set[str], ended: set[str]
) -> Iterator[list[str]]:
    """Every way on from one, ``passed`` and ``ended`` being closed to its inner and last hexes."""
    gone = len(way)
    for number in game.map.neighbors(way[-1]):
        if game.map.distance(way[0], number) == gone:
            if gone == hexes and number not in ended:
                yield [*way, number]
            elif gone < hexes and number not in passed:
                yield from ways_back(game, [*way, number], hexes, passed, ended)


BY_UNIT = """
combat:
  results:
    DX:
      title: Pursuit
      do:
        - {eliminate: defender}
        - {advance: {most: all, hexes: {cases: [{only: {unit: R1}, is: 3}, 1]}}}
"""


def test_how_far_an_advance_goes_may_differ_by_unit(tmp_path: Path) -> None:
    """R1 pursues three hexes, R2 one; the section names nobody who goes beyond the first."""
    game = varied(tmp_path, BY_UNIT, "aftermath")
    setup = {"R1": "0402", "R2": "0402", "B1": "0403", "B2": "0705"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[3])
    state.apply("attack 0403 by R1 R2")
    ends = {line.split()[-1].split("-")[-1] for line in listed(state, "advance")}
    assert {"0404", "0405"} <= ends
    assert [line for line in listed(state, "advance") if "R2" in line] == ["advance R2"]
    assert refused(state, "advance R2 0403-0404") == "advance.beyond"
    state.apply("advance R1 0403-0404-0405")
    assert listed(state) == ["advance R2", "pass"], "how far the others go is kept"


COUNTERSTROKE = """
retreat: {into_zone: allowed}
combat:
  results:
    AR2:
      title: Thrown back
      do: [{retreat: attacker}, {advance: {who: defender, most: all}}]
"""


def test_defenders_advance_into_the_hexes_of_attackers_who_retreat(tmp_path: Path) -> None:
    """R1 and R2 attacked from 0402 and 0503; who defended takes their hexes, its owner deciding."""
    game = varied(tmp_path, COUNTERSTROKE, "aftermath")
    setup = {"R1": "0402", "R2": "0302", "B1": "0403", "B2": "0403", "B3": "0404"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[5])
    state.apply("attack 0403 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(listed(state)[0])
    assert state.side_to_act == "blue"
    assert listed(state) == ["advance B1", "advance B2", "pass"]
    assert refused(state, "advance B3") == "advance.participant"
    assert refused(state, "advance B1 0302") == "advance.vacated", "R2 took no part and holds it"
    state.apply("advance B2")
    assert state.position("B2") == "0402"
    assert listed(state) == ["advance B1", "pass"]


def test_who_retreats_is_told_how_far_and_how_far_yet() -> None:
    state = attacked({"R1": "0402", "B1": "0403"}, 4)
    assert state.decision is not None
    assert state.decision.prompt == "Retreat B1 2 hexes."
    assert state.decision.units == ("B1",)
    assert not state.decision.may_decline
    state.apply(listed(state)[0])
    assert state.decision.prompt == "Retreat B1 one hex more."
