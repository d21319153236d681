"""``hexwar balance``: how even a game is."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from hexwar.cli import balance, main
from hexwar.players import matches
from tests.cli.conftest import WriteGame

MATCH = matches.Match("strike_force_one", None, (), (("soviet", "greedy"), ("us", "random")))


def test_figures_do_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The same seed, the same games."""
    reports = []
    for jobs in "1", "2":
        arguments = ["strike_force_one", "--games", "6", "--jobs", jobs, "--seed", "7"]
        assert main(["balance", *arguments, "--side", "soviet=random"]) == 0
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1]
    assert "Soviet (Easy) against U.S. (Normal), 6 games" in reports[0]


def test_another_seed_plays_other_games() -> None:
    """A seed is not decoration."""
    one, two = (balance.measure(MATCH, 4, seed, 1)[0] for seed in ("1", "2"))
    assert one != two and len(one) == len(two) == 4


def test_the_report_counts_wins_losses_and_draws() -> None:
    """From results made by hand."""
    ends = [("soviet", (1, 4)), ("soviet", (1, 2)), ("us", (4, 0)), (None, (0, 0))]
    done = [matches.Result(f"1:{n}", winner, 4, 40, lost) for n, (winner, lost) in enumerate(ends)]
    report = balance.report(MATCH, done)
    assert "  Soviet wins  50.0%  (95 %: 15.0% to 85.0%), loses 1.50 units a game" in report
    assert "  U.S. wins    25.0%" in report and "  drawn        25.0%" in report
    assert "4.00 turns, 40.0 decisions" in report


def test_the_report_names_sides_of_many_in_the_plural(write_game: WriteGame) -> None:
    folder = write_game(sides="sides: {red: {name: Reds}, blue: {name: Blue Army}}\n")
    match = matches.Match(str(folder), None, (), (("red", "greedy"), ("blue", "greedy")))
    report = balance.report(match, [matches.Result("1:0", "red", 4, 40, (1, 0))])
    assert "Reds (Normal) against Blue Army (Normal)" in report
    assert "  Reds win       100.0%  (95 %: 20.7% to 100.0%), lose 1.00 units a game" in report


def test_the_report_counts_levels_of_victory() -> None:
    """Of each winner, the most frequent first; nothing of victories that have none."""
    ends = [("soviet", "Marginal"), ("soviet", "Decisive"), ("soviet", "Decisive"), ("us", "")]
    done = [
        matches.Result(f"1:{n}", winner, 4, 40, (1, 1), level)
        for n, (winner, level) in enumerate(ends)
    ]
    lines = balance.report(MATCH, done).splitlines()
    assert [line.strip() for line in lines if line.startswith("    ")] == [
        "Decisive: 50.0%",
        "Marginal: 25.0%",
    ]


def test_options_and_scenarios_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    """By name; both are in the heading."""
    arguments = ["strike_force_one", "--scenario", "advanced", "--option", "west_german"]
    players = ["--side", "soviet=random", "--side", "us=random"]
    assert main(["balance", *arguments, *players, "--games", "2", "--jobs", "1"]) == 0
    assert "strike_force_one + advanced + west_german" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["strike_force_on"], "no game"),
        (["strike_force_one", "--scenario", "grand"], "no scenario"),
        (["strike_force_one", "--side", "red=greedy"], "no side 'red'"),
        (["strike_force_one", "--side", "us=gredy"], "did you mean greedy"),
        (["strike_force_one", "--side", "us=human"], "computer player"),
        (["strike_force_one", "--games", "0"], "1 or more"),
    ],
)
def test_a_mistaken_command_is_answered_in_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And with exit code 2."""
    assert main(["balance", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_was_done_so_far(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A million games need not be waited for."""

    def interrupted(
        match: matches.Match, seeds: Sequence[str], jobs: int
    ) -> Iterator[matches.Result]:
        yield from islice(matches.results(match, seeds, jobs), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(balance, "results", interrupted)
    players = ["--side", "soviet=random", "--side", "us=random"]
    assert main(["balance", "strike_force_one", "--games", "40", "--jobs", jobs, *players]) == 130
    out = capsys.readouterr().out
    assert "against U.S. (Easy), 3 games" in out and "interrupted after 3 of 40 games" in out


def begun(tmp_path: Path, *arguments: str, **streams: Any) -> tuple[subprocess.Popen[str], Path]:
    """A command that plays far more games than anybody waits for, two of them finished."""
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "hexwar", "balance", "strike_force_one", "--games", "100000"]
    chosen = ["--side", "soviet=random", "--side", "us=random", "--out", str(out), *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    # Whoever started the tests with nohup has signals ignored; what is begun here hears them.
    if sys.platform != "win32":
        pipes["preexec_fn"] = partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)
    process = subprocess.Popen([*command, *chosen], text=True, **pipes)
    wait_for(lambda: out.exists() and out.read_text().count("\n") >= 2)
    return process, out


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = monotonic() + 60
    while not holds():
        assert monotonic() < deadline
        sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_whatever_ends_it_prints_what_was_done_so_far(name: str, jobs: str, tmp_path: Path) -> None:
    """A kill, a time limit, a lost terminal; told twice, as by ``timeout``."""
    number = getattr(signal, name)
    process, _ = begun(tmp_path, "--jobs", jobs)
    process.send_signal(number)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    assert "Soviet wins" in out and "of 100000 games" in out
    assert process.returncode == 128 + number


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_signal_to_all_of_its_processes_loses_nothing(tmp_path: Path) -> None:
    """As ``timeout`` and a closed terminal send it."""
    process, out = begun(tmp_path, "--jobs", "2", start_new_session=True)
    os.killpg(process.pid, signal.SIGTERM)
    told, _ = process.communicate(timeout=60)
    assert "Soviet wins" in told and "interrupted after" in told
    [counted] = re.findall(r"interrupted after (\d+) of", told)
    assert int(counted) <= len(out.read_text().splitlines()) <= int(counted) + 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_what_nobody_reads_any_more_is_told_on_the_other_stream(tmp_path: Path) -> None:
    process, _ = begun(tmp_path, "--jobs", "1")
    assert process.stdout is not None
    process.stdout.close()
    process.send_signal(signal.SIGTERM)
    assert process.stderr is not None and "Soviet wins" in process.stderr.read()
    assert process.wait(timeout=60) == 141
    process.stderr.close()


def test_a_game_that_goes_wrong_does_not_take_the_others_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(match: matches.Match, seeds: Sequence[str], jobs: int) -> Iterator[matches.Result]:
        yield from islice(matches.results(match, seeds, jobs), 2)
        raise ValueError("game 1:2 did not end")

    monkeypatch.setattr(balance, "results", broken)
    players = ["--side", "soviet=random", "--side", "us=random"]
    assert main(["balance", "strike_force_one", "--games", "9", "--jobs", "1", *players]) == 2
    told = capsys.readouterr()
    assert "2 games" in told.out and "interrupted after 2 of 9 games" in told.out
    assert "did not end" in told.err


def test_every_result_is_written_as_it_comes(tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    chosen = ["strike_force_one", "--games", "3", "--jobs", "1", "--out", str(out)]
    assert main(["balance", *chosen, "--side", "soviet=random", "--side", "us=random"]) == 0
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["seed"] for line in written] == ["1:0", "1:1", "1:2"]
    match = matches.Match("strike_force_one", None, (), (("soviet", "random"), ("us", "random")))
    for line in written:
        again = matches.play(match, line["seed"])
        assert (again.winner, again.turns, again.decisions) == (
            line["winner"],
            line["turns"],
            line["decisions"],
        )
        assert list(again.losses) == line["losses"]


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "strike_force_one", "--games", "1", "--out", "/no/where.jsonl"]) == 2
    assert "/no/where.jsonl" in capsys.readouterr().err
