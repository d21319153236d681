"""What fire says of its dice, in rows that players read; the rest of the section in its own words.

A pool of dice is a table on paper: what counts, and how many dice that is.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.rules.fire.section import ByTable, DicePool, Effectiveness, Extra, Fire
from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, in_words, number, several
from hexwar.rules.units.section import ByValue

_COUNTS = {
    "figures": "For each effective figure",
    "steps": "For each step that is left",
    "units": "For the unit",
    "attack": "For each point of the attack strength",
    "defense": "For each point of the defence strength",
}

Row = tuple[str, str]
"""What counts, and what it comes to."""


def pool_in_rows(pool: DicePool, names: Names, *, is_strength: bool) -> Iterator[Row]:
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
        yield extra_in_words(extra, names), f"{extra.add:+d}"


def extra_in_words(extra: Extra, names: Names) -> str:
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
        limits.append(f"within {distance_in_words(limited.within)}")
    if limited.beyond is not None:
        limits.append(f"more than {distance_in_words(limited.beyond)} away")
    if limited.only is not None:
        limits.append(f"of units that are {selected(limited.only, names)}")
    return "".join(f", {limit}" for limit in limits)


def distance_in_words(distance: str | int | ByValue) -> str:
    """``2 hexes``, ``optimal range``, ``as many hexes as its quality``."""
    if isinstance(distance, int):
        return several(distance, "hex")
    if isinstance(distance, ByValue):
        return f"as many hexes as its {in_words(distance.value)}"
    return "optimal range"


def effectiveness_in_words(effect: Effectiveness, names: Names) -> Row:
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


def rest_in_words(fire: Fire, names: Names) -> Iterator[str]:
    """Range, what hits, what a hit takes, and the table where one decides."""
    optimal, most = fire.range.optimal, fire.range.most
    if most is not None:
        yield f"At most {distance_in_words(most)} away."
    if optimal is not None:
        yield f"Optimal range: {distance_in_words(optimal)}."
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
            yield f"Added to the roll: {extra.add:+d}, {extra_in_words(extra, names)}."
    else:
        highest = fire.dice is not None and fire.dice.die == f"d{fire.success}"
        yield f"Each die that shows {fire.success}{' or more' * (not highest)} is a success."
        if fire.defense is not None:
            blocked = "one like it or lower" if fire.blocks == "like_or_lower" else "any one"
            yield f"Each success of the defence blocks {blocked}."
    many = "of the target" if fire.hits != "eliminated" else ""
    hit = "success that is not blocked" if fire.defense is not None else "hit"
    yield f"Each {hit} takes {takes[fire.hits]} {many}".rstrip() + "."


WORDS: Words = {
    Fire: dict.fromkeys(
        ("range", "resolve", "success", "blocks", "dice", "defense", "effect", "hits"), Charted()
    ),
}
