"""The map with all that lies on it while it is played: counters, what is picked up, what is shown.

It may ask the match, and through it the rules: what may be done, where to, why not.
"""
