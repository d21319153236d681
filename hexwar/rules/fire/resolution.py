"""How a fire is resolved, and what it would come to: the same reckoning for both.

With opposed pools the dice of both are thrown together, the successes of the defence block, and
hits are taken at once. On a table the result is put on the agenda as a program that is carried out
step by step. Spilled fire comes after the fire itself, target by target.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from hexwar.definition.model import Effect
from hexwar.engine.queries import FirePreview, Modifier, Outcome, Sight
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.elimination import LossRules, StepLossRules
from hexwar.rules.fire.pools import (
    Amount,
    CoverRules,
    FirePools,
    Measures,
    PlannedFire,
    Reckoned,
    Volley,
    count_shot,
    whole,
)
from hexwar.rules.fire.section import ELIMINATED, FIGURES, STEPS, WHOLE_HEX, Fire
from hexwar.rules.language.dice import Pool, chances_of_hits, throws_of_hits, unblocked
from hexwar.rules.language.programs import Carried, ForUnit, walked
from hexwar.rules.language.wording import every, number, several
from hexwar.rules.morale import MoraleRules
from hexwar.rules.tables.rules import TableRules
from hexwar.rules.units.rules import Forces, mask_of

if TYPE_CHECKING:
    from hexwar.rules.figures.rules import FigureRules
    from hexwar.rules.states.rules import StateRules


# What hits take from a unit: figures, steps, or all of it; and its morale after that.
#
# What a hit takes is said once for the game (`hits`): a figure, a step or the unit. A unit that was
# hit and still stands checks its morale, in a game that has it.


class HitRules:
    """Hits on a unit."""

    def __init__(
        self,
        section: Fire,
        losses: LossRules,
        steps: StepLossRules,
        figures: FigureRules | None,
        morale: MoraleRules | None,
    ) -> None:
        self._takes = section.hits
        self._losses, self._steps, self._figures = losses, steps, figures
        self._morale = morale

    def most(self, state: Position, unit: int) -> int:
        """How many hits a unit can take now."""
        if not state.cells[unit]:
            return 0
        if self._takes == FIGURES:
            return self._figures.effective(state, unit) if self._figures else 0
        return self._losses.forces.steps_left(state, unit) if self._takes == STEPS else 1

    def suffer(self, state: Position, unit: int, hits: int) -> None:
        """Take so many hits, or as many as there can be; then check the morale of those left."""
        taken = min(hits, self.most(state, unit))
        if not taken:
            return
        if self._takes == FIGURES and self._figures:
            self._figures.hit(state, unit, taken)
        elif self._takes == STEPS:
            for _ in range(taken):
                self._steps.take_step(state, unit)
        else:
            self._losses.eliminate(state, unit)
        if self._morale is not None:
            self._morale.check(state, unit)

    def firmness(self, state: Position, unit: int) -> tuple[int, int]:
        """Everything about a unit that :meth:`failure` depends on in addition to the casualties."""
        morale = self._morale
        if morale is None or self._takes == ELIMINATED:
            return 0, 0
        return morale.dice(state, unit), morale.die(state, unit)

    def failure(self, state: Position, unit: int, casualties: Mapping[int, Fraction]) -> Fraction:
        """The probability that a unit takes hits and then fails its check of morale."""
        morale = self._morale
        if morale is None or self._takes == ELIMINATED:
            return Fraction(0)
        # A unit that takes no hit checks nothing; after hits there are that many fewer dice to
        # check with.
        dice = morale.dice(state, unit)
        chances = (
            chance * morale.failure(state, unit, dice - hits)
            for hits, chance in casualties.items()
            if hits
        )
        return sum(chances, start=Fraction(0))


NOTHING_MORE: Mapping[str, object] = {}
"""Where nothing is told of a fire in addition to what is told of every fire."""


class FireResolution:
    """Resolves fires and strikes, and tells what they come to."""

    def __init__(
        self,
        frame: Frame,
        section: Fire,
        forces: Forces,
        pools: FirePools,
        hits: HitRules,
        tables: TableRules | None,
        states: StateRules | None,
    ) -> None:
        self._board, self._section, self._forces = frame.board, section, forces
        self._pools, self._hits, self._states = pools, hits, states
        self._table = section.by_table.table if section.by_table else ""
        self._tables = tables if self._table else None

    def fire(
        self,
        state: Position,
        volley: Volley,
        others: Sequence[PlannedFire] = (),
        spilled: Sequence[Volley] = (),
    ) -> None:
        """Roll for a fire, which falls on others in the hex as well; then for all those onto which
        it has ``spilled`` over. A table's results are put on the agenda, the first on top.
        """
        aim = volley[0]
        aims, firers = (aim, *others), tuple([planned.firer for planned in volley])
        # All is reckoned before the hooks and before the shot is counted: which units this fire
        # shows, hits or marks, and that its own units have now fired, must not change its dice.
        reckoned = self._pools.reckon_together(state, volley)
        spills = [(spill[0], self._pools.reckon_together(state, spill)) for spill in spilled]
        self._pools.begins(state, volley, aims)
        for firer in firers:
            for hook in state.rules.hooks.fired:
                hook(state, firer)
        state.did("fired", mask_of(firers))
        for firer in firers:
            count_shot(state, firer)
        names = [self._forces.ids[firer] for firer in firers]
        event = (
            f"{every(names)} {'fire' if names[1:] else 'fires'} at {self._target_named(state, aim)}"
        )
        extra_fields = {"firers": tuple(names)} if names[1:] else {}
        if self._tables is None:
            attack, defense = reckoned.attack_dice, reckoned.defense_dice
            self._opposed(state, aim, event, attack, defense, others, extra_fields)
            self._mark(state, aims)
            for spilled_aim, dice in spills:
                event = f"The fire spills over at {self._target_named(state, spilled_aim)}"
                self._opposed(state, spilled_aim, event, dice.attack_dice, dice.defense_dice)
                self._mark(state, (spilled_aim,))
            state.battle_ended()
            return
        if state.events is not None:
            self._tell(state, aim, f"{event}.", **extra_fields)
        # A table says what becomes of the whole hex at once: its result names all units that were
        # hit.
        hit = tuple(planned.target for planned in aims)
        results = [self._result(state, self._tables, reckoned, firers, hit)]
        self._mark(state, aims)
        results += [self._spilled_result(state, self._tables, *spill, firers) for spill in spills]
        # The last on the agenda is settled first.
        state.agenda += reversed(results)

    def _spilled_result(
        self,
        state: Position,
        tables: TableRules,
        aim: PlannedFire,
        reckoned: Reckoned,
        firers: tuple[int, ...],
    ) -> FireResult:
        """Roll on the table for a unit onto which a fire has spilled over."""
        if state.events is not None:
            self._tell(state, aim, f"The fire spills over at {self._target_named(state, aim)}.")
        result = self._result(state, tables, reckoned, firers, (aim.target,))
        self._mark(state, (aim,))
        return result

    def _result(
        self,
        state: Position,
        tables: TableRules,
        reckoned: Reckoned,
        firers: tuple[int, ...],
        hit: tuple[int, ...],
    ) -> FireResult:
        """Roll on the table for the units that are fired at in a hex."""
        result = FireResult("", (state.cells[hit[0]],), firers, hit)
        column, added = reckoned.column, reckoned.added
        return replace(result, code=tables.roll_on(state, self._table, column, added, result))

    def _mark(self, state: Position, aims: Sequence[PlannedFire]) -> None:
        """A unit that has been fired at comes into the state that the game says, if it is left."""
        if self._states and self._section.mark:
            left = mask_of(aim.target for aim in aims if state.cells[aim.target])
            self._states.put(state, self._section.mark, left)

    def strike(self, state: Position, aim: PlannedFire, dice: Pool) -> None:
        """Roll for an attack by so many dice that no unit fires."""
        event = f"{len(dice)}d{dice[0]} strike {self._target_named(state, aim)}"
        self._opposed(state, aim, event, dice, self._pools.defense_dice(state, aim))

    def _opposed(
        self,
        state: Position,
        aim: PlannedFire,
        what: str,
        attack: Pool,
        defense: Pool,
        others: Sequence[PlannedFire] = (),
        more: Mapping[str, object] = NOTHING_MORE,
    ) -> None:
        """Roll opposed pools, and let the target take its hits, and others those that are left."""
        section = self._section
        most = [self._hits.most(state, planned.target) for planned in (aim, *others)]
        read = attack, defense, section.success, section.blocks, sum(most)
        # Thrown together, so that a list of what can come of it has numbers of hits and not every
        # face.
        thrown = state.throw((*attack, *defense), partial(throws_of_hits, *read))
        faces, against = thrown[: len(attack)], thrown[len(attack) :]
        left = unblocked(faces, against, section.success, section.blocks)
        hits = min(len(left), sum(most))
        if state.events is not None:
            blocked = sum(face >= section.success for face in faces) - len(left)
            what, came_to = f"{what}, hits on {section.success} or more", several(hits, "hit")
            text = f"{what}: {_in_words(faces)}, {came_to}."
            if section.defense is not None:
                opposed = f"{_in_words(faces)} against {_in_words(against)}, {blocked} blocked"
                text = f"{what}: {opposed}, {came_to}."
            fields = {
                "defense": against,
                "blocked": blocked,
                "unblocked": left,
                "hits": hits,
                **more,
            }
            # How many dice the defence has may give away in what cover a target hides.
            unseen = f"A hidden unit is under fire: {several(hits, 'hit')}."
            self._tell(state, aim, text, dice=faces, unseen=unseen, **fields)
        # The target is hit first; what it can no longer take falls on the others in their order.
        for planned, able in zip((aim, *others), most, strict=True):
            self._hits.suffer(state, planned.target, min(hits, able))
            hits = max(0, hits - able)

    def _target_named(self, state: Position, aim: PlannedFire) -> str:
        hex_number = self._board.number[state.cells[aim.target]]
        return f"{self._forces.ids[aim.target]} in {hex_number}"

    def _tell(self, state: Position, aim: PlannedFire, text: str, **fields: object) -> None:
        ids = self._forces.ids
        firer = ids[aim.firer] if aim.firer >= 0 else ""
        where = self._board.number[state.cells[aim.target]]
        rule = self._section.cite.get("fire", "")
        state.tell("fire", rule, text, unit=firer, target=ids[aim.target], hex=where, **fields)

    # -- beforehand ------------------------------------------------------------------------------

    def casualties(
        self, state: Position, volley: Volley, reckoned: Reckoned
    ) -> Mapping[int, Fraction]:
        """How many the target loses, each number with its probability."""
        target = volley[0].target
        most, section = self._hits.most(state, target), self._section
        if self._tables is None:
            attack, defense = reckoned.attack_dice, reckoned.defense_dice
            return chances_of_hits(attack, defense, section.success, section.blocks, most)
        chances: dict[int, Fraction] = {}
        fallen = self._fallen(state, self._tables, volley, reckoned)
        for code, chance in fallen.items():
            steps = walked(state, ForUnit(target), self.program(state, code))
            # Of all that a result may do, hits and steps (and elimination) take something from the
            # target.
            hits = min(sum(_taken_by_step(step, most) for step in steps), most)
            chances[hits] = chances.get(hits, Fraction(0)) + chance
        return {hits: chances[hits] for hits in sorted(chances)}

    def _fallen(
        self, state: Position, tables: TableRules, volley: Volley, reckoned: Reckoned
    ) -> Mapping[str, Fraction]:
        """The chances of the results of the table."""
        target, firers = volley[0].target, tuple(planned.firer for planned in volley)
        parties = FireResult("", (state.cells[target],), firers, (target,))
        return tables.chances(state, self._table, reckoned.column, reckoned.added, parties)

    def without_losses(
        self, state: Position, volley: Volley, reckoned: Reckoned
    ) -> Iterator[tuple[str, Fraction]]:
        """The results of the table that do something but take nothing from the target at once, with
        their chances.
        """
        if self._tables is None:
            return
        target = volley[0].target
        for code, chance in self._fallen(state, self._tables, volley, reckoned).items():
            steps = [*walked(state, ForUnit(target), self.program(state, code))]
            if not any(_taken_by_step(step, 1) for step in steps) and any(
                step.verb != "nothing" for step in steps
            ):
                yield code, chance

    def preview(
        self,
        state: Position,
        volley: Volley,
        target: str,
        line: Sight,
        spilled: Sequence[Volley] = (),
    ) -> FirePreview:
        """What a fire at a hex would be resolved with, and what it may come to, also for all units
        onto which it spills over.
        """
        aim, reckoned = volley[0], self._pools.reckon_together(state, volley)
        casualties = dict(self.casualties(state, volley, reckoned))
        attack, defense = whole(reckoned.attack), whole(reckoned.defense)
        heading = self._tables.heading(self._table, reckoned.column) if self._tables else ""
        forces = self._forces
        owner = forces.side_ids[forces.side[aim.target]]
        # What the units lose onto which a fire spills over, each with its chances.
        reckon = self._pools.reckon_together
        spilled_losses = {
            self._forces.ids[spill[0].target]: dict(
                self.casualties(state, spill, reckon(state, spill))
            )
            for spill in spilled
        }
        lost = {owner: _expected(casualties)}
        for unit, chances in spilled_losses.items():
            whose = forces.side_ids[forces.side[forces.index[unit]]]
            lost[whose] = lost.get(whose, Fraction(0)) + _expected(chances)
        return FirePreview(
            target=target,
            attackers=tuple([forces.ids[planned.firer] for planned in volley]),
            defenders=(forces.ids[aim.target],),
            attacker_strength=Fraction(attack),
            defender_strength=Fraction(defense),
            modifiers=self._modifiers(aim, reckoned),
            odds=f"{attack} to {defense}",
            column=0,
            shifts=0,
            headings=(heading,),
            outcomes=tuple(
                Outcome(str(lost_so_many), f"{lost_so_many} lost", chance, (), ())
                for lost_so_many, chance in casualties.items()
            ),
            expected_losses=lost,
            spilled=spilled_losses,
            columns=(0, 0),
            most_defense=Fraction(defense),
            line_of_sight=line,
            attack_dice=reckoned.attack_dice,
            defense_dice=reckoned.defense_dice,
            casualties=casualties,
            morale=self._hits.failure(state, aim.target, casualties),
        )

    @staticmethod
    def come_to_nothing(foreseen: FirePreview) -> FirePreview:
        """The preview of a fire that does nothing: no unit is left that fires, or that is fired
        at.
        """
        nobody = Outcome("0", "0 lost", Fraction(1), (), ())
        return replace(
            foreseen,
            outcomes=(nobody,),
            expected_losses=dict.fromkeys(foreseen.expected_losses, Fraction(0)),
            casualties={0: Fraction(1)},
            spilled={},
            morale=Fraction(0),
        )

    def _modifiers(self, aim: PlannedFire, reckoned: Reckoned) -> tuple[Modifier, ...]:
        """The lines by which the dice were counted."""
        owner, names = self._forces.side, self._forces.side_ids
        firer, target = names[owner[aim.firer]], names[owner[aim.target]]
        rule = self._section.cite.get("dice", "")
        lines = ((firer, reckoned.attack), (target, reckoned.defense), (firer, reckoned.roll))

        def signed(amount: Amount) -> str:
            return f"{'-' if amount < 0 else '+'}{number(max(amount, -amount))}"

        return tuple(
            Modifier(part.title, side, signed(part.amount), rule)
            for side, parts in lines
            for part in parts
        )

    def program(self, state: Position, code: str) -> tuple[Effect, ...]:
        """What a result of the table does, laid out."""
        return self._tables.program(state, code, self._table) if self._tables else ()


@dataclass(slots=True)
class FireResult(Carried):
    """The result of a fire on a table, while it is carried out; ``step`` counts its steps."""

    kind = "fire_result"
    code: str
    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    step: int = 0
    overrun: bool = False
    spared: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()

    @property
    def targets(self) -> tuple[int, ...]:
        """The units that were fired at."""
        return self.defenders

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        if self.carry_out(state, self):
            state.battle_ended()
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the result does, laid out."""
        return state.rules[FireResolution].program(state, self.code)


def _taken_by_step(step: Effect, most: int) -> int:
    """How much a step of a result takes from the target, of the most that can be taken."""
    if step.verb == "eliminate":
        return most
    return step.count or 0 if step.verb in ("hits", "lose_steps") else 0


def _expected(casualties: Mapping[int, Fraction]) -> Fraction:
    """How many are lost, on average."""
    return sum((lost * chance for lost, chance in casualties.items()), Fraction(0))


def _in_words(faces: Pool) -> str:
    """Faces as players lay them out, the highest first."""
    return "-".join(map(str, sorted(faces, reverse=True))) or "no dice"


# Fire that spills over: which other units it hits near its target, friends among them.
#
# It reaches so many hexes from the target, friends included where the section says so, with a share
# of the strength of those firers whose fire spills. Each unit that it reaches is rolled for by its
# own defence.


class SpillRules:
    """Which units fires hit in addition to their targets: ``spills`` of the section, if it has
    it.
    """

    def __init__(
        self,
        frame: Frame,
        section: Fire,
        forces: Forces,
        measures: Measures,
        pools: FirePools,
        cover: CoverRules,
        hits: HitRules,
    ) -> None:
        self.form = spills = section.spills
        self._board, self._hexmap, self._forces = frame.board, frame.map, forces
        self._pools, self._cover, self._hits = pools, cover, hits
        self._fires = measures.fits(spills.only if spills else None)
        self._against = measures.fits(spills.against if spills else None)
        self._whole_hex = section.target == WHOLE_HEX

    def of(self, state: Position, volley: Volley) -> list[Volley]:
        """What else a fire does, unit by unit in map order: to each onto which it spills over, from
        those of its firers whose fire spills.
        """
        spills = self.form
        if spills is None:
            return []
        firers = [aim.firer for aim in volley if self._fires(state, aim.firer)]
        middle = state.cells[volley[0].target]
        board, side = self._board, self._forces.side[volley[0].firer]
        unseen, foes = state.hidden(side), state.frame.foes[side]
        volleys = []
        for cell in board.cells(board.within(board.bit[middle], spills.reach)):
            if cell == middle and self._whole_hex:
                continue
            for unit in state.standing(cell):
                spared = spills.among == "enemies" and self._forces.side[unit] not in foes
                if spared or unit == volley[0].target or unit in firers or unseen >> unit & 1:
                    continue
                if self._against(state, unit) and self._hits.most(state, unit):
                    volleys.append(self._part_that_reaches(state, firers, unit, cell))
        return [spilled for spilled in volleys if spilled]

    def _part_that_reaches(
        self, state: Position, firers: list[int], unit: int, cell: int
    ) -> Volley:
        """What part of a fire reaches a unit: nothing that its weapons cannot do to it."""
        numbers, cells = self._board.number, state.cells
        share = self.form.multiply if self.form else 1
        aims = [
            PlannedFire(
                firer,
                unit,
                self._hexmap.distance(numbers[cells[firer]], numbers[cell]),
                self._cover.of(cells[firer], cell),
                share,
            )
            for firer in firers
        ]
        able = []
        for aim in aims:
            weapon = self._pools.weapon(state, aim)
            if weapon is None or not weapon.form.prohibited:
                able.append(aim)
        if not able:
            return ()
        if not self._pools.has_dice or whole(self._pools.reckon_together(state, (*able,)).attack):
            return tuple(able)
        return ()
