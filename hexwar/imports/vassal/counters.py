"""Tell which counters of a module are of one kind, what their faces are, and how many a game needs.

Slots that are called and look alike are one kind. A palette says which kinds there are, and not how
many counters of each: so that is the most of a kind that any one set-up needs, and it is known only
when all set-ups are read (:func:`most_of`, then :meth:`Counters.name_units`). Counters in saves are
found by the number of their slot, if they are still called as it is (numbers are given anew), else
by name and picture, else they are a kind of their own. What never moves and what is a card is no
counter.

First kinds and their counts; then faces, which modules say in four ways; then strengths, which are
guesses, as they are printed in pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexwar.imports.draft import NOTHING, ImportChoices, Telling, silent
from hexwar.imports.foreign_files import OTHER_KIND, ImportRefusedError
from hexwar.imports.vassal.boards import is_true
from hexwar.imports.vassal.module import Module, ModuleSlot, counters_of, plain_name
from hexwar.imports.vassal.pieces import (
    LAYERS,
    NAME,
    PICTURE,
    BadPieceError,
    ModulePiece,
    Trait,
    decode,
)
from hexwar.imports.vassal.sides import SidesTold, sides_of
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

    def __init__(
        self, module: Module, chosen: ImportChoices = NOTHING, tell: Telling = silent
    ) -> None:
        """``chosen`` sides and faces go before what is guessed.

        :class:`~hexwar.imports.foreign_files.ImportRefusedError` if there are none such.
        """
        self._module = module
        self._ways = ways_to_faces(chosen.faces)
        placed = [slot for stack in module.at_start for slot in stack.slots]
        self.slots = [*counters_of(module), *(s for s in placed if not s.is_card)]
        self.slots = [slot for slot in self.slots if not slot.piece.is_fixed]
        self._by_name: dict[str, list[ModuleSlot]] = {}
        self._by_gpid: dict[str, ModuleSlot] = {}
        for slot in [*module.slots, *placed]:
            self._by_name.setdefault(plain_name(slot.entry), []).append(slot)
            if slot.gpid:
                self._by_gpid.setdefault(slot.gpid, slot)
        counters = list(counters_of(module))
        self.sides: SidesTold = sides_of(module, counters or self.slots, chosen.sides)
        require_layers(self.slots, self._ways)
        self._kinds: dict[tuple[str, str, str, str], KindOfCounter] = {}
        self._of_slot: dict[int, KindOfCounter | None] = {}
        # Reversed, so that of alike slots the first of the palette stays.
        self._twins = {_look(slot): slot for slot in reversed(counters)}
        for number, slot in enumerate(counters, 1):
            tell("faces of counters", number, len(counters))
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
        """Find the kind of a slot; ``None`` for what is no counter: cards, and what never moves."""
        if id(slot) in self._of_slot:
            return self._of_slot[id(slot)]
        kind = None
        if not (slot.is_card or slot.piece.is_fixed):
            # What stands in no palette is known by one that does and looks the same.
            shown = slot if slot.tabs else self._twins.get(_look(slot), slot)
            faces = faces_of(shown.piece, self._module.images.size, self._target, self._ways)
            side = self.sides.of(shown)
            name = told(shown.name or faces.front.rpartition(".")[0] or faces.front or "Counter")
            key = (name, side, faces.front, faces.back)
            kind = self._kinds.get(key)
            if kind is None:
                strengths = tuple(strengths_of(shown.piece, name))
                kind = self._kinds[key] = KindOfCounter(name, side, faces, strengths)
        self._of_slot[id(slot)] = kind
        return kind

    def of_saved(self, basic: Trait, command: str) -> KindOfCounter | None:
        """Find the kind of a counter in a save: that of its slot, else one of its own."""
        parts = decode(basic.state, ";")
        gpid = parts[3].strip() if len(parts) > 3 else ""
        name = basic.field(NAME).strip()
        slot = self._by_gpid.get(gpid)
        # A number may have come to another counter since: then the names differ.
        if slot is not None and (not name or name == slot.piece.basic.field(NAME).strip()):
            return self.of_slot(slot)
        alike = self._by_name.get(plain_name(name), []) if name else []
        for slot in alike:
            if slot.piece.image == basic.field(PICTURE).strip():
                return self.of_slot(slot)
        try:
            piece = self._module.prototypes.piece(command)
        except BadPieceError:
            return None
        saved_slot = ModuleSlot(name, gpid, (), piece)
        if gpid and slot is None:
            self._by_gpid.setdefault(gpid, saved_slot)
        # Kinds are known by the identity of a slot, and that of one that is gone may come again: it
        # is kept as long as this.
        self._by_name.setdefault(plain_name(saved_slot.entry), []).append(saved_slot)
        return self.of_slot(saved_slot)

    def name_units(self) -> None:
        """Give every kind as many ids as it has counters; called once all set-ups are known."""
        ids = Ids()
        units_left = MOST_UNITS
        for kind in self.units:
            copies = min(kind.most, MOST_COPIES, units_left)
            units_left -= copies
            kind.ids = [ids.one(kind.name, "unit") for _ in range(copies)]
        types = Ids(["unit"])
        for kind in self.units:
            kind.type = types.one(kind.name, "type") if len(kind.ids) > 1 else "unit"

    def rules(self) -> Counter[str]:
        """Count how often faces were found in which way."""
        return Counter(kind.faces.rule for kind in self._kinds.values())

    def layers_left(self) -> Counter[str]:
        """Count the layers that are no faces, by name."""
        return Counter(layer for kind in self._kinds.values() for layer in kind.faces.left)

    def _target(self, trait: Trait) -> ModulePiece | None:
        """Find what a counter is replaced by: the text of a counter, or a path to a slot."""
        text = trait.field(3)
        if text.startswith("+/"):
            try:
                return self._module.prototypes.piece(text)
            except BadPieceError:
                return None
        entry = text.rpartition(":")[2] if ":" in text else text
        slots = self._by_name.get(plain_name(entry), [])
        # Several slots are called so: which is meant does not matter where they look the same.
        fronts = {slot.piece.image for slot in slots}
        return slots[0].piece if len(fronts) == 1 else None


def _look(slot: ModuleSlot) -> tuple[str, str]:
    """Say what a slot of a stack shares with that of the palette which it was copied from."""
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

PAIR, OVER, REPLACED_BY = WAYS = ("pair", "over", "replaced")
"""What these ways are called in the option that chooses among them."""
NO_BACKS = "none"

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
        level = max(1, self.level) if self.always else self.level
        return self.pictures[level - 1] if 0 < level <= len(self.pictures) else ""


@dataclass(frozen=True, slots=True)
class Faces:
    """Front and back by the names of their pictures, how they were found, layers left aside."""

    front: str
    back: str
    rule: str
    left: tuple[str, ...] = ()


def layers_of(piece: ModulePiece) -> list[PieceLayer]:
    """List the layers of a counter, outermost first."""
    return [_layer(trait) for trait in piece.of(*LAYERS)]


def ways_to_faces(chosen: Sequence[str]) -> tuple[str, ...]:
    """List the ways to look for faces: words of :data:`WAYS`, or names of layers."""
    if not chosen:
        return tuple(WAYS)
    return tuple(word for word in map(str.strip, chosen) if word != NO_BACKS)


def require_layers(slots: Iterable[ModuleSlot], ways: Sequence[str]) -> None:
    """Refuse with :class:`ImportRefusedError` if no counter has a layer that is to be looked at."""
    layers_wanted = [way for way in ways if way not in WAYS]
    if not layers_wanted:
        return
    layers = Counter(layer.name for slot in slots for layer in layers_of(slot.piece) if layer.name)
    layers_present = {plain_name(name) for name in layers}
    for name in layers_wanted:
        if plain_name(name) not in layers_present:
            possible = ", ".join(told(layer, 40) for layer, _ in layers.most_common(8)) or "none"
            ways_named = ", ".join((*WAYS, NO_BACKS))
            why = f"no counter has a layer {told(name)}: layers are {possible}; or say {ways_named}"
            raise ImportRefusedError(OTHER_KIND, why)


def faces_of(
    piece: ModulePiece, size_of: SizeOf, target_of: TargetOf, ways: Sequence[str] = WAYS
) -> Faces:
    """Find front and back of a counter. ``size_of`` a picture; ``target_of`` a trait that replaces.

    ``ways`` are tried in this order.
    """
    layers = layers_of(piece)
    static = [layer for layer in layers if not layer.follows]
    front = piece.image or next((layer.shown for layer in reversed(static) if layer.shown), "")
    for way in ways:
        if way == PAIR:
            faces = _pair(piece, layers)
        elif way == OVER:
            faces = _over(piece, layers, size_of)
        elif way == REPLACED_BY:
            faces = _replaced(piece, front, layers, target_of)
        else:
            faces = _of_layer(piece, layers, way)
        if faces is not None:
            return faces
    return Faces(front, "", ALONE if front else NONE, _left(layers))


def _pair(piece: ModulePiece, layers: list[PieceLayer]) -> Faces | None:
    """Take the two pictures of a layer that is always shown."""
    for layer in layers:
        is_pair = len(layer.pictures) == 2 and all(layer.pictures)
        if layer.follows or not layer.always or not is_pair or _is_state(layer):
            continue
        if piece.image in ("", layer.pictures[0]):
            return Faces(layer.pictures[0], layer.pictures[1], LAYER, _left(layers, layer))
    return None


def _over(piece: ModulePiece, layers: list[PieceLayer], size_of: SizeOf) -> Faces | None:
    """Take the counter's own picture, and that of a layer which covers all of it when shown."""
    own_image = piece.image
    for layer in layers:
        single = not layer.always and len(layer.pictures) == 1 and layer.pictures[0]
        if not layer.follows and own_image and single and not _is_state(layer):
            size = size_of(own_image)
            if size is not None and size == size_of(layer.pictures[0]):
                return Faces(own_image, layer.pictures[0], FLIPPED, _left(layers, layer))
    return None


def _replaced(
    piece: ModulePiece, front: str, layers: list[PieceLayer], target_of: TargetOf
) -> Faces | None:
    """Take the picture of the counter, and that of the one by which it is replaced."""
    if not front:
        return None
    for trait in piece.of("replace"):
        target = target_of(trait)
        if target is not None:
            shown = (layer.shown for layer in reversed(layers_of(target)) if layer.shown)
            back = target.image or next(shown, "")
            if back and back != front:
                return Faces(front, back, REPLACED, _left(layers))
    return None


def _of_layer(piece: ModulePiece, layers: list[PieceLayer], name: str) -> Faces | None:
    """Take the faces that a layer of this name has, the counter's own picture before them."""
    for layer in layers:
        pictures = [picture for picture in (piece.image, *layer.pictures) if picture]
        faces = list(dict.fromkeys(pictures))
        if plain_name(layer.name) == plain_name(name) and faces:
            back = faces[1] if len(faces) > 1 else ""
            return Faces(faces[0], back, f"the layer {told(name)}", _left(layers, layer))
    return None


def shows_back(traits: Iterable[Trait], faces: Faces) -> bool:
    """Say whether a counter of a save lies with its back up."""
    layers_saved = (_layer(trait) for trait in traits if trait.kind in LAYERS)
    return bool(faces.back) and any(layer.shown == faces.back for layer in layers_saved)


def _is_state(layer: PieceLayer) -> bool:
    return bool(OF_A_STATE.search(layer.name))


def _left(layers: list[PieceLayer], face: PieceLayer | None = None) -> tuple[str, ...]:
    """Name the layers that are no face, for the list."""
    return tuple(
        layer.name or "(without a name)"
        for layer in layers
        if layer is not face and any(layer.pictures)
    )


# Fields of a layer, by their places. The first version had no number of its own, nor a word for a
# layer that is always shown: there it is one without a key that switches it on.
_KEY, _PICTURES, _LAYER_NAME, _FOLLOWS, _VERSION, _ALWAYS = 3, 16, 19, 22, 25, 26
_PICTURES_OF_EMB = 9


def _layer(trait: Trait) -> PieceLayer:
    digits = re.match(r"-?\d{1,6}", trait.state.strip())
    level_shown = int(digits[0]) if digits else -1
    if trait.kind == "emb":
        levels = trait.fields[_PICTURES_OF_EMB:]  # of each its picture, and a name
        pictures = tuple(decode(text, ",")[0].strip() for text in levels)
        return PieceLayer("", pictures, level_shown > 0, level_shown, follows=False)
    listed = trait.field(_PICTURES)
    pictures = tuple(map(str.strip, decode(listed, ","))) if listed else ()
    is_first_version = trait.field(_VERSION, "0").strip() in ("", "0")
    always = is_true(trait.field(_ALWAYS)) or (is_first_version and not trait.field(_KEY).strip())
    name, follows = trait.field(_LAYER_NAME).strip(), is_true(trait.field(_FOLLOWS))
    return PieceLayer(name, pictures, always, level_shown, follows)


# -- how strong a counter may be, as its texts say it ----------------------------------------------

_MOST_HINTS = 4
"""Strengths that may be meant: the draft names them in one line of a comment."""
_STRENGTH = re.compile(r"\d{1,3}(?:-\d{1,3}){1,2}")
_OF_A_NAME = re.compile(r"(?:^|[_ (])(\d{1,3}(?:-\d{1,3}){1,2})(?=$|[_ ).])")
_VALUES = re.compile(r"(?i)^(max)?(strength|movement|attack|defen[cs]e|combat|cf|mf|mp|steps?)$")


def strengths_of(piece: ModulePiece, name: str) -> list[str]:
    """Collect what may be printed on a counter, as its texts say it; the picture alone knows."""
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
    return list(dict.fromkeys(hints))[:_MOST_HINTS]
