// Maps: the drawn map with marks over it, requirements with live verdicts, and play with the setup.

import { button, choice, el, empty, fill, focusKey, icon, later, refill, refocus } from "./dom.js";
import { coverage } from "./findings.js";
import { Stage } from "./map_stage.js";
import { editing } from "./map_edit.js";

const STATE = { true: ["good", "holds"], false: ["bad", "is broken"], null: ["open", "is not decided"] };
const NOTED = ["open", "is broken, which its severity makes a note"];

export function mount(root, studio) {
  return new MapView(root, studio);
}

class MapView {
  constructor(root, studio) {
    this.root = root;
    this.studio = studio;
    this.facts = null;
    this.played = null;
    this.mode = "check";
    this.setup = { tiles: null, laid: [], from: null, to: null, for: "" };
    this.chosen = null;
    this.open = null;
    this.shownProof = null;
    this.before = new Map();
    this.note = el("div", { class: "map-note", role: "status", "aria-live": "polite" });
    this.stageBox = el("div", { class: "map-stage" });
    this.side = el("aside", { class: "map-side", "aria-label": "Requirements and tools" });
    this.bar = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Map" });
    fill(root, this.bar, el("div", { class: "map-body" }, this.stageBox, this.side));
    this.stage = new Stage(this.stageBox, this);
    this.stageBox.append(this.note, el("div", { class: "map-zoom" },
      button("Zoom out (−)", () => this.stage.zoomBy(0.8), { sign: "minus", quiet: true }),
      button("Fit (0)", () => this.stage.fit(), { quiet: true, title: "The whole map (0)" }),
      button("Zoom in (+)", () => this.stage.zoomBy(1.25), { sign: "plus", quiet: true })));
    this.edit = editing(this);
    root.addEventListener("keydown", (event) => this.key(event));
    studio.on("changed", () => this.reload());
    this.loadSoon = later(() => studio.before(this.load(this.id)), 0);
    this.loadLater = later(() => this.load(this.id, true), 500);
  }

  show(state) {
    if (state?.mode) this.mode = state.mode === "edit" && this.studio.hello.locked ? "check" : state.mode;
    if (!this.facts || (state?.map && state.map !== this.id)) this.load(state?.map ?? this.id ?? "");
    else this.stage.resize();
  }

  /** Reads a map; the note stays that says what a change of ours has done. */
  async load(id, keepsNote = false) {
    const said = this.note.textContent;
    if (!this.facts) fill(this.side, el("p", { class: "soft" }, "The map is being read and proved …"));
    const early = id ? this.studio.ask("map.facts", { map: id }).catch(() => null) : null; // not after the list has come
    const list = await this.studio.attempt("map.list");
    if (!list) return;
    if (!list.maps.length) {
      fill(this.root, empty("This pack has no map", "Add a document of the kind area-map, street-map, tile-map, grid-map or block-map and list it in pack.yaml.",
        el("p", {}, el("code", {}, "pnp new my-board --start board"), " makes a pack with a small one.")));
      this.facts = null;
      return;
    }
    this.maps = list.maps;
    const wanted = list.maps.some((each) => each.id === id) ? id : list.maps[0].id;
    const facts = (wanted === id && await early) || await this.studio.attempt("map.facts", { map: wanted });
    if (!facts) return;
    if (this.edit.busy) return this.loadLater(); // what is dragged is compared with the map as it was before
    const fresh = wanted !== this.id;
    if (fresh) {
      this.setup = { tiles: null, laid: [], from: null, to: null, for: "" };
      this.chosen = this.open = this.shownProof = null;
      this.edit.tool = ""; // the first of its kind
      this.edit.labels.forget();
      this.before = new Map();
    }
    this.id = wanted;
    this.take(facts);
    if (!this.shownProof && !keepsNote && this.note.textContent === said) this.say("");
    if (fresh) this.stage.fit();
    if (this.mode === "play") this.play();
  }

  reload() {
    if (this.edit.busy) this.loadLater(); // the answer to a change is on the way; hints take longer
    else if (this.facts || this.id !== undefined) this.loadSoon();
  }

  /** Shows facts of the map; requirements whose verdict is another than before are marked. */
  take(facts) {
    this.facts = facts;
    this.saved = null;
    this.places = new Map([...facts.places, ...facts.sites].map((each) => [each.id, each]));
    if (!this.setup.tiles && facts.tiles) this.setup.tiles = facts.tiles.slice(0, facts.rows * facts.columns).map((_, number) => [number, 0]);
    this.drawBar();
    this.drawSide();
    this.draw();
  }

  /** Remembers the verdicts before a change, so that those that change are marked. */
  remember() {
    if (!this.saved) {
      this.saved = this.facts;
      this.before = new Map(this.facts.requirements.map((each) => [each.number, each.holds]));
    }
  }

  /** Shows the verdicts of a map that is not saved; null shows those of the saved one again. */
  takeVerdicts(found) {
    const { requirements, findings } = found ?? this.saved ?? this.facts;
    this.facts = { ...this.facts, requirements, findings };
    if (!found) this.saved = null;
    this.drawSide();
  }

  /** The positions of places, which lie elsewhere when tiles are laid otherwise. */
  at(name) {
    return (this.mode === "play" && this.played?.at?.[name]) || this.places.get(name)?.at || null;
  }

  // The toolbar.

  drawBar() {
    const modes = [["check", "Requirements"], ["edit", "Edit"], ["play", "Play with the setup"]];
    refill(this.bar,
      this.maps.length > 1 ? choice("Map", this.maps.map((each) => [each.id, each.name]), this.id, (value) => this.load(value)) : el("h2", {}, this.facts.name),
      el("div", { class: "group", role: "group", "aria-label": "What to do" },
        modes.map(([id, label]) => button(label, () => this.setMode(id), { pressed: this.mode === id, disabled: id === "edit" && this.studio.hello.locked }))),
      el("span", { class: "space" }),
      this.facts.classes.length ? choice("For", [["", "everybody"], ...this.facts.classes], this.setup.for, (value) => this.setClass(value)) : null,
      el("span", { class: "soft" }, `${this.facts.places.filter((each) => !each.through).length} places, ${this.facts.links.length} ways`));
  }

  setMode(mode) {
    this.mode = mode;
    this.shownProof = null;
    this.chosen = null;
    this.say("");
    this.drawBar();
    this.drawSide();
    this.draw();
    if (mode === "play") this.play();
    else if (this.stage.picture.complete) this.edit.labels.read(); // they are placed while the picture is drawn
  }

  /** Shows the requirements of one movement class, and in play its ways; empty for all. */
  setClass(name) {
    this.setup.for = name;
    this.drawSide();
    if (this.mode === "play") this.play();
  }

  say(text) {
    this.note.textContent = text;
  }

  // Beside the map.

  drawSide() {
    const scroll = this.side.scrollTop;
    const focused = focusKey(this.side);
    const parts = this.mode === "play" ? this.playSide() : this.mode === "edit" ? [...this.edit.side(), this.requirements()] : [this.requirements(), this.findings()];
    fill(this.side, ...parts.filter(Boolean));
    refocus(this.side, focused);
    this.side.scrollTop = this.shownProof && this.mode === "play" ? 0 : scroll;
  }

  requirements(own = this.facts.requirements, title = "What must hold") {
    const broken = own.filter((each) => each.holds === false && each.severity !== "info").length;
    const told = own.filter((each) => each.total || each.holds !== null); // others are about several setups, not this one
    const tally = own.length ? `${told.filter((each) => each.holds).length} of ${told.length} hold` : "";
    if (!own.length) {
      return el("section", {}, el("h2", {}, title), el("p", { class: "soft" }, "This map has no requirements yet. List some under requirements: every change of the map is then checked against them, here and in every build."));
    }
    return el("section", { "aria-label": title },
      el("h2", {}, title, el("span", { class: "map-tally", role: "status", "aria-live": "polite" }, broken ? `${tally}, ${broken} broken` : tally)),
      this.ofClass(own));
  }

  /** Lists verdicts; those that are about other movement classes than the chosen one are folded. */
  ofClass(own) {
    const list = (shown) => (shown.length ? el("ul", { class: "verdicts" }, shown.map((each) => this.verdict(each))) : null);
    const { for: name } = this.setup;
    const [mine, others] = [true, false].map((wanted) => own.filter((each) => each.classes.includes(name) === wanted));
    if (!name) return list(own);
    const broken = others.filter((each) => each.holds === false && each.severity !== "info").length;
    return [list(mine) ?? el("p", { class: "soft" }, `No requirement is about '${name}' alone.`),
      others.length ? el("details", { open: this.showsOthers, ontoggle: (event) => { this.showsOthers = event.target.open; } },
        el("summary", {}, `${others.length} for others${broken ? `, ${broken} broken` : ""}`), list(others)) : null].filter(Boolean);
  }

  verdict(each) {
    const [kind, word] = each.holds === false && each.severity === "info" ? NOTED : STATE[each.holds];
    const changed = this.mode !== "play" && this.before.has(each.number) && this.before.get(each.number) !== each.holds;
    const isOpen = this.open === each.number;
    const own = this.facts.requirements[each.number] ?? each;
    const more = isOpen ? el("div", { class: "more" },
      el("span", {}, each.detail),
      own.hint && each.holds === false ? el("span", {}, "Fix: ", own.hint) : null,
      el("div", { class: "row" },
        own.witness ? button(own.holds === false ? "Show the counterexample" : "Show the example", () => this.showWitness(own.number)) : null,
        own.holds === true && own.bounded ? button("Closest to breaking", () => this.showWorst(own.number), { title: "The setup in which this comes closest to being broken, such as the longest ride" }) : null,
        own.hint && own.holds === false && this.edit.canApply(own.hint) ? button("Apply the fix", () => this.edit.applyHint(own), { class: "button strong" }) : null,
        button("Go to its line", () => this.studio.select(own), { quiet: true }))) : null;
    return el("li", { class: `verdict ${kind}${changed ? " new" : ""}${isOpen ? " chosen" : ""}` },
      el("button", { type: "button", "aria-expanded": String(isOpen), onclick: () => this.toggle(each) },
        el("span", { class: "sign", title: word }, icon(kind)),
        el("span", {}, each.name, (own.classes ?? []).flatMap((name) => [" ", el("span", { class: "class" }, name)]), " ", el("small", {}, `${each.total || each.holds !== null ? word : "is about several setups"}${changed ? " now" : ""} · ${coverage(each)}`))),
      more);
  }

  toggle(each) {
    this.open = this.open === each.number ? null : each.number;
    this.shownProof = null;
    const own = this.facts.requirements[each.number];
    if (this.open !== null && own?.holds === false && own.witness && this.mode !== "play") this.showWitness(each.number);
    else {
      this.drawSide();
      this.draw();
    }
  }

  findings() {
    const found = this.facts.findings;
    if (!found.length) return null;
    return el("section", {}, el("h2", {}, "Findings on this map", el("span", { class: "map-tally" }, String(found.length))),
      el("ul", { class: "verdicts" }, found.slice(0, 40).map((each) => el("li", { class: `verdict ${each.severity === "error" ? "bad" : "open"}` },
        el("button", { type: "button", onclick: () => this.studio.select(each) },
          el("span", { class: "sign", title: each.severity }, icon(each.severity === "error" ? "bad" : "open")),
          el("span", {}, each.message, el("small", {}, `${each.code}, line ${each.line}${each.hint ? ` · ${each.hint}` : ""}`)))))));
  }

  // Counterexamples and extremes.

  async showWitness(number) {
    const found = await this.studio.attempt("map.counterexample", { map: this.id, requirement: number });
    if (found) this.showProof(found, found.holds === false ? "Counterexample" : "Example");
  }

  async showWorst(number) {
    const found = await this.studio.attempt("map.worst", { map: this.id, requirement: number });
    if (found) this.showProof(found, found.bound ? `It would break with '${found.bound}'` : "Counterexample");
  }

  showProof(found, title) {
    this.shownProof = { ...found.witness, closed: found.closed, number: found.number, title, detail: found.detail };
    this.open = found.number;
    if (found.tiles || found.laid.length) {
      if (found.tiles) this.setup.tiles = found.tiles;
      this.setup.laid = found.laid;
      if (this.mode !== "play") {
        this.mode = "play";
        this.drawBar();
      }
      this.play();
    }
    this.drawSide();
    this.draw();
    this.say(`${title}: ${found.name}`);
  }

  /** Steps to the next broken requirement with a counterexample. */
  step(by) {
    const broken = this.facts.requirements.filter((each) => each.witness);
    if (!broken.length) return this.studio.toast("no requirement has a counterexample");
    const here = broken.findIndex((each) => each.number === this.shownProof?.number);
    return this.showWitness(broken[(here + by + broken.length) % broken.length].number);
  }

  // Play.

  async play() {
    if (this.playing) {
      this.again = true;
      return;
    }
    this.playing = true;
    do {
      this.again = false;
      const { tiles, laid, from, to } = this.setup;
      const asked = { map: this.id, tiles, laid, from, to, for: this.setup.for };
      try {
        const found = await this.studio.ask("map.play", asked);
        if (!this.again) this.takePlayed(found);
      } catch (error) {
        this.studio.toast(error.message, "bad");
        const before = this.played;
        if (before) this.setup = { ...this.setup, tiles: before.tiles.length ? before.tiles : this.setup.tiles, laid: before.laid };
        this.setup.from = this.setup.to = null;
      }
    } while (this.again);
    this.playing = false;
  }

  takePlayed(found) {
    this.played = found;
    if (this.mode !== "play") return;
    this.drawSide();
    this.draw();
    const { away, stuck } = found.cut_off;
    const said = found.illegal.length ? ["not a legal setup"] : [];
    if (away.length) said.push(`${away.length} cut off`);
    if (stuck.length) said.push(`${stuck.length} without a way back`);
    const broken = found.requirements.filter((each) => each.holds === false).length;
    if (broken) said.push(`${broken} requirement${broken === 1 ? "" : "s"} broken in this setup`);
    if (found.way) said.push(found.way.length === null ? `no way from ${this.setup.from} to ${this.setup.to}` : `${this.setup.from} to ${this.setup.to}: ${found.way.length}`);
    if (!this.shownProof) this.say(said.join(" · "));
  }

  playSide() {
    const setup = this.setup;
    const found = this.played;
    const options = [["", "none"], ...this.facts.places.filter((each) => !each.through).map((each) => [each.id, each.id]), ...this.facts.sites.map((each) => [each.id, each.id])];
    const tiles = this.facts.tiles ? el("section", {}, el("h2", {}, "Tiles"),
      el("p", { class: "soft" }, "Click a tile to turn it, drag it onto another to swap them. Keys: R turns, Shift with an arrow swaps."),
      this.spareTiles()) : null;
    const kinds = this.facts.closures.length ? el("section", {}, el("h2", {}, "Lay on the board"),
      el("div", { class: "row" }, this.facts.closures.map((each) => el("span", { class: "supply" },
        button(each.name, () => { this.laying = this.laying === each.name ? null : each.name; this.drawSide(); this.draw(); }, { pressed: this.laying === each.name }),
        el("span", { class: "figure" }, `${this.countLaid(each)}${each.most === null ? "" : ` / ${each.most}`}`)))),
      el("p", { class: "soft" }, this.laying ? "Click a marked spot; click again for the other direction, or to take it off." : "Choose a piece, then a spot."),
      setup.laid.length ? el("ul", { class: "laid-list" }, setup.laid.map(([at, option]) => el("li", {}, `${option}: ${at}`, button(`Take off ${option} at ${at}`, () => this.takeOff(at, option), { sign: "close", quiet: true })))) : null) : null;
    const around = el("section", {}, el("h2", {}, "Distances"),
      el("label", { class: "field" }, "From", pick(options, setup.from, (value) => { setup.from = value || null; this.play(); })),
      el("label", { class: "field" }, "To", pick(options, setup.to, (value) => { setup.to = value || null; this.play(); })),
      setup.from && found?.distances ? this.scale(found.distances) : el("p", { class: "soft" }, "Click a place for the distances from it; Shift-click another for a shortest way."));
    const result = found ? this.requirements(found.requirements, "In this setup") : null;
    return [
      this.shownProof ? el("section", { class: "map-proof", "aria-label": this.shownProof.title }, el("h2", {}, this.shownProof.title, button("Close", () => { this.shownProof = null; this.say(""); this.drawSide(); this.draw(); }, { sign: "close", quiet: true })), el("p", {}, this.shownProof.detail)) : null,
      el("section", {}, el("h2", {}, "Setup", el("span", { class: "row" },
        button("Previous counterexample", () => this.step(-1), { sign: "left", quiet: true }),
        button("Next counterexample", () => this.step(1), { sign: "right", quiet: true }),
        button("As printed", () => this.reset(), { title: "Take everything off and lay the tiles as printed" }))),
        el("ul", { class: "map-legend" },
          el("li", {}, el("i", { class: "cut" }), `cut off (${(found?.cut_off.away.length ?? 0) + (found?.cut_off.stuck.length ?? 0)})`),
          el("li", {}, el("i", { class: "choke" }), `choke point (${found?.choke_points.length ?? 0})`),
          el("li", {}, el("i", { class: "wrong" }), "counterexample"))),
      found?.illegal.length ? el("section", { class: "map-proof", "aria-label": "Not a legal setup" }, el("h2", {}, "Not a legal setup"), found.illegal.map((each) => el("p", {}, each))) : null,
      tiles, kinds, around, result];
  }

  spareTiles() {
    const spare = this.facts.tiles.map((name, number) => [name, number]).filter(([, number]) => !this.setup.tiles.some(([each]) => each === number));
    return el("ul", { class: "laid-list" }, this.setup.tiles.map(([number, turn], cell) => el("li", {}, `row ${Math.floor(cell / this.facts.columns) + 1}, column ${(cell % this.facts.columns) + 1}: ${this.facts.tiles[number]}${turn ? `, ${turn * 90}°` : ""}`,
      el("span", { class: "row" },
        spare.length ? choice("", [["", "swap for"], ...spare.map(([name, each]) => [String(each), name])], "", (value) => this.putTile(cell, Number(value)), { "aria-label": `Another tile in cell ${cell + 1}` }) : null,
        this.facts.quarters.length > 1 ? button(`Turn ${this.facts.tiles[number]}`, () => this.turnTile(cell), { sign: "redo", quiet: true }) : null))));
  }

  scale(distances) {
    const known = Object.values(distances).filter((each) => each !== null);
    const most = Math.max(0, ...known);
    const mean = known.length > 1 ? known.reduce((sum, each) => sum + each, 0) / (known.length - 1) : 0;
    const lost = Object.values(distances).length - known.length;
    return el("div", {}, el("div", { class: "map-scale" }, el("span", {}, "0"), el("b"), el("span", { class: "figure" }, String(most))),
      el("p", { class: "soft" }, `farthest ${most}, mean ${mean.toFixed(1)}${lost ? `, ${lost} out of reach` : ""}`));
  }

  reset() {
    Object.assign(this.setup, { tiles: this.facts.tiles ? this.facts.tiles.slice(0, this.facts.rows * this.facts.columns).map((_, number) => [number, 0]) : null, laid: [], from: null, to: null });
    this.shownProof = null;
    this.say("");
    this.play();
  }

  countLaid(kind) {
    const spots = new Map(kind.spots.map((each) => [each.at, each.options]));
    return this.setup.laid.filter(([at, option]) => spots.get(at)?.includes(option)).length;
  }

  lay(kind, spot) {
    const here = this.setup.laid.findIndex(([at, option]) => at === spot.at && spot.options.includes(option));
    const laid = this.setup.laid.map((each) => [...each]);
    if (here < 0) laid.push([spot.at, spot.options[0]]);
    else {
      const next = spot.options[spot.options.indexOf(laid[here][1]) + 1];
      if (next) laid[here][1] = next;
      else laid.splice(here, 1);
    }
    this.setup.laid = laid;
    this.shownProof = null;
    this.play();
  }

  takeOff(at, option) {
    this.setup.laid = this.setup.laid.filter((each) => each[0] !== at || each[1] !== option);
    this.shownProof = null;
    this.play();
  }

  turnTile(cell) {
    const tiles = this.setup.tiles.map((each) => [...each]);
    const turns = this.facts.quarters;
    tiles[cell][1] = turns[(turns.indexOf(tiles[cell][1]) + 1) % turns.length];
    this.setTiles(tiles);
  }

  swapTiles(one, other) {
    const tiles = this.setup.tiles.map((each) => [...each]);
    [tiles[one], tiles[other]] = [tiles[other], tiles[one]];
    this.setTiles(tiles);
  }

  putTile(cell, number) {
    const tiles = this.setup.tiles.map((each) => [...each]);
    tiles[cell] = [number, 0];
    this.setTiles(tiles);
  }

  setTiles(tiles) {
    this.setup.tiles = tiles;
    this.shownProof = null;
    this.play();
  }

  // Places.

  choose(name, event) {
    this.chosen = name;
    if (this.mode === "play") {
      if (event?.shiftKey && this.setup.from) this.setup.to = name;
      else if (this.setup.from === name) this.setup.from = this.setup.to = null;
      else this.setup.from = name;
      this.shownProof = null;
      this.play();
    } else {
      this.drawSide();
      this.draw();
      if (this.mode === "check") this.inspect(name);
    }
  }

  inspect(name) {
    const place = this.places.get(name);
    const near = this.facts.links.filter(([one, other]) => one === name || other === name).map(([one, other]) => (one === name ? other : one));
    this.say(`${name}${place.in ? `, in ${place.in}` : ""}${place.tags.length ? `, tagged ${place.tags.join(", ")}` : ""}${near.length ? ` · next to ${[...new Set(near)].join(", ")}` : ""}`);
  }

  key(event) {
    if (event.defaultPrevented || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey) return;
    const does = { "+": () => this.stage.zoomBy(1.25), "=": () => this.stage.zoomBy(1.25), "-": () => this.stage.zoomBy(0.8), 0: () => this.stage.fit(), n: () => this.step(1), p: () => this.step(-1) }[event.key];
    if (does) {
      event.preventDefault();
      does();
    }
  }

  draw() {
    if (this.facts) this.stage.draw();
  }
}

function pick(options, value, listener) {
  const list = el("select", { onchange: (event) => listener(event.target.value) }, options.map(([key, text]) => el("option", { value: key, selected: key === (value ?? "") }, text)));
  list.value = value ?? "";
  return list;
}
