"""``python -m hexwar`` is the command ``hexwar``."""

from __future__ import annotations

import sys

from hexwar.cli import main

if __name__ == "__main__":
    sys.exit(main())
