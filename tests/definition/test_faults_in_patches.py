"""What is wrong in a patch is found at the patch, whatever kind of patch it is.

For each code its good example is the game, and what the bad one says otherwise is the patch: of an
option, an edition, a variant, a scenario, a phase, an effect, a kind of battle, of overruns. It is
the other way round as well: the bad sections are all in the patch, and the game lacks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hexwar
from hexwar.definition.codes import CODES, found_by_play, tiny
from hexwar.definition.diagnostics import Diagnostic, Findings
from hexwar.definition.packages import choice_sections
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import plain
from hexwar.definition.wording import written

Said = dict[str, Any]

HEADER = ("hexwar", "id", "title", "rulebook", "version", "extends", "abstract", "draft")
"""Lines of the header: no patch changes them."""

BEFORE_PLAY = ("option", "edition", "variant", "scenario")
IN_PLAY = ("phase", "effect", "kind", "overrun")

RIGHTLY_SILENT: dict[str, tuple[tuple[str, ...], str]] = {
    "HW302": (BEFORE_PLAY, "the game without the patch uses the region"),
    "HW415": (BEFORE_PLAY, "the game without the patch has the result in its table"),
    "HW541": (IN_PLAY, "that nobody bombards for a while may be what is meant"),
    "HW607": (IN_PLAY, "the game without the patch lets the group come"),
}
"""Codes that say nothing of a patch: in which, and why."""


def sections(files: dict[str, str]) -> Said:
    """What the files of a game say."""
    said: Said = {}
    for name, text in files.items():
        if name.endswith(".yaml"):
            findings = Findings()
            file = read_bytes(Path(name), text.encode(), findings)
            root = None if file is None else parse(file, findings)
            part = None if root is None or [*findings] else plain(root)
            if not isinstance(part, dict):
                pytest.skip("the files cannot be read")
            said |= part
    return said


def otherwise(good: Said, bad: Said) -> Said:
    """The patch that makes one of the other."""
    patch: Said = {key: None for key in good if key not in bad}
    for key, value in bad.items():
        both = isinstance(value, dict) and isinstance(good.get(key), dict)
        if key not in good or good[key] != value:
            patch[key] = otherwise(good[key], value) if both else value
    return patch


def together(game: Said, more: Said) -> Said:
    whole = dict(game)
    for key, value in more.items():
        both = isinstance(value, dict) and isinstance(game.get(key), dict)
        whole[key] = together(game[key], value) if both else value
    return whole


def removes(patch: Any) -> bool:
    """Whether a patch takes something away, which none in play does."""
    return patch is None or (isinstance(patch, dict) and any(map(removes, patch.values())))


PATCH = "PATCH"


def _in_option(game: Said) -> Said:
    return together(game, {"options": {"bold": {"title": "Bold", "patch": PATCH}}})


def _in_edition(game: Said) -> Said:
    editions = {"first": {"title": "First"}, "second": {"title": "Second", "patch": PATCH}}
    return together(game, {"editions": editions})


def _again(game: Said, more: Said) -> Said:
    scenario = next(iter(game["scenarios"].values()))
    return together(game, {"scenarios": {"again": {**scenario, "title": "Again", **more}}})


def _in_variant(game: Said) -> Said:
    variants = {"variants": {"other": {"title": "Other", "patch": PATCH}}}
    return together(_again(game, {"variant": "other"}), variants)


def _in_scenario(game: Said) -> Said:
    return _again(game, {"patch": PATCH})


def _in_phases(game: Said) -> Said:
    phases = [
        {**phase, "patch": PATCH} if phase["kind"] in ("movement", "combat", "fire") else phase
        for phase in game["sequence"]["phases"]
        if isinstance(phase, dict)
    ]
    return together(game, {"sequence": {"phases": phases}})


def _in_effect(game: Said) -> Said:
    return together(game, {"effects": {"mud": {"title": "Mud", "if": {"turn": 2}, "patch": PATCH}}})


def _in_kind(game: Said) -> Said:
    return together(game, {"combat": {"kinds": {"close": {"title": "Close", "patch": PATCH}}}})


def _in_overruns(game: Said) -> Said:
    return together(game, {"overrun": {"cost": 1, "patch": PATCH}})


LAID: dict[str, Callable[[Said], Said]] = {
    "option": _in_option,
    "edition": _in_edition,
    "variant": _in_variant,
    "scenario": _in_scenario,
    "phase": _in_phases,
    "effect": _in_effect,
    "kind": _in_kind,
    "overrun": _in_overruns,
}
FOR_ERRORS = ("option", "variant", "phase", "effect", "kind")
"""Errors are found in each patch by itself, so that fewer kinds of patch are tried."""


def checked(folder: Path, game: Said, patch: Said) -> list[Diagnostic]:
    """What is found of a game; each patch stands on a line of its own."""
    folder.mkdir()
    (folder / "rules.md").write_text(tiny.FILES["rules.md"], encoding="utf-8")
    shown = written(patch).replace(": None", ": null")
    for name, said in game.items():
        text = written({name: said})[1:-1].replace(PATCH, f"\n {shown}\n ")
        file = folder / ("game.yaml" if name in HEADER else f"{name}.yaml")
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(f"{before}{text}\n", encoding="utf-8")
    return hexwar.check(folder)


def faults(code: str, folder: Path) -> Iterator[tuple[Said, Said]]:
    """Games in which a patch brings what is found under a code, each with the patch."""
    good, bad = (sections(tiny.game(files)) for files in (CODES[code].good, CODES[code].bad))
    patch = otherwise(good, bad)
    if patch and not {*choice_sections(), *HEADER} & patch.keys():
        yield good, patch
        least = sections(tiny.game())
        lacking = {key: least[key] if key in patch else bad[key] for key in bad if key in least}
        lacking |= {key: bad[key] for key in bad if key not in patch}
        sound = checked(folder / "lacking", lacking, {})
        if not any(one.code == code or one.severity == "error" for one in sound):
            target = {**lacking, **{key: bad[key] for key in patch if key in bad}}
            yield lacking, otherwise(lacking, target)


def is_at(found: Diagnostic, patch: Said) -> bool:
    """Whether something is found in a patch, or at the word before it."""
    line = found.place.text.strip()
    return line == written(patch).replace(": None", ": null") or line.endswith("patch:")


WITH_EXAMPLES = [
    code
    for code in CODES
    if code not in found_by_play() and not code.startswith(("HW0", "HW2", "HW80", "HW9"))
]


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_what_a_patch_brings_is_found_at_the_patch(code: str, tmp_path: Path) -> None:
    """Unless another error says that it may not stand there; a warning of the whole game may want
    that it is wrong in both.
    """
    silent: dict[str, list[str]] = {}
    for at, (game, patch) in enumerate(faults(code, tmp_path)):
        for where in LAID if CODES[code].severity == "warning" else FOR_ERRORS:
            laid = LAID[where](game)
            lies = PATCH in str(laid) and not (where == "phase" and "sequence" in patch)
            if not lies or (where in IN_PLAY and removes(patch)):
                continue
            found = checked(tmp_path / f"{where}{at}", laid, patch)
            those = [one for one in found if one.code == code]
            refused = [one for one in found if one.severity == "error" and one.code != code]
            assert all(is_at(one, patch) for one in those), (where, [str(one) for one in those])
            silent.setdefault(where, []).extend([] if those or refused else [str(at)])
            silent[where] += ["found"] if those else []
    mute = [where for where, said in silent.items() if said and "found" not in said]
    allowed, _ = RIGHTLY_SILENT.get(code, ((), ""))
    assert not set(mute) - set(allowed), mute
