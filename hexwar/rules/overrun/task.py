"""Overruns are part of movement phases."""

from __future__ import annotations

from hexwar.rules.overrun.rules import OVERRAN, OverrunRules

SLOTS = (OVERRAN,)
CONTRIBUTIONS = {"movement": (OverrunRules,)}
