// Elements, from text alone: nothing of a trace, a log or a file's name is ever read as HTML.

/** An element with attributes, properties that are functions (listeners), and children: nodes or texts. */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key, value);
    else if (key === "style") Object.assign(node.style, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

const number = (value) => (value === null || value === undefined ? "" : value.toLocaleString("en"));
const rounded = (value, digits = 1) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const many = (count, one, more = `${one}s`) => `${number(count)} ${count === 1 ? one : more}`;

/** A share in percent that says 100 only of all, and 0 only of nothing. */
function percent(part, whole) {
  if (!whole) return "–";
  const value = (100 * part) / whole;
  return `${rounded(part < whole ? Math.min(value, 99.9) : value)} %`;
}

/** Bins that anything can hit. */
const possible = (tally) => tally.bins - tally.impossible;

/** Lines of a log, a test, a finding. */
const lines = (texts) => el("pre", { tabindex: "0" }, texts.join("\n"));

/** Seconds as people say them. */
function duration(seconds) {
  if (seconds < 60) return `${rounded(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** A bar that shows a share; the number stands beside it, so nobody needs to see it. */
function bar(part, whole, kind = "") {
  const share = whole ? part / whole : 0;
  return el("span", { class: `bar ${kind}`, "aria-hidden": "true" },
    el("span", { style: { width: `${100 * share}%` } }));
}

/** A command to copy: it can be selected too. */
function command(text) {
  const copy = el("button", {
    type: "button",
    class: "copy",
    click: async (event) => {
      const button = event.currentTarget;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(button.previousSibling);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 3000);
    },
  }, "Copy");
  return el("div", { class: "command" }, el("code", { tabindex: "0" }, text), copy);
}

/** A list of names and what they are. */
const facts = (pairs) => el("dl", { class: "facts" },
  pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
