// Changes of a map: places, bends and labels are dragged, roads drawn, cells painted. While something is dragged the studio
// proves what the map would be; when it is dropped the change is written to the map's file.

import { button, el, svg } from "./dom.js";
import { MapLabels } from "./map_labels.js";

const TOOLS = {
  "area-map": [["move", "Move"], ["label", "Labels"], ["road", "Draw a road"], ["place", "Add a place"]],
  "street-map": [["move", "Move"]],
  "tile-map": [["move", "Move"]],
  "grid-map": [["paint", "Paint"], ["move", "Move a place"]],
};

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function editing(view) {
  return new MapEditor(view);
}

class MapEditor {
  constructor(view) {
    this.view = view;
    this.tool = "move";
    this.road = null;
    this.terrain = null;
    this.painted = new Set();
    this.trying = false;
    this.labels = new MapLabels(this);
  }

  /** Whether something is dragged, or a change is being written. */
  get busy() {
    return Boolean(this.dragging || this.writing);
  }

  get canEdit() {
    return this.view.facts.own && !this.view.studio.hello.read_only;
  }

  get tools() {
    return TOOLS[this.view.facts.kind] ?? [];
  }

  // Asking the studio.

  /** Proves the map as it would be; while one question is open only the latest of the others waits. */
  async attempt(edits) {
    this.wanted = edits;
    if (this.trying) return;
    this.trying = true;
    const { view } = this;
    view.remember();
    while (this.wanted) {
      const asked = this.wanted;
      this.wanted = null;
      try {
        const found = await view.studio.ask("map.try", { map: view.id, edits: asked });
        if (!this.wanted && this.dragging) view.takeVerdicts(found);
      } catch (error) {
        view.say(error.message);
      }
    }
    this.trying = false;
  }

  /** Writes a change; a refusal is shown, and what was dragged goes back. */
  async change(edit, done = "") {
    const { view } = this;
    this.dragging = false;
    this.wanted = null;
    view.remember();
    const started = performance.now();
    this.writing = true;
    try {
      const found = await view.studio.ask("map.change", { map: view.id, edits: [edit] });
      this.view.lastChange = performance.now() - started;
      view.take(found);
      const broken = found.requirements.filter((each) => each.holds === false && view.before.get(each.number) !== false);
      const mended = found.requirements.filter((each) => each.holds && view.before.get(each.number) === false);
      const news = [...broken.map((each) => `now broken: ${each.name}`), ...mended.map((each) => `holds again: ${each.name}`)];
      view.say([done || found.says, ...news].join(" · "));
      return true;
    } catch (error) {
      view.studio.toast(error.message, "bad");
      view.takeVerdicts(null);
      view.draw();
      return false;
    } finally {
      this.writing = false;
    }
  }

  // Beside the map.

  side() {
    const { view } = this;
    if (!view.facts.own) return [el("section", {}, el("p", { class: "soft" }, "This map belongs to another pack, so it is not changed here."))];
    if (!this.tools.length) return [el("section", {}, el("p", { class: "soft" }, "The places of this map follow from its blocks. Change them in its document; what follows is shown here at once."), button("Go to the document", () => view.studio.select({ file: view.facts.file, line: 1, column: 1 })))];
    if (!this.tools.some(([id]) => id === this.tool)) [[this.tool]] = this.tools;
    return [el("section", { "aria-label": "Edit" },
      el("div", { class: "row", role: "group", "aria-label": "Tool" }, this.tools.map(([id, label]) => button(label, () => { this.tool = id; this.road = this.start = this.labels.chosen = null; view.drawSide(); view.draw(); }, { pressed: this.tool === id }))),
      el("p", { class: "soft" }, HELP[`${view.facts.kind} ${this.tool}`] ?? HELP[this.tool]),
      this.tool === "paint" ? this.swatches() : null,
      this.tool === "place" ? el("div", { class: "row" }, button("Add a place here", () => this.addPlace(this.free()), { title: "Next to the chosen place, or in the middle of the map: for keys" })) : null,
      this.road ? this.roadSide() : view.chosen && view.places.has(view.chosen) ? this.placeSide(view.places.get(view.chosen)) : this.labels.ofDistrict())];
  }

  swatches() {
    const { view } = this;
    const terrains = view.facts.terrains.filter((each) => each.letter);
    if (!terrains.some((each) => each.id === this.terrain)) this.terrain = terrains[0]?.id ?? null;
    return el("div", { class: "swatches", role: "group", "aria-label": "Terrain" }, terrains.map((each) => {
      const choose = button(each.name, () => { this.terrain = each.id; view.drawSide(); view.draw(); }, { pressed: this.terrain === each.id, title: each.closed ? "nobody enters it" : `letter ${each.letter}` });
      const colour = view.facts.terrain_colours[each.id];
      if (colour) {
        const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = colour;
        choose.prepend(swatch);
      }
      return choose;
    }));
  }

  placeSide(place) {
    const { view } = this;
    const set = (key) => (event) => this.change({ do: "set-place", place: place.id, key, value: event.target.value.trim() });
    const isArea = view.facts.kind === "area-map";
    return el("section", { "aria-label": place.id },
      el("h3", {}, place.id),
      el("label", { class: "field" }, "Tags, with commas between", el("input", { type: "text", value: place.tags.join(", "), onchange: (event) => this.change({ do: "set-place", place: place.id, key: "tags", value: event.target.value.split(",").map((each) => each.trim()).filter(Boolean) }) })),
      view.facts.districts.length ? el("label", { class: "field" }, "Region", select([["", "none"], ...view.facts.districts.map((each) => [each.id, each.name])], place.in ?? "", set("in"))) : null,
      isArea ? el("label", { class: "field" }, "Label", el("input", { type: "text", value: place.label, onchange: set("label") })) : null,
      isArea ? this.labels.side(place.label_at, { place: place.id }) : null,
      el("div", { class: "row" },
        place.at ? el("span", { class: "figure" }, `${round(place.at[0])} × ${round(place.at[1])} mm`) : null,
        button("Go to its line", () => view.studio.select(place), { quiet: true }),
        isArea ? button("Remove", () => this.change({ do: "remove-place", place: place.id })) : null));
  }

  roadSide() {
    const { road } = this;
    const at = { item: road.item, from: road.from, to: road.to };
    const set = (key, value) => this.change({ do: "set-road", ...at, key, value });
    return el("section", { "aria-label": "Road" },
      el("h3", {}, `${road.from} ${road.one_way ? "→" : "–"} ${road.to}`),
      el("label", { class: "field" }, "Cost", el("input", { type: "number", min: 1, max: 1000, value: road.own_cost ?? "", placeholder: road.cost ?? "1", onchange: (event) => set("cost", event.target.value ? Number(event.target.value) : null) })),
      el("label", { class: "check" }, el("input", { type: "checkbox", checked: road.one_way, onchange: (event) => set("one-way", event.target.checked) }), "One way"),
      el("div", { class: "row" },
        button("Add a bend", () => this.addBend(road), { title: "In the middle of its longest part" }),
        road.via.length ? button("Straighten", () => this.change({ do: "bend", ...at, via: [] })) : null,
        button("Remove the road", () => this.removeRoad(road)),
        button("Go to its line", () => this.view.studio.select(road), { quiet: true })));
  }

  removeRoad(road) {
    this.road = null;
    return this.change({ do: "unroad", item: road.item, from: road.from, to: road.to });
  }

  // Hints that were tried: those that are one change of a road are applied by a click.

  fixOf(hint) {
    const found = /^(add the road|take out the road|let the road) '(.+?) (--|->) (.+?)'( go both ways)?( of the kind '(.+?)')?( at a cost of (\d+))? \(tried/.exec(hint);
    if (!found) return null;
    const [, act, from, , to, , , kind, , cost] = found;
    if (act === "add the road") return { do: "road", from, to, kind: kind ?? null, cost: cost ? Number(cost) : null };
    const road = this.view.facts.roads?.find((each) => each.from === from && each.to === to && each.item !== null);
    if (!road) return null;
    const at = { item: road.item, from, to };
    return act === "let the road" ? { do: "set-road", ...at, key: "one-way", value: false } : { do: "unroad", ...at };
  }

  canApply(hint) {
    return this.canEdit && this.view.facts.kind === "area-map" && this.fixOf(hint) !== null;
  }

  applyHint(requirement) {
    return this.change(this.fixOf(requirement.hint));
  }

  // Marks.

  marks(stage) {
    const { view } = this;
    if (!this.canEdit) return [stage.proofMarks(), stage.spots()];
    if (view.facts.kind === "grid-map" && this.tool === "paint") return [this.cells()];
    const roads = this.tool === "move" ? (view.facts.roads ?? []).filter((each) => each.item !== null && each.points.length > 1) : [];
    return [roads.map((road) => this.roadMark(road, stage)), this.labels.marks(stage, false), stage.proofMarks(),
      stage.spots((place) => this.handlers(place, stage)), this.labels.marks(stage, true), this.bends(stage), this.streetPoints(stage)];
  }

  handlers(place, stage) {
    const { view } = this;
    const movable = this.tool === "move" && (view.facts.kind === "area-map" ? !place.site : place.site || view.facts.kind === "grid-map");
    const edit = (point) => ({ do: "move", place: place.id, at: view.facts.kind === "grid-map" ? this.cellAt(point) : this.onMap(point) });
    const own = {
      click: () => {
        if (this.tool === "road") return this.drawRoad(place.id, stage);
        this.road = this.labels.chosen = null;
        return view.choose(place.id);
      },
      key: (event) => {
        const step = STEPS[event.key];
        if (step && event.shiftKey && movable && place.at) this.nudge(place, step);
        else if (event.key === "Delete" && view.facts.kind === "area-map") this.change({ do: "remove-place", place: place.id });
        else return false;
        return true;
      },
    };
    if (!movable) return own;
    const ends = (view.facts.roads ?? []).filter((road) => road.from === place.id || road.to === place.id);
    return {
      ...own,
      move: (point) => {
        this.dragging = true;
        const lines = ends.map((road) => {
          const rest = road.from === place.id ? road.points.slice(1) : road.points.slice(0, -1).reverse();
          return svg("polyline", { class: "ghost-line", points: [point, ...rest].map((each) => each.join(",")).join(" ") });
        });
        stage.ghost(svg("g", {}, lines, svg("circle", { class: "ghost", cx: point[0], cy: point[1], r: stage.unit })));
        this.attempt([edit(point)]);
        view.say(`${place.id}: ${round(point[0])} × ${round(point[1])} mm`);
      },
      drop: async (point) => { await this.change(edit(point)); stage.ghost(null); },
      cancel: () => { this.dragging = false; stage.ghost(null); view.takeVerdicts(null); },
    };
  }

  /** Moves a place by a millimetre, or to the next cell, from where the last press, whose answer may be on the way, has moved it. */
  async nudge(place, step) {
    const from = this.nudged?.place === place.id ? this.nudged.at : place.at;
    const cell = this.view.facts.kind === "grid-map" ? this.nextCell(from, step) : null;
    const mine = { place: place.id, at: cell ? cell.at : this.onMap([from[0] + step[0], from[1] + step[1]]) };
    this.nudged = mine;
    await this.change({ do: "move", place: place.id, at: cell ? cell.number : mine.at });
    if (this.nudged === mine) this.nudged = null;
  }

  /** The cell next to a point in a direction; the one at the point if there is none. */
  nextCell([x, y], [across, down]) {
    const cost = ({ at }) => {
      const ahead = (at[0] - x) * across + (at[1] - y) * down;
      return ahead > 0.01 ? ahead + 2 * Math.abs((at[0] - x) * down + (at[1] - y) * across) : Infinity;
    };
    const best = this.view.facts.cells.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    return cost(best) < Infinity ? best : this.view.facts.cells.find((each) => each.number === this.cellAt([x, y]));
  }

  /** A handler of keys: Shift with an arrow moves a point by a millimetre, with `move(point)`. */
  stepper(at, move) {
    return (event) => {
      const step = event.shiftKey && STEPS[event.key];
      if (step) move(this.onMap([at[0] + step[0], at[1] + step[1]]));
      return Boolean(step);
    };
  }

  /** A point for a new place: next to the chosen one, or in the middle of the map. */
  free() {
    const { facts, chosen, places } = this.view;
    const [width, height] = facts.size;
    const at = places.get(chosen)?.at;
    const aside = Math.min(width, height) / 10;
    return at ? this.onMap([at[0] + (at[0] > width / 2 ? -aside : aside), at[1] + (at[1] > height / 2 ? -aside : aside)]) : [width / 2, height / 2];
  }

  /** The nearest point on the map, in tenths of a millimetre. */
  onMap(point) {
    const [width, height] = this.view.facts.size;
    return [Math.max(0, Math.min(width, point[0])), Math.max(0, Math.min(height, point[1]))].map(round);
  }

  cellAt([x, y]) {
    let best = null;
    for (const cell of this.view.facts.cells) {
      const far = Math.hypot(cell.at[0] - x, cell.at[1] - y);
      if (!best || far < best.far) best = { far, number: cell.number };
    }
    return best.number;
  }

  drawRoad(name, stage) {
    if (!this.start || this.start === name) {
      this.start = this.start === name ? null : name;
      const at = this.start && this.view.at(name);
      stage.ghost(at ? svg("circle", { class: "ghost", cx: at[0], cy: at[1], r: stage.unit * 1.2 }) : null);
      this.view.say(this.start ? `a road from ${name} to …` : "");
      return undefined;
    }
    const from = this.start;
    this.start = null;
    stage.ghost(null);
    return this.change({ do: "road", from, to: name });
  }

  roadMark(road, stage) {
    const line = svg("polyline", { class: `road${this.isRoad(road) ? " chosen" : ""}`, points: road.points.map((each) => each.join(",")).join(" "), role: "button", tabindex: "-1", "data-name": `${road.from} ${road.to}`, "data-kind": "road", "data-click": "", "aria-label": `road from ${road.from} to ${road.to}` });
    const [one, other] = [road.points[0], road.points.at(-1)];
    line.pnpAt = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    const bend = (point) => {
      const near = nearestLeg(road.points, point);
      return [...road.via.slice(0, near), point.map(round), ...road.via.slice(near)];
    };
    line.pnp = {
      click: () => { this.road = road; this.view.chosen = null; this.view.drawSide(); this.view.draw(); },
      move: (point) => this.dragBend(road, bend(point), stage),
      drop: (point) => this.dropBend(road, bend(point), stage),
      cancel: () => this.endDrag(stage),
      key: (event) => event.key === "Delete" && (this.removeRoad(road), true),
    };
    return line;
  }

  isRoad(road) {
    return this.road && this.road.item === road.item && this.road.from === road.from && this.road.to === road.to;
  }

  bends(stage) {
    const road = this.road && this.view.facts.roads?.find((each) => this.isRoad(each));
    if (!road) return null;
    return road.via.map((at, index) => {
      const via = (point) => road.via.map((each, number) => (number === index ? point.map(round) : each));
      const mark = svg("circle", { class: "bend", cx: at[0], cy: at[1], r: stage.unit * 0.4, role: "button", tabindex: "0", "data-name": `bend ${index}`, "data-kind": "bend", "data-drag": "", "aria-label": `Bend ${index + 1}: drag it, or move it with Shift and an arrow; Delete removes it` });
      mark.pnpAt = at;
      mark.pnp = {
        click: () => stage.focus(mark),
        move: (point) => this.dragBend(road, via(point), stage),
        drop: (point) => this.dropBend(road, via(point), stage),
        cancel: () => this.endDrag(stage),
        key: (event) => (event.key === "Delete" ? (this.dropBend(road, road.via.filter((_, number) => number !== index), stage), true)
          : this.stepper(at, (point) => this.dropBend(road, via(point), stage))(event)),
      };
      return mark;
    });
  }

  /** Adds a bend where the road stays as it is: in the middle of its longest part. */
  addBend(road) {
    const long = (index) => Math.hypot(road.points[index + 1][0] - road.points[index][0], road.points[index + 1][1] - road.points[index][1]);
    let leg = 0;
    for (let index = 1; index + 1 < road.points.length; index += 1) if (long(index) > long(leg)) leg = index;
    const [one, other] = [road.points[leg], road.points[leg + 1]];
    const bend = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2].map(round);
    return this.dropBend(road, [...road.via.slice(0, leg), bend, ...road.via.slice(leg)], this.view.stage);
  }

  dragBend(road, via, stage) {
    this.dragging = true;
    const points = [road.points[0], ...via, road.points.at(-1)];
    stage.ghost(svg("polyline", { class: "ghost-line", points: points.map((each) => each.join(",")).join(" ") }));
    this.attempt([{ do: "bend", item: road.item, from: road.from, to: road.to, via }]);
  }

  async dropBend(road, via, stage) {
    await this.change({ do: "bend", item: road.item, from: road.from, to: road.to, via });
    this.road = this.view.facts.roads.find((each) => each.from === road.from && each.to === road.to) ?? null;
    stage.ghost(null);
    this.view.drawSide();
    this.view.draw();
  }

  endDrag(stage) {
    this.dragging = false;
    stage.ghost(null);
    this.view.takeVerdicts(null);
  }

  /** The ends and bends of streets. */
  streetPoints(stage) {
    const { streets } = this.view.facts;
    if (!streets || this.tool !== "move") return null;
    return streets.map((street) => street.points.map((at, index) => {
      const edit = (point) => ({ do: "street", street: street.name, tile: street.tile, point: index, at: point.map(round) });
      const mark = svg("circle", { class: "bend", cx: at[0], cy: at[1], r: stage.unit * 0.5, role: "button", tabindex: "-1", "data-name": `${street.tile ? `${street.tile} ` : ""}${street.name} ${index}`, "data-kind": "street", "data-drag": "", "aria-label": `${street.name}, point ${index + 1}` }, svg("title", {}, street.name));
      mark.pnpAt = at;
      mark.pnp = {
        move: (point) => {
          this.dragging = true;
          stage.ghost(svg("polyline", { class: "ghost-line", points: street.points.map((each, number) => (number === index ? point : each).join(",")).join(" ") }));
          this.attempt([edit(point)]);
        },
        drop: async (point) => { await this.change(edit(point)); stage.ghost(null); },
        cancel: () => this.endDrag(stage),
        key: this.stepper(at, (point) => this.change(edit(point))),
      };
      return mark;
    }));
  }

  cells() {
    const { view } = this;
    view.stage.marks.style.setProperty("--brush", view.facts.terrain_colours[this.terrain] ?? "var(--amber)");
    return view.facts.cells.map((cell, number) => {
      const mark = svg("polygon", { class: `cell${this.painted.has(cell.number) ? " painted" : ""}`, points: cell.corners.map((each) => each.join(",")).join(" "), role: "button", tabindex: number ? "-1" : "0", "data-name": cell.number, "data-kind": "cell", "data-drag": "", "aria-label": `${cell.id}, ${cell.terrain ?? "blank"}` }, svg("title", {}, `${cell.id}: ${cell.terrain ?? "blank"}`));
      mark.pnpAt = cell.at;
      const brush = (point) => { // all cells since the last event: a quick brush has few of them
        const [x, y] = this.brushed ?? cell.at;
        const steps = Math.max(1, Math.ceil(Math.hypot(point[0] - x, point[1] - y) / (view.facts.spacing || 5) * 3));
        for (let step = 1; step <= steps; step += 1) {
          const under = this.cellAt([x + ((point[0] - x) * step) / steps, y + ((point[1] - y) * step) / steps]);
          this.painted.add(under);
          view.stage.marks.querySelector(`[data-kind="cell"][data-name="${CSS.escape(under)}"]`)?.classList.add("painted");
        }
        this.brushed = point;
      };
      const write = () => {
        const cells = [...this.painted];
        this.painted.clear();
        this.brushed = null;
        return this.change({ do: "paint", cells, terrain: this.terrain }, cells.length === 1 ? "painted a cell" : `painted ${cells.length} cells`);
      };
      mark.pnp = {
        click: () => { this.painted.add(cell.number); return write(); },
        move: (point) => { this.painted.add(cell.number); brush(point); this.dragging = true; this.attempt([{ do: "paint", cells: [...this.painted], terrain: this.terrain }]); },
        drop: write,
        cancel: () => { this.painted.clear(); this.brushed = null; this.endDrag(view.stage); view.draw(); },
      };
      return mark;
    });
  }

  /** A click on the ground. */
  ground(point) {
    const { view } = this;
    if (view.mode !== "edit" || !this.canEdit) {
      if (view.chosen && view.mode !== "play") { view.chosen = null; view.say(""); view.draw(); }
      return;
    }
    if (this.tool === "place") this.addPlace(point);
    else if (view.chosen || this.road || this.labels.chosen) {
      view.chosen = this.road = this.labels.chosen = null;
      view.drawSide();
      view.draw();
    }
  }

  addPlace(point) {
    const name = el("input", { type: "text", required: true, maxlength: 60, autofocus: true });
    const dialog = el("dialog", { "aria-label": "A new place" }, el("form", { method: "dialog" },
      el("h2", {}, "A new place"),
      el("p", {}, el("label", {}, "Name ", name)),
      el("div", { class: "row" }, el("button", { class: "button strong", value: "add" }, "Add"), el("button", { class: "button", value: "", formnovalidate: true }, "Cancel"))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (dialog.returnValue === "add" && name.value.trim()) this.change({ do: "add-place", name: name.value.trim(), at: point.map(round) });
    });
    document.body.append(dialog);
    dialog.showModal();
  }
}

const HELP = {
  label: "Drag a label to where it is printed, or move it with Shift and an arrow key. Delete puts it back to where it covers least.",
  move: "Drag a place, a label, or a road to bend it. The verdicts follow while you drag; the file is written when you drop. Shift with an arrow key moves by a millimetre.",
  "street-map move": "Drag the round handles of streets, or what stands beside them. Shift with an arrow key moves by a millimetre.",
  "tile-map move": "Drag the round handles of streets, or what stands beside them, on any tile. Shift with an arrow key moves by a millimetre.",
  "grid-map move": "Drag a named place to another cell, or move it with Shift and an arrow key.",
  road: "Click a place, then another: a road joins them. Click a road with Move to change or remove it.",
  place: "Click where the new place is to be.",
  paint: "Choose a terrain and brush over cells.",
};

function round(value) {
  return Math.round(value * 10) / 10;
}

function nearestLeg(points, [x, y]) {
  let best = { far: Infinity, index: 0 };
  for (let index = 0; index + 1 < points.length; index += 1) {
    const [[ax, ay], [bx, by]] = [points[index], points[index + 1]];
    const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const share = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    const far = Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y);
    if (far < best.far) best = { far, index };
  }
  return best.index;
}

function select(options, value, listener) {
  const list = el("select", { onchange: listener }, options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)));
  list.value = value;
  return list;
}
