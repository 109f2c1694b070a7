// The stage of the map view: pan, zoom, and the marks over the picture.

import { fill, svg } from "./dom.js";

const LEAST_ZOOM = 0.2;
const MOST_ZOOM = 24;
const MOST_NUMBERS = 450;
const MOST_REDRAWN = 800; // places of a map whose picture is drawn anew at each step of a zoom
const RESTS = 180; // milliseconds after which the picture of a larger map is drawn anew
const HEAT = ["#fdea45", "#e1cc55", "#bcae6c", "#9a8f74", "#7c7b78", "#5d6573", "#3f4d6e", "#20386b", "#00224e"];

export class Stage {
  constructor(box, view) {
    this.box = box;
    this.view = view;
    this.picture = document.createElement("img");
    this.picture.alt = "";
    this.picture.draggable = false;
    this.marks = svg("svg", { role: "group", "aria-label": "Places" });
    this.plane = document.createElement("div");
    this.plane.className = "map-plane";
    this.plane.append(this.picture, this.marks);
    this.still = document.createElement("canvas");
    this.still.className = "map-still";
    box.append(this.still, this.plane);
    this.x = this.y = 0;
    this.scale = 1;
    this.fitted = true;
    this.pointers = new Map();
    this.picture.onload = () => {
      this.picture.classList.remove("waits");
      this.drawn = null;
      this.place();
      this.view.edit?.labels.read();
    };
    this.picture.onerror = () => this.picture.removeAttribute("src"); // of a revision that is gone: the next facts have it again
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    box.addEventListener("pointerdown", (event) => this.down(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) box.addEventListener(name, (event) => this.up(event));
    this.marks.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => this.escape(event), true);
    new ResizeObserver(() => this.resize()).observe(box);
  }

  // Pan and zoom. The plane has the size of the map in millimetres times `scale`.

  get size() {
    return [this.view.facts?.width || 100, this.view.facts?.height || 100];
  }

  resize() {
    if (this.fitted) this.fit();
    else this.place();
  }

  fit() {
    const [width, height] = this.size;
    const { clientWidth, clientHeight } = this.box;
    if (!clientWidth || !clientHeight) return;
    const below = 56; // room for the note and the buttons
    this.scale = Math.min((clientWidth - 32) / width, (clientHeight - 16 - below) / height);
    this.x = (clientWidth - width * this.scale) / 2;
    this.y = 16 + (clientHeight - 16 - below - height * this.scale) / 2;
    this.fitted = true;
    this.place();
  }

  zoomBy(factor, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const scale = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.place();
  }

  place() {
    const [width, height] = this.size;
    Object.assign(this.plane.style, { transform: `translate(${this.x}px, ${this.y}px)`, width: `${width * this.scale}px`, height: `${height * this.scale}px` });
    const still = (this.view.facts?.places?.length ?? 0) > MOST_REDRAWN && this.picture.naturalWidth > 0;
    this.plane.classList.toggle("still", still);
    this.still.hidden = !still;
    clearTimeout(this.resting);
    if (!still) return;
    if (!this.drawn) return this.drawStill();
    const grown = this.scale / this.drawn.scale;
    this.still.style.transform = `translate(${this.x - this.drawn.x * grown}px, ${this.y - this.drawn.y * grown}px) scale(${grown})`;
    this.resting = setTimeout(() => this.drawStill(), RESTS);
  }

  /** Draws what is in sight of the picture on a canvas. It is scaled while a large map moves: drawing thousands of cells takes long. */
  drawStill() {
    const [width, height] = this.size;
    const { clientWidth, clientHeight } = this.box;
    const dense = window.devicePixelRatio || 1;
    Object.assign(this.still, { width: clientWidth * dense, height: clientHeight * dense });
    Object.assign(this.still.style, { width: `${clientWidth}px`, height: `${clientHeight}px`, transform: "none" });
    const pen = this.still.getContext("2d");
    pen.scale(dense, dense);
    pen.fillStyle = "#fff";
    pen.fillRect(this.x, this.y, width * this.scale, height * this.scale);
    pen.drawImage(this.picture, this.x, this.y, width * this.scale, height * this.scale);
    this.drawn = { x: this.x, y: this.y, scale: this.scale };
  }

  wheel(event) {
    event.preventDefault();
    const { left, top } = this.box.getBoundingClientRect();
    if (event.shiftKey) {
      this.x -= event.deltaY || event.deltaX;
      this.fitted = false;
      this.place();
    } else this.zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - left, event.clientY - top);
  }

  /** Returns the point of the map, in millimetres, below a point of the screen. */
  toMap(event) {
    const { left, top } = this.box.getBoundingClientRect();
    const [a, , , d, e, f] = this.transform();
    return [((event.clientX - left - this.x) / this.scale - e) / a, ((event.clientY - top - this.y) / this.scale - f) / d];
  }

  transform() {
    const { facts, played, mode } = this.view;
    return (mode === "play" && played?.transform) || facts.transform;
  }

  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, event);
    const drag = this.pointers.size === 1 ? this.dragOf(event) : null;
    this.cancelDrag();
    this.drag = drag;
    this.moved = false;
    this.from = event;
    this.box.setPointerCapture?.(event.pointerId);
    if (!drag) this.box.classList.add("drags");
  }

  /** What a press on a mark drags: an object with `move(point)`, `drop(point)` and `click(event)`; null to pan. */
  dragOf(event) {
    const mark = event.target.closest?.("[data-drag], [data-click]");
    return mark?.pnp ?? null;
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pointers.get(event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2) return this.pinch(event, before);
    if (!this.moved && Math.hypot(event.clientX - this.from.clientX, event.clientY - this.from.clientY) < 4) return;
    this.moved = true;
    if (this.drag?.move) this.drag.move(this.toMap(event), event);
    else {
      this.x += event.clientX - before.clientX;
      this.y += event.clientY - before.clientY;
      this.fitted = false;
      this.place();
    }
  }

  pinch(event, before) {
    const [other] = [...this.pointers.values()].filter((each) => each.pointerId !== event.pointerId);
    const { left, top } = this.box.getBoundingClientRect();
    const apart = (one) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
    this.cancelDrag();
    this.moved = true;
    this.x += (event.clientX - before.clientX) / 2;
    this.y += (event.clientY - before.clientY) / 2;
    this.zoomBy(apart(event) / apart(before), (event.clientX + other.clientX) / 2 - left, (event.clientY + other.clientY) / 2 - top);
  }

  /** Escape while something is dragged: it goes back. */
  escape(event) {
    if (event.key !== "Escape" || !this.drag || !this.moved) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancelDrag();
  }

  cancelDrag() {
    this.drag?.cancel?.();
    this.drag = null;
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const drag = this.drag;
    this.drag = null;
    this.box.classList.remove("drags");
    if (event.type === "pointercancel") return drag?.cancel?.();
    if (this.moved) return drag?.drop?.(this.toMap(event), event);
    if (drag?.click) return drag.click(event);
    return this.view.edit.ground?.(this.toMap(event), event);
  }

  // Keys: arrows go from place to place, Enter and the space bar choose.

  key(event) {
    const mark = event.target.closest("[data-name]");
    if (!mark) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      mark.pnp?.click?.(event);
    } else if (mark.pnp?.key?.(event)) event.preventDefault();
    else if (step) {
      event.preventDefault();
      this.focusNext(mark, step);
    }
  }

  focusNext(mark, [across, down]) {
    const here = mark.pnpAt;
    let best = null;
    for (const other of this.marks.querySelectorAll("[data-name]")) {
      if (other === mark || !other.pnpAt || other.dataset.kind !== mark.dataset.kind) continue;
      const dx = other.pnpAt[0] - here[0];
      const dy = other.pnpAt[1] - here[1];
      const ahead = dx * across + dy * down;
      const aside = Math.abs(dx * down + dy * across);
      if (ahead > 0.01 && (!best || ahead + 2 * aside < best.cost)) best = { other, cost: ahead + 2 * aside };
    }
    if (best) this.focus(best.other);
  }

  focus(mark) {
    for (const each of this.marks.querySelectorAll(`[data-kind="${mark.dataset.kind}"][tabindex="0"]`)) each.setAttribute("tabindex", "-1");
    mark.setAttribute("tabindex", "0");
    mark.focus();
  }

  // Marks.

  draw() {
    const { view } = this;
    const { facts } = view;
    const [width, height] = this.size;
    const source = (view.mode === "play" && view.played?.picture) || facts.picture;
    if (source && this.picture.getAttribute("src") !== source) {
      this.picture.classList.add("waits");
      this.picture.src = source;
    }
    this.picture.hidden = !source;
    this.picture.alt = `The map ${facts.name}`;
    this.plane.classList.toggle("dim", view.mode === "play" && Boolean(view.setup.from || view.laying));
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const focused = this.marks.contains(document.activeElement) ? document.activeElement.closest("[data-name]") : null;
    const kept = focused && { name: focused.dataset.name, kind: focused.dataset.kind, at: focused.pnpAt };
    this.unit = Math.max(0.8, Math.min(facts.spacing || 20, Math.min(width, height) / 6) / 20) * 5;
    this.transformed = svg("g", { transform: `matrix(${this.transform().join(" ")})` });
    const layers = view.mode === "play" ? this.playMarks() : view.mode === "edit" ? view.edit.marks(this) : this.checkMarks();
    fill(this.transformed, ...layers.flat(3).filter(Boolean));
    fill(this.marks, hatch(), this.transformed);
    const marks = [...this.marks.querySelectorAll("[data-name]")];
    for (const kind of new Set(marks.map((each) => each.dataset.kind))) { // Tab goes from kind to kind, arrows within one
      const alike = marks.filter((each) => each.dataset.kind === kind);
      if (!alike.some((each) => each.getAttribute("tabindex") === "0")) alike[0].setAttribute("tabindex", "0");
    }
    if (kept) {
      const alike = marks.filter((each) => each.dataset.kind === kept.kind);
      const far = (each) => (kept.at && each.pnpAt ? Math.hypot(each.pnpAt[0] - kept.at[0], each.pnpAt[1] - kept.at[1]) : 0);
      const again = alike.find((each) => each.dataset.name === kept.name) ?? alike.reduce((one, other) => (one && far(one) <= far(other) ? one : other), null);
      if (again) this.focus(again); // the nearest, if it was removed
      else this.marks.querySelector('[tabindex="0"]')?.focus();
    }
    this.place();
  }

  checkMarks() {
    return [this.proofMarks(), this.spots()];
  }

  /** The places as focusable marks. */
  spots(more = () => null) {
    const { view } = this;
    return [...view.places.values()].filter((each) => !each.through && !(view.mode !== "edit" && each.site)).map((place) => {
      const at = view.at(place.id);
      return at ? this.spot(place, at, more(place)) : null;
    });
  }

  spot(place, at, handlers) {
    const { view } = this;
    const r = this.unit;
    const parts = [place.label && place.label !== place.id ? `${place.id} (${place.label})` : place.id, place.in ? `in ${place.in}` : "", place.tags.join(", ")];
    const distance = view.mode === "play" ? view.played?.distances?.[place.id] : undefined;
    if (distance !== undefined) parts.push(distance === null ? "out of reach" : `distance ${distance}`);
    const mark = svg("g", { class: `spot${view.chosen === place.id ? " chosen" : ""}${handlers?.move ? " can-move" : ""}`, role: "button", tabindex: view.chosen === place.id ? "0" : "-1", "aria-label": parts.filter(Boolean).join(", "), "data-name": place.id, "data-kind": "place", "data-click": "" },
      svg("circle", { class: "hit", cx: at[0], cy: at[1], r: r * 1.15 }), svg("circle", { class: "ring", cx: at[0], cy: at[1], r }), svg("title", {}, parts.filter(Boolean).join(", ")));
    mark.pnp = handlers ?? { click: (event) => view.choose(place.id, event) };
    mark.pnpAt = at;
    return mark;
  }

  playMarks() {
    const { view } = this;
    const found = view.played;
    if (!found) return [this.spots()];
    const r = this.unit;
    const circle = (name, kind, size = 1) => {
      const at = view.at(name);
      return at && svg("circle", { class: kind, cx: at[0], cy: at[1], r: r * size });
    };
    const heat = found.distances ? this.heat(found.distances) : [];
    const choke = found.choke_points.map((name) => [circle(name, "halo", 1.05), circle(name, "choke", 1.25), circle(name, "choke", 0.95)]);
    const cut = [...found.cut_off.away, ...found.cut_off.stuck].map((name) => circle(name, "cut", 1.1));
    const closed = found.closed.map((name) => circle(name, "closed", 1));
    const way = found.way?.places.length ? this.way(found.way.places) : [];
    return [this.tileFrames(), heat, choke, cut, closed, way, this.proofMarks(), this.spots(), this.tokens(), this.offers()];
  }

  heat(distances) {
    const most = Math.max(1, ...Object.values(distances).filter((each) => each !== null));
    const numbers = Object.keys(distances).length <= MOST_NUMBERS;
    return Object.entries(distances).map(([name, distance]) => {
      const at = this.view.at(name);
      if (!at || distance === null) return null;
      const share = distance / most;
      const mark = svg("circle", { class: "heat", cx: at[0], cy: at[1], r: this.unit * 0.85, fill: HEAT[Math.round(share * (HEAT.length - 1))] });
      return numbers ? [mark, svg("text", { class: "number", x: at[0], y: at[1], "font-size": this.unit * 1.05, fill: share > 0.45 ? "#ffffff" : "#1e2328" }, String(distance))] : mark;
    });
  }

  way(names) {
    const points = names.map((name) => this.view.at(name)).filter(Boolean);
    if (points.length < 2) return [];
    const line = points.map((point) => point.join(",")).join(" ");
    return [svg("polyline", { class: "way-case", points: line }), svg("polyline", { class: "way", points: line })];
  }

  /** The counterexample: its places framed, its path drawn. */
  proofMarks() {
    const { shownProof } = this.view;
    if (!shownProof) return [];
    const r = this.unit * 1.2;
    const framed = [...new Set([...shownProof.places, ...shownProof.cut])].map((name) => {
      const at = this.view.at(name);
      return at && [svg("rect", { class: "halo", x: at[0] - r, y: at[1] - r, width: 2 * r, height: 2 * r }), svg("rect", { class: "wrong", x: at[0] - r, y: at[1] - r, width: 2 * r, height: 2 * r })];
    });
    const closed = (shownProof.closed ?? []).map((name) => {
      const at = this.view.at(name);
      return at && svg("circle", { class: "closed", cx: at[0], cy: at[1], r: this.unit });
    });
    return [this.way(shownProof.path), closed, framed];
  }

  // Tiles and closures.

  tileFrames() {
    const { view } = this;
    const { tiles, side, columns } = view.facts;
    if (!tiles || !view.setup.tiles) return [];
    return view.setup.tiles.map(([number, turn], cell) => {
      const [x, y] = [(cell % columns) * side, Math.floor(cell / columns) * side];
      const mark = svg("rect", { class: "tile-frame", x: x + 1, y: y + 1, width: side - 2, height: side - 2, role: "button", tabindex: "0", "data-name": `tile ${cell}`, "data-kind": "tile", "data-drag": "", "aria-label": `${tiles[number]}${turn ? `, turned ${turn * 90} degrees` : ""}: row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}. Enter turns it` });
      const under = ([mx, my]) => {
        const other = Math.floor(my / side) * columns + Math.floor(mx / side);
        return mx >= 0 && my >= 0 && mx < columns * side && other < view.setup.tiles.length ? other : cell;
      };
      mark.pnpAt = [x + side / 2, y + side / 2];
      mark.pnp = {
        click: () => view.facts.quarters.length > 1 && view.turnTile(cell),
        move: (point) => this.ghost(svg("rect", { class: "ghost", x: point[0] - side / 4, y: point[1] - side / 4, width: side / 2, height: side / 2 })),
        drop: (point) => { this.ghost(null); if (under(point) !== cell && view.facts.shuffled) view.swapTiles(cell, under(point)); },
        cancel: () => this.ghost(null),
        key: (event) => {
          const column = cell % columns;
          const by = { ArrowLeft: column ? -1 : 0, ArrowRight: column < columns - 1 ? 1 : 0, ArrowUp: -columns, ArrowDown: columns }[event.key];
          if (event.key.toLowerCase() === "r") view.turnTile(cell);
          else if (by && event.shiftKey && view.setup.tiles[cell + by]) view.swapTiles(cell, cell + by);
          else return false;
          return true;
        },
      };
      return mark;
    });
  }

  /** Shows a passing mark, such as what is dragged; null takes it away. */
  ghost(mark) {
    this.passing?.remove();
    this.passing = mark;
    if (mark) this.transformed.append(mark);
  }

  /** The spots on which the chosen closure can be laid. */
  offers() {
    const { view } = this;
    const kind = view.facts.closures.find((each) => each.name === view.laying);
    if (!kind) return [];
    const r = this.unit * 0.75;
    return kind.spots.map((spot) => {
      const at = (view.played?.at?.[spot.at] ?? spot.point);
      if (!at) return null;
      const mark = svg("g", { class: "spot", role: "button", tabindex: "0", "data-name": spot.at, "data-kind": "offer", "data-click": "", "aria-label": `${kind.name} at ${spot.at}` },
        svg("rect", { class: "offer", x: at[0] - r, y: at[1] - r, width: 2 * r, height: 2 * r, rx: r / 3 }), svg("title", {}, spot.at));
      mark.pnpAt = at;
      mark.pnp = { click: () => view.lay(kind, spot) };
      return mark;
    });
  }

  tokens() {
    const { view } = this;
    return view.setup.laid.map(([name, option]) => {
      const kind = view.facts.closures.find((each) => each.spots.some((spot) => spot.at === name && spot.options.includes(option)));
      const spot = kind?.spots.find((each) => each.at === name);
      const at = spot && (view.played?.at?.[name] ?? spot.point);
      return at ? token(kind, option, at, this.unit) : null;
    });
  }
}

/** A token: a striped bar across a crossing, a cone on a place, an arrow along a street, a block over a stretch. */
function token(kind, option, [x, y], r) {
  const title = svg("title", {}, `${option}`);
  if (kind.on === "places") {
    return svg("g", {}, svg("path", { class: "token", fill: "#e58a1f", d: `M${x},${y - r} L${x + r * 0.85},${y + r * 0.8} H${x - r * 0.85} Z` }), svg("path", { d: `M${x - r * 0.42},${y} H${x + r * 0.42} L${x + r * 0.58},${y + r * 0.34} H${x - r * 0.58} Z`, fill: "#ffffff" }), title);
  }
  if (kind.on === "segments") {
    const turn = { north: -90, east: 0, south: 90, west: 180 }[option.split(" ").at(-1)] ?? 0;
    return svg("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, svg("rect", { class: "token", fill: "#1f5fa8", x: -1.3 * r, y: -0.75 * r, width: 2.6 * r, height: 1.5 * r, rx: r * 0.2 }),
      svg("path", { d: `M${-0.9 * r},${-0.22 * r} H${0.25 * r} V${-0.55 * r} L${1 * r},0 L${0.25 * r},${0.55 * r} V${0.22 * r} H${-0.9 * r} Z`, fill: "#ffffff" }), title);
  }
  return svg("g", {}, svg("rect", { class: "token", fill: "#ffffff", x: x - 1.2 * r, y: y - 0.42 * r, width: 2.4 * r, height: 0.84 * r }),
    [-0.8, 0, 0.8].map((at) => svg("path", { d: `M${x + (at - 0.2) * r},${y + 0.42 * r} l${0.4 * r},${-0.84 * r} h${0.36 * r} l${-0.4 * r},${0.84 * r} Z`, fill: "#9c2430" })), title);
}

function hatch() {
  return svg("defs", {}, svg("pattern", { id: "map-hatch", width: 2.4, height: 2.4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 2.4, height: 2.4, fill: "#ffffff", "fill-opacity": 0.72 }), svg("rect", { width: 1.1, height: 2.4, fill: "#5b6068" })));
}
