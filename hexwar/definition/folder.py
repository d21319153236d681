"""Read a game's folder: its YAML files as one tree, the files it names, and what it extends.

Each folder is a layer: ``game.yaml`` first, then its other YAML files by name, their sections side
by side in one tree. A section in two files is a finding, not a rule of precedence: nobody should
have to know which file comes last. A game that extends another is two layers or more, the deepest
base first; here they are only read; ``merging`` lays them over each other.

A folder may be a stranger's. What it can name is limited (``file_inside``, ``_named_base``), links
are resolved before that is judged, and files, bytes and layers are limited in number.

First folders and packs, which are read alike; then :func:`read_layers`, folder by folder; then the
files that a value names, and last the game that a folder extends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from os.path import normpath
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.locations import (
    GAME_FILE,
    PACK,
    all_games,
    games_in,
    is_file,
    is_folder,
    is_pack,
    not_a_file,
    shipped,
    user_games,
)
from hexwar.definition.model import FileDigest
from hexwar.definition.source import MOST_BYTES, parse, read_bytes
from hexwar.definition.spelling import suggestion
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SourceFile

# What games are read from: folders and packs on the disk, or what an editor holds of them unsaved.
#
# A path into a pack is written as into a folder: ``games/crossing.hexwar/map.yaml``. So findings
# name their places alike, and code that reads games need not know which of the two it is.


def names_in(folder: Path, within: str = "") -> list[str]:
    """List the names directly in a folder or a pack, or ``within`` one in it, sorted.

    OSError if it cannot be looked into.
    """
    if is_pack(folder):
        prefix = f"{within}/" if within else ""
        names = (name for name in _contents_of(folder) if name.startswith(prefix))
        return sorted({name[len(prefix) :].partition("/")[0] for name in names})
    return sorted(child.name for child in (folder / within).iterdir())


def holds(folder: Path, name: str) -> bool:
    """Say whether there is such a file in a folder or a pack."""
    return name in _contents_of(folder) if is_pack(folder) else is_file(folder / name)


def read_from(folder: Path, path: Path, most: int) -> bytes:
    """Read the first bytes of a file in a folder or a pack. OSError if it cannot be read."""
    if is_pack(folder):
        return _contents_of(folder)[path.relative_to(folder).as_posix()][:most]
    with path.open("rb") as stream:
        return stream.read(most)


def stamp_of(folder: Path, path: Path) -> tuple[int, int]:
    """Say when a file was changed, in nanoseconds, and how many bytes it has.

    OSError if there is none.
    """
    if is_pack(folder):
        name = path.relative_to(folder).as_posix()
        if name not in _contents_of(folder):
            raise OSError(f"there is no {name} in it")
        return folder.stat().st_mtime_ns, len(_contents_of(folder)[name])
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _contents_of(pack: Path) -> Mapping[str, bytes]:
    """Read what is in a pack, by name; a pack that was read before is not read again."""
    from hexwar.definition.packs import PackError, read_pack  # not for games in folders

    try:
        return read_pack(pack).files
    except PackError as problem:
        raise OSError(str(problem)) from None


class Files:
    """The files on the disk, read whenever they are asked for."""

    def content(self, folder: Path, path: Path) -> bytes:
        """Read the bytes of a file, at most one more than a file may have. :class:`OSError`."""
        return read_from(folder, path, MOST_BYTES + 1)

    def tree(
        self, path: Path, data: bytes, findings: Findings
    ) -> tuple[SourceFile | None, Node | None]:
        """Read the lines of a file, and its tree, each as far as it could be read."""
        file = read_bytes(path, data, findings)
        return file, None if file is None else parse(file, findings)


ON_DISK = Files()


# What a game may hold at most, so that a stranger's keeps nobody's machine busy.
MOST_FILES = 200
MOST_TOTAL_BYTES = 32 * 1024 * 1024
MOST_LAYERS = 8


@dataclass(slots=True)
class Layer:
    """One folder: the sections of all its files, and its texts."""

    folder: Path
    root: MappingNode
    source: Files = ON_DISK
    files: list[SourceFile] = field(default_factory=list)
    """The YAML files that hold sections, as they were read."""
    digests: list[FileDigest] = field(default_factory=list)
    whole: bool = True
    """Whether every file could be read, and the game that it extends was found; if not, a missing
    section may be in what could not be read."""

    def named_file(self, key: str, findings: Findings) -> SourceFile | None:
        """Read the file that a top-level key names, such as ``rulebook: rules.md``."""
        node = self.root.scalar(key)
        if node is None or not isinstance(node.value, str):
            return None
        path = file_inside(self.folder, node, findings)
        if path is None:
            return None
        data = _read(self.source, self.folder, path, node, findings)
        if data is None:
            return None
        self.digests.append(_digest(path.name, data))
        return read_bytes(path, data, findings)


def read_layers(folder: Path, findings: Findings, files: Files = ON_DISK) -> list[Layer]:
    """Read a game's folder and, before it, those that it extends, the deepest first."""
    layers: list[Layer] = []
    chain: list[Path] = []
    following: Path | None = folder
    while following is not None:
        chain.append(following)
        layer = read_folder(following, findings, files)
        if layer is None:
            break
        layers.insert(0, layer)
        findings_before = len(findings)
        following = _base(layer, chain, findings)
        layer.whole &= len(findings) == findings_before
    return layers


def read_folder(folder: Path, findings: Findings, files: Files = ON_DISK) -> Layer | None:
    """Read all YAML files of one folder as one tree; ``None`` if it holds no game."""
    game_file = folder / GAME_FILE
    place = SourceFile(game_file).place()
    try:
        names = names_in(folder)
    except OSError as error:
        findings.add("HW010", place, f"the folder cannot be read: {error.strerror or error}")
        return None
    # Warnings for files that are called almost as those of a game are.
    for name in names:
        ending = OTHER_ENDINGS.search(name)
        if ending is None or ending[0] == ".yaml" or name.startswith("."):
            continue
        message = f"{name} is not read: only names in .yaml are"
        hint = f"call it {name[: ending.start()]}.yaml"
        if ending[2]:
            hint += f"; systems that hide the endings of names do not show the {ending[2]}"
        findings.add("HW011", SourceFile(folder / name).place(), message, help=hint)
    if GAME_FILE not in names:
        message = f"the folder {folder} has no {GAME_FILE}"
        findings.add("HW010", place, message, help="every game has a game.yaml; begin with it")
        return None
    yaml_names = [name for name in names if name.endswith(".yaml") and not name.startswith(".")]
    if len(yaml_names) > MOST_FILES:
        findings.add("HW006", place, f"{len(yaml_names)} YAML files; a game may have {MOST_FILES}")
        return None
    layer = Layer(folder, MappingNode(SourceFile(folder / GAME_FILE), (0, 0), (0, 0)), files)
    _read_files(layer, [GAME_FILE, *(n for n in yaml_names if n != GAME_FILE)], findings)
    return layer


OTHER_ENDINGS = re.compile(r"\.(yml|yaml)(\.txt|\.rtf)?$", re.IGNORECASE)
"""Endings that are meant for .yaml; the second is what Notepad and TextEdit append."""


def _read_files(layer: Layer, names: list[str], findings: Findings) -> None:
    folder = layer.folder
    total = 0
    for name in names:
        path = folder / name
        node = ScalarNode(SourceFile(path), (0, 0), (0, 0), name, name)  # as if a value named it
        checked = file_inside(folder, node, findings)
        data = None if checked is None else _read(layer.source, folder, checked, node, findings)
        if data is None:
            layer.whole = False
            continue
        total += len(data)
        if total > MOST_TOTAL_BYTES:
            message = f"the files have more than {MOST_TOTAL_BYTES:,} bytes together"
            findings.add("HW006", node.place(), message)
            layer.whole = False
            break
        layer.digests.append(_digest(name, data))
        layer.whole &= _add_file(layer, path, data, findings)


def _add_file(layer: Layer, path: Path, data: bytes, findings: Findings) -> bool:
    """Add the sections of a file to those of its folder; say whether it could be read."""
    findings_before = len(findings)
    file, tree = layer.source.tree(path, data, findings)
    if file is None or tree is None:
        if len(findings) == findings_before:
            place = SourceFile(path).place()
            findings.add("HW012", place, f"{path.name} is empty", help="delete it or fill it")
        return False
    if not isinstance(tree, MappingNode):
        empty = isinstance(tree, ScalarNode) and tree.value is None
        message = f"{path.name} is empty" if empty else f"{path.name} holds no sections"
        findings.add("HW012", tree.place(), message, help="write sections such as `movement:`")
        return False
    if path.name == GAME_FILE:
        layer.root.file = file
    layer.files.append(file)
    sections = layer.root.entries
    for key, entry in tree.entries.items():
        earlier = sections.get(key)
        if earlier is None:
            sections[key] = entry
            continue
        findings.add(
            "HW013",
            entry.key.place("stated again here"),
            f"section {key} stands in two files",
            related=[earlier.key.place("first stated here")],
            help="keep a section in one file",
        )
        if isinstance(earlier.value, MappingNode) and isinstance(entry.value, MappingNode):
            # Together they are whole: what is in the second must not be reported as missing.
            earlier.value.entries = entry.value.entries | earlier.value.entries
    return True


def file_inside(
    folder: Path, node: ScalarNode, findings: Findings, example: str = "rules.md"
) -> Path | None:
    """Find the file in the folder that a value names; nothing outside the folder can be named."""
    name = node.raw
    steps = Path(name).parts
    if "\\" in name or ":" in name or Path(name).is_absolute() or ".." in steps or not steps:
        message = f"{name!r} must name a file inside the game's folder"
        findings.add("HW016", node.place(), message, help=f"write a name such as {example}")
        return None
    path = folder / name
    if kind := not_a_file(path):
        findings.add("HW016", node.place(), f"{name} is {kind}, not a file")
        return None
    if not holds(folder, name):
        hint = suggestion(name, _files_alike(folder, name))
        findings.add("HW016", node.place(), f"there is no file {name[:80]}", help=hint)
        return None
    if not path.resolve().is_relative_to(folder.resolve()):
        findings.add("HW016", node.place(), f"{name} is a link that leaves the game's folder")
        return None
    return path


def _files_alike(folder: Path, name: str) -> list[str]:
    """List the files that lie where a missing one should, of its kind, by the names to write."""
    kind, inner = Path(name).suffix, Path(name).parent
    try:
        children = names_in(folder, "" if inner == Path() else inner.as_posix())
    except (OSError, ValueError):
        return []
    files = [(inner / child).as_posix() for child in children]
    return [f for f in files if (not kind or Path(f).suffix == kind) and holds(folder, f)]


def _read(files: Files, folder: Path, path: Path, node: Node, findings: Findings) -> bytes | None:
    try:
        return files.content(folder, path)
    except OSError as error:
        findings.add("HW016", node.place(), f"{path.name} cannot be read: {error.strerror}")
        return None


def _digest(name: str, data: bytes) -> FileDigest:
    return FileDigest(name, blake2b(data, digest_size=16).hexdigest())


def _base(layer: Layer, chain: list[Path], findings: Findings) -> Path | None:
    """Find the folder that a layer extends, if it says so and the folder can be used."""
    node = layer.root.scalar("extends")
    if node is None or not isinstance(node.value, str):
        return None
    folder = _named_base(layer.folder, node, findings)
    if folder is None:
        return None
    resolved = folder.resolve()
    earlier = [path.resolve() for path in chain]
    if resolved in earlier:
        ring = [path.name for path in earlier[earlier.index(resolved) :]]
        circle = " -> ".join([*ring, ring[0]])
        findings.add("HW018", node.place(), f"games extend each other in a circle: {circle}")
        return None
    if len(chain) >= MOST_LAYERS:
        findings.add("HW018", node.place(), f"more than {MOST_LAYERS} games extend one another")
        return None
    return folder


def _named_base(folder: Path, node: ScalarNode, findings: Findings) -> Path | None:
    """Find the folder that ``extends: NAME`` means: beside it, shipped, or the user's.

    A path may be written as well; wherever a name or a path leads, links included, it must lead
    to one of these or into the game's own folder: a stranger's game reaches nothing else.
    """
    name = node.raw
    if "\\" in name or Path(name).is_absolute():
        message = f"{name!r} must be a game's name"
        findings.add("HW017", node.place(), message, help="write, for example, series")
        return None
    extending = Path(normpath(folder.absolute()))
    places = [Path(normpath(folder / called)) for called in (name, f"{name}{PACK}")]
    if Path(name).name == name != "..":
        places = [
            home / called
            for home in (extending.parent, shipped("games"), user_games())
            for called in (name, f"{name}{PACK}")
            if home / called != extending
        ]
    for place in places:
        game_file = place / GAME_FILE
        if not (holds(place, GAME_FILE) or (is_folder(place) and not_a_file(game_file))):
            continue
        # In the game's own folder, or directly beside it or among the games known; links resolved.
        target, own_folder = place.resolve(), extending.resolve()
        homes = [own_folder.parent, extending.parent, shipped("games"), user_games()]
        if target.is_relative_to(own_folder) or target.parent in [h.resolve() for h in homes]:
            return place
        break
    known_games = all_games() | games_in(extending.parent)
    known_games.pop(extending.name, None)
    message = f"extends {name[:80]}, but there is no such game where a game may look for it"
    findings.add("HW017", node.place(), message, help=findings.suggestion(name, known_games))
    return None
