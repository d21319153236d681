"""Games as environments for learning: PettingZoo's and Gymnasium's interfaces over any game.

``pip install 'hexwar[rl]'``. :func:`hexwar.learning.games.env` makes an AEC environment in which
every side is an agent, :class:`hexwar.learning.alone.AloneEnv` a Gymnasium environment of one side
against a player. Actions are numbers (:mod:`hexwar.learning.actions`), positions are arrays of
units, hexes and time (:mod:`hexwar.learning.observations`), under fog what the side sees.
"""
