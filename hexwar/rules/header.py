"""The keys at the top of ``game.yaml``: what a game is called, and what it builds on.

Of these, what players read becomes the game's `Header`. The rest says how the files are to be read,
and is looked up while they are: ``extends`` in ``definition/folder.py``, ``abstract``, ``draft``,
``rulebook`` and ``notes`` in ``definition/loading.py``.
"""

from typing import Annotated, Any, Literal

from hexwar.definition.forms import ID, LIKE_A_DECIMAL, ONLY_READ, Form, matching, says
from hexwar.definition.model import Header


class Top(Form):
    """What a game is called, and what it builds on."""

    hexwar: Annotated[Literal[2], says("The version of this format.", 2)]
    id: Annotated[
        str,
        matching(ID),
        says(
            "The game's id, the same as its folder's name: a letter, then letters, digits and _.",
            "my_game",
        ),
    ]
    title: Annotated[str, ONLY_READ, says("The game's title.", "My Game")]
    version: Annotated[str, ONLY_READ, LIKE_A_DECIMAL, says("The game's version.", "1.0")] = ""
    summary: Annotated[
        str,
        ONLY_READ,
        says("A paragraph about the game.", "A battle for three towns in four turns."),
    ] = ""
    authors: Annotated[
        tuple[Annotated[str, says("A name.", "A. Author")], ...],
        ONLY_READ,
        says("Who made it.", ["A. Author"]),
    ] = ()
    license: Annotated[str, ONLY_READ, says("Its licence.", "MIT")] = ""
    extends: Annotated[
        str,
        says(
            "A game whose sections this one starts from, by the name of a folder beside it, of a "
            "game that came with hexwar or of one of your own.",
            "series",
        ),
    ] = ""
    abstract: Annotated[
        bool, says("Whether this is only a base for other games, and not played itself.", False)
    ] = False
    draft: Annotated[
        bool,
        says(
            "Whether the game is still being written. It is shown, drawn and checked, and played "
            "once nothing is open. Open may be every section but `map`, the `cost` of kinds of "
            "hexes and paths, and the `steps` of unit types; `hexwar check` lists what is, and how "
            "it is written. Until then its other warnings wait.",
            True,
        ),
    ] = False
    rulebook: Annotated[
        str, ONLY_READ, says("The file with the game's rules, by number.", "rules.md")
    ] = ""
    notes: Annotated[str, ONLY_READ, says("The file with the designer's notes.", "notes.md")] = ""

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """What players read of it, with something in the place of what is missing or at fault: a
        list of games shows those with errors too.
        """
        name = values.get("id", "")
        return Header(
            id=name,
            title=values.get("title") or name,
            version=values.get("version", ""),
            summary=values.get("summary", "").strip(),
            authors=values.get("authors", ()),
            license=values.get("license", ""),
        )
