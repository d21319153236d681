"""Load a game: folder, validation, choices, frozen definition.

:class:`GameFolder` is the folder as it was read, sound or not: the layers merged into one tree,
the catalog of what may be chosen, the rulebooks. ``checking`` works with it and reports all that it
finds. :class:`Definition` is what a player has: :func:`load` raises an error in place of reporting
findings, and :meth:`Definition.resolve` makes the game of one choice when somebody asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwar.definition.building import Verdicts
from hexwar.definition.choices import GameChoice, resolve, select
from hexwar.definition.diagnostics import DefinitionError, Diagnostic, Findings
from hexwar.definition.examining import Examiner, drawn
from hexwar.definition.folder import ON_DISK, Files, read_layers
from hexwar.definition.locations import PACK, AbstractGameError, all_games, find_game
from hexwar.definition.merging import Cache, merge
from hexwar.definition.model import Catalog, FileDigest, ResolvedGame, Rulebook
from hexwar.definition.packages import choice_sections
from hexwar.definition.tree import MappingNode, Node, SourceFile
from hexwar.definition.verdict import Verdict
from hexwar.hexmap import HexMap

if TYPE_CHECKING:  # few games are drafts
    from hexwar.definition.drafts import OpenValue


class GameFolder:
    """A game's folder as read: its whole tree, its catalog and its texts."""

    def __init__(
        self, folder: Path, findings: Findings, files: Files = ON_DISK, cache: Cache | None = None
    ) -> None:
        """Read a folder; everything that is wrong with its files is among ``findings``.

        ``cache`` holds what an earlier reading of the folder made.
        """
        self.folder = folder
        self.layers = read_layers(folder, findings, files)
        self.whole = bool(self.layers) and all(layer.whole for layer in self.layers)
        self._cache = Cache() if cache is None else cache
        self.root = MappingNode(SourceFile(Path()), (0, 0), (0, 0))
        if self.layers:
            base, *further_layers = self.layers
            self.root = base.root
            for layer in further_layers:
                self.root = merge(self.root, layer.root, cache=self._cache)
                self.root.file = layer.root.file
        self.open: tuple[OpenValue, ...] = ()
        """What is open of a draft."""
        self.draft = bool(self.layers) and self.layers[-1].root.flag("draft")
        if self.draft:
            # Put something in the place of all that is open, or may only be missing.
            from hexwar.definition.drafts import filled

            self.root, open_values = filled(self.root)
            if self.whole:  # else it may stand in what could not be read
                self.open = open_values
        self._verdicts = Verdicts(self._cache)
        self.abstract = bool(self.layers) and self.layers[-1].root.flag("abstract")
        rulebooks = [layer.named_file("rulebook", findings) for layer in self.layers]
        self.rulebook = read_rules([file for file in rulebooks if file], findings)
        self.has_rulebook = any(rulebooks)
        notes = self.layers[-1].named_file("notes", findings) if self.layers else None
        self.texts = [file for file in (*rulebooks[-1:], notes) if file]
        """The game's own files that are no YAML."""
        self.catalog = self._catalog("" if notes is None else "\n".join(notes.lines))

    def verdict(self, key: str, node: Node) -> Verdict:
        """Reach the verdict on what stands under a key at the top level, or in a patch."""
        return self._verdicts.of(key, node)

    def board(self) -> HexMap | None:
        """Draw the map of the game as it is before any choice, if its section is sound."""
        section = self.root.get("map")
        if not isinstance(section, MappingNode) or self.verdict("map", section).flaws:
            return None
        return self._cache.made(drawn, section)[0]

    def examiner(self) -> Examiner:
        """Make an examiner of the games that this folder makes."""
        rulebook = self.rulebook if self.has_rulebook else None
        own_root = self.layers[-1].root if self.layers else self.root
        return Examiner(self.root, self.catalog, rulebook, self.folder, own_root, self._cache)

    def _catalog(self, notes: str) -> Catalog:
        # What a section offers; nothing if it is unsound.
        offers: dict[str, Any] = {}
        for section in choice_sections():
            choices = self._verdicts.value(section, self.root)
            offers[section] = {} if choices is None else choices.by_id
        files: dict[str, FileDigest] = {}
        for layer in self.layers:
            is_own = layer is self.layers[-1]
            for digest in layer.digests:
                base = layer.folder.name.removesuffix(PACK)
                name = digest.name if is_own else f"{base}/{digest.name}"
                files[name] = FileDigest(name, digest.digest)
        return Catalog(
            header=self._verdicts.header(self.root),
            folder=self.folder,
            **offers,
            notes=notes,
            files=tuple(files.values()),
            bases=tuple(layer.folder for layer in self.layers[:-1]),
        )


class Definition:
    """A sound game: what it offers, and what each choice makes of it.

    ``catalog`` lists scenarios, variants, options and editions; ``files`` the files it was read
    from, each with its digest; ``open`` is what has to be written before it is played.
    """

    def __init__(self, source: GameFolder) -> None:
        self._source = source
        self.open = source.open
        self._examiner = source.examiner()
        self._games: dict[GameChoice, ResolvedGame] = {}
        self._folder = source.folder.absolute()  # wherever a pickle of this is read
        self.catalog: Catalog = source.catalog

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_again, (str(self._folder), self.files)

    @property
    def files(self) -> tuple[FileDigest, ...]:
        """The files of the folder and of those it extends."""
        return self.catalog.files

    def resolve(
        self, scenario: str | None = None, options: Iterable[str] = (), edition: str | None = None
    ) -> ResolvedGame:
        """Make the game of one scenario, its variant, some options and an edition.

        Left out, the scenario and the edition are the first there are. Raises
        :class:`ChoiceError` for an unknown or inapplicable choice and :class:`DefinitionError`
        if the files make an unsound game of it. The same choice gives the same object.
        """
        chosen = select(self.catalog, scenario, options, edition)
        if chosen not in self._games:
            findings = Findings()
            spoken = self._examiner.read(chosen, findings)
            subject = self._examiner.examine(spoken, findings, thorough=False)
            findings.raise_errors()
            if subject is None:
                raise DefinitionError(findings.sorted())
            self._games[chosen] = subject.game
        return self._games[chosen]

    def boxes(self) -> str:
        """Write a sentence on characters that no font here has; empty if there are none.

        Players see boxes in their place.
        """
        from hexwar.definition.undrawable import listed, signs_without_font

        files = [file for layer in self._source.layers for file in layer.files]
        signs = signs_without_font([*files, *self._source.texts])
        if not signs:
            return ""
        return (
            f"no font of this machine has {listed(signs)}: boxes are in their place, "
            "and hexwar check says where"
        )

    def tree(
        self, scenario: str | None = None, options: Iterable[str] = (), edition: str | None = None
    ) -> MappingNode:
        """Merge the sections of a choice: every value with its file and line."""
        chosen = select(self.catalog, scenario, options, edition)
        return resolve(self._source.root, self.catalog, chosen)


@lru_cache(maxsize=16)
def _loaded_again(folder: str, files: tuple[FileDigest, ...]) -> Definition:
    """Load the definition that a pickle holds. ValueError if its files have changed since."""
    definition = load(folder)
    if definition.files != files:
        raise ValueError(f"the game in {folder} has changed since this was pickled")
    return definition


class DraftError(DefinitionError):
    """A game is to be played of which something is still open."""

    def __str__(self) -> str:
        return self.diagnostics[0].message


def load_to_play(source: str | Path) -> Definition:
    """Load a game as :func:`load` does; :class:`DraftError` if something of it is open."""
    definition = load(source)
    if definition.open:
        open_value, *others = definition.open
        remainder = f", and {len(others)} more" if others else ""
        message = (
            f"{definition.catalog.header.id} is a draft, and play begins when nothing is open: "
            f"{open_value.message}{remainder}; hexwar check says what to write, and hexwar watch "
            "shows it"
        )
        raise DraftError([Diagnostic("HW114", "error", message, open_value.place)])
    return definition


def load(source: str | Path) -> Definition:
    """Load a game by its folder, its shipped name or its name in the user data folder.

    Raises :class:`DefinitionError`, with all diagnostics, if there is no such game, if it is
    unsound, or if it is abstract: only there for others to extend (:class:`AbstractGameError`).
    """
    findings = Findings()
    read = GameFolder(find_game(source), findings)
    if read.layers:
        choices = [(k, e) for k, e in read.root.entries.items() if k in choice_sections()]
        examiner = read.examiner()
        sound = examiner.validate(choices, findings)
        # A file that could not be read may have had them.
        if read.whole and sound and not read.catalog.scenarios:
            place = read.root.place()
            if read.abstract:
                games = ", ".join(games_on(read.folder))
                message = (
                    f"{read.catalog.header.id} is abstract: rules for other games, not played by "
                    f"itself; {f'games on it: {games}' if games else 'no game here extends it'}"
                )
                raise AbstractGameError([Diagnostic("HW102", "error", message, place)])
            findings.add("HW102", place, "the game lacks scenarios")
    findings.raise_errors()
    definition = Definition(read)
    definition.resolve()  # an unsound game is refused now, not when somebody begins to play
    return definition


def read_sound(folder: Path) -> GameFolder:
    """Read a game by its folder or pack, or a series, which is there for others to extend and
    cannot be loaded. Raises :class:`DefinitionError`, with all diagnostics, if it is unsound.
    """
    findings = Findings()
    read = GameFolder(folder, findings)
    if read.abstract:
        findings.raise_errors()
    else:
        load(folder)
    return read


def games_on(folder: Path) -> list[str]:
    """List the names of the shipped games and of the user's that extend a folder."""
    base = folder.resolve()
    return [
        name
        for name, path in all_games().items()
        if base in [layer.folder.resolve() for layer in read_layers(path, Findings())[:-1]]
    ]


_HEADING = re.compile(r"#{2,6}\s+(?P<number>\d+(?:\.\d+)*[a-z]?)\.?\s+(?P<heading>\S.*?)\s*#*\s*")


def read_rules(files: list[SourceFile], findings: Findings) -> Rulebook:
    """Read the rules of several rulebooks; a later one may restate a rule of an earlier one."""
    rules: dict[str, tuple[str, str]] = {}
    for file in files:
        headings: dict[str, tuple[int, str]] = {}
        texts: dict[str, list[str]] = {}
        lines: list[str] = []
        for index, line in enumerate(file.lines):
            match = _HEADING.fullmatch(line)
            if match is None:
                # Text under an unnumbered heading belongs to no rule.
                lines = [] if line.startswith("#") else lines
                lines.append(line)
                continue
            number = match["number"]
            if number in headings:
                place = file.place(index, 0, len(line))
                related = [file.place(headings[number][0], 0, 1).labelled("first stated here")]
                message = f"rule {number} stands twice in {file.path.name}"
                findings.add("HW305", place, message, related=related)
            headings[number] = index, match["heading"]
            lines = texts[number] = []
        for number, (_, heading) in headings.items():
            rules[number] = heading, "\n".join(texts[number]).strip()
    return Rulebook(rules)
