"""The battles of a page: the tables on which they were fought, and the cell that each hit."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Event
from hexwar.rules.combat.battle import rules_of_attack
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.state import State
from hexwar.viewer.counters.dice import result_of

Table = dict[str, list[str] | list[list[str]]]


class Battles:
    """Collects the combat results tables that a game was fought on, each once.

    ``tables``: headings, and rows of the dice and the results below each heading.
    """

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self._known: list[Combat] = []

    def in_force(self, state: State, verb: str) -> Combat | None:
        """The section by which an action of this verb would be fought in a position."""
        found = rules_of_attack(state, verb).find(CombatRules)
        return found.section if found else None

    def cell(self, told: Sequence[Event], combat: Combat | None) -> list[int | str] | None:
        """Of the last battle that is told: its table, column and row (-1: none) and its result."""
        battle = next((event for event in reversed(told) if event.kind == "battle"), None)
        if battle is None or combat is None or combat.faces is not None:
            return None
        heading, rolled = str(battle.column), combat.row_of(int(battle.row))
        column = combat.headings.index(heading) if heading in combat.headings else -1
        labels = [label for label, _ in combat.rows]
        row = labels.index(rolled) if battle.dice and rolled in labels else -1
        return [self._table(combat), column, row, result_of(battle, combat)]

    def _table(self, combat: Combat) -> int:
        """The place of a table in the list; it is added if it is new."""
        for place, known in enumerate(self._known):
            if known.rows == combat.rows and known.headings == combat.headings:
                return place
        self._known.append(combat)
        rows = [[str(label), *codes] for label, codes in combat.rows]
        self.tables.append({"headings": list(combat.headings), "rows": rows})
        return len(self.tables) - 1
