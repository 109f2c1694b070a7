// The pages of a build, for any paper, layout and profile.

import { choice, el, empty, fill, later } from "./dom.js";
import { Pages } from "./pages.js";

const WORDS = {
  "": "of the profile", single: "backs on separate sheets", duplex: "both sides (duplex)", gutterfold: "fold and glue (gutterfold)",
  long: "over the long edge", short: "over the short edge", shared: "shared", apart: "apart", needed: "needed", all: "all", none: "none", auto: "auto",
};

/** The options of a build, which Sheets and Print share. */
export const chosen = { profile: "home", paper: "", layout: "", flip: "", cuts: "", backs: "" };

/** Returns the choices of paper, layout and profile; `changed` is called after each. */
export function choices(offered, changed, names = ["profile", "paper", "layout", "flip", "cuts", "backs"]) {
  return names.filter((name) => name !== "flip" || chosen.layout === "duplex").map((name) => {
    const values = offered[name].map((each) => [each, WORDS[each] ?? each.replaceAll("-", " ")]);
    return choice(name[0].toUpperCase() + name.slice(1), name === "profile" ? values : [["", WORDS[""]], ...values], chosen[name], (value) => {
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
  let visible = false;
  let stale = true;
  let offered = null;
  fill(root, el("div", { class: "toolbar", role: "toolbar", "aria-label": "Sheets" }, tools, el("span", { class: "space" }), pages.tools), notice, pages.body);

  async function drawTools() {
    offered = await studio.attempt("print.offered");
    if (!offered) return;
    const components = choice("Component", [["", "the whole game"], ...offered.components.map((each) => [each.id, each.name])], only.value, (value) => { only.value = value; refresh(); });
    fill(tools, components, choices(offered, () => { drawTools(); refresh(); }));
  }

  const refresh = later(async () => {
    stale = !visible;
    if (stale) return;
    pages.body.classList.add("busy");
    try {
      const found = await studio.ask("sheets.list", { ...studio.look, ...chosen, only: only.value ? [only.value] : [] });
      notice.hidden = !found.errors;
      notice.textContent = `The pack has ${found.errors} ${found.errors === 1 ? "error" : "errors"}: nothing is built until they are mended, but as a draft.`;
      if (!pages.take(found.pages)) fill(pages.body, empty("Nothing to print", "Sheets appear when a component has rows and a template, and its parts fit the paper."));
    } catch (error) {
      pages.take([]);
      const only = chosen.profile && error.message.includes("leave out");
      fill(pages.body, empty("No sheets", only ? `The profile ‘${chosen.profile}’ prints single faces for a service, which the view Print builds: choose it with no paper, layout or other setting.` : error.message));
    }
    pages.body.classList.remove("busy");
  }, 40);

  studio.on("changed", refresh);
  studio.on("look", refresh);
  drawTools();
  return {
    show: (state) => {
      visible = true;
      if (state.component !== undefined && state.component !== only.value) {
        only.value = state.component;
        drawTools();
        stale = true;
      }
      if (stale) refresh();
      pages.body.focus({ preventScroll: true });
    },
    hide: () => { visible = false; },
  };
}
