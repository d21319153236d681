"""The games whose files are open: what was found in each, and the names that there are.

An editor holds single files, and a game is all files of a folder with those of what it extends. So
a change of one file concerns every open game that reads its folder. What was last known of a game
stays until there is something newer: while somebody types, few texts can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hexwar.definition.checking import Checked, Checker
from hexwar.definition.diagnostics import Diagnostic, Findings
from hexwar.definition.folder import read_layers
from hexwar.definition.locations import GAME_FILE, games_in, is_file
from hexwar.definition.tree import MappingNode, Node
from hexwar.definition.unsaved import Unsaved
from hexwar.language_server.names import GameNames


class OpenGame:
    """A game of which files are open, as it was when it was last checked."""

    def __init__(self, folder: Path, files: Unsaved) -> None:
        self.folder = folder
        self.names: GameNames | None = None
        self.findings: list[Diagnostic] = []
        self.folders = frozenset({folder})
        """The game's own folder and those that it extends."""
        self.trees: dict[str, Node] = {}
        """The last tree of each file that could be read."""
        self._checker = Checker(folder, files)
        self._late: list[Diagnostic] = []

    def check(self, told: Callable[[], None]) -> None:
        """Check what the files say now; ``told``: when there are findings, first and last.

        First are those of words and names, with what was found by play and comparison before.
        """

        begun: list[Diagnostic] = []

        def early(checked: Checked) -> None:
            begun.extend(checked.findings)
            self._take(checked)
            # Else what takes long to find would vanish at each keystroke, and come back a moment
            # later.
            self.findings = [*begun, *self._still_there(checked)]
            told()

        checked = self._checker.check(early)
        self._take(checked)
        self.findings = checked.findings
        self._late = [finding for finding in checked.findings if finding not in begun]
        told()

    def _take(self, checked: Checked) -> None:
        self.names = GameNames(checked.read, self.names)
        self.folders = frozenset({self.folder, *(layer.folder for layer in checked.read.layers)})
        for layer in checked.read.layers:
            for file in layer.files:
                if file.root is not None:
                    self.trees[file.name] = file.root

    def _still_there(self, checked: Checked) -> Iterator[Diagnostic]:
        """Of what was found late before, what stands in lines that are the same."""
        layers = checked.read.layers
        lines = {file.name: file.lines for layer in layers for file in layer.files}
        for finding in self._late:
            now = lines.get(finding.file, ())
            if finding.line <= len(now) and now[finding.line - 1] == finding.place.text:
                yield finding

    def sections_beside(self, path: str) -> frozenset[str]:
        """The sections that the other files of a file's folder have."""
        folder = Path(path).parent
        roots = (root for name, root in self.trees.items() if name != path)
        own = (root for root in roots if root.file.path.parent == folder)
        return frozenset(key for root in own if isinstance(root, MappingNode) for key in root)


class OpenFiles:
    """All open files, and the games that they belong to."""

    def __init__(self) -> None:
        self.files = Unsaved()
        self.games: dict[Path, OpenGame] = {}

    def hold(self, path: Path, text: str) -> list[OpenGame]:
        """Take what an editor holds of a file; the games to be checked for it."""
        self.files.texts[path] = text
        return self._concerned(path)

    def let_go(self, path: Path) -> list[OpenGame]:
        """Forget a file that was closed; the games to be checked, or no longer open."""
        self.files.texts.pop(path, None)
        return self._concerned(path)

    def game_of(self, path: Path) -> OpenGame | None:
        """The game that a file belongs to, opened if need be."""
        folder = path.parent
        if folder not in self.games and is_file(folder / GAME_FILE):
            self.games[folder] = OpenGame(folder, self.files)
        return self.games.get(folder)

    def is_open(self, game: OpenGame) -> bool:
        """Whether a file of a game's own folder is open."""
        return any(path.parent == game.folder for path in self.files.texts)

    def _concerned(self, path: Path) -> list[OpenGame]:
        self.game_of(path)
        return [game for game in self.games.values() if path.parent in game.folders]

    def extending(self, folder: Path) -> Iterable[Path]:
        """The games beside a folder, or open, that extend it."""
        known = {*games_in(folder.parent).values(), *self.games} - {folder}
        for other in sorted(known):
            layers = read_layers(other, Findings(), self.files)
            if any(layer.folder == folder for layer in layers[:-1]):
                yield other
