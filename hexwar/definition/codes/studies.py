"""HW8xx: the files of studies, which are no games."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given

CODES = (
    error(
        "HW801",
        "a study names what is not there",
        "A game, a scenario, an option, an edition, a side or a player that a study names is not "
        "here under this name. Games are shipped, or stand in your folder of games, or in a folder "
        "that is named by its path from the file of the study.",
        bad=given("study.yaml", "study: Who wins?\ngames: [tiny]\nplayers: normall\n"),
        good=given("study.yaml", "study: Who wins?\ngames: [tiny]\nplayers: normal\n"),
    ),
    error(
        "HW802",
        "a study asks for more than a file may",
        "A file runs no code and does not keep your computer busy unasked: a player that is a "
        "module or a program, or that thinks very long, plays only if you say so yourself. Give it "
        "a name in the study, and name it at the command line: `--player mine=my_module:Player`.",
        bad=given("study.yaml", "study: Who wins?\ngames: [tiny]\nplayers: my_module:Player\n"),
        good=given("study.yaml", "study: Who wins?\ngames: [tiny]\nplayers: greedy\n"),
    ),
    error(
        "HW803",
        "a study says twice how many games are played",
        "How many games are played is said by `number` or decided by `until`, not by both. "
        "The greatest number that `until` may come to is its own key: `most`.",
        bad=given(
            "study.yaml",
            "study: Who wins?\ngames: [tiny]\nnumber: 100\nuntil: {width: 0.1}\n",
        ),
        good=given("study.yaml", "study: Who wins?\ngames: [tiny]\nuntil: {width: 0.1}\n"),
    ),
    error(
        "HW804",
        "a study has more matches than may be",
        "The scenarios, options and pairings of a study make at most 10,000 matches. All sets of "
        "many options are soon more: `options: each` tries each by itself.",
    ),
)
