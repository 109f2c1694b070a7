// The colours of a text: YAML and tables, line by line. Each line begins in the state in which the last one ended.

const WORDS = /^(true|false|yes|no|null|~)$/i;
const NUMBER = /^[-+]?(\d[\d_]*(\.\d+)?|\.\d+)(\s*(mm|pt|cm|in|%))?$/;

/** What a line of YAML may begin within: a block of text deeper than `block`, brackets, or quotes. */
const FRESH = { block: -1, depth: 0, quote: "" };

/** Returns the tokens of a line as pairs of a text and a class, and the state of the next line. */
export function yamlLine(line, state = FRESH) {
  const tokens = [];
  const add = (text, kind) => text && tokens.push([text, kind]);
  const indent = line.length - line.trimStart().length;
  if (state.block >= 0) {
    if (!line.trim() || indent > state.block) {
      formulas(line, "text", add);
      return { tokens, state };
    }
    state = FRESH;
  }
  let { depth, quote } = state;
  let block = -1;
  let at = 0;
  let valueMayBegin = true;
  while (at < line.length) {
    const rest = line.slice(at);
    if (quote) {
      const end = closing(rest, quote);
      formulas(rest.slice(0, end), "text", add);
      at += end;
      if (end <= rest.length && rest[end - 1] === quote) quote = "";
      else break;
      valueMayBegin = false;
      continue;
    }
    const blank = /^\s+/.exec(rest);
    if (blank) { add(blank[0], ""); at += blank[0].length; continue; }
    if (rest[0] === "#" && (at === 0 || /\s/.test(line[at - 1]))) { add(rest, "comment"); break; }
    const mark = /^(---|\.\.\.)(?=\s|$)/.exec(rest) && at === 0 ? rest.slice(0, 3) : /^[-?](?=\s|$)/.exec(rest)?.[0];
    if (mark && depth === 0 && !line.slice(0, at).trim().replace(/[-?\s]/g, "")) { add(mark, "mark"); at += mark.length; continue; }
    if ("[{".includes(rest[0]) && (valueMayBegin || depth)) { depth += 1; add(rest[0], "mark"); at += 1; valueMayBegin = true; continue; }
    if (depth && "]}".includes(rest[0])) { depth -= 1; add(rest[0], "mark"); at += 1; valueMayBegin = false; continue; }
    if (depth && rest[0] === ",") { add(",", "mark"); at += 1; valueMayBegin = true; continue; }
    if (rest[0] === ":" && (depth || /^:(\s|$)/.test(rest))) { add(":", "mark"); at += 1; valueMayBegin = true; continue; }
    const name = /^[&*!][^\s,[\]{}]*/.exec(rest);
    if (name && valueMayBegin) { add(name[0], "anchor"); at += name[0].length; continue; }
    if ((rest[0] === '"' || rest[0] === "'") && valueMayBegin) {
      const end = closing(rest.slice(1), rest[0]) + 1;
      const whole = rest.slice(0, end);
      const closed = whole.length > 1 && whole.endsWith(rest[0]) && end <= rest.length;
      if (closed && /^\s*:(\s|$)/.test(rest.slice(end))) add(whole, "key");
      else formulas(whole, "text", add);
      if (!closed) { quote = rest[0]; break; }
      at += end;
      valueMayBegin = false;
      continue;
    }
    if (valueMayBegin && !depth && /^[|>][-+\d]*\s*(#.*)?$/.test(rest)) {
      add(rest, "mark");
      block = indentOfParent(line);
      break;
    }
    const plain = scalar(rest, depth > 0);
    const isKey = /^\s*:(\s|$)/.test(rest.slice(plain.length)) || (depth > 0 && rest[plain.length] === ":");
    const word = plain.trimEnd();
    if (isKey) add(word, "key");
    else if (NUMBER.test(word)) add(word, "number");
    else if (WORDS.test(word)) add(word, "word");
    else formulas(word, "value", add);
    add(plain.slice(word.length), "");
    at += plain.length || 1;
    valueMayBegin = false;
  }
  return { tokens, state: { block, depth: Math.max(0, Math.min(64, depth)), quote } };
}

/** A block of text belongs to the key that it follows: deeper lines are its text. */
function indentOfParent(line) {
  const dashes = /^(\s*)((?:-\s+)*)/.exec(line);
  return dashes[2] && !line.slice(dashes[0].length).includes(":") ? dashes[1].length : dashes[0].length;
}

/** The number of characters up to the closing quote, with it; one more than there are without one. */
function closing(text, quote) {
  for (let at = 0; at < text.length; at += 1) {
    if (quote === '"' && text[at] === "\\") at += 1;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at += 1;
      else return at + 1;
    }
  }
  return text.length + 1;
}

/** The plain scalar that a text begins with. */
function scalar(text, inBrackets) {
  const end = inBrackets ? /\s#|:(?=[\s,[\]{}]|$)|[,[\]{}]/ : /\s#|:(?=\s|$)/;
  const found = end.exec(text.slice(1));
  return found ? text.slice(0, found.index + 1) : text;
}

/** Adds a text, with what is in braces as a formula. */
function formulas(text, kind, add) {
  for (const part of text.split(/(\{[^{}]*\})/)) add(part, part.startsWith("{") && part.endsWith("}") && part.length > 1 ? "formula" : kind);
}

/** Returns the tokens of a line of a table: each column has one of six colours. A quoted cell may go on. */
export function tableLine(line, state = { quoted: false, column: 0, first: true, delimiter: "" }) {
  const delimiter = state.delimiter || [",", ";", "\t"].reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best), ",");
  const tokens = [];
  let { quoted, column } = state;
  let cell = "";
  const put = () => {
    if (cell) tokens.push([cell, state.first ? "key" : `column-${column % 6}`]);
    cell = "";
  };
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    if (character === delimiter && !quoted) {
      put();
      tokens.push([character, "mark"]);
      column += 1;
    } else cell += character;
  }
  put();
  return { tokens, state: { quoted, column: quoted ? column : 0, first: state.first && quoted, delimiter } };
}

function markdownLine(line) {
  return { tokens: [[line, /^#/.test(line) ? "key" : /^[-*]\s/.test(line) ? "value" : ""]], state: null };
}

/** Returns the function that colours the lines of a file. */
export function colouring(file) {
  if (/\.(csv|tsv|txt)$/i.test(file)) return tableLine;
  if (/\.md$/i.test(file)) return markdownLine;
  return yamlLine;
}

/** The colours of a whole text: what is above the first changed line is not looked at again. */
export class Colours {
  constructor(file) {
    this.line = colouring(file);
    this.lines = [];
    this.known = [];
  }

  take(text) {
    const lines = text.split("\n");
    let same = 0;
    while (same < lines.length && lines[same] === this.lines[same]) same += 1;
    this.known.length = Math.min(this.known.length, same);
    this.lines = lines;
  }

  /** Returns the tokens of a line, from 0; those above it are coloured first. */
  tokens(index) {
    for (let at = this.known.length; at <= index; at += 1) {
      const before = at ? this.known[at - 1].state : undefined;
      this.known.push(this.line(this.lines[at], before ?? undefined));
    }
    return this.known[index].tokens;
  }
}
