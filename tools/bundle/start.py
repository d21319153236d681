"""Where the program of the self-contained folder begins."""

from __future__ import annotations

import sys
from multiprocessing import freeze_support


def main() -> int:
    """``hexwar``, but that it opens the window where nothing is said: it is clicked, as a rule."""
    freeze_support()  # processes that share games out are begun with this very program
    arguments = sys.argv[1:]
    if arguments[:1] == ["-c"]:
        # So hexwar begins its own helpers, which think and draw SVG: as `python -c CODE MORE`. Here
        # it is no Python that is started, but this program.
        sys.argv = ["-c", *arguments[2:]]
        exec(arguments[1], {"__name__": "__main__"})  # noqa: S102 - as Python does
        return 0
    from hexwar.cli import main as hexwar

    return hexwar(arguments or ["play"])


if __name__ == "__main__":
    sys.exit(main())
