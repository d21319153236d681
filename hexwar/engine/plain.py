"""Tuples to lists and back: what a state keeps as tuples is lists in JSON."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """Nested tuples as lists.

    >>> plain((1, (2, 3)))
    [1, [2, 3]]
    """
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """Nested lists as tuples.

    >>> frozen([1, [2, 3]])
    (1, (2, 3))
    """
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value
