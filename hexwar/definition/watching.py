"""A game that is being written: what is wrong with it now, and how it last could be played.

A window or a terminal asks now and then whether anything has changed, and then for another look:
the folder is checked, and a game is made of it if it can be. While it cannot, the last one stays to
be shown beside the findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.checking import Checker
from hexwar.definition.diagnostics import ChoiceError, DefinitionError, Diagnostic
from hexwar.definition.loading import Definition
from hexwar.definition.locations import find_game, is_pack
from hexwar.definition.model import ResolvedGame
from hexwar.definition.unsaved import Unsaved

Stamp = tuple[tuple[str, int, int], ...]


class Glimpse(NamedTuple):
    """What was seen of a game: findings, and the last game that could be made of the files.

    ``is_last``: the files make it no longer. ``problem``: why the scenario that is wanted is not
    there, if it is not. ``open``: how much is still open of a draft.
    """

    title: str
    findings: list[Diagnostic]
    game: ResolvedGame | None
    is_last: bool = False
    problem: str = ""
    open: int = 0

    @property
    def errors(self) -> int:
        """How many findings keep the game from being played."""
        return sum(finding.severity == "error" for finding in self.findings)


class WatchedFolder:
    """A game's folder that is looked at again whenever a file in it, or in its series, changes."""

    def __init__(
        self,
        source: str | Path,
        scenario: str | None = None,
        options: Sequence[str] = (),
        edition: str | None = None,
    ) -> None:
        """:class:`DefinitionError` if there is no such game."""
        self.folder = find_game(source)
        self._choice = scenario, tuple(options), edition
        self._checker = Checker(self.folder, Unsaved())
        self._folders = [self.folder]
        self._seen: Stamp | None = None
        self._game: ResolvedGame | None = None
        self._title = self.folder.resolve().name

    def changed(self) -> bool:
        """Whether a file has changed since it was last looked at, or none was yet."""
        return self._stamp() != self._seen

    def look(self) -> Glimpse:
        """Check the game as it is now."""
        # Before the files are read: what is written meanwhile is then looked at again.
        self._seen = self._stamp()
        read, findings = self._checker.check()
        self._folders = [self.folder, *(layer.folder for layer in read.layers)]
        if read.layers and read.catalog.header.title:
            self._title = read.catalog.header.title
        if any(finding.severity == "error" for finding in findings) or not read.catalog.scenarios:
            return Glimpse(self._title, findings, self._game, is_last=True)
        try:
            self._game = Definition(read).resolve(*self._choice)
        except (ChoiceError, DefinitionError) as problem:
            return Glimpse(self._title, findings, self._game, is_last=True, problem=str(problem))
        return Glimpse(self._title, findings, self._game, open=len(read.open))

    def _stamp(self) -> Stamp:
        """Names, times and sizes of all files; of a folder that cannot be read, nothing."""
        stamps = []
        for folder in dict.fromkeys(self._folders):
            try:
                for path in [folder] if is_pack(folder) else sorted(folder.iterdir()):
                    status = path.stat()
                    stamps.append((str(path), status.st_mtime_ns, status.st_size))
            except OSError:  # written anew this very moment: it is looked at again
                stamps.append((str(folder), -1, -1))
        return tuple(stamps)
