"""A state that answers questions about the rules of its game.

The kernel's position, to which questions by name are added (`Questions`), previews of attacks and
fires, the chance of victory, and the view of a side.
"""

from __future__ import annotations

from hexwar.definition.spelling import index_of_side
from hexwar.engine import state as kernel
from hexwar.engine.action import Action, as_action
from hexwar.engine.queries import Preview
from hexwar.engine.registry import Previewing
from hexwar.engine.violation import IllegalAction, Violation
from hexwar.rules.questions import Questions
from hexwar.rules.view import View

PROMISED = frozenset(
    (
        *("turn", "phase", "side_to_act", "decision", "resolved", "position", "units_at"),
        *("legal_actions", "choices", "sample_action", "explain", "apply", "clone", "to_dict"),
        *("is_over", "winner", "level", "verdict", "outcome", "outcomes", "evaluate", "preview"),
        *("view", "seen_by", "worlds", "hides", "concealed_at", "known_events"),
        *(name for name in vars(Questions) if not name.startswith("_")),
    )
)
"""What callers may ask of a state, as docs/api.md lists it; all else is the rules' own."""


class State(Questions, kernel.Position):
    """A position to play on from, and what can be asked about it."""

    __slots__ = ()

    def __dir__(self) -> list[str]:
        """What is promised to callers: completion after a dot shows nothing else."""
        return [name for name in super().__dir__() if name in PROMISED or name.startswith("__")]

    def _known(self) -> State:
        return self

    def preview(self, attack: Action | str) -> Preview:
        """Strengths, column and chances of an attack, by the code that would resolve it; of a fire
        a ``FirePreview``, of any unit at any that it could fire at from where they stand, whichever
        side chooses now.

        It knows all units; ``view(side).preview`` knows what that side sees.
        :class:`IllegalAction` when the attack is illegal now, or there could be no such fire.
        """
        action = as_action(attack)
        foreseen: Preview = self.foreseeing(action).whole(self, action)
        return foreseen

    def foreseeing(self, action: Action) -> Previewing:
        """How an action is foreseen; :class:`IllegalAction` unless it is legal now and can be."""
        violation, previewing = self.explain(action), self.frame.registry.previews.get(action.verb)
        # A fire may be asked about at any time: that it is not legal now does not matter, but what
        # is no action at all has no preview.
        any_time = previewing is not None and previewing.any_time
        if violation is not None and not (any_time and violation.reason != "notation"):
            raise IllegalAction(violation)
        if previewing is None:
            refused = Violation("", "Only an attack or a fire has a preview.", "notation")
            raise IllegalAction(refused)
        return previewing

    def evaluate(self, side: str) -> float:
        """The chance that ``side`` wins as the position stands, 0 to 1; a draw counts one half.

        ValueError for a side that there is not.
        """
        from hexwar.rules.evaluation.rules import EvaluationRules  # few callers ask for it

        index = index_of_side(self.frame.side_ids, side)
        return self.rules[EvaluationRules].of(self, index)

    def view(self, side: str) -> View:
        """What ``side`` may know of this state. ValueError for a side that there is not."""
        return View(self, side, self.foreseeing)
