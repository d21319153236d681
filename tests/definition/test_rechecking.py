"""A folder checked again and again while an editor holds its files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import hexwar
from hexwar.definition.checking import Checker
from hexwar.definition.codes import tiny
from hexwar.definition.locations import find_game
from hexwar.definition.merging import Cache
from hexwar.definition.model import ResolvedGame
from hexwar.definition.watching import Unsaved
from hexwar.engine.rules import Scopes
from hexwar.rules import game
from hexwar.rules.compiled import compile_rules

IN_ONE_FILE = "".join(text for name, text in tiny.FILES.items() if name.endswith(".yaml"))


def in_one_file(folder: Path) -> Path:
    """The tiny game, all of whose sections stand in one file; the path of the file."""
    folder.mkdir()
    (folder / "rules.md").write_text(tiny.FILES["rules.md"])
    (folder / "game.yaml").write_text(IN_ONE_FILE)
    return folder / "game.yaml"


def test_what_an_editor_holds_counts_and_not_what_lies_on_the_disk(tmp_path: Path) -> None:
    game_file = in_one_file(tmp_path / "tiny")
    held = Unsaved()
    checker = Checker(game_file.parent, held)
    assert checker.check().findings == []
    held.texts[game_file] = game_file.read_text().replace("turns:", "turn:")
    assert [found.code for found in checker.check().findings] == ["HW101"]
    del held.texts[game_file]
    assert checker.check().findings == []


def test_sections_that_stay_where_they_stood_are_not_read_again(tmp_path: Path) -> None:
    game_file = in_one_file(tmp_path / "tiny")
    held = Unsaved()
    checker = Checker(game_file.parent, held)
    before = checker.check().read.root
    text = game_file.read_text()
    held.texts[game_file] = text + "\ntracks: {}\n"
    after = checker.check().read.root
    assert after.entries["sides"].value is before.entries["sides"].value
    held.texts[game_file] = "# one line more\n" + text
    moved = checker.check().read.root
    assert moved.entries["sides"].value is not before.entries["sides"].value
    assert moved.entries["sides"].value.line == before.entries["sides"].value.line + 1


def test_sections_under_patches_in_play_that_stay_are_not_laid_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor is the game compiled more than once for all checks that play it."""
    checker = Checker(find_game("three_mills"), Unsaved())
    checker.check()
    kept = dict(checker._cache._now)
    made: list[ResolvedGame] = []

    def counted(resolved: ResolvedGame) -> Scopes:
        made.append(resolved)
        return compile_rules(resolved)

    monkeypatch.setattr(game, "compile_rules", counted)
    checker.check()
    assert checker._cache._now == kept
    assert len(made) == len(set(map(id, made))) > 0


def test_checked_again_and_again_the_findings_are_those_of_a_first_check(tmp_path: Path) -> None:
    game_file = in_one_file(tmp_path / "tiny")
    held = Unsaved()
    checker = Checker(game_file.parent, held)
    text = game_file.read_text()
    luck = random.Random(7)
    for _ in range(40):
        at = luck.randrange(len(text))
        text = luck.choice(
            [text[:at] + luck.choice(" x:{\n#,") + text[at:], text[:at] + text[at + 1 :]]
        )
        held.texts[game_file] = text
        found = checker.check().findings
        game_file.write_text(text)
        assert found == hexwar.check(game_file.parent)


def test_a_cache_forgets_what_nobody_asks_for() -> None:
    made: list[object] = []

    def make(name: str, thing: object) -> object:
        made.append(thing)
        return object()

    cache, thing = Cache(), object()
    first = cache.made(make, "a", thing)
    assert cache.made(make, "a", thing) is first
    assert cache.made(make, "b", thing) is not first
    cache.next_round()
    assert cache.made(make, "a", thing) is first
    cache.next_round()
    cache.next_round()
    assert cache.made(make, "a", thing) is not first
    assert len(made) == 3


def test_a_file_that_is_open_and_gone_from_the_disk_is_told(tmp_path: Path) -> None:
    game_file = in_one_file(tmp_path / "tiny")
    held = Unsaved()
    checker = Checker(game_file.parent, held)
    held.texts[game_file] = game_file.read_text()
    game_file.unlink()
    assert [found.code for found in checker.check().findings] == ["HW010"]
