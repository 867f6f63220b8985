"""What the measuring side and the simulation side call things."""

RESULT = "measured.json"
PROGRAM = "program.hex"
LINES = "NPUVM_BENCH_LINES"
PROFILE = "NPUVM_BENCH_PROFILE"
