"""Play with units that act one at a time, fire at what they see, and react."""
