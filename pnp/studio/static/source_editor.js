// A text with line numbers, colours and marks: a text area, and behind it the same lines with their colours.

import { button, el, fill, later } from "./dom.js";
import { Colours } from "./source_colours.js";

const LINE = 20;
const TOP = 8;
const PAIRS = { "{": "}", "[": "]" };

/** The offset in a line of a column, which counts code points from 1; and the column of an offset. */
export function offsetIn(line, column) {
  return /[\ud800-\udbff]/.test(line) ? [...line].slice(0, column - 1).join("").length : Math.min(line.length, column - 1);
}
export function columnIn(line, offset) {
  return [...line.slice(0, offset)].length + 1;
}

export class Editor {
  /** `asks` has `complete`, `explain` (promises), `go` (to a place) and `mend` (a finding); `changed` is called after typing. */
  constructor(asks, changed) {
    this.asks = asks;
    this.changed = changed;
    this.marks = [];
    this.colours = new Colours("");
    this.area = el("textarea", {
      class: "typed", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Text",
      "aria-autocomplete": "list", "aria-haspopup": "listbox",
      oninput: () => this.input(), onscroll: () => this.scrolled(), onkeydown: (event) => this.key(event),
      onclick: () => { this.close(); this.drawCaret(); }, onkeyup: () => this.drawCaret(), onblur: () => setTimeout(() => this.close(), 150),
      onmousemove: (event) => this.hover(event), onmouseleave: () => this.leave(),
    });
    this.numbers = el("div", { class: "numbers", "aria-hidden": "true" });
    this.lines = el("div", { class: "lines" });
    this.here = el("div", { class: "here" });
    this.list = el("ul", { class: "proposals", role: "listbox", id: "source-proposals", "aria-label": "What can be written here", hidden: true });
    this.about = el("div", { class: "about", role: "note", "aria-live": "polite", hidden: true, onmouseleave: () => this.leave() });
    this.pane = el("div", { class: "pane" }, el("div", { class: "behind", "aria-hidden": "true" }, this.here, this.lines), this.area, this.list, this.about);
    this.root = el("div", { class: "code" }, this.numbers, this.pane);
    this.proposed = [];
    this.chosen = -1;
    this.propose = later(() => this.complete(false), 60);
    this.explainLater = later((at) => this.explain(at), 350);
    this.height = 0;
    new ResizeObserver(() => this.resize()).observe(this.pane);
  }

  open(file, text, own) {
    this.file = file;
    this.colours = new Colours(file);
    this.isTable = /\.(csv|tsv|txt)$/i.test(file);
    this.area.readOnly = !own;
    this.area.setAttribute("aria-label", `Text of ${file}`);
    this.marks = [];
    this.take(text);
    this.area.scrollTop = 0;
    this.area.scrollLeft = 0;
    this.area.setSelectionRange(0, 0);
  }

  get text() { return this.area.value; }

  /** Shows another text of the same file; the caret and the scroll stay. */
  take(text) {
    if (text !== this.area.value) {
      const { selectionStart, selectionEnd, scrollTop, scrollLeft } = this.area;
      this.area.value = text;
      this.area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
      Object.assign(this.area, { scrollTop, scrollLeft });
    }
    this.colours.take(text);
    this.draw();
  }

  /** Keeps the line of the caret in sight when the findings below take room from it. */
  resize() {
    const { scrollTop, clientHeight } = this.area;
    const below = TOP + this.position().line * LINE;
    if (below <= scrollTop + this.height && below > scrollTop + clientHeight) {
      this.settles = true;
      this.area.scrollTop = below + LINE - clientHeight;
    }
    this.height = clientHeight;
    this.draw();
  }

  /** Closes the proposals, unless the text was only moved to keep the caret in sight: then they move with it. */
  scrolled() {
    const settles = this.settles;
    this.settles = false;
    if (!settles) this.close();
    else if (!this.list.hidden) this.put(this.list, ...this.proposedAt);
    this.draw();
  }

  mark(marks) {
    this.marks = marks;
    this.draw();
  }

  input() {
    this.colours.take(this.area.value);
    this.leave();
    this.draw();
    this.changed();
  }

  // Drawing: only the lines in sight are elements.

  draw() {
    const { scrollTop, scrollLeft, clientHeight } = this.area;
    const first = Math.max(0, Math.floor((scrollTop - TOP) / LINE) - 1);
    const last = Math.min(this.colours.lines.length - 1, Math.ceil((scrollTop + clientHeight) / LINE) + 1);
    const lines = [];
    const numbers = [];
    this.first = first;
    for (let index = first; index <= last; index += 1) {
      const marks = this.marks.filter((each) => each.line - 1 <= index && index <= each.end_line - 1);
      lines.push(el("div", { class: "line" }, this.pieces(index, marks)));
      const worst = ["error", "warning", "info"].find((severity) => marks.some((each) => each.severity === severity && each.line - 1 === index)) ?? "";
      numbers.push(el("div", { class: `number ${worst}` }, String(index + 1)));
    }
    fill(this.lines, lines);
    fill(this.numbers, el("div", { class: "rows" }, numbers));
    const top = TOP + first * LINE - scrollTop;
    this.lines.style.transform = `translate(${-scrollLeft}px, ${top}px)`;
    this.numbers.firstChild.style.transform = `translateY(${top}px)`;
    this.drawCaret();
  }

  drawCaret() {
    const { line } = this.position();
    this.here.style.transform = `translateY(${TOP + (line - 1) * LINE - this.area.scrollTop}px)`;
  }

  /** The coloured pieces of a line; what a finding is about is underlined. */
  pieces(index, marks) {
    const line = this.colours.lines[index];
    const ranges = marks.map((each) => {
      const start = each.line - 1 === index ? offsetIn(line, each.column) : line.length - line.trimStart().length;
      const end = each.end_line - 1 === index ? offsetIn(line, each.end_column) : line.length;
      return { start: Math.min(start, Math.max(0, line.length - 1)), end: Math.max(end, start + 1), severity: each.severity };
    });
    const cuts = [...new Set(ranges.flatMap(({ start, end }) => [start, end]))];
    const found = [];
    let at = 0;
    for (const [text, kind] of this.colours.tokens(index)) {
      const inside = cuts.filter((cut) => cut > at && cut < at + text.length).sort((one, other) => one - other);
      for (const end of [...inside, at + text.length]) {
        const start = found.at(-1)?.end ?? 0;
        const under = ranges.find((range) => range.start <= start && start < range.end);
        found.push({ end, node: el("span", { class: `${kind ? `of-${kind}` : ""}${under ? ` under ${under.severity}` : ""}` }, line.slice(start, end)) });
      }
      at += text.length;
    }
    if (!line.length && ranges.length) found.push({ end: 1, node: el("span", { class: `under ${ranges[0].severity}` }, " ") });
    return found.map(({ node }) => node);
  }

  // Positions.

  /** Returns the line and the column of an offset, by default of the caret. */
  position(offset = this.area.selectionStart) {
    const before = this.area.value.slice(0, offset).split("\n");
    return { line: before.length, column: columnIn(before.at(-1), before.at(-1).length) };
  }

  offset(line, column) {
    const { lines } = this.colours;
    let at = 0;
    for (let index = 0; index < Math.min(line - 1, lines.length); index += 1) at += lines[index].length + 1;
    return Math.min(this.area.value.length, at + offsetIn(lines[line - 1] ?? "", column));
  }

  /** Selects a range, in sight; the caret is there. */
  select({ line, column = 1, end_line: endLine, end_column: endColumn }, focus = true) {
    const start = this.offset(line, column);
    const end = endLine ? this.offset(endLine, endColumn) : start;
    if (focus) this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    const top = (line - 1) * LINE;
    if (top < this.area.scrollTop + LINE || top > this.area.scrollTop + this.area.clientHeight - 3 * LINE) {
      this.area.scrollTop = Math.max(0, top - this.area.clientHeight / 3);
    }
    const right = this.place(line, this.colours.lines[line - 1]?.length ?? 0);
    if (right < this.pane.clientWidth) this.area.scrollLeft = 0;
    this.draw();
  }

  /** Returns how far from the left of the pane an offset of a line is, in pixels. */
  place(line, offset) {
    const node = this.lines.children[line - 1 - this.first];
    if (!node) return 0;
    let left = offset;
    for (const piece of node.children) {
      const { length } = piece.textContent;
      if (left <= length) {
        const range = document.createRange();
        range.setStart(piece.firstChild, 0);
        range.setEnd(piece.firstChild, left);
        return (left ? range.getBoundingClientRect().right : piece.getBoundingClientRect().left) - this.pane.getBoundingClientRect().left;
      }
      left -= length;
    }
    return (node.lastChild ?? node).getBoundingClientRect().right - this.pane.getBoundingClientRect().left;
  }

  /** Returns the line and the column under the pointer; null beyond the end of a line. */
  under(event) {
    const frame = this.pane.getBoundingClientRect();
    const line = Math.floor((event.clientY - frame.top + this.area.scrollTop - TOP) / LINE) + 1;
    const text = this.colours.lines[line - 1];
    const x = event.clientX - frame.left;
    if (text === undefined || x > this.place(line, text.length) + 3) return null;
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.place(line, middle) <= x) low = middle;
      else high = middle - 1;
    }
    return { line, column: columnIn(text, low) };
  }

  /** Replaces a range of the text; the browser's undo takes it back. */
  replace(start, end, text) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!done) {
      this.area.setRangeText(text, start, end, "end");
      this.input();
    }
  }

  // Keys.

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (!this.list.hidden && this.proposalKey(event)) return;
    const act = {
      F1: () => this.explain(this.position()), F8: () => this.next(event.shiftKey ? -1 : 1), F12: () => this.define(),
      ...(command ? { " ": () => this.complete(true), "/": () => this.comment(), ".": () => this.mend() } : {}),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (!command && !event.altKey && !event.isComposing && !this.isTable && !this.area.readOnly && this.bracket(event.key)) {
      event.preventDefault();
    } else if (event.key === "Escape" && !this.about.hidden) {
      event.stopPropagation();
      this.leave();
    } else if (event.key === "Escape") {
      this.free = true;
    } else if (event.key === "Tab" && !command && !event.altKey && !this.free && !this.isTable && !this.area.readOnly) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && !command && !event.isComposing && !this.isTable && !this.area.readOnly) {
      event.preventDefault();
      this.newLine();
    } else if (!["Tab", "Shift"].includes(event.key)) this.free = false;
    if (event.key === "Tab") this.free = false;
  }

  /** Types the closing bracket with the opening one, over it, or takes both away; returns whether it did. */
  bracket(key) {
    const { selectionStart: at, selectionEnd, value } = this.area;
    if (at !== selectionEnd) return false;
    const [before, after] = [value[at - 1] ?? "", value[at] ?? "\n"];
    const closing = PAIRS[key];
    if (closing && /[\s,\]}"']/.test(after)) {
      this.replace(at, at, key + closing);
      this.area.setSelectionRange(at + 1, at + 1);
    } else if (Object.values(PAIRS).includes(key) && after === key && this.isBalanced(key)) {
      this.area.setSelectionRange(at + 1, at + 1);
      this.close();
    } else if (key === "Backspace" && before in PAIRS && after === PAIRS[before]) this.replace(at - 1, at + 1, "");
    else return false;
    return true;
  }

  /** Whether the line has as many of a closing bracket as of its opening one. */
  isBalanced(closing) {
    const line = this.colours.lines[this.position().line - 1] ?? "";
    const opening = Object.keys(PAIRS).find((each) => PAIRS[each] === closing);
    return line.split(opening).length <= line.split(closing).length;
  }

  newLine() {
    const { selectionStart, selectionEnd, value } = this.area;
    const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    const indent = /^ */.exec(line)[0];
    const more = /^[^#]*[:|>]\s*$/.test(line) ? "  " : /^ *- +[^\s#{["'][^#]*:/.test(line) ? "  " : "";
    this.replace(selectionStart, selectionEnd, `\n${indent}${more}`);
  }

  /** The lines that the selection touches. */
  touched() {
    const { selectionStart, selectionEnd, value } = this.area;
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const found = value.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
    const end = found < 0 ? value.length : found;
    return { start, end, lines: value.slice(start, end).split("\n") };
  }

  indent(less) {
    const { selectionStart, selectionEnd } = this.area;
    if (!less && selectionStart === selectionEnd) return this.replace(selectionStart, selectionEnd, "  ");
    const { start, end, lines } = this.touched();
    return this.exchange(start, end, lines.map((line) => (less ? line.replace(/^ {1,2}/, "") : line && `  ${line}`)));
  }

  comment() {
    const { start, end, lines } = this.touched();
    const all = lines.filter((line) => line.trim()).every((line) => /^\s*#/.test(line));
    this.exchange(start, end, lines.map((line) => (all ? line.replace(/^(\s*)# ?/, "$1") : line.trim() ? line.replace(/^(\s*)/, "$1# ") : line)));
  }

  exchange(start, end, lines) {
    const text = lines.join("\n");
    this.replace(start, end, text);
    this.area.setSelectionRange(start, start + text.length);
  }

  // Findings: from one to the next, and what a finding's hint can change.

  next(step) {
    const sorted = [...this.marks].sort((one, other) => one.line - other.line || one.column - other.column);
    if (!sorted.length) return;
    const { line, column } = this.position();
    const index = sorted.findIndex((each) => each.line > line || (each.line === line && each.column > column));
    const at = step > 0 ? (index < 0 ? 0 : index) : ((index < 0 ? sorted.length : index) - 2 + 2 * sorted.length) % sorted.length;
    this.select(sorted[at]);
    this.show([this.finding(sorted[at])], sorted[at]);
  }

  marksAt({ line, column }) {
    const after = (each) => line < each.end_line || (line === each.end_line && column <= Math.max(each.end_column, each.column + 1));
    return this.marks.filter((each) => (each.line < line || (each.line === line && each.column <= column)) && after(each));
  }

  mend() {
    const [mark] = this.marksAt(this.position()).filter((each) => each.fixable);
    if (mark) this.asks.mend(mark);
  }

  finding(mark) {
    return el("div", { class: `found ${mark.severity}` }, el("span", {}, mark.message), mark.hint ? el("em", {}, mark.hint) : null,
      mark.fixable && !this.area.readOnly ? button("Fix it (Ctrl+.)", () => { this.leave(); this.asks.mend(mark); }) : null);
  }

  // Explanations.

  hover(event) {
    const at = event.buttons ? null : this.under(event);
    if (at && this.told && at.line === this.told.line && at.column === this.told.column) return;
    this.told = at;
    this.explainLater(at);
  }

  leave() {
    this.told = null;
    this.explainLater(null);
    setTimeout(() => { if (!this.told && !this.about.matches(":hover")) this.about.hidden = true; }, 120);
  }

  async explain(at) {
    if (!at || !this.list.hidden) return;
    this.told = at;
    const marks = this.marksAt(at).map((each) => this.finding(each));
    const found = await this.asks.explain(at);
    if (this.told !== at) return;
    const more = found?.definition ? [button(`Go to where ‘${found.name}’ is defined (F12)`, () => { this.leave(); this.asks.go(found.definition); })] : [];
    this.show([...marks, ...(found ? markdown(found.markdown) : []), ...more], found?.range ?? at);
  }

  async define() {
    const found = await this.asks.explain(this.position());
    if (found?.definition) this.asks.go(found.definition);
  }

  show(content, at) {
    this.about.hidden = !content.length;
    fill(this.about, content);
    this.put(this.about, at.line, offsetIn(this.colours.lines[at.line - 1] ?? "", at.column));
  }

  /** Puts a box below a place of the text, or above it where there is no room. */
  put(box, line, offset) {
    const top = TOP + (line - 1) * LINE - this.area.scrollTop;
    const left = Math.min(this.place(line, offset), Math.max(0, this.pane.clientWidth - box.offsetWidth - 8));
    const below = top + LINE + box.offsetHeight < this.pane.clientHeight || top < box.offsetHeight;
    box.style.left = `${Math.max(4, left)}px`;
    box.style.top = `${below ? top + LINE : top - box.offsetHeight}px`;
  }

  // Completion.

  async complete(asked) {
    const { selectionStart, selectionEnd } = this.area;
    const at = this.position();
    const line = (this.colours.lines[at.line - 1] ?? "").slice(0, offsetIn(this.colours.lines[at.line - 1] ?? "", at.column));
    if (selectionStart !== selectionEnd || this.area.readOnly || (!asked && !/[\w@.]$|[:,[{] $|\($/.test(line))) return this.close();
    const found = await this.asks.complete(at);
    if (!found || this.area.selectionStart !== selectionStart) return undefined;
    const typed = (each) => line.slice(offsetIn(line, each.column));
    const fit = found.items.map((each) => [rank(each.label, typed(each)), each]).filter(([points]) => points > 0);
    fit.sort((one, other) => other[0] - one[0]);
    this.proposed = fit.map(([, each]) => each).slice(0, 60);
    const goesOn = this.proposed.some((each) => each.label.length > typed(each).length && each.label.startsWith(typed(each)));
    const isDone = !asked && !goesOn && this.proposed.some((each) => typed(each) === each.label); // a typed word is a tag itself
    if (!this.proposed.length || isDone) return this.close();
    this.start = this.offset(at.line, this.proposed[0].column);
    this.choose(typed(this.proposed[0]) || asked ? 0 : -1);
    this.list.hidden = false;
    this.leave();
    this.proposedAt = [at.line, offsetIn(line, this.proposed[0].column)];
    return this.put(this.list, ...this.proposedAt);
  }

  choose(index) {
    this.chosen = index;
    fill(this.list, this.proposed.map((each, number) => el("li", {
      role: "option", id: `source-proposal-${number}`, "aria-selected": String(number === index),
      onmousedown: (event) => { event.preventDefault(); this.accept(number); },
    }, el("span", { class: "label" }, each.label), el("span", { class: "soft" }, each.detail || each.kind), number === index && each.about ? el("p", { class: "soft" }, each.about) : null)));
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
    if (index < 0) this.area.removeAttribute("aria-activedescendant");
    else this.area.setAttribute("aria-activedescendant", `source-proposal-${index}`);
  }

  proposalKey(event) {
    const { length } = this.proposed;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (steps[event.key]) this.choose((Math.max(this.chosen, steps[event.key] > 0 ? -1 : 0) + steps[event.key] + 8 * length) % length);
    else if ((event.key === "Enter" || event.key === "Tab") && this.chosen >= 0) this.accept(this.chosen);
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  accept(index) {
    const { insert } = this.proposed[index];
    this.close();
    this.replace(this.offset(this.position().line, this.proposed[index].column), this.area.selectionStart, insert);
  }

  close() {
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }
}

/** How well a label fits what is typed: 0 not at all; its beginning is best, then the beginning of a word, then letters in order. */
function rank(label, typed) {
  const [whole, part] = [label.toLowerCase(), typed.toLowerCase()];
  if (!part || whole.startsWith(part)) return 4;
  const at = whole.indexOf(part);
  if (at > 0) return /[\s_-]/.test(whole[at - 1]) ? 3 : 2;
  let next = 0;
  for (const letter of whole) if (letter === part[next]) next += 1;
  return next === part.length && part.length > 1 ? 1 : 0;
}

/** Returns elements for the Markdown of explanations: paragraphs, code, emphasis and pictures in data addresses. */
export function markdown(text) {
  return text.split("\n\n").filter((each) => each.trim()).map((each) => {
    const code = /^```\n?([\s\S]*?)\n?```$/.exec(each.trim());
    return code ? el("pre", {}, code[1]) : el("p", {}, inline(each));
  });
}

function inline(text) {
  const pattern = /!\[([^\]]*)\]\((data:image\/[^)]*)\)|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|`([^`]+)`/g;
  const plain = (words) => words.replace(/\\(.)/g, "$1");
  const found = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    found.push(plain(text.slice(at, match.index)));
    if (match[2]) found.push(el("img", { src: match[2], alt: plain(match[1]) }));
    else if (match[3]) found.push(el("strong", {}, plain(match[3])));
    else if (match[4]) found.push(el("em", {}, plain(match[4])));
    else found.push(el("code", {}, match[5]));
    at = match.index + match[0].length;
  }
  found.push(plain(text.slice(at)));
  return found;
}
