"""What a phase that is ended now would leave undone: units that did nothing, good attacks.

A player who ends a phase by mistake cannot take that back once a die has fallen. So the end is
asked for twice where something is left that a player would hardly leave on purpose. Of fights only
those count that the attackers may well win: most phases end without the others.
"""

from __future__ import annotations

from hexwar.engine import IllegalAction, Preview
from hexwar.rules.language.wording import every, place_named
from hexwar.viewer.table.fights import odds_at_target
from hexwar.viewer.table.selection import Selection

_NAMED = 3
"""Of more units or attacks the rest is a number."""


def left_idle(chosen: Selection) -> str:
    """What would be wasted if a person's phase ended now, as part of a sentence: units that have
    done nothing in it, else attacks at better than even that nobody has made. Empty for none.
    """
    looks = chosen.presentation
    if not looks.is_phase or looks.outside_turn or chosen.ending() is None:
        return ""
    if chosen.available.target_first:
        return _some(_good_attacks(chosen))
    # The units that have done something since the phase began. The others are asked about even if
    # they were meant to stay: that cannot be told from a move that was forgotten.
    engaged: set[str] = set()
    for entry in reversed(chosen.match.entries):
        if any(event.kind == "phase_begins" for event in entry.events):
            break
        engaged.update(entry.action.units)
    idle = [unit for unit in chosen.ready() if unit not in engaged] if looks.idle else []
    return f"{_some(idle)} {'has' if len(idle) == 1 else 'have'} {looks.idle}" if idle else ""


def _good_attacks(chosen: Selection) -> list[str]:
    """Which units can attack which hex at what odds, where these are better than even."""
    sentences, available = [], chosen.available
    declared = {number for attack in chosen.state.declared_attacks() for number in attack.hexes}
    views = chosen.match.visibility.views
    for number in chosen.targets:
        if number in declared:
            continue
        attack = available.fight(number, available.attackers_of(number, None))
        try:
            preview = (views[0] if views else chosen.match.state).preview(attack)
        except IllegalAction:
            continue
        if isinstance(preview, Preview) and preview.is_favourable:
            place = place_named(chosen.resolved, number)
            sentences.append(f"{every(attack.units)} can attack {place}, {odds_at_target(preview)}")
    return sentences


def _some(names: list[str]) -> str:
    """Things by name, of many the first."""
    if len(names) <= _NAMED:
        return every(names)
    return every([*names[:_NAMED], f"{len(names) - _NAMED} more"])
