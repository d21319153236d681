"""Play with few units that count alike: whole arrangements of them are compared."""
