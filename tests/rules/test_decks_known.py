"""What a side knows of cards: its own hand, how many others hold, what was played; nothing else.

Twins are two states that differ only in hands that a side does not see. Nothing that it can ask
tells them apart, and neither does what the game asks whom, and when.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexwar.engine import Event
from hexwar.rules.decks.hands import HELD, known_events
from hexwar.rules.state import State
from tests.rules.cards import dealt, faces, hand, sizes
from tests.rules.tiny import listed, tiny, varied

GAMES = ["command_cards", "card_driven"]
RED, BLUE = "probe_left both_flanks many", "probe_right ambush"


def positions(name: str, seed: int) -> Iterator[State]:
    """The positions of a random game."""
    state, random = tiny(name).start(seed=seed), Random(seed)
    while not state.is_over:
        yield state
        state.apply(state.sample_action(random))


def twins(state: State, side: str, seed: int) -> tuple[State, State]:
    """Two states that a side cannot tell apart: others hold other cards, and the dice are alike."""
    worlds = state.worlds(side, Random(seed))
    first, second = next(worlds), next(worlds)
    second.dice = first.dice
    return first, second


def known(state: State, side: str) -> str:
    """All that a side can ask of a state, as text."""
    view = state.view(side)
    legal = [(str(one.action), one.label) for one in state.choices()]
    mine = state.side_to_act == side
    asked: dict[str, Any] = {
        "view": view.to_dict(),
        "seen": {k: v for k, v in state.seen_by(side).to_dict().items() if k != "dice"},
        "decision": view.decision.to_dict() if view.decision else None,
        "legal": [str(action) for action in view.legal_actions()],
        "choices": legal if mine else [],
        "whose": (state.side_to_act, state.agenda[-1].kind if state.agenda else ""),
        "prompt": state.decision.prompt if state.decision else "",
        "records": [(one.id, one.title, one.value, one.text) for one in state.recorded()],
        "refused": [
            str(view.explain(f"play {card}")) for card in ("ambush", "levy", "nonsense", "mud")
        ],
        "worlds": [
            hand(world, side) for world, _ in zip(state.worlds(side, Random(1)), "ab", strict=False)
        ],
    }
    return json.dumps(asked, sort_keys=True, default=str)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", ["red", "blue"])
def test_twins_that_differ_in_the_enemys_hand_are_told_apart_by_nothing(
    name: str, side: str
) -> None:
    """Asked at positions of random games."""
    differed = 0
    for seed in range(3):
        for at, state in enumerate(positions(name, seed)):
            if at % 4:
                continue
            one, other = twins(state, side, seed)
            assert known(one, side) == known(other, side)
            foe = "blue" if side == "red" else "red"
            differed += hand(one, foe) != hand(other, foe)
            assert hand(one, side) == hand(other, side) == hand(state, side)
    assert differed > 5


@pytest.mark.parametrize("name", GAMES)
def test_twins_go_on_alike_as_long_as_nobody_shows_a_card(name: str) -> None:
    """Both sides do the same in both; what red learns of it, and when it is asked, is the same."""
    steps = 0
    for seed in range(12):
        random = Random(seed)
        for at, state in enumerate(positions(name, seed)):
            if at != 3 * (seed % 5):
                continue
            one, other = twins(state, "red", seed)
            while not one.is_over and known(one, "red") == known(other, "red"):
                both = [a for a in one.legal_actions() if other.explain(a) is None]
                if not both:
                    break  # what blue may play now it holds in one of them only
                action = random.choice(both)
                told = [
                    [e.to_dict() for e in twin.view("red").known_events(twin.apply(action))]
                    for twin in (one, other)
                ]
                if hand(one, "red") != hand(other, "red"):
                    break  # red has drawn: of other cards
                if "no_card" in str(told) or "card_lost" in str(told):
                    break  # shown for all to see
                assert told[0] == told[1]
                assert (one.side_to_act, one.phase) == (other.side_to_act, other.phase)
                steps += 1
            break
    assert steps > 20


def test_the_others_learn_how_many_cards_are_drawn_and_not_which() -> None:
    state = tiny("command_cards").start(seed=1)
    told = [event for event in state.events or () if event.kind == "cards_drawn"]
    red, blue = (state.view(side).known_events(told) for side in ("red", "blue"))
    assert str(blue[0]) == "Red draws 3 cards."
    assert "cards" not in blue[0].to_dict()
    assert str(red[0]) == str(told[0]) != "Red draws 3 cards."
    assert (str(red[1]), len(red)) == ("Blue draws 2 cards.", 2)


def test_a_card_put_aside_unseen_is_known_to_its_side_alone() -> None:
    state = dealt("card_driven", "skirmish levy parade mud", "skirmish spies entry")
    for line in ("play skirmish as operations", "done", "play skirmish as operations", "done"):
        state.apply(line)
    (event, *_) = state.apply("discard mud")
    assert [str(one) for one in state.view("blue").known_events([event])] == [
        "Red puts a card aside."
    ]
    assert [str(one) for one in state.view("red").known_events([event])] == ["Red puts Mud aside."]
    unseen = state.seen_by("blue").memory[HELD]
    assert sum(unseen.covered) == 1
    assert sum(unseen.aside) == 0


def test_a_copy_for_a_side_can_be_played_on_by_both() -> None:
    """What the others hold there is any card that they could."""
    state = dealt("command_cards", RED, BLUE)
    seen = state.seen_by("blue")
    assert hand(seen, "red") == []
    assert sizes(seen) == sizes(state)
    assert "play assault" in listed(seen)  # red could hold it, and does not
    seen.apply("play assault")
    seen.apply("done")
    random = Random(2)
    while not seen.is_over:
        seen.apply(seen.sample_action(random))


def test_worlds_deal_what_a_side_has_not_seen() -> None:
    state = dealt("command_cards", RED, BLUE)
    held = set()
    for _, world in zip(range(60), state.worlds("blue", Random(1)), strict=False):
        assert hand(world, "blue") == BLUE.split()
        assert len(hand(world, "red")) == 3
        assert sizes(world) == sizes(state)
        assert hand(world, "red").count("ambush") <= 1  # blue holds the other
        held |= set(hand(world, "red"))
    assert {"guns", "many", "march", "ambush"} <= held


def test_a_card_that_was_played_is_in_no_hand_of_a_world() -> None:
    state = dealt("command_cards", "guns many march", BLUE)
    state.apply("play guns")
    for _, world in zip(range(40), state.worlds("blue", Random(1)), strict=False):
        assert "guns" not in hand(world, "red")


def test_a_save_holds_no_order_of_a_deck() -> None:
    """The deck is so many of each card; the next is thrown."""
    state = dealt("command_cards", RED, BLUE)
    assert state.to_dict()["memory"]["cards"]["deck"] == [3, 3, 1, 1, 0, 2, 2, 1]


@pytest.mark.parametrize("lasting", [{"cards": [1]}, {"cards": [1], "until": [1], "by": [-1]}])
def test_a_state_with_cards_in_force_that_cannot_be_is_refused(lasting: object) -> None:
    """Of each card it is said until when it is in force, and by whom it was played."""
    data = dealt("command_cards", RED, BLUE).to_dict()
    data["memory"]["cards_in_force"] = lasting
    with pytest.raises(ValueError, match="does not describe a state"):
        tiny("command_cards").state_from_dict(data)


@pytest.mark.parametrize(
    ("pile", "said"), [("deck", [-1] * 8), ("hands", [0]), ("open", "many"), ("eyes", -3)]
)
def test_a_state_with_piles_that_cannot_be_is_refused(pile: str, said: object) -> None:
    data = dealt("command_cards", RED, BLUE).to_dict()
    data["memory"]["cards"][pile] = said
    with pytest.raises(ValueError, match="does not describe a state"):
        tiny("command_cards").state_from_dict(data)


@pytest.mark.parametrize("sides", [0, 1])
def test_a_state_with_hands_of_too_few_sides_is_refused(sides: int) -> None:
    data = dealt("command_cards", RED, BLUE).to_dict()
    cards = data["memory"]["cards"]
    for pile in ("hands", "aside"):
        cards[pile] = cards[pile][: sides * len(cards["deck"])]
    with pytest.raises(ValueError, match="does not describe a state"):
        tiny("command_cards").state_from_dict(data)


# -- answers --------------------------------------------------------------------------------------

FACING = {"R1": "0303", "R2": "0304", "B1": "0403", "B2": "0404"}


def attacked(red: str, blue: str, *dice: int) -> State:
    """Red has ordered two units, and R1 attacks B1."""
    state = dealt("command_cards", red, blue, *dice, setup=FACING)
    state.apply("play assault")
    state.apply("done")
    state.apply("attack 0403 by R1")
    return state


def test_the_defender_is_asked_whether_it_holds_an_answer_or_not() -> None:
    holds = attacked("assault many guns", "probe_right ambush")
    lacks = attacked("assault many guns", "probe_right probe_left")
    for state in (holds, lacks):
        assert (state.side_to_act, state.agenda[-1].kind) == ("blue", "answer")
        assert state.decision is not None
        assert state.decision.prompt == "R1 attacks 0403: answer with a card, or let it go on."
    assert listed(holds) == ["play ambush", "pass"]
    assert listed(lacks) == ["pass"]
    why = lacks.explain("play ambush")
    assert str(why) == "1.8: Blue holds no Ambush."


def test_nobody_is_asked_who_can_hold_no_answer() -> None:
    """Both ambushes lie among the discards: everybody knows that blue holds none."""
    game = tiny("command_cards")
    asked = 0
    for seed in range(30):
        state, random = game.start(seed=seed), Random(seed)
        while not state.is_over:
            if state.agenda[-1].kind == "answer":
                asked += 1
                assert "Ambush 2" not in str(state.records())
            lines = listed(state, "play")
            ambush = "play ambush" if "play ambush" in lines else ""
            state.apply(ambush or state.sample_action(random))
    assert asked


def test_an_answer_changes_the_battle_and_nothing_after_it() -> None:
    state = attacked("assault many guns", "probe_right ambush", 4)
    foreseen = state.preview("play ambush")
    (event, *_) = state.apply("play ambush")
    assert (event.rule, str(event)) == ("1.5", "Blue plays Ambush.")
    assert "combat.card.ambush" in state.effects
    assert listed(state) == ["pass"]  # it could hold the other one, and is asked
    battle = next(event for event in state.apply("pass") if event.kind == "battle")
    # One attacker, the assault a column to the right, the ambush two to the left: column 1.
    assert battle.column == foreseen.headings[foreseen.column] == "1"
    assert state.effects == ("card.assault",)


def test_the_preview_with_an_answer_is_what_comes_of_it() -> None:
    """Each face of the die, played and foreseen."""
    state = attacked("assault many guns", "probe_right ambush")
    labels = {str(one.action): one.label for one in state.choices()}
    assert labels == {"play ambush": "Ambush: 1 attacking, column 1", "pass": "Play no card"}
    foreseen = state.preview("play ambush")
    results: Counter[str] = Counter()
    for face in range(1, 7):
        twin = state.clone()
        twin.apply("play ambush")
        told = twin.apply("pass", dice=[face])
        results[next(event.result for event in told if event.kind == "battle")] += 1
    assert {one.code: one.probability * 6 for one in foreseen.outcomes} == dict(results)


def test_an_answer_may_want_an_attack_from_beside(tmp_path: Path) -> None:
    """From a distance nobody is asked: every card that answers wants it otherwise."""
    yaml = "decks: {command: {cards: {ambush: {answers: {attack: {distance: distant}}}}}}"
    game = varied(tmp_path, yaml, "command_cards")
    dice = faces("command_cards", ["assault", "many", "guns", "probe_right", "ambush"])
    state = game.start(dice=[*dice, 6], setup=FACING)
    for line in ("play assault", "done", "attack 0403 by R1"):
        events = state.apply(line)
    assert any(event.kind == "battle" for event in events)


def test_a_move_beside_a_unit_is_answered_and_the_mover_stops() -> None:
    setup = {"R1": "0303", "R2": "0101", "B1": "0503"}
    state = dealt("card_driven", "parade levy mud skirmish", "intercept spies entry", setup=setup)
    state.apply("play parade as operations")
    state.apply("move R1 0404")
    assert (state.side_to_act, state.agenda[-1].kind) == ("blue", "answer")
    assert state.decision is not None
    assert state.decision.prompt.startswith("R1 moves in 04")
    events = state.apply("play intercept")
    told = [(event.rule, str(event)) for event in events]
    assert ("2.6", "Blue plays Interception.") in told
    assert any(event.kind == "state_begins" for event in events)
    assert "stopped" in {status.text.lower() for status in state.status("R1")}


def test_one_that_lets_it_go_on_is_asked_again_in_the_next_hex() -> None:
    setup = {"R1": "0303", "B1": "0503"}
    state = dealt("card_driven", "parade levy mud skirmish", "skirmish spies entry", setup=setup)
    state.apply("play parade as operations")
    state.apply("move R1 0303-0403-0402")
    where = []
    while state.agenda[-1].kind == "answer":
        where.append(state.position("R1"))
        assert listed(state) == ["pass"]
        state.apply("pass")
    assert where == ["0403", "0402"]


def test_events_of_other_sections_are_none_of_cards() -> None:
    """A unit that is regrouped out of sight is told without a side: it was taken for a draw."""
    regrouped = Event("regrouped", "", "A is regrouped.", unit="A", unseen="A unit is regrouped.")
    drawn = Event("cards_drawn", "", "A.", side="red", cards=("a",), unseen="Red draws a card.")
    assert known_events([regrouped, drawn], "red") == [regrouped, drawn]
    first, notice = known_events([regrouped, drawn], "blue")
    assert first == regrouped
    assert notice.text == "Red draws a card." and "cards" not in notice.fields
