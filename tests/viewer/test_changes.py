"""What has changed while others played: drawn and told until the player goes on."""

from __future__ import annotations

from hexwar import load_game
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.match.meanwhile import Changes
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

OPENING = ("move A 0703", "done", "done")
ANSWER = ("move W 0505", "done")


def played(game: Game, *actions: str) -> Table:
    """A game against a computer that has been played so far, taken up again."""
    session = Session.new(game, "standard", seed=7, players={"us": "greedy"})
    for action in actions:
        session.apply(action)
    return Table(session)


def test_the_answer_of_the_computer_stays_drawn_until_a_click(game: Game) -> None:
    """The route of its unit, in words too; a click on the map goes on, X brings it back."""
    table = played(game, *OPENING, *ANSWER)
    match = table.board.match
    assert match.changes.routes == {"W": ("0603", "0604", "0505")}
    assert table.label("notice-text").startswith("What has changed: 1 unit moved. A click")
    table.point("0101")
    assert match.changes
    table.click("0101")
    assert not match.changes
    assert "What has changed" not in table.label("notice-text")
    table.press("x")
    assert match.changes.routes.keys() == {"W"}
    table.press("x")
    assert not match.changes


def test_what_changed_can_be_recalled_after_moves_of_ones_own(game: Game) -> None:
    """It is what others did, and none of one's own moves."""
    table = played(game, *OPENING, *ANSWER)
    table.click("0803", "0704")
    assert table.session.entries[-1].side == "soviet"
    assert not table.board.match.changes
    table.press("x")
    assert table.board.match.changes.routes.keys() == {"W"}


def test_what_changed_can_be_recalled_after_an_undo(game: Game) -> None:
    """Of a move of one's own: what others did before it still stands; so again and again."""
    table = played(game, *OPENING, *ANSWER)
    match = table.board.match
    table.click("0803", "0704")
    table.press("u")
    assert table.label("notice-text").startswith("Taken back")
    assert not match.changes.routes.get("B")
    table.press("x")
    assert match.changes.routes == {"W": ("0603", "0604", "0505")}
    table.press("x")
    table.click("0803", "0704")
    table.press("x")
    assert match.changes.routes.keys() == {"W"}


def test_what_others_did_and_was_taken_back_is_shown_no_more(game: Game) -> None:
    """X shows what they did before that; done again, it is news again."""
    table = played(game, *OPENING, *ANSWER)
    match = table.board.match
    for action in ("move B 0704", "done", "move W 0506"):
        assert match.act(action)
    assert match.act("done")
    assert match.changes.routes == {"W": ("0505", "0506")}
    assert match.act("move B 0605")
    for _ in range(2):
        match.undo()
    assert match.meanwhile.recall()
    assert match.changes.routes == {"W": ("0603", "0604", "0505")}
    match.redo()
    assert match.changes.routes == {"W": ("0505", "0506")}


def test_the_rest_of_ones_own_move_is_no_news() -> None:
    """An enemy is asked in every hex of it, and does nothing."""
    setup = {"T2": "0310", "Bravo": "0320", "Charlie": "1827", "T3": "3636"}
    state = load_game("force_on_force").start(
        "lost_and_found", setup=setup, phase="actions", turn=2, dice=(1,) * 20, initiative="usmc"
    )
    table = Table(Session(load_game("force_on_force"), state))
    match = table.board.match
    assert match.act("move Bravo 0109 rapid")
    assert match.state.side_to_act == "taliban"
    while match.state.side_to_act == "taliban":
        assert match.act("done")
    assert not match.changes
    assert not match.meanwhile.recall()


def test_who_hurries_nobody_still_reads_what_has_changed(game: Game) -> None:
    """The computer was quicker than the key; when there are no news it says so."""
    table = played(game, *OPENING, *ANSWER)
    table.press("q")
    assert table.label("notice-text").startswith("What has changed: 1 unit moved. A click")
    table.click("0101")
    table.press("q")
    assert table.label("notice-text") == "Nobody is thinking."


def test_of_a_turn_in_which_nothing_was_done_x_says_so(game: Game) -> None:
    """It recalls no older turn instead: at once, after moves of one's own, and after an undo."""
    table = played(game, *OPENING, *ANSWER)
    match = table.board.match
    for action in ("move B 0704", "done", "done"):
        assert match.act(action)
    nothing = "The U.S. had a turn and did nothing in it that can be drawn."
    for move in ("move C 0904", "move D 0906"):
        table.press("x")
        assert not match.changes
        assert table.label("notice-text") == nothing
        assert match.act(move)
    table.press("u", "x")
    assert table.label("notice-text") == nothing


def test_a_turn_is_one_when_its_last_phase_has_ended(game: Game) -> None:
    """And what was done in it is recalled as before."""
    # Two people: a computer that is to act would go on as soon as it has thought.
    session = Session.new(game, "standard", seed=7)
    for action in (*OPENING, "move W 0505"):
        session.apply(action)
    match = Table(session).board.match
    assert not list(match.meanwhile.had_turn)
    assert match.act("done")
    assert list(match.meanwhile.had_turn) == ["us"]
    match.go_on()
    assert match.meanwhile.recall()
    assert match.changes.routes.keys() == {"W"}


def test_nothing_has_changed_at_the_start(opened: SetUp) -> None:
    """X says so."""
    table = opened(players={"us": "greedy"})
    table.press("x")
    assert "Nothing has been done by others" in table.label("notice-text")


def test_the_next_of_two_people_sees_what_the_other_did(opened: SetUp) -> None:
    """Where they share the window, too; undone, it is no news."""
    table = opened()
    table.click("0802", "0703")
    assert not table.board.match.changes
    table.press("e", "e")
    assert table.session.state.side_to_act == "us"
    assert table.board.match.changes.routes == {"A": ("0802", "0703")}
    table.press("u")
    assert not table.board.match.changes


def test_a_unit_that_was_not_seen_leaves_no_trace() -> None:
    """Only what was told with its hexes is drawn; ways that go on are one route."""
    moved = [
        Event("moved", "", "B moves.", unit="B", path=("0101", "0102")),
        Event("retreated", "", "B retreats.", unit="B", path=("0102", "0103")),
        Event("moved", "", "A unit below a top counter moves."),
        Event("battle", "", "Fight.", target="0103", hexes=("0103",), result="DR"),
        Event("eliminated", "", "B is eliminated.", unit="B", hex="0103"),
        Event("eliminated", "", "A hidden unit is eliminated."),
    ]
    changes = Changes.of(moved)
    assert changes.routes == {"B": ("0101", "0102", "0103")}
    assert changes.came_to("0103", lambda a, b: 1) == "B eliminated"
    assert changes.lost == {"B": "0103"}
    assert changes.in_words() == "1 unit moved, 1 battle, lost: B"


def test_whose_steps_were_lost_is_told_without_a_fight_too() -> None:
    """As where ships of one side collide; a unit that is gone is told of as lost."""
    happened = [
        Event("moved", "", "B moves.", unit="B", path=("0101", "0102")),
        Event("step_lost", "", "B loses a step.", unit="B", hex="0102", left=1),
        Event("step_lost", "", "A loses a step.", unit="A", hex="0102", left=2),
        Event("eliminated", "", "B is eliminated.", unit="B", hex="0102"),
    ]
    assert Changes.of(happened).in_words() == "1 unit moved, steps lost by A, lost: B"


def test_the_view_follows_what_is_shown_off_the_screen(opened: SetUp) -> None:
    """A move far from where the player looks is brought into view while it is played."""
    table = opened(speed="slow")
    view = table.board.view
    view.zoom(view.pixel_of("0108"), 12)
    view.reveal("0108")
    assert not view.camera.shows(*view.painter.center("0703"))
    table.board.match.act("move A 0703")
    table.app.step(0.05)
    assert table.board.match.playback.busy
    assert view.camera.shows(*view.painter.center("0703"))


def test_fires_are_no_battles() -> None:
    """A game of fire is told of in its own words."""
    shots = [Event("fire", "", "A fires.", unit="A", hex="0103", hits=2)] * 2
    assert Changes.of(shots).in_words() == "2 fires"


def test_the_fights_of_others_are_listed_and_stepped_through(game: Game) -> None:
    """One after the other, each alone on the map; a click on its line shows it as well."""
    setup = {"A": "0602", "B": "0108", "W": "0603", "Y": "0107", "X": "0901"}
    state = game.start("standard", setup=setup, phase="soviet_combat", dice=[6, 6])
    session = Session(game, state, players={"soviet": "greedy"})
    for line in ("attack 0603 by A", "attack 0107 by B"):
        session.apply(line)
    table = Table(session)
    match = table.board.match
    meanwhile = match.meanwhile
    assert [fight.hexes for fight in meanwhile.whole.fights] == [("0603",), ("0107",)]
    assert table.label("fight-0") == "1. A against W: A eliminated"
    table.press("x")
    assert [fight.hexes for fight in match.changes.fights] == [("0603",)]
    table.press("x")
    assert [fight.hexes for fight in match.changes.fights] == [("0107",)]
    table.push("fight-0")
    assert [fight.hexes for fight in match.changes.fights] == [("0603",)]
    table.press("x", "x")
    assert not match.changes
