"""Fire on paper: the dice by distance, what adds to them, what hits, what a hit takes.

A player at a table wants the dice of a shot in one look: so strengths and distances are crossed in
a table as far as distance alone decides. All else stands below it, line by line, as what counts and
what it comes to; and last in sentences what no table holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from hexwar.charts.blocks import Block, Cells, Gap, Heading, Prose
from hexwar.definition.model import ResolvedGame
from hexwar.rules.fire.section import ByTable, DicePool, Effectiveness, Extra, Fire
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, in_words, number, several, titles
from hexwar.rules.units.section import ByValue, Units


def fire_chart(game: ResolvedGame) -> Iterator[Block]:
    """All numbers that a fire asks for."""
    fire, names = game[Fire], titles(game)
    if by_distance := list(_by_distance(game, fire)):
        yield Heading("Dice by distance")
        yield Cells(by_distance, level=1)
    of_strength = fire.by_table is not None
    measured = "strength" if of_strength else "dice"
    for pool, whose in ((fire.dice, "fire"), (fire.defense, "defence")):
        if pool is not None:
            yield Heading(f"{measured.capitalize()} of the {whose}")
            rows = _pool(pool, names, is_strength=of_strength)
            yield Cells([("what counts", measured), *rows], level=1)
    if fire.effect:
        yield Heading("Weapons and targets: the first that fits")
        rows = (_weapon(effect, names) for effect in fire.effect)
        yield Cells([("what counts", measured), *rows], level=1)
    yield Gap()
    yield from map(Prose, _rest(fire, names))


def _by_distance(game: ResolvedGame, fire: Fire) -> Iterator[list[str]]:
    """Dice of each strength at each distance; nothing where distance changes no dice, or where its
    effect depends on the firing unit.
    """
    pool, farthest = fire.dice, fire.range.most
    if pool is None or not isinstance(farthest, int) or pool.count not in ("attack", "steps"):
        return
    near = [
        extra
        for extra in pool.plus
        # What depends on the distance and on nothing else.
        if not (extra.value or extra.fired or extra.cover or extra.only or extra.of)
        and (isinstance(extra.within, int) or isinstance(extra.beyond, int))
    ]
    if not near:
        return
    # From one bound to the next nothing changes: a column for each.
    bounds = {farthest, *(bound for extra in near for bound in (extra.within, extra.beyond))}
    ends = [0, *sorted(end for end in bounds if isinstance(end, int) and 0 < end <= farthest)]
    bands = [(low + 1, high) for low, high in pairwise(ends)]
    heads = (several(a, "hex") if a == b else f"{a} to {b} hexes" for a, b in bands)
    yield ["strength", *heads]
    added = [sum(extra.add for extra in near if _holds(extra, low)) for low, _ in bands]
    counts = set[Fraction]()
    for unit in game[Units].counters.values():
        if pool.count == "attack":
            counts.update(step.attack for step in unit.steps)
        else:
            counts.update(map(Fraction, range(1, len(unit.steps) + 1)))
    for count in sorted(counts - {Fraction(0)}):
        yield [
            number(count),
            *(number(max(Fraction(0), count + added_dice)) for added_dice in added),
        ]


def _holds(extra: Extra, distance: int) -> bool:
    """Whether what is added counts at a distance, if that alone decides."""
    within, beyond = extra.within, extra.beyond
    near = not isinstance(within, int) or distance <= within
    return near and (not isinstance(beyond, int) or distance > beyond)


# -- what counts, and what it comes to -------------------------------------------------------------

_COUNTS = {
    "figures": "For each effective figure",
    "steps": "For each step that is left",
    "units": "For the unit",
    "attack": "For each point of the attack strength",
    "defense": "For each point of the defence strength",
}

_Row = tuple[str, str]
"""What counts, and what it comes to."""


def _pool(pool: DicePool, names: Names, *, is_strength: bool) -> Iterator[_Row]:
    """How many dice a pool has, line by line, from what they are counted by.

    ``is_strength``: a table decides, and what is counted is the strength, not dice.
    """
    numbered = pool.die[:1] == "d" and pool.die[1:].isdigit()
    kind = "1" if is_strength else f"1{pool.die}" if numbered else f"1 {in_words(pool.die)} die"
    if isinstance(pool.count, int):
        yield "Always", f"{pool.count} x {kind}"
    elif isinstance(pool.count, ByValue):
        yield f"For each {in_words(pool.count.value)}", kind
    else:
        yield _COUNTS[pool.count], kind
    for extra in pool.without:
        yield f"{_headed(extra.title)}who counts for nothing{_limits(extra, names)}", "-1"
    for extra in pool.plus:
        yield _extra(extra, names), f"{extra.add:+d}"


def _extra(extra: Extra, names: Names) -> str:
    """What is added, and when: ``Close: at most 1 hex away``."""
    each = ""
    if extra.value:
        each = f"for each {in_words(extra.value)}"
    elif extra.fired:
        each = "for each time that the unit has fired before in the turn"
    elif extra.cover:
        each = "for each die of cover"
    text = f"{each}{_limits(extra, names)}".removeprefix(", ")
    whose = f", of the {extra.of}" if extra.of else ""
    return f"{_headed(extra.title)}{text or 'always'}{whose}"


def _headed(title: str) -> str:
    return f"{title}: " if title else ""


def _limits(limited: Extra | Effectiveness, names: Names) -> str:
    """Under which conditions it holds, each behind a comma."""
    limits = []
    if limited.within is not None:
        limits.append(f"within {_reach(limited.within)}")
    if limited.beyond is not None:
        limits.append(f"more than {_reach(limited.beyond)} away")
    if limited.only is not None:
        limits.append(f"of units that are {selected(limited.only, names)}")
    return "".join(f", {limit}" for limit in limits)


def _reach(distance: str | int | ByValue) -> str:
    """``2 hexes``, ``optimal range``, ``as many hexes as its quality``."""
    if isinstance(distance, int):
        return several(distance, "hex")
    if isinstance(distance, ByValue):
        return f"as many hexes as its {in_words(distance.value)}"
    return "optimal range"


def _weapon(effect: Effectiveness, names: Names) -> _Row:
    """Weapons against kinds of target: ``Raked: at units struck in the bow``, ``x2``."""
    limits = _limits(effect, names)
    if effect.against is not None:
        limits = f", at units that are {selected(effect.against, names)}{limits}"
    if effect.prohibited:
        change = "no fire"
    else:
        times = "" if effect.multiply == 1 else f"x{number(effect.multiply)}"
        change = " ".join(filter(None, [times, f"{effect.add:+d}" if effect.add else ""]))
    return f"{effect.title}: {limits.removeprefix(', ') or 'always'}", change or "no effect"


def _rest(fire: Fire, names: Names) -> Iterator[str]:
    """Range, what hits, what a hit takes, and the table where one decides."""
    optimal, most = fire.range.optimal, fire.range.most
    if most is not None:
        yield f"At most {_reach(most)} away."
    if optimal is not None:
        yield f"Optimal range: {_reach(optimal)}."
    takes = {"figures": "an effective figure", "steps": "a step", "eliminated": "the whole unit"}
    if isinstance(fire.resolve, ByTable):
        column = {
            "range": "the hexes to the target",
            "strength": "the strength of the fire",
            "differential": "the strength of the fire less that of the defence",
            "odds": "odds of the fire to the defence, rounded in favour of the defence",
        }[fire.resolve.column]
        yield f"Rolled on: {names.get(f'table {fire.resolve.table}', fire.resolve.table)}."
        yield f"Its column is chosen by {column}."
        for extra in fire.resolve.roll:
            yield f"Added to the roll: {extra.add:+d}, {_extra(extra, names)}."
    else:
        highest = fire.dice is not None and fire.dice.die == f"d{fire.success}"
        yield f"Each die that shows {fire.success}{' or more' * (not highest)} is a success."
        if fire.defense is not None:
            blocked = "one like it or lower" if fire.blocks == "like_or_lower" else "any one"
            yield f"Each success of the defence blocks {blocked}."
    many = "of the target" if fire.hits != "eliminated" else ""
    hit = "success that is not blocked" if fire.defense is not None else "hit"
    yield f"Each {hit} takes {takes[fire.hits]} {many}".rstrip() + "."
