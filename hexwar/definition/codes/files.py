"""HW0xx: the files and their YAML."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given, warning

_PICTURED = """
    map:
      grid: {columns: 4, rows: 3}
      default: open
      picture:
        file: board.png
        grid: {dx: 300, dy: 350, x0: 200, y0: 200}
"""
_GIF = "GIF89a\n\n\n\n;"
"""As much of a picture of 2,570 x 2,570 pixels as is looked at here."""

CODES = (
    error(
        "HW001",
        "the file is not YAML",
        "The text cannot be read as YAML at all, most often because a bracket or a quote is not "
        "closed, or because a colon lacks the space behind it. The carets stand where reading "
        "failed; the mistake is there or shortly before. Nothing else in the file can be checked "
        "until it is mended.",
        bad=given(
            "sides.yaml",
            """
            sides:
              red: {name: Red
              blue: {name: Blue}
            """,
        ),
        good=given(
            "sides.yaml",
            """
            sides:
              red: {name: Red}
              blue: {name: Blue}
            """,
        ),
    ),
    error(
        "HW002",
        "a key stands twice",
        "One mapping has the same key twice. Plain YAML readers keep the last and drop the first "
        "without a word, which is how half an order of battle disappears. Keep one of the two, or "
        "rename one if both are meant.",
        bad=given(
            "stacking.yaml",
            """
            stacking:
              limit: 1
              limit: 2
              cite: {limit: "1"}
            """,
        ),
        good=given(
            "stacking.yaml",
            """
            stacking:
              limit: 2
              cite: {limit: "1"}
            """,
        ),
    ),
    error(
        "HW003",
        "anchors, aliases and merge keys are not part of the format",
        "YAML can name a value with & and repeat it with *, or merge mappings with <<. A game "
        "cannot: a few hundred bytes of them can grow without end, and a reader cannot see where "
        "a value comes from. Write the value out; to share rules between games or scenarios, use "
        "`extends`, `variants` and `options`.",
        bad=given(
            "sides.yaml",
            """
            sides:
              red: &side {name: Red}
              blue: {name: Blue}
            """,
        ),
        good=given(
            "sides.yaml",
            """
            sides:
              red: {name: Red}
              blue: {name: Blue}
            """,
        ),
    ),
    error(
        "HW004",
        "tags are not part of the format",
        "A word that begins with ! tells a YAML reader to make something special of a value. A "
        "game has no use for that, and in other programs tags can run code. Delete the tag; to "
        "make text of a number, put it in quotes.",
        bad=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: !!str 1944\nrulebook: rules.md\n"),
        good=given("game.yaml", 'hexwar: 2\nid: tiny\ntitle: "1944"\nrulebook: rules.md\n'),
    ),
    error(
        "HW005",
        "a file holds more than one document",
        "A line with --- begins a second YAML document, and hexwar reads one from each file. "
        "Delete the line, or put what follows into a file of its own: all files in .yaml of the "
        "folder are read.",
        bad=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n---\n'),
        good=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'),
    ),
    error(
        "HW006",
        "too big, or nested too deep",
        "A game may have 200 YAML files of 4 MiB each, 32 MiB together, 200,000 values in a file "
        "and 32 levels of nesting. No real game comes near these limits; they keep a broken or "
        "hostile file from exhausting the machine. If a real game does, split its files.",
        bad=given("sides.yaml", "sides: " + "[" * 40 + "]" * 40),
        good=given("sides.yaml", "sides: {red: {name: Red}, blue: {name: Blue}}"),
    ),
    error(
        "HW007",
        "the file is not clean UTF-8 text",
        "Files are read as UTF-8. This one holds bytes that are not, or a control character that "
        "no text needs, or it is rich text. Save the file as plain text in UTF-8, and retype the "
        "line that the carets point to.",
        bad=given("sides.yaml", "sides:\n  red: {name: Red\x07}\n  blue: {name: Blue}\n"),
        good=given("sides.yaml", "sides:\n  red: {name: Röd}\n  blue: {name: Blå}\n"),
    ),
    error(
        "HW008",
        "a tab in the margin",
        "YAML is indented with spaces; a tab at the beginning of a line makes it unreadable. "
        "Replace it by two spaces for each level. Most editors can be told to insert spaces when "
        "the tab key is pressed.",
        bad=given("movement.yaml", 'movement:\n\tallowance: 4\n\tcite: {allowance: "1"}\n'),
        good=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'),
    ),
    error(
        "HW009",
        "the first line of a block is indented deeper than the rest",
        "The first line after a | sets the margin of the whole block. If the next lines stand "
        "further left, YAML ends the block there and then fails on something that is not wrong. "
        "Indent every line of the block alike, the header of a terrain grid too.",
        bad=given(
            "map.yaml",
            """
            map:
              grid: {columns: 4, rows: 1}
              legend: {".": open}
              terrain: |
                 rc 01 02 03 04
                01  .  .  .  .
            """,
        ),
        good=given(
            "map.yaml",
            """
            map:
              grid: {columns: 4, rows: 2}
              legend: {".": open}
              terrain: |
                rc 01 02 03 04
                01  .  .  .  .
                02  .  .  .  .
            """,
        ),
    ),
    error(
        "HW010",
        "there is no game here",
        "A game is a folder with a file game.yaml in it, which holds at least its format version, "
        "its id and its title. The folder named has none, cannot be read, or does not exist.",
        bad=given("game.yaml", ""),
        good=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
    warning(
        "HW011",
        "a file that looks like part of the game is not read",
        "Only names that end in .yaml are read. A file in .yml or .YAML would work on one system "
        "and not on another, so hexwar leaves it out and says so. Notepad and TextEdit put .txt "
        "behind the name, which the system may not show. Rename the file, or move it out of the "
        "folder.",
        bad=given("advance.yml", "advance: {mandatory: false}"),
        good=given("advance.yaml", "advance: {mandatory: false}"),
    ),
    error(
        "HW012",
        "a file holds no sections",
        "Every YAML file of a game is a mapping whose keys are sections, such as `movement:` or "
        "`units:`. This one is empty, or a list, or a single value. Put the section's name above "
        "what the file holds, and indent the rest.",
        bad=given("movement.yaml", "- allowance: 4\n"),
        good=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'),
    ),
    error(
        "HW013",
        "a section stands in two files",
        "The files of a game are read together as one mapping, so a section may stand in one of "
        "them only. Move the lines of the second into the first.",
        bad=given("more.yaml", "movement: {through_friends: allowed}"),
        good=given(
            "movement.yaml",
            'movement:\n  allowance: 4\n  through_friends: allowed\n  cite: {allowance: "1"}\n',
        ),
    ),
    error(
        "HW014",
        "a key is not a single word",
        "The key of a mapping is a word, a number or a text in quotes. A list or a mapping in its "
        "place is legal YAML and means nothing here. Often a bracket or a line is in the wrong "
        "place.",
        bad=given("map.yaml", 'map: {grid: {columns: 4, rows: 3}, ["0101", "0102"]: open}'),
        good=given("map.yaml", "map: {grid: {columns: 4, rows: 3}, default: open}"),
    ),
    error(
        "HW015",
        "infinity and not-a-number are no numbers of a game",
        "YAML knows .inf and .nan, which slip through limits and make nonsense of every sum. For "
        "something without a limit, leave the key out; for terrain that cannot be entered, write "
        "prohibited.",
        bad=given(
            "terrain.yaml",
            "terrain:\n  hexes:\n    open: {cost: 1}\n    lake: {cost: .inf}\n",
            "map.yaml",
            'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  hexes: {lake: ["0203"]}\n',
        ),
        good=given(
            "terrain.yaml",
            "terrain:\n  hexes:\n    open: {cost: 1}\n    lake: {cost: prohibited}\n",
            "map.yaml",
            'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  hexes: {lake: ["0203"]}\n',
        ),
    ),
    error(
        "HW016",
        "a file that the game names cannot be used",
        "`rulebook`, `notes` and `picture` name files in the game's own folder. The file is not "
        "there, cannot be read, or lies outside the folder: a game may not reach into other "
        "folders by .., an absolute path or a link, so that it is safe to check a stranger's "
        "game.",
        bad=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rule.md\n"),
        good=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
    error(
        "HW017",
        "the game that this one extends is not there",
        "`extends` names a folder beside this one, such as series, a game that came with hexwar or "
        "one of your own games; a path may also lead into the game's own folder. Nothing is there "
        "under this name, or it lies elsewhere, perhaps by a link: a stranger's game reaches no "
        "other folder. Nothing that the base would bring can be checked until it is found.",
        bad=given(
            "game.yaml",
            "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\nextends: nowhere\n",
        ),
        good=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
    error(
        "HW018",
        "games extend each other in a circle",
        "A game that extends a game that extends the first has no beginning. The finding names the "
        "games of the circle; take `extends` out of one of them. More than eight games in a row "
        "are refused as well.",
        bad=given(
            "game.yaml",
            "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\nextends: .\n",
        ),
        good=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
    error(
        "HW019",
        "a colour without quotes",
        "In YAML a # after a blank begins a comment, so that a colour without quotes is no value "
        "at all, and whatever stands behind it on the line is lost, be it a closing brace. Put the "
        "colour in quotes.",
        bad=given(
            "sides.yaml",
            """
            sides:
              red: {name: Red, color: #b3392f}
              blue: {name: Blue}
            """,
        ),
        good=given(
            "sides.yaml",
            """
            sides:
              red: {name: Red, color: "#b3392f"}
              blue: {name: Blue}
            """,
        ),
    ),
    error(
        "HW020",
        "a merge that was left unfinished",
        "A version control system could not merge two versions of the file by itself and wrote "
        "both into it, between lines of <<<<<<<, ======= and >>>>>>>. Keep what is right and "
        "delete those lines.",
        bad=given(
            "stacking.yaml",
            """
            stacking:
            <<<<<<< ours
              limit: 1
            =======
              limit: 2
            >>>>>>> theirs
              cite: {limit: "1"}
            """,
        ),
        good=given(
            "stacking.yaml",
            """
            stacking:
              limit: 2
              cite: {limit: "1"}
            """,
        ),
    ),
    warning(
        "HW021",
        "a comment that leaves out no finding",
        "A comment `# hexwar: ignore[CODE]` leaves out warnings of that code about the line that "
        "it ends, or, alone on its line, about the next one. Here there is none, or what it names "
        "is an error, which cannot be left out. Delete the comment, or put it where the warning "
        "is.",
        bad=given(
            "stacking.yaml",
            """
            stacking:
              limit: 2  # hexwar: ignore[HW110]
              cite: {limit: "1"}
            """,
        ),
        good=given(
            "stacking.yaml",
            """
            stacking:
              limit: 2
              cite: {limit: "1"}
            """,
        ),
    ),
    error(
        "HW022",
        "a picture that cannot be shown",
        "`picture` names a picture: a PNG, a JPEG, an SVG or a GIF, of which the first picture is "
        "shown. What a file is decides what is in it and not its name. This one is none of them, "
        "or breaks off. Of an SVG shapes, text and the PNGs and JPEGs that it holds are drawn: "
        "nothing of other files, at most 100,000 shapes, and 640 pixels count for one; else save "
        "it as PNG.",
        bad=given("map.yaml", _PICTURED, "board.png", "a scan of the board\n"),
        good=given("map.yaml", _PICTURED, "board.png", _GIF),
    ),
    error(
        "HW023",
        "a picture that is too large",
        "A picture may have 16 MB (16,777,216 bytes) and 64,000,000 pixels, and all that a game "
        "names together 64 MB and 128,000,000 pixels: what is small as a file may fill a "
        "computer's memory when it is shown. Pixels are counted by what the file says of itself.",
        bad=given("map.yaml", _PICTURED, "board.png", "GIF89azzzz;"),
        good=given("map.yaml", _PICTURED, "board.png", _GIF),
    ),
)
