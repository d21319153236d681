"""Units that act one after the other: each moves, fires or does what else it may; and reactions.

Units act one by one, so a stack is never picked up: a unit comes first, then what it does. Where it
can move in several ways, the line under the map names the one that a click would take.

Reactions interrupt an action. Except for overwatch, which is a phase, they come in another side's
turn and are asked ``apart``. First come the units that react, one after the other; then those of
the acting side that join in; where dice are equal, which comes first; and then each does what it
may when its turn comes.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Decision, IllegalAction, Preview
from hexwar.rules.language.wording import either, every, several
from hexwar.rules.state import State
from hexwar.viewer.decisions.movement import several_hexes
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

    def hint(self, situation: Situation, number: str) -> tuple[str, str] | None:
        """How a unit goes there, and how far that is."""
        course = situation.course(number)
        how = f" {situation.way_title}".rstrip()
        if not course:
            return None
        by_hex = situation.reactors(course)
        reactors = every(dict.fromkeys(unit for units in by_hex.values() for unit in units))
        seen_from = next(iter(by_hex), "")
        stretch = f"in {seen_from}" if seen_from == number else f"from {seen_from} on"
        from_there = f" {reactors} may react {stretch}." if by_hex else ""
        text = f"{situation.units[0]} moves to {number}{how}: {several_hexes(course)}.{from_there}"
        return text, ""

    def attack_on(self, verb: str) -> str:
        """Heads a fire or a search that is being prepared."""
        return "Search of" if verb == "search" else "Fire at"

    def can_fight(self, verb: str) -> str:
        """They fire at it, or search it."""
        return "can search" if verb == "search" else f"can {verb} at"

    def marked(self, verb: str, who: str) -> str:
        """Nobody is known to be where one searches."""
        if verb == "search":
            return f"a marked hex, which {who} {self.can_fight(verb)}"
        return super().marked(verb, who)

    def is_shot(self, verb: str) -> bool:
        """A search is none."""
        return verb != "search"


class ActivationPresentation(ActsAlone):
    """A phase in which units act one after the other, and what one of them has begun."""

    heading = "Also possible"
    own_turn = True
    as_seen = True
    picks_together = False
    idle = "not acted"

    def leaving(self, game: ResolvedGame, unit: str, number: str) -> str:
        """A unit that cannot act is asked why it cannot leave its hex."""
        next_to = game.map.neighbors(number)
        return f"move {unit} {next_to[0]}" if next_to else ""

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """How many units can still act."""
        if not self.is_phase or not situation.ending():
            return super().prompt(situation, decision, key)
        return f"{several(len(situation.ready()), 'unit')} can still act. {key} ends the phase."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit, then a hex to move to or a marked target. "
            f"{keys('next_way')}: the next way of moving. Hold {keys('sight')}: lines of sight."
        )


class ActivatedPresentation(ActivationPresentation):
    """What one of them does now."""

    finish = "End activation"

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """What it may still do."""
        verbs = dict.fromkeys(c.action.verb for c in situation.state.choices() if c.action.units)
        if not verbs:
            return f"{decision.prompt} {key} ends what it does."
        activity = decision.prompt.partition(":")[0]
        return f"{activity}: it can still {either(verbs)}. {key} ends what it does."


ACTIVATIONS = {
    "activation": ActivationPresentation,
    "activated": ActivatedPresentation,
}


# -- reactions -------------------------------------------------------------------------------------


class AboutFire(Presentation):
    """Something is asked while a unit is about to fire, or to enter a hex."""

    def foreseen(self, state: State) -> Preview | None:
        """The fire that may be interrupted."""
        action = state.under_way()
        if action is None or not action.target:
            return super().foreseen(state)
        try:
            return state.preview(Action("fire", (action.unit,), (action.target,)))
        except IllegalAction:
            return None


class WindowPresentation(AboutFire):
    """Units are named that react, one after the other, or the action goes on."""

    picks_alone = picks_together = False
    candidates = True
    apart = True
    heading = "Who reacts"

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """The unit whose action may be interrupted, and the key that lets it go on."""
        return f"{decision.prompt[:-1]} ({key})."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            f"Click a marked unit or press its number to react; {keys('end_phase')} lets this go "
            f"on, {keys('end_all')} all the rest of the action."
        )


class JoiningPresentation(WindowPresentation):
    """Units of the acting side join in against those who try to react."""

    heading = "Who joins in"


class OrderPresentation(WindowPresentation):
    """Which of several equal dice comes first."""

    heading = "Who acts first"

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """Nothing can be declined."""
        return decision.prompt


class OverwatchPresentation(Presentation):
    """A phase in which units are put on overwatch, one after the other."""

    heading = "Who goes on overwatch"
    picks_alone = picks_together = False
    candidates = True

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit or press its number to put it on overwatch: it waits for enemies who "
            f"react. {keys('end_phase')} ends the phase."
        )


class ReactionPresentation(AboutFire, ActsAlone):
    """A unit that comes first fires or moves."""

    heading = "What it does"
    apart = True

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return f"Click a marked target or hex. {keys('end_phase')}: do nothing."


REACTIONS = {
    "overwatch": OverwatchPresentation,
    "reaction_window": WindowPresentation,
    "joining": JoiningPresentation,
    "exchange": OrderPresentation,
    "reaction": ReactionPresentation,
    "return_fire": ReactionPresentation,
}
