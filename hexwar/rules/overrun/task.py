"""Overruns are part of movement phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.notation import ATTACKING, Verb
from hexwar.engine.registry import Patching, Previewing
from hexwar.engine.state import Position
from hexwar.rules.combat.kinds import OVERRUN
from hexwar.rules.combat.preview import preview_attack, preview_seen
from hexwar.rules.overrun.rules import OVERRAN, OverrunRules
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.overrun.through import GOING_ON, GoingThrough


def _battle_ends(rules: OverrunRules, state: Position) -> None:
    """Let those who have overrun in vain go through; or it is over."""
    held = rules.may_go_through(state)
    if held is None:
        rules.is_over(state)
    else:
        stacks: dict[int, list[int]] = {}
        for unit, origin in zip(held.going, held.origins, strict=True):
            stacks.setdefault(origin, []).append(unit)
        for origin, units in reversed(stacks.items()):
            state.agenda.append(GoingThrough(tuple(units), origin, held.target))


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    overrun = game.section(Overrun)
    if overrun is not None:
        yield from (overrun.cost, overrun.most_entry_cost)


def _patches(game: ResolvedGame) -> Mapping[str, MappingNode]:
    """What overruns lay over the game."""
    overrun = game.section(Overrun)
    return {} if overrun is None or overrun.patch is None else {OVERRUN: overrun.patch}


VERBS = {
    "overrun": Verb(ATTACKING, "target", commits=True),
    **GOING_ON,
}
SLOTS = (OVERRAN,)
TASKS = {"through": GoingThrough}
PREVIEWS = {"overrun": Previewing(preview_attack, preview_seen)}
HOOKS = {"battle_ends": (OverrunRules, _battle_ends)}
CONTRIBUTIONS = {"movement": (OverrunRules,)}
AMOUNTS = (_amounts,)
PATCHES = (Patching(battles=_patches),)
