"""HW8xx: what is no game: files of studies, and what others have made, before it is imported."""

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
    error(
        "HW850",
        "a file cannot be read for an import",
        "The file is not there, is no zip, breaks off, or is hostile: names that lead out of it, "
        "links, locked entries, more in it than it says or than is ever read. A module is looked "
        "through in memory and never unpacked. Download it again; if it still cannot be read, open "
        "it in the program that made it and save it anew.",
    ),
    error(
        "HW851",
        "the XML or JSON of an import cannot be",
        "A buildfile, a map or a tileset is no XML or JSON, declares a document type, is nested "
        "too deep or has more elements than anybody's. Document types are refused, as they let few "
        "bytes grow without end. Save it anew in the program that made it.",
    ),
    error(
        "HW852",
        "a file is something else than what is imported",
        "An extension of a module is imported by the module that it extends, a saved game with its "
        "module. Of maps of Tiled those are imported whose orientation is hexagonal: the others "
        "have no hexes.",
    ),
    error(
        "HW853",
        "a draft cannot be written there",
        "The folder is there already and no import made it, or its list cannot be read, or the "
        "disk refuses. Name another folder. Into a folder that an import made a second one can be "
        "written: it brings up to date what its author has not changed.",
    ),
    error(
        "HW854",
        "a map of Tiled contradicts itself",
        "A layer has more or fewer tiles than the map, is packed in a way that is not known, or "
        "the map is larger than 250 columns and rows. Save it anew in Tiled: as CSV, or as Base64 "
        "with zlib, gzip or nothing.",
    ),
)
