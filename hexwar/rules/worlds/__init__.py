"""What a side does not see, as it could be: units that lie in stacks, hide somewhere, or wait."""
