"""What is proved of section ``map``: that everything that could be on it is.

Pictures are opened and looked at; then every kind, feature and region that is defined must lie
somewhere in some scenario or variant of the game, and lists must name what they name once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import deletion, without
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode, ScalarNode, SequenceNode
from hexwar.rules.terrain.section import Terrain

Path = tuple[str, ...]


@of_each_game
def pictures_can_be_shown(subject: Subject, findings: Findings) -> None:
    """Every picture that the game names is one, of a size that can be shown, and hexes lie on it.

    What looks into them is imported in games that have some.
    """
    if named := [*_pictures(subject.tree)]:
        from hexwar.rules.map.pictures import check_grid, check_pictures

        check_pictures(named, findings)
        check_grid(subject, findings)


def _pictures(tree: MappingNode) -> Iterator[ScalarNode]:
    """Where the game names a picture."""
    pictures = [tree.mapping("map").mapping("picture")]
    for group in ("types", "counters"):
        there = tree.mapping("units").mapping(group).children()
        pictures += [entry.mapping("picture") for _, entry in there if "picture" in entry]
    beside = tree.mapping("map").mapping("picture").get("beside")
    if isinstance(beside, SequenceNode):
        pictures += [item for item in beside.items if isinstance(item, MappingNode)]
    for picture in pictures:
        yield from filter(None, map(picture.scalar, ("file", "front", "back")))
    markers = tree.mapping("markers").children()
    yield from filter(None, (marker.scalar("picture") for _, marker in markers))


@of_all_games
def everything_is_used(subjects: Sequence[Subject], findings: Findings) -> None:
    """Terrain, features and regions."""
    used = set()
    for subject in subjects:
        used |= set(_ground_used(subject.game)) | set(_edges_crossed(subject))
        for name in subject.named("region") | subject.named("place"):
            used |= {("map", "regions", name), ("map", "edges", name)}
    for subject in subjects:
        for path in _ground_defined(subject):
            if path in used:
                continue
            key = subject.key(*path)
            if subject.is_own(key):
                kind = _KINDS[path[:-1]]
                message = f"{kind} {path[-1]} is defined and never used"
                findings.add("HW302", key.place(), message, help="use it or delete it")


@of_all_games
def lists_name_hexes_once(subjects: Sequence[Subject], findings: Findings) -> None:
    """Lists of hexes, hexsides and paths are not empty, and regions name no hex twice."""
    for subject in subjects:
        board = subject.tree.mapping("map")
        for part in LISTED:
            for name, entry in board.mapping(part).entries.items():
                if not subject.is_own(entry.key):
                    continue
                listed = entry.value
                if (isinstance(listed, SequenceNode) and not listed.items) or (
                    isinstance(listed, MappingNode) and not listed.entries
                ):
                    message = f"{name} lists nothing: it is as if it were not there"
                    findings.add("HW212", entry.key.place(), message, help=FILL)
                elif part == "regions":
                    # Elsewhere a hex may stand twice: a path may cross itself.
                    inside = (
                        listed.entries.values() if isinstance(listed, MappingNode) else (entry,)
                    )
                    for words in (each.value for each in inside):
                        if isinstance(words, SequenceNode):
                            _report_doubles(words, findings)


@of_all_games
def letters_are_in_the_ids(subjects: Sequence[Subject], findings: Findings) -> None:
    """Which of columns and rows have letters is said where the ids of hexes have some."""
    keys = [
        s.key("map", "grid", "letters")
        for s in subjects
        if "letters" in s.tree.mapping("map").mapping("grid")
    ]
    if keys and not any("A" in s.tree.mapping("map").mapping("grid").text("ids") for s in subjects):
        message = "letters: no effect without letters in the ids of hexes"
        hint = "write `ids` with A in place of the column or the row, or delete letters"
        fix, place = without(keys[0]), keys[0].place()
        findings.add("HW112", place, message, help=hint, fix=fix)


@of_all_games
def somebody_comes_to_boxes(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every box is spoken of somewhere in the folder, or there are ways of moving to it."""
    unspoken = {name for s in subjects for name in s.tree.mapping("map").mapping("boxes")}
    # Nearly always the first game speaks of all boxes, and the words of the others are not read.
    for tree in (tree for subject in subjects for tree in (subject.tree, subject.root)):
        if unspoken:
            unspoken.difference_update(_words(tree))
    if not unspoken:
        return
    for subject in subjects:
        for name in subject.tree.mapping("map").mapping("boxes"):
            key = subject.key("map", "boxes", name)
            moves = any("modes" in node for node in subject.mappings())
            if not moves and name in unspoken and subject.is_own(key):
                message = f"box {name} is defined and never used: nothing begins or comes there"
                hint = "set up units there, say how they come (`movement.modes`), or delete it"
                findings.add("HW302", key.place(), message, help=hint)


def _words(tree: MappingNode) -> Iterator[str]:
    """The words of all texts in a tree, and all keys but those that define boxes."""
    for node in tree.inside():
        for name, entry in node.entries.items():
            if name != "boxes" and isinstance(entry.value, MappingNode):
                yield from entry.value
            listed = entry.value if isinstance(entry.value, SequenceNode) else None
            for text in listed.scalars() if listed else [entry.value]:
                yield from (
                    text.raw.replace(",", " ").split() if isinstance(text, ScalarNode) else ()
                )


def _report_doubles(listed: SequenceNode, findings: Findings) -> None:
    """Tell of what stands twice in a list."""
    first: dict[str, ScalarNode] = {}
    for item in listed.scalars():
        before = first.setdefault(item.raw, item)
        if before is not item:
            related = [before.place("here first")]
            message = f"{item.raw} stands twice in the list"
            fix, place = deletion(item), item.place()
            findings.add("HW212", place, message, related=related, help="delete one", fix=fix)


LISTED = "hexes", "hexsides", "paths", "features", "regions"
FILL = "list what it is, or delete it"

_KINDS: dict[Path, str] = {
    ("terrain", "hexes"): "terrain",
    ("terrain", "hexsides"): "hexside",
    ("terrain", "paths"): "path",
    ("terrain", "features"): "feature",
    ("map", "regions"): "region",
    ("map", "edges"): "edge",
}


def _ground_defined(subject: Subject) -> Iterator[Path]:
    """Kinds of ground and named places, each by the path to where it is defined."""
    game, terrain = subject.game, subject.game[Terrain]
    for kind, names in (
        ("hexes", terrain.hexes),
        ("hexsides", terrain.hexsides),
        ("paths", terrain.paths),
        ("features", terrain.features),
    ):
        yield from (("terrain", kind, name) for name in names)
    edges = subject.tree.mapping("map").mapping("edges")
    for name in game.map.regions.keys() - game.map.boxes.keys():
        yield "map", "edges" if name in edges else "regions", name


def _ground_used(game: ResolvedGame) -> Iterator[Path]:
    """Those that lie somewhere on the map, or that units may build there."""
    board = game.map
    for number in board:
        yield "terrain", "hexes", board.terrain(number)
        yield from (("terrain", "features", feature) for feature in board.features(number))
    for kinds in board.hexsides.values():
        yield from (("terrain", "hexsides", kind) for kind in kinds)
    for kinds in board.paths.values():
        yield from (("terrain", "paths", kind) for kind in kinds)
    if game.has("works"):
        from hexwar.rules.works.section import Works  # few games have them

        yield from (("terrain", "hexsides", work.kind) for work in game[Works].by_id.values())


def _edges_crossed(subject: Subject) -> Iterator[Path]:
    """The edges by which paths leave the map: `"@W-0103-0203"`."""
    paths = subject.tree.mapping("map").mapping("paths")
    for kind in paths:
        for chain in paths.texts(kind):
            yield from (
                ("map", "edges", step[1:]) for step in chain.split("-") if step.startswith("@")
            )
