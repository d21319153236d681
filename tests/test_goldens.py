"""Play has not changed by accident: hashes of seeded games (``tools/goldens.py``)."""

from __future__ import annotations

import json

from tools.goldens import EXTENTS, ROOT, differences, record

GOLDEN = ROOT / "tests" / "golden" / "goldens.json"


def test_seeded_games_go_as_they_went() -> None:
    """When this fails and the change was meant, record them again and say in the commit why.

    ``python tools/goldens.py --small --record tests/golden/goldens.json``
    """
    data = json.loads(GOLDEN.read_text(encoding="utf-8"))
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
