"""What the measuring side and the simulation side call things."""

RESULT = "measured.json"
PROGRAM, SHORT_PROGRAM = "program.hex", "short.hex"
LOADS = "{}_loads.bin"
LINES = "NPUVM_BENCH_LINES"
PROFILE = "NPUVM_BENCH_PROFILE"
