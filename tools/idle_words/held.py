"""Words that once did nothing, and findings that once were false: which tests hold that it is so no
more. Each was seen to fail with the line broken that makes it true.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Held(NamedTuple):
    """What is so, the file of tests, below ``tests``, and the names of those that hold it."""

    so: str
    file: str
    tests: tuple[str, ...]


HELD = (
    Held(
        "`role: attacker` and `defender` hold in the counts of tables, in what cards do in answer "
        "to an attack, in `mark.only`",
        "rules/test_whose_eyes.py",
        (
            "test_a_table_that_a_battle_rolls_on_knows_who_fights",
            "test_what_a_card_does_in_answer_to_an_attack_knows_who_fights",
            "test_a_result_of_a_battle_marks_units_by_their_role",
        ),
    ),
    Held(
        "an effect and a card change the `patch` of a kind of battle",
        "rules/test_moments_of_patches.py",
        (
            "test_an_effect_changes_the_patch_of_a_kind_of_battle",
            "test_a_card_changes_the_patch_of_a_kind_of_battle",
        ),
    ),
    Held(
        "`attackers` and `prohibited` of a kind of battle are asked when attacks are offered",
        "rules/test_moments_of_patches.py",
        (
            "test_who_may_attack_is_asked_of_the_kind_of_the_battle",
            "test_terrain_that_a_kind_closes_to_attacks_is_closed",
        ),
    ),
    Held(
        "a kind that a battle is by itself takes no chosen one away",
        "rules/test_chosen_kinds.py",
        ("test_what_a_battle_is_by_itself_takes_no_choice_away",),
    ),
    Held(
        "`own` and `enemy` in `bombardment.targets`",
        "rules/test_bombardment.py",
        ("test_whom_guns_may_bombard_is_seen_from_their_side",),
    ),
    Held(
        "`own` and `enemy` in `fire.targets` and `roll.for_each`",
        "rules/test_whose_eyes.py",
        (
            "test_the_targets_of_fire_are_seen_from_the_side_that_fires",
            "test_a_table_sees_from_the_side_of_the_unit_that_is_rolled_for",
        ),
    ),
    Held(
        "`again` after a bombardment",
        "rules/test_bombardment.py",
        ("test_guns_at_a_distance_may_be_let_attack_again",),
    ),
    Held(
        "`dig` and `take` in place of a move are paid for",
        "rules/test_orders.py",
        ("test_what_is_done_in_place_of_a_move_costs_as_much",),
    ),
    Held(
        "`battle_back` in what symbols do is answered by none",
        "rules/test_battle_dice.py",
        ("test_nobody_answers_who_battles_back",),
    ),
    Held(
        "a phase of orders within an activation is for those who are activated",
        "rules/test_activation.py",
        ("test_within_an_activation_nobody_else_takes_a_state",),
    ),
    Held(
        "deeds are over with the next turn of a side, though it passes",
        "rules/test_deeds.py",
        ("test_what_was_done_is_over_in_the_next_turn_though_its_side_passes",),
    ),
    Held(
        "who is aboard turns with its carrier",
        "rules/test_transport.py",
        ("test_who_is_aboard_turns_with_its_carrier",),
    ),
    Held(
        "a capturing move has the price and the bounds of a move",
        "rules/test_capture.py",
        (
            "test_whoever_takes_others_pays_from_zone_to_zone",
            "test_nobody_is_taken_in_a_zone_that_may_not_be_entered",
        ),
    ),
    Held(
        "`hexwar show` tells of every key",
        "cli/test_every_key_is_read_back.py",
        ("test_every_key_that_a_section_may_have_is_read_back",),
    ),
    Held(
        "HW491 is of stacks and reactions in one phase",
        "definition/test_rightly_untold.py",
        ("test_stacks_and_reactions_are_at_odds_in_one_phase_alone",),
    ),
    Held(
        "HW412 and HW413 count phases of whoever has the initiative",
        "definition/test_rightly_untold.py",
        ("test_a_phase_of_whoever_has_the_initiative_may_be_any_sides",),
    ),
    Held(
        "HW302 counts what a patch alone speaks of",
        "definition/test_rightly_untold.py",
        ("test_what_a_patch_in_play_speaks_of_is_used",),
    ),
    Held(
        "HW688 counts what is carried out by plots",
        "playtest/test_playing.py",
        ("test_what_is_carried_out_by_plots_is_done",),
    ),
    Held(
        "HW770 lets activations oblige",
        "rules/test_obliging_phases.py",
        ("test_a_side_that_activates_units_does_not_pass_before_it_has_activated_enough",),
    ),
    Held(
        "HW681 is not told of what is locked",
        "rules/test_chosen_kinds.py",
        ("test_what_is_chosen_before_a_card_may_answer_is_not_taken_back",),
    ),
    Held(
        "HW021 is not told of comments when a game is played",
        "cli/test_check_play.py",
        ("test_a_comment_that_check_found_of_use_is_so_after_playing",),
    ),
    Held(
        "HW021 is not told of comments beside an error",
        "cli/test_check.py",
        ("test_a_comment_is_of_use_though_an_error_hides_its_warning",),
    ),
    Held(
        "HW403 and HW106 point at the patch that is to blame",
        "rules/test_moments_of_patches.py",
        (
            "test_rows_that_do_not_fill_the_columns_of_a_patch_are_told_at_the_patch",
            "test_a_patch_that_adds_a_second_condition_is_told_at_the_patch",
        ),
    ),
    Held(
        "a role that nobody has, and `own` or `enemy` that always or never holds, is found",
        "rules/test_words_in_patches_and_tables.py",
        (
            "test_each_word_holds_for_some_in_its_place_or_is_found",
            "test_a_role_that_nobody_has_is_found_in_a_patch",
            "test_an_enemy_whom_nobody_is_is_found_in_a_patch",
        ),
    ),
    Held(
        "a word that is asked while its patch is not in force is refused",
        "rules/test_patches_nobody_reads.py",
        ("test_what_is_asked_while_a_patch_is_not_in_force_is_found_in_it",),
    ),
    Held(
        "a key without effect is found in patches",
        "rules/test_patches_nobody_reads.py",
        ("test_a_key_that_has_nothing_to_do_is_found_in_the_patch",),
    ),
    Held(
        "`mark` of a phase that does not read it is found",
        "rules/test_moments_of_patches.py",
        ("test_the_mark_of_a_phase_that_puts_nobody_on_overwatch_is_found",),
    ),
)


def lines() -> Iterator[str]:
    """The table of the page."""
    yield "| what is so | held by |"
    yield "|---|---|"
    for held in HELD:
        named = ", ".join(f"`{name}`" for name in held.tests)
        yield f"| {held.so} | `tests/{held.file}`: {named} |"
