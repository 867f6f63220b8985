// The reports on a subject, one after the other; their curves are drawn where the page is made.

panel("history", {
  badge: (data) => many(data.count, "report"),

  draw(place, data) {
    const reports = [...data.reports].reverse();
    const more = data.count > reports.length ? `, of which the last ${number(reports.length)} are shown` : "";
    place.append(
      el("p", {}, `${many(data.count, "report")} on ${subjectName(reports[0].subject)}${more}. Times are those at which regressions began, UTC.`),
      reportTable(reports));
  },
});

function reportTable(reports) {
  const each = (member) => [...new Set(reports.flatMap((one) => Object.keys(one.figures[member])))];
  const share = (title, of) => ({
    title, value: (row) => { const [part, whole] = of(row.figures) ?? [0, 0]; return whole ? (100 * part) / whole : null; },
    text: (row) => percent(...(of(row.figures) ?? [0, 0])),
  });
  const optional = (title, of) => (reports.some((one) => (of(one.figures) ?? [0, 0])[1]) ? [share(title, of)] : []);
  const columns = [
    { title: "Time", text: timeOf, header: true, kind: () => "state" },
    { title: "Commit", text: (row) => row.commit },
    { title: "Runs", value: (row) => row.figures.runs },
    { title: "Passed", value: (row) => row.figures.passed },
    { title: "Failed", value: (row) => row.figures.runs - row.figures.passed - row.figures.known, kind: (value) => (value ? "bad" : "none") },
    { title: "Layers a minute", value: (row) => layersAMinute(row.figures), text: (row) => (row.figures.wall_s ? number(Math.round(layersAMinute(row.figures))) : "–") },
    ...each("coverage").map((config) => share(`Coverage, ${config}`, (figures) => configBins(figures, config))),
    ...each("code").map((kind) => share(`Code, ${kind}`, (figures) => figures.code[kind])),
    ...optional("Faults caught", (figures) => figures.faults), ...optional("By hand", (figures) => figures.by_hand),
  ];
  return el("section", {}, el("h2", {}, "Reports"), table({ name: "Reports", columns, rows: reports }));
}
