"""What is proved of section ``combat``: a whole table, and results that get better.

The table must be complete for its dice and its columns, and no result may look like a copying
error: worse at better odds, of another size than all the rest, never used. Then what else the
section says must be able to happen: odds that are reached, units that are meant, points that can be
paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from hexwar.definition.checks import Subject, lacks, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.editing import without
from hexwar.definition.model import CombatResult, ResolvedGame
from hexwar.definition.tree import MappingNode, Node, descend, key_node
from hexwar.rules.combat.forms import BattleKind
from hexwar.rules.combat.section import Combat, column_value
from hexwar.rules.language.section import Selector, could_fit, each_step
from hexwar.rules.language.wording import several
from hexwar.rules.scopes.checks import IdleKey, games_in_play, has_key, of_keys, patches_in
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.zones_of_control.section import ZonesOfControl

FEW = 12
"""If more rows are missing, so many are named."""


@of_each_game
def every_total_has_a_row(subject: Subject, findings: Findings) -> None:
    """A row for every total of the dice, and no row for what cannot be rolled."""
    combat = subject.game.section(Combat)
    if combat is None or combat.faces is not None:
        return
    table = subject.key("combat", "table")
    low, high = combat.dice.totals[0], combat.dice.totals[-1]
    # What terrain and modifiers do to battles: add, multiply, shift, roll.
    game = subject.game
    terrain = game[Terrain]
    effects = [e for kind in terrain.hexes.values() for e in kind.combat]
    effects += [e for kind in terrain.hexsides.values() for e in kind.combat]
    effects += [e for modifier in game[Combat].modifiers.values() for e in modifier.effects]
    dice, modified = combat.dice, "roll" in {effect.operation for effect in effects}
    totals = set(dice.totals)
    if modified and not dice.digits:
        # Modifiers lead beyond what the dice show, to every row between the first and the last.
        totals |= set(range(min(combat.table), max(combat.table) + 1))
    missing = [str(total) for total in sorted(totals) if total not in combat.table]
    if missing:
        and_more = f" and {len(missing) - FEW} more" if len(missing) > FEW + 1 else ""
        named = ", ".join(missing[:FEW] if and_more else missing) + and_more
        message = f"the table has no row for {named}; {dice} rolls {low} to {high}"
        findings.add("HW401", table.place(), message, help="add the rows, one for each total")
    first: dict[int, str] = {}
    for key in subject.tree.mapping("combat").mapping("table"):
        place = subject.key("combat", "table", key).place()
        never = [total for total in dice.within(key) if total not in dice.totals]
        if never and not (modified or any(has_key(each, "roll") for each in patches_in(subject))):
            findings.add("HW402", place, f"{dice} never rolls {never[0]}", help="delete the row")
        for total in dice.within(key):
            if total in first:
                message = f"rows {first[total]} and {key} are both for {total}"
                related = [subject.key("combat", "table", first[total]).place("the first")]
                hint = "keep one of them; a patch replaces the rows that it writes the same way"
                findings.add("HW419", place, message, related=related, help=hint)
                break
            first[total] = key


@of_each_game
def every_row_fills_the_columns(subject: Subject, findings: Findings) -> None:
    """As many results in a row as there are columns, and as many headings."""
    combat = subject.game.section(Combat)
    if combat is None or combat.faces is not None:
        return
    wide = len(combat.columns)
    rows = subject.tree.mapping("combat").mapping("table")
    for total in rows:
        row = rows.texts(total)
        if len(row) != wide:
            place = subject.key("combat", "table", total).place()
            message = f"row {total} has {several(len(row), 'result')} for {wide} columns"
            findings.add("HW403", place, message, help="one result for each column")
    if len(combat.headings) != wide:
        place = subject.key("combat", "headings").place()
        message = f"{len(combat.headings)} headings for {wide} columns"
        findings.add("HW403", place, message, help="one heading for each column")


@of_each_game
def columns_ascend(subject: Subject, findings: Findings) -> None:
    """Columns run from the worst odds to the best."""
    combat = subject.game.section(Combat)
    if combat is None or combat.faces is not None:
        return
    for index in range(1, len(combat.columns)):
        if combat.columns[index] <= combat.columns[index - 1]:
            node = subject.node("combat", "columns", index)
            message = "columns must ascend from the worst odds to the best"
            findings.add("HW404", node.place(), message, help="sort the columns and their rows")
            return


@of_each_game
def the_nearest_odds_are_whole(subject: Subject, findings: Findings) -> None:
    """Odds rounded to the nearest are whole, N:1 or 1:N, and never those between."""
    combat = subject.game.section(Combat)
    if combat is None or combat.column != "ratio" or combat.rounding != "nearest":
        return
    for index, column in enumerate(combat.columns):
        if column.numerator > 1 and column.denominator > 1:
            node = subject.node("combat", "columns", index)
            odds = f"{column.numerator}:{column.denominator}"
            message = f"no attack reaches the column {odds}: odds to the nearest are whole"
            findings.add("HW422", node.place(), message, help="round them down or up")
            return


@of_each_game
def who_is_lost_must_attack(subject: Subject, findings: Findings) -> None:
    """Units that do not attack are only lost where some must."""
    combat = subject.game.section(Combat)
    mandatory = combat.mandatory if combat else None
    if mandatory and mandatory.unmet != "allowed" and mandatory.attack is None:
        place = subject.key("combat", "mandatory", "unmet").place()
        verb = "are eliminated" if mandatory.unmet == "eliminated" else "retreat"
        message = f"no unit must attack, and those that do not {verb}"
        findings.add("HW427", place, message, help="say who must: `attack`, or delete `unmet`")


@of_each_game
def one_unit_stands_in_one_hex(subject: Subject, findings: Findings) -> None:
    """An attack on the unit that is chosen is not on several hexes."""
    combat = subject.game.section(Combat)
    if combat and combat.target == "chosen" and combat.battle.hexes == "many":
        place = subject.node("combat", "target").place()
        related = [subject.node("combat", "battle", "hexes").place("several hexes")]
        message = "an attack is on one unit that is chosen, and on several hexes"
        hint = "write `target: some`, or leave out `hexes: many`"
        findings.add("HW429", place, message, related=related, help=hint)


WEIGHED = ("eliminate", "lose_steps", "retreat", "exchange", "advance", "nothing")
ALL = 100
"""How many units "all" stands for when results are compared."""
A_UNIT, A_STEP = 200, 100
"""What losses cost, where each hex of a retreat costs 1: no retreat outweighs a step."""


@of_each_game
def better_odds_are_no_worse(subject: Subject, findings: Findings) -> None:
    """On one die total, a column further right should not be worse for the attacker."""
    combat = subject.game.section(Combat)
    if combat is None or combat.faces is not None:
        return
    rows = subject.tree.mapping("combat").mapping("table")
    for total in rows:
        row = rows.texts(total)
        fall = _first_fall(combat, row)
        if fall is not None:
            node = subject.node("combat", "table", total, fall)
            message = (
                f"on {total}, {row[fall]} in column {combat.headings[fall]} is worse for the "
                f"attacker than {row[fall - 1]} before it"
            )
            beside = subject.node("combat", "table", total, fall - 1).place("the one before")
            help_ = "check the row against the print"
            findings.add("HW405", node.place(), message, related=[beside], help=help_)


def _first_fall(combat: Combat, row: tuple[str, ...]) -> int | None:
    """The first column of a row that is worse than the one before; a row may be too long.

    Worse is what costs the attacker more and the defender no more, or the defender less and the
    attacker no less: an exchange is neither better nor worse than a retreat of the defender, and
    driving it off the ground may be worth more than a step that it loses there.
    """
    results = [combat.results.get(code) for code in row[: len(combat.headings)]]
    for index, (before, result) in enumerate(pairwise(results), start=1):
        if before is None or result is None or not (_is_plain(before) and _is_plain(result)):
            continue
        dearer = _cost(result, "attacker") - _cost(before, "attacker")
        better = _cost(result, "defender") - _cost(before, "defender")
        wins_ground = not dearer and _drives_off(result) and not _drives_off(before)
        if dearer >= 0 >= better and dearer != better and not wins_ground:
            return index
    return None


def _is_plain(result: CombatResult) -> bool:
    """Whether a result does only what can be weighed: no choices, states or tracks, and to all."""
    return all(effect.verb in WEIGHED and effect.only is None for effect in result.effects)


@of_keys
def modifiers_change_something(subject: Subject) -> Iterator[IdleKey]:
    """Every modifier does something, under some patch in play."""
    combat = subject.game.section(Combat)
    if not combat:
        return
    for name, modifier in combat.modifiers.items():
        works = modifier.effects or any(has_key(patch, name) for patch in patches_in(subject))
        why = f"{name}: it moves neither columns nor die, and changes no strength"
        hint = "say `shift`, `roll`, or what becomes of `attacker` or `defender`"
        key = subject.key("combat", "modifiers", name)
        yield IdleKey(key, "" if works else why, hint, mends=False)


@of_keys
def each_kind_has_battles(subject: Subject) -> Iterator[IdleKey]:
    """No kind of battle stands behind another that all its battles are of."""
    written = subject.tree.mapping("combat").mapping("kinds")
    if len(written.entries) <= 1:
        return
    for _, game in games_in_play(subject):
        kinds = [kind for kind in game[Combat].kinds.values() if not kind.chosen]
        for at, kind in enumerate(kinds):
            before = next((each.id for each in kinds[:at] if _takes_all(each, kind)), "")
            why = f"{kind.id}: every such battle is of kind {before}, which stands before it"
            if kind.id in written:
                key = subject.key("combat", "kinds", kind.id)
                yield IdleKey(key, why if before else "", f"write it before {before}", mends=False)


@of_keys
def somebody_attacks_from_afar(subject: Subject) -> Iterator[IdleKey]:
    """Battles from a distance are fought by units that bombard."""
    units = subject.game[Units].counters.values()
    for kind_id in subject.tree.mapping("combat").mapping("kinds"):
        key = subject.key("combat", "kinds", kind_id, "distance")
        games = [game for _, game in games_in_play(subject)]
        kinds = [(game, game[Combat].kinds.get(kind_id)) for game in games]
        for game, kind in kinds:
            if kind is not None and kind.distance is not None:
                bombards = _bombards(game)
                can = any(bombards(unit) and could_fit(kind.attackers, unit) for unit in units)
                why = f"distance: no unit that makes a battle of kind {kind_id} bombards"
                hint = "add bombardment, say it of other attackers, or delete the kind"
                idle = kind.distance == "afar" and not can
                yield IdleKey(key, why if idle else "", hint, mends=False)


@of_keys
def somebody_is_fought_in_each_kind(subject: Subject) -> Iterator[IdleKey]:
    """A kind of battle has defenders whom its attackers, units of another side, can fight."""
    units = subject.game[Units].counters.values()
    games = [game for _, game in games_in_play(subject)]
    for kind_id in subject.tree.mapping("combat").mapping("kinds"):
        key = subject.key("combat", "kinds", kind_id, "defenders")
        kinds = filter(None, (game[Combat].kinds.get(kind_id) for game in games))
        for kind in (kind for kind in kinds if kind.defenders is not None):
            attack = {unit.side for unit in units if could_fit(kind.attackers, unit)}
            defend = {unit.side for unit in units if could_fit(kind.defenders, unit)}
            can = any(attacks != defends for attacks in attack for defends in defend)
            why = f"defenders: all such units are of {min(defend, default='')}, who attack so alone"
            hint = "choose units that the attackers' enemies have"
            yield IdleKey(key, why if attack and defend and not can else "", hint, mends=False)


@of_keys
def nobody_is_spared_beside_the_target(subject: Subject) -> Iterator[IdleKey]:
    """What results do to guns at a distance is not said for battles next to their target."""
    for kind_id in subject.tree.mapping("combat").mapping("kinds"):
        written = subject.node("combat", "kinds", kind_id, "patch", "bombardment")
        if isinstance(written, MappingNode) and "suffers" in written:
            kinds = [game[Combat].kinds.get(kind_id) for _, game in games_in_play(subject)]
            adjacent = all(kind is None or kind.distance == "adjacent" for kind in kinds)
            why = f"suffers: in a battle of kind {kind_id} no attacker is at a distance"
            hint = "say it for battles that are `afar`, or delete it"
            yield IdleKey(key_node(written, "suffers"), why if adjacent else "", hint)


def _bombards(game: ResolvedGame) -> Callable[[Unit], bool]:
    """Whether units may attack from a distance."""
    if not game.has("bombardment"):
        return lambda unit: False
    from hexwar.rules.bombardment import Bombardment  # few games have it

    section = game.section(Bombardment)
    return lambda unit: section is not None and could_fit(section.only, unit)


def _takes_all(first: BattleKind, later: BattleKind) -> bool:
    """Whether one kind leaves another no battle that it stands before."""
    return (
        first.distance in (None, later.distance)
        and first.condition in (None, later.condition)
        and _is_wider(first.attackers, later.attackers)
        and _is_wider(first.defenders, later.defenders)
    )


def _is_wider(wide: Selector | None, narrow: Selector | None) -> bool:
    """Whether a selector asks for nothing that another one does not ask for, word by word."""
    narrower = [] if narrow is None else [*narrow.said()]
    return wide is None or all(each in narrower for each in wide.said())


MANY, FAR_MORE = 10, 3
"""From ``MANY`` steps or hexes on a result is queried, if it has over ``FAR_MORE`` times the next
most.
"""


@of_each_game
def results_are_of_one_size(subject: Subject, findings: Findings) -> None:
    """A digit too many makes a loss or a retreat unlike that of any other result."""
    combat = subject.game.section(Combat)
    if combat is None or combat.faces is not None:
        return
    rows = subject.tree.mapping("combat").mapping("table")
    cells = [(total, n, code) for total in rows for n, code in enumerate(rows.texts(total))]
    for verb in ("lose_steps", "retreat"):
        most = {}
        for *_, code in cells:
            result = combat.results.get(code)
            steps = (
                [step for step in each_step(result.effects) if step.verb == verb] if result else []
            )
            numbers = [step.hexes if verb == "retreat" else step.count or 0 for step in steps]
            most[code] = max(numbers, default=0)
        ranked = sorted({*most.values()}, reverse=True)
        if len(ranked) < 2 or ranked[0] < MANY or ranked[0] <= FAR_MORE * ranked[1]:
            continue
        total, n, code = next(cell for cell in cells if most[cell[2]] == ranked[0])
        unit = "hexes of retreat" if verb == "retreat" else "lost steps"
        message = f"{code} is {ranked[0]} {unit}, where no other result has more than {ranked[1]}"
        place = subject.node("combat", "table", total, n).place()
        findings.add("HW452", place, message, help="check the row against the print")


def _drives_off(result: CombatResult) -> bool:
    """Whether defenders do not stay where they are, all or some."""
    return any(
        effect.who == "defender" and effect.verb in ("eliminate", "retreat")
        for effect in result.effects
    )


def _cost(result: CombatResult, who: str) -> int:
    """What a result costs a side, roughly: any loss outweighs every retreat."""
    cost = 0
    for effect in result.effects:
        count = effect.count or ALL
        weights = {
            "eliminate": A_UNIT * count,
            "lose_steps": A_STEP * count,
            "retreat": effect.hexes,
        }
        if effect.verb == "exchange":
            cost += A_UNIT * ALL
        elif effect.who == who:
            cost += weights.get(effect.verb, 0)
    return cost


@of_all_games
def printed_strengths_count(subjects: Sequence[Subject], findings: Findings) -> None:
    """Counters with a weaker side need battles in which printed values count."""
    battles = [s for s in subjects if s.game.section(Combat) is not None]
    if any(s.game[Combat].strength == "printed" for s in battles):
        return
    for subject in battles:
        weaker = (
            unit
            for unit in subject.game[Units].counters.values()
            if len({(step.attack, step.defense) for step in unit.steps}) > 1
        )
        unit = next(weaker, None)
        key = subject.key("combat", "strength")
        if unit is not None and subject.is_own(key):
            message = f"the steps of {unit.id} differ in strength, and every unit counts one"
            hint = "write `strength: printed` in combat"
            findings.add("HW415", key.place(), message, help=hint)
            return


@of_all_games
def odds_can_be_below(subjects: Sequence[Subject], findings: Findings) -> None:
    """Odds never fall below a column for one attacker, so that `below` says nothing, be it in the
    game or in a patch in play.
    """
    useless: dict[Span, tuple[str, Node]] = {}
    for subject in subjects:
        for patches, game in games_in_play(subject):
            combat = game.section(Combat)
            if combat is None or combat.faces is not None or combat.below == "first_column":
                continue
            if combat.column != "attackers" or combat.columns[0] > 1:
                return
            trees = [patch for patch in reversed(patches) if "below" in patch.mapping("combat")]
            key = key_node(descend((*trees, subject.tree)[0], ("combat",)), "below")
            if subject.is_own(key):
                useless.setdefault(key.place(), (combat.headings[0], key))
    for heading, key in useless.values():
        message = f"no attack is below column {heading}: one attacker is enough"
        findings.add("HW416", key.place(), message, help="delete `below`", fix=without(key))


@of_each_game
def attackers_have_zones(subject: Subject, findings: Findings) -> None:
    """Units that attack into zones of their own must have some."""
    zones, combat = subject.game.section(ZonesOfControl), subject.game.section(Combat)
    if combat is None or combat.attackers.reach != "own_zone":
        return
    if zones is None:
        node = subject.node("combat", "attackers", "reach")
        lacks("zones_of_control", node, "units attack into their own zones", findings)
    elif zones.exerted_by == "none":
        place = subject.node("combat", "attackers", "reach").place()
        related = [subject.node("zones_of_control", "exerted_by").place("no unit has one")]
        message = "units attack into their own zones, and no unit has a zone"
        findings.add("HW406", place, message, related=related, help="delete one of the two")


@of_each_game
def columns_suit_the_odds(subject: Subject, findings: Findings) -> None:
    """Columns are ratios if and only if the odds are."""
    combat = subject.game.section(Combat)
    if combat is None or combat.faces is not None:
        return
    columns = subject.node("combat", "columns")
    ratios = any(":" in heading for heading in subject.tree.mapping("combat").texts("columns"))
    if ratios and combat.column != "ratio":
        message = f"the columns are ratios, and the odds are {combat.column}"
        findings.add(
            "HW406", columns.place(), message, help="write column: ratio, or whole columns"
        )
    if combat.column == "ratio" and any(column <= 0 for column in combat.columns):
        message = "a ratio is more than 0"
        findings.add("HW406", columns.place(), message, help="write columns such as 1:2")


@of_all_games
def every_result_is_used(subjects: Sequence[Subject], findings: Findings) -> None:
    """No result that no row of the table leads to."""
    battles = [(s, c) for s in subjects if (c := s.game.section(Combat)) is not None]
    used = {code for _, combat in battles for row in combat.table.values() for code in row}
    used |= {combat.below_result for _, combat in battles}
    used |= {combat.automatic.result for _, combat in battles if combat.automatic}
    # A code may be used only by a table that an effect or a phase lays over this one.
    nodes = (node for subject, _ in battles for node in subject.mappings() if "patch" in node)
    for patched in (node.mapping("patch").mapping("combat") for node in nodes):
        rows = patched.mapping("table")
        used |= {code for total in rows for code in rows.texts(total)}
        used |= {patched.mapping(key).text("result") for key in ("below", "automatic")}
    for subject, combat in battles:
        keys = {code: [subject.key("combat", "results", code)] for code in combat.results}
        for patch in patches_in(subject):
            results = patch.mapping("combat").mapping("results")
            for code in results.entries.keys() - {"pattern", "order"}:
                keys.setdefault(code, []).append(results.entries[code].key)
        for code in keys.keys() - used:
            for key in filter(subject.is_own, keys[code]):
                message = f"result {code} is defined and never used"
                findings.add("HW302", key.place(), message, help="use it or delete it")


@of_each_game
def automatic_odds_can_be_reached(subject: Subject, findings: Findings) -> None:
    """Odds that win without a roll can be reached, and those under `or` are lower."""
    combat = subject.game.section(Combat)
    automatic = combat.automatic if combat else None
    if combat is None or automatic is None:
        return
    least, last = column_value(automatic.at_least), combat.columns[-1]
    node = subject.node("combat", "automatic", "at_least")
    if combat.above == "forbidden" and least > last:
        message = (
            f"no attack reaches {automatic.at_least}: above {combat.headings[-1]} is forbidden"
        )
        findings.add("HW428", node.place(), message, help="lower it, or delete `above`")
    if (":" in automatic.at_least) != (combat.column == "ratio"):
        message = f"{automatic.at_least} is no odds where the column is found by {combat.column}"
        findings.add("HW428", node.place(), message, help="write it as the columns are written")
    easier = automatic.easier
    if easier is not None and column_value(easier.at_least) >= least:
        node = subject.node("combat", "automatic", "or", "at_least")
        message = f"{easier.at_least} is no easier than {automatic.at_least}"
        findings.add("HW428", node.place(), message, help="lower it, or delete `or`")
    kinds = {phase.kind for phase in subject.game[SequenceOfPlay].phases}
    for index, kind in enumerate(automatic.when):
        if kind == "movement" and kind not in kinds:
            node = subject.node("combat", "automatic", "when", index)
            message = f"no phase is of kind {kind}"
            findings.add("HW428", node.place(), message, help="delete it, or add such a phase")


@of_each_game
def who_pays_has_the_points(subject: Subject, findings: Findings) -> None:
    """A modifier of one side's attacks is not paid for out of the other side's pool."""
    if not subject.game.has("pools"):
        return
    from hexwar.rules.pools.section import Pools  # few games have them

    combat, pools = subject.game.section(Combat), subject.game.section(Pools)
    if combat is None or pools is None:
        return
    for modifier in combat.modifiers.values():
        price = modifier.spends
        pool = pools.by_id.get(price.pool) if price else None
        if price is None or pool is None or not modifier.side:
            continue
        if (pool.side == modifier.side) != (price.by == "attacker"):
            node = subject.node("combat", "modifiers", modifier.id, "spends", "pool")
            attacks = f"{modifier.side} attacks, the {price.by} pays"
            message = f"nobody can ever pay: {attacks}, and {price.pool} is the pool of {pool.side}"
            findings.add("HW542", node.place(), message, help="correct `side`, `by` or the pool")
