"""Attach descriptions and the file lists that they name."""

from itertools import pairwise

from tb.runner.attach.attachment import read_attachment
from tb.runner.errors import UserError
from tests.fuzz.folder import contents
from tests.fuzz.text import chance, pick

FILE = "my.toml"
TOML = """top = "chip"
file_lists = ["rtl/list.f"]
sources = ["rtl/*.sv", "rtl/**/*.v", "rtl/top.v"]
includes = ["rtl/include"]
waivers = ["my.vlt"]
blocks = ["core", "mac"]
pin_prefix = "p_"

[defines]
SIZE = 8
FAST = true

[replace]
"ram.v" = "models/ram.v"
"rtl/top.v" = "models/top.v"

[arguments]
verilator = ["-Wno-lint"]
icarus = []

[pins]
clk = "clock"

[taps.out]
valid = "core.valid"
done = "~core.u[1].done"
data = ["core.high[7:4]", "core.low"]
"""
LIST = """// all of it
+incdir+include
-Iinclude
+define+IN_LIST+SIZE=8
-DFAST
top.v
ram.v # the memory
/* not
this */ -v deep/ram.v
-f more.f
"""
WORDS = (
    *('"rtl/top.v"', '["rtl"]', "[[pins]]", "[replace]", "true", "1.5", "nan", "1979-05-27", '"[!"', '"**"'),
    *('"rtl/../rtl/**/../*.v"', '"rtl/list.f"', '"rtl/more.f"', "{a = {b = 1}}", "[" * 2000, "a." * 2000 + "b = 1"),
    *('"\\u0000"', '"\\u001b[2J"', "'''", '"\\ud7ff"'),
)
LIST_WORDS = (
    *("-f", "-F", "-v", "list.f", "more.f", "../my.toml", "+incdir+", "+define+", "-D", "-I"),
    *("${}", "$", "$$", "*.v", "/*"),
)
CHAINED = ("l", "a.f", "-f", "+define+", "\u00e9", "l" * 200)
RTL = ("rtl/top.v", "rtl/ram.v", "rtl/deep/ram.v", "models/ram.v", "models/top.v", "rtl/include/sizes.vh", "rtl/a.sv")


def attach_case(rng):
    """A description with its RTL."""
    files = {
        FILE: contents(rng, TOML, WORDS),
        "rtl/list.f": contents(rng, LIST, LIST_WORDS),
        "rtl/more.f": contents(rng, "deep/ram.v\n" + ("-f list.f\n" if chance(rng, 0.2) else ""), LIST_WORDS),
        "my.vlt": b"",
    }
    if chance(rng, 0.05):
        files |= _chain(rng)
    for name in RTL:
        files[name] = contents(rng, "module m; endmodule\n")
    return "case", files, described


def _chain(rng):
    """Lists that name one another, in place of the second one: some end, some are too many, some go round."""
    count, odd = pick(rng, (2, 300, 990, 1500)), pick(rng, CHAINED)
    names = ["more.f", *(f"{odd}{at}.f" for at in range(count)), pick(rng, ("deep/none.f", "more.f", "list.f"))]
    return {f"rtl/{name}": f"-f {then}\nram.v\n".encode() for name, then in pairwise(names)}


def described(folder):
    """What the command line would say of a description."""
    try:
        found = read_attachment(folder / FILE)
    except UserError as error:
        return str(error).split("\n  ")
    return [found.design.name]


described.anywhere = True  # a description is the user's own, and names RTL wherever it lies
