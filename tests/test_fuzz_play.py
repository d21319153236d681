"""Every promise of the engine, at every step of random games of every shipped game."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.playtest import promises
from hexwar.playtest.playing import Setting, play, settings_of
from tools import fuzz_play

SETTINGS = [
    pytest.param(setting, id=setting.title)
    for name in fuzz_play.shipped()
    for setting in settings_of(name)
]


def test_options_are_played_in_every_combination() -> None:
    """Two options that apply to one scenario only make four settings of it; the edition is
    played with all of them.
    """
    settings = settings_of("strike_force_one")
    assert [(setting.scenario, setting.options) for setting in settings if not setting.edition] == [
        ("standard", ()),
        ("advanced", ()),
        ("advanced", ("second_echelon",)),
        ("advanced", ("west_german",)),
        ("advanced", ("second_echelon", "west_german")),
    ]


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize("setting", SETTINGS)
def test_random_games_keep_every_promise(setting: Setting) -> None:
    """``tools/fuzz_play.py`` plays many more."""
    for seed in range(3):
        assert play(setting, f"test:{seed}").failure is None


def test_a_broken_promise_is_reported_with_its_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report is a program that leads to the same place."""
    monkeypatch.setattr(
        promises,
        "broken_invariants",
        lambda state: ["it is turn 2"] if state.turn == 2 else [],
    )
    assert fuzz_play.main(["strike_force_one", "--games", "1"]) == 1
    said = capsys.readouterr().out
    assert "FAILED: strike_force_one + standard: it is turn 2" in said
    program = said[said.index("import hexwar") : said.index("    state.apply(line)")]
    names: dict[str, hexwar.State] = {}
    exec(program + "    state.apply(line)", names)  # noqa: S102 - it is our own report
    assert names["state"].turn == 2
