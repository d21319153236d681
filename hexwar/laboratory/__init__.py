"""The laboratory: studies of thousands of games, and what they say about a game.

A study is a file (:mod:`hexwar.laboratory.study`): what is played, by whom, how often, and what is
kept of it. Running it fills a folder of results (:mod:`hexwar.laboratory.results`), which goes on
where it was cut; a report (:mod:`hexwar.laboratory.report`) is made of such folders.
"""
