"""A decision of a section that the window has never heard of, played by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType

import pygame
import pytest

import hexwar
from hexwar.engine import Action, Decision, Position, Task, Violation
from hexwar.engine.notation import (
    ATTACKING,
    GOING,
    NAMED,
    UNIT,
    ActionParts,
    ActionSyntax,
    Verb,
    vocabulary,
)
from hexwar.engine.registry import Registry
from hexwar.records import Session
from tests.unheard import all_tables
from tests.viewer.table import Table

pytestmark = pytest.mark.usefixtures("loaded_anew")

FIELD = Path(__file__).resolve().parent.parent / "games" / "scs_field"
STOOD = {"RI1": "02.05", "RT1": "02.05", "RI2": "02.07", "BI1": "03.05", "BI2": "11.05"}


@dataclass(slots=True)
class Orders(Task):
    """Which of some orders is given, whatever they are."""

    orders: tuple[str, ...]

    kind = "errands"

    def settle(self, state: Position) -> bool:
        """Somebody has to choose."""
        return True

    def side(self, state: Position) -> int:
        """The side whose phase it is."""
        return state.phase_side

    def decision(self, state: Position) -> Decision:
        """Nothing that is known of it but what it asks."""
        side = state.frame.side_ids[state.phase_side]
        return Decision(side, self.kind, "Give an order.", may_decline="pass" in self.orders)

    def actions(self, state: Position) -> Iterator[Action]:
        """The orders."""
        return map(Action.parse, self.orders)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only these."""
        if str(action) in self.orders:
            return None
        return Violation("9.9", f"Nobody ordered {action}.", "orders.given")

    def sample(self, state: Position, random: Random) -> Action:
        """Any of them."""
        return Action.parse(random.choice(self.orders))

    def perform(self, state: Position, action: Action) -> None:
        """It is told, and the game goes on."""
        state.agenda.pop()
        state.tell("ordered", "9.9", f"{action} is done.")


def _place(verb: str, words: list[str]) -> ActionParts:
    return ActionParts((), (words[0],))


PLACE = ActionSyntax(_place, lambda parts: parts.hexes[0], hexes=True)
"""``flare 0503``: a hex and no unit."""


def _section() -> ModuleType:
    task = ModuleType("errands.task")
    task.__dict__["VERBS"] = {
        "regroup": Verb(GOING, "goal", lambda action, state: f"Regroup in {action.hexes[-1]}"),
        "shell": Verb(ATTACKING, "target", lambda action, state: f"Shell {action.hexes[0]}"),
        "salute": Verb(UNIT, "unit", lambda action, state: f"{action.units[0]} salutes"),
        "flare": Verb(PLACE, "goal"),
        "signal": Verb(NAMED, label=lambda action, state: f"Signal {action.name}"),
    }
    task.__dict__["TASKS"] = {"errands": Orders}
    return task


Ask = Callable[..., Table]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Opens a window where one of some orders has to be given."""
    both = all_tables(monkeypatch)
    more = Registry([_section()])
    both.verbs |= more.verbs
    both.tasks |= more.tasks
    vocabulary.cache_clear()

    def open_table(*orders: str, phase: bool = False) -> Table:
        both.phases |= {"errands": Orders} if phase else {}
        game = hexwar.load_game(FIELD)
        state = game.start("field", setup=STOOD, phase="red_movement")
        state.agenda.append(Orders(orders))
        return Table(Session(game, state))

    yield open_table
    monkeypatch.undo()
    vocabulary.cache_clear()
    pygame.display.quit()


def given(table: Table) -> str:
    """The order that was given."""
    return str(table.session.entries[-1].action)


GOING_SOMEWHERE = ("regroup RI1 02.03", "regroup RI1+RT1 02.04", "regroup RI2 02.03", "pass")


def test_its_prompt_and_its_lines_are_shown(ask: Ask) -> None:
    """Labels come from the verbs, the prompt from the decision."""
    table = ask(*GOING_SOMEWHERE)
    assert "Give an order." in table.label("prompt")
    lines = [table.label(f"choice-{digit}") for digit in range(1, 5)]
    assert lines == ["Regroup in 02.03", "Regroup in 02.04", "Regroup in 02.03", "Decline"]


def test_a_unit_is_sent_to_a_hex_by_mouse(ask: Ask) -> None:
    """Pick it, click the hex."""
    table = ask(*GOING_SOMEWHERE)
    table.click("02.07", "02.03")
    assert given(table) == "regroup RI2 02.03"


def test_a_stack_and_a_part_of_it_are_sent_by_mouse(ask: Ask) -> None:
    """The first click takes the whole stack, a counter of it is taken alone."""
    table = ask(*GOING_SOMEWHERE)
    table.click("02.05", "02.04")
    assert given(table) == "regroup RI1+RT1 02.04"
    table = ask(*GOING_SOMEWHERE)
    table.click("02.05")
    table.push("stack-RI1")
    table.click("02.03")
    assert given(table) == "regroup RI1 02.03"


def test_a_unit_is_sent_to_a_hex_by_keyboard(ask: Ask) -> None:
    """Next unit, next place, go."""
    table = ask(*GOING_SOMEWHERE)
    while table.board.selection.units != ("RI2",):
        table.press("tab")
    table.press("n", "enter")
    assert given(table) == "regroup RI2 02.03"


def test_where_it_cannot_go_the_rules_say_why(ask: Ask) -> None:
    """A refusal with its number."""
    table = ask(*GOING_SOMEWHERE)
    table.click("02.07", "05.05")
    assert table.board.match.notice.text == "Nobody ordered regroup RI2 05.05."
    assert table.board.match.notice.rule == "9.9"


def test_a_line_is_taken_by_its_digit_and_what_is_offered_declined(ask: Ask) -> None:
    """The end key declines."""
    table = ask(*GOING_SOMEWHERE)
    table.press("2")
    assert given(table) == "regroup RI1+RT1 02.04"
    table = ask(*GOING_SOMEWHERE)
    assert table.label("button-end_phase") == "Decline"
    table.press("e")
    assert given(table) == "pass"


@pytest.mark.parametrize("hand", ["map", "counters", "keyboard"])
def test_a_unit_is_named(ask: Ask, hand: str) -> None:
    """By a click on it, on its counter laid out with the others, or by its line."""
    table = ask("salute RI2", "salute BI2")
    if hand == "map":
        table.click("02.07")
    elif hand == "counters":
        table.push("stack-RI2")
    else:
        table.press("1")
    assert given(table) == "salute RI2"


@pytest.mark.parametrize("order", ["regroup RI3 02.03", "salute RI3"])
def test_a_unit_off_the_map_is_picked_from_a_list(ask: Ask, order: str) -> None:
    """It stands nowhere, so it cannot be clicked on the map."""
    table = ask(order, "regroup RI2 02.04", "salute RI1")
    assert table.label("waiting-heading") == "OFF THE MAP"
    table.push("waiting-RI3")
    if order.startswith("regroup"):
        table.click("02.03")
    assert given(table) == order


def test_a_hex_alone_is_pointed_at(ask: Ask) -> None:
    """No unit has to be picked for it."""
    table = ask("flare 05.05", "flare 06.05")
    table.click("06.05")
    assert given(table) == "flare 06.05"


def test_a_phase_of_it_is_ended_like_any_phase(ask: Ask) -> None:
    """Its side has the window for itself, and the end is a button and no line."""
    table = ask(*GOING_SOMEWHERE[:-1], "done", phase=True)
    assert table.board.match.visibility.holder == "red"
    assert table.label("button-end_phase") == "End phase"
    assert "ends the phase" in table.label("prompt")
    assert not table.shown("choice-4")
    table.press("e")
    assert given(table) == "done"


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_hex_is_fought(ask: Ask, hand: str) -> None:
    """Target first, who takes part is switched; there is no battle to foresee."""
    table = ask(*(f"shell 03.05 by {who}" for who in ("RI1", "RI2", "RI1 RI2")), "pass")
    if hand == "mouse":
        table.click("03.05")
        assert table.board.selection.attackers == ("RI1", "RI2")
        table.push("attacker-RI1")
        assert table.label("attack") == "Shell"
        table.push("attack")
    else:
        table.press("n", "enter")
        table.board.selection.toggle("RI1")
        table.press("enter")
    assert given(table) == "shell 03.05 by RI2"
    assert not table.board.match.notice.refusal


def test_units_that_go_and_fight_are_picked_first(ask: Ask) -> None:
    """As in a movement phase: the unit, then whom it fights, then the button."""
    table = ask("regroup RI2 02.03", "shell 03.05 by RI2")
    table.click("02.07", "03.05")
    table.push("attack")
    assert given(table) == "shell 03.05 by RI2"


def test_more_lines_than_digits_have_pages(ask: Ask) -> None:
    """The ninth turns the page, by key and by mouse."""
    names = [f"name{number}" for number in range(12)]
    table = ask(*(f"signal {name}" for name in names))
    assert table.label("choice-9") == "More ..."
    table.press("9")
    assert table.label("choice-1") == "Signal name8"
    table.push("choice-9")
    assert table.label("choice-1") == "Signal name0"
    table.press("9", "4")
    assert given(table) == "signal name11"


def test_units_of_two_hexes_are_sent_by_their_line_however_many_there_are(ask: Ask) -> None:
    """They cannot be picked up together; what can be done on the map makes way."""
    alone = [f"regroup RI2 0{column}.0{row}" for column in (5, 6) for row in range(1, 7)]
    table = ask(*alone, "regroup RI1+RI2 02.03", "done", phase=True)
    assert table.label("choice-1") == "Regroup in 02.03" and not table.shown("choice-2")
    table.press("1")
    assert given(table) == "regroup RI1+RI2 02.03"


def test_every_order_can_be_taken_back(ask: Ask) -> None:
    """Undo asks again."""
    table = ask("signal one", "signal two")
    table.press("2")
    table.press("enter")  # hidden stacks: the window is handed over for the phase
    table.press("u")
    assert not table.session.entries
    table.press("1")
    assert given(table) == "signal one"
