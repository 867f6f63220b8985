"""The report: results, failures, coverage, plan and history in one page that opens without a network."""
