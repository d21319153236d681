"""A card of the hand that is dragged: dropped on the map it is played, elsewhere it goes back.

From the moment the button goes down on a card every pointer event comes here first. A click is a
drag that has not wandered: the card is then played as if it had been pressed.
"""

from __future__ import annotations

import pygame

from hexwar.viewer.board.controlled import ControlledBoard
from hexwar.viewer.board.pointing import LEFT, SLACK
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.panels.hand import CardFace
from hexwar.viewer.widgets import Look

_CLEAR = 215  # of 255: what lies below a card that is dragged shines through


class CarriedCard:
    """Takes the pointer from the moment when it goes down on a card until it is let go."""

    def __init__(self, board: ControlledBoard) -> None:
        self._board = board
        self._card: CardFace | None = None
        self._start = (0, 0)
        self.position: tuple[int, int] | None = None
        """The pointer's pixel, once the card has left its place."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a pointer event; answers whether a card has dealt with it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if self._card is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            if any(event.buttons):
                self._carry(event.pos)
            else:
                self.put_back()  # it came up outside of the window
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT:
            self._let_go(event.pos)
            return True
        return False

    def put_back(self) -> bool:
        """The card lies in the hand again; whether it was on its way."""
        carried, self._card, self.position = self.position is not None, None, None
        if carried:
            self._board.rebuild()
        return carried

    def _press(self, event: pygame.event.Event) -> bool:
        """Take up the card below the pointer; a second button puts the one on its way back."""
        if self._card is not None:
            self.put_back()  # a second button
            return True
        widget = self._board.at(event.pos) if event.button == LEFT else None
        if not isinstance(widget, CardFace) or not widget.can_be_carried:
            return False
        self._card, self._start = widget, event.pos
        return True

    def _carry(self, position: tuple[int, int]) -> None:
        """The card follows the pointer, once that has left its spot."""
        start = self._start
        is_dragged = max(abs(position[0] - start[0]), abs(position[1] - start[1])) > SLACK
        if is_dragged or self.position is not None:
            self.position = position
            self._board.rebuild()

    def _let_go(self, position: tuple[int, int]) -> None:
        """Play the card that was clicked, or dropped on the map; elsewhere it lies back."""
        card, carried = self._card, self.put_back()
        on_map = self._board.view.rect.collidepoint(position)
        if card is None or (carried and not on_map):
            return
        if card.activate is not None:
            card.activate()
        elif carried:
            self._board.say(f"{card.card.title} is played in several ways: choose one on it.")

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the card with its middle under the pointer."""
        if self._card is None or self.position is None:
            return
        face = pygame.Surface(self._card.rect.size, pygame.SRCALPHA)
        # A copy, since the card itself keeps its place in the hand.
        copy = CardFace.copied(self._card, face.get_rect())
        copy.paint(face, look)
        face.set_alpha(_CLEAR)
        surface.blit(face, face.get_rect(center=self.position))
        if self._board.view.rect.collidepoint(self.position):
            pygame.draw.rect(surface, PALETTE.gold, self._board.view.rect, look.theme.px(3))
