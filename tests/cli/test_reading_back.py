"""``hexwar show`` says what will be enforced: no key of a game is dropped in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import hexwar
from hexwar.charts.pages import charts, pages_of_rules
from hexwar.cli import main
from hexwar.cli.terminal import lines_of
from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.forms import ADDED, NEEDED, Form
from hexwar.definition.model import CombatEffect, ResolvedGame
from hexwar.definition.shapes import Field, form_shape
from hexwar.definition.tree import MappingEntry, MappingNode
from hexwar.rules.decks.section import Decks
from hexwar.rules.effects import Effects
from hexwar.rules.language.effects import Case, Cases
from hexwar.rules.language.reading import combat_effects
from hexwar.rules.language.section import Selector
from hexwar.rules.movement.section import Movement
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.replacements.section import Replacements
from hexwar.rules.scopes.section import PatchedPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.zones_of_control.section import ZonesOfControl

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(
    folder.parent
    for parent in (ROOT / "games", ROOT / "tests" / "games")
    for folder in parent.glob("*/game.yaml")
    if "abstract: true" not in folder.read_text(encoding="utf-8")
)
READ = (
    *(Decks, Effects, Movement, Replacements, Reinforcements, Stacking, Terrain),
    ZonesOfControl,
)
DRAWN = {"color", "pattern", "sign"}
"""Keys that say how something looks, which the map shows."""


class Change(NamedTuple):
    """A key of a form, and the form as it is when the game says otherwise there."""

    path: tuple[str, ...]
    form: Any


def changes(value: Any, game: ResolvedGame) -> Iterator[Change]:
    """A value with one key after the other left out, or otherwise where it is needed."""
    if isinstance(value, MappingNode):
        yield from _patches(value, game)
    elif isinstance(value, Form):
        yield from _of_form(value, game)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            for path, made in changes(one, game):
                yield Change((str(key), *path), {**value, key: made})


def _of_form(form: Form, game: ResolvedGame) -> Iterator[Change]:
    mapped = form_shape(type(form)).mapped
    if type(form).whole:
        (name,) = type(form).annotations
        for path, made in changes(getattr(form, name), game):
            yield Change(path, form.but(**{name: made}))
        return
    for each in mapped.fields.values() if mapped is not None else ():
        if each.of is not None or each.key in DRAWN:
            continue
        value = getattr(form, each.attribute)
        if each.key == "cite" and isinstance(value, Mapping):
            for reason in value:
                rest = {other: rule for other, rule in value.items() if other != reason}
                yield Change((each.key, reason), form.but(cite=rest))
            continue
        if value == each.default:
            continue
        other = _other(each, value, game)
        if other is not NEEDED:
            yield Change((each.key,), form.but(**{each.attribute: other}))
        for path, made in changes(value, game):
            yield Change((each.key, *path), form.but(**{each.attribute: made}))


def _other(each: Field, value: Any, game: ResolvedGame) -> Any:
    """What a key may say in place of what it does; ``NEEDED`` if nothing comes to mind."""
    if each.default is not NEEDED:
        return each.default
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | Fraction):
        return value + 1
    scalar = each.shape.scalar
    if isinstance(value, str) and scalar is not None:
        known = {
            "side": [side.id for side in game[Sides].all],
            "phase": [phase.id for phase in game[SequenceOfPlay].phases],
        }
        others = known.get(scalar.names, list(scalar.words) or [f"{value}_other"])
        return next((other for other in others if other != value), NEEDED)
    return NEEDED


def _shorter(node: MappingNode) -> Iterator[tuple[tuple[str, ...], MappingNode]]:
    """A patch without one of its innermost keys."""
    for name, entry in node.entries.items():
        if not isinstance(entry.value, MappingNode):
            yield (name,), _with(node, {key: e for key, e in node.entries.items() if key != name})
            continue
        for path, made in _shorter(entry.value):
            changed = {**node.entries, name: MappingEntry(entry.key, made)}
            yield (name, *path), _with(node, changed)


def _with(node: MappingNode, entries: dict[str, MappingEntry]) -> MappingNode:
    start, end = (node.line, node.column), (node.end_line, node.end_column)
    return MappingNode(node.file, start, end, entries)


def _patches(patch: MappingNode, game: ResolvedGame) -> Iterator[Change]:
    """A patch with one key after the other left out, where that makes another game."""
    as_it_is = game.patched((patch,)).sections
    for path, shorter in _shorter(patch):
        try:
            made = game.patched((shorter,)).sections
        except DefinitionError:  # a key that another needs
            continue
        if made != as_it_is:
            yield Change(path, shorter)


def told(game: ResolvedGame) -> str:
    return "\n".join(line for title, lines in charts(game) for line in (title, *lines_of(lines)))


def games_with(folder: Path) -> Iterator[ResolvedGame]:
    """The game as it begins, and with each option."""
    definition = hexwar.load_game(folder).definition
    yield definition.resolve()
    for option in definition.catalog.options:
        try:
            yield definition.resolve(options=[option])
        except ValueError:  # of another variant
            continue


@pytest.mark.matrix(one_in=18)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_key_that_a_game_sets_changes_what_is_shown(folder: Path) -> None:
    """Of effects, ways of moving, replacements, zones, terrain with its fortifications, and whoever
    comes later.
    """
    silent = set()
    for game in games_with(folder):
        as_it_is = told(game)
        for kind in READ:
            for change in changes(game.sections.get(kind), game):
                sections = {**game.sections, kind: change.form}
                if told(replace(game, sections=sections)) == as_it_is:
                    silent.add((kind.__name__, *change.path))
    assert silent == set()


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_key_of_a_patch_of_a_phase_changes_what_is_shown(folder: Path) -> None:
    for game in games_with(folder):
        sequence = game[SequenceOfPlay]
        as_it_is = told(game)
        for place, phase in enumerate(sequence.phases):
            patch = phase[PatchedPhase].patch
            for change in _patches(patch, game) if patch is not None else ():
                added = {**phase.__dict__[ADDED], PatchedPhase: PatchedPhase(patch=change.form)}
                phases = [*sequence.phases]
                phases[place] = phase.but(**{ADDED: added})
                made = sequence.but(phases=tuple(phases))
                sections = {**game.sections, SequenceOfPlay: made}
                assert told(replace(game, sections=sections)) != as_it_is, change.path


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_what_is_read_back_has_titles_and_no_machine_words(folder: Path) -> None:
    for game in games_with(folder):
        lines = [line for _, lines in pages_of_rules(game) for line in lines_of(lines)]
        assert "+0 columns" not in told(game)
        assert not [line for line in lines if re.search(r"\w_\w|<|Fraction|None|\.\.\.", line)]


def shown_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["show", str(folder)]) == 0
    return capsys.readouterr().out.splitlines()


def shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(" ".join(shown_lines(folder, capsys)).split())


def test_an_effect_is_told_by_what_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(ROOT / "games" / "orva_front", capsys)
    assert "In force if the weather is mud." in text
    assert "Mud: motor units have half their movement points, rounded up." in text
    assert "Road costs 1 MP." in text and "River in battle: attacker x2/3." in text


def test_zones_and_replacements_are_told_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(ROOT / "games" / "orva_front", capsys)
    assert "Units with attack at least 1 exert a zone of control, and no others." in text
    assert "Entering an enemy zone of control costs 2 MP more (rule 6.2)." in text
    assert "Replacement points give steps back to units on the map and bring units back" in text
    assert "With 15 MP (rule 5.4). Along railway only (rule 5.4)." in text


def test_what_a_game_leaves_out_is_told_where_nobody_could_play_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who leaves `retreat.blocked` to hexwar must find on paper what becomes of the unit."""
    assert main(["new", str(tmp_path / "mine")]) == 0
    rules = tmp_path / "mine" / "rules.yaml"
    kept = [line for line in rules.read_text().splitlines() if " blocked: eliminated" not in line]
    rules.write_text("\n".join(kept).replace('  cite: {blocked: "3.3"}\n', ""))
    text = shown(tmp_path / "mine", capsys)
    assert "Units that cannot retreat are eliminated" in text
    assert "Units that retreat are moved by their owner." in text
    assert "All units exert a zone of control." in text
    assert "In one hex stand, of a side: 2 units at most (rule 2.3)." in text
    assert "by east edge (0901 0902 0903 0904 0905 0906 0907)" in text


def test_who_does_not_count_in_a_stack_and_who_has_a_limit_besides_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From paper alone headquarters would count, and stand in a hex by twos."""
    text = shown(ROOT / "games" / "orva_front", capsys)
    assert "2 units at most (rule 3.1). Not counted are staff units." in text
    assert "At most stand there: 1 of staff units." in text


def test_who_may_not_share_a_hex_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Of units that keep apart nothing was said, so that they were put together from paper."""
    text = shown(ROOT / "tests" / "games" / "coalition", capsys)
    assert "No hex is shared by ally units and home units; all others share any." in text


def test_a_type_that_begins_with_the_name_of_a_side_keeps_its_capital(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(ROOT / "games" / "force_on_force", capsys)
    assert "Taliban team units" in text
    assert "taliban team" not in text


def test_where_a_retreat_leads_comes_before_the_zones_that_it_keeps_out_of(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Rules 9.1c and 9.1d of the series: supply takes precedence over enemy zones."""
    text = shown(ROOT / "games" / "scs_sample", capsys)
    assert "A retreat leads towards a supply source of its side where it can (rule 9.1c)." in text
    assert "only if no other hex leads where it should and lets it go as far" in text


def test_cards_are_told_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(ROOT / "games" / "three_mills", capsys)
    assert "Drawn in" in text and "as many as fill the hand." in text
    assert ".." not in text.replace("...", "")


def test_units_that_begin_among_the_eliminated_are_called_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = ROOT / "tests" / "games" / "alerts"
    assert hexwar.load_game(folder).definition.resolve().scenario.eliminated == ("B3",)
    [row] = [line for line in shown_lines(folder, capsys) if line.split()[:1] == ["B3"]]
    assert row.endswith("eliminated at the start")


def test_a_fortification_against_some_defenders_says_whom_and_how_much() -> None:
    south = Case(Selector(side=("south",)), -3)
    names = {"south": "the South"}
    one = CombatEffect("attacker", "shift", cases=Cases((south,), 0))
    assert combat_effects((one,), names) == "-3 columns if the defenders are the South"
    two = CombatEffect("attacker", "shift", cases=Cases((south,), -1))
    assert combat_effects((two,), names).endswith("the South, otherwise -1 column")
