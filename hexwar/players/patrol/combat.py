"""Which attacks a side should make in one combat phase, and which first.

Every result of every attack is carried out on a copy of the state, by the code that would carry
it out in play, and the positions that follow are weighed with their chances. No die is rolled:
a player does not know the next one. Attacks that share no unit are then combined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine import Action
from hexwar.players.battlefield import coming_to_nothing
from hexwar.players.decider import Briefing, Decider, Effort
from hexwar.players.patrol.outlook import Outlook, PatrolPriorities, best_choice, outlook_of
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.preview import after_results
from hexwar.rules.state import State

MOST_FORCES = 24
"""So many attacking forces are compared for one target."""

LARGEST = 4
"""With less than full effort so many of them, the largest, and of these a share."""

WORTHWHILE = 0.004
"""An attack that promises less than this is not made."""


@dataclass(frozen=True, slots=True)
class WeighedAttack:
    """An attack and what it is expected to change, in the outlook's terms."""

    action: Action
    gain: float
    units: frozenset[str]


class AttackPlan:
    """The comparison of the attacks that a state allows."""

    def __init__(
        self, battles: BattleRules, outlook: Outlook, state: State, effort: Effort
    ) -> None:
        self._battles = battles
        self._effort = effort
        self._outlook = outlook
        self._state = state
        self._before = outlook.value(state.cells)

    def best(self) -> Action | None:
        """The attack to make now; ``None`` when no attack promises anything."""
        by_target: dict[str, list[Action]] = {}
        nothing = coming_to_nothing(self._state, self._outlook.side)
        names = set(self._state.names_of(nothing))
        for action in self._state.legal_actions():
            if action.verb == "attack" and names.isdisjoint(action.units):
                by_target.setdefault(action.hexes[0], []).append(action)
        lists = [
            sorted(
                (attack for attack in self._weighed(attacks) if attack.gain > WORTHWHILE),
                key=lambda attack: -attack.gain,
            )[:MOST_FORCES]
            for attacks in by_target.values()
        ]
        _, chosen = _combined([attacks for attacks in lists if attacks], frozenset())
        return max(chosen, key=lambda attack: attack.gain).action if chosen else None

    def _weighed(self, attacks: list[Action]) -> list[WeighedAttack]:
        """The attacks on one target; with less than full effort some of the largest forces."""
        if not self._effort.is_full:
            # The largest forces alone: as strong in 200 games, and a quarter quicker.
            attacks.sort(key=lambda action: -len(action.units))
            del attacks[self._effort.of(LARGEST) :]
        return [self._weigh(action) for action in attacks]

    def _weigh(self, action: Action) -> WeighedAttack:
        value = 0.0
        for chance, follows in after_results(self._battles, self._state, action, self._choose):
            value += float(chance) * self._outlook.value(follows.cells)
        return WeighedAttack(action, value - self._before, frozenset(action.units))

    def _choose(self, state: State) -> Action:
        """The choice that a result leaves to a player, as that player would make it."""
        value = self._outlook.value if self._effort.is_full else self._outlook.glance
        return best_choice(state, value, self._outlook.side)


def _combined(
    lists: list[list[WeighedAttack]], used: frozenset[str]
) -> tuple[float, tuple[WeighedAttack, ...]]:
    """The best set of attacks, at most one of each list and no unit twice."""
    if not lists:
        return 0.0, ()
    first, *rest = lists
    best = _combined(rest, used)
    # All sets of attacks are gone through: without a limit their number explodes with the targets.
    for attack in first[:8] if rest else first:
        if not used & attack.units:
            gain, others = _combined(rest, used | attack.units)
            if gain + attack.gain > best[0]:
                best = gain + attack.gain, (attack, *others)
    return best


class PatrolCombat(Decider[PatrolPriorities]):
    """A combat phase: attacks while one is worth it."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The attack to make now, or the end of the phase."""
        battles = briefing.rules.find(BattleRules)
        best = None
        if battles is not None:
            outlook = outlook_of(briefing, self._priorities)
            best = AttackPlan(battles, outlook, briefing.seen, briefing.effort).best()
        yield best or Action("done")


COMBAT = {"combat": PatrolCombat}
