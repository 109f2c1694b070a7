// The state of a table: records by id that are never changed in place, and a journal of what replaced what.
// Everything that happens goes through `commit`: that is what undo, redo, the log, saving and drawing build on.

const GAME = JSON.parse(document.getElementById("game").textContent);

// A text of the table in the language of the game, with its places filled: `word("drew", { count: 2, pile: "Deck" })`.
const word = (key, values = {}) => GAME.words[key].replace(/\{([a-z]+)\}/g, (place, name) => String(values[name] ?? place));
const PIECES = GAME.pieces;
const FLAT = new Set(["card", "tile", "token", "money"]);

let things = new Map();
let journal = []; // {says, seat, before: [[id, record | null]], after: [...]}
let undone = [];
const watchers = [];

const get = (id) => things.get(id);
const meta = () => things.get("meta");
const pieceOf = (record) => PIECES[record.p] ?? null;
const handOf = (seat) => `hand${seat}`;

// Whole numbers below `limit`, each equally likely: what is over the last whole multiple is drawn again.
function below(limit) {
  const fair = Math.floor(2 ** 32 / limit) * limit;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= fair);
  return drawn[0] % limit;
}

function shuffled(items) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

// A change that is being put together: reads see what it has written.
class Draft {
  constructor() {
    this.written = new Map();
  }

  get(id) {
    return this.written.has(id) ? this.written.get(id) : things.get(id);
  }

  set(id, values) {
    this.written.set(id, Object.freeze({ ...this.get(id), ...values, id }));
    return this.written.get(id);
  }

  drop(id) {
    this.written.set(id, null);
  }

  fresh(kind) {
    let { made } = this.get("meta");
    do made += 1;
    while (this.get(`${kind}${made}`));
    this.set("meta", { made });
    return `${kind}${made}`;
  }

  raise(id) {
    const top = this.get("meta").top + 1;
    this.set("meta", { top });
    this.set(id, { z: top });
  }
}

// Runs `work` on a draft and makes its result the state; `says` is the line of the log, or a function that gives it.
function commit(says, work) {
  const draft = new Draft();
  if (work(draft) === false || draft.written.size === 0) return false;
  const before = [...draft.written.keys()].map((id) => [id, things.get(id) ?? null]);
  const after = [...draft.written];
  const seat = meta().seat;
  const entry = { says, seat, before, after };
  journal.push(entry);
  undone = [];
  keep(after);
  if (typeof says === "function") entry.says = says(); // in the words of what is now
  tell(after);
  return true;
}

function keep(records) {
  for (const [id, record] of records) {
    if (record) things.set(id, record);
    else things.delete(id);
  }
}

function put(records) {
  keep(records);
  tell(records);
}

function tell(records) {
  watchers.forEach((watch) => watch(records.map(([id]) => id)));
}

function undo() {
  if (!journal.at(-1)?.before.length) return false; // the beginning, or a line of a saved log that cannot be undone
  const entry = journal.pop();
  undone.push(entry);
  put(entry.before);
  return entry;
}

function redo() {
  const entry = undone.pop();
  if (!entry) return false;
  journal.push(entry);
  put(entry.after);
  return entry;
}

// The table at the beginning ---------------------------------------------------------------------------------------

function setUp(players, names) {
  const old = [...things.keys()];
  things = new Map();
  journal = [];
  undone = [];
  const seats = GAME.seats[players] ?? [];
  const records = [["meta", { id: "meta", is: "meta", seat: 1, players, names, notes: "", top: 0, made: 0, round: 1 }]];
  things.set("meta", Object.freeze(records[0][1]));
  const draft = new Draft();
  for (let seat = 1; seat <= Math.max(players, seats.length, 1); seat += 1) {
    draft.set(handOf(seat), { is: "hand", seat, items: [] });
  }
  const left = new Map(PIECES.map((piece, index) => [index, piece.count]));
  const laidOn = new Map();
  const found = dealt(GAME.layouts[players] ?? [], GAME.goings[players] ?? []);
  const spaces = new Map();
  const lay = ([laid, pieces]) => {
    // What the set-up does not use waits in the box, but for supplies that never run out.
    if (laid.spare && !GAME.piles[laid.pile]?.endless) return;
    const made = layDown(draft, laid, pieces, left);
    if (!spaces.has(laid.place)) laidOn.set(made, laid.place);
    else if (draft.get(made).is === "piece") intoPile(draft, [made], spaces.get(laid.place));
  };
  found.filter(([laid]) => laid.locked).forEach(lay); // boards are below all else
  for (const space of GAME.spaces[players] ?? []) spaces.set(space.id, makeSpace(draft, space));
  found.filter(([laid]) => !laid.locked).forEach(lay);
  fillBox(draft, left);
  for (const [id, record] of draft.written) things.set(id, record);
  for (const record of onTable()) findPlace(record, laidOn.get(record.id));
  watchers.forEach((watch) => watch([...new Set([...old, ...things.keys()])]));
}

// The place that a set-up lays a piece on, or the one below its middle.
function findPlace(record, name) {
  if (!name && (record.is !== "piece" || ["board", "mat", "box"].includes(pieceOf(record).kind))) return;
  const found = (name && snapNamed(name, record)) || nearestSnap(record.x, record.y, new Set([record.id]));
  if (found && found.board.z < record.z) things.set(record.id, Object.freeze({ ...record, at: [found.board.id, found.index] }));
}

// The nearest place of a name; several pieces may be laid round it, farther off than it pulls.
function snapNamed(name, { id, x, y }) {
  const found = [...snapsNear(x, y, new Set([id]), Infinity)].filter(({ snap }) => snap.name === name);
  return found.sort((one, two) => one.away - two.away)[0];
}

// The things of a set-up with their pieces: those of one pool are shuffled, and then dealt to all of their places.
// What goes where a drawn piece says gets the first place that is free.
function dealt(layout, goings) {
  const held = layout.map((laid) => (laid.pile === undefined ? [laid.piece] : [...GAME.piles[laid.pile].pieces]));
  const pools = new Map();
  layout.forEach((laid, number) => (laid.pools ?? []).forEach((pool, at) => {
    if (pool) pools.set(pool, pools.get(pool) ?? []).get(pool).push([number, at]);
  }));
  for (const places of pools.values()) {
    const mixed = shuffled(places.map(([number, at]) => held[number][at]));
    places.forEach(([number, at], index) => { held[number][at] = mixed[index]; });
  }
  const laid = [...layout];
  for (const { what, by, spots, goes } of goings) {
    const taken = new Set();
    what.forEach((number, index) => {
      const [thing, at] = by[index] ?? [];
      const wanted = goes[held[thing]?.[at]] ?? [];
      const spot = wanted.find((each) => !taken.has(each)) ?? wanted.at(-1);
      if (spot === undefined) return;
      taken.add(spot);
      const [x, y, turn, place] = spots[spot];
      laid[number] = { ...layout[number], x, y, turn, place };
    });
  }
  return laid.map((each, number) => [each, held[number]]);
}

// Lays a thing of the set-up down, and returns it.
function layDown(draft, laid, pieces, left) {
  const place = { x: laid.x, y: laid.y, t: laid.turn, lock: laid.locked };
  if (laid.pile === undefined) {
    take(left, pieces[0]);
    const made = newPiece(draft, pieces[0], { ...place, up: laid.up });
    draft.raise(made);
    return made;
  }
  const pile = GAME.piles[laid.pile];
  const id = draft.fresh("pile");
  const order = pile.shuffled ? shuffled(pieces) : pieces;
  const items = order.map((piece) => {
    take(left, piece);
    return newPiece(draft, piece, { in: id, up: laid.up });
  });
  const { name, kind, endless } = pile;
  draft.set(id, { is: "pile", name, kind, endless, named: true, items, in: "", z: 0, ...place });
  draft.raise(id);
  return id;
}

// An empty space is a pile that stays where it is, and takes whatever fits into it.
function makeSpace(draft, { name, x, y, turn, size }) {
  const id = draft.fresh("pile");
  draft.set(id, { is: "pile", name, kind: "deck", endless: false, named: true, items: [], space: size, in: "", x, y, t: turn, z: 0, lock: true });
  draft.raise(id);
  return id;
}

// What is not laid out waits in the box, one pile a component.
function fillBox(draft, left) {
  const groups = new Map();
  for (const [index, count] of left) {
    const group = PIECES[index].component;
    for (let copy = 0; copy < count; copy += 1) groups.set(group, [...(groups.get(group) ?? []), index]);
  }
  for (const [group, indices] of groups) {
    const id = draft.fresh("pile");
    const items = indices.map((index) => newPiece(draft, index, { in: id, up: true }));
    const name = PIECES[indices[0]].group || group;
    draft.set(id, { is: "pile", name, kind: "box", endless: false, named: false, items, in: "box", x: 0, y: 0, t: 0, z: 0 });
  }
}

const take = (left, index) => left.set(index, Math.max(0, left.get(index) - 1));

function newPiece(draft, index, values) {
  const id = draft.fresh("piece");
  draft.set(id, { is: "piece", p: index, x: 0, y: 0, t: 0, up: true, face: 0, value: 0, lock: false, z: 0, in: "", ...values });
  return id;
}

// Names as everybody at the table may read them: what lies face down or is in a hand stays unnamed.
function publicName(record) {
  if (record.is === "pile") return record.name || word("pile");
  if (record.is === "counter") return record.name;
  if (record.is === "note") return word("note-piece");
  const piece = pieceOf(record);
  const hidden = FLAT.has(piece.kind) && (!record.up || record.in.startsWith("hand"));
  return hidden ? word(`${piece.kind}-of`, { group: piece.group }) : piece.name;
}

// The name within a sentence: one that begins with a number would be read as so many.
const named = (record) => (/^\d+ /.test(publicName(record)) ? `‘${publicName(record)}’` : publicName(record));
const many = (ids) => (ids.length === 1 ? named(get(ids[0])) : word("pieces", { count: ids.length }));
const seatName = (seat) => meta().names[seat - 1] || word("seat", { number: seat });
const mine = () => handOf(meta().seat);

// Where things are ------------------------------------------------------------------------------------------------

function sizeOf(record) {
  if (record.is === "counter") return [34, 20];
  if (record.is === "note") return [50, 40];
  if (record.is === "pile") {
    const top = get(record.items[0]) ?? null;
    return top ? pieceOf(top).size : (record.space ?? record.size ?? [44, 68]);
  }
  const piece = pieceOf(record);
  return record.up || !piece.backSize ? piece.size : piece.backSize;
}

// A point of the table in the own coordinates of a thing: from its middle, without its turn.
function inside(record, x, y) {
  const angle = (-record.t * Math.PI) / 180;
  const [dx, dy] = [x - record.x, y - record.y];
  return [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)];
}

function outside(record, x, y) {
  const angle = (record.t * Math.PI) / 180;
  return [record.x + x * Math.cos(angle) - y * Math.sin(angle), record.y + x * Math.sin(angle) + y * Math.cos(angle)];
}

function covers(record, x, y) {
  const [w, h] = sizeOf(record);
  const [dx, dy] = inside(record, x, y);
  return Math.abs(dx) <= w / 2 && Math.abs(dy) <= h / 2;
}

const onTable = () => [...things.values()].filter((record) => record.z > 0 && record.in === "");

// The snaps of what lies on the table, as points of the table.
function* snapsNear(x, y, besides, reach) {
  for (const board of onTable()) {
    const piece = board.is === "piece" ? pieceOf(board) : null;
    if (!piece || !board.up || besides.has(board.id) || piece.snaps.length === 0) continue;
    const [w, h] = piece.size;
    const [dx, dy] = inside(board, x, y);
    const pull = Math.max(piece.pull, reach);
    if (Math.abs(dx) > w / 2 + pull || Math.abs(dy) > h / 2 + pull) continue;
    for (let index = 0; index < piece.snaps.length; index += 1) {
      const snap = piece.snaps[index];
      const away = Math.hypot(snap.x - w / 2 - dx, snap.y - h / 2 - dy);
      if (away <= pull) yield { board, index, snap, away };
    }
  }
}

function nearestSnap(x, y, besides = new Set(), reach = 0) {
  let best = null;
  for (const found of snapsNear(x, y, besides, reach)) {
    const better = !best || found.board.z > best.board.z || (found.board.z === best.board.z && found.away < best.away);
    if (better && (!best || found.board.id === best.board.id || found.board.z > best.board.z)) best = found;
  }
  return best;
}

function snapPoint(board, index) {
  const piece = pieceOf(board);
  const snap = piece.snaps[index];
  return outside(board, snap.x - piece.size[0] / 2, snap.y - piece.size[1] / 2);
}

// The place that a piece is on: the nearest snap below its middle.
function placeOf(record) {
  if (record.at) {
    const board = get(record.at[0]);
    if (board && board.in === "") return { board, index: record.at[1], snap: pieceOf(board).snaps[record.at[1]] };
  }
  return null;
}

// Half of the width and of the height of the upright box around a thing.
function reach({ t }, [w, h]) {
  const [across, down] = [Math.abs(Math.cos((t * Math.PI) / 180)), Math.abs(Math.sin((t * Math.PI) / 180))];
  return [(w * across + h * down) / 2, (w * down + h * across) / 2];
}

// Where a piece from a pile covers nothing: a place of the set-up for such pieces that is free, or one near the pile.
function freeNear(pile) {
  const size = sizeOf(pile);
  const [wide, tall] = reach(pile, size);
  const others = onTable()
    .filter((other) => other.id !== pile.id && !(other.z < pile.z && covers(other, pile.x, pile.y)))
    .map((other) => [other.x, other.y, ...reach(other, sizeOf(other))]);
  const isFree = ([x, y]) => others.every(([left, top, w, h]) => Math.abs(left - x) >= wide + w - 1 || Math.abs(top - y) >= tall + h - 1);
  const away = ([x, y]) => Math.hypot(x - pile.x, y - pile.y);
  const component = pieceOf(get(pile.items[0]) ?? {})?.component;
  const laid = (GAME.layouts[meta().players] ?? [])
    .filter((each) => each.piece !== undefined && each.up && !each.seat && !each.place && !each.spare && PIECES[each.piece].component === component)
    .map((each) => [each.x, each.y])
    .sort((one, two) => away(one) - away(two));
  const around = [];
  for (let ring = 1; ring <= 6; ring += 1) {
    const [across, down] = [size[0] * 1.15 * ring, size[1] * 1.1 * ring];
    around.push([across, 0], [-across, 0], [0, down], [0, -down], [across, down], [-across, down], [across, -down], [-across, -down]);
  }
  return [...laid, ...around.map(([x, y]) => outside(pile, x, y))].find(isFree) ?? outside(pile, size[0] * 1.15, 0);
}

// Other things can lie on these.
const isFlat = (record) => record.is === "piece" && ["board", "mat", "tile", "box"].includes(pieceOf(record).kind);

// What lies on a board goes with it.
function carried(id) {
  const board = get(id);
  if (!isFlat(board)) return [];
  const area = ([w, h]) => w * h;
  return onTable()
    .filter((other) => other.id !== id && other.z > board.z && covers(board, other.x, other.y))
    .filter((other) => area(sizeOf(other)) < area(sizeOf(board)))
    .map((other) => other.id);
}
