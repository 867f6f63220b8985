"""The page in Chromium: it opens from disk without a request, every panel draws, links lead where they say.

``make setup-browser`` installs what this needs beside a Chromium of the system's.
"""

import json
import os
import re
import shutil
from dataclasses import replace

import pytest

from tb.findings import Finding
from tb.mutation.by_hand import write_tried
from tb.report.history.store import write_record
from tb.report.keeping import record_of
from tb.report.looking_back import look_back
from tb.report.making import make_report, write_report
from tb.report.page.assemble import page_of
from tb.report.page.tabs import TABS
from tb.reports.played_network import write_played
from tests.unit.regression.made_runs import RUN, failed, passed, runs
from tests.unit.report.made_networks import played_network
from tests.unit.report.planted import tried, write_campaign
from tests.unit.report.test_functional import covering
from tests.unit.report.test_plan import PLAN, sources_of

playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: 'make setup-browser' installs it")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
EVIL = "<img src=x onerror='window.evil=1'></script><script>window.evil=1</script>"
SCHEMES = ("light", "dark")
WIDTHS = (1400, 400)
OPEN_ALL = "document.querySelectorAll('main > section:not([hidden]) details').forEach((one) => { one.open = true; })"
MOST_ROWS = 150
SETTLED_MS, LONGEST_MS = 100, 15_000


@pytest.fixture(scope="module")
def browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is there")
    with playwright.sync_playwright() as api:
        # Chromium as root, as in a container, has no sandbox.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = api.chromium.launch(executable_path=found, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report with failures of two kinds, what is to be read as text alone, and a few bins."""
    folder = tmp_path_factory.mktemp("report")
    one, other, third, *more = runs(80)
    evil = Finding("wrong-data", EVIL, details=(f"expected {EVIL}", f"layer: {EVIL}"))
    results = [failed(one, evil), failed(other, Finding("stray-write", "write to 0x40"))]
    results += [covering(third, (1, "plain"), (2, "odd"))] + [failed(run, evil) for run in more]
    write_campaign(folder, "one", ["caught", "survived", "equivalent"], original=EVIL)
    write_tried("made", tried("line-too-long", "wrong-data", original=EVIL), folder / "planted" / "tried")
    write_played("made", played_network(passed=False, findings=(EVIL,), golden=EVIL), folder / "networks")
    before = [covering(third, (1, "plain"), (2, "odd"), (3, "odd")), failed(other, Finding("lost-interrupt", EVIL))]
    before += [passed(replace(one, test=f"tests.made.{EVIL}"))]
    earlier = sources_of(folder / "earlier", *before)
    sources = sources_of(folder, *results, plan=PLAN.replace("Layers of each mode.", EVIL))
    made = make_report(sources)
    against = record_of(earlier, make_report(earlier))
    evil = replace(against.figures, coverage=against.figures.coverage | {EVIL: {EVIL: (1, 2)}})
    for day in ("01", "02"):
        older = replace(against, regressions=(day,), commit=EVIL, time=f"2026-11-{day}T12:00:00+00:00", figures=evil)
        write_record(older, folder / "history")
    made = look_back(made, record_of(sources, made), sources, folder / "history", against)
    return write_report(made, folder / "report")


class Opened:
    """A page, and what it did that it must not."""

    def __init__(self, browser, file, link="", *, scheme="light", width=1400):
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, reduced_motion="reduce"
        )
        self.page, self.wrong = self.context.new_page(), []
        self.page.set_default_timeout(LONGEST_MS)
        self.url = file.as_uri()
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.on("request", self._request)
        self.page.goto(f"{self.url}{link}")
        self.page.wait_for_selector("html[data-ready=yes]")

    def _request(self, request):
        if request.url.partition("#")[0] != self.url:
            self.wrong.append(request.url)


def test_a_panel_that_cannot_be_drawn_says_so_and_the_others_can(browser, report, tmp_path):
    file = tmp_path / "index.html"
    data = json.loads(report.data.read_text())
    file.write_text(page_of(json.dumps(data | {"plan": {}, "failures": {"groups": [3]}}), "made"))
    one = Opened(browser, file, "#failures")
    assert one.page.locator("#panel-failures .bad").inner_text().startswith("This panel cannot be drawn: ")
    assert len(one.wrong) == 1
    one.page.click("nav a[data-tab=summary]")
    assert one.page.locator("#panel-summary .verdict").inner_text() == "1 passed, 79 failed"
    one.context.close()


def test_of_many_rows_only_those_in_sight_are_in_the_document(browser, report, tmp_path):
    file, data = tmp_path / "index.html", json.loads(report.data.read_text())
    (line,) = data["summary"]["tests"]
    data["summary"]["tests"] = [line | {"test": f"Number{at}Test"} for at in range(25_000)]
    file.write_text(page_of(json.dumps(data), "made"))
    one = Opened(browser, file)
    table = one.page.locator("#panel-summary .table:has([aria-label='Tests'])")
    rows = table.locator("tbody tr:not(.spacer)")
    assert rows.first.locator("th").inner_text() == "Number0Test"
    assert rows.count() < MOST_ROWS
    table.locator(".scroll").evaluate("frame => { frame.scrollTop = frame.scrollHeight; }")
    table.locator("th", has_text="Number24999Test").wait_for()
    assert rows.count() < MOST_ROWS
    assert rows.last.get_attribute("aria-rowindex") == table.locator("table").get_attribute("aria-rowcount") == "25001"
    table.locator("input").fill("number12345")
    assert rows.locator("th").all_inner_texts() == ["Number12345Test"]
    assert one.wrong == []
    one.context.close()


@pytest.fixture
def opened(browser, report):
    pages = []

    def open_it(link="", **how):
        pages.append(Opened(browser, report.page, link, **how))
        return pages[-1]

    yield open_it
    for one in pages:
        wrong = one.wrong
        one.context.close()
        assert wrong == []


@pytest.mark.parametrize("width", WIDTHS)
def test_every_tab_shows_its_panel_and_the_page_asks_for_nothing(opened, width):
    page = opened(width=width).page
    for tab in TABS:
        page.click(f"nav a[data-tab={tab.name}]")
        page.locator(f"#panel-{tab.name}").wait_for()
        assert page.locator("main > section:visible h1").all_inner_texts() == [tab.title]
        assert page.locator("nav a[aria-current]").get_attribute("data-tab") == tab.name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{tab.name} is wider than the page"
    assert page.evaluate("window.evil") is None


def test_a_panel_without_data_says_what_would_fill_it(opened):
    page = opened("#code").page
    said = page.locator("#panel-code .empty").inner_text()
    assert said.startswith("No simulation has counted")
    assert said.endswith("\n\nmake regress SUITE=smoke SIM=verilator CODE_COVERAGE=1")
    page.click("nav a[data-tab=failures]")
    assert page.locator("#panel-failures .empty:visible").count() == 0


def test_texts_of_findings_are_text(opened):
    page = opened("#failures").page
    page.click("summary >> nth=0")
    page.locator("details.failure[open] h3", has_text="<img src=x").wait_for()
    assert page.locator("main img").count() == 0
    assert page.evaluate("window.evil") is None


def test_commands_in_tables_are_read_on_narrow_pages_too(opened):
    page = opened("#failures", width=min(WIDTHS)).page
    page.click("summary >> nth=0")
    command = page.locator("details.failure[open] tbody tr .command").first
    assert command.bounding_box()["width"] > command.bounding_box()["height"]


def test_the_summary_leads_to_failures(opened):
    page = opened().page
    page.click("#summary-failures a >> nth=0")
    page.locator("details.failure[open]").wait_for()


def test_a_link_opens_one_failure(opened):
    page = opened("#failures").page
    page.click("summary >> nth=1")
    link = page.locator("details[open] a[href^='#failures/']").get_attribute("href")
    other = opened(link).page
    assert other.locator("details.failure[open]").count() == 1
    assert other.locator("details.failure[open]").inner_text().startswith("FAIL write to 0x40")
    assert other.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert opened("#failures/nothing").page.locator("details.failure[open]").count() == 0
    assert opened("#nothing/%E0%A4%A").page.locator("main > section:visible h1").inner_text() == "Summary"


def test_a_command_can_be_copied(opened):
    page = opened("#failures").page
    page.click("summary >> nth=1")
    page.click("details[open] button.copy")
    page.locator("details[open] button.copy", has_text=re.compile("Copied|Selected")).wait_for()
    assert page.locator("details[open] .command code").inner_text() == f"make sim TEST={RUN.test} SEED=2"


def test_tables_sort_and_search(opened):
    page = opened("#failures").page
    page.click("summary >> nth=0")
    table = page.locator("details[open] .table")
    table.locator("tbody tr").nth(77).wait_for()
    table.locator("thead button", has_text="Seed").click()
    assert table.locator("tbody tr td").first.inner_text() == "80"
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    table.locator("input").fill("SEED=17")
    assert table.locator("tbody tr").count() == 1
    assert table.locator(".count").inner_text() == "1 of 78 rows"


def test_coverage_leads_from_holes_to_a_cross_and_its_cells(opened):
    page = opened("#functional").page
    page.click("#panel-functional tbody a:text-is('size x mode') >> nth=0")
    assert page.locator(".trail").inner_text().split("\n") == ["all groups", "layers", "size x mode"]
    cells = page.locator(".heat td")
    assert cells.all_inner_texts() == ["1", "0", "0", "1", "0", "0"]
    cells.nth(0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    detail = page.locator(".detail")
    assert detail.locator("h3").inner_text() == "2 x odd"
    assert "FirstTest, seed 3" in detail.inner_text()
    page.go_back()
    assert page.locator("#panel-functional h2").first.inner_text() == "Holes"


def test_a_point_of_the_plan_leads_to_what_proves_it(opened):
    page = opened().page
    verdict = page.locator("#summary-plan p").inner_text().strip()
    assert verdict.startswith("0 of 3 points reached, 2 failed, 1 not recorded")
    page.click("#summary-plan a:text-is('sizes')")
    panel = page.locator("#panel-plan")
    panel.locator("h2", has_text="sizes").wait_for()
    assert panel.locator("h3").all_inner_texts() == ["Tests", "Coverage", "Faults planted by machine"]
    first = panel.locator("tbody tr").nth(0).inner_text().split("\t")
    assert first == ["made.FirstTest", "failed", "1 passed, 79 failed"]
    page.click("#panel-plan a:text-is('layers.size')")
    page.locator("#panel-functional .trail", has_text="size").wait_for()
    page.click("nav a[data-tab=plan]")
    rows = panel.locator("tbody tr")
    rows.nth(2).wait_for()
    assert "<img src=x" in rows.nth(1).inner_text()
    panel.locator("thead button", has_text="State").click()
    assert [row.split("\t")[1] for row in rows.all_inner_texts()] == ["failed", "failed", "not recorded"]


def test_planted_faults_lead_from_the_plan_to_their_unit_and_to_a_replay(opened):
    page = opened("#plan/sizes").page
    page.click("#panel-plan a:text-is('COPY')")
    panel = page.locator("#panel-worth")
    panel.locator(".trail", has_text="COPY").wait_for()
    assert (
        panel.locator(".verdict").inner_text() == "1 of 2 faults planted by machine were caught by a checker: 50.0 %."
    )
    survived = panel.locator(".fault")
    assert survived.locator("h3").inner_text().startswith("survived COPY, operator, ")
    assert survived.locator("pre").inner_text().startswith(f"was  {EVIL}")
    assert survived.locator(".command code").inner_text() == "make mutate MUTANT=2"
    assert panel.locator("[aria-label='Equivalent faults'] tbody tr").count() == 1
    by_hand = panel.locator("[aria-label='Faults planted by hand'] tbody tr")
    assert by_hand.inner_text().split("\t")[:3] == ["line-too-long", "COPY", "wrong-data"]
    panel.locator("a:text-is('all units')").click()
    page.wait_for_function("location.hash === '#worth'")
    page.click("nav a[data-tab=summary]")
    assert page.locator("#summary-worth a").inner_text() == "1 fault that no checker caught"


def test_a_comparison_tells_what_is_worse_and_leads_there(opened):
    page = opened().page
    assert page.locator("#summary-comparison p").inner_text().startswith("2 new failures, 1 test gone, 2 bins lost")
    page.click("#summary-comparison a")
    panel = page.locator("#panel-comparison")
    panel.locator(".verdict.bad").wait_for()
    row = panel.locator("[aria-label='Figures'] tbody tr", has_text="Passed")
    assert row.inner_text().split("\t") == ["Passed", "2", "1", "\N{MINUS SIGN}1"]
    assert "</script><script>" in panel.locator("[aria-label='Tests that are gone'] tbody").inner_text()
    assert EVIL in panel.locator("[aria-label='Failures that went'] tbody").inner_text()
    assert panel.locator("[aria-label='Lost bins'] tbody tr").all_inner_texts() == [
        "layers\tsize\t1\t3",
        "layers\tsize x mode\t1\t3 x odd",
    ]
    assert page.evaluate("window.evil") is None
    panel.locator("a:text-is('size x mode')").click()
    page.locator("#panel-functional .trail", has_text="size x mode").wait_for()
    page.go_back()
    panel.locator("[aria-label='New failures'] a").first.click()
    page.locator("details.failure[open]").wait_for()


def test_the_history_has_curves_of_the_pages_colours_and_all_of_it_as_a_table(opened):
    pages = {scheme: opened("#history", scheme=scheme).page for scheme in SCHEMES}
    for page in pages.values():
        figures = page.locator("#panel-history figure")
        assert figures.locator("figcaption").first.inner_text() == "Runs that passed"
        assert (
            figures.first.locator("svg").get_attribute("aria-label").startswith("Runs that passed from 2026-11-01 to ")
        )
        assert EVIL in figures.nth(2).inner_text()
        rows = page.locator("#panel-history tbody tr")
        assert [row.split("\t")[2:4] for row in rows.all_inner_texts()] == [["80", "1"], ["3", "2"], ["3", "2"]]
        assert EVIL in rows.nth(1).inner_text()
        assert page.evaluate("window.evil") is None
    one, other = (
        page.locator("#panel-history svg text").first.evaluate("text => getComputedStyle(text).fill")
        for page in pages.values()
    )
    assert one != other


def test_the_theme_follows_the_system_and_the_button(opened):
    page = opened(scheme="dark").page
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) != dark
    assert opened(scheme="light").page.evaluate(ground) == page.evaluate(ground)


def test_a_network_shows_its_operations_and_what_is_wrong(opened):
    page = opened("#networks").page
    panel = page.locator("#panel-networks")
    assert panel.locator(".verdict").inner_text() == "Wrong: operation 1 (POOL)"
    assert "12.5 %" in panel.locator("tbody tr").first.inner_text()
    grey = "(one) => [...one.getContext('2d').getImageData(0, 0, 2, 2).data].filter((_, at) => at % 4 === 0)"
    assert panel.locator("canvas").nth(1).evaluate(grey) == [0, 85, 170, 255]
    assert panel.locator("canvas").first.get_attribute("aria-label") == "found, as a picture"


def test_a_print_has_the_panel_alone_and_is_light(opened):
    page = opened("#functional/small/layers", scheme="dark").page
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("nav:visible").count() == 0
    assert page.locator("#panel-functional h1").is_visible()
    assert "Bins" in page.locator("#panel-functional thead:visible").first.inner_text()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_serious(opened, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    links = [f"#{tab.name}" for tab in TABS] + ["#functional/small/layers", "#functional/small/layers/size%20x%20mode"]
    links += ["#plan/sizes", "#worth/COPY"]
    for link in links:
        page = opened(link, scheme=scheme).page
        page.evaluate(
            "document.querySelectorAll('main > section:not([hidden]) details').forEach((one) => { one.open = true; })"
        )
        page.wait_for_timeout(SETTLED_MS)
        violations = axe.run(page).response["violations"]
        grave = [one for one in violations if one["impact"] in ("serious", "critical")]
        assert [(one["id"], [node["html"] for node in one["nodes"][:2]]) for one in grave] == [], link
