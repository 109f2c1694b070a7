// The rulebooks as pages, set on the paper that is chosen.

import { choice, el, empty, fill, later } from "./dom.js";
import { Pages } from "./pages.js";

export function mount(root, studio) {
  const pages = new Pages("rules");
  const tools = el("span", { class: "choices" });
  let paper = "a4";
  let book = 0;
  fill(root, el("div", { class: "toolbar", role: "toolbar", "aria-label": "Rules" }, tools, el("span", { class: "space" }), pages.tools), pages.body);

  const refresh = later(async () => {
    try {
      const { books } = await studio.ask("rules.list", { ...studio.look, paper });
      book = Math.min(book, Math.max(0, books.length - 1));
      fill(tools,
        books.length > 1 ? choice("Book", books.map((each, index) => [String(index), each.title]), String(book), (value) => { book = Number(value); refresh(); }) : null,
        choice("Paper", ["a4", "letter", "a5"], paper, (value) => { paper = value; refresh(); }));
      if (!pages.take(books[book]?.pages ?? [])) {
        fill(pages.body, empty("No rules yet", "Rules are a document of the kind 'rulebook': sections of text, with figures of faces and tables computed from the game.",
          el("p", {}, el("code", {}, "kind: rulebook"))));
      }
    } catch (error) {
      pages.take([]);
      fill(pages.body, empty("No rules", error.message));
    }
  }, 40);

  studio.on("changed", refresh);
  studio.on("look", refresh);
  refresh();
  return { show: () => pages.body.focus({ preventScroll: true }) };
}
