"""What cannot be imported, in one sentence."""

from __future__ import annotations

from hexwar.definition.printable import clean


class ImportRefusedError(ValueError):
    """A file is not imported, or not into that folder; the text is the sentence for the user.

    ``code`` is that of the finding (``hexwar explain``).
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(clean(message))


UNREADABLE = "HW850"
"""The file cannot be read, or is larger than anybody's."""
BAD_MARKUP = "HW851"
"""The XML or JSON in it cannot be."""
OTHER_KIND = "HW852"
"""It is something else than what is imported."""
NO_PLACE = "HW853"
"""It cannot be written there."""
BAD_LAYER = "HW854"
"""A map's data contradict themselves."""
