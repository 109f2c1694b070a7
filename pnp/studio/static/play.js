// The game on a table: made of the files as they are, and opened in a separate tab.

import { button, el, fill, icon } from "./dom.js";

export function mount(root, studio) {
  let job = null;
  let laid = null;
  const line = el("p", { class: "soft" });
  const box = el("section", { class: "play-box", "aria-live": "polite" });
  fill(root, el("div", { class: "scroll play" }, box));

  async function make() {
    const begun = await studio.attempt("play.make", { language: studio.look.language });
    if (!begun) return;
    job = begun.job;
    line.textContent = "reading the pack";
    fill(box, el("h2", {}, "Laying the table"), el("progress", { "aria-label": "Laying the table" }), line,
      button("Cancel", () => studio.attempt("print.cancel")));
  }

  function draw(refused = "") {
    const isOld = laid && laid.revision !== studio.hello.revision;
    const open = el("a", { class: "button strong", href: laid?.src, target: "_blank", rel: "noopener noreferrer" }, icon("play"), "Open the table");
    fill(box, el("h2", {}, laid ? "The table is laid" : "Play the game"),
      el("p", {}, "All pieces of the game, set up for any number of players: draw, deal, move, flip, roll and save. It is a trial of the game before anything is printed."),
      refused ? el("p", { class: "fault", role: "alert" }, `Not laid: ${refused}`) : null,
      isOld ? el("p", { class: "notice" }, "The pack has changed since: lay the table again to play what it is now.") : null,
      el("p", { class: "acts" }, laid ? open : null,
        button(laid ? "Lay it again" : "Lay the table", make, { class: `button${laid && !isOld ? "" : " strong"}` }),
        laid ? el("a", { class: "button", href: laid.file, download: "" }, icon("download"), `Save as one file (${(laid.size / 1e6).toFixed(1)} MB)`) : null),
      laid?.left_out.length ? el("details", {}, el("summary", {}, `${laid.left_out.length} left out`), el("ul", {}, laid.left_out.map((each) => el("li", {}, each)))) : null,
      el("p", { class: "soft" }, laid ? "The table is in a separate tab. It needs no network, and the studio knows nothing of what happens on it. The file can be sent to others."
        : "The table opens in a separate tab, and can be saved as one file that needs no network: send it to who plays with you."));
  }

  studio.on("building", (news) => { if (news.job === job) line.textContent = news.text; });
  studio.on("laid", (news) => {
    if (news.job !== job) return;
    job = null;
    if (!news.refused) laid = news;
    draw(news.refused);
  });
  studio.on("changed", () => { if (job === null) setTimeout(draw, 300); });
  draw();
  return { show: () => { if (job === null) draw(); } };
}
