"""Fire on paper: the dice by distance, what adds to them, what hits, what a hit takes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from hexwar.charts.blocks import Block, Cells, Gap, Heading, Prose
from hexwar.definition.model import ResolvedGame
from hexwar.rules.fire.reading import (
    effectiveness_in_words,
    pool_in_rows,
    rest_in_words,
)
from hexwar.rules.fire.section import Extra, Fire
from hexwar.rules.language.wording import number, several, titles
from hexwar.rules.units.section import Units


def fire_chart(game: ResolvedGame) -> Iterator[Block]:
    """All numbers that a fire asks for."""
    fire, names = game[Fire], titles(game)
    if by_distance := list(_by_distance(game, fire)):
        yield Heading("Dice by distance")
        yield Cells(by_distance, level=1)
    of_strength = fire.by_table is not None
    what = "strength" if of_strength else "dice"
    for pool, whose in ((fire.dice, "fire"), (fire.defense, "defence")):
        if pool is not None:
            yield Heading(f"{what.capitalize()} of the {whose}")
            rows = pool_in_rows(pool, names, is_strength=of_strength)
            yield Cells([("what counts", what), *rows], level=1)
    if fire.effect:
        yield Heading("Weapons and targets: the first that fits")
        rows = (effectiveness_in_words(effect, names) for effect in fire.effect)
        yield Cells([("what counts", what), *rows], level=1)
    yield Gap()
    yield from map(Prose, rest_in_words(fire, names))


def _by_distance(game: ResolvedGame, fire: Fire) -> Iterator[list[str]]:
    """Dice of each strength at each distance; nothing where distance changes no dice, or where
    who fires changes what it does.
    """
    pool, farthest = fire.dice, fire.range.most
    if pool is None or not isinstance(farthest, int) or pool.count not in ("attack", "steps"):
        return
    near = [extra for extra in pool.plus if _is_of_distance(extra)]
    if not near:
        return
    bounds = {farthest, *(bound for extra in near for bound in (extra.within, extra.beyond))}
    ends = [0, *sorted(end for end in bounds if isinstance(end, int) and 0 < end <= farthest)]
    bands = [(low + 1, high) for low, high in pairwise(ends)]
    yield ["strength", *(_band(low, high) for low, high in bands)]
    added = [sum(extra.add for extra in near if _holds(extra, low)) for low, _ in bands]
    counts = set[Fraction]()
    for unit in game[Units].counters.values():
        if pool.count == "attack":
            counts.update(step.attack for step in unit.steps)
        else:
            counts.update(map(Fraction, range(1, len(unit.steps) + 1)))
    for count in sorted(counts - {Fraction(0)}):
        yield [number(count), *(number(max(Fraction(0), count + more)) for more in added)]


def _is_of_distance(extra: Extra) -> bool:
    """Whether it hangs on the distance and on nothing else."""
    plain = not (extra.value or extra.fired or extra.cover or extra.only or extra.of)
    return plain and (isinstance(extra.within, int) or isinstance(extra.beyond, int))


def _holds(extra: Extra, distance: int) -> bool:
    within, beyond = extra.within, extra.beyond
    near = not isinstance(within, int) or distance <= within
    return near and (not isinstance(beyond, int) or distance > beyond)


def _band(low: int, high: int) -> str:
    return several(low, "hex") if low == high else f"{low} to {high} hexes"
