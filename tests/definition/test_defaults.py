"""What a schema says a value is if it is left out, it is."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from hexwar.definition import load
from hexwar.definition.codes import tiny
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import ADDED, Form
from hexwar.definition.loading import GameFolder
from hexwar.definition.model import ResolvedGame
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode, plain
from tests.definition.test_schemas import walk
from tools.schemas import schemas

Resolved = Callable[[dict[str, Any]], ResolvedGame]

NEAR = {"side": "own", "within": {"hexes": 1, "of": {"side": "own"}}}


def tiny_game() -> dict[str, Any]:
    """The tiny game with a name for everything on its map."""
    whole: dict[str, Any] = {}
    for name, text in tiny.FILES.items():
        if name.endswith(".yaml"):
            findings = Findings()
            file = read_bytes(Path(name), text.encode(), findings)
            assert file is not None
            tree = parse(file, findings)
            assert tree is not None
            whole |= plain(tree)
    del whole["rulebook"]
    whole["terrain"] |= {
        "hexsides": {"river": {}},
        "paths": {"road": {"cost": 1}},
        "features": {"town": {}},
    }
    for unit in ("B", "B1", "B2"):
        whole["units"]["counters"][unit] = {"side": "red", "type": "infantry"}
    whole["breakdown"] = {"pair": {"whole": "B", "parts": ["B1", "B2"]}}
    whole["map"] |= {"regions": {"west": ["0101"]}, "boxes": {"rallying": {}}}
    whole["movement"] |= {"modes": {"rapid": {}}, "modifiers": {"mud": {"multiply": "1/2"}}}
    return whole


def asking(conditions: dict[str, Any]) -> list[dict[str, Any]]:
    """Phases that take place under these conditions."""
    phase = {"kind": "movement", "side": "red"}
    return [{"id": f"if_{k}", **phase, "if": {k: asked}} for k, asked in conditions.items()]


def battle() -> dict[str, Any]:
    """A game of battles with a place for every value that may be left out of one."""
    whole = tiny_game()
    whole["zones_of_control"] = {"entering": {}, "leaving": {}, "bonds": {}, "zone_to_zone": {}}
    whole["sheet"] = {}
    whole["terrain"]["hexes"]["open"]["combat"] = {"attacker": {"add": 1}}
    whole["units"]["types"]["infantry"] |= {"steps": [{"movement": 4}], "values": {"rating": 1}}
    whole["units"]["values"] = {"rating": "number"}
    whole["combat"]["attackers"] = {"most": 3}
    whole["combat"]["mandatory"] = {"attack": {}, "targets": {}}
    whole["combat"]["battle"] = {"hexes": "one", "declare": "one_by_one"}
    led = {"value": "rating", "of": {"side": "red"}}
    air = {"spends": {"pool": "men"}, "shift": led, "roll": led, "attacker": {"add": led}}
    whole["combat"]["modifiers"] = {"air": air}
    far = {"value": "rating"}
    air |= {"defender": {"add": led}, "attacker": {"add": led, "within": far, "beyond": far}}
    whole["combat"]["kinds"] = {"near": {"patch": {}}}
    whole["overrun"] = {"cost": 1}
    whole["bombardment"] = {"range": 2}
    whole["fire"] = {
        "hits": "steps",
        "dice": {"count": 1},
        "together": {"most": 3},
        "spills": {"among": "all"},
    }
    steps: list[dict[str, object]]
    steps = [{"eliminate": {"who": "defender"}}, {"retreat": {"who": "defender"}}, {"advance": {}}]
    exchange = {"least": "weaker", "in": "strength"}
    steps += [{"lose_steps": {"who": "defender", "count": 1}}, {"exchange": exchange}]
    steps.append({"exchange": {**exchange, "pays": {}}})
    steps += [{"mark": {"state": "one"}}, {"unmark": {"state": "one"}}]
    steps += [{"choose": {"one_of": [["nothing"]]}}, {"if": {"then": ["nothing"]}}]
    lying: list[dict[str, object]] = [
        {"place": {"marker": "trench"}},
        {"clear": {"marker": "trench"}},
    ]
    steps += [
        *lying,
        {"roll": {"table": "luck"}},
        {"remove": {"who": "defender", "to": "rallying"}},
    ]
    whole["combat"]["results"] = {"DE": steps, "NE": ["nothing"]}
    whole["combat"]["automatic"] = {"at_least": "2", "result": "DE"}
    by_both: dict[str, object] = {"by": {"attacker": "owner", "defender": "enemy"}}
    by_both["before_combat"] = {"do": ["nothing"]}
    whole |= {"losses": {}, "retreat": by_both, "advance": {}}
    for opening in whole["scenarios"].values():
        opening["setup"] |= {"A": {"hex": opening["setup"]["A"]}}
    whole["untried"] = {"only": {"side": "red"}, "draw": {"6-6": 9}}
    those = NEAR | {"formation_lost": {"in": "steps"}}
    leaving = {"side": "red", "phase": "red_movement", "only": those}
    whole["withdrawals"] = {"south": leaving}
    placing = {"phase": "red_movement", "by": {"side": "own"}}
    does = {"cost": {"add": 1}, "prohibited": {}, "combat": {"attacker": {"add": 1}}}
    does |= {"stop": {}, "entering": {"table": "luck"}}
    trench = {"side": "red", "place": placing, "acts": {}, "does": does}
    whole["markers"] = {"trench": trench | {"clear": {"phase": "red_movement"}}}
    isolated = {"after": 2, "mark": "one"}
    line = {"hexes": 3}
    whole["control"] = {}
    whole["supply"] = {"sources": {"red": ["west"]}, "attrition": isolated, "trace": line}
    worked = {"phase": "red_movement"}
    bridge = {"carries": ["road"], "standing": ["0101/0102"], "build": worked, "wreck": worked}
    bridge["falls"] = {"nears": {"side": "red"}, "roll": {"dice": "1d6", "at_least": 3}}
    whole["works"] = {"bridge": bridge}
    entry = {"region": "west", "blocked": {"map": 1}}
    group = {"side": "red", "phase": "red_movement", "units": ["B"], "entry": entry}
    whole["transport"] = {"carriers": {"unit": "B"}, "load": {"side": "red"}}
    whole["transport"]["cost"] = {"load": 1, "unload": 1}
    whole |= {"reinforcements": {"second_wave": group}, "entry": {}}
    worn = {"lost": {"of": {"side": "red"}}}
    broken = {"formations": {"lost": {"share": 1, "in": "steps"}}}
    whole["formations"], whole["cup"] = {"guard": {}}, {"reds": {"side": "red"}}
    whole["points"] = {
        name: {"side": "red", "each": 1} | more
        for name, more in (("late", {}), ("worn", {"for": worn}), ("broken", {"for": broken}))
    }
    whole["sequence"]["calendar"] = {"night": {"from": 1, "each": 6}}
    whole["effects"] = {"late": {"if": {"turn": 2}, "patch": {"movement": {"allowance": 2}}}}
    phases = whole["sequence"]["phases"]
    orders = {"by": {"side": "red"}, "within": 1, "most": 1}
    phases[0] |= {"spends": {"pool": "men"}, "command": orders}
    phases.append({"id": "red_rest", "kind": "replacement", "side": "red"})
    phases.append({"id": "draws", "kind": "activation", "order": "chits"})
    phases[-1]["phases"] = [{"id": "run", "kind": "movement", "spends": {"pool": "men"}}]
    phases[-1]["phases"][0]["command"] = orders
    of_red = {"of": {"side": "red"}}
    counted = {
        "occupied": {"region": "west", "side": "red"},
        "controlled": {"region": "west", "side": "red"},
        "eliminated": {"side": "red"},
        "steps_lost": {"side": "red"},
        "points": {"side": "red"},
        "units": of_red,
        "steps": of_red,
        "sum": {"value": "attack", **of_red},
        "hexes": {"region": "west", **of_red},
        "pool": {"men": {"at_least": 1}},
    }
    phases += asking(worn | broken | counted)
    pool = {"side": "red", "gain": {"phase": "red_rest", "count": 1}, "kept": "always"}
    whole["pools"] = {"men": pool}
    replaces = {"phase": "red_rest", "pool": "men", "does": ["rebuild", "return"], "rebuilds": {}}
    whole["replacements"] = {"red": replaces}
    replaces |= {"returns": {"step": "full", "at": {"region": "west"}}}
    ending = {"at": "end", "roll": "1d6"}
    whole["states"] = {"one": {"ends": ending}, "several": {"ends": [ending]}}
    marks: list[dict[str, object]] = [
        {verb: {"state": "one", "only": {"side": "red"}}} for verb in ("mark", "unmark")
    ]
    whole["states"]["overwatch"] = {"ends": ending}
    drifts: dict[str, Any] = {"drift": {"hexes": 1}}
    luck = {"dice": "1d6", "table": {"1..6": "same"}, "results": {"same": marks}}
    of_one = luck | {"columns": [0], "table": {"1..6": ["same"]}}
    again = {"roll": {"table": "of_worn"}}
    forks: list[dict[str, Any]] = [
        {"if": {"then": ["nothing"]}},
        {"choose": {"one_of": [["nothing"]]}},
    ]
    for_units = luck | {
        "results": {"same": [*marks, *lying, drifts, again, *forks, {"retreat": {"who": "actor"}}]}
    }
    whole["movement"]["modes"]["rapid"]["table"] = "luck"
    whole["tables"] = {"luck": for_units, "of_worn": of_one | {"column": worn}}
    whole["tables"]["of_broken"] = of_one | {"column": broken}
    whole["movement"]["modes"]["rapid"]["spends"] = {"pool": "men"}
    step = {"text": "Move.", "expect": {"verb": "move"}}
    whole["lessons"] = {"first": {"title": "First", "side": "red", "steps": [step]}}
    separate: dict[str, Any] = json.loads(json.dumps(whole))  # what stands in several places
    return separate


def zones(
    entering: dict[str, Any], leaving: dict[str, Any], between: dict[str, Any]
) -> dict[str, Any]:
    """A game with these zones."""
    said = {"entering": entering, "leaving": leaving, "zone_to_zone": between}
    lines = {"sources": {"red": ["west"]}, "judged": ["attack"], "trace": [{"hexes": 3}]}
    return tiny_game() | {"zones_of_control": said, "supply": lines}


FIREFIGHT = """
units:
  values: {figures: number, morale: die}
  types: {infantry: {title: Infantry, values: {figures: 2, morale: d6}}}
  counters:
    A: {side: red, type: infantry}
    B: {side: red, type: infantry}
    X: {side: blue, type: infantry}
line_of_sight: {levels: {hexes: {open: {height: 1}}, features: {town: {height: 1}}}}
fire:
  dice: {count: 1, plus: [{only: {side: red}}]}
  hits: figures
  line_of_sight: required
  indirect: {}
  most: {turn: 3}
  effect: [{only: {side: red}}]
figures:
  conditions: {fit: {effective: true}, down: {}, taken: {gone: true}}
  hit: down
  check: {condition: [down], die: d6, results: {1..6: fit}}
  capture: {condition: [down], becomes: taken, side: blue}
initiative: {first: red, dice: {only: {side: red}}, die: {red: d6, blue: d6}, success: 4}
activation: {}
reactions: {interrupt: {phases: [first], contest: {die: morale, success: 4}}}
states: {shaken: {ends: {at: end, turn: true}}}
morale: {fails: shaken}
hidden: {side: red, where: {region: west}}
dummies: {patrols: {side: red, count: 1}}
escort: {units: {unit: B}, escorts: {unit: A}}
sequence:
  turns: 3
  phases:
    - {id: initiative, kind: initiative}
    - {id: first, kind: activation, side: initiative}
    - {id: second, kind: activation, side: others}
    - {id: checks, kind: casualties}
"""


def firefight() -> dict[str, Any]:
    """A game of units that fire, with a place for every value that may be left out of one."""
    whole = tiny_game()
    whole |= yaml.safe_load(FIREFIGHT)
    del whole["combat"], whole["breakdown"]
    counted = {
        "figures": {"side": "red", "condition": "down"},
        "escorted": {"side": "red"},
        "contacted": {"side": "red"},
        "exited": {"exit": "out"},
    }
    whole["sequence"]["phases"] += asking(counted)
    whole["exits"] = {"out": {"side": "red", "region": "west"}}
    return whole


PICTURE = Path(__file__).parent / "everything" / "board.gif"


@cache
def games() -> list[dict[str, Any]]:
    """Games that between them have a place for every value."""
    stops: dict[str, Any] = {"stop": True, "cost": 1}
    costs = {"cost": 1}
    by_side = zones({"red": stops}, {"red": costs}, {"red": {}})
    cases = ({"cases": [{"is": said}]} for said in (stops, costs, {}))
    in_cases = zones(*cases)
    others = map(small_game, ("sloops", "close_combat", "second_throws"))
    at_a_price, by_sides = melee({"cost": 2}), melee({"red": {"cost": 2}, "blue": {"cost": 1}})
    made = [battle(), firefight(), by_side, in_cases, at_a_price, *others]
    price = {"cost": 1}
    turns = ({"cost": 1}, {"cases": [{"is": price}]}, {"red": price, "blue": price})
    return [*made, cards(), symbols(), by_sides, obliging(), pictured(), *map(looking, turns)]


def pictured() -> dict[str, Any]:
    """A game whose map is a picture, and whose numbers could have names of their own."""
    whole = small_game("flanks")
    grid = {"dx": 10, "dy": 11.5, "x0": 10, "y0": 10}
    beside = [{"file": PICTURE.name, "x": 0, "y": 0}]
    whole["map"]["picture"] = {"file": PICTURE.name, "grid": grid, "beside": beside}
    whole["units"]["called"] = {}
    return whole


def looking(turns: object) -> dict[str, Any]:
    """A game of units that look somewhere and turn so."""
    whole = small_game("flanks")
    whole["facing"]["turns"] = turns
    return whole


def obliging() -> dict[str, Any]:
    """A game in which phases oblige, and phases within one, with points."""
    whole = small_game("levies")
    inner = {"obliges": {"only": {"side": "red"}}, "points": {"fire": 2}}
    within = [{"id": "inner", "kind": "movement", **inner}]
    rounds = {"id": "rounds", "kind": "activation", "order": "alternating"}
    outer = {**rounds, "points": {"most": 2}, "phases": within}
    whole["sequence"]["phases"].append(outer)
    return whole


def cards() -> dict[str, Any]:
    """A game of cards with a place for every value that may be left out of what is said of them."""
    whole = small_game("card_driven")
    theirs = {"deck": "strategy", "side": "red"}
    luck = [{"deal": theirs}, {"discard": theirs}]
    whole.setdefault("tables", {})["luck"] = {
        **{"dice": "1d6", "table": {"1..6": "same"}},
        "results": {"same": luck},
    }
    whole["combat"]["results"]["DE"] += [{"deal": theirs}, {"again": {"most": 2}}]
    answer = {"answers": {"attack": {"distance": "adjacent"}}, "do": ["nothing"]}
    whole["decks"]["strategy"]["cards"]["ambush"] = answer | {"values": {"ops": 1}}
    spare = {
        "side": "red",
        "draws": [{"phase": "deal", "count": 1}],
        "cards": {"spare": {"do": ["nothing"]}},
    }
    whole["decks"] = {"spare": spare, **whole["decks"]}
    asked = {"cards": {"deck": "strategy", "at_least": 1, "in": "discards"}}
    whole["sequence"]["phases"] += asking(asked)
    return whole


def symbols() -> dict[str, Any]:
    """A game of dice with symbols, one of which says how many there are in a mapping."""
    whole = small_game("battle_dice")
    for dice in whole["dice"].values():
        for face, said in dice["faces"].items():
            dice["faces"][face] = {"title": face} if isinstance(said, int) else said
    return whole


def melee(leaving: dict[str, Any]) -> dict[str, Any]:
    """A game of melees that units leave so."""
    whole = small_game("close_combat")
    whole["melee"]["leaving"] = leaving
    return whole


def small_game(name: str) -> dict[str, Any]:
    """A game of the tests with what it extends, as one file."""
    source = GameFolder(Path(__file__).parents[1] / "games" / name, Findings())
    whole = plain(source.root)
    assert isinstance(whole, dict)
    return {key: value for key, value in whole.items() if key not in ("extends", "rulebook")}


def base(steps: list[str]) -> dict[str, Any]:
    """A game that has a place for the value that these steps lead to."""
    return copy.deepcopy(next(game for game in games() if place(game, steps) is not None))


USED = {
    "fire.schema.json#/$defs/extra": ("fire", "dice", "plus", "*"),
    "fire.schema.json#/$defs/pool": ("fire", "dice"),
    "figures.schema.json#/properties/conditions/additionalProperties": (
        *("figures", "conditions", "down"),
    ),
    "markers.schema.json#/$defs/attacker": ("markers", "trench", "does", "combat", "attacker"),
    "combat.schema.json#/$defs/strength": ("combat", "modifiers", "*", "defender"),
    "combat.schema.json#/$defs/strength_of_attacker": ("combat", "modifiers", "*", "attacker"),
    "conditions.schema.json#": ("sequence", "phases", "*", "if"),
    "counts.schema.json#": ("points", "*", "for"),
    "selectors.schema.json#": ("withdrawals", "south", "only"),
    "programs.schema.json#": ("combat", "results", "DE", "*"),
    "states.schema.json#/additionalProperties/properties/ends": ("states", "one", "ends"),
    "states.schema.json#/additionalProperties/properties/ends/items": (
        *("states", "several", "ends", "*"),
    ),
    "programs.schema.json#/properties/discard": (
        *("decks", "strategy", "cards", "spies", "do", "*", "discard"),
    ),
    "outcomes.schema.json#": ("tables", "luck", "results", "same", "*"),
    "supply.schema.json#/$defs/stage": ("supply", "trace"),
    "terrain.schema.json#/$defs/attacker": ("terrain", "hexes", "open", "combat", "attacker"),
    "values.schema.json#/$defs/steps": ("units", "types", "infantry", "steps"),
}
"""A place in the game for each schema that several values share."""


def steps_to(path: str) -> list[str]:
    """The steps into a game for a schema's path; ``*`` for any key or index."""
    name, _, pointer = path.partition("#/")
    steps = [] if name.startswith("game.") else [name.partition(".")[0]]
    for shared, where in USED.items():
        if path.startswith(shared):
            steps, pointer = list(where), path.removeprefix(shared)
    parts = pointer.split("/")
    while parts:
        step = parts.pop(0)
        if step == "properties":
            steps.append(parts.pop(0))
        elif step in ("items", "additionalProperties"):
            steps.append("*")
    return steps


def place(whole: Any, steps: list[str]) -> dict[str, Any] | None:
    """The mapping in a game that has a place for the last step, the first if there are several."""
    step, *rest = steps
    if not rest:
        return whole if isinstance(whole, dict) else None
    if step != "*":
        return place(whole[step], rest) if isinstance(whole, dict) and step in whole else None
    inner = whole.values() if isinstance(whole, dict) else whole if isinstance(whole, list) else ()
    return next((found for value in inner if (found := place(value, rest)) is not None), None)


def put(whole: Any, steps: list[str], value: object) -> None:
    """Put a value into a game, or take out what is there if it is None."""
    above = place(whole, steps)
    assert above is not None
    if value is None:
        above.pop(steps[-1], None)
    else:
        above[steps[-1]] = value


@pytest.fixture(scope="module")
def resolved(tmp_path_factory: pytest.TempPathFactory) -> Resolved:
    """The game of a folder with this one file; many defaults are left out of the same."""
    games: dict[str, ResolvedGame] = {}

    def game(whole: dict[str, Any]) -> ResolvedGame:
        text = json.dumps(whole)
        if text not in games:
            folder = tmp_path_factory.mktemp("game")
            (folder / "game.yaml").write_text(text)
            shutil.copy(PICTURE, folder)
            games[text] = load(folder).resolve()
        return games[text]

    return game


def said(value: object) -> object:
    """A value whose patches, which stand somewhere in a file, are only what they say."""
    if isinstance(value, MappingNode):
        return plain(value)
    if isinstance(value, Form):
        # What a package adds and says nothing of is made when somebody asks for it.
        added = {k: v for k, v in vars(value).get(ADDED, {}).items() if said(v) != said(k())}
        own = {key: inner for key, inner in vars(value).items() if key != ADDED}
        return type(value), said(own), said(added)
    if isinstance(value, Mapping):
        return {key: said(inner) for key, inner in value.items()}
    if type(value) is tuple:
        return tuple(map(said, value))
    return value


WHOLE = {
    name: {key: said for key, said in each.items() if key != "$schema"}
    for name, each in schemas().items()
}
"""The schemas, each of them whole: in those that are published equal parts stand elsewhere."""
REGISTRY: Registry[Any] = Registry().with_resources(
    [(name, DRAFT202012.create_resource(each)) for name, each in WHOLE.items()]
)
NODES = dict(pair for name, each in WHOLE.items() for pair in walk(each, f"{name}#"))

DEFAULTS = {
    path: node["default"]
    for path, node in NODES.items()
    if "default" in node and not path.endswith("/sides")
}


def test_there_are_defaults() -> None:
    assert len(DEFAULTS) >= 30


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize("path", DEFAULTS)
def test_a_value_left_out_is_its_default(path: str, resolved: Resolved) -> None:
    steps = steps_to(path)
    without, stated = base(steps), base(steps)
    put(without, steps, None)
    put(stated, steps, copy.deepcopy(DEFAULTS[path]))
    assert without != stated
    one, other = resolved(without), resolved(stated)
    for field in fields(ResolvedGame):
        if field.compare and field.name != "map":
            assert said(getattr(one, field.name)) == said(getattr(other, field.name))
    assert one.digest == other.digest
    assert one.map.numbers == other.map.numbers
    assert one.map.graph.edges == other.map.graph.edges


def test_a_default_fits_its_schema() -> None:
    for path, default in DEFAULTS.items():
        validator = Draft202012Validator({"$ref": path}, registry=REGISTRY)
        assert [(path, e.message) for e in validator.iter_errors(default)] == []
