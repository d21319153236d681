"""Letters that can be drawn: which signs the shipped font has, and which fonts of the machine.

Nothing here draws. ``check`` asks what can be drawn, the window and the printer which font has it.
"""
