"""What grading/export writes: one module a format, all of them from marks.json and the students' result files."""
