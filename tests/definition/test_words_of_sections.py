"""Words that packages add to others' forms, in games that lack the package's section.

Whatever word is written, with each of the examples that the reference prints, the game either plays
or `check` says what is missing. The words are found where the packages say them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

import hexwar
from hexwar.definition.codes import tiny
from hexwar.definition.packages import adding_to, idle_words, sections
from hexwar.definition.shapes import Field, form_shape
from hexwar.definition.wording import written
from tests.definition.conftest import Write

PLACES = {
    "map": """map:
  grid: {columns: 8, rows: 9}
  default: open
  hexes: {woods: ["0305", "0407"]}
  hexsides: {river: [0201/0202]}
  paths: {road: [0101-0102], rail: [0101-0102]}
  features: {fort: ["0101"], town: ["0202"]}
  regions: {towns: ["0202"], east_edge: ["0801"], north_edge: ["0101"], west: ["0101"]}
  boxes: {rallying: {title: Rallying}}
""",
    "terrain": """terrain:
  hexes:
    open: {cost: 1}
    woods: {cost: 1}
  hexsides: {river: {cost: 1}}
  paths: {road: {cost: 1}, rail: {cost: 1}}
  features: {fort: {title: Fort}, town: {title: Town}}
""",
    "units": """units:
  values: {radius: number, rating: number, figures: number}
  types:
    infantry:
      traits: [mechanised, leader, gun, truck]
      steps: 4-4-4
      values: {radius: 2, rating: 2, figures: 3}
  counters:
    A: {side: red, type: infantry}
    R1: {side: red, type: infantry}
    R4: {side: red, type: infantry}
    X: {side: blue, type: infantry}
    B1: {side: blue, type: infantry}
""",
    "scenarios": """scenarios:
  duel: {setup: {A: "0101", R1: "0203", X: "0402", B1: "0501"}}
""",
}
"""The tiny game with most of what the examples of the reference name."""

SEQUENCE = tiny.FILES["sequence.yaml"]
COMBAT = tiny.FILES["combat.yaml"]
GOAL = "victory:\n  - {{winner: red, if: {}}}\n  - {{winner: blue}}\n"
TABLE = """tables:
  events:
    dice: 1d2
    table: {{1: calm, 2: event}}
    results: {{calm: [nothing], event: [{}]}}
"""
EVENTS = "phases:\n    - {id: events, kind: table, table: events, for_each: {side: red}}\n"
ROLLS = SEQUENCE.replace("phases:\n", EVENTS)


class Word(NamedTuple):
    """A word with one of its examples, and the form that it is added to."""

    section: str
    form: str
    key: str
    example: Any
    needs: str

    def __str__(self) -> str:
        return f"{self.form}-{self.key}-{self.example}"


def words() -> Iterator[Word]:
    """Every word that a package adds to a form of another."""
    for section in sections().values():
        for opened, named in section.fields.items():
            form = section.load(named.form)
            for field in fields_of(form):
                mark = field.needs or form.leans_on
                needs = mark.section if mark else ""
                for example in field.examples or field.shape.examples:
                    yield Word(section.name, opened, field.key, example, needs)


def fields_of(form: Any) -> list[Field]:
    mapped = form_shape(form).mapped
    assert mapped is not None
    return list(mapped.fields.values())


WORDS = list(words())
ELSEWHERE = (
    "programs outcomes selectors conditions counts phases terrain_hexes terrain_hexsides "
    "setup_places"
)


def said(word: Word) -> dict[str, str]:
    """The files in which a word is said."""
    step = written({word.key: word.example})
    match word.form:
        case "selectors":
            return {"victory": GOAL.format(f"{{units: {{of: {step}}}}}")}
        case "conditions":
            return {"victory": GOAL.format(step)}
        case "counts":
            return {"victory": GOAL.format(f"{{eliminated: {{side: blue, more_than: {step}}}}}")}
        case "programs":
            return {"combat": COMBAT.replace("[nothing]", f"[{step}]")}
        case "outcomes":
            return {"tables": TABLE.format(step), "sequence": ROLLS}
        case "setup_places":
            place = f'{{hex: "0101", {step[1:]}'
            return {"scenarios": tiny.FILES["scenarios.yaml"].replace('"0101"', place)}
        case "phases":
            return {"sequence": SEQUENCE.replace("side: red}", f"side: red, {step[1:]}", 1)}
        case _:
            line = "open: {" if word.form == "terrain_hexes" else "river: {"
            terrain = PLACES["terrain"].replace(f"{line}cost: 1}}", f"{line}cost: 1, {step[1:]}")
            return {"terrain": terrain}


def test_the_words_stand_where_this_can_say_them() -> None:
    assert {word.form for word in WORDS} == set(ELSEWHERE.split())
    assert all(adding_to(form) for form in ELSEWHERE.split())
    assert len(WORDS) > 80


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("word", WORDS, ids=str)
def test_a_word_without_its_section_is_reported_or_does_no_harm(word: Word, write: Write) -> None:
    folder = write(**{**PLACES, **said(word)})
    errors = [found for found in hexwar.check(folder) if found.severity == "error"]
    if word.needs:
        told = [(e.code, e.place.text[e.column - 1 : e.end_column - 1], e.help) for e in errors]
        assert ("HW411", word.key, f"add the section {word.needs}, or delete this") in told
        assert "HW301" not in [code for code, *_ in told], "one cause is one finding"
    if not errors:
        plays(hexwar.load_game(folder))
    assert "HW900" not in [found.code for found in errors]


def plays(game: hexwar.Game) -> None:
    """Play a few games at random: every word is asked."""
    for seed in range(2):
        state, random = game.start(seed=seed), Random(seed)
        for _ in range(100):
            if state.is_over:
                break
            state.legal_actions()
            state.apply(state.sample_action(random))


def test_units_are_chosen_by_figures_only_where_there_are_some(write: Write) -> None:
    """The first game that came through: it ended in a LookupError when dice were thrown."""
    initiative = (
        "initiative:\n  first: red\n  die: {red: d6, blue: d6}\n"
        "  dice: {only: {effective: true}}\n  cite: {roll: '1'}\n"
    )
    phases = SEQUENCE.replace("phases:\n", "phases:\n    - {id: dice, kind: initiative}\n")
    (found,) = hexwar.check(write(initiative=initiative, sequence=phases))
    assert (found.code, found.line, found.message) == (
        "HW411",
        4,
        "effective means nothing without section figures, which the game lacks",
    )


def test_an_option_may_do_away_with_a_section_whose_words_only_never_hold(write: Write) -> None:
    goal = GOAL.format("{any: [{units: {of: {in_zone: true}}}, {eliminated: {side: blue}}]}")
    without = "options: {dusk: {patch: {zones_of_control: null}}}\n"
    zones = 'zones_of_control: {entering: stop, cite: {entering: "1"}}\n'
    assert hexwar.check(write(victory=goal, options=without, zones_of_control=zones)) == []
    (found,) = hexwar.check(write(folder="never", victory=goal))
    assert found.code == "HW411"


@pytest.mark.parametrize(
    ("act", "section"), [(act, of) for act, of in idle_words("acts").items() if of != "combat"]
)
def test_what_a_state_forbids_can_be_done_in_the_game(act: str, section: str, write: Write) -> None:
    """Each act is a word of a section too."""
    states = f"states:\n  tired:\n    while: {{type: infantry}}\n    forbids: [move, {act}]\n"
    (found,) = hexwar.check(write(states=states))
    assert (found.code, found.line, found.column) == ("HW411", 4, 21)
    assert found.message == f"{act} means nothing without section {section}, which the game lacks"
    assert found.help == f"add the section {section}, or delete this"


def test_the_acts_of_all_sections_are_known(write: Write) -> None:
    assert {"attack", "exert_zone", "fire", "load", "react", "search", "trace"} == {
        *idle_words("acts")
    }
    states = (
        "states: {tired: {while: {type: infantry}, forbids: [move, attack, retreat, advance]}}\n"
    )
    assert "HW411" not in [found.code for found in hexwar.check(write(states=states))]
