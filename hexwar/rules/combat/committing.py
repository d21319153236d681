"""What is foreseen of a commitment: the battle as it would be, and what that is worth."""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.choice import Choice
from hexwar.engine.queries import Preview
from hexwar.engine.state import State
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.commitments import CommitmentRules, announced
from hexwar.rules.combat.preview import preview_battle

COLUMN = 0.1
"""What a column is worth besides the losses that it changes, in steps."""

PRICE = 0.05
"""What is kept for another battle is worth as much."""


def preview_commitment(state: State, action: Action) -> Preview:
    """The battle that is announced, as it would be after a commitment."""
    battle = announced(state)
    if battle is None:
        raise ValueError("no battle is announced")
    then = state.rules[CommitmentRules].foreseen(battle.committed, action)
    return preview_battle(state.rules[BattleRules], state, battle.battle, committed=then)


def worth_of_commitment(state: State, side: int, choice: Choice) -> float:
    """What a commitment is worth to a side: the losses that it changes, the columns, its price."""
    battle = announced(state)
    if battle is None or choice.action.verb == "pass":
        return 0.0
    before = preview_commitment(state, Action("pass"))
    after = preview_commitment(state, choice.action)
    mine = state.frame.side_ids[side]
    attacks = battle.stage == 0
    found = COLUMN * (after.column - before.column) * (1 if attacks else -1) - PRICE
    for whose, lost in after.expected_losses.items():
        more = float(lost - before.expected_losses[whose])
        found += -more if whose == mine else more
    return found
