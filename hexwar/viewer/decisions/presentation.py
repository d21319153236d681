"""How a decision looks and is made in the window, if nothing special is registered for its kind.

A decision has choices, which the window can list and carry out without knowing any of them. What
this class adds is how they are best shown: whether units are picked first or a target, whether they
act together, what a click on a hex means, and in which words all this is asked. The other modules
here name a subclass for a kind in their tables; nothing else in the window may name a kind of
decision.

First what a presentation may ask of the window (:class:`Situation`). Then :class:`Presentation`:
the values that a subclass overrides, by what they are about; how the decision is offered; questions
to the rules that stand in for a list of all choices, where that would take too long (every path of
a move); and words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, Decision, Preview, Reach
from hexwar.rules.state import State
from hexwar.rules.units.section import Units

Groups = Mapping[str, tuple[tuple[str, ...], ...]]
"""Hexes that can be fought, each with the groups of units able to."""

Keys = Callable[[str], str]
"""The key of a command, as it is shown."""


def beside_counters(game: ResolvedGame, key: str, word: str = "Key") -> str:
    """A key as a sentence names it: ``Key E`` where a counter is called E, for which the letter
    alone would be taken.
    """
    return f"{word} {key}" if key in game[Units].counters else key


class Situation(Protocol):
    """The decision with what is picked up for it: what :class:`~..selection.Selection` is."""

    @property
    def state(self) -> State:
        """The position, as far as the decision is offered on it."""

    @property
    def resolved(self) -> ResolvedGame:
        """The game."""

    @property
    def units(self) -> tuple[str, ...]:
        """The units picked up."""

    @property
    def targets(self) -> Groups:
        """Hexes to begin an attack with."""

    def ready(self) -> tuple[str, ...]:
        """The units that can do something."""

    def reach(self) -> Mapping[str, Reach]:
        """Where those picked up can move together."""

    @property
    def way_title(self) -> str:
        """The way in which they would move, in words; empty for the ordinary one."""

    def course(self, number: str) -> tuple[str, ...]:
        """The way of those picked up to a hex, where they would go hex by hex."""

    def reactors(self, course: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Which units could react as those picked up go a way, by hex: only units that are seen
        here.
        """

    def ending(self) -> Action | None:
        """The action that ends the phase or declines, if there is one."""

    @property
    def ending_says(self) -> str:
        """What it is to decline, in words."""

    @property
    def covered(self) -> bool:
        """Whether what can be chosen lies in a hand that is covered, as several look on."""


class Presentation:
    """What the window needs to know of a kind of decision apart from its choices.

    ``is_phase``: it is the choice of a phase, in which a whole side acts.
    """

    # Words.

    finish = "End phase"
    """On the button that ends a phase, and with what it is called when that is declined."""
    declines = "Decline"
    """On the button that declines what is offered within a turn, where the rules have no better
    word.
    """
    outside_turn = ""
    """What the game is in, where the decision comes before the first turn."""
    heading = "Choose"
    """What is asked, above the list of choices."""
    waiting = "Off the map"
    """Heads the list of units that can act and stand nowhere."""
    idle = ""
    """What units have not done that could act in a phase and did nothing in it, after *have*."""

    # How units are picked up.

    picks_alone = True
    """Whether the only unit that can act is picked up unasked."""
    picks_together = True
    """Whether several that stand together, are all that can act and can act as one are so too."""
    candidates = False
    """Whether all that can act lie together to choose from, wherever they stand."""
    click_again = False
    """Whether a click goes where friends stand, and a second one on a unit means where it can."""

    # What is done with them.

    reaches_by = ""
    """The verb of what :meth:`reach` answers."""
    lists_ways = True
    """Whether the hexes where units can go have lines in a list."""
    fights_by = ""
    """The verb of what :meth:`targets` answers."""
    target_first: bool | None = None
    """Whether an attack begins with its target; None: where there is nothing else on the map."""
    aims = False
    """Whether the line of sight to the hex looked at is drawn while a unit is picked up."""
    before_the_die = False
    """Whether it belongs to a battle that is still to be rolled for, and to none before it."""
    says_why_not_ended = True
    """Whether the button that ends a phase stands open where it cannot be ended, and says why."""

    # Who may look on, where people share the window.

    apart = False
    """Whether the window is handed over for it too where units hide, though it comes in another
    side's turn: what each may choose is nobody else's business.
    """
    in_hand = False
    """Whether what can be chosen lies in a hand: a player who shares the window is asked in the
    open, sees the cards when he asks for them, and is not asked again in a phase if he says so.
    """
    in_the_open = False
    """Whether a side only chooses what units do, which all see: where nothing but hands is hidden,
    the window need not change hands for it.
    """

    def __init__(self, is_phase: bool) -> None:
        self.is_phase = is_phase

    # -- how it is offered ---------------------------------------------------------------------

    def offered(self, state: State) -> tuple[Choice, ...]:
        """All that may be chosen in the window."""
        return tuple(state.choices())

    @property
    def own_turn(self) -> bool:
        """Whether the window is handed over for it: others come in the middle of a battle."""
        return self.is_phase

    @property
    def as_seen(self) -> bool:
        """Whether it is offered as far as the side to act can tell."""
        return self.is_phase

    @property
    def lays_out_order(self) -> bool:
        """Whether a hidden stack is laid out to be put in order though it cannot act as one."""
        return self.own_turn

    def frames_ready(self, situation: Situation) -> bool:
        """Whether the units that can do something are framed on the map: a side's are not where
        most of them can.
        """
        return not self.is_phase

    def left_undone(self, state: State, decision: Decision) -> str:
        """What is asked about before the phase is ended; empty where nobody needs to be asked."""
        return ""

    # -- what the rules answer -----------------------------------------------------------------

    def targets(self, state: State) -> Groups | None:
        """Hexes to fight, where that is asked at once and not taken from the choices."""
        return None

    def choices_beside(self, state: State) -> tuple[Choice, ...]:
        """What else can be chosen where :meth:`targets` are asked at once."""
        return ()

    def reach(
        self, state: State, choices: Sequence[Choice], units: tuple[str, ...]
    ) -> Mapping[str, Reach]:
        """Where units can go together, with costs, where that is asked and not taken from them."""
        return {}

    def course(self, state: State, action: Action) -> tuple[str, ...]:
        """The hexes that an action leads through, where it goes hex by hex."""
        return ()

    def foreseen(self, state: State) -> Preview | None:
        """The fight that the decision is about, where it comes before the dice."""
        return state.impending()

    def together(self, game: ResolvedGame) -> bool | None:
        """Whether units of one hex may act as one; None: as the choices say."""
        return None

    def going(self, on_map: bool) -> str:
        """The verb that is meant by pointing at a hex; empty: any that can be."""
        return ""

    def leaving(self, game: ResolvedGame, unit: str, number: str) -> str:
        """What is tried to learn why a unit cannot act; empty: to go where it stands."""
        return ""

    # -- words -----------------------------------------------------------------------------------

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """What is to be done, and the key that ends it."""
        question = decision.prompt
        if not (situation.ending() if self.own_turn else decision.may_decline):
            return question
        if question.endswith(", or pass.") and not self.own_turn:
            # To pass is called here as on the button for it.
            question = f"{question.removesuffix(', or pass.')}."
        # Where the rules' own prompt says already how to decline, only the key is added to it.
        if question.endswith((" or end the phase.", " or pass.", " or decline.")):
            return f"{question[:-1]} ({key})."
        if self.own_turn:
            return f"{question} {key} ends the phase."
        says = situation.ending_says if situation.ending() is not None else self.declines
        return f"{question} {key}: {says[:1].lower()}{says[1:]}."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """What can be done, for when nothing else is to be said."""
        marked = situation.ready() or situation.targets
        if not marked and not any(choice.action.hexes for choice in situation.state.choices()):
            return "Press the number of a choice."  # nothing on the map is marked
        return "Click a marked unit or hex, or press the number of a choice."

    def title(self, situation: Situation) -> str:
        """Heads the list of choices: :attr:`heading`, where it is not told by the position."""
        return self.heading

    def stack_title(self, situation: Situation, stack: str) -> str:
        """Heads the counters laid out; ``stack`` says where they lie."""
        return self.title(situation) if self.candidates else stack

    def hint(self, situation: Situation, number: str) -> tuple[str, str] | None:
        """What a click on a hex would do, and the number of a rule; None: what its choice says."""
        return None

    def attack_on(self, verb: str) -> str:
        """Heads a battle that is being prepared, before the hex."""
        return "Attack on"

    def can_fight(self, verb: str) -> str:
        """Stands between units and a hex that they can fight."""
        return f"can {verb}"

    def marked(self, verb: str, who: str) -> str:
        """What units can fight, as it is marked: ``a marked enemy, whom B1 can attack``."""
        return f"a marked enemy, whom {who} {self.can_fight(verb)}"

    def is_shot(self, verb: str) -> bool:
        """Whether it matters how far a unit fires."""
        return True

    def why_not_others(self, situation: Situation) -> str:
        """Why not every unit can be named that a player might have in mind."""
        return ""

    def becoming(self, label: str) -> str:
        """What becomes of a unit that is named."""
        return label

    def left_to_do(self, situation: Situation, unit: str) -> str:
        """What a unit may still do."""
        return ""
