"""The match: its record, who plays, what was said last, what is shown, what computers think.

It draws nothing. It may ask the position as those at the window may know it.
"""
