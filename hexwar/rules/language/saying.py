"""Any value of a form in words: whom a selector means, a condition, an amount that differs.

A :class:`Speaker` knows the titles of one game. What has words of its own is said by them; forms,
mappings and lists are told key by key, so that there is nothing that a game may say and that cannot
be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from hexwar.definition.forms import ADDED, Form
from hexwar.definition.model import CombatEffect, CombatResult, Condition, Effect, ResolvedGame
from hexwar.definition.shapes import Shape, form_shape
from hexwar.engine.notation import brought
from hexwar.rules.language.cases import Cases
from hexwar.rules.language.effects_in_words import combat_effects
from hexwar.rules.language.programs import step_in_words
from hexwar.rules.language.selector import At, Selector
from hexwar.rules.language.selectors import Words as SelectorWords
from hexwar.rules.language.selectors import at_in_words, selected
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import called, every, in_words, number, titles
from hexwar.rules.sequence.section import SequenceOfPlay

PARTS = {Fraction(1, 2): "half", Fraction(2): "twice", Fraction(1, 3): "a third of"}
NAMED_ALONE = ("trait", "type", "side")


class Speaker:
    """Says the values of one game."""

    def __init__(self, game: ResolvedGame) -> None:
        self.game = game
        phases = {f"phase {phase.id}": phase.title for phase in game[SequenceOfPlay].phases}
        self.names = {**titles(game), **phases}

    # -- whom, when and where ---------------------------------------------------------------------

    def units(self, selector: Selector | None) -> str:
        """Whom a selector means: ``motor units``, ``all units``."""
        if selector is None:
            return "all units"
        keys = dict(selector.said())
        if len(keys) == 1 and "not" in keys and isinstance(keys["not"], Selector):
            inner = keys["not"]
            if {key for key, _ in inner.said()} <= set(NAMED_ALONE):
                return f"units other than {self.selected(inner)}"
        if len(keys) == 1 and set(keys) <= set(NAMED_ALONE):
            return f"{self.selected(selector)} units"
        return f"units ({self.selected(selector)})"

    def selected(self, selector: Selector) -> str:
        """What a selector asks for."""
        return selected(selector, self.names)

    def condition(self, asked: Condition) -> str:
        """A condition in words."""
        return in_a_sentence(asked, self.names, brought().wordings)

    def where(self, at: At) -> str:
        """Which hexes are meant: ``in towns and on rail``."""
        places = [at_in_words(at, SelectorWords(self.names))]
        if side := getattr(at, "controlled", ""):
            places.append(f"in hexes that {self.side(side)} controls")
        return " and ".join(filter(None, places))

    def side(self, side: str) -> str:
        """A side by its name, or as seen from a unit: ``its own side``."""
        return {"own": "the unit's side", "enemy": "the enemy"}.get(side) or self.names[side]

    def called(self, kind: str, name: str) -> str:
        """What a game defines, by its title."""
        return called(self.names, kind, name)

    def phases(self, names: Iterable[str]) -> str:
        """Phases by their titles."""
        return every(self.names.get(f"phase {name}", in_words(name)) for name in names)

    # -- amounts ----------------------------------------------------------------------------------

    def amount(self, said: Any, say: Callable[[Any], str] = str) -> str:
        """A value, or each of those that hold in several cases."""
        if not isinstance(said, Cases):
            return say(said)
        cases = [f"{say(case.value)} for {self.units(case.only)}" for case in said.of]
        if said.rest is not None:
            cases.append(f"otherwise {say(said.rest)}")
        return ", ".join(cases)

    def share(self, factor: Fraction) -> str:
        """What multiplying makes of something: ``half``, ``3 times``."""
        return PARTS.get(factor) or (
            f"{number(factor)} of" if factor < 1 else f"{number(factor)} times"
        )

    # -- anything ---------------------------------------------------------------------------------

    def said(self, value: Any, shape: Shape | None = None) -> str:
        """Any value, as the words of a chart; ``shape`` tells of which kind a name is."""
        for kind, say in _SAID.items():
            if isinstance(value, kind):
                return say(self, value)
        if isinstance(value, str):
            return self._named(value, shape)
        if isinstance(value, Mapping):
            return self._mapping(value, shape)
        if isinstance(value, Form):
            return self._form(value)
        if hasattr(value, "_fields"):
            return self._parts({name: getattr(value, name) for name in value._fields})
        if isinstance(value, Iterable):
            item = shape.listed.item if shape is not None and shape.listed is not None else shape
            parts = [self.said(part, item) for part in value]
            # Sets have no order: sorted, so that a game reads the same every time.
            ordered = sorted(parts) if isinstance(value, frozenset) else parts
            long = any(", " in part for part in ordered)
            return ("; ".join(ordered) if long else every(ordered)) or "none"
        if is_dataclass(value):
            names = (field.name for field in fields(value))
            return self._parts({name: getattr(value, name) for name in names})
        return str(value)

    def _named(self, value: str, shape: Shape | None) -> str:
        kind = shape.scalar.names if shape is not None and shape.scalar is not None else ""
        if kind == "side":
            return self.names.get(value, in_words(value))
        if kind in ("place", "hex"):
            return self.called("region", value)
        return self.called(kind, value) if value else "none"

    def _mapping(self, value: Mapping[Any, Any], shape: Shape | None) -> str:
        mapped = shape.mapped if shape is not None else None
        ids = Shape(scalar=mapped.ids) if mapped is not None else None
        entry = mapped.entry if mapped is not None else None
        pairs = (f"{self.said(key, ids)}: {self.said(item, entry)}" for key, item in value.items())
        return "; ".join(pairs) or "none"

    def _form(self, form: Form) -> str:
        mapped = form_shape(type(form)).mapped
        clauses = []
        for field in mapped.fields.values() if mapped is not None else ():
            value = getattr(form[field.of] if field.of else form, field.attribute)
            if value != field.default:
                clauses.append(f"{in_words(field.key)} {self.said(value, field.shape)}")
        return ", ".join(clauses) or "as usual"

    def _parts(self, parts: Mapping[str, Any]) -> str:
        given = {name: part for name, part in parts.items() if name != ADDED and part is not None}
        return ", ".join(f"{in_words(name)} {self.said(part)}" for name, part in given.items())


def _result(speaker: Speaker, result: CombatResult) -> str:
    steps = "; ".join(step_in_words(step, speaker.names) for step in result.effects)
    named = result.title if result.title != result.code else ""
    return ": ".join(filter(None, [named, steps]))


def _effect(speaker: Speaker, effect: CombatEffect) -> str:
    return combat_effects((effect,), speaker.names)


_SAID: Mapping[Any, Callable[[Speaker, Any], str]] = {
    type(None): lambda speaker, value: "none",
    # Before whole numbers, as truth is one to Python.
    bool: lambda speaker, value: "yes" if value else "no",
    Fraction: lambda speaker, value: number(value),
    int: lambda speaker, value: str(value),
    Selector: lambda speaker, value: speaker.selected(value),
    Condition: lambda speaker, value: speaker.condition(value),
    At: lambda speaker, value: speaker.where(value),
    Cases: lambda speaker, value: speaker.amount(value, speaker.said),
    Effect: lambda speaker, value: step_in_words(value, speaker.names),
    CombatEffect: _effect,
    CombatResult: _result,
}
"""What has words of its own, wherever it stands; the first kind that fits."""
