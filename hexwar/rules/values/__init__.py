"""What units are worth now: strengths, allowances and named values, with all that changes them."""
