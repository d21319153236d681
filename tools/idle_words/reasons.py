"""Why a word that `check` accepts has no witness in a place: a line for each, or for a path and all
that stands below it.

Whoever finds a witness, or lets `check` find the word, deletes the line.
"""

from __future__ import annotations

UNWITNESSED = {
    "combat.attackers.support": "wants an overrun of units that may only support",
    "combat.automatic": "wants a battle in such a column, of such units",
    "combat.faces.count": "the dice of the only game that counts them so are as many either way",
    "combat.faces.does.ID.ignored": "wants symbols that some defenders ignore, and just so many",
    "combat.faces.does.ID.least": "wants more dice of one symbol than the small games throw",
    "combat.limits": "wants modifiers that come to more than the limits that are tried",
    "combat.modifiers.ID.attacker": "wants such units in such a battle",
    "combat.modifiers.ID.roll": "wants such units in such a battle",
    "combat.modifiers.ID.shift": "wants such units in such a battle",
    "combat.modifiers.ID.within": "wants such units in such a battle",
    "combat.multiply": "wants a unit with two multipliers in a battle that they bring to a column",
    "combat.results.pattern": "another pattern reads the same codes, or none",
    "combat.battle.declare": "battles that are declared first and at once go alike at random",
    "decks.ID.cards.ID.values": "numbers on cards that no way of playing them counts",
    "decks.ID.sides": "the games with decks give them to all sides",
    "decks.ID.ways.ID.also": "wants a card of the other side, played for points",
    "facing.border": "wants an attack across the edge of two arcs",
    "facing.points_to": "what is tried turns every unit alike",
    "fire.blocks": "wants fire that a result brings while a battle goes on",
    "fire.defense.die": "wants fire that a result brings while a battle goes on",
    "fire.dice.without": "wants dice of fire that are taken away, which one game has",
    "fire.effect.[].beyond": "wants fire from farther than the small maps let anybody",
    "fire.resolve.roll": "wants fire on a table, from farther than the small maps let anybody",
    "fire.spills.multiply": "wants hits that spill, and a part of them that is another number",
    "line_of_sight.levels.hexes": "wants ground of two heights in the line between two units",
    "line_of_sight.own_hexsides": "wants sight along a hexside of the unit's own hex",
    "melee.terrain": "overruns are fought from beside, and never within a hex",
    "movement.classes": "a patch may name no new class of movement",
    "movement.modes.ID.away_from_enemy": "wants enemies just so near to who moves in that way",
    "movement.modes.ID.deed": "what units have done in a way of moving is asked by no other rule",
    "movement.modes.ID.most.cases": "wants more units that move in one way than any game has",
    "movement.modifiers.ID": "what is tried leaves whole numbers as they are",
    "rerolls.ID.tables": "the games with rerolls have one table",
    "retreat.by.defender": "wants a retreat of both sides of a battle",
    "retreat.measured": "both ways to measure come to the same on open ground",
    "states.ID.allows": "wants a state that lets units do what another forbids",
    "states.ID.ends": "wants a state with several ends, of which two come at different times",
    "supply.draws": "wants sources that give only so much",
    "supply.trace.[].formation": "wants a line of supply through units of the own formation",
    "supply.trace.[].not_through": "wants a line of supply that such hexes alone can close",
    "terrain.features.ID.combat": "wants a battle there in which it makes a column",
    "terrain.hexes.ID.combat": "wants a battle there in which it makes a column",
    "terrain.hexes.ID.cover": "wants fire at units there that just misses",
    "terrain.hexsides.ID.counts": "wants a hexside that counts for one purpose and not for another",
    "terrain.together": "wants a battle across two kinds of terrain",
    "terrain.features": "what may be added beside the ground of a map stands nowhere on it",
    "terrain.hexes": "what may be added beside the ground of a map stands nowhere on it",
    "terrain.hexsides": "what may be added beside the ground of a map stands nowhere on it",
    "transport.most": "wants carriers with room for more than one, and more loads",
    "zones_of_control.not_into": "wants a zone that ends at such a hex, in such a battle",
}
"""By path. The longest that fits counts."""


def reason(path: str) -> str:
    """Why a word has no witness; empty if nobody has looked."""
    fitting = [start for start in UNWITNESSED if f"{path}.".startswith(f"{start}.")]
    return UNWITNESSED[max(fitting, key=len)] if fitting else ""


STEPS = {
    "clear": "wants counters that lie on the map when the card is played",
    "enter": "wants groups that enter by a table and by nothing else",
    "gain": "no small game with points lets units fire one at a time",
    "if": "what is tried asks for a state that nobody is in",
    "reinforce": "wants figures that were lost and may come back, and a hex for them",
    "rejoin": "wants units off the map that may come back",
    "spend": "no small game with points lets units fire one at a time",
}
"""By verb, why a step of a program has no witness where `check` accepts it."""
