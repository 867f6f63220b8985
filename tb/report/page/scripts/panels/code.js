// Code coverage: units, what was not reached, files; a link opens a file, at a line.

const KINDS = [["line", "Lines"], ["branch", "Branches"], ["expression", "Expressions"], ["toggle", "Bits"]];
const ORIGINS = { rtl: "RTL", generated: "Generated files", bench: "HDL of the bench" };

panel("code", {
  badge: (data) => {
    const share = shareOf(data.files.filter((file) => file.origin === "rtl"), "line");
    return share ? percent(share.reached, share.all - share.unreachable) : "";
  },

  draw(place, data) {
    const files = new Map(data.files.map((file) => [file.file, file]));
    return ([name, line]) => {
      const file = files.get(name);
      place.replaceChildren(...(file ? fileView(data, file) : overview(data)));
      if (file && line) place.querySelector(`[data-line="${Number(line)}"]`)?.scrollIntoView({ block: "center" });
    };
  },

  summary: (data) => {
    const rtl = data.files.filter((file) => file.origin === "rtl");
    const words = kindsOf(data).map(([kind, title]) => [title, shareOf(rtl, kind)]).filter(([, share]) => share)
      .map(([title, share]) => `${title.toLowerCase()} ${percent(share.reached, share.all - share.unreachable)}`);
    return el("div", {}, el("h2", {}, "Code coverage"), el("p", {}, el("a", { href: link("code") }, words.join(", "))));
  },
});

const kindsOf = (data) => KINDS.filter(([kind]) => data.files.some((file) => file.shares[kind]));

/** What was reached of a kind in some files; null if none has it. */
function shareOf(files, kind) {
  const all = files.map((file) => file.shares[kind]).filter(Boolean);
  if (!all.length) return null;
  const [total, reached, waived, unreachable] = all.reduce((sum, one) => sum.map((value, at) => value + one[at]));
  return { all: total, reached, waived, unreachable };
}

function overview(data) {
  return [
    el("p", {}, `${many(data.runs, "run")} of ${many(data.tests.length, "test")} that passed, on ${data.designs.join(", ")}.`),
    told("Wrong waivers", data.wrong), told("Stale waivers", data.stale),
    unitTable(data), holeTable(data), fileTable(data), missedTable(data),
  ];
}

const told = (title, texts) => (texts.length
  ? el("section", { class: "card" }, el("h2", {}, title), el("ul", {}, texts.map((text) => el("li", {}, text)))) : "");

/** Columns with a share of each kind; `files` are those of a row. */
function shareColumns(data, files) {
  return kindsOf(data).flatMap(([kind, title]) => {
    const share = (row) => shareOf(files(row), kind);
    const possibleOf = (row) => share(row).all - share(row).unreachable;
    return [
      { title: `${title}, of`, value: (row) => (share(row) ? possibleOf(row) : null) },
      {
        title: `${title} %`,
        text: (row) => (share(row) ? percent(share(row).reached, possibleOf(row)) : ""),
        kind: () => "share",
        sort: (row) => (share(row) && possibleOf(row) ? share(row).reached / possibleOf(row) : 1),
      },
    ];
  });
}

function unitTable(data) {
  const rows = [];
  for (const [origin, title] of Object.entries(ORIGINS)) {
    const mine = data.files.filter((file) => file.origin === origin);
    if (!mine.length) continue;
    rows.push({ name: title, files: mine });
    if (origin === "rtl") for (const unit of new Set(mine.map((file) => file.unit))) rows.push({ name: unit, files: mine.filter((file) => file.unit === unit) });
  }
  const columns = [{ title: "Unit", text: (row) => row.name, header: true }, ...shareColumns(data, (row) => row.files)];
  return el("section", {}, el("h2", {}, "Units"), table({ name: "Units", columns, rows }));
}

function itemsOf(file) {
  const { kind, line, text, hits, tests, reason } = file.items;
  return kind.map((one, at) => ({ file, kind: one, line: line[at], text: text[at], hits: hits[at], tests: tests[at], reason: reason[at] }));
}

const sourceOf = (row) => (row.file.source[row.line - 1] ?? "").trim();
const why = (data, row) => (row.reason < 0 ? "not reached" : data.reasons[row.reason]);

function holeTable(data) {
  const rows = data.files.filter((file) => file.origin === "rtl").flatMap(itemsOf).filter((item) => !item.hits);
  rows.sort((one, other) => (one.reason >= 0) - (other.reason >= 0));
  const columns = [
    { title: "Where", text: (row) => `${row.file.file}:${row.line}`, node: (row) => el("a", { href: link("code", row.file.file, row.line) }, `${row.file.file}:${row.line}`), header: true },
    { title: "Kind", text: (row) => row.kind },
    { title: "Which", text: (row) => row.text, kind: () => "long" },
    { title: "Source", text: sourceOf, kind: () => "long" },
    { title: "Why", text: (row) => why(data, row), kind: (_, row) => (row.reason < 0 ? "bad" : "") },
    { title: "Hash", text: (row) => row.file.hashes[row.line] ?? "" },
  ];
  return el("section", {}, el("h2", {}, "Not reached"), rows.length ? table({ name: "Not reached", columns, rows }) : el("p", {}, "All of it was reached."));
}

function fileTable(data) {
  const columns = [
    { title: "File", text: (row) => row.file, node: (row) => el("a", { href: link("code", row.file) }, row.file), header: true },
    { title: "Is", text: (row) => ORIGINS[row.origin] },
    ...shareColumns(data, (row) => [row]),
  ];
  return el("section", {}, el("h2", {}, "Files"), table({ name: "Files", columns, rows: data.files }));
}

function missedTable(data) {
  if (!data.missed.length) return "";
  const columns = [
    { title: "Signal", text: (row) => row.name, header: true },
    { title: "Where", text: (row) => `${row.file}:${row.line}` },
    { title: "Bits of an element", value: (row) => row.bits },
    { title: "Why", text: (row) => row.reason, kind: () => "long" },
  ];
  return el("section", {}, el("h2", {}, "Signals whose bits are not counted"), table({ name: "Signals that are left out", columns, rows: data.missed }));
}

/** A file: its source with what was reached, a row a line. */
function fileView(data, file) {
  const byLine = new Map();
  for (const item of itemsOf(file)) byLine.set(item.line, [...(byLine.get(item.line) ?? []), item]);
  const rows = file.source.map((text, at) => sourceRow(data, at + 1, text, byLine.get(at + 1) ?? []));
  const head = ["Line", "Reached", "Tests", "Source"].map((title) => el("th", { scope: "col" }, title));
  const source = el("table", { class: "source" }, el("caption", { class: "unseen" }, file.file), el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
  return [
    el("p", { class: "trail" }, el("a", { href: link("code") }, "all files"), " ", file.file),
    file.source.length ? el("div", { class: "scroll", role: "region", "aria-label": file.file, tabindex: "0" }, source) : el("p", {}, "Its source is not there."),
  ];
}

function sourceRow(data, number_, text, items) {
  const line = items.find((item) => item.kind === "line");
  const others = items.filter((item) => item.kind !== "line");
  const missing = items.filter((item) => !item.hits && item.reason < 0).length;
  const kind = !items.length ? "" : missing ? "bad" : "good";
  const most = line ?? others.reduce((best, item) => (!best || item.hits > best.hits ? item : best), null);
  return el("tr", { class: kind || null, "data-line": String(number_) },
    el("th", { scope: "row", class: "number" }, String(number_)),
    el("td", { class: "number" }, most ? number(most.hits) : ""),
    el("td", {}, most ? testsOf(data, most) : ""),
    el("td", {}, el("code", {}, text || " "), others.length ? points(data, others) : "",
      line && line.reason >= 0 ? el("p", { class: "why" }, data.reasons[line.reason]) : ""));
}

/** The tests that reach something: how many, and which if asked. */
function testsOf(data, item) {
  const names = data.sets[item.tests].map((test) => data.tests[test].split(".").pop());
  if (!names.length) return "";
  return el("details", {}, el("summary", {}, many(names.length, "test")), names.join(", "));
}

function points(data, items) {
  const left = items.filter((item) => !item.hits).length;
  const title = `${items.length - left} of ${many(items.length, "point")}`;
  return el("details", { class: "points", open: left > 0 }, el("summary", {}, title),
    el("ul", {}, items.map((item) => el("li", { class: item.hits ? null : item.reason < 0 ? "bad" : "why" },
      `${item.kind} ${item.text}: ${item.hits ? number(item.hits) : why(data, item)} `, item.hits ? testsOf(data, item) : ""))));
}
