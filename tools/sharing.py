"""Schemas that point at what they share, so that nothing is written out twice.

Equal parts of schemas are found by what they allow: their description, examples and default stay
where they are used, the rest becomes a definition. What several files share stands in the file of
shared values, what one file has in several places among its own definitions.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

Schema = dict[str, Any]
Step = tuple[str, ...]

CALLED = "x-called"
"""What the form of a schema is called, from which a definition has its name."""
SAID_THERE = ("title", "description", "default", "examples", "x-cite", CALLED)
"""What a place says for itself, beside the definition that it points at."""
LEAST = 120
"""Characters of JSON from which a definition is worth a reference, which has some 50."""
OFTEN = 3
"""Places that say the same word for word, from which it is worth a definition with its words."""
WIDE = 100
"""Characters of a line."""


def shared(files: dict[str, Schema], common: str) -> dict[str, Schema]:
    """The same schemas with equal parts said once; those of several files are in ``common``.

    First what is allowed alike in several places, and once more where that made others alike; then
    what is short but said there word for word. The YAML servers of editors resolve references one
    beside the other, and lose some on the way: so every one names its file, and none leads to a
    definition that only points further.
    """
    found = {name: absolute(schema, name) for name, schema in files.items()}
    for said_there, often in ((SAID_THERE, 2), (SAID_THERE, 2), ((CALLED,), OFTEN)):
        pointing = _Sharing(found, common, said_there, often).shared()
        found = {name: _straight(schema, pointing) for name, schema in pointing.items()}
    return {name: uncalled(schema) for name, schema in found.items()}


def _straight(node: Any, files: dict[str, Schema]) -> Any:
    """A schema that points at no definition which points further. A place that says nothing but
    what it points at says nothing; one with a word of its own repeats the others, for editors.
    """
    if isinstance(node, list):
        return [_straight(item, files) for item in node]
    if not isinstance(node, dict):
        return node
    told = {key: _straight(value, files) for key, value in node.items()}
    if "$defs" in told:
        told["$defs"] = {k: v for k, v in told["$defs"].items() if "$ref" not in v}
    if isinstance(reference := node.get("$ref"), str):
        file, _, name = reference.partition("#/$defs/")
        there = files[file]["$defs"][name] if name else files[file]
        if "$ref" in there:
            return _straight({**there, **node, "$ref": there["$ref"]}, files)
        if all(key == "$ref" or there.get(key) == value for key, value in told.items()):
            return {"$ref": reference}
    return told


def uncalled(schema: Any) -> Any:
    """A schema without what its forms are called."""
    if isinstance(schema, dict):
        return {key: uncalled(value) for key, value in schema.items() if key != CALLED}
    return [uncalled(item) for item in schema] if isinstance(schema, list) else schema


def text_of(schema: Schema) -> str:
    """A schema as it stands in its file: what is short shares a line."""
    return _text(schema, 0) + "\n"


class _Sharing:
    """Counts what is used, names what is used often, points at it."""

    def __init__(
        self, files: dict[str, Schema], common: str, said_there: Sequence[str], often: int
    ) -> None:
        self.files, self.common, self.often = files, common, often
        self.said_there = said_there
        self.uses: dict[str, list[tuple[str, str]]] = {}  # by part: its files and its names
        self.bodies: dict[str, Schema] = {}
        self.names: dict[str, str] = {}

    def shared(self) -> dict[str, Schema]:
        """The schemas with what they share said once."""
        for name, schema in self.files.items():
            self._count(schema, name, "", root=True)
        self._name()
        found = {name: self._pointed(schema, root=True) for name, schema in self.files.items()}
        for key, reference in self.names.items():
            file, _, definition = reference.partition("#/$defs/")
            found[file].setdefault("$defs", {})[definition] = self._pointed(
                self.bodies[key], root=True
            )
        return found

    def _count(self, node: Schema, file: str, name: str, *, root: bool = False) -> None:
        if not root:
            key = self._key(node)
            uses = self.uses.setdefault(key, [])
            uses.append((file, str(node.get(CALLED) or name)))
            if len(uses) > 1:  # what lies within is used by it, and not once more
                return
            self.bodies[key] = {k: v for k, v in node.items() if k not in self.said_there}
        for step, inner in _inside(node):
            self._count(inner, file, step[-1] if step[-1] != "additionalProperties" else name)

    def _name(self) -> None:
        """A name for each part that is used often: its form's, else its key's."""
        taken = {
            f"{file}#/$defs/{name}"
            for file, schema in self.files.items()
            for name in schema.get("$defs", {})
        }
        for key, uses in self.uses.items():
            if len(uses) < self.often or len(key) < LEAST or "$ref" in self.bodies[key]:
                continue
            files = {file for file, _ in uses}
            file = self.common if len(files) > 1 else files.pop()
            name = Counter(name for _, name in uses).most_common(1)[0][0]
            number, wanted = 1, f"{file}#/$defs/{name}"
            while wanted in taken:
                number += 1
                wanted = f"{file}#/$defs/{name}_{number}"
            taken.add(wanted)
            self.names[key] = wanted

    def _key(self, node: Schema) -> str:
        """What a schema says, but for what a place says for itself."""
        bare = {key: value for key, value in node.items() if key not in self.said_there}
        return json.dumps(uncalled(bare), sort_keys=True)

    def _pointed(self, node: Schema, *, root: bool = False) -> Schema:
        """A schema with references in place of what is shared."""
        if not root and (reference := self.names.get(self._key(node))):
            said = [key for key in self.said_there if key in node and key != CALLED]
            before = {key: node[key] for key in said if key in ("title", "description")}
            return before | {"$ref": reference} | {key: node[key] for key in said}
        return {key: self._inner(key, value) for key, value in node.items()}

    def _inner(self, key: str, value: Any) -> Any:
        if key in ("properties", "$defs"):
            return {name: self._pointed(each) for name, each in value.items()}
        if key in _SINGLE and isinstance(value, dict):
            return self._pointed(value)
        return value


_SINGLE = ("items", "additionalProperties", "propertyNames", "if", "then", "else")


def _inside(node: Schema) -> Iterator[tuple[Step, Schema]]:
    for key in ("properties", "$defs"):
        for name, inner in node.get(key, {}).items():
            yield (key, name), inner
    for key in _SINGLE:
        if isinstance(node.get(key), dict):
            yield (key,), node[key]


def absolute(node: Any, file: str) -> Any:
    """The same with the file in every reference, so that equal ones are equal everywhere."""
    if isinstance(node, dict):
        told = {key: absolute(value, file) for key, value in node.items()}
        if isinstance(reference := told.get("$ref"), str) and reference.startswith("#"):
            told["$ref"] = file + reference.removesuffix("#")
        return told
    return [absolute(item, file) for item in node] if isinstance(node, list) else node


def _text(value: Any, indent: int, before: int = 0) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or indent + before + len(flat) < WIDE:
        return flat
    margin = " " * (indent + 2)
    if isinstance(value, list):
        rows = [_text(item, indent + 2) for item in value]
        return f"[\n{margin}" + f",\n{margin}".join(rows) + f"\n{' ' * indent}]"
    lines: list[str] = []
    for key, inner in value.items():
        name = f"{json.dumps(key, ensure_ascii=False)}: "
        row = name + _text(inner, indent + 2, len(name))
        is_short = "\n" not in row and key not in ("title", "description")
        if lines and is_short and _is_open(lines[-1]) and _fits(margin, lines[-1], row):
            lines[-1] += f", {row}"
        else:
            lines.append(row)
    return f"{{\n{margin}" + f",\n{margin}".join(lines) + f"\n{' ' * indent}}}"


def _is_open(line: str) -> bool:
    """Whether something may follow on a line: not behind a description."""
    return "\n" not in line and not re.match(r'"(title|description)": "', line)


def _fits(margin: str, line: str, row: str) -> bool:
    return len(margin) + len(line) + len(row) + 3 < WIDE
