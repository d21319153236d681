"""Play has not changed by accident: hashes of seeded games (``tools/goldens.py``)."""

from __future__ import annotations

import json

import pytest

from tools.goldens import EXTENTS, ROOT, differences, record


@pytest.mark.parametrize("name", ["goldens", "minimal"])
def test_seeded_games_go_as_they_went(name: str) -> None:
    """When this fails and the change was meant, record them again and say in the commit why.

    ``python tools/goldens.py --small --record tests/golden/goldens.json``, and ``--minimal`` into
    ``minimal.json`` for the games of the tests, one for each mechanism.
    """
    data = json.loads((ROOT / f"tests/golden/{name}.json").read_text(encoding="utf-8"))
    assert list(differences(data["goldens"], record(EXTENTS[data["extent"]]))) == []


def test_differences_name_what_differs_and_where() -> None:
    """Three digits a record: the second one differs here, a game is missing, another is new."""
    before = {"duel | play": "aaabbbccc", "gone | play": "aaa", "same | play": "aaa"}
    now = {"duel | play": "aaadddccc", "more | play": "aaa", "same | play": "aaa"}
    assert list(differences(before, now)) == [
        "duel | play: 1 of 3 records differ: 1",
        "gone | play: is no longer there",
        "more | play: is new",
    ]
