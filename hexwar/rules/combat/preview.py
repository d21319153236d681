"""The preview of a battle: every result with its chance and what it would do here.

Nothing is estimated. Each result is carried out on a copy of the state, by the code that would
carry it out in play. Where a player would have to choose, the preview names the options and goes
on with the first.

From the top: the preview of a battle, of an attack, what is weighed of a battle
(:func:`prospect`), and an attack as a side sees it, which may not know all who defend
(:func:`at_worst`); how a result is carried out on a copy
(:func:`carried_out`), and what it does on average where it brings more dice
(:func:`steps_expected`); what is asked of a preview only now and then; and words for the odds.

Some battles are fought under rules of their own: each function asks :meth:`BattleRules.under`
first, for the rules ``in_force`` and the position ``then``, and reckons by these alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple, TypeVar, cast

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.position import bits
from hexwar.engine.queries import Outcome, Preview, SymbolHere
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.combat.attacks import engagement
from hexwar.rules.combat.battle import Battle, BattleRules, BeforeTheDie, rules_of_attack
from hexwar.rules.combat.itemised import itemised
from hexwar.rules.combat.odds import BELOW, Odds, OddsRules
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.combat.throws import BACK, Distributions
from hexwar.rules.elimination import StepLossRules, losses_joined
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.dice import chances_of_totals
from hexwar.rules.language.wording import column_named
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Strength, mask_of
from hexwar.rules.units.section import Units

S = TypeVar("S", bound=Position)


def _fought_at(
    rules: BattleRules, state: Position, battle: Engagement
) -> tuple[BattleRules, Position, Odds]:
    """The rules under which a battle is fought, the position then, and the odds."""
    in_force, then = rules.under(state, battle)
    combat = in_force.combat
    odds = combat.reckon(then, battle.attackers, battle.target, battle.committed)
    return in_force, then, combat.odds.columns.fought(odds)


def preview_battle(rules: BattleRules, state: Position, battle: Engagement) -> Preview:
    """What a battle would be resolved as, now."""
    in_force, then, odds = _fought_at(rules, state, battle)
    combat = in_force.combat
    ids, (hexes, attackers, defenders) = combat.forces.ids, battle.plain
    column, strengths = odds.column or 0, combat.odds.strengths
    of_attackers = strengths.attack_values(then, attackers, hexes[0], then.cells)
    certain = in_force.certain.result(then, odds, defenders)
    side_ids = combat.forces.side_ids
    losses = dict.fromkeys(side_ids, Fraction(0))
    spread = Distributions()
    outcomes = []
    for plain, chance, totals in _results(in_force, then, battle, odds, certain):
        code = f"{BACK}{plain}" if battle.back else plain
        fought = in_force.battle(then, code, battle)
        forecast, lost = carried_out(in_force, then, fought)
        for unit, steps in lost.items():
            losses[side_ids[combat.forces.side[unit]]] += chance * steps
        result = combat.result(code)
        if combat.faces:
            beaten = sum((Fraction(lost.get(unit, 0)) for unit in defenders), Fraction(0))
            spread.add(chance, beaten, result.effects)
        effects, ways = tuple(forecast.sentences), (forecast.retreats, forecast.far)
        gone = tuple(
            ids[unit]
            for unit in (*defenders, *attackers)
            if unit not in forecast.losers
            and lost.get(unit, 0) >= combat.forces.steps_left(then, unit)
        )
        after = gone, tuple(forecast.costly)
        outcomes.append(Outcome(code, result.title, chance, totals, effects, *ways, *after))
    return Preview(
        target=combat.board.number[hexes[0]],
        also=tuple(combat.board.number[cell] for cell in hexes[1:]),
        attackers=tuple(ids[unit] for unit in attackers),
        defenders=tuple(ids[unit] for unit in defenders),
        attacker_strength=Fraction(odds.attacker),
        defender_strength=Fraction(odds.defender),
        modifiers=itemised(combat.odds, then, odds, attackers, defenders),
        odds=combat.odds.columns.describe(odds),
        column=column,
        shifts=odds.shifts,
        headings=combat.section.headings,
        outcomes=tuple(outcomes),
        expected_losses=losses,
        columns=(column, column),
        most_defense=Fraction(odds.defender),
        roll=odds.roll,
        above=combat.odds.columns.is_above(odds),
        afar=tuple(ids[unit] for unit in in_force.afar(then, battle)),
        dice=combat.dice(odds) if combat.faces else 0,
        steps_lost=spread.lost,
        hexes_retreated=spread.retreated,
        attacker_printed=Fraction(sum(of_attackers)),
        defender_printed=Fraction(sum(strengths.defense_values(then, defenders))),
        ratio=combat.odds.columns.ratio(odds),
    )


def preview_attack(state: Position, attack: Action) -> Preview:
    """What a legal attack or overrun would be resolved as, now."""
    battle = engagement(state, attack)
    rules = state.rules if battle.overrun else rules_of_attack(state)
    hooks = state.rules.hooks.absent
    if not hooks:
        return preview_battle(rules[BattleRules], state, battle)
    units = mask_of((*battle.attackers, *battle.defenders))
    still_there = units & ~reduce(or_, [hook(state, units) for hook in hooks])
    attackers = tuple([unit for unit in battle.attackers if still_there >> unit & 1])
    defenders = tuple([unit for unit in battle.defenders if still_there >> unit & 1])
    if attackers and defenders:
        battle = battle._replace(attackers=attackers, defenders=defenders)
        return preview_battle(rules[BattleRules], state, battle)
    return not_fought(preview_battle(rules[BattleRules], state, battle))


def not_fought(foreseen: Preview) -> Preview:
    """The preview of a battle in which no unit is left on one side before the die."""
    not_fought = Outcome("", "not fought", Fraction(1), (), ("nobody is left to fight",))
    nobody = dict.fromkeys(foreseen.expected_losses, Fraction(0))
    return replace(foreseen, outcomes=(not_fought,), expected_losses=nobody)


class BattleProspect(NamedTuple):
    """What is weighed of a battle: its column, and the steps that each side loses on average."""

    column: int
    expected_losses: Mapping[str, Fraction]


def prospect(rules: BattleRules, state: Position, battle: Engagement) -> BattleProspect:
    """What :func:`preview_battle` foresees in these numbers, without a word: for computer players,
    who weigh battles by the thousand. Kept while nothing changes.
    """
    key = "prospect", state.effects, battle
    known: BattleProspect | None = state.near.get(key)
    if known is not None:
        return known
    in_force, then, odds = _fought_at(rules, state, battle)
    combat = in_force.combat
    certain = in_force.certain.result(then, odds, battle.defenders)
    losses = dict.fromkeys(combat.forces.side_ids, Fraction(0))
    for plain, chance, _ in _results(in_force, then, battle, odds, certain):
        code = f"{BACK}{plain}" if battle.back else plain
        lost = _steps_lost(in_force, then, in_force.battle(then, code, battle))
        for unit, steps in lost.items():
            if steps:
                losses[combat.forces.side_ids[combat.forces.side[unit]]] += chance * steps
    foreseen = state.near[key] = BattleProspect(odds.column or 0, losses)
    return foreseen


def preview_seen(state: Position, side: int, attack: Action) -> Preview:
    """The preview of an attack as far as a side can tell.

    Where units hidden from it may stand, the columns run from the worst to what it sees.
    """
    seen = state.seen_by(state.frame.side_ids[side])
    preview = preview_attack(seen, attack)
    if not state.frame.board.mask(preview.hexes) & state.hiding(side):
        return preview
    perhaps = state.hidden(side)
    for could_have_come in state.rules.hooks.could_have_come:
        perhaps |= could_have_come(state)
    out_of_sight = tuple(unit for unit in bits(perhaps) if not seen.cells[unit])
    owner = state.frame.unit_side[state.frame.unit_index[preview.defenders[0]]]
    able = [unit for unit in out_of_sight if state.frame.unit_side[unit] == owner]
    return at_worst(state.rules[CombatRules], seen, preview, able)


def at_worst(
    combat: CombatRules, seen: Position, preview: Preview, out_of_sight: Sequence[int]
) -> Preview:
    """A preview of what is seen, with the column that it may come to at worst.

    At worst as many of the enemy's units ``out_of_sight`` lie there as there is room for, at full
    strength: the strongest, or, where the game's modifiers tell units apart, the worst combination.
    """
    index = combat.forces.index
    cell, *also = (combat.board.cell[number] for number in preview.hexes)
    attackers = tuple(index[name] for name in preview.attackers)
    defenders = tuple(index[name] for name in preview.defenders)
    stacking = seen.rules[StackingRules]
    stacks = {at: [unit for unit in defenders if seen.cells[unit] == at] for at in (cell, *also)}

    def alone(unit: int) -> Strength:
        return combat.odds.reckon(seen, attackers, (unit,), cell, also=also).defender

    def has_room(below: Sequence[int]) -> bool:
        return _have_room(stacking, seen, stacks, below)

    points = stacking.points
    by_kind: dict[Hashable, list[int]] = {}
    for unit in sorted(out_of_sight, key=alone, reverse=True):
        counted = points.kind(seen, unit) if points else None
        by_kind.setdefault((combat.odds.kind(unit), counted), []).append(unit)
    guesses = [
        combat.odds.reckon(seen, attackers, (*defenders, *below), cell, also=also)
        for below in islice(_hidden_stacks([*by_kind.values()], has_room), MOST_GUESSED)
    ]
    return replace(
        preview,
        columns=(min(odds.column or 0 for odds in guesses), preview.column),
        most_defense=Fraction(max(odds.defender for odds in guesses)),
        hides=True,
    )


MOST_GUESSED = 2_000
"""At most so many possible hidden stacks are reckoned, the strongest first."""


def _hidden_stacks(
    by_kind: Sequence[Sequence[int]],
    has_room: Callable[[Sequence[int]], bool],
    below: tuple[int, ...] = (),
) -> Iterator[tuple[int, ...]]:
    """Every choice of units for which there is room, by kind; of each kind the first are taken."""
    for place, (first, *more) in enumerate(by_kind):
        if has_room((*below, first)):
            left = [more, *by_kind[place + 1 :]] if more else by_kind[place + 1 :]
            yield from _hidden_stacks(left, has_room, (*below, first))
    # And fewer: with modifiers that ask which units defend, more units need not be the worst.
    yield below


def _have_room(
    stacking: StackingRules, seen: Position, stacks: Mapping[int, list[int]], below: Sequence[int]
) -> bool:
    """Whether some units may lie below stacks, somehow spread over their hexes."""
    if not below:
        return True
    for cell, stack in stacks.items():
        more = [*stack, below[0]]
        if stacking.fit(seen, cell, more) and _have_room(
            stacking, seen, {**stacks, cell: more}, below[1:]
        ):
            return True
    return False


def _results(
    rules: BattleRules, state: Position, battle: Engagement, odds: Odds, certain: str
) -> Iterator[tuple[str, Fraction, tuple[int, ...]]]:
    """Every result that the dice may have: its code, its chance, and the totals that give it,
    where dice have numbers.

    ``certain``: the one result of a battle that is not rolled for.
    """
    combat = rules.combat
    if certain:
        yield certain, Fraction(1), ()
        return
    if combat.faces is not None:
        meaning = combat.faces.meaning(state, battle.attackers, battle.defenders)
        for code, chance in combat.faces.chances(meaning, combat.dice(odds)).items():
            yield code, chance, ()
        return
    chances = chances_of_totals(combat.section.dice)
    by_code: dict[str, list[int]] = {}
    for total in chances:
        by_code.setdefault(combat.code(odds.column or 0, total, odds.roll), []).append(total)
    for code, totals in by_code.items():
        yield code, sum((chances[total] for total in totals), Fraction(0)), tuple(totals)


def after_results(
    rules: BattleRules, state: S, attack: Action, choose: Callable[[S], Action]
) -> Iterator[tuple[Fraction, S]]:
    """Every result of a legal attack or overrun: its chance, and the position it leads to.

    No die is rolled. ``choose`` makes the choices that a result leaves to players.
    """
    battle = engagement(state, attack)
    in_force, then = rules.under(state, battle)
    odds = in_force.combat.reckon(then, battle.attackers, battle.target)
    certain = in_force.certain.result(then, odds, battle.defenders)
    for code, chance, _ in _results(in_force, then, battle, odds, certain):
        twin = then.clone()
        twin.events = None
        fought = in_force.battle(then, code, battle)
        for task in choices_of(twin, begun(twin, fought)):
            if task.rolls:
                twin.agenda.pop()
            else:
                task.perform(twin, choose(twin))
        yield chance, twin


def carried_out(
    rules: BattleRules, state: Position, battle: Battle
) -> tuple[Forecast, Mapping[int, Fraction | int]]:
    """A battle settled on a copy of the state: what it does in words, and steps lost by unit, on
    average where the result rolls on tables.

    Where a player would choose, the first option is taken to see how it goes on, and the
    sentence names them all. Where some units are lost by choice, what happens to those left is not
    told by name; where a unit may retreat to is told once.
    """
    twin = state.clone()
    twin.events = []
    forecast = Forecast(state)
    rolls = False
    for task in first_chosen(twin, begun(twin, battle)):
        rolls = rolls or task.rolls
        forecast.sentences.extend(map(str, losses_joined(twin.events)))
        forecast.choice(twin, task)
        twin.events = []
    forecast.sentences.extend(map(str, losses_joined(twin.events)))
    if rolls:
        return forecast, steps_expected(rules, state, battle)
    return forecast, _lost_between(rules, state, twin, battle)


def _steps_lost(
    rules: BattleRules, state: Position, battle: Battle
) -> Mapping[int, Fraction | int]:
    """The steps lost by unit that :func:`carried_out` tells, without its words."""
    twin = state.clone()
    twin.events = None
    if any(task.rolls for task in first_chosen(twin, begun(twin, battle))):
        return steps_expected(rules, state, battle)
    return _lost_between(rules, state, twin, battle)


def _lost_between(
    rules: BattleRules, before: Position, after: Position, battle: Battle
) -> dict[int, int]:
    """The steps that those who fight a battle have lost between two positions."""
    steps = rules.combat.forces.steps_left
    return {
        unit: steps(before, unit) - (steps(after, unit) if after.cells[unit] else 0)
        for unit in (*battle.attackers, *battle.defenders)
    }


MOST_BRANCHES = 200
"""At most so many courses of one result are followed; dice beyond them are taken to do nothing."""


def begun(twin: Position, battle: Battle) -> int:
    """Put a battle on the agenda of a copy of the state; how long the agenda was before."""
    twin.rules[StepLossRules].begin_battle(twin)
    _, attackers, defenders, *_ = battle.fought
    twin.rules[OddsRules].begins(twin, attackers, defenders)
    floor = len(twin.agenda)
    twin.agenda.append(battle)
    return floor


def choices_of(twin: Position, floor: int) -> Iterator[Task]:
    """Settle what lies above the floor of the agenda; each task in it that asks a player, or that
    the dice decide, for the caller to perform, to replace or to drop.
    """
    while len(twin.agenda) > floor:
        task = cast(Task, twin.agenda[-1])
        if task.rolls or task.settle(twin):
            yield task


def first_chosen(twin: Position, floor: int) -> Iterator[Task]:
    """The same played on: of each choice the first option is taken, once the caller has seen the
    task. What is only offered is left alone; what dice decide is reckoned separately
    (:func:`steps_expected`).
    """
    for task in choices_of(twin, floor):
        yield task
        if task.is_offer or task.rolls:
            twin.agenda.pop()
        else:
            task.perform(twin, next(iter(task.actions(twin))))
            if twin.events:  # of the choice itself: what follows from it is still to be settled
                twin.events = []


def steps_expected(rules: BattleRules, state: Position, battle: Battle) -> Mapping[int, Fraction]:
    """Steps that units lose on average by a result that rolls on tables, by unit: those that fight,
    and any others that are rolled for.

    For each choice that is left to a player the first option is taken.
    """
    twin = state.clone()
    twin.events = None
    units = [unit for unit, cell in enumerate(state.cells) if cell]
    steps = rules.combat.forces.steps_left
    expected: Counter[int] = Counter()
    for chance, end in _courses(twin, begun(twin, battle), MOST_BRANCHES):
        for unit in units:
            left = steps(end, unit) if end.cells[unit] else 0
            expected[unit] += chance * (steps(state, unit) - left)  # type: ignore[assignment]
    return cast(Mapping[int, Fraction], expected)


def _courses(twin: Position, floor: int, room: int) -> Iterator[tuple[Fraction, Position]]:
    """Every course that the dice may give to what lies above the floor, each with its chance."""
    for task in first_chosen(twin, floor):
        falls = list(task.falls(twin)) if task.rolls else []
        if falls and len(falls) <= room:
            # Branches share the limit among them, so that rolls within rolls cannot exceed it.
            for chance, instead in falls:
                branch = twin.clone()
                branch.agenda[-1:] = instead
                for rest, end in _courses(branch, floor, room // len(falls)):
                    yield chance * rest, end
            return
    yield Fraction(1), twin


# What is reckoned only when it is asked for: computer players ask for previews by the thousand.


def foreseen_engagement(state: Position, foreseen: Preview) -> Engagement:
    """The battle that a preview is about, with nothing committed to it."""
    index, cell = state.frame.unit_index, state.frame.board.cell
    return Engagement(
        tuple(cell[number] for number in foreseen.hexes),
        tuple(index[name] for name in foreseen.attackers),
        tuple(index[name] for name in foreseen.defenders),
        back=any(outcome.code.startswith(BACK) for outcome in foreseen.outcomes),
    )


def blow_back(state: Position, foreseen: Preview) -> dict[str, Fraction]:
    """What each side loses on average where those attacked strike back, if they always do; empty
    where none can. It comes on top of the losses that are foreseen.
    """
    battle = foreseen_engagement(state, foreseen)
    if battle.back:  # Nobody battles back against units that are battling back.
        return {}
    in_force, then = rules_of_attack(state)[BattleRules].under(state, battle)
    odds = in_force.combat.reckon(then, battle.attackers, battle.target, battle.committed)
    losses: dict[str, Fraction] = {}
    certain = in_force.certain.result(then, odds, battle.defenders)
    for code, chance, _ in _results(in_force, then, battle, odds, certain):
        twin = then.clone()
        twin.events = None
        for task in first_chosen(twin, begun(twin, in_force.battle(then, code, battle))):
            if task.is_offer and isinstance(task, BeforeTheDie):
                answer = prospect(twin.rules[BattleRules], twin, task.battle)
                for side, lost in answer.expected_losses.items():
                    losses[side] = losses.get(side, Fraction(0)) + chance * lost
    return losses


def symbols_here(state: Position, foreseen: Preview) -> tuple[SymbolHere, ...]:
    """What each symbol of the dice does in a battle; none where a table decides."""
    battle = foreseen_engagement(state, foreseen)
    in_force, then = rules_of_attack(state)[BattleRules].under(state, battle)
    faces = in_force.combat.faces
    if faces is None:
        return ()
    return tuple(faces.in_words(then, battle.attackers, battle.defenders))


# The same in words.


def odds_in_words(state: Position, battle: Engagement) -> str:
    """The odds of a battle with their column; of dice with symbols, how many there are.

    No result is played out for it, so that a list of choices costs no frame of the window.
    """
    in_force, _, odds = _fought_at(state.rules[BattleRules], state, battle)
    combat = in_force.combat
    columns = combat.odds.columns
    if combat.faces is not None and combat.dice(odds):
        return columns.describe(odds)
    return f"{columns.describe(odds)}, {column_named(combat.section.headings, odds.column or 0)}"


def columns_in_words(foreseen: Preview, shift: str = "") -> str:
    """The column of what is seen, and the one that units below the top counter may make of it;
    ``shift`` is added to the first.
    """
    worst, best = (column_named(foreseen.headings, index) for index in foreseen.columns)
    return f"at best {best}{shift}; at worst {worst.removeprefix('column ')}"


def lost_on_average(game: ResolvedGame) -> str:
    """What average losses are counted in: steps, or units where nobody has more than one step."""
    stepped = any(len(unit.steps) > 1 for unit in game[Units].counters.values())
    return f"Average {'steps' if stepped else 'units'} lost"


def is_certain(foreseen: Preview) -> bool:
    """Whether the odds of a battle are so good that it has its result without a roll."""
    return foreseen.column != BELOW and [outcome.dice for outcome in foreseen.outcomes] == [()]


def ranges(totals: Iterable[int]) -> str:
    """Totals of dice, those that follow one another together.

    >>> ranges([1, 2, 3, 6])
    '1-3, 6'
    """
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)


def why_no_roll(foreseen: Preview) -> str:
    """Why a battle is not rolled for, in a sentence; empty where it is, or nobody fights."""
    first = foreseen.outcomes[0]
    if foreseen.dice or not first.code or [outcome.dice for outcome in foreseen.outcomes] != [()]:
        return ""
    why = "the odds always mean"
    if foreseen.column == BELOW:
        why = f"odds below the first column, {foreseen.headings[0]}, always mean"
    elif foreseen.above:
        why = f"odds beyond the last column, {foreseen.headings[-1]}, always mean"
    return f"No die is thrown: {why} {first.code}."


def column_in_words(foreseen: Preview) -> str:
    """The column of a battle, or why it needs none; and that nothing is rolled for it."""
    named = column_named(foreseen.headings, foreseen.column)
    if not is_certain(foreseen):
        return named
    return f"{'beyond the last column' if foreseen.above else named}, automatic result, no roll"
