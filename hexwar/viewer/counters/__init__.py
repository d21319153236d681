"""Counters with their symbols, and dice: what lies beside a printed map in the box.

It may ask a game what is printed on a unit, and nothing about play.
"""
