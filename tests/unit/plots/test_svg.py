"""Pictures for pages: text is text, colours are the page's, two of them do not clash."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from tb.plots.colours import COLOURS, FAINT, GROUND, stylesheet
from tb.plots.svg import LETTERS_OF_INCH, SVG, colour, label, legend_above, marker, picture
from tb.runner.paths import ROOT

EVIL = "<img src=x onerror='window.evil=1'></text><script>window.evil=1</script> $x^2$ \N{SNOWMAN} \x07"


def drawn(alt="two lines", names=("one", "other")):
    def draw(figure):
        axes = figure.add_subplot()
        for number, name in enumerate(names):
            axes.plot([1, 2, 3], [number, 2, 1], color=colour(number), marker=marker(number), label=label(name))
        axes.grid()
        legend_above(figure, axes)

    return picture(draw, width_px=430, height_px=250, alt=alt)


def texts(svg):
    return ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{{{SVG}}}text")]


def test_a_picture_scales_and_says_what_it_shows():
    root = ElementTree.fromstring(drawn())
    assert (root.get("role"), root.get("aria-label"), root.get("class")) == ("img", "two lines", "plot")
    assert (root.get("width"), root.get("height")) == (None, None)
    assert [float(number) for number in root.get("viewBox").split()] == pytest.approx([0, 0, 309.6, 180])


def test_all_colours_are_the_pages():
    svg = drawn()
    assert not re.findall(r"#[0-9a-f]{6}", svg)
    assert {"--plot-text", "--plot-grid", "--plot-series-0", "--plot-series-1"} == set(
        re.findall(r"--plot-[\w-]+", svg)
    )
    assert "font-family" not in svg
    assert "<style" not in svg


def test_names_are_text_whatever_is_in_them():
    svg = drawn(alt=EVIL, names=(EVIL, "_hidden"))
    assert "<script" not in svg
    assert "<img" not in svg
    assert EVIL.replace("\x07", r"\x07") in texts(svg)
    assert label("_hidden") in texts(svg)


def test_ids_of_two_pictures_differ_and_the_same_picture_is_the_same():
    one, other = drawn("one"), drawn("other")
    ids = [re.findall(r'\bid="([^"]*)"', svg) for svg in (one, other)]
    assert ids[0]
    assert not set(ids[0]) & set(ids[1])
    for own, svg in zip(ids, (one, other), strict=True):
        assert len(set(own)) == len(own)
        assert set(re.findall(r'#([\w-]+)[)"]', svg)) <= set(own)
    assert drawn("one") == one


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        (("one", "other", "third"), 1),
        (("a name that is long", "another one", "one of those that need room", "and the last"), 2),
        (("a name that is long", "one that is much longer than the other one", "one of those that need room"), 3),
    ],
)
def test_a_legend_has_as_many_columns_as_there_is_room_for(names, rows):
    root = ElementTree.fromstring(drawn(names=names))
    found = [one for one in root.iter(f"{{{SVG}}}text") if one.text in names]
    assert len({one.get("y") for one in found}) == rows
    width = float(root.get("viewBox").split()[2])
    assert all(float(one.get("x")) + len(one.text) * 72 / LETTERS_OF_INCH < width for one in found)


def test_a_legend_has_the_lines_of_all_its_axes():
    def draw(figure):
        above, below = figure.subplots(2)
        above.plot([1, 2], label="one")
        below.plot([2, 1], label="other")
        legend_above(figure, above, below)

    assert [text for text in texts(picture(draw, width_px=430, height_px=250, alt="")) if text[0] == "o"] == [
        "one",
        "other",
    ]


def test_of_many_points_a_line_has_those_that_are_seen():
    def draw(figure):
        axes = figure.add_subplot()
        values = [number % 7 for number in range(20_000)]
        values[7777] = 100
        axes.plot(values, color=colour(0))
        axes.set_ylim(0, 100)

    svg = picture(draw, width_px=430, height_px=250, alt="")
    (line,) = (one for one in ElementTree.fromstring(svg).iter(f"{{{SVG}}}path") if "series-0" in one.get("style", ""))
    assert len(line.get("d")) < 80_000
    ends = [float(one.get("y")) for one in ElementTree.fromstring(svg).iter(f"{{{SVG}}}use")]
    heights = [float(height) for height in re.findall(r"[ML] \S+ (\S+)", line.get("d"))]
    assert min(heights) == pytest.approx(min(ends), abs=0.3)
    assert not re.search(r"\.\d{3}", line.get("d"))


def test_every_colour_stands_out_on_either_ground():
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one, other):
        dark, bright = sorted((light(one), light(other)))
        return (bright + 0.05) / (dark + 0.05)

    for name, own in COLOURS.items():
        if name not in (FAINT, GROUND):
            assert contrast(own.light, COLOURS[GROUND].light) >= 4.5, name
            assert contrast(own.dark, COLOURS[GROUND].dark) >= 4.5, name


def test_a_page_has_both_grounds():
    text = stylesheet("@media dark {:root{%s}}")
    assert "--plot-text:#1b1f27" in text
    assert "@media dark {:root{--plot-text:#e6e9ef" in text


def test_the_command_line_imports_no_plotting_library():
    names = "tb.cli.main, tb.cli.regress, tb.cli.report, tb.report.making, tb.report.looking_back"
    code = f"import sys, {names}; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
