"""The course of a battle: the stages between an attack and its die.

A stage is what rules do at its place, and most games have few: where battles are simply fought,
``fight`` is the only one. It answers with the battle as it goes on, or with ``None`` if it waits.
Then it has put on the agenda what is to be settled, by which the battle goes on after the stage;
or the battle is over.

| place | what is done there |
|---|---|
| ``aim`` | the attacker chooses whom of the hexes the attack is on |
| ``declare`` | the battle is kept until all of the phase are declared |
| ``leave`` | defenders may retreat before combat |
| ``choose`` | its sides choose of which kind the battle is |
| ``answer`` | cards are played in answer |
| ``commit`` | its sides commit to it what they want to |
| ``turn_up`` | counters that lie face down are turned up |
| ``reveal`` | what shows only in battle comes to light |
| ``kind`` | the rules become those of the kind of the battle |
| ``fight`` | the die is thrown; the result goes on the agenda |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexwar.engine.rules import Contributed
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.units.rules import mask_of

Stage = Callable[[Position, Engagement], Engagement | None]

PLACES = (
    "aim",
    "declare",
    "leave",
    "choose",
    "answer",
    "commit",
    "turn_up",
    "reveal",
    "kind",
    "fight",
)


class BattleStages:
    """The stages that battles have in this game, in their order."""

    __slots__ = ("_after", "places")

    def __init__(self, contributed: Contributed) -> None:
        stages: dict[str, Stage] = contributed.battle_stages()
        if unknown := stages.keys() - {*PLACES}:
            raise ValueError(f"battles have no stage {', '.join(sorted(unknown))}")
        self.places = tuple(place for place in PLACES if place in stages)
        self._after = {
            after: tuple(stages[place] for place in PLACES[index:] if place in stages)
            for index, after in enumerate(("", *PLACES))
        }

    def go_on(self, state: Position, battle: Engagement, after: str = "") -> None:
        """Let a legal attack go on after a stage, or from its beginning, until it waits."""
        for stage in self._after[after]:
            now = stage(state, battle)
            if now is None:
                return
            battle = now

    def fight_at_once(self, state: Position, battle: Engagement) -> None:
        """Let a battle in the course of movement go on: nobody is asked before it is fought."""
        self.go_on(state, battle, "commit")


@dataclass(slots=True)
class BeforeTheDie(Task):
    """A task that stands between an attack and its die: of which battle."""

    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def battle(self) -> Engagement:
        """The battle."""
        return Engagement(self.hexes, self.attackers, self.defenders)

    def in_the_open(self) -> int:
        """Whoever is to fight is seen."""
        return mask_of((*self.attackers, *self.defenders))


@dataclass(slots=True)
class Announced(BeforeTheDie, AutomaticTask):
    """An attack has been announced: it goes on after a stage, once what lies above is settled."""

    kind = "announced"
    after: str = "choose"

    def settle(self, state: Position) -> bool:
        """Go on with those who are left, if they can fight."""
        state.agenda.pop()
        left = state.rules[BattleRules].if_it_can_be_fought(state, self.battle)
        if left is not None:
            state.rules[BattleStages].go_on(state, left, self.after)
        return False
