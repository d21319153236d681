"""Around the map: the bar above it with whose turn it is, the line under it, the zoom button.

From the left: a stripe in the colour of the side, a headline with turn and phase, what is in force
beside it as far as there is room, the prompt below, and the buttons. Which prompt is shown depends
on what comes first for the player: what is being shown, what waits to be seen, the end of the game,
who thinks, the battle that is being prepared, and last what the decision asks.

After the bar (:func:`add_bar`) the page has the line under the map (:func:`add_notice`) and the
button over it (:func:`add_zoom`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.grammar import Plural, agreeing, as_it_seems, does, opening
from hexwar.engine import FirePreview, Preview
from hexwar.players import called
from hexwar.rules.language.wording import every, place_named
from hexwar.rules.supply.section import Supply
from hexwar.rules.victory.telling import standing
from hexwar.viewer.decisions import presentation_of, situation
from hexwar.viewer.decisions.presentation import Presentation, beside_counters
from hexwar.viewer.drawing.pictograms import icon
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, mix, parse_color
from hexwar.viewer.match.match import Notice
from hexwar.viewer.panels import Desk
from hexwar.viewer.table.fights import odds_at_target
from hexwar.viewer.table.pieces import refused
from hexwar.viewer.table.views import shown_changes
from hexwar.viewer.widgets import Button, Label, Link, Panel, Widget
from hexwar.viewer.widgets.base import Picture

# In points.
_HEIGHT, _MARGIN = 56, 12
_BUTTON, _GAP, _STRIPE = 34, 8, 8  # high; between two buttons; wide
_BEFORE_ASIDE = 16  # between the headline and what stands behind it
_WIDE = 980  # so wide a bar has room for all buttons with their words


def bar_height(theme: Theme) -> int:
    """Height of the bar, in pixels."""
    return theme.px(_HEIGHT)


class BarButton(NamedTuple):
    """A button of the bar: the command that it carries out, if it ``may`` be, and how it looks."""

    command: str
    label: str
    picture: str
    tip: str
    may: bool = True
    kind: str = "chrome"


class Aside(NamedTuple):
    """Something that stands small behind the headline, with its tooltip."""

    name: str
    text: str
    tooltip: str


class Telling(NamedTuple):
    """What a bar says: a headline with the prompt below, the side's colour and what it means.

    As many of the ``asides`` are shown as there is room for, from the first on.
    """

    headline: str
    prompt: str
    side: str
    color: Color
    asides: Sequence[Aside] = ()


def add_bar(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Widget]:
    """The bar of a game: the side's colour, turn and phase, the prompt, and buttons."""
    side = desk.match.state.side_to_act
    acting = desk.match.sides.get(side or "")
    color = parse_color(acting.color, PALETTE.gold) if acting else PALETTE.gold
    telling = Telling(
        situation(desk.match.state, desk.match.decision, of_all=True),
        prompt_text(desk),
        f"{desk.match.side_name(side)} to choose" if side else "The game is over",
        color,
        _asides(desk),
    )
    return lay_bar(theme, rect, telling, _buttons(desk, rect.width > theme.px(_WIDE)), desk.run)


def _asides(desk: Desk) -> list[Aside]:
    """What is in force, with what it changes, and who would win as it stands; without an effect by
    which the phase is called, beside its title.
    """
    state = desk.match.state
    title = situation(state, desk.match.decision).lower()
    asides = [
        Aside(f"record-bar-{record.id}", str(record), " ".join(record.notes))
        for record in state.recorded()
        if record.notes and not (record.id == "in_force" and record.text.lower() in title)
    ]
    if not state.is_over:
        asides.append(Aside("goal-standing", standing(state), desk.keys.tooltip("goal")))
    if clock := desk.match.clock_in_words.strip():
        asides.insert(0, Aside("clock", clock, desk.keys.tooltip("table")))
    return asides


def lay_bar(
    theme: Theme,
    rect: pygame.Rect,
    telling: Telling,
    buttons: Sequence[BarButton],
    run: Callable[[str], None],
) -> list[Widget]:
    """A bar with these buttons, the first of them at the right edge."""
    bar = Panel("bar", rect, "Prompt", PALETTE.chrome, None, rounded=False)
    right = rect.right - theme.px(_MARGIN)
    placed: list[Button] = []
    for command, label, picture, tip, may, kind in buttons:
        width = Button.wanted(theme, label, picture)
        box = pygame.Rect(0, 0, width, theme.px(_BUTTON))
        box.midright = (right, rect.centery)
        # Undo that is locked answers why.
        push = partial(run, command) if may or command == "undo" else None
        placed.insert(0, Button(f"button-{command}", box, label, push, kind, may, tip, picture))
        right = box.left - theme.px(_GAP)
    buttons_left = min(button.rect.left for button in placed)
    margin = theme.px(_MARGIN)
    stripe = pygame.Rect(rect.left, rect.top, theme.px(_STRIPE), rect.height)
    bar.children.append(Picture("bar-side", stripe, telling.side, partial(_stripe, telling.color)))
    wide = buttons_left - stripe.right - 2 * margin
    room = pygame.Rect(stripe.right + margin, rect.top, wide, rect.height)
    bar.children += _texts(telling, theme, room)
    bar.children += placed
    return [bar]


def _stripe(color: Color, surface: pygame.Surface, rect: pygame.Rect) -> None:
    pygame.draw.rect(surface, mix(color, PALETTE.white, 0.15), rect)


def _texts(telling: Telling, theme: Theme, room: pygame.Rect) -> list[Widget]:
    """A headline, and below it the prompt in one line, or two of small print."""
    headline, prompt = telling.headline, telling.prompt
    size = theme.title
    # The headline gives way first, then the prompt: neither is cut off.
    while size > theme.small and theme.width(headline, size, True) > room.width:
        size -= 1
    body = theme.body
    if theme.width(prompt, body) > room.width:
        body = theme.small
    lines = len(theme.wrap(prompt, body, room.width))
    if lines > 1:
        size = min(size, theme.body)
    above, below = theme.line(size, True), lines * theme.line(body)
    top = room.top + (room.height - above - below) // 2
    return [
        *_aside(telling, theme, pygame.Rect(room.left, top, room.width, above), size),
        Label(
            "turn",
            pygame.Rect(room.left, top, theme.width(headline, size, True), above),
            headline,
            size,
            PALETTE.chrome_ink,
            bold=True,
        ),
        Label(
            "prompt",
            pygame.Rect(room.left, top + above, room.width, below),
            prompt,
            body,
            PALETTE.gold,
        ),
    ]


def _aside(telling: Telling, theme: Theme, row: pygame.Rect, size: int) -> list[Widget]:
    """What stands behind the headline, as far as there is room."""
    left, labels = row.left + theme.width(telling.headline, size, True), list[Widget]()
    for aside in telling.asides:
        left += theme.px(_BEFORE_ASIDE)
        box = pygame.Rect(left, 0, theme.width(aside.text, theme.small), theme.line(theme.small))
        left += box.width
        if left > row.right:
            break
        box.bottom = row.bottom - theme.px(2)
        label = Label(aside.name, box, aside.text, theme.small, PALETTE.chrome_ink)
        label.tooltip = aside.tooltip
        labels.append(label)
    return labels


def prompt_text(desk: Desk) -> str:
    """What is to be done now, by whom, and the key that ends it."""
    match, keys = desk.match, desk.keys
    state = match.state
    decision = match.decision
    if match.playback.busy and match.playback.current is not None:
        return f"{match.playback.current} {keys.shown('cancel')} skips."
    if match.holds:
        return f"{_told_first(desk)} {keys.shown('act')} or a click goes on."
    if match.awaited:
        return match.awaited
    if decision is None:
        return f"{state.outcome} {keys.shown('picker')} begins another game.".lstrip()
    side = match.side_name(decision.side)
    if match.computer_to_act:
        who = f"{opening(side)} ({called(match.computer_to_act)}) {agreeing(side, 'is')}"
        return f"{who} {_thinking(desk)}"
    if prepared := _prepared(desk):
        return f"{side}: {prepared}"
    looks = presentation_of(state, decision)
    ending = beside_counters(match.resolved, keys.shown("end_phase"))
    prompt = looks.prompt(desk.selection, decision, ending)
    # In brackets no sentence begins.
    line = f"{side}: {prompt.replace('(Key ', '(key ')}"
    if desk.selection.available.entering():
        line += f" {keys.shown('enter_all')} brings on all that can enter."
    everything = desk.selection.ending_all()
    if everything is None:
        return line
    if looks.in_hand:
        return f"{line} {keys.shown('end_all')}: ask no more in this phase."
    # The line of a list stands in the middle of a sentence here.
    ends = desk.selection.available.line(everything)
    return f"{line} {keys.shown('end_all')}: {ends[0].lower()}{ends[1:]}."


def _thinking(desk: Desk) -> str:
    """Since when somebody thinks, once that is worth a word, and the key that ends it."""
    thought, key = desk.thinker.thought, desk.keys.shown("hurry")
    if thought is None or not thought.is_long:
        return "thinking."
    passed = int(thought.seconds)
    since = f", {passed} s" if passed else ""
    if thought.is_deaf:
        return f"thinking{since}, though told to move. {key}: choose yourself."
    return f"thinking{since}. {key}: move now."


def _prepared(desk: Desk) -> str:
    """The battle that is being prepared, and the keys that fight it and let go of it."""
    chosen, keys = desk.selection, desk.keys
    if chosen.target is None:
        return ""
    attack, lets_go = chosen.attack(), keys.shown("cancel")
    if attack is None:
        place = place_named(desk.match.resolved, chosen.target)
        return f"Nobody fights {place} yet: click the units that are to. {lets_go} lets go."
    preview = chosen.preview()
    odds = f", {preview.odds}" if isinstance(preview, Preview) and preview.odds else ""
    if isinstance(preview, FirePreview) and not preview.defense_dice:
        odds = f", {odds_at_target(preview)}"  # nothing is thrown against it
    looks, verb = chosen.presentation, attack.verb
    places = every(place_named(desk.match.resolved, number) for number in chosen.aimed_at)
    prepared = f"{looks.attack_on(verb)} {places} by {every(attack.units)}{odds}"
    if not attack.units:
        prepared = chosen.available.line(attack)
    return f"{prepared}. {keys.shown('act')}: {verb}. {lets_go} lets go."


def _told_first(desk: Desk) -> str:
    """What is to be looked at before the game goes on."""
    results, passing = desk.match.results, desk.match.passing
    event = results.battle or results.shot or next(reversed(results.events), None)
    if event is not None:
        return event.text
    return f"{desk.match.side_name(passing.side)}: nobody of yours can act now."


def _buttons(desk: Desk, wide: bool) -> list[BarButton]:
    """Help and rules, what goes on, redo and undo, from the right edge leftwards."""
    record, keys, lock = desk.match.record, desk.keys, desk.match.undo_lock
    buttons = [
        BarButton("menu", "", "menu", keys.tooltip("menu")),
        BarButton("help", "?", "", keys.tooltip("help")),
        BarButton("rules", "Rules", "", keys.tooltip("rules")),
    ]
    if wide and desk.match.resolved.section(Supply) is not None:
        kind = "primary" if desk.view.show_supply else "chrome"
        buttons.append(BarButton("supply", "Supply", "", keys.tooltip("supply"), kind=kind))
    buttons.append(_going_on(desk))
    redo = "Redo" if wide else ""
    buttons.append(BarButton("redo", redo, "redo", keys.tooltip("redo"), record.can_redo))
    # Undo answers why it is locked, so that it can be pushed even then.
    tip = keys.tooltip("undo") if lock is None else f"Undo: {lock}"
    picture = "lock" if lock is not None and record.entries else "undo"
    buttons.append(BarButton("undo", "Undo" if wide else "", picture, tip, lock is None))
    return buttons


def _going_on(desk: Desk) -> BarButton:
    """The button by which the game goes on: from what is shown, from a computer's thinking, after
    the end, and else from the phase or the choice that is asked for.
    """
    match, keys, chosen = desk.match, desk.keys, desk.selection
    if match.holds:
        return BarButton("act", "Go on", "next", keys.tooltip("act"), kind="primary")
    if desk.thinker.thought is not None and desk.thinker.thought.is_long:
        return BarButton("hurry", "Move now", "next", keys.tooltip("hurry"), kind="primary")
    if match.state.is_over:
        return BarButton("replay", "Replay", "play", keys.tooltip("replay"), kind="primary")
    looks = presentation_of(match.state, match.decision)
    can_decline = match.state.agenda[-1].is_offer or chosen.ending() is not None
    # In a battle there is no phase to end; in the phases themselves the key says why not.
    explains = looks.own_turn and looks.says_why_not_ended
    may_end = bool(chosen.kind) and (explains or can_decline)
    label = looks.finish
    if can_decline and not looks.own_turn and looks.finish == Presentation.finish:
        label = chosen.ending_says  # what is declined says more than the usual word
    kind = "primary" if may_end else "chrome"
    return BarButton("end_phase", label, "next", keys.tooltip("end_phase"), may_end, kind)


# The line under the map: a refusal with its rule, information, or what a click would do.
#
# While a hex is looked at it tells what a click there would do (:func:`hint`); else what was said
# last, or, if that is no news, what is drawn of others' actions (:func:`news`); and where there is
# none of this, what can be done (:func:`tip`). A rule's number at its end opens the rulebook there.


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
        sight = look.in_words
        if chosen.units and look.sight.clear and number not in chosen.fights():
            # Those picked up do not fire at the enemies that are seen there: why not.
            foes = chosen.refusals.foes_at(number)
            why = chosen.refusals.of_attacking(chosen.units, number) if foes else None
            if why is not None:
                return Notice(why.message, why.rule)
        able = number in chosen.fights() and number != chosen.target
        return (
            replace(sight, text=f"{sight.text} A click shows what may happen.") if able else sight
        )
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
        going, lets_go = every(chosen.units), desk.keys.shown("cancel")
        ways = [f"a tinted hex for {going} to go there"] * bool(chosen.destinations())
        if fights:
            verbs = dict.fromkeys(action.verb for action in fights.values())
            ways += [chosen.presentation.marked(verb, going) for verb in verbs]
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
    words, ellipsis = text.split(), ""
    while len(theme.wrap(text, size, width)) > most and words:
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


# The button over the map that shows all of it, or what is too small to be read from near.


_LABELS = {"whole": "Whole map", "front": "Closer to the front"}
_BUTTON_MARGIN = 10  # points
_BUTTON_HEIGHT = 30


def make_room(desk: Desk, theme: Theme) -> None:
    """Tell the small map how large the button is that stands with it."""
    desk.view.minimap.button = _size(desk, theme, _LABELS["whole"])


def _size(desk: Desk, theme: Theme, label: str) -> tuple[int, int]:
    """Pixels that the button takes."""
    return Button.wanted(theme, label, hint=desk.keys.shown("zoom_fit")), theme.px(_BUTTON_HEIGHT)


def add_zoom(desk: Desk, theme: Theme, view: pygame.Rect) -> list[Widget]:
    """The button, beside the small map; nothing where the whole map can be read."""
    offer = desk.view.offer
    if not offer:
        return []
    hint, margin = desk.keys.shown("zoom_fit"), theme.px(_BUTTON_MARGIN)
    label = _LABELS[offer]
    rect = pygame.Rect((0, 0), _size(desk, theme, label))
    rect.bottomleft = view.left + margin, view.bottom - margin
    if offer == "whole":
        rect = desk.view.minimap.seat_button(*view.size).move(view.topleft)
    if not view.contains(rect):
        return []
    tip = desk.keys.tooltip("zoom_fit")
    fit = desk.commands.zoom_fit
    return [Button("button-zoom_fit", rect, label, fit, "chrome", tooltip=tip, hint=hint)]
