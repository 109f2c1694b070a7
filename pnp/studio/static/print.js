// Build what is chosen into the output folder, with progress, and download it.

import { button, disable, el, empty, fill, icon } from "./dom.js";
import { choices, chosen } from "./sheets.js";

const FORMATS = {
  pdf: "PDF: the whole game, and each component",
  svg: "SVG: every face",
  png: "PNG: every face, and a contact sheet",
  "cut-svg": "SVG for cutting machines",
  "cut-dxf": "DXF for cutting machines",
  "sheet-png": "PNG: the artwork of each sheet",
};

export function mount(root, studio) {
  const page = new Print(root, studio);
  studio.on("building", (news) => page.progress(news));
  studio.on("built", (news) => page.done(news));
  studio.on("changed", () => page.draw());
  page.draw();
}

const BUILDS = "the files are being built";

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

class Print {
  constructor(root, studio) {
    this.studio = studio;
    this.formats = new Set(["pdf"]);
    this.only = new Set();
    this.dpi = 300;
    this.draft = false;
    this.job = null;
    this.form = el("form", { class: "print-form", onsubmit: (event) => { event.preventDefault(); this.build(); } });
    this.result = el("section", { class: "print-result", "aria-label": "Files", "aria-live": "polite" },
      empty("Nothing is built yet", "Choose paper and layout, look at the pages in Sheets, and build. The files go into the output folder, as with pnp build; download them here."));
    fill(root, el("div", { class: "scroll print" }, this.form, this.result));
  }

  async draw() {
    const offered = await this.studio.attempt("print.offered");
    if (!offered) return;
    const check = (label, checked, changed) => el("label", { class: "check" },
      el("input", { type: "checkbox", checked, onchange: (event) => changed(event.target.checked) }), label);
    const toggle = (set, value) => (on) => { if (on) set.add(value); else set.delete(value); };
    const locked = this.studio.hello.prints ? "" : this.studio.hello.locked;
    fill(this.form,
      el("h2", {}, "Print"),
      el("fieldset", {}, el("legend", {}, "Paper"), choices(offered, () => this.draw())),
      el("fieldset", {}, el("legend", {}, "Files"), offered.formats.map((each) => check(FORMATS[each] ?? each, this.formats.has(each), toggle(this.formats, each)))),
      el("fieldset", {}, el("legend", {}, "Components"),
        el("p", { class: "soft" }, "None checked: the whole game."),
        offered.components.map((each) => check(each.name, this.only.has(each.id), toggle(this.only, each.id)))),
      el("fieldset", {}, el("legend", {}, "More"),
        check("as a draft, despite errors", this.draft, (on) => { this.draft = on; }),
        el("label", { class: "choice" }, el("span", {}, "Dots per inch of PNG"), el("input", { type: "number", min: 36, max: 1200, value: this.dpi, onchange: (event) => { this.dpi = Number(event.target.value); } }))),
      el("div", { class: "go" },
        this.submit = el("button", { class: "button strong" }, icon("print"), "Build"), " ",
        button("See the sheets", () => this.studio.go("sheets"), { quiet: true }),
        el("p", { class: "soft" }, locked ? sentence(locked) : ["Into ", el("code", {}, offered.folder)])));
    disable(this.submit, locked || (this.job !== null && BUILDS));
    if (locked && !this.built) fill(this.result, empty("Nothing is built here", sentence(locked), "Sheets and Rules show every page as it would print."));
  }

  async build() {
    const asked = { ...this.studio.look, ...chosen, formats: [...this.formats], only: [...this.only], draft: this.draft };
    if (this.formats.has("png")) asked.dpi = this.dpi;
    const begun = await this.studio.attempt("print.build", asked);
    if (!begun) return;
    this.job = begun.job;
    this.built = true;
    disable(this.submit, BUILDS);
    this.line = el("p", { class: "progress-line" }, "reading the pack");
    fill(this.result, el("h2", {}, "Building"), el("progress", { "aria-label": "Building" }), this.line,
      button("Cancel", () => this.studio.attempt("print.cancel")));
    this.result.scrollIntoView({ block: "nearest" }); // below the form on a narrow screen
  }

  progress(news) {
    if (news.job === this.job && this.line) this.line.textContent = news.text;
  }

  done(news) {
    if (news.job !== this.job) return;
    this.job = null;
    disable(this.submit, "");
    if (news.refused) {
      fill(this.result, el("h2", {}, "Nothing was written"), el("p", {}, news.refused), button("See the findings", () => this.studio.go("findings")));
      return;
    }
    const [sheets, more] = [[], []];
    for (const file of news.files) (file.path.split("/").length > 2 ? more : sheets).push(file);
    const size = (bytes) => (bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} kB`);
    const list = (files) => el("ul", { class: "list" }, files.map((file) => el("li", { class: "item" },
      el("div", { class: "what" }, el("a", { href: file.src, download: "" }, file.path.split("/").slice(1).join("/")), el("p", { class: "soft" }, `${file.what} · ${size(file.size)}`)),
      el("a", { class: "button sign quiet", href: file.src, download: "", "aria-label": `Download ${file.path}`, title: "Download" }, icon("download")))));
    fill(this.result, el("h2", {}, `${news.files.length} ${news.files.length === 1 ? "file" : "files"}, ${news.files.filter((each) => each.changed).length} new or changed`),
      list(sheets), more.length ? el("details", {}, el("summary", {}, `${more.length} pictures`), list(more)) : null);
  }
}
