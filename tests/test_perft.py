"""The rules have not changed by accident: golden counts of sequences of actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.perft import Position, divide, load_positions, perft

MANY = 5_000
"""Deeper counts than this are left to ``tools/perft.py``, which .ci/run calls."""

POSITIONS = load_positions()
GAMES = Path(__file__).resolve().parent.parent / "games"


def test_every_shipped_game_is_fingerprinted() -> None:
    """What has no position has no fingerprint; the reference game has two scenarios."""
    scenarios: dict[str, set[str]] = {}
    for position in POSITIONS:
        scenarios.setdefault(position.game, set()).add(position.start["scenario"])
    assert scenarios.keys() == {path.parent.name for path in GAMES.glob("*/game.yaml")} - {"scs"}
    assert scenarios["strike_force_one"] == {"standard", "advanced"}


@pytest.mark.parametrize("position", [pytest.param(p, id=p.name) for p in POSITIONS])
def test_golden_counts(position: Position) -> None:
    """When this fails and the change was meant: ``python tools/perft.py --update``."""
    for depth, golden in enumerate(position.counts, 1):
        if golden <= MANY:
            assert perft(position.state(), depth) == golden, f"depth {depth}"


def test_divide_adds_up_to_the_count() -> None:
    """The two ways of counting agree."""
    position = POSITIONS[0]
    counts = divide(position.state(), 2)
    assert sum(count for _, count in counts) == position.counts[1]
    assert len(counts) == position.counts[0]
