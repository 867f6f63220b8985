// The panels: each registers itself, is drawn when it is first looked at, and hears where in it a link leads.

const PANELS = new Map();

/**
 * Register a panel.
 *
 * @param name that of its data in the report, of its tab and its links.
 * @param panel draw(place, data, report): fills the place; may return show(words), which is called with the rest of the
 *   link each time, such as ["ab12"] of #failures/ab12. Optional: badge(data) is a short text beside the tab;
 *   summary(data, report) are nodes for the summary, or "".
 */
function panel(name, { draw, badge, summary }) {
  PANELS.set(name, { draw, badge, summary, show: null, drawn: false });
}

/** What a panel says of itself elsewhere, its `badge` or its `summary`: nothing of data that it cannot read, which its place says. */
function saidOf(name, what, report) {
  try {
    return report[name] ? PANELS.get(name)[what]?.(report[name], report) : "";
  } catch {
    return "";
  }
}

/** A link to a panel, or to something in it. */
const link = (name, ...words) => `#${[name, ...words].map(encodeURIComponent).join("/")}`;

function place(name) {
  return document.getElementById(`panel-${name}`);
}

/** Show what the address says. */
function open(report) {
  const words = location.hash.slice(1).split("/").map(decoded);
  const name = document.getElementById(`panel-${words[0]}`) ? words[0] : "summary";
  for (const section of document.querySelectorAll("main > section")) section.hidden = section !== place(name);
  for (const tab of document.querySelectorAll("nav a")) {
    if (tab.dataset.tab === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  const data = report[name], one = PANELS.get(name);
  place(name).querySelector(".empty").hidden = Boolean(data);
  if (!data || !one) return;
  const content = place(name).querySelector(".content");
  try {
    if (!one.drawn) {
      one.drawn = true;
      one.show = one.draw(content, data, report) ?? null;
    }
    one.show?.(words.slice(1));
  } catch (error) {
    console.error(error);
    content.prepend(el("p", { class: "verdict bad" }, `This panel cannot be drawn: ${error.message}`));
  }
}

function decoded(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
