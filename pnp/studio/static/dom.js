// Elements without innerHTML: texts of a pack are only ever texts.

const SVG = "http://www.w3.org/2000/svg";

/** Returns an element. Properties: `class`, `data-…`, `aria-…`, `on…` (a listener), others as attributes. */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** Returns an element of SVG. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/**
 * Replaces what is in an element, and keeps each child that would look the same: a click is lost if its button is
 * replaced between press and release. For children whose listeners hold nothing of what is drawn.
 */
export function refill(element, ...children) {
  const drawn = [...el("div", {}, ...children).childNodes];
  drawn.forEach((each, place) => {
    const before = element.childNodes[place];
    if (!before) element.append(each);
    else if (!before.isEqualNode(each) || entered(before) !== entered(each)) before.replaceWith(each);
  });
  while (element.childNodes.length > drawn.length) element.lastChild.remove();
}

/** Returns what is entered in the fields of an element, which its attributes do not say. */
function entered(element) {
  const fields = element instanceof Element ? [element, ...element.querySelectorAll("input, select, textarea")] : [];
  return JSON.stringify(fields.map((field) => field.value ?? null));
}

/** What the focus is on within an element, to find it again when its content is drawn anew; null if it is elsewhere. */
export function focusKey(root) {
  const focused = document.activeElement;
  if (!focused || focused === root || !root.contains(focused)) return null;
  return { key: named(focused), start: focused.selectionStart, end: focused.selectionEnd };
}

/** Focuses what `focusKey` found, where it is still there. */
export function refocus(root, found) {
  if (!found || root.contains(document.activeElement)) return;
  const again = [...root.querySelectorAll("a, button, input, select, textarea, [tabindex]")].find((each) => named(each) === found.key);
  again?.focus({ preventScroll: true });
  if (again && typeof found.start === "number") {
    try { again.setSelectionRange(found.start, found.end); } catch { /* a field of numbers has no caret to set */ }
  }
}

function named(element) {
  return `${element.tagName} ${element.getAttribute("aria-label") ?? element.closest("label")?.firstChild?.textContent ?? element.textContent}`;
}

const PATHS = {
  faces: "M4 5h7v14H4zM13 5h7v6h-7zM13 13h7v6h-7z",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  source: "M9 7l-5 5 5 5M15 7l5 5-5 5",
  map: "M9 5l6 2.5 5-2.5v13.5l-5 2.5-6-2.5-5 2.5V7.5zM9 5v13.5M15 7.5v13.5",
  sheets: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  rules: "M12 6c-2-1.5-5-1.5-8-1v14c3-.5 6-.5 8 1 2-1.5 5-1.5 8-1V5c-3-.5-6-.5-8 1zM12 6v14",
  findings: "M12 4l9 16H3zM12 10v4.5M12 17.2v.1",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  compare: "M4 5h7v14H4zM13 5h7v14h-7zM7.5 9v6M16.5 9v6",
  play: "M7 5l12 7-12 7z",
  undo: "M8 6L4 10l4 4M4 10h10a5 5 0 010 10h-3",
  redo: "M16 6l4 4-4 4M20 10H10a5 5 0 000 10h3",
  close: "M6 6l12 12M18 6L6 18",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19 14.5A7.5 7.5 0 019.5 5a7.5 7.5 0 109.5 9.5z",
  help: "M9 9a3 3 0 114.5 2.600c-1 .6-1.5 1.200-1.5 2.4M12 17.5v.1",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  search: "M10.5 5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM15 15l5 5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  good: "M5 12.5l4.5 4.5L19 7.5",
  bad: "M6 6l12 12M18 6L6 18",
  open: "M12 6.5V6M12 10v8",
};

/** Returns an icon on a grid of 24; `open` is a question that has no answer yet. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] ?? PATHS.help }));
}

/** Returns the properties that say why a control does nothing; `why` is a sentence, or true where that is plain. */
function because(label, why) {
  return typeof why === "string" ? { title: `${label}: ${why}`, "aria-description": why } : {};
}

/** Switches a button off for a reason, a sentence or true; on again without one. `title` is its tip then. */
export function disable(element, why, title = element.textContent) {
  element.disabled = Boolean(why);
  element.removeAttribute("aria-description");
  for (const [name, value] of Object.entries({ title, ...because(title, why) })) element.setAttribute(name, value);
}

/** Returns a button; with an icon, the label is its name for screen readers and its tip. `disabled` may say why. */
export function button(label, listener, { sign, quiet, pressed, disabled, ...more } = {}) {
  const properties = { type: "button", class: `button${quiet ? " quiet" : ""}${sign ? " sign" : ""}`, onclick: listener, ...more };
  if (pressed !== undefined) properties["aria-pressed"] = String(pressed);
  if (sign) Object.assign(properties, { "aria-label": label, title: more.title ?? label });
  if (disabled) Object.assign(properties, { disabled: true, ...because(properties.title ?? label, disabled) });
  return el("button", properties, sign ? icon(sign) : label);
}

/** Returns a labelled choice; `options` are values, or pairs of a value and its label. */
export function choice(label, options, value, listener, more = {}) {
  const list = el("select", { ...more, onchange: (event) => listener(event.target.value) },
    options.map((each) => (Array.isArray(each) ? each : [each, each])).map(([key, text]) => el("option", { value: key, selected: key === value }, text)));
  list.value = value;
  return el("label", { class: "choice" }, el("span", {}, label), list);
}

/** Returns the page of a view that has nothing to show, and what to do about it. */
export function empty(title, ...lines) {
  return el("div", { class: "empty" }, el("h2", {}, title), lines.map((line) => (line instanceof Node ? line : el("p", {}, line))));
}

/** Returns a function that runs `work` once, some milliseconds after the last call. */
export function later(work, pause = 120) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), pause);
  };
}
