"""What groups of reinforcements say beside the line that announces them."""

from __future__ import annotations

from hexwar.definition.grammar import does
from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import number
from hexwar.rules.reinforcements.section import Group, GroupEntry


def _side(group: Group, speaker: Speaker) -> str:
    return f"{does(speaker.names[group.side], 'receives')} it."


def _step(group: Group, speaker: Speaker) -> str:
    return (
        "Its units come with their last step." if group.step == "last" else "Its units come whole."
    )


def _again(group: Group, speaker: Speaker) -> str:
    return "It comes again in every turn." if group.again == "every_turn" else "It comes once."


def _until(group: Group, speaker: Speaker) -> str:
    if group.until == "end_of_phase":
        return "Who has not entered when the phase ends does not come any more."
    return "Who has not entered may do so later."


def _table(group: Group, speaker: Speaker) -> str:
    table = speaker.called("table", group.table) if group.table else "no table"
    return f"Each unit that has entered rolls on {table}."


def _cost(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.cost is None:
        return "The entry hex costs what its terrain costs."
    free = ", and the unit has not moved yet" if not entry.cost else ""
    return f"The entry hex costs {number(entry.cost)} MP{free}."


def _when(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.when == "start_of_phase":
        return "Units enter before any other unit of their side moves in the phase."
    return "Units enter at any time in the phase."


def _placing(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.placing == "owed":
        return "Whoever can enter must."
    return "Who can enter may wait for a later turn."


def _into_zone(entry: GroupEntry, speaker: Speaker) -> str:
    may = "may not" if entry.into_zone == "forbidden" else "may"
    return f"Units {may} enter in an enemy zone of control."


def _into_friends(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.into_friends == "overstack":
        return "Units may enter a hex that then holds too many, until the phase ends."
    return "Units enter within the stacking limit."


def _in_column(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.in_column:
        return "Units that enter by the same hex come one behind the other, and pay for that."
    return "Each unit pays for the entry hex alone."


def _at(entry: GroupEntry, speaker: Speaker) -> str:
    where = "anywhere in the region" if entry.at is None else speaker.where(entry.at)
    return f"Entry hexes count {where}."


WORDS: Words = {
    Group: {
        "side": _side,
        "phase": Charted(),
        "units": Charted(),
        "most": Charted(),
        "drawn": Charted(),
        "roll": Charted(),
        "declared": Charted(),
        "condition": Charted(),
        "step": _step,
        "again": _again,
        "until": _until,
        "table": _table,
    },
    GroupEntry: {
        "region": Charted(),
        "when": _when,
        "placing": _placing,
        "blocked": Charted(),
        "at": _at,
        "cost": _cost,
        "into_zone": _into_zone,
        "into_friends": _into_friends,
        "in_column": _in_column,
    },
}
