"""What a position is worth: who will probably win, by who is where and by the time left."""
