"""The few widgets that the window needs, with a focus ring and a tree that tests can read.

They may ask nothing: they are told what to show and what to call.
"""

from hexwar.viewer.widgets.base import Label, Look, Node, Panel, Picture, Widget
from hexwar.viewer.widgets.controls import Button, Link, Toggle
from hexwar.viewer.widgets.flow import Flow

__all__ = [
    "Button",
    "Flow",
    "Label",
    "Link",
    "Look",
    "Node",
    "Panel",
    "Picture",
    "Toggle",
    "Widget",
]
