"""How many dice fire and defence have, and why; and what is added to a roll on a table.

A reckoning is a list of lines, each with what it is for and how many it adds; a fire is shown by
these. First comes the count of the pool (figures, steps, a value), less what does not count, then
what is added to it, then what the weapon does to such a target, then the share that spills over.
Fractions are dropped once, at the end (`whole`).

With opposed pools the lines become dice; where a table decides, they are a strength, which may
choose the column by itself, by its difference to the defence or by odds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.hexmap.sight import sight_line
from hexwar.rules.fire.section import (
    ATTACK,
    DEFENSE,
    DIFFERENTIAL,
    FACES,
    FIGURES,
    FIRER,
    LEAST,
    MOST,
    ODDS,
    RANGE,
    STEPS,
    SUM,
    TARGET,
    Cover,
    DicePool,
    Effectiveness,
    Extra,
    Fire,
)
from hexwar.rules.language.dice import Pool
from hexwar.rules.language.programs import in_battle, names_roles
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import in_words, several
from hexwar.rules.terrain.rules import Geometry
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import ByValue, Units
from hexwar.rules.values import NamedValues, UnitValues

if TYPE_CHECKING:
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.figures.rules import FigureRules


# Cover from fire: of the target's hex, and of the hexside where the line enters it.
#
# Fire from above (`OFF_MAP`) crosses no hexside. Along a line the hexside counts over which it
# enters the target's hex, and nothing on the way there.


class Shelter(NamedTuple):
    """Dice of cover, and the kind of terrain that gives them."""

    dice: int = 0
    title: str = ""


NO_COVER = Shelter()


class CoverRules:
    """Cover by hex and by hexside. It counts once: the best. Terrain stands still, so what is found
    is kept.
    """

    def __init__(self, frame: Frame, terrain: Terrain, geometry: Geometry) -> None:
        kinds = {
            name: Shelter(kind[Cover].cover, kind.title) for name, kind in terrain.hexes.items()
        }
        sides = {
            name: Shelter(kind[Cover].cover, kind.title) for name, kind in terrain.hexsides.items()
        }
        self._hexes = {
            cell: kinds[kind] for cell, kind in geometry.terrain.items() if kinds[kind].dice
        }
        self._hexsides = {
            step: best
            for step, named in geometry.hexsides.items()
            # Shelters are compared by their dice, which come first.
            if (best := max(sides[kind] for kind in named)).dice
        }
        cells = frame.board.cell
        self._at = {cells[number]: frame.map.axial(number) for number in frame.map.numbers}
        self._cell = {at: cell for cell, at in self._at.items()}
        self._walled = {target for _, target in self._hexsides}
        self._found: dict[tuple[int, int], Shelter] = {}

    def of(self, origin: int, target: int) -> Shelter:
        """The cover in a hex against fire from another; ``OFF_MAP`` for what comes from above."""
        inside = self._hexes.get(target, NO_COVER)
        if target not in self._walled or origin in (OFF_MAP, target):
            return inside
        shelter = self._found.get((origin, target))
        if shelter is None:
            # The cover of the hexside by which the line enters; by a corner it crosses both
            # hexsides that meet there, and the worse one counts.
            line = sight_line(self._at[origin], self._at[target])
            beside = line.beside[-1]
            # A line along a hexside enters between two hexes, and comes over a side of each of
            # them.
            before = () if len(beside) > 1 else (line.hexes[-2],)
            steps = [(self._cell.get(at, OFF_MAP), target) for at in (*before, *beside)]
            shelter = self._found[origin, target] = max(
                inside, min(self._hexsides.get(step, NO_COVER) for step in steps)
            )
        return shelter


BEYOND_ALL = 1000
"""Odds against nothing."""

Amount = int | Fraction
Near = Literal["optimal"] | int | ByValue
Fits = Callable[[Position, int], bool]
Answer = TypeVar("Answer")


class PlannedFire(NamedTuple):
    """What the dice depend on in addition to the state: which unit fires (or :data:`NOBODY`) at
    which, how many hexes away, in what cover; what share of the fire this is, if it has spilled
    over; ``places``: pairs of a unit and the cell where it is thought to stand, if not where it
    does.
    """

    firer: int
    target: int
    distance: int
    cover: Shelter
    share: Amount = 1
    places: tuple[tuple[int, int], ...] = ()


Volley = tuple[PlannedFire, ...]
"""What one unit fires, or several together: all at the same target."""


class Part(NamedTuple):
    """One line of a reckoning: what it is for, and how many it adds."""

    title: str
    amount: Amount


class Shots(NamedTuple):
    """Pairs of unit and how often it has fired."""

    units: tuple[tuple[int, int], ...] = ()

    def of(self, unit: int) -> int:
        """How often a unit has fired."""
        return dict(self.units).get(unit, 0)

    def and_one(self, unit: int) -> Shots:
        """The record when a unit has fired once more."""
        return Shots(tuple(sorted({**dict(self.units), unit: self.of(unit) + 1}.items())))

    def without(self, units: int) -> Shots:
        """The record without these units."""
        return Shots(tuple(pair for pair in self.units if not units >> pair[0] & 1))


FIRED = Slot("fired", Shots(), lasts="turn")
FIRED_IN_PHASE = Slot("fired_in_phase", Shots(), lasts="phase")


def times_fired(state: Position, unit: int) -> int:
    """How often a unit has fired in this turn, of its own accord or in reaction."""
    return state.memory[FIRED].of(unit)


def count_shot(state: Position, unit: int) -> None:
    """A unit fires once more."""
    state.remember(FIRED, state.memory[FIRED].and_one(unit))


def whole(reckoning: Sequence[Part]) -> int:
    """How many dice the lines come to: fractions are dropped, and there are never fewer than
    none.
    """
    return max(0, int(sum(part.amount for part in reckoning)))


class Measures:
    """What is measured of units that fire or are fired at."""

    def __init__(
        self,
        section: Fire,
        forces: Forces,
        values: NamedValues,
        selectors: Selectors,
        strengths: UnitValues,
        figures: FigureRules | None,
        units: Units,
    ) -> None:
        self._called = units.called
        self._forces, self._values, self._strengths = forces, values, strengths
        self._selectors, self._figures = selectors, figures
        self._optimal = section.range.optimal

    def name(self, unit: int) -> str:
        """What a unit is called."""
        return self._forces.ids[unit]

    def value(self, state: Position, unit: int, name: str) -> Amount:
        """A value of a unit."""
        return self._strengths.by_name(state, unit, name)

    def points(self, state: Position, unit: int) -> int:
        """The movement points that a unit has left, scaled."""
        return self._strengths.allowance(state, unit)

    def faces(self, state: Position, unit: int, die: str) -> int:
        """The faces of a die: of one that is named, or of a value of the unit."""
        return FACES[die] if die in FACES else self._values.die(state, unit, die)

    def men(self, state: Position, unit: int, what: str) -> Amount:
        """How many effective figures a unit has, or steps, or how strong it is; 1 where units are
        counted.
        """
        if what in (ATTACK, DEFENSE):
            return self.value(state, unit, what)
        if what == FIGURES:
            return self._figures.effective(state, unit) if self._figures else 0
        return self._forces.steps_left(state, unit) if what == STEPS else 1

    def called(self, what: str) -> str:
        """What is counted, by the game's own word for the number."""
        return str(getattr(self._called, what, what)).capitalize()

    def hexes(self, state: Position, unit: int, distance: int | ByValue) -> Amount:
        """A number of hexes."""
        return (
            self.value(state, unit, distance.value) if isinstance(distance, ByValue) else distance
        )

    def is_near(self, state: Position, aim: PlannedFire, unit: int, near: Near) -> bool:
        """Whether the target is within so many hexes, or within the optimal range of the fire."""
        if isinstance(near, str):
            return aim.distance <= self.hexes(state, aim.firer, self._optimal or 0)
        return aim.distance <= self.hexes(state, unit, near)

    def at_distance(
        self, state: Position, aim: PlannedFire, unit: int, within: Near | None, beyond: Near | None
    ) -> bool:
        """Whether the target is as far away as is said; for dice that no unit fires, only if
        nothing is said.
        """
        if aim.firer == NOBODY:
            return within is None and beyond is None
        if within is not None and not self.is_near(state, aim, unit, within):
            return False
        return beyond is None or not self.is_near(state, aim, unit, beyond)

    def fits(self, selector: Selector | None) -> Fits:
        """Whether a unit is among those that a selector chooses; all are for none."""
        return self._selectors.fits(selector)


class PoolEntry:
    """One entry of a pool, compiled: what it adds in a state, of a fire."""

    __slots__ = ("_extra", "_fits", "_measures", "_title", "of_firer")

    def __init__(self, extra: Extra, own: str, measures: Measures) -> None:
        self._extra, self._measures = extra, measures
        self._fits = measures.fits(extra.only)
        self.of_firer = (extra.of or own) == FIRER
        self._title = extra.title or _titled(extra)

    def part(self, state: Position, aim: PlannedFire) -> Part | None:
        """What it adds; ``None`` for nothing."""
        extra, measures = self._extra, self._measures
        unit = aim.firer if self.of_firer else aim.target
        if unit == NOBODY or not self._fits(state, unit):
            return None
        if not measures.at_distance(state, aim, unit, extra.within, extra.beyond):
            return None
        amount: Amount = extra.add
        if extra.value:
            amount *= measures.value(state, unit, extra.value)
        if extra.fired:
            amount *= times_fired(state, unit)
        if extra.cover:
            amount *= aim.cover.dice
        return Part(self._title or aim.cover.title, amount) if amount else None


def _titled(extra: Extra) -> str:
    """What an entry without a title is called; cover is called by its terrain."""
    if extra.value:
        return in_words(extra.value).capitalize()
    if extra.cover:
        return ""
    if extra.fired:
        return "Fired before"
    near = extra.beyond if extra.within is None else extra.within
    if near is None:
        return "Modifier"
    where = "Within" if extra.within is not None else "Beyond"
    if isinstance(near, int):
        return f"{where} {several(near, 'hex')}"
    return f"{where} {near if isinstance(near, str) else in_words(near.value)} range"


class Weapon:
    """What some weapons do to some targets, compiled."""

    def __init__(self, effectiveness: Effectiveness, measures: Measures) -> None:
        self.form, self._measures = effectiveness, measures
        self._only = measures.fits(effectiveness.only)
        self._against = measures.fits(effectiveness.against)

    def fits(self, state: Position, aim: PlannedFire) -> bool:
        """Whether it is about a fire."""
        if aim.firer == NOBODY or not self._only(state, aim.firer):
            return False
        near = self.form.within, self.form.beyond
        return self._against(state, aim.target) and self._measures.at_distance(
            state, aim, aim.firer, *near
        )

    def part(self, parts: Sequence[Part]) -> list[Part]:
        """The line that it adds to those of a fire, if it changes anything."""
        dice, effect = sum(part.amount for part in parts), self.form
        # The other lines stand as they are: this one is the difference that the weapon makes. Where
        # it can do nothing it takes all of them away.
        amount = -dice
        if dice and not effect.prohibited:
            amount = dice * (effect.multiply - 1) + effect.add
        return [Part(effect.title, amount)] if amount else []


class Reckoned(NamedTuple):
    """A fire reckoned: the lines of its dice, of those of the defence, of what is added to a roll;
    the dice; and the number that chooses the column of a table.
    """

    attack: list[Part]
    defense: list[Part]
    roll: list[Part]
    attack_dice: Pool
    defense_dice: Pool
    column: int

    @property
    def added(self) -> int:
        """What is added to a roll on the table."""
        return int(sum(part.amount for part in self.roll))


class FirePools:
    """The dice of fire and of defence, and what is added to rolls: line by line."""

    def __init__(self, section: Fire, measures: Measures, facing: FacingRules | None) -> None:
        self._measures = measures
        self._roll_of_group = section.together.roll if section.together else LEAST
        self._facing = facing
        # An entry may ask where units stand relative to one another, or their roles in the fire.
        self._in_roles = facing is not None or names_roles(section)
        self._weapons = tuple(Weapon(effectiveness, measures) for effectiveness in section.effect)
        self.has_dice = section.dice is not None
        self._attack = CompiledPool(section.dice, FIRER, measures)
        self._defense = CompiledPool(section.defense, TARGET, measures)
        by_table = section.by_table
        self._by = by_table.column if by_table else ""
        added = by_table.roll if by_table else ()
        self._roll = [PoolEntry(extra, FIRER, measures) for extra in added]

    def _answer_about(
        self, state: Position, aim: PlannedFire, question: Callable[[Position, PlannedFire], Answer]
    ) -> Answer:
        """The answer to a question about a fire, with its parties in their roles.

        So each question stands here twice: asked from elsewhere, it is asked in roles; what it is
        made of (`_attack_lines` and the like) is asked when the roles are assigned already.
        """
        if not self._in_roles or aim.firer == NOBODY:
            return question(state, aim)
        return in_battle(
            state,
            (),
            (),
            lambda now: question(now, aim),
            actors=(aim.firer,),
            targets=(aim.target,),
            places=aim.places,
        )

    def begins(self, state: Position, volley: Volley, aims: Sequence[PlannedFire]) -> None:
        """A fire is carried out: the arc in which each unit is struck counts for all that comes of
        it.
        """
        if self._facing is not None:
            firers = [planned.firer for planned in volley]
            # This comes before a result moves or turns any unit: modifiers of morale may ask for
            # the arc later.
            self._facing.note_struck(state, firers, [aim.target for aim in aims])

    def attack(self, state: Position, aim: PlannedFire) -> list[Part]:
        """The lines of the fire."""
        return self._answer_about(state, aim, self._attack_lines)

    def _attack_lines(self, state: Position, aim: PlannedFire) -> list[Part]:
        """The dice of a fire, line by line: what the weapon and a fire that spills over make of
        them last.
        """
        parts = self._attack.reckon(state, aim, aim.firer)
        weapon = self._weapon(state, aim)
        parts = [*parts, *weapon.part(parts)] if weapon and parts else parts
        if aim.share == 1 or not parts:
            return parts
        spilled = sum(part.amount for part in parts) * (aim.share - 1)
        return [*parts, Part("Spills over", spilled)]

    def weapon(self, state: Position, aim: PlannedFire) -> Weapon | None:
        """The first entry that says what such a weapon does to such a target."""
        return self._answer_about(state, aim, self._weapon)

    def aimed(self, state: Position, aim: PlannedFire) -> tuple[Weapon | None, list[Part]]:
        """Both of these, asked at once."""
        return self._answer_about(state, aim, self._weapon_and_lines)

    def _weapon_and_lines(
        self, state: Position, aim: PlannedFire
    ) -> tuple[Weapon | None, list[Part]]:
        return self._weapon(state, aim), self._attack_lines(state, aim)

    def effective(self, state: Position, aim: PlannedFire) -> Reckoned | None:
        """All that a fire is resolved with; ``None`` if its weapons may not be fired at the
        target, or it has no dice.
        """
        return self._answer_about(state, aim, self._fire_that_counts)

    def _fire_that_counts(self, state: Position, aim: PlannedFire) -> Reckoned | None:
        """What a fire comes to; ``None`` where it is prohibited, or no die is left."""
        weapon = self._weapon(state, aim)
        if weapon is not None and weapon.form.prohibited:
            return None
        reckoned = self._reckon(state, aim)
        # A table may ask for no strength at all (`column: range`): then there are no dice to lack.
        return reckoned if whole(reckoned.attack) or not self.has_dice else None

    def _weapon(self, state: Position, aim: PlannedFire) -> Weapon | None:
        return next((weapon for weapon in self._weapons if weapon.fits(state, aim)), None)

    def defense(self, state: Position, aim: PlannedFire) -> list[Part]:
        """The lines of the defence."""
        return self._answer_about(state, aim, self._defense_lines)

    def _defense_lines(self, state: Position, aim: PlannedFire) -> list[Part]:
        return self._defense.reckon(state, aim, aim.target)

    def reckon(self, state: Position, aim: PlannedFire) -> Reckoned:
        """All that a fire is resolved with."""
        return self._answer_about(state, aim, self._reckon)

    def _reckon(self, state: Position, aim: PlannedFire) -> Reckoned:
        """Lines, dice and the column of one unit's fire."""
        attack, defense = self._attack_lines(state, aim), self._defense_lines(state, aim)
        pools = not self._by
        return Reckoned(
            attack,
            defense,
            _parts(self._roll, state, aim),
            self._attack.dice(state, aim.firer, attack) if pools else (),
            self._defense.dice(state, aim.target, defense) if pools else (),
            self._column(aim, whole(attack), whole(defense)),
        )

    def reckon_together(self, state: Position, volley: Volley) -> Reckoned:
        """All that the fire of several units at one target is resolved with: a line for each."""
        if len(volley) == 1:
            return self.reckon(state, volley[0])
        pools, attack = not self._by, []
        dice: Pool = ()
        for aim in volley:
            lines = self.attack(state, aim)
            # In pools each unit rolls whole dice of its own; on a table their strengths are added
            # up first, and what is left of a whole is dropped at the end.
            strength = whole(lines) if pools else max(0, sum(part.amount for part in lines))
            attack.append(Part(self._measures.name(aim.firer), strength))
            dice += self._attack.dice(state, aim.firer, lines) if pools else ()
        # Against several units that fire at it the target defends by its best cover, and the range
        # is that of the farthest: a group is no way round either.
        best = max(volley, key=lambda aim: whole(self.defense(state, aim)))
        defense = self.defense(state, best)
        farthest = max(volley, key=lambda aim: aim.distance)
        return Reckoned(
            [part for part in attack if part.amount],
            defense,
            [part for entry in self._roll if (part := self._of_group(state, volley, entry))],
            dice,
            self._defense.dice(state, best.target, defense) if pools else (),
            self._column(farthest, whole(attack), whole(defense)),
        )

    def _of_group(self, state: Position, volley: Volley, entry: PoolEntry) -> Part | None:
        """What an entry adds to the roll of several units."""
        parts = [self._answer_about(state, aim, entry.part) for aim in volley]
        adding = [part for part in parts if part is not None]
        if not adding:
            return None
        # A unit that the entry does not concern counts as 0, so that `least` gives the group no
        # bonus that one unit lacks.
        amounts = [part.amount if part else 0 for part in parts]
        together = self._roll_of_group
        # What an entry says of the target is the same for all of them, and counts once.
        if together == SUM and entry.of_firer:
            amount = sum(amounts)
        else:
            amount = max(amounts) if together == MOST else min(amounts)
        return adding[0]._replace(amount=amount) if amount else None

    def defense_dice(self, state: Position, aim: PlannedFire) -> Pool:
        """The dice of the defence, against dice that no unit fires."""
        return self._defense.dice(state, aim.target, self.defense(state, aim))

    def _column(self, aim: PlannedFire, attack: int, defense: int) -> int:
        if self._by == RANGE:
            return aim.distance
        if self._by == ODDS:
            return odds(attack, defense)
        return attack - defense if self._by == DIFFERENTIAL else attack


def odds(attack: int, defense: int) -> int:
    """Odds as a number, rounded in favour of the defence: 3 for three to one, -2 for one to two.

    >>> odds(7, 2), odds(2, 2), odds(2, 3), odds(1, 4), odds(5, 0)
    (3, 1, -2, -4, 1000)
    """
    if attack >= defense:
        return attack // defense if defense else BEYOND_ALL
    # Floor division of a negative number rounds away from 0: against the side that fires.
    return (-defense) // attack if attack else -BEYOND_ALL


class CompiledPool:
    """A pool: its count, without those that count for nothing; then what is added."""

    def __init__(self, pool: DicePool | None, own: str, measures: Measures) -> None:
        self._pool, self._measures = pool, measures
        self._lines = [PoolEntry(extra, own, measures) for extra in pool.plus] if pool else []
        self._without = [PoolEntry(extra, own, measures) for extra in pool.without] if pool else []

    def reckon(self, state: Position, aim: PlannedFire, unit: int) -> list[Part]:
        """The lines, the count first; none where the section does not mention such dice."""
        if self._pool is None:
            return []
        count, measures = self._pool.count, self._measures
        if isinstance(count, ByValue):
            title = in_words(count.value).capitalize()
            base = Part(title, measures.value(state, unit, count.value))
        elif isinstance(count, int):
            base = Part("Dice", count)
        else:
            base = Part(measures.called(count), measures.men(state, unit, count))
        missing = _parts(self._without, state, aim)
        counted = [base, *(part._replace(amount=-part.amount) for part in missing)]
        # Support and the like belong to some unit: where none is left there are no dice.
        return [*counted, *_parts(self._lines, state, aim)] if whole(counted) else counted

    def dice(self, state: Position, unit: int, lines: Sequence[Part]) -> Pool:
        """As many dice of a unit as the lines come to."""
        number = whole(lines)
        if not number or self._pool is None:
            return ()
        return (self._measures.faces(state, unit, self._pool.die),) * number


def _parts(lines: Sequence[PoolEntry], state: Position, aim: PlannedFire) -> list[Part]:
    return [part for line in lines if (part := line.part(state, aim)) is not None]
