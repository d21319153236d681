"""How units move, stack and are supplied."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hexwar.definition.model.values import Citations


@dataclass(frozen=True, slots=True)
class Movement:
    """Section ``movement``.

    ``allowance`` in movement points, ``None`` when each counter prints its own. ``friends`` is
    ``pass`` or ``block``. ``resume``: a unit may go on with what it has left until another
    unit moves (``until_another_moves``) or never (``never``). ``minimum_move``: with ``one_hex``
    a unit that has any allowance can always move one hex, whatever it costs. ``stacks``: whether
    units of one hex may move in one action.
    """

    allowance: Fraction | None
    classes: tuple[str, ...] = ("all",)
    friends: Literal["pass", "block"] = "pass"
    resume: Literal["until_another_moves", "never"] = "until_another_moves"
    minimum_move: Literal["none", "one_hex"] = "none"
    stacks: Literal["forbidden", "allowed"] = "forbidden"
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ZonesOfControl:
    """Section ``zones_of_control``; absent from a game without zones.

    ``attack_at_least``: the least printed attack strength that exerts a zone; units with a trait
    of ``without`` exert none. ``extends_to``: every ``adjacent`` hex, or those that the unit could
    move into (``passable``). ``entry_cost``/``exit_cost``: extra movement points to enter or leave
    an enemy zone. ``blocks`` is a subset of ``retreat``, ``reinforcement``, ``supply``;
    ``negated_by_friends`` those of them that a friend in the hex lifts.
    """

    exerted_by: Literal["all", "none"] = "all"
    attack_at_least: Fraction = Fraction(0)
    without: frozenset[str] = frozenset()
    extends_to: Literal["adjacent", "passable"] = "adjacent"
    negated_by_friends: frozenset[str] = frozenset()
    stop_on_entry: bool = False
    entry_cost: Fraction = Fraction(0)
    exit_cost: Fraction = Fraction(0)
    zone_to_zone: Literal["allowed", "forbidden"] = "allowed"
    blocks: frozenset[str] = frozenset()
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stacking:
    """Section ``stacking``. ``limit`` in units, ``None`` for no limit.

    ``visible``: what the other side sees of a stack, ``all`` of it or its ``top`` counter.
    ``checked``: with ``every_stop`` nobody stops in a full hex; else the end of a phase counts.
    """

    limit: int | None
    visible: Literal["all", "top"] = "all"
    checked: frozenset[str] = frozenset({"end_of_phase"})
    cite: Citations = field(default_factory=dict)
