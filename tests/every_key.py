"""Every key that a section may have, said otherwise: whoever reads a game must notice.

The changes are made on the YAML by the forms: a key is added, left out, or says something else,
also where the game has nothing and only an example of the form has it. So a key that is new is
changed too, without anybody having to list it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

import hexwar
from hexwar.charts.pages import CHARTED, charts
from hexwar.cli.terminal import lines_of
from hexwar.definition.building import read_section as section_of
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import Form, idle_beside, only_with
from hexwar.definition.loading import Definition, GameFolder
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import completed, form_of, in_use
from hexwar.definition.shapes import Field, Shape, form_shape
from hexwar.definition.source import parse
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, SourceFile
from hexwar.rules.language.reading import read_section

DEEPEST = 8
"""Forms within forms; those of selectors and conditions hold each other for ever."""
MOST_VISITS = 6
"""So often a form is gone through in a section: what it says is the same everywhere."""
MOST_ALIKE = 3
"""Of the entries of a list or a mapping."""
MOST_TRIES = 6
"""Of values for a key: one that makes a difference will do."""


class Key(NamedTuple):
    """A key of a form, and the section in which that stands: none of what all sections share."""

    section: str
    form: str
    key: str

    def __str__(self) -> str:
        return ".".join(filter(None, self))


class Change(NamedTuple):
    """A section before and after one key says something else."""

    key: Key
    before: Any
    after: Any


class Changes:
    """The changes to one section of a game; those of ``done`` keys are passed over."""

    def __init__(self, section: str, names: Mapping[str, list[str]], done: set[Key]) -> None:
        self._section, self._names, self._done = section, names, done
        self._above: list[type[Form]] = []
        self._visits: Counter[type[Form] | None] = Counter()

    def of(self, value: Any) -> Iterator[Change]:
        """One after the other, of what the section says."""
        form = form_of(self._section)
        assert form is not None
        yield from self._inside(value, form_shape(form))

    def _inside(self, value: Any, shape: Shape) -> Iterator[Change]:
        mapped = shape.mapped
        form = mapped.form if mapped is not None else None
        too_often = form in self._above or self._visits[form] > MOST_VISITS
        if len(self._above) > DEEPEST or (form is not None and too_often):
            return
        if isinstance(value, list) and shape.listed is not None:
            for place, item in enumerate(value[:MOST_ALIKE]):
                for key, *both in self._inside(item, shape.listed.item):
                    before, after = ([*value[:place], it, *value[place + 1 :]] for it in both)
                    yield Change(key, before, after)
        if not isinstance(value, Mapping) or mapped is None or mapped.is_patch:
            return
        fields = mapped.fields if form is not None else {}
        if form is not None:
            self._visits[form] += 1
            self._above.append(form)
            for name, each in fields.items():
                yield from self._of_key(dict(value), name, each, fields)
            self._above.pop()
        if mapped.entry is not None:
            for name in [name for name in value if name not in fields][:MOST_ALIKE]:
                for key, before, after in self._inside(value[name], mapped.entry):
                    yield Change(key, {**value, name: before}, {**value, name: after})

    def _of_key(
        self, value: dict[str, Any], name: str, each: Field, fields: Mapping[str, Field]
    ) -> Iterator[Change]:
        form = self._above[-1]
        is_shared = any(above.page for above in self._above[1:])
        key = Key("" if is_shared else self._section, (each.of or form).__name__, name)
        if form.one_of and name not in value:
            value = {}
        if "cases" in value and name != "cases":
            return  # nobody heeds it beside cases
        idle = [lean for lean in each.leans if isinstance(lean, idle_beside) and lean.key != name]
        for lean in each.leans:  # beside what it needs to have an effect
            if isinstance(lean, only_with) and not set(lean.keys) & value.keys():
                beside = fields.get(lean.keys[0])
                known = self._examples(beside.shape, beside.examples) if beside else []
                heeded = [v for v in known if not any(v in other.words for other in idle)]
                value = {**value, lean.keys[0]: heeded[0]} if heeded else value
        for lean in idle:  # and nothing beside which it has none
            if not lean.words or _as_written(value.get(lean.key)) in lean.words:
                value = {k: v for k, v in value.items() if k != lean.key}
        if key not in self._done:
            for other in self._others(value.get(name), each.shape, each.examples):
                if name not in value and self._is_default(other, each):
                    continue
                yield Change(key, value, {**value, name: other})
            left_out = not each.needed and not form.one_of and name in value
            if left_out and not self._is_default(value[name], each):
                yield Change(key, value, {k: v for k, v in value.items() if k != name})
        given = [value[name]] if name in value else []
        for inner in (*given, *self._examples(each.shape, each.examples)):
            for of, before, after in self._inside(inner, each.shape):
                if of not in self._done:
                    yield Change(of, {**value, name: before}, {**value, name: after})

    def _examples(self, shape: Shape, examples: tuple[Any, ...]) -> list[Any]:
        made: list[Any] = []
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
                others += self._names.get(scalar.names, [])[:4]
            elif {"integer", "number"} & set(scalar.types):
                low = scalar.low or 0
                others += [value + 1] if isinstance(value, int) else range(low, low + 4)
            elif "string" in scalar.types and scalar.others:
                others += [f"{value}x" if isinstance(value, str) else "Another"]
        others += self._examples(shape, examples)
        if shape.listed is not None and shape.listed.item.scalar is not None:
            others += [[word] for word in shape.listed.item.scalar.words]
        if isinstance(value, list) and value:
            others.append(value[:-1])
        yield from (other for other in others if other != value)

    def _is_default(self, value: Any, each: Field) -> bool:
        """Whether a key says what it would say if it were left out."""
        return not isinstance(value, list | dict) and str(value) == str(each.default)

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
                    id_ = self._named(name, Shape(scalar=mapped.ids), turn + len(made))
                    made[id_] = self._named(item, mapped.entry, turn)
                else:
                    made[name] = item
            return made
        if isinstance(value, list | tuple) and shape.listed is not None:
            item = shape.listed.item
            return [self._named(each, item, turn + at) for at, each in enumerate(value)]
        if scalar is not None and scalar.names and value not in scalar.words:
            known = self._names.get(scalar.names, [])
            if known and (value not in known or turn):
                return known[turn % len(known)]
        return value


@dataclass
class GameRead:
    """A game, its sections as they are written, and what was seen of keys: ``told`` ones change
    what is read, ``silent`` ones have not done so, with the section before and after. What `check`
    finds fault with is neither.
    """

    folder: Path
    game: ResolvedGame
    tree: Mapping[str, Any]
    told: set[Key] = field(default_factory=set)
    silent: dict[Key, Change] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, definition: Definition) -> GameRead:
        """The game of a folder as it begins."""
        return cls(folder, definition.resolve(), _plain(GameFolder(folder, Findings()).root))

    def look(self, section: str) -> None:
        """Change one key of a section after the other."""
        tries = Counter[Key]()
        pages: dict[tuple[str, bool], str | None] = {}

        def page(value: Any, *, whole: bool) -> str | None:
            known = repr(value), whole
            if known not in pages:
                pages[known] = self._page(section, value, whole=whole)
            return pages[known]

        for change in self.changes(section, self.told):
            key, before, after = change
            if key in self.told or tries[key] >= MOST_TRIES:
                continue
            # The section's own page is made quickly; where it is the same, all pages are looked at.
            for whole in (False, True):
                old, new = page(before, whole=whole), page(after, whole=whole)
                if old is None or new is None:
                    break
                if old != new:
                    self.told.add(key)
                    self.silent.pop(key, None)
                    break
            else:
                tries[key] += 1
                if key not in self.silent and not self._is_found(section, before, after):
                    self.silent[key] = change

    def changes(self, section: str, done: set[Key]) -> Iterator[Change]:
        """The changes to keys of a section; those that are ``done`` are passed over."""
        return Changes(section, self._names(), done).of(self.tree[section])

    def _page(self, section: str, value: Any, *, whole: bool) -> str | None:
        """What is read of a game with such a section; ``None`` if it is no sound game."""
        try:
            game = self._with(section, value)
            if game is None:
                return None
            if whole or section in CHARTED:
                return "\n".join(
                    line for title, blocks in charts(game) for line in (title, *lines_of(blocks))
                )
            said = read_section(game, section)
            return "\n".join(s.tell() for s in said if s.is_set and not s.is_charted)
        except (LookupError, RuntimeError, ValueError):  # a name that there is not: no sound game
            return None

    def _is_found(self, section: str, before: Any, after: Any) -> bool:
        """Whether `check` tells something of a change: whoever made it learns that it is none."""
        told: list[set[tuple[str, str]]] = []
        with TemporaryDirectory() as folder:
            copytree(self.folder, Path(folder, "changed"), ignore=ignore_patterns("*.yaml"))
            tree = self.tree
            while name := tree.get("extends"):
                parent = self.folder.parent / Path(name).name
                copytree(parent, Path(folder, parent.name), dirs_exist_ok=True)
                tree = _plain(GameFolder(parent, Findings()).root)
            file = Path(folder, "changed", "game.yaml")
            for value in (before, after):
                text = yaml.dump({**self.tree, section: value}, sort_keys=False, allow_unicode=True)
                file.write_text(text, encoding="utf-8")
                told.append({(found.code, found.message) for found in hexwar.check(file.parent)})
        return bool(told[1] - told[0])

    def _with(self, section: str, value: Any) -> ResolvedGame | None:
        form = form_of(section)
        text = yaml.dump(value, sort_keys=False, allow_unicode=True)
        node = parse(SourceFile(Path("game.yaml"), text), Findings())
        if form is None or node is None:
            return None
        verdict = section_of(form, node)
        if verdict.flaws:
            return None
        written = [name for name in (*self.tree, section) if form_of(name) is not None]
        packages = in_use(written, [*self.game.packages, *verdict.packages])
        sections = {**self.game.sections, form: verdict.value}
        return completed(replace(self.game, sections=sections, packages=packages), packages)

    def _names(self) -> dict[str, list[str]]:
        """What the game defines, by kind."""
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

        for name, value in self.tree.items():
            if (form := form_of(name)) is not None:
                collect(value, form_shape(form))
        names["hex"] = list(self.game.map)[:50]
        names["place"] = [*names.get("region", []), *names["hex"]]
        return names


def _as_written(value: Any) -> str:
    """A value as YAML has it, which a form's words are held against."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(node: Node) -> Any:
    """A tree as values of Python."""
    if isinstance(node, MappingNode):
        return {name: _plain(entry.value) for name, entry in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.items]
    assert isinstance(node, ScalarNode)
    return node.value
