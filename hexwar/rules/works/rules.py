"""Section ``works``: works that stand, units that may build or wreck them, and the map with them.

A work stands on a hexside or it does not; remembered is only where that differs from the beginning.
With any difference the map is another one: its name goes among the effects in force, so that rules
of hexsides and paths are compiled for that map once, and shared by all positions that have it.

In this order: works, charges that go off by themselves, the actions and what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.notation import BY_UNIT_ACROSS, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import Lying
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import HexMap
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.selectors import Fits, Selectors, selected
from hexwar.rules.language.wording import either
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import end_moves, why_not_instead
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.works.section import Falling, HexsideWork, Pair, Work, Works, in_order

PREFIX = "works."
"""Before what tells in which places works stand otherwise than at the beginning: the name of an
effect that no game has.
"""

Site = tuple[HexsideWork, Pair]


class MapInForce:
    """The map of a scope: as it is with what has been built and wrecked."""

    def __init__(self, board: HexMap) -> None:
        self.map = board


def map_now(state: Position) -> HexMap:
    """The map as a position has it: of games without works, as it is printed."""
    in_force = state.rules.find(MapInForce)
    return state.resolved.map if in_force is None else in_force.map


def sites_of(section: Works, board: HexMap) -> tuple[Site, ...]:
    """Every place of every work, in the order of the section and the map."""
    return tuple((work, pair) for work in section.by_id.values() for pair in work.places(board))


def named(changed: int) -> str:
    """The name under which the map is as it is with some places (a mask) changed."""
    return f"{PREFIX}{changed:x}"


def map_under(effects: Sequence[str], section: Works | None, board: HexMap) -> HexMap:
    """The map as it is under some effects."""
    name = next((name for name in effects if name.startswith(PREFIX)), "")
    if not name or section is None:
        return board
    changed = int(name.removeprefix(PREFIX), 16)
    hexsides = {in_order(*pair): kinds for pair, kinds in board.hexsides.items()}
    paths = {in_order(*pair): kinds for pair, kinds in board.paths.items()}
    for place, (work, pair) in enumerate(sites_of(section, board)):
        # What is remembered is the difference: two of them are none.
        stands = (pair in work.begins(board)) != bool(changed >> place & 1)
        kinds = hexsides.get(pair, frozenset()) - {work.kind}
        hexsides[pair] = kinds | ({work.kind} if stands and work.kind else frozenset())
        if not stands:
            paths[pair] = paths.get(pair, frozenset()) - {*work.carries}
    return board.between_hexes(hexsides, paths)


Doing = Literal["build", "wreck"]
BUILD: Doing = "build"
WRECK: Doing = "wreck"


class Changed(NamedTuple):
    """The places where works stand, or do not, otherwise than at the beginning, each with the side
    that saw to it.
    """

    places: tuple[tuple[int, int], ...] = ()


CHANGED = Slot("works", Changed(), lasts="game")
WORKED = Slot("worked", UnitMask(), lasts="phase")
"""The mask of the units that have built or wrecked something in the phase."""


class Labour(NamedTuple):
    """How works are built or wrecked, compiled; ``by`` as each side sees it."""

    form: Work
    phases: frozenset[int]
    by: tuple[Callable[[Position], int], ...]


class Job(NamedTuple):
    """What may be done now: building or wrecking, by a unit, in a place."""

    doing: Doing
    unit: int
    place: int


class WorkSite(NamedTuple):
    """A place of works: whether one stands there at the beginning, the mask of its two hexes."""

    form: HexsideWork
    pair: Pair
    begins: bool
    hexes: int


class WorkRules:
    """Works on hexsides. The map as it is with them belongs to the scope: see ``standing``."""

    def __init__(self, frame: Frame, section: Works, selectors: Selectors) -> None:
        self._frame, self._board, self._selectors = frame, frame.board, selectors
        self.places = tuple(
            WorkSite(site, pair, pair in site.begins(frame.map), frame.board.mask(pair))
            for site, pair in sites_of(section, frame.map)
        )
        sides, own = range(len(frame.side_ids)), selectors.forces.mask_of_side

        def who_works(work: Work, side: int) -> Callable[[Position], int]:
            chosen = selectors.mask(work.by, side)
            return lambda state: chosen(state) & own[side]

        self._labour: dict[tuple[str, str], Labour] = {}
        for kind in section.by_id.values():
            for doing, work in ((BUILD, kind.build), (WRECK, kind.wreck)):
                if work is not None:
                    phases = frozenset(map(frame.phase_ids.index, work.phase))
                    by_side = tuple(who_works(work, side) for side in sides)
                    self._labour[doing, kind.id] = Labour(work, phases, by_side)

    # -- what stands -------------------------------------------------------------------------------

    def stands(self, state: Position, place: int) -> bool:
        """Whether a work stands in a place now."""
        changed = any(at == place for at, _ in state.memory[CHANGED].places)
        return self.places[place].begins != changed

    def judge(self, state: Position, phase: int, battle: bool) -> tuple[str, ...]:
        """The effects in force, with the name for what has been built and wrecked."""
        others = tuple(name for name in state.effects if not name.startswith(PREFIX))
        changed = sum([1 << place for place, _ in state.memory[CHANGED].places])
        return (*others, named(changed)) if changed else others

    # -- which units may ---------------------------------------------------------------------------

    def concerns(self, phase: int) -> bool:
        """Whether anything is ever built or wrecked in a phase."""
        return any(phase in labour.phases for labour in self._labour.values())

    def able(self, state: Position) -> Iterator[Job]:
        """What may be done now, place by place."""
        for place, site in enumerate(self.places):
            doing = WRECK if self.stands(state, place) else BUILD
            labour = self._labour.get((doing, site.form.id))
            if labour is not None and state.phase_index in labour.phases:
                for unit in bits(labour.by[state.phase_side](state)):
                    if not self._why_not_there(state, doing, unit, place):
                        yield Job(doing, unit, place)

    def why_not(
        self, state: Position, doing: Doing, unit: int, hexes: tuple[str, ...], name: str
    ) -> Violation | None:
        """Why a unit does not build or wreck something on a hexside; ``None`` if it may."""
        number = "/".join(hexes)
        if len(hexes) != 2:
            return Violation("", f"Write: {doing} UNIT HEX-HEX WHAT.", "notation")
        place = self._place_of(name, in_order(*hexes))
        if place is None:
            return Violation("", f"There is no place for {name} on {number}.", f"works.{doing}")
        why = self._why_not_there(state, doing, unit, place, number)
        rule = self.places[place].form.cite.get(doing, "")
        return Violation(rule, why, f"works.{doing}") if why else None

    def _place_of(self, name: str, pair: Pair) -> int | None:
        """The place of a work on a hexside; ``None`` if it has none there."""
        sites = enumerate(self.places)
        return next((at for at, site in sites if (site.form.id, site.pair) == (name, pair)), None)

    def _why_not_there(
        self, state: Position, doing: Doing, unit: int, place: int, number: str = ""
    ) -> str:
        """Why a unit does not build or wreck in a place; empty if it may. ``number`` is how its
        hexes are called by the caller.
        """
        work, hexes = self.places[place].form, self.places[place].hexes
        who = self._frame.unit_ids[unit]
        labour = self._labour.get((doing, work.id))
        if labour is None or state.phase_index not in labour.phases:
            done = "built" if doing == BUILD else "wrecked"
            return f"{work.title} is not {done} in this phase."
        if self._frame.unit_side[unit] != state.phase_side:
            return f"{who} belongs to the other side."
        if not labour.by[state.phase_side](state) >> unit & 1:
            return f"{who} does not {doing} {work.title}."
        if self.stands(state, place) != (doing == WRECK):
            return f"{work.title} on {number} {'stands' if doing == BUILD else 'does not stand'}."
        if not self._selectors.around(state.cells[unit], labour.form.within) & hexes:
            return f"{who} is too far away from {number}."
        if labour.form.enemies == "forbidden" and state.enemies_of(state.phase_side) & hexes:
            return f"An enemy unit stands beside {number}."
        if state.memory[WORKED].units >> unit & 1:
            return f"{who} has built or wrecked something in this phase."
        # In a movement phase it is done in place of a move.
        return why_not_instead(state, unit, "works")

    # -- doing it ----------------------------------------------------------------------------------

    def do(
        self, state: Position, doing: Doing, unit: int, hexes: tuple[str, ...], name: str
    ) -> None:
        """Let a unit build or wreck something, or try to."""
        # A unit that tries and fails has done its work for the phase as well.
        state.remember(WORKED, UnitMask(state.memory[WORKED].units | 1 << unit))
        pair = in_order(*hexes)
        place = self._place_of(name, pair)
        if place is None:
            return
        work, who = self.places[place].form, self._frame.unit_ids[unit]
        rule, where = work.cite.get(doing, ""), "/".join(pair)
        # Rolled now, if it may fail.
        roll = self._labour[doing, work.id].form.roll
        if roll is not None:
            faces = tuple([state.roll(roll.dice.sides) for _ in range(roll.dice.count)])
            total = roll.dice.read(faces)
            passed = total >= roll.at_least
            if state.events is not None:
                done = f"{'' if passed else 'not '}{'built' if doing == BUILD else 'wrecked'}"
                text = f"{who}: {work.title} on {where}, die {total}, {done}."
                state.tell("check", rule, text, unit=who, dice=faces, passed=passed)
            if not passed:
                return
        if state.events is not None:
            text = f"{who} {'builds' if doing == BUILD else 'wrecks'} {work.title} on {where}."
            state.tell(f"work_{doing}", rule, text, unit=who, hex=hexes[-1])
        self.change(state, place, self._frame.unit_side[unit], stands=doing == BUILD)

    def change(self, state: Position, place: int, side: int, *, stands: bool) -> None:
        """Let a work stand in a place from now on, or not; ``side`` has seen to it."""
        changed = [entry for entry in state.memory[CHANGED].places if entry[0] != place]
        if stands != self.places[place].begins:
            changed.append((place, side))
        # Sorted, so that the order in which they were built makes no difference.
        state.remember(CHANGED, Changed(tuple(sorted(changed))))
        # At once, for the units that move next.
        state.under(self.judge(state, state.phase_index, battle=False))


# -- works that are wrecked by themselves: charges that go off when a unit comes near --------------

# A charge goes off when a unit of the right kind comes to one of its two hexes, or with a phase, if
# its condition holds and perhaps a roll succeeds. One that has failed may be a dud for good.


class FailedDemolitions(NamedTuple):
    """Mask of the places for which a roll has failed, so that there is no other."""

    places: int = 0


FAILED_DEMOLITIONS = Slot("works_duds", FailedDemolitions(), lasts="game")


class Charge(NamedTuple):
    """How works of a kind fall, compiled."""

    form: Falling
    nears: Fits | None
    phases: frozenset[int]
    holds: Test


class FallRules:
    """When works fall, by the places where they stand."""

    def __init__(
        self,
        frame: Frame,
        section: Works,
        works: WorkRules,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self._frame, self._works = frame, works
        self._charges = {
            name: Charge(
                work.falls,
                selectors.fits(work.falls.nears) if work.falls.nears else None,
                frozenset(map(frame.phase_ids.index, work.falls.phase)),
                conditions.test(work.falls.condition),
            )
            for name, work in section.by_id.items()
            if work.falls is not None
        }

    def concerned_at(self, moment: str) -> bool:
        """Only in games in which something falls at such a moment."""
        charges = self._charges.values()
        if moment == "phase_begins":
            return any(charge.phases for charge in charges)
        return any(charge.nears for charge in charges)

    def on_the_way(self, state: Position, unit: int, cell: int) -> None:
        """Units move hex by hex where charges may go off before them: ``moved`` sees to these."""

    def moved(self, state: Position, unit: int) -> None:
        """A unit has come to a hex: what stands beside it may fall."""
        cell_bit = self._frame.board.bit[state.cells[unit]]

        def nears(charge: Charge, hexes: int) -> bool:
            beside = bool(hexes & cell_bit)
            return beside and charge.nears is not None and charge.nears(state, unit)

        # It belongs to the enemy of the unit that sets it off.
        foes = self._frame.foes[self._frame.unit_side[unit]]
        self._fall(state, nears, next(iter(foes), 0))

    def phase_begins(self, state: Position) -> None:
        """What falls with this phase."""
        phase = state.phase_index
        side = state.phase_side if state.phase_side != NOBODY else 0
        self._fall(state, lambda charge, hexes: phase in charge.phases, side)

    def _fall(self, state: Position, concerns: Callable[[Charge, int], bool], side: int) -> None:
        """Let works fall that ``concerns`` is about, if they stand and do not fail."""
        for place, site in enumerate(self._works.places):
            charge = self._charges.get(site.form.id)
            if charge is None or not concerns(charge, site.hexes):
                continue
            duds = state.memory[FAILED_DEMOLITIONS].places
            is_live = self._works.stands(state, place) and not duds >> place & 1
            if is_live and charge.holds(state):
                if self._goes_off(state, place, charge.form):
                    self._works.change(state, place, side, stands=False)
                elif charge.form.again == "forbidden":
                    state.remember(FAILED_DEMOLITIONS, FailedDemolitions(duds | 1 << place))

    def _goes_off(self, state: Position, place: int, falling: Falling) -> bool:
        """Whether a charge goes off: rolled now, if it may fail."""
        work, pair = self._works.places[place].form, self._works.places[place].pair
        roll, rule, title = falling.roll, work.cite.get("falls", ""), work.title
        where, faces = "/".join(pair), tuple[int, ...]()
        if roll is not None:
            faces = tuple([state.roll(roll.dice.sides) for _ in range(roll.dice.count)])
        goes_off = roll is None or roll.dice.read(faces) >= roll.at_least
        if state.events is not None:
            thrown = f"die {roll.dice.read(faces)}, " if roll is not None else ""
            text = f"{title} on {where}: {thrown}{'' if goes_off else 'not '}wrecked."
            state.tell("work_falls", rule, text, hex=pair[0], dice=faces, passed=goes_off)
        return goes_off

    def told(self, state: Position, number: str) -> list[str]:
        """What is charged beside a hex and still stands, a phrase each."""
        lines = []
        for place, site in enumerate(self._works.places):
            charge, pair = self._charges.get(site.form.id), site.pair
            if charge is None or number not in pair or not self._works.stands(state, place):
                continue
            work = f"{site.form.title} to {pair[0] if number == pair[1] else pair[1]}"
            if state.memory[FAILED_DEMOLITIONS].places >> place & 1:
                lines.append(f"{work}: its charge has failed")
            else:
                lines.append(f"{work} falls {self._when_it_falls(charge.form)}")
        return lines

    def _when_it_falls(self, falling: Falling) -> str:
        """What makes it fall: ``as red comes near, on 4 or more with 1d6``."""
        moments = [f"as {selected(falling.nears)} comes near"] if falling.nears else []
        titles = dict(zip(self._frame.phase_ids, self._frame.phase_titles, strict=True))
        moments += [f"with {titles[name]}" for name in falling.phase]
        roll = falling.roll
        thrown = f", on {roll.at_least} or more with {roll.dice}" if roll is not None else ""
        return f"{either(moments)}{thrown}"


def charges_at(state: Position, number: str) -> list[str]:
    """What is charged beside a hex: ``Bridge to 0403 falls as red comes near``."""
    rules = state.rules.find(FallRules)
    return rules.told(state, number) if rules is not None else []


# -- ``build UNIT HEX-HEX NAME``, ``wreck UNIT HEX-HEX NAME``, and what everybody sees -------------


PASSAGE = 0.01
"""What it is worth, as a part of a victory, that a unit at a hexside has a passage there."""


class Working(MovementContribution):
    """In a phase of orders, or in one of movement in place of its move, a unit builds or wrecks."""

    verbs: ClassVar[frozenset[str]] = frozenset({BUILD, WRECK})
    is_move: ClassVar[bool] = True

    def __init__(self, rules: WorkRules) -> None:
        self._rules = rules

    def concerns(self, phase: int) -> bool:
        """In the phases in which something is built or wrecked."""
        return self._rules.concerns(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """Work by work, hexsides in map order, units in the order of their file."""
        ids, board = state.frame.unit_ids, state.frame.board
        for job in self._rules.able(state):
            site, here = self._rules.places[job.place], board.number[state.cells[job.unit]]
            # Written from where the unit stands, if it stands beside it.
            hexes = site.pair if here != site.pair[1] else (site.pair[1], site.pair[0])
            yield Action(job.doing, (ids[job.unit],), hexes, site.form.id)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not."""
        unit = state.frame.unit_index[action.units[0]]
        return self._rules.why_not(state, _verb_done(action), unit, action.hexes, action.name)

    def perform(self, state: Position, action: Action) -> None:
        """Build or wreck it, or try to; a move is over with it."""
        unit = state.frame.unit_index[action.units[0]]
        if state.frame.phase_kinds[state.phase_index] == "movement":
            end_moves(state, (unit,))
        self._rules.do(state, _verb_done(action), unit, action.hexes, action.name)


def _verb_done(action: Action) -> Doing:
    return BUILD if action.verb == BUILD else WRECK


def _label(action: Action, state: Position) -> str:
    works = state.resolved[Works].by_id
    title = works[action.name].title if action.name in works else action.name
    does = "builds" if action.verb == BUILD else "wrecks"
    return f"{action.units[0]} {does} {title} on {'/'.join(action.hexes)}"


def _works_changed(state: Position) -> Iterator[Lying]:
    """In both hexes, what stands there now and did not at first, or the other way round."""
    rules = state.rules.find(WorkRules)
    if rules is None:
        return
    for place, side in state.memory[CHANGED].places:
        site = rules.places[place]
        for begins, ends in (site.pair, site.pair[::-1]):
            title = f"{site.form.title} to {ends}{': wrecked' if site.begins else ''}"
            yield Lying(site.form.id, title, state.frame.side_ids[side], begins, ends, site.begins)


def _gain(state: Position, side: int, action: Action) -> float:
    """What a passage is worth to the side nearer to it, and a block against that side."""
    works = state.resolved[Works].by_id[action.name]
    kind = state.resolved[Terrain].hexsides.get(works.kind)
    # A bridge opens a way, a block closes one.
    opens = bool(works.carries) or (kind is not None and bool(kind.negates))
    # How much nearer a side's units are to the hexside than the enemies', all of them added up.
    lead = 0.0
    for unit, cell in enumerate(state.cells):
        owner = state.frame.unit_side[unit]
        if cell and (owner == side or owner in state.frame.foes[side]):
            number = state.frame.board.number[cell]
            far = min(state.frame.map.distance(number, there) for there in action.hexes)
            lead += (1 if owner == side else -1) / (1 + far)
    return PASSAGE * lead * (1 if opens == (action.verb == BUILD) else -1)


VERBS = {
    BUILD: Verb(BY_UNIT_ACROSS, "target", _label, does="let a unit build something on a hexside"),
    WRECK: Verb(BY_UNIT_ACROSS, "target", _label, does="let a unit wreck what is on a hexside"),
}
SLOTS = (CHANGED, WORKED, FAILED_DEMOLITIONS)
CONTRIBUTIONS = {"movement": (Working,), "orders": (Working,)}
HOOKS = {
    "effects": (WorkRules, WorkRules.judge),
    "interrupts": (FallRules, FallRules.on_the_way),
    "moved": (FallRules, FallRules.moved),
    "phase_begins": (FallRules, FallRules.phase_begins),
}
ON_MAP = (_works_changed,)
GAINS = {BUILD: _gain, WRECK: _gain}
