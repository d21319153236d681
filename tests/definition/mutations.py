"""A sound game's files, broken in one place each: what slips of a keyboard and an editor do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

Place = tuple[str | int, ...]
MOST_ALIKE = 2
"""Of children that are all of one kind (counters, rows of a table) so many are broken."""
TRUNCATIONS = 24
"""In so many places a file is cut off."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One broken file: what was done to it and at which place; its new text is written late."""

    kind: str
    file: str
    where: Place
    write: Callable[[], str]
    key: str = ""

    @property
    def text(self) -> str:
        """The broken file."""
        return self.write()

    def __str__(self) -> str:
        return f"{self.kind}-{self.file}-{'.'.join(map(str, self.where))}"


def mutations(folder: Path) -> Iterator[Mutation]:
    """Every file of a game's folder, broken in every way."""
    for path in sorted(folder.glob("*.yaml")):
        findings = Findings()
        data = path.read_bytes()
        file = read_bytes(path, data, findings)
        assert file is not None
        root = parse(file, findings)
        assert isinstance(root, MappingNode)
        text = data.decode()
        yield from _truncated(path.name, text)
        for where, entry in _entries(root):
            yield _misspelt(path.name, text, where, entry)
            for kind, change in _CHANGES:
                changed = change(entry)
                if changed is not None:
                    write = partial(_written, root, {id(entry): changed})
                    yield Mutation(kind, path.name, where, write, entry.key.raw)


def _truncated(name: str, text: str) -> Iterator[Mutation]:
    for part in range(1, TRUNCATIONS + 1):
        end = len(text) * part // (TRUNCATIONS + 1)
        yield Mutation("truncated", name, (end,), partial(str, text[:end]))


def _misspelt(name: str, text: str, where: Place, entry: MappingEntry) -> Mutation:
    lines = text.split("\n")
    line, end = lines[entry.key.line], entry.key.end_column
    quoted = line[end - 1] in "\"'"
    at = end - 1 if quoted else end
    lines[entry.key.line] = line[:at] + entry.key.raw[-1] + line[at:]
    return Mutation("misspelt", name, where, partial("\n".join, lines), entry.key.raw)


def _entries(root: Node, where: Place = ()) -> Iterator[tuple[Place, MappingEntry]]:
    """The entries of all mappings; of children that are alike only the first few."""
    children: list[tuple[str | int, Node]] = []
    if isinstance(root, MappingNode):
        shapes: dict[object, int] = {}
        for key, entry in root.entries.items():
            shape = _shape(entry.value)
            shapes[shape] = shapes.get(shape, 0) + 1
            if where == () or not isinstance(shape, tuple) or shapes[shape] <= MOST_ALIKE:
                yield (*where, key), entry
                children.append((key, entry.value))
    elif isinstance(root, SequenceNode):
        children = [*enumerate(root.items[:MOST_ALIKE])]
    for step, child in children:
        yield from _entries(child, (*where, step))


def _shape(node: Node) -> object:
    if isinstance(node, MappingNode):
        return tuple(node.entries)
    return len(node.items) if isinstance(node, SequenceNode) else "scalar"


def _removed(_entry: MappingEntry) -> list[str]:
    return []


def _duplicated(entry: MappingEntry) -> list[str]:
    return [_pair(entry), _pair(entry)]


def _as_text(entry: MappingEntry) -> list[str] | None:
    """A number becomes a word, a collection a text."""
    value = entry.value
    if isinstance(value, ScalarNode) and isinstance(value.value, str):
        return None
    return [f"{_key(entry)}: four"]


def _as_list(entry: MappingEntry) -> list[str] | None:
    if isinstance(entry.value, SequenceNode):
        return None
    return [f"{_key(entry)}: [{_written(entry.value)}]"]


def _as_mapping(entry: MappingEntry) -> list[str] | None:
    if isinstance(entry.value, MappingNode):
        return None
    return [f"{_key(entry)}: {{four: {_written(entry.value)}}}"]


def _lengthened(entry: MappingEntry) -> list[str] | None:
    """A list with its last item once more."""
    if not isinstance(entry.value, SequenceNode) or not entry.value.items:
        return None
    items = [_written(item) for item in entry.value.items]
    return [f"{_key(entry)}: [{', '.join([*items, items[-1]])}]"]


def _shortened(entry: MappingEntry) -> list[str] | None:
    """A list without its last item."""
    if not isinstance(entry.value, SequenceNode) or not entry.value.items:
        return None
    items = [_written(item) for item in entry.value.items[:-1]]
    return [f"{_key(entry)}: [{', '.join(items)}]"]


_CHANGES: tuple[tuple[str, Callable[[MappingEntry], list[str] | None]], ...] = (
    ("removed", _removed),
    ("duplicated", _duplicated),
    ("to-text", _as_text),
    ("to-list", _as_list),
    ("to-mapping", _as_mapping),
    ("lengthened", _lengthened),
    ("shortened", _shortened),
)


def _key(entry: MappingEntry) -> str:
    return json.dumps(entry.key.raw)


def _pair(entry: MappingEntry) -> str:
    return f"{_key(entry)}: {_written(entry.value)}"


def _written(node: Node, changed: dict[int, list[str]] | None = None) -> str:
    """A tree as YAML in flow style, one line an entry, with some entries put differently."""
    changed = changed or {}
    if isinstance(node, ScalarNode):
        return json.dumps(node.value, ensure_ascii=False)
    if isinstance(node, SequenceNode):
        return "[" + ", ".join(_written(item, changed) for item in node.items) + "]"
    lines: list[str] = []
    for entry in node.entries.values():
        if id(entry) in changed:
            lines += changed[id(entry)]
        else:
            lines.append(f"{_key(entry)}: {_written(entry.value, changed)}")
    return "{\n" + ",\n".join(lines) + "\n}"
