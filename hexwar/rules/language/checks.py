"""What is proved of words that all sections share: conditions, selectors, lists, patches, cases.

They may stand anywhere, so these checks look at the tree of what is written and not at single
sections. In this order: a condition that asks for more than there is can never hold; `own`, `enemy`
and roles mean something where they stand; no list repeats an item; no patch is empty; cases end
with one for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise, takewhile
from typing import Any, NamedTuple

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Fix, Span
from hexwar.definition.editing import deletion, without, without_patch
from hexwar.definition.forms import asked
from hexwar.definition.tree import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    descend,
    key_node,
    parent,
    pointer,
    raw_plain,
)
from hexwar.definition.verdict import Path, Placed
from hexwar.rules.language.callers import nobodys_phases, rolled_on
from hexwar.rules.language.places import EACH_UNITS, NOBODYS, OF_A_BATTLE, PHASE_OR_EACH
from hexwar.rules.language.section import Selector, could_fit
from hexwar.rules.language.selectors import values_in_words
from hexwar.rules.language.wording import either, every
from hexwar.rules.scopes.checks import patches_in
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units

STEPS_THAT_THROW = frozenset({"table", "roll", "deal", "for_each"})
"""Steps that come out differently each time."""

STEPS_OF_UNITS = "steps"
"""Under this key stands what is printed for each step of a unit, which may well be the same."""

STEPS_THAT_COUNT = frozenset(
    {"eliminate", "lose_steps", "mark", "unmark", "advance", "deal", "discard"}
)
"""Steps that say how often they are meant."""

KEYS_THAT_ASK = frozenset(
    {"if", "only", "except", "while", "where", "traits", "terrain", "feature", "calendar", "begins"}
    | {"struck_in", "strikes", "sources"}
)
"""Under these keys a list names things one of which must fit: an item means no more by standing
twice.
"""


@of_all_games
def conditions_can_hold(subjects: Sequence[Subject], findings: Findings) -> None:
    """No condition asks for more turns, hexes, units, steps or points than there are.

    One that cannot hold in a short scenario may hold in a longer one: it must in some.
    """
    never: dict[Span, str] = {}
    sometimes: set[Span] = set()
    for subject in subjects:
        leaves = chain.from_iterable(map(_leaves, _conditions(subject.tree)))
        for kind, leaf in leaves:
            why = _why_never(subject, kind, leaf)
            if why:
                never.setdefault(leaf.place(), why)
            else:
                sometimes.add(leaf.place())
    for place, why in never.items():
        # What cannot hold in a short scenario may well be meant for a longer one.
        if place not in sometimes:
            findings.add("HW512", place, f"this can never hold: {why}")


def _conditions(node: Node) -> Iterator[Node]:
    """Every condition of a tree: what stands under `if`."""
    if isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            if key == "if":
                yield entry.value
            else:
                yield from _conditions(entry.value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _conditions(item)


def _why_never(subject: Subject, kind: str, leaf: MappingNode) -> str:
    """Why a part of a condition never holds; empty if it may."""
    low, high = leaf.integer("at_least"), leaf.integer("at_most")
    if low is not None and high is not None and low > high:
        return f"at least {low} and at most {high} exclude each other"
    share = leaf.text("share")
    if share and Fraction(share) > 1:
        return "no share is more than all"
    if share or "more_than" in leaf:
        return ""
    most, there_are = _most_that_counts(subject, kind, leaf)
    least = 1 if low is None and high is None else low or 0
    return f"{there_are}, and it asks for {least}" if most is not None and least > most else ""


def _leaves(condition: Node) -> Iterator[tuple[str, MappingNode]]:
    """The conditions without parts inside one, each with its word."""
    if not isinstance(condition, MappingNode):
        return
    for kind, entry in condition.entries.items():
        if isinstance(entry.value, SequenceNode):
            for part in entry.value.items:
                yield from _leaves(part)
        elif kind == "not":
            yield from _leaves(entry.value)
        elif isinstance(entry.value, MappingNode):
            yield kind, entry.value


Most = Callable[[Subject, MappingNode], tuple[int | None, str]]

_LIMITS_OF_SECTIONS: dict[str, Most] = {}


def most_of(kind: str) -> Callable[[Most], Most]:
    """The most that a kind of condition can count, and why, as its section knows; ``None``: any
    number.
    """

    def keep(most: Most) -> Most:
        _LIMITS_OF_SECTIONS[kind] = most
        return most

    return keep


def _most_that_counts(subject: Subject, kind: str, leaf: MappingNode) -> tuple[int | None, str]:
    """The most that a condition's count can be, and why."""
    game = subject.game
    if kind in _LIMITS_OF_SECTIONS:
        return _LIMITS_OF_SECTIONS[kind](subject, leaf)
    if kind == "turn":
        return game[SequenceOfPlay].turns, f"the game has {game[SequenceOfPlay].turns} turns"
    side = leaf.text("side")
    trait = leaf.mapping("only").text("trait")
    counters = [unit for unit in game[Units].counters.values() if unit.side == side]
    own = [unit for unit in counters if trait in unit.traits or not trait]
    units, of_trait = len(own), f" of {trait}" if trait else ""
    if kind == "eliminated":
        return units, f"{side} has {units} units{of_trait}"
    if kind == "steps_lost":
        steps = sum(len(unit.steps) for unit in own)
        return steps, f"{side} has {steps} steps{of_trait}"
    if kind not in ("occupied", "controlled", "hexes"):
        return None, ""
    region = leaf.text("region")
    if region not in game.map.regions:
        return None, ""
    hexes = len(game.map.region(region))
    if units < hexes and kind == "occupied":
        return units, f"{side} has {units} units"
    return hexes, f"region {region} has {hexes} hexes"


@of_all_games
def words_mean_something_in_their_places(subjects: Sequence[Subject], findings: Findings) -> None:
    """No selector asks for a role that no unit has where it stands, nor for `own` or `enemy` where
    that is the same for all units.
    """
    idle: dict[Span, tuple[ScalarNode, str, WordInPlace]] = {}
    sometimes: set[Span] = set()
    for subject in subjects:
        for section, placed in subject.placed:
            node = descend(section, placed.path)
            place = _in_this_game(placed, section, subject)
            code = "HW546" if placed.hangs_on == "own" else "HW547"
            why_not = _why_no_role if code == "HW547" else _why_always_or_never
            words = node.items if isinstance(node, SequenceNode) else (node,)
            for word in words:
                if not isinstance(word, ScalarNode) or not subject.is_own(word):
                    continue
                why = why_not(word.raw, place, subject)
                if why is None:
                    sometimes.add(word.place())
                elif word.place() not in idle:
                    if why.whose:
                        why = _with_fix(why, word, section, placed.path, subject)
                    idle[word.place()] = word, code, why
    for span, (word, code, why) in idle.items():
        # An option may bring the section without which no unit has the role.
        if span not in sometimes:
            at = pointer(word)
            findings.add(code, span, why.message, pointer=at, help=why.help, fix=why.fix)


def _in_this_game(placed: Placed, section: Node, subject: Subject) -> asked:
    """The place of a word in this game: in a table with the roles and the eyes of its callers, in a
    phase with the eyes that it has, and where only one side of a battle is asked with its role.
    """
    place, path = placed.place, placed.path
    fights = _who_of_step(section, path) if place.eyes == OF_A_BATTLE.eyes else ""
    if fights:
        role = [role for role in place.roles or () if role.word == fights]
        # Where several sides are allied, those who attack are not all of the side that looks.
        units = "own" if fights == "attacker" else "enemy"
        is_of_two = len(subject.game[Sides].all) == 2
        return asked(place.eyes, *role, units=units if is_of_two else place.units)
    around = tuple(step for step in path if isinstance(step, str))[:-1]
    part = _PART_ASKED.get(around[-1:]) or _PART_ASKED.get(around[-2:], "")
    if part and placed.hangs_on == "role" and not place.called:
        roles = [role for role in place.roles or () if role.word == part]
        return asked(place.eyes or EACH_UNITS, *roles, units=place.units) if roles else place
    if place.eyes == PHASE_OR_EACH and path[1 : path.index("for_each")] in nobodys_phases(subject):
        units = "any" if place.units == "any" else "own"
        return asked(EACH_UNITS, units=units)
    rolled = subject.once(rolled_on).get(str(path[0])) if place.called else None
    if rolled is None:
        return place
    eyes = place.eyes if rolled.has_eyes or place.eyes == EACH_UNITS else NOBODYS
    return asked(eyes, *sorted(rolled.roles), units=place.units)


def _who_of_step(section: Node, path: Path) -> str:
    """The side of a battle among whose units a step of its result chooses `only` some, where a word
    of `only` stands: attacker or defender; empty if it is any.
    """
    at = max((index for index, step in enumerate(path) if step == "only"), default=0)
    inside = {step for step in path[at + 1 : -1] if isinstance(step, str)}
    if not at or path[at - 1] not in STEPS_OF_SOME or not inside <= {"not", "any", "all"}:
        return ""
    step = descend(section, path[:at])
    who = step.text("who") if isinstance(step, MappingNode) else ""
    if not who and path[at - 1] in ("mark", "unmark"):
        return "defender"
    return who if who in ("attacker", "defender") else ""


STEPS_OF_SOME = frozenset({"eliminate", "lose_steps", "mark", "unmark"})
"""Steps of results of battles that are for units of a side, or `only` for some of them."""

_PART_ASKED: Mapping[tuple[str, ...], str] = {
    ("attackers",): "attacker",
    ("attacker", "only"): "attacker",
    ("defenders",): "defender",
    ("defender", "only"): "defender",
}
"""The keys right around `role` under which only the units of one side of a battle are asked."""


@of_all_games
def selectors_fit_counters(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every selector is about units that some counter can be, in some game."""
    idle, fits = dict[Span, tuple[Node, Selector]](), set[Span]()
    for subject in subjects:
        counters = subject.game[Units].counters.values()
        inside = set[tuple[int, Path]]()
        if counters:
            for section, (path, value) in subject.opened:
                if not isinstance(value, Selector) or _is_switched(subject, section, path):
                    continue
                written = descend(section, path)
                vain = not any(could_fit(value, unit) for unit in counters)
                # Of what stands in each other the innermost is told: those come first.
                if vain and (id(section), path) not in inside and subject.is_own(written):
                    idle.setdefault(written.place(), (written, value))
                if vain:
                    inside |= {(id(section), path[:length]) for length in range(len(path))}
                else:
                    fits.add(written.place())
    for span, (written, value) in idle.items():
        if span not in fits:
            asked_for = " and ".join(filter(None, (_asked_for(*entry) for entry in value.said())))
            message = f"no counter can be this: {asked_for or 'they exclude each other'}"
            hint = "choose units by what counters are, or delete what is for these"
            findings.add("HW449", span, message, pointer=pointer(written), help=hint)


def _asked_for(key: str, wanted: Any) -> str:
    """What a selector asks of a counter, in words; nothing if play decides about it."""
    if key == "value":
        return values_in_words(wanted)
    if key == "step":
        return f"step {either(map(str, wanted))}"
    return f"{key} {either(wanted)}" if key in ("side", "type", "trait", "unit") else ""


def _is_switched(subject: Subject, section: Node, path: Path) -> bool:
    """Whether a patch in play chooses units where the game does already, or the game where a patch
    does: nobody may be meant for a while.
    """
    name = pointer(section).rpartition("/")[2]
    place = (name, *takewhile(lambda step: isinstance(step, str), path))
    trees = [*patches_in(subject)]
    if section is subject.tree.get(name):
        return any(_stands_in(patch, place) for patch in trees)
    # An item of a list, such as a step of a result, switches nothing off.
    return len(place) > len(path) and _stands_in(subject.tree, place[:-1])


def _stands_in(tree: Node, path: Sequence[str | int]) -> bool:
    """Whether something stands in a tree at a path."""
    around = descend(tree, path[:-1])
    return isinstance(around, MappingNode) and str(path[-1]) in around


class WordInPlace(NamedTuple):
    """Why a word says nothing in its place, what fits there, and how it is fixed automatically.

    ``whose``: where it is the same for all units, whether they are all own or all enemies.
    """

    message: str
    help: str
    fix: Fix | None = None
    whose: str = ""


def _with_fix(
    why: WordInPlace, word: ScalarNode, section: Node, path: Path, subject: Subject
) -> WordInPlace:
    """Adds how `own` or `enemy` is fixed: where units are counted for a side, the side meant is
    named; what always holds is taken out, and the whole `only` where nothing else stands in it.
    """
    whose = _counted_for(section, path, subject)
    others = [side.id for side in subject.game[Sides].all if side.id != whose]
    meant = whose if word.raw == "own" else others[0] if len(others) == 1 else ""
    if whose and meant:
        return why._replace(help=f"did you mean {meant}?", fix=Fix(meant, safe=True))
    if word.raw != why.whose:
        return why
    around = parent(key_node(descend(section, path[:-1]), str(path[-1])))
    alone = isinstance(around, MappingNode) and len(around.entries) == 1
    # The last of several cases has no `only`, and is for all other units.
    if alone and (path[-2:-1] != ("only",) or "cases" in path):
        return why
    # The selector goes with its only word: empty, it would stand for all units.
    *above, key = path[:-1] if alone else path
    return why._replace(fix=deletion(key_node(descend(section, tuple(above)), str(key))))


def _counted_for(section: Node, path: Path, subject: Subject) -> str:
    """The side that units are counted for with a selector, as the nearest mapping around the count
    says it: the side that wins, or gets the points; empty if none does.
    """
    if path[-2:-1] != ("of",):
        return ""
    sides = {side.id for side in subject.game[Sides].all}
    for length in range(len(path) - 2, -1, -1):
        around = descend(section, path[:length])
        named = (
            around.text("winner") or around.text("side") if isinstance(around, MappingNode) else ""
        )
        if named:
            return named if named in sides and length < len(path) - 2 else ""
    return ""


def _why_always_or_never(word: str, place: asked, subject: Subject) -> WordInPlace | None:
    """Why `own` or `enemy` is the same for all units, if it is."""
    if word not in ("own", "enemy"):
        return None
    if place.eyes == NOBODYS:
        message = f"{word} never holds here: only phases of nobody roll on the table, for no units"
        return WordInPlace(message, f"name a side ({_sides(subject)}), or leave it out")
    if place.units not in ("own", "enemy"):
        return None
    whose = "every unit is seen from its own side"
    if place.eyes != EACH_UNITS:
        asked_units = "units" if place.units == "own" else "enemies"
        whose = f"only {asked_units} of {place.eyes} are asked, with whose eyes it looks"
    holds = "always holds" if word == place.units else "never holds"
    hint = "both words tell where others are meant: `within`"
    hint = f"name a side ({_sides(subject)}), or leave it out; {hint}"
    return WordInPlace(f"{word} {holds} here: {whose}", hint, whose=place.units)


def _sides(subject: Subject) -> str:
    return either([side.id for side in subject.game[Sides].all])


def _why_no_role(word: str, place: asked, subject: Subject) -> WordInPlace | None:
    """Why no unit has a role, if none has."""
    roles = [role for role in place.roles or () if not role.needs or role.needs in subject.tree]
    if any(role.word == word for role in roles):
        return None
    message = f"nobody is {word} here"
    lacking = next((role.needs for role in place.roles or () if role.word == word), "")
    if lacking:
        return WordInPlace(
            f"{message} without section {lacking}", f"add {lacking}, or leave it out"
        )
    names = {role.word: role.who for role in roles}
    if not names:
        hint = "choose the units by trait, type, side or where they stand"
        return WordInPlace(f"{message}: units have no roles where this is asked", hint)
    hint = f"the roles here are {every(f'{name} ({who})' for name, who in names.items())}"
    meant = _SAME_PART.get(word, "")
    return WordInPlace(message, hint, Fix(meant, safe=True) if meant in names else None)


_SAME_PART = {
    "attacker": "actor",
    "actor": "attacker",
    "defender": "target",
    "target": "defender",
}
"""The same part in a fire and in a battle: the unit that acts, and the one it acts on."""


@of_all_games
def nothing_is_said_twice(subjects: Sequence[Subject], findings: Findings) -> None:
    """No list of mappings repeats an item right away, except for throws and for states that grow
    worse: it would be a copying error.
    """
    seen: set[int] = set()
    for subject in subjects:
        states = subject.tree.mapping("states")
        for again in _repeated_items(subject.tree, seen):
            mark = again.get("mark") if isinstance(again, MappingNode) else None
            marked = mark.text("state") if isinstance(mark, MappingNode) else ""
            if isinstance(mark, ScalarNode):
                marked = mark.raw
            if subject.is_own(again) and "again" not in states.mapping(marked):
                message = "this says the same as what stands before it, once more"
                # Only what is done can be done twice; lines of victory, levels and the like have no
                # count.
                counts = isinstance(again, MappingNode) and not STEPS_THAT_COUNT.isdisjoint(again)
                hint = "delete one of them"
                hint += ", or say how often: `count: 2`" if counts else ""
                findings.add("HW479", again.place(), message, help=hint)


@of_all_games
def patches_say_something(subjects: Sequence[Subject], findings: Findings) -> None:
    """No patch is empty, nor is what it says of a section that the game has anyway."""
    seen: set[int] = set()
    for subject in subjects:
        for node in (subject.root, subject.tree):
            for key in _left_empty(node, subject.root, seen):
                if subject.is_own(key):
                    message = f"{key.raw} is empty, and so the patch changes nothing"
                    hint = "say what changes, or delete it"
                    fix = without_patch(key) if key.raw == "patch" else without(key)
                    findings.add("HW109", key.place(), message, help=hint, fix=fix)


def _left_empty(node: Node, root: MappingNode, seen: set[int]) -> Iterator[ScalarNode]:
    """The word `patch` where it has nothing, and sections in it that say nothing."""
    if isinstance(node, ScalarNode) or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _left_empty(item, root, seen)
        return
    for key, entry in node.entries.items():
        value = entry.value
        if key == "patch" and isinstance(value, MappingNode):
            here = [entry, *(part for name, part in value.entries.items() if name in root)]
            for part in here:
                if isinstance(part.value, MappingNode) and not part.value.entries:
                    yield part.key
        yield from _left_empty(value, root, seen)


def _repeated_items(
    node: Node, seen: set[int], *, asked: bool = False, rows: bool = False
) -> Iterator[Node]:
    """The items of lists that equal the item before them; those of a part that games share only
    once.

    Words and numbers may stand twice, as in the ``rows`` of a table, except in what is ``asked``;
    the step ``nothing`` may not.
    """
    if isinstance(node, ScalarNode) or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            if key == STEPS_OF_UNITS and isinstance(entry.value, SequenceNode):
                continue
            inner_rows = rows or key == "table"
            yield from _repeated_items(
                entry.value, seen, asked=asked or key in KEYS_THAT_ASK, rows=inner_rows
            )
        return
    for before, item in pairwise(node.items):
        thrown = isinstance(item, MappingNode) and not STEPS_THAT_THROW.isdisjoint(item)
        is_step = isinstance(item, ScalarNode) and item.raw == "nothing" and not rows
        alike = isinstance(item, MappingNode) or asked or is_step
        alike = alike and raw_plain(before) == raw_plain(item)
        if alike and not thrown:
            yield item
    for item in node.items:
        yield from _repeated_items(item, seen, asked=asked, rows=rows)


@of_each_game
def cases_end_with_the_rest(subject: Subject, findings: Findings) -> None:
    """The last of several cases, and no other, is for the units that no case before it fits."""
    for node in (mapping for mapping in subject.mappings() if "cases" in mapping):
        cases = node.sequence("cases").items
        rest = [item for item in cases if not isinstance(item, MappingNode) or "only" not in item]
        others = [key for key in node if key != "cases"]
        if cases and not rest:
            message = "no case is for the rest"
            findings.add("HW516", cases[-1].place(), message, help="add a last one without `only`")
        elif rest and rest[0] is not cases[-1]:
            message = "this is for all the rest, and cases follow that can never hold"
            findings.add("HW516", rest[0].place(), message, help="write it last")
        elif cases and others:
            message = f"{others[0]} is said beside cases, and nobody heeds it"
            hint = "say all in cases: `{only: {side: ...}, is: ...}`"
            findings.add("HW516", key_node(node, others[0]).place(), message, help=hint)
