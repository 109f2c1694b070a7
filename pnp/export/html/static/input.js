// Mouse, touch, pen and keys: what a gesture means. What then happens is in actions.js.

const table = el("table");
const lift = el("lift");
const pointers = new Map();
let gesture = null; // {kind: "drag" | "pan" | "box" | "pinch" | "hold", …}
let boxing = false; // the next drag on the cloth chooses (for touch)
let aiming = null; // the board and place that a shortest way starts from
let pressed = false; // a long press has opened a menu, and the finger is still down
const STILL = 6; // pixels that a finger may tremble
const LONG = 480; // milliseconds of a long press

const thingAt = (target) => target.closest?.(".thing")?.dataset.id ?? null;

function targets(id) {
  return chosen.has(id) ? [...chosen] : [id];
}

table.addEventListener("pointerdown", (event) => {
  if (event.button === 2) return;
  closeMenu();
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  table.setPointerCapture(event.pointerId);
  if (pointers.size === 2) return startPinch();
  const id = thingAt(event.target);
  const start = { x: event.clientX, y: event.clientY, pointer: event.pointerId, id, moved: false };
  if (aiming) {
    finishAim(event);
    return undefined;
  }
  if (id && event.target.closest(".less, .more")) {
    act.count(id, event.target.closest(".less") ? -1 : 1);
    return undefined;
  }
  if (id) {
    focus(id);
    if (event.shiftKey || event.ctrlKey || event.metaKey) choose([id], true);
  }
  const still = !id || (get(id).lock && !drawsFrom(id));
  const boxes = still && (event.shiftKey || boxing);
  gesture = { ...start, kind: boxes ? "box" : still ? "pan" : "drag", from: [view.x, view.y], shift: event.shiftKey };
  if (event.pointerType !== "mouse") gesture.timer = setTimeout(() => holdOpen(start), LONG);
  return undefined;
});

// Dragging a pile takes its top piece; one that was chosen first moves as a whole.
const drawsFrom = (id) => get(id).is === "pile" && get(id).items.length > 0 && !chosen.has(id);

function holdOpen({ x, y, id }) {
  if (!gesture || gesture.moved) return;
  gesture = { kind: "hold" };
  pressed = true;
  openMenu(id, x, y);
}

// The menu of a long press is under the finger: without this, lifting the finger is a click on its first line.
for (const node of [table, el("cards")]) {
  node.addEventListener("touchstart", () => { pressed = false; }, { passive: true });
  node.addEventListener("touchend", (event) => pressed && event.cancelable && event.preventDefault(), { passive: false });
}

table.addEventListener("pointermove", (event) => {
  if (aiming) showAim(event);
  if (!pointers.has(event.pointerId)) return;
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  if (!gesture) return;
  if (gesture.kind === "pinch") return pinch();
  if (gesture.kind === "hold" || gesture.pointer !== event.pointerId) return;
  const [dx, dy] = [event.clientX - gesture.x, event.clientY - gesture.y];
  if (!gesture.moved && Math.hypot(dx, dy) < STILL) return;
  if (!gesture.moved) begin();
  gesture.moved = true;
  gesture.last = [dx, dy, event];
  if (!gesture.frame) gesture.frame = requestAnimationFrame(step);
});

// One frame of a gesture: a transform, whatever the number of pieces.
function step() {
  if (!gesture?.last) return;
  gesture.frame = 0;
  const [dx, dy, event] = gesture.last;
  if (gesture.kind === "pan") {
    [view.x, view.y] = [gesture.from[0] + dx, gesture.from[1] + dy];
    view.fitted = "";
    look();
  } else if (gesture.kind === "drag" || gesture.kind === "draw") {
    lift.style.transform = `translate3d(${dx / view.zoom}px, ${dy / view.zoom}px, 0)`;
    if (gesture.kind === "drag") followWay(event);
  } else if (gesture.kind === "box") drawBox(gesture.x, gesture.y, event.clientX, event.clientY);
}

function begin() {
  clearTimeout(gesture.timer);
  table.classList.add(gesture.kind);
  if (gesture.kind === "drag" && drawsFrom(gesture.id)) gesture.kind = "draw";
  if (gesture.kind === "draw") lift.append(ghost(gesture.id));
  if (gesture.kind !== "drag") return;
  if (!chosen.has(gesture.id)) choose([gesture.id]);
  gesture.ids = [...chosen].filter((id) => !get(id).lock);
  const all = new Set(gesture.ids);
  gesture.ids.forEach((id) => carried(id).forEach((other) => all.add(other)));
  gesture.at = placeOf(get(gesture.id));
  lift.append(...[...all].map((id) => elements.get(id)));
}

// The top of a pile as it is dragged away; what a bag gives is seen when it is there.
function ghost(id) {
  const pile = get(id);
  const top = get(pile.items[0]);
  const node = make("div", { class: "thing", children: pile.kind === "bag" ? [make("span", { class: "bag", text: "?" })] : [face(top)] });
  place(node, { ...top, x: pile.x, y: pile.y, t: pile.t, z: 1 });
  return node;
}

function dropDrawn({ id, x, y }, event) {
  lift.replaceChildren();
  lift.style.transform = "";
  if (event.type === "pointercancel") return;
  const over = document.elementsFromPoint(event.clientX, event.clientY);
  const seat = over.find((node) => node.matches?.(".seat"))?.dataset.seat;
  const [dx, dy] = [(event.clientX - x) / view.zoom / SCALE, (event.clientY - y) / view.zoom / SCALE];
  if (seat) act.draw(id, 1, handOf(Number(seat)));
  else if (over.some((node) => node.closest?.("#hand"))) act.draw(id);
  else if (Math.hypot(dx, dy) > Math.min(...sizeOf(get(id))) * 0.3) act.takeTo(id, get(id).x + dx, get(id).y + dy);
}

// Over another place of its map, the shortest way from where the piece was taken up.
function followWay(event) {
  if (!gesture.at || gesture.ids.length !== 1 || !networkOf(gesture.at.board)) return;
  const found = nearestSnap(...pointAt(event.clientX, event.clientY), new Set(gesture.ids));
  const over = found ? `${found.board.id} ${found.index}` : "";
  if (gesture.over === over) return;
  gesture.over = over;
  const here = found?.board.id === gesture.at.board.id && found.index === gesture.at.index;
  showHints(found && !here ? shortestWay(gesture.at, found, moverOf(get(gesture.ids[0]), networkOf(gesture.at.board))) : null);
}

function end(event) {
  pointers.delete(event.pointerId);
  if (!gesture) return;
  clearTimeout(gesture.timer);
  if (gesture.kind === "pinch" && pointers.size) return;
  const done = gesture;
  gesture = null;
  if (done.frame) cancelAnimationFrame(done.frame);
  table.classList.remove("drag", "pan", "box");
  if (done.kind === "draw") dropDrawn(done, event);
  else if (done.kind === "drag" && done.moved) drop(done, event);
  else if (done.kind === "box" && done.moved) finishBox(done, event);
  else if ((done.kind === "drag" || done.kind === "pan") && !done.moved && event.type === "pointerup") tap(done);
}
table.addEventListener("pointerup", end);
table.addEventListener("pointercancel", end);

function drop(done, event) {
  lift.style.transform = "";
  const moved = [...lift.children];
  world.append(...moved);
  const over = document.elementsFromPoint(event.clientX, event.clientY);
  const seat = over.find((node) => node.matches?.(".seat"))?.dataset.seat;
  const held = done.ids.filter((id) => get(id).is === "pile" || FLAT.has(pieceOf(get(id))?.kind));
  if (event.type === "pointercancel") return;
  if (held.length && seat) act.toHand(held, Number(seat));
  else if (held.length && over.some((node) => node.closest?.("#hand"))) act.toHand(held);
  else {
    const [dx, dy] = [(event.clientX - done.x) / view.zoom / SCALE, (event.clientY - done.y) / view.zoom / SCALE];
    moveBy(done.ids, dx, dy, { snaps: !event.altKey, heaps: !event.altKey });
  }
  if (elements.has(done.id)) focus(done.id); // an element that is moved in the page loses the focus
  showHints();
}

let lastTap = { id: null, at: 0 };

function tap(done) {
  const now = performance.now();
  const twice = done.id && lastTap.id === done.id && now - lastTap.at < 350;
  const before = twice ? lastTap.before : [...chosen];
  lastTap = { id: done.id, at: twice ? 0 : now, before };
  if (twice && get(done.id).is === "pile") choose(before); // the next drag takes a card again, not the pile
  if (twice) mainAction(done.id);
  else if (!done.shift) choose(done.id && !get(done.id).lock ? [done.id] : []);
}

// What a double click and Enter do.
function mainAction(id) {
  const record = get(id);
  if (record.is === "pile") takeFrom(record);
  else if (record.is === "note") askNote(id);
  else if (record.is === "counter") askCounter(id);
  else if (pieceOf(record).kind === "die") rollDice(targets(id));
  else if (pieceOf(record).back >= 0 || !record.up) act.flip(targets(id));
  else closer(id);
}

// A card goes to the hand, anything else onto the table.
function takeFrom(pile) {
  if (!pile.items.length) return;
  if (pieceOf(get(pile.items[0])).kind === "card") act.draw(pile.id);
  else act.takeTo(pile.id, ...freeNear(pile));
}

function rollDice(ids) {
  if (!act.roll(ids)) return;
  ids.forEach((id) => {
    const node = elements.get(id);
    node?.classList.remove("rolls");
    requestAnimationFrame(() => node?.classList.add("rolls"));
  });
}

// Choosing with a box ---------------------------------------------------------------------------------------------

function drawBox(x0, y0, x1, y1) {
  const { left, top } = table.getBoundingClientRect();
  const box = el("marquee");
  box.hidden = false;
  box.style.transform = `translate(${Math.min(x0, x1) - left}px, ${Math.min(y0, y1) - top}px)`;
  box.style.width = `${Math.abs(x1 - x0)}px`;
  box.style.height = `${Math.abs(y1 - y0)}px`;
}

function finishBox(done, event) {
  el("marquee").hidden = true;
  const [x0, y0] = pointAt(Math.min(done.x, event.clientX), Math.min(done.y, event.clientY));
  const [x1, y1] = pointAt(Math.max(done.x, event.clientX), Math.max(done.y, event.clientY));
  const within = onTable().filter(({ x, y, lock }) => !lock && x >= x0 && x <= x1 && y >= y0 && y <= y1);
  choose(within.map((record) => record.id));
  setBoxing(false);
}

function setBoxing(on) {
  boxing = on;
  el("select").setAttribute("aria-pressed", String(on));
}

// Two fingers, the wheel ------------------------------------------------------------------------------------------

function startPinch() {
  clearTimeout(gesture?.timer);
  if (gesture?.kind === "drag" && gesture.moved) world.append(...lift.children);
  lift.replaceChildren();
  lift.style.transform = "";
  table.classList.remove("drag", "pan", "box");
  gesture = { kind: "pinch", ...fingers() };
}

function fingers() {
  const [[x0, y0], [x1, y1]] = [...pointers.values()];
  const { left, top } = table.getBoundingClientRect();
  return { x: (x0 + x1) / 2 - left, y: (y0 + y1) / 2 - top, apart: Math.hypot(x1 - x0, y1 - y0) || 1 };
}

function pinch() {
  if (pointers.size < 2) return;
  const now = fingers();
  view.x += now.x - gesture.x;
  view.y += now.y - gesture.y;
  zoomAt(now.apart / gesture.apart, now.x, now.y);
  Object.assign(gesture, now);
}

table.addEventListener("wheel", (event) => {
  event.preventDefault();
  const { left, top } = table.getBoundingClientRect();
  zoomAt(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - left, event.clientY - top);
}, { passive: false });

table.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  if (gesture?.kind !== "hold") openMenu(thingAt(event.target), event.clientX, event.clientY);
});

// The hand: cards are dragged onto the table, or played by a menu ---------------------------------------------------

el("cards").addEventListener("pointerdown", (event) => {
  const id = event.target.closest(".held")?.dataset.id;
  if (!id || event.button !== 0) return;
  const node = event.target.closest(".held");
  const start = [event.clientX, event.clientY];
  let flies = null; // the card under the pointer: a copy, as the strip is only as high as a card
  const hold = event.pointerType === "mouse" ? 0 : setTimeout(holdHeld, LONG);
  function holdHeld() {
    if (flies) return;
    stop();
    pressed = true;
    openMenu(id, ...start);
  }
  const move = (next) => {
    const [dx, dy] = [next.clientX - start[0], next.clientY - start[1]];
    if (!flies && Math.hypot(dx, dy) > STILL) {
      clearTimeout(hold);
      flies = copyOf(node);
    }
    if (flies) flies.style.transform = `translate(${dx}px, ${dy}px) scale(1.05)`;
  };
  const up = (last) => {
    const moved = Boolean(flies);
    stop();
    const over = document.elementsFromPoint(last.clientX, last.clientY);
    const seat = over.find((each) => each.matches?.(".seat"))?.dataset.seat;
    if (moved && seat) act.toHand([id], Number(seat));
    else if (moved && !over.some((each) => each.id === "hand")) act.play([id], ...pointAt(last.clientX, last.clientY), !last.shiftKey);
  };
  function stop() {
    clearTimeout(hold);
    flies?.remove();
    node.classList.remove("dragged");
    ["pointermove", "pointerup", "pointercancel"].forEach((name) => node.removeEventListener(name, { pointermove: move, pointerup: up, pointercancel: stop }[name]));
  }
  node.setPointerCapture(event.pointerId);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", stop);
});

function copyOf(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const copy = node.cloneNode(true);
  copy.className = "held flies";
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(copy);
  node.classList.add("dragged");
  return copy;
}

el("cards").addEventListener("wheel", (event) => {
  if (Math.abs(event.deltaY) > Math.abs(event.deltaX)) el("cards").scrollLeft += event.deltaY;
}, { passive: true });
el("cards").addEventListener("contextmenu", (event) => {
  const id = event.target.closest(".held")?.dataset.id;
  event.preventDefault();
  if (id) openMenu(id, event.clientX, event.clientY);
});
el("cards").addEventListener("dblclick", (event) => {
  const id = event.target.closest(".held")?.dataset.id;
  if (id) act.play([id], ...middle());
});

// Shortest ways on demand -----------------------------------------------------------------------------------------

function aim(id) {
  aiming = placeOf(get(id));
  aiming.mover = moverOf(get(id), networkOf(aiming.board));
  table.classList.add("aiming");
  say(word("aim-from", { name: aiming.snap.name }));
}

function showAim(event) {
  const found = nearestSnap(...pointAt(event.clientX, event.clientY));
  const way = found && shortestWay(aiming, found, aiming.mover);
  showHints(way);
  return way && { ...way, name: found.snap.name };
}

function finishAim(event) {
  const way = showAim(event);
  if (way) say(word("way", { start: aiming.snap.name, end: way.name, length: way.length }));
  pointers.delete(event.pointerId);
  stopAim();
}

// Asks for the place to reach by its name.
function aimByName() {
  const from = aiming;
  stopAim();
  const spots = spotsOnTable([]).filter(({ board, index }) => networkOf(board) === networkOf(from.board) && !(board.id === from.board.id && index === from.index));
  askSpot(word("aim-to", { name: from.snap.name }), spots, word("show"), (spot) => {
    const way = shortestWay(from, spot, from.mover);
    showHints(way);
    say(way ? word("way", { start: from.snap.name, end: nameAt(spot), length: way.length }) : word("no-way", { name: nameAt(spot) }));
  });
}

function stopAim() {
  aiming = null;
  table.classList.remove("aiming");
}

// Keys ------------------------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function neighbour([dx, dy]) {
  const here = get(focused);
  const ranked = onTable().filter((record) => record.id !== focused).map((record) => {
    const [along, across] = [(record.x - here.x) * dx + (record.y - here.y) * dy, (record.x - here.x) * dy - (record.y - here.y) * dx];
    return [along > 0.5 ? along + 2 * Math.abs(across) : Infinity, record.id];
  });
  const best = ranked.sort(([one], [two]) => one - two)[0];
  return best && best[0] < Infinity ? best[1] : null;
}

const STEPS = { PageDown: 1, PageUp: -1 };

// The next thing in the order of lines, from the top of the table to its bottom: arrows pass over what is covered.
function stepped(by) {
  const order = onTable().sort((one, two) => one.y - two.y || one.x - two.x || one.z - two.z).map(({ id }) => id);
  return order.at((order.indexOf(focused) + by) % order.length);
}

const KEYS = {
  f: (ids) => act.flip(ids),
  r: (ids, event) => act.rotate(ids, event.shiftKey ? -45 : 45),
  l: (ids) => act.lock(ids),
  h: (ids) => act.toHand(ids.filter((id) => get(id).is === "pile" || FLAT.has(pieceOf(get(id))?.kind))),
  d: (ids) => get(ids[0]).is === "pile" && act.draw(ids[0]),
  s: (ids) => get(ids[0]).is === "pile" && act.shuffle(ids[0]),
  g: (ids) => act.stack(ids),
  z: (ids) => closer(ids[0]),
  o: (ids) => rollDice(ids),
  w: (ids) => placeOf(get(ids[0])) && networkOf(placeOf(get(ids[0])).board) && aim(ids[0]),
  p: (ids) => get(ids[0]).is === "piece" && !get(ids[0]).lock && spotsOnTable(ids).length && askPlace(ids),
  m: (ids) => openMenuOf(ids[0]),
  Delete: (ids) => act.remove(ids),
  Enter: (ids) => mainAction(ids[0]),
};

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog, [role=menu]")) return;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (control && (key === "z" || key === "y")) return prevent(event, key === "y" || event.shiftKey ? goForth : goBack);
  if (control && key === "a") return prevent(event, () => choose(onTable().filter((each) => !each.lock).map((each) => each.id)));
  if (control && key === "s") return prevent(event, saveFile);
  if (control || event.altKey) return undefined;
  if (key === "?") return prevent(event, help);
  if (key === "Enter" && aiming) return prevent(event, aimByName);
  if (key === "Escape" && !menu.hidden) return prevent(event, closeMenu);
  if (key === "Escape") return prevent(event, () => (aiming ? stopAim() : choose([])));
  if (key === "+" || key === "-" || key === "=") return zoomAt(key === "-" ? 1 / 1.25 : 1.25, table.clientWidth / 2, table.clientHeight / 2);
  if (key === "0") return fitNext();
  return keyOnThing(event, key);
});

function keyOnThing(event, key) {
  const held = event.target.closest(".held")?.dataset.id;
  if (held) {
    if (key === "Enter") return prevent(event, () => act.play([held], ...middle(), !event.shiftKey) && focus(held));
    return key === "m" || key === "ContextMenu" ? prevent(event, () => openMenu(held, ...corner(event.target))) : undefined;
  }
  if (!event.target.closest("#table") || !focused) return undefined;
  const ids = targets(focused);
  if (key in ARROWS && event.shiftKey) {
    const [dx, dy] = ARROWS[key];
    return prevent(event, () => moveBy(ids, dx * 10, dy * 10, { snaps: false, heaps: false }));
  }
  if (key in STEPS) return prevent(event, () => focus(stepped(STEPS[key])));
  if (key in ARROWS) return prevent(event, () => focus(neighbour(ARROWS[key]) ?? focused));
  if (key === " ") return prevent(event, () => choose([focused], chosen.has(focused) || event.shiftKey));
  if (key === "ContextMenu") return prevent(event, () => openMenuOf(focused));
  return KEYS[key] ? prevent(event, () => keepFocus(() => KEYS[key](ids, event))) : undefined;
}

// Where a key takes away the thing that has the focus, what lies nearest gets it.
function keepFocus(work) {
  const { x, y } = get(focused) ?? { x: 0, y: 0 };
  const old = focused;
  const done = work();
  if (old === null || elements.has(old)) return done;
  const away = (record) => Math.hypot(record.x - x, record.y - y);
  focus(onTable().filter((record) => !record.lock).sort((one, two) => away(one) - away(two))[0]?.id ?? null, !document.querySelector("dialog[open]"));
  return done;
}

function prevent(event, work) {
  event.preventDefault();
  work();
}

const corner = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

window.addEventListener("resize", () => {
  tighten();
  return view.fitted ? fit(view.fitted) : look();
});
