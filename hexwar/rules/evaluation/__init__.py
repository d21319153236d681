"""What a position is worth: which side will probably win, by where units are and the time left."""
