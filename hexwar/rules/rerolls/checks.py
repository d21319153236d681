"""What is proved of section ``rerolls``: the throws happen, and their side can pay."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.combat.section import Combat
from hexwar.rules.pools.section import Pools
from hexwar.rules.rerolls.section import Rerolls
from hexwar.rules.tables.section import Tables


@of_each_game
def dice_can_be_thrown_again(subject: Subject, findings: Findings) -> None:
    """A pool of the side pays, and the game has the battles or tables whose dice these are."""
    game, rerolls = subject.game, subject.game.section(Rerolls)
    if rerolls is None or "rerolls" not in subject.tree:
        return
    pools = game.section(Pools)
    sides = {pool.id: pool.side for pool in pools.by_id.values()} if pools else {}
    there = {"battle": game.section(Combat), "table": game.section(Tables)}
    for reroll in rerolls.by_id.values():
        side = sides.get(reroll.spends.pool, reroll.side)
        if side != reroll.side:
            message = f"{reroll.spends.pool} is a pool of {side}, and {reroll.side} throws again"
            place = subject.node("rerolls", reroll.id, "spends").place()
            findings.add("HW692", place, message, help=f"name a pool of {reroll.side}")
        missing = [throw for throw in reroll.of if there[throw] is None]
        for throw in missing:
            message = f"dice of a {throw} are never thrown: the game has none"
            findings.add("HW692", subject.key("rerolls", reroll.id).place(), message)
