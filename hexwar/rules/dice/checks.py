"""What is proved of section ``dice``, and of battles that are fought with such dice.

The dice by themselves first: faces that some die has, and symbols that do something. Then the
battle that throws them: symbols that are on the die, dice to throw, effects that can come about,
and no modifier of a die without numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.rules.combat.forms import FaceEffect, FaceTable
from hexwar.rules.combat.section import Combat
from hexwar.rules.dice.section import MOST_SIDES, FaceDice, FaceDie
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.wording import every, several
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units

MADE = (2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 30, 100)
"""Dice with so many faces can be had."""

MOST_THROWS = 10_000
"""More different throws than this take too long to list one by one."""


@of_each_game
def dice_can_be_thrown(subject: Subject, findings: Findings) -> None:
    """A die has two faces at least, no more than the limit, and as many as some real die has."""
    for die in subject.game[FaceDice].by_id.values():
        place = subject.key("dice", die.id)
        if not subject.is_own(place):
            continue
        if not 2 <= die.sides <= MOST_SIDES:
            message = f"{die.id} has {several(die.sides, 'face')}: a die has 2 to {MOST_SIDES}"
            help_ = "the numbers of its symbols add up to its faces"
            findings.add("HW740", place.place(), message, help=help_)
        elif die.sides not in MADE:
            message = f"the symbols of {die.id} are on {die.sides} faces, and no die has so many"
            near = min(MADE, key=lambda sides: abs(sides - die.sides))
            help_ = f"give it {near}, perhaps with a blank that stands under `misses`"
            findings.add("HW741", place.place(), message, help=help_)


@of_all_games
def every_die_is_thrown(subjects: Sequence[Subject], findings: Findings) -> None:
    """A die is thrown in some game, be it in a patch in play."""
    thrown = {die for subject in subjects for die in subject.named("dice")}
    for subject in subjects:
        for die in subject.game[FaceDice].by_id:
            place = subject.key("dice", die)
            if die not in thrown and subject.is_own(place):
                help_ = "name it under `faces` of the section combat, or delete it"
                findings.add("HW742", place.place(), f"{die} is never thrown", help=help_)


@of_each_game
def every_symbol_does_something(subject: Subject, findings: Findings) -> None:
    """Each symbol of a die that is thrown is named."""
    thrown, named = subject.named("dice"), subject.named("face")
    for die in subject.game[FaceDice].by_id.values():
        if die.id not in thrown:
            continue
        for face in die.faces:
            key = subject.key("dice", die.id, "faces", face.id)
            if face.id not in named and subject.is_own(key):
                help_ = "say what it does under `does` of combat.faces, or write it under `misses`"
                message = f"nothing is said of what {face.id} does"
                findings.add("HW742", key.place(), message, help=help_)


def _thrown(game: ResolvedGame) -> tuple[FaceTable, FaceDie] | None:
    """What battles are fought with, and the die."""
    combat = game.section(Combat)
    faces = combat.faces if combat else None
    die = game[FaceDice].by_id.get(faces.die) if faces else None
    return (faces, die) if faces is not None and die is not None else None


@of_each_game
def symbols_are_on_the_die(subject: Subject, findings: Findings) -> None:
    """What counts is on the die that is thrown, and does not also miss."""
    thrown = _thrown(subject.game)
    if thrown is None:
        return
    faces, die = thrown
    on_die = {face.id for face in die.faces}
    acting = {counted.face for effect in faces.does.values() for counted in effect.faces}
    for effect in faces.does.values():
        for counted in effect.faces:
            if counted.face not in on_die:
                place = subject.node("combat", "faces", "does", effect.id, "faces").place()
                message = f"{counted.face} is on no face of {die.id}"
                help_ = findings.suggestion(counted.face, on_die)
                findings.add("HW743", place, message, help=help_)
    for index, face in enumerate(faces.misses):
        if face not in on_die or face in acting:
            place = subject.node("combat", "faces", "misses", index).place()
            why = "does something" if face in acting else f"is on no face of {die.id}"
            findings.add("HW743", place, f"{face} {why}", help="delete it under `misses`")


@of_each_game
def there_are_dice_to_throw(subject: Subject, findings: Findings) -> None:
    """Some unit has dice; the least are no more than the most."""
    thrown = _thrown(subject.game)
    if thrown is None:
        return
    faces, die = thrown
    if faces.least > faces.most:
        place = subject.node("combat", "faces", "least").place()
        message = f"at least {faces.least} dice are thrown, and at most {faces.most}"
        findings.add("HW744", place, message, help="lower `least`, or raise `most`")
    units = subject.game[Units].counters.values()
    printed = subject.game[Combat].strength == "printed"
    if printed and not faces.least and all(s.attack < 1 for unit in units for s in unit.steps):
        place = subject.key("combat", "faces").place()
        message = "there are as many dice as the attack strength, and no unit has any"
        help_ = "print attack strengths, write `strength: units`, or `least: 1`"
        findings.add("HW744", place, message, help=help_)
    signatures = set(_signatures(faces, die))
    # How many throws differ, the order of the dice aside: each die shows a symbol of some kind, or
    # none that counts.
    if comb(max(faces.most, faces.least) + len(signatures), len(signatures)) > MOST_THROWS:
        place = subject.key("combat", "faces").place()
        message = f"{several(faces.most, 'dice').removesuffix('s')} with {len(signatures)} "
        message += "symbols that differ show too much to tell every throw beforehand"
        help_ = "write a lower `most`, or let several symbols do the same"
        findings.add("HW745", place, message, help=help_)


def _signatures(faces: FaceTable, die: FaceDie) -> Iterator[tuple[str, ...]]:
    """The effects by which the symbols of a die are told apart; those that miss do not count."""
    for face in die.faces:
        counted = tuple(
            f"{effect.id}.{place}"
            for effect in faces.does.values()
            for place, symbol in enumerate(effect.faces)
            if symbol.face == face.id
        )
        if counted:
            yield counted


@of_each_game
def every_effect_can_be(subject: Subject, findings: Findings) -> None:
    """An effect does something, needs no more symbols than there are dice, and concerns units."""
    thrown = _thrown(subject.game)
    if thrown is None:
        return
    faces, _ = thrown
    for effect in faces.does.values():
        why, help_ = _why_never(subject.game, faces, effect)
        place = subject.key("combat", "faces", "does", effect.id)
        if why and subject.is_own(place):
            findings.add("HW746", place.place(), f"{effect.id} {why}", help=help_)


def _why_never(game: ResolvedGame, faces: FaceTable, effect: FaceEffect) -> tuple[str, str]:
    """Why an effect never comes about, with a remedy; both empty if it may."""
    if not effect.each and not effect.once:
        return "does nothing", "say what each of its symbols does: `each`"
    if effect.least > max(faces.most, faces.least):
        return f"needs {effect.least} symbols, and so many dice are never thrown", "lower `least`"
    units = game[Units].counters.values()
    never = [
        counted.face
        for counted in effect.faces
        if not any(could_fit(counted.against, unit) for unit in units)
    ]
    if never:
        return f"counts {every(never)} against units that no counter can be", "say it of counters"
    return "", ""


@of_all_games
def nothing_is_added_to_symbols(subjects: Sequence[Subject], findings: Findings) -> None:
    """Modifiers that are added to a die need one with numbers, in some game."""
    if not all(_thrown(subject.game) for subject in subjects):
        return
    for subject in subjects:
        for path, title in _added_to_dice(subject.game):
            place = subject.key(*path)
            if subject.is_own(place):
                message = f"{title} is added to the die, whose faces have no numbers"
                help_ = "change the number of dice: `attacker: {add: -1}`"
                findings.add("HW747", place.place(), message, help=help_)


def _added_to_dice(game: ResolvedGame) -> Iterator[tuple[tuple[str, ...], str]]:
    """What adds to the die: where it is said, and what it is."""
    for modifier in game[Combat].modifiers.values():
        if modifier.roll is not None:
            yield ("combat", "modifiers", modifier.id, "roll"), modifier.id
    terrain = game[Terrain]
    for heading, kinds in (("hexes", terrain.hexes), ("hexsides", terrain.hexsides)):
        for kind in kinds.values():
            if any(effect.operation == "roll" for effect in kind.combat):
                yield ("terrain", heading, kind.id), kind.id
