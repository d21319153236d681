"""The player that searches: it plans whole phases, and keeps a plan while all goes as foreseen.

A plan is kept as long as every position is the one it foresaw; when the dice or an enemy make it
another, it is thought over again, with what is left of the phase's seconds or half of its rollouts.
Where there is but one thing to do nothing is thought over, and where a plan comes to nothing (what
was guessed is not so) any legal action goes on with the game.

First plans and when they are kept; then how one decision is thought over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, pvariance

from hexwar.engine import Action
from hexwar.players.campaign.player import fitting
from hexwar.players.decider import QUICK
from hexwar.players.greedy import GreedyPlayer, Unwanted, answered, guessed, nothing, way_of
from hexwar.players.learned import Learning, unlearned
from hexwar.players.player import Player
from hexwar.players.plotting import sheet_of_others, with_sheet
from hexwar.players.search.budget import NOISE, Budget, Halving, Hurried, OutOfTime
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.forming import SHOWS_SOON, WEIGHED
from hexwar.players.search.plans import LONGEST, Plan, PlanUnderWay, is_of_phase, moment
from hexwar.players.search.rollouts import FAR, Maker, Rollout, Rollouts
from hexwar.players.search.sense import attacks_badly
from hexwar.players.search.showing import begins_by_showing
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.plots.rules import Written
from hexwar.rules.plots.section import WRITING
from hexwar.rules.state import State

AGAIN = 2
"""A player that plans again in the same phase thinks half as long."""

SMALL = 2
"""A choice within a phase (a loss, a retreat) is given half of the rollouts that a phase is: there
is less to choose from, and as much to gain.
"""

SHARE = 0.6
"""The part of the time that a phase has left that each decision in it may take."""


class SearchPlayer:
    """Compares plans by playing them on.

    A phase is given ``seconds`` for all decisions of the side in it, or each plan of a phase
    ``rollouts``; with these alone equal seeds give equal games. ``hurried`` is asked all the time:
    when it says so the best found so far is played. ``care`` is the effort of the plan that it
    begins with. ``name``: what saves call it, if a player of that name can be made. ``learned``:
    what the policies that plan and play on have learned of a game.
    """

    is_human = False

    def __init__(
        self,
        *,
        rollouts: int | None = None,
        seconds: float | None = None,
        hurried: Hurried | None = None,
        care: float = 1.0,
        name: str = "",
        learned: Learning = unlearned,
    ) -> None:
        if rollouts is None and seconds is None:
            raise ValueError("a search is limited by rollouts or by seconds")
        self._rollouts, self._seconds, self._hurried = rollouts, seconds, hurried
        self._care, self.name, self._learned = care, name, learned
        self._course: PlanUnderWay | None = None
        self._planned: tuple[int, int, int] | None = None
        self._phase: tuple[int, int, int] | None = None
        self._taken = 0.0

    def choose(self, state: State, random: Random) -> Action:
        """A legal action; all chance in it comes from ``random``."""
        answer = answered(state)
        if answer is not None:
            return answer
        action = self._course.next(state) if self._course else None
        if action is not None:
            return action
        # Two are enough to see whether there is a choice; all of them can be thousands.
        legal = list(zip(range(2), state.legal_actions(), strict=False))
        if len(legal) == 1:
            return legal[0][1]
        side = state.agenda[-1].side(state)
        budget = self._budget(state)
        plan = Thinking(state, side, random, budget, self._care, self._learned).best()
        self._taken += budget.taken
        self._course = PlanUnderWay(plan, state, side)
        action = self._course.next(state)
        # What seemed possible in a guess may not be: then anything legal goes on with the game.
        return action if action is not None else state.sample_action(random)

    def _budget(self, state: State) -> Budget:
        """The whole of it for a phase that has not been planned yet."""
        if not is_of_phase(state):
            part = SMALL
        else:
            part = AGAIN if self._planned == moment(state) else 1
            self._planned = moment(state)
        # With one rollout nothing is compared.
        rollouts = None if self._rollouts is None else max(2, self._rollouts // part)
        if self._phase != moment(state):
            self._phase, self._taken = moment(state), 0.0
        # Of the seconds of a phase a part of what is left; 0 and less when they are over.
        seconds = None if self._seconds is None else SHARE * (self._seconds - self._taken)
        return Budget(rollouts, seconds, self._hurried)


# -- one decision thought over: candidates are made, compared by rollouts, and the best is taken ---


A_PLAN = 2
"""For each so many rollouts of the budget one plan is compared, ..."""

MOST_PLANS = 12
"""... but no more than this."""

LEAST_PLANS = 3
"""Where rollouts are dear so few plans are compared."""

ROLLOUTS = 12
"""Of a time that is limited no rollout takes more than such a part: it is judged sooner then."""

KEPT = 6
"""One rollout of so many is kept to compare the best plan with what is left of it when it has been
mended.
"""

SURELY = 6
"""So often both are tried then at least: a town that is kept is often worth less than luck is in
two or three trials. It comes to pass once or twice a game, so that this costs hardly anything.
"""

EFFORT = 0.3
"""How much the policy thinks in rollouts where units are few: it plays as well as with all, in half
the time.
"""

EFFORTS = {"skirmish": 0.6}
"""The same by way of leading units, where it needs more: letting any other unit act than the one
that gains most is a loss.
"""

FEW = 24
"""Of more units in a game the policy must think in full: with less it plays much worse, and hardly
any faster.
"""

NEAR = 10
"""After so many decisions a game is too far to be played out where what is done shows soon."""

FARS = {"skirmish": NEAR}
"""After how many decisions a game is too far to be played out, other than usual, by way of leading
units: what one of many units does shows soon, and is little beside the luck of a whole game.
"""

LITTLE_NOISE = 0.02
"""The variance of a difference in one trial that is expected where luck is weighed, ..."""

LEAST_NOISE = 0.005
"""... and where plans are judged before the game is over. A player that expects much more variance
than there is stays with its first plan, as a few trials prove nothing to it. That is right where
units hide: the policy that plays plans on knows where they are, so that its results prove little.
"""

SIGHTS = 12
"""In so many trials it is found out whether it does harm that units are seen which hid."""

SHEETS = 4
"""So many ways in which the others may have written their orders are thought out, for the trials
in turn.
"""

TEMPER = {"campaign": fitting}
"""What the policy minds, other than greedy, which knows no game's rules of supply."""


class Thinking:
    """What a side (an index) thinks of the decision before it, in a state as it sees it."""

    halving: Halving[Plan]
    """The comparison of plans, from when :meth:`best` has begun it."""

    def __init__(
        self,
        seen: State,
        side: int,
        random: Random,
        budget: Budget,
        care: float = 1.0,
        learned: Learning = unlearned,
    ) -> None:
        self._learned = learned
        self._seen, self._side, self._random, self._budget = seen, side, random, budget
        self._thought, self._care = guessed(seen, side), care
        self._writes = seen.frame.phase_kinds[seen.phase_index] == WRITING
        likely = self._with_sheet if self._writes else None
        self._weighed = not WEIGHED.isdisjoint(seen.frame.phase_kinds)
        far = far_in(seen)
        self._rollouts = Rollouts(
            seen, side, random, self._rolling(), far, likely, self._weighed, budget.share(ROLLOUTS)
        )
        self._sheets: list[Written] = []
        self._made: dict[Plan, list[Rollout]] = {}

    def _rolling(self, *, in_world: bool = True) -> Maker:
        return rolling(self._seen, in_world=in_world, learned=self._learned)

    def _with_sheet(self, world: State, trial: int) -> State:
        """A world of a trial in which the others write what a policy writes for them."""
        if len(self._sheets) < SHEETS:
            policy = partial(planning, None, QUICK, learned=self._learned)
            self._sheets.append(sheet_of_others(self._thought, self._side, policy, self._random))
        sheet = self._sheets[trial % len(self._sheets)]
        return with_sheet(world, self._side, self._thought, sheet)

    def best(self) -> Plan:
        """The plan to follow."""
        policy = partial(planning, learned=self._learned)
        made = Candidates(self._thought, self._side, self._random, policy, self._care)
        of_phase = is_of_phase(self._seen)
        own = self._own(made, of_phase)
        # What the others write is thought out before a first rollout, at about the same cost.
        if self._writes and self._budget.is_half_over():
            return own
        # What the first rollout costs says how many plans there is time for.
        first = list[float]()
        with suppress(OutOfTime):
            first += [self._tried(own, 0)] if self._budget.spend() else []
        most = min(MOST_PLANS, max(LEAST_PLANS, self._budget.left() // A_PLAN))
        pressed = self._budget.is_pressed
        if pressed():
            return own
        if not of_phase:
            return self._compared(made.single(own, most), first)
        self._budget.keep(self._budget.left() // KEPT)
        best = self._compared(made.of_phase(own, most, pressed), first, made.joined)
        self._budget.keep(0)
        if best != own:
            # Better in two or three trials is what luck makes of one plan in a dozen.
            self._budget.grant(2 * SURELY)
            best = self.halving.confirmed(best, SURELY)
        best = best if pressed() else self.calmed(best)
        mended = best if pressed() else made.mended(best, pressed)
        if mended == best:
            return best
        self._budget.grant(2 * SURELY)
        return self.halving.rather(mended, best, SURELY)

    def _own(self, made: Candidates, of_phase: bool) -> Plan:
        """The plan that is followed unless another is better."""
        # Of a question within a phase only the answer counts. Without a clock the same is drawn as
        # ever: equal seeds give equal games.
        own = made.own(1 if self._budget.is_timed and not of_phase else LONGEST)
        if not of_phase:
            return Plan(own.actions[:1], own.idea)
        own = made.sensible(own)
        quiet = made.quiet(own)
        return own if quiet == own or self._is_worth_showing(own, quiet) else quiet

    def _compared(
        self,
        plans: list[Plan],
        first: list[float],
        more: Callable[[list[Plan]], list[Plan]] | None = None,
    ) -> Plan:
        """The best of some plans, of which the first has been tried already."""
        hides = self._seen.rules.find(HiddenRules) is not None
        noise = LEAST_NOISE if self._rollouts.end_early and not hides else NOISE
        noise = LITTLE_NOISE if self._weighed else noise
        self.halving = Halving(plans, self._tried, self._budget, more, self._is_rash, noise)
        self.halving.values[0] += first
        return self.halving.best() if len(plans) > 1 else plans[0]

    def _is_rash(self, plan: Plan) -> bool:
        """Whether a plan comes to an attack that is likelier to harm than to help, or begins with
        an action that shows hidden units for nothing.
        """
        bad = attacks_badly(self._thought, self._side, plan.actions)
        return bad or begins_by_showing(self._thought, self._side, plan.actions)

    def _is_worth_showing(self, plan: Plan, quiet: Plan) -> bool:
        """Whether a plan that shows hidden units does better than one in which they stay so, or
        about as well, where the others know what they see and no more. Half of the time there is
        goes into that at most; if nothing is known by then they stay hidden.
        """
        drawn = Random(self._random.getrandbits(32))
        seeing, far = self._rolling(in_world=False), far_in(self._seen)
        blind, gains = Rollouts(self._seen, self._side, drawn, seeing, far), list[float]()
        with suppress(OutOfTime):
            for trial in range(SIGHTS):
                tried = [
                    blind.played(each, trial, self._budget.is_pressed) for each in (plan, quiet)
                ]
                gains.append(blind.value(tried[0]) - blind.value(tried[1]))
                if self._budget.is_half_over():
                    break
        many = len(gains)
        return many > 1 and fmean(gains) >= -sqrt(pvariance(gains) / many)

    def calmed(self, plan: Plan) -> Plan:
        """Instead of a plan in which a bad attack comes after moves the best of those without one,
        unless it does worse; what begins with one has been left out of the first plan already.
        """
        begins = plan.actions[:1] and plan.actions[0].verb in self._seen.frame.registry.previews
        if begins or not attacks_badly(self._thought, self._side, plan.actions):
            return plan
        sound = self.halving.best_of(lambda other: not self._is_rash(other))
        return plan if sound is None else self.halving.rather(sound, plan)

    def standing(self) -> Plan:
        """The plan to do nothing, as far as that can be chosen."""
        done = Action("done")
        return Plan(() if self._seen.explain(done) is not None else (done,), "stand")

    def _tried(self, plan: Plan, trial: int) -> float:
        """The value of a plan in a trial, about 0 to 1; of each the trials are made in order."""
        rollout = self._rollouts.played(plan, trial, self._budget.is_pressed)
        self._made.setdefault(plan, []).append(rollout)
        return self._rollouts.value(rollout)

    def played(self, plan: Plan, trials: int, is_pressed: Callable[[], bool]) -> list[Rollout]:
        """What came of a plan while it was compared, in so many trials at least; in fewer, but in
        one, as soon as it is time to move.
        """
        made = self._made.setdefault(plan, [])
        if not made:
            made.append(self._rollouts.played(plan, 0))
        with suppress(OutOfTime):
            while len(made) < trials and not is_pressed():
                made.append(self._rollouts.played(plan, len(made), is_pressed))
        return made

    def values(self, rollouts: list[Rollout]) -> list[float]:
        """The chance of winning that each of some rollouts shows, 0 to 1; where luck is taken off,
        a little less or more.
        """
        return [*map(self._rollouts.value, rollouts)]


def planning(
    varied: Random | None,
    effort: float,
    unwanted: Unwanted = nothing,
    learned: Learning = unlearned,
) -> Player:
    """The policy that plans are made by."""
    return GreedyPlayer(
        temper=TEMPER,
        effort=effort,
        in_world=True,
        varied=varied,
        unwanted=unwanted,
        learned=learned,
    )


def far_in(state: State) -> int:
    """After how many decisions the game of a state is too far to be played out."""
    shows_soon = not SHOWS_SOON.isdisjoint(state.frame.phase_kinds)
    return NEAR if shows_soon else FARS.get(way_of(state.rules), FAR)


def rolling(state: State, *, in_world: bool = True, learned: Learning = unlearned) -> Maker:
    """What makes the policies that play plans on from a state: in worlds, or such as know what
    their sides see and no more.
    """
    few = len(state.frame.unit_ids) <= FEW
    effort = EFFORTS.get(way_of(state.rules), EFFORT) if few else 1.0
    return lambda: GreedyPlayer(temper=TEMPER, effort=effort, in_world=in_world, learned=learned)
