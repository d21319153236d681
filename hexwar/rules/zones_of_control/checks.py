"""What is asked of section ``zones_of_control``: what else may enter zones than units that move.

Printed rules often leave open whether retreats, reinforcements and supply lead into enemy zones,
and games settle it differently: a game with zones has to say it. And no zone may depend on which
units stand in one, as there would be no answer.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.effects import Cases
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.states.section import States, StateSelectors
from hexwar.rules.units.rules import groups_of
from hexwar.rules.zones_of_control.section import ZoneSelectors, ZonesOfControl


@of_each_game
def zones_say_who_enters_them(subject: Subject, findings: Findings) -> None:
    """Families of games differ on what else may go into enemy zones than units that move."""
    game, zones = subject.game, subject.game.section(ZonesOfControl)
    if zones is None or zones.exerted_by == "none":
        return
    groups, combat = groups_of(game), game.section(Combat)
    results = combat.results.values() if combat else ()
    retreats = any(step.verb == "retreat" for result in results for step in result.effects)
    unsaid = {
        "retreat": game[Retreat].into_zone is None and retreats,
        "entry": any(group.entry.into_zone is None for group in groups),
        "supply": _traces_anyhow(game),
    }
    for name in (name for name, forgotten in unsaid.items() if forgotten):
        where = subject.key(name) if name in subject.tree else subject.key("zones_of_control")
        message = f"whether {_WHO[name]} enemy zones of control is not said"
        hint = f"write `into_zone` in section {name}: allowed, as it is now, or forbidden"
        findings.add("HW484", where.place(), message, help=hint)


def _traces_anyhow(game: ResolvedGame) -> bool:
    """Whether it is not said if supply lines lead into zones."""
    if not game.has("supply"):
        return False
    from hexwar.rules.supply.section import Supply  # not in games without it

    return game[Supply].into_zone is None


@of_each_game
def no_zone_turns_on_zones(subject: Subject, findings: Findings) -> None:
    """Which units have a zone, and how far it reaches, does not depend on which stand in one."""
    zones, states = subject.game.section(ZonesOfControl), subject.game.section(States)
    if zones is None:
        return
    held = {name: state.while_ for name, state in states.by_id.items()} if states else {}
    who = [] if isinstance(zones.exerted_by, str) else [zones.exerted_by]
    far = zones.reach.of if isinstance(zones.reach, Cases) else ()
    for key, selectors in (("exerted_by", who), ("reach", [case.only for case in far])):
        asked = [
            part for selector in selectors if selector is not None for part in selector.everywhere()
        ]
        asked += [
            part
            for selector in asked
            for name in selector[StateSelectors].state
            if (condition := held.get(name)) is not None
            for part in condition.everywhere()
        ]
        if all(part[ZoneSelectors] == ZoneSelectors() for part in asked):
            continue
        place = subject.node("zones_of_control", key).place()
        message = "which units have a zone of control depends on which are in one, and that on it"
        findings.add("HW640", place, message, help="ask where units stand, or their states")


_WHO = {
    "retreat": "a retreat may enter",
    "entry": "reinforcements may arrive in",
    "supply": "supply lines may go through",
}
