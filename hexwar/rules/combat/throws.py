"""Dice with symbols: what a throw comes to against some defenders, and with what chance.

Symbols that do the same to the same units are counted together, and no further than it matters:
eight hits on a unit of four steps are four. What is left is the code of a result, ``hit:2 flag:1``,
by which a battle is carried out, saved and previewed. Chances are exact: dice are added one by one
to what those before them came to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.forms import Form
from hexwar.definition.model import CombatResult, Effect
from hexwar.engine.dice import Thrown
from hexwar.engine.notation import vocabulary
from hexwar.engine.queries import SymbolHere
from hexwar.engine.state import Position
from hexwar.rules.combat.forms import FaceEffect, Ignoring
from hexwar.rules.combat.section import Branching, Choosing, Combat, TitledWay
from hexwar.rules.language.conditions import Conditions, in_a_sentence
from hexwar.rules.language.dice import Ways, join
from hexwar.rules.language.programs import Layout, in_battle, names_roles, program_in_words
from hexwar.rules.language.section import Branch, ProgramChoice, Selector
from hexwar.rules.language.selectors import Fits, Selectors, units_selected
from hexwar.rules.language.wording import Names, either, every, titles
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.units.rules import Forces

if TYPE_CHECKING:
    from hexwar.rules.dice.section import Face, FaceDice, FaceDie


# What results of battles come to: their programs, and how much of them falls on the defenders.


BACK = "back "
"""Before the code of a result of a battle that defenders fight back."""

NOT_BACK = ("battle_back", "again")
"""Steps of a result that are not done where defenders battle back."""

LEFT = "left before combat"
"""The program for units that have left before the die: a code that no result can have."""


def programs_of(
    section: Combat, retreat: Retreat | None, layout: Layout
) -> dict[str, tuple[Effect, ...]]:
    """What results come to, by code; what becomes of an attack whose target has left as well."""
    programs = {code: layout.steps(does.effects) for code, does in section.results.items()}
    if retreat and retreat.before_combat:
        programs[LEFT] = layout.steps(retreat.before_combat.does)
    return programs


def without_answers(program: Sequence[Effect]) -> tuple[Effect, ...]:
    """A program, laid out, as it is carried out where defenders battle back."""
    no_step = Effect("nothing")
    # Replaced and not left out: jumps lead to steps by their numbers.
    return tuple(no_step if step.verb in NOT_BACK else step for step in program)


class Distributions:
    """How likely defenders lose so many steps, and owe so many hexes of retreat."""

    def __init__(self) -> None:
        self.lost: dict[int, Fraction] = {}
        self.retreated: dict[int, Fraction] = {}

    def add(self, chance: Fraction, lost: Fraction, effects: Sequence[Effect]) -> None:
        """Count a result: the steps that it takes, in whole numbers, and the retreat that it asks
        for, the longest where its owner chooses.
        """
        self.lost = _with_outcome(self.lost, round(lost), chance)
        self.retreated = _with_outcome(self.retreated, _hexes_to_retreat(effects), chance)


def _with_outcome(
    spread: Mapping[int, Fraction], number: int, chance: Fraction
) -> dict[int, Fraction]:
    """How likely each number is, in order, once one is so much likelier than before."""
    return dict(sorted({**spread, number: spread.get(number, Fraction(0)) + chance}.items()))


def _hexes_to_retreat(effects: Sequence[Effect]) -> int:
    """The hexes of retreat that a program asks of defenders, the most of its ways."""
    hexes = 0
    for effect in effects:
        if effect.verb == "retreat" and effect.who == "defender":
            hexes += effect.hexes
        elif isinstance(effect.said, Branch):
            hexes += max(
                _hexes_to_retreat(effect.said.then), _hexes_to_retreat(effect.said.instead)
            )
        elif isinstance(effect.said, ProgramChoice):
            hexes += max(map(_hexes_to_retreat, effect.said.ways))
    return hexes


NOTHING = "-"
"""The code of a throw that comes to nothing."""

ON_DEFENDERS = ("lose_steps", "retreat", "eliminate")
"""Steps that are idle once there are no defenders."""

MOST_KEPT = 4_000
"""How many codes are kept with what they do."""


class Tally(NamedTuple):
    """What is counted in a throw: the symbols of an effect, against all defenders, or those that
    count against some (``against``, by the place of the symbol in the effect).

    ``least`` of them must be thrown, and no more than ``most`` matter; ``spared``: so many come to
    nothing; ``may``: and so many more if the owner of the defenders likes. ``takes``: the steps
    that each takes from any of the defenders; ``idle``: without defenders they do nothing.
    """

    effect: str
    against: int
    least: int
    most: int
    spared: int
    may: int
    takes: int
    idle: bool

    @property
    def name(self) -> str:
        """The name in codes."""
        return self.effect if self.against < 0 else f"{self.effect}.{self.against}"


class Meaning(NamedTuple):
    """What symbols count for in a battle: the counters, for each symbol those that it moves, and
    how many steps the defenders have.
    """

    counters: tuple[Tally, ...]
    moved: tuple[tuple[int, ...], ...]
    steps: int


class CompiledEffect(NamedTuple):
    """An effect, compiled: which units its symbols count against, when it is in force."""

    form: FaceEffect
    against: tuple[Fits, ...]
    attackers: Fits
    ignored: tuple[tuple[Ignoring, Fits, Fits], ...]


class ResultOfThrow(NamedTuple):
    """What a code does: with its title, and as a program laid out.

    ``back``: the program where defenders battle back, without what follows a battle.
    """

    result: CombatResult
    program: tuple[Effect, ...]
    back: tuple[Effect, ...]


class FaceRules:
    """The dice of a game's battles. As a truth value it is False where a table decides."""

    def __init__(
        self,
        section: Combat,
        dice: FaceDice | None,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self.form = section.faces
        dice_known = dice.by_id if dice else {}
        self.die: FaceDie | None = dice_known.get(self.form.die) if self.form else None
        self.weights = tuple(face.count for face in self.die.faces) if self.die else ()
        self._forces, self._resolved = forces, selectors.frame.resolved
        self._names_roles = names_roles(self.form)
        self._layout = Layout(selectors, conditions)
        effects = self.form.does.values() if self.form else ()
        self._conditions = {symbol.id: conditions.test(symbol.condition) for symbol in effects}
        fits = selectors.fits
        self._compiled = tuple(
            CompiledEffect(
                effect,
                tuple(fits(face.against) for face in effect.faces),
                fits(effect.attackers),
                tuple((each, fits(each.only), fits(each.attackers)) for each in effect.ignored),
            )
            for effect in effects
        )
        self._codes: dict[str, ResultOfThrow] = {}

    def __bool__(self) -> bool:
        return self.die is not None

    # -- what symbols count for ----------------------------------------------------------------

    def meaning(
        self, state: Position, attackers: Sequence[int], defenders: Sequence[int]
    ) -> Meaning:
        """What symbols count for in a battle of these units, as it stands."""
        # Kept while nothing changes: plans ask for it anew with each odds that they weigh.
        key = self, (*attackers,), (*defenders,)
        meaning: Meaning | None = state.near.get(key)
        if meaning is None:
            meaning = state.near[key] = (
                in_battle(state, *key[1:], lambda now: self._meaning(now, *key[1:]))
                if self._names_roles
                else self._meaning(state, *key[1:])
            )
        return meaning

    def _meaning(
        self, state: Position, attackers: Sequence[int], defenders: Sequence[int]
    ) -> Meaning:
        """The counters that symbols move in a battle, by effect in the order of the section."""
        counters: list[Tally] = []
        faces = self.die.faces if self.die else ()
        moved: dict[str, list[int]] = {face.id: [] for face in faces}
        for effect in self._compiled:
            fits = effect.form.attackers is None or any(
                effect.attackers(state, u) for u in attackers
            )
            if fits and self._conditions[effect.form.id](state):
                for face, counter in self._counting_symbols(state, effect, attackers, defenders):
                    if counter not in counters:
                        counters.append(counter)
                    moved[face].append(counters.index(counter))
        steps = self._steps(state, defenders)
        return Meaning(tuple(counters), tuple(tuple(moved[face.id]) for face in faces), steps)

    def _counting_symbols(
        self,
        state: Position,
        compiled: CompiledEffect,
        attackers: Sequence[int],
        defenders: Sequence[int],
    ) -> Iterator[tuple[str, Tally]]:
        """Each symbol of an effect that counts, with what it is counted by."""
        effect = compiled.form
        spared, may = self._ignored(state, compiled, attackers, defenders)
        (step,) = effect.each if len(effect.each) == 1 else (Effect("nothing"),)
        hits = step.verb == "lose_steps" and step.who == "defender" and step.only is None
        taken = step.count or 0 if hits and not effect.once else 0
        for place, (face, fits) in enumerate(zip(effect.faces, compiled.against, strict=True)):
            concerned = [unit for unit in defenders if fits(state, unit)]
            if defenders and not concerned:
                continue
            against = place if len(concerned) < len(defenders) else -1
            # No more symbols are told apart than can matter: the steps that there are to take.
            if not effect.each:
                most = effect.least
            elif taken:
                most = max(effect.least, ceil(self._steps(state, concerned) / taken)) + spared + may
            else:
                most = MANY
            # Only what surely takes steps from any of the defenders shows when none are left.
            takes = taken if against < 0 and not may else 0
            idle = all(
                step.verb in ON_DEFENDERS and step.who == "defender"
                for step in (*effect.each, *effect.once)
            )
            counts = (effect.least, most, spared, may, takes, idle)
            yield face.face, Tally(effect.id, against, *counts)

    def _steps(self, state: Position, units: Iterable[int]) -> int:
        """The steps that some units have left together."""
        return sum(self._forces.steps_left(state, unit) for unit in units)

    def _ignored(
        self,
        state: Position,
        compiled: CompiledEffect,
        attackers: Sequence[int],
        defenders: Sequence[int],
    ) -> tuple[int, int]:
        """How many symbols of an effect come to nothing, and how many more may."""
        spared = may = 0
        for exemption in self._what_exempts(state, compiled, attackers, defenders):
            count = MANY if exemption.count is None else exemption.count
            if exemption.by:
                may += count
            else:
                spared += count
        return min(spared, MANY), min(may, MANY)

    def _what_exempts(
        self,
        state: Position,
        compiled: CompiledEffect,
        attackers: Sequence[int],
        defenders: Sequence[int],
    ) -> Iterator[Ignoring]:
        """What lets these defenders ignore symbols of an effect, against these attackers."""
        for exemption, fits, attacked_by in compiled.ignored:
            is_theirs = all(fits(state, unit) for unit in defenders)
            if is_theirs and all(attacked_by(state, unit) for unit in attackers):
                yield exemption

    def shown(self, thrown: Iterable[int]) -> tuple[Face, ...]:
        """The symbols that dice show, each by its face counted from 1."""
        return tuple(self.die.shown(face) for face in thrown) if self.die else ()

    def in_words(
        self, state: Position, attackers: Sequence[int], defenders: Sequence[int]
    ) -> Iterator[SymbolHere]:
        """What each symbol does in a battle of these units, or why it does nothing there."""
        names = titles(state.resolved)

        def told(state: Position) -> Iterator[SymbolHere]:
            if not self.die:
                return
            for face in self.die.faces:
                does: list[str] = []
                why_not: list[str] = []
                for compiled in self._compiled:
                    for symbol, fits in zip(compiled.form.faces, compiled.against, strict=True):
                        if symbol.face == face.id:
                            idle = self._why_idle(state, compiled, attackers, names)
                            if not idle and not any(fits(state, unit) for unit in defenders):
                                idle = f"only against {units_selected(symbol.against, names)}"
                            if idle:
                                why_not.append(idle)
                                continue
                            does.append(
                                self._effect_on(state, compiled, attackers, defenders, names)
                            )
                reason = f": {either(dict.fromkeys(why_not))}" if why_not else ""
                words = "; ".join(does) or f"nothing{reason}"
                yield SymbolHere(face.title, face.shape, face.count, words, not does)

        if not self._names_roles:
            return told(state)
        return iter(in_battle(state, attackers, defenders, lambda now: [*told(now)]))

    def _why_idle(
        self, state: Position, compiled: CompiledEffect, attackers: Sequence[int], names: Names
    ) -> str:
        """Why an effect is not in force for any unit; empty where it is in force."""
        form = compiled.form
        if form.attackers is not None and not any(compiled.attackers(state, u) for u in attackers):
            return f"only if {units_selected(form.attackers, names)} attack"
        if form.condition is not None and not self._conditions[form.id](state):
            return f"only if {in_a_sentence(form.condition, names, vocabulary('wordings'))}"
        return ""

    def _effect_on(
        self,
        state: Position,
        compiled: CompiledEffect,
        attackers: Sequence[int],
        defenders: Sequence[int],
        names: Names,
    ) -> str:
        """What an effect that is in force does, and how much of it these defenders ignore."""
        form = compiled.form
        parts = [program_in_words(form.each, names)] if form.each else []
        if form.once:
            parts.append(f"once {program_in_words(form.once, names)}")
        if form.least > 1:
            parts[0] = f"if there are {form.least}: {parts[0]}" if parts else ""
        for exemption in self._what_exempts(state, compiled, attackers, defenders):
            many = "all" if exemption.count is None else str(exemption.count)
            may = f"{many} may be ignored" if exemption.by else f"{many} ignored"
            parts.append(f"{may} ({exemption.title})" if exemption.title else may)
        return ", ".join(parts) or "nothing"

    # -- throws --------------------------------------------------------------------------------

    def chances(self, meaning: Meaning, dice: int) -> Mapping[str, Fraction]:
        """Every result that so many dice may have, with its chance; the likeliest first."""
        return _chances(meaning, self.weights, dice) if self.die else {}

    def throws(self, meaning: Meaning, dice: int) -> Sequence[Thrown]:
        """Faces that bring each result of so many dice, with its chance; the first throw first."""
        return [(faces, chance) for _, faces, chance in _throws(meaning, self.weights, dice)]

    def code(self, meaning: Meaning, thrown: Iterable[int]) -> str:
        """The result of a throw that shows these faces, counted from 1."""
        places = {face.id: place for place, face in enumerate(self.die.faces if self.die else ())}
        counted = (0,) * len(meaning.counters)
        for face in self.shown(thrown):
            counted = _with_symbol(counted, meaning.moved[places[face.id]], meaning.counters)
        return _code(meaning, counted)

    def idle(self, meaning: Meaning, thrown: Iterable[int]) -> tuple[str, ...]:
        """Why each die of a throw does nothing, in a word or two; empty for one that counts."""
        places = {face.id: place for place, face in enumerate(self.die.faces if self.die else ())}
        moved = [meaning.moved[places[face.id]] for face in self.shown(thrown)]
        shown = Counter(counter for counters in moved for counter in counters)
        so_far: Counter[int] = Counter()
        reasons = []
        for counters in moved:
            so_far.update(counters)
            reason = "nothing here"
            for counter in counters:
                tally = meaning.counters[counter]
                if so_far[counter] <= tally.spared:
                    reason = "ignored"
                elif shown[counter] - tally.spared < tally.least:
                    reason = "too few"
                elif so_far[counter] > tally.most:
                    reason = "more than enough"
                else:
                    reason = ""
                    break
            reasons.append(reason)
        return tuple(reasons)

    # -- results -------------------------------------------------------------------------------

    def result(self, code: str) -> CombatResult:
        """What a code does, with its title."""
        return self._known(code).result

    def program(self, code: str, *, back: bool = False) -> tuple[Effect, ...]:
        """What a code does as a program, laid out; where defenders battle ``back`` without what
        follows, and without what would let a side answer it.
        """
        compiled = self._known(code)
        return compiled.back if back else compiled.program

    def _known(self, code: str) -> ResultOfThrow:
        """What a code does, put together from its parts, and kept."""
        compiled = self._codes.get(code)
        if compiled is None:
            if len(self._codes) > MOST_KEPT:
                self._codes.clear()
            parts = tuple(_parts(code))
            steps = tuple(step for part in parts for step in self._code_of_symbols(*part))
            then = self.form.then if self.form else ()
            symbols = []
            for name, _, count, may in parts:
                effect = self.form.does[name] if self.form else None
                text = effect.several(count) if effect else name
                symbols.append(f"{text} ({may} may be ignored)" if may else text)
            result = CombatResult(code, every(symbols) if symbols else "nothing", (*steps, *then))
            program, back = self._layout.steps(result.effects), self._layout.steps(steps)
            compiled = self._codes[code] = ResultOfThrow(result, program, without_answers(back))
        return compiled

    def _code_of_symbols(self, name: str, place: int, count: int, may: int) -> Iterator[Effect]:
        """What so many symbols of an effect do; ``place``: of the one that counts for some."""
        if self.form is None:
            return
        effect = self.form.does[name]
        only = effect.faces[place].against if place >= 0 else None
        if may:
            # The best for the owner stands first: previews follow the first way of a choice.
            ways = tuple(self._way(effect, only, count, less) for less in range(may, -1, -1))
            choice = Effect("choose", said=Choosing(by="defender", written=ways))
            yield Effect("if_", said=Branching(who="defender", then=(choice,)))
        elif count:
            for written in effect.each:
                yield from _multiplied(written, count, only)
        if count:
            yield from (_concerning(step, only) for step in effect.once)

    def _way(self, effect: FaceEffect, only: Selector | None, count: int, less: int) -> TitledWay:
        """The choice to ignore so many of ``count`` symbols, with what the rest do."""
        hits_left, steps = count - less, list[Effect]()
        if hits_left:
            for written in effect.each:
                steps += _multiplied(written, hits_left, only)
        title = f"Ignore {effect.several(less)}" if less else f"Ignore no {effect.title.lower()}"
        program = tuple(steps) or (Effect("nothing"),)
        # What comes of it: nobody can choose by symbols alone.
        comes_to = program_in_words(program, titles(self._resolved)) if steps else "no effect"
        title = f"{title} ({comes_to})"
        return TitledWay(title=title, steps=program)


MANY = 99
"""More symbols than any throw has."""


def _parts(code: str) -> Iterator[tuple[str, int, int, int]]:
    """The parts of a code: the effect, the place of the symbol that counts against some (-1: all),
    how many, and how many of them may be ignored.

    >>> list(_parts("hit.1:2 flag:3/1"))
    [('hit', 1, 2, 0), ('flag', -1, 3, 1)]
    """
    for part in code.split():
        if part == NOTHING:
            continue
        name, _, number = part.partition(":")
        effect, _, place = name.partition(".")
        count, _, may = number.partition("/")
        yield effect, int(place or -1), int(count), int(may or 0)


Counted = tuple[int, ...]
"""What each counter of a meaning shows."""


def _with_symbol(counted: Counted, moved: Iterable[int], counters: Sequence[Tally]) -> Counted:
    """What counters show after one more symbol."""
    shown = list(counted)
    for index in moved:
        shown[index] = min(shown[index] + 1, counters[index].most)
    return tuple(shown)


@lru_cache(maxsize=2_000)
def _chances(meaning: Meaning, weights: tuple[int, ...], dice: int) -> Mapping[str, Fraction]:
    """Every result by its code with its chance, the likeliest first."""
    results = _throws(meaning, weights, dice)
    return {code: chance for code, _, chance in sorted(results, key=lambda result: -result[2])}


@lru_cache(maxsize=2_000)
def _throws(
    meaning: Meaning, weights: tuple[int, ...], dice: int
) -> Sequence[tuple[str, tuple[int, ...], Fraction]]:
    """Every result, with the first faces that bring it, in order."""
    moves: dict[tuple[int, ...], tuple[int, int]] = {}
    for place, (moved, weight) in enumerate(zip(meaning.moved, weights, strict=True)):
        # Symbols that move the same counters are followed as one, with the weight of all.
        face, known = moves.get(moved, (1 + sum(weights[:place]), 0))
        moves[moved] = face, known + weight
    ways: dict[Counted, Ways] = {(0,) * len(meaning.counters): ((), 1)}
    for _ in range(dice):
        then: dict[Counted, Ways] = {}
        for counted, (faces, number) in ways.items():
            for moved, (face, weight) in moves.items():
                shown = tuple(sorted((*faces, face)))
                join(then, _with_symbol(counted, moved, meaning.counters), (shown, number * weight))
        ways = then
    codes: dict[str, Ways] = {}
    for counted, way in ways.items():
        join(codes, _code(meaning, counted), way)
    throws = sum(weights) ** dice
    results = sorted(codes.items(), key=lambda entry: entry[1])
    return [(code, faces, Fraction(number, throws)) for code, (faces, number) in results]


def _code(meaning: Meaning, counted: Counted) -> str:
    """The code of a throw: of each counter what matters of it."""
    parts, steps_left = [], meaning.steps
    for counter, shown in zip(meaning.counters, counted, strict=True):
        count = max(0, shown - counter.spared) if shown >= counter.least else 0
        may = min(counter.may, count)
        # Effects that find no defender left are no part of the code: throws that come to the same
        # share one.
        if not count or (steps_left <= 0 and counter.idle):
            continue
        steps_left -= count * counter.takes
        parts.append(f"{counter.name}:{count}{f'/{may}' if may else ''}")
    return " ".join(parts) or NOTHING


def _multiplied(step: Effect, count: int, only: Selector | None) -> Iterator[Effect]:
    """A step that several symbols do: hexes and numbers of it are added up, others are repeated."""
    single = _concerning(step, only)
    form = single.said
    if isinstance(form, Branch):
        then = tuple(chain.from_iterable(_multiplied(inner, count, None) for inner in form.then))
        instead = chain.from_iterable(_multiplied(inner, count, None) for inner in form.instead)
        yield replace(single, said=form.but(then=then, otherwise=tuple(instead) or None))
    elif single.verb == "retreat":
        yield replace(single, hexes=single.hexes * count)
    elif single.verb in ("lose_steps", "eliminate"):
        yield single if single.count is None else replace(single, count=single.count * count)
    else:
        yield from [single] * count


def _concerning(step: Effect, only: Selector | None) -> Effect:
    """A step for only those defenders that a symbol counts against."""
    if only is None or isinstance(step.said, Branch | ProgramChoice):
        return step
    form = step.said
    if isinstance(form, Form) and "only" in form.defaults:
        return replace(step, said=form.but(only=_fitting_both(form.__dict__["only"], only)))
    return replace(step, only=_fitting_both(step.only, only)) if step.who == "defender" else step


def _fitting_both(own: Selector | None, other: Selector) -> Selector:
    """The selector of the units that fit two."""
    return other if own is None else Selector(all=(own, other))
