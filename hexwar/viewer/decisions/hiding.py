"""Choosing which units begin hidden, and which counters are nothing."""

from __future__ import annotations

from hexwar.viewer.decisions.presentation import Presentation


class HidingPresentation(Presentation):
    """Units are picked from the map; the other side does not look on."""

    finish = "Leave the rest in the open"
    outside_turn = "Set-up"
    picks_alone = False
    own_turn = True


class DummiesPresentation(HidingPresentation):
    """Which counters are nothing: picked from the map as well."""

    finish = "Go on"


PRESENTS = {"hiding": HidingPresentation, "dummies": DummiesPresentation}
