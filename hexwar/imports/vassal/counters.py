"""Kinds of counter: slots that are called and look alike are one kind, of so many counters.

A palette says which counters there are, and not how many: that is the most of a kind that any one
set-up needs. Counters in saves are found by the number of their slot, if they are still called as
it is, else by name and picture, else they are a kind of their own. What never moves and what is a
card is no counter.

First kinds and their counts, then faces, then sides and strengths, which are guesses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.imports.vassal.boards import is_true
from hexwar.imports.vassal.module import Module, ModuleSlot, counters_of, plain_name
from hexwar.imports.vassal.pieces import LAYERS, BadPieceError, ModulePiece, Trait, decode
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


# -- front and back of a counter: four ways of saying them, and many that only look so -------------

# In this order: a layer that is always shown and has two pictures; a layer of one picture over the
# counter, of its size; what the counter is replaced by; else one picture and no back. Layers that
# are called as states are (fired, moved, disrupted) are no faces, and neither are those whose level
# follows a property. What is left aside is told.


OF_A_STATE = re.compile(
    r"(?i)mov|disrupt|fire|high|select|activ|used|spent|pin|suppl|broke|mark|status|hit|dg|rubble"
)
"""Layers called so say how a unit fares, and are no face of it."""

LAYER, FLIPPED, REPLACED, ALONE, NONE = (
    "a layer that is always shown, of two pictures",
    "a layer over the counter, of its size",
    "what it is replaced by",
    "one picture and no back",
    "no picture",
)

SizeOf = Callable[[str], tuple[int, int] | None]
TargetOf = Callable[[Trait], ModulePiece | None]


class PieceLayer(NamedTuple):
    """A layer of a counter: its pictures, whether one is always shown, and which is."""

    name: str
    pictures: tuple[str, ...]
    always: bool
    level: int
    follows: bool

    @property
    def shown(self) -> str:
        """The picture that is seen at first; empty if none."""
        # Levels count from 1; one below hides the layer, unless that is always shown.
        at = max(1, self.level) if self.always else self.level
        return self.pictures[at - 1] if 0 < at <= len(self.pictures) else ""


@dataclass(frozen=True, slots=True)
class Faces:
    """Front and back by the names of their pictures, how they were found, layers left aside."""

    front: str
    back: str
    rule: str
    left: tuple[str, ...] = ()


def layers_of(piece: ModulePiece) -> list[PieceLayer]:
    """The layers of a counter, outermost first."""
    return [_layer(trait) for trait in piece.of(*LAYERS)]


def faces_of(piece: ModulePiece, size_of: SizeOf, target_of: TargetOf) -> Faces:
    """Front and back of a counter. ``size_of`` a picture; ``target_of`` a trait that replaces."""
    own, layers = piece.image, layers_of(piece)
    plain = [layer for layer in layers if not layer.follows]
    for layer in plain:
        two = len(layer.pictures) == 2 and all(layer.pictures)
        if layer.always and two and own in ("", layer.pictures[0]) and not _is_state(layer):
            return Faces(layer.pictures[0], layer.pictures[1], LAYER, _left(layers, layer))
    front = own or next((layer.shown for layer in reversed(plain) if layer.shown), "")
    for layer in plain:
        single = not layer.always and len(layer.pictures) == 1 and layer.pictures[0]
        if own and single and not _is_state(layer):
            size = size_of(own)
            if size is not None and size == size_of(layer.pictures[0]):
                return Faces(own, layer.pictures[0], FLIPPED, _left(layers, layer))
    if front:
        for trait in piece.of("replace"):
            target = target_of(trait)
            back = "" if target is None else _plain_front(target)
            if back and back != front:
                return Faces(front, back, REPLACED, _left(layers))
    return Faces(front, "", ALONE if front else NONE, _left(layers))


def shows_back(traits: Iterable[Trait], faces: Faces) -> bool:
    """Whether a counter of a save lies with its back up."""
    layers = (_layer(trait) for trait in traits if trait.kind in LAYERS)
    return bool(faces.back) and any(layer.shown == faces.back for layer in layers)


def _plain_front(piece: ModulePiece) -> str:
    shown = (layer.shown for layer in reversed(layers_of(piece)) if layer.shown)
    return piece.image or next(shown, "")


def _is_state(layer: PieceLayer) -> bool:
    return bool(OF_A_STATE.search(layer.name))


def _left(layers: list[PieceLayer], used: PieceLayer | None = None) -> tuple[str, ...]:
    return tuple(
        layer.name or "(without a name)"
        for layer in layers
        if layer is not used and any(layer.pictures)
    )


def _layer(trait: Trait) -> PieceLayer:
    level = re.match(r"-?\d{1,6}", trait.state.strip())
    at = int(level[0]) if level else -1
    if trait.kind == "emb":
        pictures = tuple(decode(picture, ",")[0].strip() for picture in trait.fields[9:])
        return PieceLayer("", pictures, at > 0, at, follows=False)
    pictures = (
        tuple(picture.strip() for picture in decode(trait.field(16), ","))
        if trait.field(16)
        else ()
    )
    # In the first version (field 25) a layer without a key of its own (field 3) is always shown.
    old = trait.field(25, "0").strip() in ("", "0")
    always = is_true(trait.field(26)) or (old and not trait.field(3).strip())
    return PieceLayer(trait.field(19).strip(), pictures, always, at, is_true(trait.field(22)))


# -- which side a counter belongs to, and how strong it may be: guesses, and how they were made ----

# Ways are tried one after the other: a property of the counters, their prototypes by the seats of
# the roster or the tabs, the tabs, their names. The first that covers half of the counters with two
# sides and no more than twelve is taken; for counters that it says nothing of the others are asked,
# as far as they name one of its sides. Which it was stands in the list.


PROPERTY = re.compile(
    r"(?i)(?:(?:unit|piece|counter)[ _]?)?(?:side|army|armies|nation|nationality|owner|faction"
    r"|belligerent|player|country|alliance)(?:[ _]?name)?"
)
"""Markers that say whose a counter is."""
SEATS = re.compile(
    r"(?i)solitaire|solo|referee|umpire|observer|gm|game ?master|moderator|spectator|both"
)
NO_SIDE = re.compile(
    r"(?i)\b(markers?|misc\w*|info\w*|status|controls?|admin|games?|charts?|cards?|turns?|tracks?"
    r"|dic?e|neutrals?|terrain|weather|common|others?|general|setup|damage|smoke|victory|points?)\b"
    r"|^(the )?(counters?|units?|pieces?|all|models?|main)$"
)
"""Tabs that are called so hold the counters of nobody."""
MOST_SIDES = 12
ENOUGH = 0.5
"""Of the counters a way of telling sides must cover, to be taken."""

_WORDS_OF_SEATS = re.compile(r"(?i)\b(the|player|side|commander|army|forces?|team)\b")
_STRENGTH = re.compile(r"\d{1,3}(?:-\d{1,3}){1,2}")
_OF_A_NAME = re.compile(r"(?:^|[_ (])(\d{1,3}(?:-\d{1,3}){1,2})(?=$|[_ ).])")
_VALUES = re.compile(r"(?i)^(max)?(strength|movement|attack|defen[cs]e|combat|cf|mf|mp|steps?)$")


@dataclass(frozen=True)
class SidesTold:
    """The sides that were found, by name; ``of`` a counter; ``how`` is for the list."""

    names: tuple[str, ...]
    how: str
    seats: tuple[str, ...]
    rules: tuple[Callable[[ModuleSlot], str], ...] = field(default=(), repr=False)

    def of(self, slot: ModuleSlot) -> str:
        """The name of its side; empty if it has none."""
        for rule in self.rules:
            if (side := rule(slot)) in self.names:
                return side
        return ""


def sides_of(module: Module, slots: Sequence[ModuleSlot]) -> SidesTold:
    """How counters tell their side: the first way that covers most, and others for the rest."""
    seats = tuple(name for name in module.roster if name)
    armies = [name for name in seats if not SEATS.search(name)]
    ways = list(_ways(slots, armies))
    for number, (how, rule) in enumerate(ways):
        counters = Counter(side for slot in slots if (side := rule(slot)))
        if 2 <= len(counters) <= MOST_SIDES and sum(counters.values()) >= ENOUGH * len(slots):
            names = tuple(sorted(counters, key=lambda name: (-counters[name], name)))
            # Names of the sides anywhere on a counter tell more than the ways that come after.
            rest = [_known(names), *(other for _, other in ways[number + 1 :])]
            return SidesTold(names, how, seats, (rule, *rest))
    return SidesTold((), "nothing says whose a counter is", seats)


def _ways(
    slots: Sequence[ModuleSlot], armies: Sequence[str]
) -> Iterator[tuple[str, Callable[[ModuleSlot], str]]]:
    keys = Counter(
        key
        for slot in slots
        for key, text in slot.piece.properties.items()
        if text and PROPERTY.fullmatch(key)
    )
    for key, _ in keys.most_common(5):
        yield f"the property {key} of the counters", _by_property(key)
    tabs = [slot.tabs[depth] for slot in slots for depth in range(min(2, len(slot.tabs)))]
    called = list(dict.fromkeys([*armies, *(tab for tab in tabs if not NO_SIDE.search(tab))]))
    if armies:
        yield "names of prototypes, and the roster", _by_prototype(armies)
    if called:
        yield "names of prototypes, and the tabs of the palette", _by_prototype(called[:200])
    if armies:
        yield "tabs of the palette, and the roster", _by_tabs(armies)
    for depth in range(3):
        yield f"the tabs of the palette (level {depth + 1})", _by_level(depth)
    if armies:
        yield "names of the counters, and the roster", _known(armies)
    yield "how the names of the counters begin", _by_prefix(slots)


def _by_property(key: str) -> Callable[[ModuleSlot], str]:
    return lambda slot: slot.piece.properties.get(key, "").strip()


def _matching(texts: Sequence[str], names: Sequence[str]) -> str:
    """The longest of some names that is in one of the texts."""
    plain = [plain_name(text) for text in texts]
    matching = [name for name in names if (word := _word(name)) and any(word in p for p in plain)]
    return max(matching, key=len, default="")


def _word(name: str) -> str:
    """What of a seat's name is in other names: no "player" and no "the"; nothing that is short."""
    # "French Player" in the roster is "French" on counters.
    word = plain_name(_WORDS_OF_SEATS.sub("", name))
    return word if len(word) > 2 else ""


def _by_prototype(names: Sequence[str]) -> Callable[[ModuleSlot], str]:
    return lambda slot: _matching(slot.piece.prototypes, names)


def _by_tabs(names: Sequence[str]) -> Callable[[ModuleSlot], str]:
    return lambda slot: _matching(slot.tabs, names)


def _by_level(depth: int) -> Callable[[ModuleSlot], str]:
    def rule(slot: ModuleSlot) -> str:
        tab = slot.tabs[depth] if depth < len(slot.tabs) else ""
        return "" if NO_SIDE.search(tab) else tab.strip()

    return rule


def _known(names: Sequence[str]) -> Callable[[ModuleSlot], str]:
    return lambda slot: _matching([slot.name, slot.piece.image, slot.entry, *slot.tabs], names)


def _by_prefix(slots: Sequence[ModuleSlot]) -> Callable[[ModuleSlot], str]:
    """Beginnings that are shared by three counters and more."""

    def beginning(slot: ModuleSlot) -> str:
        name = re.split(r"[_\- ]", slot.name or slot.piece.image, maxsplit=1)[0].strip()
        return "" if NO_SIDE.search(name) or not name[:1].isalpha() else name

    shared = Counter(map(beginning, slots))
    return lambda slot: prefix if shared[prefix := beginning(slot)] >= 3 else ""


def strengths_of(piece: ModulePiece, name: str) -> list[str]:
    """What may be printed on a counter, as its texts say it; the picture alone knows."""
    hints = []
    for label in piece.of("label"):
        text = label.state.strip() or label.field(1)
        text = re.sub(r"\$(\w{1,60})\$", lambda key: piece.properties.get(key[1], ""), text)
        if _STRENGTH.fullmatch(text.strip()):
            hints.append(f"{text.strip()} (its label)")
    if in_name := _OF_A_NAME.search(name):
        hints.append(f"{in_name[1]} (its name)")
    for key, value in piece.properties.items():
        if value and _STRENGTH.fullmatch(value):
            hints.append(f"{value} ({key})")
        elif _VALUES.match(key) and re.fullmatch(r"\d{1,3}", value):
            hints.append(f"{key} {value}")
    return list(dict.fromkeys(hints))[:4]
