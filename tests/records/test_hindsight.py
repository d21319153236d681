"""Where was it lost: the line of the evaluation of a game that is over, and its swings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.definition.grammar import Plural, SideName
from hexwar.records import Replay, Session
from hexwar.records.hindsight import Hindsight
from hexwar.records.looking_back import look_back, sides_asking
from hexwar.rules.state import State
from tests.records.games import LOADED, play

FIELD = Path(__file__).resolve().parent.parent / "games" / "scs_field"

Patch = pytest.MonkeyPatch


def over(*actions: str, seed: int = 1) -> Session:
    """A game of these actions."""
    session = Session.new(LOADED, seed=seed)
    for action in actions:
        session.apply(action)
    return session


def back_at(session: Session, side: str = "soviet", *eyes: str) -> Hindsight:
    """The hindsight of a session."""
    return look_back(Replay(session), side, eyes)


def judged(patch: Patch, chance: Callable[[State], float]) -> None:
    """Let positions be judged for the Soviets by this, and for the U.S. by the contrary."""

    def evaluate(state: State, side: str) -> float:
        found = chance(state)
        return found if side == "soviet" else 1 - found

    patch.setattr(State, "evaluate", evaluate)
    never_settled(patch)


def never_settled(patch: Patch) -> None:
    """Let no game be settled before it is over, so that all is judged."""
    patch.setattr("hexwar.records.looking_back.settled", lambda state: None)


def phases_played(session: Session) -> set[tuple[int, str]]:
    """The phases in which somebody chose something, with their turns."""
    state = session.start()
    found = set()
    for entry in session.entries:
        found.add((state.turn, state.frame.phase_titles[state.phase_index]))
        state.apply(entry.action)
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_every_action_and_every_phase_has_its_point(seed: int) -> None:
    session = play(Session.new(LOADED, seed=seed), Random(seed))
    found = back_at(session)
    assert [reading.at for reading in found.readings] == list(range(len(session.entries) + 1))
    assert all(0 <= reading.chance <= 1 for reading in found.readings)
    read = {(reading.turn, reading.phase) for reading in found.readings[1:]}
    assert read == phases_played(session)
    assert found.readings[-1].chance == (session.state.winner == "soviet")
    assert found.places == sorted(found.places)
    assert (found.places[0], found.places[-1]) == (0, 1)


@pytest.mark.parametrize(
    ("actions", "end", "said"),
    [
        (("resign",), 0, "The Soviets resign"),
        (("done", "resign"), 1, "The U.S. resigns"),
        (("draw", "accept"), 0.5, "The Soviets and the U.S. agree on a draw"),
    ],
)
def test_who_gives_up_ends_the_line_as_the_position_stood(
    monkeypatch: Patch, actions: tuple[str, ...], end: float, said: str
) -> None:
    """The outcome is a step at the end: no swing of the game, whatever it is worth."""
    judged(monkeypatch, lambda state: end if state.is_over else 0.7)
    found = back_at(over(*actions))
    assert found.readings[-1].chance == end
    assert found.readings[-1].when == "The end"
    assert {chance for _, chance in found.line()[:-1]} == {0.7}
    assert found.line()[-2:] == [(1, 0.7), (1, end)]
    assert found.by_turn == {1: 0.7}
    assert found.swings == ()
    assert found.remarks([SOVIET, US]) == [
        (
            f"{said}; as the position stood, the Soviets had a winning "
            "chance of 70 % and the U.S. one of 30 %."
        ),
        "No single moment of play changed the chance by 5 % or more.",
    ]
    assert found.in_words([SOVIET]) == (
        "Chance of the Soviets, as it stood. At the beginning: 70 %, turn 1: 70 %. "
        f"{said}; as the position stood, the Soviets had a winning chance of 70 %. "
        "No single moment of play changed the chance by 5 % or more."
    )


def test_of_a_game_that_is_played_out_nothing_has_to_be_added() -> None:
    """Its last turn has the outcome, to which the line steps as well."""
    session = play(Session.new(LOADED, seed=1), Random(1))
    found = back_at(session)
    assert found.swings
    assert found.remarks([SOVIET]) == []
    end = found.readings[-1].chance
    assert found.by_turn[session.state.turn] == end
    assert found.line()[-2:] == [(1, found.readings[-2].chance), (1, end)]
    assert found.line(0, 1) == [
        (place, reading.chance)
        for place, reading in zip(found.places[:2], found.readings[:2], strict=True)
    ]


def test_a_swing_is_found_where_it_is_known_to_be(monkeypatch: Patch) -> None:
    """C walks into a town in the first turn, and W out of another in the same turn."""
    judged(monkeypatch, lambda state: 0.9 if state.units_at("0405") else 0.3)
    game = LOADED
    start = {"C": "0505", "A": "0802", "W": "0501"}
    session = Session(game, game.start(setup=start))
    for action in ("move A 0801", "move C 0405", "done"):
        session.apply(action)
    session.apply("resign")
    found = back_at(session)
    (swing,) = found.swings
    assert (swing.since, swing.at, swing.turn, swing.phase) == (0, 3, 1, "Soviet movement")
    assert (swing.before, swing.after, swing.expected) == (0.3, 0.9, None)
    assert "C moves 0505 to Hünfeld (0405)" in swing.told
    assert swing.told.endswith("; and 1 more action.")
    told = "Turn 1, Soviet movement: Soviet 30 % to 90 %. C moves"
    assert swing.in_words([SOVIET]).startswith(told)
    told = "Turn 1, Soviet movement: Soviet 30 % to 90 %, U.S. 70 % to 10 %. C moves"
    assert swing.in_words([SOVIET, US]).startswith(told)


def test_no_more_than_three_and_none_that_is_small(monkeypatch: Patch) -> None:
    """In the order of play."""
    session = play(Session.new(LOADED, seed=1), Random(1))
    judged(monkeypatch, lambda state: state.ply % 2 * 0.9)
    swings = back_at(session).swings
    assert len(swings) == 3
    assert list(swings) == sorted(swings)
    judged(monkeypatch, lambda state: 0.5 + state.ply % 2 * 0.04)
    assert back_at(session).swings == ()


@pytest.mark.parametrize(
    ("moves", "told"), [([], ""), (["move A 0801"], "A moves 0802 to 0801 (1 MP). ")]
)
def test_the_end_of_a_phase_tells_what_was_left_undone(
    moves: list[str], told: str, monkeypatch: Patch
) -> None:
    """By itself, or with the plan that it ends, if it makes most of the difference."""
    judged(monkeypatch, lambda state: 0.9 if state.phase == "soviet_movement" else 0.3)
    session = Session(LOADED, LOADED.start(setup={"A": "0802", "X": "0301"}))
    for action in (*moves, "done", "resign"):
        session.apply(action)
    (swing,) = back_at(session).swings
    assert (swing.since, swing.at, swing.turn) == (0, 1 + len(moves), 1)
    assert (swing.before, swing.after, swing.expected) == (0.9, 0.3, None)
    assert swing.told == f"{told}Soviet movement ends while more could be done in it."
    (seen,) = back_at(session, "soviet", "soviet").swings
    assert seen.told.removeprefix(told) == "Soviet movement ends."


def test_what_the_end_of_a_phase_takes_back_is_no_swing(monkeypatch: Patch) -> None:
    """What could still be done counts as long as it can be: the plan is judged with its end."""
    judged(monkeypatch, lambda state: 0.9 if state.ply == 1 else 0.3)
    session = Session(LOADED, LOADED.start(setup={"A": "0802", "X": "0301"}))
    for action in ("move A 0801", "done", "resign"):
        session.apply(action)
    assert back_at(session).swings == ()


def test_to_offer_a_draw_is_no_moment_of_play(monkeypatch: Patch) -> None:
    """Nor is it counted among what was done; what lies around it is one plan."""
    judged(monkeypatch, lambda state: 0.9 if state.units_at("0405") else 0.3)
    start = {"C": "0505", "A": "0802", "W": "0501"}
    session = Session(LOADED, LOADED.start(setup=start))
    for action in ("move A 0801", "draw", "pass", "move C 0405", "done", "resign"):
        session.apply(action)
    (swing,) = back_at(session).swings
    assert (swing.since, swing.at) == (0, 5)
    assert "C moves 0505 to Hünfeld (0405)" in swing.told
    assert swing.told.endswith("; and 1 more action.")


def test_whoever_gains_by_ending_a_phase_has_left_nothing_undone(monkeypatch: Patch) -> None:
    """What goes by then is the other side's time, which is no moment of play."""
    judged(monkeypatch, lambda state: 0.3 if state.phase == "soviet_movement" else 0.9)
    session = Session(LOADED, LOADED.start(setup={"A": "0802", "X": "0301"}))
    for action in ("done", "resign"):
        session.apply(action)
    assert back_at(session).swings == () == back_at(session, "us").swings


def test_the_end_of_a_phase_is_told_with_what_it_brought(monkeypatch: Patch) -> None:
    """Of the last one that is who has won."""
    judged(monkeypatch, lambda state: 1.0 if state.is_over else 0.1)
    session = Session(LOADED, LOADED.start(setup={"A": "0802", "X": "0301"}, turn=4))
    while not session.state.is_over:
        session.apply("done")
    (swing,) = back_at(session).swings
    assert swing.at == len(session.entries)
    assert swing.told == (
        "U.S. movement ends while more could be done in it. "
        "The U.S. wins. The attacker holds fewer than two of the three towns."
    )


def test_who_declines_to_advance_does_so_in_the_battle(monkeypatch: Patch) -> None:
    """Which the choice belongs to, though it ends the phase as well."""
    judged(monkeypatch, lambda state: 0.9 if state.phase == "soviet_combat" else 0.3)
    setup = {"A": "0503", "B": "0602", "X": "0502"}
    session = Session(LOADED, LOADED.start(setup=setup, phase="soviet_combat", dice=[1]))
    session.apply("attack 0502 by A B")
    while session.state.phase == "soviet_combat":
        legal = [str(action) for action in session.state.legal_actions()]
        session.apply("pass" if "pass" in legal else legal[0])
    assert str(session.entries[-1].action) == "pass"
    session.apply("resign")
    (swing,) = back_at(session).swings
    assert (swing.since, swing.at) == (0, len(session.entries) - 1)
    assert swing.told.startswith("A, B attack 0502: ")


def fought(die: int, phase: str = "soviet_combat") -> Session:
    """A and B attack X: a die up to 3 drives X back, a higher one drives them back."""
    setup = {"A": "0503", "B": "0602", "X": "0502"}
    session = Session(LOADED, LOADED.start(setup=setup, phase=phase, dice=[die]))
    while session.state.phase != "soviet_combat":
        session.apply("done")
    session.apply("attack 0502 by A B")
    while session.state.phase == "soviet_combat":
        session.apply(next(iter(session.state.legal_actions())))
    session.apply("resign")
    return session


def by_retreats(before: float, driven: float, back: float) -> Callable[[State], float]:
    """What a position is worth before the attack, after a retreat of X, after one of theirs."""

    def chance(state: State) -> float:
        if not state.rolled:
            return before
        return driven if state.position("X") != "0502" else back

    return chance


@pytest.mark.parametrize(
    ("worth", "die", "told"),
    [
        (
            (0.6, 1.0, 0.2),
            1,
            "60 % to 100 %. A, B attack 0502: column 2, die 1, Defender "
            "retreats. Mostly luck, good for the Soviets: with "
            "average luck, the Soviets would have had a "
            "winning chance of 60 %.",
        ),
        (
            (0.6, 1.0, 0.2),
            5,
            "60 % to 20 %. A, B attack 0502: column 2, die 5, Attacker "
            "retreats. Mostly luck, bad for the Soviets: with "
            "average luck, the Soviets would have had a "
            "winning chance of 60 %.",
        ),
        (
            (0.1, 0.9, 0.7),
            2,
            "10 % to 90 %. A, B attack 0502: column 2, die 2, Defender "
            "retreats. Partly luck, good for the Soviets: with "
            "average luck, the Soviets would have had a "
            "winning chance of 80 %.",
        ),
        (
            (0.1, 0.9, 0.7),
            4,
            "10 % to 70 %. A, B attack 0502: column 2, die 4, Attacker "
            "retreats. In spite of luck that was bad for the Soviets: "
            "with average luck, the Soviets would "
            "have had a winning chance of 80 %.",
        ),
        (
            (0.1, 0.9, 0.9),
            4,
            "10 % to 90 %. A, B attack 0502: column 2, die 4, Attacker "
            "retreats. Luck made little difference: with average "
            "luck, the Soviets would have had a "
            "winning chance of 90 %.",
        ),
    ],
)
def test_luck_is_told_from_choice(
    monkeypatch: Patch, worth: tuple[float, float, float], die: int, told: str
) -> None:
    judged(monkeypatch, by_retreats(*worth))
    (swing,) = back_at(fought(die)).swings
    assert swing.in_words([SOVIET]) == f"Turn 1, Soviet combat: Soviet {told}"


def test_of_both_sides_the_luck_is_told_too(monkeypatch: Patch) -> None:
    """To whose favour it was, of the first."""
    judged(
        monkeypatch,
        lambda state: 0.6 if not state.rolled else 1.0 * (state.position("X") != "0502"),
    )
    (swing,) = back_at(fought(1)).swings
    assert swing.fortune([SOVIET, US]) == (
        "Mostly luck, good for the Soviets: with average luck, the "
        "Soviets would have had a winning chance "
        "of 50 % and the U.S. one of 50 %."
    )


SOVIET, US = SideName("Soviet", Plural("the Soviets")), SideName("U.S.", "the U.S.")
AVERAGE = "with average luck, the Soviets would have had a winning chance of"


@pytest.mark.parametrize(
    ("side", "worth", "die", "told"),
    [
        (
            "soviet",
            (0.1, 0.9, 0.3),
            1,
            f"{AVERAGE} 60 %. The rest, good for the Soviets, was luck.",
        ),
        (
            "soviet",
            (0.1, 0.9, 0.3),
            4,
            f"{AVERAGE} 60 %. Luck, bad for the Soviets, took some back.",
        ),
        ("soviet", (0.1, 0.9, 0.9), 1, f"{AVERAGE} 90 %. Luck made little difference."),
        (
            "us",
            (0.02, 1.0, 0.0),
            1,
            "with average luck, the U.S. would have had a winning chance of 50 %. The rest, "
            "bad for the U.S., was luck.",
        ),
    ],
)
def test_what_a_throw_was_to_bring_was_risked_before(
    monkeypatch: Patch, side: str, worth: tuple[float, float, float], die: int, told: str
) -> None:
    """By the enemy of whoever threw, in his last phase: the position did not show it."""
    judged(monkeypatch, by_retreats(*worth))
    (swing,) = back_at(fought(die, "us_movement"), side).swings
    fortune = swing.fortune([SOVIET if side == "soviet" else US])
    assert fortune == f"The U.S. risked this in turn 1, U.S. combat: {told}"


@pytest.mark.parametrize("worth", [(0.41, 0.9, 0.3), (0.9, 0.5, 0.3), (0.3, 0.1, 1.0)])
def test_what_the_position_showed_was_not_risked(
    monkeypatch: Patch, worth: tuple[float, float, float]
) -> None:
    """Nor what whoever threw brought on himself, or what came to the contrary."""
    judged(monkeypatch, by_retreats(*worth))
    (swing,) = back_at(fought(1, "us_movement")).swings
    assert swing.expected is not None
    assert "risked" not in swing.fortune([SOVIET])


def test_what_showed_when_it_was_left_so_was_not_risked(monkeypatch: Patch) -> None:
    """It is whoever threw whose moves had made less of it."""

    def chance(state: State) -> float:
        if not state.rolled:
            return 0.1 if state.phase == "soviet_combat" else 0.5
        return 0.9 if state.position("X") != "0502" else 0.3

    judged(monkeypatch, chance)
    *_, swing = back_at(fought(1, "us_movement")).swings
    assert (swing.before, swing.after, swing.risk) == (0.1, 0.9, None)


def test_as_a_side_it_is_judged_by_what_it_saw(monkeypatch: Patch) -> None:
    """Nothing hidden is asked about: units out of sight are out of play in what is judged."""
    game = hexwar.load_game(FIELD)
    session = play(Session.new(game, "field", seed=2), Random(2))
    seen: list[tuple[bool, ...]] = []
    real = State.evaluate

    def evaluate(state: State, side: str) -> float:
        seen.append(tuple(state.position(unit) is None for unit in game.units))
        return real(state, side)

    monkeypatch.setattr(State, "evaluate", evaluate)
    never_settled(monkeypatch)
    back_at(session, "red", "red")
    blind, seen[:] = list(seen), []
    back_at(session, "red")
    assert len(blind) == len(session.entries) + 1
    whole = seen[: len(blind)]
    assert blind != whole
    for one, other in zip(blind, whole, strict=True):
        assert all(gone or not missing for gone, missing in zip(one, other, strict=True))


def test_of_a_game_that_goes_on_nothing_is_told() -> None:
    session = over("done")
    with pytest.raises(ValueError, match="the game goes on"):
        back_at(session)


def test_progress_is_told_and_may_end_it() -> None:
    session = play(Session.new(LOADED, seed=1), Random(1))
    shares: list[float] = []
    look_back(Replay(session), "us", hear=shares.append)
    assert shares == sorted(shares)
    assert len(shares) > 2

    def stop(share: float) -> None:
        raise KeyError(share)

    with pytest.raises(KeyError):
        look_back(Replay(session), "us", hear=stop)


def test_whose_chance_it_is() -> None:
    """The only person's; else that of the first who plays."""
    state = LOADED.start()
    both = ("soviet", "us")
    assert sides_asking(state, ["us"]) == ("us",)
    assert sides_asking(state, []) == sides_asking(state, ["us", "soviet"]) == both
