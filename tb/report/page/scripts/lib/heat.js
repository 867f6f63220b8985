// Crosses as heat maps: two coverpoints make a grid, of more the others are chosen.

/**
 * A cross as a grid of its two largest coverpoints.
 *
 * @param group the cross's group.
 * @param item the cross.
 * @param bins all of its combinations, the last coverpoint's bins changing fastest; hits of -1: it is no bin.
 * @param show called with a bin that somebody chooses.
 */
function heatMap(group, item, bins, show) {
  const points = item.points.map((name) => group.items.find((one) => one.name === name));
  const sizes = points.map((point) => point.labels.length);
  const steps = sizes.map((_, at) => sizes.slice(at + 1).reduce((product, size) => product * size, 1));
  const [down, across] = sizes.map((size, at) => [size, at]).sort((one, other) => other[0] - one[0]).slice(0, 2)
    .map(([, at]) => at).sort();
  const others = points.map((_, at) => at).filter((at) => at !== down && at !== across);
  const chosen = others.map((at) => mostHoles(at));
  const place = el("div", { class: "scroll heat", tabindex: "0", role: "region", "aria-label": `Heat map of ${item.name}` });

  /** How many holes a bin of a coverpoint has. */
  function holes(at, label) {
    return bins.reduce((sum, bin, number) => sum + (bin.hits === 0 && Math.floor(number / steps[at]) % sizes[at] === label), 0);
  }

  function mostHoles(at) {
    const counts = points[at].labels.map((_, label) => holes(at, label));
    return counts.indexOf(Math.max(...counts));
  }

  const at = (row, column) => bins[others.reduce((sum, other, number) => sum + steps[other] * chosen[number], steps[down] * row + steps[across] * column)];

  function draw() {
    const head = el("tr", {}, el("th", { scope: "col" }, `${points[down].name} ↓ ${points[across].name} →`),
      points[across].labels.map((label) => el("th", { scope: "col" }, label)));
    const rows = points[down].labels.map((label, row) => el("tr", {}, el("th", { scope: "row" }, label),
      points[across].labels.map((_, column) => heatCell(at(row, column), show, row + column === 0))));
    const grid = el("table", { role: "grid", "aria-label": item.name, keydown: (event) => walk(event) }, el("thead", {}, head), el("tbody", {}, rows));
    place.replaceChildren(grid);
  }

  const fields = others.map((other, number) => el("label", {}, `${points[other].name} `, el("select", {
    change: (event) => { chosen[number] = event.currentTarget.selectedIndex; draw(); },
  }, points[other].labels.map((label, index) => el("option", { selected: index === chosen[number] }, `${label} (${many(holes(other, index), "hole")})`)))));
  draw();
  return el("section", {}, el("h2", {}, "Heat map"), fields.length ? el("p", { class: "fields" }, fields) : "", place,
    el("p", { class: "legend", "aria-hidden": "true" }, ["0", "1", "10", "100", "1,000 and more"].map((text, level) => el("span", { class: `level-${level}` }, text)),
      el("span", { class: "level-0 explained" }, "0, explained"), el("span", { class: "no-bin" }, "no bin")));
}

function heatCell(bin, show, first) {
  if (bin.hits < 0) return el("td", { class: "no-bin", "aria-label": `${bin.label}: no bin` }, "–");
  const kind = bin.reason < 0 ? "" : " explained";
  const level = bin.hits ? Math.min(4, 1 + Math.floor(Math.log10(bin.hits))) : 0;
  const look = () => show(bin);
  return el("td", { class: `level-${level}${kind}`, tabindex: first ? "0" : "-1", "aria-label": `${bin.label}: ${many(bin.hits, "hit")}`, click: look, focus: look },
    short(bin.hits));
}

const short = (count) => (count < 1000 ? String(count) : count < 1e6 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1e6)}M`);

/** Arrow keys go from cell to cell. */
function walk(event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  const from = event.target.closest("td");
  if (!step || !from) return;
  event.preventDefault();
  const rows = [...from.closest("tbody").rows];
  let [row, column] = [from.parentNode.sectionRowIndex, from.cellIndex];
  do {
    row += step[0];
    column += step[1];
    const cell = rows[row]?.cells[column];
    if (!cell || cell.tagName !== "TD") return;
    if (cell.hasAttribute("tabindex")) {
      from.tabIndex = -1;
      cell.tabIndex = 0;
      cell.focus();
      return;
    }
  } while (true);
}
