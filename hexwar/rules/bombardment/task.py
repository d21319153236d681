"""What section ``bombardment`` remembers."""

from __future__ import annotations

from hexwar.rules.bombardment.rules import SUPPORTED

SLOTS = (SUPPORTED,)
