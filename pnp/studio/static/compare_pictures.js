// Two pictures of one face or map: side by side, one over the other, or what changed alone. What changed is found by
// comparing pixels, and outlined on both.

import { el, svg } from "./dom.js";

/** Greatest difference of two equal pixels, over all channels: the edges of letters have shades. */
const NEAR = 40;
/** Side in pixels of the squares that are compared; those that touch are one outline. */
const SQUARE = 8;
/** Most outlines on one picture: more of them say nothing, so one is drawn around all. */
const MOST = 12;

/** Returns the picture of `data` in a frame of its trimmed size, so that its longest side is not over `longest`. */
export function framed(data, name, longest) {
  const scale = scaleOf(data, longest);
  const art = el("span", { class: "art" }, image(data, name, scale));
  art.style.width = `${data.width * scale}px`;
  art.style.aspectRatio = `${data.width} / ${data.height}`;
  return art;
}

/** Returns the two pictures in one frame; how much of the new one is shown is the property `--now` of an ancestor. */
export function laidOver(before, after, name, longest) {
  const frame = framed(after, `${name}: before and now`, longest);
  frame.classList.add("laid-over");
  const old = framed(before, "", longest);
  old.classList.add("old");
  frame.append(el("span", { class: "over" }, old));
  return frame;
}

/** Returns the new picture, faded, with what changed on it in a strong colour. */
export function changesAlone(before, after, name, longest, told) {
  const frame = framed(after, `${name}: what changed`, longest);
  frame.classList.add("changes-alone");
  compared(image(before, "", scaleOf(before, longest)), frame.firstChild, before, longest).then((found) => {
    if (!found) return;
    frame.append(found.canvas);
    outline(frame, found);
    told(found.boxes.length);
  });
  return frame;
}

/** Outlines what changed on two framed pictures; `told` is called with the number of outlines. */
export async function outlineBoth(before, after, data, longest, told) {
  const found = await compared(before.querySelector("img"), after.querySelector("img"), data, longest);
  if (!found) return;
  for (const each of [before, after]) outline(each, found);
  told(found.boxes.length);
}

export function sameSize(before, after) {
  return Boolean(before && after) && before.width === after.width && before.height === after.height && before.bleed === after.bleed;
}

export function scaleOf(data, longest) {
  return Math.min(longest / data.width, longest / data.height, 4);
}

function image(data, name, scale) {
  const found = el("img", { src: data.src, alt: name, loading: "lazy", decoding: "async", draggable: "false" });
  found.style.width = `${(data.width + 2 * data.bleed) * scale}px`;
  found.style.left = found.style.top = `${-data.bleed * scale}px`;
  return found;
}

function outline(frame, { boxes, width, height }) {
  const rects = (kind) => boxes.map(([x, y, right, bottom]) => svg("rect", { class: kind, x, y, width: right - x, height: bottom - y, rx: 3 }));
  frame.append(svg("svg", { class: "outlines", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, rects("casing"), rects("line")));
}

/** Returns the outlines of what differs between two pictures, and a canvas of those pixels; null if one is missing. */
async function compared(before, after, data, longest) {
  if (!(await loaded(after))) return null;
  before.loading = "eager"; // the new one is in sight now
  if (!(await loaded(before))) return null;
  const scale = scaleOf(data, longest);
  const [width, height] = [data.width, data.height].map((each) => Math.max(1, Math.round(each * scale)));
  const [one, other] = [before, after].map((each) => pixels(each, data, scale, width, height));
  const canvas = el("canvas", { width, height });
  const ink = new ImageData(width, height);
  const across = Math.ceil(width / SQUARE);
  const changed = new Set();
  for (let at = 0; at < one.length; at += 4) {
    const far = Math.abs(one[at] - other[at]) + Math.abs(one[at + 1] - other[at + 1]) + Math.abs(one[at + 2] - other[at + 2]);
    if (far <= NEAR) continue;
    ink.data.set([194, 24, 91, 255], at);
    const pixel = at / 4;
    changed.add(Math.floor(Math.floor(pixel / width) / SQUARE) * across + Math.floor((pixel % width) / SQUARE));
  }
  canvas.getContext("2d").putImageData(ink, 0, 0);
  return { canvas, width, height, boxes: boxesAround(changed, across, width, height) };
}

/** Returns whether a picture could be loaded, when it is. */
function loaded(picture) {
  if (picture.complete) return picture.naturalWidth > 0;
  return new Promise((done) => {
    picture.addEventListener("load", () => done(true), { once: true });
    picture.addEventListener("error", () => done(false), { once: true });
  });
}

function pixels(picture, data, scale, width, height) {
  const canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = "#fff";
  canvas.fillRect(0, 0, width, height);
  canvas.drawImage(picture, -data.bleed * scale, -data.bleed * scale, (data.width + 2 * data.bleed) * scale, (data.height + 2 * data.bleed) * scale);
  return canvas.getImageData(0, 0, width, height).data;
}

/** Returns the bounding boxes of groups of squares with at most one square between them. */
function boxesAround(changed, across, width, height) {
  const boxes = [];
  const left = new Set(changed);
  for (const start of changed) {
    if (!left.delete(start)) continue;
    const group = [start];
    for (let at = 0; at < group.length; at += 1) {
      const [x, y] = [group[at] % across, Math.floor(group[at] / across)];
      for (let down = -2; down <= 2; down += 1) {
        for (let right = -2; right <= 2; right += 1) {
          const near = (y + down) * across + x + right;
          if (x + right >= 0 && x + right < across && left.delete(near)) group.push(near);
        }
      }
    }
    boxes.push(around(group.map((each) => [each % across, Math.floor(each / across), (each % across) + 1, Math.floor(each / across) + 1])));
  }
  const all = boxes.length > MOST ? [around(boxes)] : boxes;
  return all.map(([x, y, right, bottom]) => [Math.max(1, x * SQUARE - 2), Math.max(1, y * SQUARE - 2), Math.min(width - 1, right * SQUARE + 2), Math.min(height - 1, bottom * SQUARE + 2)]);
}

function around(boxes) {
  const side = (index, choose) => boxes.reduce((found, each) => choose(found, each[index]), boxes[0][index]);
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}
