"""A combat phase: a target first, then who attacks it; and what is done before its die is cast.

The target comes first, as a hex can be attacked by many groups of units, and all of them together
would be a long list. Attacks are prepared in the panel beside the map, and may be declared before
the first die. What is asked between an attack and its die shows the battle as it stands meanwhile.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, Decision, Preview
from hexwar.engine.task import offered
from hexwar.rules.combat.choices import preview_kind
from hexwar.rules.combat.commitments import preview_commitment
from hexwar.rules.retreat import before
from hexwar.rules.state import State
from hexwar.viewer.decisions.presentation import Groups, Keys, Presentation, Situation


class CombatPresentation(Presentation):
    """Attacks are prepared in the battle panel."""

    picks_together = False
    target_first = True
    fights_by = "attack"
    as_seen = False

    def targets(self, state: State) -> Groups:
        """Asked at once: a list of the attacks of many groups would be long."""
        return state.attack_options()

    def beside(self, state: State) -> tuple[Choice, ...]:
        """The declared battles, to be taken back."""
        taken_back = (Action("withdraw", *attack[1:]) for attack in state.declared_attacks())
        return tuple(offered(state, action) for action in taken_back)

    def together(self, game: ResolvedGame) -> bool:
        """Groups are put together for a target."""
        return False

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """Who must attack, what is declared, or how many hexes can be attacked."""
        if not decision.may_decline:
            return decision.prompt
        if now.state.declared_attacks():
            return f"{decision.prompt} {key} fights what is declared."
        count = len(now.targets)
        left = f"{count} {'hexes' if count != 1 else 'hex'} can be attacked."
        return f"{left} {key} ends the phase."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click an enemy unit to aim at it; click your own to add them or leave them out."


class CommitmentPresentation(Presentation):
    """The choices are few and have a line each."""

    before_the_die = True

    def foreseen(self, state: State) -> Preview:
        """The battle with what is committed to it."""
        # To pass commits no more, so that its preview is the battle as it stands.
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


COMBAT = {
    "combat": CombatPresentation,
    "commitment": CommitmentPresentation,
    "before_combat": BeforeCombatPresentation,
    "kind_of_battle": KindPresentation,
}
