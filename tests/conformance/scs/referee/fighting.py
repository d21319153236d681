"""Attacks: who may join, strengths, the column, the result (7.0 to 7.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tests.conformance.scs.referee.ground import between, cost, neighbours, terrain, written
from tests.conformance.scs.referee.position import Position, rounded

HALF = Fraction(1, 2)


def may_join(position: Position, unit: str, target: str) -> bool:
    """Whether a unit could take part, beside others that have a zone there (7.2e, 7.3, 22.2)."""
    here, leg = position.at[unit], position.counter(unit).leg
    return target in neighbours(here) and cost(here, target, leg) is not None


def may_attack(position: Position, force: Iterable[str], target: str) -> bool:
    """Whether these units may attack a hex together (2.1c, 7.2b, 7.2e)."""
    units = list(force)
    joined = all(may_join(position, unit, target) for unit in units)
    return joined and any(target in position.zone(unit) for unit in units)


def attack_strength(position: Position, unit: str, target: str) -> Fraction:
    """What a unit brings to an attack."""
    strength = Fraction(position.raw(unit).attack)
    armour = "armour" in position.counter(unit).traits
    ground, crossed = terrain()[target], between(position.at[unit], target)
    if unit in position.unsupplied:
        strength *= HALF
    if ground == "swamp" or (armour and ground in ("woods", "town")):
        strength *= HALF
    if "river" in crossed:
        strength *= HALF
    if "stream" in crossed and armour:
        strength *= HALF
    return strength


def defence_strength(position: Position, unit: str) -> Fraction:
    """What a unit defends with: supply takes nothing away."""
    strength = Fraction(position.raw(unit).defence)
    return (
        strength * Fraction(3, 2) if terrain()[position.at[unit]] in ("woods", "town") else strength
    )


@dataclass(frozen=True)
class Odds:
    """Both strengths, and the index of the column; ``None`` below the table."""

    attack: Fraction
    defence: Fraction
    column: int | None


def odds(position: Position, force: Iterable[str], target: str) -> Odds:
    """The odds of an attack (7.4)."""
    side = "republic" if position.side == "league" else "league"
    attack = sum((attack_strength(position, unit, target) for unit in force), Fraction(0))
    defenders = position.here(target, side)
    defence = sum((defence_strength(position, unit) for unit in defenders), Fraction(0))
    columns = written("rules")["combat"]["columns"]
    smaller = min(attack, defence)
    raw = (rounded(attack / smaller), rounded(defence / smaller))
    names = [tuple(map(int, name.split(":"))) for name in columns]
    beyond = len(names) - 1 if raw[0] > raw[1] else None
    column = names.index(raw) if raw in names else beyond
    if column is not None and terrain()[target] == "hills":
        column = column - 1 if column else None
    return Odds(attack, defence, column)


@dataclass(frozen=True)
class Result:
    """Steps and hexes of the attacker and of the defender."""

    attacker: tuple[int, int]
    defender: tuple[int, int]


def result(column: int | None, total: int) -> Result:
    """What the table says; below it the attacker loses a step."""
    text = "A1" if column is None else written("rules")["combat"]["table"][total][column]
    found = {"A": (0, 0), "D": (0, 0)}
    for part in text.split():
        said = re.fullmatch(r"([AD])(\d+)?(?:r(\d+))?", part)
        assert said is not None, text
        found[said[1]] = (int(said[2] or 0), int(said[3] or 0))
    return Result(found["A"], found["D"])
