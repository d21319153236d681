"""Fill drafts: games in which something is still open, with what stands there until it is written.

A game that says ``draft: true`` may lack what nobody can read off a map and counters: sections that
a game needs, costs of terrain, values of units. Each gap is filled in, so that everything that
shows a game can show a draft, and each is reported. Code that plays a game refuses a draft until
nothing is open.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.source import parse
from hexwar.definition.tree import MappingEntry, MappingNode, Node, ScalarNode, SourceFile

CODE = "HW114"
_NAMED = 5  # things of a kind that are named in a sentence


class OpenValue(NamedTuple):
    """Something that is still to be written: where, what, and how."""

    place: Span
    message: str
    help: str


_NEXT: Mapping[str, str] = {  # by section that a game needs: what to write
    "sides": "write `sides: {red: {name: Red}, blue: {name: Blue}}`",
    "terrain": "write `terrain: {hexes: {clear: {cost: 1}}}`, a line for each kind of the map",
    "units": "write types and counters: `units: {types: {...}, counters: {...}}`",
    "sequence": "write `sequence: {turns: 10, phases: [{id: red_movement, kind: movement, ...}]}`",
    "movement": "write `movement: {allowance: printed}`, or the points that every unit has",
    "stacking": "write `stacking: {limit: 2}`, or unlimited",
    "scenarios": "write where the units begin: `scenarios: {first: {title: ..., setup: {...}}}`",
    "victory": "write `victory: [{when: end_of_game, winner: red, if: {...}}]`",
}
_FIGHTS = ("combat", "fire", "melee")
"""Sections by which units fight: no game needs any, but a draft without one usually just lacks
it.
"""


class FilledDraft(NamedTuple):
    """The tree of a draft with something in all places that are open, and what these are."""

    tree: MappingNode
    open: tuple[OpenValue, ...]


def filled(root: MappingNode) -> FilledDraft:
    """Fill the gaps of a draft so that it can be shown: sections, terrain, values of units."""
    place = root.entries["draft"].key.place()
    draft = MappingNode(root.file, (0, 0), (0, 0), dict(root.entries))
    open_values = []
    for name, text in _placeholders(root).items():
        if name in root:
            continue
        tree = parse(SourceFile(Path("draft.yaml"), text), Findings())
        if isinstance(tree, MappingNode):
            draft.entries |= tree.entries
        message = f"section {name} is open: the draft has none"
        open_values.append(OpenValue(place, message, _NEXT[name]))
    if not any(name in root for name in _FIGHTS):
        message = "how units fight is open: there is no section combat, and no fire"
        hint = "write `combat`; if nobody fights, it is the last that is open: delete `draft: true`"
        open_values.append(OpenValue(place, message, hint))
    if isinstance(terrain := root.get("terrain"), MappingNode):
        draft.entries["terrain"] = _with_value(
            root.entries["terrain"], _with_costs(terrain, open_values)
        )
    # Types of unit of which a counter prints no values, neither itself nor by its type.
    units = root.mapping("units")
    types, lacking = units.mapping("types"), dict[str, Node]()
    for _, counter in units.mapping("counters").children():
        kind = counter.text("type")
        if "steps" not in counter and kind in types and "steps" not in types.mapping(kind):
            lacking.setdefault(kind, types.entries[kind].key)
    if lacking:
        message = f"the values of {_names_in_words([*lacking], 'unit type', 'unit types')} are open"
        hint = "write `steps: 4-3-6` (attack, defence, movement) of the type or of its counters"
        open_values.append(OpenValue(next(iter(lacking.values())).place(), message, hint))
    return FilledDraft(draft, tuple(open_values))


def _with_costs(terrain: MappingNode, open_values: list[OpenValue]) -> MappingNode:
    """Give the section a cost wherever a kind of hex or path has none."""
    completed = terrain
    for part, called in (("hexes", "hex"), ("paths", "path")):
        kinds = terrain.mapping(part)
        lacking = [name for name, kind in kinds.children() if "cost" not in kind]
        if not lacking:
            continue
        kinds_open = _names_in_words(lacking, f"kind of {called}", f"kinds of {called}")
        message = f"the cost of {kinds_open} is open"
        place = kinds.entries[lacking[0]].key.place()
        hint = "write `cost: 1`, `cost: prohibited`, or one for each movement class"
        open_values.append(OpenValue(place, message, hint))
        entries = dict(kinds.entries)
        for name in lacking:
            kind = kinds.mapping(name)
            start = (kind.line, kind.column)
            key = ScalarNode(kind.file, start, start, "cost", "cost")
            value = ScalarNode(kind.file, start, start, "1", 1)
            with_cost = _with_entries(kind, {**kind.entries, "cost": MappingEntry(key, value)})
            entries[name] = _with_value(entries[name], with_cost)
        inner = _with_entries(kinds, entries)
        entry = _with_value(terrain.entries[part], inner)
        completed = _with_entries(completed, {**completed.entries, part: entry})
    return completed


def report_open(open_values: Iterable[OpenValue], root: MappingNode, findings: Findings) -> None:
    """Report each thing that is open; where nothing is, that it is no longer a draft."""
    listed = list(open_values)
    for value in listed:
        findings.add(CODE, value.place, value.message, help=value.help)
    if not listed:
        hint = "delete `draft: true`, and all that is checked of a game is checked of this one"
        place = root.entries["draft"].value.place()
        findings.add(CODE, place, "nothing is open any more: the draft is a game", help=hint)


def _placeholders(root: MappingNode) -> dict[str, str]:
    """Write for each section that a game needs some text of it that a map is shown with."""
    sides = [*root.mapping("sides")] or ["red"]
    # JSON is YAML too, and quotes an id that would be read as a number or as `no`.
    side = json.dumps(sides[0])
    phase = f"{{id: open, kind: movement, side: {side}}}"
    return {
        "sides": "sides: {red: {name: First side}, blue: {name: Second side}}",
        "terrain": f"terrain: {json.dumps(_kinds(root.mapping('map')))}",
        "units": "units: {types: {unit: {title: Unit}}, "
        f"counters: {{unit: {{side: {side}, type: unit}}}}}}",
        "sequence": f"sequence: {{turns: 1, phases: [{phase}]}}",
        "movement": "movement: {allowance: 1}",
        "stacking": "stacking: {limit: unlimited}",
        "scenarios": "scenarios: {draft: {title: Draft, setup: {}}}",
        "victory": "victory: [{when: end_of_game, winner: draw}]",
    }


def _kinds(board: MappingNode) -> dict[str, dict[str, dict[str, int]]]:
    """List the kinds of terrain that the map speaks of, as a section that defines them."""
    legend = (board.mapping("legend").text(symbol) for symbol in board.mapping("legend"))
    boxes = (box.text("terrain") for _, box in board.mapping("boxes").children())
    hexes = dict.fromkeys([board.text("default"), *legend, *board.mapping("hexes"), *boxes])
    section = {
        "hexes": {kind: {"cost": 1} for kind in hexes if kind and kind != "void"},
        "hexsides": {kind: {"cost": 1} for kind in board.mapping("hexsides")},
        "paths": {kind: {"cost": 1} for kind in board.mapping("paths")},
        "features": {kind: {"cost": 0} for kind in board.mapping("features")},
    }
    return {part: kinds for part, kinds in section.items() if kinds}


def _names_in_words(names: list[str], singular: str, plural: str) -> str:
    remainder = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    noun = singular if len(names) == 1 else plural
    return f"{len(names)} {noun} ({', '.join(names[:_NAMED])}{remainder})"


def _with_value(entry: MappingEntry, value: Node) -> MappingEntry:
    return MappingEntry(entry.key, value)


def _with_entries(node: MappingNode, entries: dict[str, MappingEntry]) -> MappingNode:
    start, end = (node.line, node.column), (node.end_line, node.end_column)
    return MappingNode(node.file, start, end, entries)
