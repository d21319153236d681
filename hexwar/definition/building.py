"""Read a section of a game's tree by its form: flaws, references, citations and the value.

One walk does all of it. The nodes are read and not plain data, because only they know what the
author wrote (``4.10`` is a rule's number, not 4.1) and where. It never stops at a flaw: an author
wants to hear of all of them at once, and what cannot be read is ``None``, which nobody uses.

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
    """Read a section by its form, in one pass."""
    verdict = read_value(form_shape(form), node)
    if form.whole and not verdict.flaws:
        return verdict._replace(value=form.built({form.whole: verdict.value}))
    return verdict


def is_only_read(path: Sequence[str]) -> bool:
    """Say whether what is at a path from the top of a game is only read, and binds no save."""
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
    """Read a value by its shape, in one pass."""
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
        """Read the value of a node; ``key``: the id that it stands under."""
        flaws_before = self.wrong
        value = self._read(shape, node, path, key)
        return value if shape.made is None or self.wrong > flaws_before else shape.made(value)

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
            items = [self.read(listed.item, item, (*path, n)) for n, item in enumerate(node.items)]
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
        """Read a single value: note it as a name, try its type and limits, convert it."""
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
        """Give the names of a kind so far."""
        return self.names.setdefault(defines.kind, [*defines.always])

    def _mapped(self, shape: Shape, mapped: Mapped, node: MappingNode, path: Path, key: str) -> Any:
        """Read a mapping: its fields, then the entries under ids, then the form that they make."""
        flaws_before = self.wrong
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
        lacking = [name for name, field in mapped.own.items() if field.lacking(node.entries)]
        if lacking:
            self._flaw("required", path, node, lacking, shape)
        fields = mapped.asked(node.entries)
        values = self._fields(mapped, fields, node, path, key)
        ids = [name for name in node if name not in fields]
        if ids and mapped.entry is None:
            self._flaw("additionalProperties", path, node, False, shape)
        elif mapped.entry is not None:
            entries = self._entries(shape, node, path, ids)
            values |= {mapped.rest: entries} if mapped.rest else entries
        if mapped.form is None or self.wrong > flaws_before:
            return values
        # The values of a form, those that packages add to an open one made into their forms.
        if mapped.form.open and not mapped.form.one_of:
            added: dict[type[Form], dict[str, Any]] = {}
            for field in fields.values():
                if field.of is not None and field.attribute in values:
                    added.setdefault(field.of, {})[field.attribute] = values.pop(field.attribute)
            values[ADDED] = {form: form.built(of_form) for form, of_form in added.items()}
            self.opened.append(Extensible(path, mapped.form.built(values)))
            return self.opened[-1].value
        return mapped.form.built(values)

    def _patch(self, shape: Shape, node: MappingNode, path: Path) -> None:
        """Read a patch laid over the game before it begins: sections as such, or ``null``."""
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
        """Read the fields that are given, by attribute, and note what each leans on."""
        values: dict[str, Any] = {mapped.keyed: key} if mapped.keyed else {}
        values_by_key: dict[str, Any] = {}
        misspelt = mapped.entry is None and any(name not in fields for name in node)
        for name, field in fields.items():
            inner = node.get(name)
            if inner is not None:
                path_of_field = (*path, name)
                value = values_by_key[name] = self._field(field, node, inner, path_of_field)
                if field.of is not None:
                    self.packages.add(package_of(field.of))
                if field.cited and value != field.default:  # what is so anyway needs no rule
                    self.mechanisms.append(Mechanism(field.cited, path_of_field))
                if field.needs and value != field.default:
                    need = Need(field.needs.section, path_of_field, field.needs.idle)
                    self.needs.append(need)
                in_force = [m.moments for m in field.in_force if _has_keys(node, m.beside)]
                if in_force:
                    self.limited.append(Limited(path_of_field, in_force[0], field.needed))
                if field.leans:
                    self.weighed.append(weighed(field, node, path_of_field))
                elif is_empty(inner) and value == field.default:
                    self.weighed.append(says_nothing(path_of_field))
                continue
            if field.from_key:
                values[field.attribute] = field.from_key(key)
            if field.defined:
                self._left_out(field, is_sure=not (misspelt or field.default is NEEDED))
        for name in node:  # in the author's order, which tells what is done first
            if name in values_by_key:
                values[fields[name].attribute] = values_by_key[name]
        return values

    def _field(self, field: Field, node: MappingNode, value: Node, path: Path) -> Any:
        """Read a field, which may say which units are asked about in what stands under it."""
        if field.hangs_on:
            self.placed.append(Placed(path, field.hangs_on, self.place))
        if field.asked is None:
            return self.read(field.shape, value, path)
        place_around = self.place
        self.place = field.asked.within(place_around, partial(_has_keys, node))
        try:
            return self.read(field.shape, value, path)
        finally:
            self.place = place_around

    def _left_out(self, field: Field, *, is_sure: bool) -> None:
        """Note what a field would define that is not given, or perhaps only misspelt."""
        if not is_sure:
            self.untold |= field.defined.keys()
            return
        item = field.shape.listed.item.scalar if field.shape.listed else None
        if item is not None and item.defines is not None:
            self._names(item.defines).extend(field.default)

    def _entries(
        self, shape: Shape, node: MappingNode, path: Path, keys: Sequence[str]
    ) -> dict[str, Any]:
        """Read the entries under ids, each noted as a name and tried for its form."""
        values: dict[str, Any] = {}
        mapped = shape.mapped
        if mapped is None:
            return values
        ids = mapped.ids
        if ids is not None and ids.defines is not None:
            self._names(ids.defines).extend(keys)
            kind = ids.defines.kind
            self.definitions += [Reference(kind, path, key, is_key=True) for key in keys]
        for key in keys:
            if ids is not None and ids.names and key not in ids.words:
                self.references.append(Reference(ids.names, path, key, is_key=True))
            if ids is not None and ids.pattern and not _compiled(ids.pattern).search(key):
                self.wrong += 1
                if len(self.flaws) < MOST_FINDINGS:
                    about = shape.about() if ids.pattern != ID else {"description": PLAIN}
                    self.flaws.append(Flaw("pattern", path, key, ids.pattern, about, is_key=True))
            if mapped.entry is not None:
                value = node.entries[key].value
                values[key] = self.read(mapped.entry, value, (*path, key), key)
        return values


def _has_keys(node: MappingNode, keys: Sequence[str]) -> bool:
    """Say whether a mapping has a key, and in it the next one, and so on."""
    inner = node
    for key in keys:
        if key not in inner:
            return False
        inner = inner.mapping(key)
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
    """Find the limit that a single value of a right type breaks; ``None`` if it breaks none."""
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
    """Compile a pattern at whose `$` the text really ends: to Python also before a newline."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


# The keys at the top level of a game: its header and its sections, each read by its form.


@cache
def header_keys() -> Mapping[str, Field]:
    """Read the keys that are no sections."""
    keys: dict[str, Field] = {}
    for section in sections().values():
        mapped = form_shape(section.load(section.keys)).mapped if section.keys else None
        keys |= mapped.fields if mapped else {}
    return keys


@cache
def top_level_keys() -> tuple[str, ...]:
    """List every key, the header's first."""
    return *header_keys(), *section_names()


@cache
def required_keys() -> tuple[str, ...]:
    """List the keys that every game to be played has."""
    header = (key for key, field in header_keys().items() if field.needed)
    return *header, *(name for name, section in sections().items() if section.needed)


def described(key: str) -> str:
    """Say what a key is for. ``KeyError`` if there is none such."""
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
        """Reach the verdict on the value of a key."""
        return self._cache.made(_read, key, node)

    def value(self, key: str, root: MappingNode) -> Any:
        """Read what a key says; ``None`` if it is not there or unsound."""
        node = root.get(key)
        verdict = None if node is None else self.of(key, node)
        return None if verdict is None or verdict.flaws else verdict.value

    def header(self, root: MappingNode) -> Any:
        """Read what the header says, as far as it is sound."""
        (package,) = (section for section in sections().values() if section.keys)
        values = {field.attribute: self.value(key, root) for key, field in header_keys().items()}
        given_values = {name: value for name, value in values.items() if value is not None}
        return package.load(package.keys).built(given_values)


def _read(key: str, node: Node) -> Verdict:
    if key in header_keys():
        return read_value(header_keys()[key].shape, node)
    return read_section(_form(key), node)
