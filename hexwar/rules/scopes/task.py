"""The patches of phases."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.registry import Patching
from hexwar.rules.scopes.section import PatchedPhase
from hexwar.rules.sequence.section import SequenceOfPlay


def _of_phases(game: ResolvedGame) -> dict[int, MappingNode]:
    patches = (phase[PatchedPhase].patch for phase in game[SequenceOfPlay].phases)
    return {index: patch for index, patch in enumerate(patches) if patch is not None}


PATCHES = (Patching(phases=_of_phases),)
