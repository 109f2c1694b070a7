// Saving a table to a file, and reading one: a file may come from anybody, so all of it is checked before it is used.

const LONGEST = { name: 200, text: 2000, notes: 100000, says: 2000 };
const FARTHEST = 1e6; // millimetres from the middle of the table

function saved() {
  return JSON.stringify({ table: 2, game: GAME.digest, title: GAME.title, things: [...things.values()], log: journal });
}

const isText = (value, longest) => typeof value === "string" && value.length <= longest;
const isCount = (value, limit = 1e9) => Number.isInteger(value) && value >= 0 && value < limit;
const isWithin = (value, limit) => Number.isFinite(value) && Math.abs(value) <= limit;
const isFlag = (value) => typeof value === "boolean";
const isMissing = (value) => value === undefined || value === null;
const isMissingOrSize = (value) => isMissing(value) || (Array.isArray(value) && value.length === 2 && value.every((side) => isWithin(side, FARTHEST)));
const isIds = (value) => Array.isArray(value) && new Set(value).size === value.length;

// What a record of each kind must have. `all` are the records that it is one of.
const SOUND = {
  meta: (record) =>
    record.id === "meta" && isCount(record.players, 100) && isCount(record.seat) && record.seat >= 1 && record.seat <= Math.max(record.players, 1) &&
    Array.isArray(record.names) && record.names.every((name) => isText(name, LONGEST.name)) && isText(record.notes, LONGEST.notes) &&
    isCount(record.top) && isCount(record.made),
  hand: (record, all) => isCount(record.seat) && record.id === handOf(record.seat) && holds(record, all),
  pile: (record, all) =>
    isText(record.name, LONGEST.name) && ["deck", "bag", "supply", "box"].includes(record.kind) && isFlag(record.endless) && isFlag(record.named) &&
    ["", "box"].includes(record.in) && liesSoundly(record, all) && holds(record, all) &&
    isMissingOrSize(record.size) && isMissingOrSize(record.space),
  piece: (record, all) =>
    isCount(record.p, PIECES.length) && isFlag(record.up) && isCount(record.face, Math.max(PIECES[record.p].sides, 1)) &&
    (isMissing(record.mover) || isText(record.mover, LONGEST.name)) && liesSoundly(record, all) &&
    (record.in === "" || (typeof record.in === "string" && isHeld(record, all.get(record.in)))),
  counter: (record, all) => isText(record.name, LONGEST.name) && Number.isFinite(record.value) && record.in === "" && liesSoundly(record, all),
  note: (record, all) => isText(record.text, LONGEST.text) && record.in === "" && liesSoundly(record, all),
};

const holds = (record, all) => isIds(record.items) && record.items.every((id) => all.get(id)?.is === "piece" && all.get(id).in === record.id);
const isHeld = (record, holder) => Boolean(holder) && ["hand", "pile"].includes(holder.is) && Array.isArray(holder.items) && holder.items.includes(record.id);

function liesSoundly({ id, is, x, y, t, z, lock, at }, all) {
  if (!new RegExp(`^${is}\\d{1,9}$`).test(id)) return false;
  if (![x, y, t].every((value) => isWithin(value, FARTHEST)) || !isCount(z) || !(isMissing(lock) || isFlag(lock))) return false;
  if (isMissing(at)) return true;
  if (!Array.isArray(at) || at.length !== 2 || typeof at[0] !== "string") return false;
  const board = all.get(at[0]); // it may be gone
  return isCount(at[1]) && (!board || (board.is === "piece" && at[1] < (PIECES[board.p]?.snaps.length ?? 0)));
}

const isSound = (record, all) => Object.hasOwn(SOUND, record.is) && SOUND[record.is](record, all);

// Whether records are a whole table: the players with their hands, and all of `ids` sound.
function isWhole(all, ids) {
  const players = all.get("meta")?.players;
  if (!isCount(players, 100)) return false;
  for (let seat = 1; seat <= Math.max(players, 1); seat += 1) if (all.get(handOf(seat))?.is !== "hand") return false;
  return [...ids].every((id) => !all.has(id) || isSound(all.get(id), all));
}

// What a change may have damaged: the records that it changes, with what they are in and what is in them.
function touched(changes, before, after) {
  const ids = new Set();
  for (const [id] of changes) {
    ids.add(id);
    for (const record of [before.get(id), after.get(id)]) {
      if (record?.in) ids.add(record.in);
      (record?.items ?? []).forEach((item) => ids.add(item));
    }
  }
  return ids;
}

// The journal of a saved table. What cannot be undone from `last` without leaving a damaged table is a line only, and so
// is all before it.
function journalOf(log, last) {
  let back = new Map(last);
  let sound = true;
  return log.reverse().map((line) => {
    const entry = { says: String(line?.says).slice(0, LONGEST.says), seat: isCount(line?.seat, 100) ? line.seat : 1, before: [], after: [] };
    sound = sound && areChanges(line?.before) && areChanges(line?.after);
    if (!sound) return entry;
    const now = new Map(back);
    for (const [id, record] of line.before) {
      if (record) now.set(id, Object.freeze(record));
      else now.delete(id);
    }
    sound = line.after.every(([id, record]) => JSON.stringify(record) === JSON.stringify(back.get(id) ?? null)) && isWhole(now, touched(line.before, back, now));
    back = now;
    return sound ? { ...entry, before: line.before, after: line.after } : entry;
  }).reverse();
}

const areChanges = (changes) =>
  Array.isArray(changes) && changes.length > 0 &&
  changes.every((each) => Array.isArray(each) && typeof each[0] === "string" && (each[1] === null || each[1]?.id === each[0]));

// Numbers of players as text, such as "2 and 4 players".
const inWords = (counts) => (counts.join() === "1" ? word("player") : word("players", { count: counts.join(` ${word("and")} `) }));

// Reads a saved table; throws a sentence where it is none, or one of another game. Nothing is changed then.
function restore(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(word("not-a-table"));
  }
  if (![1, 2].includes(read?.table) || !Array.isArray(read.things)) throw new Error(word("not-a-table"));
  if (read.game !== GAME.digest) throw new Error(word("other-game", { title: String(read.title).slice(0, LONGEST.name) }));
  const next = new Map(read.things.map((record) => [record?.id, record]));
  if (next.size !== read.things.length || !isWhole(next, next.keys())) throw new Error(word("damaged"));
  const players = next.get("meta").players;
  if (!Object.hasOwn(GAME.seats, players)) throw new Error(word("other-players", { count: players, players: inWords(Object.keys(GAME.seats)) }));
  const log = journalOf(Array.isArray(read.log) ? read.log : [], next);
  const all = new Set([...things.keys(), ...next.keys()]);
  next.forEach(Object.freeze);
  things = next;
  journal = log;
  undone = [];
  watchers.forEach((watch) => watch([...all]));
}
