"""The line under the map: a refusal with its rule, information, or what a click would do.

While a hex is looked at it tells what a click there would do (:func:`hint`); else what was said
last, or what is drawn of others' doing if that was no news (:func:`news`); and where there is none
of this, what can be done (:func:`tip`). A rule's number at its end opens the rulebook there.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from hexwar.rules.language.wording import every, place_named
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.match.match import Notice
from hexwar.viewer.panels import Desk
from hexwar.viewer.table.changes_view import drawn
from hexwar.viewer.table.pieces import refused
from hexwar.viewer.table.selection import Selection
from hexwar.viewer.widgets import Label, Link, Panel, Widget
from hexwar.viewer.widgets.base import icon
from hexwar.viewer.widgets.texts import Picture

_NOTICE_HEIGHT = 40  # points
_LONG_WORD = 24  # characters: shorter ones are not cut in the middle


def notice_height(theme: Theme) -> int:
    """Height of the line, in pixels."""
    return theme.px(_NOTICE_HEIGHT)


def hint(desk: Desk) -> Notice:
    """What a click on the hex that is looked at would do; an empty notice when nothing."""
    chosen = desk.selection
    number, unit = chosen.focus_hex, every(chosen.units)
    # While something is dragged the pointer says where it would be put down: why not there comes
    # first.
    if desk.view.carried is not None and number is not None and refused(chosen, number):
        why = chosen.refusals.of_going(chosen.units, number)
        return Notice(why.message, why.rule, refusal=True) if why else Notice()
    look = desk.view.sight.look()
    if look is not None and desk.view.sight.held:
        return look.in_words
    if number is None or not chosen.kind:
        return Notice()
    place = place_named(desk.match.resolved, number)
    if look is not None and chosen.presentation.aims:
        # Where fire is aimed the line of sight decides, so it is told before what a click does.
        seen = look.in_words
        able = number in chosen.fights() and number != chosen.target
        return replace(seen, text=f"{seen.text} A click shows what may happen.") if able else seen
    if number in chosen.fights() and number != chosen.target:
        verb = chosen.fights()[number].verb
        can = chosen.presentation.can_fight(verb)
        return Notice(f"{unit} {can} {place}. A click shows the battle first.")
    if number in chosen.destinations():
        words = chosen.presentation.hint(chosen, number)
        return Notice(*words) if words else Notice(f"{_going(chosen, number)}.")
    if number in chosen.targets and number != chosen.target:
        below = ["what lies below"] if desk.match.visibility.hides(number) else []
        known = every([*desk.match.visibility.units_at(number), *below])
        return Notice(f"{known} can be attacked.")
    return Notice()


def _going(chosen: Selection, number: str) -> str:
    """Where a click goes, in the words of the choice; the hex too, if it goes without saying."""
    line = chosen.available.line(chosen.destinations()[number])
    return line if number in line else f"{line} to {place_named(chosen.resolved, number)}"


def tip(desk: Desk) -> Notice:
    """What can be done now, for when nothing else is to be said."""
    chosen = desk.selection
    if not chosen.kind:
        return Notice()
    if chosen.target is not None and chosen.attack() is None:
        place = place_named(desk.match.resolved, chosen.target)
        return Notice(f"Nobody attacks {place} yet: click the units that are to take part.")
    if chosen.attack() is not None:
        return Notice(_of_the_attack(chosen))
    if chosen.units and chosen.destinations() and not chosen.available.target_first:
        going, lets_go = every(chosen.units), desk.keys.shown("cancel")
        return Notice(f"Click an outlined hex for {going} to go there; {lets_go} lets go.")
    return Notice(chosen.presentation.tip(chosen, desk.keys.shown))


def _of_the_attack(chosen: Selection) -> str:
    """What else can be done with an attack that is prepared."""
    others = [number for number in chosen.options() if number not in chosen.aimed_at]
    sentences = ["Click your own units to add them or leave them out."] * (len(chosen.groups()) > 1)
    sentences += ["Click another marked enemy to aim at it instead."] * bool(others)
    return " ".join(sentences)


def news(desk: Desk) -> Notice:
    """What is drawn of what others did, in words, for as long as it is."""
    match = desk.match
    changes, passing = drawn(match, desk.hints), match.passing
    if match.playback.busy or match.holds or not (changes or passing.turns):
        return Notice()
    sentences = []
    if passing.turns:
        turns = f"turn{'s' * (len(passing.turns) > 1)} {every(map(str, passing.turns))}"
        sentences.append(f"{match.side_name(passing.side)} could not act in {turns}.")
    if changes:
        goes_on = f"A click goes on; {desk.keys.shown('changes')} shows it again."
        sentences.append(f"What has changed: {changes.in_words()}. {goes_on}")
    return Notice(" ".join(sentences))


def add_notice(desk: Desk, theme: Theme, rect: pygame.Rect, notice: Notice) -> list[Widget]:
    """The line with its text and the number of the rule, which opens it."""
    ground = PALETTE.danger_pale if notice.refusal else PALETTE.paper
    panel = Panel("notice", rect, "Notice", ground, PALETTE.paper_edge, rounded=False)
    if not notice.text:
        return [panel]
    margin = theme.px(12)
    left, right = rect.left + margin, rect.right - margin
    if notice.refusal:
        side = theme.px(18)
        box = pygame.Rect(left, 0, side, side)
        box.centery = rect.centery
        panel.children.append(
            Picture(
                "notice-icon",
                box,
                "Refused",
                lambda surface, place: icon(surface, "warning", place, PALETTE.danger),
            )
        )
        left = box.right + theme.px(8)
    if notice.rule:
        label = f"Rule {notice.rule}"
        width = theme.width(label, theme.body, True)
        box = pygame.Rect(right - width, 0, width, theme.line(theme.body, True))
        box.centery = rect.centery
        tip = f"Read the rule ({desk.keys.shown('why')})"
        panel.children.append(
            Link(
                "notice-rule",
                box,
                label,
                lambda: desk.open_rule(notice.rule),
                theme.body,
                tooltip=tip,
            )
        )
        right = box.left - margin
    panel.children.append(_text(theme, rect, left, right, notice))
    return [panel]


def _text(theme: Theme, rect: pygame.Rect, left: int, right: int, notice: Notice) -> Label:
    """The text: a line of running text, or as many of small print as there is room for."""
    color = PALETTE.danger if notice.refusal else PALETTE.ink
    width = right - left
    size = theme.body if theme.width(notice.text, theme.body) <= width else theme.small
    text = _shortened(theme, notice.text, size, width, rect.height)
    lines = len(theme.wrap(text, size, width))
    box = pygame.Rect(left, 0, width, lines * theme.line(size))
    box.centery = rect.centery
    return Label("notice-text", box, text, size, color)


def _shortened(theme: Theme, text: str, size: int, width: int, height: int) -> str:
    """The text, with an ellipsis where it needs more lines than there are.

    A long word, such as a path, is cut in its middle, so that both its ends can be read; what is
    too long for other reasons ends at a word.
    """
    most = max(1, height // theme.line(size))
    words, more = text.split(), ""
    while len(theme.wrap(text, size, width)) > most and words:
        longest = max(words, key=len)
        # Such as a path of a save: its end, the name of the file, is what one looks for.
        if len(longest) > _LONG_WORD:
            half = len(longest) // 2 - 2
            words[words.index(longest)] = f"{longest[:half]}...{longest[-half:]}"
        else:
            words.pop()
            more = " ..."
        text = f"{' '.join(words)}{more}"
    return text
