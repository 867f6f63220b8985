"""Two small builds and runs of them, as Verilator and the bench leave them."""

from dataclasses import replace

import numpy as np

from tb.code_coverage.counted import Counted
from tb.code_coverage.dat import points_of, read_dat
from tb.code_coverage.made_of import MadeOf, MissedSignal
from tb.code_coverage.merge import content_hash
from tb.code_coverage.recorded import CodeRun, PointsFile, add_run, points_path

FILE, GENERATED = "rtl/unit/adder.sv", "rtl/generated/adder_pkg.sv"
SOURCE = """\
module adder (input logic clk, input logic carry);
  always_ff @(posedge clk) begin
    if (carry) begin
      total <= total + 1;
    end else begin
      total <= total + 2;
    end
    unique case (mode)
      default: done <= carry && ready;
    endcase
  end
endmodule
"""
WIDE = MissedSignal(FILE, 4, "memory", 300, "wide")


def key(kind, file, line, column, text, lines=""):  # noqa: PLR0917 - as Verilator has them
    """A point as Verilator writes it: keys of one letter, and what names the module."""
    fields = {"t": kind, "page": f"v_{kind}/adder", "f": file, "l": line, "n": column, "o": text, "S": lines}
    words = (f"\x01{name}\x02{value}" for name, value in fields.items() if value != "")
    return "".join(words) + "\x01h\x02TOP.u*.adder"


def keys(root):
    """The points of the adder."""
    path = root / FILE
    return [
        key("branch", path, 3, 5, "if", "3-4"),
        key("branch", path, 3, 6, "else", "6"),
        key("expr", path, 9, 32, "(carry==1 && ready==1) => 1"),
        key("expr", path, 9, 32, "(ready==0) => 0 of 1'b1"),
        key("line", path, 2, 3, "block", "2"),
        key("line", path, 9, 7, "case", "9"),
        key("line", root / GENERATED, 1, 1, "block", "1-2"),
    ]


def dat_text(keys, counts):
    """A file of Verilator's."""
    lines = (f"C '{key}' {count}\n" for key, count in zip(keys, counts, strict=True))
    return "# SystemC::Coverage-3\n" + "".join(lines)


class MadeCode:
    """A checkout with an adder in it, and runs that reach it.

    Args:
        root: the checkout.
    """

    def __init__(self, root):
        self.root, self.record = root, root / "build" / "code.jsonl"
        for file, text in {FILE: SOURCE, GENERATED: "package adder_pkg;\nendpackage\n"}.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text)
        self.record.parent.mkdir()

    def run(self, test, counts, *, seed="1", passed=True, record=None, design="adder", config="small", counted=keys):
        """A test that reached the adder's points so often."""
        record = record or self.record
        path = self.root / "code.dat"
        path.write_text(dat_text(counted(self.root), counts))
        dat = read_dat(path)
        points = tuple(replace(one, file=one.file.removeprefix(f"{self.root}/")) for one in points_of(dat, path))
        sources = {file: content_hash(self.root / file) for file in (FILE, GENERATED)}
        made_of = MadeOf(design=design, counted=Counted.CODE, sources=sources, missed=(WIDE,))
        PointsFile(made_of, points).write(points_path(record, dat.id))
        places = np.flatnonzero(dat.counts)
        hits = dat.counts[places].astype(np.int64)
        words = {"points": dat.id, "test": test, "seed": seed, "knobs": "", "config": config, "passed": passed}
        add_run(record, CodeRun(**words, places=places, hits=hits))
        return dat.id
