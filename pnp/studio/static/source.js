// Every document as text: files at the left, the text with its findings, and both texts where a file changed on disk.

import { button, choice, disable, el, empty, fill, later } from "./dom.js";
import { Conflict } from "./source_conflict.js";
import { Editor } from "./source_editor.js";

export async function mount(root, studio) {
  const view = new Source(root, studio);
  await view.begin();
  return { show: (state) => view.show(state) };
}

class Source {
  constructor(root, studio) {
    this.studio = studio;
    this.files = [];
    /** What is known of each opened file: its text and digest as they were read, and the text as it is typed. */
    this.open = new Map();
    this.name = "";
    this.hits = null;
    this.editor = new Editor({
      complete: (at) => this.ask("source.complete", at),
      explain: (at) => this.ask("source.explain", at),
      go: (place) => this.go(place),
      mend: (mark) => this.mend(mark),
    }, () => this.typed());
    this.status = el("span", { class: "soft", role: "status" });
    this.saveButton = button("Save", () => this.save(), { title: "Save (Ctrl+S)", disabled: true });
    this.back = button("Discard changes", () => this.discard(), { quiet: true });
    this.list = el("nav", { class: "files", "aria-label": "Files", tabindex: "0" });
    this.found = el("div", { class: "findings", role: "region", "aria-label": "Findings of this file", tabindex: "0" });
    this.main = el("div", { class: "text" }, this.editor.root, this.found);
    fill(root,
      el("div", { class: "toolbar", role: "toolbar", "aria-label": "Source" },
        el("input", { type: "search", placeholder: "Find in all files  /", "aria-label": "Find in all files", oninput: (event) => this.search(event.target.value) }),
        button("New file", () => this.make(), { sign: "plus", disabled: this.studio.hello.locked }),
        this.saveButton, this.back, this.title = el("strong", { class: "mono" }), this.status, el("span", { class: "space" }),
        this.renameButton = button("Rename", () => this.rename(), { title: "Rename the name at the caret everywhere (F2)" }),
        button("Open in your editor", () => this.studio.openInEditor({ file: this.name, ...this.editor.position() }), { sign: "edit", quiet: true })),
      el("div", { class: "work" }, this.list, this.main));
    root.addEventListener("keydown", (event) => this.key(event));
    this.search = later((words) => this.find(words), 150);
    this.check = later(() => this.checkTyped(), 250);
    studio.on("changed", () => this.followDisk());
    studio.on("report", () => this.checkSaved());
    addEventListener("beforeunload", (event) => this.unsaved().length && event.preventDefault());
  }

  get file() { return this.open.get(this.name); }

  ask(name, data) {
    return this.studio.ask(name, { ...data, file: this.name, text: this.editor.text }).catch(() => null);
  }

  unsaved() {
    return [...this.open].filter(([, each]) => each.typed !== each.text).map(([name]) => name);
  }

  // Files.

  async begin() {
    await this.listFiles();
    const first = this.files.find((each) => each.own);
    if (!first) fill(this.main, empty("No documents yet", "A pack is a folder of documents: cards, templates, maps and rules, each a text file."));
  }

  async listFiles() {
    const answer = await this.studio.attempt("source.list");
    if (!answer) return;
    this.files = answer.files;
    this.drawFiles();
  }

  drawFiles() {
    const top = this.list.scrollTop;
    const made = this.files.filter((each) => each.own && /(^|\/)schemas\/[\w-]+\.schema\.json$/.test(each.file));
    const own = this.files.filter((each) => each.own && !made.includes(each));
    const shared = this.files.filter((each) => !each.own);
    const prefix = common(own.map((each) => each.file));
    const entry = (each) => {
      const worst = each.errors ? "error" : each.warnings ? "warning" : "";
      const isUnsaved = this.open.has(each.file) && this.file !== undefined && this.unsaved().includes(each.file);
      return el("li", {},
        button([each.file.slice(each.own ? prefix : 0), isUnsaved ? " •" : ""].join(""), () => this.read(each.file), {
          quiet: true, "aria-current": each.file === this.name ? "true" : null, title: each.file, class: `button quiet file ${worst}`,
          "aria-label": `${each.file}${each.errors ? `, ${each.errors} errors` : ""}${each.warnings ? `, ${each.warnings} warnings` : ""}${isUnsaved ? ", not saved" : ""}`,
        }),
        each.errors + each.warnings ? el("span", { class: `chip ${worst}`, "aria-hidden": "true" }, String(each.errors + each.warnings)) : null,
        each.file === this.name ? this.outline() : null);
    };
    const hits = this.hits && el("section", {}, el("h2", {}, `${this.hits.length} ${this.hits.length === 1 ? "line" : "lines"} found`), el("ul", {}, this.hits.map((each) => el("li", {},
      button("", () => this.go(each), { quiet: true, class: "button quiet hit", "aria-label": `${each.file}, line ${each.line}: ${each.text}` })))));
    for (const [index, node] of [...(hits?.querySelectorAll(".hit") ?? [])].entries()) {
      const each = this.hits[index];
      fill(node, el("span", { class: "soft" }, `${each.file.slice(prefix)}:${each.line}`), el("span", {}, each.text));
    }
    fill(this.list, hits,
      el("section", {}, el("h2", {}, "Files of the game"), el("ul", {}, own.map(entry))),
      made.length ? el("details", { open: made.some((each) => each.file === this.name) }, el("summary", {}, "Schemas for other editors"), el("ul", {}, made.map(entry))) : null,
      shared.length ? el("details", { open: shared.some((each) => each.file === this.name) }, el("summary", {}, "Shared kits (not changed here)"), el("ul", {}, shared.map(entry))) : null);
    this.list.scrollTop = top;
  }

  outline() {
    const entries = (this.file?.outline ?? []).slice(0, 400);
    return entries.length ? el("ul", { class: "outline" }, entries.map((each) => el("li", { class: `level-${each.level}` },
      button(each.name, () => this.editor.select({ line: each.line }), { quiet: true, title: `Line ${each.line}` })))) : null;
  }

  async find(words) {
    const answer = words.trim().length > 1 ? await this.studio.attempt("source.search", { words }) : null;
    this.hits = answer?.hits ?? null;
    this.drawFiles();
  }

  // Opening.

  async show(state) {
    const first = this.files.find((each) => each.own)?.file;
    const wanted = state.file || this.name || first;
    if (wanted && (wanted !== this.name || state.file)) await this.go({ ...state, file: wanted });
  }

  /** Opens a file, and selects a place of it. */
  async go(place) {
    if (place.file !== this.name && !(await this.read(place.file))) return;
    if (place.line && !this.main.querySelector(".conflict")) this.editor.select(place);
  }

  async read(name) {
    const known = this.open.get(name);
    const answer = await this.studio.attempt("source.text", { file: name });
    if (!answer) return false;
    if (this.file) Object.assign(this.file, { scroll: this.editor.area.scrollTop, caret: this.editor.area.selectionStart });
    this.name = name;
    const state = known ?? { typed: answer.text, text: answer.text, digest: answer.digest, marks: [], outline: [] };
    this.open.set(name, Object.assign(state, { own: answer.own }));
    this.showEditor();
    this.editor.open(name, state.typed, state.own);
    if (state.caret) this.editor.area.setSelectionRange(state.caret, state.caret);
    if (state.scroll) this.editor.area.scrollTop = state.scroll;
    this.editor.mark(state.marks);
    this.takeDisk(answer);
    this.drawState();
    this.drawFindings();
    this.drawFiles();
    this.checkTyped().then(() => this.checkSaved());
    return true;
  }

  showEditor() {
    if (this.main.firstChild !== this.editor.root) fill(this.main, this.editor.root, this.found);
  }

  // Typing and saving.

  typed() {
    this.file.typed = this.editor.text;
    this.drawState();
    this.check();
    this.editor.propose();
  }

  drawState() {
    const { file } = this;
    if (!file) return;
    const isUnsaved = file.typed !== file.text;
    const was = this.saveButton.disabled;
    this.title.textContent = this.name.split("/").pop();
    const locked = file.own ? "" : this.studio.hello.locked || "this file belongs to a shared kit, which is not changed here";
    disable(this.saveButton, locked || (!isUnsaved && "everything is saved"), "Save (Ctrl+S)");
    this.saveButton.classList.toggle("strong", isUnsaved);
    this.back.hidden = !isUnsaved;
    disable(this.renameButton, locked, "Rename the name at the caret everywhere (F2)");
    this.status.textContent = !file.own ? "only shown" : isUnsaved ? "not saved" : "saved";
    if (was !== this.saveButton.disabled) this.drawFiles();
  }

  async save(text = this.file?.typed, digest = this.file?.digest) {
    const { file, name } = this;
    if (!file || (file.typed === file.text && text === file.typed)) return true;
    const answer = await this.studio.attempt("source.save", { file: name, text, digest, base: file.text });
    if (!answer) return false;
    if (answer.conflict) {
      this.resolve(answer.conflict);
      return false;
    }
    const isSame = file.typed === text || this.main.firstChild !== this.editor.root;
    Object.assign(file, { text, digest: answer.digest, typed: isSame ? text : file.typed });
    if (this.name === name && isSame) this.editor.take(text);
    this.showEditor();
    this.drawState();
    return true;
  }

  discard() {
    this.file.typed = this.file.text;
    this.editor.take(this.file.text);
    this.drawState();
    this.checkTyped();
  }

  // What others save: taken in where nothing is typed, shown as a conflict otherwise.

  async followDisk() {
    await this.listFiles();
    if (!this.name) return;
    const answer = await this.studio.ask("source.text", { file: this.name }).catch(() => null);
    if (answer && answer.file === this.name) this.takeDisk(answer);
    else if (!answer) this.status.textContent = "this file is no longer on the disk";
  }

  takeDisk(answer) {
    const { file } = this;
    if (answer.digest === file.digest) return;
    if (file.typed === file.text || file.typed === answer.text) {
      Object.assign(file, { text: answer.text, typed: answer.text, digest: answer.digest });
      this.editor.take(answer.text);
      this.drawState();
      this.checkTyped();
    } else this.save();  // the answer is the conflict
  }

  resolve(conflict) {
    const screen = new Conflict(this.name, conflict.parts, {
      save: (text) => this.save(text, conflict.digest),
      back: () => { this.showEditor(); this.editor.area.focus(); },
    });
    fill(this.main, screen.root);
    this.status.textContent = "changed on disk too";
    screen.focus();
  }

  // Findings.

  async checkTyped() {
    const { name } = this;
    if (!name) return;
    const text = this.editor.text;
    const answer = await this.studio.ask("source.check", { file: name, text }).catch(() => null);
    if (!answer || this.name !== name || this.editor.text !== text) return;
    this.file.outline = answer.outline;
    this.take(answer.findings);
    this.drawFiles();
  }

  async checkSaved() {
    const { name, file } = this;
    if (!file || file.typed !== file.text) return;
    const answer = await this.studio.ask("source.findings", { file: name }).catch(() => null);
    if (answer && this.name === name && file.typed === file.text) this.take(answer.findings);
  }

  take(marks) {
    this.file.marks = marks;
    this.editor.mark(marks);
    this.drawFindings();
  }

  drawFindings() {
    const marks = this.file?.marks ?? [];
    this.found.hidden = !marks.length;
    fill(this.found, el("ul", { class: "list" }, marks.slice(0, 200).map((each) => el("li", { class: `item ${each.severity}` },
      el("span", { class: `chip ${each.severity}` }, each.severity),
      el("div", { class: "what" },
        el("a", { href: "#source", onclick: (event) => { event.preventDefault(); this.editor.select(each); } }, each.message),
        each.hint ? el("p", { class: "hint" }, each.hint) : null),
      el("span", { class: "soft mono" }, `line ${each.line}`),
      each.fixable && this.file.own ? button("Fix it", () => this.mend(each), { title: "Make the change that the hint names, if it helps" }) : null))));
  }

  /** Makes the change of a hint: in the text if something else is typed there, otherwise in the files at once. */
  async mend(finding) {
    const { file, name } = this;
    if (file.typed === file.text) {
      const done = await this.studio.attempt("source.fix", { file: name, finding });
      if (done) this.studio.toast(done.says, "", this.studio.undoing(done));
      return;
    }
    const answer = await this.studio.attempt("source.fixes", { file: name, text: file.typed, finding });
    const fix = answer?.fixes.find((each) => each.edits.every((edit) => edit.file === name));
    if (!fix) this.studio.toast(answer?.fixes.length ? "this changes another file: save first" : "no change was found that takes this finding away", "bad");
    else for (const edit of [...fix.edits].reverse()) this.editor.replace(this.editor.offset(edit.line, edit.column), this.editor.offset(edit.end_line, edit.end_column), edit.text);
  }

  async rename() {
    const at = this.editor.position();
    if (this.unsaved().length) { this.studio.toast("save before you rename: a name is changed in all files", "bad"); return; }
    const found = await this.ask("source.explain", at);
    if (!found?.name) { this.studio.toast("put the caret on a name, such as that of a place, a field or a template", "bad"); return; }
    const field = el("input", { type: "text", value: found.name, "aria-label": "New name", required: true });
    const files = new Set(found.uses.map((each) => each.file)).size;
    const dialog = el("dialog", { "aria-label": "Rename" }, el("h2", {}, `Rename ‘${found.name}’`),
      el("p", { class: "soft" }, `In ${found.uses.length} ${found.uses.length === 1 ? "place" : "places"} of ${files} ${files === 1 ? "file" : "files"}.`),
      el("form", { method: "dialog", onsubmit: () => this.renameTo(at, field.value) }, el("p", {}, field), el("button", { class: "button strong" }, "Rename"), " ", button("Cancel", () => dialog.close())));
    dialog.addEventListener("close", () => { dialog.remove(); this.editor.area.focus(); });
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  }

  async renameTo(at, name) {
    const done = await this.studio.attempt("source.rename", { file: this.name, ...at, name });
    if (done) this.studio.toast(`${done.says}: ${done.summary}`, "", this.studio.undoing(done));
  }

  /** Makes a new file, which is opened; a document is listed in the manifest. */
  make() {
    const kinds = [["component", "cards, tiles or another component"], ["template", "a template: what a face looks like"], ["area-map", "a map of places and roads"],
      ["requirements", "requirements on maps"], ["rulebook", "a rulebook"], ["icons", "icons"], ["", "a table (.csv) or a text (.md)"]];
    let kind = "component";
    const field = el("input", { type: "text", "aria-label": "Name of the file", placeholder: "heroes.yaml", required: true, maxlength: 200 });
    const fault = el("p", { class: "fault", role: "alert" });
    const dialog = el("dialog", { "aria-label": "New file" }, el("h2", {}, "New file"),
      el("form", { onsubmit: async (event) => {
        event.preventDefault();
        try {
          const made = await this.studio.ask("source.new", { kind, name: field.value });
          dialog.close();
          await this.listFiles();
          await this.go({ file: made.file });
          this.editor.area.focus();
        } catch (error) { fault.textContent = error.message; field.focus(); }
      } }, el("p", {}, choice("With", kinds, kind, (value) => { kind = value; })), el("p", {}, field), fault,
      el("button", { class: "button strong" }, "Make the file"), " ", button("Cancel", () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      this.save();
    } else if (event.key === "F2" && this.file?.own) {
      event.preventDefault();
      this.rename();
    }
  }
}

/** The length of the folder that all names begin with. */
function common(names) {
  if (!names.length) return 0;
  let { length } = names[0].slice(0, names[0].lastIndexOf("/") + 1);
  for (const name of names) while (!name.startsWith(names[0].slice(0, length))) length = names[0].lastIndexOf("/", length - 2) + 1;
  return length;
}
