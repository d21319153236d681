"""Phases in which something has to be done before their side may end them."""
