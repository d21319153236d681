"""Reading a section of a game's tree by its form: flaws, references, citations and the value.

One walk does all of it. The nodes are read and not plain data, because only they know what the
author wrote (``4.10`` is a rule's number, not 4.1) and where.

First what reads one value by its shape (:class:`_TreeWalk`: a single value, a list, a mapping with
its fields and its entries); then the keys at the top level of a game, and the verdicts on them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from hexwar.definition import forms
from hexwar.definition.diagnostics import MOST_FINDINGS
from hexwar.definition.editing import is_cut
from hexwar.definition.forms import ADDED, ID, NEEDED, Form
from hexwar.definition.leaning import is_empty, says_nothing, weighed
from hexwar.definition.merging import Cache
from hexwar.definition.packages import changeable, form_of, package_of, section_names, sections
from hexwar.definition.shapes import Field, Mapped, Scalar, Shape, form_shape
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, plain
from hexwar.definition.verdict import (
    Extensible,
    Flaw,
    Limited,
    Mechanism,
    Need,
    Path,
    Placed,
    Reference,
    Verdict,
    Weighed,
)

PLAIN = "It is made of letters, digits and _, a letter first."
"""What is said of the ids that most things have."""


def read_section(form: type[Form], node: Node) -> Verdict:
    """One pass over a section."""
    verdict = read_value(form_shape(form), node)
    if form.whole and not verdict.flaws:
        return verdict._replace(value=form.built({form.whole: verdict.value}))
    return verdict


def is_only_read(path: Sequence[str]) -> bool:
    """Whether what is at a path from the top of a game is only for reading or looking at, and binds
    no save.
    """
    section, *steps = path
    form = form_of(section)
    if form is None:
        return section in header_keys()
    shape: Shape | None = form_shape(form)
    for step in steps:
        if shape is None or shape.only_read:
            break
        # A step is a key, or a place (counted) in a list. Where nothing may stand: no shape.
        if shape.listed is not None and step.isdecimal():
            shape = shape.listed.item
        elif shape.mapped is None:
            shape = None
        else:
            field = shape.mapped.fields.get(step)
            shape = shape.mapped.entry if field is None else field.shape
    return shape is not None and shape.only_read


def read_value(shape: Shape, node: Node) -> Verdict:
    """One pass over a value by its shape."""
    walk = _TreeWalk()
    value = walk.read(shape, node, ())
    return Verdict(
        flaws=walk.flaws,
        references=walk.references,
        mechanisms=walk.mechanisms,
        value=value,
        names=walk.names,
        untold=walk.untold,
        needs=walk.needs,
        weighed=walk.weighed,
        placed=walk.placed,
        definitions=walk.definitions,
        patches=walk.patches,
        packages=walk.packages,
        cut=walk.cut,
        limited=walk.limited,
        opened=walk.opened,
    )


class _TreeWalk:
    """One walk over a tree, which gathers what a :class:`Verdict` has under the same names.

    What has a flaw is read as ``None``, which nobody uses.
    """

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []
        self.references: list[Reference] = []
        self.mechanisms: list[Mechanism] = []
        self.names: dict[str, list[str]] = {}
        self.untold: set[str] = set()
        self.needs: list[Need] = []
        self.weighed: list[Weighed] = []
        self.placed: list[Placed] = []
        self.place = forms.EVERYWHERE
        """Which units are asked about where the walk is, for names and words that depend on it."""
        self.definitions: list[Reference] = []
        self.patches: list[Path] = []
        self.packages: set[str] = set()
        self.cut: list[Path] = []
        self.limited: list[Limited] = []
        self.opened: list[Extensible] = []
        self.wrong = 0
        """The number of flaws so far, including those beyond the number that is kept: comparing it
        before and after tells whether a value has one."""

    def read(self, shape: Shape, node: Node, path: Path, key: str = "") -> Any:
        """The value of a node; ``key``: the id that it stands under."""
        before = self.wrong
        value = self._read(shape, node, path, key)
        return value if shape.made is None or self.wrong > before else shape.made(value)

    def _read(self, shape: Shape, node: Node, path: Path, key: str) -> Any:
        if isinstance(node, ScalarNode):
            value = self._scalar(shape, node, path)
            form = shape.mapped.form if shape.mapped else None
            plain_value = form is not None and form.single and not isinstance(value, form)
            return form.built({form.single: value}) if form and plain_value else value
        if isinstance(node, SequenceNode) and shape.listed is not None:
            listed = shape.listed
            if listed.not_empty and not node.items:
                self._flaw("minItems", path, node, 1, shape)
            texts = [item.raw for item in node.scalars()] if listed.once else []
            if len({*texts}) < len(texts):
                self._flaw("uniqueItems", path, node, True, shape)
            items = [self.read(listed.item, each, (*path, n)) for n, each in enumerate(node.items)]
            return listed.made(items)
        if isinstance(node, MappingNode) and shape.mapped is not None:
            return self._mapped(shape, shape.mapped, node, path, key)
        return self._wrong_type(shape, node, path)

    def _wrong_type(self, shape: Shape, node: Node, path: Path) -> None:
        # Names that would be defined in it are unknown now: nobody is told that they are missing.
        self.untold |= shape.defined.keys()
        self._flaw("type", path, node, shape.types, shape)

    def _flaw(self, keyword: str, path: Path, node: Node, allowed: Any, shape: Shape) -> None:
        self.wrong += 1
        if len(self.flaws) < MOST_FINDINGS:
            self.flaws.append(Flaw(keyword, path, plain(node), allowed, shape.about()))

    def _scalar(self, shape: Shape, node: ScalarNode, path: Path) -> Any:
        """A single value: noted as a name, held against its type and its limits, and converted."""
        scalar, value = shape.scalar, node.value
        if scalar is None:
            return self._wrong_type(shape, node, path)
        if scalar.defines is not None:
            self._names(scalar.defines).append(node.raw)
            self.definitions.append(Reference(scalar.defines.kind, path, node.raw, is_key=False))
        is_name = scalar.names and isinstance(value, str | int | float)
        if is_name and value not in scalar.words and not isinstance(value, bool):
            reference = Reference(scalar.names, path, node.raw, is_key=False, place=self.place)
            self.references.append(reference)
        if _TYPES[type(value)].isdisjoint(scalar.types):
            return self._flaw("type", path, node, shape.types, shape)
        if broken := _broken_limit(scalar, value):
            return self._flaw(broken.keyword, path, node, broken.allowed, shape)
        if isinstance(value, str) and value in scalar.words:
            if value in scalar.needs:
                self.needs.append(Need(scalar.needs[value], path, idle=True))
            if value in scalar.brought:
                self.packages.add(scalar.brought[value])
            return scalar.words[value]
        # In a text for players anything may stand, so a # in it may have been meant.
        limited = scalar.pattern or scalar.words or scalar.names or scalar.defines
        is_text = scalar.types == ("string",) and not limited
        if is_text and node.line_after.startswith((" ", "\t")) and is_cut(node):
            self.cut.append(path)
        return scalar.convert(node)

    def _names(self, defines: forms.defines) -> list[str]:
        """The names of a kind so far."""
        return self.names.setdefault(defines.kind, [*defines.always])

    def _mapped(self, shape: Shape, mapped: Mapped, node: MappingNode, path: Path, key: str) -> Any:
        """A mapping: its fields, then the entries under ids, then the form that they make."""
        before = self.wrong
        if mapped.is_patch or mapped.before_play:
            self.patches.append(path)
        if mapped.form is not None:
            self.packages.add(package_of(mapped.form))
        if mapped.before_play:
            self._patch(shape, node, path)
        if mapped.is_patch:
            return node
        if mapped.form is not None and mapped.form.one_of and len(node.entries) != 1:
            keyword = "minProperties" if not node.entries else "maxProperties"
            self._flaw(keyword, path, node, 1, shape)
        elif mapped.not_empty and not node.entries:
            self._flaw("minProperties", path, node, 1, shape)
        lacking = [name for name, each in mapped.own.items() if each.lacking(node.entries)]
        if lacking:
            self._flaw("required", path, node, lacking, shape)
        fields = mapped.asked(node.entries)
        values = self._fields(mapped, fields, node, path, key)
        entries = [name for name in node if name not in fields]
        if entries and mapped.entry is None:
            self._flaw("additionalProperties", path, node, False, shape)
        elif mapped.entry is not None:
            inside = self._entries(shape, node, path, entries)
            values |= {mapped.rest: inside} if mapped.rest else inside
        if mapped.form is None or self.wrong > before:
            return values
        # The values of a form, those that packages add to an open one made into their forms.
        if mapped.form.open and not mapped.form.one_of:
            added: dict[type[Form], dict[str, Any]] = {}
            for each in fields.values():
                if each.of is not None and each.attribute in values:
                    added.setdefault(each.of, {})[each.attribute] = values.pop(each.attribute)
            values[ADDED] = {
                form: form.built(entries_given) for form, entries_given in added.items()
            }
            self.opened.append(Extensible(path, mapped.form.built(values)))
            return self.opened[-1].value
        return mapped.form.built(values)

    def _patch(self, shape: Shape, node: MappingNode, path: Path) -> None:
        """A patch laid over the game before it begins: sections as such, or ``null``."""
        known = changeable()
        if any(name not in known for name in node):
            self._flaw("additionalProperties", path, node, False, shape)
        for name, entry in node.entries.items():
            form, value = form_of(name) if name in known else None, entry.value
            if form is None or (isinstance(value, ScalarNode) and value.value is None):
                continue
            section = form_shape(form)
            if not isinstance(value, SequenceNode if section.listed else MappingNode):
                section_shape = Shape(
                    description=f"Changes to section {name}.", examples=section.examples
                )
                self._flaw("type", (*path, name), value, [*section.types, "null"], section_shape)

    def _fields(
        self, mapped: Mapped, fields: dict[str, Field], node: MappingNode, path: Path, key: str
    ) -> dict[str, Any]:
        """The values of the fields that are given, by attribute; what each leans on is noted."""
        values: dict[str, Any] = {mapped.keyed: key} if mapped.keyed else {}
        entries_given: dict[str, Any] = {}
        misspelt = mapped.entry is None and any(name not in fields for name in node)
        for name, each in fields.items():
            inside = node.get(name)
            if inside is not None:
                entries_given[name] = self._value_in_place(each, node, inside, (*path, name))
                if each.of is not None:
                    self.packages.add(package_of(each.of))
                if (
                    each.cited and entries_given[name] != each.default
                ):  # what is so anyway needs no rule
                    self.mechanisms.append(Mechanism(each.cited, (*path, name)))
                if each.needs and entries_given[name] != each.default:
                    at = (*path, name)
                    self.needs.append(Need(each.needs.section, at, each.needs.idle))
                in_force = [m.moments for m in each.in_force if _has_keys(node, m.beside)]
                if in_force:
                    self.limited.append(Limited((*path, name), in_force[0], each.needed))
                if each.leans:
                    self.weighed.append(weighed(each, node, (*path, name)))
                elif is_empty(inside) and entries_given[name] == each.default:
                    self.weighed.append(says_nothing((*path, name)))
                continue
            if each.from_key:
                values[each.attribute] = each.from_key(key)
            if each.defined:
                self._left_out(each, is_sure=not (misspelt or each.default is NEEDED))
        for name in node:  # in the author's order, which tells what is done first
            if name in entries_given:
                values[fields[name].attribute] = entries_given[name]
        return values

    def _value_in_place(self, each: Field, node: MappingNode, inside: Node, path: Path) -> Any:
        """The value of a field, which may say which units are asked about in what stands under
        it.
        """
        if each.hangs_on:
            self.placed.append(Placed(path, each.hangs_on, self.place))
        if each.asked is None:
            return self.read(each.shape, inside, path)
        around = self.place
        self.place = each.asked.within(around, partial(_has_keys, node))
        try:
            return self.read(each.shape, inside, path)
        finally:
            self.place = around

    def _left_out(self, each: Field, *, is_sure: bool) -> None:
        """What a field would define that is not given, or perhaps only misspelt."""
        if not is_sure:
            self.untold |= each.defined.keys()
            return
        item = each.shape.listed.item.scalar if each.shape.listed else None
        if item is not None and item.defines is not None:
            self._names(item.defines).extend(each.default)

    def _entries(
        self, shape: Shape, node: MappingNode, path: Path, entries: Sequence[str]
    ) -> dict[str, Any]:
        """The entries under ids."""
        values: dict[str, Any] = {}
        mapped = shape.mapped
        if mapped is None:
            return values
        if mapped.ids is not None and mapped.ids.defines is not None:
            kind = mapped.ids.defines.kind
            self._names(mapped.ids.defines).extend(entries)
            self.definitions += [Reference(kind, path, key, is_key=True) for key in entries]
        for key in entries:
            if mapped.ids is not None:
                self._id(shape, mapped.ids, key, path)
            if mapped.entry is not None:
                inside = node.entries[key].value
                values[key] = self.read(mapped.entry, inside, (*path, key), key)
        return values

    def _id(self, shape: Shape, ids: Scalar, key: str, path: Path) -> None:
        """An id of a mapping: noted as a name, and held against the form of such."""
        if ids.names and key not in ids.words:
            self.references.append(Reference(ids.names, path, key, is_key=True))
        if not ids.pattern or _compiled(ids.pattern).search(key):
            return
        self.wrong += 1
        if len(self.flaws) < MOST_FINDINGS:
            about = shape.about() if ids.pattern != ID else {"description": PLAIN}
            self.flaws.append(Flaw("pattern", path, key, ids.pattern, about, is_key=True))


def _has_keys(node: MappingNode, keys: Sequence[str]) -> bool:
    """Whether a mapping has a key, and in it the next one, and so on."""
    within = node
    for key in keys:
        if key not in within:
            return False
        within = within.mapping(key)
    return True


_TYPES: dict[type, frozenset[str]] = {
    str: frozenset({"string"}),
    bool: frozenset({"boolean"}),
    int: frozenset({"integer", "number"}),
    float: frozenset({"number"}),  # 4.0 is no whole number: a count of turns is written 4
    type(None): frozenset(),
}


class _BrokenLimit(NamedTuple):
    """A keyword of JSON Schema that a value breaks, and what it asks for."""

    keyword: str
    allowed: Any


def _broken_limit(scalar: Scalar, value: Any) -> _BrokenLimit | None:
    """The limit that a single value of a right type breaks; ``None`` if it breaks none."""
    if not scalar.others and value not in scalar.words:
        return _BrokenLimit("enum", [*scalar.words])
    if isinstance(value, str):
        if scalar.pattern and not _compiled(scalar.pattern).search(value):
            return _BrokenLimit("pattern", scalar.pattern)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if scalar.low is not None and value < scalar.low:
            return _BrokenLimit("minimum", scalar.low)
        if scalar.high is not None and value > scalar.high:
            return _BrokenLimit("maximum", scalar.high)
    return None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern at whose `$` the text really ends: in Python it matches before a newline too."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


# The keys at the top level of a game: its header and its sections, each read by its form.


@cache
def header_keys() -> Mapping[str, Field]:
    """The keys that are no sections."""
    keys: dict[str, Field] = {}
    for section in sections().values():
        mapped = form_shape(section.load(section.keys)).mapped if section.keys else None
        keys |= mapped.fields if mapped else {}
    return keys


@cache
def top_level_keys() -> tuple[str, ...]:
    """Every key, the header's first."""
    return *header_keys(), *section_names()


@cache
def required_keys() -> tuple[str, ...]:
    """The keys that every game to be played has."""
    header = (key for key, field in header_keys().items() if field.needed)
    return *header, *(name for name, section in sections().items() if section.needed)


def described(key: str) -> str:
    """What a key is for. ``KeyError`` if there is none such."""
    if key in header_keys():
        return header_keys()[key].description
    return form_shape(_form(key)).description


def _form(section: str) -> type[Form]:
    form = form_of(section)
    if form is None:
        raise KeyError(section)
    return form


class Verdicts:
    """What was found in each part of the top level: every node is read once."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def of(self, key: str, node: Node) -> Verdict:
        """The verdict on the value of a key."""
        return self._cache.made(_read, key, node)

    def value(self, key: str, root: MappingNode) -> Any:
        """What a key says; ``None`` if it is not there or unsound."""
        node = root.get(key)
        verdict = None if node is None else self.of(key, node)
        return None if verdict is None or verdict.flaws else verdict.value

    def header(self, root: MappingNode) -> Any:
        """What the header says, as far as it is sound."""
        (package,) = (section for section in sections().values() if section.keys)
        values = {field.attribute: self.value(key, root) for key, field in header_keys().items()}
        given_values = {name: value for name, value in values.items() if value is not None}
        return package.load(package.keys).built(given_values)


def _read(key: str, node: Node) -> Verdict:
    if key in header_keys():
        return read_value(header_keys()[key].shape, node)
    return read_section(_form(key), node)
