"""``hexwar balance``: how even a game is."""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from hexwar.cli import balance, counting, main
from hexwar.cli.balance import cross_table, pairs
from hexwar.laboratory import study as running
from hexwar.players import LEVELS, matches
from hexwar.players.levels import by_rollouts
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
    assert "Soviet (Random) against U.S. (Greedy), 6 games" in reports[0]


def test_another_seed_plays_other_games() -> None:
    """A seed is not decoration."""
    one, two = (balance.measure([MATCH], 2, seed, 1)[0][MATCH] for seed in ("1", "2"))
    assert one != two and len(one) == len(two) == 2


def test_the_report_counts_wins_losses_and_draws() -> None:
    """From results made by hand."""
    ends = [("soviet", (1, 4)), ("soviet", (1, 2)), ("us", (4, 0)), (None, (0, 0))]
    done = [
        matches.GameResult(f"1:{n}", winner, 4, 40, lost) for n, (winner, lost) in enumerate(ends)
    ]
    report = balance.report(MATCH, done)
    assert "  The Soviets win  50.0%  (95 %: 15.0% to 85.0%), lose 1.50 units a game" in report
    assert "  The U.S. wins    25.0%" in report and "  drawn            25.0%" in report
    assert "4.00 turns, 40.0 decisions" in report


def test_the_report_names_sides_of_many_in_the_plural(write_game: WriteGame) -> None:
    folder = write_game(sides="sides: {red: {name: Reds}, blue: {name: Blue Army}}\n")
    match = matches.Match(str(folder), None, (), (("red", "greedy"), ("blue", "greedy")))
    report = balance.report(match, [matches.GameResult("1:0", "red", 4, 40, (1, 0))])
    assert "Reds (Greedy) against Blue Army (Greedy)" in report
    assert "  The Reds win   100.0%  (95 %: 20.7% to 100.0%), lose 1.00 units a game" in report


def test_the_report_counts_levels_of_victory() -> None:
    """Of each winner, the most frequent first; nothing of victories that have none."""
    ends = [("soviet", "Marginal"), ("soviet", "Decisive"), ("soviet", "Decisive"), ("us", "")]
    done = [
        matches.GameResult(f"1:{n}", winner, 4, 40, (1, 1), level)
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
        (["strike_force_one", "--side", "us=x"], "there are: random, easy, normal, hard, greedy;"),
        (["strike_force_one", "--players", "x", "easy"], "there are: random, easy, normal, hard,"),
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

    def interrupted(*given: Any) -> Iterator[running.Progress]:
        yield from islice(running.run(*given), 1 + 3)  # how it stands, then three games
        raise KeyboardInterrupt

    monkeypatch.setattr(balance, "run_study", interrupted)
    players = ["--side", "soviet=random", "--side", "us=random"]
    assert main(["balance", "strike_force_one", "--games", "40", "--jobs", jobs, *players]) == 130
    out = capsys.readouterr().out
    assert "against U.S. (Random), 3 games" in out and "interrupted after 3 of 40 games" in out


def begun(tmp_path: Path, *arguments: str, **streams: Any) -> tuple[subprocess.Popen[str], Path]:
    """A command that plays far more games than anybody waits for, two of them finished."""
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "hexwar", "balance", "strike_force_one", "--games", "5000"]
    chosen = ["--side", "soviet=random", "--side", "us=random", "--out", str(out), *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    # Whoever started the tests with nohup has signals ignored; what is begun here hears them.
    if sys.platform != "win32":
        pipes["preexec_fn"] = partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)
    process = subprocess.Popen([*command, *chosen], text=True, **pipes)
    wait_for(lambda: out.exists() and out.read_text().count("\n") >= 2)
    return process, out


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = monotonic() + 300
    while not holds():
        assert monotonic() < deadline
        sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_whoever_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    """They hold its output, which whoever reads it waits for the end of."""
    process, _ = begun(tmp_path, "--jobs", "2")
    process.kill()
    process.communicate(timeout=300)  # ends when all have that hold the pipes
    assert process.returncode == -signal.SIGKILL


@pytest.mark.matrix(one_in=2)
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_whatever_ends_it_prints_what_was_done_so_far(name: str, jobs: str, tmp_path: Path) -> None:
    """A kill, a time limit, a lost terminal; told twice, as by ``timeout``."""
    number = getattr(signal, name)
    process, _ = begun(tmp_path, "--jobs", jobs)
    process.send_signal(number)
    process.send_signal(number)
    out, _ = process.communicate(timeout=300)
    assert "The Soviets win" in out and "of 5000 games" in out
    assert process.returncode == 128 + number


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_signal_to_all_of_its_processes_loses_nothing(tmp_path: Path) -> None:
    """As ``timeout`` and a closed terminal send it."""
    process, out = begun(tmp_path, "--jobs", "2", start_new_session=True)
    os.killpg(process.pid, signal.SIGTERM)
    told, _ = process.communicate(timeout=300)
    assert "The Soviets win" in told and "interrupted after" in told
    [counted] = re.findall(r"interrupted after (\d+) of", told)
    assert int(counted) <= len(out.read_text().splitlines()) <= int(counted) + 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_what_nobody_reads_any_more_is_told_on_the_other_stream(tmp_path: Path) -> None:
    process, _ = begun(tmp_path, "--jobs", "1")
    assert process.stdout is not None
    process.stdout.close()
    process.send_signal(signal.SIGTERM)
    assert process.stderr is not None and "The Soviets win" in process.stderr.read()
    assert process.wait(timeout=300) == 141
    process.stderr.close()


def test_a_game_that_goes_wrong_does_not_take_the_others_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*given: Any) -> Iterator[running.Progress]:
        yield from islice(running.run(*given), 1 + 2)
        raise ValueError("game 1:2 did not end")

    monkeypatch.setattr(balance, "run_study", broken)
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
        assert list(again.losses) == list(line["losses"].values())
        assert list(again.choices) == list(line["choices"].values())


RANDOM = ["--side", "soviet=random", "--side", "us=random", "--jobs", "1"]


def test_a_file_of_other_things_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one whose only line has no end: it is no row that was cut short."""
    diary = tmp_path / "diary.txt"
    diary.write_text("my precious diary")
    asked = ["balance", "strike_force_one", *RANDOM, "--games", "2", "--out", str(diary)]
    assert main(asked) != 0
    assert "is no result of a game" in capsys.readouterr().err
    assert diary.read_text() == "my precious diary"


def test_games_of_a_player_who_has_changed_are_played_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"changing_{abs(hash(tmp_path))}"
    module = tmp_path / f"{name}.py"
    asked = ["balance", "strike_force_one", "--side", f"us={name}:Bot", *RANDOM[:2], *RANDOM[4:]]
    asked += ["--games", "2", "--out", "rows.jsonl"]
    given_up, drawn = '"resign"', "state.sample_action(random)"
    for answer, said in ((given_up, ""), (given_up, "not played again: 2"), (drawn, "counted: 2")):
        module.write_text(f"class Bot:\n    def choose(self, state, random): return {answer}\n")
        sys.modules.pop(name, None)
        importlib.invalidate_caches()
        assert main(asked) == 0
        told = capsys.readouterr().err
        assert said in told
        assert said or "rows" not in told
    assert "or by other code of hexwar or of a player" in told
    assert len({row["code"] for row in results_in(tmp_path / "rows.jsonl")}) == 2


def test_a_table_goes_on_where_it_was_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there is not played again, half a line is dropped, and the figures are the same."""
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    asked = ["balance", "strike_force_one", *RANDOM, "--games", "6", "--out"]
    assert main([*asked, str(whole)]) == 0
    figures = capsys.readouterr().out
    lines = whole.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(lines[:4]) + lines[4][:70])
    begun: list[str] = []

    play = running.recorded

    def noted(task: running.GameToPlay) -> running.RecordedGame:
        begun.append(task[1])
        return play(task)

    monkeypatch.setattr(running, "recorded", noted)
    assert main([*asked, str(cut)]) == 0
    told = capsys.readouterr()
    assert told.out == figures and begun == ["1:4", "1:5"]
    assert "the last line was cut short and is dropped" in told.err
    assert "cut.jsonl: games of these that are there and not played again: 4" in told.err
    assert results_in(cut) == results_in(whole)


def results_in(path: Path) -> list[dict[str, Any]]:
    """The rows, without the times."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [
        {k: v for k, v in r.items() if k not in ("thought", "longest", "seconds")} for r in rows
    ]


def test_a_game_of_a_table_does_not_depend_on_how_many_there_are(tmp_path: Path) -> None:
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    asked = ["balance", "strike_force_one", *RANDOM]
    assert main([*asked, "--games", "2", "--out", str(few)]) == 0
    assert main([*asked, "--games", "4", "--jobs", "2", "--out", str(many)]) == 0
    assert all(row in results_in(many) for row in results_in(few))


def test_rows_of_another_question_are_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another scenario stays as it is; so do other rules of the same match, and that is said."""
    out = tmp_path / "all.jsonl"
    asked = ["balance", "strike_force_one", *RANDOM, "--games", "3", "--out", str(out)]
    assert main([*asked, "--scenario", "advanced"]) == 0
    capsys.readouterr()
    assert main(asked) == 0
    assert "all.jsonl" not in capsys.readouterr().err
    assert len(results_in(out)) == 6
    out.write_text(re.sub('"digest": "1:[0-9a-f]+"', '"digest": "0"', out.read_text()))
    assert main(asked) == 0
    told = capsys.readouterr()
    assert ", 3 games" in told.out
    assert "by other code of hexwar or of a player, which are not counted: 3" in told.err
    assert len(results_in(out)) == 9


@pytest.mark.parametrize(
    "line", ["hexwar: 1", "{}", "[1]", '{"seed": "1:0", "winner": "us"}', "null", "\x00", ""]
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.yaml"
    assert main(["balance", "strike_force_one", *RANDOM, "--games", "1", "--out", str(out)]) == 0
    before = out.read_text() + line + "\n"
    out.write_text(before)
    assert main(["balance", "strike_force_one", *RANDOM, "--games", "2", "--out", str(out)]) == 2
    assert "line 2 of" in capsys.readouterr().err
    assert out.read_text() == before


def test_both_seats_are_played_with_the_same_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each seed twice, the players exchanged."""
    out = tmp_path / "both.jsonl"
    asked = ["balance", "strike_force_one", "--side", "us=random", "--both-seats", "--jobs", "1"]
    assert main([*asked, "--games", "3", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "Soviet (Greedy) against U.S. (Random), 3 games" in told
    assert "Soviet (Random) against U.S. (Greedy), 3 games" in told
    assert "  Greedy scores 100.0% (61.0% to 100.0%) of the points in both seats" in told
    assert "  Random scores 0.0% (0.0% to 39.0%) of the points in both seats" in told
    rows = results_in(out)
    assert [(row["seed"], row["players"]["us"]) for row in rows] == [
        (f"1:{number}", player) for number in range(3) for player in ("random", "greedy")
    ]


def test_a_cross_table_of_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every pair in both seats; the first player has no points of Elo, the others theirs."""
    out = tmp_path / "cross.jsonl"
    asked = ["balance", "strike_force_one", "--players", "random", "greedy", "--jobs", "1"]
    assert main([*asked, "--games", "3", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "2 players, every pair in both seats, 6 games" in told
    assert re.search(r"Random +0 +0\.0% \(0\.0% to 39\.0%\)", told)
    assert re.search(r"Greedy +\+\d+ \([+-]\d+ to \+\d+\) +100\.0%", told)
    assert "the seat of Soviet: +0 (" in told
    assert re.search(r"Greedy +\d+\.\d{4} +\d+\.\d{4} +\d+\.\d{4} +\d+", told)
    assert len(results_in(out)) == 6
    assert main([*asked, "--games", "3", "--out", str(out)]) == 0
    assert capsys.readouterr().out == told
    assert len(results_in(out)) == 6


def test_rows_say_how_long_a_level_may_think(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By rollouts, which repeat; what is told for its seconds stays as it is."""
    out = tmp_path / "levels.jsonl"
    asked = ["balance", "strike_force_one", "--games", "1", "--jobs", "1", "--out", str(out)]
    assert main([*asked, "--side", "soviet=random", "--side", "us=hard,rollouts=2"]) == 0
    assert "U.S. (hard, 2 rollouts)" in capsys.readouterr().out.replace("Hard", "hard")
    [row] = results_in(out)
    assert row["players"] == {"soviet": "random", "us": "hard,rollouts=2"}
    assert main([*asked, "--side", "soviet=random", "--side", "us=hard,rollouts=2"]) == 0
    assert results_in(out) == [row]
    assert by_rollouts("hard") == f"hard,rollouts={LEVELS['hard'].rollouts}"
    assert by_rollouts("hard,seconds=2") == "hard,seconds=2"


def test_a_cross_table_of_three_has_each_against_each() -> None:
    """From results made by hand: A beats B, B beats C, A and C draw."""
    points = {("a", "b"): 1.0, ("b", "c"): 1.0, ("a", "c"): 0.5}
    done = {}
    for match in pairs(MATCH, ["a", "b", "c"]):
        soviet, us = (str(player) for _, player in match.players)
        won = points.get((soviet, us), 1 - points.get((us, soviet), 0.0))
        winner = {1.0: "soviet", 0.5: None, 0.0: "us"}[won]
        one = matches.GameResult("1:0", winner, 4, 3, (0, 0), "", (2, 1), 1, (0.5, 1.5), (0.5, 1.5))
        done[match] = [one] * 10
    lines = [
        re.split(" {2,}", line.strip()) for line in cross_table(done, ["a", "b", "c"]).splitlines()
    ]
    against = lines.index(["against", "a", "b", "c"])
    assert [[cell.split(" ")[0] for cell in line] for line in lines[against + 1 : against + 4]] == [
        ["a", "-", "100.0%", "50.0%"],
        ["b", "0.0%", "-", "100.0%"],
        ["c", "50.0%", "0.0%", "-"],
    ]
    assert ["a", "0.6667", "0.8750", "1.5000", "60"] in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "greedy"], "two players and more"),
        (["--players", "greedy", "Greedy"], "each of them once"),
        (["--players", "greedy", "gredy"], "did you mean greedy"),
        (["--players", "greedy", "human"], "computer player"),
        (["--players", "greedy", "random", "--side", "us=random"], "say no --side"),
        (["--both-seats"], "both are the same"),
        (["--side", "us=hard,rollouts=0"], "say a whole number above 0"),
        (["--side", "us=hard,rollouts=two"], "say a whole number above 0"),
        (["--side", "us=hard,seconds=nan"], "say a number above 0"),
        (["--side", "us=hrd,rollouts=2"], "did you mean hard"),
    ],
)
def test_seats_and_tables_that_make_no_sense(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", "strike_force_one", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "strike_force_one", "--games", "1", "--out", "/no/where.jsonl"]) == 2
    assert "/no/where.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_at_fault_stops_it_with_what_was_played(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its class comes from the current folder; the sentence names it."""
    code = (
        "class Tired:\n"
        "    def choose(self, state, random):\n"
        "        if random.random() < 0.01:\n"
        "            raise KeyError('A')\n"
        "        return state.sample_action(random)\n"
    )
    (tmp_path / f"tired{jobs}.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = ["strike_force_one", "--games", "40", "--jobs", jobs, "--side", "soviet=random"]
    assert main(["balance", *arguments, "--side", f"us=tired{jobs}:Tired"]) == 1
    printed = capsys.readouterr()
    assert f"U.S. (tired{jobs}:Tired)" in printed.out
    assert re.search(r"interrupted after \d+ of 40 games", printed.out)
    where = f"(tired{jobs}.py, line 4)"
    assert f"hexwar: tired{jobs}:Tired cannot go on: KeyError: 'A' {where}\n" in printed.err


def test_a_player_that_is_not_here_is_a_mistaken_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["balance", "strike_force_one", "--side", "us=no_such:Player"]) == 2
    assert "hexwar: no_such:Player: there is no module no_such" in capsys.readouterr().err


def test_whoever_may_never_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once; nothing is told of the players that come with hexwar, however long they think."""
    code = (
        "from time import sleep\n"
        "class Dozing:\n"
        "    def choose(self, state, random):\n"
        "        sleep(0.05)\n"
        "        return state.sample_action(random)\n"
    )
    (tmp_path / "dozing.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(counting, "PATIENT", 0.05)
    arguments = ["strike_force_one", "--games", "1", "--jobs", "1", "--side", "us=random"]
    assert main(["balance", *arguments, "--side", "soviet=dozing:Dozing"]) == 0
    told = capsys.readouterr().err
    assert told.count("no game has ended for 0.05 s: dozing:Dozing may not answer") == 1
    assert main(["balance", *arguments]) == 0
    assert "may not answer" not in capsys.readouterr().err
