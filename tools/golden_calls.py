"""Calls per decision: a measure of speed that does not hang on the machine.

Counted are the calls of Python and of C functions in seeded games of drawn actions of which
nothing is told. A time is steady within ten per cent at best; this is the same every time.
"""

from __future__ import annotations

import sys
from random import Random
from types import FrameType
from typing import Any

from tools.golden_play import Setting

GAMES = 3


def calls_per_decision(setting: Setting) -> float:
    """The mean over some games; compiling the rules and setting up are not counted."""
    calls = decisions = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for seed in range(GAMES + 1):
        state, random = setting.start(f"calls {seed}"), Random(seed)
        sys.setprofile(count)
        try:
            while not state.is_over:
                state.apply(state.sample_action(random), events=False)
                decisions += 1
        finally:
            sys.setprofile(None)
        if seed == 0:  # what is computed once and kept was computed here
            calls = decisions = 0
    return calls / decisions
