"""Labels: losses, retreat, advance, fire, reactions, works, markers, exits, supply, capture.

What a window and the text mode offer as a line, with nothing of the notation in it.
"""

from __future__ import annotations

import pytest

from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.rules.elimination import ANYBODY, PendingStepLosses
from hexwar.rules.states.task import PendingMark
from tests.rules.tiny import tiny


@pytest.mark.parametrize(
    ("game", "line", "label"),
    [
        ("aftermath", "done", "End the phase"),
        ("aftermath", "pass", "Decline"),
        ("aftermath", "resign", "Resign"),
        ("aftermath", "lose R1", "Lose R1"),
        ("aftermath", "retreat R1 0404", "R1 retreats to 0404"),
        ("aftermath", "retreat R1+R2 0404", "R1 and R2 retreat to 0404"),
        ("aftermath", "advance R1", "R1 advances"),
        ("aftermath", "advance R1+R2 0404", "R1 and R2 advance to 0404"),
        ("aftermath", "advance R1 0403-0404", "R1 advances to 0404"),
        ("alerts", "take R1 reserve", "R1: In reserve"),
        ("alerts", "return B3 0701", "B3 returns in 0701"),
        ("ambush", "fire 0802 by R1", "R1 fires at 0802"),
        ("ambush", "react B1", "B1 tries to react"),
        ("ambush", "decline", "Let the whole action go on; ask no more"),
        ("ambush", "hide R1", "R1 hides in 0302"),
        ("ambush", "place R2 0304", "R2 begins in 0304"),
        ("arrivals", "enter R5 0101", "R5 enters in 0101"),
        ("blitz", "through R1 0504", "R1 goes through to 0504"),
        ("blitz", "through R1+R2 0504", "R1 and R2 go through to 0504"),
        ("booty", "capture R1 0404", "R1 enters 0404 and takes BS"),
        ("casualties", "evacuate R1 0101", "R1 sends a casualty off by 0101"),
        ("convoy", "load T1 R1", "R1 takes T1 aboard"),
        ("convoy", "unload R1 0102", "R1 lands in 0102"),
        ("declared", "withdraw 0403 by B1 B2", "Take back: B1 and B2 against 0403"),
        ("departures", "remove B4", "B4 leaves the map"),
        ("escort", "leave R1", "R1 leaves the map"),
        ("harbours", "forgo R1", "R1 goes without supply"),
        ("hiding", "search 0302 by B1", "B1 searches 0302 (4 or more on a d6, 50 %)"),
        ("mines", "clear R1 0403 mines", "R1 clears Mines in 0403"),
        ("overwatch", "overwatch R2", "R2 goes on overwatch"),
        ("overwatch", "join R2", "R2 joins in"),
        ("overwatch", "first R1", "R1 acts first"),
        ("parties", "aim B1+B2", "B1 and B2"),
        ("pontoons", "wreck B1 0403-0303 bridge", "B1 wrecks Bridge on 0403/0303"),
        ("pontoons", "build RE 0304-0403 pontoon", "RE builds Pontoon on 0304/0403"),
        ("regroup", "break second", "2nd Guards breaks down into S1 and S2"),
        ("regroup", "combine second", "S1 and S2 become 2nd Guards"),
        ("replacements", "rebuild R1", "Rebuild a step of R1"),
        ("reserves", "declare pool", "Declare Pool"),
        ("scs_second", "hold 1", "Lose 1 step, retreat 1 hex less"),
        ("scs_second", "hold 2", "Lose 2 steps, retreat 2 hexes less"),
        ("skirmishers", "evade B1", "B1 retreats before combat"),
        ("turns_about", "activate R1", "Activate R1"),
        ("works", "lay 0101 raid", "Place Raid in 0101"),
        ("works", "dig B1 trench", "B1 places Trench"),
    ],
)
def test_an_action_is_offered_in_a_line_for_people(game: str, line: str, label: str) -> None:
    action = Action.parse(line)
    say = verbs()[action.verb].label
    assert say is not None
    assert say(action, tiny(game).start(seed=0)) == label


@pytest.mark.parametrize(
    ("line", "label"), [("mark B1", "B1: Shaken"), ("unmark B1", "B1: Shaken no longer")]
)
def test_whom_a_result_marks_is_offered_with_the_state(line: str, label: str) -> None:
    verb = line.partition(" ")[0]
    state = tiny("states").start(seed=0)
    state.agenda.append(PendingMark(verb, "shaken", (0, 1), count=1, chooser=0))
    said = verbs()[verb].label
    assert said is not None
    assert said(Action.parse(line), state) == label


def test_who_loses_a_step_is_not_said_to_be_lost_but_of_the_last() -> None:
    state = tiny("battle_dice").start(seed=0)
    unit = state.frame.unit_index["R1"]
    state.agenda.append(PendingStepLosses((unit,), 1, ANYBODY))
    label = verbs()["lose"].label
    assert label is not None
    assert label(Action.parse("lose R1"), state) == "R1 loses a step"
    state.lose(unit, state.frame.steps[unit] - 1)
    assert label(Action.parse("lose R1"), state) == "R1 loses its last step"
    state.agenda[-1] = PendingStepLosses((unit,), 1, ANYBODY, chooser=1)
    assert label(Action.parse("lose R1"), state) == "R1 loses a step", "an enemy chooses"
