"""The games that a game is while it is played: one for each phase and the effects in force.

Patches may lie over a game while it is played: those of phases, of effects in force, of battles.
Each combination is a game of its own (a *scope*), resolved and compiled once. Here are those that
can occur: for the rules to be made of, and for ``check`` to prove each alone and each two together.
Patches are laid in one order: effects in that of their section, then the phase, then the battle,
whose patch may itself be changed by those before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.registry import Patching
from hexwar.rules.scopes.section import PatchedPhase
from hexwar.rules.sequence.section import SequenceOfPlay

Scope = tuple[int | None, tuple[str, ...]]
"""The index of a phase with a patch of its own, and the effects in force."""


Patches = tuple[MappingNode, ...]


class Games(tuple[ResolvedGame, ...]):
    """The game as it begins, and with each patch in play alone.

    For what is the same in all scopes: all numbers and conditions that can occur in play stand
    in one of these.
    """


class Overlays:
    """The patches in play of a resolved game. ``phases``, ``effects`` and ``battles`` are its own,
    by index and by id; ``games`` are those that they make.
    """

    def __init__(self, game: ResolvedGame, sources: Sequence[Patching]) -> None:
        self._game = game
        self._sources = sources
        self.phases: dict[int, MappingNode] = {}
        self.effects: dict[str, MappingNode] = {}
        self.battles: dict[str, MappingNode] = {}
        for source in sources:
            self.phases.update(source.phases(game))
            self.effects.update(source.effects(game))
            self.battles.update(source.battles(game))
        # Each alone is enough for `games`: all that can occur in play stands in one of these.
        alone = [(patch,) for patch in (*self.effects.values(), *self.phases.values())]
        battles: list[Patches] = []
        for under in ((), *alone):
            # Under a patch those of battles that it changes; without one all of them.
            known = self.battles if under else {}
            for name, patch in self._battles_under(under).items():
                if patch is not known.get(name):
                    battles.append((*under, patch))
        self.games = Games((game, *map(game.patched, (*alone, *battles))))

    def game(self, phase: int | None, effects: tuple[str, ...]) -> ResolvedGame:
        """The game in a scope: effects are laid in their own order, then the phase's patch, then
        that of a battle, as those before leave it.
        """
        return self._game.patched(self._laid(phase, effects))

    def _laid(self, phase: int | None, effects: tuple[str, ...]) -> Patches:
        """The patches of a scope, in the order in which they are laid."""
        patches = self._before_battles(phase, effects)
        battles = self._battles_under(patches)
        return patches + tuple(patch for battle, patch in battles.items() if battle in effects)

    def _before_battles(self, phase: int | None, effects: tuple[str, ...]) -> Patches:
        """The patches of effects, and then that of the phase."""
        patches = [patch for effect, patch in self.effects.items() if effect in effects]
        if phase is not None:
            patches += [patch for of, patch in self.phases.items() if of == phase]
        return tuple(patches)

    def each_in(self, phase: int) -> Iterator[tuple[Patches, ResolvedGame]]:
        """What lies over the game in a phase (an index), without effects and under each that can be
        in force in it, and the game that it is then.
        """
        own = phase if phase in self.phases else None
        concerning = (effect for effect in self.effects if self._concerns(effect, phase))
        for effects in ((), *((effect,) for effect in concerning)):
            patches = self._laid(own, effects)
            yield patches, self._game.patched(patches)

    def concerned(self) -> Iterator[tuple[MappingNode, list[int]]]:
        """Each patch of a phase or of an effect, with the indices of the phases concerned."""
        yield from ((patch, [phase]) for phase, patch in self.phases.items())
        phases = range(len(self._game[SequenceOfPlay].phases))
        for effect, patch in self.effects.items():
            yield patch, [phase for phase in phases if self._concerns(effect, phase)]

    def _battles_under(self, patches: Patches) -> Mapping[str, MappingNode]:
        """The patches of battles as other patches leave them: these may change the kinds."""
        if not patches:
            return self.battles
        game = self._game.patched(patches)
        return {
            name: patch for source in self._sources for name, patch in source.battles(game).items()
        }

    def single(self) -> Iterator[Scope]:
        """Every patched phase without effects, every effect in each phase that it concerns, and
        every battle in each phase.
        """
        yield from ((phase, ()) for phase in self.phases)
        for phase in (None, *self.phases):
            battles = self._battles_under(self._before_battles(phase, ()))
            yield from ((phase, (battle,)) for battle in battles)
        for effect in self.effects:
            for phase in self._of(effect):
                yield phase, (effect,)
                # And with the battles of which the effect changes the patch.
                battles = self._battles_under(self._before_battles(phase, ()))
                changed = self._battles_under(self._before_battles(phase, (effect,)))
                for name, patch in changed.items():
                    if patch is not battles.get(name):
                        yield phase, (effect, name)

    def pairs(self) -> Iterator[Scope]:
        """Every two effects that can be in force at once, in each phase that both concern; and
        every two patches of one battle.
        """
        for effect, other in combinations(self.effects, 2):
            if all(source.together(self._game, effect, other) for source in self._sources):
                shared = [phase for phase in self._of(effect) if phase in self._of(other)]
                yield from ((phase, (effect, other)) for phase in shared)
        for effect, other in combinations(self.battles, 2):
            if any(source.both(self._game, effect, other) for source in self._sources):
                yield from ((phase, (effect, other)) for phase in (None, *self.phases))

    def together(self) -> Iterator[Patches]:
        """The patches that lie over the game at once, as far as each two of them go: whatever one
        changes may be restored by another.
        """
        battles: dict[str, MappingNode] = {}
        for phase, effects in {**dict.fromkeys(self.single()), **dict.fromkeys(self.pairs())}:
            under = self._before_battles(phase, effects)
            battles = {**self._battles_under(under)}
            yield under
            yield from ((*under, patch) for patch in battles.values())
            for battle, other in combinations(battles, 2):
                if any(source.both(self._game, battle, other) for source in self._sources):
                    yield (*under, battles[battle], battles[other])

    def _of(self, effect: str) -> list[int | None]:
        """The patched phases that an effect concerns, and ``None`` for those without a patch."""
        phases = [
            phase if phase in self.phases else None
            for phase in range(len(self._game[SequenceOfPlay].phases))
            if self._concerns(effect, phase)
        ]
        return list(dict.fromkeys(phases))

    def _concerns(self, effect: str, phase: int) -> bool:
        return all(source.concerns(self._game, effect, phase) for source in self._sources)


def _of_phases(game: ResolvedGame) -> dict[int, MappingNode]:
    patches = (phase[PatchedPhase].patch for phase in game[SequenceOfPlay].phases)
    return {index: patch for index, patch in enumerate(patches) if patch is not None}


PATCHES = (Patching(phases=_of_phases),)
