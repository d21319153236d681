"""What the player of small battles foresees."""

from hexwar.players.battlefield import battlefield_of, horizon_of
from hexwar.players.matches import loaded
from hexwar.players.patrol.outlook import Outlook, PatrolPriorities


def test_each_enemy_is_foreseen_to_move_as_zones_let_it() -> None:
    """Who is shaken leaves no zone: neither is taken to move as the other, whoever comes first."""
    state = loaded("tests/games/cases").start("meeting")
    frame, side = state.frame, state.frame.side_index["red"]
    shaken, steady = (frame.unit_index[name] for name in ("B1", "B3"))
    state.mark("shaken", 1 << shaken)
    here, beside = frame.board.cell["0503"], frame.board.mask(["0502"])
    reach = []
    for order in ((shaken, steady), (steady, shaken)):
        field = battlefield_of(state.rules)
        outlook = Outlook(field, state, side, horizon_of(state, side), PatrolPriorities())
        reach.append(outlook._reach(dict.fromkeys(order, here), beside))
    assert reach[0] == reach[1]
    assert reach[0][shaken] == frame.board.bit[here] != reach[0][steady]
