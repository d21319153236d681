"""What the section ``combat`` says beside its table, in sentences that players read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwar.definition.grammar import does
from hexwar.engine.notation import brought
from hexwar.rules.combat.modifiers import BattleModifier, FromHexes, Spends
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.effects_in_words import modifier_effects
from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.selector import Near, Selector
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import Names, called, several


def _modifier(modifier: BattleModifier, speaker: Speaker) -> str:
    return f"{modifier.title}: {modifier_in_words(modifier, speaker.names)}."


def _headings(combat: Combat, speaker: Speaker) -> str:
    return f"Columns: {', '.join(combat.headings)}."


def _dice(combat: Combat, speaker: Speaker) -> str:
    return f"The dice are {combat.dice}."


WORDS: Words = {
    Combat: {
        "column": Charted(),
        "columns": Charted(_headings),
        "rounding": Charted(),
        "dice": Charted(_dice),
        "faces": Charted(),
        "table": Charted(),
        "results": Charted(),
        "below": Charted(),
        "above": Charted(),
        "headings": Charted(),
        "modifiers": Charted(),
    },
    BattleModifier: _modifier,
}


def modifier_in_words(modifier: BattleModifier, names: Names) -> str:
    """What changes battles besides terrain, and when: ``+1 column, if Red attacks``."""
    when = list(_when(modifier, names))
    under = f", if {' and '.join(when)}" if when else ""
    return f"{modifier_effects(modifier.effects, names)}{under}"


def _when(modifier: BattleModifier, names: Names) -> Iterator[str]:
    if modifier.side:
        yield does(names[modifier.side], "attacks")
    if modifier.attackers:
        yield f"{_some(modifier.attackers, names)} attack"
    if modifier.defenders:
        yield f"{_some(modifier.defenders, names)} defend"
    if modifier.comes_from is not None:
        yield f"the hex is attacked from {_hexes(modifier.comes_from)}"
    if modifier.condition is not None:
        yield in_a_sentence(modifier.condition, names, brought().wordings)
    if modifier.within is not None:
        near = Near(hexes=modifier.within.hexes, of=modifier.within.of)
        yield f"the battle is {selected(Selector(within=near), names)}"
    if modifier.spends is not None:
        yield _paid(modifier.spends, names)


def _paid(said: Spends, names: Names) -> str:
    points = several(said.count, "point")
    often = f", up to {said.most} times" if said.most > 1 else ""
    return f"the {said.by} spends {points} of {called(names, 'pool', said.pool)}{often}"


def _hexes(said: FromHexes | str) -> str:
    """The hexes beside it from which a hex is attacked."""
    if isinstance(said, FromHexes):
        return f"{said.hexes} hexes or more" if said.hexes > 1 else "a hex beside it"
    three = ", or three of which no two touch" if said == "around" else ""
    return f"opposite hexes{three}"


def _some(kinds: Iterable[Selector], names: Names) -> str:
    """Units of each kind in words."""
    return f"{' and '.join(selected(kind, names) for kind in kinds)} units"
