"""What sides do before the die of a battle: the battle is shown as it stands."""

from __future__ import annotations

from hexwar.engine import Action, Preview
from hexwar.rules.combat.choices import preview_kind
from hexwar.rules.combat.commitments import preview_commitment
from hexwar.rules.retreat import before
from hexwar.rules.state import State
from hexwar.viewer.decisions.presentation import Presentation


class CommitmentPresentation(Presentation):
    """The choices are few and have a line each."""

    before_the_die = True

    def foreseen(self, state: State) -> Preview:
        """The battle with what is committed to it."""
        return preview_commitment(state, Action("pass"))


class BeforeCombatPresentation(Presentation):
    """Defenders may leave, or pass."""

    before_the_die = True

    def foreseen(self, state: State) -> Preview | None:
        """The battle with those who are still there."""
        return before.foreseen(state)


class KindPresentation(Presentation):
    """A side says how the battle is fought."""

    before_the_die = True

    def foreseen(self, state: State) -> Preview:
        """The battle as it is fought if nobody chooses."""
        return preview_kind(state, Action("pass"))


PRESENTS = {
    "commitment": CommitmentPresentation,
    "before_combat": BeforeCombatPresentation,
    "kind_of_battle": KindPresentation,
}
