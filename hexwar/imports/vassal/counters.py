"""Kinds of counter: slots that are called and look alike are one kind, of so many counters.

A palette says which counters there are, and not how many: that is the most of a kind that any one
set-up needs. Counters in saves are found by the number of their slot, if they are still called as
it is, else by name and picture, else they are a kind of their own. What never moves and what is a
card is no counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from hexwar.imports.vassal.faces import Faces, faces_of
from hexwar.imports.vassal.module import Module, ModuleSlot, counters_of, plain_name
from hexwar.imports.vassal.pieces import BadPieceError, ModulePiece, Trait
from hexwar.imports.vassal.sequences import decode
from hexwar.imports.vassal.sides import SidesTold, sides_of, strengths_of
from hexwar.imports.writing import Ids, told

MOST_COPIES = 500
"""Counters of one kind."""
MOST_UNITS = 10_000
"""Counters of a game: more do not fit into a file that is read."""


@dataclass
class KindOfCounter:
    """A kind: its name, side (none for markers), faces, what its strength may be, its counters.

    ``most`` are the counters of it that some set-up needs.
    """

    name: str
    side: str
    faces: Faces
    strengths: tuple[str, ...]
    most: int = 1
    ids: list[str] = field(default_factory=list)
    type: str = ""


class Counters:
    """All kinds of a module, found by slot, by the slot's number, or by a counter in a save."""

    def __init__(self, module: Module) -> None:
        self._module = module
        placed = [slot for stack in module.at_start for slot in stack.slots]
        self.slots = [*counters_of(module), *(s for s in placed if not s.is_card)]
        self.slots = [slot for slot in self.slots if not slot.piece.is_fixed]
        self._by_entry: dict[str, list[ModuleSlot]] = {}
        self._by_gpid: dict[str, ModuleSlot] = {}
        for slot in [*module.slots, *placed]:
            self._by_entry.setdefault(plain_name(slot.entry), []).append(slot)
            if slot.gpid:
                self._by_gpid.setdefault(slot.gpid, slot)
        self.sides: SidesTold = sides_of(module, list(counters_of(module)) or self.slots)
        self._kinds: dict[tuple[str, str, str, str], KindOfCounter] = {}
        self._of_slot: dict[int, KindOfCounter | None] = {}
        # Reversed, so that of alike slots the first of the palette stays.
        self._twins = {_look(slot): slot for slot in reversed(list(counters_of(module)))}
        for slot in counters_of(module):
            self.of_slot(slot)

    @property
    def kinds(self) -> list[KindOfCounter]:
        """All kinds, those of sides first, in the order of the module."""
        return sorted(self._kinds.values(), key=lambda kind: not kind.side)

    @property
    def units(self) -> list[KindOfCounter]:
        """The kinds that belong to a side; all of them where no side could be told."""
        return [kind for kind in self.kinds if kind.side or not self.sides.names]

    @property
    def markers(self) -> list[KindOfCounter]:
        """The kinds of nobody."""
        return [kind for kind in self.kinds if self.sides.names and not kind.side]

    def of_slot(self, slot: ModuleSlot) -> KindOfCounter | None:
        """The kind of a slot; ``None`` for what is no counter: cards, and what never moves."""
        if id(slot) not in self._of_slot:
            fixed = slot.is_card or slot.piece.is_fixed
            twin = self._twins.get(_look(slot), slot)
            self._of_slot[id(slot)] = None if fixed else self._kind(slot if slot.tabs else twin)
        return self._of_slot[id(slot)]

    def of_saved(self, basic: Trait, command: str) -> KindOfCounter | None:
        """The kind of a counter in a save: that of its slot, else one of its own."""
        parts = decode(basic.state, ";")
        gpid = parts[3].strip() if len(parts) > 3 else ""
        name = basic.field(4).strip()
        slot = self._by_gpid.get(gpid)
        # A number may have come to another counter since: then the names differ.
        if slot is not None and (not name or name == slot.piece.basic.field(4).strip()):
            return self.of_slot(slot)
        alike = self._by_entry.get(plain_name(name), []) if name else []
        for slot in alike:
            if slot.piece.image == basic.field(3).strip():
                return self.of_slot(slot)
        try:
            piece = self._module.prototypes.piece(command)
        except BadPieceError:
            return None
        made = ModuleSlot(name, gpid, (), piece)
        if gpid and slot is None:
            self._by_gpid.setdefault(gpid, made)
        # Kinds are known by the identity of a slot, and that of one that is gone may come again.
        return self.of_slot(self._kept(made))

    def name_units(self) -> None:
        """Give every kind as many ids as it has counters; called once all set-ups are known."""
        ids = Ids()
        left = MOST_UNITS
        for kind in self.units:
            copies = min(kind.most, MOST_COPIES, left)
            left -= copies
            kind.ids = [ids.one(kind.name, "unit") for _ in range(copies)]
        types = Ids(["unit"])
        for kind in self.units:
            kind.type = types.one(kind.name, "type") if len(kind.ids) > 1 else "unit"

    def rules(self) -> Counter[str]:
        """How often faces were found in which way."""
        return Counter(kind.faces.rule for kind in self._kinds.values())

    def layers_left(self) -> Counter[str]:
        """Layers that are no faces, by name."""
        return Counter(layer for kind in self._kinds.values() for layer in kind.faces.left)

    def _kept(self, slot: ModuleSlot) -> ModuleSlot:
        """A slot that lives as long as this: kinds are found by it."""
        self._by_entry.setdefault(plain_name(slot.entry), []).append(slot)
        return slot

    def _kind(self, slot: ModuleSlot) -> KindOfCounter | None:
        faces = faces_of(slot.piece, self._module.images.size, self._target)
        side = self.sides.of(slot)
        name = told(slot.name or faces.front.rpartition(".")[0] or faces.front or "Counter")
        key = (name, side, faces.front, faces.back)
        if key not in self._kinds:
            strengths = tuple(strengths_of(slot.piece, name))
            self._kinds[key] = KindOfCounter(name, side, faces, strengths)
        return self._kinds[key]

    def _target(self, trait: Trait) -> ModulePiece | None:
        """What a counter is replaced by: the text of a counter, or a path to a slot."""
        text = trait.field(3)
        if text.startswith("+/"):
            try:
                return self._module.prototypes.piece(text)
            except BadPieceError:
                return None
        entry = text.rpartition(":")[2] if ":" in text else text
        slots = self._by_entry.get(plain_name(entry), [])
        fronts = {slot.piece.image for slot in slots}
        return slots[0].piece if len(fronts) == 1 else None


def _look(slot: ModuleSlot) -> tuple[str, str]:
    """What a slot of a stack has in common with that of the palette which it was copied from."""
    return plain_name(slot.name), slot.piece.image


def most_of(standing: Iterable[KindOfCounter]) -> None:
    """Note how many of each kind one set-up needs."""
    times: dict[int, int] = {}
    for kind in standing:
        times[id(kind)] = times.get(id(kind), 0) + 1
        kind.most = max(kind.most, times[id(kind)])
