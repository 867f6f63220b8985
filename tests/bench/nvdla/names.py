"""What the measuring side and the simulation side call things."""

RESULT = "measured.json"
PROGRAM = "program.hex"
LOADS = "{}_loads.bin"
LINES = "NPUVM_BENCH_LINES"
PROFILE = "NPUVM_BENCH_PROFILE"
IDLE_CYCLES = 200_000
