"""Battles: the stages before the die, the die or none (``combat.automatic``), the result's program.

First the stages that an attack passes on its way to the die. A battle that is fought is reckoned,
thrown for and noted; then its result lies on the agenda as a task, :class:`Battle`, whose program
runs step by step. A step that leaves something to a player puts that on top and waits. When the
program is at its end, so is the battle, and the rules are again those of the phase. Last, which
battles need no die.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hexwar.definition.model import Effect
from hexwar.engine.rules import Contributed, Frame, Rules
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.itemised import moved_by
from hexwar.rules.combat.odds import (
    BELOW,
    PREFIX,
    Odds,
    OddsRules,
    begin_kind,
    fought_under,
    is_under_way,
)
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Combat, column_value
from hexwar.rules.combat.targets import FOUGHT, Engagement, Fought, Plain, Target
from hexwar.rules.combat.throws import BACK
from hexwar.rules.elimination import StepLossRules
from hexwar.rules.language.dice import throw_and_read
from hexwar.rules.language.programs import Carried
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules


S = TypeVar("S", bound=Position)


# The course of a battle: the stages between an attack and its die.
#
# A stage is what rules do at its place, and most games have few: where battles are simply fought,
# ``fight`` is the only one. It answers with the battle as it goes on, or with ``None``: either it
# has put something on the agenda that must be settled before the battle goes on after the stage, or
# the battle is over.


Stage = Callable[[Position, Engagement], Engagement | None]

PLACES = (
    "aim",  # the attacker chooses which units in the hexes it attacks
    "declare",  # the battle is kept until all of the phase are declared
    "leave",  # defenders may retreat before combat
    "choose",  # its sides choose which kind of battle it is
    "answer",  # cards are played in answer
    "commit",  # its sides commit to it what they want to
    "turn_up",  # counters that lie face down are turned up
    "reveal",  # what shows only in battle comes to light
    "kind",  # the rules become those of the kind of the battle
    "fight",  # the die is thrown; the result goes on the agenda
)


class BattleStages:
    """The stages that battles have in this game, in their order."""

    def __init__(self, contributed: Contributed) -> None:
        stages: dict[str, Stage] = contributed.battle_stages()
        if unknown := stages.keys() - {*PLACES}:
            raise ValueError(f"battles have no stage {', '.join(sorted(unknown))}")
        self.places = tuple(place for place in PLACES if place in stages)
        self._after = {
            after: tuple(stages[place] for place in PLACES[index:] if place in stages)
            for index, after in enumerate(("", *PLACES))
        }

    def go_on(self, state: Position, battle: Engagement, after: str = "") -> None:
        """Let a legal attack go on after a stage, or from its beginning, until it waits."""
        going_on = battle
        for stage in self._after[after]:
            if (passed := stage(state, going_on)) is None:
                return
            going_on = passed

    def fight_at_once(self, state: Position, battle: Engagement) -> None:
        """Let a battle in the course of movement go on: no side is asked before it is fought."""
        self.go_on(state, battle, "commit")


@dataclass(slots=True)
class BeforeTheDie(Task):
    """A task that stands between an attack and its die: of which battle."""

    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def battle(self) -> Engagement:
        """The battle."""
        return Engagement(self.hexes, self.attackers, self.defenders)

    def in_the_open(self) -> int:
        """Units that are to fight are seen."""
        return mask_of((*self.attackers, *self.defenders))


@dataclass(slots=True)
class Announced(BeforeTheDie, AutomaticTask):
    """An attack has been announced: it goes on after a stage, once what lies above is settled."""

    kind = "announced"
    after: str = "choose"

    def settle(self, state: Position) -> bool:
        """Go on with those that are left, if they can fight."""
        state.agenda.pop()
        battle_left = state.rules[BattleRules].if_it_can_be_fought(state, self.battle)
        if battle_left is not None:
            state.rules[BattleStages].go_on(state, battle_left, self.after)
        return False


class Decided(NamedTuple):
    """What the dice of a battle show, nothing if none were thrown, and the code of its result."""

    faces: tuple[int, ...]
    code: str


class BattleRules:
    """Fights battles: everything after "attack" until the next attack can be declared."""

    def __init__(
        self,
        combat: CombatRules,
        certain: CertainRules,
        steps: StepLossRules,
        guns: BombardmentRules | None,
    ) -> None:
        self.combat = combat
        self.certain = certain
        self._guns = guns
        self._steps = steps

    def concerned_at(self, place: str) -> bool:
        """Battles are always fought; they are of a kind only where there are kinds."""
        return place == "fight" or bool(self.combat.odds.kinds)

    def fight_by_kind(self, state: Position, battle: Engagement) -> Engagement | None:
        """Let the rules be those of the kind of a battle, and fight it by them."""
        kind = self.kind(state, battle)
        if not kind:
            return battle
        begin_kind(state, kind)
        state.rules[BattleRules].fight(state, battle)
        return None

    def kind(self, state: Position, battle: Engagement) -> str:
        """The name of the kind of a battle; empty if it has none."""
        kinds = self.combat.odds.kinds
        if battle.overrun:
            return kinds.of_overrun()
        return kinds.of(state, battle.attackers, battle.defenders, battle.hexes[0])

    def under(self, state: S, battle: Engagement) -> tuple[BattleRules, S]:
        """The rules by which a battle is fought, and the state as it is then."""
        kind = self.kind(state, battle)
        if not kind:
            return self, state
        then = fought_under(state, kind)
        return then.rules[BattleRules], then

    def fight(self, state: Position, battle: Engagement) -> None:
        """Roll for a battle, and put its result on the agenda."""
        if not (battle.attackers and battle.defenders):
            # Those left have attacked or been attacked, though there was nobody to fight.
            if not battle.overrun:
                self.note(state, battle)
            state.did("attacked", mask_of(battle.attackers))
            end_battle(state)
            return
        combat = self.combat
        attackers, defenders = battle.attackers, battle.defenders
        odds = combat.reckon(state, attackers, battle.target, battle.committed)
        odds = combat.odds.columns.fought(odds)
        if combat.faces is not None:
            faces, code = self._roll(state, battle, combat.dice(odds), odds)
        elif certain := self.certain.result(state, odds, battle.defenders):
            faces, code = (), certain
        else:
            faces, code = self._roll(state, battle, 0, odds)
        if battle.back:
            # The same result by another name: nobody battles back at it, nor throws its dice again.
            code = f"{BACK}{code}"
        if not battle.overrun and not battle.back:
            self.note(state, battle)
        if state.rules.hooks.did:
            state.did("attacked", mask_of(battle.attackers))
            state.did("defended", mask_of(battle.defenders))
        self._steps.begin_battle(state)
        combat.odds.begins(state, attackers, defenders)
        if state.events is not None:
            self._tell(state, battle, odds, faces, code)
        state.agenda.append(self.battle(state, code, battle))
        if not faces:
            return
        for hook in state.rules.hooks.thrown:
            hook(state, len(faces), odds.column or 0, odds.roll)

    def again(self, state: Position, battle: Battle, dice: int, column: int, roll: int) -> str:
        """Throw the dice of a battle again, with what they were looked up by; the new result."""
        back = battle.code.startswith(BACK)
        fought = Engagement(*battle.fought, overrun=battle.overrun, back=back)
        # Strengths are of no account here: the new throw is looked up where the first one was.
        odds = Odds(0, 0, 0, column, (), {}, roll)
        faces, code = self._roll(state, fought, dice, odds)
        # In a battle that is fought back the result stays one by its other name.
        code = f"{BACK}{code}" if back else code
        if state.events is not None:
            self._tell(state, fought, odds, faces, code)
        return code

    def now(self, state: Position, battle: Engagement) -> Engagement | None:
        """An announced battle with the units that are left in it; ``None`` if it cannot be
        fought.
        """
        defenders = tuple(unit for unit in battle.defenders if state.cells[unit] in battle.hexes)
        held = {state.cells[unit] for unit in defenders}
        hexes = tuple(cell for cell in battle.hexes if cell in held)
        if not hexes:
            return None
        target = Target(hexes[0], defenders, (), hexes[1:])
        joining = self.combat.by_kind(state, battle.attackers, target).can_join
        able = tuple(unit for unit in battle.attackers if joining(state, unit, hexes))
        engagement = Engagement(hexes, able, defenders)
        # Its kind may have been chosen: then it is fought at any odds.
        is_chosen = any(name.startswith(PREFIX) for name in state.effects)
        if able and is_chosen:
            return engagement
        if not able or self.combat.column(state, able, engagement.target) is None:
            return None
        # The defenders to attack were chosen before: the table must have a column for all that are
        # left, not only for the best of them.
        if self.combat.some and self.combat.reckon(state, able, engagement.target).column is None:
            return None
        return engagement

    def if_it_can_be_fought(self, state: Position, battle: Engagement) -> Engagement | None:
        """An announced battle with the units that are left in it; if there are too few, it is
        over.
        """
        engagement = self.now(state, battle)
        if engagement is None:
            self.tell_dissolved(state, battle)
            end_battle(state)
        return engagement

    def tell_dissolved(self, state: Position, battle: Engagement) -> None:
        """Say that an announced battle is not fought."""
        if state.events is not None:
            ids, number = self.combat.forces.ids, self.combat.board.number
            by = tuple(ids[unit] for unit in battle.attackers)
            target = every(number[cell] for cell in battle.hexes)
            text = f"The attack of {every(by)} on {target} is not fought any more."
            rule = self.combat.cite.get("declare", "")
            where = number[battle.hexes[0]]
            state.tell("battle_dissolved", rule, text, target=where, attackers=by)

    def battle(self, state: Position, code: str, fought: Engagement) -> Battle:
        """A battle with its result, which is still to be carried out."""
        guns, spared = self._guns, []
        if guns:
            spared = [
                unit
                for unit in fought.attackers
                if all(guns.spares(state.cells[unit], cell) for cell in fought.hexes)
            ]
        origins = tuple(dict.fromkeys(state.cells[unit] for unit in fought.attackers))
        return Battle(code, *fought.plain, fought.overrun, tuple(spared), origins)

    def afar(self, state: Position, battle: Engagement) -> tuple[int, ...]:
        """Those attackers that are next to none of the hexes."""
        guns, far = self._guns, battle.attackers
        if guns is None:
            return ()
        for cell in battle.hexes:
            far = guns.afar(state, far, cell)
        return far

    def note(self, state: Position, battle: Engagement) -> None:
        """Remember who has attacked, and been attacked, in this phase."""
        fought, attacked, bombarded = state.memory[FOUGHT]
        if self._guns:
            for cell in battle.hexes:
                if not self._guns.meeting(state, battle.attackers, cell):
                    in_hex = mask_of(unit for unit in battle.defenders if state.cells[unit] == cell)
                    # A unit that was attacked before from an adjacent hex has been attacked as an
                    # obligation wants.
                    bombarded |= in_hex & ~attacked
        attacked |= mask_of(battle.defenders)
        state.remember(FOUGHT, Fought(fought | mask_of(battle.attackers), attacked, bombarded))

    def _roll(self, state: Position, battle: Engagement, count: int, odds: Odds) -> Decided:
        """What the dice show (with symbols, as many dice as the odds give), and what that comes
        to.
        """
        combat, dice = self.combat, self.combat.section.dice
        if combat.faces is not None and combat.faces.die is not None:
            sides = (sum(combat.faces.weights),) * count
            meaning = combat.faces.meaning(state, battle.attackers, battle.defenders)
            thrown = state.throw(sides, partial(combat.faces.throws, meaning, count))
            return Decided(thrown, combat.faces.code(meaning, thrown))
        code = partial(combat.code, odds.column or 0, roll=odds.roll)
        thrown = throw_and_read(state, dice, code)
        return Decided(thrown, code(dice.read(thrown)))

    def _tell(
        self, state: Position, battle: Engagement, odds: Odds, faces: tuple[int, ...], code: str
    ) -> None:
        """Tell of a battle when its die has fallen, before anything of it is carried out."""
        combat, ids = self.combat, self.combat.forces.ids
        attackers, defenders = battle.attackers, battle.defenders
        numbers = tuple(combat.board.number[cell] for cell in battle.hexes)
        far = self.afar(state, battle)
        # Told of the units where others stand beside the enemy, else once of the attack.
        of_each, all_of_it = "", ""
        if far and all(unit in far for unit in attackers):
            all_of_it = " from a distance"
        elif far:
            of_each = " from a distance"
        by = ", ".join(f"{ids[unit]}{of_each}" if unit in far else ids[unit] for unit in attackers)
        ending = "s" if len(attackers) == 1 else ""
        verb = f"battle{ending} back at" if battle.back else f"attack{ending}"
        result = combat.result(code)
        below, columns = odds.column == BELOW, combat.odds.columns
        heading = "" if below else combat.section.headings[odds.column or 0]
        symbols = combat.faces.shown(faces) if combat.faces else ()
        # Dice with symbols come to no number, and nothing is added to them.
        counted = faces and not symbols
        roll, die = (odds.roll, combat.section.dice.read(faces)) if counted else (0, 0)
        if combat.faces is not None:
            count = f"{len(faces)} {'die' if len(faces) == 1 else 'dice'}"
            rolled = f"{count}, {every(face.title for face in symbols)}"
        elif below:
            rolled = "odds below the table, no roll"
        elif not faces:
            rolled = f"{columns.describe(odds)}, no roll"
        else:
            all_of = ", ".join(map(str, faces))
            thrown = f"die {die}" if len(faces) == 1 else f"dice {all_of} = {die}"
            rolled = f"column {heading}, {thrown}"
        rolled += f", {roll:+d}" if roll else ""
        rule = "below" if below else "table" if faces else "automatic"
        rule = "faces" if symbols else rule
        besides = self._further_fields(state, battle, odds, faces, result.title)
        state.tell(
            "battle",
            combat.cite.get(rule, ""),
            f"{by} {verb} {every(numbers)}{all_of_it}: {rolled}, {result.title}.",
            target=numbers[0],
            hexes=numbers,
            attackers=tuple(ids[unit] for unit in attackers),
            defenders=tuple(ids[unit] for unit in defenders),
            column=heading,
            die=die,
            dice=faces,
            modifier=roll,
            row=combat.row(die, roll) if not symbols else 0,
            result=code,
            **besides,
        )

    def _further_fields(
        self,
        state: Position,
        battle: Engagement,
        odds: Odds,
        faces: tuple[int, ...],
        title: str,
    ) -> dict[str, Any]:
        """What else the event of a battle tells, where it applies: the odds with what moved their
        column, or the symbols with why some did nothing.
        """
        combat, columns = self.combat, self.combat.odds.columns
        attackers, defenders = battle.attackers, battle.defenders
        besides: dict[str, Any] = {}
        # Where the dice are thrown again the odds are not reckoned again.
        if combat.faces is None and odds.defender:
            besides["odds"] = columns.describe(odds)
            moved = moved_by(combat.odds, state, odds, attackers, defenders)
            besides |= {"moved_by": moved} if moved else {}
        symbols = combat.faces.shown(faces) if combat.faces else ()
        if combat.faces and symbols:
            besides["symbols"] = tuple(face.title for face in symbols)
            besides["signs"] = tuple(face.shape for face in symbols)
            besides["title"] = title
            idle = combat.faces.idle(combat.faces.meaning(state, attackers, defenders), faces)
            besides |= {"idle": idle} if any(idle) else {}
        if not faces and odds.column != BELOW and columns.is_above(odds):
            besides["above"] = True
        return besides


@dataclass(slots=True)
class Battle(Carried):
    """A battle whose result is being carried out; ``step`` counts the program's steps.

    ``spared``: the attackers that the result does not concern. ``origins``: the hexes that they
    attacked from.
    """

    kind = "battle"
    code: str
    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    overrun: bool = False
    spared: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    step: int = 0

    @property
    def targets(self) -> tuple[int, ...]:
        """No unit is fired at: results of battles say for which units they roll."""
        return ()

    def settle(self, state: Position) -> bool:
        """Run the program until a step owes something, or to its end."""
        state.agenda.pop()
        if self.carry_out(state, self):
            end_battle(state)
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the result does, laid out."""
        return state.rules[CombatRules].program(self.code)

    @property
    def fought(self) -> Plain:
        """The hexes, the attackers and the defenders."""
        return self.hexes, self.attackers, self.defenders

    def result_in_words(self, state: Position) -> str:
        """What the dice came to."""
        return state.rules[CombatRules].result(self.code).title

    def thrown_again(self, state: Position, dice: int, column: int, added: int) -> Battle:
        """The battle after another throw of its dice."""
        code = state.rules[BattleRules].again(state, self, dice, column, added)
        return replace(self, code=code)

    def going_on_at(self, step: int) -> Battle:
        """The battle that carries its program on from another step."""
        # Written out: `dataclasses.replace` takes as long as the battle's die and odds together.
        fought = (self.hexes, self.attackers, self.defenders, self.overrun, self.spared)
        return Battle(self.code, *fought, self.origins, step)

    def in_the_open(self) -> int:
        """Units that fight are seen."""
        return mask_of((*self.attackers, *self.defenders))


def end_battle(state: Position) -> None:
    """A battle is over: let the rules be those of the phase and the effects again, unless it was
    fought back in the course of another battle, which goes on under its own rules.
    """
    if not is_under_way(state) and any(name.startswith(PREFIX) for name in state.effects):
        state.under(tuple(name for name in state.effects if not name.startswith(PREFIX)))
    state.battle_ended()


def no_column(combat: CombatRules, odds: Odds) -> Violation:
    """The refusal of an attack at odds that the table has no column for."""
    text = f"The table has no column for {combat.odds.columns.describe(odds)}."
    return combat.refuse("above" if combat.odds.columns.is_above(odds) else "below", text)


class CertainRules:
    """Which battles need no die, and what comes of them."""

    def __init__(
        self, frame: Frame, section: Combat, odds: OddsRules, selectors: Selectors
    ) -> None:
        automatic = section.automatic
        self._section = section
        self._automatic = automatic
        self._odds = odds
        self._kinds = frame.phase_kinds
        self._least = column_value(automatic.at_least) if automatic else Fraction(0)
        easier = automatic.easier if automatic else None
        self._easier = (
            (column_value(easier.at_least), selectors.fits(easier.only)) if easier else None
        )

    def result(self, state: Position, odds: Odds, defenders: Sequence[int]) -> str:
        """The code of the result of a battle at these odds; empty if dice are thrown for it."""
        if odds.column == BELOW:
            return self._section.below_result
        if self._automatic is None or not self.allowed(self._kinds[state.phase_index]):
            return ""
        return self._automatic.result if self.reached(state, odds, defenders) else ""

    def allowed(self, kind: str) -> bool:
        """Whether battles may be won without a roll in phases of a kind."""
        when = self._automatic.when if self._automatic else ()
        return ("movement" if kind == "movement" else "combat") in when

    def reached(self, state: Position, odds: Odds, defenders: Sequence[int]) -> bool:
        """Whether the odds are good enough against these defenders."""
        if self._at_least(odds, self._least):
            return True
        if self._easier is None:
            return False
        least, fits = self._easier
        return self._at_least(odds, least) and all(fits(state, unit) for unit in defenders)

    def _at_least(self, odds: Odds, least: Fraction) -> bool:
        """Whether odds are as good as those of a battle that is won without a die."""
        columns = self._section.columns
        # A printed column is compared as it is reached, after shifts; odds between columns before.
        if odds.column is not None and least in columns:
            return odds.column >= columns.index(least)
        value = self._odds.columns.compared(odds.attacker, odds.defender)
        # Odds without a value are those against no strength at all, better than any.
        return value is None or value >= least

    def in_words(self) -> str:
        """The odds that are needed, for a refusal."""
        automatic = self._automatic
        if automatic is None:
            return ""
        easier = automatic.easier
        return f"{automatic.at_least}{f', or {easier.at_least}' if easier else ''}"


def rules_of_attack(state: Position, verb: str = "") -> Rules:
    """The rules by which an attack is reckoned now: while units move, those of the next combat
    phase of their side, as the effects of the moment have them. Other fights while they move, with
    another ``verb``, go by the rules of that phase.
    """
    frame, phase = state.frame, state.phase_index
    in_movement = verb not in ("", "attack")
    if in_movement or frame.phase_kinds[phase] != "movement" or not state.scopes.vary:
        return state.rules
    phases = len(frame.phase_kinds)
    for index in (at % phases for at in range(phase + 1, phase + phases)):
        if frame.phase_kinds[index] == "combat" and frame.phase_sides[index] == state.phase_side:
            return state.scopes.rules(index, state.effects)
    return state.rules
