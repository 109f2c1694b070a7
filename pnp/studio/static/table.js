// Rows as a spreadsheet: only the rows in sight are elements, what is typed is written to the file at once.

import { button, choice, el, empty, fill, later } from "./dom.js";

const LINE = 32;
const HEAD = 34;
const SIDE = 52;

export async function mount(root, studio) {
  const table = new Table(root, studio);
  await table.begin();
  return { show: (state) => table.show(state) };
}

class Table {
  constructor(root, studio) {
    this.studio = studio;
    this.root = root;
    this.tables = [];
    this.data = null;
    this.at = [0, 0];
    this.from = [0, 0];
    this.widths = [];
    this.words = "";
    this.order = null;
    this.editor = null;
    this.faceOf = "";
    this.bar = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Table" });
    this.notice = el("div", { class: "notice", hidden: true });
    this.head = el("div", { class: "head", role: "rowgroup" });
    this.body = el("div", { class: "rows", role: "rowgroup" });
    this.sheet = el("div", {
      class: "rows-sheet", role: "grid", tabindex: "0", "aria-label": "Rows", "aria-multiselectable": "true",
      onscroll: () => this.draw(), onkeydown: (event) => this.key(event),
      onpointerdown: (event) => this.press(event), ondblclick: (event) => this.cellOf(event) && this.edit(),
      oncopy: (event) => this.copy(event), oncut: (event) => { this.copy(event); this.clear(); }, onpaste: (event) => this.paste(event),
    }, this.head, this.body);
    this.beside = el("aside", { class: "beside", "aria-label": "The row and its face", tabindex: "0" });
    fill(root, this.bar, this.notice, el("div", { class: "work" }, this.sheet, this.beside));
    this.reload = later(() => this.load(), 20);
    this.showFace = later(() => this.loadFace(), 90);
    studio.on("changed", () => this.begin());
    studio.on("look", () => { this.faceOf = ""; this.showFace(); });
    new ResizeObserver(() => this.draw()).observe(this.sheet);
  }

  async begin() {
    const answer = await this.studio.attempt("table.list");
    if (!answer) return;
    this.tables = answer.tables;
    const known = this.tables.some((each) => each.id === this.name);
    if (!known) this.name = this.tables[0]?.id ?? "";
    this.drawBar();
    if (this.name) await this.load();
    else this.blank();
  }

  blank() {
    this.sheet.hidden = true;
    fill(this.beside, empty("No rows yet", "A component takes its rows from a table: write “rows: {table: cards.csv}” into its document, and a first line with the names of the columns into cards.csv."));
    this.beside.style.width = "100%";
  }

  show(state) {
    if (state.component && this.tables.some((each) => each.id === state.component)) {
      this.name = state.component;
      this.drawBar();
      this.load().then(() => state.row !== undefined && this.go([Number(state.row), this.at[1]]));
    }
    this.sheet.focus({ preventScroll: true });
  }

  async load() {
    const data = await this.studio.attempt("table.rows", { component: this.name });
    if (!data || data.component !== this.name) return;
    const other = this.data?.component !== data.component;
    this.data = data;
    this.marks = new Map();
    for (const mark of data.findings) {
      const key = mark.row === null ? "all" : mark.row;
      if (!this.marks.has(key)) this.marks.set(key, []);
      this.marks.get(key).push(mark);
    }
    if (other) { this.at = [0, 0]; this.from = [0, 0]; this.sheet.scrollTop = 0; this.sheet.scrollLeft = 0; }
    this.sheet.hidden = false;
    this.beside.style.width = "";
    this.measure(other);
    this.filter();
    this.at = this.bounded(this.at);
    this.from = this.bounded(this.from);
    this.notice.hidden = !data.locked && !data.computed;
    fill(this.notice, [data.locked, data.computed].filter(Boolean).join(" · "), " ", button("Go there", () => this.studio.select(data.at), { quiet: true }));
    this.sheet.setAttribute("aria-label", `Rows of ${data.name}`);
    this.sheet.setAttribute("aria-rowcount", data.rows.length + 1);
    this.sheet.setAttribute("aria-colcount", data.columns.length + 1);
    this.sheet.setAttribute("aria-readonly", String(Boolean(data.locked)));
    this.drawBar();
    this.drawHead();
    this.draw();
    this.faceOf = "";
    this.showFace();
  }

  get locked() { return Boolean(this.data?.locked); }

  // Frame.

  drawBar() {
    const off = this.locked || !this.data;
    const focused = document.activeElement?.getAttribute?.("aria-label");
    fill(this.bar,
      choice("Component", this.tables.map((each) => [each.id, `${each.name} (${each.rows})`]), this.name, (value) => { this.name = value; this.load(); }),
      el("input", { type: "search", placeholder: "Find  /", "aria-label": "Find in rows", value: this.words, oninput: (event) => { this.words = event.target.value.toLowerCase(); this.filter(); this.draw(); } }),
      button("Add a row", () => this.send({ add: this.at[0] + 1 >= this.count ? null : this.at[0] + 1 }, () => this.go([Math.min(this.at[0] + 1, this.count), 0])), { sign: "plus", disabled: off }),
      button("Copy the row", () => this.duplicate(), { disabled: off, title: "Ctrl+D" }),
      button("Delete", () => this.removeRows(), { disabled: off, title: "Delete the rows (Ctrl+−)", "aria-label": "Delete the rows" }),
      button("Move the row up (Alt+↑)", () => this.moveRow(-1), { sign: "up", disabled: off }),
      button("Move the row down (Alt+↓)", () => this.moveRow(1), { sign: "down", disabled: off }),
      this.data && /\.(csv|tsv|txt)$/i.test(this.data.file) ? button("Add a column", () => this.addColumn(), { disabled: off }) : null,
      el("span", { class: "space" }),
      this.data?.file ? button(this.data.file.split("/").pop(), () => this.studio.go("source", { file: this.data.file, line: 1 }), { quiet: true, title: "Open the source" }) : null);
    if (focused === "Find in rows") this.bar.querySelector("input").focus();
  }

  measure(fresh) {
    const { columns, rows } = this.data;
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = '14px "Fira Sans", sans-serif';
    this.widths = columns.map((column, index) => {
      if (!fresh && this.chosen?.[column.name]) return this.chosen[column.name];
      let wide = pen.measureText(`${column.name}   ${column.type === "text" ? "" : column.type}`).width + 26;
      const step = Math.max(1, Math.floor(rows.length / 200));
      for (let row = 0; row < rows.length; row += step) wide = Math.max(wide, pen.measureText(String(rows[row][index] ?? "").slice(0, 60)).width + 20);
      return Math.round(Math.min(340, Math.max(72, wide)));
    });
    this.lefts = [SIDE];
    for (const width of this.widths) this.lefts.push(this.lefts[this.lefts.length - 1] + width);
  }

  filter() {
    const { rows } = this.data ?? { rows: [] };
    this.order = this.words
      ? rows.map((_, index) => index).filter((index) => rows[index].some((cell) => String(cell ?? "").toLowerCase().includes(this.words)))
      : null;
    this.count = rows.length;
    this.shown = this.order ? this.order.length : rows.length;
  }

  /** The row of data at a line of the sheet, and the line of a row. */
  rowAt(line) { return this.order ? this.order[line] : line; }
  lineOf(row) { return this.order ? this.order.indexOf(row) : row; }

  drawHead() {
    const { columns } = this.data;
    const width = this.lefts[this.lefts.length - 1];
    this.head.style.width = `${width}px`;
    fill(this.head, el("div", { class: "line", role: "row", "aria-rowindex": "1" },
      el("div", { class: "cell row-head", role: "columnheader", "aria-colindex": "1" }, "row"),
      columns.map((column, index) => {
        const cell = el("div", { class: "cell", role: "columnheader", "aria-colindex": String(index + 2), title: this.about(column) }, column.name,
          column.type === "text" && !column.list ? null : el("span", { class: "kind" }, column.list ? `list of ${column.type}` : column.type === "truth" ? "yes/no" : column.type));
        cell.style.width = `${this.widths[index]}px`;
        return cell;
      })));
  }

  about(column) {
    const range = column.least !== null || column.most !== null ? ` ${column.least ?? "…"} to ${column.most ?? "…"}` : "";
    const options = column.options.length ? `: ${column.options.slice(0, 12).join(", ")}${column.options.length > 12 ? ", …" : ""}` : "";
    return `${column.name}: ${column.list ? "list of " : ""}${column.type}${range}${column.optional ? ", optional" : ""}${options}`;
  }

  // Only the lines in sight are elements.

  draw() {
    if (!this.data) return;
    const top = this.sheet.scrollTop;
    const height = this.sheet.clientHeight || 600;
    const first = Math.max(0, Math.floor((top - HEAD) / LINE) - 4);
    const last = Math.min(this.shown - 1, Math.ceil((top + height) / LINE) + 4);
    this.body.style.height = `${this.shown * LINE}px`;
    this.body.style.width = `${this.lefts[this.lefts.length - 1]}px`;
    this.body.style.position = "relative";
    const lines = [];
    for (let line = first; line <= last; line += 1) lines.push(this.line(line));
    const typing = this.editor;
    fill(this.body, lines);
    if (typing) this.body.append(typing);
    const id = `cell-${this.at[0]}-${this.at[1]}`;
    if (document.getElementById(id)) this.sheet.setAttribute("aria-activedescendant", id);
    else this.sheet.removeAttribute("aria-activedescendant");
  }

  line(line) {
    const row = this.rowAt(line);
    const { columns, rows } = this.data;
    const marks = this.marks.get(row) ?? [];
    const worst = marks.some((each) => each.severity === "error") ? "error" : marks.some((each) => each.severity === "warning") ? "warning" : "";
    const [low, high, left, right] = this.range();
    const cells = columns.map((column, index) => {
      const value = rows[row][index];
      const mark = marks.find((each) => each.column === index);
      const origin = this.data.origins.find((each) => each.row === row && each.column === index);
      const picked = row >= low && row <= high && index >= left && index <= right;
      const active = row === this.at[0] && index === this.at[1];
      const found = this.words && String(value ?? "").toLowerCase().includes(this.words);
      const cell = el("div", {
        class: `cell of-${column.list ? "text" : column.type}${mark ? ` ${mark.severity}` : ""}${picked ? " picked" : ""}${active ? " active" : ""}${value === null || origin ? " locked" : ""}${found ? " found" : ""}`,
        role: "gridcell", id: `cell-${row}-${index}`, "aria-colindex": String(index + 2), "aria-selected": String(picked),
        "data-row": String(row), "data-column": String(index), "aria-invalid": mark ? "true" : null,
        title: mark ? `${mark.message}${mark.hint ? ` → ${mark.hint}` : ""}` : origin ? origin.says : String(value ?? "").length > 40 ? value : null,
      }, this.content(column, value));
      cell.style.width = `${this.widths[index]}px`;
      return cell;
    });
    const element = el("div", { class: "line", role: "row", "aria-rowindex": String(row + 2) },
      el("div", { class: `cell row-head ${worst}`, role: "rowheader", "aria-colindex": "1", "data-row": String(row), title: marks.map((each) => each.message).join("\n") || null }, worst ? `! ${row + 1}` : String(row + 1)), cells);
    element.style.top = `${line * LINE}px`;
    return element;
  }

  content(column, value) {
    if (value === null) return "in the source";
    if (column.type === "truth" && !column.list) return /^(yes|true|x|1|y)$/i.test(value) ? "✓" : value ? "–" : "";
    if (column.type === "colour" && /^#[0-9a-f]{3,8}$/i.test(value)) {
      const swatch = el("span", { class: "swatch" });
      swatch.style.background = value;
      return [swatch, value];
    }
    return String(value).replaceAll("\n", " ⏎ ");
  }

  range() {
    return [Math.min(this.at[0], this.from[0]), Math.max(this.at[0], this.from[0]), Math.min(this.at[1], this.from[1]), Math.max(this.at[1], this.from[1])];
  }

  bounded([row, column]) {
    return [Math.max(0, Math.min(this.data.rows.length - 1, row)), Math.max(0, Math.min(this.data.columns.length - 1, column))];
  }

  go(place, extend = false) {
    if (!this.data?.rows.length) return;
    const before = this.at[0];
    this.at = this.bounded(place);
    if (!extend) this.from = [...this.at];
    const top = this.lineOf(this.at[0]) * LINE;
    const box = this.sheet;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + LINE + HEAD > box.scrollTop + box.clientHeight) box.scrollTop = top + LINE + HEAD - box.clientHeight;
    const left = this.lefts[this.at[1]];
    const right = this.lefts[this.at[1] + 1];
    if (left - SIDE < box.scrollLeft) box.scrollLeft = left - SIDE;
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
    this.draw();
    if (before !== this.at[0] || !this.faceOf) this.showFace();
    else this.drawBeside();
  }

  step(down, across, extend) {
    const line = Math.max(0, Math.min(this.shown - 1, this.lineOf(this.at[0]) + down));
    this.go([this.rowAt(line), this.at[1] + across], extend);
  }

  // Mouse and keyboard.

  cellOf(event) {
    const cell = event.target.closest?.(".cell[data-row]");
    return cell && !event.target.closest(".editor") ? cell : null;
  }

  press(event) {
    const cell = this.cellOf(event);
    if (!cell || event.button) return;
    if (this.editor) this.commit();
    const row = Number(cell.dataset.row);
    const whole = cell.dataset.column === undefined;
    if (whole) { this.from = [event.shiftKey ? this.from[0] : row, 0]; this.go([row, this.data.columns.length - 1], true); }
    else this.go([row, Number(cell.dataset.column)], event.shiftKey);
    const move = (later) => {
      const over = document.elementFromPoint(later.clientX, later.clientY)?.closest?.(".cell[data-column]");
      if (over && !whole) this.go([Number(over.dataset.row), Number(over.dataset.column)], true);
    };
    if (event.pointerType === "mouse") {
      this.sheet.addEventListener("pointermove", move);
      addEventListener("pointerup", () => this.sheet.removeEventListener("pointermove", move), { once: true });
    }
  }

  key(event) {
    if (this.editor || !this.data?.rows.length) return;
    const command = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(this.sheet.clientHeight / LINE) - 2);
    const far = 1e9;
    const moves = {
      ArrowUp: [command ? -far : -1, 0], ArrowDown: [command ? far : 1, 0], ArrowLeft: [0, command ? -far : -1], ArrowRight: [0, command ? far : 1],
      PageUp: [-page, 0], PageDown: [page, 0], Home: [command ? -far : 0, -far], End: [command ? far : 0, far],
    };
    let used = true;
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) this.moveRow(event.key === "ArrowUp" ? -1 : 1);
    else if (event.altKey) used = false;
    else if (moves[event.key]) this.step(...moves[event.key], event.shiftKey);
    else if (event.key === "Tab" && this.at[1] + (event.shiftKey ? -1 : 1) in this.data.columns) this.step(0, event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" || event.key === "F2") this.edit();
    else if (event.key === "Delete" || event.key === "Backspace") this.clear();
    else if (event.key === "Escape" && (this.at[0] !== this.from[0] || this.at[1] !== this.from[1])) this.go(this.at);
    else if (event.key === " " && !command && this.column.type === "truth") this.toggle();
    else if (command && event.key.toLowerCase() === "a") { this.from = [0, 0]; this.go([far, far], true); }
    else if (command && event.key.toLowerCase() === "d") this.duplicate();
    else if (command && (event.key === "-" || event.key === "−")) this.removeRows();
    else if (!command && event.key.length === 1 && event.key !== "/" && event.key !== "?") this.edit(event.key);
    else used = false;
    if (used) { event.preventDefault(); event.stopPropagation(); }
  }

  get column() { return this.data.columns[this.at[1]]; }

  // Editing.

  edit(typed) {
    const value = this.data.rows[this.at[0]][this.at[1]];
    if (this.locked) { this.studio.toast(this.data.locked, "bad"); return; }
    if (value === null) { this.studio.toast("this value is nested: change it in the source", "bad"); return; }
    const { column } = this;
    const text = typed ?? value;
    const onkeydown = (event) => this.typing(event);
    let field;
    if (column.type === "choice" && !column.list) {
      const options = column.options.includes(value) || !value ? column.options : [value, ...column.options];
      field = el("select", { class: "editor", onkeydown, "aria-label": column.name }, ["", ...options].map((each) => el("option", { value: each }, each || "–")));
      field.value = typed ? options.find((each) => each.toLowerCase().startsWith(typed.toLowerCase())) ?? value : value;
    } else if (column.options.length || column.type === "number" || column.type === "colour") {
      const names = el("datalist", { id: "table-options" }, column.options.map((each) => el("option", { value: each })));
      field = el("input", { class: "editor", type: "text", onkeydown, "aria-label": column.name, list: column.options.length ? "table-options" : null, inputmode: column.type === "number" ? "decimal" : null, spellcheck: "false", autocomplete: "off" });
      field.value = text;
      this.body.append(names);
      this.names = names;
    } else {
      field = el("textarea", { class: "editor", rows: "1", onkeydown, "aria-label": column.name, oninput: () => this.grow(field) });
      field.value = text;
    }
    field.addEventListener("blur", () => this.editor === field && this.commit());
    field.style.left = `${this.lefts[this.at[1]]}px`;
    field.style.top = `${this.lineOf(this.at[0]) * LINE}px`;
    field.style.width = `${Math.max(this.widths[this.at[1]], field.tagName === "TEXTAREA" ? 220 : 120)}px`;
    this.editor = field;
    this.body.append(field);
    field.focus({ preventScroll: true });
    if (field.tagName === "TEXTAREA") this.grow(field);
    if (!typed && field.select) field.select();
  }

  grow(field) {
    field.style.height = "auto";
    field.style.height = `${Math.min(260, field.scrollHeight + 4)}px`;
  }

  typing(event) {
    event.stopPropagation();
    if (event.key === "Escape") { event.preventDefault(); this.close(); }
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.commit(); this.step(1, 0); }
    else if (event.key === "Tab") { event.preventDefault(); this.commit(); this.step(0, event.shiftKey ? -1 : 1); }
  }

  close() {
    const field = this.editor;
    this.editor = null;
    field?.remove();
    this.names?.remove();
    this.names = null;
    this.sheet.focus({ preventScroll: true });
  }

  commit() {
    const text = this.editor.value;
    const [row, column] = this.at;
    this.close();
    if (text !== this.data.rows[row][column]) this.set([[row, column, text]]);
  }

  /** Shows texts in cells at once, and writes them; what is refused is taken back. */
  set(cells) {
    if (this.locked) { this.studio.toast(this.data.locked, "bad"); return; }
    const before = cells.map(([row, column]) => [row, column, this.data.rows[row][column]]);
    for (const [row, column, text] of cells) this.data.rows[row][column] = text.trim();
    this.draw();
    this.send({ cells }, null, () => {
      for (const [row, column, text] of before) this.data.rows[row][column] = text;
      this.draw();
    });
  }

  toggle() {
    const value = this.data.rows[this.at[0]][this.at[1]];
    this.set([[this.at[0], this.at[1], /^(yes|true|x|1|y)$/i.test(value ?? "") ? "no" : "yes"]]);
  }

  clear() {
    const [low, high, left, right] = this.range();
    const cells = [];
    for (let row = low; row <= high; row += 1) for (let column = left; column <= right; column += 1) if (this.data.rows[row][column]) cells.push([row, column, ""]);
    if (cells.length) this.set(cells);
  }

  copy(event) {
    if (this.editor) return;
    const [low, high, left, right] = this.range();
    const quoted = (cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const lines = this.data.rows.slice(low, high + 1).map((cells) => cells.slice(left, right + 1).map((cell) => quoted(String(cell ?? ""))).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  }

  paste(event) {
    if (this.editor) return;
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    if (!text) return;
    const [row, , column] = this.range();
    this.send({ paste: text, row, column_index: column });
  }

  duplicate() {
    this.send({ copy: this.at[0] }, () => this.go([this.at[0] + 1, this.at[1]]));
  }

  removeRows() {
    const [low, high] = this.range();
    const gone = [];
    for (let row = low; row <= high; row += 1) if (!this.order || this.order.includes(row)) gone.push(row);
    this.send({ remove: gone }, () => {
      this.studio.toast(gone.length === 1 ? "1 row deleted" : `${gone.length} rows deleted`, "", { label: "Undo", run: () => this.studio.attempt("shell.undo") });
      this.go([low, this.at[1]]);
    });
  }

  moveRow(by) {
    const to = this.at[0] + by;
    if (to < 0 || to >= this.data.rows.length) return;
    this.send({ move: this.at[0], to }, () => this.go([to, this.at[1]]));
  }

  addColumn() {
    const field = el("input", { type: "text", "aria-label": "Name of the column", required: true, autofocus: true });
    const dialog = el("dialog", { "aria-label": "Add a column" }, el("h2", {}, "Add a column"),
      el("form", { method: "dialog", onsubmit: () => this.send({ column: field.value }) }, el("p", {}, el("label", {}, "Name ", field)),
        el("button", { class: "button strong" }, "Add"), " ", button("Cancel", () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  async send(change, then = null, back = null) {
    if (this.locked) { this.studio.toast(this.data.locked, "bad"); return; }
    const answer = await this.studio.attempt("table.change", { ...change, component: this.name });
    if (!answer) { back?.(); return; }
    await this.load();
    then?.();
  }

  // The face of the row, beside it.

  async loadFace() {
    if (!this.data?.rows.length) { this.drawBeside(); return; }
    const key = `${this.name} ${this.at[0]} ${this.data.revision}`;
    if (this.faceOf !== key) {
      this.faceOf = key;
      const answer = await this.studio.ask("table.face", { component: this.name, row: this.at[0], ...this.studio.look }).catch(() => null);
      if (this.faceOf !== key) return;
      this.faces = answer?.faces ?? [];
      this.faceName = answer?.name ?? "";
      this.fields = answer?.fields ?? [];
    }
    this.drawBeside();
  }

  /** The values of the row as it is printed, each with a way to where it is written. */
  values() {
    const active = this.data.columns[this.at[1]]?.name;
    return el("table", { class: "fields" }, el("tbody", {}, (this.fields ?? []).map((each) => el("tr", { class: each.name === active ? "active" : null }, el("th", { scope: "row" }, each.name),
      el("td", {}, Array.isArray(each.value) ? each.value.join(", ") : each.value === true ? "yes" : each.value === false ? "no" : String(each.value ?? ""), each.origin ? el("span", { class: "origin" }, each.origin) : null),
      el("td", {}, button(each.origin ? `Go to where '${each.name}' comes from` : `Go to '${each.name}' in the source`, () => this.studio.select(each.at), { sign: "source", quiet: true }))))));
  }

  drawBeside() {
    if (!this.data) return;
    const [row, column] = this.at;
    const marks = [...(this.marks.get(row) ?? [])].sort((one, other) => (other.column === column) - (one.column === column));
    const general = this.marks.get("all") ?? [];
    const note = (each) => el("div", { class: `note ${each.severity}` }, el("strong", {}, each.column !== null && this.data.columns[each.column] ? `${this.data.columns[each.column].name}: ` : ""), each.message, each.hint ? el("p", { class: "soft" }, `→ ${each.hint}`) : null);
    fill(this.beside,
      el("h2", {}, this.data.rows.length ? (/^\d*$/.test(this.faceName ?? "") ? "" : this.faceName) || `Row ${row + 1}` : "No rows yet"),
      this.data.rows.length ? null : el("p", { class: "soft" }, "Add a row, or paste rows that you copied in a spreadsheet."),
      this.faces?.length && this.data.rows.length ? el("div", { class: "faces" }, this.faces.map((face) => el("a", { href: "#faces", onclick: (event) => { event.preventDefault(); this.studio.go("faces", { face: face.id }); } },
        el("img", { src: face.src, alt: `${face.side} of ${this.faceName}`, width: String(Math.round(face.width * 3.4)), height: String(Math.round(face.height * 3.4)) })))) : null,
      marks.map(note), general.map(note), this.data.rows.length ? this.values() : null);
  }
}
