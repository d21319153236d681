"""What is said of the hex under the pointer, and where the units named there are marked."""

from __future__ import annotations

from pathlib import Path

import pygame

import hexwar
from hexwar.cli.text.answers import hex_described
from hexwar.cli.text.visibility import Seen
from hexwar.engine import Action
from hexwar.records import Session
from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.panels.place import counters_explained, describe_hex, steps_in_words, title_of
from hexwar.viewer.table.pieces import side_at
from tests.rules.tiny import varied
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

GROUND = (120, 120, 120)

WAYS = """
movement:
  classes: [foot, wheels]
  modes: {train: {title: By rail, along: [rail], allowance: 9}}
map:
  hexes: {mire: ["0203"]}
  hexsides: {brook: ["0202/0203"]}
  paths: {rail: ["0202-0302"], track: ["0202-0201"], fence: ["0202-0102"]}
terrain:
  hexes: {mire: {title: Mire, cost: {foot: 2, wheels: all}}}
  hexsides: {brook: {title: Brook, cost: {foot: 0, wheels: 1}}}
  paths:
    rail: {title: Railway, cost: prohibited}
    fence: {title: Fence, cost: prohibited}
    track: {title: Track, cost: {foot: 1/2, wheels: prohibited}}
units:
  types: {infantry: {movement_class: foot}}
"""


def said_of(table: Table, number: str) -> list[str]:
    """The lines of the panel about a hex."""
    table.point(number)
    return [node.label for node in table.tree.walk() if node.key.startswith("place-")]


def test_a_path_that_helps_nobody_bars_nobody(tmp_path: Path) -> None:
    """A railway is for its own way of moving; what one class pays nothing for it is not told of."""
    session = Session.new(varied(tmp_path, WAYS, "meadow"))
    table = Table(session)
    lines = said_of(table, "0202")
    assert "Railway to 0302: only for going by rail" in lines
    assert "Fence to 0102: no help to units that move" in lines
    assert "Track to 0201: foot 1/2 MP to enter, wheels no help" in lines
    assert "Brook towards 0203: wheels +1 MP to cross" in lines
    assert "Mire: foot 2 MP to enter, wheels a whole move to enter" in said_of(table, "0203")
    pygame.display.quit()


def test_a_way_that_costs_what_the_ground_does_is_no_news() -> None:
    """In Three Mills a track that is the edge of a sector helps only guns, over the brook."""
    state = hexwar.load_game("three_mills").start(seed=1)
    assert not [line for line in describe_hex(state, "0502") if line.startswith("Track")]
    assert "Track to 0505: 1 MP to enter" in describe_hex(state, "0504")


def test_who_may_not_enter_is_said_of_units_and_not_of_the_ground() -> None:
    state = hexwar.load_game("three_mills").start(seed=1)
    lines = describe_hex(state, "0301")
    assert lines[0] == "Woods: foot 1 MP to enter, horse 1 MP to enter, guns may not enter"
    assert lines[1] == "All must stop there"
    assert "1 die less for the attacker, only units other than horse" in lines
    rock = describe_hex(hexwar.load_game("skerry_sound").start(seed=1), "0409")
    assert rock[0] == "Rock: nobody may enter"


def test_what_multiplies_a_strength_is_said_in_plain_words() -> None:
    game = hexwar.load_game("marenfeld").start(seed=1)
    hexes = game.resolved.map
    village = next(number for number in hexes if hexes.terrain(number) == "village")
    lines = describe_hex(game, village)
    assert "Foot units defend at double strength" in lines
    assert "Horse units attack at half strength" in lines


def test_what_is_worth_the_same_to_either_side_is_one_line() -> None:
    game = hexwar.load_game("three_mills").start(seed=1)
    hexes = game.resolved.map
    counts = [line for line in describe_hex(game, min(hexes.region("mills"))) if "Worth" in line]
    assert counts == ["Worth 1 victory point to either side: Mills (rule 7.1)"]


def test_the_sides_of_a_counter_are_told_once_where_they_are_alike() -> None:
    """Pikes keep their strength to the last step; a frigate loses it bit by bit."""
    mills = hexwar.load_game("three_mills").start(seed=1).resolved
    pikes = mills[Units].counters["L1"]
    assert steps_in_words(pikes, mills, 0)[1:] == ["4 steps", "movement class foot"]
    assert steps_in_words(pikes, mills, 1)[1:] == ["3 of 4 steps left", "movement class foot"]
    orva = hexwar.load_game("orva_front").start(seed=1).resolved
    infantry = orva[Units].counters["N1"]
    full, reduced = (", ".join(steps_in_words(infantry, orva, lost)) for lost in (0, 1))
    assert full == "attack 5, defence 5, movement 4, 2-3-4 reduced, 2 steps, movement class leg"
    assert reduced == (
        "attack 2, defence 3, movement 4, 5-5-4 full, 1 of 2 steps left, movement class leg"
    )


def test_numbers_have_the_words_of_their_game() -> None:
    """Ships have guns and speed, and letters in place of a symbol; a pilot who throws no dice of
    his own has no numbers at all, as none are printed.
    """
    skerry = hexwar.load_game("skerry_sound").start(seed=1).resolved
    petrel = skerry[Units].counters["I4"]
    assert steps_in_words(petrel, skerry, 0)[0] == "guns 2, speed 6"
    explained = counters_explained(skerry, ["R1", "I4"])
    assert explained == ["BR: brig, TD: two-decker", "4-4: guns and speed"]
    marines = hexwar.load_game("force_on_force").start(seed=1).resolved
    assert not steps_in_words(marines[Units].counters["Pilot"], marines, 0)
    assert not counters_explained(marines, ["Pilot", "Alpha"])


def test_what_is_printed_on_counters_is_said_until_a_hex_is_pointed_at() -> None:
    table = Table(Session.new(hexwar.load_game("skerry_sound"), "lesson"))
    assert table.label("place-counters-0") == "FR: frigate"
    table.point("0306")
    assert not table.shown("place-counters-0")
    pygame.display.quit()


def test_the_type_of_a_unit_is_not_told_twice() -> None:
    """A fire team may bear that in its name; a company of infantry says more than company."""
    marines = hexwar.load_game("force_on_force").start(seed=1).resolved[Units].counters
    assert title_of(marines["Bravo"]) == "Fire Team Bravo"
    soviets = hexwar.load_game("strike_force_one").start(seed=1).resolved[Units].counters
    assert title_of(soviets["A"]) == "A Company, Infantry company"


def test_circles_beside_counters_are_explained_where_there_are_any() -> None:
    table = Table(Session.new(hexwar.load_game("tamrat"), seed=3))
    told = [table.label(f"place-counters-{index}") for index in range(2)]
    assert told[-1] == "4 in a circle: so many units stand there"
    marines = Table(Session.new(hexwar.load_game("force_on_force"), seed=3))
    assert marines.label("place-counters-0") == "5: figures that can fight"
    lone = Table(Session.new(hexwar.load_game("strike_force_one"), seed=3))
    assert not lone.shown("place-counters-0")
    pygame.display.quit()


def test_a_village_on_ground_of_town_is_called_one_thing() -> None:
    state = hexwar.load_game("orva_front").start(seed=1)
    assert describe_hex(state, "0610")[0] == "Village (by the rules a town): 1 MP to enter"
    assert "Village" not in describe_hex(state, "0610")
    assert describe_hex(state, "0207")[0] == "Town: 1 MP to enter", "a depot is no building"


def test_a_town_in_the_open_is_called_a_town() -> None:
    state = hexwar.load_game("strike_force_one").start(seed=1)
    assert describe_hex(state, "0603")[0] == "Town (by the rules open): 1 MP to enter"


def test_a_hex_says_what_its_control_is_for_and_when_it_changes() -> None:
    """A railway counts for moves by rail; Varn, into which N1 has gone, is Halvar's until the
    phase ends.
    """
    game = hexwar.load_game("orva_front")
    state = game.start(seed=1, setup={"N1": "0505"}, phase="union_movement")
    assert "Halvar controls it, which counts for movement (by rail)" in describe_hex(state, "0606")
    assert not [line for line in describe_hex(state, "0607") if "controls" in line]
    assert "Halvar controls it" in describe_hex(state, "0605")
    state.apply("move N1 0605")
    assert "Halvar controls it, the Union as this phase ends" in describe_hex(state, "0605")
    state.apply("done")
    assert "The Union controls it" in describe_hex(state, "0605")


def test_a_town_in_a_hex_of_town_is_said_once() -> None:
    """In Orva a city is both ground and a place with a name."""
    session = Session.new(hexwar.load_game("orva_front"))
    lines = said_of(Table(session), "0907")
    assert "HEX 0907 ORVAMUND" in lines
    assert [line for line in lines if line.startswith("City")] == ["City: 1 MP to enter"]
    written = next(hex_described(Seen(session.state), "0907"))
    assert written.startswith("0907: City Orvamund, ")
    pygame.display.quit()


def test_a_mark_of_who_comes_here_leaves_the_designation_to_be_read(set_up: SetUp) -> None:
    """The panel names the units that come to a hex: the triangle stands above their counters."""
    table = set_up(setup={"A": "0303", "W": "0606"})
    view = table.board.view
    surface = pygame.Surface((view.camera.width, view.camera.height))
    surface.fill(GROUND)
    overlay = Overlay(surface, view.camera, view.painter.layout, view.match.resolved.map)
    view.pieces.threatening(overlay, ["0606"])
    mask = pygame.mask.from_threshold(surface, GROUND, (1, 1, 1))
    mask.invert()
    x, y = view.pieces.spot(view.camera, "0606", 0)
    side = side_at(view.camera.zoom)
    face = pygame.Mask((side, side - 2), fill=True)
    assert mask.count()
    assert not mask.overlap(face, (x - side // 2, y - side // 2 + 2))


def test_enemies_are_marked_where_a_unit_goes_and_not_while_a_fight_is_chosen() -> None:
    """Red triangles stand for who could come here, and the panel says so; in a phase of battles
    nobody comes, and they would only ask what they mean.
    """
    game = hexwar.load_game("marenfeld")
    setup = {"I5": "1308", "E5": "1405", "E6": "1306", "I4": "1105"}
    table = Table(Session(game, game.start(setup=setup)))
    table.board.selection.pick("I5")
    table.point("1307")
    assert table.board.view.threatening() == ("E5", "E6")
    assert table.label("place-reached") == "Enemies that can come here: E5, E6 (red triangles)"
    for action in ("move I5 1307", "done"):
        table.board.match.act(Action.parse(action))
    table.board.after_action()
    table.settle()
    table.click("1306")
    assert table.board.selection.attackers == ("I5",)
    assert table.board.view.threatening() == ()
    table.hold("t")
    assert table.board.view.threatening(), "asked for, they are marked"
    pygame.display.quit()


def test_a_unit_that_cannot_move_says_why() -> None:
    """Where every hex is refused for the same reason it is the unit's, and told with it."""
    table = Table(Session.new("strike_force_one", seed=7))

    def lines() -> str:
        return " ".join(n.label for n in table.tree.walk() if n.key.startswith("unit-A-"))

    table.point("0802")
    assert "Soviet" in lines()
    assert "cannot move" not in lines()
    table.click("0802", "0703")
    assert "cannot move: A enters an enemy zone of control in 0703 and must stop there" in lines()
    pygame.display.quit()


def test_a_dot_beside_a_name_is_told_by_the_name_alone() -> None:
    """*Place* and *Objective* stood there as lines of their own and told a newcomer nothing."""
    downed = hexwar.load_game("force_on_force").start(seed=1)
    assert "Place" not in describe_hex(downed, "2318")
    crossed = describe_hex(hexwar.load_game("scs_sample").start(seed=1), "12.08")
    assert "Objective" not in crossed
    assert "Counts for the victory: one of the 6 objectives (rule 26.1)" in crossed


def test_classes_of_movement_are_told_in_words() -> None:
    """As a unit is said to move like "deep ships", ground is closed to these."""
    state = hexwar.load_game("skerry_sound").start(seed=1)
    assert describe_hex(state, "0704")[0] == (
        "Shoal: deep ships may not enter, shallow ships 2 MP to enter"
    )
    words = steps_in_words(state.resolved[Units].counters["I1"], state.resolved, 0)
    assert words[1:] == [
        "2-5, 2-4 and 1-4 as steps are lost",
        "5 steps",
        "movement class deep ships",
    ]


def test_of_units_that_the_ground_costs_alike_no_class_is_told() -> None:
    """Where all move alike the name of a class means nothing."""
    for name, told in (("three_mills", True), ("strike_force_one", False)):
        game = hexwar.load_game(name).start(seed=1).resolved
        lines = [steps_in_words(card, game, 0) for card in game[Units].counters.values()]
        assert any("movement class" in part for parts in lines for part in parts) == told


def test_who_can_act_is_told_before_who_cannot() -> None:
    """Of a stack in which one formation may move the list ended before it came to that."""
    game = hexwar.load_game("tamrat")
    session = Session(game, game.start(dice=[3, 4, 2]))
    for _ in range(3):
        session.apply("done")
    table = Table(session)
    chosen = table.board.selection
    number = next(
        at
        for at, units in table.board.view.pieces.standing().items()
        if 0 < len(set(units) & set(chosen.ready())) < len(units)
    )
    table.click(number)
    first = next(node.key for node in table.tree.walk() if node.key.startswith("unit-"))
    assert first.removeprefix("unit-") in chosen.ready()
    pygame.display.quit()
