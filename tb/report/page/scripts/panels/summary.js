// What ran, and what came out.

panel("summary", {
  draw(place, data, report) {
    place.append(verdict(data), whatRan(data), ...others(report), coverageLines(report), testTable(data), leftOut(report.left_out));
  },
});

function verdict({ totals, left }) {
  const failed = totals.runs - totals.passed - totals.known;
  const words = totals.runs ? [`${number(totals.passed)} passed`, `${number(failed)} failed`] : ["nothing was played by a regression"];
  if (totals.known) words.push(`${number(totals.known)} failed as is known`);
  if (left) words.push(`${number(left)} not played`);
  const kind = failed ? "bad" : totals.runs ? "good" : "unknown";
  return el("p", { class: `verdict ${kind}` }, words.join(", "));
}

function whatRan(data) {
  const { totals } = data;
  const minutes = totals.wall_s / 60;
  return el("section", { "aria-label": "What ran" }, facts([
    ["Family", data.family],
    ["Design", data.designs.join(", ")],
    ["Configurations", data.configs.join(", ")],
    ["Runs", number(totals.runs)],
    ["Layers", minutes ? `${number(totals.layers)}, ${rounded(totals.layers / minutes, 0)} a minute of a simulator` : number(totals.layers)],
    ["Simulated", `${rounded(totals.sim_us / 1000)} ms`],
    ["Processor time", duration(totals.cpu_s)],
    ["Most memory", `${rounded(totals.peak_mb, 0)} MB`],
  ]), data.regressions.map(regression));
}

function regression(one) {
  const of = one.planned === null ? "" : ` of ${number(one.planned)}`;
  const versions = Object.entries(one.versions).map(([name, version]) => `${name} ${version}`).join(", ");
  return el("section", { class: "card" },
    el("h2", {}, `Regression ${one.suite || one.name}`),
    facts([
      ["Folder", one.name], ["Begun", one.begun.replace("T", " ").replace("+00:00", " UTC")],
      ["Took", one.spent_s ? duration(one.spent_s) : ""], ["Runs", `${number(one.played)}${of}`],
      ["Commit", one.commit], ["Versions", versions],
    ]));
}

/** What other panels say here: the plan's verdict, what changed. */
function others(report) {
  return [...PANELS.keys()].map((name) => [name, saidOf(name, "summary", report)])
    .filter(([, nodes]) => nodes)
    .map(([name, nodes]) => el("section", { class: "card", id: `summary-${name}` }, nodes));
}

function coverageLines(report) {
  const lines = report.functional?.configs ?? [];
  if (!lines.length) return "";
  return el("section", { class: "card" }, el("h2", {}, "Functional coverage"),
    lines.map((one) => el("p", {}, el("a", { href: link("functional", one.config) }, one.config), " ",
      bar(one.tally.hit, possible(one.tally)), ` ${percent(one.tally.hit, possible(one.tally))} of ${many(possible(one.tally), "possible bin")}`)));
}

function testTable({ tests }) {
  if (!tests.length) return "";
  const columns = [
    { title: "Test", text: (row) => row.test, header: true },
    { title: "Configuration", text: (row) => row.config },
    { title: "On", text: (row) => [row.sim, row.memory, ...row.plusargs].join(" ") },
    { title: "Seeds", text: (row) => row.seeds },
    { title: "Runs", value: (row) => row.totals.runs },
    { title: "Failed", value: (row) => row.totals.runs - row.totals.passed - row.totals.known, kind: (value) => (value ? "bad" : "none") },
    { title: "Known", value: (row) => row.totals.known, kind: (value) => (value ? "" : "none") },
    { title: "Layers", value: (row) => row.totals.layers },
    { title: "Simulated µs", value: (row) => Math.round(row.totals.sim_us) },
    { title: "Processor s", value: (row) => row.totals.cpu_s },
    { title: "Peak MB", value: (row) => Math.round(row.totals.peak_mb) },
  ];
  return el("section", {}, el("h2", {}, "Tests"), table({ name: "Tests", columns, rows: tests }));
}

function leftOut(lines) {
  const columns = [
    { title: "What", text: (row) => row.what, header: true },
    { title: "Why", text: (row) => row.why },
    { title: "How many", value: (row) => row.count },
  ];
  return el("section", {}, el("h2", {}, "Left out"),
    lines.length ? table({ name: "Left out", columns, rows: lines }) : el("p", {}, "Nothing was left out."));
}
