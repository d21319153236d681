"""What is proved of section ``states``: that states can begin, hold and end as they are said.

A state begins by position, by choice or by a result, and not by two of these where one would undo
the other; it ends at moments that come; what it forbids is asked where it holds. States that hold
by position must not depend on what they change themselves: there would be no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwar.definition.checks import Subject, lacks, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode, descend, key_node
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.section import Selector
from hexwar.rules.language.wording import either
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.scopes.checks import IdleKey, has_key, of_keys, of_patches_of_battles, patches_in
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.states.section import (
    OUT_OF_SUPPLY,
    States,
    StateSelectors,
)
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Units
from hexwar.rules.zones_of_control.section import ZoneSelectors

ASKED_IN_BATTLES = ("attack", "advance", "retreat", "exert_zone")
"""What may be forbidden that a battle asks for, first before it, then until all that it brings is
over.
"""
SURELY_NUMBERS = ("attack", "defense", "movement")

DONE_BY: Mapping[str, str] = {"fired": "fire", "loaded": "transport", "unloaded": "transport"}
"""By what units did, the section without which none ever does it."""

CHANGES_NOTHING: Mapping[str, int] = {"add": 0, "multiply": 1}


@of_each_game
def what_holds_by_position_has_no_marker(subject: Subject, findings: Findings) -> None:
    """A state that holds by position neither ends otherwise nor is put on units."""
    marked = {
        reference.name
        for reference in subject.references
        if reference.kind == "state"
        and (
            {"mark", "unmark", "again", "becomes"} & set(reference.path[-2:])
            or "setup" in reference.path
        )
    }
    for name, state in subject.game[States].by_id.items():
        if state.while_ is not None and (state.endings or state.taken or name in marked):
            how = "has an end" if state.endings else "is put on units"
            message = f"{name} holds by position, and {how}"
            hint = "leave out `while`, or the other"
            findings.add("HW455", subject.key("states", name).place(), message, help=hint)


@of_each_game
def no_state_turns_on_itself(subject: Subject, findings: Findings) -> None:
    """What holds by position asks for nothing that it changes itself."""
    states = subject.game[States].by_id
    by_place = {name for name, state in states.items() if state.while_ is not None}
    for name, state in states.items():
        if state.while_ is None:
            continue
        circular = by_place & {
            asked for part in state.parts(StateSelectors) for asked in part.state
        }
        in_zones = any(part.in_zone is not None for part in state.parts(ZoneSelectors))
        if circular or (in_zones and "exert_zone" in state.forbids):
            asked_for = f"the state {min(circular)}" if circular else "zones of control"
            message = f"{name} holds by position and asks for {asked_for}, which it may change"
            place = subject.key("states", name, "while").place()
            findings.add("HW460", place, message, help="ask where units stand")


@of_each_game
def worse_comes_to_worst(subject: Subject, findings: Findings) -> None:
    """The states that follow on each other come to an end: none is worse than itself."""
    states = subject.game[States].by_id
    for name in states:
        worse, seen = states[name].again, {name}
        while worse and worse in states and worse not in seen:
            seen.add(worse)
            worse = states[worse].again
        if worse == name:
            place = subject.node("states", name, "again").place()
            message = f"{name} follows on itself, and so is worse than itself"
            findings.add("HW499", place, message, help="leave `again` out of the worst of them")


@of_each_game
def changes_suit_their_values(subject: Subject, findings: Findings) -> None:
    """A number is set to a number, and a die to a die; nothing is added to a die."""
    kinds = {**dict.fromkeys(SURELY_NUMBERS, "number"), **subject.game[Units].values}
    for name, state in subject.game[States].by_id.items():
        for value, change in state.modifiers.items():
            kind, wrong = kinds.get(value), ""
            is_die = kind == "die"
            # A die is kept as its sides, an int, and a number as a fraction.
            if change.set is None and is_die:
                wrong = "adds to it or multiplies it"
            elif kind and change.set is not None and isinstance(change.set, int) != is_die:
                wrong = "sets it to a number" if is_die else "sets it to a die"
            if wrong:
                place = subject.key("states", name, "modifiers", value).place()
                message = f"{value} is a {kind}, and {name} {wrong}"
                findings.add("HW461", place, message, help="`set` a die such as d6")


@of_each_game
def ends_are_at_some_time(subject: Subject, findings: Findings) -> None:
    """An end says when: at the beginning or the end of something, or by what the unit does."""
    for name, state in subject.game[States].by_id.items():
        for index, ending in enumerate(state.endings):
            phases = ending.phase or ending.kind
            timed = phases or ending.turn or ending.of != "any" or ending.roll is not None
            wrong = ""
            if ending.at is None and timed:
                wrong = "says of what it is the end, and not `at` its beginning or its end"
            elif ending.at is None and not (
                ending.moved or ending.fired or ending.once or ending.condition
            ):
                wrong = "says nothing that ever happens"
            elif ending.turn and (phases or ending.of != "any"):
                wrong = "is of the turn and of a phase"
            if wrong:
                place = subject.node("states", name, "ends")
                if isinstance(place, SequenceNode):
                    place = subject.node("states", name, "ends", index)
                hint = "write for instance `{at: end, turn: true}`"
                findings.add("HW426", place.place(), f"the end of {name} {wrong}", help=hint)


@of_each_game
def states_are_taken_in_their_phases(subject: Subject, findings: Findings) -> None:
    """Every phase that is named is one in which a side gives orders or moves."""
    phases = {phase.id: phase for phase in subject.game[SequenceOfPlay].phases}
    for name, state in subject.game[States].by_id.items():
        if state.taken:
            for phase in state.taken.phase:
                kind = phases[phase].kind if phase in phases else "orders"
                if kind not in ("orders", "movement"):
                    place = subject.node("states", name, "taken", "phase").place()
                    message = f"{name} is not taken in {phase}, which is a phase of kind {kind}"
                    hint = "name phases of kind orders or movement"
                    findings.add("HW650", place, message, help=hint)
        sides = {phases[phase].side for phase in state.taken.phase} if state.taken else {""}
        meant = state.taken.only.side if state.taken and state.taken.only else ()
        if all(sides) and meant and sides.isdisjoint(meant) and "own" not in meant:
            place = subject.node("states", name, "taken", "only").place()
            message = f"no counter of {either(sorted(sides))} is meant that may take {name}"
            hint = f"name units of {either(sorted(sides))}, or delete it"
            findings.add("HW650", place, message, help=hint)


@of_all_games
def ends_wait_for_what_comes(subjects: Sequence[Subject], findings: Findings) -> None:
    """Some game has a phase of the kind that an end of a state waits for, or the fire."""
    waits: dict[Span, tuple[str, str]] = {}
    come: set[Span] = set()
    for subject in subjects:
        kinds = {phase.kind for phase in subject.game[SequenceOfPlay].phases}
        for name, state in subject.game[States].by_id.items():
            written = subject.node("states", name, "ends")
            for index, ending in enumerate(state.endings):
                at = written.items[index] if isinstance(written, SequenceNode) else written
                # Beside other ends it does no harm that units which do not fire end it so.
                vain = ending.fired and len(state.endings) == 1 and "fire" not in subject.tree
                why = "no unit fires without a section fire" if vain else ""
                if ending.kind and not kinds.intersection(ending.kind):
                    why = f"no phase is of kind {either(ending.kind)}"
                place = key_node(at, "kind" if ending.kind else "fired").place()
                if not why:
                    come.add(place)
                elif subject.is_own(at):
                    waits[place] = name, why
    for span, (name, why) in waits.items():
        if span not in come:
            message = f"{why}, so that {name} does not end so"
            findings.add("HW112", span, message, help="say how else it ends, or leave this out")


@of_keys
def what_is_allowed_is_forbidden_by_some_state(subject: Subject) -> Iterator[IdleKey]:
    """Each act that a state allows is forbidden by some state, perhaps under a patch in play."""
    states = subject.game[States].by_id
    forbidden = {act for state in states.values() for act in state.forbids}
    for patch in patches_in(subject):
        forbidden.update(act for inner in patch.inside() for act in inner.texts("forbids"))
    for name in states:
        written = subject.node("states", name, "allows")
        if isinstance(written, SequenceNode):
            for act in written.scalars():
                why = f"allows: no state forbids units to {act.raw.replace('_', ' ')}"
                hint = "delete it, or say in which state units may not"
                idle = "" if act.raw in forbidden else why
                yield IdleKey(act, idle, hint, mends=False)


@of_keys
def changes_of_values_change_something(subject: Subject) -> Iterator[IdleKey]:
    """Nothing is added that is 0, or multiplied by 1, unless a patch in play says otherwise."""
    for name, state in subject.game[States].by_id.items():
        is_patched = any(has_key(patch, name) for patch in patches_in(subject))
        for value, change in state.modifiers.items():
            written = subject.node("states", name, "modifiers", value)
            for verb, nothing in CHANGES_NOTHING.items():
                if isinstance(written, MappingNode) and verb in written:
                    idle = getattr(change, verb) == nothing and not is_patched
                    why = f"{verb}: {value} is the same with it as without" if idle else ""
                    hint = "say by how much it changes, or delete it"
                    yield IdleKey(key_node(written, verb), why, hint, mends=False)


@of_all_games
def deeds_can_be_done(subjects: Sequence[Subject], findings: Findings) -> None:
    """Units are chosen by what they did only in games with the section in which they do it."""
    idle, can = dict[Span, tuple[Node, str]](), set[Span]()
    for subject in subjects:
        put = _put_on_units(subject)
        for section, (path, value) in subject.opened:
            if not isinstance(value, Selector) or "state" not in dict(value.said()):
                continue
            written = descend(section, (*path, "state"))
            for word in written.items if isinstance(written, SequenceNode) else (written,):
                deed = word.raw if isinstance(word, ScalarNode) else ""
                if DONE_BY.get(deed, "") in (*subject.tree, "") or deed in put:
                    can.add(word.place())
                elif subject.is_own(word):
                    idle.setdefault(word.place(), (word, deed))
    for span, (word, deed) in idle.items():
        if span not in can:
            lacks(DONE_BY[deed], word, f"no unit has ever {deed}", findings)


def _put_on_units(subject: Subject) -> set[str]:
    """The states that results, set-ups and other states put units into."""
    return {
        reference.name
        for reference in (*subject.references, *subject.once(subject.in_patches))
        if reference.kind == "state"
        and ({"mark", "again", "becomes"} & set(reference.path[-2:]) or "setup" in reference.path)
    }


@of_patches_of_battles("states")
def patches_of_battles_forbid_what_is_asked_there(
    subject: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """What a state forbids in the patch of a battle, or allows, is something that is asked in one.

    A list replaces the one before, so that what it leaves out counts as well.
    """
    overrun = subject.game.section(Overrun)
    kinds = subject.game[Combat].kinds.values() if "combat" in subject.tree else ()
    offered = [overrun and overrun.patch, *(kind.patch for kind in kinds if not kind.chosen)]
    # Which units may attack is asked before a kind of battle is chosen, or a card is played.
    asked = ASKED_IN_BATTLES[not any(patch is each for each in offered) :]
    for name, before in subject.game[States].by_id.items():
        patched, now = patch.mapping("states").mapping(name), game[States].by_id[name]
        for key in ("forbids", "allows"):
            changed = getattr(now, key) ^ getattr(before, key)
            if key in patched and changed:
                acts = " or ".join(sorted(changed))
                why = f"{key}: nothing in such a battle asks whether units may {acts}"
                yield patched.entries[key].key, why if changed.isdisjoint(asked) else ""


@of_patches_of_battles("states")
def nobody_moves_by_an_allowance_in_battles(
    subject: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """What becomes of an allowance is not said for a battle, unless its number counts there."""
    counts = any(
        "movement" in (node.text("value"), *node.mapping("value")) for node in subject.mappings()
    )
    for name in patch.mapping("states"):
        modifiers = patch.mapping("states").mapping(name).mapping("modifiers")
        if "movement" in modifiers:
            why = "movement: nothing in such a battle asks how far units move"
            yield key_node(modifiers, "movement"), "" if counts else why


@of_each_game
def supply_alone_marks_its_state(subject: Subject, findings: Findings) -> None:
    """Where supply is judged, its state begins and ends by that only."""
    state = subject.game[States].by_id.get(OUT_OF_SUPPLY)
    if state is None or subject.game.section(Supply) is None:
        return
    if state.endings or state.while_ is not None:
        how = "ends" if state.endings else "holds"
        message = f"{OUT_OF_SUPPLY} {how} by a rule of its own as well as by supply"
        place = subject.key("states", OUT_OF_SUPPLY).place()
        findings.add("HW459", place, message, help="leave out `ends` and `while`")
