"""What grading/grade and its neighbours share: layouts, roster, policy, the job pool, marks."""
