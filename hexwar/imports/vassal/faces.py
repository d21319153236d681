"""Front and back of a counter: four ways of saying them, and many that only look so.

In this order: a layer that is always shown and has two pictures; a layer of one picture over the
counter, of its size; what the counter is replaced by; else one picture and no back. Layers that are
called as states are (fired, moved, disrupted) are no faces, and neither are those whose level
follows a property. What is left aside is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.imports.vassal.grids import is_true
from hexwar.imports.vassal.pieces import LAYERS, ModulePiece, Trait
from hexwar.imports.vassal.sequences import decode

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
