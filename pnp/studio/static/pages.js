// Pages of paper in a scrolling column or side by side, with zoom, turning, and a list of chapters.

import { button, el, fill } from "./dom.js";

const ZOOMS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8];
/** Pixels of a millimetre at zoom 1: those of a screen of 96 dots per inch. */
const PIXELS = 96 / 25.4;

export class Pages {
  constructor(name) {
    this.name = name;
    this.zoom = Number(localStorage.getItem(`pnp-${name}-zoom`) ?? 2);
    this.nodes = [];
    this.body = el("div", { class: "scroll pages", tabindex: "0", "aria-label": "Pages" });
    this.position = el("span", { class: "figure position", role: "status" });
    this.body.addEventListener("scroll", () => this.where(), { passive: true });
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.scale(this.zoom + (event.deltaY < 0 ? 1 : -1));
    }, { passive: false });
    this.tools = el("span", { class: "group", role: "group", "aria-label": "Pages" },
      button("Previous page (Page up)", () => this.turn(-1), { sign: "left" }), this.position,
      button("Next page (Page down)", () => this.turn(1), { sign: "right" }),
      button("Zoom out (−)", () => this.scale(this.zoom - 1), { sign: "minus" }),
      button("Zoom in (+)", () => this.scale(this.zoom + 1), { sign: "plus" }),
      button("Fit", () => this.fit(), { title: "Fit a page into the window (0)" }));
  }

  /** Shows pages; those that look as before stay as they are. Returns whether there are any. */
  take(pages) {
    const before = this.nodes;
    this.nodes = pages.map((page, index) => {
      const known = before[index];
      if (known && known.page.src === page.src) return Object.assign(known, { page });
      const node = known ?? this.page();
      node.page = page;
      this.draw(node);
      return node;
    });
    for (const node of this.nodes) this.size(node);
    const wanted = this.nodes.map((each) => each.node);
    if (wanted.length !== this.body.childElementCount || wanted.some((each, index) => each !== this.body.children[index])) fill(this.body, wanted);
    this.where();
    return pages.length > 0;
  }

  page() {
    const image = el("img", { loading: "lazy", decoding: "async", draggable: "false" });
    const paper = el("span", { class: "paper" }, image);
    const label = el("figcaption", {});
    return { image, paper, label, node: el("figure", { class: "sheet" }, paper, label), page: null };
  }

  draw({ image, label, page }) {
    image.src = this.zoom >= 5 ? page.close : page.src;
    const text = [page.label === String(page.number) ? "" : page.label, page.side === "back" ? "back" : ""].filter(Boolean).join(" · ");
    image.alt = `Page ${page.number}${text ? `: ${text}` : ""}`;
    label.title = label.textContent = text ? `${page.number} · ${text}` : `Page ${page.number}`;
  }

  size({ node, paper, page }) {
    const scale = ZOOMS[this.zoom] * PIXELS;
    paper.style.width = `${page.width * scale}px`;
    paper.style.height = `${page.height * scale}px`;
    node.style.containIntrinsicSize = `${page.width * scale}px ${page.height * scale + 42}px`;
  }

  scale(zoom) {
    const middle = (this.body.scrollTop + this.body.clientHeight / 2) / Math.max(1, this.body.scrollHeight);
    this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, zoom));
    localStorage.setItem(`pnp-${this.name}-zoom`, this.zoom);
    for (const node of this.nodes) {
      this.size(node);
      this.draw(node);
    }
    this.body.scrollTop = middle * this.body.scrollHeight - this.body.clientHeight / 2;
  }

  fit() {
    const page = this.nodes[this.current()]?.page;
    if (!page) return;
    const room = Math.min((this.body.clientHeight - 60) / page.height, (this.body.clientWidth - 40) / page.width) / PIXELS;
    const at = this.current();
    this.scale(Math.max(0, ZOOMS.findLastIndex((each) => each <= room)));
    this.go(at);
  }

  current() {
    const top = this.body.getBoundingClientRect().top + 40;
    const index = this.nodes.findIndex(({ node }) => node.getBoundingClientRect().bottom > top);
    return Math.max(0, index);
  }

  go(index) {
    const node = this.nodes[Math.max(0, Math.min(this.nodes.length - 1, index))]?.node;
    if (node) this.body.scrollTop += node.getBoundingClientRect().top - this.body.getBoundingClientRect().top - 12;
  }

  turn(step) {
    const at = this.current();
    const top = this.nodes[at]?.node.getBoundingClientRect().top;
    let next = at + step;
    while (this.nodes[next] && Math.abs(this.nodes[next].node.getBoundingClientRect().top - top) < 4) next += step;
    this.go(next);
  }

  where() {
    this.position.textContent = this.nodes.length ? `${this.current() + 1} / ${this.nodes.length}` : "";
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      "+": () => this.scale(this.zoom + 1), "=": () => this.scale(this.zoom + 1), "-": () => this.scale(this.zoom - 1), 0: () => this.fit(),
      PageDown: () => this.turn(1), PageUp: () => this.turn(-1), Home: () => this.go(0), End: () => this.go(this.nodes.length - 1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
