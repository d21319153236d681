"""A whole resolved tree to a :class:`~hexwar.definition.model.ResolvedGame`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from hexwar.definition.choices import GameChoice
from hexwar.definition.forms import Form
from hexwar.definition.model import Header, ResolvedGame, Rulebook, Scenario
from hexwar.definition.packages import unplayed_keys
from hexwar.definition.tree import MappingNode, raw_plain
from hexwar.hexmap import HexMap


def build_game(
    tree: MappingNode,
    scenario: Scenario,
    chosen: GameChoice,
    *,
    header: Header,
    rulebook: Rulebook,
    board: HexMap,
    sections: Mapping[type[Form], Form],
    packages: tuple[str, ...],
) -> ResolvedGame:
    """The frozen game of a tree whose map is ``board``; ``sections`` are read by their forms,
    ``packages`` are those that it uses.
    """
    return ResolvedGame(
        header=header,
        scenario=scenario,
        options=chosen.options,
        edition=chosen.edition,
        map=board,
        rulebook=rulebook,
        digest=digest(tree, scenario),
        sections=sections,
        packages=packages,
    )


def digest(tree: MappingNode, scenario: Scenario) -> str:
    """A BLAKE2b digest of everything that decides how the game plays."""
    unplayed = unplayed_keys()
    rules = {key: raw_plain(e.value) for key, e in tree.entries.items() if key not in unplayed}
    areas = [dict(scenario.within), scenario.setup_order] if scenario.setup_order else []
    areas += [dict(scenario.steps)] if scenario.steps else []
    areas += [scenario.eliminated] if scenario.eliminated else []
    whole = json.dumps([rules, scenario.id, dict(scenario.setup), *areas], sort_keys=True)
    return blake2b(whole.encode(), digest_size=16).hexdigest()
