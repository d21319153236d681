"""Overruns are part of movement phases."""

from __future__ import annotations

from hexwar.engine.notation import ATTACKING, Verb
from hexwar.rules.overrun.rules import OVERRAN, OverrunRules

VERBS = {"overrun": Verb(ATTACKING, "target", commits=True)}
SLOTS = (OVERRAN,)
CONTRIBUTIONS = {"movement": (OverrunRules,)}
