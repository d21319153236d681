"""One merge rule: mappings merge, everything else replaces, null removes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.definition import ChoiceError, load
from hexwar.definition.diagnostics import Findings
from hexwar.definition.merging import merge
from hexwar.definition.model import ResolvedGame
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode, plain
from hexwar.rules.movement.section import Movement
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.stacking.section import Stacking
from tests.definition.conftest import Write

CHOICES = """
variants:
  advanced: {patch: {stacking: {limit: 2}, movement: {allowance: 5}}}
options:
  dusk: {patch: {sequence: {turns: 5}}}
  mud: {variants: [advanced], patch: {movement: {allowance: 1}}}
  frost: {patch: {movement: {allowance: 3}}}
editions:
  plain: {title: As printed}
  bright: {patch: {sides: {red: {color: "#ff0000"}}}}
  special: {variants: [advanced], patch: {sides: {red: {name: Special}}}}
scenarios:
  duel:
    setup: {A: "0101", X: "0402"}
  large:
    variant: advanced
    setup: {A: "0101", X: "0402"}
    patch: {sequence: {turns: 9}}
"""


@pytest.fixture
def folder(write: Write) -> Path:
    """The tiny game with a variant, options, editions and a scenario that patches."""
    return write(scenarios="", choices=CHOICES)


def tree(text: str) -> MappingNode:
    """A text as a tree."""
    findings = Findings()
    file = read_bytes(Path("x.yaml"), text.encode(), findings)
    assert file is not None
    root = parse(file, findings)
    assert isinstance(root, MappingNode)
    assert len(findings) == 0
    return root


@pytest.mark.parametrize(
    ("base", "patch", "merged"),
    [
        ("{a: 1}", "{b: 2}", {"a": 1, "b": 2}),
        ("{a: 1}", "{a: 2}", {"a": 2}),
        ("{a: {b: 1, c: 2}}", "{a: {c: 3}}", {"a": {"b": 1, "c": 3}}),
        ("{a: [1, 2]}", "{a: [3]}", {"a": [3]}),
        ("{a: {b: 1}}", "{a: 2}", {"a": 2}),
        ("{a: 1}", "{a: {b: 2}}", {"a": {"b": 2}}),
        ("{a: 1, b: 2}", "{a: null}", {"b": 2}),
        ("{a: {b: 1, c: 2}}", "{a: {b: ~}}", {"a": {"c": 2}}),
        ("{a: 1}", "{z: null}", {"a": 1}),
        ("{a: 1}", "{a: {y: null, z: {x: null, w: 2}}}", {"a": {"z": {"w": 2}}}),
        ("{a: {}}", "{a: {b: {c: 1}}}", {"a": {"b": {"c": 1}}}),
    ],
)
def test_the_merge_rule(base: str, patch: str, merged: object) -> None:
    assert plain(merge(tree(base), tree(patch))) == merged


values = st.recursive(
    st.integers(0, 3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
Mapping = dict[str, object]
mappings = st.dictionaries(st.sampled_from("abc"), values, max_size=3)


@given(mappings, mappings)
def test_merging_is_the_rule_written_down_plainly(base: Mapping, patch: Mapping) -> None:
    def rule(old: object, new: object) -> object:
        if not isinstance(old, dict) or not isinstance(new, dict):
            return new  # of these values none is null
        return old | {key: rule(old.get(key), value) for key, value in new.items()}

    base_tree, patch_tree = tree(str(base)), tree(str(patch))
    assert plain(merge(base_tree, patch_tree)) == rule(base, patch)
    assert (plain(base_tree), plain(patch_tree)) == (base, patch), "neither is changed"


def test_a_merged_tree_knows_where_its_values_come_from() -> None:
    merged = merge(tree("a: 1\nb: {c: 2}\n"), tree("\n\n\nb: {d: 3}\n"))
    inner = merged.mapping("b")
    lines = {key: entry.value.line for key, entry in inner.entries.items()}
    assert lines == {"c": 1, "d": 3}


def numbers(game: ResolvedGame) -> tuple[int, int, int]:
    """Turns, movement allowance and stacking limit."""
    limit = game[Stacking].limit
    assert isinstance(limit, int)
    return game[SequenceOfPlay].turns, int(game[Movement].allowance or 0), limit


def test_the_choices_are_sound(folder: Path) -> None:
    assert hexwar.check(folder) == []


def test_variant_scenario_options_and_edition_apply_in_this_order(folder: Path) -> None:
    definition = load(folder)
    plainly = definition.resolve()
    assert numbers(plainly) == (3, 4, 1)
    large = definition.resolve("large")
    assert numbers(large) == (9, 5, 2)
    dark = definition.resolve("large", ["mud", "dusk"], "bright")
    assert numbers(dark) == (5, 1, 2)
    assert dark[Sides].all[0].color == "#ff0000"


def test_options_apply_in_the_order_of_the_file(folder: Path) -> None:
    definition = load(folder)
    one = definition.resolve("large", ["frost", "mud"])
    other = definition.resolve("large", ["mud", "frost"])
    assert one is other
    assert one.options == ("mud", "frost")
    assert one[Movement].allowance == 3


def test_the_first_scenario_and_the_first_edition_are_the_usual_ones(folder: Path) -> None:
    game = load(folder).resolve()
    assert (game.scenario.id, game.options, game.edition) == ("duel", (), "plain")


def test_the_digest_is_of_the_rules_and_not_of_the_words(folder: Path) -> None:
    definition = load(folder)
    assert definition.resolve().digest != definition.resolve(options=["dusk"]).digest
    (folder / "game.yaml").write_text(
        (folder / "game.yaml").read_text().replace("title: Tiny", "title: Other")
    )
    assert load(folder).resolve().digest == definition.resolve().digest


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (("duell", (), None), "there is no scenario 'duell'; did you mean duel?"),
        (("duel", ["dsk"], None), "there is no option 'dsk'; did you mean dusk?"),
        (("duel", ["mud"], None), "option mud is only for advanced, not for scenario duel"),
        (("duel", [], "brigt"), "there is no edition 'brigt'; did you mean bright?"),
        (("duel", [], "special"), "edition special is only for advanced, not for scenario duel"),
    ],
)
def test_what_is_not_offered_cannot_be_chosen(
    choice: tuple[str, list[str], str | None], message: str, folder: Path
) -> None:
    with pytest.raises(ChoiceError) as refused:
        load(folder).resolve(*choice)
    assert str(refused.value) == message


def test_a_game_starts_from_the_one_it_extends(write: Write) -> None:
    base = "hexwar: 2\nid: series\ntitle: Series\nabstract: true\nrulebook: rules.md\n"
    absent = dict.fromkeys(("scenarios", "units", "map", "terrain", "victory", "sides"), "")
    write(folder="series", game=base, **absent)
    sections = dict.fromkeys(("movement", "stacking", "combat", "sequence"), "")
    header = "hexwar: 2\nid: tiny\ntitle: Tiny\nextends: ../series\n"
    folder = write(game=header, more="stacking: {limit: 3}\n", **sections)
    (folder / "rules.md").unlink()
    assert hexwar.check(folder) == []
    game = load(folder).resolve()
    assert game.header.id == "tiny"
    assert numbers(game) == (3, 4, 3)
    assert game[Movement].cite == {"allowance": "1"}
    assert game.rulebook.rules["1"][0] == "Movement"
    files = {file.name for file in load(folder).files}
    assert {"game.yaml", "more.yaml", "series/game.yaml", "series/rules.md"} <= files


def test_an_abstract_game_is_checked_and_not_played(write: Write) -> None:
    header = "hexwar: 2\nid: tiny\ntitle: Tiny\nabstract: true\nrulebook: rules.md\n"
    folder = write(game=header, scenarios="", units="", map="")
    assert hexwar.check(folder) == []
    with pytest.raises(hexwar.DefinitionError, match="abstract"):
        load(folder)
    (folder / "movement.yaml").write_text("movement: {alowance: 4}\n")
    assert [finding.code for finding in hexwar.check(folder)] == ["HW101"]


def test_an_error_in_the_base_is_shown_in_the_file_of_the_base(write: Write) -> None:
    base = write(folder="series", movement="movement: {allowance: four}\n")
    header = "hexwar: 2\nid: tiny\ntitle: Tiny\nextends: ../series\n"
    folder = write(game=header, movement="")
    (finding,) = hexwar.check(folder)
    assert Path(finding.file).resolve() == (base / "movement.yaml").resolve()


def test_a_patch_that_is_wrong_in_one_option_only_is_found(folder: Path) -> None:
    text = CHOICES.replace("{sequence: {turns: 5}}", "{sequence: {turns: five}}")
    (folder / "choices.yaml").write_text(text)
    (finding,) = hexwar.check(folder)
    assert (finding.code, Path(finding.file).name) == ("HW103", "choices.yaml")
    assert load(folder).resolve()[SequenceOfPlay].turns == 3
    with pytest.raises(hexwar.DefinitionError):
        load(folder).resolve(options=["dusk"])
