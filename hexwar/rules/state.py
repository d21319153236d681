"""A state that answers questions about the rules of its game."""

from __future__ import annotations

from hexwar.engine import state as kernel
from hexwar.engine.action import Action, as_action
from hexwar.engine.queries import Preview
from hexwar.engine.violation import IllegalAction, Violation
from hexwar.rules.combat.preview import preview_attack
from hexwar.rules.questions import Questions
from hexwar.rules.view import View


class State(Questions, kernel.State):
    """A position to play on from, and what can be asked about it."""

    __slots__ = ()

    def _known(self) -> State:
        return self

    def preview(self, attack: Action | str) -> Preview:
        """Strengths, column and chances of an attack, by the code that would resolve it.

        It knows all units; ``view(side).preview`` knows what that side sees.
        :class:`IllegalAction` when the attack is illegal now.
        """
        action = as_action(attack)
        self.require_attack(action)
        return preview_attack(self, action)

    def require_attack(self, action: Action) -> None:
        """:class:`IllegalAction` unless this is a legal attack or overrun now."""
        violation = self.explain(action)
        if violation is None and action.verb not in ("attack", "overrun"):
            violation = Violation("", "Only an attack has a preview.", "notation")
        if violation is not None:
            raise IllegalAction(violation)

    def view(self, side: str) -> View:
        """What ``side`` may know of this state. ValueError for a side that there is not."""
        return View(self, side, self.require_attack)
