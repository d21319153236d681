"""Fights on the map: which units attack which at what odds, and afterwards what became of them.

One course for every kind of fight and for both sides' deeds. As long as something is decided about
a fight that is prepared or impending, arrows lead from the attackers to the target, with the odds
and the likeliest result beside it. Once the dice have fallen the same place has the dice and, in
words, what became of each. Such a tag never lies on a counter: it stands where least is covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import starmap
from typing import NamedTuple

import pygame

from hexwar.definition.grammar import in_prose
from hexwar.engine import Event, FirePreview, Preview
from hexwar.engine.queries import BattleAnswer
from hexwar.rules.language.wording import column_named, percents
from hexwar.viewer.counters import dice
from hexwar.viewer.counters.dice import Shown, halved
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, Color, lettering
from hexwar.viewer.match.aftermath import Fight, by_whom
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.meanwhile import Changes
from hexwar.viewer.table.pieces import Pieces, side_at
from hexwar.viewer.table.selection import Selection

_BIG, _SMALL = 15, 12  # points of the first line of a tag, and of those below
_DIE = 20  # points of a die on a tag
_MOST_LINES = 4  # of a tag
_MOST_ALIKE = 2  # results that are equally likely, by name
_FEW_DICE = 4  # that have room on a tag, of a fire
_ON_COUNTER, _ON_KEPT = 30.0, 8.0  # what it costs a tag to cover a pixel; one of distance costs 1
_AWAY = (1.0, 1.7, 2.6, 3.6, 5.0)  # how far from its hex a tag may stand, in units
INTO_TARGET = 0.4
"""How far an arrow leads into the hex that it is aimed at, in units: up to the counter there."""
_TOLD_AT_ONCE = 3
"""Of more fights than these words for each would hide the map."""
_WAYS = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Where a tag may stand of its hex, what is tried first first."""


class Likeliest(NamedTuple):
    """What a fight will most probably come to."""

    chance: Fraction
    share: str
    """The chance as all chances of this fight are told."""
    words: str
    several: bool = False
    """Whether the words name several results that are as likely as each other."""

    def __str__(self) -> str:
        return f"{self.share}{' each' if self.several else ''}: {self.words}"


def likeliest(preview: Preview) -> Likeliest | None:
    """The likeliest result, or number of losses; ``None`` where none can be told."""
    if isinstance(preview, FirePreview):
        return _whether_lost(preview.casualties, "none lost", "1 or more lost")
    if preview.dice:
        return _whether_lost(preview.steps_lost, "no step lost", "1 or more steps lost")
    chances: dict[str, Fraction] = {}  # results that are called alike are one to who reads it
    for outcome in preview.outcomes:
        chances[outcome.title] = chances.get(outcome.title, Fraction(0)) + outcome.probability
    if not chances:
        return None
    most = max(chances.values())
    share = percents([*chances.values()])[[*chances.values()].index(most)]
    likely = [title for title, chance in chances.items() if chance == most]
    if len(likely) == 1:
        return Likeliest(most, share, likely[0])
    named = likely[:_MOST_ALIKE]
    unnamed = [f"{len(likely) - _MOST_ALIKE} more"] * (len(likely) > _MOST_ALIKE)
    return Likeliest(most, share, "; ".join([*named, *unnamed]), several=True)


def _whether_lost(losses: Mapping[int, Fraction], nothing: str, something: str) -> Likeliest | None:
    """The likelier of both: of many numbers of losses each is unlikely, and the likeliest of them
    may be none where something is lost three times in four.
    """
    if not losses:
        return None
    spared = losses.get(0, Fraction(0))
    both = [spared, 1 - spared]
    return max(starmap(Likeliest, zip(both, percents(both), (nothing, something), strict=True)))


def odds_at_target(preview: Preview) -> str:
    """The odds in a word or two; of a fire how many dice are thrown for it, and against it."""
    if isinstance(preview, FirePreview):
        if preview.attack_dice:
            count, against = len(preview.attack_dice), len(preview.defense_dice)
            dice_thrown = f"{count} {'die' if count == 1 else 'dice'}"
            return f"{dice_thrown} against {against}" if against else dice_thrown
        return str(preview.headings[preview.column])
    return preview.odds


def in_short(answer: BattleAnswer) -> str:
    """What would come most probably of what the other side may still do, in a sentence."""
    outcome_then = likeliest(answer.then)
    column = column_named(answer.then.headings, answer.then.column)
    odds = odds_at_target(answer.then) if answer.then.dice else column
    likely = f"; likeliest, {outcome_then}" if outcome_then is not None else ""
    return f"Then it is {odds}{likely}."


class FightsView:
    """Draws what is prepared, what is impending, and what has been fought."""

    def __init__(self, match: Match, selection: Selection, pieces: Pieces) -> None:
        self.match = match
        self.selection = selection
        self.pieces = pieces
        self._answer = LastAnswer[BattleAnswer | None]()
        self._back = LastAnswer[Mapping[str, Fraction]]()
        self.tags: list[pygame.Rect] = []
        """Where in the view tags were drawn last."""
        self.taken: list[pygame.Rect] = []
        """Where in the view something lies over the map, such as the small map."""

    # -- before the dice -------------------------------------------------------------------------

    def aimed(self) -> Preview | None:
        """The fight that is decided about: the one that is prepared, or that is impending."""
        return self.selection.preview() or self.match.impending

    def answer_to(self, preview: Preview) -> BattleAnswer | None:
        """What may still be committed against a fight that is decided about, as far as all see."""
        if isinstance(preview, FirePreview) or preview.hides:
            return None
        question = self.match.version, preview.attackers, preview.hexes
        # Guns that hide may answer too: of them only their own side is told.
        state = self.match.visibility.state
        return self._answer.about(question, lambda: state.may_be_answered(preview))

    def battled_back(self, preview: Preview) -> Mapping[str, Fraction]:
        """What each side also loses on average where those attacked strike back; the panel asks for
        it in each detail that it tries. Nothing of units that hide from those who look on.
        """
        state = self.match.visibility.state
        if preview.hides or not all(map(state.position, preview.attackers)):
            return {}
        question = self.match.version, preview.attackers, preview.hexes, preview.odds
        return self._back.about(question, lambda: state.blow_back(preview))

    def outline_aim(self, overlay: Overlay) -> None:
        """The hexes of the attackers and of the target outlined."""
        preview = self.aimed()
        if preview is None:
            return
        for number in preview.hexes:
            overlay.crosshair(number, chosen=True)
        for origin in self._apart(preview):
            overlay.frame(origin, PALETTE.gold)

    def _apart(self, preview: Preview) -> list[str]:
        """Where the attackers of a fight stand, beside the hexes that are attacked."""
        standing = dict.fromkeys(map(self.match.state.position, preview.attackers))
        return [origin for origin in standing if origin and origin not in preview.hexes]

    def draw_aim(self, overlay: Overlay) -> None:
        """Arrows from the attackers, and the odds beside the target."""
        chosen, preview = self.selection, self.aimed()
        if preview is None:
            if chosen.target is not None:
                for unit in chosen.attackers:
                    self.arrows(overlay, self.match.state.position(unit), chosen.aimed_at)
            return
        for origin in self._apart(preview):
            self.arrows(overlay, origin, preview.hexes)
        likely = likeliest(preview)
        words = [f"{title} is played" for title in self.match.state.answered_with()]
        words += [str(likely)] if likely is not None else []
        still = self.answer_to(preview)
        # What would come of the answer is told in the panel, where there is room for it.
        if still is not None:
            words.append(f"{in_prose(self.match.side_name(still.side))} may still answer")
        places = map(self.match.state.position, preview.attackers)
        origins = [number for number in places if number]
        self._tag(overlay, preview.target, (), [odds_at_target(preview), *words], origins)

    def arrows(
        self,
        overlay: Overlay,
        origin: str | None,
        hexes: Sequence[str],
        color: Color = PALETTE.danger,
    ) -> None:
        """Arrows from a hex into those that are attacked: of several those next to it."""
        near = self.match.resolved.map.neighbors(origin) if origin else ()
        for number in hexes:
            if origin and number != origin and (len(hexes) == 1 or number in near):
                # Declared attacks are told from those under way by a bar, and not by the colour
                # alone.
                barred = color == PALETTE.gold
                overlay.arrow(origin, number, color, INTO_TARGET, barred=barred)

    # -- after them ------------------------------------------------------------------------------

    def draw_fought(self, overlay: Overlay) -> None:
        """The fight whose dice are looked at; a player's own stays until he goes on."""
        match = self.match
        playback, results = match.playback, match.results
        thrown = playback.battle or playback.shot
        if thrown is None:
            latest = results.battle or results.shot
            if latest is None or latest in playback.waiting or self.aimed() is not None:
                return
            if self.tags or (not results.battle and playback.busy):
                return  # it is told already among what has changed
            thrown = latest
        fight = match.fight(thrown)
        origins = self._origins(fight, thrown)
        if playback.current is thrown or match.still_in_phase(thrown):
            attackers_hexes = {match.state.position(unit) for unit in fight.attackers}
            for origin in origins:
                # A unit that has taken the hex needs no arrow that points at it.
                if playback.current is thrown or not attackers_hexes.intersection(fight.hexes):
                    self.arrows(overlay, origin, fight.hexes)
        lines = [str(fate) for fate in fight.outcome(match.far, brief=True)]
        headline = match.headline(fight, brief=True)
        if "die" in thrown.fields:
            faces: Sequence[Shown] = dice.faces_of(thrown)
        else:
            few = tuple(map(int, thrown.fields.get("dice", ())))
            faces = few if len(few) <= _FEW_DICE else ()
        # What is to be chosen next must not lie below it either.
        pointed_at = [*origins, *self.selection.destinations(), *self.selection.targets]
        idle = dice.idle_of(thrown)
        # A result of a table names who it befalls, and "A: Attacker retreats" would say so twice.
        caption = lines or [headline if "result" in thrown.fields else by_whom([fight], headline)]
        self._tag(overlay, fight.hexes[0], faces, caption, pointed_at, idle)

    def draw_changes(self, overlay: Overlay, changes: Changes) -> None:
        """What others fought meanwhile: a few fights in words, many with a star and a number each;
        the panel has the list, and shows each alone.
        """
        if self.aimed() is not None:
            return  # what was fought before is no news beside a fight that is decided about
        fight = changes.fights[0] if len(changes.fights) == 1 else None
        # An arrow does not outlive its phase, unless somebody goes through the fights one by one.
        if fight and (self.match.meanwhile.step >= 0 or self.match.still_in_phase(fight.event)):
            for origin in self._origins(fight, fight.event):
                self.arrows(overlay, origin, fight.hexes)
        for number in changes.fought:
            if len(changes.fought) > _TOLD_AT_ONCE:
                listed = enumerate(changes.fights, 1)
                places = [str(place) for place, fight in listed if fight.hexes[0] == number]
                overlay.clash(number, ", ".join(places))
            else:
                overlay.clash(number, "")
                lines = changes.came_to(number, self.match.far).split("; ")
                self._tag(overlay, number, (), lines, ())

    def _origins(self, fight: Fight, thrown: Event) -> list[str]:
        """The hexes that it was fought from: where a unit stands now, an arrow would point back
        out of its retreat.
        """
        stood = (self.match.stood(unit, thrown) for unit in fight.attackers)
        return [origin for origin in dict.fromkeys(stood) if origin and origin not in fight.hexes]

    # -- tags ------------------------------------------------------------------------------------

    def begin(self, covered: Sequence[pygame.Rect]) -> None:
        """A new picture: no tag stands anywhere. ``taken``: what else lies over the map."""
        self.tags.clear()
        self.taken = list(covered)

    def _tag(
        self,
        overlay: Overlay,
        number: str,
        faces: Sequence[Shown],
        lines: Sequence[str],
        keep: Iterable[str],
        idle: Sequence[int] = (),
    ) -> None:
        """A small plate beside a hex: dice, those at the places ``idle`` struck through, and lines
        of which the first is the largest.
        """
        if not overlay.sees(number):
            return
        scale = self.pieces.scale
        side, gap = round(_DIE * scale), round(6 * scale)
        words = [part for line in lines for part in halved(line)]
        if len(words) > _MOST_LINES:
            words = [*words[: _MOST_LINES - 1], "..."]
        sizes = [_BIG if place == 0 else _SMALL for place in range(len(words))]
        tag_lines = [
            lettering(line, round(size * scale), PALETTE.ink, bold=size == _BIG)
            for line, size in zip(words, sizes, strict=True)
        ]
        left = gap + (dice.width_of(faces, side) + gap if faces else 0)
        high = sum(line.get_height() for line in tag_lines)
        wide = left + max(line.get_width() for line in tag_lines) + gap
        box = self._seat(overlay, number, (wide, max(high, side if faces else 0) + gap), keep)
        self._lead(overlay, box, overlay.center(number))
        pygame.draw.rect(overlay.surface, PALETTE.ink, box.inflate(3, 3), 0, 7)
        pygame.draw.rect(overlay.surface, PALETTE.paper, box, 0, 6)
        thrown = pygame.Rect(box.left + gap, 0, box.width, side)
        thrown.centery = box.centery
        dice.draw_thrown(overlay.surface, thrown, faces, idle)
        top = box.centery - high // 2
        for line in tag_lines:
            overlay.surface.blit(line, (box.left + left, top))
            top += line.get_height()
        self.tags.append(box)

    def _seat(
        self, overlay: Overlay, number: str, size: tuple[int, int], keep: Iterable[str]
    ) -> pygame.Rect:
        """Where a tag of a size covers least: no counter, no other tag, few hexes to keep."""
        bounds, zoom = overlay.surface.get_rect(), overlay.zoom
        x, y = overlay.center(number)
        side = round(side_at(zoom) * 1.2)
        counters = [  # as large as a stack and its marks
            pygame.Rect(0, 0, side, side).move(round(ax - side / 2), round(ay - side / 2))
            for ax, ay in map(overlay.center, self.pieces.standing())
        ]
        counters += [*self.tags, *self.taken, self.pieces.fanned]
        inner = round(zoom * 1.5)  # of a hex, without its corners
        clear = [
            pygame.Rect(0, 0, inner, inner).move(round(ax) - inner // 2, round(ay) - inner // 2)
            for ax, ay in map(overlay.center, (number, *keep))
        ]
        best, least = pygame.Rect((0, 0), size), float("inf")
        for away in _AWAY:
            for right, below in _WAYS:
                box = pygame.Rect((0, 0), size)
                box.center = (
                    round(x + right * (zoom * away + size[0] / 2)),
                    round(y + below * (zoom * away + size[1] / 2)),
                )
                box.clamp_ip(bounds)
                cost = _ON_COUNTER * _covered(box, counters) + _ON_KEPT * _covered(box, clear)
                cost += away * zoom
                if cost < least:
                    best, least = box, cost
        return best

    def _lead(self, overlay: Overlay, box: pygame.Rect, at: Point) -> None:
        """A line from a tag to its hex, so that nobody asks what it is about."""
        near = (max(box.left, min(at[0], box.right)), max(box.top, min(at[1], box.bottom)))
        line = pygame.Vector2(near[0] - at[0], near[1] - at[1])
        if line.length() > overlay.zoom * 0.9:
            line.scale_to_length(overlay.zoom * 0.8)
            rim = (at[0] + line.x, at[1] + line.y)
            ink.segment(overlay.surface, rim, near, 5, PALETTE.paper)
            ink.segment(overlay.surface, rim, near, 2, PALETTE.ink)


def _covered(box: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """Pixels of others that lie below a box."""
    hit = (box.clip(boxes[index]) for index in box.collidelistall(list(boxes)))
    return sum(part.width * part.height for part in hit)
