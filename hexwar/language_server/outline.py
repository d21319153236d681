"""The outline of a file: its sections, and what is defined in them."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from pygls.workspace import PositionCodec

from hexwar.definition.tree import MappingEntry, MappingNode, Node, SequenceNode
from hexwar.language_server.positions import range_of

DEEPEST = 3


def outline(root: Node, lines: list[str], codec: PositionCodec) -> list[types.DocumentSymbol]:
    """The symbols of a file, three deep: sections, what is in them, and their ids."""
    return [*_symbols(root, lines, codec, 1)] if isinstance(root, MappingNode) else []


def _symbols(
    node: MappingNode, lines: list[str], codec: PositionCodec, depth: int
) -> Iterator[types.DocumentSymbol]:
    for name, entry in node.entries.items():
        yield _symbol(name, entry, lines, codec, depth)


def _symbol(
    name: str, entry: MappingEntry, lines: list[str], codec: PositionCodec, depth: int
) -> types.DocumentSymbol:
    own = range_of(entry.key.place(), codec, lines)
    whole = types.Range(own.start, max(own.end, range_of(entry.value.place(), codec, lines).end))
    return types.DocumentSymbol(
        name=name or '""',
        detail=_title(entry.value),
        kind=types.SymbolKind.Module if depth == 1 else types.SymbolKind.Field,
        range=whole,
        selection_range=own,
        children=[*_inside(entry.value, lines, codec, depth + 1)] if depth < DEEPEST else [],
    )


def _inside(
    node: Node, lines: list[str], codec: PositionCodec, depth: int
) -> Iterator[types.DocumentSymbol]:
    if isinstance(node, MappingNode):
        yield from _symbols(node, lines, codec, depth)
    elif isinstance(node, SequenceNode):
        for item in node.mappings():
            if name := item.scalar("id"):
                place = range_of(item.place(), codec, lines)
                yield types.DocumentSymbol(
                    name=name.raw or '""',
                    detail=_title(item),
                    kind=types.SymbolKind.Field,
                    range=place,
                    selection_range=place,
                )


def _title(node: Node) -> str:
    return node.text("title") or node.text("name") if isinstance(node, MappingNode) else ""
