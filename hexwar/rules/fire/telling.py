"""A fire before its dice, in lines that players read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from hexwar.engine.queries import FirePreview
from hexwar.rules.fire.section import Cover
from hexwar.rules.language.wording import every
from hexwar.rules.terrain.section import HexsideTerrain, HexTerrain


def in_lines(preview: FirePreview, sides: Mapping[str, str]) -> Iterator[str]:
    """Who fires at whom, the lines of the reckoning, the dice, and every chance.

    ``sides``: the names that players read, by the id of the side.
    """
    hexes = preview.line_of_sight.distance
    away = "1 hex" if hexes == 1 else f"{hexes} hexes"
    (target,) = preview.defenders
    fire = "fire" if preview.attackers[1:] else "fires"
    yield f"{every(preview.attackers)} {fire} at {target} in {preview.target}, {away} away."
    for modifier in preview.modifiers:
        cited = f" [{modifier.rule}]" if modifier.rule else ""
        whose = sides.get(modifier.side, modifier.side)
        yield f"  {modifier.label}, {whose}: {modifier.value}{cited}"
    if not preview.attack_dice:
        yield f"Column {preview.headings[preview.column]}."
    else:
        attack, defense = map(pool_in_words, (preview.attack_dice, preview.defense_dice))
        yield f"Dice: {attack} against {defense}." if preview.defense_dice else f"Dice: {attack}."
    for number, chance in preview.casualties.items():
        yield f"  {number} lost: {_percent(float(chance))}"
    for unit, chances in preview.spilled.items():
        listed = ", ".join(f"{n} lost {_percent(float(p))}" for n, p in chances.items())
        yield f"  Spills over at {unit}: {listed}"
    if preview.morale:
        yield f"  Morale fails: {_percent(float(preview.morale))}"


def covered(kind: HexTerrain | HexsideTerrain) -> list[str]:
    """What a kind of hex or hexside does to fire: ``cover 1``, or nothing."""
    dice = kind[Cover].cover
    return [f"cover {dice}"] if dice else []


def pool_in_words(dice: tuple[int, ...]) -> str:
    """``4d6``; of several kinds ``4d6, 2d8``."""
    return ", ".join(f"{n}d{sides}" for sides, n in sorted(Counter(dice).items())) or "no dice"


def _percent(chance: float) -> str:
    return f"{chance:.1%}"
