"""A player that searches: whole phases are planned, played on by a policy, and compared.

``player`` is asked for an action and makes up its mind: ``candidates`` lists plans, those of the
policy and those of the rules (``forming``); ``rollouts`` plays each on, with its luck weighed where
that tells more; ``budget`` says how long, and which are played on again; ``sense`` takes out what
nobody of sense would do.
What was measured of each of them stands in docs/explanation/search.md.
"""
