"""HW9xx: hexwar itself."""

from __future__ import annotations

from hexwar.definition.codes.code import error

CODES = (
    error(
        "HW900",
        "hexwar could not finish a check",
        "One of hexwar's own checks failed. That is a mistake in hexwar and not in your game: the "
        "other checks ran, and their findings hold. Please report it together with the game's "
        "files. Findings that stand beside this one may be its cause: mend them first.",
    ),
)
