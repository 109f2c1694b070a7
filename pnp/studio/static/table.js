// Rows as a spreadsheet: only the rows in sight are elements, what is typed is written to the file at once.

import { button, choice, el, empty, fill, focusKey, later, refill, refocus } from "./dom.js";
import { CellEditor } from "./table_editor.js";

const LINE = 32;
const HEAD = 34;
const SIDE = 52;
const MOST_SEEN = 200; // rows that a change sends along: a message has a limit

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
    this.sent = 0;
    this.pending = new Map();
    this.faceOf = "";
    this.bar = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Table" });
    this.notice = el("div", { class: "notice", hidden: true });
    this.head = el("div", { class: "head", role: "rowgroup" });
    this.lines = el("div", { role: "presentation" });
    this.body = el("div", { class: "rows", role: "rowgroup" }, this.lines);
    this.sheet = el("div", {
      class: "rows-sheet", role: "grid", tabindex: "0", "aria-label": "Rows", "aria-multiselectable": "true",
      onscroll: () => this.draw(), onkeydown: (event) => this.key(event),
      onpointerdown: (event) => this.press(event),
      oncopy: (event) => this.copy(event), oncut: (event) => { this.copy(event); this.clear(); }, onpaste: (event) => this.paste(event),
    }, this.head, this.body);
    this.beside = el("aside", { class: "beside", "aria-label": "The row and its face", tabindex: "0" });
    fill(root, this.bar, this.notice, el("div", { class: "work" }, this.sheet, this.beside));
    this.reload = later(() => this.load(), 20);
    this.showFace = later(() => this.loadFace(), 90);
    studio.on("changed", () => studio.before(this.begin()));
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
    const { sent } = this;
    const data = await this.studio.attempt("table.rows", { component: this.name });
    if (!data || data.component !== this.name) return;
    const other = this.data?.component !== data.component;
    this.data = data;
    if (data.findings) this.takeFindings(data.findings);
    else if (other) this.marks = new Map(); // those of before stay until the pack is checked
    if (other) { this.at = [0, 0]; this.from = [0, 0]; this.sheet.scrollTop = 0; this.sheet.scrollLeft = 0; }
    this.sheet.hidden = false;
    this.beside.style.width = "";
    this.measure(other);
    this.filter();
    this.keepPending(other ? Infinity : sent);
    this.at = this.bounded(this.at);
    this.from = this.bounded(this.from);
    if (other) this.close();
    else this.keepEditor();
    this.notice.hidden = !data.locked && !data.computed;
    fill(this.notice, [data.locked, data.computed].filter(Boolean).join(" · "), " ",
      data.locked && data.locked === this.studio.hello.locked && !data.computed ? null : button("Go there", () => this.studio.select(data.at), { quiet: true }));
    this.sheet.setAttribute("aria-label", `Rows of ${data.name}`);
    this.sheet.setAttribute("aria-rowcount", data.rows.length + 1);
    this.sheet.setAttribute("aria-colcount", data.columns.length + 1);
    this.sheet.setAttribute("aria-readonly", String(Boolean(data.locked)));
    this.drawBar();
    this.drawHead();
    this.draw();
    this.faceOf = "";
    this.loadFace().then(() => data.findings || this.loadFindings());
  }

  /** Fetches the findings, for which the whole pack is checked. */
  async loadFindings() {
    const answer = await this.studio.ask("table.findings", { component: this.name }).catch(() => null);
    if (!answer || answer.component !== this.name || answer.revision !== this.data.revision) return;
    this.takeFindings(answer.findings);
    this.draw();
    this.drawBeside();
  }

  takeFindings(found) {
    this.marks = new Map();
    for (const mark of found) {
      const key = mark.row === null ? "all" : mark.row;
      if (!this.marks.has(key)) this.marks.set(key, []);
      this.marks.get(key).push(mark);
    }
  }

  get locked() { return Boolean(this.data?.locked); }

  // Frame.

  drawBar() {
    const off = this.data?.locked || !this.data;
    const focused = focusKey(this.bar);
    refill(this.bar,
      choice("Component", this.tables.map((each) => [each.id, `${each.name} (${each.rows})`]), this.name, (value) => { this.name = value; this.load(); }),
      el("input", { type: "search", placeholder: "Find  /", "aria-label": "Find in rows", value: this.words, oninput: (event) => this.find(event.target.value), onkeydown: (event) => this.leaveFind(event) }),
      button("Add a row", () => this.addRow(), { sign: "plus", disabled: off }),
      button("Copy the row", () => this.duplicate(), { disabled: off, title: "Ctrl+D" }),
      button("Delete", () => this.removeRows(), { disabled: off, title: "Delete the rows (Ctrl+−)", "aria-label": "Delete the rows" }),
      button("Move the row up (Alt+↑)", () => this.moveRow(-1), { sign: "up", disabled: off }),
      button("Move the row down (Alt+↓)", () => this.moveRow(1), { sign: "down", disabled: off }),
      this.data && /\.(csv|tsv|txt)$/i.test(this.data.file) ? button("Add a column", () => this.addColumn(), { disabled: off }) : null,
      el("span", { class: "space" }),
      this.data?.file ? button(this.data.file.split("/").pop(), () => this.studio.go("source", { file: this.data.file, line: 1 }), { quiet: true, title: "Open the source" }) : null);
    refocus(this.bar, focused);
  }

  find(words) {
    this.words = words.toLowerCase();
    this.filter();
    this.draw();
  }

  /** Escape empties the field, or leads back to the rows; Enter leads to the first that is found. */
  leaveFind(event) {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Escape" && event.target.value) { event.target.value = ""; this.find(""); return; }
    this.sheet.focus({ preventScroll: true });
    if (event.key === "Enter" && this.shown && this.lineOf(this.at[0]) < 0) this.go([this.rowAt(0), this.at[1]]);
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
    fill(this.lines, lines);
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
      el("div", { class: `cell row-head ${worst}`, role: "rowheader", "aria-colindex": "1", "data-row": String(row), title: marks.map((each) => each.message).join("\n") || null }, worst ? `! ${this.number(row)}` : this.number(row)), cells);
    element.style.top = `${line * LINE}px`;
    return element;
  }

  /** The number of a row as findings name it: a spreadsheet counts the names of the columns. */
  number(row) { return String(this.data.numbers[row] ?? row + 1); }

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

  /** The rows of the selection that are shown. */
  picked() {
    const [low, high] = this.range();
    const rows = this.order ?? this.data.rows.map((_, index) => index);
    return rows.filter((row) => row >= low && row <= high);
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
    // a double click has no event of the browser's: the first one drew the cell again
    const twice = !whole && !event.shiftKey && this.pressed?.id === cell.id && event.timeStamp - this.pressed.time < 450;
    this.pressed = twice ? null : { id: cell.id, time: event.timeStamp };
    if (twice) addEventListener("pointerup", () => setTimeout(() => !this.editor && this.edit()), { once: true });
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
    else if (!command && event.key.length === 1 && event.key !== "/") this.edit(event.key);
    else used = false;
    if (used) { event.preventDefault(); event.stopPropagation(); }
  }

  get column() { return this.data.columns[this.at[1]]; }

  // Editing.

  edit(typed) {
    const [row, index] = this.at;
    if (this.locked) { this.studio.toast(this.data.locked, "bad"); return; }
    if (this.data.rows[row][index] === null) { this.studio.toast("this value is nested: change it in the source", "bad"); return; }
    const editor = new CellEditor(this.column, this.at, this.data.rows, typed, (event) => this.typing(event), () => this.editor === editor && this.commit());
    this.editor = editor;
    editor.open(this.body, this.lefts[index], this.lineOf(row) * LINE, this.widths[index]);
    if (typed === undefined) editor.field.select?.();
  }

  typing(event) {
    event.stopPropagation();
    if (event.key === "Escape") { event.preventDefault(); this.close(); }
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.commit(); this.step(1, 0); }
    else if (event.key === "Tab") { event.preventDefault(); this.commit(); this.step(0, event.shiftKey ? -1 : 1); }
  }

  close() {
    const editor = this.editor;
    this.editor = null;
    editor?.close();
    this.sheet.focus({ preventScroll: true });
  }

  commit() {
    const { text, row, index, lost } = this.editor;
    this.close();
    if (lost) this.studio.toast(`not written, because its row changed on disk: ${text}`, "bad", { label: "Copy the text", run: () => navigator.clipboard.writeText(text) });
    else if (text !== this.data.rows[row][index]) this.set([[row, index, text]]);
  }

  /** Shows the texts that were sent after the rows were asked for; the rows that came do not have them. */
  keepPending(sent) {
    for (const [key, each] of this.pending) {
      if (each.sent <= sent) this.pending.delete(key);
      else if (this.data.rows[each.row]) this.data.rows[each.row][each.column] = each.text;
    }
  }

  /** Keeps the open editor on its row. If the row is gone or another one, it stays open for its text, which is not written. */
  keepEditor() {
    const { editor } = this;
    if (!editor || editor.lost) return;
    if (editor.follow(this.data.rows, this.data.columns)) {
      this.at = [editor.row, editor.index];
      this.from = [...this.at];
      editor.at(this.lineOf(editor.row) * LINE);
      return;
    }
    editor.lost = true;
    editor.field.classList.add("lost");
    this.studio.toast("this row changed on disk while you typed, so the text will not be written: copy it, and press Escape", "bad");
  }

  /** Shows texts in cells at once, and writes them; what is refused is taken back. */
  set(cells) {
    if (this.locked) { this.studio.toast(this.data.locked, "bad"); return; }
    const before = cells.map(([row, column]) => [row, column, this.data.rows[row][column]]);
    const seen = this.seen([...new Set(cells.map(([row]) => row))]);
    for (const [row, column, text] of cells) { this.data.rows[row][column] = text.trim(); this.pending.set(`${row} ${column}`, { row, column, text: text.trim(), sent: this.sent + 1 }); }
    this.sent += 1;
    this.draw();
    this.send({ cells, ...seen }, null, () => {
      for (const [row, column, text] of before) this.data.rows[row][column] = text;
      this.draw();
    });
  }

  toggle() {
    const value = this.data.rows[this.at[0]][this.at[1]];
    this.set([[this.at[0], this.at[1], /^(yes|true|x|1|y)$/i.test(value ?? "") ? "no" : "yes"]]);
  }

  clear() {
    const [, , left, right] = this.range();
    const cells = [];
    for (const row of this.picked()) for (let column = left; column <= right; column += 1) if (this.data.rows[row][column]) cells.push([row, column, ""]);
    if (cells.length) this.set(cells);
  }

  copy(event) {
    if (this.editor) return;
    const [, , left, right] = this.range();
    const quoted = (cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const lines = this.picked().map((row) => this.data.rows[row].slice(left, right + 1).map((cell) => quoted(String(cell ?? ""))).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  }

  paste(event) {
    if (this.editor) return;
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    if (!text) return;
    const [row, , column] = this.range();
    if (this.order && text.trimEnd().includes("\n")) { this.studio.toast("rows that Find hides would be written too: clear Find, and paste again", "bad"); return; }
    this.send({ paste: text, row, column_index: column, ...this.seen([row]) });
  }

  duplicate() {
    this.send({ copy: this.at[0], ...this.seen([this.at[0]]) }, () => this.go([this.at[0] + 1, this.at[1]]));
  }

  removeRows() {
    const gone = this.picked();
    this.send({ remove: gone, ...this.seen(gone) }, (answer) => {
      this.studio.toast(gone.length === 1 ? "1 row deleted" : `${gone.length} rows deleted`, "", this.studio.undoing(answer));
      this.go([gone[0], this.at[1]]);
    });
  }

  /** Moves the selected rows: the neighbour goes to their other side. */
  moveRow(by) {
    const [low, high] = this.range();
    if (this.order) { this.studio.toast("clear Find to move rows", "bad"); return; }
    const neighbour = by < 0 ? low - 1 : high + 1;
    if (neighbour < 0 || neighbour >= this.data.rows.length) return;
    const [at, from] = [this.at, this.from].map(([row, column]) => [row + by, column]);
    this.send({ move: neighbour, to: by < 0 ? high : low, ...this.seen([neighbour, low, high]) }, () => { this.from = from; this.go(at, true); });
  }

  addRow() {
    const at = this.at[0] + 1;
    this.send({ add: at >= this.count ? null : at }, () => { this.go([Math.min(at, this.count - 1), 0]); this.edit(); });
  }

  /** The rows as they are shown, for a change that is refused if they are others on disk; null for what is unknown. */
  seen(rows) {
    return { seen: rows.slice(0, MOST_SEEN).map((row) => [row, this.data.rows[row].map((cell, index) => (this.pending.has(`${row} ${index}`) ? null : cell))]) };
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
    if (!answer) { back?.(); await this.load(); return; }
    await this.load();
    then?.(answer);
  }

  // The face of the row, beside it.

  async loadFace() {
    if (!this.data?.rows.length) { this.drawBeside(); return; }
    const key = `${this.name} ${this.at[0]} ${this.data.revision}`;
    if (this.faceOf !== key) {
      this.faceOf = key;
      const late = setTimeout(() => this.beside.classList.add("busy"), 250); // what is shown is of another row or text
      const answer = await this.studio.ask("table.face", { component: this.name, row: this.at[0], ...this.studio.look }).catch(() => null);
      clearTimeout(late);
      if (this.faceOf !== key) return;
      this.beside.classList.remove("busy");
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
      el("h2", {}, this.data.rows.length ? (/^\d*$/.test(this.faceName ?? "") ? "" : this.faceName) || `Row ${this.number(row)}` : "No rows yet"),
      this.data.rows.length ? null : el("p", { class: "soft" }, "Add a row, or paste rows that you copied in a spreadsheet."),
      this.faces?.length && this.data.rows.length ? el("div", { class: "faces" }, this.faces.map((face) => el("a", { href: "#faces", onclick: (event) => { event.preventDefault(); this.studio.go("faces", { face: face.id }); } },
        el("img", { src: face.src, alt: `${face.side} of ${this.faceName}`, width: String(Math.round(face.width * 3.4)), height: String(Math.round(face.height * 3.4)) })))) : null,
      marks.map(note), general.map(note), this.data.rows.length ? this.values() : null);
  }
}
