"""The menu: all that can be done now, from the one table of commands, to be picked.

What is looked for in a menu stands first, and all commands are listed on demand: with a hundred of
them nobody would find the few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hexwar.viewer.program.commands import COMMANDS, WindowCommand
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow
from hexwar.viewer.widgets.controls import Row

_BY_HAND = ("cursor_", "choose_", "member_")
"""First words of the commands that only keys carry out: there is a pointer, or a list, for them."""

_FIRST = (
    "replay_leave",
    "replay_eyes",
    "replay_mark",
    "hint",
    "goal",
    "rules",
    "replay",
    "players",
    "settings",
    "picker",
    "quit",
)
"""What is looked for in a menu, and has no button above the map."""


class MenuScreen(SheetScreen):
    """Lists the commands of ``groups`` that matter most, and on demand all, by their headings.

    ``run`` gets the one that is picked, once the menu has gone. ``refused`` says of commands that
    can do nothing now why not.
    """

    title = "Menu"
    widest = 520

    def __init__(
        self,
        host: Host,
        groups: Mapping[str, Sequence[WindowCommand]],
        run: Callable[[WindowCommand], object],
        refused: Mapping[str, str],
    ) -> None:
        super().__init__(host)
        self.groups, self.run, self.refused = groups, run, refused
        self._all = False
        """Whether all commands are listed."""

    def list_all(self) -> None:
        """List all commands."""
        self._all, self.widest = True, 1000

    def fill(self, flow: Flow) -> None:
        """What matters most; or the groups, in two columns where there is room."""
        if not self._all:
            listed = {command.id: command for group in self.groups.values() for command in group}
            for identity in _FIRST:
                if identity in listed:
                    self._row(flow, listed[identity])
            return
        wide = flow.rect.width / flow.theme.scale >= 560
        parts = columns(flow, 1, 1, gap=28) if wide else [flow]
        for group, commands in self.groups.items():
            part = min(parts, key=lambda part: part.y)
            part.heading(f"group-{group}", group)
            part.gap(4)
            for command in commands:
                self._row(part, command)
            part.gap(12)
        if wide:
            join(flow, parts)

    def _row(self, flow: Flow, command: WindowCommand) -> None:
        keys = " or ".join(self.host.keys.names(command.id)) or "no key"
        below = (
            f"{keys}. Not now: {self.refused[command.id]}" if command.id in self.refused else keys
        )
        height = Row.needed(flow.theme, flow.rect.width, command.title, below, False)
        pick = None if command.id in self.refused else partial(self._pick, command)
        flow.place(Row(f"menu-{command.id}", flow.take(height), command.title, below, pick))
        flow.gap(3)

    def _pick(self, command: WindowCommand) -> None:
        self.host.pop()
        self.run(command)

    def first_focus(self, keys: list[str]) -> str:
        """The first command that can do something."""
        return next((key for key in keys if key.startswith("menu-")), super().first_focus(keys))

    def acts(self) -> Sequence[SheetButton]:
        """All commands, and back."""
        buttons = [] if self._all else [SheetButton("all", "All commands", self.list_all)]
        close = self.host.keys.shown("cancel")
        return [*buttons, SheetButton("close", "Close", self.host.pop, "plain", close)]

    def command(self, command: WindowCommand) -> bool:
        """Escape and the key that opened it close it."""
        if command.id == "menu":
            self.host.pop()
            return True
        return super().command(command)


def in_menu(group: str) -> list[WindowCommand]:
    """The commands of a group that can be picked: not those that last as long as a key is held."""
    return [
        command
        for command in COMMANDS
        if command.group == group
        and not command.held
        and command.id != "menu"
        and not command.id.startswith(_BY_HAND)
    ]
