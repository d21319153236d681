"""Look for what the tests do not: new examples of hypothesis, and all cases of the great matrices.

    python tools/explore.py                                # a minute, a seed of its own
    python tools/explore.py --seconds 900 --seed 7
    python tools/explore.py --seed 7 tests/x.py::test_y    # what was found, again

The tests themselves see the same examples everywhere, so what they say can be trusted and what they
have never seen they never see. Here a seed draws examples, and the order in which tests have their
turn until the time is over. Each finding is printed with the command that repeats it. Mend it and
make it a case: ``@example(...)`` with what hypothesis printed, or the case's name in a test.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Explorer:
    """For pytest: which tests have their turn, and for how long."""

    def __init__(self, seed: int, seconds: float) -> None:
        self.tried = 0
        self.found: list[str] = []
        self._random = Random(seed)
        self._seconds = seconds
        self._end = 0.0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Take the tests that draw, or of which only some cases are run, in any order."""
        from hypothesis import is_hypothesis_test  # pytest has a say in when that is imported

        items[:] = [
            item
            for item in items
            if item.get_closest_marker("matrix") or is_hypothesis_test(getattr(item, "obj", None))
        ]
        self._random.shuffle(items)
        self._end = time.monotonic() + self._seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Leave out what is left when the time is over."""
        if time.monotonic() > self._end:
            return True
        self.tried += 1
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep in mind what failed."""
        if report.failed:
            self.found.append(report.nodeid)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code: 1 when something was found."""
    parser = argparse.ArgumentParser(description="Look for what the tests do not.")
    parser.add_argument("tests", nargs="*", help="as pytest takes them; else all, while time lasts")
    parser.add_argument("--seconds", type=float, default=60.0, help="after which no test begins")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1_000_000))
    chosen = parser.parse_args(arguments)
    seconds = float("inf") if chosen.tests else chosen.seconds
    explorer = Explorer(chosen.seed, seconds)
    options = [f"--rootdir={ROOT}", "-q", "-m", "", "-p", "no:cacheprovider", "--no-header"]
    options += ["--hypothesis-profile=new", f"--hypothesis-seed={chosen.seed}"]
    code = pytest.main([*options, *(chosen.tests or [str(ROOT / "tests")])], plugins=[explorer])
    print(f"seed {chosen.seed}: {explorer.tried} tests, {len(explorer.found)} findings")
    for name in explorer.found:
        print(f"again: python tools/explore.py --seed {chosen.seed} '{name}'")
    return int(code) and 1


if __name__ == "__main__":
    sys.exit(main())
