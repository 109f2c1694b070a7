// The findings and the proofs of the whole pack: a click goes to the face, the map or the source.

import { button, choice, el, empty, fill, icon, later } from "./dom.js";

/** A file as the pack names it, wherever the studio was started. */
export function named(file, { hello }) {
  return hello.shown && file.startsWith(`${hello.shown}/`) ? file.slice(hello.shown.length + 1) : file;
}

/** What a verdict is about: the printed map, or so many setups. */
export function coverage(each) {
  if (each.method === "sampled") return "sampled";
  if (each.total === "1" || !each.total) return each.scope === "printed" ? "on the map as printed" : "in this setup";
  const number = each.total.length > 12 ? `${Number(each.total).toPrecision(3)}` : Number(each.total).toLocaleString("en");
  return each.holds === null ? `${number} setups` : `${each.holds ? "proved for" : "of"} ${number} setups`;
}

export function mount(root, studio) {
  const list = new Report(root, studio);
  list.refresh();
  studio.on("changed", () => list.refresh());
}

class Report {
  constructor(root, studio) {
    this.studio = studio;
    this.words = "";
    this.kind = "";
    this.body = el("div", { class: "scroll report", tabindex: "0", "aria-label": "Findings and proofs" });
    this.sum = el("span", { class: "soft", role: "status" });
    fill(root, el("div", { class: "toolbar", role: "toolbar", "aria-label": "Findings" },
      el("input", { type: "search", placeholder: "Filter  /", "aria-label": "Filter findings", oninput: (event) => { this.words = event.target.value.toLowerCase(); this.draw(); } }),
      choice("Show", [["", "all"], ["error", "errors"], ["warning", "warnings"], ["info", "information"], ["proof", "proofs"]], "", (value) => { this.kind = value; this.draw(); }),
      el("span", { class: "space" }), this.sum), this.body);
    this.refresh = later(() => this.load(), 30);
  }

  async load() {
    const report = await this.studio.attempt("findings.list");
    if (!report) return;
    this.report = report;
    this.draw();
  }

  fits(...texts) {
    return !this.words || texts.join(" ").toLowerCase().includes(this.words);
  }

  draw() {
    if (!this.report) return;
    const { findings, proofs, summary } = this.report;
    const shown = this.kind === "proof" ? [] : findings.filter((each) => (!this.kind || each.severity === this.kind) && this.fits(each.message, each.code, each.file, each.hint ?? ""));
    const proved = this.kind && this.kind !== "proof" ? [] : proofs.filter((each) => this.fits(each.name, each.map, each.detail));
    this.sum.textContent = `${summary.files} files, ${summary.checks_run} checks${summary.suppressed ? `, ${summary.suppressed} accepted` : ""}`;
    const top = this.body.scrollTop;
    if (!findings.length && !proofs.length) {
      fill(this.body, empty("Nothing is wrong", "Every check has passed. Requirements of maps, with their proofs, will be listed here too."));
      return;
    }
    fill(this.body,
      this.kind === "proof" ? null : el("section", {}, el("h2", {}, "Findings"),
        shown.length ? el("ul", { class: "list" }, shown.map((each) => this.finding(each))) : el("p", { class: "soft" }, findings.length ? "None fits the filter." : "Every check has passed.")),
      proved.length ? el("section", {}, el("h2", {}, "Proofs"), this.maps(proved)) : null);
    this.body.scrollTop = top;
  }

  finding(each) {
    const file = named(each.file, this.studio);
    const place = each.sheet ? `${file}, ${each.sheet}, row ${each.line}` : `${file}:${each.line}:${each.column}`;
    return el("li", { class: `item ${each.severity}` },
      el("span", { class: `chip ${each.severity}` }, each.severity),
      el("div", { class: "what" },
        el("a", { href: "#source", onclick: (event) => { event.preventDefault(); this.studio.select(each); } }, each.message),
        each.hint ? el("p", { class: "hint" }, each.hint) : null,
        el("p", { class: "soft mono" }, `${place} · ${each.code}`, each.other ? [" · and ", this.place(each.other)] : null)),
      el("div", { class: "acts" },
        each.fixable ? button("Fix it", (event) => this.mend(each, event.currentTarget), { title: "Make the change that the hint names, if it helps and breaks nothing" }) : null,
        each.face ? button("Face", () => this.studio.go("faces", { face: each.face }), { quiet: true }) : null,
        each.map ? button("Map", () => this.studio.go("map", { map: each.map }), { quiet: true }) : null,
        button("Open in your editor", () => this.studio.openInEditor(each), { sign: "edit", quiet: true })));
  }

  /** A link to the second place of what is wrong between two; of a drawing, which the studio shows no text of, only its name. */
  place(other) {
    const words = `${named(other.file, this.studio)}:${other.line}:${other.column}`;
    return /\.(ya?ml|csv|tsv)$/.test(other.file) ? el("a", { href: "#source", onclick: (event) => { event.preventDefault(); this.studio.select(other); } }, words) : words;
  }

  /** Makes the change of a hint, which is tried first. */
  async mend(finding, pressed) {
    pressed.disabled = true;
    const done = await this.studio.attempt("source.fix", { file: finding.file, finding });
    pressed.disabled = false;
    if (done) this.studio.toast(done.says, "", this.studio.undoing(done));
  }

  maps(proofs) {
    const names = [...new Set(proofs.map((each) => each.map))];
    return names.map((name) => el("div", { class: "map" }, el("h3", {}, name), el("ul", { class: "list" },
      proofs.filter((each) => each.map === name).map((each) => this.proof(each)))));
  }

  proof(each) {
    const verdict = each.holds === true ? "good" : each.holds === false ? "bad" : "open";
    const word = { good: "holds", bad: "broken", open: "unknown" }[verdict];
    return el("li", { class: `item proof ${verdict}` },
      el("span", { class: `chip ${verdict}` }, icon(verdict), word),
      el("div", { class: "what" },
        el("a", { href: "#source", onclick: (event) => { event.preventDefault(); this.studio.select({ ...each, column: 1 }); } }, each.name),
        el("p", { class: "soft" }, [each.detail, coverage({ ...each, total: each.setups_total })].filter(Boolean).join(" · "))),
      el("div", { class: "acts" }, button("Map", () => this.studio.go("map", { map: each.map, requirement: each.name }), { quiet: true })));
  }
}
