// A new game: what `pnp new` asks, as a page.

import { el, fill } from "./dom.js";

export async function mount(main, studio, opened) {
  const offered = await studio.attempt("start.offered");
  if (!offered) return;
  const fault = el("p", { class: "fault", role: "alert" });
  const where = el("code", {});
  const name = el("input", { type: "text", id: "start-name", required: true, maxlength: 60, value: offered.name, autocomplete: "off" });
  const tell = () => { where.textContent = `${offered.folder}/${name.value || "…"}`; };
  name.addEventListener("input", tell);
  tell();
  let table = null;
  const kinds = offered.starts.map((each, index) => {
    const [title, text] = each.text.split(": ").length > 1 ? each.text.split(": ") : [each.text, ""];
    return el("label", { class: "kind" },
      el("input", { type: "radio", name: "start", value: each.id, checked: index === 0 }),
      el("span", {}, el("strong", {}, title), el("span", { class: "soft" }, text)));
  });
  const file = el("input", { type: "file", id: "start-table", accept: ".csv,.tsv,.txt", onchange: async (event) => {
    const chosen = event.target.files[0];
    fault.textContent = "";
    try {
      const text = chosen && new TextDecoder("utf-8", { fatal: true }).decode(await chosen.arrayBuffer());
      table = chosen ? { file: chosen.name, table: text } : null;
    } catch {
      fault.textContent = `‘${chosen.name}’ is not UTF-8, so letters would be lost: save it as “CSV UTF-8”, and choose it again`;
      event.target.value = "";
      table = null;
    }
    for (const kind of kinds) kind.querySelector("input").disabled = Boolean(table);
  } });
  const submit = el("button", { class: "button strong" }, "Make the game");
  const form = el("form", { class: "start", onsubmit: async (event) => {
    event.preventDefault();
    submit.disabled = true;
    fault.textContent = "";
    try {
      const start = form.querySelector("input[name=start]:checked").value;
      await studio.ask("start.make", { name: name.value, start, ...table });
      fill(main);
      await opened();
    } catch (error) {
      fault.textContent = error.message;
      submit.disabled = false;
      name.focus();
    }
  } },
  el("h2", {}, "A new game"),
  el("p", { class: "soft" }, "A folder with a small game that checks clean and prints at once. Everything in it is yours to change."),
  el("label", { class: "field", for: "start-name" }, "Name", name),
  el("p", { class: "soft" }, "In ", where),
  el("fieldset", {}, el("legend", {}, "Start with"), kinds),
  el("details", {}, el("summary", {}, "or with a table of cards that you have"),
    el("label", { class: "field", for: "start-table" }, "A table as CSV: one card a line, the first line names the columns", file)),
  fault, el("p", {}, submit));
  fill(main, el("div", { class: "scroll wizard-page" }, form));
  name.focus();
  name.select();
}
