"""What hands do while a map is traced, and the keys for it."""

from __future__ import annotations

from hexwar.viewer.program.commands import COMMANDS
from hexwar.viewer.screens.help import HelpScreen, row, shown
from hexwar.viewer.widgets import Flow

_MEASURING = (
    ("Click", "The middle of the hex that the line below the map asks for: three times"),
    ("Arrows", "More or fewer columns (Left, Right) and rows (Up, Down)"),
    ("Enter", "The numbers agree: begin to paint"),
)
_PAINTING = (
    ("1 to 9", "Paint with that kind of the list"),
    ("Click", "Paint: terrain and features in the hex, hexsides on the nearest one"),
    ("Drag", "Paint all that the pointer passes over; paths lead from hex to hex"),
    ("Right button", "The same, to take away"),
    ("Middle button", "Drag: move the map"),
    ("Wheel", "Zoom to the pointer; scroll the list"),
)
_KEYS = ("undo", "redo", "zoom_in", "zoom_out", "zoom_fit", "help")


class TracingHelp(HelpScreen):
    """The gestures and keys of tracing. Any of the keys that opened it closes it."""

    title = "Tracing a map"
    widest = 760

    def fill(self, flow: Flow) -> None:
        """First measuring, then painting, then the keys that may be changed."""
        for heading, gestures in (("Measuring", _MEASURING), ("Painting", _PAINTING)):
            flow.heading(f"group-{heading}", heading)
            flow.gap(4)
            for gesture, meaning in gestures:
                row(flow, f"{heading}-{gesture}", (gesture,), meaning)
            flow.gap(12)
        flow.heading("group-keys", "Keys")
        flow.gap(4)
        for command in COMMANDS:
            if command.id in _KEYS:
                keys, title = shown(command, self.host.keys)
                row(flow, command.id, keys, title)
