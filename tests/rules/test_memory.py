"""Memory of moves, reactions, overruns, escorts and command, without those who are unseen.

Of units 0 to 3 the side does not know 1 and 2: what is remembered of them is not for it.
"""

from __future__ import annotations

from hexwar.engine.slot import UnitMask
from hexwar.engine.state import NOBODY
from hexwar.rules.command import Orders
from hexwar.rules.escort import Together
from hexwar.rules.overrun.rules import Overran
from hexwar.rules.reactions.rules import ActionUnderWay, Reacted
from hexwar.rules.sequence.rules import Began, Moved

UNKNOWN = 0b0110


def test_who_moves_unseen_is_not_under_way_with_points_left() -> None:
    moved = Moved(0b1111, 1, 3, ((1, 3), (3, 2)), ((0, 7), (1, 8), (2, 9)), crowded=True)
    assert moved.without(UNKNOWN) == Moved(0b1001, NOBODY, 0, ((3, 2),), ((0, 7),), crowded=True)
    seen = Moved(0b1111, 3, 3, ((3, 3),)).without(UNKNOWN)
    assert (seen.mover, seen.left) == (3, 3)
    assert Moved().without(UNKNOWN) == Moved()


def test_where_a_phase_began_and_who_is_spent_is_told_of_those_who_are_seen() -> None:
    assert Began(0b0111, 0b1110, 0b0110).without(UNKNOWN) == Began(0b0001, 0b1000, 0)
    assert UnitMask(0b1011).without(UNKNOWN) == UnitMask(0b1001)


def test_who_acts_unseen_is_nobody_and_others_are_as_they_were() -> None:
    acting = ActionUnderWay(actor=2, tried=0b1100, late=((1, 5), (3, 6)), in_phase=0b0111)
    known = acting.without(UNKNOWN)
    assert known == ActionUnderWay(actor=NOBODY, tried=0b1000, late=((3, 6),), in_phase=0b0001)
    assert acting._replace(actor=0).without(UNKNOWN).actor == 0
    assert ActionUnderWay().without(-1).actor == NOBODY
    assert Reacted(0b0011, 0b0110, 0b1100).without(UNKNOWN) == Reacted(0b0001, 0, 0b1000)


def test_who_goes_through_in_an_overrun_is_told_with_where_he_came_from() -> None:
    overran = Overran(units=0b1110, going=(0, 1, 3), origins=(7, 8, 9))
    known = overran.without(UNKNOWN)
    assert (known.units, known.going, known.origins) == (0b1000, (0, 3), (7, 9))


def test_an_escort_is_known_where_both_are_seen() -> None:
    together = Together(pairs=((0, 3), (1, 3), (0, 2)), ever=0b0111)
    assert together.without(UNKNOWN) == Together(((0, 3),), 0b0001)


def test_orders_are_known_for_those_who_are_seen() -> None:
    orders = Orders(leaders=((0b1011, 2), (0b0110, 1)), ordered=0b0011)
    assert orders.without(UNKNOWN) == Orders(((0b1001, 2), (0, 1)), 0b0001)
