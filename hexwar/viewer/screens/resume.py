"""The saves, to go on with one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hexwar.records import SavedGame
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import Act, SheetScreen
from hexwar.viewer.screens.shelf import AnySave, Names, UnreadableSave, moment
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.row import Row


class ResumeScreen(SheetScreen):
    """Lists ``saves`` (see :func:`~hexwar.viewer.screens.shelf.all_saves`), the latest first.

    ``on_resume`` gets the path of the save that was chosen. When it raises a ``ValueError`` or an
    ``OSError`` (a save of other rules), the sentence is shown with the save. ``on_new`` leads to
    the choice of a new game.
    """

    title = "Saved games"
    widest = 820

    def __init__(
        self,
        host: Host,
        saves: Sequence[AnySave],
        on_resume: Callable[[Path], None],
        on_new: Callable[[], None],
        names: Names | None = None,
    ) -> None:
        super().__init__(host)
        self.saves = list(saves)
        self.on_resume, self.on_new = on_resume, on_new
        self.names = names or Names()
        self.refused: dict[Path, str] = {}

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
            detail = f"{save.reason}."
            self._place(flow, f"unreadable-{save.path.name}", save.path.name, detail, None, True)
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

            def resume(path: Path = save.path) -> None:
                self.resume(path)

            self._place(flow, f"save-{save.path.name}", title, text, resume, bool(problem))
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
        row = flow.take(Row.needed(flow.theme, flow.rect.width, title, detail, faulty))
        flow.place(Row(key, row, title, detail, activate, faulty))
        flow.gap(6)

    def resume(self, path: Path) -> None:
        """Go on with a save, or say with it why that cannot be."""
        try:
            self.on_resume(path)
        except (ValueError, OSError) as problem:
            self.refused[path] = str(problem).rstrip(".")
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
