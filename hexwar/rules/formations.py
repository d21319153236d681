"""Section ``formations``: counters that belong together, such as the regiments of a division.

A formation is the mask of its counters. Whether it is *complete* depends on where they stand,
whether it is *lost* on the steps or units that its counters in the scenario have lost. Rules ask
both about a unit (selectors), and how many such formations there are (conditions).

In this order: what may be said, which counters belong together, what selectors and conditions make
of that, the words for it, what ``check`` proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Literal

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    Number,
    SideName,
    between,
    defines,
    key,
    matching,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.definition.model import Condition
from hexwar.definition.tree import MappingNode
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.checks import most_of
from hexwar.rules.language.conditions import (
    Measure,
    Reached,
    how_many,
    share_of,
    side_of,
    so_many,
    there_are,
)
from hexwar.rules.language.section import CountOrShare, Names, Selector, one_of
from hexwar.rules.language.selectors import Fitting, Key, Selectors, selected
from hexwar.rules.language.wording import called, either, in_words, number, several
from hexwar.rules.units.rules import Forces, in_scenario, mask_of, steps_missing
from hexwar.rules.units.section import Units

# What section ``formations`` may say, and what it adds to selectors, conditions and counts.


FormationName = Annotated[str, name_of("formation")]
WHOLE = Fraction(1)
GUARD = {"title": "Guard Division"}


class Formation(Form, example=GUARD):
    """One formation."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Guard Division")] = ""


class Formations(Form, whole="by_id", example={"guard": GUARD}):
    """Formations: counters that belong together, such as the regiments of a division. A counter
    says which it belongs to (`formation`); rules ask for it in selectors and conditions.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("formation")], Formation], NOT_EMPTY
    ] = {}


class FormationLosses(Form, words={"all": {}}, example={"share": "1/2"}):
    """How much of a formation is lost."""

    share: Annotated[Number, says("At least this share of what it began with.", "1/2")] = WHOLE
    at_least: Annotated[
        int | None, between(1, 1000), says("In place of a share, so many at least.", 5)
    ] = None
    in_: Annotated[
        Literal["steps", "units"],
        key("in"),
        says("What is counted: a unit that is out of play has lost all its steps.", "units"),
    ] = "steps"


class FormationSelectors(Form, needs=needs("formations", idle=True)):
    """What the section adds to selectors."""

    formation: Annotated[
        Names,
        read_by(lambda: one_of(FormationName, "A formation.", "guard")),
        says("Of this formation.", "guard", ["guard", "line"]),
    ] = ()
    complete: Annotated[
        Literal["formation", "full_formation"] | None,
        says(
            "In one hex with all units of its formation: formation, all that are in play; "
            "full_formation, all that take part in the scenario, none of them lost. Where a unit "
            "hides, the other side does not take its formation for complete.",
            "formation",
        ),
    ] = None
    formation_lost: Annotated[
        FormationLosses | None,
        says(
            "Of a formation of which this much is lost: brigades that are no longer effective, "
            "divisions that are demoralised.",
            "all",
            {"share": "1/2"},
        ),
    ] = None


class FormationsOf(Form, example={"side": "red", "lost": "all"}):
    """How many of some formations there are; one without units in the scenario does not count."""

    side: Annotated[SideName | None, says("Those of this side.", "red")] = None
    formation: Annotated[
        Names,
        read_by(lambda: one_of(FormationName, "A formation.", "guard")),
        says("One of these.", "guard", ["guard", "line"]),
    ] = ()
    lost: Annotated[
        FormationLosses | None,
        says("Those of which this much is lost: all, or a share.", "all", {"share": "1/2"}),
    ] = None
    only: Annotated[
        Selector | None,
        says(
            "Those of which every unit in play is one of these, and there is one at least.",
            {"at": {"region": "towns"}},
        ),
    ] = None


class FormationsAre(
    FormationsOf, CountOrShare, example={"side": "red", "lost": "all", "at_least": 2}
):
    """How many of some formations there are; at least one if no number is given."""


class FormationConditions(Form, one_of=True, needs=needs("formations", idle=True)):
    """What the section adds to conditions."""

    formations: FormationsAre


class FormationCounts(Form, one_of=True, needs=needs("formations", idle=True)):
    """What the section adds to counts."""

    formations: FormationsOf


# Which counters belong together, and which formations are whole or lost.


class FormationRules:
    """The units of every formation, as masks."""

    def __init__(self, frame: Frame, forces: Forces, section: Formations) -> None:
        self._forces = forces
        self._missing = steps_missing(frame)
        self.titles = {name: formation.title for name, formation in section.by_id.items()}
        counters = frame.resolved[Units].counters.values()
        belongs = [unit.formation for unit in counters]
        self._members = {
            name: mask_of(unit for unit, formation in enumerate(belongs) if formation == name)
            for name in section.by_id
        }

    def of(self, names: Iterable[str]) -> int:
        """The mask of the counters of these formations, whether or not they are in play."""
        return sum([self._members[name] for name in set(names)])

    def named(self, unit: int) -> str:
        """The formation that a counter belongs to; empty if there is none."""
        return next((name for name, units in self._members.items() if units >> unit & 1), "")

    def complete(self, state: Position, unknown: int, part: int) -> int:
        """The units that stand in one hex with all of their formation that are in play.

        ``unknown`` are units whose place the side that asks does not know; every unit of ``part``,
        a mask, must be there.
        """
        complete = 0
        for units in self._members.values():
            standing = [unit for unit in bits(units) if state.cells[unit]]
            whole = not units & part & ~mask_of(standing)
            if whole and len({state.cells[unit] for unit in standing}) == 1:
                complete |= 0 if units & unknown else mask_of(standing)
        return complete

    def is_lost(self, state: Position, units: int, losses: FormationLosses) -> bool:
        """Whether so much of these units is lost."""
        lost = began = 0
        for unit in bits(units):
            # A counter that begins reduced has not lost the steps that it never had.
            missing = self._missing[unit]
            steps = 1 if losses.in_ == "units" else self._forces.steps[unit] - missing
            gone = 0 if losses.in_ == "units" else max(0, state.lost[unit] - missing)
            lost += steps if state.eliminated >> unit & 1 else gone
            began += steps
        return began > 0 and lost >= (losses.at_least or losses.share * began)

    def worn(self, state: Position, part: int, losses: FormationLosses) -> int:
        """The counters of formations of which so much is lost; ``part``: the units that take
        part.
        """
        kept_under = ("worn", losses.share, losses.at_least, losses.in_)
        counters: int | None = state.near.get(kept_under)
        if counters is None:
            members = self._members.values()
            worn = [units for units in members if self.is_lost(state, units & part, losses)]
            counters = state.near[kept_under] = sum(worn)
        return counters


# The keys ``formation``, ``complete`` and ``formation_lost``, and the measure ``formations``.


def _rules(frame: Frame, forces: Forces) -> FormationRules:
    return FormationRules(frame, forces, frame.resolved[Formations])


def _formation(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    return _rules(selectors.frame, selectors.forces).of(names)


def _complete(complete: str, selectors: Selectors, side: int) -> Fitting:
    rules, others = _rules(selectors.frame, selectors.forces), selectors.others(side)
    part = in_scenario(selectors.frame) if complete == "full_formation" else 0
    return lambda state: rules.complete(state, state.secret & others, part)


def _formation_lost(losses: FormationLosses, selectors: Selectors, side: int) -> Fitting:
    rules, part = _rules(selectors.frame, selectors.forces), in_scenario(selectors.frame)
    return lambda state: rules.worn(state, part, losses)


def _formations(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """The measure ``formations``: how many there are that have lost so much, or have such units."""
    given, rules = condition.arguments, _rules(frame, forces)
    concerned = _formations_counted(condition, frame, forces)
    lost: FormationLosses | None = given.get("lost")
    selectors = Selectors(frame, forces)
    meant = selectors.mask(given["only"]) if "only" in given else None

    def fits(state: Position, units: int) -> bool:
        if lost is not None and not rules.is_lost(state, units, lost):
            return False
        if meant is None:
            return units > 0
        # A hidden unit is not known to stand anywhere.
        standing = selectors.standing(state) & units
        return standing > 0 and not standing & ~(meant(state) & ~state.secret)

    return lambda state: sum([fits(state, units) for units in concerned])


def _formations_counted(condition: Condition, frame: Frame, forces: Forces) -> list[int]:
    """The formations that may be counted, each as the mask of its units in the scenario."""
    given, rules = condition.arguments, _rules(frame, forces)
    # -1 has every bit: all sides.
    side = forces.mask_of_side[side_of(condition, frame)] if "side" in given else -1
    known = in_scenario(frame) & side
    return [rules.of([name]) & known for name in given.get("formation") or rules.titles]


def _share(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    formations = sum(bool(units) for units in _formations_counted(condition, frame, forces))
    return share_of(_formations(condition, frame, forces), formations)


# -- in words -------------------------------------------------------------------------------------


def _complete_in_words(complete: str, words: object) -> str:
    return f"with all of its formation{', none of it lost' if complete == 'full_formation' else ''}"


def _which_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """Which formations are counted: of a side, of some, of such units."""
    given = condition.arguments
    clauses = [f"of {names.get(str(given['side']), 'a side')}"] if "side" in given else []
    if given["formation"]:
        clauses.append(f"among {either(called(names, 'formation', f) for f in given['formation'])}")
    only = given.get("only")
    clauses += [f"all {selected(only, names)}"] if isinstance(only, Selector) else []
    return ", ".join(clauses)


def _formations_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """How many formations there are of the kind that is asked for."""
    lost = condition.arguments.get("lost")
    bounds = how_many(condition, names)
    counted = f"{so_many(bounds, 'formation')} {_which_in_words(condition, names)}".rstrip()
    if isinstance(lost, FormationLosses):
        is_plural = there_are(bounds) == "there are"
        have, whose = ("have", "their") if is_plural else ("has", "its")
        return f"{counted} {have} lost {_how_much(lost, whose)}"
    return f"{there_are(bounds)} {counted}"


def _formation_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    formation = _which_in_words(condition, names)
    lost = condition.arguments.get("lost")
    return f"formation {formation}".rstrip() + (
        f" that has lost {_how_much(lost, 'its')}" if isinstance(lost, FormationLosses) else ""
    )


def _how_much(lost: FormationLosses, whose: str = "their") -> str:
    if lost.at_least:
        return f"at least {several(lost.at_least, lost.in_.removesuffix('s'))}"
    share = "all" if lost.share == WHOLE else f"at least {number(lost.share)}"
    return f"{share} of {whose} {lost.in_}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """The formation that a unit belongs to."""
    rules = state.rules.find(FormationRules)
    name = rules.named(unit) if rules is not None else ""
    if rules is not None and name:
        yield Status(rules.titles[name])


TITLES = {"formation": lambda game: game[Formations].by_id}
MEASURES = {"formations": _formations}
SHARES = {"formations": _share}
WORDINGS = {"formations": _formations_in_words}
COUNTED = {"formations": _formation_in_words}
SELECTS = {
    "formation": Key(_formation, lambda names, words: either(map(in_words, names))),
    "complete": Key(_complete, _complete_in_words),
    "formation_lost": Key(
        _formation_lost, lambda lost, words: f"of a formation that has lost {_how_much(lost)}"
    ),
}
STATUS = (_status,)


# What is proved of section ``formations``: that counters belong to them, all of one side.


@of_all_games
def every_formation_has_counters(subjects: Sequence[Subject], findings: Findings) -> None:
    """No formation to which no counter belongs."""
    used = {unit.formation for s in subjects for unit in s.game[Units].counters.values()}
    for subject in subjects:
        for name in subject.game[Formations].by_id:
            defined = subject.key("formations", name)
            if name not in used and subject.is_own(defined):
                message = f"formation {name} is defined and never used"
                hint = "write `formation:` at its counters, or delete it"
                findings.add("HW302", defined.place(), message, help=hint)


@of_each_game
def formations_are_of_one_side(subject: Subject, findings: Findings) -> None:
    """No formation with counters of two sides."""
    first: dict[str, str] = {}
    counters = subject.game[Units].counters
    for unit in counters.values():
        other = first.setdefault(unit.formation, unit.id)
        if unit.formation and counters[other].side != unit.side:
            place = subject.node("units", "counters", unit.id, "formation").place()
            related = [subject.node("units", "counters", other, "formation").place("the other")]
            message = f"{unit.formation} has counters of {counters[other].side} and {unit.side}"
            hint = "give each side a formation of its own"
            findings.add("HW520", place, message, related=related, help=hint)


@most_of("formations")
def most_formations(subject: Subject, leaf: MappingNode) -> tuple[int | None, str]:
    """The most formations that a condition can count: those of its side."""
    side, game = leaf.text("side"), subject.game
    share = leaf.mapping("lost").text("share")
    if share and Fraction(share) > 1:
        return 0, "no formation loses more than all"
    counters = game[Units].counters.values()
    of_side = {u.formation for u in counters if u.formation and (not side or u.side == side)}
    named = set(leaf.texts("formation"))
    most = len(of_side & named if named else of_side)
    return most, f"{side or 'the game'} has {most} such formations"
