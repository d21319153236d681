"""Under the map: the line with a refusal, information, or what a click would do; the zoom button.

While a hex is looked at the line tells what a click there would do (:func:`hint`); else what was
said last, or, if that is no news, what is drawn of others' actions (:func:`news`); and where there
is none of this, what can be done (:func:`tip`). The number of a rule at its end opens the rulebook.

First what the line says; then how it is laid out (:func:`add_notice`); then the button over the map
that shows all of it, or what is too small to be read from afar (:func:`add_zoom`).
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from hexwar.definition.grammar import Plural, as_it_seems, does, opening
from hexwar.rules.language.wording import every, place_named
from hexwar.viewer.drawing.pictograms import icon
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.match.match import Notice
from hexwar.viewer.panels import Desk
from hexwar.viewer.table.pieces import refused
from hexwar.viewer.table.views import shown_changes
from hexwar.viewer.widgets import Button, Label, Link, Panel, Widget
from hexwar.viewer.widgets.base import Picture

# In points.
_HEIGHT, _MARGIN = 40, 12
_WARNING_SIGN, _BEHIND_SIGN = 18, 8  # how large it is, and how far from it the text begins

_LONG_WORD = 24  # characters: shorter ones are not cut in the middle


def notice_height(theme: Theme) -> int:
    """Height of the line, in pixels."""
    return theme.px(_HEIGHT)


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
        sight = look.in_words
        if chosen.units and look.sight.clear and number not in chosen.fights():
            # Those picked up do not fire at the enemies that are seen there: why not.
            foes = chosen.refusals.foes_at(number)
            why = chosen.refusals.of_attacking(chosen.units, number) if foes else None
            if why is not None:
                return Notice(why.message, why.rule)
        if number in chosen.fights() and number != chosen.target:
            return replace(sight, text=f"{sight.text} A click shows what may happen.")
        return sight
    if number in chosen.fights() and number != chosen.target:
        verb = chosen.fights()[number].verb
        can = chosen.presentation.can_fight(verb)
        return Notice(f"{unit} {can} {place}. A click shows the battle first.")
    if number in chosen.destinations():
        words = chosen.presentation.hint(chosen, number)
        if words:
            return Notice(*words)
        line = chosen.available.line(chosen.destinations()[number])
        place = place_named(chosen.resolved, number)
        # In the words of the choice; the hex is added if they go without it.
        return Notice(f"{line}." if number in line else f"{line} to {place}.")
    if number in chosen.targets and number != chosen.target:
        below = ["what lies below"] if desk.match.visibility.hides(number) else []
        standing_there = every([*desk.match.visibility.units_at(number), *below])
        return Notice(f"{standing_there} can be attacked.")
    return Notice()


def tip(desk: Desk) -> Notice:
    """What can be done now, for when nothing else is to be said."""
    chosen = desk.selection
    if not chosen.kind:
        return Notice()
    if chosen.target is not None and chosen.attack() is None:
        place = place_named(desk.match.resolved, chosen.target)
        return Notice(f"Nobody attacks {place} yet: click the units that are to take part.")
    if chosen.attack() is not None:
        # An attack is prepared: what else can be done with it.
        sentences = []
        if len(chosen.groups()) > 1:
            sentences.append("Click your own units to add them or leave them out.")
        if any(number not in chosen.aimed_at for number in chosen.options()):
            sentences.append("Click another marked enemy to aim at it instead.")
        return Notice(" ".join(sentences))
    fights = chosen.fights()
    if chosen.units and not chosen.available.target_first and (chosen.destinations() or fights):
        those_picked, lets_go = every(chosen.units), desk.keys.shown("cancel")
        ways = [f"a tinted hex for {those_picked} to go there"] * bool(chosen.destinations())
        if fights:
            verbs = dict.fromkeys(action.verb for action in fights.values())
            ways += [chosen.presentation.marked(verb, those_picked) for verb in verbs]
        # A way that has a clause of its own is closed by a comma before the next.
        ways = [f"{way}," if ", " in way else way for way in ways[:-1]] + ways[-1:]
        return Notice(f"Click {' or '.join(ways)}; {lets_go} lets go.")
    return Notice(chosen.presentation.tip(chosen, desk.keys.shown))


def news(desk: Desk) -> Notice:
    """What is drawn of what others did, in words, for as long as it is."""
    match = desk.match
    changes, passing = shown_changes(match, desk.hints), match.passing
    if match.playback.busy or match.holds or not (changes or passing.turns or passing.phases):
        return Notice()
    sentences = []
    if passing.phases and not passing.turns:
        frame = match.state.frame
        ended = [frame.phase_titles[frame.phase_ids.index(phase)] for phase in passing.phases]
        ended = [title.partition(",")[0] for title in ended]  # "Isles' guns", whenever they fire
        over = does(Plural(every(ended)) if len(ended) > 1 else as_it_seems(ended[0]), "is")
        sentences.append(f"{over} over: nothing more could be done there.")
    if passing.turns:
        turns = f"turn{'s' * (len(passing.turns) > 1)} {every(map(str, passing.turns))}"
        sentences.append(f"{opening(match.side_name(passing.side), 'could')} not act in {turns}.")
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
    margin = theme.px(_MARGIN)
    left, right = rect.left + margin, rect.right - margin
    if notice.refusal:
        side = theme.px(_WARNING_SIGN)
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
        left = box.right + theme.px(_BEHIND_SIGN)
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
    panel.children.append(_label(theme, rect, left, right, notice))
    return [panel]


def _label(theme: Theme, rect: pygame.Rect, left: int, right: int, notice: Notice) -> Label:
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
    lines_there = max(1, height // theme.line(size))
    words, ellipsis = text.split(), ""
    while len(theme.wrap(text, size, width)) > lines_there and words:
        longest = max(words, key=len)
        # Such as a path of a save: its end, the name of the file, is what one looks for.
        if len(longest) > _LONG_WORD:
            half = len(longest) // 2 - 2
            words[words.index(longest)] = f"{longest[:half]}...{longest[-half:]}"
        else:
            words.pop()
            ellipsis = " ..."
        text = f"{' '.join(words)}{ellipsis}"
    return text


# -- the zoom button -------------------------------------------------------------------------------

_LABELS = {"whole": "Whole map", "front": "Closer to the front"}
"""On the button, by what the view offers to show."""
_BUTTON_MARGIN, _BUTTON_HEIGHT = 10, 30  # points


def make_room(desk: Desk, theme: Theme) -> None:
    """Tell the small map how large the button is that stands with it."""
    desk.view.minimap.button = _button_size(desk, theme, _LABELS["whole"])


def _button_size(desk: Desk, theme: Theme, label: str) -> tuple[int, int]:
    """Pixels that the button takes."""
    return Button.wanted(theme, label, hint=desk.keys.shown("zoom_fit")), theme.px(_BUTTON_HEIGHT)


def add_zoom(desk: Desk, theme: Theme, view: pygame.Rect) -> list[Widget]:
    """The button, beside the small map; nothing where the whole map can be read."""
    offer = desk.view.offer
    if not offer:
        return []
    key, margin = desk.keys.shown("zoom_fit"), theme.px(_BUTTON_MARGIN)
    label = _LABELS[offer]
    rect = pygame.Rect((0, 0), _button_size(desk, theme, label))
    rect.bottomleft = view.left + margin, view.bottom - margin
    if offer == "whole":
        rect = desk.view.minimap.seat_button(*view.size).move(view.topleft)
    if not view.contains(rect):
        return []
    tip = desk.keys.tooltip("zoom_fit")
    fit = desk.commands.zoom_fit
    return [Button("button-zoom_fit", rect, label, fit, "chrome", tooltip=tip, hint=key)]
