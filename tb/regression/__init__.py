"""Regressions: suites of random tests, played in batches of many runs, resumed, grouped by what failed."""
