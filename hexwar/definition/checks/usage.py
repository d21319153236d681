"""What is defined and never used, in any scenario with any options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.definition.checks import Subject, of_all_games
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode

Path = tuple[str, ...]


@of_all_games
def everything_is_used(subjects: Sequence[Subject], findings: Findings) -> None:
    """Terrain, features, regions and results."""
    used = set()
    for subject in subjects:
        used |= set(_used(subject.game)) | set(_edges_crossed(subject))
        for name in subject.named("region") | subject.named("place"):
            used |= {("map", "regions", name), ("map", "edges", name)}
    for subject in subjects:
        for path in _defined(subject):
            if path in used:
                continue
            key = subject.key(*path)
            if subject.is_own(key):
                kind = _KINDS[path[:-1]]
                message = f"{kind} {path[-1]} is defined and never used"
                findings.add("HW302", key.place(), message, help="use it or delete it")


_KINDS: dict[Path, str] = {
    ("terrain", "hexes"): "terrain",
    ("terrain", "hexsides"): "hexside",
    ("terrain", "paths"): "path",
    ("terrain", "features"): "feature",
    ("map", "regions"): "region",
    ("map", "edges"): "edge",
    ("combat", "results"): "result",
}


def _defined(subject: Subject) -> Iterator[Path]:
    game, terrain = subject.game, subject.game.terrain
    for kind, names in (
        ("hexes", terrain.hexes),
        ("hexsides", terrain.hexsides),
        ("paths", terrain.paths),
        ("features", terrain.features),
    ):
        yield from (("terrain", kind, name) for name in names)
    edges = subject.tree.mapping("map").mapping("edges")
    for name in game.map.regions:
        yield "map", "edges" if name in edges else "regions", name
    if game.combat is not None:
        yield from (("combat", "results", code) for code in game.combat.results)


def _used(game: ResolvedGame) -> Iterator[Path]:
    board = game.map
    for number in board:
        yield "terrain", "hexes", board.terrain(number)
        yield from (("terrain", "features", feature) for feature in board.features(number))
    for kinds in board.hexsides.values():
        yield from (("terrain", "hexsides", kind) for kind in kinds)
    for kinds in board.paths.values():
        yield from (("terrain", "paths", kind) for kind in kinds)
    if game.combat is not None:
        for row in game.combat.table.values():
            yield from (("combat", "results", code) for code in row)
        yield "combat", "results", game.combat.below_result


def _edges_crossed(subject: Subject) -> Iterator[Path]:
    """The edges by which paths leave the map: `"@W-0103-0203"`."""
    paths = subject.tree.mapping("map").mapping("paths")
    for kind in paths:
        for chain in paths.texts(kind):
            yield from (("map", "edges", s[1:]) for s in chain.split("-") if s.startswith("@"))


@of_all_games
def every_variant_is_played(subjects: Sequence[Subject], findings: Findings) -> None:
    """No variant that no scenario names: it could never be chosen."""
    played = {scenario.text("variant") for scenario in _scenarios(subjects[0])}
    for name, entry in subjects[0].root.mapping("variants").entries.items():
        if name not in played and subjects[0].is_own(entry.key):
            message = f"variant {name} is defined and never used"
            hint = f"name it in a scenario, `variant: {name}`, or make it an option"
            findings.add("HW302", entry.key.place(), message, help=hint)


def _scenarios(subject: Subject) -> list[MappingNode]:
    return [scenario for _, scenario in subject.root.mapping("scenarios").children()]


@of_all_games
def every_type_has_counters(subjects: Sequence[Subject], findings: Findings) -> None:
    """No unit type without a counter."""
    types = {unit.type.id for subject in subjects for unit in subject.game.units.values()}
    for subject in subjects:
        for name in subject.tree.mapping("units").mapping("types"):
            key = subject.key("units", "types", name)
            if name not in types and subject.is_own(key):
                message = f"unit type {name} is defined and never used"
                findings.add("HW302", key.place(), message, help="use it or delete it")


@of_all_games
def every_trait_is_asked_for(subjects: Sequence[Subject], findings: Findings) -> None:
    """No trait that no rule names: it may be misspelt, and then its units lack the right one."""
    asked = {trait for subject in subjects for trait in subject.named("trait")}
    for subject in subjects:
        for _, kind in subject.tree.mapping("units").mapping("types").children():
            for node in kind.sequence("traits").scalars():
                if node.raw not in asked and subject.is_own(node):
                    near = findings.nearest(node.raw, asked)
                    hint = f"did you mean {near}?" if near else "use it or delete it"
                    message = f"trait {node.raw} is defined and never used"
                    findings.add("HW302", node.place(), message, help=hint)
