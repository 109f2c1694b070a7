// The editor of one cell: it stays open while the rows are drawn or loaded again, and knows the row that it is for.

import { el } from "./dom.js";

/** Returns the option that a typed text means: the same word, or the only one that begins with it; else the text. */
export function meant(text, options) {
  const typed = text.trim().toLowerCase();
  const same = options.find((each) => each.toLowerCase() === typed);
  const begun = typed ? options.filter((each) => each.toLowerCase().startsWith(typed)) : [];
  return same ?? (begun.length === 1 ? begun[0] : text);
}

export class CellEditor {
  /** Opens over a cell. `typed` is the key that opened it; `keys` takes Enter, Tab and Escape; `done` ends it. */
  constructor(column, place, rows, typed, keys, done) {
    [this.row, this.index] = place;
    this.column = column;
    this.cells = [...rows[this.row]];
    this.length = rows.length;
    this.lost = false;
    const value = this.cells[this.index];
    this.chooses = column.type === "choice" && !column.list;
    const common = { class: "editor", onkeydown: keys, "aria-label": column.name };
    this.names = null;
    if (this.chooses && typed === undefined) {
      const options = column.options.includes(value) || !value ? column.options : [value, ...column.options];
      this.field = el("select", common, ["", ...options].map((each) => el("option", { value: each }, each || "–")));
    } else if (column.options.length || column.type === "number" || column.type === "colour") {
      this.names = el("datalist", { id: "table-options" }, column.options.map((each) => el("option", { value: each })));
      this.field = el("input", { ...common, type: "text", list: column.options.length ? "table-options" : null, inputmode: column.type === "number" ? "decimal" : null, spellcheck: "false", autocomplete: "off" });
    } else {
      this.field = el("textarea", { ...common, rows: "1", oninput: () => this.grow() });
    }
    this.field.value = typed ?? value;
    this.field.addEventListener("blur", done);
  }

  /** Puts it into the page, over its cell. */
  open(body, left, top, wide) {
    if (this.names) body.append(this.names);
    this.field.style.left = `${left}px`;
    this.field.style.width = `${Math.max(wide, this.field.tagName === "TEXTAREA" ? 220 : 120)}px`;
    this.at(top);
    body.append(this.field);
    this.field.focus({ preventScroll: true });
    this.grow();
  }

  at(top) { this.field.style.top = `${top}px`; }

  grow() {
    if (this.field.tagName !== "TEXTAREA") return;
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(260, this.field.scrollHeight + 4)}px`;
  }

  get text() { return this.chooses ? meant(this.field.value, this.column.options) : this.field.value; }

  /** Follows its row among rows that were loaded again; returns whether it is still there, and only once. */
  follow(rows, columns) {
    const { length } = this;
    this.length = rows.length;
    const same = (cells) => cells?.length === this.cells.length && cells.every((cell, index) => cell === this.cells[index]);
    if (columns[this.index]?.name !== this.column.name) return false;
    if (same(rows[this.row])) return true;
    if (rows.length === length && rows[this.row]?.[this.index] === this.cells[this.index]) { // other cells of it changed
      this.cells = [...rows[this.row]];
      return true;
    }
    const found = rows.flatMap((cells, index) => (same(cells) ? [index] : []));
    if (found.length !== 1) return false;
    [this.row] = found;
    return true;
  }

  close() {
    this.field.remove();
    this.names?.remove();
  }
}
