"""What `check --fix` takes out of games that are laid out in any way, over and over again.

Words that are asked for at other times are put into patches of battles, beside words that are in
force there, in lines and in brackets, with comments. Then nothing is left of the words in vain, all
else is as it was, with its comments, and what was mended once is not changed again.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.diagnostics import Findings
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import plain
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

IN_VAIN: list[dict[str, Any]] = [
    {"combat": {"battle": {"declare": "all_first"}}},
    {"combat": {"mandatory": {"attack": {"each": "stack"}}}},
    {"retreat": {"before_combat": {"hexes": 1}}},
    {"movement": {"allowance": 2}},
    {"movement": {"stacks": "allowed", "regroup": "allowed"}},
    {"facing": {"keeps": ["rear"]}},
    {"fire": {"mark": "shot"}},
    {"bombardment": {"range": 2}},
]
IN_FORCE: list[dict[str, Any]] = [
    {"combat": {"modifiers": {"m": {"title": "M", "shift": 1}}}},
    {"combat": {"round": {"side": "up"}}},
    {"retreat": {"blocked": "stays"}},
    {"retreat": {"into_friends": "forbidden"}},
]


def together(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Mappings laid over each other, in their order."""
    whole: dict[str, Any] = {}
    for part in parts:
        for key, value in part.items():
            both = isinstance(value, dict) and key in whole
            whole[key] = together([whole[key], value]) if both else value
    return whole


def in_lines(value: Any, random: Random, indent: int) -> str:
    """A mapping in one of the ways in which somebody could write it; every line may say something
    behind it.
    """
    if not isinstance(value, dict):
        return f" {in_brackets(value, random, indent)}"
    if random.random() < 0.4:
        return f" {in_brackets(value, random, indent)}"
    margin = "\n" + " " * indent
    lines = ""
    for key, inner in value.items():
        lines += f"{margin}# above {key}" * (random.random() < 0.2)
        lines += f"{margin}{key}:{in_lines(inner, random, indent + random.choice((1, 2, 4)))}"
    return lines


def in_brackets(value: Any, random: Random, indent: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    if not isinstance(value, dict):
        return str(value)
    joint = ",\n" + " " * (indent + 1) if random.random() < 0.4 else ", "
    parts = (f"{key}: {in_brackets(inner, random, indent + 2)}" for key, inner in value.items())
    return f"{{{joint.join(parts)}}}"


def laid_out(random: Random) -> tuple[str, Any]:
    """Lines of a game with a patch of a battle, and what is left of the patch once it is mended."""
    vain = random.sample(IN_VAIN, random.randint(1, 4))
    force = random.sample(IN_FORCE, random.randint(0, 2))
    parts = random.sample(vain + force, len(vain) + len(force))
    patch, left = together(parts), together([part for part in parts if part in force])
    if random.random() < 0.5:
        kind = {"title": "K", "patch": patch} if random.random() < 0.5 else {"patch": patch}
        return f"combat:{in_lines({'kinds': {'k': kind}}, random, 1)}\n", left
    return f"overrun:{in_lines({'cost': 1, 'patch': patch}, random, 1)}\n", left


def patch_of(text: str) -> Any:
    """The patch of the kind or of overruns in the last section of a file; nothing if it is gone."""
    file = read_bytes(Path("game.yaml"), text.encode(), Findings())
    root = None if file is None else parse(file, Findings())
    assert root is not None, text
    said = plain(root)
    there = said["overrun"] if "overrun" in said else said["combat"]["kinds"]["k"]
    return there.get("patch", {})


@pytest.mark.parametrize("seed", range(40))
def test_words_in_vain_are_taken_out_of_any_layout(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    said, left = laid_out(random)
    folder(tmp_path, said, FOLDER / "meadow")
    assert "HW113" in {one.code for one in hexwar.check(tmp_path)}, said
    main(["check", "--fix", str(tmp_path)])
    mended = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert patch_of(mended) == left
    assert "HW113" not in {one.code for one in hexwar.check(tmp_path)}
    main(["check", "--fix", str(tmp_path)])
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == mended


COMMENTED = re.compile(r"# about (\w+)")
SAID = re.compile(r"\w+: \w+")
"""A key with its single value: no two words of those above have the same."""


@pytest.mark.parametrize("seed", range(40))
def test_a_comment_about_what_is_left_is_left(seed: int, tmp_path: Path) -> None:
    """Or nothing is mended: a comment in brackets is about what stands before it, or behind it."""
    random = Random(seed)
    said, left = laid_out(random)
    lines = said.rstrip("\n").split("\n")
    said = "".join(f"{line}  # about {at}\n" for at, line in enumerate(lines))
    before = (folder(tmp_path, said, FOLDER / "meadow") / "game.yaml").read_text(encoding="utf-8")
    main(["check", "--fix", str(tmp_path)])
    mended = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    gone = set(COMMENTED.findall(before)) - set(COMMENTED.findall(mended))
    for at in map(int, gone):
        assert not [said for said in SAID.findall(lines[at]) if said in mended], lines[at]
    kept = patch_of(mended)
    assert together([left, kept]) == kept, "nothing is lost of what is in force"
    main(["check", "--fix", str(tmp_path)])
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == mended
