"""The menu: all that can be done now, from the one table of commands, to be picked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hexwar.viewer.program.commands import COMMANDS, WindowCommand
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.row import Row

_BY_HAND = ("cursor_", "choose_", "member_")
"""First words of the commands that only keys carry out: there is a pointer, or a list, for them."""


class MenuScreen(SheetScreen):
    """Lists commands in ``groups``, by their headings.

    ``run`` gets the one that is picked, once the menu has gone. ``refused`` says of commands that
    can do nothing now why not.
    """

    title = "Menu"
    widest = 1000

    def __init__(
        self,
        host: Host,
        groups: Mapping[str, Sequence[WindowCommand]],
        run: Callable[[WindowCommand], object],
        refused: Mapping[str, str],
    ) -> None:
        super().__init__(host)
        self.groups, self.run, self.refused = groups, run, refused

    def fill(self, flow: Flow) -> None:
        """The groups, in two columns where there is room."""
        wide = flow.rect.width / flow.theme.scale >= 560
        parts = columns(flow, 1, 1, gap=28) if wide else [flow]
        for group, commands in self.groups.items():
            part = min(parts, key=lambda part: part.y)
            part.heading(f"group-{group}", group)
            part.gap(4)
            for known in commands:
                self._row(part, known)
            part.gap(12)
        if wide:
            join(flow, parts)

    def _row(self, flow: Flow, known: WindowCommand) -> None:
        keys = " or ".join(self.host.keys.names(known.id)) or "no key"
        told = f"{keys}. Not now: {self.refused[known.id]}" if known.id in self.refused else keys
        height = Row.needed(flow.theme, flow.rect.width, known.title, told, False)
        pick = None if known.id in self.refused else partial(self._pick, known)
        flow.place(Row(f"menu-{known.id}", flow.take(height), known.title, told, pick))
        flow.gap(3)

    def _pick(self, known: WindowCommand) -> None:
        self.host.pop()
        self.run(known)

    def first_focus(self, keys: list[str]) -> str:
        """The first command that can do something."""
        return next((key for key in keys if key.startswith("menu-")), super().first_focus(keys))

    def acts(self) -> Sequence[SheetButton]:
        """Back."""
        return [
            SheetButton("close", "Close", self.host.pop, "plain", self.host.keys.shown("cancel"))
        ]

    def command(self, command: WindowCommand) -> bool:
        """Escape and the key that opened it close it."""
        if command.id == "menu":
            self.host.pop()
            return True
        return super().command(command)


def in_menu(group: str) -> list[WindowCommand]:
    """The commands of a group that can be picked: not those that last as long as a key is held."""
    return [
        known
        for known in COMMANDS
        if known.group == group
        and not known.held
        and known.id != "menu"
        and not known.id.startswith(_BY_HAND)
    ]
