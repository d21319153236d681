"""What a side does not see, as it could be: who lies in stacks, who hides where, who waits."""
