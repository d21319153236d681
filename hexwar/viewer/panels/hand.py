"""The hand along the lower edge: cards to play, the enemy's as backs, discards to leaf through.

The rules say who sees a hand: cards of others never come here except as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from hexwar.engine.queries import CardPile, HeldCard
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, ink_on, lettering, mix, parse_color
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Button, Label, Look, Panel, Widget

# In points:
_HIGH = 132  # of the strip
_CARD, _BACK = 148, 34  # wide: a card, and the back of another's
_STEP, _MOST_BACKS = 5, 5  # by which a back stands off the one before, and how many are drawn
_GAP = 7
_LINE = 24  # high: the button of a way to play a card
_LEAST_CARD = 60  # wide, where so many are held that they overlap
_HEAP = 28  # high: the button that turns to another pile
_ROUND, _EDGE_OF_BACK = 4, 4  # the corners of a back, and what its number has above it


class CardFace(Widget):
    """A card, to be played by a click where there is one way; dim with the reason where not, or
    where it would be played for nothing.
    """

    role = "button"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        card: HeldCard,
        activate: Callable[[], None] | None,
        reason: str,
    ) -> None:
        many = f" ({card.count})" if card.count > 1 else ""
        printed = f" {card.values}." if card.values else ""
        label = f"{card.title}{many}.{printed} {card.text}".strip()
        in_vain = [play.in_vain for play in card.plays if play.why_not is None]
        self.warning = in_vain[0] if in_vain and all(in_vain) else ""
        """Why it would be played for nothing, in whatever way."""
        tooltip = " ".join(filter(None, (label, reason, self.warning)))
        super().__init__(key, rect, label, activate, activate is not None, tooltip)
        self.card, self.dim, self.reason = card, bool(reason or self.warning), reason
        self.heading = f"{card.title}{many}"

    @classmethod
    def copied(cls, face: CardFace, rect: pygame.Rect) -> CardFace:
        """A card drawn in another place too, as where it is dragged; not the ways to play it."""
        return cls(face.key, rect, face.card, face.activate, face.reason)

    @property
    def can_be_carried(self) -> bool:
        """Whether it can be played now, in one way or in several."""
        return any(play.why_not is None for play in self.card.plays)

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """The card: its title, its values, as much of its text as there is room for."""
        theme, rect = look.theme, self.rect
        hovered = look.hovered == self.key and self.activate is not None
        ground = PALETTE.white if hovered else PALETTE.paper
        ink, soft = PALETTE.ink, PALETTE.ink_soft
        if self.dim:
            ground = mix(PALETTE.paper_dim, PALETTE.chrome, 0.18)
            ink = mix(PALETTE.ink, ground, 0.35)
            soft = mix(PALETTE.ink_soft, ground, 0.25)
        radius, inner = theme.px(6), rect.inflate(-2 * theme.px(7), -2 * theme.px(5))
        pygame.draw.rect(surface, ground, rect, 0, radius)
        edge = PALETTE.gold if hovered else mix(PALETTE.paper_edge, PALETTE.ink, 0.35)
        pygame.draw.rect(surface, edge, rect, theme.px(2 if hovered else 1), radius)
        bottom = min([inner.bottom, *(child.rect.top - 2 for child in self.children)])
        top = inner.top
        for line in theme.wrap(self.heading, theme.body, inner.width, True)[:2]:
            surface.blit(lettering(line, theme.body, ink, True), (inner.left, top))
            top += theme.line(theme.body, True)
        rule = top + theme.px(1)
        pygame.draw.line(surface, edge, (inner.left, rule), (inner.right, rule))
        top += theme.px(4)
        text = f"{self.card.values}. {self.card.text}" if self.card.values else self.card.text
        lines = [(line, soft) for line in theme.wrap(text, theme.small, inner.width)]
        warned = theme.wrap(self.warning, theme.small, inner.width) if self.warning else []
        # Of a long text the end has to make room for the warning.
        room = (bottom - top) // theme.line(theme.small) - len(warned)
        for line, color in [*lines[: max(room, 0)], *((line, PALETTE.danger) for line in warned)]:
            if top + theme.line(theme.small) > bottom:
                break
            surface.blit(lettering(line, theme.small, color), (inner.left, top))
            top += theme.line(theme.small)


class Backs(Widget):
    """The hand of somebody else: as many backs as there are cards, and the number."""

    role = "image"

    def __init__(self, key: str, rect: pygame.Rect, name: str, many: int, color: Color) -> None:
        label = f"{name}: {many} card{'' if many == 1 else 's'}"
        super().__init__(key, rect, label, tooltip=f"{label} in the hand. Nobody else sees them.")
        self.many, self.color = many, color

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Backs behind one another, the number on the first."""
        theme = look.theme
        step = theme.px(_STEP)
        size = theme.px(_BACK), self.rect.height - theme.line(theme.small) - theme.px(_EDGE_OF_BACK)
        backs = max(1, min(self.many, _MOST_BACKS))
        for place in range(backs):
            box = pygame.Rect((self.rect.left + place * step, self.rect.top), size)
            color = mix(self.color, PALETTE.chrome, 0.25 if place < backs - 1 else 0.0)
            if not self.many:
                color = PALETTE.chrome_raised
            pygame.draw.rect(surface, color, box, 0, theme.px(_ROUND))
            pygame.draw.rect(surface, PALETTE.paper, box, theme.px(1), theme.px(_ROUND))
        text = lettering(str(self.many), theme.title, ink_on(color), True)
        surface.blit(text, text.get_rect(center=box.center))
        name = lettering(self.label.partition(":")[0], theme.small, PALETTE.chrome_ink)
        surface.blit(name, name.get_rect(bottomleft=self.rect.bottomleft))


def hand_height(desk: Desk, theme: Theme) -> int:
    """How much of the window the cards take, in pixels; nothing in games without any."""
    return theme.px(_HIGH) if desk.match.state.card_piles() else 0


def whose(desk: Desk) -> str | None:
    """The side whose hand lies open: that which has the window to itself."""
    visibility = desk.match.visibility
    if visibility.side is not None or visibility.shared:
        return visibility.side
    return desk.match.state.side_to_act  # a spectator sees everything


def add_hand(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Widget]:
    """The cards in the lower strip of the window; nothing in games without any."""
    piles = desk.match.visibility.state.card_piles()
    if not piles:
        return []
    panel = Panel("cards", rect, "Cards", PALETTE.chrome, None, rounded=False)
    gap = theme.px(_GAP)
    room = rect.inflate(-2 * gap, -2 * gap)
    side = whose(desk)
    # From the right edge, as what others hold has to have room before the player's own cards lie
    # over one another.
    right = _others(desk, theme, room, piles, side, panel)
    left = pygame.Rect(room.left, room.top, right - room.left - gap, room.height)
    heap = next((pile for pile in piles if pile.id == desk.cards.heap), None)
    if heap is not None:
        _lay(desk, theme, left, [*heap.discards, *heap.removed], panel, "Nothing lies open.")
    elif side is None:
        covered = "The hand is covered while both players look on."
        panel.children.append(_line("cards-covered", theme, left, covered))
    else:
        _lay(desk, theme, left, desk.match.visibility.state.hand(side), panel, "No cards in hand.")
    return [panel]


def concerned(desk: Desk, hovered: str) -> tuple[str, ...]:
    """The units that a card is about which is pointed at, by the key of its widget."""
    if not hovered.startswith("card-") or not desk.match.human_to_act:
        return ()
    side = whose(desk)
    hand = desk.match.visibility.state.hand(side) if side is not None else ()
    for card in hand:
        for play in card.plays:
            keys = f"card-{card.id}", f"card-{play.action}".replace(" ", "-")
            if hovered in keys and play.why_not is None:
                return desk.match.concerned_by(play.action)
    return ()


def _line(key: str, theme: Theme, rect: pygame.Rect, text: str) -> Label:
    row = pygame.Rect(rect.left, rect.top, rect.width, theme.line(theme.body))
    return Label(key, row, text, theme.body, PALETTE.chrome_ink)


def _lay(
    desk: Desk,
    theme: Theme,
    room: pygame.Rect,
    cards: Sequence[HeldCard],
    panel: Panel,
    nothing: str,
) -> None:
    """Cards side by side, over one another where there are too many."""
    if not cards:
        panel.children.append(_line("cards-none", theme, room, nothing))
        return
    wide, gap = min(theme.px(_CARD), room.width), theme.px(_GAP)
    pitch = wide + gap
    if len(cards) > 1:
        # Cards lie over one another as in a hand, each with its left edge to be read.
        pitch = min(pitch, (room.width - wide) // (len(cards) - 1))
    for place, card in enumerate(cards):
        box = pygame.Rect(room.left + place * pitch, room.top, wide, room.height)
        panel.children.append(_face(desk, theme, box, card, pitch))


def _face(desk: Desk, theme: Theme, box: pygame.Rect, card: HeldCard, pitch: int) -> CardFace:
    """A card with its ways as buttons, where there are several."""
    open_ = [play for play in card.plays if play.why_not is None]
    reason = ""
    if card.plays and not open_ and card.plays[0].why_not is not None:
        reason = str(card.plays[0].why_not)
    # With several ways a click could mean any of them, so each has a button of its own.
    alone = len(card.plays) == 1 and open_
    do = partial(desk.play, open_[0].action) if alone else None
    face = CardFace(f"card-{card.id}", box, card, do, reason)
    if not alone and open_:
        high, width = theme.px(_LINE), min(box.width, max(pitch, theme.px(_LEAST_CARD)))
        inner = box.inflate(-2 * theme.px(4), -2 * theme.px(4))
        inner.width = width - 2 * theme.px(4)
        for place, play in enumerate(reversed(card.plays)):
            row = pygame.Rect(inner.left, inner.bottom - (place + 1) * high, inner.width, high - 2)
            able, do = play.why_not is None, partial(desk.play, play.action)
            key = f"card-{play.action}".replace(" ", "-")
            tip = f"{card.title}: {play.title}. {'' if able else play.why_not}".rstrip()
            face.children.append(Button(key, row, play.title, do, enabled=able, tooltip=tip))
    return face


def _others(
    desk: Desk,
    theme: Theme,
    room: pygame.Rect,
    piles: Sequence[CardPile],
    own_side: str | None,
    panel: Panel,
) -> int:
    """The hands of others and the decks, from the right; answers with where they begin."""
    gap, right = theme.px(_GAP), room.right
    for pile in piles:
        opened = len(pile.discards) + len(pile.removed)
        is_open = desk.cards.heap == pile.id
        label = "Back to the hand" if is_open else "Discards"
        line = f"{pile.title}: {pile.left} left"
        wide = max(theme.width(line, theme.small) + gap, Button.wanted(theme, label))
        box = pygame.Rect(right - wide, room.top, wide, room.height)
        text = pygame.Rect(box.left, box.top, box.width, theme.line(theme.small))
        panel.children.append(Label(f"deck-{pile.id}", text, line, theme.small, PALETTE.chrome_ink))
        row = pygame.Rect(box.left, text.bottom + gap, wide, theme.px(_HEAP))

        def turn(heap: str = "" if is_open else pile.id) -> None:
            desk.cards.heap = heap
            desk.changed()

        tip = "Back to the cards in the hand." if is_open else "Leaf through what lies open."
        panel.children.append(
            Button(f"heap-{pile.id}", row, label, turn, "chrome", bool(opened or is_open), tip)
        )
        right = box.left - gap
        for side, many in pile.hands.items():
            if side != own_side:
                name = desk.match.side_name(side)
                wide = max(
                    theme.px(_BACK + (_MOST_BACKS - 1) * _STEP), theme.width(name, theme.small)
                )
                box = pygame.Rect(right - wide, room.top, wide, room.height)
                color = parse_color(desk.match.sides[side].color, PALETTE.accent)
                panel.children.append(Backs(f"hand-{pile.id}-{side}", box, name, many, color))
                right = box.left - gap
    return right
