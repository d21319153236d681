"""The tutorial, followed to the letter: after each step the game is sound and can be played.

A block of YAML begins with the name of its file, and says how much of it it is: all, what stands
after a key, from a key to the end, or at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli import main

PAGE = Path(__file__).resolve().parents[1] / "docs" / "tutorial" / "first-game.md"
BLOCK = re.compile(
    r"```yaml\n# (?P<file>\w+\.yaml)(?:, (?P<how>after|from|at the end) ?(?P<key>\w*))?\n"
    r"(?P<text>.*?)```",
    re.DOTALL,
)


def steps() -> list[str]:
    """The text of each step."""
    return re.split(r"^## Step \d+: ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def follow(folder: Path, step: str) -> int:
    """Do what a step says; the number of its blocks."""
    blocks = list(BLOCK.finditer(step))
    for block in blocks:
        path = folder / block["file"]
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text("".join(changed(before, block)), encoding="utf-8")
    return len(blocks)


def changed(before: str, block: re.Match[str]) -> Iterator[str]:
    """The text of a file after a block was copied into it."""
    if block["how"] is None:
        yield block["text"]
        return
    lines = before.splitlines(keepends=True)
    at = len(lines)
    if block["key"]:
        at = next(n for n, line in enumerate(lines) if line.lstrip().startswith(f"{block['key']}:"))
    yield from lines[: at + (block["how"] == "after")]
    yield block["text"]
    if block["how"] == "after":
        yield from lines[at + 1 :]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder as it is after each step that changes it, by the step's title."""
    found: dict[str, Path] = {}
    texts: dict[str, str] = {}
    for step in steps():
        folder = tmp_path_factory.mktemp("step") / "ford"
        folder.mkdir()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        if follow(folder, step):
            found[step.partition("\n")[0]] = folder
        texts = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    return found


def test_every_step_with_files_is_followed(games: dict[str, Path]) -> None:
    assert len(steps()) == 8
    assert len(games) == 6
    blocks = sum(len(BLOCK.findall(step)) for step in steps())
    assert blocks == PAGE.read_text(encoding="utf-8").count("```yaml\n")


@pytest.mark.parametrize("number", range(6))
def test_the_game_is_sound_after_each_step(number: int, games: dict[str, Path]) -> None:
    """``no findings``, as the page says, and it can be played to its end."""
    folder = [*games.values()][number]
    assert [str(found) for found in hexwar.check(folder)] == []
    state = hexwar.load_game(folder).start(seed=1)
    random = Random(1)
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
    assert state.winner in ("red", "blue")


def test_without_the_last_line_the_check_asks_what_counts(
    games: dict[str, Path], tmp_path: Path
) -> None:
    """What step 4 says of ``together``."""
    for path in games["ground that matters in battle"].iterdir():
        text = path.read_text(encoding="utf-8").replace("  together: best\n", "")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    (found,) = hexwar.check(tmp_path)
    assert "whether what hex and hexside do to a battle adds up is not said" in found.message


def test_what_a_designer_adds_is_enforced(
    games: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Step 8: what it adds stands in what is enforced, in a scenario with an option."""
    folder = str(games["make it another game"])
    assert main(["show", folder, "--scenario", "evening", "--option", "mud"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "4 turns, each of 7 phases" in text
    assert "The vanguard: R5 may enter by west road (0103) in Red movement, if it is turn 3" in text
    assert "or later." in text
    assert "Mud: all units have 1 movement point less." in text
    assert "Marsh 3 no +1 column" in text
    assert "Played in answer to an attack." in text


def test_what_is_printed_says_what_nobody_could_play_without(
    games: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Step 7: what becomes of units, and where they enter."""
    assert main(["show", str(games["is it fair?"])]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Units that cannot retreat are eliminated." in text
    assert "enter by east road (0703) in Blue movement" in text


def test_the_commands_of_the_last_steps(
    games: dict[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Balance, playtests, paper."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    folder = str(games["is it fair?"])
    assert main(["balance", folder, "--games", "2", "--jobs", "1"]) == 0
    assert "Red (Greedy) against Blue (Greedy), 2 games" in capsys.readouterr().out
    assert main(["check", "--play", "20", "--jobs", "1", "--strict", folder]) == 0
    assert capsys.readouterr().out == "ford: no findings\n"
    assert main(["print", folder, "--only", "aid"]) == 0
    assert [path.name for path in (tmp_path / "ford-print").iterdir()] == ["aid.pdf"]
