"""The patches in which a word may be said, each laid over a game so that it is met in play."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import hexwar
from tools.idle_words.words import Tree, merged

ID = "zz_idle"
"""What is added is called so."""


class Place(NamedTuple):
    """A patch of a game: ``lay`` lays it, or says ``None`` of a game that has no such patch.

    ``options``: those that a game is begun with; ``of_battles``: it is in force in battles alone.
    """

    name: str
    lay: Callable[[Tree, Tree], Tree | None]
    options: tuple[str, ...] = ()
    of_battles: bool = False


def _base(tree: Tree, patch: Tree) -> Tree:
    return merged(tree, patch)


def _option(tree: Tree, patch: Tree) -> Tree:
    return merged(tree, {"options": {ID: {"title": "Option", "patch": patch}}})


def _phase(tree: Tree, patch: Tree) -> Tree:
    whole = copy.deepcopy(tree)
    for phase in phases_of(whole):
        phase["patch"] = merged(phase.get("patch") or {}, patch)
    return whole


def phases_of(tree: Tree) -> Iterator[Tree]:
    """The phases of a game, and those within them."""
    waiting = [*tree["sequence"].get("phases", [])]
    while waiting:
        phase = waiting.pop(0)
        yield phase
        inner = phase.get("phases")
        waiting += inner if isinstance(inner, list) else []


def _effect(tree: Tree, patch: Tree) -> Tree:
    always = {"if": {"turn": {"at_least": 1}}, "patch": patch}
    return merged(tree, {"effects": {ID: always}})


def _kind(tree: Tree, patch: Tree) -> Tree | None:
    return _with_kind(tree, {"patch": patch}, patch)


def _chosen(tree: Tree, patch: Tree) -> Tree | None:
    return _with_kind(tree, {"chosen": "attacker", "patch": patch}, {})


def _with_kind(tree: Tree, kind: Tree, patch: Tree) -> Tree | None:
    """A game with another kind of battle, and the patches of its own changed."""
    if "combat" not in tree:
        return None
    whole = copy.deepcopy(tree)
    kinds: Tree = whole["combat"].setdefault("kinds", {})
    for each in kinds.values():
        each["patch"] = merged(each.get("patch") or {}, patch)
    kinds[ID] = kind
    return whole


def _overrun(tree: Tree, patch: Tree) -> Tree | None:
    if "combat" not in tree:
        return None
    own: Tree = {"cost": 1} if "overrun" not in tree else {}
    return merged(tree, {"overrun": {**own, "patch": patch}})


def _card(tree: Tree, patch: Tree) -> Tree | None:
    """A game in which each attack may be answered by a card with the patch, by either side."""
    if "combat" not in tree:
        return None
    whole = with_card(tree, {"answers": {"attack": "always"}, "patch": patch})
    for name, deck in whole["decks"].items() if whole is not None else ():
        for card in deck["cards"].values() if name != ID else ():
            if "attack" in card.get("answers", {}):
                card["patch"] = merged(card.get("patch") or {}, patch)
    return whole


def with_card(tree: Tree, card: Tree) -> Tree | None:
    """A game with one more deck, all of one card, of which either side has a hand full."""
    if "phases" not in tree["sequence"]:
        return None
    whole = copy.deepcopy(tree)
    first = whole["sequence"]["phases"][0]["id"]
    own: Tree = {
        "title": "Cards",
        "hand": 9,
        "draws": [{"phase": first, "to": "hand", "side": side} for side in whole["sides"]],
        "cards": {ID: {"count": 60, **card}},
    }
    whole.setdefault("decks", {})[ID] = own
    return whole


BASE = Place("base", _base)
PLACES = (
    BASE,
    Place("option", _option, (ID,)),
    Place("phase", _phase),
    Place("effect", _effect),
    Place("kind", _kind, of_battles=True),
    Place("chosen kind", _chosen, of_battles=True),
    Place("overrun", _overrun, of_battles=True),
    Place("card", _card, of_battles=True),
)


def place_called(name: str) -> Place:
    """A place by its name."""
    return next(place for place in PLACES if place.name == name)


def neutral(place: Place, tree: Tree) -> Any:
    """The game with the place in it, and nothing said there."""
    return tree if place.name in ("base", "phase", "effect") else place.lay(tree, {})


def staged(tree: Tree) -> Tree | None:
    """A game in which battles are followed by a retreat, out of enemy zones, and an advance.

    What battles bring is rare in games that are played at random, and much is asked then alone.
    ``None`` of a game whose battles have no table of results.
    """
    results = tree.get("combat", {}).get("results")
    if not isinstance(results, dict):
        return None
    retreat = [{"retreat": "defender"}, {"advance": "all"}]
    codes = {
        key: retreat
        for key, steps in results.items()
        if key not in ("pattern", "order") and "retreat" not in repr(steps)
    }
    changed = {"combat": {"results": codes}, "retreat": {"into_zone": "forbidden"}}
    return merged(tree, changed)


def met(tree: Tree, game: hexwar.Game, luck: Random) -> Tree | None:
    """A game in which units of both sides begin around one hex, mixed, in its first scenario.

    The hex is one of particular terrain, if there are any. ``None`` of a game in which fewer than
    two sides have units that begin each in a hex.
    """
    name, scenario = next(iter(tree["scenarios"].items()))
    of_sides: dict[str, list[str]] = {}
    for unit, place in (scenario.get("setup") or {}).items():
        if unit in game.units and isinstance(place, str) and place in game.map:
            of_sides.setdefault(game.units[unit].side, []).append(unit)
    if len(of_sides) < 2:
        return None
    for units in of_sides.values():
        luck.shuffle(units)
    mixed = [unit for turn in zip_longest(*of_sides.values()) for unit in turn if unit is not None]
    kinds = Counter(game.map.terrain(place) for place in game.map)
    common, _ = kinds.most_common(1)[0]
    rare = [place for place in sorted(game.map) if game.map.terrain(place) != common]
    middle = luck.choice(rare or sorted(game.map))
    around = sorted(game.map, key=lambda place: (game.map.distance(middle, place), place))
    setup = dict(zip(mixed, around, strict=False))
    return merged(tree, {"scenarios": {name: {"setup": setup}}})
