"""What fills the window beside the board: the picker, the rules, the help sheet, the ending.

They may ask the match, the saves and the games that there are, and each is told its host.
"""
