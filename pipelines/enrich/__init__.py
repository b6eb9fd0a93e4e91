"""What other tabs add to a seat: player facts, weights, counts from the log of acts."""
