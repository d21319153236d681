"""A position: where everybody stands, what is remembered, what is still to be settled.

Plain data beside compiled, immutable rules. :class:`PositionData` holds it, answers what anybody
may ask, changes it for the rules, and copies it; it does not know how play goes on, which the
classes above it do (:mod:`hexwar.engine.telling` writes it down and tells of it,
:mod:`hexwar.engine.state` plays).

Sets of units and of hexes are masks, whole numbers with a bit for each: what a search asks most (is
anybody there, which units are adjacent) is one operation of a processor. Where units stand is kept
twice, by unit (``cells``) and by side as masks of hexes; :meth:`PositionData.place` alone keeps the
two true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, Self

from hexwar.definition.grammar import opening
from hexwar.definition.model import ResolvedGame
from hexwar.definition.spelling import named
from hexwar.engine.action import Action, Choice, Decision
from hexwar.engine.dice import Dice, DiceExhaustedError, Thrown, key_of_copy
from hexwar.engine.event import Event
from hexwar.engine.queries import Preview
from hexwar.engine.rules import Frame, Rules, Scopes
from hexwar.engine.slot import Memory, R, Slot
from hexwar.engine.violation import Violation

OFF_MAP = 0
"""The cell of a unit that is out of play; the board has no hex there."""

NOBODY = -1
"""In place of a side, whose phase it is nobody's, or of a unit, where there is none."""


class PositionData:
    """A position, with everything needed to play on from it.

    A value: equal to another when both would go on alike, whatever events led to them, and
    so ``events`` make no difference. As it changes it has no hash. Copied (``clone``,
    ``copy.deepcopy``) and pickled at will; a pickle holds :meth:`to_dict` and the folder of the
    game, which must be there and unchanged where it is read.

    Made by ``Game.start``. ``turn`` counts from 1; ``is_over``, ``winner`` (a side id, or None
    for a draw), ``level`` (how great the victory is, where the game has levels) and ``outcome``
    (why, in a sentence) tell the end; ``events`` is what the latest action (or the start) brought
    about, ``None`` when it was applied without events.

    For the rules: ``cells`` maps unit index to cell, ``occupied`` side index to the mask of its
    hexes, ``stacked`` to the mask of those that hold two or more units, ``eliminated`` is a
    mask of unit indices, ``lost`` unit index to steps lost, ``marks`` a mark's name to the mask
    of the units that bear it. ``rules`` are those in force, ``memory`` holds the record of
    every :class:`Slot`, ``noted`` are those that were written since the phase began;
    ``phase_side`` is the side whose phase it is, or :data:`NOBODY`. ``concealed_at``, in what a
    side sees of a state, is the mask of the hexes that hide more units, ``unseen`` that of the
    units of which the side does not know where they are. ``secret``: the units
    on the map whose place only their own side knows, ``secret_at`` their hexes, as empty as any
    to others; ``shown``: the ``ply`` that last could show what was hidden. ``watched``, while an
    action is carried out and its events are noted: masks by side of the units that it did not know
    before, and of those that did not lie in the open at each event.

    Two caches for what can be computed again: ``near`` lives until anything changes,
    ``still[side]`` until another side's units change place or any unit loses a step or is marked.
    Only :meth:`place`, :meth:`lose`, :meth:`mark`, :meth:`remember` and a change of scope
    replace them, by new dictionaries, so that copies may share them.
    """

    __slots__ = (
        "_by_cell",
        "_listed",
        "_sampled",
        "agenda",
        "cells",
        "concealed_at",
        "dice",
        "effects",
        "eliminated",
        "events",
        "frame",
        "is_over",
        "level",
        "lost",
        "marks",
        "memory",
        "near",
        "noted",
        "occupied",
        "outcome",
        "phase_index",
        "phase_side",
        "ply",
        "rolled",
        "rules",
        "scopes",
        "secret",
        "secret_at",
        "shown",
        "stacked",
        "still",
        "turn",
        "unseen",
        "watched",
        "winner",
    )

    scopes: Scopes
    frame: Frame
    rules: Rules
    turn: int
    phase_index: int
    phase_side: int
    effects: tuple[str, ...]
    agenda: list[Pending]
    cells: list[int]
    occupied: list[int]
    stacked: list[int]
    eliminated: int
    lost: list[int]
    marks: dict[str, int]
    concealed_at: int
    unseen: int
    secret: int
    secret_at: int
    shown: int
    memory: Memory
    noted: set[Slot[Any]]
    dice: Dice
    rolled: int
    is_over: bool
    winner: str | None
    level: str
    outcome: str
    events: list[Event] | None
    ply: int
    watched: list[Sequence[int]] | None
    near: dict[Any, Any]
    still: list[dict[Any, Any]]
    _sampled: Action | None
    _listed: list[Action] | None
    _by_cell: dict[int, tuple[int, ...]] | None

    def __init__(self, scopes: Scopes, dice: Dice) -> None:
        frame = scopes.frame
        self.scopes = scopes
        self.frame = frame
        self.rules = scopes.base
        self.turn = 1
        self.phase_index = 0
        self.phase_side = NOBODY
        self.effects = ()
        self.agenda = []
        self.cells = [OFF_MAP] * len(frame.unit_ids)
        self.occupied = [0] * len(frame.side_ids)
        self.stacked = [0] * len(frame.side_ids)
        self.eliminated = 0
        self.lost = [0] * len(frame.unit_ids)
        self.marks = {}
        self.concealed_at = 0
        self.unseen = 0
        self.secret = 0
        self.secret_at = 0
        self.shown = -1
        self.memory = Memory(frame.registry.memory).copy()
        self.noted = set()
        self.dice = dice
        self.rolled = 0
        self.is_over = False
        self.winner = None
        self.level = ""
        self.outcome = ""
        self.events = None
        self.ply = 0
        self.watched = None
        self._sampled = self._listed = None
        self._by_cell = None
        self.near = {}
        self.still = [{} for _ in frame.side_ids]

    # -- what anybody may ask ---------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The id of the current phase, from the YAML."""
        return self.frame.phase_ids[self.phase_index]

    def position(self, unit: str) -> str | None:
        """The unit's hex, or ``None`` when it is out of play. ValueError for an unknown unit."""
        cell = self.cells[named(self.frame.unit_index, unit, "unit")]
        return self.frame.board.number[cell] or None

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units in a hex, in the order of the units file. ValueError for an unknown hex."""
        cell, ids = named(self.frame.board.cell, number, "hex"), self.frame.unit_ids
        return tuple([ids[unit] for unit in self.standing(cell)])

    def hidden(self, side: int) -> int:
        """Mask of the units that a side cannot see; those that a task shows are in the open."""
        mask = 0
        for hiding in self.scopes.hiding:
            mask |= hiding.hidden(self, side)
        if mask:
            for task in self.agenda:
                mask &= ~task.in_the_open()
        return mask

    @property
    def resolved(self) -> ResolvedGame:
        """The resolved game definition that is being played."""
        return self.frame.resolved

    @property
    def verdict(self) -> str:
        """Who has won, and how decisively: ``Red wins``, ``Red wins (Decisive)``, or a draw."""
        names = dict(zip(self.frame.side_ids, self.frame.side_names, strict=True))
        who = "The game is drawn" if self.winner is None else opening(names[self.winner], "wins")
        return f"{who} ({self.level})" if self.level else who

    def names_of(self, units: int, side: int | None = None) -> tuple[str, ...]:
        """The names in a mask of units, in the order of the units file; of one side or of all."""
        owner = self.frame.unit_side
        return tuple(
            name
            for index, name in enumerate(self.frame.unit_ids)
            if units >> index & 1 and (side is None or owner[index] == side)
        )

    # -- for the rules --------------------------------------------------------------------------

    def standing(self, cell: int) -> tuple[int, ...]:
        """The units in a cell of the map, in the order of the units file."""
        return (self._by_cell or self.by_cell()).get(cell, ())

    def by_cell(self) -> Mapping[int, tuple[int, ...]]:
        """By cell, the units that stand there in the order of the units file; cells in which nobody
        stands are missing.
        """
        # Kept: targets, crowds and fires would each go through all units for every hex.
        by_cell = self._by_cell
        if by_cell is None:
            by_cell = {}
            for unit, cell in enumerate(self.cells):
                if cell:
                    by_cell[cell] = (*by_cell[cell], unit) if cell in by_cell else (unit,)
            self._by_cell = by_cell  # only now: a reader may be in another thread
        return by_cell

    def roll(self, sides: int) -> int:
        """Roll one die of the game's dice."""
        face = self.dice.roll(self.rolled, sides)
        self.rolled += 1
        return face

    def throw(
        self, dice: Sequence[int], results: Callable[[], Sequence[Thrown]]
    ) -> tuple[int, ...]:
        """Roll dice together, each given by its number of faces: what they show, counted from 1.

        ``results`` lists what they can come to, each with faces that bring it and its chance:
        nothing else may be asked of them but to tell of them.
        """
        begun = self.rolled
        try:
            return tuple([self.roll(sides) for sides in dice])
        except DiceExhaustedError as error:
            # The results are of all these dice: where some were scripted, the next shows any face.
            if self.rolled == begun:
                error.results = results
            raise

    def place(self, unit: int, cell: int) -> None:
        """Put a unit into a cell (or :data:`OFF_MAP`) and keep the occupancy masks true."""
        frame, old = self.frame, self.cells[unit]
        bit, side = frame.board.bit, frame.unit_side[unit]
        occupied, stacked = self.occupied[side], self.stacked[side]
        here, there = bit[old], bit[cell]
        # Two or more of its side stand here: the hex stays occupied when it goes. Of just two one
        # is left, and that is no stack. `bit[OFF_MAP]` is 0, so units that enter or leave the
        # map need no case of their own.
        if not (stacked and stacked & here):
            occupied ^= here
        elif sum([frame.unit_side[mate] == side for mate in self.standing(old)]) == 2:
            self.stacked[side] = stacked = stacked ^ here
        self.cells[unit] = cell
        if occupied & there:
            self.stacked[side] = stacked | there
        self.occupied[side] = occupied | there
        if self._by_cell is not None:
            if old:
                left = tuple([mate for mate in self._by_cell.pop(old) if mate != unit])
                if left:  # an empty entry would tell where a hidden unit stood
                    self._by_cell[old] = left
            if cell:
                self._by_cell[cell] = tuple(sorted((*self._by_cell.get(cell, ()), unit)))
        if self.secret and self.secret >> unit & 1:
            self._keep_secret(self.secret if cell else self.secret & ~(1 << unit))
        if self.near:
            self.near = {}
        # What was computed of a side depends on where the others stand; its own cache outlives the
        # move.
        still = self.still
        if len(still) != 2:
            self.still = [known if at == side else {} for at, known in enumerate(still)]
        elif still[1 - side]:
            self.still = [{}, still[1]] if side else [still[0], {}]

    def conceal(self, units: int) -> None:
        """From now on only their own side knows where these units on the map (a mask) are."""
        self._keep_secret(self.secret | units)
        self.forget_computed()

    def disclose(self, units: int) -> None:
        """Let everybody see these units (a mask)."""
        if units & self.secret:
            self.show()
        self._keep_secret(self.secret & ~units)
        self.forget_computed()

    def show(self) -> None:
        """Note that the present action shows, or could have shown, somebody what was hidden."""
        self.shown = self.ply

    def _keep_secret(self, units: int) -> None:
        """Let just these units be secret, and their hexes be known as such."""
        bit = self.frame.board.bit
        self.secret, self.secret_at = units, sum({bit[self.cells[unit]] for unit in bits(units)})

    def eliminate(self, unit: int) -> None:
        """Take a unit out of play as a casualty."""
        cell = self.cells[unit]
        self.place(unit, OFF_MAP)
        self.eliminated |= 1 << unit
        for hook in self.rules.hooks.beaten:
            hook(self, unit, cell)

    def lose(self, unit: int, steps: int) -> None:
        """Let a unit have lost this many steps in all."""
        self.lost[unit] = steps
        self.forget_computed()

    def renew(self, unit: int) -> None:
        """A unit comes back at full strength: what was remembered of it is forgotten."""
        bit = 1 << unit
        self.eliminated &= ~bit
        self.lost[unit] = 0
        for name, marked in self.marks.items():
            self.marks[name] = marked & ~bit
        for slot, record in self.memory.items():
            # What lasts no longer tells of the present turn, in which it may have been lost.
            if slot.lasts == "game":
                self.memory[slot] = slot.without(record, bit)
        self.forget_computed()

    def mark(self, name: str, units: int) -> None:
        """Let exactly these units (a mask) bear a mark."""
        self.marks[name] = units
        self.forget_computed()

    def remember(self, slot: Slot[R], record: R) -> None:
        """Put a record into the memory."""
        self.memory[slot] = record
        self.noted.add(slot)
        if self.near:
            self.near = {}

    def forget_computed(self) -> None:
        """Begin new caches: of a position that is changed otherwise, or in another thread."""
        if self.near:
            self.near = {}
        if any(self.still):
            self.still = [{} for _ in self.still]

    def enemies_of(self, side: int) -> int:
        """Mask of the hexes that enemies of a side hold for all to see."""
        occupied, secret = self.occupied, self.secret_at
        # Most games have two sides, of which one is the enemy: without a loop.
        if len(occupied) == 2:
            return occupied[1 - side] & ~secret if secret else occupied[1 - side]
        mask = 0
        for other in self.frame.foes[side]:
            mask |= occupied[other]
        return mask & ~secret

    def beside_enemies(self, side: int) -> int:
        """Mask of the hexes next to those that enemies of a side hold for all to see."""
        known = self.still[side]
        hexes: int | None = known.get("beside")
        if hexes is None:
            hexes = known["beside"] = self.frame.board.expand(self.enemies_of(side))
        return hexes

    def held(self, side: int) -> int:
        """Mask of the hexes that a side holds for all to see: hidden units hold nothing."""
        return self.occupied[side] & ~self.secret_at

    # -- copies --------------------------------------------------------------------------------

    def clone(self, seed: int | str | None = None) -> Self:
        """An independent copy; what is immutable is shared.

        It throws the dice that this state would; with a ``seed`` others, which no game has.
        """
        # Written out: a search makes copies by the thousand, and `__init__` would first make all of
        # it empty. A new attribute has to be added here too.
        twin = self.__class__.__new__(self.__class__)
        twin.scopes = self.scopes
        twin.frame = self.frame
        twin.rules = self.rules
        twin.turn = self.turn
        twin.phase_index = self.phase_index
        twin.phase_side = self.phase_side
        twin.effects = self.effects
        twin.agenda = self.agenda[:]
        twin.cells = self.cells[:]
        twin.occupied = self.occupied[:]
        twin.stacked = self.stacked[:]
        twin.eliminated = self.eliminated
        twin.lost = self.lost[:]
        twin.marks = self.marks.copy()
        twin.concealed_at, twin.unseen = self.concealed_at, self.unseen
        twin.secret, twin.secret_at, twin.shown = self.secret, self.secret_at, self.shown
        twin.memory = self.memory.copy()
        twin.noted = self.noted.copy()
        twin.dice = self.dice if seed is None else Dice(key_of_copy(seed))
        twin.rolled = self.rolled
        twin.is_over = self.is_over
        twin.winner = self.winner
        twin.level = self.level
        twin.outcome = self.outcome
        twin.events = self.events
        twin.ply = self.ply
        twin.watched = None
        # Shared on purpose: a position that changes starts new caches instead of emptying these.
        # But not while they are empty: an empty one is not replaced, so that one position would
        # fill it for the other.
        twin.near = self.near or {}
        twin.still = [known or {} for known in self.still]
        twin._sampled = twin._listed = None
        twin._by_cell = None if self._by_cell is None else self._by_cell.copy()
        return twin

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Pending(Protocol):
    """An entry of the agenda, as the kernel sees it (:class:`hexwar.engine.task.Task`)."""

    @property
    def kind(self) -> str:
        """What kind of choice it is."""

    @property
    def is_offer(self) -> bool:
        """Whether it is only an offer, which somebody may take up."""

    @property
    def ends_by(self) -> str:
        """The verb by which a side leaves it, if it is a phase."""

    @property
    def is_phase(self) -> bool:
        """Whether it is a phase of the sequence of play, which its side ends with ``done``."""

    @property
    def goes_on(self) -> bool:
        """Whether it is a phase that is left for phases within it, and come back to."""

    def under_way(self, state: Any) -> bool:
        """Whether a phase that ``goes_on`` has begun and is not over."""

    def impending(self, state: Any) -> Preview | None:
        """The fight that is decided about, before its dice."""

    @property
    def done_says(self) -> str:
        """What ``done`` means here."""

    def settle(self, state: Any) -> bool:
        """Go on as far as no choice is needed; whether one is."""

    def side(self, state: Any) -> int:
        """Whose choice it is."""

    def decision(self, state: Any) -> Decision:
        """The choice, described."""

    def actions(self, state: Any) -> Iterator[Action]:
        """The legal actions."""

    def explain(self, state: Any, action: Action) -> Violation | None:
        """Why an action is illegal."""

    def sample(self, state: Any, random: Random) -> Action:
        """One legal action."""

    def perform(self, state: Any, action: Action) -> None:
        """Carry out a legal action."""

    def choices(self, state: Any, picked: Collection[str] = (), at: str = "") -> Iterator[Choice]:
        """What can be chosen, with labels."""

    def in_the_open(self) -> int:
        """Mask of the units that everybody sees meanwhile."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
