// Every face of the pack in a grid: filters, overlays, ways of seeing, and the inspector of one face.

import { button, choice, el, empty, fill, icon, later, svg } from "./dom.js";
import { waiting } from "./progress.js";

const ZOOMS = [0.8, 1.2, 1.8, 2.4, 3.2, 4.5, 6, 9, 13];
/** Longest side of a face in pixels at the third zoom; larger things, such as boards, are shown smaller. */
const LARGEST = 420;
/** Width in pixels below which a caption is broken into two lines. */
const NARROW = 130;
/** Pixels around the window in which pictures are fetched. */
const NEAR = 600;
/** Milliseconds without a scroll event after which the grid rests. */
const RESTS = 120;
/** Pictures that are fetched at once while the grid rests; while it scrolls, one a frame: each is parsed in that frame. */
const AT_ONCE = 8;
/** Faces that are fetched before the browser has laid out the grid. */
const FIRST = 12;

const WAYS = [
  ["", "as printed"],
  ["grey", "in grey"],
  ["red", "red-blind"],
  ["green", "green-blind"],
  ["blue", "blue-blind"],
];

const OVERLAYS = [
  ["bleed", "Bleed"],
  ["cut", "Cut line"],
  ["safe", "Safe zone"],
  ["layers", "Layers"],
];

export function mount(root, studio) {
  const grid = new Grid(root, studio);
  grid.follow();
  studio.on("changed", () => grid.follow());
  studio.on("look", () => grid.refresh());
  studio.on("report", () => grid.refreshFindings());
  studio.on("inspector", () => grid.unselect());
  return { show: (state) => grid.show(state) };
}

class Grid {
  constructor(root, studio) {
    this.studio = studio;
    this.zoom = Number(localStorage.getItem("pnp-zoom") ?? 3);
    this.faces = new Map();
    this.sections = new Map();
    this.findings = { faces: {}, components: {}, findings: [] };
    this.selected = null;
    this.changed = new Set();
    this.filters = { text: "", component: "", only: "", side: "" };
    this.overlays = new Set(JSON.parse(localStorage.getItem("pnp-overlays") ?? "[]"));
    this.body = el("div", { class: "scroll faces", tabindex: "0", "aria-label": "Faces" });
    this.count = el("span", { class: "soft", role: "status" });
    fill(root, this.toolbar(), this.body);
    fill(this.body, waiting(studio, "drawing"));
    root.append(filters());
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.sighted = new Set();
    this.seen = new IntersectionObserver((entries) => this.inSight(entries), { root: this.body, rootMargin: `${NEAR}px` });
    this.lacking = new Set();
    this.fetching = new Set();
    this.scrolled = 0;
    this.body.addEventListener("scroll", () => { this.scrolled = performance.now(); }, { passive: true });
    this.refresh = later(() => this.load(), 0);
    this.refilter = later(() => this.filter(), 80);
  }

  toolbar() {
    this.components = choice("Component", [["", "all"]], "", (value) => this.set("component", value));
    const marks = OVERLAYS.map(([id, label]) => {
      const pressed = this.overlays.has(id);
      const toggle = button(label, () => {
        if (!this.overlays.delete(id)) this.overlays.add(id);
        toggle.setAttribute("aria-pressed", String(this.overlays.has(id)));
        localStorage.setItem("pnp-overlays", JSON.stringify([...this.overlays]));
        this.lay();
        this.fetchLacking();
      }, { pressed });
      return toggle;
    });
    return el("div", { class: "toolbar", role: "toolbar", "aria-label": "Faces" },
      el("input", { type: "search", placeholder: "Filter by text  /", "aria-label": "Filter by text", oninput: (event) => this.set("text", event.target.value) }),
      this.components,
      choice("Only", [["", "all"], ["findings", "with findings"], ["changed", "changed"]], "", (value) => this.set("only", value)),
      choice("Sides", [["", "both"], ["front", "fronts"], ["back", "backs"]], "", (value) => this.set("side", value)),
      el("span", { class: "group", role: "group", "aria-label": "Show on faces" }, marks),
      choice("See", WAYS, "", (value) => { this.body.dataset.way = value; }),
      el("span", { class: "space" }),
      el("span", { class: "group end", role: "group", "aria-label": "Zoom" }, this.count,
        button("Zoom out (−)", () => this.scale(this.zoom - 1), { sign: "minus" }),
        button("Zoom in (+)", () => this.scale(this.zoom + 1), { sign: "plus" })));
  }

  set(name, value) {
    this.filters[name] = value;
    this.refilter();
  }

  // What the studio says.

  /** Shows the components that were saved before all others are drawn. */
  follow() {
    const shown = this.showFirst();
    this.studio.before(shown);
    return shown;
  }

  async showFirst() {
    const data = await this.studio.attempt("faces.list", { ...this.studio.look, first: true, known: this.faces.size > 0 });
    if (!data) return this.fail();
    if (!data.partial) return this.arrive(data);
    if (this.faces.size) await seen(this.takeSome(data));
    else {
      this.take(data, true);
      await seen([...this.faces.values()].slice(0, FIRST));
    }
    return this.load();
  }

  /** Shows the faces of some components, and returns those that changed. Those that look as before come as an id and an address. */
  takeSome(data) {
    const changed = [];
    const nodes = new Map(data.components.map((each) => [each.id, []]));
    const ids = new Set(data.faces.map((each) => each.id));
    const gone = [...this.faces.values()].filter(({ data: { id, component } }) => nodes.has(component) && !ids.has(id));
    const nameless = new Map(gone.map((each) => [spot(each.data), each]));
    const safe = Object.fromEntries(data.components.map((each) => [each.id, each.safe]));
    let isNew = false; // whether an earlier face is back under an id that this page does not show
    for (const face of data.faces) {
      let shown = this.faces.get(face.id) ?? this.renamed(nameless.get(spot(face)), face.id);
      if (!shown && face.component) this.faces.set(face.id, shown = this.face(face));
      isNew ||= !shown;
      if (!shown) continue; // it comes with all others
      if (shown.data.src !== face.src) {
        this.changed.add(face.id);
        this.update(shown, { ...shown.data, ...face, safe: safe[shown.data.component ?? face.component] });
        changed.push(shown);
      }
      nodes.get(shown.data.component).push(shown.node);
    }
    if (isNew) return changed; // its element may be that of a face that is gone now
    for (const { data: { id }, node } of gone) {
      if (!ids.has(id) && this.faces.delete(id)) this.seen.unobserve(node);
    }
    for (const component of data.components) if (this.sections.has(component.id)) this.section(component, nodes.get(component.id));
    this.filter();
    return changed;
  }

  /** Gives a face the id of another name; its row is called otherwise now. */
  renamed(shown, id) {
    if (!shown) return undefined;
    const old = shown.data.id;
    this.faces = new Map([...this.faces].map(([key, each]) => [each === shown ? id : key, each]));
    shown.node.dataset.face = id;
    if (this.selected === old) this.selected = id;
    for (const each of [this.sighted, this.lacking]) if (each.delete(old)) each.add(id);
    return shown;
  }

  async load() {
    const data = await this.studio.attempt("faces.list", this.studio.look);
    if (data) this.arrive(data);
    else this.fail();
  }

  /** Shows that the faces could not be drawn, if there are none yet; a message says why. */
  fail() {
    if (!this.faces.size) fill(this.body, empty("No faces yet", "They could not be drawn. Save a file of the pack, or load the page again, to try once more."));
  }

  arrive(data) {
    const first = this.faces.size === 0;
    this.take(data, first);
    this.filter();
    if (this.selected && this.faces.has(this.selected)) this.inspect(this.selected);
  }

  take(data, first) {
    const list = this.components.querySelector("select");
    fill(list, el("option", { value: "" }, "all"), data.components.map((each) => el("option", { value: each.id }, each.name)));
    list.value = data.components.some((each) => each.id === this.filters.component) ? this.filters.component : "";
    this.filters.component = list.value;
    const before = this.faces;
    this.faces = new Map();
    const bySection = new Map(data.components.map((each) => [each.id, []]));
    const safe = Object.fromEntries(data.components.map((each) => [each.id, each.safe]));
    const ids = new Set(data.faces.map((each) => each.id));
    const nameless = new Map([...before.values()].filter((each) => !ids.has(each.data.id)).map((each) => [spot(each.data), each]));
    for (const face of data.faces) {
      const known = before.get(face.id) ?? this.renamed(nameless.get(spot(face)), face.id);
      const shown = known ?? this.face(face);
      if (known && known.data.digest !== face.digest) this.changed.add(face.id);
      else if (!known && !first) this.changed.add(face.id);
      this.update(shown, { ...face, safe: safe[face.component] });
      this.faces.set(face.id, shown);
      bySection.get(face.component).push(shown.node);
    }
    const kept = new Set(this.faces.values());
    for (const shown of before.values()) if (!kept.has(shown)) this.seen.unobserve(shown.node);
    const sections = data.components.map((component) => this.section(component, bySection.get(component.id)));
    if (!data.faces.length) {
      fill(this.body, empty("No faces yet",
        "A face is drawn from a component: its rows, and a template that says where each field is.",
        data.errors.length ? data.errors[0].message : "Add a component to the pack, or look at Findings: an error may hide it."));
    } else if (sections.length !== this.body.childElementCount || sections.some((each, index) => this.body.children[index] !== each)) {
      fill(this.body, sections);
    }
  }

  section(component, nodes) {
    const known = this.sections.get(component.id);
    const kept = known ?? el("section", { class: "component", "aria-label": component.name }, el("header"), el("div", { class: "row" }));
    this.sections.set(component.id, kept);
    const pieces = `${component.count} ${component.count === 1 ? "piece" : "pieces"}`;
    fill(kept.firstChild, el("h2", {}, component.name), el("span", { class: "soft" }, [component.kind, pieces, component.stock].filter(Boolean).join(" · ")));
    const row = kept.lastChild;
    if (nodes.length !== row.childElementCount || nodes.some((each, index) => row.children[index] !== each)) row.replaceChildren(...nodes);
    return kept;
  }

  face(data) {
    const image = el("img", { alt: "", decoding: "async", draggable: "false" });
    const art = el("span", { class: "art" }, image);
    const caption = el("span", { class: "caption" });
    const node = el("button", { type: "button", class: "face", "data-face": data.id, tabindex: "-1" }, art, caption);
    node.addEventListener("click", (event) => this.click(node.dataset.face, event));
    this.seen.observe(node);
    return { node, image, art, caption, overlay: null, layers: null, layer: null, data: {} };
  }

  update(shown, data) {
    const { node, image, caption } = shown;
    const changed = shown.data.src !== data.src;
    const resized = ["width", "height", "bleed"].some((key) => shown.data[key] !== data[key]);
    const named = shown.data.label !== data.label || shown.data.copies !== data.copies || shown.data.side !== data.side;
    const first = !shown.data.src;
    shown.data = data;
    if (changed) {
      shown.layers = null;
      if (this.sighted.has(data.id) || this.faces.size < FIRST) image.src = data.src;
      else { // it is fetched when it is near
        image.removeAttribute("src");
        this.fetching.delete(image);
      }
      if (!first) {
        node.classList.remove("fresh");
        requestAnimationFrame(() => node.classList.add("fresh"));
      }
    }
    if (named) {
      const name = [data.label || data.component, data.side === "back" ? "back" : "", data.copies > 1 ? `×${data.copies}` : ""].filter(Boolean).join(" · ");
      caption.textContent = name;
      caption.title = name;
      node.setAttribute("aria-label", `${name}, ${data.component}`);
    }
    if (resized || changed) this.place(shown);
  }

  // Sizes and overlays.

  scale(zoom) {
    const anchor = this.selected ? this.faces.get(this.selected)?.node : null;
    this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, zoom));
    localStorage.setItem("pnp-zoom", this.zoom);
    const middle = (this.body.scrollTop + this.body.clientHeight / 2) / Math.max(1, this.body.scrollHeight);
    for (const shown of this.faces.values()) this.place(shown);
    if (anchor && !anchor.hidden) anchor.scrollIntoView({ block: "center" });
    else this.body.scrollTop = middle * this.body.scrollHeight - this.body.clientHeight / 2;
  }

  lay() {
    for (const shown of this.faces.values()) this.place(shown);
  }

  /** Returns pixels for a millimetre of a face: a board would fill the window at the scale of cards. */
  pixels(data) {
    const zoom = ZOOMS[this.zoom];
    const longest = Math.max(data.width, data.height);
    return Math.min(zoom, (LARGEST / longest) * (zoom / ZOOMS[2]));
  }

  place(shown) {
    const { data, art, image, node } = shown;
    const scale = this.pixels(data);
    const bleed = this.overlays.has("bleed") ? data.bleed : 0;
    const [width, height] = [data.width + 2 * bleed, data.height + 2 * bleed].map((each) => Math.max(4, each * scale));
    art.style.width = `${width}px`;
    art.style.height = `${height}px`;
    const isNarrow = width < NARROW; // its caption has two lines
    node.classList.toggle("narrow", isNarrow);
    node.style.width = `${Math.max(width, isNarrow ? 84 : 0) + 10}px`;  // the frame of a selected face is within its padding
    node.style.height = `${height + (isNarrow ? 48 : 32)}px`;  // known, so that a face that comes in sight moves no other
    const hidden = (data.bleed - bleed) * scale;
    image.style.width = `${(data.width + 2 * data.bleed) * scale}px`;
    image.style.height = `${(data.height + 2 * data.bleed) * scale}px`;
    image.style.left = image.style.top = `${-hidden}px`;
    this.mark(shown, bleed, scale);
  }

  mark(shown, bleed, scale) {
    const { data, art, layer, layers } = shown;
    shown.overlay?.remove();
    shown.overlay = null;
    const marks = [];
    const line = (kind, shape, attributes) => marks.push(svg(shape, { class: `mark-${kind}`, ...attributes }));
    if (this.overlays.has("bleed") && data.bleed) {
      line("bleed", "path", { d: `M${-bleed} ${-bleed}h${data.width + 2 * bleed}v${data.height + 2 * bleed}h${-(data.width + 2 * bleed)}zM0 0v${data.height}h${data.width}v${-data.height}z`, "fill-rule": "evenodd" });
    }
    if (this.overlays.has("cut")) line("cut", "path", { d: data.outline });
    if (this.overlays.has("safe") && data.safe) {
      line("safe", "rect", { x: data.safe, y: data.safe, width: Math.max(0, data.width - 2 * data.safe), height: Math.max(0, data.height - 2 * data.safe) });
    }
    if (this.overlays.has("layers") && layers) {
      for (const each of layers) line("layer", "rect", box(each.box));
    }
    if (layer) line("chosen", "rect", box(layer.box));
    if (!marks.length) return;
    shown.overlay = svg("svg", {
      class: "marks", viewBox: `${-bleed} ${-bleed} ${data.width + 2 * bleed} ${data.height + 2 * bleed}`, preserveAspectRatio: "none", "aria-hidden": "true",
    }, marks);
    shown.overlay.style.setProperty("--px", `${1 / scale}`);
    art.append(shown.overlay);
  }

  async inSight(entries) {
    for (const each of entries) {
      const id = each.target.dataset.face;
      if (each.isIntersecting) {
        this.sighted.add(id);
        if (this.faces.get(id)?.image.hasAttribute("src") === false) this.lacking.add(id);
      } else {
        this.sighted.delete(id);
        this.lacking.delete(id);
      }
    }
    this.fetchPictures();
    await this.fetchLacking();
  }

  /** Fetches pictures of near faces, those in the window first. Few at once: a browser parses them between two frames. */
  fetchPictures() {
    if (this.waits || !this.lacking.size) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      const most = performance.now() - this.scrolled < RESTS ? 1 : AT_ONCE;
      const { top, bottom } = this.body.getBoundingClientRect();
      const off = (id) => {
        const frame = this.faces.get(id)?.node.getBoundingClientRect();
        return frame ? Math.max(0, frame.top - bottom, top - frame.bottom) : Infinity;
      };
      const near = [...this.lacking].map((id) => [off(id), id]).sort(([one], [other]) => one - other);
      for (const [, id] of near.slice(0, Math.max(0, most - this.fetching.size))) this.fetchPicture(id);
      this.fetchPictures();
    });
  }

  fetchPicture(id) {
    this.lacking.delete(id);
    const shown = this.faces.get(id);
    if (!shown || shown.image.hasAttribute("src")) return;
    this.fetching.add(shown.image);
    for (const end of ["load", "error"]) shown.image.addEventListener(end, () => this.fetching.delete(shown.image), { once: true });
    shown.image.src = shown.data.src;
  }

  /** Fetches the boxes of the layers of the faces in sight. */
  async fetchLacking() {
    if (!this.overlays.has("layers")) return;
    for (const id of [...this.sighted]) if (this.faces.has(id) && !this.faces.get(id).layers) await this.fetchLayers(id);
  }

  async fetchLayers(id) {
    const found = await this.studio.ask("faces.one", { ...this.studio.look, face: id }).catch(() => null);
    const shown = this.faces.get(id);
    if (!found || !shown) return null;
    shown.layers = found.layers;
    this.place(shown);
    return found;
  }

  // Filters.

  async refreshFindings() {
    const found = await this.studio.ask("faces.findings", this.studio.look).catch(() => null);
    if (!found) return;
    this.findings = found;
    for (const [id, shown] of this.faces) {
      const severities = (found.faces[id] ?? []).map((index) => found.findings[index].severity);
      shown.node.dataset.found = severities.includes("error") ? "error" : severities.includes("warning") ? "warning" : "";
    }
    this.filter();
    if (this.selected) this.inspect(this.selected);
  }

  filter() {
    const { text, component, only, side } = this.filters;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let shownCount = 0;
    for (const [id, { node, data }] of this.faces) {
      const about = `${data.row} ${data.component} ${data.text}`.toLowerCase();
      const fits = (!component || data.component === component) && (!side || data.side === side)
        && (only !== "findings" || Boolean(node.dataset.found)) && (only !== "changed" || this.changed.has(id))
        && words.every((word) => about.includes(word));
      if (node.hidden === fits) node.hidden = !fits;
      shownCount += fits ? 1 : 0;
    }
    for (const section of this.sections.values()) {
      section.hidden = ![...section.lastChild.children].some((each) => !each.hidden);
    }
    const all = this.faces.size;
    this.count.textContent = shownCount === all ? `${all} faces` : `${shownCount} of ${all} faces`;
    this.body.dataset.none = String(all > 0 && !shownCount);
    const focus = this.visible().find((each) => each.dataset.face === this.selected) ?? this.visible()[0];
    for (const { node } of this.faces.values()) node.tabIndex = node === focus ? 0 : -1;
  }

  visible() {
    return [...this.body.querySelectorAll(".component:not([hidden]) .face:not([hidden])")];
  }

  // Selection.

  async click(id, event) {
    const shown = this.faces.get(id);
    const frame = shown.art.getBoundingClientRect();
    const bleed = this.overlays.has("bleed") ? shown.data.bleed : 0;
    const at = event.detail === 0 ? null : [event.clientX - frame.left, event.clientY - frame.top].map((each) => each / this.pixels(shown.data) - bleed);
    const again = this.selected === id;
    const before = again ? shown.layer : null;
    this.choose(id);
    const found = await this.inspect(id, false);
    if (!found || !at) return;
    const under = found.layers.filter(({ box: [left, top, right, bottom] }) => left <= at[0] && at[0] <= right && top <= at[1] && at[1] <= bottom).reverse();
    const index = before ? under.findIndex((each) => same(each, before)) : -1;
    this.pick(id, under[(index + 1) % Math.max(1, under.length)] ?? null, found);
  }

  choose(id) {
    if (this.selected && this.selected !== id) {
      const old = this.faces.get(this.selected);
      if (old) {
        old.layer = null;
        old.node.classList.remove("selected");
        this.place(old);
      }
    }
    this.selected = id;
    const { node } = this.faces.get(id);
    node.classList.add("selected");
    for (const each of this.faces.values()) each.node.tabIndex = each.node === node ? 0 : -1;
    node.scrollIntoView({ block: "nearest" });
  }

  unselect() {
    const old = this.selected && this.faces.get(this.selected);
    if (!old || !document.getElementById("inspector").hidden) return;
    old.layer = null;
    old.node.classList.remove("selected");
    this.place(old);
    this.selected = null;
  }

  pick(id, layer, found) {
    const shown = this.faces.get(id);
    shown.layer = layer;
    this.place(shown);
    this.draw(found, layer);
    if (layer) this.studio.select({ ...layer.at, row: layer.row, layer: layer.layer, quiet: true });
  }

  async inspect(id) {
    const found = await this.fetchLayers(id);
    if (!found || this.selected !== id) return null;
    const shown = this.faces.get(id);
    if (shown.layer) {
      shown.layer = found.layers.find((each) => each.layer === shown.layer.layer && each.row === shown.layer.row) ?? null;
      this.place(shown);
    }
    this.draw(found, shown.layer);
    return found;
  }

  draw(found, layer) {
    const jump = (place, label) => el("span", { class: "jumps" },
      el("a", { href: "#", onclick: (event) => { event.preventDefault(); this.studio.select(place); } }, label ?? `${place.file.split("/").pop()}:${place.line}`),
      button(`Open line ${place.line} in your editor`, () => this.studio.openInEditor(place), { sign: "edit", quiet: true }));
    const about = this.findings.faces[found.id] ?? [];
    const size = `${round(found.width)} × ${round(found.height)} mm`;
    this.studio.inspect(this.faces.get(found.id)?.data.label || found.component,
      el("p", { class: "soft" }, [found.component, found.side, size, found.bleed ? `bleed ${round(found.bleed)} mm` : "", found.copies > 1 ? `${found.copies} copies` : ""].filter(Boolean).join(" · ")),
      about.length ? el("section", {}, el("h3", {}, "Findings"), el("ul", { class: "finds" }, about.map((index) => {
        const each = this.findings.findings[index];
        return el("li", { class: each.severity }, el("span", {}, each.message), each.hint ? el("em", {}, each.hint) : null, jump(each));
      }))) : null,
      layer ? el("section", { class: "chosen-layer" }, el("h3", {}, "Selected layer"),
        el("p", {}, el("strong", {}, layer.layer || "layer"), layer.role ? ` · ${layer.role} ${round(layer.size)} pt` : ""),
        layer.text ? el("blockquote", {}, layer.text) : null,
        el("dl", { class: "facts" },
          layer.content ? [el("dt", {}, "Text"), el("dd", {}, jump(layer.content))] : null,
          el("dt", {}, "Layer"), el("dd", {}, jump(layer.at)),
          el("dt", {}, "Box"), el("dd", { class: "figure" }, `${round(layer.box[0])}, ${round(layer.box[1])} · ${round(layer.box[2] - layer.box[0])} × ${round(layer.box[3] - layer.box[1])} mm`))) : null,
      found.fields.length ? el("section", {}, el("h3", {}, "Row"), el("table", { class: "fields" }, el("tbody", {},
        found.fields.map((each) => el("tr", {}, el("th", { scope: "row" }, each.name), el("td", {}, valueOf(each.value), each.origin ? el("span", { class: "origin" }, each.origin) : null), el("td", {},
          button(each.origin ? `Go to where '${each.name}' comes from` : `Go to '${each.name}' in the source`, () => this.studio.select(each.at), { sign: "source", quiet: true }))))))) : null,
      el("section", {}, el("h3", {}, "Written in"), el("dl", { class: "facts" },
        found.at ? [el("dt", {}, "Row"), el("dd", {}, jump(found.at))] : null,
        found.document ? [el("dt", {}, "Component"), el("dd", {}, jump(found.document))] : null)),
      el("section", {}, el("h3", {}, "Layers"), el("ol", { class: "layers" }, [...found.layers].reverse().map((each) =>
        el("li", {}, button(each.layer || "layer", () => this.pick(found.id, each, found), { quiet: true, pressed: Boolean(layer && same(each, layer)) }))))));
  }

  key(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: "down", ArrowUp: "up", Home: "first", End: "last" };
    if (event.key === "+" || event.key === "=") return this.scale(this.zoom + 1);
    if (event.key === "-") return this.scale(this.zoom - 1);
    if (event.key === "0") return this.scale(3);
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.preventDefault();
    const all = this.visible();
    const index = all.indexOf(document.activeElement);
    const next = all[this.target(all, index, step)];
    if (!next) return undefined;
    next.focus();
    if (!document.getElementById("inspector").hidden) {
      this.choose(next.dataset.face);
      this.inspect(next.dataset.face);
    } else {
      for (const each of all) each.tabIndex = each === next ? 0 : -1;
    }
    return undefined;
  }

  target(all, index, step) {
    if (index < 0 || step === "first") return 0;
    if (step === "last") return all.length - 1;
    if (typeof step === "number") return Math.max(0, Math.min(all.length - 1, index + step));
    const from = all[index].getBoundingClientRect();
    const middle = from.left + from.width / 2;
    const rows = all.map((node, at) => [node.getBoundingClientRect(), at])
      .filter(([frame]) => (step === "down" ? frame.top >= from.bottom - 4 : frame.bottom <= from.top + 4));
    if (!rows.length) return index;
    const edge = step === "down" ? Math.min(...rows.map(([frame]) => frame.top)) : Math.max(...rows.map(([frame]) => frame.bottom));
    const near = rows.filter(([frame]) => Math.abs((step === "down" ? frame.top : frame.bottom) - edge) < 8);
    return near.reduce((best, each) => (Math.abs(each[0].left + each[0].width / 2 - middle) < Math.abs(best[0].left + best[0].width / 2 - middle) ? each : best))[1];
  }

  show(state) {
    if (!state.face) return;
    if (this.faces.has(state.face)) {
      this.choose(state.face);
      this.inspect(state.face);
    } else if (!this.faces.size) {
      setTimeout(() => this.show(state), 200);
    }
  }
}

/** Returns where a face is in its component. */
function spot(data) {
  return `${data.component} ${data.number} ${data.side}`;
}

/** Waits for the pictures of faces, but not for long: those out of sight are not fetched. */
function seen(faces) {
  const loaded = faces.map(({ image }) => new Promise((done) => {
    if (image.complete) done();
    else image.addEventListener("load", done, { once: true });
  }));
  return Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, 250))]);
}

function box([left, top, right, bottom]) {
  return { x: left, y: top, width: Math.max(0.01, right - left), height: Math.max(0.01, bottom - top) };
}

function same(one, other) {
  return one.layer === other.layer && one.row === other.row && one.box.join() === other.box.join();
}

function round(number) {
  return Math.round(number * 100) / 100;
}

function valueOf(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  return Array.isArray(value) ? value.map(valueOf).join(", ") : String(value ?? "");
}

/** Returns the ways of seeing as filters, in linear light: grey by luminance, and the three kinds of colour blindness. */
function filters() {
  const matrices = {
    red: "0.152286 1.052583 -0.204868 0 0 0.114503 0.786281 0.099216 0 0 -0.003882 -0.048116 1.051998 0 0 0 0 0 1 0",
    green: "0.367322 0.860646 -0.227968 0 0 0.280085 0.672501 0.047413 0 0 -0.011820 0.042940 0.968881 0 0 0 0 0 1 0",
    blue: "1.255528 -0.076749 -0.178779 0 0 -0.078411 0.930809 0.147602 0 0 0.004733 0.691367 0.303900 0 0 0 0 0 1 0",
    grey: "0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0 0 0 1 0",
  };
  return svg("svg", { class: "ways", width: 0, height: 0, "aria-hidden": "true" }, Object.entries(matrices).map(([name, values]) =>
    svg("filter", { id: `way-${name}`, "color-interpolation-filters": "linearRGB" }, svg("feColorMatrix", { type: "matrix", values }))));
}
