"""What the section ``movement`` says, in sentences that players read.

Each key has a function of the form and a speaker, in the table ``WORDS`` at the end. Each says what
holds where the key is left out too, so that a patch that takes something back can be told.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.wording import every, in_words, number, several
from hexwar.rules.movement.section import UNLIMITED, AllowanceModifier, KeepsTo, Mode, Movement

_ROUNDED = {"down": "rounded down", "up": "rounded up", "nearest": "rounded to the nearest"}
"""How fractions of points are rounded, as the end of a sentence."""


def _points(points: Fraction) -> str:
    """Movement points as the object of a sentence: ``6 MP``."""
    return "as many movement points as they need" if points == UNLIMITED else f"{number(points)} MP"


# -- allowances -----------------------------------------------------------------------------------


def _allowance(movement: Movement, speaker: Speaker) -> str:
    if movement.allowance is None:
        return "Each unit has the movement points that its counter shows."
    return f"Every unit has {_points(movement.allowance)}."


def _more(points: Fraction) -> str:
    """A change of an allowance: ``2 movement points less``."""
    return f"{_count(abs(points))} {'less' if points < 0 else 'more'}"


def _modified(modifier: AllowanceModifier, speaker: Speaker) -> str:
    """``Mud: motor units have half their movement points, rounded up.``"""

    def of_factor(factor: Fraction | None) -> str:
        share = "" if factor is None else f"{speaker.share(factor)} "
        return f"{share}their movement points"

    clauses: list[str] = []
    if modifier.set is not None:
        clauses.append(f"{speaker.amount(modifier.set, _of_amount)}")
    if modifier.add is not None:
        clauses.append(speaker.amount(modifier.add, _of_change))
    if modifier.multiply is not None:
        clauses.append(speaker.amount(modifier.multiply, of_factor))
    if modifier.at_most is not None:
        clauses.append(f"{_count(modifier.at_most)} at most")
    if modifier.at_least is not None:
        clauses.append(f"{_count(modifier.at_least)} at least")
    if not modifier.changes:
        clauses.append("their movement points")
    sentence = f"{modifier.title}: {speaker.units(modifier.only)} have {every(clauses)}"
    return f"{sentence}{f', {_ROUNDED[modifier.round]}' if modifier.round else ''}."


def _count(points: Fraction) -> str:
    return f"{number(points)} movement point{'' if points == 1 else 's'}"


def _of_amount(points: Fraction | None) -> str:
    return "what they have" if points is None else _count(points)


def _of_change(points: Fraction | None) -> str:
    return "no more and no less" if points is None else _more(points)


# -- how units move -------------------------------------------------------------------------------


def _most_hexes(movement: Movement, speaker: Speaker) -> str:
    if movement.most_hexes is None:
        return "A unit may move any number of hexes that it can pay for."
    hexes = several(movement.most_hexes, "hex")
    return f"A unit moves {hexes} in a phase at most, in one go, whatever it has left."


def _friends(movement: Movement, speaker: Speaker) -> str:
    may = "may" if movement.through_friends == "allowed" else "may not"
    return f"Units {may} pass through hexes with friendly units."


def _resume(movement: Movement, speaker: Speaker) -> str:
    if movement.resume == "never":
        return "A unit that has stopped moves no further in the phase, whatever it has left."
    return "A unit that has stopped may go on until another unit moves."


def _minimum(movement: Movement, speaker: Speaker) -> str:
    if movement.minimum_move == "none":
        return "No unit moves a hex that it cannot pay for."
    return "A unit that can move at all may always move one hex, whatever it costs."


def _stacks(movement: Movement, speaker: Speaker) -> str:
    how = "may be moved together" if movement.stacks == "allowed" else "are moved one by one"
    return f"Units of one hex {how}."


def _classes(movement: Movement, speaker: Speaker) -> str:
    return f"Movement classes: {every(map(in_words, movement.classes))}."


def _kept(keeps: KeepsTo, speaker: Speaker) -> str:
    units, region = speaker.units(keeps.only), speaker.called("region", keeps.within)
    return f"{keeps.title}: {units} do not move out of {region}."


# -- ways of moving -------------------------------------------------------------------------------


def _who(mode: Mode, speaker: Speaker) -> str:
    units = speaker.units(mode.only)
    return f"{units[:1].upper()}{units[1:]} may move so."


def _when(mode: Mode, speaker: Speaker) -> str:
    return (
        "It may be done in any turn."
        if mode.condition is None
        else f"Only if {speaker.condition(mode.condition)}."
    )


def _phases(mode: Mode, speaker: Speaker) -> str:
    return f"In {speaker.phases(mode.phases)} only." if mode.phases else "In every phase."


def _way_allowance(mode: Mode, speaker: Speaker) -> str:
    if mode.allowance is None:
        return "With the ordinary movement points."
    return f"With {_points(mode.allowance)}."


def _multiply(mode: Mode, speaker: Speaker) -> str:
    return f"With {speaker.share(mode.multiply)} the ordinary movement points."


def _add(mode: Mode, speaker: Speaker) -> str:
    return f"With {_more(mode.add)} besides." if mode.add else "With no movement points besides."


def _along(mode: Mode, speaker: Speaker) -> str:
    return f"Along {speaker.kinds('path', mode.along)} only." if mode.along else "Along no path."


def _from(mode: Mode, speaker: Speaker) -> str:
    return f"It begins {_ground(mode.from_, speaker)}."


def _to(mode: Mode, speaker: Speaker) -> str:
    straight = "" if mode.along or mode.to is None else ", and goes straight there"
    return f"It ends {_ground(mode.to, speaker)}{straight}."


def _through(mode: Mode, speaker: Speaker) -> str:
    return f"It enters hexes {_ground(mode.through, speaker)} only."


def _ground(ground: Any, speaker: Speaker) -> str:
    return "anywhere" if ground is None else speaker.where(ground)


def _zone(mode: Mode, speaker: Speaker) -> str:
    may = "may" if mode.enters_zone == "allowed" else "may not"
    return f"It {may} enter enemy zones of control."


def _away(mode: Mode, speaker: Speaker) -> str:
    if not mode.away_from_enemy:
        return "It may come as near to the enemy as any move."
    return f"It comes no nearer to an enemy than {several(mode.away_from_enemy, 'hex')}."


def _most(mode: Mode, speaker: Speaker) -> str:
    if mode.most is None:
        return "Any number of units may take it in a phase."
    numbers = speaker.amount(mode.most, lambda most: "any number" if most is None else str(most))
    return f"The most units of a side that take it in a phase: {numbers}."


def _cost(mode: Mode, speaker: Speaker) -> str:
    if mode.cost is None:
        return "It is all of the unit's move."
    return f"It costs {_points(mode.cost)}, and may be taken in the midst of a move."


def _spends(mode: Mode, speaker: Speaker) -> str:
    if mode.spends is None:
        return "It costs no points of a pool."
    points, pool = several(mode.spends.count, "point"), speaker.called("pool", mode.spends.pool)
    return f"It costs {points} of {pool}."


def _table(mode: Mode, speaker: Speaker) -> str:
    table = speaker.called("table", mode.table) if mode.table else "no table"
    return f"The unit then rolls on {table}."


def _mark(mode: Mode, speaker: Speaker) -> str:
    if not mode.mark:
        return "It leaves no mark."
    return f"The unit is {speaker.called('state', mode.mark)} from then on."


def _check(mode: Mode, speaker: Speaker) -> str:
    if mode.check is None:
        return "No die is rolled for it."
    check = mode.check
    units, die = speaker.units(check.only), in_words(check.die)
    return f"Before it {units} roll their {die} die: with less than {check.success} they may not."


WORDS: Words = {
    Movement: {
        "allowance": _allowance,
        "classes": _classes,
        "most_hexes": _most_hexes,
        "through_friends": _friends,
        "resume": _resume,
        "minimum_move": _minimum,
        "stacks": _stacks,
    },
    AllowanceModifier: _modified,
    KeepsTo: _kept,
    Mode: {
        "only": _who,
        "condition": _when,
        "phases": _phases,
        "allowance": _way_allowance,
        "multiply": _multiply,
        "add": _add,
        "along": _along,
        "from_": _from,
        "to": _to,
        "through": _through,
        "enters_zone": _zone,
        "away_from_enemy": _away,
        "most": _most,
        "cost": _cost,
        "spends": _spends,
        "table": _table,
        "mark": _mark,
        "check": _check,
    },
}
