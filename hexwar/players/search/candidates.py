"""Plans worth comparing: the policy's own first, then others like it, and those from the rules.

What is not proposed here is never played, however long is thought: the search only compares. So
plans come from several sources, the surest first: the policy itself, choices one by one where they
are few, forms (:mod:`hexwar.players.search.forming`), then the policy varied and moves drawn.

:class:`Candidates` reads in the order in which it is asked: the policy's plan (``own``), the same
made sensible, quiet and mended, the others beside it (``of_phase``, ``single``, ``joined``), and
from where those come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random
from typing import Protocol

from hexwar.engine import Action
from hexwar.engine.action import DONE
from hexwar.players.decider import QUICK
from hexwar.players.greedy import Unwanted
from hexwar.players.player import Player
from hexwar.players.search.forming import Deployments, forms_here
from hexwar.players.search.mending import Mender
from hexwar.players.search.plans import (
    LONGEST,
    Deployment,
    Plan,
    decides,
    follows,
    laid_out,
    moment,
    without_detours,
)
from hexwar.players.search.sense import forgoing, is_bad, sensible
from hexwar.players.search.showing import begins_by_showing, discreet, gives_away, hiding
from hexwar.rules.plots.section import WRITING
from hexwar.rules.state import State

FEW = 8
"""Where no more can be chosen, each choice is a plan."""


class Policy(Protocol):
    """Makes a player that remembers nothing yet and thinks with an effort; given a chance, one that
    minds things otherwise; which does not do what is ``unwanted`` while there is anything else.
    """

    def __call__(
        self, varied: Random | None, effort: float, unwanted: Unwanted = ..., /
    ) -> Player: ...


CARELESS = 0.5
"""With less care than this the first plan is that of a policy that minds things otherwise than
usual, as drawn: good enough not to look silly, and open to a good player's attack; ...
"""

PASSES = 0.35
"""... and so often a player that plans with so little care lets the rest of a phase pass, unless it
sees how much it could gain.
"""

BESIDES = 0.3
"""The effort that goes into plans other than the policy's own, ..."""

BESIDES_IN = {WRITING: QUICK}
"""... and the same by the kind of phase, where with less they would only be drawn: of orders that
are carried out together nothing can be seen before.
"""

DRAWN = 4
"""Of so many plans that follow from no form one begins with moves that are drawn: those of a policy
that minds things otherwise are more often better than its own.
"""

IN_VAIN = 8
"""When so many plans in a row were known already, no more are made."""


class Candidates:
    """The plans of a side (an index) in a position as it thinks it to be; ``care`` is the effort of
    the first."""

    def __init__(
        self, thought: State, side: int, random: Random, policy: Policy, care: float = 1.0
    ) -> None:
        self._thought, self._side, self._random, self._policy = thought, side, random, policy
        self._care = care
        self._bold: tuple[Plan, ...] = ()

    def own(self, longest: int = LONGEST) -> Plan:
        """What the policy itself would do, so many actions at most."""
        careless, effort = self._care < CARELESS, self._care
        return Plan(self._followed(varied=careless, effort=effort, longest=longest), "policy")

    def sensible(self, own: Plan) -> Plan:
        """The policy's plan without an attack that is likelier to harm than to help, and without
        moves by which units that hide are seen for nothing; the plan as it was is one of those that
        are compared with it.
        """
        self._bold = (own,)
        kept = sensible(self._thought, self._side, own.actions)
        kept = discreet(self._thought, self._side, kept)
        if self._care < CARELESS and self._random.random() < PASSES:
            kept = self._let_pass(kept)
        return Plan(kept, own.idea)

    def quiet(self, own: Plan) -> Plan:
        """In place of a plan that gains nothing by showing hidden units, what the policy does with
        other units; where that shows some, too, the phase is ended. The same plan if none of this
        can be done.
        """
        if not self._shows(own.actions):
            return own
        hidden = hiding(self._thought, self._side)
        others = self._followed(effort=self._care, staying=hidden)
        if self._shows(others) and self._thought.explain(DONE) is None:
            others = (DONE,)
        return own if self._shows(others) else Plan(others, own.idea)

    def _shows(self, actions: tuple[Action, ...]) -> bool:
        """Whether some actions begin with one that shows units which hide, for nothing."""
        return begins_by_showing(self._thought, self._side, actions)

    def _let_pass(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """A half of some actions, and the end of the phase; all where it may not be ended then."""
        begun = tuple(action for action in actions if action != DONE)
        twin, half = self._twin(), begun[: len(begun) // 2]
        if laid_out(twin, self._side, half) != half or twin.explain(DONE) is not None:
            return actions
        return (*half, DONE)

    def mended(self, plan: Plan, pressed: Callable[[], bool] = lambda: False) -> Plan:
        """A plan of a phase without what no player of sense would do in it; the same where that is
        nothing, or it is time to move (``pressed``).
        """
        kept = Mender(self._thought, self._side, pressed).mended(plan.actions)
        if kept != plan.actions and DONE not in kept:
            staying = frozenset(u for a in plan.actions if a not in kept for u in a.units)
            kept = self._followed(kept, effort=self._care, staying=staying)
        kept = discreet(self._thought, self._side, kept)
        return plan if kept == plan.actions else Plan(kept, "mended", plan.later)

    def of_phase(
        self, own: Plan, most: int, pressed: Callable[[], bool] = lambda: False
    ) -> list[Plan]:
        """At most so many different plans of a phase, the policy's own first; no more are made
        once it is time to move (``pressed``) or so many in a row were known already.
        """
        plans, in_vain = [own], 0
        # To do nothing is rarely better: where there is time for three plans it takes no place.
        others = chain(self._all_choices(), self._others())
        standing = [] if self._thought.explain(DONE) is not None else [Plan((DONE,), "stand")]
        for plan in chain(self._bold, islice(others, 2), standing, others):
            in_vain += 1
            if plan.actions and plan not in plans:
                plans.append(plan)
                in_vain = 0
            if len(plans) >= most or in_vain == IN_VAIN or pressed():
                break
        return plans

    def single(self, own: Plan, most: int) -> list[Plan]:
        """Plans of one action each, the policy's first, unless it shows hidden units for nothing or
        is a bad attack that need not be made: for choices that are soon made.
        """
        legal = list(self._thought.legal_actions())
        first = own
        # Whether a choice is to attack though that had better be left alone, and can be.
        thought, strikes = self._thought, self._thought.frame.registry.previews
        if (
            bool(own.actions)
            and own.actions[0].verb in strikes
            and thought.explain(forgoing(thought)) is None
            and is_bad(thought, self._side, own.actions[0])
        ):
            first = Plan((forgoing(self._thought),), own.idea)
        if self._shows(first.actions):
            kept = (a for a in legal if not gives_away(self._thought, self._side, a))
            first = Plan(tuple(islice(kept, 1)) or first.actions, own.idea)
        if len(legal) > most:
            legal = self._random.sample(legal, most)
        plans = [first, *(Plan((action,), "choice") for action in legal)]
        return list(dict.fromkeys(plans))[:most]

    def joined(self, best: list[Plan]) -> list[Plan]:
        """Plans that take the moves of some units from one plan and of the others from another."""
        if forms_here(self._thought) is not Deployments or len(best) < 2:
            return []
        pairs = [(first, second) for first in best for second in best if first is not second]
        plans = []
        for first, second in pairs[:2]:
            movers = sorted({unit for a in first.actions for unit in a.units})
            if movers:
                around = self._near(self._random.choice(movers))
                actions = [a for a in first.actions if not around.isdisjoint(a.units)]
                actions += [a for a in second.actions if around.isdisjoint(a.units)]
                made = laid_out(self._twin(), self._side, actions)
                plans.append(Plan(made, "joined", first.later or second.later))
        return plans

    def _near(self, unit: str) -> frozenset[str]:
        """The half of the side, more or less, that stands nearest to a unit, itself included; all
        by their ids.
        """
        state, frame = self._thought, self._thought.frame
        mine = [u for u, owner in enumerate(frame.unit_side) if owner == self._side]
        mine = [u for u in mine if state.cells[u]]
        around, near = frame.board.bit[state.cells[frame.unit_index[unit]]], [unit]
        while around != frame.board.on_map and len(near) < len(mine) / 2:
            around |= frame.board.expand(around)
            near = [frame.unit_ids[u] for u in mine if around >> state.cells[u] & 1]
            if not around:
                break
        return frozenset(near)

    def _all_choices(self) -> Iterator[Plan]:
        """Each choice and what the policy adds, where there are few and nobody is to be formed."""
        if forms_here(self._thought) is Deployments:
            return
        legal = [a for _, a in zip(range(FEW + 1), self._thought.legal_actions(), strict=False)]
        if len(legal) <= FEW:
            yield from (Plan(self._followed((action,)), "choice") for action in legal)

    def _others(self) -> Iterator[Plan]:
        """More than anybody compares, of all kinds in turn: forms as long as there are any, between
        them the policy varied and, at every so many-th, moves drawn.
        """
        forms: list[Deployment] = []
        forming = forms_here(self._thought)
        if forming is not None:
            forms = forming(self._thought, self._side, self._random).all()
        for number in range(len(forms) + 30):
            if forms:
                yield self._formed(forms.pop(0))
            if number % DRAWN == DRAWN - 1:
                drawn = self._followed(self._drawn())  # whose units the policy may move on
                yield Plan(without_detours(self._thought, self._side, drawn), "drawn")
            else:
                yield Plan(self._followed(varied=True), "varied")

    def _followed(
        self,
        first: tuple[Action, ...] = (),
        *,
        varied: bool = False,
        effort: float | None = None,
        longest: int = LONGEST,
        staying: frozenset[str] = frozenset(),
    ) -> tuple[Action, ...]:
        """Some actions, then what the policy adds (``longest`` actions at most), with the effort
        that is usual for other plans or another; nothing with the units that are ``staying``.
        """
        kind = self._thought.frame.phase_kinds[self._thought.phase_index]
        effort = BESIDES_IN.get(kind, BESIDES) if effort is None else effort
        twin = self._twin()
        made = laid_out(twin, self._side, first)
        if twin.rolled != self._thought.rolled or moment(twin) != moment(self._thought):
            return made
        random = self._random if varied else None
        player = self._policy(random, effort, lambda it: not staying.isdisjoint(it.units))
        return made + follows(twin, self._side, player, self._random, longest)

    def _twin(self) -> State:
        """A copy to make actions in, with dice of its own."""
        return self._thought.clone(seed=self._random.getrandbits(32))

    def _formed(self, form: Deployment) -> Plan:
        """A form, what the policy also does with the units that are free, then the attacks."""
        actions = self._followed(form.actions)
        kept = [a for a in actions if a in form.actions or form.staying.isdisjoint(a.units)]
        twin = self._twin()
        made = laid_out(twin, self._side, kept)
        return Plan(made, form.idea, self._attacks(twin, form.targets) if form.targets else ())

    def _attacks(self, after: State, targets: tuple[str, ...]) -> tuple[Action, ...]:
        """The attacks on some hexes with most units that can be made when a plan is carried out."""
        if not decides(after, self._side) or after.rolled != self._thought.rolled:
            return ()
        strikes, by_target = after.frame.registry.previews, dict[tuple[str, ...], Action]()
        for action in after.legal_actions():
            known = by_target.get(action.hexes)
            if action.verb in strikes and (known is None or len(action.units) > len(known.units)):
                by_target[action.hexes] = action
        return tuple(by_target[target,] for target in targets if (target,) in by_target)

    def _drawn(self) -> tuple[Action, ...]:
        """One or two legal actions, drawn."""
        twin, drawn = self._thought.clone(), []
        for _ in range(1 + self._random.getrandbits(1)):
            if not decides(twin, self._side) or twin.rolled != self._thought.rolled:
                break
            action = twin.sample_action(self._random)
            drawn.append(action)
            twin.apply(action, events=False)
        return tuple(drawn)
