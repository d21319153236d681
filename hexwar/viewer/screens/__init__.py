"""What fills the window: the picker, the board, the rules, the help sheet, the ending."""
