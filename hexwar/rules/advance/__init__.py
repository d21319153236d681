"""Section ``advance``: advance after combat."""
