"""The verb ``retreat`` of results, and what sections and players are told of retreats.

A result asks so many hexes of the units that it means; here they become parties, by stack where
stacks may retreat together, and it is settled which side chooses their ways.

In this order: retreat before combat, the verb, and the tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.notation import GOING, NUMBERED, UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Preview
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Announced, Battle, BattleRules, BeforeTheDie
from hexwar.rules.combat.obligations import MandatoryRules
from hexwar.rules.combat.preview import preview_battle
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.combat.throws import LEFT
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.programs import Parties, meant, only_in_words, whom
from hexwar.rules.language.section import resulting
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.language.wording import Names, either, every, gone, several
from hexwar.rules.retreat.pending import PendingRetreat
from hexwar.rules.retreat.rules import Party, RetreatRules
from hexwar.rules.retreat.section import BeforeCombat, Retreat
from hexwar.rules.units.rules import Forces, mask_of

# -- retreat before combat: defenders that leave before the die (``retreat.before_combat``) --------

# The defender is asked unit by unit, or hex by hex where units leave together, as long as somebody
# could leave. Then attackers with nobody left to fight have attacked or not, as the game says, what
# follows is carried out (:data:`LEFT`), and the battle goes on with the rest.


EVADE = "evade"

FARTHEST = 99
"""Hexes that no allowance pays for."""

GROUND = 0.1
"""What it is worth to hold a hex, in steps."""


class BeforeCombatRules:
    """The units that may leave a battle before its die, and what follows."""

    def __init__(
        self,
        section: Retreat,
        forces: Forces,
        selectors: Selectors,
        battles: BattleRules,
        retreats: RetreatRules,
    ) -> None:
        self.said = section.before_combat
        terms = self.said or BeforeCombat()
        self._forces, self._battles, self._retreats = forces, battles, retreats
        self._only, self._attackers = selectors.fits(terms.only), selectors.fits(terms.attackers)
        self._far: ByUnit[int] = ByUnit[int](terms.hexes, selectors)

    def concerned_at(self, place: str) -> bool:
        """Whether anybody may leave a battle in this game; asked once, for all its battles."""
        return self.said is not None

    def ask(self, state: Position, battle: Engagement) -> Engagement | None:
        """Ask the defenders, if the attackers are such as may be evaded."""
        if not all(self._attackers(state, unit) for unit in battle.attackers):
            return battle
        # The question lies above the battle, which goes on with the units that are left when it is
        # settled.
        state.agenda += [Announced(*battle.plain, "leave"), Leaving(*battle.plain)]
        return None

    # -- which units may ---------------------------------------------------------------------------

    def able(self, state: Position, battle: Engagement) -> dict[int, tuple[int, ...]]:
        """The units that may leave now, each with those that leave along with it."""
        able = {}
        for unit in battle.defenders:
            here = self._leaving_together(state, battle, unit)
            if state.cells[unit] in battle.hexes and all(
                self._why_not(state, mate) is None for mate in here
            ):
                able[unit] = here
        return able

    def _leaving_together(self, state: Position, battle: Engagement, unit: int) -> tuple[int, ...]:
        """The units that leave with one: it alone, or all defenders in its hex."""
        if self.said is None or self.said.units == "each":
            return (unit,)
        cells = state.cells
        return tuple(mate for mate in battle.defenders if cells[mate] == cells[unit])

    def _why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit does not retreat before combat; ``None`` if it may."""
        name = self._forces.ids[unit]
        if not self._only(state, unit):
            return self._refuse(f"{name} may not retreat before combat.")
        hexes = self._far.now(state, unit)
        if self._retreats.can(state, unit, hexes):
            return None
        barred = state.forbidden(unit, "retreat")
        far = "one hex" if hexes == 1 else f"{hexes} hexes"
        return barred or self._refuse(f"{name} cannot retreat {far} from where it stands.")

    def why_not_leave(self, state: Position, battle: Engagement, unit: int) -> Violation | None:
        """Why a unit may not leave; ``None`` when it may."""
        if unit not in battle.defenders or state.cells[unit] not in battle.hexes:
            return self._refuse(f"{self._forces.ids[unit]} is not attacked in this battle.")
        here = self._leaving_together(state, battle, unit)
        return next(filter(None, (self._why_not(state, mate) for mate in here)), None)

    def _refuse(self, message: str) -> Violation:
        return self._retreats.refuse("before_combat", message)

    # -- leaving -----------------------------------------------------------------------------------

    def leave(self, state: Position, units: Sequence[int]) -> None:
        """Let units retreat as their owner likes, together where stacks may."""
        lengths = {self._far.now(state, unit) for unit in units}
        together = self._retreats.stacks and len(lengths) == 1
        groups = [tuple(units)] if together else [(unit,) for unit in units]
        if state.events is not None:
            names = tuple(self._forces.ids[unit] for unit in units)
            plural = "" if len(names) > 1 else "s"
            text = f"{every(names)} retreat{plural} before combat."
            rule = self._retreats.cite.get("before_combat", "")
            state.tell("left_before_combat", rule, text, units=names)
        allowance = self._retreats.movement.values.allowance
        # The first of them on top, so that they retreat in the order of the units file.
        for group in reversed(groups):
            hexes, most = self._far.now(state, group[0]), self.said.most if self.said else None
            party = Party(group, state.cells[group[0]], hexes)
            if isinstance(most, int):
                party = party._replace(more=max(0, most - hexes))
            elif most is not None:
                # As far as the movement points of the slowest.
                points = min(allowance(state, unit) for unit in group)
                party = party._replace(more=FARTHEST, points=points)
            owner = self._forces.side[group[0]]
            state.agenda.append(PendingRetreat((party,), party.left, owner))

    def have_left(self, state: Position, battle: Engagement, left: tuple[int, ...]) -> None:
        """What follows, before the battle with the rest; obligations to fight it are released."""
        all_left = not any(state.cells[unit] in battle.hexes for unit in battle.defenders)
        attacking = mask_of(battle.attackers) if all_left else 0
        state.rules[MandatoryRules].release(state, attacking, mask_of(left))
        if all_left and self.said is not None and self.said.attack == "made":
            self._battles.note(state, battle._replace(defenders=()))
            state.did("attacked", attacking)
        origins = tuple(dict.fromkeys(state.cells[unit] for unit in battle.attackers))
        state.agenda.append(Battle(LEFT, battle.hexes, battle.attackers, left, False, (), origins))

    def preview(self, state: Position, battle: Engagement) -> Preview | None:
        """The battle with the units that are still there."""
        engagement = self._battles.now(state, battle)
        return preview_battle(self._battles, state, engagement) if engagement else None


@dataclass(slots=True)
class Leaving(BeforeTheDie):
    """An attack has been announced: defenders may leave. ``left``: those that have."""

    kind = "before_combat"
    is_offer = True
    left: tuple[int, ...] = ()

    def settle(self, state: Position) -> bool:
        """A choice while somebody could leave; then what follows."""
        if state.rules[BeforeCombatRules].able(state, self.battle):
            return True
        self._close(state)
        return False

    def pass_says(self, state: Position) -> str:
        """What it is to ``pass`` here."""
        return "Stay"

    def impending(self, state: Position) -> Preview | None:
        """The battle with the units that are still there."""
        return foreseen(state)

    def _close(self, state: Position) -> None:
        state.agenda.pop()
        if self.left:
            state.rules[BeforeCombatRules].have_left(state, self.battle, self.left)

    def side(self, state: Position) -> int:
        """The defender."""
        return state.frame.unit_side[self.defenders[0]]

    def decision(self, state: Position) -> Decision:
        """Which units may leave."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        able = tuple(ids[unit] for unit in state.rules[BeforeCombatRules].able(state, self.battle))
        attack = self.battle.in_words(state.frame)
        return self.asks(
            state,
            f"{attack}: {either(able)} may retreat before combat.",
            units=able,
            hexes=tuple(number[cell] for cell in self.hexes),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, in the order of the units file, one for a hex that leaves as a whole; then
        ``pass``.
        """
        able = state.rules[BeforeCombatRules].able(state, self.battle)
        for unit, along in able.items():
            if unit == along[0]:
                yield Action(EVADE, (state.frame.unit_ids[unit],))
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not leave."""
        if action.verb == "pass":
            return None
        if action.verb != EVADE:
            return state.out_of_turn(action)
        unit = state.frame.unit_index[action.units[0]]
        return state.rules[BeforeCombatRules].why_not_leave(state, self.battle, unit)

    def perform(self, state: Position, action: Action) -> None:
        """Let a unit leave, with those that leave along with it, and ask again; or go on."""
        if action.verb == "pass":
            self._close(state)
            return
        rules, unit = state.rules[BeforeCombatRules], state.frame.unit_index[action.units[0]]
        along = rules.able(state, self.battle)[unit]
        # Noted before they go: their retreats lie on top of the question, and are settled first.
        state.agenda[-1] = replace(self, left=(*self.left, *along))
        rules.leave(state, along)


def foreseen(state: Position, leaving: Sequence[int] = ()) -> Preview | None:
    """The battle that is announced, without units that are leaving; ``None`` if there is none."""
    task = state.agenda[-1]
    if not isinstance(task, Leaving):
        return None
    stay = tuple(unit for unit in task.defenders if unit not in leaving)
    return state.rules[BeforeCombatRules].preview(state, task.battle._replace(defenders=stay))


def leave_line(action: Action, state: Position) -> str:
    """A choice to leave, with the units that leave along."""
    units = _leaving(state, action)
    plural = "" if len(units) > 1 else "s"
    return f"{every(state.frame.unit_ids[unit] for unit in units)} retreat{plural} before combat"


def _leaving(state: Position, action: Action) -> tuple[int, ...]:
    """The units that leave by an action: the one that is named, and those along with it."""
    task, unit = state.agenda[-1], state.frame.unit_index[action.units[0]]
    if not isinstance(task, Leaving):
        return (unit,)
    return state.rules[BeforeCombatRules].able(state, task.battle).get(unit, (unit,))


def worth_of_leaving(state: Position, side: int, action: Action) -> float:
    """What it is worth to leave or to stay: the losses of the battle with the rest, and ground."""
    leaving = _leaving(state, action) if action.verb == EVADE else ()
    then, mine = foreseen(state, leaving), state.frame.side_ids[side]
    worth = -GROUND * len(leaving)
    if then:
        for whose, lost in then.expected_losses.items():
            worth += float(-lost if whose == mine else lost)
    return worth


# -- the verb ``retreat`` of results, how it is told beforehand and in words -----------------------


def _retreat(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The retreat that a step of a result asks of its units, stack by stack or one by one."""
    units, enemy = meant(state, parties, effect.who, effect.only)
    if not units:
        return None
    rules = state.rules[RetreatRules]
    owner = state.frame.unit_side[units[0]]
    groups: dict[int, list[int]] = {}
    for unit in units:
        # A negative key for a unit by itself, as it is no cell.
        groups.setdefault(state.cells[unit] if rules.stacks else ~unit, []).append(unit)
    owed = tuple(
        Party(tuple(group), state.cells[group[0]], effect.hexes) for group in groups.values()
    )
    by = rules.section.by
    who_moves = by.attacker if effect.who == "attacker" else by.defender
    chooser = owner if who_moves == "owner" or enemy == NOBODY else enemy
    return PendingRetreat(owed, effect.hexes, chooser, effect.who if rules.convertible else "")


def _forecast(forecast: Forecast, state: Position, task: PendingRetreat) -> None:
    """Each unit once: when it is asked again, after the others, there is nothing new."""
    ids, before = state.frame.unit_ids, forecast.before
    hexes: dict[int, list[str]] = {}
    for action in task.actions(state):
        if len(action.units) == 1:
            hexes.setdefault(ids.index(action.units[0]), []).append(action.hexes[0])
    for unit, to in hexes.items():
        far = task.owed(unit)
        losers = forecast.losers.get(unit, ())
        if unit not in forecast.retreating and losers:
            # Of units of several hexes nobody knows yet whose way it will be.
            of_one_hex = len({before[loser] for loser in losers}) == 1
            way = f" {gone(far, either(to))}" if of_one_hex else ""
            names = every(forecast.names(losers))
            forecast.sentences.append(f"What is left of {names} retreats{way}.")
        elif unit not in forecast.retreating:
            toll = state.rules[RetreatRules].toll(state, unit, state.frame.board.mask(to))
            forecast.sentences.append(f"{ids[unit]} retreats {gone(far, either(to))}{toll}.")
            forecast.costly += [ids[unit]] if toll else []
            forecast.retreats[ids[unit]], forecast.far[ids[unit]] = tuple(to), far
        forecast.retreating.update({unit, *losers})


def _line(action: Action, state: Position) -> str:
    """A choice of where to retreat, as a line in a list."""
    task, far, toll = state.agenda[-1] if state.agenda else None, 1, ""
    if isinstance(task, PendingRetreat):
        unit, to = state.frame.unit_index[action.units[0]], state.frame.board.mask(action.hexes)
        far = task.owed(unit)
        # Beside an offer to hold at the price of a step it matters that this costs one, too.
        toll = ", which costs a step" if state.rules[RetreatRules].toll(state, unit, to) else ""
    plural = "" if len(action.units) > 1 else "s"
    return f"{every(action.units)} retreat{plural} {gone(far, action.hexes[-1])}{toll}"


def _hold_line(action: Action, state: Position) -> str:
    task = state.agenda[-1] if state.agenda else None
    steps = several(int(action.name), "step")
    if isinstance(task, PendingRetreat) and task.hexes == int(action.name):
        return f"Hold and lose {steps}"
    return f"Lose {steps}, retreat {several(int(action.name), 'hex')} less"


def _in_words(effect: Effect, names: Names) -> str:
    hexes = several(effect.hexes, "hex")
    return f"{whom(effect.who)}{only_in_words(effect)} retreats {hexes}"


def _can_retreat(hexes: int, selectors: Selectors, side: int) -> Fitting:
    """The key ``can_retreat`` of selectors: the units that could retreat so many hexes."""

    def now(state: Position) -> int:
        rules, on_map = state.rules[RetreatRules], bits(selectors.standing(state))
        return mask_of(unit for unit in on_map if rules.can(state, unit, hexes))

    return now


def _can_retreat_in_words(hexes: int, words: object) -> str:
    return f"able to retreat {several(hexes, 'hex')}"


SELECTS = {"can_retreat": Key(_can_retreat, _can_retreat_in_words)}
_leaves = where(Retreat, lambda retreat: retreat.before_combat)
_results = resulting("retreat")


def _has_retreats(game: ResolvedGame) -> bool:
    return _leaves(game) or _results(game)


VERBS = {
    "retreat": Verb(GOING, "goal", _line, needs=_has_retreats),
    "hold": Verb(
        NUMBERED,
        label=_hold_line,
        needs=where(Retreat, lambda retreat: retreat.convertible == "allowed"),
    ),
    EVADE: Verb(UNIT, "unit", leave_line, does="let a unit retreat before combat", needs=_leaves),
}
TASKS = {"retreat": PendingRetreat, "before_combat": Leaving}
RESULTS = {"retreat": _retreat}
MEANINGS = {"retreat": _in_words}
FORECASTS = {"retreat": _forecast}
WORTH = {"before_combat": worth_of_leaving}
BATTLE_STAGES = {"leave": (BeforeCombatRules, BeforeCombatRules.ask)}
