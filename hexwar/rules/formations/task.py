"""The keys ``formation`` and ``complete``, the measure ``formations``, what a unit belongs to.

Selectors ask of a unit what formation it is of, whether that is complete or worn; conditions count
formations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.rules.formations.rules import FormationRules
from hexwar.rules.formations.section import WHOLE, FormationLosses, Formations
from hexwar.rules.language.conditions import (
    Measure,
    Reached,
    how_many,
    share_of,
    side_of,
    so_many,
    there_are,
)
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.selectors import Fitting, Key, Selectors, selected
from hexwar.rules.language.wording import called, either, in_words, number, several
from hexwar.rules.units.rules import Forces, in_scenario


def _rules(frame: Frame, forces: Forces) -> FormationRules:
    return FormationRules(frame, forces, frame.resolved[Formations])


def _formation(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    return _rules(selectors.frame, selectors.forces).of(names)


def _complete(said: str, selectors: Selectors, side: int) -> Fitting:
    rules, others = _rules(selectors.frame, selectors.forces), selectors.others(side)
    part = in_scenario(selectors.frame) if said == "full_formation" else 0
    return lambda state: rules.complete(state, state.secret & others, part)


def _formation_lost(said: FormationLosses, selectors: Selectors, side: int) -> Fitting:
    rules, part = _rules(selectors.frame, selectors.forces), in_scenario(selectors.frame)
    return lambda state: rules.worn(state, part, said)


def _formations(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    given, rules = condition.arguments, _rules(frame, forces)
    concerned = _concerned(condition, frame, forces)
    lost: FormationLosses | None = given.get("lost")
    selectors = Selectors(frame, forces)
    meant = selectors.mask(given["only"]) if "only" in given else None

    def fits(state: Position, units: int) -> bool:
        if lost is not None and not rules.is_lost(state, units, lost):
            return False
        if meant is None:
            return units > 0
        # Who hides is not known to stand anywhere.
        standing = selectors.standing(state) & units
        return standing > 0 and not standing & ~(meant(state) & ~state.secret)

    return lambda state: sum([fits(state, units) for units in concerned])


def _concerned(condition: Condition, frame: Frame, forces: Forces) -> list[int]:
    """The formations that may be counted, each as the mask of its units in the scenario."""
    given, rules = condition.arguments, _rules(frame, forces)
    # -1 has every bit: all sides.
    side = forces.mask_of_side[side_of(condition, frame)] if "side" in given else -1
    known = in_scenario(frame) & side
    return [rules.of([name]) & known for name in given.get("formation") or rules.titles]


def _share(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    there = sum(bool(units) for units in _concerned(condition, frame, forces))
    return share_of(_formations(condition, frame, forces), there)


# -- in words -------------------------------------------------------------------------------------


def _complete_in_words(said: str, words: object) -> str:
    return f"with all of its formation{', none of it lost' if said == 'full_formation' else ''}"


def _which(condition: Condition, names: Mapping[str, str]) -> str:
    """Which formations are counted: of a side, of some, of such units."""
    given = condition.arguments
    which = [f"of {names.get(str(given['side']), 'a side')}"] if "side" in given else []
    if given["formation"]:
        which.append(f"among {either(called(names, 'formation', f) for f in given['formation'])}")
    only = given.get("only")
    which += [f"all {selected(only, names)}"] if isinstance(only, Selector) else []
    return ", ".join(which)


def _formations_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    lost = condition.arguments.get("lost")
    bounds = how_many(condition, names)
    counted = f"{so_many(bounds, 'formation')} {_which(condition, names)}".rstrip()
    if isinstance(lost, FormationLosses):
        many = there_are(bounds) == "there are"
        have, whose = ("have", "their") if many else ("has", "its")
        return f"{counted} {have} lost {_how_much(lost, whose)}"
    return f"{there_are(bounds)} {counted}"


def _one(condition: Condition, names: Mapping[str, str]) -> str:
    which = _which(condition, names)
    lost = condition.arguments.get("lost")
    return f"formation {which}".rstrip() + (
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


MEASURES = {"formations": _formations}
SHARES = {"formations": _share}
WORDINGS = {"formations": _formations_in_words}
COUNTED = {"formations": _one}
SELECTS = {
    "formation": Key(_formation, lambda names, words: either(map(in_words, names))),
    "complete": Key(_complete, _complete_in_words),
    "formation_lost": Key(
        _formation_lost, lambda lost, words: f"of a formation that has lost {_how_much(lost)}"
    ),
}
STATUS = (_status,)
