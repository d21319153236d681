"""Which kind a battle is of, and the rules that are in force while it is fought.

A battle of a kind is fought under a patch of its own, laid over those of the effects and the phase.
It is among the effects in force while the battle lasts, under a name that no effect has. What its
sides choose, and the cards that answer it, lie over it besides the kind that it is of by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.frame import Frame
from hexwar.engine.rules import Rules
from hexwar.engine.state import Position
from hexwar.rules.combat.forms import BattleKind
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.roles import in_battle, names_roles
from hexwar.rules.language.selectors import Fits, Selectors

if TYPE_CHECKING:
    from hexwar.rules.overrun.section import Overrun

S = TypeVar("S", bound=Position)
PREFIX = "combat."
OVERRUN = f"{PREFIX}overrun."
"""The name under which the patch of overruns is in force."""


class Kind(NamedTuple):
    """One kind, compiled."""

    name: str
    said: BattleKind
    attackers: Fits
    defenders: Fits
    holds: Test
    names_roles: bool


class KindRules:
    """The kinds of battle of a game, in their order; the first that fits counts.

    ``chosen`` are those that a side of the battle chooses; no battle is of one by itself.
    ``bounding``: the names of those that have a say in who may attack whom.
    """

    __slots__ = ("_adjacent", "_kinds", "_overrun", "bounding", "chosen")

    def __init__(
        self,
        frame: Frame,
        section: Combat,
        overrun: Overrun | None,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self._adjacent = frame.board.adjacent
        self._overrun = overrun is not None and overrun.patch is not None
        kinds = [
            Kind(
                PREFIX + kind.id,
                kind,
                selectors.fits(kind.attackers),
                selectors.fits(kind.defenders),
                conditions.test(kind.condition),
                names_roles(kind),
            )
            for kind in section.kinds.values()
        ]
        self._kinds = tuple(kind for kind in kinds if kind.said.chosen is None)
        self.chosen = tuple(kind for kind in kinds if kind.said.chosen is not None)
        patches = {kind.name: kind.said.patch for kind in self._kinds}
        if overrun is not None and overrun.patch is not None:
            patches[OVERRUN] = overrun.patch
        self.bounding = tuple(name for name, patch in patches.items() if _bounds_attacks(patch))

    def __bool__(self) -> bool:
        return bool(self._kinds) or bool(self.chosen) or self._overrun

    def open(
        self,
        state: Position,
        hexes: Sequence[int],
        attackers: Sequence[int],
        defenders: Sequence[int],
        by: str,
    ) -> list[Kind]:
        """The kinds of which a battle may be by the choice of one side, which chooses once."""
        mine = [kind for kind in self.chosen if kind.said.chosen == by]
        if any(kind.name in state.effects for kind in mine):
            return []
        return [k for k in mine if self._fits(k, state, attackers, defenders, hexes[0])]

    def of(
        self, state: Position, attackers: Sequence[int], defenders: Sequence[int], cell: int
    ) -> str:
        """The name of the kind of a battle by itself, or of what lies over the one that is being
        fought; empty if of none.
        """
        lying = [name for name in state.effects if name.startswith(PREFIX)]
        if lying and (
            OVERRUN in lying
            or any(kind.name in lying for kind in self._kinds)
            # A battle under way keeps its kind, even if those who are left of it would be of
            # another; before the die what was chosen or played takes no other kind away.
            or is_under_way(state)
        ):
            return lying[0]
        for kind in self._kinds if attackers and defenders else ():
            if self._fits(kind, state, attackers, defenders, cell):
                return kind.name
        return lying[0] if lying else ""

    def _fits(
        self,
        kind: Kind,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
    ) -> bool:
        if kind.said.distance is not None:
            wanted, near = kind.said.distance == "adjacent", self._adjacent[cell]
            if any(bool(near >> state.cells[unit] & 1) != wanted for unit in attackers):
                return False

        def fits(state: Position) -> bool:
            return (
                all(kind.attackers(state, unit) for unit in attackers)
                and all(kind.defenders(state, unit) for unit in defenders)
                and kind.holds(state)
            )

        return in_battle(state, attackers, defenders, fits) if kind.names_roles else fits(state)

    def of_overrun(self) -> str:
        """The name under which an overrun is fought; empty if it is no kind of its own."""
        return OVERRUN if self._overrun else ""


def _bounds_attacks(patch: MappingNode) -> bool:
    """Whether a patch may say who attacks whom."""
    return (
        "states" in patch
        or "attackers" in patch.mapping("combat")
        or any(
            "prohibited" in part or part.text("combat") == "prohibited" for part in patch.inside()
        )
    )


def rules_of(state: Position, kind: str) -> Rules:
    """The rules in force in a battle of a kind."""
    if not kind or kind in state.effects:
        return state.rules
    return state.scopes.rules(state.phase_index, (*state.effects, kind))


def begin_kind(state: Position, kind: str) -> None:
    """Let the rules be those of a battle of a kind, until it is over."""
    if kind and kind not in state.effects:
        state.under((*state.effects, kind))


def fought_under(state: S, kind: str) -> S:
    """The state as it is while a battle of a kind is fought: a copy, if that makes a difference."""
    if not kind or kind in state.effects:
        return state
    twin = state.clone()
    begin_kind(twin, kind)
    return twin


def is_under_way(state: Position) -> bool:
    """Whether the result of a battle is being carried out."""
    return any(task.kind == "battle" for task in state.agenda)


def both_in_force(game: ResolvedGame, one: str, other: str) -> bool:
    """Whether a battle may be of two kinds at once: one that each side of it has chosen, or what a
    side has chosen and what it is by itself.
    """
    combat = game.section(Combat)
    choosers = {PREFIX + kind.id: kind.chosen for kind in combat.kinds.values()} if combat else {}
    return one in choosers and other in choosers and choosers[one] != choosers[other]


def patches_of_battles(game: ResolvedGame) -> dict[str, MappingNode]:
    """The patches of kinds of battle, by the names under which they are in force."""
    combat = game.section(Combat)
    return {PREFIX + kind.id: kind.patch for kind in combat.kinds.values()} if combat else {}
