"""A game read back: what its sections say, key by key, in sentences that players read.

What is told is what the files came to, as the rules are made from it. Every key has words: those of
its package (``WORDS`` of the module that its ``Section`` names under ``reads``), or else its own
name and value. A patch in play is told by what differs from the game without it.

In this order: what is done to battles in words, any value in words (`Speaker`), what packages may
say of their keys, and the reading of whole sections (`read_section`, `differences`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from hexwar.definition.forms import ADDED, Form
from hexwar.definition.grammar import in_prose
from hexwar.definition.model import CombatEffect, CombatResult, Condition, Effect, ResolvedGame
from hexwar.definition.packages import form_of, sections
from hexwar.definition.shapes import Field, Shape, form_shape
from hexwar.definition.tree import MappingNode
from hexwar.engine.notation import vocabulary
from hexwar.rules.language.conditions import in_a_sentence
from hexwar.rules.language.effects import Aim, ByUnits, Cases, Distance
from hexwar.rules.language.programs import step_in_words
from hexwar.rules.language.section import At, Selector, Within
from hexwar.rules.language.selectors import (
    NO_NAMES,
    at_in_words,
    for_such_only,
    selected,
    units_selected,
)
from hexwar.rules.language.selectors import Words as SelectorWords
from hexwar.rules.language.wording import (
    Names,
    called,
    every,
    in_words,
    mid_sentence,
    number,
    run_in_words,
    several,
    titles,
)
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Side
from hexwar.rules.units.section import PrintedNames, Units, UnitType

# What terrain and modifiers do to a battle, as charts print it.


NO_ATTACKS = "may not be attacked into"


def modifier_effects(effects: Iterable[CombatEffect], names: Names = NO_NAMES) -> str:
    """What a modifier does to a battle: where terrain would forbid the attack, it keeps units out
    of it.
    """
    kept_out = "units take no part in the attack"
    return combat_effects(effects, names).replace(NO_ATTACKS, kept_out)


def combat_effects(effects: Iterable[CombatEffect], names: Names = NO_NAMES) -> str:
    """What terrain, or a modifier, does to a battle."""
    return "; ".join(_combat_effect(effect, names) for effect in effects) or "no effect"


def _combat_effect(effect: CombatEffect, names: Names) -> str:
    """What an effect does to battles, and for which units."""
    if limits := ", ".join(_limits(effect, names)):
        return f"{_combat_effect(replace(effect, only=None, aim=None), names)} ({limits})"
    if effect.cases is not None:
        # Columns that depend on the defenders: the first case that fits holds.
        clauses = [
            f"{_columns(case.value)} if the defenders are {selected(case.only, names)}"
            for case in effect.cases.of
            if case.only is not None
        ]
        if effect.cases.rest:
            clauses.append(f"otherwise {_columns(effect.cases.rest)}")
        return ", ".join(clauses)
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


def _columns(shift: int) -> str:
    """A shift of columns: ``+1 column``."""
    return f"{shift:+d} column{'' if abs(shift) == 1 else 's'}" if shift else "no shift"


def _limits(effect: CombatEffect, names: Names) -> Iterator[str]:
    """Whose effect it is, against which units and from how far."""
    if effect.only is not None:
        yield for_such_only(effect.only, names)
    aim: Aim = effect.aim or Aim(None, None, None)
    if aim.against is not None:
        yield f"against {selected(aim.against, names)}"
    if aim.within is not None:
        yield f"within {_distance(aim.within)}"
    if aim.beyond is not None:
        yield f"beyond {_distance(aim.beyond)}"


def _distance(distance: int | Distance) -> str:
    """A distance: ``2 hexes``, or the value of a unit that it is, ``range x2``."""
    if isinstance(distance, int):
        return several(distance, "hex")
    times = "" if distance.multiply == 1 else f" x{number(distance.multiply)}"
    return f"{in_words(distance.value)}{times}"


def _of_whom(by: ByUnits | None, names: Names) -> str:
    """Whose values an effect comes from."""
    if by is None:
        return ""
    most = f", of {by.most} at most" if by.most else ""
    times = "" if abs(by.times) == 1 else f" x {number(abs(by.times))}"
    return f"{times} ({selected(by.of, names)}{most})"


# Any value of a form in words: which units a selector means, a condition, an amount that differs.
#
# A :class:`Speaker` knows the titles of one game. What has words of its own is said by them; forms,
# mappings and lists are told key by key, so that everything a game may say can be read.


PARTS = {Fraction(1, 2): "half", Fraction(2): "twice", Fraction(1, 3): "a third of"}
"""Factors that have words of their own."""


class Speaker:
    """Says the values of one game."""

    def __init__(self, game: ResolvedGame) -> None:
        self.game = game
        phases = {f"phase {phase.id}": phase.title for phase in game[SequenceOfPlay].phases}
        self.names = {**titles(game), **phases}

    # -- which units, when and where --------------------------------------------------------------

    def units(self, selector: Selector | None) -> str:
        """Which units a selector means: ``motor units``, ``all units``."""
        return units_selected(selector, self.names)

    def selected(self, selector: Selector) -> str:
        """What a selector asks for."""
        return selected(selector, self.names)

    def condition(self, asked: Condition) -> str:
        """A condition in words."""
        return in_a_sentence(asked, self.names, vocabulary("wordings"))

    def where(self, at: At) -> str:
        """Which hexes are meant: ``in towns and on rail``."""
        places = [at_in_words(at, SelectorWords(self.names))]
        if side := getattr(at, "controlled", ""):
            places.append(f"in hexes that {self.side(side)} controls")
        return " and ".join(filter(None, places))

    def side(self, side: str) -> str:
        """A side by its name, or as seen from a unit: ``its own side``."""
        return {"own": "the unit's side", "enemy": "the enemy"}.get(side) or in_prose(
            self.names[side]
        )

    def called(self, kind: str, name: str) -> str:
        """What a game defines, by its title."""
        return called(self.names, kind, name)

    def kinds(self, kind: str, names: Iterable[str]) -> str:
        """Kinds of hex, hexside, path or feature in the midst of a sentence."""
        return every(mid_sentence(self.called(kind, name)) for name in names)

    def phases(self, names: Iterable[str]) -> str:
        """Phases by their titles."""
        return every(self.names.get(f"phase {name}", in_words(name)) for name in names)

    # -- amounts ----------------------------------------------------------------------------------

    def amount(self, written: Any, say: Callable[[Any], str] = str) -> str:
        """A value, or each of those that hold in several cases."""
        if not isinstance(written, Cases):
            return say(written)
        cases = [f"{say(case.value)} for {self.units(case.only)}" for case in written.of]
        if written.rest is not None:
            cases.append(f"otherwise {say(written.rest)}")
        return ", ".join(cases)

    def share(self, factor: Fraction) -> str:
        """What multiplying makes of something: ``half``, ``3 times``."""
        return PARTS.get(factor) or (
            f"{number(factor)} of" if factor < 1 else f"{number(factor)} times"
        )

    # -- anything ---------------------------------------------------------------------------------

    def said(self, value: Any, shape: Shape | None = None) -> str:
        """Any value, as the words of a chart; ``shape`` tells what kind of thing a name is."""
        for kind, say in _SAID.items():
            if isinstance(value, kind):
                return say(self, value)
        if isinstance(value, str):
            kind = shape.scalar.names if shape is not None and shape.scalar is not None else ""
            if kind == "side":
                return self.names.get(value, in_words(value))
            if kind in ("place", "hex"):
                return self.called("region", value)
            if kind in _GROUND:
                return self.kinds(kind, (value,))
            return run_in_words(self.called(kind, value)) if value else "none"
        if isinstance(value, Mapping):
            mapped = shape.mapped if shape is not None else None
            ids = Shape(scalar=mapped.ids) if mapped is not None else None
            entry = mapped.entry if mapped is not None else None
            pairs = (
                f"{self.said(key, ids)}: {self.said(item, entry)}" for key, item in value.items()
            )
            return "; ".join(pairs) or "none"
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

    def _form(self, form: Form) -> str:
        """A form within a sentence: its title, and what it says that differs from the default."""
        mapped, title = form_shape(type(form)).mapped, getattr(form, "title", "")
        clauses = []
        if mapped is not None:
            for field in mapped.fields.values():
                value = getattr(form[field.of] if field.of else form, field.attribute)
                if value == field.default or field.key in ("id", "title"):
                    continue
                if isinstance(value, Selector) and field.key == "only":
                    clauses.append(f"only {self.units(value)}")
                elif field.key in _SIGNED and isinstance(value, int | Fraction):
                    clauses.append(f"{_SIGNED[field.key] if value >= 0 else ''}{number(value)}")
                else:
                    clauses.append(f"{in_words(field.key)} {self.said(value, field.shape)}")
        inside = ", ".join(clauses)
        return f"{title} ({inside})" if title and inside else title or inside or "as usual"

    def _parts(self, parts: Mapping[str, Any]) -> str:
        """What has parts and is no form, part by part."""
        given = {name: part for name, part in parts.items() if name != ADDED and part is not None}
        return ", ".join(f"{in_words(name)} {self.said(part)}" for name, part in given.items())


_GROUND = ("terrain", "hexside", "path", "feature")
"""The kinds of thing that are ground: their titles are common nouns, small within a sentence."""

_SIGNED = {"add": "+", "multiply": "x"}
"""Keys that are written as signs."""


def _result(speaker: Speaker, result: CombatResult) -> str:
    """A result of battles: its title, if that is no code, and its steps."""
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


Tell = Callable[[Any, Speaker], str]
"""The words of a key, of the form that has it; or of the whole form."""


class Charted(NamedTuple):
    """A key that a chart of the game has already; its words are for patches."""

    tell: Tell | None = None


class Always(NamedTuple):
    """A key without which the game could not be played from paper: it is told even where the game
    leaves it out.
    """

    tell: Tell


Keyed = Mapping[str, Tell | Charted | Always]
"""The words of a form's keys, by attribute."""

Words = Mapping[type[Any], Tell | Keyed]
"""What a package says of its forms: of a whole one, or by attribute."""


class Statement(NamedTuple):
    """What one key says.

    ``path``: where it stands; ``heading``: the titles that lead to it; ``value``: what is said;
    ``is_set``: whether the game says it; ``is_charted``: whether a chart has it already;
    ``is_sentence``: whether it has words of its package, and not its own name and value.
    """

    path: tuple[str, ...]
    heading: tuple[str, ...]
    value: Any
    is_set: bool
    is_charted: bool
    tell: Callable[[], str]
    is_sentence: bool = False


_KEYS = {"into_zone": "going into enemy zones of control"}
"""Keys that are no words by themselves."""


class ReadingPlace(NamedTuple):
    """Where the reading is: the path, the headings, what a key belongs to, its rule."""

    path: tuple[str, ...]
    heading: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    rule: str = ""
    is_charted: bool = False

    def label(self, key: str) -> str:
        """The words in front of a value that has none of its own."""
        words = ", ".join(_KEYS.get(word) or in_words(word) for word in (*self.of, key))
        return words[:1].upper() + words[1:]

    def ruled(self, text: str) -> str:
        """A sentence with the rule that it comes from."""
        return f"{text.removesuffix('.')} (rule {self.rule})." if self.rule else text


@cache
def _words() -> Words:
    """The words of all packages, by form."""
    words: dict[type[Any], Tell | Keyed] = {}
    for section in sections().values():
        if section.reads:
            words |= section.load(section.reads)
    return words


def _words_of(kind: type[Any]) -> Tell | Keyed:
    """The words of a form; no key has any where its package says nothing of it."""
    known = _words()
    # A form that builds on another may use the words of that one.
    return next((known[base] for base in kind.__mro__ if base in known), {})


def read_section(game: ResolvedGame, name: str, *, patches: bool = True) -> Iterator[Statement]:
    """What a section of a game says, and what it leaves out; nothing for a section that the game
    lacks.

    Without ``patches`` those that lie in it are passed over.
    """
    form = form_of(name)
    section = game.sections.get(form) if form is not None else None
    if section is not None:
        yield from _Reading(game, patches).section(section, ReadingPlace((name,)))


def read_form(game: ResolvedGame, form: Form) -> Iterator[Statement]:
    """What a part of a section says of itself, key by key."""
    yield from _Reading(game, patches=False).form(form)


def differences(game: ResolvedGame, patch: MappingNode) -> Iterator[Statement]:
    """What a patch in play changes, as it reads then."""
    patched = game.patched((patch,))
    for name in patch.entries:
        before = {
            statement.path: statement for statement in read_section(game, name, patches=False)
        }
        for statement in read_section(patched, name, patches=False):
            old = before.get(statement.path)
            # A key that stood there before is told if its value changed, a new one if it is said.
            if statement.is_set if old is None else statement.value != old.value:
                yield statement


def changes_in_words(game: ResolvedGame, patch: MappingNode) -> list[str]:
    """What a patch in play changes, in sentences, each behind the titles that it stands under."""
    return [
        _under_titles([*statement.heading], statement.tell)()
        for statement in differences(game, patch)
    ]


class _Reading:
    """The statements of one game."""

    def __init__(self, game: ResolvedGame, patches: bool) -> None:
        self._game, self._patches = game, patches
        self._speaker = Speaker(game)

    def section(self, form: Form, at: ReadingPlace) -> Iterator[Statement]:
        """What a section says; of one that is a mapping as a whole, entry by entry."""
        if not type(form).whole:
            cite = getattr(form, "cite", "")
            yield from self._form(form, at._replace(rule=cite if isinstance(cite, str) else ""))
            return
        (attribute,) = (name for name in type(form).annotations)
        entries = getattr(form, attribute)
        # Those of a list go by their numbers.
        by_name = entries.items() if isinstance(entries, Mapping) else enumerate(entries, 1)
        for name, entry in by_name:
            yield from self._entry(str(name), entry, at)

    def form(self, form: Form) -> Iterator[Statement]:
        """What a form says."""
        yield from self._form(form, ReadingPlace(()))

    def _entry(
        self, name: str, entry: Any, at: ReadingPlace, kind: str = ""
    ) -> Iterator[Statement]:
        """What stands under an id, below its title; ``kind``: what is looked up by the id."""
        title, cite = getattr(entry, "title", ""), getattr(entry, "cite", "")
        cite = cite if isinstance(cite, str) else ""
        inner = at._replace(path=(*at.path, name), of=())
        if not isinstance(entry, Form):
            title = in_words(name) if title in ("", name) or callable(title) else title
            inner = inner._replace(heading=(*at.heading, title))
            yield self._statement(entry, inner, lambda: f"{self._speaker.said(entry)}.")
        elif not isinstance(_words_of(type(entry)), Mapping):
            # One sentence tells all of it, and begins with its title.
            yield from self._form(entry, inner._replace(rule=cite or at.rule))
        else:
            known = self._speaker.names
            title = title or known.get(f"{kind} {name}") or known.get(name) or in_words(name)
            title += f" (rule {cite})" if cite else ""
            yield from self._form(entry, inner._replace(heading=(*at.heading, title)))

    def _form(self, form: Form, at: ReadingPlace) -> Iterator[Statement]:
        """What a form says: one sentence where its package has one for all of it, else key by key,
        and last the rules that it cites for none of them.
        """
        words = _words_of(type(form))
        if not isinstance(words, Mapping):
            sentence = self._statement(form, at, lambda: words(form, self._speaker))
            yield sentence._replace(is_sentence=True)
            return
        mapped = form_shape(type(form)).mapped
        cites = getattr(form, "cite", {})
        rules, cited = cites if isinstance(cites, Mapping) else {}, set[str]()
        if mapped is not None:
            for field in mapped.fields.values():
                if field.key in ("title", "cite"):
                    continue
                inner = at._replace(
                    path=(*at.path, field.key), rule=rules.get(field.cited) or at.rule
                )
                own = words.get(field.attribute)
                if isinstance(own, Charted):
                    inner, own = inner._replace(is_charted=True), own.tell
                for statement in self._field(form, field, own, inner):
                    if statement.is_set and not statement.is_charted:
                        cited.add(field.cited)
                    yield statement
        # The rules that are cited for no key of the form.
        citing = mapped.fields.get("cite") if mapped is not None else None
        reasons = citing.shape.mapped if citing is not None else None
        for reason, rule in rules.items():
            if reason in cited:
                continue
            about = reasons.fields[reason].description if reasons is not None else in_words(reason)
            inner = ReadingPlace((*at.path, "cite", reason), at.heading, is_charted=at.is_charted)
            # Bound here, and told later: by then the loop has gone on.
            yield self._statement(rule, inner, partial(str, f"Rule {rule}: {about}"))

    def _field(
        self, form: Form, field: Field, own: Tell | Always | None, at: ReadingPlace
    ) -> Iterator[Statement]:
        """What a key says: by its ``own`` words, by what it changes or holds, or else by its name
        and value.
        """
        value = getattr(form[field.of] if field.of else form, field.attribute)
        is_set = value != field.default or isinstance(own, Always)
        tell = own.tell if isinstance(own, Always) else own
        if tell is not None:
            sentence = self._statement(value, at, lambda: tell(form, self._speaker))
            yield sentence._replace(is_set=is_set, is_sentence=True)
        elif isinstance(value, MappingNode):
            if self._patches:
                for statement in differences(self._game, value):
                    of = [title for title in statement.heading if title not in at.heading]
                    yield statement._replace(
                        path=(*at.path, *statement.path),
                        heading=at.heading,
                        is_set=True,
                        is_charted=False,
                        tell=_under_titles(of, statement.tell),
                    )
        elif isinstance(value, Form) and not isinstance(value, Selector | At | Within):
            cite = getattr(value, "cite", "")
            rule = cite if isinstance(cite, str) and cite else at.rule
            inner = at._replace(of=(*at.of, field.key), rule=rule)
            parts = list(self._form(value, inner))
            # A form that the game says, if only as it would be anyway, is told by its name.
            if is_set and not any(part.is_set for part in parts):
                yield self._statement(value, inner, lambda: f"{at.label(field.key)}.")
            yield from parts
        elif isinstance(value, Mapping) and _is_of_entries(field):
            mapped = field.shape.mapped
            kind = mapped.ids.names if mapped is not None and mapped.ids is not None else ""
            for name, entry in value.items():
                yield from self._entry(name, entry, at, kind)
        else:
            statement = self._statement(value, at, lambda: self._without_words(field, value, at))
            yield statement._replace(is_set=is_set)

    def _without_words(self, field: Field, value: Any, at: ReadingPlace) -> str:
        """A key that has no words of its own, by its name and value."""
        if isinstance(value, Selector) and field.key == "only":
            of = f"{at.label('').rstrip(', ')}: only " if at.of else "Only "
            return f"{of}{self._speaker.units(value)}."
        if value is True:
            return f"{at.label(field.key)}."
        if isinstance(value, str) and value in _PERMITTED:
            return f"{at.label(field.key)} {_PERMITTED[value]}."
        return f"{at.label(field.key)}: {self._speaker.said(value, field.shape)}."

    def _statement(self, value: Any, at: ReadingPlace, tell: Callable[[], str]) -> Statement:
        """A statement whose sentence is made only when it is read."""
        return Statement(at.path, at.heading, value, True, at.is_charted, lambda: at.ruled(tell()))


def _under_titles(headings: list[str], tell: Callable[[], str]) -> Callable[[], str]:
    """A statement behind the titles that it stands under, where it does not begin with them."""

    def told() -> str:
        text = tell()
        return ": ".join([*(title for title in headings if not text.startswith(title)), text])

    return told


_PERMITTED = {
    "allowed": "is allowed",
    "forbidden": "is forbidden",
    "required": "is required",
    "not_needed": "is not needed",
}
"""Values that say whether something may or must be, as endings of a sentence about their key."""


def _is_of_entries(field: Field) -> bool:
    """Whether what stands under each id of a key has keys of its own."""
    mapped = field.shape.mapped
    entry = mapped.entry if mapped is not None else None
    return entry is not None and entry.mapped is not None and bool(entry.mapped.fields)


def _names_of_numbers(units: Units, speaker: Speaker) -> str:
    """The numbers whose names are the game's own."""
    usual = PrintedNames()
    own = [
        f"{name} ({ordinary})"
        for key in type(usual).annotations
        if (name := getattr(units.called, key)) != (ordinary := getattr(usual, key))
    ]
    return f"Of the numbers on counters these have names of their own: {every(own)}."


WORDS: Words = {
    # Sides and units stand below the words of rules, so what else they say is told from here.
    Side: {
        **dict.fromkeys(("name", "plural", "color"), Charted()),
        "called": lambda side, speaker: f'In sentences it is called "{side.called}".',
        "beginner": lambda side, speaker: (
            "Whoever is new to the game plays it." if side.beginner else "It is for anybody."
        ),
    },
    Units: {"called": _names_of_numbers, "values": Charted(), "counters": Charted()},
    # What counters show, and how they are drawn.
    UnitType: dict.fromkeys(
        ("symbol", "size", "picture", "steps", "values", "traits", "movement_class"), Charted()
    ),
}
