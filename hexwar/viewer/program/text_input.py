"""Which text from SDL is for a field, and which keys belong to an input method.

Text comes as TEXTINPUT: after the key that types it, or from an input method alone. While that
composes (TEXTEDITING), keys are its own. Where no field has the keyboard, an input method would
take the keys of commands for letters: it is told to stop as soon as it begins to.
"""

from __future__ import annotations

import pygame

from hexwar.viewer.program.keyboard import types_text


class TextInput:
    """Sorts keys and text; a window has one."""

    def __init__(self) -> None:
        self._composes = False
        self._unasked = False  # it began to compose where no field has the keyboard
        self._stopped = False
        self._key: int | None = None  # the key that went down last and is still down
        self._wanted = True  # whether what that key types is for a field

    def keeps(self, event: pygame.event.Event, field: bool) -> bool:
        """Whether an event is for no screen; ``field``: one has the keyboard now."""
        if event.type == pygame.KEYDOWN:
            if self._composes:
                return True
            # A key that opens a sheet with a field is no letter in it.
            self._key, self._wanted = event.key, field and types_text(event)
        elif event.type == pygame.KEYUP:
            if self._stopped:
                self._composes = False
            if event.key == self._key:
                self._key, self._wanted = None, True
        elif event.type == pygame.TEXTEDITING:
            self._composes = bool(event.text)
            self._unasked |= self._composes and not field
        elif event.type == pygame.TEXTINPUT:
            self._composes = False
            return not self._wanted
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._composes, self._key, self._wanted = False, None, True
        return False

    def switch(self, field: bool) -> None:
        """All events have been taken: whether an input method may go on."""
        if self._unasked and not field and not self._stopped:
            # Only then: without text input nobody tells that Shift and ß are a question mark.
            pygame.key.stop_text_input()
            self._stopped = True
        elif field and self._stopped:
            pygame.key.start_text_input()
            self._unasked = self._stopped = False
