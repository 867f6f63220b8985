// Tables that sort and search. Of thousands of rows only those in sight are in the document.

const ALL_ROWS = 200, ROW_PX = 30, MARGIN_ROWS = 20, PRINTED_ROWS = 1000, SEARCH_FROM = 12;

/**
 * A table.
 *
 * @param name what it is, for its label.
 * @param columns of each its title, and one of text(row), value(row), a number, and node(row) with text(row) beside it for
 *   sorting and searching, or sort(row), a key of its own; header: whether its cells are the rows' headers; kind(value, row): a class for a cell.
 * @param rows any objects.
 * @param searchable whether there is a field to search; where there are many rows if not given.
 */
function table({ name, columns, rows, searchable = rows.length >= SEARCH_FROM }) {
  const state = { rows, sorted: null, down: false };
  const body = el("tbody"), status = el("span", { class: "count", role: "status" });
  const head = columns.map((column) => header(column, () => sort(column)));
  const grid = el("table", {}, el("caption", { class: "unseen" }, name), el("thead", {}, el("tr", {}, head)), body);
  const frame = el("div", { class: "scroll", role: "region", "aria-label": name, tabindex: "0", scroll: () => fill() }, grid);
  const field = searchable ? el("input", { type: "search", "aria-label": `Search ${name}`, placeholder: "Search", input: () => search() }) : "";
  let shown = "", printing = false, texts = null;

  function sort(column) {
    state.down = state.sorted === column ? !state.down : Boolean(column.value);
    state.sorted = column;
    head.forEach((cell, at) => {
      if (columns[at] === column) cell.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
    update();
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts ??= rows.map((row) => columns.map((column) => cellText(column, row)).join("\n").toLowerCase());
    state.rows = rows.filter((_, at) => words.every((word) => texts[at].includes(word)));
    status.textContent = words.length ? `${number(state.rows.length)} of ${many(rows.length, "row")}` : "";
    update();
  }

  function update() {
    if (state.sorted) {
      const key = state.sorted.sort ?? state.sorted.value ?? state.sorted.text, turn = state.down ? -1 : 1;
      state.rows = [...state.rows].sort((one, other) => turn * compared(key(one), key(other)));
    }
    shown = "";
    frame.scrollTop = 0;
    fill();
  }

  function fill() {
    const count = state.rows.length, virtual = count > ALL_ROWS && !printing;
    frame.classList.toggle("virtual", virtual);
    let first = 0, end = printing ? Math.min(count, PRINTED_ROWS) : count;
    if (virtual) {
      const height = frame.clientHeight || 600;
      first = Math.max(0, Math.floor(frame.scrollTop / ROW_PX) - MARGIN_ROWS);
      end = Math.min(count, first + Math.ceil(height / ROW_PX) + 2 * MARGIN_ROWS);
    }
    if (shown === `${first} ${end} ${printing}`) return;
    shown = `${first} ${end} ${printing}`;
    grid.setAttribute("aria-rowcount", String(count + 1));
    body.replaceChildren(...spacer(first), ...state.rows.slice(first, end).map((row, at) => line(row, first + at)), ...spacer(count - end));
  }

  function spacer(count) {
    const rest = printing && count ? `and ${many(count, "row")} more` : "";
    const height = printing ? "auto" : `${count * ROW_PX}px`;
    return count ? [el("tr", { class: "spacer", "aria-hidden": rest ? null : "true" }, el("td", { colspan: columns.length, style: { height } }, rest))] : [];
  }

  function line(row, at) {
    return el("tr", { "aria-rowindex": String(at + 2) }, columns.map((column) => cell(column, row)));
  }

  addEventListener("beforeprint", () => { printing = true; fill(); });
  addEventListener("afterprint", () => { printing = false; fill(); });
  new ResizeObserver(() => fill()).observe(frame);
  fill();
  return el("div", { class: "table" }, field ? el("div", { class: "search" }, field, status) : "", frame);
}

function header(column, sort) {
  const button = el("button", { type: "button", click: sort }, column.title);
  return el("th", { scope: "col", class: column.value ? "number" : null }, button);
}

function cell(column, row) {
  const value = column.value?.(row);
  const kind = [column.value ? "number" : "", column.kind?.(value ?? row, row) ?? ""].join(" ").trim();
  const content = column.node?.(row) ?? cellText(column, row);
  return el(column.header ? "th" : "td", { scope: column.header ? "row" : null, class: kind || null }, content);
}

const cellText = (column, row) => (column.text ? column.text(row) : number(column.value(row)));

function compared(one, other) {
  if (typeof one === "number" || typeof other === "number") return (one ?? -Infinity) - (other ?? -Infinity);
  return String(one).localeCompare(String(other), "en", { numeric: true });
}
