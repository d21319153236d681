"""Studies that are run, cut and gone on with, here and on a cluster."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hexwar.laboratory.results import GAMES, OTHERS, TIMES, ResultsFolder, rows_of
from hexwar.laboratory.study import GameToPlay, Spread, Stop, Study, here, recorded, run
from hexwar.players.matches import GameResult
from hexwar.players.rows import ResultRow

Written = Callable[..., Study]


def done(study: Study, folder: Path, somewhere: Spread | None = None) -> bytes:
    """Run a study to its end; the rows."""
    with ResultsFolder(folder, study) as results:
        for _ in run(study, results, somewhere or here(1)):
            pass
        results.put_in_order(study)
    return (folder / GAMES).read_bytes()


def test_a_study_plays_all_its_games_in_order(written: Written, tmp_path: Path) -> None:
    study = written()
    done(study, tmp_path / "out")
    rows = list(rows_of(tmp_path / "out"))
    assert [(row.asked.options, row.result.seed) for row in rows] == [
        (match.options, f"1:{number}") for match in study.matches for number in range(6)
    ]
    assert all({"losses", "battles", "positions"} <= row.data["record"].keys() for row in rows)
    assert len((tmp_path / "out" / TIMES).read_text().splitlines()) == len(rows)


def test_games_of_other_players_are_put_aside(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same study, where the command line said another player for its name."""
    folder, study = tmp_path / "out", written()
    first = done(study, folder)
    assert not (folder / OTHERS).exists()
    monkeypatch.setattr("hexwar.players.rows.code", lambda: "another")
    with ResultsFolder(folder, study) as results:
        for _ in run(study, results, here(1)):
            pass
        assert results.put_in_order(study) == len(first.splitlines())
    assert (folder / OTHERS).read_bytes() == first
    assert {row.asked.code for row in rows_of(folder)} == {"another"}


def test_a_study_that_was_cut_is_the_same_byte_by_byte(written: Written, tmp_path: Path) -> None:
    """Cut five times at random, once in the middle of a line."""
    study, draw = written(), Random(5)
    whole = done(study, tmp_path / "whole")
    folder = tmp_path / "cut"
    for cut in range(5):
        with ResultsFolder(folder, study) as results:
            course = run(study, results, here(1))
            for _ in range(draw.randint(2, 4)):
                next(course)
            course.close()
        if cut == 2:
            path = folder / GAMES
            path.write_bytes(path.read_bytes()[:-40])
    assert (folder / GAMES).read_bytes() != whole
    assert done(study, folder) == whole
    assert done(study, folder) == whole  # and nothing is played again


def test_processes_share_a_study_and_its_rows_are_the_same(
    written: Written, tmp_path: Path
) -> None:
    study = written()
    assert done(study, tmp_path / "two", here(2)) == done(study, tmp_path / "one")


def test_results_of_another_study_are_left_alone(written: Written, tmp_path: Path) -> None:
    study = written()
    done(study, tmp_path / "out")
    before = (tmp_path / "out" / GAMES).read_bytes()
    other = written("study: B\ngames: [strike_force_one]\nplayers: random\n")
    with pytest.raises(ValueError, match="another study"):
        ResultsFolder(tmp_path / "out", other)
    assert (tmp_path / "out" / GAMES).read_bytes() == before


def test_more_games_are_added_to_those_that_are_there(written: Written, tmp_path: Path) -> None:
    """Game 7 of a seed is the same of however many."""
    few = [row.text for row in _rows(written, tmp_path / "few", 3)]
    many = [row.text for row in _rows(written, tmp_path / "many", 5)]
    assert set(few) < set(many)


def _rows(written: Written, folder: Path, number: int) -> list[ResultRow]:
    text = "study: A\ngames: {strike_force_one: {scenarios: [standard]}}\nplayers: random\n"
    done(written(f"{text}number: {number}\n"), folder)
    return list(rows_of(folder))


def result(winner: str | None) -> GameResult:
    """A game that somebody won."""
    return GameResult("s", winner, 1, 1, (0, 0))


def test_an_interval_that_is_narrow_enough_ends_a_match() -> None:
    stop = Stop(most=1000, width=0.35, every=10)
    assert stop.goal([]) == 10
    assert stop.goal([result("a")] * 9) == 10
    lopsided = [result("a")] * 30
    assert stop.goal(lopsided) == 20  # decided at the second look
    even = [result("ab"[n % 2]) for n in range(1000)]
    assert stop.goal(even[:20]) == 30  # an even match takes longer
    assert 50 < stop.goal(even) < 200
    assert Stop(most=30, width=0.01, every=20).goal(even) == 30
    assert Stop(most=7).goal(even) == 7


def test_where_it_stops_hangs_on_the_first_games_alone(written: Written) -> None:
    """A game that ended early for its number is not looked at before those ahead of it."""
    stop = Stop(most=100, width=0.35, every=10)
    games: list[GameResult | None] = [result("a")] * 20
    games[4] = None
    assert stop.goal(games) == 10


def test_what_is_recorded_is_what_happened(written: Written) -> None:
    study = written()
    found, record = recorded(GameToPlay(study.matches[0], "1:3", study.parts))
    lost = Counter(unit for unit, _, _ in record["losses"])
    assert len(lost) == sum(found.losses)
    assert all(1 <= turn <= found.turns for _, turn, _ in record["losses"])
    assert len(record["evaluation"]["us"]) == found.turns + 1
    assert record["evaluation"][str(found.winner)][-1] == 1.0
    assert all(len(course) in (1, found.turns + 1) for course in record["holdings"].values())
    assert record["rules"]["6.0"] == 1  # the end of the game
    assert json.loads(json.dumps(record)) == record


def test_whoever_looks_on_changes_nothing(written: Written) -> None:
    study = written()
    for match in study.matches:
        seen, _ = recorded(GameToPlay(match, "1:1", study.parts))
        alone, nothing = recorded(GameToPlay(match, "1:1", ()))
        assert seen == alone
        assert nothing == {}


@pytest.mark.parametrize("killed", [False, True])
def test_a_cluster_plays_the_same_games(written: Written, tmp_path: Path, *, killed: bool) -> None:
    """Also when one of its workers is killed in the middle."""
    distributed = pytest.importorskip("distributed")
    from hexwar.laboratory.cluster import on_client

    study = written()
    whole = done(study, tmp_path / "here")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
        ResultsFolder(tmp_path / "there", study) as results,
    ):
        for progress in run(study, results, on_client(client)):
            if killed and progress.done == 3:
                _kill_one(client)
        results.put_in_order(study)
    assert (tmp_path / "there" / GAMES).read_bytes() == whole


def _kill_one(client: object) -> None:
    import os
    import signal

    processes = client.run(os.getpid)  # type: ignore[attr-defined]
    os.kill(next(iter(processes.values())), signal.SIGKILL)
