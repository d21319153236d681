"""Write a large game into a folder: something to measure loading, playing and drawing with."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import yaml

from hexwar.hexmap import HexMap, Numbering

LEGEND = {"o": "open", "w": "woods", "h": "hills"}


def write_game(folder: Path, *, columns: int, rows: int, units: int, seed: int = 1) -> Path:
    """Write a game of two sides with ``units`` counters each; answers with its folder.

    The same arguments write the same game. The map is a full grid of three terrains with a river
    on one hexside in ten; the sides begin in the outermost columns.
    """
    random = Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    board = HexMap(Numbering(columns, rows), dict.fromkeys(Numbering(columns, rows).numbers(), "o"))
    sections = {
        "game": _rules(),
        "map": _map(board, columns, rows, random),
        "units": _units(units),
        "scenarios": _scenario(board, units),
    }
    for name, section in sections.items():
        text = yaml.safe_dump(section, sort_keys=False, width=10_000, default_flow_style=None)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def _map(board: HexMap, columns: int, rows: int, random: Random) -> dict[str, Any]:
    lines = [
        "rc " + " ".join(f"{column:02}" for column in range(1, columns + 1)),
        *(
            f"{row:02}  " + "  ".join(random.choices("owh", (6, 2, 1), k=columns))
            for row in range(1, rows + 1)
        ),
    ]
    sides = [(a, b) for a in board.numbers for b in board.neighbors(a) if a < b]
    river = sorted(f"{a}/{b}" for a, b in random.sample(sides, len(sides) // 10))
    return {
        "map": {
            "grid": {
                **{"columns": columns, "rows": rows, "orientation": "flat"},
                **{"shoved": "even-columns-down", "ids": "CCRR"},
            },
            "legend": LEGEND,
            "terrain": "\n".join(lines) + "\n",
            "hexsides": {"river": river},
            "regions": {"west": [f"01{row:02}" for row in range(1, rows + 1)]},
        },
        "terrain": {
            "hexes": {
                "open": {"title": "Open", "cost": 1},
                "woods": {"title": "Woods", "cost": 2},
                "hills": {"title": "Hills", "cost": 2},
            },
            "hexsides": {"river": {"title": "River", "cost": 1}},
        },
    }


def _units(units: int) -> dict[str, Any]:
    counters = {
        f"{side[0].upper()}{number}": {
            "side": side,
            "type": "infantry",
            "name": f"Company {number}",
        }
        for side in ("red", "blue")
        for number in range(1, units + 1)
    }
    types = {"infantry": {"title": "Infantry", "symbol": "infantry", "size": "company"}}
    return {"units": {"types": types, "counters": counters}}


def _scenario(board: HexMap, units: int) -> dict[str, Any]:
    """The red side in the westernmost columns, the blue side in the easternmost."""
    west_to_east = sorted(board.numbers)
    setup = {f"R{number}": at for number, at in enumerate(west_to_east[:units], 1)}
    setup |= {f"B{number}": at for number, at in enumerate(reversed(west_to_east[-units:]), 1)}
    return {"scenarios": {"battle": {"title": "Battle", "setup": setup}}}


def _rules() -> dict[str, Any]:
    phases = [
        {"id": f"{side}_{kind}", "title": f"{side} {kind}".title(), "kind": kind, "side": side}
        for side in ("red", "blue")
        for kind in ("movement", "combat")
    ]
    results = {
        "DR": {"title": "Defender retreats", "do": [{"retreat": {"who": "defender", "hexes": 1}}]},
        "AR": {"title": "Attacker retreats", "do": [{"retreat": {"who": "attacker", "hexes": 1}}]},
    }
    return {
        **{"hexwar": 2, "id": "generated", "title": "Generated", "version": "1.0"},
        "sides": {
            "red": {"name": "Red", "color": "#b3392f"},
            "blue": {"name": "Blue", "color": "#2f5f9e"},
        },
        "sequence": {"turns": 4, "phases": phases},
        "movement": {"allowance": 4, "through_friends": "allowed", "resume": "until_another_moves"},
        "zones_of_control": {
            **{"exerted_by": "all", "entering": "stop", "zone_to_zone": "forbidden"},
        },
        "stacking": {"limit": 1, "checked": ["end_of_phase"]},
        "combat": {
            **{"target": "unit", "column": "attackers", "dice": "1d6", "columns": [1, 2]},
            "table": {die: ["AR" if die > 3 else "DR", "DR"] for die in range(1, 7)},
            "results": results,
        },
        "retreat": {
            "by": "owner",
            "into_zone": "forbidden",
            "into_friends": "forbidden",
            "blocked": "eliminated",
        },
        "advance": {},
        "victory": [{"when": "end_of_game", "winner": "red"}],
    }
