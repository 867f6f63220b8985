// Failures by signature; a link opens one.

const SHOWN_ON_SUMMARY = 10;

panel("failures", {
  badge: ({ groups }) => (groups.length ? String(groups.length) : ""),

  summary({ groups }) {
    if (!groups.length) return "";
    return [el("h2", {}, "Failures"), el("ul", {}, groups.slice(0, SHOWN_ON_SUMMARY).map((one) =>
      el("li", {}, el("a", { href: link("failures", one.id) }, one.line), ` ${many(one.count, "run")}${one.known ? ", known" : ""}`))),
      groups.length > SHOWN_ON_SUMMARY ? el("p", {}, el("a", { href: link("failures") }, `and ${groups.length - SHOWN_ON_SUMMARY} more`)) : ""];
  },

  draw(place, data) {
    if (!data.groups.length) {
      place.append(el("p", { class: "verdict good" }, "Nothing failed."));
    }
    const opened = new Map(data.groups.map((one) => [one.id, failure(one)]));
    place.append(...opened.values(), staleKnown(data.stale));
    if (data.groups.length === 1) opened.values().next().value.open = true;
    return ([id]) => {
      const found = opened.get(id);
      if (!found) return;
      found.open = true;
      found.scrollIntoView();
      found.querySelector("summary").focus({ preventScroll: true });
    };
  },
});

function failure(one) {
  const often = one.count > 1 ? `${many(one.count, "run")}, first with seed ${one.first_seed}` : "1 run";
  const node = el("details", { class: "card failure", id: `failure-${one.id}` },
    el("summary", {}, el("h2", {}, el("span", { class: one.known ? "warn" : "bad" }, one.known ? "KNOWN " : "FAIL "), one.line),
      el("span", { class: "none" }, often)));
  node.addEventListener("toggle", () => {
    if (node.open && node.childElementCount === 1) node.append(...failureDetails(one));
  });
  return node;
}

function failureDetails(one) {
  const [shortest] = one.runs;
  return [
    el("p", {}, "Link: ", el("a", { href: link("failures", one.id) }, link("failures", one.id))),
    facts([["Signature", one.signature], ["Known", one.known],
      ["Shortest run", `${shortest.test}, seed ${shortest.seed}, ${many(shortest.layers, "layer")}, ${shortest.config}, ${shortest.on}`],
      ["Knobs", shortest.knobs],
      ["Played", one.alone ? "by itself: its batch did not come to an end" : ""]]),
    el("h3", {}, "Replay"), command(shortest.replay), links(shortest.links),
    one.problem ? [el("h3", {}, "Why it did not come to its end"), lines(one.problem.split("\n"))] : "",
    one.findings.map(finding),
    one.notes.length ? [el("h3", {}, "Notes of the test"), lines(one.notes)] : "",
    minimised(one.minimised),
    failedRuns(one),
  ].flat(2).filter(Boolean);
}

function finding(one) {
  const part = (title, texts) => (texts.length ? [el("h4", {}, title), lines(texts)] : "");
  return el("section", { class: "finding" },
    el("h3", {}, el("span", { class: one.severity === "error" ? "bad" : "warn" }, one.severity === "error" ? "Error " : "Warning "), one.headline),
    part("Border between units", one.border), part("Compared", one.compared),
    part(one.compared.length ? "Layer" : "Details", one.layer),
    part("How the reference device came to it", one.derivation));
}

function minimised(one) {
  if (!one) return "";
  return el("section", {}, el("h3", {}, "Minimised"),
    one.lines.map((line) => {
      const at = line.indexOf("make ");
      const name = at < 0 ? line : line.slice(0, at).trim();
      return at < 0 ? el("p", { class: "line" }, line) : el("div", {}, el("h4", {}, name), command(line.slice(at)));
    }),
    links(one.links), el("h4", {}, "The written test"), lines(one.text.trimEnd().split("\n")));
}

function failedRuns(one) {
  if (one.count < 2) return "";
  const columns = [
    { title: "Test", text: (run) => run.test, header: true },
    { title: "Seed", value: (run) => run.seed, text: (run) => String(run.seed) },
    { title: "Configuration", text: (run) => run.config },
    { title: "On", text: (run) => run.on },
    { title: "Layers", value: (run) => run.layers },
    { title: "Replay", text: (run) => run.replay, node: (run) => command(run.replay) },
    { title: "Files", text: (run) => run.links.map((file) => file.text).join(" "), node: (run) => links(run.links) },
  ];
  const more = one.count > one.runs.length ? el("p", { class: "none" }, `The ${number(one.runs.length)} shortest of ${number(one.count)}.`) : "";
  return el("section", {}, el("h3", {}, "Runs"), more, table({ name: "Runs that failed so", columns, rows: one.runs }));
}

const links = (files) => (files.length ? el("p", { class: "links" }, files.map((file) => el("a", { href: file.href }, file.text))) : "");

function staleKnown(texts) {
  if (!texts.length) return "";
  return el("section", {}, el("h2", {}, "Known failures that did not come"), el("ul", {}, texts.map((text) => el("li", {}, text))));
}
