"""What is wrong or doubtful in the sheets."""
