"""A draw by agreement: offered at any time, in every game, and taken or refused at once."""
