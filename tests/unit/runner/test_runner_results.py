import pytest

from tb.outcome.results import Verdict, read_results

XML = """<testsuites><testsuite name="m" tests="4">
<testcase classname="m" name="good" time="0.5"><properties>
  <property name="sim_time_unit" value="us"/><property name="sim_time_duration" value="2.5"/></properties></testcase>
<testcase classname="m" name="bad" time="0.1"><failure type="AssertionError" message="3 is not 4"/></testcase>
<testcase classname="m" name="broken"><error type="RuntimeError" message="gone"/></testcase>
<testcase classname="m" name="left_out"><skipped/></testcase>
</testsuite></testsuites>"""


def test_verdicts_times_and_messages(tmp_path):
    path = tmp_path / "results.xml"
    path.write_text(XML)
    good, bad, broken, left_out = read_results(path)
    assert (good.full_name, good.verdict, good.sim_time_ns, good.wall_s) == ("m.good", Verdict.PASS, 2500.0, 0.5)
    assert (bad.verdict, bad.message) == (Verdict.FAIL, "AssertionError: 3 is not 4")
    assert (broken.verdict, broken.message) == (Verdict.FAIL, "RuntimeError: gone")
    assert left_out.verdict is Verdict.SKIP


def test_file_cut_short_is_an_error(tmp_path):
    path = tmp_path / "results.xml"
    path.write_text(XML[:200])
    with pytest.raises(ValueError, match=r"results\.xml"):
        read_results(path)
