"""In which decisions something is proposed beside what the policy would do."""

from __future__ import annotations

from hexwar.players.search.commands import Commands
from hexwar.players.search.forming import Deployments, Proposals, Strikes
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.state import State

CARD = "card"
"""The phases of cards, whose section most games do without."""

FORMS: dict[str, type[Proposals]] = {
    MovementPhase.kind: Deployments,
    CombatPhase.kind: Strikes,
    CARD: Commands,
}
"""In which kinds of phase the rules propose something."""


def forms_here(state: State) -> type[Proposals] | None:
    """What proposes something where nothing else is asked; ``None`` where nothing does."""
    return None if state.is_over else FORMS.get(state.agenda[-1].kind)
