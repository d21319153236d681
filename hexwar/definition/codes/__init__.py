"""Every kind of finding: its code, severity, title, explanation and examples."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import Any, Literal

Severity = Literal["error", "warning"]
CODES: Any = defaultdict(lambda: SimpleNamespace(severity="error"))
