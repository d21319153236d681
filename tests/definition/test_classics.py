"""The mechanisms of docs/reference/classics.md: each block of YAML is a game that can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hexwar
from tests.conformance.scs.variant import folder

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT.parent / "docs" / "reference" / "classics.md"
BASE = ROOT / "games" / "classics"
MOST_ACTIONS = 400


def mechanisms() -> Iterator[tuple[str, str]]:
    """Every heading of a mechanism with its YAML."""
    title = ""
    for part in re.split(
        r"^(### [^\n]*|```yaml\n.*?^```)$", PAGE.read_text("utf-8"), flags=re.M | re.S
    ):
        if part.startswith("### "):
            title = part.removeprefix("### ")
        elif part.startswith("```yaml\n"):
            yield title, part.removeprefix("```yaml\n").removesuffix("```")


MECHANISMS = tuple(mechanisms())


def test_each_mechanism_is_shown_once() -> None:
    titles = [title for title, _ in MECHANISMS]
    headings = re.findall(r"^### (.*)$", PAGE.read_text("utf-8"), flags=re.M)
    assert titles == headings
    assert len({*titles}) == len(titles) >= 60


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize(("title", "yaml"), MECHANISMS, ids=[title for title, _ in MECHANISMS])
def test_a_mechanism_is_written_as_the_page_says(title: str, yaml: str, tmp_path: Path) -> None:
    """Nothing is found in what the page says, and a random game with it goes on as it should."""
    game = folder(tmp_path, yaml, BASE)
    found = [d for d in hexwar.check(game) if d.severity == "error" or Path(d.file).parent == game]
    # A page of rules need not be one of goals for computer players (HW518).
    assert [str(finding) for finding in found if finding.code != "HW518"] == []
    state = hexwar.load_game(game).start("meeting", seed=1)
    draw = Random(1)
    for _ in range(MOST_ACTIONS):
        if state.is_over:
            break
        state.apply(state.sample_action(draw))
    assert state.turn > 1 or state.is_over
