"""Turning units that look somewhere: in phases of movement, and after what they did."""
