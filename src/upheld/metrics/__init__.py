"""Metrics: pure functions over judged claims. They do no I/O and call no judge."""
