// Menus, dialogs and panels: everything that can be done with a thing, the start, the log, saving, help.

const menu = el("menu");
let opener = null; // what had the focus before the menu
let panel = ""; // which panel is open: "box", "log", "notes" or none

function say(text, milliseconds = 3500) {
  const toast = el("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(say.timer);
  say.timer = setTimeout(() => toast.classList.remove("shown"), milliseconds);
}

// Menus -----------------------------------------------------------------------------------------------------------

function closeMenu() {
  if (menu.hidden) return;
  menu.hidden = true;
  menu.replaceChildren();
}

// The focus goes back to where the menu was opened; a dialog that the menu opens then gives it back there too.
function leaveMenu() {
  closeMenu();
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}

function showMenu(entries, x, y) {
  if (!menu.contains(document.activeElement)) opener = document.activeElement;
  menu.replaceChildren(...entries.filter(Boolean).map(([text, work, key]) =>
    make("button", { type: "button", role: "menuitem", tabindex: "-1", children: [make("span", { text }), key && make("kbd", { text: key })], on: { click: () => { leaveMenu(); keepFocus(work); } } })));
  menu.hidden = false;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  menu.firstElementChild?.focus();
}

menu.addEventListener("keydown", (event) => {
  const items = [...menu.children];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to !== undefined) prevent(event, () => items.at(to % items.length).focus());
  if (event.key === "Escape" || event.key === "Tab") prevent(event, leaveMenu);
});
document.addEventListener("pointerdown", (event) => !menu.contains(event.target) && closeMenu());

function openMenuOf(id) {
  const node = elements.get(id);
  if (node) openMenu(id, ...corner(node));
}

function openMenu(id, x, y) {
  if (!id) return showMenu(clothMenu(pointAt(x, y)), x, y);
  const record = get(id);
  if (record.in.startsWith("hand")) return showMenu(heldMenu(record), x, y);
  focus(id);
  if (!chosen.has(id) && !record.lock) choose([id]);
  return showMenu(thingMenu(targets(id), record), x, y);
}

function thingMenu(ids, record) {
  const flat = ids.some((id) => get(id).is === "pile" || FLAT.has(pieceOf(get(id))?.kind));
  const more = ids.length > 1;
  const at = placeOf(record);
  const piece = record.is === "piece" ? pieceOf(record) : null;
  const turns = more || record.is === "pile" || (piece && (piece.back >= 0 || !record.up) && piece.kind !== "die");
  const entries = [];
  if (record.is === "pile" && !more) entries.push(...pileMenu(record));
  if (piece?.kind === "die") entries.push([word("roll"), () => rollDice(ids), "O"]);
  if (record.is === "counter") entries.push([word("change-counter"), () => askCounter(record.id)]);
  if (record.is === "note") entries.push([word("write"), () => askNote(record.id)]);
  if (turns) entries.push([word("flip"), () => act.flip(ids), "F"]);
  if (flat) entries.push([ids.some((id) => get(id).items?.length > 1) ? word("take-all") : word("take"), () => KEYS.h(ids), "H"]);
  if (flat && !more && record.is === "piece") entries.push(...returnMenu(record));
  if (more && flat) entries.push([word("stack"), () => act.stack(ids), "G"]);
  if (!more && (piece || record.items?.length)) entries.push([word("look-closer"), () => closer(record.id), "Z"]);
  if (piece && !more && !record.up && piece.front >= 0) entries.push([word("peek"), () => peek([record.id], word("peeked"))]);
  if (piece && !record.lock && spotsOnTable(ids).length) entries.push([word("put-on-place"), () => askPlace(ids), "P"]);
  if (at && networkOf(at.board) && !more) entries.push([word("shortest-way", { name: at.snap.name }), () => aim(record.id), "W"]);
  if (piece && at && networkOf(at.board)?.classes.length && !more) entries.push([word("moves-as-menu"), () => askMover(record.id)]);
  if (!record.lock) entries.push([word("turn-right"), () => act.rotate(ids, 45), "R"], [word("turn-left"), () => act.rotate(ids, -45), "⇧R"]);
  entries.push([word(record.lock ? "unlock" : "lock"), () => act.lock(ids), "L"]);
  if (!record.lock) entries.push([word(piece || record.is === "pile" ? "into-box" : "take-away"), () => act.remove(ids), "Del"]);
  return entries;
}

function pileMenu(pile) {
  const { id, items, endless } = pile;
  const beside = (up) => () => act.reveal(id, ...freeNear(get(id)), up);
  if (!items.length) return [];
  const seats = meta().players > 1;
  return [
    [word("draw"), () => act.draw(id), "D"],
    [word("turn-up"), beside(true)],
    !get(items[0]).up && [word("take-down"), beside(false)],
    !endless && [word("shuffle"), () => act.shuffle(id), "S"],
    [word("draw-several"), () => askNumber(word("draw-how-many"), 2, (count) => act.draw(id, count))],
    seats && [word("deal"), () => askNumber(word("deal-how-many"), 1, (count) => act.deal(id, count))],
    !endless && [word("search-pile"), () => search(id)],
    !endless && [word("peek-top"), () => askNumber(word("look-how-many"), 1, (count) => peek(items.slice(0, count), word("peeked-top", { pile: publicName(pile) })))],
    !endless && items.length > 1 && [word("split"), () => askNumber(word("split-how-many"), Math.floor(items.length / 2), (count) => act.split(id, count))],
  ].filter(Boolean);
}

// The piles that a card may go back to: those of its size, nearest first.
function returnMenu(record) {
  const size = sizeOf(record);
  const piles = onTable()
    .filter((other) => other.is === "pile" && other.named && other.items.concat(record.id).every((item) => pieceOf(get(item)).component === pieceOf(record).component))
    .filter((other) => !other.items.length || sizeOf(other).every((side, axis) => Math.abs(side - size[axis]) < 1))
    .slice(0, 3);
  const ends = (pile) => ["top", "bottom", "middle"].map((where) => [word(where), () => act.toPile([record.id], pile.id, where)]);
  return piles.map((pile) => {
    const title = word("return-to", { pile: publicName(pile) });
    return [`${title}…`, () => ask(title, [], ends(pile))];
  });
}

function heldMenu(record) {
  const give = [];
  for (let seat = 1; seat <= meta().players; seat += 1) {
    if (seat !== meta().seat) give.push([word("give-to", { name: seatName(seat) }), () => act.toHand([record.id], seat)]);
  }
  return [
    [word("play-up"), () => act.play([record.id], ...middle())],
    pieceOf(record).back >= 0 && [word("play-down"), () => act.play([record.id], ...middle(), false)],
    spotsOnTable([record.id]).length > 0 && [word("put-on-place"), () => askPlace([record.id])],
    [word("look-closer"), () => closer(record.id)],
    ...returnMenu(record),
    ...give,
  ].filter(Boolean);
}

function clothMenu([x, y]) {
  return [
    [word("new-counter"), () => askCounter(null, x, y)],
    [word("new-note"), () => askNote(null, x, y)],
    [word("new-die-six"), () => focusNew(act.addDie(6, x, y))],
    [word("new-die"), () => askNumber(word("how-many-sides"), 20, (sides) => focusNew(act.addDie([4, 6, 8, 10, 12, 20].reduce((one, two) => (Math.abs(two - sides) < Math.abs(one - sides) ? two : one)), x, y)))],
    [word("choose-box"), () => setBoxing(true)],
    [word("show-all"), () => fit(), "0"],
  ];
}

// Dialogs ---------------------------------------------------------------------------------------------------------

// Opens a dialog with some content and buttons; Enter is the first of them.
function ask(title, content, buttons = [], wide = false) {
  const dialog = make("dialog", { class: wide ? "wide" : "", "aria-labelledby": "dialog-title" });
  const close = () => { dialog.close(); dialog.remove(); };
  const row = buttons.map(([text, work], index) => make("button", { type: index ? "button" : "submit", class: index ? "" : "main", text, on: { click: (event) => prevent(event, () => keepFocus(work) !== false && close()) } }));
  const leave = make("button", { type: "button", class: "quiet", text: word(buttons.length ? "cancel" : "close"), on: { click: close } });
  dialog.append(make("form", { children: [make("h2", { id: "dialog-title", text: title }), ...content, make("p", { class: "row", children: [...row, leave] })] }));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body) focus(focused); // what had the focus is no more
  });
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector("input, textarea, .main") ?? leave).focus({ preventScroll: true });
  dialog.scrollTop = 0; // a browser scrolls to the first button
  dialog.querySelector("input")?.select?.();
  return close;
}

const field = (text, node) => make("label", { children: [make("span", { text }), node] });

function askNumber(title, value, work) {
  const input = make("input", { type: "number", min: 1, max: 500, value });
  ask(title, [field(word("number"), input)], [["OK", () => work(Math.max(1, Math.min(500, Math.round(Number(input.value)) || 1)))]]);
}

// Which movement class of the map a piece has: the rings and ways are those of this class.
function askMover(id) {
  const network = networkOf(placeOf(get(id)).board);
  const set = (mover) => () => act.moveAs(id, mover);
  const classes = network.classes.map((mover) => [mover, set(mover)]);
  ask(word("moves-as-title", { what: publicName(get(id)) }), [], [...classes, [word("as-printed"), set("")]]);
}

// The places of all that lies face up, but for what is to be put there.
function spotsOnTable(ids) {
  const boards = onTable().filter((board) => board.is === "piece" && board.up && !ids.includes(board.id));
  return boards.flatMap((board) => pieceOf(board).snaps.map((_, index) => ({ board, index })));
}

// Asks for a place by its name: Enter takes the first one that is listed.
function askSpot(title, spots, done, work) {
  const words = make("input", { type: "search", autocomplete: "off" });
  const list = make("div", { class: "listed" });
  const counts = new Map();
  spots.forEach((spot) => counts.set(nameAt(spot), (counts.get(nameAt(spot)) ?? 0) + 1));
  const called = (spot) => (counts.get(nameAt(spot)) > 1 ? `${nameAt(spot)} · ${pieceOf(spot.board).name}` : nameAt(spot));
  let found = [];
  let close = null;
  const rank = (name, wanted) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  const fill = () => {
    const wanted = words.value.trim().toLowerCase();
    found = spots.filter((spot) => called(spot).toLowerCase().includes(wanted));
    if (wanted) found.sort((one, two) => rank(nameAt(one).toLowerCase(), wanted) - rank(nameAt(two).toLowerCase(), wanted));
    list.replaceChildren(...found.slice(0, 100).map((spot) => make("button", { type: "button", class: "boxed", text: called(spot), on: { click: () => { close(); work(spot); } } })));
  };
  words.addEventListener("input", fill);
  fill();
  close = ask(title, [field(word("place"), words), list], [[done, () => (found.length ? work(found[0]) : say(word("no-such-place"))) && undefined]]);
}

// The places that one move leads to come first.
function askPlace(ids) {
  const at = placeOf(get(ids[0]));
  const network = at && networkOf(at.board);
  const next = network ? nextPlaces(at, moverOf(get(ids[0]), network)) : [];
  const isNext = new Set(next.map(({ board, index }) => `${board.id} ${index}`));
  const others = spotsOnTable(ids).filter(({ board, index }) => !isNext.has(`${board.id} ${index}`));
  askSpot(word("put-what", { what: many(ids) }), [...next, ...others], word("put-there"), (spot) => act.putOn(ids, spot));
}

function askCounter(id, x, y) {
  const record = id ? get(id) : { name: word("points"), value: 0 };
  const name = make("input", { value: record.name, maxlength: 40 });
  const value = make("input", { type: "number", value: record.value });
  const done = () => {
    const number = Math.round(Number(value.value)) || 0;
    if (!id) focusNew(act.addCounter(name.value, number, x, y));
    else act.write(id, { name: name.value, value: number }, `${name.value}: ${number}`);
  };
  ask(word("counter"), [field(word("name"), name), field(word("value"), value)], [["OK", done]]);
}

function askNote(id, x, y) {
  const text = make("textarea", { rows: 4, maxlength: 400 });
  text.value = id ? get(id).text : "";
  ask(word("note"), [field(word("text"), text)], [["OK", () => { id ? act.write(id, { text: text.value }, word("wrote-note")) : focusNew(act.addNote(text.value, x, y)); }]]);
}

function bigFace(record) {
  const node = face(record);
  const [w, h] = pieceOf(record).size;
  node.classList.add("big");
  node.style.aspectRatio = `${w} / ${h}`;
  node.style.width = `min(88vw, ${(68 * w) / h}vh, ${w * 16}px)`;
  node.style.borderRadius = pieceOf(record).outline === "round" ? "50%" : `${(100 * pieceOf(record).corner) / w}% / ${(100 * pieceOf(record).corner) / h}%`;
  return node;
}

// Zoom to read: what may be seen of a thing, as large as the screen.
function closer(id) {
  const record = get(id).is === "pile" ? get(get(id).items[0]) : get(id);
  if (!record || record.is !== "piece") return;
  const words = record.up && pieceOf(record).text ? [make("p", { class: "words", lang: GAME.language, text: pieceOf(record).text })] : [];
  ask(publicName(record.in.startsWith("hand") ? { ...record, in: "" } : record), [make("div", { class: "reading", children: [bigFace(record)] }), ...words], [], true);
}

function peek(ids, says) {
  act.look(says);
  const faces = ids.filter((id) => get(id)).map((id) => bigFace({ ...get(id), up: true }));
  ask(word("only-you"), [make("div", { class: ids.length > 1 ? "many" : "reading", children: faces })], [], true);
}

function search(pile) {
  act.look(word("searched", { pile: publicName(get(pile)) }));
  const grid = make("div", { class: "many" });
  const words = make("input", { type: "search", placeholder: word("find") });
  let close = null;
  const fill = () => {
    const wanted = words.value.toLowerCase();
    const found = get(pile).items.filter((id) => `${pieceOf(get(id)).name} ${pieceOf(get(id)).text}`.toLowerCase().includes(wanted));
    grid.replaceChildren(...found.map((id) => {
      const take = (work) => () => { close(); work(); };
      const buttons = [[word("to-hand"), () => act.toHand([id])], [word("to-table"), () => act.bring(id, ...freeNear(get(pile)))]];
      const row = buttons.map(([text, work]) => make("button", { type: "button", text, "aria-label": `${pieceOf(get(id)).name}: ${text}`, on: { click: take(work) } }));
      return make("figure", { children: [bigFace({ ...get(id), up: true }), make("figcaption", { text: pieceOf(get(id)).name }), make("p", { children: row })] });
    }));
  };
  words.addEventListener("input", fill);
  fill();
  close = ask(publicName(get(pile)), [field(word("search"), words), grid], [[word("shuffle-close"), () => act.shuffle(pile)]], true);
}

// The curtain between seats -----------------------------------------------------------------------------------------

function curtain(seat) {
  const dialog = el("curtain");
  el("next").textContent = seatName(seat);
  if (!dialog.open) dialog.showModal();
}
el("open-curtain").addEventListener("click", () => {
  el("curtain").close();
  focus(focused);
});
el("curtain").addEventListener("cancel", (event) => event.preventDefault());

function passTo(seat) {
  if (seat === meta().seat) return;
  curtain(seat);
  choose([]);
  act.pass(seat);
}
el("seats").addEventListener("click", (event) => {
  const seat = event.target.closest(".seat")?.dataset.seat;
  if (seat) passTo(Number(seat));
});

function travel(work, nothing, done) {
  const seat = meta().seat;
  const entry = work();
  if (!entry) return say(word(nothing));
  hideFrom(seat);
  return say(word(done, { what: entry.says }));
}

// The hand of another player than before is behind the curtain.
function hideFrom(seat) {
  if (meta().seat !== seat && meta().players > 1) curtain(meta().seat);
}

const goBack = () => travel(undo, "nothing-to-undo", "undone");
const goForth = () => travel(redo, "nothing-to-redo", "done-again");

// Panels ----------------------------------------------------------------------------------------------------------

function drawPanel() {
  el("panel").hidden = !panel;
  document.querySelectorAll("[data-panel]").forEach((node) => node.setAttribute("aria-expanded", String(node.dataset.panel === panel)));
  const body = el("panel-body");
  if (!panel || !meta()) return;
  el("panel-title").textContent = word({ box: "in-the-box", log: "what-happened", notes: "notes-and-rules" }[panel]);
  if (panel === "box") renew(body, boxPanel());
  else if (panel === "log") renew(body, [logPanel()]);
  else if (!body.querySelector(".notes")) body.replaceChildren(...notesPanel());
}

function openPanel(name) {
  panel = panel === name ? "" : name;
  el("panel-body").replaceChildren();
  drawPanel();
}

function boxPanel() {
  const piles = [...things.values()].filter((record) => record.in === "box" && record.items.length);
  if (!piles.length) return [make("p", { class: "hint", text: word("all-on-table") })];
  return piles.map((pile) => {
    const bring = make("button", { type: "button", text: word("all"), "aria-label": word("all-to-table", { pile: pile.name }), on: { click: () => act.bringPile(pile.id, ...middle()) } });
    const rows = new Map(); // what was put into the box face down stays unnamed
    const called = (record) => (record.up ? publicName(record) : `${publicName(record)}, ${word("face-down")}`);
    pile.items.map(get).forEach((record) => rows.set(called(record), [...(rows.get(called(record)) ?? []), record.id]));
    const ones = [...rows].slice(0, 200).map(([name, ids]) => make("button", { type: "button", class: "boxed", text: `${name}${ids.length > 1 ? ` × ${ids.length}` : ""}`, on: { click: () => act.bring(ids[0], ...middle()) } }));
    return make("section", { children: [make("h3", { children: [make("span", { text: `${pile.name} (${pile.items.length})` }), bring] }), ...ones] });
  });
}

// The log is also the way back: a click on a line undoes what came after it.
const MOST_LINES = 300;

function logPanel() {
  const first = Math.max(journal.length - MOST_LINES, 0);
  const lines = journal.slice(first).map((entry, number) => {
    const index = first + number;
    const back = () => {
      const { seat } = meta();
      while (journal.length > index + 1 && undo());
      hideFrom(seat);
    };
    const children = [make("b", { text: entry.seat && meta().players > 1 ? `${seatName(entry.seat)} ` : "" }), make("span", { text: entry.says })];
    return make("li", { children: [make("button", { type: "button", title: word("back-to-here"), children, on: { click: back } })] });
  });
  if (first) lines.unshift(make("li", { class: "hint", text: word("earlier", { count: first }) }));
  return make("ol", { class: "log", reversed: true, children: lines.reverse() });
}

function notesPanel() {
  const text = make("textarea", { class: "notes", rows: 7, maxlength: LONGEST.notes, "aria-label": word("notes"), placeholder: word("notes-hint") });
  text.value = meta().notes;
  text.addEventListener("change", () => act.write("meta", { notes: text.value }, word("wrote-notes")));
  const nodes = [text];
  if (GAME.rulebook) {
    const bytes = Uint8Array.from(atob(el("rulebook").textContent), (letter) => letter.charCodeAt(0));
    const href = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    nodes.push(make("a", { href, download: `${GAME.name}-rules.pdf`, class: "button", text: word("save-rules") }));
  }
  if (GAME.notes) nodes.push(make("h3", { text: word("rules") }), make("div", { class: "rules", lang: GAME.language, text: GAME.notes }));
  if (GAME.about) nodes.push(make("p", { class: "hint", text: GAME.about }));
  return nodes;
}

// Files, help, the start --------------------------------------------------------------------------------------------

function saveFile() {
  const link = make("a", { href: URL.createObjectURL(new Blob([saved()], { type: "application/json" })), download: `${GAME.name}-table.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  say(word("is-saved"));
}

el("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    restore(await file.text());
    choose([]);
    openPanel("");
    el("start").close();
    appear();
    if (meta().players > 1) curtain(meta().seat);
    fit(isSmall() ? "middle" : "all");
  } catch (error) {
    say(error.message, 7000);
    el("start-says").textContent = error.message;
  }
  event.target.value = "";
});

function help() {
  const rows = [...document.querySelectorAll("#keys tr")].map((row) => row.cloneNode(true));
  ask(word("help-title"), [make("table", { class: "keys", children: [make("tbody", { children: rows })] })], [], true);
}

function readyToStart() {
  const [least, most] = GAME.players;
  const counts = Object.keys(GAME.layouts).map(Number).sort((one, two) => one - two);
  const options = counts.length ? counts : [least];
  el("players").replaceChildren(...options.map((count, index) => make("label", { children: [make("input", { type: "radio", name: "players", value: count, checked: index === 0 }), make("span", { text: String(count) })] })));
  const names = () => {
    const count = Number(document.querySelector("[name=players]:checked").value);
    const kept = [...el("names").querySelectorAll("input")].map((input) => input.value);
    const seats = GAME.seats[count] ?? [];
    el("names").replaceChildren(...Array.from({ length: count }, (_, index) => make("input", { "aria-label": word("seat-name", { number: index + 1 }), placeholder: seats[index]?.name || word("seat", { number: index + 1 }), maxlength: 24, value: kept[index] ?? "" })));
  };
  el("players").addEventListener("change", names);
  names();
  el("range").textContent = least === most ? inWords([least]) : word("players-range", { least, most });
  el("start").showModal();
}

function startGame() {
  const players = Number(document.querySelector("[name=players]:checked").value);
  choose([]);
  el("panel-body").replaceChildren(); // the notes of the last game
  setUp(players, [...el("names").querySelectorAll("input")].map((input) => input.value.trim() || input.placeholder));
  el("start").close();
  appear();
  fit(isSmall() ? "middle" : "all");
  focus(null, false);
}

function under(id) {
  const { left, bottom } = el(id).getBoundingClientRect();
  return [left, bottom + 4];
}

const COMMANDS = {
  undo: goBack, redo: goForth, save: saveFile, help, fit: fitNext, begin: startGame,
  load: () => el("file").click(),
  "load-start": () => el("file").click(),
  "new": () => ask(`${word("begin-again")}?`, [make("p", { text: word("cleared") })], [[word("begin-again"), () => { el("start").showModal(); }]]),
  select: () => setBoxing(!boxing),
  actions: () => { const first = [...chosen][0]; if (first) openMenuOf(first); },
  add: () => showMenu(clothMenu(middle()).slice(0, 4), ...under("add")),
  more: () => showMenu([...document.querySelectorAll("#bar .tools button")].filter((node) => !node.offsetParent && !node.disabled).map((node) => [node.textContent, () => node.click()]), ...under("more")),
  light: () => shine(document.documentElement.dataset.theme === "light" ? "dark" : "light"),
};
Object.entries(COMMANDS).forEach(([id, work]) => el(id).addEventListener("click", (event) => prevent(event, work)));
document.querySelectorAll("[data-panel]").forEach((node) => node.addEventListener("click", () => openPanel(node.dataset.panel)));
el("fold").addEventListener("click", () => {
  const folded = el("hand").classList.toggle("folded");
  el("fold").setAttribute("aria-expanded", String(!folded));
});
el("start").addEventListener("cancel", (event) => things.size || event.preventDefault());

// Shows the page dark or light; the button says what it changes to.
function shine(theme) {
  document.documentElement.dataset.theme = theme;
  el("light").textContent = word(theme === "light" ? "dark" : "light");
}

shine(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
openPictures();
readyToStart();
window.pnpTable = { GAME, PIECES, NETWORKS, act, get, meta, moveBy, chosen, choose, elements, view, fit, undo, redo, saved, restore, setUp, snapPoint, nearestSnap, shortestWay, nextPlaces, pieceOf, focus, closer, placeName: (id) => (placeOf(get(id)) ? nameAt(placeOf(get(id))) : ""), all: () => [...things.values()], log: () => journal.map((entry) => entry.says) };
