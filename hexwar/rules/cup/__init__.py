"""Section ``cup``: chits that are drawn to see which units are activated, and the other orders of
activation.
"""
