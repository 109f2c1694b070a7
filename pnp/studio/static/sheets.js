// The pages of a build, for any paper, layout and profile.

import { button, choice, el, empty, fill, later } from "./dom.js";
import { Pages } from "./pages.js";

const WORDS = {
  single: "backs on separate sheets", duplex: "both sides (duplex)", gutterfold: "fold and glue (gutterfold)",
  long: "over the long edge", short: "over the short edge", shared: "shared", apart: "apart", needed: "needed", all: "all", none: "none", auto: "auto",
};

const words = (name) => WORDS[name] ?? name.replaceAll("-", " ");

/** The options of a build, which Sheets and Print share. */
export const chosen = { profile: "home", paper: "", layout: "", flip: "", cuts: "", backs: "" };

const ON_SHEETS = ["paper", "layout", "flip", "cuts", "backs"];

/** Returns the choices of paper, layout and profile; `changed` is called after each. A profile offers only what fits it. */
export function choices(offered, changed) {
  const own = offered.defaults[chosen.profile];
  const isFlat = offered.flat.includes(chosen.profile);
  if (isFlat && chosen.layout === "gutterfold") chosen.layout = "";
  if (offered.prints[chosen.profile] === "faces") for (const name of ON_SHEETS) chosen[name] = "";
  const names = ["profile", ...(offered.prints[chosen.profile] === "faces" ? [] : ON_SHEETS)];
  return names.filter((name) => name !== "flip" || chosen.layout === "duplex").map((name) => {
    const fitting = offered[name].filter((each) => !(isFlat && each === "gutterfold" && name === "layout"));
    const values = fitting.map((each) => [each, words(each)]);
    return choice(name[0].toUpperCase() + name.slice(1), name === "profile" ? values : [["", `${words(own[name])} (profile)`], ...values.filter(([each]) => each !== own[name])], chosen[name] === own[name] ? "" : chosen[name], (value) => {
      chosen[name] = value;
      if (name === "layout" && value !== "duplex") chosen.flip = "";
      changed();
    });
  });
}

export function mount(root, studio) {
  const pages = new Pages("sheets");
  const tools = el("span", { class: "choices" });
  const notice = el("div", { class: "notice", role: "status", hidden: true });
  const only = { value: "" };
  let offered = null;
  let asked = 0;
  fill(root, el("div", { class: "toolbar", role: "toolbar", "aria-label": "Sheets" }, tools, el("span", { class: "space" }), pages.tools), notice, pages.body);

  async function drawTools() {
    offered = (await studio.attempt("print.offered")) ?? offered;
    if (offered) layTools();
  }

  function layTools() {
    const components = choice("Component", [["", "the whole game"], ...offered.components.map((each) => [each.id, each.name])], only.value, (value) => { only.value = value; refresh(); });
    fill(tools, components, choices(offered, () => { layTools(); refresh(); }));
  }

  const refresh = later(async () => {
    offered ??= await studio.attempt("print.offered");
    const number = ++asked; // an answer that comes after a later choice is not shown
    if (offered?.prints[chosen.profile] === "faces") return forService();
    pages.body.classList.add("busy");
    try {
      const found = await studio.ask("sheets.list", { ...studio.look, ...chosen, only: only.value ? [only.value] : [] });
      if (number !== asked) return;
      warn(found);
      if (!pages.take(found.pages)) fill(pages.body, empty("Nothing to print", "Sheets appear when a component has rows and a template, and its parts fit the paper."));
    } catch (error) {
      if (number !== asked) return;
      refuse("No sheets with these settings", error.message);
    }
    pages.body.classList.remove("busy");
  }, 40);

  /** Says above the pages what is wrong, and what helps. */
  function warn({ errors, wrong }) {
    notice.hidden = !errors;
    const more = errors - wrong.length;
    fill(notice, el("strong", {}, `${errors} ${errors === 1 ? "error" : "errors"}: nothing is built until ${errors === 1 ? "it is" : "they are"} mended, but as a draft.`),
      el("ul", {}, wrong.map((each) => el("li", {}, el("a", { href: "#source", onclick: (event) => { event.preventDefault(); studio.select(each); } }, each.message), each.hint ? ` → ${each.hint}` : ""))),
      more > 0 ? el("a", { href: "#findings" }, `and ${more} more`) : null);
  }

  function refuse(title, ...lines) {
    notice.hidden = true;
    pages.body.classList.remove("busy");
    pages.take([]);
    fill(pages.body, empty(title, ...lines));
  }

  /** Says why a profile for a printing service has no sheets, and where its files come from. */
  function forService() {
    refuse(`No sheets for ‘${chosen.profile}’`,
      "This profile is for a printing service: it makes a page or a picture of each face, and the service lays them on its own sheets.",
      el("p", { class: "ways-on" }, button("Build the files for it", () => studio.go("print"), { class: "button strong" }), button("See the faces", () => studio.go("faces")),
        button("Show sheets for printing at home", () => { chosen.profile = "home"; layTools(); refresh(); })));
  }

  studio.on("changed", refresh);
  studio.on("look", refresh);
  drawTools();
  refresh();
  return {
    show: (state) => {
      if (state.component !== undefined && state.component !== only.value) {
        only.value = state.component;
        drawTools();
        refresh();
      }
      pages.body.focus({ preventScroll: true });
    },
  };
}
