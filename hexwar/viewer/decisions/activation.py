"""Units act one after the other: each moves, fires, or does what else it may.

Units act one by one, so that no stack is picked up: a unit first, then what it does. Where it can
move in several ways, the line under the map names the one that a click would take.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Decision
from hexwar.rules.language.wording import several
from hexwar.rules.state import State
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class ActsAlone(Presentation):
    """One unit, to be picked or picked already, moves or fires."""

    target_first = False
    aims = True
    fights_by = "fire"
    lists_ways = False

    def together(self, game: ResolvedGame) -> bool:
        """Units act one by one."""
        return False

    def going(self, on_map: bool) -> str:
        """It moves there."""
        return "move"

    def course(self, state: State, action: Action) -> tuple[str, ...]:
        """The way of a move."""
        if action.verb != "move":
            return ()
        return state.course(action.units[0], action.hexes[-1], action.name)

    def hint(self, now: Situation, number: str) -> tuple[str, str] | None:
        """How a unit goes there, and how far that is."""
        way = now.course(number)
        how = f" {now.way_title}".rstrip()
        return (
            (f"{now.units[0]} moves to {number}{how}: {several_hexes(way)}.", "") if way else None
        )

    def attack_on(self, verb: str) -> str:
        """Heads a fire that is being prepared."""
        return "Fire at"

    def can_fight(self, verb: str) -> str:
        """They fire at it."""
        return f"can {verb} at"


class ActivationPresentation(ActsAlone):
    """A phase in which units act one after the other, and what one of them has begun."""

    own_turn = True
    as_seen = True
    picks_together = False

    def leaving(self, game: ResolvedGame, unit: str, number: str) -> str:
        """A unit that cannot act is asked why it cannot leave its hex."""
        next_to = game.map.neighbors(number)
        return f"move {unit} {next_to[0]}" if next_to else ""

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """How many units can still act."""
        if not self.is_phase or not now.ending():
            return super().prompt(now, decision, key)
        return f"{several(len(now.ready()), 'unit')} can still act. {key} ends the phase."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit, then a hex to move to or a marked target. "
            f"{keys('next_way')}: the next way of moving. {keys('sight')}: lines of sight."
        )

    def title(self, now: Situation) -> str:
        """Moves and fires are made on the map."""
        return "Also possible"


class ActivatedPresentation(ActivationPresentation):
    """What one of them does now."""

    finish = "End activation"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """What it may still do."""
        return f"{decision.prompt} {key} ends what it does."


def several_hexes(way: tuple[str, ...]) -> str:
    """How long a way is."""
    return "1 hex" if len(way) == 2 else f"{len(way) - 1} hexes"


ACTIVATIONS = {
    "activation": ActivationPresentation,
    "activated": ActivatedPresentation,
}
