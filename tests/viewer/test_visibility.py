"""What is hidden stays hidden: the top counter of an enemy stack is all that the window shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Units
from hexwar.viewer.match.match import Match
from tests.viewer.table import Table

FIELD = Path(__file__).resolve().parent.parent / "games" / "scs_field"
SETUP = {"RI1": "04.05", "RI2": "04.05", "BI1": "05.05", "BI2": "05.05", "BH1": "05.05"}
"""Red and blue next to each other, each a stack."""


@pytest.fixture(scope="module")
def field() -> Game:
    """Stacks are hidden under their top counter here."""
    return hexwar.load_game(FIELD)


@pytest.fixture
def closing() -> Iterator[None]:
    """The window is closed afterwards."""
    yield
    pygame.display.quit()


def open_table(
    field: Game,
    phase: str = "red_movement",
    players: Mapping[str, str] | None = None,
    dice: list[int] | None = None,
) -> Table:
    """The two stacks, in a window."""
    state = field.start("field", setup=SETUP, phase=phase, dice=dice)
    return Table(Session(field, state, players=players))


def said(table: Table) -> str:
    """Everything that is written or told anywhere in the window."""
    assert table.app.screen is not None
    walked = table.app.screen.walk()
    return " ".join([*(n.label for n in table.tree.walk()), *(w.tooltip for w in walked)])


def names(table: Table, *units: str) -> list[str]:
    """Which of these units are named anywhere in the window."""
    text = said(table)
    return [unit for unit in units if re.search(rf"\b{unit}\b", text)]


@pytest.mark.usefixtures("closing")
def test_only_the_top_counter_is_drawn_and_told(field: Game) -> None:
    """In the panels, the tooltips and the line below, wherever one looks."""
    table = open_table(field)
    for number in ("05.05", "04.05", "05.06"):
        table.point(number)
        assert names(table, "BI2", "BH1") == []
    table.point("05.05")
    assert names(table, "BI1") == ["BI1"]
    assert "More units lie below" in said(table)
    standing = table.board.view.pieces.standing()
    assert standing["05.05"] == ["BI1"]
    assert standing["04.05"] == ["RI2", "RI1"]  # one's own: all of them, the top one last


@pytest.mark.usefixtures("closing")
def test_reach_of_the_enemy_tells_nothing_of_hidden_units(field: Game) -> None:
    """Threats come from what is seen."""
    table = open_table(field)
    table.hold("t")
    for number in ("04.05", "04.06", "03.05"):
        table.point(number)
        assert names(table, "BI2", "BH1") == []
    assert {u for units in table.board.view.threats().values() for u in units} == {"BI1"}


@pytest.mark.usefixtures("closing")
def test_of_a_stack_looked_into_no_more_is_told_than_its_top(field: Game) -> None:
    """Reach and zones are those of the counter that is seen; the line says that more lies there."""
    table = open_table(field)
    table.click("05.05")
    inspection, known = table.board.selection.inspection, table.session.state.seen_by("red")
    assert inspection.units == ("BI1",)
    assert inspection.zones == set(known.zone("BI1"))
    assert inspection.reach == {n for n, units in known.threats("blue").items() if "BI1" in units}
    assert "What lies below is not known." in table.label("notice-text")
    assert names(table, "BI2", "BH1") == []


@pytest.mark.usefixtures("closing")
def test_an_attack_is_previewed_as_far_as_it_is_known(field: Game) -> None:
    """The top counter only, and it says so; the die uncovers the rest."""
    table = open_table(field, "red_combat", dice=[1, 1, 1, 1])
    table.click("05.05")
    assert "defence may be up to" in table.label("battle-hidden")
    preview = table.board.selection.preview()
    assert preview is not None
    low, high = preview.columns
    assert low < high
    headings = preview.headings
    bounds = f"column {headings[high]} at best; at worst column {headings[low]}"
    assert bounds in table.label("battle-odds")
    assert f"to {headings[high]} lit" in table.label("table")
    assert names(table, "BI2", "BH1") == []
    assert "8 : 4" in table.label("battle-odds") or "2:1" in table.label("battle-odds")
    table.push("attack")
    battle = table.session.entries[-1].events[0]
    assert set(battle.defenders) == {"BI1", "BI2", "BH1"}


@pytest.mark.usefixtures("closing")
def test_the_setting_shows_everything(field: Game) -> None:
    """For learning, to who is alone at the window: Ctrl+F, and back."""
    table = open_table(field, players={"blue": "normal"})
    table.board.plays = False
    table.point("05.05")
    table.press("ctrl+f")
    assert table.board.view.pieces.standing()["05.05"] == ["BI2", "BH1", "BI1"]
    assert table.app.settings.fog is False
    table.press("ctrl+f")
    assert table.board.view.pieces.standing()["05.05"] == ["BI1"]


@pytest.mark.usefixtures("closing")
def test_the_setting_shows_nothing_of_who_shares_the_window(field: Game) -> None:
    """Neither its key nor a setting of an earlier game; the cover does not name it either."""
    table = open_table(field)
    table.app.settings.fog = table.board.match.visibility.fog = False
    table.press("ctrl+f")
    assert "is not shown while the other plays" in table.label("notice-text")
    assert table.board.view.pieces.standing()["05.05"] == ["BI1"]
    while table.session.state.side_to_act != "blue":
        table.press("e")
    assert "Ctrl" not in said(table)


@pytest.mark.usefixtures("closing")
def test_in_the_hot_seat_the_side_to_act_sees_its_own(field: Game) -> None:
    """After the phase changes hands the view does."""
    table = open_table(field)
    while table.session.state.side_to_act != "blue":
        table.press("e")
    assert names(table, *SETUP) == []  # the map is covered while the window changes hands
    assert table.app.screen is not table.board
    table.press("enter")
    assert table.app.screen is table.board
    standing = table.board.view.pieces.standing()
    assert len(standing["05.05"]) == 3
    assert standing["04.05"] == ["RI1"]


BATTLE = {**SETUP, "RI3": "03.05", "RH1": "03.05", "BI3": "10.05", "BT1": "10.05", "RT1": "10.06"}
"""As above, with other stacks elsewhere."""


def battle_table(field: Game) -> Table:
    """Two people, and a battle whose result blue has to answer."""
    state = field.start("field", setup=BATTLE, phase="red_combat", dice=[5, 5])
    table = Table(Session(field, state))
    table.click("05.05")
    table.push("attack")
    assert table.session.state.side_to_act == "blue"
    return table


def test_who_gets_the_window_is_shown_what_happened_meanwhile(field: Game) -> None:
    """The moves of the other side since then, from where they began, as far as they were seen."""
    setup = {**SETUP, "RI2": "02.05", "RI3": "04.05"}
    state = field.start("field", setup=setup, phase="red_movement")
    match = Match(Session(field, state), {})
    match.playback.speed = "slow"
    for action in ("move RI2 03.05", "move RI3 03.05"):
        match.act(action)
    while match.visibility.waiting is None:
        match.act("done")
    match.playback.skip()
    match.hand_to("blue")
    assert match.visibility.side == "blue"
    shown = [event.unit for event in match.playback.waiting if event.kind == "moved"]
    assert shown == ["RI2"]  # the other went from below a counter to below another
    assert match.playback.positions["RI2"] == "02.05"
    match.playback.skip()
    assert match.playback.positions["RI2"] == "03.05"
    while match.visibility.waiting is None:
        match.act("done")
    match.playback.skip()
    match.hand_to("red")
    assert not [event for event in match.playback.waiting if event.kind == "moved"]


def test_what_is_shown_again_begins_as_it_was_known_then(field: Game) -> None:
    """A unit that went from below one counter to below another is not shown where it came from."""
    setup = {**SETUP, "RI2": "03.05", "RI3": "04.05"}
    match = Match(Session(field, field.start("field", setup=setup, phase="red_movement")), {})
    match.playback.speed = "slow"
    for action in ("move RI3 03.05", "top RI3", "move RI1 04.06"):
        match.act(action)
    while match.visibility.waiting is None:
        match.act("done")
    match.playback.skip()
    match.hand_to("blue")
    assert [event.unit for event in match.playback.waiting if event.kind == "moved"] == ["RI1"]
    assert match.playback.positions["RI3"] is None
    assert match.playback.positions["RI1"] == "04.05"
    match.playback.skip()
    assert match.playback.positions["RI3"] == "03.05"


def test_nothing_is_shown_again_in_a_battle(field: Game) -> None:
    """Both have looked on: neither who looks at his own stacks nor the attacker sees it twice."""
    state = field.start("field", setup=BATTLE, phase="red_combat", dice=[5, 5])
    match = Match(Session(field, state), {})
    match.playback.speed = "slow"
    match.act("attack 05.05 by RI1 RI2")
    match.playback.skip()
    match.hand_to("blue")
    assert not match.playback.busy
    while match.decision is not None and match.decision.kind != "combat":
        match.act(next(iter(match.state.legal_actions())))
    match.playback.skip()
    assert match.visibility.waiting == "red"
    match.hand_to("red")
    assert not match.playback.busy


@pytest.mark.usefixtures("closing")
def test_in_a_battle_both_look_on(field: Game) -> None:
    """The other side chooses: who fights is in the open, all other stacks are covered."""
    table = battle_table(field)
    assert table.app.screen is table.board  # no curtain: nothing comes to light
    standing = table.board.view.pieces.standing()
    assert len(standing["05.05"]) == 3
    assert [len(standing["03.05"]), len(standing["10.05"])] == [1, 1]
    below = {"RI3", "RH1", "BI3", "BT1"} - {*standing["03.05"], *standing["10.05"]}
    for number in ("03.05", "10.05"):
        table.point(number)
        assert names(table, *below) == []


@pytest.mark.usefixtures("closing")
def test_who_chooses_may_look_at_his_own_stacks(field: Game) -> None:
    """Behind the curtain; the other side's stay covered, and the attacker gets the map back so."""
    table = battle_table(field)
    table.press("v")
    assert table.app.screen is not table.board
    assert names(table, *BATTLE) == []
    table.press("enter")
    standing = table.board.view.pieces.standing()
    assert [len(standing["03.05"]), len(standing["10.05"])] == [1, 2]
    while table.board.selection.kind != "combat":
        if table.app.screen is not table.board:
            table.press("enter")
        table.press("1")
    assert table.app.screen is not table.board
    table.press("enter")
    assert len(table.board.view.pieces.standing()["03.05"]) == 2


@pytest.mark.usefixtures("closing")
def test_with_open_stacks_nothing_is_covered_or_ordered() -> None:
    """The option: no curtain, no button, and the key says that the order does not matter."""
    table = Table(Session.new("scs_sample", "battle", ["open_stacks"], seed=3))
    while table.session.state.side_to_act != "league":
        table.press("e")
    assert table.app.screen is table.board
    table.press("e")
    table.click("07.09")
    assert table.shown("stack-A1") and not table.shown("stack-top")
    table.push("stack-A2")
    table.press("o")
    assert "order of stacks does not matter" in table.label("notice-text")


@pytest.mark.usefixtures("closing")
def test_a_counter_is_put_on_top(field: Game) -> None:
    """By the button in the stack laid out, by key, and by pointing at the stack."""
    table = open_table(field)
    table.click("04.05")
    table.push("stack-RI2")
    assert "1 top" not in said(table)
    table.push("stack-top")
    assert str(table.session.entries[-1].action) == "top RI2"
    assert table.session.state.view("blue").units_at("04.05") == ("RI2",)
    table.press("escape")
    table.point("04.05")
    table.press("o")
    assert table.session.state.view("blue").units_at("04.05") == ("RI1",)
    table.press("o", "o")
    assert [str(entry.action) for entry in table.session.entries[2:]] == ["top RI2", "top RI1"]


@pytest.mark.usefixtures("closing")
def test_a_key_held_down_puts_one_counter_on_top(field: Game) -> None:
    """A keyboard repeats a held key; the stack is not turned over and over by it."""
    table = open_table(field)
    table.point("04.05")
    for _ in range(4):
        table.hold("o")
    table.let_go("o")
    assert [str(entry.action) for entry in table.session.entries] == ["top RI2"]


@pytest.mark.usefixtures("closing")
def test_the_order_of_an_enemy_stack_is_not_asked_about(field: Game) -> None:
    """Pointing at the enemy's stack names nobody who is hidden there."""
    table = open_table(field)
    table.point("05.05")
    table.press("o")
    assert names(table, "BI2", "BH1") == []
    assert not table.session.entries


@pytest.mark.usefixtures("closing")
def test_against_the_computer_one_sees_ones_own_side_only(field: Game) -> None:
    """While the computer chooses, too; and its hidden moves are not told."""
    table = open_table(field, players={"red": "human", "blue": "random"})
    assert table.board.match.visibility.side == "red"
    for _ in range(6):
        if table.session.state.is_over:
            break
        table.press("e")
        assert table.board.match.visibility.side == "red"
        view = table.session.state.view("red")
        hidden = [u for u in SETUP if not view.sees(u) and table.session.state.position(u)]
        shown = {u for units in table.board.view.pieces.standing().values() for u in units}
        assert shown.isdisjoint(hidden)


def test_hidden_moves_are_told_without_name_or_place(field: Game) -> None:
    """What goes from below one counter to below another is one vague line."""
    setup = {**SETUP, "BI3": "06.06"}
    state = field.start("field", setup=setup, phase="blue_movement", turn=1)
    match = Match(Session(field, state, players={"red": "human"}), {"red": "human", "blue": "x"})
    assert match.visibility.side == "red"
    match.act("move BH1 06.06")
    lines = [str(event) for event in match.known_events()]
    assert lines[-1] == "A unit below a top counter moves."
    assert not any("BH1" in line for line in lines)
    assert match.notice.text == lines[-1]
    assert not match.playback.busy


def test_a_whole_game_leaks_no_name(field: Game) -> None:
    """Random play by both: no event of a unit that stayed hidden is told with its name."""
    session = Session.new(field, "field", seed=4)
    match = Match(session, {"red": "human", "blue": "random"})
    random = Random(4)
    for _ in range(120):
        if session.state.is_over:
            break
        before = session.state.view("red")
        unseen = {u for u in match.resolved[Units].counters if not before.sees(u)}
        count = len(match.known_events())
        assert match.act(session.state.sample_action(random))
        after = session.state.view("red")
        unseen = {u for u in unseen if not after.sees(u)}
        for event in match.known_events()[count:]:
            if event.kind == "moved":
                assert not any(re.search(rf"\b{unit}\b", str(event)) for unit in unseen)


@pytest.mark.usefixtures("closing")
def test_the_log_of_a_resumed_game_tells_what_was_known_then(field: Game, tmp_path: Path) -> None:
    """Loaded again it reads the same, whoever is hidden now."""
    path = tmp_path / "game.jsonl"
    session = Session.new(field, "field", seed=9, players={"red": "random"}, path=path)
    match = Match(session, session.players)
    random = Random(11)
    while len(session.entries) < 60:
        match.act(session.state.sample_action(random))
    again = Session.load(path, field)
    told = [str(event) for event in Match(again, again.players).known_events()]
    assert told == [str(event) for event in match.known_events()]
    assert "A unit below a top counter moves." in told


def test_nothing_is_hidden_where_the_game_hides_nothing(game: Game) -> None:
    """And nothing costs a thought."""
    match = Match(Session.new(game, "standard", seed=1), {"soviet": "human", "us": "greedy"})
    assert match.visibility.side is None
    assert match.visibility.state is match.state
    assert match.visibility.views == ()
    assert match.visibility.known_events(match.record.opening) == list(match.record.opening)


# -- supply ----------------------------------------------------------------------------


@pytest.mark.usefixtures("closing")
def test_supply_is_shown_by_key(field: Game) -> None:
    """P shows it and takes it away; the picture changes and comes back."""
    table = open_table(field)
    plain = pygame.image.tobytes(table.app.surface, "RGB")
    table.press("p")
    assert table.board.view.show_supply
    shown = pygame.image.tobytes(table.app.surface, "RGB")
    assert shown != plain
    table.press("p")
    assert not table.board.view.show_supply


@pytest.mark.usefixtures("closing")
def test_every_unit_of_the_side_has_its_supply_line(field: Game) -> None:
    """Step by step over neighbours to a source, as far as known; one without has none."""
    table = open_table(field)
    table.press("p")
    lines = table.board.view.supply.lines
    assert set(lines) == {"RI1", "RI2"}  # the enemy's are not shown
    board, state = table.session.game.map, table.session.state
    supply = state.resolved.section(Supply)
    assert supply is not None
    for unit, line in lines.items():
        assert line is not None and line[0] == state.position(unit)
        assert line[-1] in board.listed(supply.places("red"))
        assert all(b in board.neighbors(a) for a, b in pairwise(line))


@pytest.mark.usefixtures("closing")
def test_a_unit_out_of_supply_is_marked(field: Game) -> None:
    """On its counter and in its panel."""
    setup = {"RI1": "05.06", "BI1": "05.07", "BI2": "05.05"}
    table = Table(Session(field, field.start("field", setup=setup, phase="red_exploitation")))
    state = table.session.state
    while state.in_supply("RI1") and not state.is_over:
        table.press("e", "enter")
    assert table.board.view.pieces.marks("RI1").cut_off
    table.point("05.06")
    assert "Out of supply" in said(table)


@pytest.mark.usefixtures("closing")
def test_a_game_without_supply_says_so(game: Game) -> None:
    """The key does no harm there."""
    table = Table(Session.new(game, "standard", seed=1))
    table.press("p")
    assert "no supply" in table.label("notice-text")
    assert not table.board.view.show_supply
