"""Battles and fires before the die, and the dice after it: what every result would do.

From the top: which units fight which, the strengths with each line that changed them, the odds and
the column reached; the results table with that column lit; then each result with how likely it is
and what it would do here, where retreats lead, what is lost on average. How much of it is told
depends on the room (``detail``): nothing is scrolled in the sheet. After the die the same sheet
shows what was rolled, the cell of the table, and what has followed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import partial

import pygame

from hexwar.definition.grammar import opening
from hexwar.definition.model import ResolvedGame
from hexwar.definition.printable import as_title
from hexwar.engine import Event, FirePreview, Preview
from hexwar.engine.queries import Modifier, Outcome, SymbolHere
from hexwar.rules.bombardment import Bombardment
from hexwar.rules.combat.itemised import concerning
from hexwar.rules.combat.preview import (
    column_in_words,
    columns_in_words,
    is_certain,
    lost_on_average,
    ranges,
    why_no_roll,
)
from hexwar.rules.combat.section import Combat
from hexwar.rules.combat.throws import BACK
from hexwar.rules.elimination import losses_joined
from hexwar.rules.fire.section import Fire, hits_in_words, losses_in_words, pool_in_words
from hexwar.rules.language.wording import either, every, gone, percents, place_named, several
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from hexwar.viewer.counters import dice
from hexwar.viewer.counters.counter import number_text
from hexwar.viewer.counters.dice import Die
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, lettering
from hexwar.viewer.match.aftermath import result_of
from hexwar.viewer.match.rolls import PendingResults
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.detail import BattleDetail
from hexwar.viewer.panels.thrown import add_dice, side_color
from hexwar.viewer.table.fights import in_short
from hexwar.viewer.table.views import far
from hexwar.viewer.widgets import Flow, Label, Picture, Widget

_ROW = 18  # height of a row of the table, in points
_NAMED = 4  # hexes of a retreat
_WIDEST = "88.8 %"  # of what stands before or behind the bar of a chance
_IN_A_LINE = BattleDetail(rolls=1, effects=False, brief=True)
_PARTIES = ("attacker", "defender")
_MOST_CONSEQUENCES = 6  # sentences on what became of a battle
_FIGHTS_LISTED = 5


def add_battle(flow: Flow, desk: Desk, preview: Preview, detail: BattleDetail) -> None:
    """The battle that is being prepared; a result says as a tooltip what has no room."""
    match = desk.match
    attack = desk.selection.attack()
    verb = attack.verb if attack else ""
    words = desk.selection.presentation.attack_on(verb)
    if any(outcome.code.startswith(BACK) for outcome in preview.outcomes):
        words = "Battle back at"
    heading = f"{words} {_places(desk, preview.hexes)}"
    flow.heading("battle-heading", heading)
    if titles := match.state.answered_with():
        words = f"{every(titles)} {'is' if len(titles) == 1 else 'are'} played."
        flow.text("battle-played", words, flow.theme.small, bold=True)
    flow.gap(2)
    combat = match.combat_in_force(verb)
    if combat is None:
        return
    _add_strengths(flow, desk, preview, detail)
    if preview.dice:
        _add_symbols(flow, desk, preview, detail)
        _add_throw(flow, preview, detail)
        _add_losses(flow, desk, preview, detail)
        return
    # Of a certain result no die is thrown, and a table with a lit column would say that one was.
    if detail.table and not is_certain(preview):
        add_table(flow, combat, preview.column, None, preview.columns[0])
    chances = percents([outcome.probability for outcome in preview.outcomes])
    if (why := why_no_roll(preview)) and not preview.hides:
        flow.text("battle-certain", why, flow.theme.small)
        flow.gap(3)
    elif detail.table and preview.roll and (rows := _rows_out_of_reach(preview, combat)):
        words = f"With {preview.roll:+d} on the die, {rows} cannot come up."
        flow.text("battle-rows", words, flow.theme.small, PALETTE.ink_soft)
        flow.gap(3)
    for index, (outcome, chance) in enumerate(zip(preview.outcomes, chances, strict=True)):
        _add_outcome(flow, str(index), outcome, chance, detail)
    if detail.retreats and not detail.effects:
        _add_retreats(flow, preview.outcomes)
    _add_losses(flow, desk, preview, detail)


def _rows_out_of_reach(preview: Preview, combat: Combat) -> str:
    """The rows of the table that no die leads to as it is modified, in words."""
    if combat.dice.digits:
        return ""
    totals = [total for outcome in preview.outcomes for total in outcome.dice]
    least, most = min(totals), max(totals)  # the outer rows stand for all beyond them
    modified = (min(max(total + preview.roll, least), most) for total in totals)
    reached = set(map(combat.row_of, modified))
    missed = [row for row, _ in combat.rows if row not in reached]
    return f"{'row' if len(missed) == 1 else 'rows'} {every(missed)}" if missed else ""


def _add_losses(flow: Flow, desk: Desk, preview: Preview, detail: BattleDetail) -> None:
    """What each side loses on average."""
    if detail.losses and preview.expected_losses:
        flow.gap(2)
        counted = lost_on_average(desk.match.resolved)
        losses = ", ".join(
            f"{desk.match.side_name(side)} {float(lost):.2f}"
            for side, lost in preview.expected_losses.items()
        )
        flow.text("battle-losses", f"{counted}: {losses}", flow.theme.small, PALETTE.ink_soft)
        answered = desk.view.fights.battled_back(preview) if not preview.hides else {}
        alternatives = ", ".join(
            f"{desk.match.side_name(side)} {float(lost):.2f} more"
            for side, lost in answered.items()
            if lost
        )
        if alternatives:
            sentence = f"If those attacked battle back: {alternatives}"
            flow.text("battle-answer", sentence, flow.theme.small, PALETTE.danger)
    still = desk.view.fights.answer_to(preview)
    if still is not None:
        sentence = (
            f"{opening(desk.match.side_name(still.side))} may still answer with {still.what}."
        )
        flow.text("battle-still", sentence, flow.theme.small, PALETTE.danger)
        flow.text("battle-then", in_short(still), flow.theme.small, PALETTE.danger)
    flow.gap(6)


def _add_symbols(flow: Flow, desk: Desk, preview: Preview, detail: BattleDetail) -> None:
    """What each symbol of the dice does here: those that do the same in one line, and why the
    others do nothing where there is room for it.
    """
    if not detail.table:
        return
    # What a symbol does may depend on units that hide from those who look on.
    state, alike = desk.match.visibility.state, dict[str, list[SymbolHere]]()
    if not all(map(state.position, preview.attackers)):
        return
    for symbol in state.symbols_here(preview):
        words = symbol.words if detail.effects or not symbol.idle else "nothing here"
        alike.setdefault(words, []).append(symbol)
    theme = flow.theme
    side, gap = theme.px(15), theme.px(3)
    widest = max((len(symbols) for symbols in alike.values()), default=0)
    left = widest * (side + gap) + theme.px(4)
    for number, (words, symbols) in enumerate(alike.items()):
        lines = theme.wrap(words, theme.small, flow.rect.width - left)
        row = flow.take(max(side + gap, len(lines) * theme.line(theme.small)))
        signs = pygame.Rect(row.left, row.top, len(symbols) * (side + gap), side)
        titles = every(symbol.title for symbol in symbols)
        flow.place(Picture(f"symbol-{number}", signs, titles, partial(_paint_signs, symbols)))
        text = pygame.Rect(row.left + left, row.top, row.width - left, row.height)
        color = PALETTE.ink_soft if symbols[0].idle else PALETTE.ink
        flow.place(Label(f"symbol-{number}-does", text, words, theme.small, color))
    flow.gap(4)


def _paint_signs(symbols: Sequence[SymbolHere], surface: pygame.Surface, rect: pygame.Rect) -> None:
    for place, symbol in enumerate(symbols):
        square = pygame.Rect(0, rect.top, rect.height, rect.height)
        square.left = rect.left + place * rect.width // len(symbols)
        dice.draw_symbol(surface, square, dice.Symbol(symbol.title, symbol.sign))


def _add_throw(flow: Flow, preview: Preview, detail: BattleDetail) -> None:
    """How likely dice with symbols do how much to the defenders; where retreats lead to."""
    for title, key, chances, reading in (
        ("Steps lost", "lost", preview.steps_lost, "step"),
        ("Retreat asked for", "retreat", preview.hexes_retreated, "hex"),
    ):
        if {*chances} == {0}:
            continue
        flow.text(f"throw-{key}", title, flow.theme.small, PALETTE.ink_soft)
        shares = percents([*chances.values()])
        for (count, chance), share in zip(chances.items(), shares, strict=True):
            words = several(count, reading) if count else "none"
            outcome = Outcome("", words, chance, (), ())
            _add_outcome(flow, f"{key}-{count}", outcome, share, _IN_A_LINE)
    if not detail.effects:
        ways = {
            unit: gone(preview_outcome.far[unit], some_of(hexes))
            for preview_outcome in preview.outcomes
            for unit, hexes in preview_outcome.retreats.items()
        }
        for unit, conduct in ways.items():
            words = f"{unit} retreats {conduct}."
            flow.text(f"throw-to-{unit}", words, flow.theme.fine, PALETTE.ink_soft)


def _places(desk: Desk, numbers: Sequence[str]) -> str:
    """Where a battle is, by the names of places."""
    return every(place_named(desk.match.resolved, number) for number in numbers)


def add_attack(flow: Flow, desk: Desk, verb: str, tooltip: str = "") -> None:
    """The button that carries out what is prepared, or the reason why that may not be done."""
    refused = desk.selection.attack_refused()
    flow.button(
        "attack",
        as_title(verb),
        desk.commands.act,
        "plain" if refused else "primary",
        enabled=refused is None,
        hint=desk.keys.shown("act"),
        tooltip=tooltip,
    )
    if refused is not None:
        flow.gap(3)
        flow.text("attack-refused", str(refused), flow.theme.small, PALETTE.danger)
    flow.gap(8)


def _add_strengths(flow: Flow, desk: Desk, preview: Preview, detail: BattleDetail) -> None:
    """Who fights, what changes the strengths, the column reached."""
    match = desk.match
    names, changed = dict[str, str](), []
    lines = {key: [line for line in preview.modifiers if line.side == key] for key in _PARTIES}
    for key, units, printed, strength in (
        ("attacker", preview.attackers, preview.attacker_printed, preview.attacker_strength),
        ("defender", preview.defenders, preview.defender_printed, preview.defender_strength),
    ):
        if units:
            names[key] = match.side_name(match.resolved[Units].counters[units[0]].side)
        remarks = {unit: f"{unit} from a distance" for unit in preview.afar}
        listed = " + ".join(remarks.get(unit, unit) for unit in units)
        # Of those attacked with dice the strength counts in few games.
        idle = preview.dice and key == "defender" and not (printed or strength)
        value = "" if idle else number_text(printed)
        pair(flow, f"battle-{key}s", f"{names[key]} {listed}", value, True)
        if key == "attacker":
            _add_spared(flow, match.resolved.section(Bombardment), preview.afar)
        if printed != strength:
            changed.append((key, strength))
        # What changes a strength stands below it; what moves the column belongs to no side.
        for index, line in enumerate(lines[key]):
            if not line.on_table:
                _add_modifier(flow, f"{key}-{index}", line, "")
    for index, line in enumerate(preview.modifiers):
        if line.on_table or line.side not in _PARTIES:
            _add_modifier(flow, str(index), line, match.side_name(line.side))
    # The sum of the lines, so that nobody has to guess which of them were already counted; for odds
    # of one strength to the other the odds themselves say it.
    for key, strength in changed:
        if not preview.dice and number_text(strength) not in preview.odds.split():
            pair(flow, f"battle-{key}-sum", f"{names[key]} in all", number_text(strength), True)
    _add_odds(flow, preview, detail)


def _add_odds(flow: Flow, preview: Preview, detail: BattleDetail) -> None:
    """The odds and the column reached, or how many dice are thrown."""
    if preview.hides:
        flow.text("battle-hidden", _hidden(preview), flow.theme.small, PALETTE.danger)
    shift = ""
    if preview.shifts:
        direction = "right" if preview.shifts > 0 else "left"
        shift = f", {abs(preview.shifts)} to the {direction}"
    if preview.roll:
        shift += f", die {preview.roll:+d}"
    if preview.dice:
        pair(flow, "battle-odds", "Dice to throw", preview.odds, True)
        flow.gap(5)
        return
    ratio = f" ({preview.ratio})" if preview.ratio and detail.explained else ""
    odds = f"{preview.odds}{ratio}: {column_in_words(preview)}{shift}"
    # Under hidden counters there may be more units: the column is known between bounds only.
    least, most = preview.columns
    if least != most:
        odds = f"{preview.odds}{ratio}: {columns_in_words(preview, shift)}"
    flow.text("battle-odds", odds, flow.theme.small, bold=True)
    flow.gap(5)


def _add_modifier(flow: Flow, key: str, line: Modifier, whose: str) -> None:
    """A line that changed something; ``whose`` strength, where it stands below neither."""
    rule = f" ({line.rule})" if line.rule else ""
    about = f"{concerning(line, whose)}{rule}"
    pair(flow, f"battle-modifier-{key}", about, line.value, False)


def _add_spared(flow: Flow, guns: Bombardment | None, afar: Sequence[str]) -> None:
    """A note that results say "attackers" and do not mean those that attack from a distance."""
    if guns is None or guns.suffers != "nothing" or not afar:
        return
    rule = guns.cite.get("suffers", "")
    sentence = f"Nothing befalls {every(afar)}, whatever the result{f' ({rule})' if rule else ''}."
    flow.text("battle-spared", sentence, flow.theme.small, PALETTE.ink_soft)


def _hidden(preview: Preview) -> str:
    """What is not known of the defenders, and how much it may come to."""
    most = number_text(preview.most_defense)
    text = f"More units lie below the top counter: the defence may be up to {most}."
    return f"{text} Chances are those of the top counter alone."


def pair(flow: Flow, key: str, left: str, right: str, bold: bool) -> None:
    """A line with a value at its right end."""
    theme = flow.theme
    value_width = theme.width(right, theme.small, True) + theme.px(6)
    lines = theme.wrap(left, theme.small, flow.rect.width - value_width, bold)
    row = flow.take(len(lines) * theme.line(theme.small, bold))
    text = pygame.Rect(row.left, row.top, row.width - value_width, row.height)
    end = pygame.Rect(row.right - value_width, row.top, value_width, row.height)
    flow.place(Label(key, text, left, theme.small, PALETTE.ink, bold))
    flow.place(Label(f"{key}-value", end, right, theme.small, PALETTE.ink, True, "right"))


class ResultsTable(Widget):
    """The combat results table with one column lit, and one cell framed once a die has fallen.

    Where the column is not known the band from ``least`` to ``column`` is lit.
    """

    role = "table"

    def __init__(
        self,
        rect: pygame.Rect,
        combat: Combat,
        column: int,
        total: int | None,
        theme: Theme,
        least: int | None = None,
    ) -> None:
        least = column if least is None else max(0, least)
        heading = combat.headings[column] if 0 <= column < len(combat.headings) else ""
        cell = f", die {total}" if total is not None else ""
        lit = f"column {heading}"
        if least < column:
            lit = f"columns {combat.headings[least]} to {heading}"
        super().__init__("table", rect, f"Combat results, {lit} lit{cell}")
        self.combat, self.column, self.total, self.least = combat, column, total, least
        self.row = theme.px(_ROW)

    @staticmethod
    def height(combat: Combat, theme: Theme) -> int:
        """The height it needs, in pixels."""
        return theme.px(_ROW) * (len(combat.rows) + 1)

    def paint(self, surface: pygame.Surface, look: object) -> None:
        """Draw headings, rows, and the lit column over the full height."""
        combat, rect, row = self.combat, self.rect, self.row
        totals_width = round(row * 1.5)
        inside = rect.left + totals_width
        columns = len(combat.headings)
        pitch = (rect.width - totals_width) / max(1, columns)
        pygame.draw.rect(surface, PALETTE.white, rect)
        head = pygame.Rect(rect.left, rect.top, rect.width, row)
        pygame.draw.rect(surface, PALETTE.ink, head)
        start = round(inside + self.least * pitch)
        end = round(inside + (self.column + 1) * pitch)
        lit = pygame.Rect(start, rect.top, end - start, rect.height)
        if 0 <= self.column < columns:
            pygame.draw.rect(surface, PALETTE.accent_pale, lit)
            pygame.draw.rect(surface, PALETTE.accent, (lit.left, lit.top, lit.width, row))
        size = max(7, round(row * 0.66))
        for index in range(1, columns):
            between = round(inside + index * pitch)
            ends = (between, rect.top + row), (between, rect.bottom - 1)
            pygame.draw.line(surface, PALETTE.paper_edge, *ends)
        for index, heading in enumerate(combat.headings):
            middle = inside + (index + 0.5) * pitch, rect.top + row / 2
            self._cell(surface, heading, middle, size, PALETTE.white, True, pitch)
        rolled = "" if self.total is None else combat.row_of(self.total)
        for line, (totals, codes) in enumerate(combat.rows, 1):
            top = rect.top + line * row
            down = top + row / 2
            if line > 1:
                ends = (rect.left, top), (rect.right - 1, top)
                pygame.draw.line(surface, PALETTE.paper_edge, *ends)
            middle = rect.left + totals_width / 2, down
            self._cell(surface, totals, middle, size, PALETTE.ink_soft, True, totals_width)
            for index, code in enumerate(codes):
                middle = inside + (index + 0.5) * pitch, down
                bold = self.least <= index <= self.column
                self._cell(surface, code, middle, size, PALETTE.ink, bold, pitch)
                if bold and totals == rolled:
                    box = pygame.Rect(lit.left, top, lit.width, row)
                    pygame.draw.rect(surface, PALETTE.danger, box, max(2, row // 8))
        if 0 <= self.column < columns:
            pygame.draw.rect(surface, PALETTE.accent, lit, max(2, row // 9))
        pygame.draw.rect(surface, PALETTE.ink_soft, rect, 1)

    @staticmethod
    def _cell(
        surface: pygame.Surface,
        text: str,
        middle: tuple[float, float],
        size: int,
        color: Color,
        bold: bool,
        room: float,
    ) -> None:
        """A text in the middle of a cell, smaller where it would touch its neighbours."""
        picture = lettering(text, size, color, bold)
        widest = room - 3
        if picture.get_width() > widest:
            smaller = max(6, int(size * widest / picture.get_width()))
            picture = lettering(text, smaller, color, bold)
        surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))


def add_table(
    flow: Flow, combat: Combat, column: int, total: int | None, least: int | None = None
) -> None:
    """The combat results table; ``total`` frames the cell of a die, ``least`` begins a band."""
    rect = flow.take(ResultsTable.height(combat, flow.theme))
    flow.place(ResultsTable(rect, combat, column, total, flow.theme, least))
    flow.gap(6)


def _add_outcome(
    flow: Flow, index: str, outcome: Outcome, chance: str, detail: BattleDetail
) -> None:
    """One result: a bar as long as it is likely, its name, and what it would do here."""
    theme = flow.theme
    share = float(outcome.probability)
    left = theme.width(_WIDEST, theme.small, True) + theme.px(8)
    name_at = left
    if outcome.code:
        name_at += theme.width(outcome.code, theme.small, True) + theme.px(7)
    line, room = theme.line(theme.small, True), flow.rect.width - name_at
    effects = " ".join(_once(outcome.effects))
    tells_effects = detail.effects and bool(effects)
    # "Loses 1 step" does not say that it was the last one; where effects are told, they do.
    names_lost = outcome.lost and not tells_effects and detail.explained
    title = f"{outcome.title}: {every(outcome.lost)} lost" if names_lost else outcome.title
    lines = [title] if detail.brief else theme.wrap(title, theme.small, room)
    height = len(lines) * line
    row = flow.take(height + theme.px(5))
    # Which dice bring it, where the last line has room, else before what it does: that ties it to
    # the rows of the table.
    on = f"roll {ranges(outcome.dice)}" if outcome.dice else ""
    beside = on if theme.width(f"{lines[-1]}   {on}", theme.small) <= room else ""
    effects_line = f"{on.capitalize()}: {effects}" if on and not beside else effects

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        picture = lettering(chance, theme.small, PALETTE.ink, True)
        surface.blit(picture, picture.get_rect(topright=(rect.left + left - theme.px(8), rect.top)))
        code = lettering(outcome.code, theme.small, PALETTE.ink, True)
        surface.blit(code, (rect.left + left, rect.top))
        for place, text in enumerate(lines):
            corner = (rect.left + name_at, rect.top + place * line)
            surface.blit(_fitted(text, theme.small, room), corner)
        dice_told = lettering(beside, theme.small, PALETTE.ink_soft)
        surface.blit(dice_told, dice_told.get_rect(topright=(rect.right, rect.top + height - line)))
        bar = pygame.Rect(rect.left + left, rect.top + height, rect.width - left, theme.px(4))
        pygame.draw.rect(surface, PALETTE.paper_dim, bar)
        bar.width = max(1, round(bar.width * share))
        pygame.draw.rect(surface, PALETTE.accent, bar)

    label = f"{chance} {outcome.code} {title}"
    tip = ": ".join(filter(None, (on, "" if tells_effects else effects)))
    flow.place(Picture(f"outcome-{index}", row, label, paint, tooltip=tip))
    if tells_effects:
        inner = Flow(theme, pygame.Rect(row.left + left, flow.y, row.width - left, 10_000))
        inner.text(f"outcome-{index}-effects", effects_line, theme.fine, PALETTE.ink_soft)
        flow.widgets.extend(inner.widgets)
        flow.y = inner.y
    flow.gap(3)


def _add_retreats(flow: Flow, outcomes: Sequence[Outcome]) -> None:
    """Where the retreats go that are a choice: a line for those that go alike, with the results."""
    codes: dict[tuple[str, str], list[str]] = {}
    for outcome in outcomes:
        for unit, hexes in outcome.retreats.items():
            # Twice turned over: results that send a unit the same way share a line, and then so do
            # the units that go alike.
            toll = ", which costs a step" if unit in outcome.costly else ""
            route = f"{gone(outcome.far[unit], some_of(hexes))}{toll}"
            codes.setdefault((unit, route), []).append(outcome.code)
    units: dict[tuple[str, str], list[str]] = {}
    for (unit, route), results in codes.items():
        units.setdefault((", ".join(results), route), []).append(unit)
    for index, ((by, route), alike) in enumerate(units.items()):
        verb = "retreats" if len(alike) == 1 else "retreat"
        sentence = f"{by}: {every(alike)} {verb} {route}."
        flow.text(f"battle-retreat-{index}", sentence, flow.theme.fine, PALETTE.ink_soft)


def some_of(hexes: Sequence[str]) -> str:
    """One of these hexes, of which no more than the first few are named.

    >>> some_of(["0101", "0102"]), some_of([f"010{n}" for n in range(1, 8)])
    ('0101 or 0102', '0101, 0102, 0103, 0104 ... and 3 more')
    """
    if len(hexes) <= _NAMED:
        return either(hexes)
    return f"{', '.join(hexes[:_NAMED])} ... and {len(hexes) - _NAMED} more"


def _fitted(text: str, size: int, width: int) -> pygame.Surface:
    """A text that is no wider than its room: smaller, and in the end without its last words."""
    words = text.split()
    # A little smaller is read more easily than a sentence without its end.
    for smaller in (1.0, 0.93, 0.86):
        picture = lettering(text, round(size * smaller), PALETTE.ink)
        if picture.get_width() <= width:
            return picture
    while len(words) > 1 and picture.get_width() > width:
        words.pop()
        picture = lettering(f"{' '.join(words)} ...", round(size * 0.93), PALETTE.ink)
    return picture


def _once(effects: Sequence[str]) -> list[str]:
    """The sentences, each unit's deed only once.

    Where several must retreat, the last comes twice: with all the hexes that it might have, and
    with the one that is left to it when the others have gone.

    >>> _once(["A retreats to 0101. B retreats to 0201 or 0202.", "B retreats to 0202."])
    ['A retreats to 0101.', 'B retreats to 0201 or 0202.']
    """
    by_deed: dict[tuple[str, ...], str] = {}  # the unit and its verb
    for effect in effects:
        for sentence in re.split(r"(?<=\.) ", effect):
            by_deed.setdefault(tuple(sentence.split()[:2]), sentence)
    return [sentence for sentence in by_deed.values() if sentence]


def add_result(flow: Flow, desk: Desk, battle: Event, detail: BattleDetail) -> None:
    """The battle that has just been fought: what became of each unit, the die, the table with its
    cell.

    The headline says what has come of it by now; what the table calls it stands small below.
    """
    results = desk.match.results
    # The section in force may have changed since the battle that is kept to be read.
    lately = battle is results.battle
    combat = results.fought_by if lately else desk.match.fought_by
    if combat is None:
        return
    theme = flow.theme
    flow.heading("result-heading", f"Battle at {_places(desk, battle.hexes)}")
    flow.gap(3)
    side = theme.px(34)
    title = result_of(battle, combat)
    headline = desk.match.headline(desk.match.fight(battle))
    row = flow.take(side + theme.px(4))
    faces = dice.faces_of(battle)
    if faces:
        box = pygame.Rect(row.left, row.top, dice.width_of(faces, side), side)
        paint = partial(dice.draw_thrown, faces=faces, idle=dice.idle_of(battle))
        flow.place(Picture("result-die", box, dice.said_of(faces), paint))
    left = dice.width_of(faces, side) + theme.px(10) if faces else 0
    inner = Flow(theme, pygame.Rect(row.left + left, row.top, row.width - left, side))
    inner.text("result-title", headline, theme.body, bold=True)
    rolled = f"{_read(battle, combat)}, column {battle.column}"
    if combat.faces is not None:
        rolled = f"{len(battle.dice)} {'die' if len(battle.dice) == 1 else 'dice'}"
    elif not battle.dice:
        rolled = _without_roll(battle)
    has_code = combat.faces is None and battle.result not in ("", title)
    code = f" ({battle.result})" if has_code else ""
    inner.text("result-column", f"{rolled}: {title}{code}", theme.small, PALETTE.ink_soft)
    moved = battle.fields.get("moved_by", ())
    if moved:
        inner.gap(2)
        why = f"{battle.odds}. {'; '.join(moved)}."
        inner.text("result-moved", why, theme.small, PALETTE.ink_soft)
    flow.widgets.extend(inner.widgets)
    flow.y = max(flow.y, inner.y)
    if idle := dice.why_idle(battle):
        flow.text("result-idle", f"Without effect: {idle}", theme.small, PALETTE.ink_soft)
    flow.gap(4)
    if detail.table and lately and not desk.match.playback.busy:
        _add_consequences(flow, results)
    if detail.losses and battle.dice and combat.faces is None:
        heading = str(battle.column)
        column = combat.headings.index(heading) if heading in combat.headings else -1
        add_table(flow, combat, column, int(battle.row))


def _read(battle: Event, combat: Combat) -> str:
    """What was thrown, what it was read as, and the row that counts once it is modified."""
    total = int(battle.die)
    read = f"Die {total}"
    if len(battle.dice) > 1:
        joined = " and " if combat.dice.digits else " + "
        read = f"Dice {joined.join(map(str, battle.dice))} = {total}"
    if not battle.modifier:
        return read
    # The last row stands for all beyond it: then not all of the modifier counts.
    return f"{read}, {battle.modifier:+d}: row {battle.row}"


def add_fights(flow: Flow, desk: Desk) -> None:
    """What others fought meanwhile, a line each: pushed, it is shown on the map alone."""
    meanwhile, match = desk.match.meanwhile, desk.match
    fights = meanwhile.whole.fights
    if not fights or not desk.match.changes or desk.view.fights.aimed() is not None:
        return
    flow.heading("fights-heading", "Fights meanwhile")
    flow.gap(3)
    top = max(0, min(meanwhile.step, len(fights) - _FIGHTS_LISTED))
    for place, fight in enumerate(fights[top : top + _FIGHTS_LISTED], top):

        def show(number: int = place) -> None:
            meanwhile.step_to(number)
            desk.view.look_at_all(fights[number].hexes)
            desk.changed()

        came_to = match.headline(fight, brief=True)
        kind = "primary" if place == meanwhile.step else "plain"
        flow.button(f"fight-{place}", f"{place + 1}. {fight.title}: {came_to}", show, kind)
        flow.gap(3)
    unlisted = len(fights) - top - _FIGHTS_LISTED
    if unlisted > 0:
        key = desk.keys.shown("changes")
        flow.text("fights-more", f"{unlisted} more: {key} goes through them.", flow.theme.small)
    flow.gap(6)


def _without_roll(battle: Event) -> str:
    """Why no die was thrown for a battle."""
    if not battle.column:
        return "Odds below the table: no roll"
    above = battle.fields.get("above", False)
    odds = "Odds beyond the last column" if above else f"Column {battle.column}"
    return f"{odds}: automatic result, no roll"


def _add_consequences(flow: Flow, results: PendingResults) -> None:
    """What the result has cost and which units went where (of many, the first); and the battles
    before.
    """
    followed = [event.text for event in losses_joined(results.followed)]
    if results.came_to_nothing:
        followed = ["Nobody loses a step or moves."]
    for index, text in enumerate(followed[:_MOST_CONSEQUENCES]):
        flow.text(f"result-{index}", text, flow.theme.small)
    unlisted = len(followed) - _MOST_CONSEQUENCES
    if unlisted > 0:
        flow.text("result-more", f"... and {unlisted} more in the log", flow.theme.small)
    for index, battle in enumerate(results.earlier):
        flow.text(f"result-earlier-{index}", battle.text, flow.theme.small, PALETTE.ink_soft)
    flow.gap(4)


# A fire before its dice: both pools, how they were counted, and the chances of every result.
#
# First the pool of the firing side, then that of the target, each with the lines that made it so
# large; then how likely each number of losses is, which others may be hit, and whether morale may
# fail. Lines and charts of this kind are shared with the panel of dice that have been thrown.


_MOST_DICE = 24


def add_fire(
    flow: Flow, desk: Desk, preview: FirePreview, detail: BattleDetail, *, prepared: bool = True
) -> None:
    """The fire that is being prepared, or that others are about to open."""
    chosen, theme = desk.selection, flow.theme
    attack = chosen.attack()
    verb = attack.verb if attack else ""
    away = far(preview.line_of_sight)
    place = place_named(desk.match.resolved, preview.target)
    # A fire is called so also by those who are asked meanwhile.
    words = chosen.presentation.attack_on(verb) if prepared else "Fire at"
    heading = f"{words} {place}, {away} away"
    flow.heading("battle-heading", heading)
    flow.gap(3)
    _add_pool(flow, desk, "attack", preview.attackers, preview.attack_dice, preview, detail)
    _add_pool(flow, desk, "defense", preview.defenders, preview.defense_dice, preview, detail)
    # Without pools the fire is rolled on a table, and its column is what matters.
    if not preview.attack_dice:
        heading = preview.headings[preview.column]
        flow.text("fire-column", f"Column {heading}", theme.small, bold=True)
    elif detail.table:
        rule = hits_in_words(desk.match.resolved[Fire], bool(preview.defense_dice))
        flow.text("fire-hits", rule, theme.small, PALETTE.ink_soft)
    flow.gap(2)
    named = losses_in_words(preview, desk.match.resolved[Fire])
    for (number, chance), (lost, share) in zip(preview.casualties.items(), named, strict=True):
        _add_chance(flow, f"casualties-{number}", lost, chance, share)
    for unit, chances in preview.spilled.items():
        hit = sum((chance for lost, chance in chances.items() if lost), Fraction(0))
        (share,) = percents([hit])
        _add_chance(flow, f"spilled-{unit}", f"{unit} hit too", hit, share, PALETTE.danger)
    if preview.morale:
        (share,) = percents([preview.morale])
        _add_chance(flow, "fire-morale", "Morale fails", preview.morale, share, PALETTE.danger)
    if prepared and (reactors := chosen.first_to_react(preview)):
        sentence = f"{every(reactors)} may react first, which these chances leave out."
        flow.text("fire-answered", sentence, theme.small, PALETTE.danger)
    flow.gap(6)
    if prepared:
        add_attack(flow, desk, verb, "Roll the dice. What is rolled cannot be undone.")


def _add_pool(
    flow: Flow,
    desk: Desk,
    key: str,
    units: tuple[str, ...],
    dice: tuple[int, ...],
    preview: FirePreview,
    detail: BattleDetail,
) -> None:
    """One side's units, their dice, and the lines by which they were counted."""
    match = desk.match
    side = match.resolved[Units].counters[units[0]].side
    count = f"{len(dice)} {'die' if len(dice) == 1 else 'dice'}" if dice else ""
    pair(flow, f"fire-{key}", f"{match.side_name(side)} {every(units)}", count, True)
    if dice and detail.table:
        thrown = [Die(sides) for sides in dice[:_MOST_DICE]]
        add_dice(flow, f"fire-{key}-dice", pool_in_words(dice), thrown, side_color(desk, units[0]))
    modifiers = [line for line in preview.modifiers if line.side == side] if detail.table else []
    for index, line in enumerate(modifiers):
        rule = f" ({line.rule})" if line.rule else ""
        pair(flow, f"fire-{key}-{index}", f"{line.label}{rule}", line.value, False)
    if key == "defense" and dice and detail.table:
        _add_no_cover(flow, match.resolved, preview.target, {line.label for line in modifiers})
    flow.gap(3)


def _add_no_cover(flow: Flow, game: ResolvedGame, target: str, explained: AbstractSet[str]) -> None:
    """That the ground of a target gives no cover, in a game that counts it: unless it is told."""
    defense, terrain = game[Fire].defense, game[Terrain]
    titles = {extra.title for extra in defense.plus if extra.cover} if defense else set()
    if not titles:
        return
    titles |= {ground.title for ground in terrain.hexes.values()}
    titles |= {side.title for side in terrain.hexsides.values()}
    if explained.isdisjoint(titles):
        ground = terrain.hexes[game.map.terrain(target)].title
        pair(flow, "fire-no-cover", f"No cover ({ground})", "0", False)


def _add_chance(
    flow: Flow, key: str, title: str, chance: Fraction, shown: str, color: Color = PALETTE.accent
) -> None:
    """A line of a chart: what it is, a bar as long as it is likely, and the percentage."""
    theme = flow.theme
    left = theme.width("10 figures lost", theme.small) + theme.px(8)
    right = theme.width(_WIDEST, theme.small, True) + theme.px(8)
    row = flow.take(theme.line(theme.small, True) + theme.px(1))

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.blit(lettering(title, theme.small, PALETTE.ink), rect.topleft)
        share = lettering(shown, theme.small, PALETTE.ink, True)
        surface.blit(share, share.get_rect(topright=rect.topright))
        bar = pygame.Rect(rect.left + left, 0, rect.width - left - right, theme.px(9))
        bar.centery = rect.centery
        pygame.draw.rect(surface, PALETTE.paper_dim, bar)
        bar.width = max(1, round(bar.width * float(chance)))
        pygame.draw.rect(surface, color, bar)

    flow.place(Picture(key, row, f"{title}: {shown}", paint))
