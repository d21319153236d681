"""Stacks on the map: moved together and in part, overrun, set up, beaten, and advancing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, Color
from tests.viewer.table import Table

FIELD = Path(__file__).resolve().parent.parent / "games" / "scs_field"
Position = Callable[..., Table]


@pytest.fixture(scope="module")
def field() -> Game:
    """The ground of the series: clear in its first columns."""
    return hexwar.load_game(FIELD)


@pytest.fixture
def placed(field: Game) -> Iterator[Position]:
    """Opens a window with these units only."""

    def open_table(
        phase: str = "red_movement", dice: list[int] | None = None, **setup: str
    ) -> Table:
        state = field.start("field", setup=setup, phase=phase, dice=dice)
        return Table(Session(field, state))

    yield open_table
    pygame.display.quit()


def at(table: Table, *units: str) -> list[str | None]:
    """Where units stand."""
    return [table.session.state.position(unit) for unit in units]


STACK = {"RI1": "02.05", "RT1": "02.05", "RH1": "02.05", "BI1": "11.05"}


# -- moving together ------------------------------------------------------------------------------


def test_a_stack_moves_together_by_mouse(placed: Position) -> None:
    """A click takes the whole stack, the next one its goal: one action for all."""
    table = placed(**STACK)
    table.click("02.05")
    assert list(table.board.selection.units) == ["RI1", "RT1", "RH1"]
    table.click("04.05")
    assert at(table, "RI1", "RT1", "RH1") == ["04.05"] * 3
    assert str(table.session.entries[-1].action) == "move RI1+RT1+RH1 04.05"


def test_the_reach_of_a_stack_is_that_of_its_slowest(placed: Position) -> None:
    """Infantry keeps the armour back; alone it goes farther."""
    table = placed(**STACK)
    table.click("02.05")
    together = set(table.board.selection.destinations())
    table.push("stack-RT1")
    alone = set(table.board.selection.destinations())
    assert list(table.board.selection.units) == ["RT1"]
    assert together < alone
    state = table.session.state
    assert all(f"move RI1+RT1+RH1 {number}" in state.legal_actions() for number in together)


def test_three_units_are_named_as_people_list_them(placed: Position) -> None:
    """Under the map, where a click would take them; before the drag as after it."""
    table = placed(**STACK)
    table.click("02.05")
    table.point("04.05")
    assert table.label("notice-text").startswith("RI1, RT1 and RH1 to 04.05")


def test_a_fanned_out_stack_is_as_large_as_the_lettering(placed: Position) -> None:
    """At 100 % and below a counter has 52 pixels at least; it never outgrows the view."""
    table = placed(**STACK)
    view = table.board.view
    sides = {}
    for scale in (0.75, 1.0, 1.25):
        table.app._set_scale(scale)
        table.settle()
        view.fit()
        table.point("09.05")
        assert not view.pieces.fanned.height
        table.point("02.05")
        sides[scale] = view.pieces.fanned.height
        assert view.pieces.fanned.width <= view.rect.width
        zoom = view.camera.zoom
        assert zoom * 1.06 < 52, "the map is small enough for the fan to be enlarged"
    assert sides[0.75] == sides[1.0] == 52 + 2 * 5
    assert sides[1.25] == 65 + 2 * 6


def test_part_of_a_stack_moves(placed: Position) -> None:
    """A counter laid out is left behind with Shift and a click; the others go."""
    table = placed(**STACK)
    table.click("02.05")
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    table.push("stack-RT1")
    pygame.key.set_mods(0)
    assert table.board.selection.units == ("RI1", "RH1")
    assert [table.tree.find(key=f"stack-{u}").selected for u in ("RI1", "RT1", "RH1")] == [
        True,
        False,
        True,
    ]
    table.click("03.05")
    assert at(table, "RI1", "RT1", "RH1") == ["03.05", "02.05", "03.05"]


def test_further_clicks_take_the_units_one_by_one(placed: Position) -> None:
    """All of them, then each, then all again."""
    table = placed(**STACK)
    seen = []
    for _ in range(5):
        table.click("02.05")
        seen.append(table.board.selection.units)
    whole = ("RI1", "RT1", "RH1")
    assert seen == [whole, ("RI1",), ("RT1",), ("RH1",), whole]


def test_a_stack_moves_by_keyboard(placed: Position) -> None:
    """Tab to a unit, A for its stack, Alt and a digit to leave one, N and Enter to go."""
    table = placed(**STACK)
    table.press("tab")
    assert list(table.board.selection.units) == ["RI1"]
    table.press("a")
    assert list(table.board.selection.units) == ["RI1", "RT1", "RH1"]
    table.press("alt+3")
    assert list(table.board.selection.units) == ["RI1", "RT1"]
    table.press("n", "enter")
    gone = at(table, "RI1", "RT1")
    assert gone[0] == gone[1] != "02.05"
    assert at(table, "RH1") == ["02.05"]


def test_what_is_refused_to_a_stack_names_its_rule(placed: Position) -> None:
    """Too far for all of them together."""
    table = placed(**STACK)
    table.click("02.05", "09.07")
    assert at(table, "RI1") == ["02.05"]
    assert table.board.match.notice.refusal
    assert table.shown("notice-rule")


@pytest.mark.parametrize(
    ("picked", "moved"), [((), "move RI1+RT1+RH1 04.05"), (("RT1",), "move RT1 04.05")]
)
def test_a_stack_is_dragged_as_a_click_takes_it(
    placed: Position, picked: tuple[str, ...], moved: str
) -> None:
    """The whole of it, or the units that are picked up."""
    table = placed(**STACK)
    table.board.selection.pick(*picked)
    table.drag(*map(table.board.view.pixel_of, ("02.05", "04.05")))
    assert str(table.session.entries[-1].action) == moved


# -- overrun and exploitation ---------------------------------------------------------------------


def test_an_overrun_is_shown_before_it_is_made(placed: Position) -> None:
    """The target is marked, a click opens the battle with its column, the button rolls."""
    table = placed(dice=[6, 5], RT1="04.05", RT2="04.05", BF1="05.05", BI1="11.05")
    table.click("04.05")
    assert list(table.board.selection.fights()) == ["05.05"]
    table.click("05.05")
    assert table.label("battle-heading") == "OVERRUN OF 05.05"
    assert "column 3:1" in table.label("battle-odds")
    assert table.session.entries == []
    table.push("attack")
    assert str(table.session.entries[-1].action) == "overrun 05.05 by RT1 RT2"


def test_a_stack_dragged_onto_an_enemy_shows_the_overrun(placed: Position) -> None:
    """Nothing is rolled before the button."""
    table = placed(dice=[6, 5], RT1="04.05", RT2="04.05", BF1="05.05", BI1="11.05")
    table.drag(*map(table.board.view.pixel_of, ("04.05", "05.05")))
    assert table.label("battle-heading") == "OVERRUN OF 05.05"
    assert table.session.entries == []


def test_an_overrun_by_keyboard(placed: Position) -> None:
    """The target is the first of the places that N goes through; Enter aims, Enter rolls."""
    table = placed(dice=[6, 5], RT1="04.05", BF1="05.05", BI1="11.05")
    table.press("tab", "n")
    assert table.board.selection.cursor == "05.05"
    table.press("enter")
    assert table.shown("attack")
    table.press("enter")
    assert table.session.entries[-1].action.verb == "overrun"


def test_a_refused_overrun_says_why(placed: Position) -> None:
    """A stack that began next to the enemy cannot; the rule is named."""
    table = placed(RT1="04.05", BI1="05.05")
    table.click("04.05", "05.05")
    assert table.board.match.notice.refusal
    assert table.board.match.notice.rule.startswith("6.")


def test_the_exploitation_phase_says_who_moves(placed: Position) -> None:
    """Only units of the trait; the others carry the mark of those that are done."""
    table = placed("red_exploitation", **STACK)
    assert "Only exploitation units move in this phase." in table.label("prompt")
    assert "1 unit can still move" in table.label("prompt")
    assert table.board.view.pieces.marks("RI1").moved
    assert not table.board.view.pieces.marks("RT1").moved
    table.click("02.05", "05.05")
    assert at(table, "RT1", "RI1") == ["05.05", "02.05"]


def test_a_stack_is_fanned_out_beside_those_who_stand_around_it(placed: Position) -> None:
    """Not over a counter above it, which may be about to attack it."""
    table = placed("red_movement", RT1="06.06", RI1="06.06", RI2="06.05", RI3="07.06")
    table.point("06.06")
    view, plate = table.board.view, table.board.view.pieces.fanned
    assert plate.height
    for number in ("06.05", "07.06"):
        across, down = view.pixel_of(number)
        assert not plate.collidepoint(across - view.rect.left, down - view.rect.top)


def test_only_units_that_move_are_framed_where_some_do(
    placed: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the exploitation phase that of the trait, until it is picked up; else none."""
    framed: set[str] = set()
    drawn = Overlay.frame

    def frame(
        self: Overlay, number: str, color: Color, dashed: bool = False, shrink: float = 0.9
    ) -> None:
        if dashed and color == PALETTE.gold:
            framed.add(number)
        drawn(self, number, color, dashed, shrink)

    monkeypatch.setattr(Overlay, "frame", frame)
    placed("red_movement", RT1="02.05", RI1="04.05")
    assert framed == set()
    table = placed("red_exploitation", RT1="02.05", RI1="04.05")
    assert framed == {"02.05"}
    table.click("02.05")
    framed.clear()
    table.point("03.05")
    assert framed == set()


# -- set-up ----------------------------------------------------------------------------------------


@pytest.fixture
def setting_up(field: Game) -> Iterator[Table]:
    """The beginning of a game with a free set-up."""
    yield Table(Session.new(field, "free_setup", seed=1))
    pygame.display.quit()


def test_units_are_set_up_on_the_map(setting_up: Table) -> None:
    """A unit, then a hex of its area; the end of the set-up is the key that ends phases."""
    table = setting_up
    assert table.label("turn") == "Set-up: Blue"
    assert "3 units can be set up" in table.label("prompt")
    table.press("tab")
    area = set(table.board.selection.destinations())
    assert {"09.07", "10.06"} <= area
    table.click("09.07")
    assert at(table, "BI1") == ["09.07"]
    table.press("e")
    assert not table.shown("turn")  # covered, until the other player looks
    table.press("enter")
    assert table.label("turn") == "Set-up: Red"
    table.push("button-end_phase")
    assert table.session.state.phase == "red_movement"
    assert "Set-up" not in table.label("turn")


def test_a_hex_outside_the_area_is_refused(setting_up: Table) -> None:
    """And the unit stays."""
    table = setting_up
    table.press("tab")
    table.click("02.02")
    assert table.board.match.notice.refusal
    assert table.session.entries == []


# -- losses, retreats, advances --------------------------------------------------------------------


def fight(table: Table, target: str) -> None:
    """Attack a hex with everybody next to it."""
    table.click(target)
    table.push("attack")


def test_a_step_loss_is_chosen_among_counters(placed: Position) -> None:
    """Two alike: the counters are laid out, a click on one takes its step."""
    table = placed("red_combat", [1, 1], RI1="03.05", RI2="03.05", BI1="04.05")
    fight(table, "04.05")
    state = table.session.state
    assert state.decision is not None and state.decision.kind == "loss"
    table.push("stack-RI2")
    assert table.session.state.steps_lost("RI2") == 1
    assert table.board.view.pieces.face("RI2").values == "2-2-4"
    assert table.board.view.pieces.face("RI2").reduced


def test_a_step_loss_by_keyboard(placed: Position) -> None:
    """Tab to the unit, Enter."""
    table = placed("red_combat", [1, 1], RI1="03.05", RI2="03.05", BI1="04.05")
    fight(table, "04.05")
    table.press("tab", "tab", "enter")
    assert table.session.state.steps_lost("RI2") == 1


def test_steps_may_be_lost_in_place_of_a_retreat(placed: Position) -> None:
    """The list says what each way of holding means; a digit takes it."""
    table = beaten(placed)
    labels = [node.label for node in table.tree.walk() if node.key.startswith("choice-")]
    assert labels[:2] == ["Lose 1 step, retreat 1 hex less", "Hold and lose 2 steps"]
    table.press("1")
    assert str(table.session.entries[-1].action) == "hold 1"


def beaten(placed: Position) -> Table:
    """Blue has two units to retreat two hexes."""
    guns = {f"R{n}": "03.05" for n in (11, 10, 9)}
    table = placed("red_combat", [5, 5], BI1="04.05", BI2="04.05", **guns)
    fight(table, "04.05")
    while table.session.state.decision and table.session.state.decision.kind == "loss":
        table.press("tab", "enter")
    decision = table.session.state.decision
    assert decision is not None and decision.kind == "retreat" and "2 hexes" in decision.prompt
    return table


def test_a_long_retreat_goes_hex_by_hex(placed: Position) -> None:
    """The party is picked up as one and clicked back; what is refused says why."""
    table = beaten(placed)
    party = table.board.selection.units
    assert party == ("BI1", "BI2")
    table.click("03.06")
    assert table.board.match.notice.refusal
    path = ["04.05"]
    while table.session.state.decision and table.session.state.decision.kind == "retreat":
        goal = next(iter(table.board.selection.destinations()))
        table.click(goal)
        path.append(goal)
        if len(path) == 2:
            assert "one hex more" in table.label("prompt")
    assert len(path) == 3
    assert at(table, *party) == [path[-1]] * 2


def test_part_of_a_beaten_stack_goes_its_own_way(placed: Position) -> None:
    """One counter is taken alone and sent back."""
    table = beaten(placed)
    table.push("stack-BI2")
    goal = next(iter(table.board.selection.destinations()))
    table.click(goal)
    assert str(table.session.entries[-1].action) == f"retreat BI2 {goal}"


def test_an_advance_beyond_the_first_hex(placed: Position) -> None:
    """Exploitation-capable units are clicked to the hex behind."""
    setup = {"RT1": "03.05", "RT2": "03.05", "RT3": "03.06", "BL1": "04.05", "BI1": "11.05"}
    table = placed("red_combat", [6, 6], **setup)
    fight(table, "04.05")
    decision = table.session.state.decision
    assert decision is not None and decision.kind == "advance"
    table.push("stack-RT2")
    goals = table.board.selection.destinations()
    assert "04.05" in goals and len(goals) > 1
    beyond = next(number for number in goals if number != "04.05")
    table.click(beyond)
    assert at(table, "RT2") == [beyond]
    assert len(table.session.entries[-1].action.hexes) >= 2


# -- counters --------------------------------------------------------------------------------------


def test_a_counter_shows_its_step_and_its_kind(placed: Position) -> None:
    """Values of the side that shows; a box for those that move a second time."""
    pieces = placed(**STACK).board.view.pieces
    infantry, armour = pieces.face("RI1"), pieces.face("RT1")
    assert (infantry.values, infantry.boxed, infantry.reduced) == ("4-4-4", False, False)
    assert (armour.values, armour.boxed) == ("6-4-8", True)


def test_the_panel_tells_of_both_sides(placed: Position) -> None:
    """What it is worth now, and reduced."""
    table = placed(**STACK)
    table.point("02.05")
    text = " ".join(n.label for n in table.tree.walk() if n.key.startswith("unit-RT1-"))
    assert "attack 6, defence 4, movement 8, 3-2-8 reduced" in text


def test_no_phase_is_ended_while_a_battle_asks(placed: Position) -> None:
    """The button is grey while a loss or a retreat is owed; declining an advance is offered."""
    stacks = {"RI1": "04.05", "RI2": "04.05", "RT1": "04.05", "BI1": "05.05", "BI2": "05.05"}
    table = placed("red_combat", [5, 6], **stacks)
    table.click("05.05")
    table.push("attack")
    seen = set()
    while table.board.selection.kind in ("loss", "retreat", "advance"):
        kind, button = table.board.selection.kind, table.tree.find(key="button-end_phase")
        seen.add(kind)
        assert button.enabled is (kind == "advance")
        ways = [choice.action for choice in table.board.selection.choices()]
        hold = sum(way.verb == "hold" for way in ways)
        table.press(str(hold + 1))
    assert seen == {"loss", "retreat", "advance"}


def test_a_stack_shows_how_many_it_holds(placed: Position) -> None:
    """A number in the corner, which a counter alone does not have."""
    pictures = []
    for units in ({"RI1": "02.05"}, {"RI1": "02.05", "RI2": "02.05"}, STACK):
        table = placed("red_movement", None, **{**units, "BI1": "11.05"})
        x, y = table.board.view.pixel_of("02.05")
        corner = pygame.Rect(0, 0, 26, 26)
        corner.center = (x - 12, y - 14)
        pictures.append(pygame.image.tobytes(table.app.surface.subsurface(corner), "RGB"))
        pygame.display.quit()
    assert len(set(pictures)) == 3


def test_how_to_overrun_is_told(placed: Position) -> None:
    """In the line under the map, before anything is picked up."""
    assert "move next to an enemy to overrun him" in placed(**STACK).label("notice-text")


def test_a_counter_laid_out_has_the_number_of_its_choice() -> None:
    """Of three that may lose a step the list called A2 the second, the counters laid out I4."""
    setup = dict.fromkeys(("I3", "A1", "A2"), "11.08") | {"I4": "11.07"}
    setup |= dict.fromkeys(("V2", "V3", "G2"), "12.08")
    game = hexwar.load_game("scs_sample")
    state = game.start("battle", setup=setup, phase="league_combat", dice=[2, 1])
    state.apply("attack 12.08 by I3 I4 A1 A2")
    state.apply("lose A1")
    state.apply(next(action for action in state.legal_actions() if action.verb == "hold"))
    table = Table(Session(game, state))
    chosen = table.board.selection
    listed = [unit for choice in chosen.choices() for unit in choice.units]
    assert listed != list(chosen.ready())  # the order of the units file is another
    assert list(chosen.members()) == listed
