// Shortest ways and legal next places, over the moves that the checked network of a map has.

function movesAfter(names, moves) {
  const after = names.map(() => []);
  for (const [from, to, length] of moves) after[from].push([to, length]);
  return after;
}

const NETWORKS = GAME.places.map((network) => ({
  ...network,
  after: movesAfter(network.names, network.moves),
  classes: new Map(network.classes.map(([mover, moves]) => [mover, movesAfter(network.names, moves)])),
  index: new Map(network.names.map((name, number) => [name, number])),
}));

// The network whose places a board shows.
function networkOf(board) {
  const piece = pieceOf(board);
  return piece && piece.network >= 0 ? NETWORKS[piece.network] : null;
}

const nameAt = (board, index) => pieceOf(board).snaps[index].name;

// The movement class of a piece on a map: as a player chose, else the one that its names say; empty for none.
function moverOf(record, network) {
  if (network.classes.has(record.mover) || record.mover === "") return record.mover;
  const { name, component, group } = pieceOf(record) ?? { name: record.name };
  const words = new Set(`${name} ${component} ${group}`.toLowerCase().split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, word.replace(/s$/, "")]));
  return [...network.classes.keys()].find((mover) => words.has(mover.toLowerCase())) ?? "";
}

const movesOf = (network, mover) => network.classes.get(mover) ?? network.after;

// The places that one move leads to, as numbers of the board's snaps.
function nextPlaces(board, index, mover = "") {
  const network = networkOf(board);
  const from = network?.index.get(nameAt(board, index));
  if (from === undefined) return [];
  const names = new Set(movesOf(network, mover)[from].map(([to]) => network.names[to]));
  return pieceOf(board).snaps.flatMap((snap, number) => (names.has(snap.name) ? [number] : []));
}

// A shortest way between two places (Dijkstra, 1959): its length and the numbers of its snaps; null where there is none.
function shortestWay(board, start, goal, mover = "") {
  const network = networkOf(board);
  const from = network?.index.get(nameAt(board, start));
  const to = network?.index.get(nameAt(board, goal));
  if (from === undefined || to === undefined) return null;
  const lengths = new Map([[from, 0]]);
  const came = new Map();
  const done = new Set();
  const waiting = new Set([from]);
  while (waiting.size) {
    const here = [...waiting].reduce((one, two) => (lengths.get(two) < lengths.get(one) ? two : one));
    if (here === to) break;
    waiting.delete(here);
    done.add(here);
    for (const [there, length] of movesOf(network, mover)[here]) {
      const total = lengths.get(here) + length;
      if (done.has(there) || total >= (lengths.get(there) ?? Infinity)) continue;
      lengths.set(there, total);
      came.set(there, here);
      waiting.add(there);
    }
  }
  if (!lengths.has(to)) return null;
  const way = [to];
  while (way[0] !== from) way.unshift(came.get(way[0]));
  const numbers = new Map(pieceOf(board).snaps.map((snap, number) => [snap.name, number]));
  return { length: lengths.get(to), way: way.map((place) => numbers.get(network.names[place])).filter((each) => each !== undefined) };
}
