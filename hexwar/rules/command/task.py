"""When it is seen whom leaders can order, and when units have had their orders."""

from __future__ import annotations

from hexwar.rules.command.rules import ORDERS, CommandRules

SLOTS = (ORDERS,)
CONTRIBUTIONS = {"barred": (CommandRules,)}
HOOKS = {
    "phase_begins": (CommandRules, CommandRules.phase_begins),
    "did": (CommandRules, CommandRules.did),
}
