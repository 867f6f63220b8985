// Planted faults: units, what caught them, what nobody saw; a link shows one unit.

const FATE_KINDS = { caught: "good", survived: "bad", clock: "bad", crash: "bad", equivalent: "none", refused: "none" };
const UNSEEN = ["survived", "clock", "crash"];

panel("worth", {
  badge: (data) => (data.units.length ? percent(...caughtOf(data.units)) : ""),

  summary(data) {
    const left = data.faults.filter((one) => UNSEEN.includes(one.fault.fate)).length;
    return [
      el("h2", {}, "Worth of the tests"),
      data.units.length ? el("p", {}, bar(...caughtOf(data.units)), ` ${machineVerdict(data.units)}. `,
        left ? el("a", { href: link("worth") }, `${many(left, "fault")} that no checker caught`) : "") : "",
      data.by_hand.length ? el("p", {}, `${handVerdict(data)}.`) : "",
    ];
  },

  draw(place, data) {
    const units = new Set([...data.units.map((one) => one.unit), ...data.by_hand.map((one) => one.unit)]);
    return ([unit]) => {
      const only = units.has(unit) ? unit : null;
      const own = (one) => only === null || (one.unit ?? one.fault.unit) === only;
      place.replaceChildren(...worthView({
        ...data, units: data.units.filter(own), faults: data.faults.filter(own), by_hand: data.by_hand.filter(own),
        not_tried: only === null ? data.not_tried : [],
      }, only).flat().filter(Boolean));
    };
  },
});

const total = (units, fate) => units.reduce((sum, one) => sum + (one.fates[fate] ?? 0), 0);
const caughtOf = (units) => [total(units, "caught"), units.reduce((sum, one) => sum + one.counted, 0)];

const isEnough = ({ units, enough_percent: enough }) => 100 * caughtOf(units)[0] >= enough * caughtOf(units)[1];

function machineVerdict(units) {
  const [caught, counted] = caughtOf(units);
  return `${number(caught)} of ${many(counted, "fault")} planted by machine were caught by a checker: ${percent(caught, counted)}`;
}

function handVerdict(data) {
  const caught = data.by_hand.filter((one) => one.fault.checker).length;
  const rest = data.not_tried.length ? `; ${number(data.not_tried.length)} more were not tried` : "";
  return `${number(caught)} of ${many(data.by_hand.length, "fault")} planted by hand were caught${rest}`;
}

function worthView(data, only) {
  const seen = data.faults.filter((one) => one.fault.fate === "caught");
  const unseen = data.faults.filter((one) => UNSEEN.includes(one.fault.fate));
  const equivalent = data.faults.filter((one) => one.fault.fate === "equivalent");
  return [
    only === null ? "" : el("nav", { class: "trail", "aria-label": "Where this is" }, el("ol", {},
      el("li", {}, el("a", { href: link("worth") }, "all units")), el("li", {}, el("span", { "aria-current": "page" }, only)))),
    data.units.length ? [
      el("p", { class: `verdict ${isEnough(data) ? "good" : "bad"}` }, `${machineVerdict(data.units)}.`),
      el("p", {}, "Equivalent faults, which nobody can see, and those that do not compile do not count. ",
        "Of each unit the newest campaign on a setting counts."),
      settingsTable(data), unitTable(data), checkerTable(seen), unseenFaults(data, unseen), equivalentTable(data, equivalent),
      everyFault(data),
    ] : "",
    byHandTable(data),
  ];
}

const settingOf = (data, row) => {
  const { config, sim, memory } = data.settings[row.setting];
  return [config, sim, memory].filter(Boolean).join(", ");
};

const unitLink = (unit) => el("a", { href: link("worth", unit) }, unit);

function settingsTable(data) {
  const rows = data.settings.map((_, setting) => ({ setting, units: data.units.filter((one) => one.setting === setting) })).filter((row) => row.units.length);
  const each = (row, member) => [...new Set(row.units.map((one) => one[member]))].join(", ");
  const columns = [
    { title: "Setting", text: (row) => settingOf(data, row), header: true },
    { title: "Units", value: (row) => row.units.length },
    { title: "Caught", value: (row) => total(row.units, "caught") },
    { title: "of", value: (row) => caughtOf(row.units)[1] },
    shareColumn((row) => caughtOf(row.units)),
    { title: "Seed", text: (row) => each(row, "seed") },
    { title: "Ended", text: (row) => row.units.map((one) => one.time).sort().pop().slice(0, 16).replace("T", " ") },
    { title: "Commit", text: (row) => each(row, "commit") },
  ];
  return el("section", {}, el("h2", {}, "Campaigns"), table({ name: "Campaigns", columns, rows }));
}

const shareColumn = (of) => ({
  title: "Share", value: (row) => of(row)[0] / (of(row)[1] || 1), text: (row) => percent(...of(row)),
  node: (row) => el("span", { class: "share" }, bar(...of(row)), ` ${percent(...of(row))}`),
});

function unitTable(data) {
  const fate = (title, ...names) => ({
    title, value: (row) => names.reduce((sum, name) => sum + (row.fates[name] ?? 0), 0),
    kind: (value) => (value && UNSEEN.includes(names[0]) ? "bad" : value ? "" : "none"),
  });
  const columns = [
    { title: "Unit", text: (row) => row.unit, node: (row) => unitLink(row.unit), header: true },
    ...(data.settings.length > 1 ? [{ title: "Setting", text: (row) => settingOf(data, row) }] : []),
    shareColumn((row) => [row.fates.caught ?? 0, row.counted]),
    fate("Caught", "caught"), fate("Survived", "survived"), fate("Clock or crash", "clock", "crash"),
    fate("Equivalent", "equivalent"), fate("Refused", "refused"),
  ];
  return el("section", {}, el("h2", {}, "Units"), table({ name: "Units", columns, rows: data.units }));
}

/** A stage's name without the unit that it is for. */
const stageKind = (stage) => stage.split("-")[0];

function checkerTable(seen) {
  if (!seen.length) return "";
  const stages = [...new Set(seen.map((one) => stageKind(one.fault.stage)))];
  const rows = [...new Set(seen.map((one) => one.fault.checker))]
    .map((checker) => ({ checker, own: seen.filter((one) => one.fault.checker === checker) }))
    .sort((one, other) => other.own.length - one.own.length);
  const columns = [
    { title: "Checker", text: (row) => row.checker, header: true },
    { title: "Caught", value: (row) => row.own.length },
    ...stages.map((stage) => ({
      title: `in ${stage}`, value: (row) => row.own.filter((one) => stageKind(one.fault.stage) === stage).length,
      kind: (value) => (value ? "" : "none"),
    })),
    { title: "Units", text: (row) => [...new Set(row.own.map((one) => one.fault.unit))].join(", "), kind: () => "long" },
  ];
  return el("section", {}, el("h2", {}, "What caught them"),
    el("p", {}, "The first error of the first test that failed, and the stage of the campaign in which that test was played."),
    table({ name: "What caught them", columns, rows }));
}

function unseenFaults(data, unseen) {
  const heading = el("h2", {}, "What no checker caught");
  if (!unseen.length) return el("section", {}, heading, el("p", {}, "Nothing."));
  return el("section", {}, heading,
    el("p", {}, "A fault that survived is a hole in the tests, or nobody can see it: then it belongs into the list of equivalent faults, with a reason."),
    unseen.map(({ setting, fault }) => el("article", { class: "card fault" },
      el("h3", {}, el("span", { class: "bad" }, fate(fault)), ` ${fault.unit}, ${fault.kind}, `, placeOf(fault)),
      change(fault), fault.message ? el("p", {}, fault.message) : "",
      el("p", { class: "none" }, `${settingOf(data, { setting })}; ${duration(fault.cpu_s)} of a processor`),
      command(fault.replay))));
}

const fate = (fault) => ({ clock: "stopped by time alone", crash: "crashed the simulator" }[fault.fate] ?? fault.fate);
const placeOf = (fault) => el("a", { href: link("code", fault.file, String(fault.line)) }, `${fault.file}:${fault.line}`);
const change = (fault) => lines([`was  ${fault.original}`, `now  ${fault.changed || "(nothing)"}`]);

function faultColumns(data) {
  return [
    { title: "Unit", text: ({ fault }) => fault.unit, node: ({ fault }) => unitLink(fault.unit) },
    ...(data.settings.length > 1 ? [{ title: "Setting", text: (row) => settingOf(data, row) }] : []),
    { title: "Place", text: ({ fault }) => `${fault.file}:${fault.line}`, node: ({ fault }) => el("a", { href: link("code", fault.file, String(fault.line)) }, `${fault.file.split("/").pop()}:${fault.line}`), header: true },
    { title: "Kind", text: ({ fault }) => fault.kind },
    { title: "Was", text: ({ fault }) => fault.original, node: ({ fault }) => el("code", {}, fault.original), kind: () => "long" },
    { title: "Now", text: ({ fault }) => fault.changed || "(nothing)", node: ({ fault }) => el("code", {}, fault.changed || "(nothing)"), kind: () => "long" },
  ];
}

function equivalentTable(data, rows) {
  if (!rows.length) return "";
  const columns = [...faultColumns(data), { title: "Why nobody can see it", text: ({ fault }) => fault.message, kind: () => "long" }];
  return el("section", {}, el("h2", {}, "Equivalent"), table({ name: "Equivalent faults", columns, rows }));
}

/** All faults in one table, made when somebody wants it. */
function everyFault(data) {
  const node = el("details", { class: "card" }, el("summary", {}, el("h2", {}, `All ${many(data.faults.length, "fault")} planted by machine`)));
  const columns = [
    { title: "Fate", text: ({ fault }) => fault.fate, node: ({ fault }) => el("span", { class: FATE_KINDS[fault.fate] }, fault.fate) },
    ...faultColumns(data),
    { title: "Checker", text: ({ fault }) => fault.checker },
    { title: "Stage", text: ({ fault }) => fault.stage },
    { title: "Test", text: ({ fault }) => fault.test.split(".").pop() },
    { title: "Simulated µs", value: ({ fault }) => Math.round(fault.sim_time_ns / 1000) },
    { title: "Said", text: ({ fault }) => fault.message, kind: () => "long" },
  ];
  node.addEventListener("toggle", () => {
    if (node.open && node.childElementCount === 1) node.append(table({ name: "All faults planted by machine", columns, rows: data.faults }));
  });
  return node;
}

function byHandTable(data) {
  if (!data.by_hand.length && !data.not_tried.length) return "";
  const asMeant = ({ fault }) => fault.checker && (!fault.expected || fault.expected === fault.checker);
  const caughtBy = (row) => `${row.fault.checker || "nobody"}${asMeant(row) || !row.fault.expected ? "" : `, should be ${row.fault.expected}`}`;
  const columns = [
    { title: "Fault", text: ({ fault }) => fault.name, header: true },
    { title: "Unit", text: (row) => row.unit, node: (row) => (row.unit ? unitLink(row.unit) : "") },
    { title: "Caught by", text: caughtBy, kind: (_, row) => (asMeant(row) ? "good" : row.fault.checker ? "warn" : "bad") },
    { title: "Test", text: ({ fault }) => fault.test.split(", ").map((name) => name.split(".").pop()).join(", "), kind: () => "long" },
    { title: "Configuration", text: ({ fault }) => fault.config },
    { title: "Was", text: ({ fault }) => fault.original, node: ({ fault }) => el("code", {}, fault.original), kind: () => "long" },
    { title: "Now", text: ({ fault }) => fault.changed, node: ({ fault }) => el("code", {}, fault.changed || "(nothing)"), kind: () => "long" },
    { title: "Tried", text: ({ fault }) => fault.time.slice(0, 16).replace("T", " ") },
  ];
  const rest = data.not_tried.length ? el("details", {}, el("summary", {}, `${many(data.not_tried.length, "fault")} not tried`), el("p", {}, data.not_tried.join(", "))) : "";
  return el("section", {}, el("h2", {}, "Planted by hand"),
    el("p", {}, `${handVerdict(data)}. Tests plant these, each for the check that is to bite: make selfcheck, and make long for the rest.`),
    data.by_hand.length ? table({ name: "Faults planted by hand", columns, rows: data.by_hand }) : "", rest);
}
