// Two states of the pack: what changed since a commit, since the studio was opened, or from another folder.

import { changesAlone, framed, laidOver, outlineBoth, sameSize, scaleOf } from "./compare_pictures.js";
import { button, choice, el, empty, fill, icon, later, svg } from "./dom.js";
import { named } from "./findings.js";

const SIGNS = { added: "new", removed: "gone", changed: "changed" };
const WAYS = [["pairs", "side by side"], ["over", "one over the other"], ["changes", "what changed alone"]];
const VERDICTS = { holds: "good", broken: "bad", unknown: "open", missing: "none" };
/** Longest side of a picture in pixels: faces, and maps. */
const FACE = 260;
const MAP = 540;

export function mount(root, studio) {
  const view = new Comparison(root, studio);
  studio.on("changed", () => view.refresh());
  studio.on("look", () => view.refresh());
  return { show: (state) => view.show(state) };
}

class Comparison {
  constructor(root, studio) {
    this.studio = studio;
    this.against = "";
    this.name = "";
    this.words = "";
    this.way = "pairs";
    this.asked = 0;
    this.tools = el("span", { class: "choices" });
    this.slider = el("label", { class: "choice", hidden: true }, el("span", {}, "Before"),
      el("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": "How much of the new pictures is shown", oninput: (event) => this.body.style.setProperty("--now", `${event.target.value}%`) }), el("span", {}, "Now"));
    this.sum = el("span", { class: "soft", role: "status" });
    this.body = el("div", { class: "scroll compared", tabindex: "0", "aria-label": "What changed" });
    fill(root, el("div", { class: "toolbar", role: "toolbar", "aria-label": "Compare" }, this.tools,
      el("input", { type: "search", placeholder: "Filter  /", "aria-label": "Filter what changed", oninput: (event) => { this.words = event.target.value.toLowerCase(); this.draw(); } }),
      choice("Pictures", WAYS, "pairs", (value) => { this.way = value; this.slider.hidden = value !== "over"; this.draw(); }), this.slider,
      el("span", { class: "space" }), this.sum), this.body);
    this.refresh = later(() => this.load(), 40);
  }

  async show() {
    if (this.against) return;
    await this.offer();
    this.refresh();
  }

  /** Offers the states to compare with: at first the last commit, where there is one. */
  async offer() {
    const offered = await this.studio.attempt("compare.offered");
    if (!offered) return;
    this.commits = offered.commits;
    this.reason = offered.reason;
    if (!this.against) [this.against, this.name] = this.commits.length ? ["revision", "HEAD"] : ["opened", ""];
    this.drawTools();
  }

  drawTools() {
    const commit = (each) => [`revision ${each.hash}`, `${each.day} ${each.tags.length ? `${each.tags.join(", ")}: ` : ""}${each.subject}`];
    const options = [
      ...(this.commits.length ? [["revision HEAD", "the last commit"]] : []),
      ["opened ", "when the studio was opened"],
      ...(this.commits.length ? [["revision", "another revision of git …"]] : []),
      ["folder", "another folder …"],
      ...this.commits.map(commit),
    ];
    const value = `${this.against} ${this.name}`;
    const named = options.some(([key]) => key === value);
    const list = choice("Now and", options, named ? value : this.against, (chosen) => {
      const [against, ...name] = chosen.split(" ");
      this.against = against;
      this.name = name.join(" ");
      this.drawTools();
      if (chosen.includes(" ")) this.refresh();
      else this.tools.querySelector("input").focus();
    }, { class: "state" });
    const label = this.against === "folder" ? "The folder of another pack" : "A revision of git, such as v1.0";
    const form = named ? null : el("form", { onsubmit: (event) => {
      event.preventDefault();
      this.name = event.target.querySelector("input").value.trim();
      if (this.name) this.load();
    } }, el("input", { type: "text", value: this.name, placeholder: label, "aria-label": label, maxlength: 1000 }), " ",
    el("button", { class: "button" }, "Compare"));
    fill(this.tools, list, form);
  }

  async load() {
    if (this.against !== "opened" && !this.name) {
      this.found = null;
      this.sum.textContent = "";
      fill(this.body, empty("Which state?", this.against === "folder"
        ? "Name the folder of another pack: next to this one, or with its full path."
        : "Name a tag, a branch or a commit of git, such as v1.0 or HEAD~3."));
      return;
    }
    const number = ++this.asked;
    this.body.classList.add("busy");
    if (!this.found) fill(this.body, empty("Comparing …", "The other state is read, checked and drawn. Once is enough: after that, each save compares at once."));
    try {
      const found = await this.studio.ask("compare.list", { ...this.studio.look, variant: "", against: this.against, name: this.name });
      if (number !== this.asked) return;
      this.found = found;
      this.draw();
    } catch (error) {
      if (number !== this.asked) return;
      this.found = null;
      this.sum.textContent = "";
      fill(this.body, empty("Not compared", error.message));
    }
    this.body.classList.remove("busy");
  }

  fits(...texts) {
    return !this.words || texts.join(" ").toLowerCase().includes(this.words);
  }

  draw() {
    const found = this.found;
    if (!found) return;
    const { counts } = found;
    const say = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");
    this.sum.textContent = [say(counts.faces, "face"), say(counts.rows, "row"), say(counts.maps, "map"), say(counts.verdicts, "verdict")].filter(Boolean).join(", ");
    if (found.same) {
      fill(this.body, empty("Nothing changed", `Rows, faces, maps and verdicts are those of ${this.called()}.`,
        "Change something, or choose an older state above: what differs is shown before and after.",
        this.commits.length ? "" : `Commits can't be chosen: ${this.reason}. Another folder can.`));
      return;
    }
    const top = this.body.scrollTop;
    const sections = [
      ["Requirements", counts.verdicts, this.verdicts(found.verdicts.filter((each) => this.fits(each.map, each.requirement)))],
      ["Findings", counts.new_findings + counts.gone_findings, this.findings(found)],
      ["Rows", counts.rows, this.rows(found.rows.filter((each) => this.fits(each.component, each.row, each.label, ...each.fields.flatMap((it) => [it.field, it.before, it.after]))))],
      ["Maps", counts.maps, this.maps(found.maps.filter((each) => this.fits(each.map, ...each.added, ...each.removed, ...each.moved, ...each.terrain)))],
      ["Faces", counts.faces, this.faces(found.faces.filter((each) => this.fits(each.component, each.part, each.label)))],
    ].filter(([, number, content]) => number && content);
    const title = found.title.before === found.title.after ? null : el("p", {}, "The title was ", el("del", {}, found.title.before), ", now ", el("ins", {}, found.title.after));
    fill(this.body, title, sections.map(([name, number, content]) =>
      el("section", { "aria-label": name }, el("h2", {}, name, " ", el("span", { class: "soft figure" }, number)), content)),
    sections.length || title ? null : empty("Nothing fits the filter"));
    this.body.scrollTop = top;
  }

  called() {
    if (this.against === "opened") return "the moment when the studio was opened";
    return this.name === "HEAD" ? "the last commit" : this.name;
  }

  // Faces and maps, before and after.

  faces(faces) {
    if (!faces.length) return null;
    return el("div", { class: "changes" }, faces.map((each) => {
      const copies = each.copies[0] !== each.copies[1] && each.change === "changed" ? `${each.copies[0]} → ${each.copies[1]} copies` : "";
      const name = each.label + (each.number ? ` (${each.number + 1})` : "");
      return el("figure", { class: `change ${each.change}` },
        el("figcaption", {}, el("span", { class: `chip ${each.change}` }, SIGNS[each.change]),
          each.face ? el("a", { href: "#faces", onclick: (event) => { event.preventDefault(); this.studio.go("faces", { face: each.face }); } }, name) : el("strong", {}, name),
          el("span", { class: "soft" }, [each.component, each.sides.includes("back") ? each.sides.join(" and ") : "", copies].filter(Boolean).join(" · "))),
        each.pictures.map((side) => this.pair(side.pair, `${name}${side.side === "back" ? ", back" : ""}`, FACE)));
    }));
  }

  pair([before, after], name, longest, marks = []) {
    const both = sameSize(before, after);
    const told = el("small", { class: "told" });
    const say = (number) => { told.textContent = number ? `${number} ${number === 1 ? "part" : "parts"} changed` : "no visible difference"; };
    if (both && this.way !== "pairs") {
      const frame = this.way === "over" ? laidOver(before, after, name, longest) : changesAlone(before, after, name, longest, say);
      return el("div", { class: "pair" }, el("div", { class: "state" }, frame, this.way === "over" ? el("small", {}, "before | now") : told));
    }
    const one = (picture, when, now) => el("div", { class: `state ${when}` },
      picture ? this.picture(picture, `${name}, ${when}`, longest, marks.filter((mark) => mark.now === now)) : el("span", { class: "nothing" }, now ? "gone" : "not there"),
      el("small", {}, el("b", {}, when)));
    const states = [one(before, "before", false), one(after, "now", true)];
    if (both) outlineBoth(...states.map((each) => each.firstChild), after, longest, say);
    else if (before && after) told.textContent = `${before.width} × ${before.height} mm → ${after.width} × ${after.height} mm`;
    return el("div", { class: "pair" }, states, told);
  }

  picture(data, name, longest, marks) {
    const art = framed(data, name, longest);
    if (marks.length) {
      art.append(svg("svg", { class: "marks", viewBox: `0 0 ${data.width} ${data.height}`, "aria-hidden": "true" },
        marks.map((mark) => svg("circle", { class: mark.change, cx: mark.at[0], cy: mark.at[1], r: 9 / scaleOf(data, longest) }))));
    }
    return art;
  }

  maps(maps) {
    if (!maps.length) return null;
    const line = (kind, what, names) => (names.length ? el("li", { class: kind }, el("strong", {}, what), ` ${names.slice(0, 60).join(", ")}${names.length > 60 ? ` and ${names.length - 60} more` : ""}`) : null);
    const length = (number) => (number === null ? "no way" : String(number));
    return maps.map((each) => el("div", { class: "change" },
      el("h3", {}, el("a", { href: "#map", onclick: (event) => { event.preventDefault(); this.studio.go("map", { map: each.map }); } }, each.mover ? `${each.map} for '${each.mover}'` : each.map), " ",
        each.change === "changed" ? null : el("span", { class: `chip ${each.change}` }, SIGNS[each.change])),
      each.pictures.map((side) => this.pair(side.pair, each.map, MAP, each.marks)),
      el("ul", { class: "lines" },
        line("added", "New places:", each.added), line("removed", "Places that are gone:", each.removed), line("", "Elsewhere on the paper:", each.moved), line("", "Another terrain:", each.terrain),
        line("added", "New roads:", each.new_roads), line("removed", "Roads that are gone:", each.lost_roads)),
      each.distances.length ? el("details", {}, el("summary", {}, `${each.distances_changed} changed distances`),
        el("div", { class: "distances", tabindex: "0", role: "region", "aria-label": `Distances on ${each.map}` }, el("table", { class: "fields" },
          el("thead", {}, el("tr", {}, ["From", "To", "Before", "Now"].map((name) => el("th", { scope: "col" }, name)))),
          el("tbody", {}, each.distances.map((way) => el("tr", {}, el("td", {}, way.start), el("td", {}, way.goal), el("td", { class: "figure" }, length(way.before)), el("td", { class: "figure" }, length(way.after))))))),
        each.distances_changed > each.distances.length ? el("p", { class: "soft" }, `and ${each.distances_changed - each.distances.length} more`) : null) : null));
  }

  // Rows, verdicts and findings.

  rows(rows) {
    if (!rows.length) return null;
    return el("ul", { class: "list" }, rows.map((each) => el("li", { class: `item ${each.change}` },
      el("span", { class: `chip ${each.change}` }, SIGNS[each.change]),
      el("div", { class: "what" },
        each.at ? el("a", { href: "#source", onclick: (event) => { event.preventDefault(); this.studio.select(each.at); } }, each.label) : el("strong", {}, each.label),
        el("span", { class: "soft" }, ` ${each.component}`),
        each.fields.map((field) => valueChange(field))))));
  }

  verdicts(verdicts) {
    if (!verdicts.length) return null;
    const chip = (verdict) => el("span", { class: `chip ${VERDICTS[verdict]}` }, VERDICTS[verdict] === "none" ? null : icon(VERDICTS[verdict]), verdict === "missing" ? "not there" : verdict);
    return el("ul", { class: "list" }, verdicts.map((each) => el("li", { class: `item ${VERDICTS[each.after]}` },
      el("div", { class: "what" }, el("strong", {}, each.requirement), el("span", { class: "soft" }, ` ${each.map || "the pack"}`)),
      el("span", { class: "soft" }, "was"), chip(each.before), el("span", { class: "soft" }, "now"), chip(each.after),
      each.at ? button("Source", () => this.studio.select(each.at), { quiet: true }) : null,
      each.after === "missing" || !each.map ? null : button("Map", () => this.studio.go("map", { map: each.map, requirement: each.requirement }), { quiet: true }))));
  }

  findings({ new_findings: come, gone_findings: gone }) {
    const one = (each, isNew) => el("li", { class: `item ${isNew ? each.severity : "good"}` }, el("span", { class: `chip ${isNew ? each.severity : "good"}` }, isNew ? `new ${each.severity}` : "gone"),
      el("div", { class: "what" },
        isNew ? el("a", { href: "#source", onclick: (event) => { event.preventDefault(); this.studio.select(each); } }, each.message) : each.message,
        el("p", { class: "soft mono" }, `${named(each.at, this.studio)} · ${each.code}`)));
    const shown = [...come.map((each) => [each, true]), ...gone.map((each) => [each, false])].filter(([each]) => this.fits(each.message, each.code, each.at));
    return shown.length ? el("ul", { class: "list" }, shown.map(([each, isNew]) => one(each, isNew))) : null;
  }
}

/** Returns the values of a field before and now, with the words that differ marked. */
function valueChange({ field, before, after }) {
  const [old, now] = [before, after].map((each) => (each ? each.split(/(\s+)/) : []));
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const marked = (words) => [words.slice(0, head).join(""), el("b", {}, words.slice(head, words.length - tail).join("")), words.slice(words.length - tail).join("")];
  const value = (tag, words) => (words.length ? el(tag, {}, marked(words)) : el("span", { class: "soft" }, "empty"));
  return el("p", { class: "value-change" }, el("span", { class: "soft" }, field), value("del", old), el("span", { class: "soft" }, "→"), value("ins", now));
}
