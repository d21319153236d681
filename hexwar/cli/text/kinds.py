"""What the text mode says on its own about some kinds of decision and some verbs.

They are named only here. Whatever is not in these tables is described by its choices.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, islice

from hexwar.cli.text.visibility import Seen
from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Preview
from hexwar.engine.notation import verbs
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.wording import every, mid_sentence
from hexwar.rules.movement.section import Movement
from hexwar.rules.state import State
from hexwar.rules.units.section import Units

MORE_BELOW = " and more below"
"""After the top counter of a stack whose other units are not seen."""

ABLE = {
    "enter": "Can enter the map",
    "declare": "Can be declared",
}
"""By verb: what can be done with the units or the names that follow. Others: ``Can VERB``."""


def able(seen: Seen) -> Iterator[str]:
    """Which units can do what, verb by verb, and how to end the phase or to decline."""
    state = seen.known
    units_by_verb: dict[str, dict[str, None]] = {}
    parts: list[str] = []
    for action in state.legal_actions():
        verb = verbs()[action.verb]
        if verb.ends:
            effect = verb.label(action, state) if verb.label else action.verb
            parts.append(f"Type {action} to {effect[0].lower()}{effect[1:]}.")
            continue
        # The unit that does it; without one, what is named; else where.
        names = action.units or (action.name,) * bool(action.name) or action.hexes
        units_by_verb.setdefault(action.verb, {}).update(dict.fromkeys(names))
    if len(units_by_verb.get("enter", {})) > 1:
        parts.append("Type reinforce to bring on all.")
    lines = [
        f"{ABLE.get(verb, f'Can {verb}')}: {', '.join(names)}."
        for verb, names in units_by_verb.items()
    ]
    yield " ".join([*lines, *parts])


def _targets(seen: Seen) -> Iterator[str]:
    """Each hex that can be attacked, the units seen in it, and the units that can attack it."""
    for target, groups in seen.state.attack_options().items():
        defenders = ", ".join(seen.units_at(target)) + (MORE_BELOW if seen.hides(target) else "")
        by = ", ".join("+".join(group) for group in groups)
        yield f"Can be attacked: {target} ({defenders}) by {by}."
    declared = seen.known.declared_attacks()
    for attack in declared:
        by, target = ", ".join(attack.units), ", ".join(attack.hexes)
        back = Action("withdraw", *attack[1:])
        yield f"Declared: {by} against {target}. Type {back} to take it back."
    # Units that must attack first keep a phase from ending: the prompt names them.
    if seen.known.explain(Action("done")) is None:
        yield f"Type done to {'fight what is declared' if declared else 'end the phase'}."


TOLD = {"movement": able, "combat": _targets}
"""By kind of decision: what is left to do in it, where choices are not offered by number."""


def thrown_away(seen: Seen, acted: Container[str]) -> str:
    """What a phase that ends now would leave undone, in the middle of a sentence: attacks at better
    than even that nobody has made, or units that could move and are not among those who have
    ``acted`` in it. Empty for nothing.
    """
    state = seen.known
    if state.decision is None or state.decision.kind not in TOLD:
        return ""
    attacks = []
    declared = {number for attack in state.declared_attacks() for number in attack.hexes}
    for target, groups in state.attack_options().items():
        together = Action("attack", tuple(dict.fromkeys(chain(*groups))), (target,))
        for attack in (together, *(Action("attack", group, (target,)) for group in groups)):
            if target not in declared and state.explain(attack) is None:
                preview = seen.preview(str(attack))
                if isinstance(preview, Preview) and preview.is_favourable:
                    attacks.append(f"{every(attack.units)} can attack {target}, {preview.odds}")
                break
    if attacks:
        return _first_of(attacks)
    movers = (
        unit for action in state.legal_actions() if action.verb == "move" for unit in action.units
    )
    idle = [unit for unit in dict.fromkeys(movers) if unit not in acted]
    return f"{_first_of(idle)} {'has' if len(idle) == 1 else 'have'} not moved" if idle else ""


def _first_of(things: Sequence[str]) -> str:
    """Things by name, of many the first."""
    not_named = len(things) - MOST_LEFT
    return every(things if not_named <= 0 else [*things[:MOST_LEFT], f"{not_named} more"])


MOST_LEFT = 3
"""Of more units or attacks that a phase would leave undone the rest is a number."""


MEANT = {"end": "done", "finish": "done", "skip": "pass", "go": "move", "shoot": "fire"}
"""Words of other games and of the window's keys, with what is meant by them here."""

ATTACKS = ("attack", "fire")
"""The verbs that a question about the chances of an attack may mean, where none is possible."""

EXAMPLES = {
    "move": (
        ("move A 0703", "move by the cheapest path"),
        ("move A 0904-0804-0703", "move along a path that begins where the unit stands"),
    ),
    "attack": (("attack 0503 by A B", "attack a hex with these units"),),
    "fire": (("fire 0503 by A", "fire at a hex"),),
    "withdraw": (("withdraw 0503 by A B", "take a declared attack back"),),
    "resolve": (("resolve 0503 by A B", "fight an attack that has been declared"),),
    "retreat": (("retreat C 0402", "retreat to a hex"),),
    "lose": (("lose B", "choose the unit that is lost"),),
    "top": (("top A", "put a unit on top of its stack, where the enemy sees it"),),
    "advance": (("advance A", "advance after combat"),),
    "enter": (("enter R1 0903", "bring a unit on from off the map"),),
    "overrun": (("overrun 0503 by A B", "attack a hex in the course of movement"),),
    "through": (("through A 0503", "go through a hex that was overrun in vain"),),
    "hold": (("hold 2", "lose two steps in place of two hexes of retreat"),),
    "place": (("place A 0703", "set a unit up"),),
    "declare": (("declare NAME", "make a declaration of the rules"),),
    "pass": (("pass", "decline an offer"),),
    "done": (("done", "end the phase"),),
    "draw": (("draw", "offer a draw"),),
    "accept": (("accept", "agree on a draw that is offered"),),
    "resign": (("resign", "give up"),),
}
"""Examples of the notation by verb, for ``help``, and what they mean: with units and hexes that
:func:`at_hand` replaces.
"""


def step_to(unit: str, goal: str) -> Action:
    """The move of a unit to a hex, whether it may go there or not."""
    return Action("move", (unit,), (goal,))


def at_hand(seen: Seen, example: str) -> str:
    """An example with units and hexes of this game: own units where there are any on the map, and
    a way from the first of them, so that nothing is told of the enemy.
    """
    state, side = seen.state, seen.state.side_to_act
    counters = state.resolved[Units].counters
    own_units = [unit for unit in counters if side in (None, counters[unit].side)] or list(counters)
    own_units.sort(key=lambda unit: seen.position(unit) is None)
    units = [*own_units, *own_units[:1] * 3]
    board = state.resolved.map
    hexes_on_way = [(own_units and seen.position(own_units[0])) or board.numbers[0]]
    while len(hexes_on_way) < 3 and (
        on := [n for n in board.neighbors(hexes_on_way[-1]) if n not in hexes_on_way]
    ):
        hexes_on_way.append(on[0])
    hexes_on_way += hexes_on_way[-1:] * 2
    replacements = dict(zip("ABC", units, strict=False)) | {"R1": (own_units or ["UNIT"])[-1]}
    replacements |= {
        "0904": hexes_on_way[0],
        "0804": hexes_on_way[1],
        "0703": hexes_on_way[2],
        "0503": hexes_on_way[1],
        "0504": hexes_on_way[2],
    }
    replacements |= {"0402": hexes_on_way[1], "0903": hexes_on_way[0]}
    replacements["HEX"] = hexes_on_way[1]
    for unit in units[:2]:  # as in `hand UNIT UNIT`
        example = re.sub(r"\bUNIT\b", unit, example, count=1)
    return re.sub(r"\b\w+\b", lambda word: replacements.get(word[0], word[0]), example)


def first_of_each_verb(seen: Seen) -> dict[str, str]:
    """The first of the legal actions of each verb, as far as is known to who asks."""
    known = seen.known
    first: dict[str, str] = {}
    if not known.is_over:
        for action in islice(known.legal_actions(), MOST_ASKED):
            first.setdefault(action.verb, str(action))
    return first


MOST_ASKED = 2000
"""Of more legal actions the rest have no verb that is looked for: they are attacks by groups."""


def attacks_on_several(games: Iterable[ResolvedGame]) -> list[tuple[str, str]]:
    """An example of an attack on several hexes at once, if one of these games has any."""
    sections = filter(None, (game.section(Combat) for game in games))
    example = ("attack 0503-0504 by A", "attack several hexes at once")
    return [example] if any(combat.battle.hexes == "many" for combat in sections) else []


def ways_of_moving(state: State) -> list[tuple[str, str]]:
    """Examples of moves in the ways that have a name, and what they mean."""
    modes = state.resolved[Movement].modes.values()
    return [(f"move A 0703 {mode.id}", f"move {mid_sentence(mode.title)}") for mode in modes]
