// A new game: what `pnp new` asks, as a page in three steps, with a preview of what is made.

import { el, fill, later } from "./dom.js";

const TABLE = { id: "table", text: "Your own table: a CSV file with one line for each card" };
/** Longest side of a picture in pixels. */
const LONGEST = 150;

export async function mount(main, studio, opened) {
  const offered = await studio.attempt("start.offered");
  if (!offered) return;
  const fault = el("p", { class: "fault", role: "alert" });
  const where = el("code", {});
  const name = el("input", { type: "text", id: "start-name", required: true, maxlength: 60, value: offered.name, autocomplete: "off", "aria-describedby": "start-where" });
  const tell = () => { where.textContent = `${offered.folder}/${name.value || "…"}`; };
  name.addEventListener("input", tell);
  tell();
  let table = null;
  const preview = new Preview(studio);
  const chosen = () => form.querySelector("input[name=start]:checked").value;
  /** What is asked of the studio; a deck of a table is a deck. */
  const asked = () => (chosen() === "table" ? { start: "deck", ...table } : { start: chosen() });
  const choose = () => {
    fault.textContent = "";
    file.hidden = chosen() !== "table";
    if (chosen() === "table" && !table) preview.lack("Choose the file of your table: its cards are shown here.");
    else preview.show(asked());
  };
  const kinds = [...offered.starts, TABLE].map((each, index) => {
    const [title, text] = each.text.split(": ");
    return el("label", { class: "kind" },
      el("input", { type: "radio", name: "start", value: each.id, checked: index === 0, onchange: choose }),
      el("span", {}, el("strong", {}, title), el("span", { class: "soft" }, text)));
  });
  const input = el("input", { type: "file", id: "start-table", accept: ".csv,.tsv,.txt", onchange: async (event) => {
    const picked = event.target.files[0];
    fault.textContent = "";
    table = null;
    try {
      const text = picked && new TextDecoder("utf-8", { fatal: true }).decode(await picked.arrayBuffer());
      if (picked) table = { file: picked.name, table: text };
    } catch {
      fault.textContent = `‘${picked.name}’ is not UTF-8, so letters would be lost: save it as “CSV UTF-8”, and choose it again`;
      event.target.value = "";
    }
    if (table) preview.show(asked());
    else preview.lack("Choose the file of your table: its cards are shown here.");
  } });
  const file = el("label", { class: "field", for: "start-table", hidden: true }, "The file: its first line names the columns", input);
  const submit = el("button", { class: "button strong" }, "Make the game");
  const form = el("form", { class: "start", onsubmit: async (event) => {
    event.preventDefault();
    if (chosen() === "table" && !table) {
      fault.textContent = fault.textContent || "choose the file of your table, or start with something else";
      input.focus();
      return;
    }
    submit.disabled = true;
    fault.textContent = "";
    try {
      await studio.ask("start.make", { name: name.value, ...asked() });
      fill(main);
      await opened();
    } catch (error) {
      fault.textContent = error.message;
      submit.disabled = false;
      name.focus();
    }
  } },
  el("h2", {}, "A new game"),
  el("p", { class: "soft" }, "You get a small game that prints at once. Everything in it is yours to change."),
  step(1, "Name it", el("label", { class: "field", for: "start-name" }, el("span", { class: "unseen" }, "Name"), name), el("p", { class: "soft", id: "start-where" }, "Its folder: ", where)),
  step(2, "Choose what it starts with", el("fieldset", {}, el("legend", { class: "unseen" }, "Start with"), kinds), file),
  step(3, "Make it", fault, el("p", {}, submit)));
  fill(main, el("div", { class: "scroll wizard-page" }, form, preview.root));
  choose();
  name.focus();
  name.select();
}

function step(number, title, ...content) {
  return el("section", { class: "step" }, el("h3", {}, el("span", { class: "number", "aria-hidden": "true" }, number), title), content);
}

/** Pictures of what the chosen start prints, and the files that are made. */
class Preview {
  constructor(studio) {
    this.studio = studio;
    this.body = el("div", {});
    this.root = el("aside", { class: "start-preview", "aria-label": "What you get" }, el("h2", {}, "What you get"), this.body);
    this.ask = later((asked) => this.load(asked), 30);
  }

  lack(text) {
    this.wanted = null;
    fill(this.body, el("p", { class: "soft" }, text));
  }

  show(asked) {
    this.wanted = asked;
    if (!this.body.childElementCount) this.lay([], []);
    this.ask(asked);
  }

  async load(asked) {
    try {
      const found = await this.studio.ask("start.preview", asked);
      if (this.wanted === asked) this.lay(found.pictures, found.files);
    } catch (error) {
      if (this.wanted === asked) fill(this.body, el("p", { class: "fault" }, error.message));
    }
  }

  lay(pictures, files) {
    const shown = pictures.length ? pictures.map((each) => this.picture(each)) : Array.from({ length: 4 }, () => el("i"));
    fill(this.body, el("div", { class: pictures.length ? "previews" : "previews ghosts" }, shown),
      files.length ? [el("h3", {}, `${files.length} files that you can edit`), el("ul", { class: "files mono" }, files.map((each) => el("li", {}, each)))] : null);
  }

  picture(data) {
    const scale = Math.min(LONGEST / data.width, LONGEST / data.height);
    const image = el("img", { src: data.src, alt: "A face of the example", draggable: "false" });
    image.style.width = `${(data.width + 2 * data.bleed) * scale}px`;
    image.style.margin = `${-data.bleed * scale}px`;
    const frame = el("span", { class: "example" }, image);
    frame.style.width = `${data.width * scale}px`;
    frame.style.height = `${data.height * scale}px`;
    return frame;
  }
}
