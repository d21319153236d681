"""What stands in a patch is asked for when the patch is in force, or `check` refuses it there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import indent

import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.report import mend
from hexwar.players import make_player
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

MEETING = {"R1": "0402", "R2": "0403", "B1": "0503", "B2": "0701"}
NO_LOSS = "{combat: {results: {DR: [nothing], DE: [nothing]}}}"
IN_KIND = "combat: {kinds: {k: {patch: {PATCH}}}}\n"
CHOSEN = "combat: {kinds: {k: {chosen: attacker, patch: {PATCH}}}}\n"
OVERRUN = "overrun: {cost: 1, patch: {PATCH}}\n"
PHASE = "effects: {e: {if: {turn: 1}, patch: {PATCH}}}\n"


def found(path: Path, said: str) -> list[tuple[str, str, str]]:
    """Code, message and what stands at the place of each finding in *meadow* with more said."""
    return [
        (one.code, one.message, one.place.text[one.column - 1 : one.place.end_column - 1])
        for one in hexwar.check(folder(path, said, FOLDER / "meadow"))
    ]


def fighting(path: Path, said: str, setup: dict[str, str] = MEETING) -> State:
    """The tiny game *meadow* with more said, in Red's combat phase."""
    game = hexwar.load_game(folder(path, said, FOLDER / "meadow"))
    return game.start(phase="red_combat", turn=1, setup=setup)


def attacks(state: State) -> set[str]:
    """The attacks that are listed; each of them is legal, and none that is not listed."""
    listed = {str(action) for action in state.legal_actions() if action.verb == "attack"}
    for force in ("R1", "R2", "R1 R2"):
        line = f"attack 0503 by {force}"
        assert (state.explain(line) is None) == (line in listed), line
    return listed


REFUSED = [
    "combat: {target: unit}",
    "transport: {carriers: {unit: R1}, load: {unit: R2}, aboard: on_map}",
    "combat: {battle: {declare: all_first}}",
    "combat: {mandatory: {attack: {only: {in_zone: true}}}}",
    "combat: {kinds: {inner: {patch: {combat: {column: differential}}}}}",
    "retreat: {before_combat: {hexes: 1}}",
    "movement: {allowance: 2}",
    "bombardment: {range: 2}",
    "facing: {keeps: [rear]}",
    "fire: {mark: shot}",
    "fire: {resolve: opposed_pools}",
]


@pytest.mark.parametrize("laid", [IN_KIND, CHOSEN, OVERRUN])
@pytest.mark.parametrize("said", REFUSED)
def test_a_patch_of_a_battle_says_nothing_that_is_asked_for_at_other_times(
    said: str, laid: str, tmp_path: Path
) -> None:
    codes = {code for code, *_ in found(tmp_path, laid.replace("PATCH", said))}
    # Whom an overrun is on may be said for those who look: that is all units of a hex.
    assert ("HW112" if laid is OVERRUN and "target" in said else "HW113") in codes


@pytest.mark.parametrize("said", [said for said in REFUSED if "mandatory" not in said])
def test_a_patch_of_an_effect_says_all_of_it(said: str, tmp_path: Path) -> None:
    assert "HW113" not in {code for code, *_ in found(tmp_path, PHASE.replace("PATCH", said))}


def test_a_word_that_is_asked_for_at_another_time_is_told_at_the_word(tmp_path: Path) -> None:
    both = "{combat: {column: differential, mandatory: {attack: {each: stack}}}}"
    told = found(tmp_path, f"combat: {{kinds: {{k: {{patch: {both}}}}}}}\n")
    ((message, word),) = [(message, word) for code, message, word in told if code == "HW113"]
    assert word == "mandatory"
    assert message.startswith("combat.mandatory changes nothing here: it is asked for when")


def test_a_kind_that_is_chosen_bars_no_terrain_from_the_attack(tmp_path: Path) -> None:
    barred = "terrain: {hexes: {open: {combat: prohibited}}}"
    for laid, wanted in ((CHOSEN, {"HW113"}), (IN_KIND, set())):
        assert {code for code, *_ in found(tmp_path, laid.replace("PATCH", barred))} == wanted


def test_nobody_overruns_from_a_distance(tmp_path: Path) -> None:
    afar = "bombardment: {suffers: all}"
    for laid, wanted in ((OVERRUN, True), (IN_KIND, False), (CHOSEN, False)):
        codes = {code for code, *_ in found(tmp_path, laid.replace("PATCH", afar))}
        assert ("HW113" in codes) == wanted


def test_only_the_outermost_line_is_told_of_which_nothing_is_asked_for(tmp_path: Path) -> None:
    told = found(tmp_path, IN_KIND.replace("PATCH", "movement: {allowance: 2, stacks: allowed}"))
    assert [word for code, _, word in told if code == "HW113"] == ["movement"]


KIND = "combat: {kinds: {k: {patch: {combat: {modifiers: {m: {title: M, shift: 1}}}}}}}"


def test_an_effect_changes_the_patch_of_a_kind_of_battle(tmp_path: Path) -> None:
    more = KIND.replace("shift: 1", "shift: 2")
    state = fighting(tmp_path, f"{KIND}\neffects: {{e: {{if: {{turn: 1}}, patch: {{{more}}}}}}}\n")
    assert state.preview("attack 0503 by R1").shifts == 2


def test_an_effect_brings_a_kind_of_battle(tmp_path: Path) -> None:
    state = fighting(tmp_path, f"effects: {{e: {{if: {{turn: 1}}, patch: {{{KIND}}}}}}}\n")
    assert state.preview("attack 0503 by R1").shifts == 1
    state.apply("attack 0503 by R1")
    assert hexwar.load_game(tmp_path).state_from_dict(state.to_dict()) == state


BY_CARD = """
decks:
  d:
    hand: 2
    draws: [{phase: red_movement, to: hand}]
    cards: {c: {title: Card, count: 9, lasts: game, patch: {PATCH}}}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_card, kind: card, side: red}
    - {id: blue_card, kind: card, side: blue}
    - {id: red_combat, kind: combat, side: red}
"""


def test_a_card_changes_the_patch_of_a_kind_of_battle(tmp_path: Path) -> None:
    card = BY_CARD.replace("PATCH", KIND.replace("shift: 1", "shift: 2"))
    game = hexwar.load_game(folder(tmp_path, f"{card}{KIND}\n", FOLDER / "meadow"))
    state = game.start(phase="red_movement", turn=1, setup=MEETING, seed=1)
    state.apply("done")
    state.apply(next(action for action in state.legal_actions() if action.verb == "play"))
    while state.phase.endswith("card"):
        state.apply("done")
    assert state.preview("attack 0503 by R1").shifts == 2


def test_what_is_wrong_in_a_kind_that_an_effect_changes_is_found(tmp_path: Path) -> None:
    wrong = KIND.replace("shift: 1", "shift: 1, defenders: {type: nobody}")
    told = found(tmp_path, f"{KIND}\neffects: {{e: {{if: {{turn: 1}}, patch: {{{wrong}}}}}}}\n")
    assert [(code, word) for code, _, word in told] == [("HW301", "nobody")]


BARRED = "combat: {modifiers: {m: {title: M, attacker: {prohibited: true}}}}"
BOUNDS = {
    "attackers: 1": {"R1", "R2"},
    "attackers: {stacks: required}": {"R1 R2"},
    "attackers: {apart: [{unit: R1}, {unit: R2}]}": {"R1", "R2"},
    "modifiers: {m: {title: M, attacker: {prohibited: true, only: {unit: R2}}}}": {"R1"},
}


@pytest.mark.parametrize("said", BOUNDS)
def test_who_may_attack_is_asked_of_the_kind_of_the_battle(said: str, tmp_path: Path) -> None:
    setup = MEETING
    if "required" in said:
        setup = {**MEETING, "R1": "0403"}
    base, kind = tmp_path / "base", tmp_path / "kind"
    plain = fighting(base, f"combat: {{{said}}}\nstacking: {{limit: 2}}\n", setup)
    of_kind = IN_KIND.replace("PATCH", f"combat: {{{said}}}") + "stacking: {limit: 2}\n"
    wanted = {f"attack 0503 by {force}" for force in BOUNDS[said]}
    assert attacks(plain) == attacks(fighting(kind, of_kind, setup)) == wanted


def test_terrain_that_a_kind_closes_to_attacks_is_closed(tmp_path: Path) -> None:
    closed = "terrain: {hexes: {open: {combat: prohibited}}}"
    assert attacks(fighting(tmp_path, IN_KIND.replace("PATCH", closed))) == set()


def test_a_kind_may_let_in_whom_the_game_keeps_out(tmp_path: Path) -> None:
    said = "combat: {attackers: 1, kinds: {k: {patch: {combat: {attackers: 2}}}}}\n"
    assert len(attacks(fighting(tmp_path / "many", said))) == 3
    kept_out = "m: {title: M, attacker: {prohibited: true}}"
    lifted = "{combat: {modifiers: {m: {attacker: {prohibited: false}}}}}"
    for kind, wanted in (("defenders: {unit: B1}, ", 3), ("defenders: {unit: B2}, ", 0)):
        said = f"combat: {{modifiers: {{{kept_out}}}, kinds: {{k: {{{kind}patch: {lifted}}}}}}}\n"
        assert len(attacks(fighting(tmp_path / kind[12:14], said))) == wanted


def test_only_attacks_of_the_kind_are_bounded_by_it(tmp_path: Path) -> None:
    said = "combat: {kinds: {k: {attackers: {unit: R1}, patch: {combat: {attackers: 1}}}}}\n"
    assert len(attacks(fighting(tmp_path, said))) == 3
    both = said.replace("attackers: {unit: R1}, ", "")
    assert len(attacks(fighting(tmp_path, both))) == 2


def test_who_may_overrun_is_asked_of_the_patch_of_overruns(tmp_path: Path) -> None:
    text = "zones_of_control: {entering: allowed}\noverrun: {cost: 1PATCH}\n"
    setup = {"R1": "0402", "B1": "0503", "B2": "0705"}
    offered = []
    for patch in ("", f", patch: {{{BARRED}}}"):
        at = tmp_path / str(len(patch))
        game = hexwar.load_game(folder(at, text.replace("PATCH", patch), FOLDER / "meadow"))
        state = game.start(phase="red_movement", turn=1, setup={**setup, "R1": "0301"})
        state.apply("move R1 0402")
        line = "overrun 0503 by R1"
        offered.append(state.explain(line) is None)
        assert offered[-1] == (line in {str(action) for action in state.legal_actions()})
    assert offered == [True, False]


@pytest.mark.parametrize("said", BOUNDS)
def test_games_with_bounded_kinds_are_played_by_the_computer(said: str, tmp_path: Path) -> None:
    state = fighting(tmp_path, IN_KIND.replace("PATCH", f"combat: {{{said}}}"))
    player, random = make_player("greedy"), Random(1)
    while not state.is_over:
        state.apply(player.choose(state, random))
    assert state.effects == ()


IDLE = "combat: {attackers: {support: {side: red}}}"
LAID = {
    "kind": IN_KIND,
    "effect": PHASE,
    "option": "options: {o: {title: O, patch: {PATCH}}}\n",
}


@pytest.mark.parametrize("laid", LAID)
def test_a_key_without_effect_is_found_in_each_patch(laid: str, tmp_path: Path) -> None:
    told = found(tmp_path, LAID[laid].replace("PATCH", IDLE))
    assert [(code, word) for code, _, word in told] == [("HW112", "support")]


def test_a_key_that_has_an_effect_under_a_patch_alone_is_not_found(tmp_path: Path) -> None:
    patch = "{combat: {attackers: {reach: own_zone}}}"
    said = f"{IDLE}\neffects: {{e: {{if: {{turn: 2}}, patch: {patch}}}}}\n"
    said += "zones_of_control: {exerted_by: all}\n"
    assert found(tmp_path, said) == []


@pytest.mark.parametrize("laid", [IN_KIND, PHASE])
def test_a_patch_in_play_that_changes_nothing_is_found(laid: str, tmp_path: Path) -> None:
    told = found(tmp_path, laid.replace("PATCH", "combat: {column: differential}"))
    assert told == []
    told = found(tmp_path / "same", laid.replace("PATCH", "combat: {column: attackers}"))
    assert [(code, word) for code, _, word in told] == [("HW109", "combat")]


def test_a_patch_that_restores_what_another_changes_is_none_that_changes_nothing(
    tmp_path: Path,
) -> None:
    effect = "effects: {e: {if: {turn: 2}, patch: {combat: {strength: units}}}}\n"
    kind = IN_KIND.replace("PATCH", "combat: {strength: printed}")
    assert found(tmp_path, effect + kind) == []


SHORT = "combat: {columns: [1], table: {1..6: [DR]}}"


@pytest.mark.parametrize("laid", [IN_KIND, PHASE, LAID["option"]])
def test_rows_that_do_not_fill_the_columns_of_a_patch_are_told_at_the_patch(
    laid: str, tmp_path: Path
) -> None:
    told = found(tmp_path, laid.replace("PATCH", "combat: {columns: [-2, 0, 2, 4, 5, 6, 7, 8]}"))
    assert {(code, word) for code, _, word in told if code == "HW403"} == {("HW403", "columns")}


def test_a_patch_that_adds_a_second_condition_is_told_at_the_patch(tmp_path: Path) -> None:
    said = (
        "victory: [{winner: red}]\nexits: {out: {side: red, region: edge, "
        "if: {eliminated: {side: blue}}}}\n"
        "map: {regions: {edge: ['0101']}}\n"
        "options:\n  early: {title: E, patch: {exits: {out: {if: {turn: {at_least: 2}}}}}}\n"
    )
    told = found(tmp_path, said)
    assert [(code, word) for code, _, word in told if code == "HW106"] == [("HW106", "turn")]


@pytest.mark.parametrize("kind", ["movement", "combat"])
def test_the_mark_of_a_phase_that_puts_nobody_on_overwatch_is_found(
    kind: str, tmp_path: Path
) -> None:
    said = (
        "states: {seen: {title: Seen, forbids: [attack]}}\nsequence: {turns: 2, phases: "
        f"[{{id: p, kind: {kind}, side: red, mark: seen}}, {{id: q, kind: combat, side: blue}}]}}\n"
    )
    assert ("HW112", "mark") in [(code, word) for code, _, word in found(tmp_path, said)]


@pytest.mark.parametrize("laid", [IN_KIND, PHASE])
def test_a_rule_about_steps_in_a_patch_is_found_where_units_have_one(
    laid: str, tmp_path: Path
) -> None:
    told = found(tmp_path, laid.replace("PATCH", "retreat: {convertible: allowed}"))
    assert [(code, word) for code, _, word in told] == [("HW414", "convertible")]


MENDED = {
    "combat:\n  column: differential\n  target: unit  # each\n  round: {side: up}\n": (
        "combat:\n  column: differential\n  round: {side: up}\n"
    ),
    "combat:\n  mandatory:\n    attack:\n      each: stack\n  column: differential\n": (
        "combat:\n  column: differential\n"
    ),
    "movement:\n  allowance: 2\ncombat: {column: differential}\n": (
        "combat: {column: differential}\n"
    ),
    "combat: {target: unit, column: differential, battle: {declare: all_first}}\n": (
        "combat: {column: differential}\n"
    ),
    "{combat: {column: differential},\n movement: {allowance: 2,\n  stacks: allowed}}\n": (
        "{combat: {column: differential}}\n"
    ),
}


@pytest.mark.parametrize("patch", MENDED)
def test_a_line_that_is_asked_for_at_another_time_is_deleted_on_demand(
    patch: str, tmp_path: Path
) -> None:
    said = "combat:\n kinds:\n  k:\n   patch:\nPATCHmovement: {stacks: allowed}\n"
    found(tmp_path, said.replace("PATCH", indent(patch, "    ")))
    main(["check", "--fix", str(tmp_path)])
    mended = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert mended.endswith(said.replace("PATCH", indent(MENDED[patch], "    ")))
    assert "HW113" not in {one.code for one in hexwar.check(tmp_path)}


WHOLE = {
    "combat: {kinds: {k: {title: K, chosen: attacker, patch: {combat: {target: unit}}}}}\n": (
        "combat: {kinds: {k: {title: K, chosen: attacker, patch: {}}}}\n"
    ),
    "combat:\n kinds:\n  k:\n   patch:  # none\n    combat: {target: unit}\n    movement:\n"
    "     allowance: 2\n": "combat:\n kinds:\n  k:\n   patch: {}  # none\n",
    "combat:\n kinds:\n  k:\n   patch:\n    combat:\n     kinds:\n      inner:\n"
    "       patch: {combat: {column: differential}}\n   title: Kay\n": (
        "combat:\n kinds:\n  k:\n   patch: {}\n   title: Kay\n"
    ),
    "overrun: {cost: 1, patch: {movement: {allowance: 2,\n stacks: allowed}}}\n": (
        "overrun: {cost: 1}\n"
    ),
    "overrun:\n  cost: 1\n  patch:\n    movement: {allowance: 2}\n    facing: {keeps: [rear]}\n"
    "  # of all\n": "overrun:\n  cost: 1\n  # of all\n",
}


@pytest.mark.parametrize("said", WHOLE)
def test_a_patch_of_which_nothing_is_asked_for_is_taken_out(said: str, tmp_path: Path) -> None:
    """It is left empty where the form wants one: what is a kind of battle for without it?"""
    found(tmp_path, said)
    for _ in range(2):
        main(["check", "--fix", str(tmp_path)])
        assert (tmp_path / "game.yaml").read_text(encoding="utf-8").endswith(WHOLE[said])
        assert "HW113" not in {one.code for one in hexwar.check(tmp_path)}


def test_a_comment_in_brackets_is_not_cut_off(tmp_path: Path) -> None:
    patch = "{combat: {target: unit, # each\n column: differential}}\n"
    found(tmp_path, f"combat:\n kinds:\n  k:\n   patch:\n{indent(patch, '    ')}")
    before = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    main(["check", "--fix", str(tmp_path)])
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == before


def test_a_line_that_an_option_brings_to_a_patch_is_deleted_there(tmp_path: Path) -> None:
    kind = "combat: {kinds: {k: {patch: {combat: {column: differential}}}}}\n"
    more = "options:\n  o:\n    title: O\n    patch:\n      combat: {kinds: {k: {patch: PATCH}}}\n"
    found(tmp_path, kind + more.replace("PATCH", "{combat: {target: unit}}"))
    main(["check", "--fix", str(tmp_path)])
    mended = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert mended.endswith(f"{kind}options:\n  o:\n    title: O\n    patch: {{}}\n")


def test_a_line_that_changed_since_it_was_checked_is_not_deleted(tmp_path: Path) -> None:
    both = "{movement: {allowance: 2}, combat: {column: differential}}"
    found(tmp_path, f"combat: {{kinds: {{k: {{patch: {both}}}}}}}\n")
    told, file = hexwar.check(tmp_path), tmp_path / "game.yaml"
    file.write_text(file.read_text().replace("allowance: 2", "allowance: 3"))
    assert mend(told, tmp_path) == 0
    assert mend(hexwar.check(tmp_path), tmp_path) == 1


NARROW = "{combat: {columns: [-2, 0, 2, 4, 5, 6, 7, 8]}}"


@pytest.mark.parametrize(
    "said",
    [
        f"variants: {{v: {{title: V, patch: {NARROW}}}}}\n"
        "scenarios: {meeting: {variant: v}, other: {setup: {R1: '0102', B1: '0702'}}}\n",
        f"scenarios: {{meeting: {{patch: {NARROW}}}}}\n",
    ],
)
def test_an_error_that_a_scenario_or_its_variant_brings_is_told_at_the_patch(
    said: str, tmp_path: Path
) -> None:
    told = found(tmp_path, said)
    assert {(code, word) for code, _, word in told if code == "HW403"} == {("HW403", "columns")}


def test_an_error_that_a_game_has_without_its_scenario_is_told_where_it_is(tmp_path: Path) -> None:
    said = "combat: {columns: [1, 2]}\nscenarios: {meeting: {patch: {combat: {dice: 1d6}}}}\n"
    assert ("HW403", "dice") not in {(code, word) for code, _, word in found(tmp_path, said)}


@pytest.mark.parametrize("laid", ["kind", "effect"])
def test_a_part_of_a_section_that_changes_nothing_in_a_patch_in_play_is_found(
    laid: str, tmp_path: Path
) -> None:
    patch = "terrain: {together: best, hexes: {open: {cost: 1}}}"
    told = found(tmp_path, LAID[laid].replace("PATCH", patch))
    assert [(code, word) for code, _, word in told] == [("HW109", "hexes")]


def test_what_another_patch_changes_may_be_said_again(tmp_path: Path) -> None:
    patches = [
        f"e{cost}: {{if: {{turn: {cost}}}, patch: {{terrain: {{together: best, "
        f"hexes: {{open: {{cost: {cost}}}}}}}}}}}"
        for cost in (1, 2)
    ]
    assert found(tmp_path, f"effects: {{{', '.join(patches)}}}\n") == []


TIRED = "states: {tired: {title: Tired, forbids: [move, attack], ends: {at: end, turn: true}}}\n"
LIFTED = "states: {tired: {forbids: [ACT]}}"


def test_what_a_battle_never_asks_is_forbidden_in_vain_in_its_patch(tmp_path: Path) -> None:
    more = "states: {tired: {forbids: [move, attack, fire]}}"
    phases = "sequence: {phases: [{id: f, kind: fire, side: red}]}\n"
    fire = (
        f"{phases}fire: {{hits: steps, dice: {{count: units, die: d6}}, only: {{state: tired}}}}\n"
    )
    told = found(tmp_path, TIRED + fire + IN_KIND.replace("PATCH", more))
    assert ("HW112", "forbids") in [(code, word) for code, _, word in told]


@pytest.mark.parametrize("left", ["move", "attack"])
def test_a_list_of_what_is_forbidden_counts_by_what_it_leaves_out(
    left: str, tmp_path: Path
) -> None:
    told = found(tmp_path, TIRED + IN_KIND.replace("PATCH", LIFTED.replace("ACT", left)))
    codes = {(code, word) for code, _, word in told}
    assert (("HW112", "forbids") in codes) == (left == "attack")


def test_an_effect_forbids_whatever_it_likes(tmp_path: Path) -> None:
    told = found(tmp_path, TIRED + PHASE.replace("PATCH", LIFTED.replace("ACT", "attack")))
    assert "HW112" not in {code for code, *_ in told}


AMISS = "{combat: {results: {DR: [{retreat: attacker}]}}}"


@pytest.mark.parametrize(
    "said",
    [
        f"options: {{o: {{title: O, patch: {AMISS}}}}}\n",
        f"scenarios: {{meeting: {{patch: {AMISS}}}}}\n",
    ],
)
def test_a_warning_that_a_patch_brings_is_told_at_the_patch(said: str, tmp_path: Path) -> None:
    told = found(tmp_path, said)
    assert {word for code, _, word in told if code == "HW405"} == {"results"}


def test_a_warning_that_the_game_has_by_itself_stays_where_it_is(tmp_path: Path) -> None:
    other = "options: {o: {title: O, patch: {combat: {column: differential}}}}\n"
    told = found(tmp_path, "combat: {table: {1: [DR, AR, DE]}}\n" + other)
    assert [word for code, _, word in told if code == "HW405"] == ["AR"]
