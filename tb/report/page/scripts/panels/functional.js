// Functional coverage: holes first, then groups, items, bins; a link opens a configuration, a group, an item.

panel("functional", {
  badge: ({ configs }) => {
    const hit = configs.reduce((sum, one) => sum + one.tally.hit, 0);
    const all = configs.reduce((sum, one) => sum + possible(one.tally), 0);
    return percent(hit, all);
  },

  draw(place, data) {
    const configs = new Map(data.configs.map((config) => [config.config, new Config(data, config)]));
    const [usual] = configs.keys();
    return ([name, groupName, itemName]) => {
      const config = configs.get(name) ?? configs.get(usual);
      const group = config.groups.get(groupName);
      const item = group?.items.find((one) => one.name === itemName);
      const [path, content] = item ? config.item(group, item) : group ? config.group(group) : config.overview();
      place.replaceChildren(choice(configs, config, path), trail(config, path), ...content);
    };
  },
});

/** One configuration's coverage, and who hit what in words. */
class Config {
  constructor(data, coverage) {
    this.data = data;
    this.coverage = coverage;
    this.name = coverage.config;
    this.groups = new Map(coverage.groups.map((group) => [group.name, group]));
    this.short = shortNames(data.tests);
  }

  link(...words) { return link("functional", this.name, ...words); }

  /** A run in words. */
  run(number) {
    if (number < 0) return "";
    const { test, seed, knobs, where } = this.data.runs[number];
    return [this.short[test], seed === null ? "" : `seed ${seed}`, knobs, where].filter(Boolean).join(", ");
  }

  tests(set) { return set < 0 ? [] : this.coverage.sets[set].map((test) => this.short[test]); }

  overview() {
    const { coverage } = this;
    return [[], [
      el("p", {}, bar(coverage.tally.hit, possible(coverage.tally)),
        ` ${this.name}: ${percent(coverage.tally.hit, possible(coverage.tally))} of ${many(possible(coverage.tally), "possible bin")}; `
        + `${many(coverage.runs, "run")} of regressions and ${many(coverage.recordings, "recording")} count: those that passed.`),
      this.wrongLines(), this.holes(), this.groupTable(), this.ranking(), this.everyBin(),
    ]];
  }

  wrongLines() {
    const of = (title, texts) => (texts.length ? el("section", { class: "card" }, el("h2", {}, title), el("ul", {}, texts.map((text) => el("li", {}, text)))) : "");
    return el("div", {}, of("Wrong: was hit, and its cross says that it cannot be", this.coverage.wrong), of("Stale explanations", this.coverage.stale));
  }

  holes(ofOne = false) {
    const rows = this.coverage.groups.flatMap((group) => group.items.flatMap((item) => item.holes.map((hole) => ({ group, item, hole }))));
    rows.sort((one, other) => (one.hole.reason >= 0) - (other.hole.reason >= 0) || other.hole.count - one.hole.count);
    const columns = [
      { title: "Group", text: (row) => row.group.name },
      { title: "Item", text: (row) => row.item.name, node: (row) => el("a", { href: this.link(row.group.name, row.item.name) }, row.item.name), header: true },
      { title: "Not hit", value: (row) => row.hole.count },
      { title: "of", value: (row) => row.item.tally.bins },
      { title: "Why", text: (row) => this.why(row.hole), kind: (_, row) => (row.hole.reason < 0 ? "bad" : "") },
      { title: "Bins", text: (row) => row.hole.text, kind: () => "long" },
    ];
    if (ofOne) columns.shift();
    const open = rows.filter((row) => row.hole.reason < 0).reduce((sum, row) => sum + row.hole.count, 0);
    return el("section", {}, el("h2", {}, "Holes"),
      el("p", {}, rows.length ? `${many(open, "bin")} without a reason, ${many(this.coverage.tally.explained, "bin")} with one.` : "Every bin was hit."),
      rows.length ? table({ name: "Holes", columns, rows }) : "");
  }

  why(hole) {
    if (hole.reason < 0) return "not hit";
    return `${hole.impossible ? "impossible" : "explained"}: ${this.coverage.reasons[hole.reason]}`;
  }

  groupTable() {
    const columns = [
      { title: "Group", text: (group) => group.name, node: (group) => el("a", { href: this.link(group.name) }, group.name), header: true },
      { title: "Points", value: (group) => group.items.filter((item) => item.labels.length).length },
      { title: "Crosses", value: (group) => group.items.filter((item) => item.points.length).length },
      ...tallyColumns((group) => group.tally),
    ];
    return el("section", {}, el("h2", {}, "Groups"), table({ name: "Groups", columns, rows: this.coverage.groups }));
  }

  ranking() {
    let sum = 0;
    const all = this.coverage.tally.hit;
    const rows = this.coverage.worth.map((one, at) => ({ ...one, at: at + 1, sum: (sum += one.gain) }));
    const columns = [
      { title: "Rank", value: (row) => row.at },
      { title: "Test", text: (row) => this.short[row.test], header: true },
      { title: "Adds", value: (row) => row.gain },
      { title: "All so far", value: (row) => row.sum, text: (row) => percent(row.sum, all) },
      { title: "Hits alone", value: (row) => row.alone },
      { title: "Hits", value: (row) => row.bins },
    ];
    return el("section", {}, el("h2", {}, "What each test brings"),
      el("p", {}, "Always the test next that adds most bins to those before it; alone are bins that no other test hits."),
      table({ name: "What each test brings", columns, rows }));
  }

  /** All bins in one table, made when somebody wants it. */
  everyBin() {
    const node = el("details", { class: "card" }, el("summary", {}, el("h2", {}, `All ${number(this.coverage.tally.bins)} bins`)));
    node.addEventListener("toggle", () => {
      if (!node.open || node.childElementCount > 1) return;
      const rows = this.coverage.groups.flatMap((group) => group.items.flatMap((item) => binsOf(group, item)));
      const where = [
        { title: "Group", text: (row) => row.group.name },
        { title: "Item", text: (row) => row.item.name, node: (row) => el("a", { href: this.link(row.group.name, row.item.name) }, row.item.name) },
      ];
      node.append(table({ name: "All bins", columns: [...where, ...this.binColumns()], rows }));
    });
    return node;
  }

  group(group) {
    const columns = [
      { title: "Item", text: (item) => item.name, node: (item) => el("a", { href: this.link(group.name, item.name) }, item.name), header: true },
      { title: "Kind", text: (item) => (item.points.length ? `cross of ${item.points.length}` : "point") },
      ...tallyColumns((item) => item.tally),
    ];
    const holes = new Config(this.data, { ...this.coverage, groups: [group], tally: group.tally }).holes(true);
    return [[group.name], [holes, el("section", {}, el("h2", {}, "Points and crosses"), table({ name: "Points and crosses", columns, rows: group.items }))]];
  }

  item(group, item) {
    const detail = el("div", { class: "card detail", role: "status" }, el("p", { class: "none" }, "Choose a bin to see who hits it."));
    const show = (bin) => detail.replaceChildren(...this.binDetail(bin));
    const bins = binsOf(group, item, true);
    const columns = this.binColumns();
    columns[0].node = (bin) => el("button", { type: "button", class: "plain", click: () => show(bin) }, bin.label);
    const rows = bins.filter((bin) => bin.hits >= 0);
    return [[group.name, item.name], [
      el("p", {}, bar(item.tally.hit, possible(item.tally)), ` ${number(item.tally.hit)} of ${many(possible(item.tally), "possible bin")} hit`),
      item.holes.length ? el("ul", {}, item.holes.map((hole) => el("li", {}, el("b", { class: hole.reason < 0 ? "bad" : "" }, this.why(hole)), `: ${hole.text} (${number(hole.count)})`))) : "",
      item.points.length ? heatMap(group, item, bins, show) : "",
      detail,
      el("section", {}, el("h2", {}, "Bins"), table({ name: `Bins of ${item.name}`, columns, rows })),
    ]];
  }

  binColumns() {
    return [
      { title: "Bin", text: (bin) => bin.label, header: true },
      { title: "Hits", value: (bin) => bin.hits, kind: (value) => (value ? "" : "bad") },
      { title: "Runs", value: (bin) => bin.runs },
      { title: "First hit by", text: (bin) => this.run(bin.first) },
      { title: "Most by", text: (bin) => (bin.most < 0 ? "" : `${this.run(bin.most)}: ${number(bin.mostHits)}`) },
      { title: "Tests", text: (bin) => this.tests(bin.tests).join(" "), sort: (bin) => this.tests(bin.tests).length,
        node: (bin) => fewOf(this.tests(bin.tests)) },
    ];
  }

  binDetail(bin) {
    const tests = this.tests(bin.tests);
    const alone = [bin.runs === 1 ? "this run alone" : "", tests.length === 1 ? `${tests[0]} alone` : ""].filter(Boolean).join(", ");
    return [el("h3", {}, bin.label), facts([
      ["Hits", number(bin.hits)], ["Runs", number(bin.runs)], ["First hit by", this.run(bin.first)],
      ["Most by", bin.most < 0 ? "" : `${this.run(bin.most)}: ${many(bin.mostHits, "hit")}`],
      ["Hit by", alone], ["Tests", tests.join(", ") || "no test"],
      ["Why not", bin.reason < 0 ? "" : this.coverage.reasons[bin.reason]],
    ])];
  }
}

function fewOf(names) {
  if (names.length < 4) return el("span", {}, names.join(", "));
  return el("span", {}, `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`);
}

/** Names of classes; with their module where two have one name. */
function shortNames(names) {
  const short = names.map((name) => name.split(".").pop());
  return names.map((name, at) => (short.indexOf(short[at]) === short.lastIndexOf(short[at]) ? short[at] : name));
}

/** The bins of an item, each with its label; those that a cross ignores too, if asked for. */
function binsOf(group, item, ignored = false) {
  const labels = item.points.length ? product(pointLabels(group, item)) : item.labels;
  const { rows } = item;
  return labels.map((label, at) => ({
    group, item, label, hits: rows.hits[at], runs: rows.runs[at], first: rows.first[at], most: rows.most[at],
    mostHits: rows.most_hits[at], tests: rows.tests[at],
    reason: item.reasons[at] ?? -1,
  })).filter((bin) => ignored || bin.hits >= 0);
}

const pointLabels = (group, item) => item.points.map((name) => group.items.find((one) => one.name === name).labels);
const product = (parts) => parts.reduce((done, labels) => done.flatMap((head) => labels.map((label) => (head === null ? label : `${head} x ${label}`))), [null]);

function tallyColumns(of) {
  return [
    { title: "Bins", value: (row) => of(row).bins },
    { title: "Hit", value: (row) => of(row).hit },
    { title: "Holes", value: (row) => of(row).bins - of(row).hit - of(row).explained, kind: (value) => (value ? "bad" : "none") },
    { title: "Explained", value: (row) => of(row).explained - of(row).impossible, kind: (value) => (value ? "" : "none") },
    { title: "Impossible", value: (row) => of(row).impossible, kind: (value) => (value ? "" : "none") },
    { title: "Of possible", value: (row) => of(row).hit / (possible(of(row)) || 1), text: (row) => percent(of(row).hit, possible(of(row))),
      node: (row) => el("span", { class: "share" }, bar(of(row).hit, possible(of(row))), ` ${percent(of(row).hit, possible(of(row)))}`) },
  ];
}

/** The configurations, each with a link to what is shown of this one. */
function choice(configs, chosen, path) {
  if (configs.size < 2) return "";
  return el("nav", { class: "choice", "aria-label": "Configurations" }, [...configs.values()].map((one) =>
    el("a", { href: one.link(...path), "aria-current": one === chosen ? "true" : null }, one.name)));
}

function trail(config, path) {
  if (!path.length) return "";
  const steps = ["all groups", ...path];
  return el("nav", { class: "trail", "aria-label": "Where this is" }, el("ol", {}, steps.map((step, at) => el("li", {},
    at === steps.length - 1 ? el("span", { "aria-current": "page" }, step)
      : el("a", { href: config.link(...path.slice(0, at)) }, step)))));
}
