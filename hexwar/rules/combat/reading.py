"""What the section ``combat`` says beside its table, in sentences that players read."""

from __future__ import annotations

from hexwar.rules.combat.charts import modifier_in_words
from hexwar.rules.combat.modifiers import BattleModifier
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.language.saying import Speaker


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
        "table": Charted(),
        "results": Charted(),
        "below": Charted(),
        "above": Charted(),
        "headings": Charted(),
        "modifiers": Charted(),
    },
    BattleModifier: _modifier,
}
