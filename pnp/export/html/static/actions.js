// What players do: each function is one change with one line in the log, and one step of undo.

// Takes a record out of its pile or hand; a pile that was only heaped up ends with its last but one piece.
function release(draft, id) {
  const record = draft.get(id);
  if (!record.in) return;
  const holder = draft.get(record.in);
  draft.set(id, { in: "" });
  if (!holder) return;
  const items = holder.items.filter((item) => item !== id);
  const size = holder.is === "pile" ? sizeOf({ ...holder, items: holder.items }) : undefined;
  draft.set(holder.id, size ? { items, size } : { items });
  if (holder.is !== "pile" || holder.named || holder.in === "box") return;
  if (items.length === 1) {
    const { x, y, t, z, at } = holder;
    draft.set(items[0], { in: "", x, y, t, z, at });
  }
  if (items.length < 2) draft.drop(holder.id);
}

// The next piece of a pile: a bag gives any, a supply without end a copy.
function next(draft, pile) {
  const items = draft.get(pile).items;
  if (!items.length) return null;
  const { kind, endless } = draft.get(pile);
  const id = kind === "bag" ? items[below(items.length)] : items[0];
  if (!endless) return id;
  const { p, up, face, value } = draft.get(id);
  return newPiece(draft, p, { up, face, value });
}

function intoPile(draft, ids, pile, where = "top") {
  for (const id of ids) {
    if (draft.get(id).is !== "piece") continue;
    release(draft, id);
    const { items, x, y, t, endless } = draft.get(pile);
    if (endless) {
      draft.drop(id); // a supply without end takes back what came from it
      continue;
    }
    draft.set(id, { in: pile, x, y, t, at: null, lock: false });
    const into = [...items];
    into.splice({ top: 0, bottom: into.length, middle: below(into.length + 1) }[where], 0, id);
    draft.set(pile, { items: into });
  }
}

function intoHand(draft, id, hand) {
  if (draft.get(id).is !== "piece") return;
  release(draft, id);
  draft.set(id, { in: hand, up: true, t: 0, at: null, lock: false });
  draft.set(hand, { items: [...draft.get(hand).items, id] });
}

function ontoTable(draft, id, x, y, values = {}) {
  release(draft, id);
  draft.set(id, { x, y, in: "", at: null, ...values });
  draft.raise(id);
  settle(draft, id, new Set([id]));
}

// Pulls a piece to the place below it; those that share a place stand round its middle.
function settle(draft, id, besides) {
  const record = draft.get(id);
  const piece = record.is === "piece" ? pieceOf(record) : null;
  if (piece && ["board", "mat", "box"].includes(piece.kind)) return;
  const found = nearestSnap(record.x, record.y, besides, Math.min(STRONGEST, NEAR / (4 * view.zoom)));
  if (found && found.board.z < record.z) settleOn(draft, id, freeBeside(draft, id, found) ?? found);
}

// How near to a place a piece must be dropped at least: pixels of the screen, and at most so many millimetres.
const NEAR = 10;
const STRONGEST = 12;

const takenBy = (draft, id, board, index) => onTable().map((other) => draft.get(other.id)).filter((other) => other && other.id !== id && other.in === "" && other.at?.[0] === board.id && other.at[1] === index);

// The free slot that overlaps a taken one, such as that of the second card of a pair; null for all other places.
function freeBeside(draft, id, { board, index }) {
  const [snap, ...size] = [pieceOf(board).snaps[index], ...sizeOf(draft.get(id))];
  if (!snap.slot || !takenBy(draft, id, board, index).length) return null;
  const apart = (other) => Math.hypot(other.x - snap.x, other.y - snap.y);
  const slots = pieceOf(board).snaps.map((other, number) => ({ board, index: number, snap: other }));
  return slots
    .filter((other) => other.snap.slot && apart(other.snap) < Math.min(...size) / 2 && !takenBy(draft, id, board, other.index).length)
    .sort((one, two) => apart(one.snap) - apart(two.snap))[0] ?? null;
}

function settleOn(draft, id, { board, index }) {
  const record = draft.get(id);
  const snap = pieceOf(board).snaps[index];
  const there = takenBy(draft, id, board, index);
  const [x, y] = snapPoint(board, index);
  const step = there.length ? Math.min(pieceOf(board).pull, Math.max(...sizeOf(record)) * 0.55) : 0;
  const angle = there.length * 2.4; // the golden angle: no two stand on each other
  // A slot is as a card lies in it, so that cards on a mat look the same way as the mat.
  const turn = snap.turn === null && !snap.slot ? {} : { t: (board.t + (snap.turn ?? 0)) % 360 };
  draft.set(id, { x: x + step * Math.cos(angle), y: y + step * Math.sin(angle), at: [board.id, index], ...turn });
}

// Moves things and what they carry by so many millimetres; `drops` says whether they snap and heap.
function moveBy(ids, dx, dy, { snaps = true, heaps = true } = {}) {
  const free = ids.filter((id) => get(id) && !get(id).lock && get(get(id).in)?.is !== "pile");
  if (!free.length) return false;
  const all = new Set(free);
  free.forEach((id) => carried(id).forEach((other) => all.add(other)));
  let says = ["moved"];
  const names = many(free);
  return commit(
    () => word(says[0], { what: names, place: says[1] }),
    (draft) => {
      for (const id of [...all].sort((one, two) => get(one).z - get(two).z)) {
        const { x, y } = draft.get(id);
        draft.set(id, { x: x + dx, y: y + dy, ...(free.includes(id) ? { at: null } : {}) });
        draft.raise(id);
      }
      if (free.length === 1 && heaps && dropOnPile(draft, free[0])) {
        says = [publicName(get(free[0])) === word("pile") ? "moved-onto-one" : "moved-onto"];
        return;
      }
      if (!snaps) return;
      for (const id of free) settle(draft, id, all);
      const at = free.length === 1 ? draft.get(free[0])?.at : null;
      if (at) says = ["moved-to", pieceOf(get(at[0])).snaps[at[1]].name];
    },
  );
}

// Puts a flat piece on the pile, or on the piece of its size, that it was dropped on.
function dropOnPile(draft, id, besides = "") {
  const record = draft.get(id);
  if (record.is === "piece" && !FLAT.has(pieceOf(record).kind)) return false;
  if (record.is !== "piece" && record.is !== "pile") return false;
  const [w, h] = sizeOf(record);
  const under = onTable()
    .filter((other) => other.id !== id && other.id !== besides && Math.hypot(other.x - record.x, other.y - record.y) < Math.min(...(other.space ?? [w, h])) * (other.space ? 0.5 : 0.3))
    .filter((other) => other.is === "pile" || (other.is === "piece" && FLAT.has(pieceOf(other).kind) && (!other.at || areAlike(record, other))))
    .filter((other) => (other.space ? other.space.every((side, axis) => [w, h][axis] < side + 1) : sizeOf(other).every((side, axis) => Math.abs(side - [w, h][axis]) < 1)))
    .sort((one, two) => two.z - one.z)[0];
  if (!under) return false;
  const at = under.at && get(under.at[0]) && freeBeside(draft, id, { board: get(under.at[0]), index: under.at[1] });
  if (at) {
    settleOn(draft, id, at);
    return false;
  }
  const moved = record.is === "pile" ? [...record.items].reverse() : [id];
  let pile = under.id;
  if (under.is === "piece") pile = heap(draft, under.id);
  else if (under.items.length && record.is === "piece") draft.set(id, { up: draft.get(under.items[0]).up && record.up });
  intoPile(draft, moved, pile);
  if (record.is === "pile") draft.drop(id);
  return true;
}

// Whether pieces that meet on a place are a stack: cards and tiles of one component, and what looks the same, at least
// from behind. Others, such as the markers of players, lie next to each other there.
function areAlike(one, other) {
  const [first, second] = [one.is === "pile" ? get(one.items[0]) : one, other].map((record) => record && pieceOf(record));
  return Boolean(first) && first.component === second.component && (first === second || ["card", "tile"].includes(first.kind) || (first.back >= 0 && first.back === second.back));
}

// Makes a pile of one piece where it lies.
function heap(draft, id) {
  const { x, y, t, z, at } = draft.get(id);
  const pile = draft.fresh("pile");
  draft.set(pile, { is: "pile", name: "", kind: "deck", endless: false, named: false, items: [id], in: "", x, y, t, z, at, lock: false });
  draft.set(id, { in: pile, at: null });
  return pile;
}

const loose = (ids) => ids.filter((id) => get(id) && !get(id).lock);

const act = {
  flip(ids) {
    return commit(word("flipped", { what: many(ids) }), (draft) => {
      for (const id of ids) {
        const record = draft.get(id);
        if (record.is === "piece") draft.set(id, { up: !record.up });
        if (record.is !== "pile") continue;
        record.items.forEach((item) => draft.set(item, { up: !draft.get(item).up }));
        draft.set(id, { items: [...record.items].reverse() });
      }
    });
  },
  rotate(ids, degrees) {
    const free = loose(ids);
    return free.length && commit(word("turned", { what: many(free) }), (draft) => {
      const turned = new Set();
      const turn = (id, board) => {
        if (turned.has(id)) return;
        turned.add(id);
        const { x, y, t } = draft.get(id);
        const [toX, toY] = outside({ ...board, t: degrees }, x - board.x, y - board.y);
        draft.set(id, { x: toX, y: toY, t: (((t + degrees) % 360) + 360) % 360 });
      };
      // What is on a board turns with it, round its middle: the lowest board first.
      for (const id of [...free].sort((one, two) => get(one).z - get(two).z)) {
        const board = get(id);
        if (!turned.has(id)) [id, ...carried(id)].forEach((each) => turn(each, board));
      }
    });
  },
  lock(ids) {
    const locks = ids.some((id) => !get(id).lock);
    return commit(word(locks ? "locked" : "unlocked", { what: many(ids) }), (draft) => ids.forEach((id) => draft.set(id, { lock: locks })));
  },
  shuffle(pile) {
    return commit(word("shuffled", { pile: publicName(get(pile)) }), (draft) => draft.set(pile, { items: shuffled(get(pile).items) }) && undefined);
  },
  // Draws to the hand whose turn it is.
  draw(pile, count = 1, hand = mine()) {
    return commit(word("drew", { count, pile: publicName(get(pile)) }), (draft) => {
      for (let drawn = 0; drawn < count; drawn += 1) {
        const id = draft.get(pile) && next(draft, pile);
        if (!id) return drawn > 0;
        intoHand(draft, id, hand);
      }
    });
  },
  deal(pile, count) {
    return commit(word("dealt", { count, pile: publicName(get(pile)) }), (draft) => {
      for (let round = 0; round < count; round += 1) {
        for (let seat = 1; seat <= meta().players; seat += 1) {
          const id = draft.get(pile) && next(draft, pile);
          if (!id) return;
          intoHand(draft, id, handOf(seat));
        }
      }
    });
  },
  // Turns the top of a pile up next to it.
  reveal(pile, x, y, up = true) {
    let made = null;
    commit(() => word("turned-up", { what: named(get(made)) }), (draft) => {
      made = next(draft, pile);
      if (!made) return false;
      ontoTable(draft, made, x, y, { up, t: get(pile).t });
    });
    return made;
  },
  // Takes the top of a pile to a point, as it is: face down stays face down.
  takeTo(pile, x, y) {
    let made = null;
    const from = named(get(pile)); // a stack of two is none any more
    return commit(() => word("took-from", { what: things.has(made) ? named(get(made)) : from, pile: from }), (draft) => {
      made = next(draft, pile);
      if (!made) return false;
      ontoTable(draft, made, x, y, { t: get(pile).t });
      return dropOnPile(draft, made, pile) || true;
    });
  },
  split(pile, count) {
    const { items, t, kind } = get(pile);
    const [x, y] = freeNear(get(pile));
    const top = items.slice(0, count);
    if (!top.length || top.length === items.length) return false;
    return commit(word("has-split", { pile: publicName(get(pile)) }), (draft) => {
      const made = draft.fresh("pile");
      draft.set(made, { is: "pile", name: "", kind, endless: false, named: false, items: [], in: "", x, y, t, z: 0, lock: false });
      intoPile(draft, [...top].reverse(), made);
      draft.raise(made);
      if (top.length === 1) release(draft, top[0]);
    });
  },
  stack(ids) {
    const flat = ids.filter((id) => get(id).is === "pile" || FLAT.has(pieceOf(get(id))?.kind));
    if (flat.length < 2) return false;
    return commit(word("stacked", { count: flat.length }), (draft) => {
      const [base, ...rest] = [...flat].sort((one, two) => get(one).z - get(two).z);
      const pile = get(base).is === "pile" ? base : heap(draft, base);
      for (const id of rest) {
        const heaped = get(id).is === "pile" ? [...get(id).items].reverse() : [id];
        intoPile(draft, heaped, pile);
        if (get(id).is === "pile" && draft.get(id)) draft.drop(id);
      }
      draft.raise(pile);
    });
  },
  toPile(ids, pile, where) {
    const names = word(`returned-${where}`, { what: many(ids), pile: publicName(get(pile)) });
    return commit(names, (draft) => {
      const { items } = get(pile);
      const up = items.length ? get(items[0]).up : false;
      ids.forEach((id) => draft.set(id, { up }));
      intoPile(draft, ids, pile, where);
    });
  },
  toHand(ids, seat = meta().seat) {
    const says = word(seat === meta().seat ? "took" : "gave", { what: many(ids), name: seatName(seat) });
    return commit(says, (draft) => {
      for (const id of ids) {
        const members = get(id).is === "pile" ? get(id).items : [id];
        members.forEach((item) => intoHand(draft, item, handOf(seat)));
      }
    });
  },
  play(ids, x, y, up = true) {
    const names = () => ids.map((id) => named({ ...get(id), up: true, in: "" })).join(", ");
    return commit(up ? word("played", { what: names() }) : word("played-down", { count: ids.length }), (draft) => {
      ids.forEach((id, index) => {
        ontoTable(draft, id, x + index * 8, y + index * 4, { up });
        dropOnPile(draft, id);
      });
    });
  },
  // Puts pieces on a place, also out of a hand: what the keyboard has instead of dragging.
  putOn(ids, spot) {
    const free = ids.filter((id) => get(id).is === "piece" && !get(id).lock);
    return free.length && commit(word("put-on", { what: many(free), place: nameAt(spot) }), (draft) => {
      for (const id of free) {
        const [x, y] = snapPoint(spot.board, spot.index);
        release(draft, id);
        draft.set(id, { x, y, in: "", at: null });
        draft.raise(id);
        if (!dropOnPile(draft, id)) settleOn(draft, id, spot);
      }
    });
  },
  // Out of the box or a supply onto the table.
  bring(id, x, y) {
    return commit(word("brought", { what: named(get(id)) }), (draft) => ontoTable(draft, id, x, y));
  },
  bringPile(pile, x, y) {
    return commit(word("brought", { what: publicName(get(pile)) }), (draft) => {
      const { name, items } = get(pile);
      if (items.length === 1) return ontoTable(draft, items[0], x, y) ?? true;
      draft.set(pile, { in: "", x, y, kind: "deck", named: true, name });
      draft.raise(pile);
    });
  },
  remove(ids) {
    const free = loose(ids);
    return free.length && commit(word("boxed", { what: many(free) }), (draft) => {
      for (const id of free) {
        const record = draft.get(id);
        if (record.is === "counter" || record.is === "note") draft.drop(id);
        else boxed(draft, id);
      }
    });
  },
  roll(ids) {
    const dice = ids.filter((id) => get(id).is === "piece" && pieceOf(get(id)).kind === "die");
    const rolled = dice.map((id) => below(pieceOf(get(id)).sides));
    const words = rolled.map((side, index) => pieceOf(get(dice[index])).sideNames[side] ?? side + 1);
    return dice.length && commit(word("rolled", { sides: words.join(", ") }), (draft) => dice.forEach((id, index) => draft.set(id, { face: rolled[index] })));
  },
  count(id, by) {
    return commit(() => `${publicName(get(id))}: ${get(id).value}`, (draft) => draft.set(id, { value: draft.get(id).value + by }) && undefined);
  },
  addCounter(name, value, x, y) {
    return commit(word("put-counter", { name }), (draft) => {
      const id = draft.fresh("counter");
      draft.set(id, { is: "counter", name, value, x, y, t: 0, z: 0, in: "", lock: false });
      draft.raise(id);
    });
  },
  addNote(text, x, y) {
    return commit(word("put-note"), (draft) => {
      const id = draft.fresh("note");
      draft.set(id, { is: "note", text, x, y, t: 0, z: 0, in: "", lock: false });
      draft.raise(id);
    });
  },
  write(id, values, says) {
    return commit(says, (draft) => draft.set(id, values) && undefined);
  },
  moveAs(id, mover) {
    return commit(() => word(mover ? "moves-as" : "moves-as-printed", { what: publicName(get(id)), name: mover }), (draft) => draft.set(id, { mover }) && undefined);
  },
  addDie(sides, x, y) {
    const index = PIECES.findIndex((piece) => piece.plain === sides);
    return commit(word("put-die", { count: sides }), (draft) => draft.raise(newPiece(draft, index, { x, y })));
  },
  pass(seat) {
    return commit(word("passed", { name: seatName(seat) }), (draft) => draft.set("meta", { seat }) && undefined);
  },
  look(says) {
    return commit(says, (draft) => draft.set("meta", { looked: (meta().looked ?? 0) + 1 }) && undefined);
  },
};

function boxed(draft, id) {
  const record = draft.get(id);
  const members = record.is === "pile" ? record.items : [id];
  const first = pieceOf(draft.get(members[0]) ?? {});
  if (first) {
    const box = [...things.values()].find((other) => other.in === "box" && other.name === (first.group || first.component));
    const into = box?.id ?? draft.fresh("pile");
    if (!box) draft.set(into, { is: "pile", name: first.group, kind: "box", endless: false, named: false, items: [], in: "box", x: 0, y: 0, t: 0, z: 0 });
    intoPile(draft, members, into);
  }
  if (record.is === "pile" && draft.get(id)) draft.drop(id);
}
