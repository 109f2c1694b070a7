// Labels of a map: each is dragged to where it is printed from then on, or put back to where the studio places it.

import { button, el, svg } from "./dom.js";

const AGAIN = 500; // milliseconds after which the labels are asked for again
const LEADER = 3; // millimetres between a place and its label from which a line joins them

export class MapLabels {
  constructor(editor) {
    this.edit = editor;
    this.view = editor.view;
    this.found = [];
    this.picture = null;
    this.moving = 0;
  }

  /** Reads where the labels of the shown picture are, if they are needed and not known yet. */
  async read() {
    const { view } = this;
    const { facts, mode, id } = view;
    if (mode !== "edit" || facts?.kind !== "area-map" || !this.edit.canEdit || this.picture === facts.picture) return;
    const { picture } = facts;
    this.picture = picture;
    const found = await view.studio.ask("map.labels", { map: id }).catch(() => null);
    if (found && !this.moving && !this.edit.busy && view.facts.picture === picture) {
      this.found = found.labels;
      view.draw();
    } else if (this.picture === picture) { // something is moved meanwhile
      this.picture = null;
      setTimeout(() => this.read(), AGAIN);
    }
  }

  isChosen(label) {
    return this.chosen?.place === label.place && this.chosen?.district === label.district;
  }

  forget() {
    this.found = [];
    this.picture = null;
  }

  /** The labels as marks: below the places, or above them. Those of regions are above, since a region has no symbol. */
  marks(stage, above) {
    if (!["move", "label"].includes(this.edit.tool) || this.view.facts.kind !== "area-map") return null;
    const large = ({ size: [wide, high] }) => wide * high; // letters along a curve have a large box, which is below others
    const regions = new Set((this.view.facts.regions ?? []).map((each) => each.id));
    const isAbove = ({ place }) => this.edit.tool === "label" || regions.has(place);
    return this.found.filter((label) => isAbove(label) === above).sort((one, other) => large(other) - large(one)).map((label) => this.mark(label, stage));
  }

  mark(label, stage) {
    const name = label.place ?? label.district;
    const [wide, high] = label.size;
    const mark = this.box(label.at, label.size, {
      class: `label-box${this.edit.tool === "label" ? " shown" : ""}${this.isChosen(label) ? " chosen" : ""}`, role: "button", tabindex: "-1",
      "data-name": label.place ? name : `the name of ${name}`, "data-kind": "label", "data-drag": "",
      "aria-label": `Label of ${name}: drag it, or move it with Shift and an arrow; Delete puts it back`,
    });
    mark.pnpAt = label.at;
    let from = null;
    const target = (point) => {
      from ??= stage.toMap(stage.from);
      return this.edit.onMap([label.at[0] + point[0] - from[0], label.at[1] + point[1] - from[1]]);
    };
    mark.pnp = {
      click: () => this.choose(label, mark, stage),
      move: (point) => {
        const at = target(point);
        this.edit.dragging = true;
        stage.ghost(svg("g", {}, this.leader(label, at), this.box(at, [wide, high], { class: "ghost" })));
        this.view.say(`label of ${name}: ${at[0]} × ${at[1]} mm`);
      },
      drop: async (point) => { await this.move(label, target(point)); stage.ghost(null); },
      cancel: () => { from = null; this.edit.endDrag(stage); },
      key: (event) => {
        if (event.key === "Delete") return this.move(label, null), true;
        return this.edit.stepper(label.at, (at) => this.move(label, at))(event);
      },
    };
    return mark;
  }

  box([x, y], [wide, high], attributes) {
    return svg("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, ...attributes });
  }

  /** A line from the place to its label, if it is far from it. */
  leader(label, [x, y]) {
    const at = label.place && this.view.at(label.place);
    const [wide, high] = label.size;
    const end = at && [Math.max(x - wide / 2, Math.min(at[0], x + wide / 2)), Math.max(y - high / 2, Math.min(at[1], y + high / 2))];
    if (!at || Math.hypot(end[0] - at[0], end[1] - at[1]) < LEADER) return null;
    return svg("polyline", { class: "ghost-line", points: [at, end].map((each) => each.join(",")).join(" ") });
  }

  choose(label, mark, stage) {
    this.chosen = label;
    this.edit.road = null;
    this.view.chosen = label.place ?? null;
    stage.focus(mark);
    this.view.drawSide();
    this.view.draw();
  }

  /** Writes where a label is printed; without a position it goes back to where it covers least. */
  async move(label, at) {
    const { place, district } = label;
    if (at) label.at = at; // the next key press goes on from there
    this.moving += 1;
    const name = place ?? district;
    const written = await this.edit.change({ do: "label", ...(place ? { place } : { district }), at }, at ? `label of ${name}: ${at[0]} × ${at[1]} mm` : `label of ${name}: placed by itself`);
    this.moving -= 1;
    if (!written) this.forget();
    this.read();
  }

  /** Beside the map: where the label of a place or the name of a district is written to be, and a way back. */
  side(written, label) {
    if (!written) return null;
    return el("div", { class: "row" },
      el("span", { class: "figure" }, `label at ${written[0]} × ${written[1]} mm`),
      button("Reset the label", () => this.move(label, null), { title: "Print it where it covers least" }));
  }

  ofDistrict() {
    const name = this.chosen?.district;
    const district = name && this.view.facts.districts.find((each) => each.id === name);
    return district ? el("section", { "aria-label": district.name }, el("h3", {}, district.name), this.side(district.label_at, { district: name, at: null })) : null;
  }
}
