"""The window: the only part of hexwar that imports pygame.

It computes no rules. What may be done comes from ``legal_actions()`` and ``reach()``, why
something may not from ``explain()``, the odds from ``preview()``. Its rooms stand on one another:
docs/architecture.md draws them.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
