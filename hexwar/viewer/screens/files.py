"""Files that are dropped on the window, or opened in it: modules, maps, packs, records and mail.

A module for VASSAL or a map of Tiled becomes a draft among the player's own games, which is then
shown with what is still open; a pack is installed and can be chosen. Both are done in a thread,
behind a sheet that says how far they are; an import that is stopped leaves nothing behind. A record
is opened as a save, and what came by mail is taken in (:mod:`~hexwar.viewer.screens.mailing`).

First what is done with a file, then the screen for finding one. Any file may be dropped, so
:func:`take_file` first finds out what it is, by its ending and, where that says too little, by its
first bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.locations import PACK, user_games
from hexwar.definition.printable import clean, path_named
from hexwar.definition.watching import WatchedFolder
from hexwar.imports.draft import LIST_TEXT
from hexwar.imports.folder import chosen_in, land
from hexwar.imports.importing import draft_of_file, kind_of
from hexwar.imports.writing import slug
from hexwar.joining.orders import kind_of_mail
from hexwar.records.installing import Installed, InstallError, install
from hexwar.records.mail import SUFFIX
from hexwar.viewer.drawing.pictures import reduced
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.program.background import Heard
from hexwar.viewer.screens.base import Host, Screen
from hexwar.viewer.screens.mailing import take_record, take_turn
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.screens.waiting import WaitingScreen
from hexwar.viewer.screens.watching import WatchScreen
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.controls import Row

_STAGES = ("counters", "faces", "set-up", "boards", "pictures")
"""What an import tells, by how it begins, in the order in which it comes."""

_WHAT = {
    PACK: "a pack: a game to install",
    SUFFIX: "the record of a game: a save, or one that came by mail",
    ".json": "a turn or orders of a host's table",
    ".vmod": "a module for VASSAL",
    ".zip": "a module for VASSAL",
}
"""What files are, by how they end; all others that can be taken are maps of Tiled."""

_MOST_ROWS = 400  # of folders, and of files: more would take long to lay out
_ENDINGS = (PACK, ".vmod", ".tmx", ".tmj", ".zip", SUFFIX)
"""How files end that can be taken; turns of a host end with .json, as much else does."""


def take_file(host: Host, screen: Screen | None, path: Path) -> None:
    """Begin to import or install a file, over the screen that is seen; what is wrong is said."""
    if isinstance(screen, WaitingScreen):
        screen.say("One thing at a time: this one first.")
    elif path.suffix.lower() == PACK:
        _install(host, path, replace=False)
    elif kind := kind_of(path):
        folder = user_games() / slug(path.resolve().stem, "draft")
        host.wait_for(
            f"Importing {clean(path.name, 60)}",
            partial(_imported, kind, path, folder),
            lambda folder: host.push(DraftScreen(host, folder)),
        )
    elif path.suffix.lower() == SUFFIX:
        take_record(host, path)
    elif kind_of_mail(path):
        take_turn(host, path)
    elif screen is not None:
        trouble = "no module for VASSAL, no hexagonal map of Tiled, no pack, no record and no mail"
        screen.say(f"{path_named(path)} is {trouble}.")


def _imported(kind: str, path: Path, folder: Path, heard: Heard) -> Path:
    """Import a file into a folder; ``heard`` is told what share of that is done."""

    def tell(step: str, count: int, of: int) -> None:
        # As if each stage were as long as any other.
        stage = next((at for at, begins in enumerate(_STAGES) if step.startswith(begins)), 0)
        heard((stage + (count / of if of else 0)) / len(_STAGES))

    draft = draft_of_file(kind, path, folder.name, tell, chosen_in(folder), reduced)
    return land(draft, folder).folder


def _install(host: Host, path: Path, replace: bool) -> None:
    def failed(problem: Exception) -> None:
        if isinstance(problem, InstallError) and problem.is_there:
            put = Answer("Replace", lambda: _install(host, path, replace=True), "r", "danger")
            keep = Answer("Keep", lambda: None, "k", "primary")
            question = "Put this pack in its place?"
            host.push(QuestionScreen(host, question, f"{problem}.", [put, keep]))
        else:
            close = Answer("Close", lambda: None, "c", "primary")
            host.push(QuestionScreen(host, "It is not installed", f"{problem}.", [close]))

    def done(installed: Installed) -> None:
        text = f"{installed.title} is installed, and can be chosen among the games."
        choose = Answer("Choose a game", host.choose_game, "c", "primary")
        later = Answer("Go on here", lambda: None, "g")
        host.push(QuestionScreen(host, "Installed", text, [later, choose]))

    host.wait_for(
        f"Installing {clean(path.name, 60)}", lambda _: install(path, replace), done, failed
    )


class DraftScreen(WatchScreen):
    """A draft as it was imported: its map with counters, and what is still open."""

    def __init__(self, host: Host, folder: Path) -> None:
        super().__init__(host, WatchedFolder(str(folder), None, (), None))
        self._folder = folder

    def head(self, flow: Flow) -> None:
        """Where it is, and how it stands."""
        text = f"Imported into {path_named(self._folder)}. {LIST_TEXT} there says what was found."
        flow.text("where", text, flow.theme.small, PALETTE.ink_soft)
        flow.gap(4)
        super().head(flow)

    def acts(self) -> Sequence[SheetButton]:
        """Back to what was seen before."""
        key = self.host.keys.shown("cancel")
        return [SheetButton("close", "Close", self.host.pop, "primary", key)]

    def cancel(self) -> None:
        """Back as well."""
        self.host.pop()


# -- looking for a file ----------------------------------------------------------------------------


class OpenFileScreen(SheetScreen):
    """Goes through folders; ``take`` gets the file that is chosen. Others are not shown."""

    title = "Open a file"
    widest = 760
    tall = True

    def __init__(self, host: Host, folder: Path, take: Callable[[Path], None]) -> None:
        super().__init__(host)
        self.folder, self._take = folder, take

    def fill(self, flow: Flow) -> None:
        """The folder above, folders, then files that can be taken."""
        flow.text("folder", path_named(self.folder), flow.theme.small, PALETTE.ink_soft)
        flow.gap(6)
        if self.folder.parent != self.folder:
            above = partial(self._go, self.folder.parent)
            self._row(flow, "above", "..", "the folder above", above)
        inside = _inside(self.folder)
        for path in inside.folders:
            act = partial(self._take if kind_of(path) else self._go, path)
            file_kind = "a module that lies unpacked" if kind_of(path) else "a folder"
            self._row(flow, f"folder-{clean(path.name)}", clean(path.name), file_kind, act)
        for path in inside.files:
            act = partial(self._choose, path)
            file_kind = _WHAT.get(path.suffix.lower(), "a map of Tiled")
            self._row(flow, f"file-{clean(path.name)}", clean(path.name), file_kind, act)
        if inside.problem or not inside.files:
            kinds = "module (.vmod), map (.tmx, .tmj), pack (.hexwar) or record (.jsonl)"
            flow.text("none", f"{inside.problem or f'No {kinds} is here'}.")

    def _row(
        self, flow: Flow, key: str, title: str, text: str, activate: Callable[[], None]
    ) -> None:
        height = Row.needed(flow.theme, flow.rect.width, title, text, False)
        flow.place(Row(key, flow.take(height), title, text, activate, False))
        flow.gap(4)

    def _go(self, folder: Path) -> None:
        self.folder = folder
        self.offsets["body"] = 0
        self.focus = ""
        self.rebuild()

    def _choose(self, path: Path) -> None:
        self.host.pop()
        self._take(path)

    def acts(self) -> Sequence[SheetButton]:
        """Back."""
        return [SheetButton("back", "Back", self.cancel, hint=self.host.keys.shown("cancel"))]


def first_folder() -> Path:
    """Where files are looked for first: among what was loaded from elsewhere, or at home."""
    home = Path.home()
    loaded = home / "Downloads"
    return loaded if loaded.is_dir() else home


class _Inside(NamedTuple):
    """What a folder has by name; or, in a sentence without its end, why it cannot be looked
    into."""

    folders: Sequence[Path] = ()
    files: Sequence[Path] = ()
    problem: str = ""


def _inside(folder: Path) -> _Inside:
    """Folders, and the files that can be taken; neither whose name begins with a dot."""
    try:
        inside = sorted(folder.iterdir(), key=lambda path: path.name.casefold())
        visible = [path for path in inside if not path.name.startswith(".")]
        folders = [path for path in visible if path.is_dir()]
    except OSError as problem:
        return _Inside(problem=f"The folder cannot be looked into: {problem.strerror}")
    files = [
        path
        for path in visible
        if (ending := path.suffix.lower()) in _ENDINGS
        or (ending == ".json" and path.is_file() and kind_of_mail(path))
    ]
    return _Inside(folders[:_MOST_ROWS], files[:_MOST_ROWS])
