"""How many examples a test of hypothesis is worth."""

from __future__ import annotations

from hypothesis import settings


def examples(share: float) -> settings:
    """Settings with so many times the examples of the profile: fewer where each takes long.

    The profiles are those of ``tests/conftest.py``.
    """
    return settings(max_examples=max(1, round(share * settings().max_examples)))
