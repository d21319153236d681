"""What a player typed, with the names spelled as the game spells them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexwar.engine.notation import verbs
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.state import State


def respelled(line: str, state: State) -> str:
    """An action's line with verb, units, hexes and declarations in the game's own upper and lower
    case: ``MOVE a 0703`` is ``move A 0703``. What is no name stays as it is.
    """
    words = line.split()
    verb = verbs().get(words[0].lower())
    known = _names(state, nameable(state) if verb is not None and verb.shape.names[2] else ())
    return " ".join([words[0].lower(), *(_word(word, known) for word in words[1:])])


def unit_named(word: str, state: State) -> str | None:
    """The unit that a word names, whatever its case; ``None`` if there is none."""
    return _named(word, state.frame.unit_ids)


def hex_named(word: str, state: State) -> str | None:
    """The hex that a word names, whatever its case; ``None`` if there is none."""
    return _named(word, state.resolved.map)


def _named(word: str, names: Iterable[str]) -> str | None:
    alike = [name for name in names if name.casefold() == word.casefold()]
    return word if word in alike else alike[0] if len(alike) == 1 else None


def nameable(state: State) -> tuple[str, ...]:
    """What actions that are possible now name besides units and hexes."""
    return tuple(dict.fromkeys(action.name for action in state.legal_actions() if action.name))


def _names(state: State, more: Iterable[str]) -> dict[str, str]:
    """Folded name to name; a name that would be ambiguous is left out."""
    resolved = state.resolved
    groups = resolved[Reinforcements].groups
    names = dict.fromkeys([*state.frame.unit_ids, *resolved.map, *groups, *more, "by"])
    folded: dict[str, list[str]] = {}
    for name in names:
        folded.setdefault(name.casefold(), []).append(name)
    exact = {name: name for name in names}
    # As typed exactly goes before any case: where A and a are both names each means itself.
    return {key: alike[0] for key, alike in folded.items() if len(alike) == 1} | exact


def _word(word: str, known: dict[str, str]) -> str:
    if whole := known.get(word) or known.get(word.casefold()):
        return whole
    # Joined names, as in A+B or 0904-0804, are spelled one by one.
    parts = re.split(r"([-+])", word)
    return "".join(known.get(part) or known.get(part.casefold(), part) for part in parts)
