"""Phases under a condition."""

from __future__ import annotations

from hexwar.rules.sequence.rules import SequenceRules

HOOKS = {"takes_place": (SequenceRules, SequenceRules.takes_place)}
