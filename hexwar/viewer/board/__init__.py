"""The board: the screen on which a match is played or gone through, what keys and pointer do.

It may ask everything below; the program puts its screens on the stack.
"""
