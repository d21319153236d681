"""``hexwar check --play N``: playtests of a game, and what they found.

For each folder that is sound all scenarios are played with all sets of options; the first failure
of each cause is shrunk and written as a save, and what never happened is a finding as well. An
interruption ends it, and what was found until then is reported.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from hexwar.cli import ending_signals
from hexwar.cli.counting import one_by_one
from hexwar.definition.checking import without_ignored
from hexwar.definition.diagnostics import DefinitionError, Diagnostic, Findings
from hexwar.definition.folder import read_layers
from hexwar.playtest.playing import LOOK_EVERY, Playthrough, played, playtests, settings_of, shrunk
from hexwar.playtest.report import Playtests
from hexwar.records.saves import SUFFIX, free_name, saves_folder
from hexwar.records.session import Session
from hexwar.rules.language.wording import several


class Playtesting:
    """The playtests of some folders, one after the other, until somebody interrupts.

    ``ended_with`` is the exit code of an interruption, if there was one.
    """

    def __init__(self, games: int, seed: str, jobs: int) -> None:
        self._games, self._seed, self._jobs = games, seed, jobs
        self.ended_with: int | None = None

    def of(self, folder: Path) -> list[Diagnostic]:
        """Play the games of a folder, if it is sound; of what was played before an interruption,
        all that was found.
        """
        if self.ended_with is not None:
            return []
        findings = Findings()
        try:
            settings = settings_of(str(folder))
        except DefinitionError:  # it has errors, or is only there for others to extend
            return []
        tests = Playtests(settings)
        with ending_signals.raised():
            try:
                todo = playtests(tests.settings, self._games, self._seed)
                for done in one_by_one(played(todo, self._jobs), "playing", len(todo)):
                    if tests.add(done):
                        # ``add`` says whether it is the first failure of its kind: no other is
                        # shrunk.
                        tests.failures[done.failure.cause if done.failure else ""] = shrunk(
                            done, every=LOOK_EVERY
                        )
            # What was played until then is reported on, and the folders that follow are not played.
            except KeyboardInterrupt as interrupted:
                self.ended_with = ending_signals.code_of(interrupted)
            tests.report(
                findings, {cause: _save_of(failed) for cause, failed in tests.failures.items()}
            )
        # What was played, beside the findings: on the error stream, if anybody listens.
        happened = tests.happened
        won = ", ".join(
            f"{side or 'nobody'} won {count}" for side, count in sorted(happened.winners.items())
        )
        with suppress(OSError):
            print(
                f"played {several(happened.games, 'game')} of "
                f"{several(len(tests.settings), 'setting')}, {happened.decisions} decisions, "
                f"seed {self._seed}{': ' if won else ''}{won}"
                f"{' (interrupted)' if self.ended_with else ''}",
                file=sys.stderr,
                flush=True,
            )
        layers = read_layers(folder, Findings())
        files = layers[-1].files if layers else []
        return without_ignored(findings, files, played=True).sorted()


def _save_of(done: Playthrough) -> str:
    """Write a failed game as a save; its path, ``""`` if it cannot be played even so far."""
    setting = done.setting
    game = setting.game
    folder = saves_folder()
    path = folder / f"{game.catalog.header.id}-{setting.scenario}-playtest{SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = free_name(path) if path.exists() else path
        session = Session.new(
            game,
            setting.scenario,
            setting.options,
            setting.edition or None,
            seed=done.seed,
            path=path,
        )
        for line in done.actions:
            session.apply(line)
    except Exception:  # what is broken is the game: the finding says how, with or without a save
        return ""
    return str(path)
