"""An attack or a fire before its dice, in lines that a page or a terminal can show."""

from __future__ import annotations

from hexwar.engine import FirePreview, Preview
from hexwar.rules.combat.itemised import concerning
from hexwar.rules.combat.preview import column_in_words, is_certain
from hexwar.rules.fire.section import in_lines
from hexwar.rules.language.wording import column_named, every, percents
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.units.section import Units


def foreseen(state: State, preview: Preview) -> list[str]:
    """What it would be resolved with, and every result with its chance."""
    if isinstance(preview, FirePreview):
        return list(in_lines(preview, state.resolved))
    counters, names = state.resolved[Units].counters, state.resolved[Sides].names
    parties = {"attacker": preview.attackers, "defender": preview.defenders}
    fighting = {who: names[counters[units[0]].side] for who, units in parties.items() if units}
    against = f"{every(preview.attackers)} against {every(preview.defenders)}"
    ratio = f" ({preview.ratio})" if preview.ratio else ""
    lines = [f"{against} in {every(preview.hexes)}: {preview.odds}{ratio}."]
    for modifier in preview.modifiers:
        cited = f" ({modifier.rule})" if modifier.rule else ""
        about = concerning(modifier, fighting.get(modifier.side, ""))
        lines.append(f"{about}: {modifier.value}{cited}")
    if not preview.dice:
        low, high = (column_named(preview.headings, index) for index in preview.columns)
        if preview.hides:
            lines.append(f"More may lie below the top counter: at most {high}, at least {low}.")
        else:
            lines.append(f"{column_in_words(preview) if is_certain(preview) else high}.")
    shares = percents([outcome.probability for outcome in preview.outcomes])
    for outcome, share in zip(preview.outcomes, shares, strict=True):
        code = f"{outcome.code}: " if outcome.code else ""
        lines.append(f"{share} {code}{outcome.title}. {' '.join(outcome.effects)}".rstrip())
    return lines
