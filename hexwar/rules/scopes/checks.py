"""What is proved of patches in play: what they touch, and that every game they make is sound.

A patch in play may change only what may change while a game is played; it must change something;
and the game must be sound under each patch alone and under every two that can be in force at once.
Three at once are not tried.

Then what checks of other sections are made with: keys that do nothing in any game, reported once
(:func:`of_keys`, :func:`of_patches_of_battles`), and the games that a game is in play.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import NamedTuple, TypeAlias, get_args

from hexwar.definition.checks import Subject, of_all_games, of_each_game, of_each_game_thoroughly
from hexwar.definition.diagnostics import DefinitionError, Findings, Span
from hexwar.definition.editing import deletion, without
from hexwar.definition.forms import Moment
from hexwar.definition.merging import MergeLog, merge
from hexwar.definition.model import ResolvedGame
from hexwar.definition.overlaying import Unasked, unasked, untouchable
from hexwar.definition.packages import in_play, sections
from hexwar.definition.tree import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    descend,
    pointer,
)
from hexwar.definition.verdict import Path
from hexwar.rules.scopes.rules import Overlays, Scope
from hexwar.rules.sequence.section import SequenceOfPlay


@of_each_game
def patches_touch_what_may_change(subject: Subject, findings: Findings) -> None:
    """A patch in play touches only what may change while a game is played."""
    for patch in patches_in(subject):
        for path, key in untouchable(patch):
            path_told = ".".join(map(str, path))
            hint = f"a patch in play may change {_open_to_patches(str(path[0]))}"
            message = f"{path_told} does not change while a game is played"
            patched = descend(patch, path)
            if path[0] in in_play() and isinstance(patched, ScalarNode) and patched.value is None:
                message = (
                    f"null would take {path_told} away, and a patch in play takes nothing away"
                )
                hint = "say what holds meanwhile: `only` units of which there are none, for one"
            findings.add("HW423", key.place(), message, help=hint)


def _open_to_patches(name: str) -> str:
    """A list of what patches in play may change: of this section, if they may change any of it."""
    if name not in in_play():
        return ", ".join(in_play())
    may_change = sections()[name].in_play
    parts = [
        part.replace("*", "ID") for part in may_change if part != "*" and not part.startswith("!")
    ]
    closed = [part[1:] for part in may_change if part.startswith("!")]
    if not parts:
        return f"all of {name} but {', '.join(closed)}"
    return ", ".join(f"{name}.{part}" for part in parts)


@of_each_game
def patched_games_are_sound(subject: Subject, findings: Findings) -> None:
    """The game is sound in each patched phase, and under each effect."""
    if patches_in(subject):
        # Made anew: what is wrong with them is a finding here, and here alone.
        overlays = overlays_of(subject, findings)
        if overlays is not None:
            _compile(overlays, overlays.single(), findings)


@of_each_game_thoroughly
def pairs_of_effects_are_sound(subject: Subject, findings: Findings) -> None:
    """The game is sound under every two effects that can be in force together."""
    overlays = overlays_in_play(subject)
    if overlays is not None:
        _compile(overlays, overlays.pairs(), findings)


def _compile(overlays: Overlays, scopes: Iterable[Scope], findings: Findings) -> None:
    for phase, effects in scopes:
        try:
            overlays.game(phase, effects)
        except DefinitionError as error:
            findings.include(error.diagnostics)


BATTLE_MOMENTS = ("overrun", "attack", "announce", "commit", "bombard", "battle", "melee")
ANY_PHASE_MOMENTS = ("phase", "aftermath")
"""What may be asked for in any phase, as results of tables bring it."""

MOMENTS_OF = {
    "combat": ("offer", *BATTLE_MOMENTS, *ANY_PHASE_MOMENTS),
    **dict.fromkeys(
        ("recovery", "table", "markers", "orders", "initiative", "replacement", "deal", "card"),
        ANY_PHASE_MOMENTS,
    ),
}
"""The moments at which something is asked for in phases of a kind, where that is not any."""

MOMENTS_ADDED_BY_WORD = {
    "overrun": BATTLE_MOMENTS,
    "automatic": BATTLE_MOMENTS,
    "reactions": ("offer",),
}
"""What is asked for in phases of movement, too, in games that say these words."""

MOMENTS_BY_SECTION = {"combat": ("battle",), "advance": ("battle",)}
"""When lines of a section are asked for whose forms say no moments."""


class UnaskedLine(NamedTuple):
    """A line that is not asked for in the phases of its patch, of these kinds; ``is_effect``:
    whether it stands in the patch of an effect.
    """

    line: Unasked
    is_effect: bool
    kinds: str


@of_all_games
def patches_are_for_phases_that_ask(subjects: Sequence[Subject], findings: Findings) -> None:
    """Each line of a patch of phases is asked for in one of them, in some game."""
    # By id: games are made of the same nodes, so one line has one key in all of them.
    lines_asked, idle = set[int](), dict[int, UnaskedLine]()
    for subject in subjects:
        overlays = overlays_in_play(subject)
        if overlays is None:
            continue
        phases = subject.game[SequenceOfPlay].phases
        for patch, concerned in overlays.concerned():
            phases_concerned = [phases[index] for index in concerned]
            moments = {
                each
                for phase in phases_concerned
                for each in moments_asked(subject.tree, phase.kind)
            }
            # Of a patch that concerns no phase nothing can be said: its lines count as asked for.
            lines = unasked(patch, moments, MOMENTS_BY_SECTION) if phases_concerned else []
            lines_asked |= {id(key) for _, key in _lines(patch)} - {id(line.key) for line in lines}
            kinds = " or ".join(dict.fromkeys(phase.written_kind for phase in phases_concerned))
            is_effect = patch in overlays.effects.values()
            idle |= {id(line.key): UnaskedLine(line, is_effect, kinds) for line in lines}
    _report_unasked(idle, lines_asked, findings)


def _report_unasked(
    idle: Mapping[int, UnaskedLine], lines_asked: Container[int], findings: Findings
) -> None:
    """Tell of the lines that are asked for in no game; both are known by the ids of their keys."""
    unasked_lines = [each for key_id, each in idle.items() if key_id not in lines_asked]
    keys = [each.line.key for each in unasked_lines]
    for line, is_effect, kinds in unasked_lines:
        path_told = ".".join(map(str, line.path))
        message = f"{path_told} changes nothing here: nobody asks for it in phases of kind {kinds}"
        hint = "say it in the patch of another phase, or delete it"
        fix = deletion(line.key, keys, len(line.path), needed=is_effect)
        place, at = line.key.place(), pointer(line.key)
        findings.add("HW544", place, message, pointer=at, help=hint, fix=fix)


def moments_asked(tree: MappingNode, kind: str) -> Iterable[str]:
    """The moments at which something is asked for in phases of a kind, in the game of a tree."""
    if kind != "movement":
        any_moment: tuple[str, ...] = get_args(Moment)
        return MOMENTS_OF.get(kind, any_moment)
    moments_added = (
        each
        for word, moments in MOMENTS_ADDED_BY_WORD.items()
        if has_key(tree, word)
        for each in moments
    )
    return ("move", *ANY_PHASE_MOMENTS, *moments_added)


def has_key(node: Node, word: str) -> bool:
    """Whether a key stands anywhere in a node."""
    if isinstance(node, SequenceNode):
        return any(has_key(item, word) for item in node.items)
    if not isinstance(node, MappingNode):
        return False
    return word in node or any(has_key(entry.value, word) for entry in node.entries.values())


@of_all_games
def patches_in_play_change_something(subjects: Sequence[Subject], findings: Findings) -> None:
    """Each mapping in a patch in play changes something, in some game or beside some patch.

    What another patch changes may well be said again where it is so already: patches of several
    phases that are written alike are easier to read.
    """
    log, lines = MergeLog(), dict[int, tuple[Path, Node]]()  # lines by the ids of their keys
    for subject in subjects:
        overlays = overlays_in_play(subject)
        if overlays is not None:
            for patches in overlays.together():
                tree = subject.tree
                for patch in patches:
                    tree = merge(tree, patch, log)
                    lines |= {id(key): (path, key) for path, key in _lines(patch)}
    changed = {path for path, key in lines.values() if log.has_worked(key)}
    log.report(
        findings, [key for path, key in lines.values() if len(path) == 1 or path not in changed]
    )


def _lines(patch: MappingNode, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """All lines of a patch, each with the path to it."""
    for name, entry in patch.entries.items():
        yield (*path, name), entry.key
        if isinstance(entry.value, MappingNode):
            yield from _lines(entry.value, (*path, name))


def patches_in(subject: Subject) -> list[MappingNode]:
    """All patches that may be laid over a game in play."""
    sections = subject.game.sections.values()
    return [patch for section in sections for patch in section.parts(MappingNode)]


# -- keys that do nothing in any game: what checks of other sections are made with -----------------

# The check is kept by ``of_all_games``; what a decorator returns is ``weigh`` itself, so that its
# module keeps a plain generator.


Weighing: TypeAlias = Callable[[Subject, MappingNode, ResolvedGame], Iterator[tuple[Node, str]]]


def of_patches_of_battles(section: str) -> Callable[[Weighing], Weighing]:
    """Decorator: for each patch that is in force in battles alone and says something of a section,
    with the game as it is under it, the check yields lines of the patch, each with why it does
    nothing in a battle, or with nothing. Reported is what does nothing in any game.
    """

    def marked(weigh: Weighing) -> Weighing:
        @of_all_games
        @wraps(weigh)
        def check(subjects: Sequence[Subject], findings: Findings) -> None:
            hint = "say it in the patch of a phase or of an effect, or delete it"
            weighed = (
                IdleKey(key, why, hint)
                for subject in subjects
                for patch, game in _patches_of_battles(subject, section)
                for key, why in weigh(subject, patch, game)
            )
            _report_idle(weighed, findings)

        return weigh

    return marked


class IdleKey(NamedTuple):
    """A key of the game, why it does nothing there (nothing if it does something), and what to do
    about it; ``mends``: whether it can be deleted without a doubt.
    """

    key: Node
    idle: str
    help: str
    mends: bool = True


def of_keys(weigh: Callable[[Subject], Iterator[IdleKey]]) -> Callable[..., Iterator[IdleKey]]:
    """Decorator: for each game the check yields keys that may do nothing. Reported are those of the
    folder that do nothing in any game.
    """

    @of_all_games
    @wraps(weigh)
    def check(subjects: Sequence[Subject], findings: Findings) -> None:
        weighed = (
            each
            for subject in subjects
            for each in weigh(subject)
            if not each.idle or subject.is_own(each.key)
        )
        _report_idle(weighed, findings)

    return weigh


def _report_idle(weighed: Iterable[IdleKey], findings: Findings) -> None:
    """Tell of the keys that do nothing in any of the games in which they were weighed."""
    works, idle = set[Span](), dict[Span, IdleKey]()
    for each in weighed:
        if each.idle:
            idle.setdefault(each.key.place(), each)
        else:
            works.add(each.key.place())
    for place, each in idle.items():
        if place not in works:
            fix = without(each.key) if each.mends else None
            findings.add("HW112", place, each.idle, help=each.help, fix=fix)


def _patches_of_battles(
    subject: Subject, section: str
) -> Iterator[tuple[MappingNode, ResolvedGame]]:
    """The patches that are in force in battles alone and say something of a section, and the game
    as it is under each.
    """
    overlays = overlays_in_play(subject)
    if overlays is None:
        return
    for patch in overlays.battles.values():
        if section in patch:
            yield patch, subject.game.patched((patch,))


# -- the games that a game is in play --------------------------------------------------------------


def games_in_play(subject: Subject) -> Iterator[tuple[Sequence[MappingNode], ResolvedGame]]:
    """The game as it is, and under all patches in play that lie over it at once, with these."""
    yield (), subject.game
    overlays = overlays_in_play(subject)
    if overlays is None:
        return
    for patches in overlays.together():
        yield patches, subject.game.patched(patches)


def overlays_in_play(subject: Subject) -> Overlays | None:
    """The games that a game with patches is in play, made once for all checks; ``None`` if it has
    no patches, or where :func:`overlays_of` has none.
    """
    return subject.once(_overlays) if patches_in(subject) else None


def _overlays(subject: Subject) -> Overlays | None:
    return overlays_of(subject, Findings())  # what is wrong with them is told elsewhere


def overlays_of(subject: Subject, findings: Findings) -> Overlays | None:
    """The games that a game is in play; ``None`` if it is under a patch already, or patches of it
    touch what they may not, or make no game.
    """
    if subject.game.overlay is None or any(
        True for patch in patches_in(subject) for _ in untouchable(patch)
    ):
        return None
    from hexwar.rules.compiled import registry  # it imports what only games with patches need here

    try:
        return Overlays(subject.game, registry(subject.game.packages).patches)
    except DefinitionError as error:
        findings.include(error.diagnostics)
        return None
