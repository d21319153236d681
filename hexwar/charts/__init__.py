"""What a printed game has beside its map and counters: charts, tables, the sequence of play, rules.

They are told as blocks (:mod:`hexwar.charts.blocks`), which a terminal sets in columns and a
printer on paper.
"""
