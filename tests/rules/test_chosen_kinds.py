"""A kind of battle that a side chooses (``combat.kinds.ID.chosen``), and what rule-lawyers ask.

Over the game *classics*: where only tanks attack who stands in the open, the attacker may fight a
mobile battle, in which a 1 or 2 drives the defender two hexes and anything else the attacker one.
Tanks are six, infantry four; a 1 at 1:1 is a DR of the ordinary table, a 6 an AR.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players import choice_of, make_player
from hexwar.playtest.promises import step
from hexwar.rules.combat.choices import preview_kind
from hexwar.rules.game import Game
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, varied

MOBILE = """
combat:
  kinds:
    mobile:
      title: Mobile battle
      attackers: {trait: mechanised}
      defenders: {at: {terrain: open}}
      chosen: %s
      patch:
        combat:
          table: {1: [D2, D2, D2, D2], 2: [D2, D2, D2, D2], 3: [AR, AR, AR, AR],
            4: [AR, AR, AR, AR], 5: [AR, AR, AR, AR], 6: [AR, AR, AR, AR]}
          results: {D2: [{retreat: {who: defender, hexes: 2}}, {advance: all}]}
"""
PLAIN = """
combat:
  kinds: {mobile: {title: Mobile battle, chosen: attacker, patch: {combat: {table: {%s}}}}}
  results: {D2: [{retreat: {who: defender, hexes: 2}}, {advance: all}]}
"""
HERE = {"R3": "0403", "B1": "0503"}


def chosen_by(path: Path, side: str = "attacker", more: str = "") -> Game:
    return varied(path, MOBILE % side + more, "classics")


def attack(game: Game, dice: Iterable[int] = (), by: str = "R3", **setup: str) -> State:
    state = game.start(setup={**HERE, **setup, "B7": "0901"}, phase="red_combat", dice=dice)
    state.apply(f"attack {state.position('B1')} by {by}")
    return state


def codes(state: State, line: str) -> list[str]:
    return [e.result for e in state.apply(line) if e.kind == "battle"]


def test_the_attacker_chooses_before_the_die(tmp_path: Path) -> None:
    state = attack(chosen_by(tmp_path), (2,))
    assert (state.side_to_act, listed(state)) == ("red", ["fight mobile", "pass"])
    assert codes(state, "fight mobile") == ["D2"]
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("retreat", "blue")


def test_who_passes_fights_by_the_table_of_the_game(tmp_path: Path) -> None:
    assert codes(attack(chosen_by(tmp_path), (2,)), "pass") == ["NE"]


def test_a_kind_is_offered_to_those_only_whom_it_fits(tmp_path: Path) -> None:
    """Infantry fights as usual, with tanks too, and so does who attacks the woods."""
    game = chosen_by(tmp_path)
    for by, setup in (("R1", {"R1": "0504"}), ("R1 R3", {"R1": "0403"}), ("R3", {"B1": "0304"})):
        state = attack(game, (2,), by, **setup)
        assert "fight mobile" not in listed(state)
        refused = state.explain("fight mobile")
        assert refused is not None


def test_the_defender_chooses_where_the_game_says_so(tmp_path: Path) -> None:
    state = attack(chosen_by(tmp_path, "defender"), (1,))
    assert (state.side_to_act, listed(state)) == ("blue", ["fight mobile", "pass"])


def test_the_kind_is_over_with_the_battle(tmp_path: Path) -> None:
    state = attack(chosen_by(tmp_path), (6,))
    state.apply("fight mobile")
    while state.decision is not None and state.decision.kind != "movement":
        state.apply(listed(state)[0])
    assert state.effects == ()


LEAVING = """
retreat: {before_combat: {only: {trait: foot}, hexes: 2}}
"""


def test_nobody_is_asked_about_a_battle_that_is_not_fought(tmp_path: Path) -> None:
    """The defenders leave first: there is no kind to choose, and none stays in force."""
    state = attack(chosen_by(tmp_path, more=LEAVING))
    assert "evade B1" in listed(state)
    state.apply("evade B1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(listed(state)[0])
    assert "fight mobile" not in listed(state)
    assert state.effects == ()


def test_the_choice_foresees_both_battles(tmp_path: Path) -> None:
    state = attack(chosen_by(tmp_path))
    mobile = state.preview("fight mobile")
    assert {outcome.code for outcome in mobile.outcomes} == {"D2", "AR"}
    usual = preview_kind(state, Action("pass"))
    assert {outcome.code for outcome in usual.outcomes} == {"AR", "DR", "NE"}
    labels = [choice.label.partition(":")[0] for choice in state.choices()]
    assert labels == ["Mobile battle", "As usual"]


@pytest.mark.parametrize(("code", "line"), [("D2", "fight mobile"), ("AR", "pass")])
def test_the_computer_takes_the_better_table(tmp_path: Path, code: str, line: str) -> None:
    rows = ", ".join(f"{die}: [{code}, {code}, {code}, {code}]" for die in range(1, 7))
    game = varied(tmp_path, PLAIN % rows, "classics")
    assert str(choice_of(make_player("greedy"), attack(game), Random(1))) == line


TACTICS = """
combat:
  kinds:
    storm: {title: Storm, chosen: attacker, patch: {combat: {modifiers: {storm: {shift: 1}}}}}
    probe:
      chosen: attacker
      attackers: {trait: foot}
      patch: {combat: {modifiers: {probe: {shift: -1}}}}
    stand: {title: Stand, chosen: defender, patch: {combat: {modifiers: {stand: {roll: 1}}}}}
"""


def tactics(path: Path, dice: Iterable[int] = ()) -> State:
    return attack(varied(path, TACTICS, "classics"), dice)


def test_the_defender_answers_what_the_attacker_has_chosen(tmp_path: Path) -> None:
    """Tanks do not probe. A storm makes 2:1 of 1:1, and a stand 4 of 3: an NE, and no DR."""
    state = tactics(tmp_path, (3,))
    assert (state.side_to_act, listed(state)) == ("red", ["fight storm", "pass"])
    state.apply("fight storm")
    assert (state.side_to_act, listed(state)) == ("blue", ["fight stand", "pass"])
    assert preview_kind(state, Action("pass")).column == 2
    (battle,) = [e for e in state.apply("fight stand") if e.kind == "battle"]
    assert (battle.column, battle.result) == ("2:1", "NE")


def test_the_defender_is_asked_when_the_attacker_passes(tmp_path: Path) -> None:
    state = tactics(tmp_path, (1,))
    state.apply("pass")
    assert (state.side_to_act, listed(state)) == ("blue", ["fight stand", "pass"])
    (battle,) = [e for e in state.apply("pass") if e.kind == "battle"]
    assert (battle.column, battle.result) == ("1:1", "DR")


def test_what_both_have_chosen_is_over_with_the_battle(tmp_path: Path) -> None:
    state = tactics(tmp_path, (3,))
    state.apply("fight storm")
    assert state.effects == ("combat.storm",)
    state.apply("fight stand")
    assert not state.effects


@pytest.mark.parametrize(("chosen", "sound"), [("defender", False), ("attacker", True)])
def test_every_pair_of_tactics_is_checked(tmp_path: Path, chosen: str, sound: bool) -> None:
    """Each is sound alone; together a row of four results is for five columns."""
    wide = ", ".join(f"{die}: [NE, NE, NE, NE, NE]" for die in range(1, 7))
    columns = '["1:2", "1:1", "2:1", "3:1", "4:1"]'
    yaml = f"""
combat:
  kinds:
    wide: {{chosen: attacker, patch: {{combat: {{columns: {columns}, table: {{{wide}}}}}}}}}
    narrow: {{chosen: {chosen}, patch: {{combat: {{table: {{1: [DR, DR, DR, DR]}}}}}}}}
"""
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "classics"))
    errors = [one.message for one in found if one.severity == "error"]
    assert errors == ([] if sound else ["row 1 has 4 results for 5 columns"])


BESIDE = """
combat:
  modifiers: {}
  kinds: {%s}
"""
BY_ITSELF = "tanks: {attackers: {trait: mechanised}, patch: {combat: {modifiers: {t: {roll: -1}}}}}"
DARING = "daring: {chosen: attacker, patch: {combat: {modifiers: {d: {roll: 2}}}}}"
STUBBORN = "stubborn: {chosen: defender, patch: {combat: {modifiers: {s: {roll: 1}}}}}"


@pytest.mark.parametrize(
    "kinds", [(BY_ITSELF, DARING, STUBBORN), (STUBBORN, DARING, BY_ITSELF)], ids=["after", "before"]
)
def test_what_a_battle_is_by_itself_takes_no_choice_away(
    tmp_path: Path, kinds: tuple[str, ...]
) -> None:
    """Wherever it stands in the file: the kind of tanks is in force beside what is chosen."""
    game = varied(tmp_path, BESIDE % ", ".join(kinds), "classics")
    state = attack(game, (3,))
    assert listed(state) == ["fight daring", "pass"]
    state.apply("fight daring")
    assert (state.side_to_act, listed(state)) == ("blue", ["fight stubborn", "pass"])
    both = attack(game, (3,))
    both.apply("fight daring")
    (battle,) = [event for event in both.apply("fight stubborn") if event.kind == "battle"]
    assert battle.fields["modifier"] == -1 + 2 + 1


def test_infantry_is_asked_as_before(tmp_path: Path) -> None:
    """No battle of its own is foreseen for it, so only what is chosen counts."""
    game = varied(tmp_path, BESIDE % ", ".join((BY_ITSELF, DARING)), "classics")
    state = attack(game, (3,), "R1", R1="0504")
    (battle,) = [event for event in state.apply("fight daring") if event.kind == "battle"]
    assert battle.fields["modifier"] == 2


ANSWERED = """
combat:
  kinds: {stubborn: {chosen: defender, patch: {combat: {modifiers: {s: {roll: 1}}}}}}
decks:
  tactics:
    hand: 1
    draws: [{phase: deal, to: hand}]
    cards: {wall: {title: Wall, count: 4, answers: {attack: always}}}
sequence:
  phases:
    - {id: deal, kind: deal}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""


def test_what_is_chosen_before_a_card_may_answer_is_not_taken_back(tmp_path: Path) -> None:
    """As the attack is not: so playtests do not say that undo breaks a promise."""
    game = varied(tmp_path, ANSWERED, "classics")
    history = History(game.start(setup={**HERE, "B7": "0901"}, seed=1))
    while history.state.phase != "red_combat":
        step(game, history, history.state.all_listed()[0])
    for line in ("attack 0503 by R3", "fight stubborn"):
        step(game, history, Action.parse(line))
    assert history.state.decision is not None and "battle" not in history.state.decision.kind
    assert history.undo_lock == "locked: what was chosen has been seen"
