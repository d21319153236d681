"""The saves, to go on with one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition.printable import clean
from hexwar.records import SavedGame
from hexwar.records.saves import delete_save
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.sheet import Act, SheetScreen
from hexwar.viewer.screens.shelf import (
    AnySave,
    Names,
    Part,
    UnreadableSave,
    moment,
    part_before,
)
from hexwar.viewer.widgets import Button, Flow
from hexwar.viewer.widgets.row import Row

_DELETE = "Delete"


class ResumeScreen(SheetScreen):
    """Lists ``saves`` (see :func:`~hexwar.viewer.screens.shelf.all_saves`), the latest first.

    ``on_resume`` gets the path of the save that was chosen, or the sound part of a damaged one.
    When it raises a ``ValueError`` or an ``OSError`` (a save of other rules), the sentence is
    shown with the save. ``on_new`` leads to the choice of a new game.
    """

    title = "Saved games"
    widest = 820

    def __init__(
        self,
        host: Host,
        saves: Sequence[AnySave],
        on_resume: Callable[[Path | Part], None],
        on_new: Callable[[], None],
        names: Names | None = None,
    ) -> None:
        super().__init__(host)
        self.saves = list(saves)
        self.on_resume, self.on_new = on_resume, on_new
        self.names = names or Names()
        self.refused: dict[Path, str] = {}
        self.parts: dict[Path, Part] = {}
        """What can be opened of saves that were refused."""

    def fill(self, flow: Flow) -> None:
        """Those that can be resumed, those that are over, those that cannot be read."""
        readable = [save for save in self.saves if isinstance(save, SavedGame)]
        torn = [save for save in self.saves if isinstance(save, UnreadableSave)]
        self._list(flow, "Unfinished", [save for save in readable if not save.is_over])
        self._list(flow, "Finished", [save for save in readable if save.is_over])
        if torn:
            flow.heading("heading-unreadable", "Not readable")
            flow.gap(4)
        for save in torn:
            detail, open_part = f"{save.reason}.", None
            if save.part is not None:
                detail += f" {save.part.offer}"
                open_part = partial(self._open, save.part)
            key = f"unreadable-{clean(save.path.name)}"
            self._place(flow, key, clean(save.path.name), detail, open_part, True)
            self._deletable(flow, save.path)
        if not self.saves:
            flow.text("none", "There are no saved games yet. A game is saved as it is played.")

    def _list(self, flow: Flow, heading: str, saves: Sequence[SavedGame]) -> None:
        if not saves:
            return
        flow.heading(f"heading-{heading.lower()}", heading)
        flow.gap(4)
        for save in saves:
            title = f"{save.title}, {self.names.where(save)}"
            detail = " · ".join(
                (self.names.scenario(save), self.names.players(save), moment(save.saved))
            )
            problem = self.refused.get(save.path, "")
            text = f"{detail}\n{problem}." if problem else detail
            if save.path in self.parts:
                text += f" {self.parts[save.path].offer}"

            def resume(path: Path = save.path) -> None:
                self.resume(path)

            self._place(flow, f"save-{clean(save.path.name)}", title, text, resume, bool(problem))
            self._deletable(flow, save.path)
        flow.gap(8)

    def _place(
        self,
        flow: Flow,
        key: str,
        title: str,
        detail: str,
        activate: Callable[[], None] | None,
        faulty: bool,
    ) -> None:
        width = flow.rect.width - Button.wanted(flow.theme, _DELETE) - flow.theme.px(6)
        row = flow.take(Row.needed(flow.theme, width, title, detail, faulty))
        row.width = width
        flow.place(Row(key, row, title, detail, activate, faulty))

    def _deletable(self, flow: Flow, path: Path) -> None:
        """A button beside the row that was placed last, to delete its save."""
        row = flow.widgets[-1].rect
        left = row.right + flow.theme.px(6)
        box = pygame.Rect(left, row.top, flow.rect.right - left, row.height)
        name = clean(path.name)
        ask = partial(self._ask, path)
        flow.place(Button(f"delete-{name}", box, _DELETE, ask, tooltip=f"Delete {name}"))
        flow.gap(6)

    def _ask(self, path: Path) -> None:
        """Ask before a save is deleted: nothing brings it back."""
        delete = Answer("Delete", partial(self._delete, path), "d", "danger")
        keep = Answer("Keep", lambda: None, "k", "primary")
        text = f"{clean(path.name)} is removed for good, with its bookmarks."
        self.host.push(QuestionScreen(self.host, "Delete this save?", text, [delete, keep]))

    def _delete(self, path: Path) -> None:
        try:
            delete_save(path)
        except OSError as problem:
            self.refused[path] = f"It cannot be deleted: {problem.strerror}"
        else:
            self.saves = [save for save in self.saves if save.path != path]
        self.rebuild()

    def resume(self, path: Path) -> None:
        """Go on with a save, or say with it why that cannot be; the next time with its part."""
        self._open(self.parts.get(path, path))

    def _open(self, wanted: Path | Part) -> None:
        try:
            self.on_resume(wanted)
        except (ValueError, OSError) as problem:
            path = wanted.path if isinstance(wanted, Part) else wanted
            self.refused[path] = str(problem).rstrip(".")
            part = part_before(path, problem)
            if part is not None:
                self.parts[path] = part
            self.rebuild()

    def first_focus(self, keys: list[str]) -> str:
        """The latest save that can be resumed."""
        return next((key for key in keys if key.startswith("save-")), super().first_focus(keys))

    def acts(self) -> Sequence[Act]:
        """Back, or a new game."""
        return [
            Act("back", "Back", self.cancel, hint=self.host.keys.shown("cancel")),
            Act("new", "New game", self.on_new, "primary"),
        ]
