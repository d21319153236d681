"""A player that searches: whole phases are planned, played on by a policy, and compared.

``player`` is asked for an action, and ``thinking`` makes up its mind: ``candidates`` lists plans,
those of the policy and those of the rules (``forming``, ``commands``); ``rollouts`` plays each on,
with its ``luck`` weighed where that tells more; ``halving`` says which are played on again, within
the ``budget``; ``sense``, ``concealment`` and ``mending`` take out what nobody of sense would do.
What was measured of each of them stands in docs/explanation/search.md.
"""
