// The frame of the page: the socket, the views, the keyboard, messages and the theme.

import { button, choice, el, empty, fill, icon } from "./dom.js";
import { showWork, waiting } from "./progress.js";

const VIEWS = [
  { id: "faces", label: "Faces", tip: "Every component as a grid of faces" },
  { id: "table", label: "Table", tip: "Rows as a spreadsheet" },
  { id: "source", label: "Source", tip: "Every document as text" },
  { id: "map", label: "Map", tip: "Maps with live verdicts" },
  { id: "sheets", label: "Sheets", tip: "The pages as they print" },
  { id: "rules", label: "Rules", tip: "The rulebook as pages" },
  { id: "findings", label: "Findings", tip: "Findings and proofs" },
  { id: "compare", label: "Compare", tip: "Two states of the pack" },
  { id: "print", label: "Print", tip: "Build and download" },
  { id: "play", label: "Play", tip: "The game on a table, in a separate tab" },
];

// The socket: questions with numbers, answers with the same numbers, and news that nobody asked for.

/** A request that is refused: a sentence, and the place that it is about, if there is one. */
class Refused extends Error {
  constructor(text, at = null) {
    super(text);
    this.at = at;
  }
}

class Wire {
  constructor() {
    this.number = 0;
    this.waiting = new Map();
    this.listeners = new Map();
    this.pause = 250;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/live`);
    this.socket.onopen = () => {
      this.pause = 250;
      this.emit("connected");
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      for (const { reject } of this.waiting.values()) reject(new Refused("the studio on this machine has ended"));
      this.waiting.clear();
      this.emit("lost");
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(4000, this.pause * 2);
    };
  }

  take(message) {
    if (message.tell) return this.emit(message.tell, message);
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!asked) return undefined;
    if ("answer" in message) return asked.resolve(message.answer);
    return asked.reject(new Refused(message.refused, message.at));
  }

  ask(name, data = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject(new Refused("the studio on this machine has ended"));
      const id = ++this.number;
      this.waiting.set(id, { resolve, reject });
      return this.socket.send(JSON.stringify({ ...data, id, ask: name }));
    });
  }

  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(listener);
    return () => this.listeners.get(event).delete(listener);
  }

  emit(event, data) {
    for (const listener of this.listeners.get(event) ?? []) listener(data);
  }
}

const wire = new Wire();

// What views are given.

const studio = {
  hello: null,
  /** The language and the variant that all views show; empty for the pack's own. */
  look: { language: "", variant: "" },
  /** Asks the studio; the promise is rejected with a sentence for the user. */
  ask: (name, data) => wire.ask(name, data),
  /** Asks the studio, and shows a refusal as a message: the promise is then `undefined`. */
  async attempt(name, data) {
    const slow = setTimeout(() => document.body.classList.add("busy"), 400);
    try {
      return await wire.ask(name, data);
    } catch (error) {
      toast(error.message, "bad", error.at && { label: "Go there", run: () => select(error.at) });
      return undefined;
    } finally {
      clearTimeout(slow);
      document.body.classList.remove("busy");
    }
  },
  /** Listens to `changed`, `look`, `select` or what the server tells; returns a function that stops it. */
  on: (event, listener) => wire.on(event, listener),
  emit: (event, data) => wire.emit(event, data),
  go,
  /** Has the findings wait for a promise: faces in sight come before them. */
  before: (promise) => { first = promise; },
  select,
  toast,
  /** The action of a message that takes a change back; `answer` is what the change was answered with. */
  undoing: (answer) => answer.change && { label: "Undo", run: () => studio.attempt("shell.undo", { only: answer.change }) },
};

// Views: each is loaded when it is first shown, and stays mounted, with its zoom and scroll.

const mounted = new Map();
let current = "";

const FOLLOWED = new Set(["changed", "look", "report"]);

/** Returns the studio as a view gets it: what changes while the view is hidden reaches it when it is shown again. */
function studioFor(view) {
  const missed = new Map();
  return Object.assign(Object.create(studio), {
    on: (event, listener) => wire.on(event, (news) => {
      if (current === view || !FOLLOWED.has(event)) listener(news);
      else missed.set(listener, news);
    }),
    inspect: (...given) => inspect(view, ...given),
    catchUp() {
      const late = [...missed];
      missed.clear();
      for (const [listener, news] of late) listener(news);
    },
  });
}

function address(view, state) {
  return `#${view}${state && Object.keys(state).length ? `/${encodeURIComponent(JSON.stringify(state))}` : ""}`;
}

function go(view, state = {}) {
  const wanted = address(view, state);
  if (location.hash === wanted) show();
  else location.hash = wanted;
}

function route() {
  const [view, state] = location.hash.slice(1).split("/");
  let given = {};
  try {
    given = state ? JSON.parse(decodeURIComponent(state)) : {};
  } catch {
    // an address typed by hand
  }
  return { view: VIEWS.some((each) => each.id === view) ? view : "faces", state: given };
}

async function show() {
  const { view, state } = route();
  if (!studio.hello) return;
  current = view;
  for (const link of document.querySelectorAll("#rail a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  inspector.hidden = inspectedIn !== view || !inspector.childElementCount;
  const named = VIEWS.find((each) => each.id === view);
  document.title = `${named.label} · ${studio.hello.title} · pnp studio`;
  for (const [name, each] of mounted) {
    each.root.hidden = name !== view;
  }
  if (!mounted.has(view)) await mountView(view, named);
  const shown = mounted.get(view);
  if (current !== view) return;
  shown.studio.catchUp();
  shown.api?.show?.(state);
}

async function mountView(view, named) {
  const root = el("section", { class: `view view-${view}`, "aria-label": named.label });
  mounted.set(view, { root, api: null, studio: studioFor(view) });
  document.getElementById("main").append(root);
  if (!studio.hello.modules.includes(view)) {
    fill(root, empty(`${named.label}: not in this version`, "This view is not part of the installed pnp."));
    return;
  }
  if (studio.hello.styles.includes(view)) {
    document.head.append(el("link", { rel: "stylesheet", href: `/static/${view}.css` }));
  }
  try {
    const module = await import(`/static/${view}.js`);
    mounted.get(view).api = (await module.mount(root, mounted.get(view).studio)) ?? null;
    document.querySelector("#main > .waiting")?.remove();
  } catch (error) {
    fill(root, empty("This view could not be opened", error.message));
  }
}

// Selection: a place in the files, and what is drawn from it.

async function select(place) {
  wire.emit("select", place);
  if (place?.file && !place.quiet) {
    if (studio.hello.modules.includes("source")) go("source", { file: place.file, line: place.line, column: place.column });
    else await openInEditor(place);
  }
}

export async function openInEditor(place) {
  const found = await studio.attempt("shell.where", place);
  if (found) location.href = found.editor;
}
studio.openInEditor = openInEditor;

const inspector = document.getElementById("inspector");
let returnTo = null;

let inspectedIn = "";

/** Shows something of a view in the inspector, which is beside that view alone; null as title closes it. */
function inspect(view, title, ...content) {
  const wasOpen = !inspector.hidden;
  if (title === null) {
    inspector.hidden = true;
    fill(inspector);
    wire.emit("inspector", null);
    if (wasOpen && returnTo?.isConnected) returnTo.focus();
    return;
  }
  if (!wasOpen) returnTo = document.activeElement;
  inspectedIn = view;
  fill(inspector,
    el("header", {}, el("h2", {}, title), button("Close the inspector", () => inspect(view, null), { sign: "close", quiet: true })),
    ...content);
  inspector.hidden = current !== view;
}

// Messages.

function toast(text, kind = "", action = null) {
  for (const each of document.querySelectorAll(".toast")) {
    if (each.firstChild.textContent === text || (kind === "step" && each.matches(".step"))) each.remove();
  }
  const box = el("div", { class: `toast ${kind}` }, el("span", {}, text));
  if (action) box.append(button(action.label, () => { action.run(); box.remove(); }, { quiet: true }));
  box.append(button("Close the message", () => box.remove(), { sign: "close", quiet: true }));
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), kind === "bad" ? 12000 : action ? 9000 : 4000);
}

/** Undoes or redoes a change, and says which: it may be out of sight. */
async function step(way) {
  try {
    const answer = await wire.ask(`shell.${way}`);
    toast(`${way === "undo" ? "Undone" : "Done again"}: ${answer.says}`, "step");
  } catch (error) {
    const isIdle = error.message === `there is nothing to ${way}`; // not a failure
    toast(error.message, isIdle ? "step" : "bad", error.at && { label: "Go there", run: () => select(error.at) });
  }
}

// Frame.

const THEMES = ["auto", "light", "dark"];

function theme() {
  return localStorage.getItem("pnp-theme") ?? "auto";
}

function setTheme(name) {
  localStorage.setItem("pnp-theme", name);
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

function isDark() {
  return theme() === "dark" || (theme() === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function drawRail() {
  fill(document.getElementById("rail"), VIEWS.filter((view) => !studio.hello || studio.hello.modules.includes(view.id)).map((view, index) =>
    el("a", { href: `#${view.id}`, "data-view": view.id, title: index < 9 ? `${view.tip} (${index + 1})` : view.tip }, icon(view.id), el("span", {}, view.label))));
}

function drawTools() {
  const hello = studio.hello;
  const tools = document.getElementById("tools");
  const language = hello.languages.length > 1
    ? choice("Language", hello.languages, studio.look.language || hello.languages[0], (value) => setLook({ language: value === hello.languages[0] ? "" : value }))
    : null;
  const variant = hello.variants.length
    ? choice("Colours", [["", "as designed"], ...hello.variants.map((each) => [each, each.replaceAll("-", " ")])], studio.look.variant, (value) => setLook({ variant: value }))
    : null;
  fill(tools, language, variant,
    hello.read_only ? el("span", { class: "badge", title: hello.locked }, "read-only") : [
      button("Undo (Ctrl+Z)", () => step("undo"), { sign: "undo", quiet: true }),
      button("Redo (Ctrl+Shift+Z)", () => step("redo"), { sign: "redo", quiet: true })],
    button(isDark() ? "Light colours" : "Dark colours", () => { setTheme(isDark() ? "light" : "dark"); drawTools(); }, { sign: isDark() ? "sun" : "moon", quiet: true }),
    button("Keyboard (?)", help, { sign: "help", quiet: true }));
}

function setLook(change) {
  Object.assign(studio.look, change);
  wire.emit("look", studio.look);
}

/** What views show first: the whole pack is checked after it, because the studio does one thing at a time. */
let first = Promise.resolve();

async function status() {
  await Promise.race([first, new Promise((done) => setTimeout(done, 3000))]);
  const box = document.getElementById("status");
  const report = await wire.ask("findings.summary").catch(() => null);
  if (!report) return;
  const { errors, warnings, broken } = report;
  const say = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const parts = [
    errors ? el("span", { class: "count bad" }, say(errors, "error")) : null,
    warnings ? el("span", { class: "count warn" }, say(warnings, "warning")) : null,
    broken ? el("span", { class: "count bad" }, `${broken} broken`) : null,
    errors || warnings || broken ? null : el("span", { class: "count good" }, "no errors, no warnings"),
  ];
  fill(box, el("a", { href: "#findings", class: "counts" }, parts));
  wire.emit("report", report);
}

// Keyboard.

const KEYS = [
  ["1 … 9", "switch the view"],
  ["/", "filter or search in the view"],
  ["Arrow keys", "move over faces, rows, places"],
  ["Enter", "open what is selected"],
  ["+ −  0", "zoom in, out, to fit"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["Esc", "close the inspector"],
  ["?", "this list"],
];

function help() {
  const dialog = el("dialog", { "aria-label": "Keyboard" },
    el("h2", {}, "Keyboard"),
    el("dl", { class: "keys" }, KEYS.filter(([keys]) => !studio.hello.locked || !keys.startsWith("Ctrl+Z")).map(([keys, does]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, does)])),
    el("form", { method: "dialog" }, el("button", { class: "button" }, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function isTyping(target) {
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === "z" && !isTyping(event.target) && !studio.hello?.locked) {
    event.preventDefault();
    step(event.shiftKey ? "redo" : "undo");
  } else if (event.key === "Escape" && !inspector.hidden) {
    inspect(current, null);
  } else if (!command && !event.altKey && !isTyping(event.target)) {
    if (event.key === "?") help();
    else if (event.key === "/") {
      const field = document.querySelector(`.view-${current} input[type=search]`);
      if (field) { event.preventDefault(); field.focus(); }
    } else if (/^[1-9]$/.test(event.key)) {
      const views = VIEWS.filter((view) => studio.hello?.modules.includes(view.id));
      if (views[event.key - 1]) go(views[event.key - 1].id);
    }
  }
});

// Start, and start again when the studio was started again.

async function begin() {
  studio.hello = await wire.ask("shell.hello");
  document.body.classList.remove("lost");
  document.getElementById("title").textContent = studio.hello.title;
  document.body.classList.toggle("wizard", Boolean(studio.hello.wizard));
  if (studio.hello.wizard) {
    const { mount } = await import("/static/start.js");
    return mount(document.getElementById("main"), studio, begin);
  }
  drawRail();
  drawTools();
  await show();
  return status();
}

setTheme(theme());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => studio.hello?.languages && drawTools());
addEventListener("hashchange", show);
showWork(document.getElementById("working"), studio);
wire.on("opening", ({ name }) => {
  if (studio.hello || !name) return;
  document.getElementById("title").textContent = name;
  drawRail();
  document.querySelector(`#rail [data-view=${route().view}]`).setAttribute("aria-current", "page");
  fill(document.getElementById("main"), waiting(studio, "reading"));
});
wire.on("connected", () => {
  const again = Boolean(studio.hello);
  begin().then(() => again && wire.emit("changed", { revision: studio.hello.revision, files: [] }))
    .catch((error) => toast(error.message, "bad"));
});
wire.on("lost", () => {
  document.body.classList.add("lost");
  fill(document.getElementById("status"), el("span", { class: "count bad" }, "not connected: start pnp studio again"));
});
wire.on("failed", (news) => toast(news.message, "bad"));
let pending = 0;
wire.on("changed", () => {
  clearTimeout(pending);
  pending = setTimeout(async () => {
    const hello = await wire.ask("shell.hello").catch(() => null);
    if (hello && !hello.wizard) {
      studio.hello = hello;
      document.getElementById("title").textContent = hello.title;
      drawTools();
    }
    status();
  }, 60);
});
