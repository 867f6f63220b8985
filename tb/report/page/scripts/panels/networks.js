// Compiled networks: a card each, with its operations, its outputs, and what is wrong.

panel("networks", {
  badge: (data) => { const failed = data.filter((one) => !one.passed).length; return failed ? String(failed) : ""; },

  summary(data) {
    const failed = data.filter((one) => !one.passed).length;
    return [el("h2", {}, "Networks"), el("p", {}, `${many(data.length, "compiled network")} played, ${failed ? `${number(failed)} failed` : "all right"}. `,
      el("a", { href: link("networks") }, "Operation by operation"))];
  },

  draw(place, data) {
    place.append(...data.map(networkCard));
  },
});

function networkCard(network) {
  const played = network.operations.length, sum = (member) => network.operations.reduce((total, one) => total + one[member], 0);
  return el("article", { class: "card" },
    el("h2", {}, network.name),
    el("p", { class: `verdict ${network.passed ? "good" : "bad"}` }, network.passed ? "Nothing is wrong." : network.failures[0].about ? `Wrong: ${network.failures[0].about}` : "Something is wrong."),
    facts([
      ["Configuration", network.config], ["On", network.on], ["Played by", network.by],
      ["When", network.time.slice(0, 16).replace("T", " ")],
      ["Commit", network.commit], ["Operations", `${number(played)} of ${number(network.count)}`],
      ["MACs", number(sum("macs"))], ["Bytes", number(sum("bytes_moved"))], ["Cycles", sum("cycles") ? number(sum("cycles")) : ""],
      ["Golden", network.golden], ["The processor", network.computed.join("; ")],
    ]),
    network.failures.map(failedPart),
    operationTable(network),
    tensors(Object.entries(network.outputs).map(([name, picture]) => [`output ${name}`, picture])));
}

function operationTable(network) {
  const rows = network.operations.map((one, at) => ({ ...one, peak: network.peaks[at] }));
  const columns = [
    { title: "Operation", text: (row) => row.name, header: true },
    { title: "Unit", text: (row) => row.units },
    { title: "Output", text: (row) => row.shape },
    { title: "MACs", value: (row) => row.macs, kind: (value) => (value ? "" : "none") },
    { title: "Bytes", value: (row) => row.bytes_moved },
    { title: "Cycles", value: (row) => row.cycles, kind: (value) => (value ? "" : "none") },
    { title: "Of the peak", value: (row) => row.peak ?? 0, text: (row) => (row.peak === null ? "" : percent(row.peak, 1)) },
    { title: "Layers", text: (row) => row.layers.join(", ") },
  ];
  return el("section", {}, el("h3", {}, "Operations"), table({ name: `Operations of ${network.name}`, columns, rows }));
}

function failedPart(failed) {
  const wrong = failed.wrong;
  return el("section", {}, el("h3", {}, failed.about ? `Wrong: ${failed.about}` : "Wrong"),
    failed.findings.length ? lines(failed.findings) : "",
    wrong ? [
      el("p", {}, `The first wrong tensor is that of ${wrong.operation}, ${wrong.element}.`),
      tensors([["found", wrong.found], ["expected", wrong.expected]]),
    ] : "",
    command(failed.replay));
}

/** Tensors as grey pictures, their channels side by side. */
function tensors(named) {
  if (!named.length) return "";
  return el("div", { class: "tensors" }, named.map(([name, picture]) => el("figure", {},
    el("figcaption", {}, `${name}: ${picture.said}, black ${rounded(picture.low, 3)}, white ${rounded(picture.high, 3)}`), greyPicture(name, picture))));
}

function greyPicture(name, picture) {
  const grey = Uint8Array.from(atob(picture.grey), (letter) => letter.charCodeAt(0)), width = picture.width;
  const canvas = el("canvas", { class: "tensor", role: "img", "aria-label": `${name}, as a picture`, width, height: grey.length / width });
  const drawn = canvas.getContext("2d"), pixels = drawn.createImageData(width, grey.length / width);
  grey.forEach((value, at) => pixels.data.set([value, value, value, 255], 4 * at));
  drawn.putImageData(pixels, 0, 0);
  return canvas;
}
