"""HW85x: files that others have made, and what is asked of them before they are imported."""

from __future__ import annotations

from hexwar.definition.codes.code import error

CODES = (
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
