"""What the section ``combat`` says beside its table, in sentences that players read.

``WORDS`` has them key by key, as for every section. Most keys are ``Charted``: the chart of the
table shows them already, and only a patch that changes one needs its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from hexwar.definition.grammar import does
from hexwar.engine.notation import vocabulary
from hexwar.rules.combat.forms import FaceEffect, FaceTable, Fighting, Ignoring
from hexwar.rules.combat.modifiers import BattleModifier, FromHexes
from hexwar.rules.combat.section import Combat
from hexwar.rules.dice.section import Face, FaceDie
from hexwar.rules.language.conditions import in_a_sentence
from hexwar.rules.language.programs import program_in_words
from hexwar.rules.language.reading import Always, Charted, Speaker, Words, modifier_effects
from hexwar.rules.language.section import Near, Selector
from hexwar.rules.language.selectors import selected, units_selected
from hexwar.rules.language.wording import Names, called, either, every, several


def _modifier(modifier: BattleModifier, speaker: Speaker) -> str:
    return f"{modifier.title}: {modifier_in_words(modifier, speaker.names)}."


def _headings(combat: Combat, speaker: Speaker) -> str:
    return f"Columns: {', '.join(combat.headings)}."


def _dice(combat: Combat, speaker: Speaker) -> str:
    return f"The dice are {combat.dice}."


def _strength(combat: Combat, speaker: Speaker) -> str:
    if combat.strength == "printed":
        return "Units attack and defend with the strengths that their counters show."
    return "In battle every unit counts one."


WORDS: Words = {
    Combat: {
        "strength": Always(_strength),
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
    Fighting: {
        "again": lambda fighting, speaker: (
            "Units that have been attacked may be attacked again in the phase, by others."
            if fighting.again == "allowed"
            else "No unit is attacked twice in a phase."
        )
    },
    # For a card that changes it; the chart of the table says it with the rest.
    FaceEffect: {
        "ignored": lambda effect, speaker: (
            "; ".join(_ignored(part, speaker.names) for part in effect.ignored) + "."
        )
    },
    BattleModifier: _modifier,
}


def modifier_in_words(modifier: BattleModifier, names: Names) -> str:
    """What other than terrain changes battles, and when: ``+1 column, if Red attacks``."""
    when: list[str] = []
    if modifier.side:
        when.append(does(names[modifier.side], "attacks"))
    if modifier.attackers:
        when.append(f"{_some(modifier.attackers, names)} attack")
    if modifier.defenders:
        when.append(f"{_some(modifier.defenders, names)} defend")
    if modifier.comes_from is not None:
        hexes = "opposite hexes"
        if isinstance(modifier.comes_from, FromHexes):
            many = modifier.comes_from.hexes
            hexes = f"{many} hexes or more" if many > 1 else "a hex beside it"
        elif modifier.comes_from == "around":
            hexes += ", or three of which no two touch"
        when.append(f"the hex is attacked from {hexes}")
    if modifier.condition is not None:
        when.append(in_a_sentence(modifier.condition, names, vocabulary("wordings")))
    if modifier.within is not None:
        near = Near(hexes=modifier.within.hexes, of=modifier.within.of)
        when.append(f"the battle is {selected(Selector(within=near), names)}")
    if modifier.spends is not None:
        spending = modifier.spends
        points = several(spending.count, "point")
        often = f", up to {spending.most} times" if spending.most > 1 else ""
        when.append(
            f"the {spending.by} spends {points} of {called(names, 'pool', spending.pool)}{often}"
        )
    under = f", if {' and '.join(when)}" if when else ""
    return f"{modifier_effects(modifier.effects, names)}{under}"


def _some(kinds: Iterable[Selector], names: Names) -> str:
    """Units of each kind in words."""
    return f"{every(selected(kind, names) for kind in kinds)} units"


def symbols_in_words(faces: FaceTable, die: FaceDie, names: Names) -> Iterator[str]:
    """How many dice with symbols are thrown, and what the symbols do, in their order."""
    of = {face.id: face for face in die.faces}
    count = "attack strength" if faces.count == "strength" else "attack strength less defence"
    yield (
        f"As many dice as the {count}, with what is added to the attacker or taken from him: "
        f"{faces.least} at least, {faces.most} at most."
    )
    for effect in faces.does.values():
        sentence = _effect_in_words(effect, of, names)
        # An effect that is called like its symbol is named once.
        named = re.match(rf"{re.escape(effect.title)}\b", sentence)
        yield sentence if named else f"{effect.title}: {sentence}"
    if faces.misses:
        yield f"{every(of[name].title for name in faces.misses)}: nothing."
    if faces.then:
        yield f"Then {program_in_words(faces.then, names)}."


def _effect_in_words(effect: FaceEffect, of: Mapping[str, Face], names: Names) -> str:
    """What the symbols of an effect are, when they count, and what they do."""
    symbols = [
        of[symbol.face].title
        + (f" against {selected(symbol.against, names)}" if symbol.against is not None else "")
        for symbol in effect.faces
    ]
    conditions = [either(symbols)]
    if effect.attackers is not None:
        whose = units_selected(effect.attackers, names)
        conditions.append(f"if there are {whose} among the attackers")
    if effect.condition is not None:
        conditions.append(f"if {in_a_sentence(effect.condition, names, vocabulary('wordings'))}")
    if effect.least > 1:
        conditions.append(f"if there are {effect.least} of them")
    for_each = f"for each {program_in_words(effect.each, names)}" if effect.each else ""
    once = f"once {program_in_words(effect.once, names)}" if effect.once else ""
    ignored = [f"{_ignored(exemption, names)}." for exemption in effect.ignored]
    sentence = f"{', '.join(conditions)}: {'; '.join(filter(None, (for_each, once)))}."
    return " ".join([sentence, *ignored])


def _ignored(exemption: Ignoring, names: Names) -> str:
    """Which units ignore how many of the symbols."""
    many = "all" if exemption.count is None else str(exemption.count)
    may = "may ignore" if exemption.by else "ignore"
    who = "defenders"
    if exemption.only is not None:
        who = f"of the defenders {units_selected(exemption.only, names)}"
    by = (
        f", attacked by {units_selected(exemption.attackers, names)},"
        if exemption.attackers
        else ""
    )
    title = f"{exemption.title}: " if exemption.title else ""
    return f"{title}{who}{by} {may} {many} of them"
