"""Words that do nothing are told from those that do; ``tools/idle_words`` looks for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from hexwar.definition.packages import in_play
from tools.idle_words.__main__ import FILE, parts_of, search
from tools.idle_words.held import HELD, Held
from tools.idle_words.ledger import Ledger, Trial
from tools.idle_words.page import PAGE, written
from tools.idle_words.places import BASE, place_called
from tools.idle_words.scripted import known, reached
from tools.idle_words.steps import PLAYS, Step, is_witness, read
from tools.idle_words.witnesses import Bench, Subject, folders
from tools.idle_words.words import Word, words

SAMPLE = 16
KNOWN = Ledger(FILE)
GAMES = {folder.name: folder for folder in folders()}


@pytest.fixture(name="subject")
def _subject(tmp_path: Path) -> Iterator[Callable[[str], Subject]]:
    yield lambda game: Subject(GAMES[game], Bench(tmp_path))


def sample(of: Callable[[Trial], bool], count: int) -> list[Trial]:
    """Some trials of a kind, other ones in every place."""
    return Random(7).sample([best for _, best in sorted(KNOWN.best.items()) if of(best)], count)


@pytest.mark.parametrize(
    "trial",
    [
        *sample(
            lambda trial: (
                trial.fate == "witnessed" and trial.place != "base" and trial.beside is None
            ),
            SAMPLE,
        ),
        *sample(lambda trial: trial.fate == "witnessed" and trial.beside is not None, SAMPLE // 4),
    ],
    ids=lambda trial: f"{trial.path} in {trial.place}",
)
def test_a_word_with_a_witness_still_changes_the_game(trial: Trial, tmp_path: Path) -> None:
    word = Word(trial.path, trial.patch)
    subject = Subject(GAMES[trial.game], Bench(tmp_path), trial.beside)
    assert subject.is_witness(word, place_called(trial.place))


@pytest.mark.parametrize(
    "trial",
    sample(lambda trial: trial.fate == "refused" and "HW113" in trial.codes, 4),
    ids=lambda trial: f"{trial.path} in {trial.place}",
)
def test_a_word_that_is_asked_at_another_time_is_still_refused(
    trial: Trial, subject: Callable[[str], Subject]
) -> None:
    told = subject(trial.game).tried(Word(trial.path, trial.patch), place_called(trial.place))
    assert told is not None
    assert told.fate == "refused"


STEPS = [step for _, step in sorted(read().items()) if step.fate == "witnessed"]


@pytest.mark.parametrize(
    "step", Random(5).sample(STEPS, 8), ids=lambda step: f"{step.key} in {step.place}"
)
def test_a_step_with_a_witness_still_changes_the_game(step: Step, tmp_path: Path) -> None:
    assert is_witness(step, Bench(tmp_path))


@pytest.mark.parametrize(
    "step",
    Random(7).sample([step for step in STEPS if (step.place, step.key) in known()], 3),
    ids=lambda step: f"{step.key} in {step.place}",
)
def test_scripted_dice_reach_a_step_in_one_result(step: Step, tmp_path: Path) -> None:
    assert reached(step, Bench(tmp_path)) is not None
    assert reached(step._replace(value="nothing"), Bench(tmp_path), PLAYS[:1]) is None


def test_a_step_that_does_nothing_has_no_witness(tmp_path: Path) -> None:
    step = next(step for step in STEPS if step.place.startswith("combat.results"))
    assert not is_witness(step._replace(value="nothing"), Bench(tmp_path))


def test_a_word_that_changes_nothing_has_no_witness(subject: Callable[[str], Subject]) -> None:
    meadow = subject("meadow")
    same = Word("movement.allowance", {"movement": {"allowance": 3}})
    other = Word("movement.allowance", {"movement": {"allowance": 2}})
    assert not meadow.is_witness(same, BASE)
    assert meadow.is_witness(other, BASE)
    idle = Word("zones_of_control.reach", {"zones_of_control": {"exerted_by": "none", "reach": 2}})
    told = meadow.tried(idle, BASE)
    assert told is not None
    assert (told.fate, told.codes) == ("found", ("HW112",))


def test_each_key_of_a_section_is_changed(subject: Callable[[str], Subject]) -> None:
    meadow = subject("meadow")
    paths = {word.path for word in words(meadow.tree, "movement", meadow.names)}
    assert {"movement.allowance", "movement.stacks", "movement.modes"} <= paths


def test_a_search_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    file = tmp_path / "trials.jsonl"
    ledger = Ledger(file)
    for part in parts_of(["melee"]):
        ledger.add(str(part), [Trial("melee.cost", "base", "unmet", "close_combat", {})])
    known = Ledger(file)
    assert known.tried["melee.cost", "base"] == len(known.done) > 0
    assert search(parts_of(["melee"]), known, seed=1, jobs=1) == 0
    assert known.tried["melee.cost", "base"] == len(known.done)
    known.shorten()
    assert Ledger(file).best == known.best


def test_nothing_that_check_accepts_is_without_a_witness() -> None:
    idle = {key for key, trial in KNOWN.best.items() if trial.fate in ("silent", "unmet")}
    assert idle == set()
    assert {key for key, step in read().items() if step.fate == "silent"} == set()


@pytest.mark.parametrize("held", HELD, ids=lambda held: held.so)
def test_the_tests_that_the_page_names_are_there(held: Held) -> None:
    text = (Path(__file__).parent / held.file).read_text(encoding="utf-8")
    assert [name for name in held.tests if f"def {name}(" not in text] == []


def test_the_page_tells_what_the_file_holds() -> None:
    parts = [*map(str, parts_of(in_play()))]
    assert PAGE.read_text(encoding="utf-8") == written(KNOWN, parts)
