"""Playtests: what they look at, how a failed game is made short, what never happened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from hexwar.definition.codes import CODES, found_by_play, tiny
from hexwar.definition.diagnostics import Diagnostic, Findings
from hexwar.engine import Action, Event
from hexwar.playtest import playing, promises
from hexwar.playtest.playing import (
    ByChance,
    Setting,
    play,
    played,
    playtests,
    replay,
    settings_of,
    shrunk,
)
from hexwar.playtest.report import Playtests
from hexwar.rules.state import State

STANDARD = Setting("strike_force_one", "standard")
WITH_EXAMPLES = sorted(code for code in found_by_play() if CODES[code].bad)


def found(folder: Path, files: Mapping[str, str]) -> list[Diagnostic]:
    """What a dozen games of some files bring up."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    tests = Playtests(settings_of(str(folder)))
    for done in played(playtests(tests.settings, 12, "1"), jobs=1):
        tests.add(done)
    findings = Findings()
    tests.report(findings, {})
    return findings.sorted()


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_the_bad_example_gives_its_code_and_the_good_one_does_not(
    code: str, tmp_path: Path
) -> None:
    bad = found(tmp_path / "bad", tiny.game(CODES[code].bad))
    assert code in [finding.code for finding in bad]
    assert {finding.severity for finding in bad} == {"warning"}
    good = found(tmp_path / "good", tiny.game(CODES[code].good))
    assert code not in [finding.code for finding in good]


def test_a_finding_points_at_what_never_happened(tmp_path: Path) -> None:
    (finding,) = [
        f for f in found(tmp_path / "game", tiny.game(CODES["HW684"].bad)) if f.code == "HW684"
    ]
    assert finding.place.text.strip().startswith("DE:")
    assert finding.pointer == "/combat/results/DE"
    assert "the result DE never came up" in finding.message


def test_the_same_seed_gives_the_same_game() -> None:
    """By chance and led by the computer; the two are not the same."""
    assert play(STANDARD, "7").actions == play(STANDARD, "7").actions
    led = play(STANDARD, "7", led=True).actions
    assert led == play(STANDARD, "7", led=True).actions
    assert led != play(STANDARD, "7").actions


def test_half_of_the_games_is_led() -> None:
    tests = playtests([STANDARD], 4, "1")
    assert [test.led for test in tests] == [False, True, False, True]
    assert len({test.seed for test in tests}) == 4


def moved_to(state: State, unit: str) -> bool:
    """Whether a unit has left the hex in which it was set up."""
    return state.position(unit) != STANDARD.start("7").position(unit)


def test_a_failure_is_made_as_short_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all that was done only the move is left that breaks the promise, and what leads to it."""
    movers = [line.split()[1] for line in play(STANDARD, "7").actions if line[:4] == "move"]
    unit = list(dict.fromkeys(movers))[-1]
    monkeypatch.setattr(
        promises, "broken_invariants", lambda state: ["broken"] if moved_to(state, unit) else []
    )
    game = play(STANDARD, "7")
    assert game.failure is not None
    assert (game.failure.kind, game.failure.message) == ("promise", "broken")
    short = shrunk(game)
    assert len(game.actions) > len(short.actions)
    assert {line.split()[0] for line in short.actions[:-1]} <= {"done"}
    assert short.actions[-1].split()[:2] == ["move", unit]
    assert short.failure is not None
    assert short.failure.cause == game.failure.cause


def test_an_exception_is_a_failure_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was being done when it came is the last of the short game, though it was not done."""

    def breaks(state: State, action: Action | str, *, events: bool = True) -> list[Event]:
        if str(action).startswith("attack"):
            raise KeyError("nobody")
        return apply(state, action, events=events)

    apply = State.apply
    monkeypatch.setattr(State, "apply", breaks)
    games = (play(STANDARD, f"{number}", every=50) for number in range(20))
    game = next(game for game in games if game.failure is not None)
    assert game.failure is not None
    assert (game.failure.kind, game.failure.action[:6]) == ("crash", "attack")
    assert game.failure.phase.endswith("combat")
    short = shrunk(game, every=50)
    assert short.failure is not None
    assert short.failure.action.startswith("attack")
    assert len(short.actions) < len(game.actions)


def test_a_dead_end_is_told_from_other_broken_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "broken_invariants", lambda state: ["a dead end"])
    monkeypatch.setattr(promises, "is_dead_end", lambda state: True)
    game = play(STANDARD, "7")
    assert game.failure is not None
    assert game.failure.kind == "dead_end"


def test_a_game_that_does_not_end_is_cut_to_the_phase_that_is_not_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever never ends a phase plays for ever: the game leads into the phase and no further."""
    monkeypatch.setattr(playing, "MOST_DECISIONS", 3)
    game = play(STANDARD, "7")
    assert game.failure is not None
    assert (game.failure.kind, len(game.actions)) == ("endless", 3)
    monkeypatch.setattr(ByChance, "choose", lambda self, state: Action("top", ("A",)))
    monkeypatch.setattr(State, "apply", lambda *said, **more: [])
    assert shrunk(game).actions == []


def test_what_is_illegal_by_now_is_passed_over() -> None:
    actions = play(STANDARD, "7").actions
    again = replay(STANDARD, "7", ["attack 0101 by Nobody", *actions])
    assert again.actions == actions
    assert again.failure is None


def test_a_stack_is_ordered_now_and_then() -> None:
    """``top`` is legal and never listed, so that nobody else would try it."""
    state = Setting("scs_sample", "battle").start("1")
    drawn = ByChance(Random(1))
    verbs = {action.verb for _ in range(200) if (action := drawn.choose(state)) is not None}
    assert "top" in verbs


def test_what_is_carried_out_by_plots_is_done() -> None:
    """Nobody says `move` in a game in which all moves are plotted: units move all the same."""
    tests = Playtests(settings_of(str(Path(__file__).parents[1] / "games" / "sloops"))[:1])
    for done in played(playtests(tests.settings, 4, "1"), jobs=1):
        tests.add(done)
    findings = Findings()
    tests.report(findings, {})
    assert not [f for f in findings if "what movement allows is never done" in f.message]
