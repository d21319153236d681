"""Section ``rerolls``: dice that are thrown again for a price.

The dice have fallen, and what they brought lies on the agenda. Before it is carried out each way to
throw again is offered to its side, in the order of the file (:class:`RerollOffered`). A new throw
replaces what lay there by what the new dice bring; then all sides are asked again, as that throw
may be thrown again in its turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, cast

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    SideName,
    between,
    cites,
    key,
    matching,
    name_of,
    only_with,
    says,
)
from hexwar.definition.grammar import in_prose
from hexwar.definition.tree import MappingNode, key_node
from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Battle
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If
from hexwar.rules.language.wording import mid_sentence
from hexwar.rules.movement.section import PoolPrice
from hexwar.rules.pools.section import Pools
from hexwar.rules.scopes.checks import IdleKey, of_keys
from hexwar.rules.tables.rules import TableResult
from hexwar.rules.tables.section import Tables

if TYPE_CHECKING:
    from hexwar.rules.pools.rules import PoolRules


# What section ``rerolls`` may say.


Throw = Literal["battle", "table"]


class Reroll(Form, example={"title": "Luck", "side": "red", "spends": {"pool": "luck"}}):
    """Dice that a side may have thrown again when it has seen them, and before anything comes of
    them. The last throw counts, better or worse.
    """

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Luck")] = ""
    side: Annotated[SideName, says("Who may.", "red")]
    spends: Annotated[PoolPrice, says("What it costs each time.", {"pool": "luck", "count": 1})]
    of: Annotated[
        tuple[Annotated[Throw, says("A throw.", "battle")], ...],
        NOT_EMPTY,
        ONCE,
        says(
            "Which throws: the dice of battles in which the side fights, those of tables.",
            ["battle", "table"],
        ),
    ] = ("battle",)
    who: Annotated[
        Literal["attacker", "defender", "any"],
        says("As what the side must fight, for dice of battles.", "attacker"),
    ] = "any"
    tables: Annotated[
        tuple[Annotated[str, name_of("table"), says("A table.", "weather")], ...],
        NOT_EMPTY,
        ONCE,
        only_with("of", having=("table",)),
        says("Whose throws, of tables; all if left out.", ["weather"]),
    ] = ()
    most: Annotated[int, between(1, 100), says("How often, of one throw.", 1)] = 1
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition of the game under which it may; always if left out.", {"turn": 1}),
    ] = None
    cite: Annotated[Citations, cites("Its rule.", reroll="Throwing again.")] = NO_RULES


class Rerolls(
    Form,
    whole="by_id",
    example={"luck": {"title": "Luck", "side": "red", "spends": {"pool": "luck"}}},
):
    """Dice that are thrown again for points of a pool, by id. After the throw each side that could
    pay is asked, in the order of the file, until none wants it thrown again. The forecast of an
    attack is that of its first throw.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Reroll], NOT_EMPTY] = {}


# Section ``rerolls``: which side may have which dice thrown again, and what that costs.


Thrown = Battle | TableResult
"""What dice have come to, and waits to be carried out."""


class RerollRules:
    """What may be thrown again; ``all`` are what the section says, in its order."""

    def __init__(
        self, frame: Frame, section: Rerolls, pools: PoolRules, conditions: Conditions
    ) -> None:
        self._frame, self._pools = frame, pools
        self.all: tuple[Reroll, ...] = tuple(section.by_id.values())
        self._holds = tuple(conditions.test(reroll.condition) for reroll in self.all)
        self._sides = tuple(frame.side_index[reroll.side] for reroll in self.all)

    def side(self, index: int) -> int:
        """Whose it is."""
        return self._sides[index]

    def price(self, state: Position, index: int) -> str:
        """What it costs, and how much there is."""
        price = self.all[index].spends
        points_left = self._pools.points(state, price.pool)
        return f"{price.count} of {points_left} {self._pools.pool(price.pool).title}"

    def able(self, state: Position, index: int, thrown: Thrown, times: int) -> bool:
        """Whether dice, of what ``thrown`` carries out, may be thrown again by one of these now."""
        reroll = self.all[index]
        if (
            times >= reroll.most
            or self._pools.points(state, reroll.spends.pool) < reroll.spends.count
        ):
            return False
        return self._is_for_throw(state, index, reroll, thrown) and self._holds[index](state)

    def _is_for_throw(self, state: Position, index: int, reroll: Reroll, thrown: Thrown) -> bool:
        """Whether a way to throw again is for this throw, and for this side of it."""
        if isinstance(thrown, Battle):
            owner, side = self._frame.unit_side, self._sides[index]
            fights = {
                role
                for role, units in (("attacker", thrown.attackers), ("defender", thrown.defenders))
                if any(owner[unit] == side for unit in units)
            }
            if "battle" not in reroll.of:
                return False
            return bool(fights) if reroll.who == "any" else reroll.who in fights
        return "table" in reroll.of and (not reroll.tables or thrown.name(state) in reroll.tables)

    def pay(self, state: Position, index: int) -> None:
        """Take the price, and say what for."""
        reroll = self.all[index]
        self._pools.pay(state, reroll.spends.pool, reroll.spends.count)
        if state.events is not None:
            side = self._frame.side_names[self._sides[index]]
            text = f"{reroll.title}: the dice are thrown again for {in_prose(side)}."
            rule = reroll.cite.get("reroll", "")
            state.tell("thrown_again", rule, text, side=reroll.side, reroll=reroll.id)

    def refuse(self, index: int, name: str) -> Violation:
        """Why nothing else may be thrown again now."""
        reroll = self.all[index]
        text = f"{name or 'That'} cannot be used now: {reroll.title} can."
        return Violation(reroll.cite.get("reroll", ""), text, "rerolls.reroll")


# The choice to have dice thrown again.


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

    @staticmethod
    def _thrown(state: Position) -> Thrown:
        """What waits below the question."""
        # The hook `thrown` is called when what the dice came to has just been put there.
        return cast("Thrown", state.agenda[-2])

    def _offered(self, state: Position) -> int:
        """The way to throw again that is offered now, by its place in the file; or nobody's."""
        rules, thrown = state.rules[RerollRules], self._thrown(state)
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
        """The side that may throw again."""
        return state.rules[RerollRules].side(self._offered(state))

    def decision(self, state: Position) -> Decision:
        """Whether to throw again."""
        result = self._thrown(state).result_in_words(state)
        return self.asks(
            state,
            f"The dice say: {mid_sentence(result)}. Throw them again, or let them stand.",
            may_decline=True,
        )

    def _rethrow(self, state: Position) -> Action:
        return Action("rethrow", name=state.rules[RerollRules].all[self._offered(state)].id)

    def actions(self, state: Position) -> Iterator[Action]:
        """``rethrow``, ``pass``."""
        return iter((self._rethrow(state), PASS))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is possible now."""
        if action.verb == "rethrow":
            if action.name == self._rethrow(state).name:
                return None
            return state.rules[RerollRules].refuse(self._offered(state), action.name)
        return None if action.verb == "pass" else state.out_of_turn(action)

    def pass_says(self, state: Position) -> str:
        """The throw counts."""
        return "Let the dice stand"

    def perform(self, state: Position, action: Action) -> None:
        """Throw again, and ask all sides again; or ask the next."""
        index, thrown = self._offered(state), self._thrown(state)
        state.agenda.pop()
        if action.verb == "pass":
            # The next way to throw again in the order of the file, perhaps of another side.
            state.agenda.append(self._next(index + 1, self.used))
            return
        state.rules[RerollRules].pay(state, index)
        # What the dice brought goes, and what other dice bring takes its place below the question.
        state.agenda.pop()
        again = thrown.thrown_again(state, self.dice, self.column, self.added)
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


# What is proved of section ``rerolls``: the throws happen, and their side can pay.


@of_each_game
def dice_can_be_thrown_again(subject: Subject, findings: Findings) -> None:
    """A pool of the side pays, and the game has the battles or tables whose dice these are."""
    game, rerolls = subject.game, subject.game.section(Rerolls)
    if rerolls is None or "rerolls" not in subject.tree:
        return
    pools = game.section(Pools)
    sides = {pool.id: pool.side for pool in pools.by_id.values()} if pools else {}
    there = {"battle": game.section(Combat), "table": game.section(Tables)}
    for reroll in rerolls.by_id.values():
        side = sides.get(reroll.spends.pool, reroll.side)
        if side != reroll.side:
            message = f"{reroll.spends.pool} is a pool of {side}, and {reroll.side} throws again"
            place = subject.node("rerolls", reroll.id, "spends").place()
            findings.add("HW692", place, message, help=f"name a pool of {reroll.side}")
        missing = [throw for throw in reroll.of if there[throw] is None]
        for throw in missing:
            message = f"dice of a {throw} are never thrown: the game has none"
            findings.add("HW692", subject.key("rerolls", reroll.id).place(), message)


@of_keys
def sides_fight_in_battles_alone(subject: Subject) -> Iterator[IdleKey]:
    """As what a side fights is asked of the dice of battles."""
    rerolls = subject.game.section(Rerolls)
    if not rerolls:
        return
    for reroll in rerolls.by_id.values():
        node = subject.node("rerolls", reroll.id)
        if isinstance(node, MappingNode) and "who" in node:
            why = "who: in throws of tables nobody attacks or defends"
            hint = "add battle to `of`, or delete who"
            yield IdleKey(key_node(node, "who"), "" if "battle" in reroll.of else why, hint)
