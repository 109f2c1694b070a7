// Shortest ways and legal next places, over the moves that the checked network of a map has. Moves join states: places
// with, where it counts, a heading. A spot is a place as it lies on the table: a board and the number of its snap.

const NETWORKS = GAME.places.map(({ name, names, movements, sites }) => ({
  name,
  names,
  index: new Map(names.map((each, number) => [each, number])),
  sites: new Map(sites),
  movements: new Map(movements.map((each) => [each.mover, movementOf(each)])),
  classes: movements.map(({ mover }) => mover).filter(Boolean),
}));

function movementOf({ states, moves }) {
  const [after, before] = [states.map(() => []), states.map(() => [])];
  for (const [from, to, length] of moves) {
    after[from].push(to);
    before[to].push([from, length]);
  }
  const at = new Map();
  states.forEach((place, state) => at.set(place, [...(at.get(place) ?? []), state]));
  return { states, after, before, at };
}

// The network whose places a board shows.
function networkOf(board) {
  const piece = pieceOf(board);
  return piece && piece.network >= 0 ? NETWORKS[piece.network] : null;
}

const nameAt = ({ board, index }) => pieceOf(board).snaps[index].name;

// The place of the network at a spot: a bay is part of its lot.
const placeAt = ({ board, index }) => pieceOf(board).snaps[index].place ?? nameAt({ board, index });

// The movement class of a piece on a map: as a player chose, else the one that its names say; empty for none.
function moverOf(record, network) {
  if (network.movements.has(record.mover)) return record.mover;
  const top = record.is === "pile" ? get(record.items[0]) : record;
  const { name, component, group } = (top && (top.up || top === record) && pieceOf(top)) || { name: record.name };
  const words = new Set(`${name} ${component} ${group}`.toLowerCase().split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, word.replace(/s$/, "")]));
  return network.classes.find((mover) => words.has(mover.toLowerCase())) ?? "";
}

const movementsOf = (network, mover) => network.movements.get(mover) ?? network.movements.get("");

// Where the places of a network lie on the table: a map may be spread over several boards, or lie there twice. Of
// several spots it is one of the board that the piece is on, else the nearest.
function spotsOf(network) {
  const found = new Map();
  for (const board of onTable()) {
    if (board.is !== "piece" || !board.up || networkOf(board) !== network) continue;
    pieceOf(board).snaps.forEach(({ name }, index) => found.set(name, [...(found.get(name) ?? []), { board, index }]));
  }
  return (name, from) => {
    const spots = found.get(name) ?? [];
    const [x, y] = snapPoint(from.board, from.index);
    const away = ({ board, index }) => {
      const [toX, toY] = snapPoint(board, index);
      return board.id === from.board.id ? -1 : Math.hypot(toX - x, toY - y);
    };
    return spots.length ? spots.reduce((one, two) => (away(two) < away(one) ? two : one)) : null;
  };
}

// The spots that one move leads to.
function nextPlaces(from, mover = "") {
  const network = networkOf(from.board);
  const here = network?.index.get(placeAt(from));
  if (here === undefined) return [];
  const { states, after, at } = movementsOf(network, mover);
  const places = new Set((at.get(here) ?? []).flatMap((state) => after[state].map((to) => states[to])));
  places.delete(here);
  const spotOf = spotsOf(network);
  return [...places].sort((one, two) => one - two).map((place) => spotOf(network.names[place], from)).filter(Boolean);
}

// The length of a shortest way from each state to the nearest of the goals, and its next state (Moore, 1957).
function lengthsTo({ states, before }, goals) {
  const lengths = states.map(() => Infinity);
  const onward = states.map(() => -1);
  goals.forEach((goal) => (lengths[goal] = 0));
  const waiting = [...goals];
  for (let first = 0; first < waiting.length; first += 1) {
    const here = waiting[first];
    for (const [from, length] of before[here]) {
      if (lengths[here] + length >= lengths[from]) continue;
      lengths[from] = lengths[here] + length;
      onward[from] = here;
      waiting.push(from);
    }
  }
  return { lengths, onward };
}

// A shortest way between two spots of a network: its length and its spots; null where there is none. Of several
// headings at the start the worst one counts, as `pnp inspect` has it.
function shortestWay(from, to, mover = "") {
  const network = networkOf(from.board);
  if (!network || networkOf(to.board) !== network) return null;
  const movement = movementsOf(network, mover);
  const statesAt = ({ board, index }) => {
    const place = network.index.get(placeAt({ board, index }));
    return (network.sites.get(place) ?? [place]).map((each) => movement.at.get(each) ?? []);
  };
  const starts = statesAt(from);
  if (!starts.every((states) => states.length)) return null;
  const { lengths, onward } = lengthsTo(movement, statesAt(to).flat());
  const worst = starts.flat().reduce((one, two) => (lengths[two] > lengths[one] ? two : one));
  if (lengths[worst] === Infinity) return null;
  const spotOf = spotsOf(network);
  const way = [from];
  for (let state = worst; state >= 0; state = onward[state]) {
    const name = network.names[movement.states[state]];
    const spot = name === placeAt(way.at(-1)) ? null : spotOf(name, way.at(-1));
    if (spot) way.push(spot);
  }
  if (placeAt(to) === placeAt(way.at(-1))) way[way.length - 1] = to;
  else way.push(to); // a site at the end of the way
  return { length: lengths[worst], way };
}
