// The table as elements: one a thing, moved by transforms alone, made again only when its record has changed.

const BADGE = 0.5; // the part of a pile's shorter side that its badge may be high
const SCALE = 4; // pixels of the page for a millimetre at zoom 1
const el = (id) => document.getElementById(id);
const world = el("world");
const elements = new Map();
const chosen = new Set();
const view = { x: 0, y: 0, zoom: 0.25, fitted: "" };
const pictures = [];
let focused = null;

// Pictures are files of the browser's own memory: nothing is fetched.
function openPictures() {
  for (const [kind, data] of JSON.parse(el("pictures").textContent)) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    pictures.push(URL.createObjectURL(new Blob([bytes], { type: kind })));
  }
}

// The table appears when its boards are drawn, at the latest after some seconds.
const PATIENCE = 3000;

function appear() {
  const table = el("table");
  const boards = [...elements].filter(([id]) => isFlat(get(id))).flatMap(([, node]) => [...node.querySelectorAll("img")]);
  const drawn = Promise.all(boards.map((picture) => picture.decode().catch(() => null)));
  table.setAttribute("aria-busy", "true");
  Promise.race([drawn, new Promise((done) => setTimeout(done, PATIENCE))]).then(() => table.removeAttribute("aria-busy"));
}

function make(tag, { text, children, on, data, ...values } = {}) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (name === "class") node.className = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(name, value);
  }
  if (text !== undefined) node.textContent = text;
  Object.entries(data ?? {}).forEach(([name, value]) => (node.dataset[name] = value));
  Object.entries(on ?? {}).forEach(([name, work]) => node.addEventListener(name, work));
  if (children) node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// The picture of a piece as it lies, -1 where there is none.
function shownPicture(record) {
  const piece = pieceOf(record);
  if (piece.kind === "die" && piece.faces.length) return piece.faces[record.face] ?? -1;
  return record.up ? piece.front : piece.back;
}

function shape(node, piece) {
  if (piece.outline === "round") node.style.borderRadius = "50%";
  else if (piece.outline === "rect") node.style.borderRadius = `${piece.corner * SCALE}px`;
  else if (piece.points.length) {
    const [w, h] = piece.size;
    const corners = piece.points.map(([x, y]) => `${((100 * x) / w).toFixed(2)}% ${((100 * y) / h).toFixed(2)}%`);
    node.style.clipPath = `polygon(${corners.join(",")})`;
  }
}

const DICE = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" };

function dieFace(record) {
  const piece = pieceOf(record);
  const label = piece.sideNames[record.face] ?? String(record.face + 1);
  if (piece.sides !== 6 || piece.sideNames.length) return make("span", { class: "number", text: label });
  const spots = [...DICE[record.face + 1]].map((place) => make("i", { class: `spot s${place}` }));
  return make("span", { class: "spots", children: spots });
}

// The face of a piece as an element; `record` may lie anywhere.
function face(record) {
  const piece = pieceOf(record);
  const picture = shownPicture(record);
  const node = make("span", { class: `face ${piece.kind}` });
  shape(node, piece);
  // The browser shows the page before it has decoded a picture, but not before that of a board.
  const decoding = isFlat(record) ? "sync" : "async";
  if (picture >= 0) node.append(make("img", { src: pictures[picture], alt: "", draggable: "false", decoding }));
  else if (piece.kind === "die") node.append(dieFace(record));
  else node.append(make("span", { class: "plain", text: record.up ? piece.name : "" }));
  return node;
}

function label(record) {
  const lies = [];
  if (record.is === "piece" && !record.up) lies.push(word("face-down"));
  if (record.is === "piece" && pieceOf(record).kind === "die") lies.push(word("shows", { side: pieceOf(record).sideNames[record.face] ?? record.face + 1 }));
  if (record.is === "pile") lies.push(record.endless ? word("endless") : word("in-it", { count: record.items.length }));
  if (record.is === "counter") lies.push(String(record.value));
  if (record.is === "note") lies.push(record.text);
  const place = placeOf(record);
  if (place) lies.push(word("on-place", { place: place.snap.name }));
  if (record.lock) lies.push(word("is-locked"));
  return [publicName(record), ...lies].join(", ");
}

function content(record) {
  if (record.is === "piece") return [face(record)];
  if (record.is === "note") return [make("span", { class: "note", text: record.text })];
  if (record.is === "counter") {
    const value = make("b", { text: String(record.value) });
    return [make("span", { class: "counter", children: [make("em", { text: record.name }), make("i", { class: "less", data: { text: "−" } }), value, make("i", { class: "more", data: { text: "+" } })] })];
  }
  const top = get(record.items[0]);
  const parts = [];
  if (record.kind === "bag") parts.push(make("span", { class: "bag", text: record.name || word("bag") }));
  else if (top) parts.push(face(top));
  else parts.push(make("span", { class: "empty", text: record.name || word("empty") }));
  // On a place, the board says what the pile is, and its name would cover other places.
  if (record.name && record.kind !== "bag" && top && !record.at) parts.push(make("span", { class: "name", text: record.name }));
  parts.push(make("span", { class: "badge", data: { text: record.endless ? "∞" : String(record.items.length) } }));
  return parts;
}

function place(node, record) {
  const [w, h] = sizeOf(record);
  node.style.width = `${w * SCALE}px`;
  node.style.height = `${h * SCALE}px`;
  // In two dimensions: a layer of its own for each of 500 things costs more than the frames that it saves.
  node.style.transform = `translate(${(record.x - w / 2) * SCALE}px, ${(record.y - h / 2) * SCALE}px) rotate(${record.t}deg)`;
  if (record.is === "pile") node.style.setProperty("--upright", `${-record.t}deg`); // of its number
  node.style.zIndex = record.z;
  node.classList.toggle("small", Math.min(w, h) < 30);
  node.classList.toggle("over", record.is === "pile" && record.y < 0 && record.t % 360 === 0); // its name is not on what is below it
  node.classList.toggle("aboard", record.is === "pile" && onTable().some((other) => other.z < record.z && isFlat(other) && covers(other, record.x, record.y)));
  node.style.setProperty("--most", (Math.min(w, h) * SCALE * BADGE) / 18);
}

function draw(id) {
  const record = get(id);
  const visible = record && record.z > 0 && record.in === "";
  let node = elements.get(id);
  if (!visible) {
    node?.remove();
    elements.delete(id);
    chosen.delete(id);
    return;
  }
  if (!node) {
    node = make("div", { class: "thing", role: "button", tabindex: "-1", data: { id } });
    elements.set(id, node);
    world.append(node);
  }
  const lies = record.is === "pile" ? get(record.items[0]) : null;
  const look = JSON.stringify([record.p, record.up, record.face, record.value, record.text, record.name, record.items?.length, record.lock, record.at, lies?.id, lies?.up]);
  if (node.dataset.look !== look) {
    node.dataset.look = look;
    node.className = `thing ${record.is}${record.is === "pile" ? ` k-${record.kind} deep${Math.min(3, Math.ceil(record.items.length / 6))}` : ""}`;
    node.classList.toggle("locked", Boolean(record.lock));
    node.classList.toggle("chosen", chosen.has(id));
    if (record.is === "piece") node.classList.add(`k-${pieceOf(record).kind}`);
    node.replaceChildren(...content(record));
    node.setAttribute("aria-label", label(record));
  }
  place(node, record);
}

watchers.push((ids) => {
  const touched = new Set(ids);
  for (const id of ids) {
    const record = get(id);
    if (record?.in && get(record.in)?.is === "pile") touched.add(record.in);
  }
  const had = world.contains(document.activeElement);
  touched.forEach(draw);
  if (!elements.has(focused)) focus(null, had);
  drawHands();
  drawBar();
  if (typeof drawPanel === "function") drawPanel();
});

// Choosing --------------------------------------------------------------------------------------------------------

function choose(ids, adds = false) {
  if (!adds) chosen.forEach((id) => elements.get(id)?.classList.remove("chosen"));
  if (!adds) chosen.clear();
  for (const id of ids) {
    if (!elements.has(id)) continue;
    if (adds && chosen.has(id)) chosen.delete(id);
    else chosen.add(id);
    elements.get(id).classList.toggle("chosen", chosen.has(id));
  }
  showHints();
  drawBar();
}

// One thing of the table is in the order of Tab; arrows go to its neighbours.
function focus(id, moves = true) {
  elements.get(focused)?.setAttribute("tabindex", "-1");
  focused = elements.has(id) ? id : ([...elements.keys()].find((key) => !get(key).lock) ?? null);
  const node = elements.get(focused);
  node?.setAttribute("tabindex", "0");
  if (moves) node?.focus({ preventScroll: true });
}

// What was put down last gets the focus.
function focusNew(done) {
  if (!done) return;
  const { id } = onTable().sort((one, two) => two.z - one.z)[0];
  focus(id);
  document.querySelector("dialog[open]")?.addEventListener("close", () => focus(id));
}

// Puts other children into an element; the focus stays on the same button, or on its neighbour.
function renew(node, children) {
  const before = [...node.querySelectorAll("button")];
  const at = before.indexOf(document.activeElement);
  node.replaceChildren(...children);
  if (at < 0) return;
  const after = [...node.querySelectorAll("button")];
  const same = after.find(({ dataset }) => (dataset.id ?? dataset.seat ?? "") !== "" && dataset.id === before[at].dataset.id && dataset.seat === before[at].dataset.seat);
  (same ?? after[Math.min(at, after.length - 1)] ?? elements.get(focused))?.focus({ preventScroll: true });
}

// Places that one move leads to, and the way that is shown ---------------------------------------------------------

function showHints(way = null) {
  const hints = el("hints");
  hints.replaceChildren();
  const id = chosen.size === 1 ? [...chosen][0] : null;
  const at = id && get(id) ? placeOf(get(id)) : null;
  if (way) return drawWay(hints, way);
  el("heard").textContent = "";
  const network = at && networkOf(at.board);
  if (!network) return undefined;
  const mover = moverOf(get(id), network);
  const next = nextPlaces(at, mover);
  el("heard").textContent = toHear(next.map(nameAt), mover);
  if (mover) hints.append(flagAt(snapPoint(at.board, at.index), mover));
  next.forEach((spot) => {
    const [x, y] = snapPoint(spot.board, spot.index);
    const ring = make("i", { class: "ring", data: { name: nameAt(spot) } });
    ring.style.transform = `translate3d(${x * SCALE}px, ${y * SCALE}px, 0)`;
    hints.append(ring);
  });
  return undefined;
}

function drawWay(hints, { way, length }) {
  const points = way.map(({ board, index }) => snapPoint(board, index));
  points.slice(1).forEach(([x, y], index) => {
    const [fromX, fromY] = points[index];
    const step = make("i", { class: "step" });
    step.style.width = `${Math.hypot(x - fromX, y - fromY) * SCALE}px`;
    step.style.transform = `translate3d(${fromX * SCALE}px, ${fromY * SCALE}px, 0) rotate(${Math.atan2(y - fromY, x - fromX)}rad)`;
    hints.append(step);
  });
  hints.append(flagAt(points.at(-1), `${nameAt(way.at(-1))}: ${Number(length.toFixed(2))}`));
}

function flagAt([x, y], text) {
  const flag = make("b", { class: "flag", text });
  flag.style.transform = `translate3d(${x * SCALE}px, ${y * SCALE}px, 0) translate(-50%, -140%)`;
  return flag;
}

// What a screen reader says of the rings.
function toHear(names, mover) {
  const first = names.slice(0, 12).join(", ");
  const places = names.length > 12 ? word("and-more", { places: first, count: names.length - 12 }) : first;
  const moves = names.length ? word("one-move", { places }) : word("no-move");
  return mover ? word("as-mover", { name: mover, moves }) : moves;
}

// Panning and zooming ----------------------------------------------------------------------------------------------

function look() {
  world.style.transform = `translate3d(${view.x}px, ${view.y}px, 0) scale(${view.zoom})`;
  world.style.setProperty("--unzoom", 1 / view.zoom);
  world.style.setProperty("--tag", Math.min(1 / view.zoom, 6)); // badges shrink with a table that is far away
}

function zoomAt(factor, x, y) {
  const zoom = Math.min(6, Math.max(0.03, view.zoom * factor));
  view.x = x - ((x - view.x) * zoom) / view.zoom;
  view.y = y - ((y - view.y) * zoom) / view.zoom;
  view.zoom = zoom;
  view.fitted = "";
  look();
}

// The part of the table that is at least shown, in millimetres: room to lay cards around a single deck.
const LEAST_SHOWN = [320, 220];

// Screens of phones: what lies at the seats does not fit beside a board that is large enough to play on.
const isSmall = () => Math.min(el("table").clientWidth, el("table").clientHeight) < 500;

// The boxes around what the set-up lays between the seats.
function middleBoxes() {
  const laid = (GAME.layouts[meta().players] ?? []).filter((each) => !each.spare && !each.seat);
  return laid.map((each) => {
    const piece = PIECES[each.pile === undefined ? each.piece : GAME.piles[each.pile].pieces[0]];
    return [each.x, each.y, ...reach({ t: each.turn }, piece?.size ?? [0, 0])];
  });
}

// Shows all that lies on the table, or its middle.
function fit(what = "all") {
  const all = onTable().map((record) => [record.x, record.y, ...reach(record, sizeOf(record))]);
  const boxes = what === "middle" ? middleBoxes() : all;
  if (!boxes.length) boxes.push([0, 0, 200, 150]);
  const [left, top] = [Math.min(...boxes.map(([x, , w]) => x - w)), Math.min(...boxes.map(([, y, , h]) => y - h))];
  const [right, bottom] = [Math.max(...boxes.map(([x, , w]) => x + w)), Math.max(...boxes.map(([, y, , h]) => y + h))];
  const { width, height } = el("table").getBoundingClientRect();
  const room = height - el("hand").offsetHeight;
  const wide = Math.max(right - left + 30, LEAST_SHOWN[0]) * SCALE;
  const high = Math.max(bottom - top + 30, LEAST_SHOWN[1]) * SCALE;
  view.zoom = Math.min(width / wide, room / high);
  view.x = width / 2 - ((left + right) / 2) * SCALE * view.zoom;
  view.y = room / 2 - ((top + bottom) / 2) * SCALE * view.zoom;
  view.fitted = what;
  look();
}

const fitNext = () => fit(view.fitted === "all" ? "middle" : "all");

// A point of the screen in millimetres of the table.
function pointAt(clientX, clientY) {
  const { left, top } = el("table").getBoundingClientRect();
  return [(clientX - left - view.x) / view.zoom / SCALE, (clientY - top - view.y) / view.zoom / SCALE];
}

function middle() {
  const { left, top, width, height } = el("table").getBoundingClientRect();
  return pointAt(left + width / 2, top + height / 2);
}

// Hands and the bar ------------------------------------------------------------------------------------------------

function drawHands() {
  if (!meta()) return;
  const hand = get(mine());
  const cards = hand.items.map((id) => {
    const record = get(id);
    const node = make("button", { class: "held", type: "button", "aria-label": pieceOf(record).name, data: { id }, children: [face(record)] });
    const [w, h] = pieceOf(record).size;
    node.style.aspectRatio = `${w} / ${h}`;
    return node;
  });
  const words = word(matchMedia("(pointer: coarse)").matches ? "drag-here-tap" : "drag-here");
  const empty = make("p", { class: "hint", text: words });
  renew(el("cards"), cards.length ? cards : [empty]);
  // Once somebody holds cards, the strip keeps its height, so that the table stays where it is when the screen is passed.
  const none = [...things.values()].every((record) => record.is !== "hand" || !record.items.length);
  if (none !== el("hand").classList.contains("none")) {
    el("hand").classList.toggle("none", none);
    if (view.fitted) requestAnimationFrame(() => view.fitted && fit(view.fitted)); // the strip covers more or less of the table
  }
  el("owner").textContent = meta().players > 1 || meta().names[0] ? word("hand-of", { name: seatName(meta().seat) }) : word("your-hand");
  const seats = [];
  for (let seat = 1; seat <= meta().players; seat += 1) {
    const colour = make("i", { class: "dot" });
    colour.style.background = (GAME.seats[meta().players] ?? [])[seat - 1]?.colour || "var(--accent)";
    const held = get(handOf(seat)).items.length;
    const name = seatName(seat);
    const children = [colour, make("span", { text: name }), make("b", { text: String(held), title: word("count-in-hand", { count: held }) }), make("span", { class: "unseen", text: word("in-hand") })];
    seats.push(make("button", { type: "button", class: "seat", data: { seat }, "aria-pressed": String(seat === meta().seat), children }));
  }
  renew(el("seats"), seats);
  tighten();
}

// Where the bar is too narrow for all buttons, the rarer ones go into the menu *More*. Where names would still be cut,
// the seats go below the buttons.
function tighten() {
  const bar = el("bar");
  const names = `${innerWidth} ${innerHeight > 500} ${el("seats").textContent.replace(/\d+/g, "")}`;
  if (bar.dataset.names === names) return;
  bar.dataset.names = names;
  bar.classList.remove("rows");
  isTight(bar);
  const cut = [...el("seats").querySelectorAll("span:not(.unseen)")].some((name) => name.scrollWidth > name.clientWidth);
  bar.classList.toggle("rows", cut && innerHeight > 500);
  if (cut && innerHeight > 500) isTight(bar);
}

function isTight(bar) {
  bar.classList.remove("tight", "tighter");
  bar.classList.add("measured"); // nothing shrinks or wraps
  const tight = bar.scrollWidth > bar.clientWidth;
  bar.classList.remove("measured");
  bar.classList.toggle("tight", tight);
  const tools = bar.querySelector(".tools"); // in some languages the names of buttons are long
  bar.classList.toggle("tighter", tight && tools.scrollWidth > Math.min(tools.clientWidth, bar.clientWidth));
}

function drawBar() {
  if (!meta()) return;
  el("undo").disabled = !journal.at(-1)?.before.length;
  el("redo").disabled = !undone.length;
  el("actions").disabled = !chosen.size;
  el("said").textContent = journal.length ? journal.at(-1).says : "";
}
