"""What the game is about, place by place: what victory and points ask for, and who holds it.

It is read from the conditions, so any game has it: the hexes of the regions that they name, and the
few units that they are about, where these stand. A unit that is not seen has no place here: that
the game is about it is no secret, and where it is may be one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.rules.language.section import Selector, could_fit
from hexwar.rules.language.wording import place_named, region_called
from hexwar.rules.points import Points
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units
from hexwar.rules.victory.section import Victory
from hexwar.viewer.match.match import Match

_FEW_UNITS = 3
"""A condition on more units is about an army, and not about a unit that has to be found."""


class PlaceToHold(NamedTuple):
    """A place that counts: ``hex``, what is there, who ``holds`` it by name, and what it brings."""

    hex: str
    name: str
    holds: str
    worth: str


def objectives(match: Match) -> list[PlaceToHold]:
    """The places that count, in the order of the conditions; each once, with all that it brings."""
    held, names = regions_held(match), match.resolved[Sides].names
    places: dict[str, PlaceToHold] = {}
    for region, sides in held.items():
        holders = {number: names[side] for side, numbers in sides.items() for number in numbers}
        for number in sorted(match.resolved.map.region(region)):
            name, worth = place_named(match.resolved, number), _worth(match.resolved, region)
            _add(places, PlaceToHold(number, name, holders.get(number, ""), worth))
    for unit, worth in _sought(match.resolved):
        stands_in = match.state.position(unit) if match.visibility.sees(unit) else None
        if stands_in:
            name = match.resolved[Units].counters[unit].name
            _add(places, PlaceToHold(stands_in, name, "", worth))
    return list(places.values())


def _add(places: dict[str, PlaceToHold], place: PlaceToHold) -> None:
    """Add a place; where one counts twice its names and all that it brings stand together."""
    listed = places.setdefault(place.hex, place)
    worth = "; ".join(dict.fromkeys(filter(None, (listed.worth, place.worth))))
    name = " and ".join(dict.fromkeys((listed.name, place.name)))
    places[place.hex] = listed._replace(worth=worth, name=name)


def _worth(game: ResolvedGame, region: str) -> str:
    """What a hex of a region brings, in points of each side; else of how many it is one."""
    brings = [
        f"{award.each} to {in_prose(game[Sides].names[award.side])}"
        for award in game[Points].awards.values()
        if award.counted and any(p.arguments.get("region") == region for p in award.counted.parts())
    ]
    if brings:
        return "; ".join(brings)
    many = len(game.map.region(region))
    title = region_called(game.map, region)
    return f"one of {many}: {title}" if many > 1 else title


def regions_held(match: Match) -> dict[str, dict[str, list[str]]]:
    """For each region that the victory asks about, the hexes that each side holds.

    These are the hexes that its units stand in, or, where control counts, those that it controls.
    """
    game, state = match.resolved, match.state
    counters = game[Units].counters
    regions: dict[str, dict[str, list[str]]] = {}
    for name, by_control in regions_asked(game).items():
        regions[name] = {}
        for side in match.sides:
            if by_control:
                controlled = {*state.controlled(side)}
            else:
                standing = (unit for unit in counters if counters[unit].side == side)
                controlled = {place for unit in standing if (place := state.position(unit))}
            regions[name][side] = sorted(controlled & game.map.region(name))
    return regions


def regions_asked(game: ResolvedGame) -> dict[str, bool]:
    """The regions that victory and points ask about, each with whether its control counts."""
    conditions = [rule.condition for rule in game[Victory].lines]
    conditions += [award.condition for award in game[Points].awards.values()]
    conditions += [award.counted for award in game[Points].awards.values()]
    parts = [part for condition in conditions if condition for part in condition.parts()]
    region_names = [
        (str(part.arguments["region"]), part.kind) for part in parts if "region" in part.arguments
    ]
    return {name: (name, "controlled") in region_names for name, _ in region_names}


def sought(match: Match) -> list[str]:
    """The hexes of units that the game is about and that are seen, such as somebody to be found."""
    units = {sought.unit for sought in _sought(match.resolved)}
    in_sight = [unit for unit in sorted(units) if match.visibility.sees(unit)]
    return [place for place in map(match.state.position, in_sight) if place]


class _SoughtUnit(NamedTuple):
    """A unit that a condition singles out, and what is scored for it, if that is points."""

    unit: str
    worth: str


def _sought(game: ResolvedGame) -> Iterator[_SoughtUnit]:
    """The units that conditions single out, in the order of the conditions."""
    conditions: list[tuple[Condition | None, str]] = [
        (line.condition, "") for line in game[Victory].lines
    ]
    names = game[Sides].names
    conditions += [
        (award.counted, f"{award.title}: {award.each} to {in_prose(names[award.side])}")
        for award in game[Points].awards.values()
    ]
    for condition, worth in conditions:
        if condition:
            for part in condition.parts():
                selector = part.arguments.get("of")
                if isinstance(selector, Selector):
                    units = [
                        u for u, unit in game[Units].counters.items() if could_fit(selector, unit)
                    ]
                    if len(units) <= _FEW_UNITS:
                        yield from (_SoughtUnit(unit, worth) for unit in units)
