"""The choice to have dice thrown again.

The dice have fallen, and what they brought lies on the agenda; before it is carried out, each way
to throw again is offered to its side in the order of the file. A throw begins the round anew, as it
may be thrown again in its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import mid_sentence
from hexwar.rules.rerolls.rules import RerollRules

PASS = Action("pass")
NOBODY = -1


@dataclass(slots=True)
class RerollOffered(Task):
    """Dice have been thrown, and what comes of them waits below on the agenda.

    ``dice``, ``column`` and ``added``: how many dice, where they are looked up, and what is added
    to them. ``asked``: so many of the ways to throw again, in the order of the file, were
    declined since the last throw; ``used``: by which of them the dice were thrown again.
    """

    kind = "reroll"
    is_offer = True
    dice: int
    column: int
    added: int
    asked: int = 0
    used: tuple[int, ...] = ()

    def _offered(self, state: Position) -> int:
        """The way to throw again that is offered now, by its place in the file; or nobody's."""
        rules, thrown = state.rules[RerollRules], state.agenda[-2]
        for index in range(self.asked, len(rules.all)):
            if rules.able(state, index, thrown, self.used.count(index)):
                return index
        return NOBODY

    def settle(self, state: Position) -> bool:
        """A choice while somebody may; else the dice stand."""
        if self._offered(state) == NOBODY:
            state.agenda.pop()
            return False
        return True

    def side(self, state: Position) -> int:
        """Who may."""
        return state.rules[RerollRules].side(self._offered(state))

    def decision(self, state: Position) -> Decision:
        """Whether to throw again."""
        result = state.agenda[-2].result_in_words(state)  # type: ignore[attr-defined]
        return self.asks(
            state,
            f"The dice say: {mid_sentence(result)}. Throw them again, or let them stand.",
            may_decline=True,
        )

    def _again(self, state: Position) -> Action:
        return Action("rethrow", name=state.rules[RerollRules].all[self._offered(state)].id)

    def actions(self, state: Position) -> Iterator[Action]:
        """``rethrow``, ``pass``."""
        return iter((self._again(state), PASS))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is possible now."""
        if action.verb == "rethrow":
            if action.name == self._again(state).name:
                return None
            return state.rules[RerollRules].refuse(self._offered(state), action.name)
        return None if action.verb == "pass" else state.out_of_turn(action)

    def pass_says(self, state: Position) -> str:
        """The throw counts."""
        return "Let the dice stand"

    def perform(self, state: Position, action: Action) -> None:
        """Throw again, and ask everybody anew; or ask the next."""
        index = self._offered(state)
        state.agenda.pop()
        if action.verb == "pass":
            # The next way to throw again in the order of the file, perhaps of another side.
            state.agenda.append(self._next(index + 1, self.used))
            return
        state.rules[RerollRules].pay(state, index)
        # What the dice brought goes, and what other dice bring takes its place below the question.
        thrown = state.agenda.pop()
        again = thrown.thrown_again(state, self.dice, self.column, self.added)  # type: ignore[attr-defined]
        state.agenda += [again, self._next(0, (*self.used, index))]

    def _next(self, asked: int, used: tuple[int, ...]) -> RerollOffered:
        return RerollOffered(self.dice, self.column, self.added, asked, used)


def _ask(rules: RerollRules, state: Position, dice: int, column: int, added: int) -> None:
    """Dice have been thrown: ask, if somebody could have them thrown again."""
    state.agenda.append(RerollOffered(dice, column, added))


def _label(action: Action, state: Position) -> str:
    rules = state.rules[RerollRules]
    index = next((i for i, reroll in enumerate(rules.all) if reroll.id == action.name), 0)
    return f"{rules.all[index].title}: throw again ({rules.price(state, index)})"


VERBS = {"rethrow": Verb(NAMED, label=_label, does="have dice thrown again")}
TASKS = {"reroll": RerollOffered}
HOOKS = {"thrown": (RerollRules, _ask)}
