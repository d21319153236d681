"""What terrain and modifiers do to a battle, as charts print it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hexwar.definition.model import CombatEffect
from hexwar.rules.language.cases import Cases
from hexwar.rules.language.effects import Aim, ByUnits, Distance
from hexwar.rules.language.selectors import NO_NAMES, selected
from hexwar.rules.language.wording import Names, in_words, number, several

NO_ATTACKS = "may not be attacked into"


def modifier_effects(effects: Iterable[CombatEffect], names: Names = NO_NAMES) -> str:
    """What a modifier does to a battle, which keeps units out of it where terrain forbids it."""
    kept_out = "units take no part in the attack"
    return combat_effects(effects, names).replace(NO_ATTACKS, kept_out)


def combat_effects(effects: Iterable[CombatEffect], names: Names = NO_NAMES) -> str:
    """What terrain, or a modifier, does to a battle."""
    return "; ".join(_combat_effect(effect, names) for effect in effects) or "no effect"


def _combat_effect(effect: CombatEffect, names: Names) -> str:
    if limits := ", ".join(_limits(effect, names)):
        return f"{_combat_effect(replace(effect, only=None, aim=None), names)} ({limits})"
    if effect.cases is not None:
        return _by_case(effect.cases, names)
    if effect.operation == "prohibit":
        return NO_ATTACKS
    if effect.operation == "set":
        return f"{effect.who}'s {in_words(effect.by.value)} counts"
    by: ByUnits | None = effect.by
    value = in_words(by.value) if by else number(abs(effect.value))
    sign = "-" if (by.times if by else effect.value) < 0 else "+"
    if effect.operation == "multiply":
        return f"{effect.who} x{value}"
    if effect.operation == "shift":
        return f"{sign}{value} column{'' if value == '1' else 's'}{_of_whom(by, names)}"
    whose = "die" if effect.operation == "roll" else effect.who
    return f"{whose} {sign}{value}{_of_whom(by, names)}"


def _by_case(cases: Cases[int], names: Names) -> str:
    """Columns that hang on who defends: the first case that fits holds."""
    clauses = [
        f"{_columns(case.value)} if the defenders are {selected(case.only, names)}"
        for case in cases.of
        if case.only is not None
    ]
    return ", ".join([*clauses, f"otherwise {_columns(cases.rest)}"] if cases.rest else clauses)


def _columns(shift: int) -> str:
    return f"{shift:+d} column{'' if abs(shift) == 1 else 's'}" if shift else "no shift"


def _limits(effect: CombatEffect, names: Names) -> Iterator[str]:
    """Of whom an effect is, against whom and from how far."""
    if effect.only is not None:
        yield f"{selected(effect.only, names)} only"
    aim: Aim = effect.aim or Aim(None, None, None)
    if aim.against is not None:
        yield f"against {selected(aim.against, names)}"
    if aim.within is not None:
        yield f"within {_distance(aim.within)}"
    if aim.beyond is not None:
        yield f"beyond {_distance(aim.beyond)}"


def _distance(said: int | Distance) -> str:
    if isinstance(said, int):
        return several(said, "hex")
    return in_words(said.value) + ("" if said.multiply == 1 else f" x{number(said.multiply)}")


def _of_whom(by: ByUnits | None, names: Names) -> str:
    """Whose values an effect comes from."""
    if by is None:
        return ""
    most = f", of {by.most} at most" if by.most else ""
    times = "" if abs(by.times) == 1 else f" x {number(abs(by.times))}"
    return f"{times} ({selected(by.of, names)}{most})"
