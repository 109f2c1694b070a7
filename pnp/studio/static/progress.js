// What the studio is doing: in the bar above, and in place of a view that has nothing to show yet.

import { el, fill } from "./dom.js";

const STEPS = [["reading", "Read the files"], ["drawing", "Draw the faces"], ["checking", "Check the pack"]];
/** Grey cards that stand for the faces to come. */
const GHOSTS = 18;

/** Shows in an element what the studio is doing, for as long as it does. */
export function showWork(box, studio) {
  studio.on("working", (news) => fill(box, news.doing ? [el("span", {}, says(news)), bar(news)] : null));
}

/** Returns what a view shows until it has its content: the step that is done now, from `first` on, and grey cards. */
export function waiting(studio, first) {
  const steps = el("ol", { class: "steps" });
  const meter = el("div", {});
  const show = (news) => {
    const [step] = news.doing.split(" ");
    const at = Math.max(0, STEPS.findIndex(([name]) => name === step));
    fill(steps, STEPS.map(([name, label], index) => el("li", { class: index < at ? "done" : index === at ? "now" : "", "aria-current": index === at ? "step" : null },
      label, index === at && news.doing !== name ? el("span", { class: "soft" }, `: ${says(news).slice(step.length + 1)}`) : null)));
    fill(meter, bar(news));
  };
  show({ doing: first });
  studio.on("working", (news) => { if (news.doing) show(news); });
  return el("div", { class: "waiting" }, el("div", { class: "doing" }, steps, meter),
    el("div", { class: "ghosts", "aria-hidden": "true" }, Array.from({ length: GHOSTS }, () => el("i"))));
}

function says({ doing, number, total }) {
  return total > 1 ? `${doing}, ${number} of ${total}` : doing;
}

/** Returns a bar; one without a length while it is not known how much there is to do. */
function bar({ doing, number, total }) {
  return el("progress", { "aria-label": doing, ...(total > 1 ? { max: total, value: number - 0.5 } : {}) });
}
