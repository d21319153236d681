"""Every key that a section may have, said otherwise: what reads a game must notice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from hexwar.charts.pages import charts
from hexwar.cli.terminal import lines_of
from hexwar.definition.building import read_section
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import completed, form_of, in_use
from hexwar.definition.shapes import Field, Shape, form_shape
from hexwar.definition.source import parse
from hexwar.definition.tree import MappingNode, Node, SequenceNode, ScalarNode, SourceFile

DEEPEST = 8
"""Forms within forms; those of selectors and conditions hold each other for ever."""


class Key(NamedTuple):
    """A key of a form, by the form's name and the section in which it stands."""

    section: str
    form: str
    key: str


class Change(NamedTuple):
    """A section before and after one key says something else."""

    key: Key
    before: Any
    after: Any


def plain(node: Node) -> Any:
    """A tree as values of Python."""
    if isinstance(node, MappingNode):
        return {name: plain(entry.value) for name, entry in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    assert isinstance(node, ScalarNode)
    return node.value


@dataclass
class Changes:
    """The changes to one section of a game; those of ``done`` keys are passed over."""

    section: str
    names: Mapping[str, list[str]]
    done: set[Key] = field(default_factory=set)
    _above: list[Any] = field(default_factory=list)
    _visits: Counter[Any] = field(default_factory=Counter)

    def of(self, value: Any) -> Iterator[Change]:
        form = form_of(self.section)
        assert form is not None
        yield from self._inside(value, form_shape(form), 0)

    def _inside(self, value: Any, shape: Shape, depth: int) -> Iterator[Change]:
        mapped = shape.mapped
        form = mapped.form if mapped is not None else None
        if depth > DEEPEST or form in self._above or self._visits[form] > 6:
            return
        if isinstance(value, list) and shape.listed is not None:
            for place, item in enumerate(value[:3]):
                for key, before, after in self._inside(item, shape.listed.item, depth + 1):
                    yield Change(key, _at(value, place, before), _at(value, place, after))
        if not isinstance(value, Mapping) or mapped is None or mapped.is_patch:
            return
        fields = mapped.fields if mapped.form is not None else {}
        if form is not None:
            self._visits[form] += 1
            self._above.append(form)
        for name, each in fields.items():
            yield from self._of_key(value, name, each, shape, depth)
        if form is not None:
            self._above.pop()
        if mapped.entry is not None:
            for name in [name for name in value if name not in fields][:3]:
                for key, before, after in self._inside(value[name], mapped.entry, depth + 1):
                    yield Change(key, {**value, name: before}, {**value, name: after})

    def _of_key(
        self, value: Mapping[str, Any], name: str, each: Field, shape: Shape, depth: int
    ) -> Iterator[Change]:
        mapped = shape.mapped
        assert mapped is not None and mapped.form is not None
        owner = each.of or mapped.form
        shared = bool(mapped.form.page) and depth > 0
        key = Key("" if shared else self.section, owner.__name__, name)
        if mapped.form.one_of and name not in value:
            value = {}
        for other in self._others(value.get(name), each.shape, each.examples):
            if key not in self.done:
                yield Change(key, dict(value), {**value, name: other})
        if name in value and not each.needed and key not in self.done and not mapped.form.one_of:
            yield Change(key, dict(value), {k: v for k, v in value.items() if k != name})
        given = [value[name]] if name in value else []
        for inner in (*given, *self._examples(each.shape, each.examples)):
            for of, before, after in self._inside(inner, each.shape, depth + 1):
                if of not in self.done:
                    yield Change(of, {**value, name: before}, {**value, name: after})

    def _examples(self, shape: Shape, examples: tuple[Any, ...]) -> list[Any]:
        made = []
        for example in (*examples, *shape.examples):
            for turn in range(2):
                named = self._named(example, shape, turn)
                if named not in made:
                    made.append(named)
        return made[:4]

    def _others(self, value: Any, shape: Shape, examples: tuple[Any, ...]) -> Iterator[Any]:
        scalar = shape.scalar
        others: list[Any] = []
        if scalar is not None:
            others += scalar.words
            if "boolean" in scalar.types:
                others += (True, False)
            if scalar.names:
                others += self.names.get(scalar.names, [])[:4]
            elif {"integer", "number"} & set(scalar.types):
                low = scalar.low or 0
                others += (
                    [value + 1] if isinstance(value, int) else [low, low + 1, low + 2, low + 3]
                )
            elif "string" in scalar.types and isinstance(value, str) and scalar.others:
                others += [f"{value}x", "north" if value != "north" else "south"]
        others += self._examples(shape, examples)
        if isinstance(value, list) and value:
            others.append(value[:-1])
        yield from (other for other in others if other != value)

    def _named(self, value: Any, shape: Shape, turn: int) -> Any:
        """An example with names of this game."""
        mapped, scalar = shape.mapped, shape.scalar
        if isinstance(value, Mapping) and mapped is not None and not mapped.is_patch:
            fields = mapped.fields if mapped.form is not None else {}
            made = {}
            for name, item in value.items():
                if name in fields:
                    made[name] = self._named(item, fields[name].shape, turn)
                elif mapped.entry is not None:
                    ids = Shape(scalar=mapped.ids)
                    made[self._named(name, ids, turn + len(made))] = self._named(
                        item, mapped.entry, turn
                    )
                else:
                    made[name] = item
            return made
        if isinstance(value, list | tuple) and shape.listed is not None:
            item = shape.listed.item
            return [self._named(one, item, turn + at) for at, one in enumerate(value)]
        if scalar is not None and scalar.names and value not in scalar.words:
            known = self.names.get(scalar.names, [])
            if known and (value not in known or turn):
                return known[turn % len(known)]
        return value


def _at(value: list[Any], place: int, item: Any) -> list[Any]:
    return [*value[:place], item, *value[place + 1 :]]


def names_of(tree: Mapping[str, Any], game: ResolvedGame) -> dict[str, list[str]]:
    """What a game defines, by kind."""
    names: dict[str, list[str]] = {}

    def collect(value: Any, shape: Shape) -> None:
        mapped, scalar = shape.mapped, shape.scalar
        if scalar is not None and scalar.defines is not None and isinstance(value, str):
            names.setdefault(scalar.defines.kind, []).append(value)
        if isinstance(value, list) and shape.listed is not None:
            for item in value:
                collect(item, shape.listed.item)
        if isinstance(value, Mapping) and mapped is not None:
            fields = mapped.fields if mapped.form is not None else {}
            for name, item in value.items():
                if name in fields:
                    collect(item, fields[name].shape)
                elif mapped.entry is not None:
                    if mapped.ids is not None and mapped.ids.defines is not None:
                        names.setdefault(mapped.ids.defines.kind, []).append(name)
                    collect(item, mapped.entry)

    for name, value in tree.items():
        form = form_of(name)
        if form is not None:
            collect(value, form_shape(form))
    names["hex"] = list(game.map)[:50]
    names["place"] = [*names.get("region", []), *names["hex"]]
    return names


def read(section: str, value: Any) -> Any:
    """A section as its form, or ``None`` if it is unsound."""
    form = form_of(section)
    text = yaml.dump(value, sort_keys=False, allow_unicode=True)
    node = parse(SourceFile(Path("x.yaml"), text), Findings())
    assert form is not None and node is not None
    verdict = read_section(form, node)
    return None if verdict.flaws else verdict


def shown(game: ResolvedGame) -> str:
    return "\n".join(line for title, lines in charts(game) for line in (title, *lines_of(lines)))


def with_section(game: ResolvedGame, tree, section: str, value: Any) -> ResolvedGame | None:
    verdict = read(section, value)
    if verdict is None:
        return None
    form = form_of(section)
    asked = {name: None for name in (*tree, section) if form_of(name) is not None}
    packages = in_use(asked, [*game.packages, *verdict.packages])
    made = replace(game, sections={**game.sections, form: verdict.value}, packages=packages)
    return completed(made, packages)
