"""The page that is made of results: figures, and what stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.laboratory.report.figures import MatchFigures, difference, gathered
from hexwar.laboratory.report.page import page, reported, who_wins
from hexwar.laboratory.results import rows_of
from hexwar.laboratory.study import Study
from hexwar.players.matches import GameResult
from hexwar.players.rows import Question, ResultRow

from .test_running import done

pytest.importorskip("matplotlib")

Written = Callable[..., Study]


def question(**other: object) -> Question:
    """A question about a game that is not here."""
    said = {
        "hexwar": "1", "code": "c", "game": "far_away", "digest": "d", "scenario": "s",
        "options": (), "edition": "", "players": (("red", "easy"), ("blue", "easy")),
    }  # fmt: skip
    return Question(**{**said, **other})  # type: ignore[arg-type]


def rows(asked: Question, winners: str, record: dict[str, object] | None = None) -> list[ResultRow]:
    """A row for each letter: r and b win, a dot is a draw."""
    sides = {"r": "red", "b": "blue", ".": None}
    found = [GameResult(f"1:{n}", sides[w], 4, 9, (1, 0)) for n, w in enumerate(winners)]
    return [ResultRow(asked, result, {"record": record or {}}, b"") for result in found]


def test_shares_and_their_intervals() -> None:
    (figures,) = gathered(rows(question(), "rrb."))
    assert figures.games == 4
    assert figures.wins("red").share == 0.5
    assert figures.wins(None).share == 0.25
    low, high = figures.wins("red").low, figures.wins("red").high
    assert low == pytest.approx(0.150, abs=0.001)
    assert high == pytest.approx(0.850, abs=0.001)


def test_a_game_that_stands_twice_counts_once() -> None:
    (figures,) = gathered([*rows(question(), "rr"), *rows(question(), "rr")])
    assert figures.games == 2


def test_a_difference_is_reckoned_game_by_game() -> None:
    base, other = MatchFigures(question()), MatchFigures(question(options=("fog",)))
    for figures, winners in ((base, "rrrrbbbb"), (other, "rrrrrrrb")):
        for row in rows(figures.asked, winners):
            figures.add(row)
    found = difference(base, other, "red")
    assert found is not None
    assert found.change == 3 / 8
    assert found.games == 8
    # Agresti and Min: (3 - 0) / (8 + 2), and 1.96 times its error.
    assert (found.low + found.high) / 2 == pytest.approx(0.3)
    assert found.high - found.low == pytest.approx(2 * 1.96 * (4 - 9 / 10) ** 0.5 / 10)
    assert difference(base, MatchFigures(question()), "red") is None


def test_battles_are_counted_by_column_and_side() -> None:
    battles = [[1, "0101", "red", "3:1", "DR", 0, 1], [2, "0102", "red", "3:1", "AR", 2, 0]]
    (figures,) = gathered(rows(question(), "rb", {"battles": battles}))
    taken = figures.taken["red", "3:1"]
    assert (taken.battles, taken.own, taken.theirs) == (4, 4, 2)
    assert taken.results == {"DR": 2, "AR": 2}
    assert figures.fought == {"0101": 2, "0102": 2}


def test_who_is_lost_again_was_lost_in_one_game() -> None:
    losses = [["A", 1, "0101"], ["A", 3, "0102"], ["B", 2, ""]]
    (figures,) = gathered(rows(question(), "rb", {"losses": losses}))
    assert figures.lost["A"].games == figures.lost["B"].games == 2
    assert figures.lost["A"].turns == {1: 2, 3: 2}
    assert figures.died == {"0101": 2, "0102": 2}


def test_titles_say_what_differs() -> None:
    """A game or players that all have in common are not said of each match."""
    easy, other = question(), question(scenario="t")
    normal = question(players=(("red", "normal"), ("blue", "normal")))

    def titles(*asked: Question) -> list[str]:
        found = gathered(row for one in asked for row in rows(one, "r"))
        return [one.title for one in reported(found, {})]

    assert titles(easy, other) == ["s", "t"]
    assert titles(easy, normal) == ["s; Easy", "s; Normal"]
    assert titles(easy, question(game="near")) == ["far_away: s", "near: s"]


def test_games_whose_sides_have_the_same_names_are_both_told_of() -> None:
    """Who wins is told game by game, also where red plays blue in each."""
    asked = (question(), question(game="near"))
    matches = reported(gathered(row for each in asked for row in rows(each, "rb")), {})
    answer = who_wins(matches)
    assert "far_away" in answer
    assert "near" in answer


def test_hexes_that_change_hands_are_contested() -> None:
    holdings = {"0101": "0", "0202": "00111"}
    kept = (holdings, {"0202": "0"})
    one, other = (rows(question(), "r", {"holdings": held}) for held in kept)
    other = [
        ResultRow(row.asked, GameResult("1:9", "blue", 4, 9, (0, 0)), row.data, b"")
        for row in other
    ]
    (figures,) = gathered([*one, *other])
    assert figures.contested() == ["0202"]
    assert figures.holder_shares("0101", 0) == [1.0] * 5
    assert figures.holder_shares("0202", 1) == [0, 0, 0.5, 0.5, 0.5]


def test_a_page_of_a_game_that_is_not_here() -> None:
    """By ids, without maps; and text from a file is text."""
    asked = question(players=(("red", "<b>easy"), ("blue", "easy")))
    text = page(rows(asked, "rrbr"), "<script>alert(1)</script>", {})
    assert "<script" not in text
    assert "&lt;b&gt;easy" in text
    assert "not here as it was played" in text
    assert "Who wins?" in text


def test_a_page_needs_nothing_else(written: Written, tmp_path: Path) -> None:
    study = written()
    done(study, tmp_path / "out")
    text = page(rows_of(tmp_path / "out"), study.title, {}, study.source)
    assert not re.search(r"(?:src|href)=\"(?!#|data:)", text)
    assert "default-src 'none'" in text
    questions = (
        "Who wins?",
        "What does each option change?",
        "Which units are lost",
        "Which odds are taken",
        "Where do units stand",
        "Which rules occur?",
    )
    for said in questions:
        assert said in text
    assert "Soviet Second Echelon" in text
    assert text.count("data:image/svg+xml") == len({match.options for match in study.matches})
    again = page(rows_of(tmp_path / "out"), study.title, {}, study.source)
    assert again == text


def test_no_results_are_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no results"):
        page([], "A", {})
