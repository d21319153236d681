"""Battles that have their result without a roll (``combat.automatic``)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hexwar.engine.frame import Frame
from hexwar.engine.rules import Rules
from hexwar.engine.state import State
from hexwar.rules.combat.odds import BELOW, Odds, OddsRules
from hexwar.rules.combat.section import Combat, column_value
from hexwar.rules.language.selectors import Selectors


def rules_of_attack(state: State, verb: str = "") -> Rules:
    """The rules by which an attack is reckoned now: while units move, those of the next combat
    phase of their side, as the effects of the moment have them. What else is fought while they
    move, with another ``verb``, goes by the rules of that phase.
    """
    frame, now = state.frame, state.phase_index
    own = verb not in ("", "attack")
    if own or frame.phase_kinds[now] != "movement" or not state.scopes.vary:
        return state.rules
    phases = len(frame.phase_kinds)
    for index in (at % phases for at in range(now + 1, now + phases)):
        if frame.phase_kinds[index] == "combat" and frame.phase_sides[index] == state.phase_side:
            return state.scopes.rules(index, state.effects)
    return state.rules


class CertainRules:
    """Which battles need no die, and what comes of them."""

    __slots__ = ("_automatic", "_easier", "_kinds", "_least", "_odds", "_section")

    def __init__(
        self, frame: Frame, section: Combat, odds: OddsRules, selectors: Selectors
    ) -> None:
        automatic = section.automatic
        self._section = section
        self._automatic = automatic
        self._odds = odds
        self._kinds = frame.phase_kinds
        self._least = column_value(automatic.at_least) if automatic else Fraction(0)
        easier = automatic.easier if automatic else None
        self._easier = (
            (column_value(easier.at_least), selectors.fits(easier.only)) if easier else None
        )

    def result(self, state: State, odds: Odds, defenders: Sequence[int]) -> str:
        """The code of the result of a battle at these odds; empty if dice are thrown for it."""
        if odds.column == BELOW:
            return self._section.below_result
        if self._automatic is None or not self.allowed(self._kinds[state.phase_index]):
            return ""
        return self._automatic.result if self.reached(state, odds, defenders) else ""

    def allowed(self, kind: str) -> bool:
        """Whether battles may be won without a roll in phases of a kind."""
        when = self._automatic.when if self._automatic else ()
        return ("movement" if kind == "movement" else "combat") in when

    def reached(self, state: State, odds: Odds, defenders: Sequence[int]) -> bool:
        """Whether the odds are good enough against these defenders."""
        if self._at_least(odds, self._least):
            return True
        if self._easier is None:
            return False
        least, fits = self._easier
        return self._at_least(odds, least) and all(fits(state, unit) for unit in defenders)

    def _at_least(self, odds: Odds, least: Fraction) -> bool:
        columns = self._section.columns
        if odds.column is not None and least in columns:
            return odds.column >= columns.index(least)
        value = self._odds.compared(odds.attacker, odds.defender)
        return value is None or value >= least

    def in_words(self) -> str:
        """The odds that are needed, for a refusal."""
        automatic = self._automatic
        if automatic is None:
            return ""
        easier = automatic.easier
        return f"{automatic.at_least}{f', or {easier.at_least}' if easier else ''}"
