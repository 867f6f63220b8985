// Opens the page: unpacks the data, draws the panel that the address names.

async function unpacked() {
  const packed = atob(document.getElementById("data").textContent.trim());
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Light or dark, as the system has it until somebody says otherwise. */
function themes() {
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let dark = system.matches;
  const apply = () => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark));
  };
  button.addEventListener("click", () => { dark = !dark; apply(); });
  system.addEventListener("change", () => { dark = system.matches; apply(); });
  apply();
}

async function start() {
  themes();
  const state = document.getElementById("state");
  let report;
  try {
    report = await unpacked();
  } catch (error) {
    state.textContent = `The data cannot be unpacked (${error.message}); a newer browser can, and report.json has them too.`;
    return;
  }
  state.hidden = true;
  const { time, commit } = report.made;
  document.getElementById("made").textContent = `${time.replace("T", " ").replace("+00:00", "")} UTC ${commit}`;
  for (const name of PANELS.keys()) {
    const text = saidOf(name, "badge", report);
    if (text) document.querySelector(`nav a[data-tab="${name}"] .badge`).textContent = text;
  }
  addEventListener("hashchange", () => open(report));
  open(report);
  document.documentElement.dataset.ready = "yes";
}

start();
