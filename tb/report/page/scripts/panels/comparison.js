// What changed since an earlier report: what is new, what went, what was lost.

panel("comparison", {
  badge: (data) => (losses(data).length ? `${number(lossCount(data))} worse` : ""),

  summary: (data) => [
    el("h2", {}, `Since ${reportName(data.before)}`),
    el("p", {}, el("span", { class: losses(data).length ? "bad" : "good" }, comparisonVerdict(data)), " ",
      el("a", { href: link("comparison") }, "All that changed")),
  ],

  draw(place, data) {
    place.append(...[
      el("p", { class: `verdict ${losses(data).length ? "bad" : "good"}` }, comparisonVerdict(data)),
      facts([["Compared with", reportName(data.before)], ["Its commit", data.before.commit], ["Its regressions", data.before.regressions.join(", ")],
        ["This is", reportName(data.now)], ["Commit", data.now.commit]]),
      figureTable(data), newFailures(data), wentFailures(data),
      changedTests("Tests that are gone", data.removed_tests, data.now), lostBins(data), lostCode(data),
      changedTests("New tests", data.new_tests, data.before), newBins(data), notCompared(data.left_out),
    ].filter(Boolean));
  },
});

const sumOf = (rows, member) => rows.reduce((sum, row) => sum + row[member], 0);
const unknown = (data) => data.new_failures.filter((one) => !one.known);
const lossCount = (data) => unknown(data).length + sumOf(data.bins, "lost") + data.lost_code_count + data.removed_tests.length;

/** What is worse, in words. */
function losses(data) {
  const words = (count, one, more) => (count ? [many(count, one, more)] : []);
  return [
    ...words(unknown(data).length, "new failure"), ...words(data.removed_tests.length, "test gone", "tests gone"),
    ...words(sumOf(data.bins, "lost"), "bin lost", "bins lost"),
    ...words(data.lost_code_count, "line or branch not reached any more", "lines and branches not reached any more"),
  ];
}

function comparisonVerdict(data) {
  const bad = losses(data);
  const good = [
    data.went_failures.length ? `${many(data.went_failures.length, "failure")} went` : "",
    sumOf(data.bins, "new") ? `${many(sumOf(data.bins, "new"), "new bin")}` : "",
  ].filter(Boolean);
  const rest = good.length ? `; ${good.join(", ")}` : "";
  return bad.length ? `${bad.join(", ")}${rest}.` : `Nothing is worse${rest}.`;
}

/** Figures of both reports, side by side. */
function figureTable(data) {
  const [one, other] = [data.before.figures, data.now.figures];
  const share = (name, before, now) => ({ name, before: before && before[1] ? (100 * before[0]) / before[1] : null, now: now && now[1] ? (100 * now[0]) / now[1] : null, unit: " %", digits: 1, good: 1 });
  const count = (name, of, good) => ({ name, before: of(one), now: of(other), unit: "", digits: 0, good });
  const each = (member) => [...new Set([...Object.keys(one[member]), ...Object.keys(other[member])])];
  const rows = [
    count("Runs", (figures) => figures.runs, 0), count("Passed", (figures) => figures.passed, 1),
    count("Failed, not as is known", (figures) => figures.runs - figures.passed - figures.known, -1),
    count("Layers a minute of a simulator", layersAMinute, 0),
    ...each("coverage").map((config) => share(`Functional coverage, ${config}`, configBins(one, config), configBins(other, config))),
    ...each("code").map((kind) => share(`Code coverage, ${kind}`, one.code[kind], other.code[kind])),
    share("Faults planted by machine and caught", one.faults, other.faults),
    share("Faults planted by hand and caught", one.by_hand, other.by_hand),
  ].filter((row) => row.before !== null || row.now !== null);
  const said = (row, value) => (value === null ? "–" : `${rounded(value, row.digits)}${row.unit}`);
  const difference = (row) => (row.before === null || row.now === null ? null : row.now - row.before);
  const columns = [
    { title: "Figure", text: (row) => row.name, header: true },
    { title: "Before", value: (row) => row.before, text: (row) => said(row, row.before) },
    { title: "Now", value: (row) => row.now, text: (row) => said(row, row.now) },
    { title: "Difference", value: difference, text: (row) => signed(difference(row), row.digits),
      kind: (value, row) => (!row.good || ["", "0"].includes(signed(value, row.digits)) ? "none" : value * row.good > 0 ? "good" : "bad") },
  ];
  return el("section", {}, el("h2", {}, "Figures"), table({ name: "Figures", columns, rows, searchable: false }));
}

function signed(value, digits) {
  if (value === null) return "";
  const text = rounded(Math.abs(value), digits);
  return /[1-9]/.test(text) ? `${value < 0 ? "−" : "+"}${text}` : "0";
}

const failureColumns = (failure, node) => [
  { title: "Failure", text: (row) => failure(row).line, node, header: true, kind: () => "long" },
  { title: "Runs", value: (row) => failure(row).count },
  { title: "Tests", text: (row) => failure(row).tests.join(", "), kind: () => "long" },
];

function newFailures(data) {
  if (!data.new_failures.length) return "";
  const columns = failureColumns((row) => row, (row) => el("a", { href: link("failures", row.id) }, row.line));
  columns.push({ title: "Known", text: (row) => (row.known ? "yes" : "no") });
  return el("section", {}, el("h2", {}, "New failures"), table({ name: "New failures", columns, rows: data.new_failures }),
    data.stayed_failures ? el("p", { class: "none" }, `${many(data.stayed_failures, "other failure")} came before too.`) : "");
}

function wentFailures(data) {
  if (!data.went_failures.length) return "";
  const columns = failureColumns((row) => row.failure, (row) => row.failure.line);
  columns.push({ title: "Now", text: (row) => (row.played ? "its tests passed, or fail otherwise" : "none of its tests was played"), kind: (_, row) => (row.played ? "" : "warn") });
  return el("section", {}, el("h2", {}, "Failures that went"), table({ name: "Failures that went", columns, rows: data.went_failures }));
}

function changedTests(title, rows, other) {
  if (!rows.length) return "";
  const why = (row) => {
    if (!row.there) return "there is no such test now";
    if (row.everywhere) return "not played";
    return "not played on these configurations";
  };
  const gone = title !== "New tests";
  const columns = [
    { title: "Test", text: (row) => row.test.split(".").slice(-2).join("."), header: true },
    { title: "Configurations", text: (row) => row.configs.join(", ") },
    { title: gone ? "Now" : "Before", text: gone ? why : (row) => (row.everywhere ? "not played" : "not played on these configurations"), kind: (_, row) => (gone && !row.there ? "bad" : "") },
  ];
  const list = table({ name: title, columns, rows });
  return gone ? el("section", {}, el("h2", {}, title), list) : folded(`${title}: ${number(rows.length)}`, list);
}

const folded = (title, ...content) => el("details", { class: "card" }, el("summary", {}, el("h2", {}, title)), content);

function binTable(name, rows, member) {
  const configs = new Set(rows.map((row) => row.config));
  const columns = [
    ...(configs.size > 1 ? [{ title: "Configuration", text: (row) => row.config }] : []),
    { title: "Group", text: (row) => row.group },
    { title: "Item", text: (row) => row.item, node: (row) => el("a", { href: link("functional", row.config, row.group, row.item) }, row.item), header: true },
    { title: name, value: (row) => row[member] },
    { title: "Bins", text: (row) => row[`${member}_bins`], kind: () => "long" },
  ];
  return table({ name: `${name} bins`, columns, rows });
}

function lostBins({ bins }) {
  const rows = bins.filter((row) => row.lost);
  if (!rows.length) return "";
  return el("section", {}, el("h2", {}, "Lost bins"),
    el("p", {}, `${many(sumOf(rows, "lost"), "bin")} of ${many(rows.length, "item")} were hit before and are not now.`), binTable("Lost", rows, "lost"));
}

function newBins({ bins }) {
  const rows = bins.filter((row) => row.new).sort((one, other) => other.new - one.new);
  return rows.length ? folded(`New bins: ${number(sumOf(rows, "new"))}`, binTable("New", rows, "new")) : "";
}

function lostCode(data) {
  if (!data.lost_code_count) return "";
  const more = data.lost_code_count - data.lost_code.length;
  const columns = [
    { title: "Place", text: (row) => `${row.file}:${row.line}`, node: (row) => el("a", { href: link("code", row.file, String(row.line)) }, `${row.file.split("/").pop()}:${row.line}`), header: true },
    { title: "Kind", text: (row) => row.kind },
    { title: "What", text: (row) => row.text },
    { title: "Source", text: (row) => row.source, node: (row) => el("code", {}, row.source), kind: () => "long" },
  ];
  return el("section", {}, el("h2", {}, "Code that is not reached any more"),
    more ? el("p", { class: "none" }, `The first ${number(data.lost_code.length)} of ${number(data.lost_code_count)}.`) : "",
    table({ name: "Code that is not reached any more", columns, rows: data.lost_code }));
}

function notCompared(lines) {
  if (!lines.length) return "";
  const columns = [{ title: "What", text: (row) => row.what, header: true }, { title: "Why", text: (row) => row.why, kind: () => "long" },
    { title: "How many", value: (row) => row.count }];
  return el("section", {}, el("h2", {}, "Not compared"), table({ name: "Not compared", columns, rows: lines }));
}
