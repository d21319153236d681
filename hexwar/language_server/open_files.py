"""The games whose files are open: what was found in each, and the names that there are.

An editor holds single files, and a game is all files of a folder with those of what it extends. So
a change of one file concerns every open game that reads its folder. What was last known of a game
stays until there is something newer: while somebody types, few texts can be read.

In this order: the games, their checks in a thread, the names that these find, and renaming.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import copy_context
from functools import cache
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple

from hexwar.definition.building import top_level_keys
from hexwar.definition.checking import Checked, Checker
from hexwar.definition.checks import Stopped, outdated
from hexwar.definition.diagnostics import Diagnostic, Findings, Span
from hexwar.definition.folder import read_layers
from hexwar.definition.forms import ID
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import GAME_FILE, games_in, is_file
from hexwar.definition.numbers import RANGE
from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.tree import MappingNode, Node, ScalarNode, descend, key_node
from hexwar.definition.verdict import Reference
from hexwar.definition.watching import Unsaved
from hexwar.hexmap import HexMap


class OpenGame:
    """A game of which files are open, as it was when it was last checked."""

    def __init__(self, folder: Path, files: Unsaved) -> None:
        self.folder = folder
        self.names: GameNames | None = None
        self.findings: list[Diagnostic] = []
        self.folders = frozenset({folder})
        """The game's own folder and those that it extends."""
        self.is_reading = False
        """Whether a check is about to say which folders the game has: until then any may be."""
        self.trees: dict[str, Node] = {}
        """The last tree of each file that could be read."""
        self._checker = Checker(folder, files)
        self._late: list[Diagnostic] = []

    def check(self, heard: Callable[[], None]) -> None:
        """Check what the files say now; ``heard`` is called when there are findings, twice.

        First come those about words and names, with what play and comparison had found before.
        """

        early_findings: list[Diagnostic] = []
        self.is_reading = True

        def early(checked: Checked) -> None:
            early_findings.extend(checked.findings)
            self._take(checked)
            # Otherwise findings that take long would vanish at each keystroke, and come back a
            # moment later.
            self.findings = [*early_findings, *self._still_there(checked)]
            heard()

        checked = self._checker.check(early)
        self._take(checked)
        self.findings = checked.findings
        self._late = [finding for finding in checked.findings if finding not in early_findings]
        heard()

    def _take(self, checked: Checked) -> None:
        self.names = GameNames(checked.read, self.names)
        self.folders = frozenset({self.folder, *(layer.folder for layer in checked.read.layers)})
        for layer in checked.read.layers:
            for file in layer.files:
                if file.root is not None:
                    self.trees[file.name] = file.root
        self.is_reading = False

    def _still_there(self, checked: Checked) -> Iterator[Diagnostic]:
        """Of what was found late before, what stands in lines that are the same."""
        layers = checked.read.layers
        lines = {file.name: file.lines for layer in layers for file in layer.files}
        for finding in self._late:
            lines_now = lines.get(finding.file, ())
            if finding.line <= len(lines_now) and lines_now[finding.line - 1] == finding.place.text:
                yield finding

    def sections_beside(self, path: str) -> frozenset[str]:
        """The sections that the other files of a file's folder have."""
        folder = Path(path).parent
        roots = (root for name, root in self.trees.items() if name != path)
        roots_beside = (root for root in roots if root.file.path.parent == folder)
        return frozenset(
            key for root in roots_beside if isinstance(root, MappingNode) for key in root
        )


class OpenFiles:
    """All open files, and the games that they belong to."""

    def __init__(self) -> None:
        self.files = Unsaved()
        self.games: dict[Path, OpenGame] = {}

    def hold(self, path: Path, text: str) -> list[OpenGame]:
        """Take what an editor holds of a file; the games to be checked for it."""
        self.files.texts[path] = text
        return self._games_of(path)

    def let_go(self, path: Path) -> list[OpenGame]:
        """Forget a file that was closed; the games to be checked, or no longer open."""
        self.files.texts.pop(path, None)
        return self._games_of(path)

    def game_of(self, path: Path) -> OpenGame | None:
        """The game that a file belongs to, opened if need be."""
        folder = path.parent
        if folder not in self.games and is_file(folder / GAME_FILE):
            self.games[folder] = OpenGame(folder, self.files)
        return self.games.get(folder)

    def is_open(self, game: OpenGame) -> bool:
        """Whether a file of a game's own folder is open."""
        return any(path.parent == game.folder for path in self.files.texts)

    def _games_of(self, path: Path) -> list[OpenGame]:
        self.game_of(path)
        games = self.games.values()
        return [game for game in games if game.is_reading or path.parent in game.folders]

    def extending(self, folder: Path) -> Iterable[Path]:
        """The games beside a folder, or open, that extend it."""
        folders = {*games_in(folder.parent).values(), *self.games} - {folder}
        for other in sorted(folders):
            layers = read_layers(other, Findings(), self.files)
            if any(layer.folder == folder for layer in layers[:-1]):
                yield other


# -- games checked in a thread of their own, so that typing is answered meanwhile ------------------

# A check takes longer than the next keystroke. So a game waits here to be checked, and typing on
# makes the check that is under way outdated: it is given up between two of its functions and
# started again with what the editor holds by then.


class CheckingThread:
    """Checks games one after another; a game that is to be checked again is stopped and
    restarted.
    """

    def __init__(self, tell: Callable[[OpenGame], None], prepare: Callable[[], object]) -> None:
        """``tell``: called in the thread when there are findings of a game.

        ``prepare``: called in the thread before anything is checked, while the editor starts.
        """
        self._tell = tell
        self._prepare = prepare
        self._change = Condition()
        # A dictionary for a set that keeps its order: the game asked for first is checked first,
        # and once.
        self._wanted: dict[OpenGame, None] = {}
        self._current: OpenGame | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name="checks", daemon=True)

    def start(self) -> None:
        """Begin to wait for games."""
        self._thread.start()

    def want(self, games: Iterable[OpenGame]) -> None:
        """Check games as soon as may be, whatever of them is being checked now."""
        with self._change:
            self._wanted |= dict.fromkeys(games)
            self._change.notify()

    def close(self) -> None:
        """Check nothing more."""
        with self._change:
            self._closed = True
            self._wanted.clear()
            self._change.notify()

    def _run(self) -> None:
        self._prepare()
        context = copy_context()
        context.run(outdated.set, self._is_outdated)
        while (game := self._next()) is not None:
            try:
                context.run(game.check, lambda: self._tell(game))
            except Stopped:
                continue

    def _next(self) -> OpenGame | None:
        with self._change:
            self._change.wait_for(lambda: self._wanted or self._closed)
            if self._closed:
                return None
            self._current = next(iter(self._wanted))
            del self._wanted[self._current]
            return self._current

    def _is_outdated(self) -> bool:
        # Wanted again while it is checked: something was typed since, so the findings are out of
        # date.
        return self._closed or self._current in self._wanted


# -- the names of a game: where each is defined, and where it is used, over all its files ----------

# While a game is checked its forms note every name that they define and every one that they refer
# to, each with its path; here these become places in files. Completion asks for what there is of a
# kind, hover and definitions for where a name is defined, renaming for all places of it.


ALSO = {"place": ("region", "hex"), "die": ("value",)}
"""What a name of a kind may be that nothing is defined of by that very kind."""

FIXED = frozenset({"hex", "rule", "result"})
"""Kinds whose names are not ids: numbers of the map and of the rulebook, and codes that a pattern
reads.
"""


class Name(NamedTuple):
    """One place where a name stands; ``title`` of one that is defined, if it has any."""

    kind: str
    name: str
    place: Span
    defined: bool
    title: str = ""


class GameNames:
    """The names in the files of a game and of what it extends, by file."""

    def __init__(self, read: GameFolder, before: GameNames | None = None) -> None:
        """``before``: what was known, for files that cannot be read now."""
        self.by_file: dict[str, list[Name]] = {}
        for layer in read.layers:
            self.by_file |= {file.name: [] for file in layer.files}
            for key, entry in layer.root.entries.items():
                for name in _in_section(read, key, entry.value):
                    self.by_file.setdefault(name.place.file, []).append(name)
        self.readable = frozenset(self.by_file)
        if before is not None:
            # In the midst of a word a file is often none: its names from before are offered
            # meanwhile.
            self.by_file = before.by_file | self.by_file
        self.board: HexMap | None = read.board() or (before.board if before else None)
        self.rules: Mapping[str, tuple[str, str]] = read.rulebook.rules
        self._defined: dict[str, dict[str, Name | None]] = {}

    def __iter__(self) -> Iterator[Name]:
        for names in self.by_file.values():
            yield from names

    def known(self, kind: str) -> Mapping[str, Name | None]:
        """The names of a kind, each with where it is defined, if anywhere."""
        if kind not in self._defined:
            known: dict[str, Name | None] = dict.fromkeys(_always(kind))
            kinds = kinds_of(kind)
            known |= {name.name: name for name in self if name.defined and name.kind in kinds}
            if "hex" in kinds and self.board is not None:
                known |= dict.fromkeys(self.board)
            if kind == "rule":
                known |= dict.fromkeys(self.rules)
            self._defined[kind] = known
        return self._defined[kind]

    def all_of(self, kind: str, name: str) -> list[Name]:
        """Every place where a name of a kind stands."""
        kinds = {other for other in kinds_of(kind) if name in self.known(other)} or {kind}
        alike = kinds | {general for general, others in ALSO.items() if kinds & {*others}}
        return [mention for mention in self if mention.name == name and mention.kind in alike]


def kinds_of(kind: str) -> tuple[str, ...]:
    """The kinds that a name may be of where one of a kind is asked for."""
    return (kind, *ALSO.get(kind, ()))


def kind_named(shape: Shape, *, is_id: bool) -> str:
    """The kind of name that stands in a place as its value, or among its ids; empty if none."""
    scalar = shape.scalar
    if is_id:
        scalar = shape.mapped.ids if shape.mapped else None
    if scalar is None:
        return ""
    return scalar.names or (scalar.defines.kind if scalar.defines else "")


@cache
def _always(kind: str) -> Collection[str]:
    """The names of a kind that every game has."""
    forms = (form for name in section_names() if (form := form_of(name)) is not None)
    return [name for form in forms for name in form_shape(form).defined.get(kind, ())]


def _in_section(read: GameFolder, key: str, node: Node) -> Iterator[Name]:
    if key not in top_level_keys():
        return
    verdict = read.verdict(key, node)
    for reference in verdict.definitions:
        yield from _named(node, reference, defined=True)
    for reference in verdict.references:
        if RANGE not in reference.name:
            yield from _named(node, reference, defined=False)
    yield from _names_undeclared(key, node)
    for path in verdict.patches:
        patch = descend(node, path)
        if isinstance(patch, MappingNode):
            for inner, entry in patch.entries.items():
                yield from _in_section(read, inner, entry.value)


def _named(section: Node, reference: Reference, *, defined: bool) -> Iterator[Name]:
    node = value = descend(section, reference.path)
    if reference.is_key and isinstance(node, MappingNode):
        value = node.get(reference.name) or node
        node = key_node(node, reference.name)
    if isinstance(node, ScalarNode) and node.raw == reference.name:
        yield Name(
            reference.kind, reference.name, node.place(), defined, _title(value) if defined else ""
        )


def _title(value: Node) -> str:
    return value.text("title") or value.text("name") if isinstance(value, MappingNode) else ""


def _names_undeclared(key: str, node: Node) -> Iterator[Name]:
    """Names that no form declares: of variants, and of results that are written out."""
    if not isinstance(node, MappingNode):
        return
    kind, home = ("variant", node) if key == "variants" else ("result", node.mapping("results"))
    if key in ("variants", "combat"):
        for name, entry in home.entries.items():
            if name not in ("pattern", "order"):
                yield Name(kind, name, entry.key.place(), True, _title(entry.value))


# -- where a name is defined and spoken of, and another name in all these places -------------------

# A name is renamed where it is defined and wherever that definition is meant: in the game, in what
# it extends, and in other games that extend the same, open or not. All of them are read again for
# it, and if one cannot be read whole nothing is renamed: half of it would break what was sound.


class CannotRenameError(ValueError):
    """Why a name cannot be changed."""


def definitions(names: GameNames, kind: str, name: str) -> list[Span]:
    """Where a name is defined: in the files, or as a heading of the rulebook."""
    return [mention.place for mention in names.all_of(kind, name) if mention.defined]


def mentions(open_files: OpenFiles, game: OpenGame, kind: str, name: str) -> list[Name]:
    """Every place where a name stands, in the game as in all that share its definition."""
    by_place: dict[Span, Name] = {}
    for names in _mentions_in_all(open_files, game, kind, name):
        # By place: games that extend the same one have its files in common.
        by_place |= {mention.place: mention for mention in names.all_of(kind, name)}
    return [*by_place.values()]


def renamed(
    open_files: OpenFiles, game: OpenGame, kind: str, name: str, new: str
) -> dict[Span, str]:
    """What to write where, so that a name becomes another. :class:`CannotRenameError`."""
    if kind in FIXED or any(
        other in FIXED and (game.names is not None and name in game.names.known(other))
        for other in kinds_of(kind)
    ):
        raise CannotRenameError(f"{name} is no name that can be changed")
    if not re.fullmatch(ID, new):
        raise CannotRenameError(f"{new[:40]} is no name: letters, digits and _, a letter first")
    whole = _mentions_in_all(open_files, game, kind, name)
    if any(new in names.known(other) for names in whole for other in kinds_of(kind)):
        raise CannotRenameError(f"there is a {kind.replace('-', ' ')} {new} already")
    if not any(mention.defined for names in whole for mention in names.all_of(kind, name)):
        raise CannotRenameError(f"{name} is defined nowhere in the files")
    places = mentions(open_files, game, kind, name)
    renamed = {}
    for place in (mention.place for mention in places):
        quote = place.text[place.column - 1 : place.column]
        renamed[place] = f"{quote}{new}{quote}" if quote in ("'", '"') and quote else new
    return renamed


def _mentions_in_all(
    open_files: OpenFiles, game: OpenGame, kind: str, name: str
) -> Sequence[GameNames]:
    """The names of a game, and of the games that extend what defines the name, as they are now.

    :class:`CannotRenameError` if a file of one of them cannot be read.
    """
    names = _read(open_files, game.folder)
    homes = {
        Path(mention.place.file).parent for mention in names.all_of(kind, name) if mention.defined
    }
    games = [names]
    for home in sorted(homes):
        others = [folder for folder in open_files.extending(home) if folder != game.folder]
        games += [_read(open_files, folder) for folder in others]
    return games


def _read(open_files: OpenFiles, folder: Path) -> GameNames:
    findings = Findings()
    read = GameFolder(folder, findings, open_files.files)
    if not read.whole:
        wrong = next(iter(findings.errors), None)
        in_which_line = f": {Path(wrong.file).name}, line {wrong.line}" if wrong else ""
        raise CannotRenameError(f"the game in {folder.name} cannot be read whole{in_which_line}")
    return GameNames(read)
