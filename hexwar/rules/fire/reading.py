"""What the section ``fire`` says, in the sentences of charts and rules pages.

``WORDS`` has them key by key, as for every section. Distances and what is added are small phrases
that several keys put together: ``Close: 1 die more within 1 hex``.
"""

from __future__ import annotations

from hexwar.rules.fire.section import (
    FACES,
    FIRER,
    TARGET,
    ByTable,
    DicePool,
    Effectiveness,
    Extra,
    Fire,
)
from hexwar.rules.language.effects import Cases
from hexwar.rules.language.reading import Always, Charted, Speaker, Words
from hexwar.rules.language.wording import either, every, in_words, mid_sentence, several
from hexwar.rules.units.section import ByValue

_COUNTED = {
    "figures": "A die is thrown for each effective figure",
    "steps": "A die is thrown for each step left",
    "units": "One die is thrown",
    "attack": "A die is thrown for each point of attack strength",
    "defense": "A die is thrown for each point of defence strength",
}
_TAKEN = {
    "figures": "Each hit takes an effective figure.",
    "steps": "Each hit takes a step.",
    "eliminated": "A hit eliminates the unit.",
}
_TARGETS = {
    "unit": "Of several enemies in a hex the one with the best defence is fired at.",
    "chosen": "Of several enemies in a hex the one whom the firer chooses is fired at.",
    "hex": "All enemies in a hex are fired at, by the defence of the best.",
}


def _reach(reach: str | int | ByValue) -> str:
    """A number of hexes, as a distance."""
    if isinstance(reach, ByValue):
        return f"the unit's {in_words(reach.value)} in hexes"
    return several(reach, "hex") if isinstance(reach, int) else "the optimal range"


def _where(modifier: Extra | Effectiveness) -> list[str]:
    """How near or far the target is."""
    near = [f"within {_reach(modifier.within)}"] if modifier.within is not None else []
    return near + ([f"beyond {_reach(modifier.beyond)}"] if modifier.beyond is not None else [])


def _more(many: int, what: str) -> str:
    return f"{several(abs(many), what)} {'more' if many > 0 else 'less'}"


def _extra(extra: Extra, speaker: Speaker, what: str = "die") -> str:
    """What is added, with its title: ``Close: 1 die more within 1 hex``."""
    whose = {"": "its", FIRER: "the firer's", TARGET: "the target's"}[extra.of]
    each = [f"for each point of {whose} {in_words(extra.value)}"] if extra.value else []
    each += ["for each time that it has fired before in the turn"] if extra.fired else []
    each += ["for each die of the target's cover"] if extra.cover else []
    who = [f"for {speaker.units(extra.only)}"] if extra.only is not None else []
    words = " ".join([_more(extra.add, what), *each, *who, *_where(extra)])
    return f"{extra.title}: {words}" if extra.title else words


def _pool(pool: DicePool, speaker: Speaker) -> str:
    """How many dice are thrown, which, and what is added."""
    count = pool.count
    if isinstance(count, ByValue):
        thrown = f"A die is thrown for each point of {in_words(count.value)}"
    elif isinstance(count, int):
        thrown = f"{several(count, 'die')} {'is' if count == 1 else 'are'} thrown"
    else:
        thrown = _COUNTED[count]
    faces = "" if pool.die == "d6" else f" (its {in_words(pool.die)})"
    faces = f" ({pool.die})" if pool.die in FACES else faces
    spared = [
        f"not counted are {extra.title.lower() or speaker.units(extra.only)}"
        for extra in pool.without
    ]
    plus = [_extra(extra, speaker) for extra in pool.plus]
    return "; ".join([f"{thrown}{faces}", *spared, *plus])


def _dice(fire: Fire, speaker: Speaker) -> str:
    return f"{_pool(fire.dice, speaker)}." if fire.dice is not None else "There is no fire."


def _defense(fire: Fire, speaker: Speaker) -> str:
    if fire.defense is None:
        return "The defence throws no dice."
    return f"Defence: {mid_sentence(_pool(fire.defense, speaker))}."


def _effect(fire: Fire, speaker: Speaker) -> str:
    """What each weapon is worth, fired by which units, against which and from where."""
    weapons = []
    for entry in fire.effect:
        many = [f"{speaker.share(entry.multiply)} the dice"] if entry.multiply != 1 else []
        many += [_more(entry.add, "die")] if entry.add else []
        does = "no fire" if entry.prohibited else " and ".join(many) or "as usual"
        who = [f"by {speaker.units(entry.only)}"] if entry.only is not None else []
        whom = [f"against {speaker.units(entry.against)}"] if entry.against is not None else []
        weapons.append(" ".join([f"{entry.title}: {does}", *who, *whom, *_where(entry)]))
    return f"{'; '.join(weapons)}."


def _range(fire: Fire, speaker: Speaker) -> str:
    most, optimal = fire.range.most, fire.range.optimal
    far = "at any distance" if most is None else f"up to {_reach(most)} away"
    best = "" if optimal is None else f"; the optimal range is {_reach(optimal)}"
    return f"Units fire {far}{best}."


def _into(fire: Fire, speaker: Speaker) -> str:
    """The arcs into which units fire."""

    def arcs(names: tuple[str, ...]) -> str:
        return f"their {either(map(in_words, names))}"

    if isinstance(fire.into, Cases):
        return f"Units fire into {speaker.amount(fire.into, arcs)}."
    return f"Units fire into {arcs(fire.into)} only."


def _sight(fire: Fire, speaker: Speaker) -> str:
    seen = fire.line_of_sight == "required"
    return f"A unit that fires {'has to see the target' if seen else 'need not see the target'}."


def _most(fire: Fire, speaker: Speaker) -> str:
    limits = (("phase", fire.most.phase), ("turn", fire.most.turn))
    often = [f"{several(many, 'time')} in a {span}" for span, many in limits if many is not None]
    return f"A unit fires {every(often)} at most." if often else "Units fire as often as they like."


def _resolve(fire: Fire, speaker: Speaker) -> str:
    """How dice are read: by a table, or as hits and what blocks them."""
    if isinstance(fire.resolve, ByTable):
        table = speaker.called("table", fire.resolve.table)
        extra = [_extra(part, speaker, "point of the roll") for part in fire.resolve.roll]
        return "; ".join([f"The table {table} decides, by {fire.resolve.column}", *extra]) + "."
    highest = fire.dice is not None and FACES.get(fire.dice.die) == fire.success
    face = f"{fire.success}{'' if highest else ' or more'}"
    if fire.defense is None:
        return f"Each die of {face} is a hit."
    blocked = "one like it or lower" if fire.blocks == "like_or_lower" else "one"
    return (
        f"A die of {face} is a success; each of the defence blocks {blocked} of the fire, and "
        "those left are hits."
    )


WORDS: Words = {
    Fire: {
        "only": lambda fire, speaker: f"Only {speaker.units(fire.only)} fire.",
        "targets": lambda fire, speaker: f"Fired at are {speaker.units(fire.targets)}.",
        "range": _range,
        "target": lambda fire, speaker: _TARGETS[fire.target],
        "effect": _effect,
        "line_of_sight": _sight,
        "into": _into,
        "most": _most,
        "resolve": Always(_resolve),
        "success": Charted(),
        "blocks": Charted(),
        "dice": _dice,
        "defense": _defense,
        "hits": lambda fire, speaker: _TAKEN[fire.hits],
        "mark": lambda fire, speaker: (
            f"A unit that has been fired at comes into the state "
            f"{speaker.called('state', fire.mark)}."
        ),
    },
}
