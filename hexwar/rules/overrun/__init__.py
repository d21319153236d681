"""Section ``overrun``: attacks in the course of movement."""
