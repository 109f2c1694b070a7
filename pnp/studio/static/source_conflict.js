// A file that changed on disk while it was changed here: both texts, part by part, and what to save of them.

import { button, el, fill } from "./dom.js";

const AROUND = 3;

export class Conflict {
  /** `parts` are lines that both texts agree on, with `from`, or `mine` and `theirs`; `acts` are `save` and `back`. */
  constructor(file, parts, acts) {
    this.parts = parts;
    this.chosen = parts.map((each) => (each.mine ? "" : "agreed"));
    this.acts = acts;
    this.left = el("p", { role: "status" });
    this.saveButton = button("Save the result", () => acts.save(this.result()), { class: "button strong" });
    const several = (choice) => () => { parts.forEach((each, index) => each.mine && this.choose(index, choice)); };
    this.body = el("div", { class: "parts", tabindex: "0", role: "region", "aria-label": "Both texts" }, parts.map((each, index) => (each.mine ? this.pair(each, index) : agreed(each))));
    this.root = el("section", { class: "conflict", "aria-label": "Conflict" },
      el("header", {}, el("h2", { tabindex: "-1" }, `${file.split("/").pop()} changed on disk while you typed`),
        el("p", {}, "Nothing is overwritten. Lines that only one of the two texts changed are taken from it. Choose the others."), this.left,
        el("p", { class: "acts" }, this.saveButton, button("All from the disk", several("theirs")), button("All mine", several("mine")), button("Back to my text", acts.back, { quiet: true }))),
      this.body);
    this.count();
  }

  focus() {
    this.root.querySelector("h2").focus();
  }

  pair(part, index) {
    const side = (choice, title, lines) => el("label", { class: "side" },
      el("span", { class: "head" }, el("input", { type: "radio", name: `part-${index}`, value: choice, onchange: () => this.choose(index, choice) }), title),
      el("pre", {}, lines.length ? lines.join("\n") || " " : el("em", {}, "these lines are gone")));
    return el("fieldset", { class: "pair", "data-part": String(index) }, el("legend", {}, "Both changed these lines"),
      side("theirs", "On the disk", part.theirs), side("mine", "Mine", part.mine),
      el("label", { class: "check" }, el("input", { type: "radio", name: `part-${index}`, value: "both", onchange: () => this.choose(index, "both") }), "both, those of the disk first"));
  }

  choose(index, choice) {
    this.chosen[index] = choice;
    const box = this.body.querySelector(`[data-part="${index}"]`);
    box.querySelector(`input[value=${choice}]`).checked = true;
    box.dataset.chosen = choice;
    this.count();
  }

  count() {
    const left = this.chosen.filter((each) => !each).length;
    this.left.textContent = left ? `${left} ${left === 1 ? "choice" : "choices"} left` : "Every line is settled.";
    this.saveButton.disabled = left > 0;
  }

  result() {
    return this.parts.flatMap((each, index) => {
      if (!each.mine) return each.lines;
      return this.chosen[index] === "both" ? [...each.theirs, ...each.mine] : each[this.chosen[index]];
    }).join("\n");
  }
}

function agreed(part) {
  const { lines, from } = part;
  if (from !== "both") {
    return el("div", { class: `one ${from}` }, el("p", { class: "soft" }, from === "mine" ? "changed by you" : "changed on the disk"),
      el("pre", {}, lines.length ? lines.join("\n") || " " : el("em", {}, "lines taken out")));
  }
  if (lines.length <= 2 * AROUND + 1) return el("pre", { class: "same" }, lines.join("\n") || " ");
  const more = button(`${lines.length - 2 * AROUND} more lines, the same in both`, () => { fill(box, lines.join("\n")); }, { quiet: true });
  const box = el("pre", { class: "same" }, `${lines.slice(0, AROUND).join("\n")}\n`, more, `\n${lines.slice(-AROUND).join("\n")}`);
  return box;
}
