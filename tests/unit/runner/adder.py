"""A ten-line design, for tests of what builds and runs one."""

from pathlib import Path

from tb.runner.design import Design

FOLDER = Path(__file__).parent / "design"
ADDER = Design(name="adder", top="adder", sources=(FOLDER / "adder.sv",))
