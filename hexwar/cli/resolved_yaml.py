"""A game's sections as YAML after everything was applied, each value with where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hexwar.definition.loading import Definition
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode

ORIGIN_COLUMN = 60
"""Where the comments that name file and line begin, if the line is short enough."""


def resolved_yaml(
    definition: Definition, scenario: str | None, options: Iterable[str], edition: str | None
) -> str:
    """The YAML of a choice; it ends with a line end. ChoiceError for what is not offered."""
    return tree_yaml(definition.tree(scenario, options, edition), definition.catalog.folder)


def tree_yaml(tree: MappingNode, folder: Path) -> str:
    """The YAML of a tree; ``folder`` is the one that origins are told from."""
    return "\n".join(_Writer(folder).mapping(tree, "")) + "\n"


class _Writer:
    """Writes nodes in block style; what fits on a line stands on one, as authors write it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def mapping(self, node: MappingNode, indent: str) -> Iterator[str]:
        for key, entry in node.entries.items():
            value = entry.value
            name = f"{indent}{_scalar_text(key, key)}:"
            if isinstance(value, MappingNode) and value.entries:
                yield name
                yield from self.mapping(value, f"{indent}  ")
            elif isinstance(value, SequenceNode) and not _is_flat(value):
                yield name
                for item in value.items:
                    yield self._with_origin(f"{indent}  - {_flow(item)}", item)
            else:
                yield self._with_origin(f"{name} {_flow(value)}", value)

    def _with_origin(self, line: str, node: Node) -> str:
        """The line with a comment that says where its value was written."""
        path = node.file.path.resolve()
        beside = path.is_relative_to(self._folder)
        # What is extended lies in another folder, which the name of the file alone would not tell.
        shown = path.relative_to(self._folder) if beside else Path(path.parent.name) / path.name
        return f"{line:{ORIGIN_COLUMN}} # {shown.as_posix()}:{node.line + 1}"


def _is_flat(node: SequenceNode) -> bool:
    return all(isinstance(item, ScalarNode) for item in node.items)


def _flow(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return _scalar_text(node.raw, node.value)
    if isinstance(node, SequenceNode):
        return f"[{', '.join(map(_flow, node.items))}]"
    inside = (f"{_scalar_text(key, key)}: {_flow(e.value)}" for key, e in node.entries.items())
    return f"{{{', '.join(inside)}}}"


def _scalar_text(raw: str, value: object) -> str:
    """A single value so that YAML reads the same value back."""
    if value is None:
        return "null"
    if not isinstance(value, str):
        return raw
    # Plain only where no reader of YAML could take it for anything else.
    plain = raw and all(c.isalnum() or c in "_-. /" for c in raw) and raw == raw.strip()
    if plain and raw[0].isalpha() and raw.lower() not in _WORDS and ". " not in raw:
        return raw
    return '"' + raw.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
"""Plain words that some YAML reader takes for something else."""
