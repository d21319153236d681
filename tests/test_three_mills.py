"""The game of the three mills: rulebook and files agree, its own rules hold, and it ends."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.players.player import choice_of
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.preview import preview_battle, prospect
from hexwar.rules.combat.reading import symbols_in_words
from hexwar.rules.combat.section import Combat
from hexwar.rules.decks.rules import DeckRules
from hexwar.rules.decks.section import CardPhases, Decks
from hexwar.rules.dice.section import FaceDice
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.language.reading import Speaker
from hexwar.rules.sequence.reading import WORDS
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from tests.rulebooks import table_in
from tests.rules.cards import hand

FOLDER = Path(__file__).resolve().parents[1] / "games" / "three_mills"
GAME = hexwar.load_game(FOLDER)
RESOLVED = GAME.definition.resolve("battle", ())
RULES = (FOLDER / "rules.md").read_text(encoding="utf-8")
DECK = RESOLVED[Decks].by_id["command"]
SCENARIOS = ("battle", "lower_mill", "night_march", "lesson")
FACES = [face.id for face in RESOLVED[FaceDice].by_id["battle"].faces for _ in range(face.count)]


def faces(*cards: str) -> list[int]:
    """The dice that draw these cards one after the other from the whole deck."""
    left = {card.id: card.count for card in DECK.cards.values()}
    found = []
    for card in cards:
        before = list(left)[: list(left).index(card)]
        found.append(sum(left[one] for one in before) + 1)
        left[card] -= 1
    return found


def thrown(*symbols: str) -> list[int]:
    """The dice that show these symbols."""
    return [FACES.index(symbol) + 1 for symbol in symbols]


PLAIN = ("drum_west", "drum_centre", "drum_east", "west_advances", "drum_west")


def at(setup: dict[str, str], card: str, *dice: int, duke: str = "smoke") -> hexwar.State:
    """A position in which the League has this card and four more, the Duke one that answers."""
    dealt = faces(card, *PLAIN[:4], duke, *["centre_advances"] * 3)
    return GAME.start(setup=setup, dice=[*dealt, *dice])


def ordered(setup: dict[str, str], card: str, dice: tuple[int, ...] = ()) -> hexwar.State:
    """The League has played a card that orders all it has here, and may attack."""
    state = at(setup, card, *dice)
    state.apply(f"play {card}")
    while state.phase == "league_movement":
        state.apply("done")
    return state


def dice_of(state: hexwar.State, line: str) -> int:
    """How many dice an attack throws."""
    return int(state.preview(line).attacker_strength)


def test_the_checker_finds_nothing() -> None:
    assert [str(found) for found in hexwar.check(FOLDER)] == []


def test_every_rule_that_is_cited_is_in_the_rulebook() -> None:
    written = set(re.findall(r"^#+ (\d+\.\d+) ", RULES, flags=re.MULTILINE))
    files = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml"))
    cited = set(re.findall(r'"(\d+\.\d)"', files)) - {"1.0"}
    assert cited and cited <= written


def test_the_units_of_the_rulebook_are_the_games() -> None:
    charted, types = table_in(RULES, "1.1"), RESOLVED[Units].types
    assert charted.keys() - {"unit", "---"} == {kind.title for kind in types.values()}
    for kind in types.values():
        top = kind.steps[0]
        reach = kind.values.get("range")
        said = [str(top.attack), str(top.movement), str(len(kind.steps)), str(reach or "beside it")]
        assert charted[kind.title] == said


def test_the_die_of_the_rulebook_is_the_games() -> None:
    charted = {
        name: int(row[0]) for name, row in table_in(RULES, "1.2").items() if row[0].isdigit()
    }
    die = RESOLVED[FaceDice].by_id["battle"]
    assert charted == {face.title: face.count for face in die.faces}
    assert sum(charted.values()) == 8


def test_the_terrain_of_the_rulebook_is_the_games() -> None:
    kinds = RESOLVED[Terrain].hexes
    assert table_in(RULES, "2.1").keys() - {"hex", "---"} == set(kinds)
    for name, row in table_in(RULES, "2.1").items():
        if name in kinds:
            assert ("the move ends" in row[0]) == (kinds[name].entering == "stop"), name
            assert ("closed to guns" in row[0]) == (kinds[name].cost["guns"] is None), name


def test_the_deck_has_as_many_cards_as_the_rules_say() -> None:
    many = {card.id: card.count for card in DECK.cards.values()}
    parts = sum(count for name, count in many.items() if re.search("west|centre|east", name))
    answers = sum(card.count for card in DECK.cards.values() if card.answers is not None)
    assert (sum(many.values()), parts, answers) == (48, 24, 7)
    assert "forty-eight cards" in RULES


def test_the_texts_of_the_cards_name_no_more_units_than_they_order() -> None:
    numbers = {"One": 1, "Two": 2, "Three": 3, "Four": 4}
    for card in DECK.cards.values():
        first = card.text.split(maxsplit=1)[0]
        if first in numbers and len(card.orders) == 1:
            assert card.orders[0].most == numbers[first], card.id


def test_hands_of_five_and_four_are_dealt_and_filled_up_again() -> None:
    state = at({"L1": "0307", "D1": "0603"}, "west_advances", 1, 1, 1)
    assert (len(hand(state, "league")), len(hand(state, "duke"))) == (5, 4)
    state.apply("play west_advances")
    while state.side_to_act == "league":
        state.apply("done")
    assert len(hand(state, "league")) == 5


def test_only_units_of_the_part_that_a_card_names_are_ordered() -> None:
    """Column 05 is in the West and in the Centre."""
    setup = {"L1": "0507", "L2": "0607", "L3": "0407", "LG": "0307", "D1": "0202"}
    for card, units in (("west_advances", {"L1", "L3", "LG"}), ("drum_centre", {"L1", "L2"})):
        state = at(setup, card)
        state.apply(f"play {card}")
        named = {action.units[0] for action in state.legal_actions() if action.units}
        assert named == units


@pytest.mark.parametrize(
    ("who", "stands", "against", "there", "dice"),
    [
        ("L1", "0506", "D1", "0606", 3),  # fields
        ("LH1", "0407", "D1", "0408", 2),  # horse against pikes
        ("LH1", "0407", "DS1", "0408", 3),
        ("L1", "0504", "D1", "0503", 2),  # up a hill
        ("L1", "0602", "D1", "0603", 3),  # from hill to field
        ("LH1", "0506", "DS1", "0406", 1),  # woods
        ("L1", "0706", "D1", "0705", 2),  # a mill
        ("LH1", "0706", "DS1", "0707", 1),  # a village
        ("L1", "0605", "D1", "0604", 2),  # out of the brook
        ("LS1", "0606", "D1", "0705", 1),  # two hexes, a mill
        ("LS1", "0606", "D1", "0604", 2),  # two hexes
        ("LS1", "0607", "D1", "0604", 0),  # three hexes
        ("LA", "0607", "D1", "0604", 2),
        ("LA", "1007", "D1", "1004", 2),
        ("LA", "0506", "D1", "0504", 2),
        ("LA", "0308", "D1", "0306", 0),  # no line of sight over a hill
    ],
)
def test_ground_and_weapons_say_how_many_dice(
    who: str, stands: str, against: str, there: str, dice: int
) -> None:
    state = ordered(
        {who: stands, against: there, "L3": "1309", "DA1": "1301"}, "fresh_orders", dice=(1,)
    )
    line = f"attack {there} by {who}"
    refused = state.explain(line)
    assert (0 if refused else dice_of(state, line)) == dice


def test_shot_that_has_moved_has_one_die_less_and_guns_none_from_afar() -> None:
    state = at({"LS1": "0607", "LA": "0807", "D1": "0604", "D2": "0804"}, "fresh_orders", 1)
    for line in ("play fresh_orders", "move LS1 0606", "move LA 0806"):
        state.apply(line)
    assert state.phase == "league_combat"
    assert dice_of(state, "attack 0604 by LS1") == 1
    refused = state.explain("attack 0804 by LA")
    assert refused is not None and refused.rule == "6.3"


def test_who_has_an_enemy_beside_him_does_not_fire_from_afar() -> None:
    state = ordered({"LS1": "0606", "D1": "0607", "D2": "0604"}, "drum_centre")
    refused = state.explain("attack 0604 by LS1")
    assert refused is not None and refused.rule == "6.3"
    assert state.explain("attack 0607 by LS1") is None


def fought(
    setup: dict[str, str],
    line: str,
    *symbols: str,
    card: str = "fresh_orders",
    more: tuple[int, ...] = (),
) -> hexwar.State:
    """An attack of ordered units with these symbols thrown, nobody answering."""
    state = ordered(
        setup,
        card,
        dice=(1, *thrown(*symbols), *more)
        if card == "fresh_orders"
        else (*thrown(*symbols), *more),
    )
    state.apply(line)
    while state.decision is not None and state.decision.kind == "answer":
        state.apply("pass")
    return state


@pytest.mark.parametrize(
    ("who", "against", "symbols", "lost"),
    [
        ("L1", "D1", "foot foot steel", 3),
        ("L1", "D1", "horse powder drum", 0),
        ("L1", "DH1", "horse foot steel", 2),
        ("LS1", "D1", "powder steel", 1),
        ("LS1", "DA1", "foot drum", 1),
        ("LH1", "DS1", "steel powder drum", 1),
    ],
)
def test_symbols_hit_whom_they_show_and_weapons_anybody(
    who: str, against: str, symbols: str, lost: int
) -> None:
    setup = {who: "0407", against: "0408", "L3": "1309", "D2": "1301"}
    state = fought(setup, f"attack 0408 by {who}", *symbols.split())
    assert state.steps_lost(against) == lost


def test_in_a_push_of_pike_drums_hit() -> None:
    setup = {"L1": "0407", "D1": "0408"}
    state = fought(setup, "attack 0408 by L1", "drum", "drum", "horse", card="push_of_pike")
    assert state.steps_lost("D1") == 2


def test_a_banner_is_a_hex_of_retreat_toward_the_own_edge() -> None:
    setup = {"L1": "0704", "D1": "0703", "D2": "1301"}
    state = fought(setup, "attack 0703 by L1", "banner", "horse", "horse")
    assert {str(action) for action in state.legal_actions()} == {
        "retreat D1 0602",
        "retreat D1 0702",
        "retreat D1 0802",
    }


def test_who_may_only_retreat_one_way_is_not_said_to_be_surrounded() -> None:
    """The friend that bars it stands towards the edge; the other hexes are empty."""
    setup = {"L1": "1004", "D1": "1003", "DH1": "1002", "D2": "1301"}
    state = at(setup, "east_attacks", *thrown("banner", "horse", "horse"))
    for line in ("play east_attacks", "done", "attack 1003 by L1", "pass"):
        state.apply(line)
    told = " ".join(map(str, state.apply("pass")))
    assert "hexes that do not lead towards the Duke's edge of the map" in told, told


def test_woods_on_the_way_and_not_the_points_are_why_a_hex_is_too_far() -> None:
    """From the woods in 0406 the unit would have a point left and may not go on."""
    state = at({"LS1": "0407", "D2": "1301"}, "west_advances")
    state.apply("play west_advances")
    violation = state.explain("move LS1 0405")
    assert violation is not None
    assert violation.message == "0405 is too far: LS1 has 2 MP, and some terrain stops it."


def test_a_retreat_that_is_not_made_costs_a_step_a_hex() -> None:
    setup = {"L1": "0602", "D1": "0601", "D2": "1301"}
    state = fought(setup, "attack 0601 by L1", "banner", "banner", "horse")
    assert (state.position("D1"), state.steps_lost("D1")) == ("0601", 2)


@pytest.mark.parametrize(
    ("who", "there", "beside", "asked", "goes"),
    [
        ("D1", "0703", {}, False, True),
        ("DG", "0703", {}, False, False),
        ("D1", "0705", {}, True, True),
        ("DH1", "0705", {}, False, True),
        ("D1", "0703", {"D2": "0603", "DS1": "0803"}, True, True),
    ],
)
def test_who_may_ignore_a_banner(
    who: str, there: str, beside: dict[str, str], asked: bool, goes: bool
) -> None:
    stands = "0706" if there == "0705" else "0704"
    setup = {"LG": stands, who: there, **beside, "DA2": "1301", "L3": "1309"}
    symbols = ["banner", "drum", "drum"] + ([] if there == "0705" else ["drum"])
    state = fought(setup, f"attack {there} by LG", *symbols)
    assert state.decision is not None
    assert (state.decision.kind == "result_choice") == asked
    assert (state.decision.kind == "retreat") == (goes and not asked)


def test_who_stands_fights_back_once() -> None:
    setup = {"L1": "0407", "D1": "0408", "L3": "1309", "D2": "1301"}
    state = fought(
        setup,
        "attack 0408 by L1",
        "drum",
        "drum",
        "drum",
        more=tuple(thrown("foot", "foot", "drum")),
    )
    assert state.side_to_act == "duke"
    told = [str(event) for event in state.apply("battle_back")]
    assert " battles back at " in told[0] and " attacks " not in told[0]
    assert state.steps_lost("L1") == 2
    assert "battle_back" not in map(str, state.legal_actions())


def test_nobody_fights_back_from_afar() -> None:
    state = fought(
        {"LS1": "0606", "D1": "0604", "L3": "1309"}, "attack 0604 by LS1", "drum", "drum"
    )
    assert state.decision is not None and state.decision.kind != "battle_back"
    assert "battle_back" not in map(str, state.legal_actions())


@pytest.mark.parametrize(("who", "again"), [("L1", False), ("LH1", True)])
def test_horse_that_has_taken_ground_attacks_again(who: str, again: bool) -> None:
    setup = {who: "0604", "DA1": "0603", "D2": "0602", "L3": "1309"}
    dice = ("steel", "steel", "drum") if who == "L1" else ("steel", "steel")
    setup["DA1"], setup[who] = "0607", "0606"
    setup["D2"] = "0608"
    dice = ("steel", "steel", "drum")
    state = fought(setup, "attack 0607 by " + who, *dice)
    state.apply(f"advance {who}")
    lines = set(map(str, state.legal_actions())) if state.side_to_act == "league" else set()
    assert (f"attack 0608 by {who}" in lines) == again


def announced(setup: dict[str, str], line: str, duke: str, dice: tuple[int, ...]) -> hexwar.State:
    """An attack that is announced, the Duke holding a card with which to answer it."""
    state = at(setup, "centre_attacks", *dice, duke=duke)
    state.apply("play centre_attacks")
    while state.phase != "league_combat":
        state.apply("done")
    state.apply(line)
    while state.side_to_act == "league":
        state.apply("pass")
    return state


@pytest.mark.parametrize(
    ("card", "who", "there", "dice"),
    [
        ("sunken_lane", "LH1", "0607", 1),
        ("smoke", "LS1", "0604", 1),
        ("stand_fast", "LH1", "0607", 3),
    ],
)
def test_answers_take_dice_away(card: str, who: str, there: str, dice: int) -> None:
    state = announced({who: "0606", "DS1": there}, f"attack {there} by {who}", card, ())
    assert dice_of(state, f"play {card}") == dice


def test_what_is_weighed_of_a_battle_is_what_its_preview_says() -> None:
    """Of battles announced and fought back, with retreats, advances and rolls for leaders."""
    players, compared = {side: make_player("greedy") for side in ("league", "duke")}, set[str]()
    state, random = hexwar.load_game("three_mills").start("battle", seed=3), Random(3)
    while not state.is_over and len(compared) < 2:
        task = state.agenda[-1]
        battle = getattr(task, "battle", None)
        if battle is not None and task.is_offer:
            compared.add(task.kind)
            rules = state.rules[BattleRules]
            whole, weighed = preview_battle(rules, state, battle), prospect(rules, state, battle)
            assert weighed == (whole.column, whole.expected_losses)
        state.apply(players[str(state.side_to_act)].choose(state, random))
    assert compared == {"answer", "battle_back"}


def test_who_stands_fast_heeds_no_banner() -> None:
    dice = tuple(thrown("banner", "banner", "drum"))
    state = announced({"LH1": "0606", "DS1": "0607"}, "attack 0607 by LH1", "stand_fast", dice)
    state.apply("play stand_fast")
    state.apply("pass")
    assert state.position("DS1") == "0607"
    assert state.decision is not None and state.decision.kind != "retreat"


def test_answers_are_for_what_they_say() -> None:
    """A lane is in the way of horse alone, and smoke of those who are far away."""
    state = announced({"L1": "0606", "DS1": "0607"}, "attack 0607 by L1", "sunken_lane", ())
    refused = state.explain("play sunken_lane")
    assert refused is not None and refused.rule == "4.5"


def test_a_captured_rider_costs_the_enemy_a_card() -> None:
    state = at({"L1": "0307", "L2": "0608", "D1": "0603"}, "captured_rider", 1)
    state.apply("play captured_rider")
    assert len(hand(state, "duke")) == 3


def test_what_a_card_adds_is_not_for_the_enemy() -> None:
    """The League sounds the charge, and in the same turn the Duke's horse throws no more dice."""
    dealt = faces("sound_charge", *PLAIN[:4], *["west_advances"] * 2, "smoke", "smoke")
    setup = {"LH1": "0407", "DH1": "0408", "DS1": "1301"}
    state = GAME.start(setup=setup, dice=[*dealt, *[1] * 8])
    state.apply("play sound_charge")
    state.apply("done")
    assert dice_of(state, "attack 0408 by LH1") == 4
    state.apply("done")
    state.apply("play west_advances")
    state.apply("done")
    assert dice_of(state, "attack 0407 by DH1") == 3


def test_who_marches_attacks_nobody() -> None:
    state = at({"L1": "0407", "L2": "0608", "D1": "0408"}, "forced_march", 1)
    state.apply("play forced_march")
    assert max(cost.cost for cost in state.reach("L2").values()) == 3
    state.apply("done")
    assert state.side_to_act == "duke"


@pytest.mark.parametrize(
    ("lost", "mills", "winner"),
    [
        (("D1", "D2", "DG"), ("0305", "0705"), None),
        (("D1", "D2", "DG"), ("0305", "0705", "1105"), "league"),
    ],
)
def test_six_points_win_at_once(
    lost: tuple[str, ...], mills: tuple[str, ...], winner: str | None
) -> None:
    setup = {**dict(zip(("L1", "L2", "L3"), mills, strict=False)), "DH1": "0202"}
    setup |= {"D1": "1301", "D2": "1201", "DG": "1101"}
    state = at(setup, "fresh_orders", *[1] * 6)
    for unit in lost:
        state.eliminated |= 1 << state.frame.unit_index[unit]
    state.apply("play fresh_orders")
    while state.phase in ("league_card", "league_movement") and not state.is_over:
        state.apply("done")
    assert state.winner == winner


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_drawn_games_end(scenario: str) -> None:
    for seed in range(4):
        state, random = GAME.start(scenario, seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random), events=False)
            assert broken_invariants(state) == []


def test_computer_players_play_it_to_its_end() -> None:
    state, random, told = GAME.start("battle", seed=4), Random(4), set[str]()
    players = {side: make_player("greedy") for side in ("league", "duke")}
    played: dict[str, set[str]] = {"league": set(), "duke": set()}
    while not state.is_over:
        assert broken_invariants(state) == []
        side = state.side_to_act or ""
        events = state.apply(choice_of(players[side], state, random))
        told |= {event.kind for event in events}
        for event in events:
            if event.kind == "card_played":
                played[event.side].add(event.fields["card"])
    assert {"card_played", "cards_drawn", "moved", "battle"} <= told
    assert min(len(cards) for cards in played.values()) >= 4


def test_no_card_is_only_there_to_be_passed() -> None:
    """Every card that is no answer orders somebody in the battle as it begins."""
    state = GAME.start("battle", seed=1)
    rules = state.rules[DeckRules]
    for index, card in enumerate(rules.cards):
        if card.form.answers is None:
            orders = range(len(card.orders))
            among = [rules.may_order(state, index, order, 0).among for order in orders]
            assert any(among), card.form.id


def test_a_result_of_the_dice_leads_to_the_rule_of_what_it_does() -> None:
    """Not to what is on the faces of a die."""
    assert hexwar.load_game("three_mills").start(seed=1).resolved[Combat].cite["faces"] == "6.2"


def test_an_effect_that_is_called_like_its_symbol_is_named_once() -> None:
    game = hexwar.load_game("three_mills").start(seed=1).resolved
    faces = game[Combat].faces
    assert faces is not None
    lines = list(symbols_in_words(faces, game[FaceDice].by_id[faces.die], Speaker(game).names))
    assert any(line.startswith("Banner: for each the defender retreats") for line in lines)
    assert any(line.startswith("Hit: Foot against foot") for line in lines)


def test_a_phase_of_cards_names_its_deck() -> None:
    speaker = Speaker(hexwar.load_game("three_mills").start(seed=1).resolved)
    phases = speaker.game[SequenceOfPlay].phases
    words = WORDS[Phase]
    assert not callable(words)
    deck = words["deck"]
    assert callable(deck)
    told = {deck(phase, speaker) for phase in phases if phase[CardPhases].deck}
    assert told == {"Deck: Command cards."}


def test_a_card_that_asks_twice_says_which_of_its_orders_is_asked_for() -> None:
    """Else nobody who orders the West would know that the East comes next."""
    setup = {"L1": "0307", "LS1": "0407", "LH1": "0208"}
    setup |= {"L3": "1007", "LS3": "1106", "LH2": "1107", "D1": "0603"}
    state = at(setup, "both_wings")
    state.apply("play both_wings")
    assert state.decision is not None
    west = "order 2 more units in the West at most, or no more."
    assert state.decision.prompt == f"Both wings, order 1 of 2: {west}"
    state.apply("command L1+LS1")
    east = "order 2 more units in the East at most, or no more."
    assert state.decision.prompt == f"Both wings, order 2 of 2: {east}"


def test_a_card_for_the_attacker_does_nothing_for_who_fights_back() -> None:
    """Rules 4.5 and 6.6: the die of At them is the attacker's alone; a hill takes one from shot."""
    state = hexwar.load_game("three_mills").start(
        setup={"DH2": "1103", "DH1": "0305", "LS3": "1104", "L3": "1105", "L1": "0405"},
        turn=3,
        phase="duke_card",
        seed=1,
        hands={"league": ["stand_fast", "smoke"], "duke": ["sound_charge", "at_them"]},
    )
    for line in ("play sound_charge", "done", "attack 1104 by DH2", "play at_them"):
        state.apply(line)
    state.apply("play stand_fast")
    state.apply("pass", dice=[1, 3, 4, 6, 8])
    events = state.apply("battle_back", dice=[3])
    assert "LS3 battles back at 1103: 1 die, Horse, 1 hit." in map(str, events)
