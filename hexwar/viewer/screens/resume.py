"""The saves, to go on with one of them.

Unfinished games come first, then finished ones, then files that cannot be read, each with what can
still be opened of it. Pictures of where the saves end are made in the background, one after the
other, and appear as they are there. A save that cannot be opened says why in its own line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition.printable import clean
from hexwar.records import SavedGame, Session
from hexwar.records.saves import delete_save
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.match import Match
from hexwar.viewer.program.background import Workshop
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.saves import (
    AnySave,
    SaveBeginning,
    SavedTitles,
    UnreadableSave,
    moment,
    part_before,
)
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.screens.small_pictures import position_picture
from hexwar.viewer.widgets import Button, Flow, Picture
from hexwar.viewer.widgets.controls import Row

_DELETE = "Delete"
_PICTURE = (132, 88)
"""Width and height of the picture of a save, in points."""
_PICTURES_KEPT = 200  # each of some 46 KB
_MOST_BYTES = 400_000
"""Longer saves are not played through only to be looked at."""

Refused = Callable[[Exception], None]
"""A function that is told what speaks against opening a save."""


class ResumeScreen(SheetScreen):
    """Lists ``saves`` (see :func:`~hexwar.viewer.screens.saves.all_saves`), the latest first;
    those that are deleted are taken out of the list.

    ``on_resume`` gets the path of the save that was chosen, or the sound part of a damaged one, and
    the function to call when that cannot be opened (a save of other rules): the sentence is shown
    with the save. ``on_new`` leads to the choice of a new game.
    """

    title = "Saved games"
    widest = 820

    def __init__(
        self,
        host: Host,
        saves: list[AnySave],
        on_resume: Callable[[Path | SaveBeginning, Refused], None],
        on_new: Callable[[], None],
        names: SavedTitles,
    ) -> None:
        super().__init__(host)
        self.saves = saves
        self.on_resume, self.on_new = on_resume, on_new
        self.names = names
        self.refused: dict[Path, str] = {}
        self.pictures = Workshop(_picture_of_save, keep=_PICTURES_KEPT)
        self.parts: dict[Path, SaveBeginning] = {}
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
            key, resume = f"save-{clean(save.path.name)}", partial(self.resume, save.path)
            self._place(flow, key, title, text, resume, bool(problem), save)
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
        save: SavedGame | None = None,
    ) -> None:
        theme = flow.theme
        width = flow.rect.width - Button.wanted(theme, _DELETE) - theme.px(6)
        size = theme.px(_PICTURE[0]), theme.px(_PICTURE[1])
        beside = save is not None and width > 3 * size[0]
        room = width - size[0] - theme.px(6) if beside else width
        needed = Row.needed(theme, room, title, detail, faulty)
        row = flow.take(max(needed, size[1]) if beside else needed)
        if beside and save is not None:
            box = pygame.Rect(row.topleft, (size[0], row.height))
            name, path = clean(save.path.name), save.path
            draw = partial(self._draw_picture, path, size)
            flow.place(Picture(f"picture-{name}", box, f"Picture of {name}", draw))
            row.left = box.right + theme.px(6)
        row.width = room
        flow.place(Row(key, row, title, detail, activate, faulty))

    def _draw_picture(
        self, path: Path, size: tuple[int, int], surface: pygame.Surface, rect: pygame.Rect
    ) -> None:
        """The picture of a save, or an empty sheet until it has been made."""
        pygame.draw.rect(surface, PALETTE.paper_dim, rect, 0, self.theme.px(5))
        picture = self.pictures.of((path, size))
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=rect.center))

    def tick(self, seconds: float) -> bool:
        """Show the pictures that have been made meanwhile."""
        self.dirty = self.pictures.news() or self.dirty
        return False

    @property
    def waits(self) -> bool:
        """Whether pictures are being made."""
        return self.pictures.busy

    def leave(self) -> None:
        """No more pictures are wanted."""
        self.pictures.stop()

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
            self.saves[:] = [save for save in self.saves if save.path != path]
        self.rebuild()

    def resume(self, path: Path) -> None:
        """Go on with a save, or say with it why that cannot be; the next time with its part."""
        self._open(self.parts.get(path, path))

    def _open(self, beginning: Path | SaveBeginning) -> None:
        path = beginning.path if isinstance(beginning, SaveBeginning) else beginning
        self.on_resume(beginning, partial(self._refused, path))

    def _refused(self, path: Path, problem: Exception) -> None:
        self.refused[path] = str(problem).rstrip(".")
        part = part_before(path, problem)
        if part is not None:
            self.parts[path] = part
        self.rebuild()

    def first_focus(self, keys: list[str]) -> str:
        """The latest save that can be resumed."""
        return next((key for key in keys if key.startswith("save-")), super().first_focus(keys))

    def acts(self) -> Sequence[SheetButton]:
        """Back, or a new game."""
        return [
            SheetButton("back", "Back", self.cancel, hint=self.host.keys.shown("cancel")),
            SheetButton("new", "New game", self.on_new, "primary"),
        ]


def _picture_of_save(save: tuple[Path, tuple[int, int]]) -> pygame.Surface:
    """The position that a save ends in, at a size in pixels: with what everybody who plays at this
    window may know. ValueError or OSError for one that cannot be played.
    """
    path, size = save
    # A save has no position in it: to picture its end all of it is played.
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError("the save is too long for a picture")
    session = Session.load(path)
    return position_picture(Match(session, session.players), *size)
