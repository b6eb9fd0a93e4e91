"""What the terminal and other programs are shown."""
