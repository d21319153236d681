"""Combat and fire: a target first, then who attacks it; and what comes of a battle.

The target comes first, as a hex can be attacked by many groups of units, and all of them together
would be a long list. Attacks are prepared in the panel beside the map, and may be declared before
the first die. What is asked between an attack and its die shows the battle as it stands meanwhile.

First attacks, then phases of fire, last what a side is asked once dice are rolled: retreats, losses
and advances.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, Decision
from hexwar.engine.task import offered
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.wording import every, several
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.decisions.presentation import Groups, Keys, Presentation, Situation

FOUGHT_IN = {"combat": "attacked", "fire": "fired at"}
"""Kinds of phase in which units fight, and what is done to the enemy there."""


class CombatPresentation(Presentation):
    """Attacks are prepared in the battle panel."""

    picks_together = False
    target_first = in_the_open = True
    fights_by = "attack"
    as_seen = False

    def targets(self, state: State) -> Groups:
        """Asked at once: a list of the attacks of many groups would be long."""
        return state.attack_options()

    def choices_beside(self, state: State) -> tuple[Choice, ...]:
        """The declared battles, to be taken back."""
        taken_back = (Action("withdraw", *attack[1:]) for attack in state.declared_attacks())
        return tuple(offered(state, action) for action in taken_back)

    def together(self, game: ResolvedGame) -> bool:
        """Groups are put together for a target."""
        return False

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """Who must attack, what is declared, or how many hexes can be attacked."""
        if not decision.may_decline:
            return decision.prompt
        if situation.state.declared_attacks():
            return f"{decision.prompt} {key} fights what is declared."
        count = len(situation.targets)
        if not count:
            return f"Nothing is left to attack. {key} ends the phase."
        sentence = f"{count} {'hexes' if count != 1 else 'hex'} can be attacked."
        return f"{sentence} {key} ends the phase."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click an enemy unit to aim at it; click your own to add them or leave them out."


class BeforeTheDiePresentation(Presentation):
    """Something is asked between an attack and its die; the choices are few, with a line each."""

    before_the_die = True


COMBAT = {
    "combat": CombatPresentation,
    "commitment": BeforeTheDiePresentation,
    "before_combat": BeforeTheDiePresentation,
    "kind_of_battle": BeforeTheDiePresentation,
}


# A phase of fire: a unit first, then the hex that it fires at; or that hex, if one alone can.

_NAMED = 4
"""So many of those who can fire are named."""


class FirePresentation(Presentation):
    """Each fire is prepared in the panel beside the map."""

    target_first = False
    aims = True
    fights_by = "fire"
    idle = "not fired"

    def together(self, game: ResolvedGame) -> bool:
        """Units fire one by one, unless the game lets groups fire."""
        fire = game.section(Fire)
        return fire is not None and fire.together is not None

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """The units that can still fire, by name as long as they are few."""
        ready = situation.ready()
        if not ready or not situation.ending():
            return super().prompt(situation, decision, key)
        who = every(ready) if len(ready) <= _NAMED else several(len(ready), "unit")
        return f"{who} can fire. {key} ends the phase."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit to see at whom it can fire, then one of the marked targets. "
            f"Hold {keys('sight')}: lines of sight. {keys('help')}: all keys."
        )

    def can_fight(self, verb: str) -> str:
        """They fire at it."""
        return f"can {verb} at"

    def frames_ready(self, situation: Situation) -> bool:
        """Few can fire, as a rule."""
        return True

    def left_to_do(self, situation: Situation, unit: str) -> str:
        """Whether it can fire, and if not at the nearest enemy, why not."""
        if unit in situation.ready():
            return "can fire"
        state, hex_now = situation.state, situation.state.position(unit)
        counters, hexmap = situation.resolved[Units].counters, situation.resolved.map
        foes = (enemy for enemy in counters if counters[enemy].side != counters[unit].side)
        spots = [spot for foe in foes if (spot := state.position(foe))]
        if hex_now is None or not spots:
            return "cannot fire"
        near = min(spots, key=lambda spot: hexmap.distance(spot, hex_now))
        why = state.explain(Action("fire", (unit,), (near,)))
        return f"cannot fire: {why.message.rstrip('.')}" if why is not None else ""

    def attack_on(self, verb: str) -> str:
        """Heads a fire that is being prepared."""
        return "Fire at"


FIRE = {"fire": FirePresentation}


# What comes of a battle: retreats, losses, advances.
#
# Here a side answers for what has been rolled. Units that must be named are marked on the map and
# listed; where there are hexes to go to, they are outlined.


class RetreatPresentation(Presentation):
    """Units retreat, or hold and lose steps."""

    def together(self, game: ResolvedGame) -> bool:
        """As the game says of stacks."""
        return game[Retreat].stacks == "allowed"

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        choosing = "" if len(situation.ready()) < 2 else "a unit, then "
        return f"Click {choosing}a marked hex, or press the number of a choice."

    def title(self, situation: Situation) -> str:
        """What the choice is: to hold costs steps, and is not always offered."""
        verbs = {choice.action.verb for choice in situation.state.choices()}
        may_hold = "hold" in verbs
        if "retreat" not in verbs and may_hold:
            return "No retreat is open: lose steps"
        return "Retreat, or hold and lose steps" if may_hold else "Where to retreat"


_NO_PART = frozenset({"losses.involved", "losses.choice"})
"""Why a unit that has nothing to do with a loss cannot be named."""


class LossPresentation(Presentation):
    """A unit is lost, or loses a step."""

    picks_together = False
    candidates = True

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click a marked unit, or press the number of a choice."

    def title(self, situation: Situation) -> str:
        """What is asked."""
        units = situation.resolved[Units].counters
        stepped = any(len(units[unit].steps) > 1 for unit in situation.ready())
        return "Who loses a step" if stepped else "Which unit is lost"

    def why_not_others(self, situation: Situation) -> str:
        """The reason of the rules, of units of the side that fought too and are not offered."""
        state, ready = situation.state, situation.ready()
        verb = next((choice.action.verb for choice in state.choices() if choice.units), "")
        counters, reasons = situation.resolved[Units].counters, dict[str, list[str]]()
        if verb and ready:
            for unit in counters:
                is_other = unit not in ready and counters[unit].side == counters[ready[0]].side
                refusal = state.explain(Action(verb, (unit,))) if is_other else None
                # Of those that took no part it says no more than that.
                if refusal is not None and refusal.reason not in _NO_PART:
                    reasons.setdefault(str(refusal), []).append(unit)
        return " ".join(f"Not {every(units)}: {why}" for why, units in reasons.items())

    def becoming(self, label: str) -> str:
        """What it comes to."""
        return "it loses the step"


class AdvancePresentation(Presentation):
    """One of those that fought advances into the hex that was emptied, or beyond."""

    heading = "Who advances"
    picks_together = False
    candidates = True
    click_again = True

    def together(self, game: ResolvedGame) -> bool:
        """They are chosen among."""
        return False

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click a marked unit, or press the number of a choice."


AFTERMATH = {
    "retreat": RetreatPresentation,
    "loss": LossPresentation,
    "advance": AdvancePresentation,
}
