// The test plan: each point with how far it is; a link opens one.

const STATE_KINDS = { failed: "bad", partly: "warn", reached: "good", "not played": "none", "not recorded": "none" };
const STATE_ORDER = Object.keys(STATE_KINDS);
const PROOF_TITLES = {
  tests: "Tests", coverage: "Coverage", rules: "Rules", faults: "Faults planted by hand", mutants: "Faults planted by machine",
};

panel("plan", {
  badge: ({ points, states }) => `${states.reached ?? 0} of ${points.length}`,

  summary: (data) => [
    el("h2", {}, "Test plan"),
    el("p", {}, bar(data.states.reached ?? 0, data.points.length), ` ${planVerdict(data)}. `, el("a", { href: link("plan") }, "All points")),
    planPoints("Points that failed", data.points.filter((point) => point.state === "failed")),
  ].flat(),

  draw(place, data) {
    const points = new Map(data.points.map((point) => [point.name, point]));
    return ([name]) => {
      const point = points.get(name);
      place.replaceChildren(...(point ? onePoint(point) : allPoints(data)));
    };
  },
});

function planVerdict({ points, states }) {
  const words = STATE_ORDER.filter((state) => states[state] && state !== "reached").map((state) => `${number(states[state])} ${state}`);
  return [`${number(states.reached ?? 0)} of ${many(points.length, "point")} reached`, ...words].join(", ");
}

const stateMark = (state) => el("span", { class: `state ${STATE_KINDS[state]}` }, state);

function planPoints(title, points) {
  if (!points.length) return "";
  return [el("h3", {}, title), el("ul", {}, points.map((point) => el("li", {}, el("a", { href: link("plan", point.name) }, point.name), ` ${point.goal}`)))];
}

function allPoints(data) {
  const columns = [
    { title: "Point", text: (point) => point.name, node: (point) => el("a", { href: link("plan", point.name) }, point.name), header: true },
    { title: "State", text: (point) => point.state, sort: (point) => STATE_ORDER.indexOf(point.state), node: (point) => stateMark(point.state) },
    { title: "Part", text: (point) => point.part },
    { title: "Goal", text: (point) => point.goal, kind: () => "long" },
    { title: "Tests", text: (point) => proofShare(point, "tests"), kind: () => "share", sort: (point) => proofsOf(point, "tests").length },
    { title: "Coverage", text: (point) => proofShare(point, "coverage"), kind: () => "share", sort: (point) => proofsOf(point, "coverage").length },
  ];
  return [
    el("p", {}, `${planVerdict(data)}. A point is reached when each of its tests passed and each of its coverage items has `
      + `${data.enough_percent} % of its possible bins.`),
    table({ name: "Points", columns, rows: data.points }),
  ];
}

const proofsOf = (point, kind) => point.proofs.filter((proof) => proof.kind === kind);

function proofShare(point, kind) {
  const proofs = proofsOf(point, kind);
  return proofs.length ? `${proofs.filter((proof) => proof.state === "reached").length} of ${proofs.length}` : "";
}

function onePoint(point) {
  const kinds = Object.keys(PROOF_TITLES).filter((kind) => proofsOf(point, kind).length);
  return [
    el("p", {}, el("a", { href: link("plan") }, "All points")),
    el("h2", {}, point.name), el("p", {}, point.goal),
    facts([["State", stateMark(point.state)], ["Part", point.part], ["What is right", el("a", { href: point.page.href }, point.section)]]),
    kinds.map((kind) => el("section", {}, el("h3", {}, PROOF_TITLES[kind]), proofTable(PROOF_TITLES[kind], proofsOf(point, kind)))),
  ].flat();
}

function proofTable(name, proofs) {
  const columns = [
    { title: "Name", text: (proof) => proof.name, header: true,
      node: (proof) => (proof.link.length ? el("a", { href: link(...proof.link) }, proof.name) : proof.name) },
    { title: "State", text: (proof) => proof.state, sort: (proof) => STATE_ORDER.indexOf(proof.state), node: (proof) => stateMark(proof.state) },
    { title: "Result", text: (proof) => proof.text },
  ];
  return table({ name, columns, rows: proofs });
}
