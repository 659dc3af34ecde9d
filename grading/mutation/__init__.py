"""What `grading/mutants` is made of: tokens, who uses which line, the changes, trials, and the list of known survivors."""
