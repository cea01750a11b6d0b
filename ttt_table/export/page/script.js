{
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const WORD = new Map([[1, "win"], [0, "draw"], [-1, "loss"]]);
  const THINKING = 350; // milliseconds before the opponent answers, so that its move is seen

  /** By its name, the bytes of each game's table: those of this page, then those opened from files. */
  const games = new Map();

  // What is being played. `boards` are those of the game so far; `moves` what led from one to the next.
  let table;
  let boards = [];
  let moves = [];
  let timer = 0;
  let focused = 0;
  let spoken = "";
  let cells = [];

  // Games and their steps.

  const nameOf = ({ name, game: { rows, cols, k, misere, gravity } }) =>
    `${rows}x${cols}${name ? `-${name}` : `k${k}`}${gravity ? "-gravity" : ""}${misere ? "-misere" : ""}`;

  const titleOf = ({ name, game: { rows, cols, k, misere, gravity } }) =>
    `${rows}x${cols}, ${name ?? `${k} in a row`} ${misere ? "loses" : "wins"}${gravity ? ", stones fall" : ""}`;

  /** On a surface, how the edges are glued; other games of lines have no word for it. */
  const edgesOf = (name) => {
    const [, surface] = /^(cylinder|mobius|torus|klein)-k\d+$/.exec(name) ?? [];
    if (!surface) return "";
    const twisted = surface === "mobius" || surface === "klein";
    const ends = surface === "torus" || surface === "klein";
    return (
      `A row goes on at the other edge${twisted ? ", upside down" : ""}` +
      (ends ? ", and so does a column. " : ". ")
    );
  };

  const empty = ({ rows, cols }) => ".".repeat(rows * cols);
  const other = (player) => (player === "X" ? "O" : "X");
  const board = () => boards.at(-1);
  const isOver = (table, board) => table.get(board).plies === 0;
  const plies = (count) => `${count} ${count === 1 ? "ply" : "plies"}`;

  const moverOf = (table, board) => {
    const stones = [...board].filter((mark) => mark !== ".").length;
    return stones % 2 ? other(table.first) : table.first;
  };

  const after = (table, board, cell) =>
    board.slice(0, cell) + moverOf(table, board) + board.slice(cell + 1);

  /** The cells that an opponent chooses from: what is best as far as it sees. */
  const candidates = (table, board, level) => {
    if (level !== "tricky")
      return table.bestMoves(board, level === "perfect" ? {} : { limit: Number(level) });
    const best = table.bestMoves(board);
    const shares = best.map((cell) => losing(table, after(table, board, cell)));
    return best.filter((_, at) => shares[at] === Math.max(...shares));
  };

  /** The part of the mover's moves that lose; all of none, where the game is over. */
  const losing = (table, board) => {
    const found = table.moves(board);
    return found.length ? found.filter(({ value }) => value < 0).length / found.length : 1;
  };

  /** The cells of the lines that have ended the game. */
  const struck = (table, board) => {
    const last = other(moverOf(table, board));
    const made = table.lines.filter((line) => line.every((cell) => board[cell] === last));
    return new Set(made.flat());
  };

  /** One line of best play to the end: the cells, in turn. */
  const bestLine = (table, board) => {
    const found = [];
    for (let cell; (cell = table.bestMove(board)) !== undefined; board = after(table, board, cell))
      found.push(cell);
    return found;
  };

  /** What the last move that a person should know about gave away, or undefined. */
  const mistake = () => {
    for (let at = moves.length - 1; at >= 0 && at >= moves.length - 2; at--) {
      const before = table.get(boards[at]);
      const played = table.moves(boards[at]).find(({ cell }) => cell === moves[at]);
      const mover = moverOf(table, boards[at]);
      if (played.value < before.value && (side().includes(mover) || byId("hints").checked))
        return { at, before, played, mover };
    }
    return undefined;
  };

  // What a person has chosen.

  const chosen = (name) => document.querySelector(`input[name="${name}"]:checked`).value;
  const side = () => chosen("side");
  const isMine = () => side().includes(moverOf(table, board()));
  const choose = (name, value) => {
    document.querySelector(`input[name="${name}"][value="${value}"]`).checked = true;
  };

  // Playing.

  const start = (from = empty(table.game)) => {
    boards = [from];
    moves = [];
    spoken = "";
    proceed();
  };

  /** Draw, and let the opponent move if it is its turn. */
  const proceed = () => {
    clearTimeout(timer);
    timer = 0;
    if (!isOver(table, board()) && !isMine()) timer = setTimeout(answer, THINKING);
    draw();
  };

  const answer = () => {
    const found = candidates(table, board(), byId("level").value);
    const mover = moverOf(table, board());
    const cell = found[Math.floor(Math.random() * found.length)];
    spoken = `${mover} plays ${cell}: ${placeOf(cell)}.`;
    put(cell);
  };

  const put = (cell) => {
    boards.push(after(table, board(), cell));
    moves.push(cell);
    proceed();
  };

  /** Play a cell, or where stones fall the free one of its column; say why not if it may not be. */
  const play = (cell) => {
    if (timer) return;
    const found = legal(cell);
    if (found !== undefined) {
      spoken = "";
      complain("");
      put(found);
    } else if (isOver(table, board())) complain("The game is over: start a new one.");
    else complain(`${sentence(placeOf(cell))} is taken.`, [cell]);
  };

  const legal = (cell) => {
    const { cols, gravity } = table.game;
    return table
      .moves(board())
      .map((move) => move.cell)
      .find((one) => (gravity ? one % cols === cell % cols : one === cell));
  };

  /** How many moves to take back, so that it is a person's turn again; 0 if none. */
  const toUndo = () => {
    for (let count = 1; count <= moves.length; count++)
      if (side().includes(moverOf(table, boards[moves.length - count]))) return count;
    return 0;
  };

  const undo = () => {
    const count = toUndo();
    if (!count) return;
    boards.length -= count;
    moves.length -= count;
    spoken = "Taken back.";
    complain("");
    proceed();
  };

  // Setting up.

  /** Play another game, or let another player move first. */
  const open = (name, first) => {
    table = new Table(games.get(name), { first });
    byId("game").value = name;
    choose("first", first);
    byId("rules").textContent = rulesOf(table);
    byId("sample").textContent = sampleOf(table);
    listLevels();
    makeBoard();
  };

  /** Set a position up; whoever is to move there is played by the person. */
  const setUp = (text) => {
    const found = table.text(text);
    if (found !== empty(table.game) && side() !== "XO") choose("side", moverOf(table, found));
    start(found);
  };

  const rulesOf = ({ name, lines, game: { rows, cols, k, misere, gravity } }) =>
    `On ${rows} rows of ${cols} cells, whoever first ` +
    (name ? `fills one of ${lines.length} lines` : `has ${k} in a row`) +
    ` ${misere ? "loses" : "wins"}. ${edgesOf(name)}` +
    (gravity ? "A stone falls to the lowest free cell of its column. " : "") +
    "The opponent answers from a table in which all of play is solved.";

  /** A board to show how they are written: the first two moves of best play. */
  const sampleOf = (table) => {
    let shown = empty(table.game);
    for (const cell of bestLine(table, shown).slice(0, 2)) shown = after(table, shown, cell);
    return shown;
  };

  const listGames = () => {
    byId("game").replaceChildren(
      ...[...games].map(([name, bytes]) => new Option(titleOf(new Table(bytes)), name)),
    );
  };

  const listLevels = () => {
    const level = byId("level");
    const before = level.value || "perfect";
    const { rows, cols } = table.game;
    const most = rows * cols > 9 ? 8 : Math.min(rows * cols, 5);
    const options = [new Option("perfect", "perfect"), new Option("perfect and tricky", "tricky")];
    for (let limit = most; limit >= 0; limit--)
      options.push(new Option(limit ? `sees ${plies(limit)}` : "sees nothing: plays at random", limit));
    level.replaceChildren(...options);
    level.value = before;
    if (!level.value) level.value = "perfect";
  };

  /** Take a file's bytes as a table, and play its game. */
  const take = (bytes) => {
    const name = nameOf(new Table(bytes));
    games.set(name, bytes);
    listGames();
    open(name, chosen("first"));
    start();
  };

  const unzipped = async (bytes) => {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  /** The position in the address; what is wrong with it, if anything, is said, and play starts empty. */
  const readAddress = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const first = asked.get("first") ?? "X";
    const name = asked.get("game") ?? games.keys().next().value;
    const faults = [];
    if (!games.has(name))
      faults.push(`This page has no table of ${name}: open its file. It has ${[...games.keys()].join(", ")}.`);
    if (first !== "X" && first !== "O") faults.push("Only X or O can move first.");
    open(games.has(name) ? name : games.keys().next().value, first === "O" ? "O" : "X");
    try {
      if (faults.length || !asked.get("board")) start();
      else setUp(asked.get("board"));
    } catch (error) {
      start();
      faults.push(reason(error));
    }
    complain(faults.join(" "));
  };

  const writeAddress = () => {
    const first = table.first === "O" ? "&first=O" : "";
    const hash = `#game=${nameOf(table)}&board=${board()}${first}`;
    try {
      if (location.hash !== hash) history.replaceState(null, "", hash);
    } catch {
      // A browser may refuse it, so many times in a minute: then the address lags behind.
    }
  };

  // Saying.

  const placeOf = (cell) => {
    const { cols } = table.game;
    return `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`;
  };

  const sentence = (words) => words[0].toUpperCase() + words.slice(1);

  const reason = (error) => {
    if (error instanceof BoardError || error instanceof TableError)
      return sentence(error.message) + (error.message.endsWith(".") ? "" : ".");
    throw error;
  };

  const complain = (words, at = []) => {
    byId("alert").textContent = words;
    cells.forEach((cell, number) => cell.classList.toggle("fault", at.includes(number)));
  };

  const ending = (table, board) => {
    const { value } = table.get(board);
    if (!value) return "A draw: the board is full.";
    const winner = value > 0 ? moverOf(table, board) : other(moverOf(table, board));
    if (side() === "XO") return `${winner} has won.`;
    return side() === winner ? `You have won as ${winner}.` : `${winner} has won: you have lost.`;
  };

  const turn = () => {
    if (isOver(table, board())) return ending(table, board());
    const mover = moverOf(table, board());
    const whose = side() === "XO" ? `${mover} to move.` : isMine() ? `Your turn: ${mover}.` : `${mover} is to move.`;
    return byId("hints").checked ? `${whose} With perfect play: ${prospect(mover)}.` : whose;
  };

  const prospect = (mover) => {
    const { value, plies: left } = table.get(board());
    return value ? `${value > 0 ? mover : other(mover)} wins in ${plies(left)}` : "a draw";
  };

  /** An outcome in a word and its plies; a draw's plies go without saying. */
  const label = ({ value, plies }) => WORD.get(value) + (value ? ` ${plies}` : "");

  const phrase = ({ value, plies: left }) => (value ? `a ${WORD.get(value)} in ${plies(left)}` : "a draw");

  // Drawing.

  const svgElement = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const element = (name, className, text = "") => {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  };

  const makeBoard = () => {
    const { rows, cols, misere } = table.game;
    const grid = byId("board");
    grid.style.setProperty("--cols", cols);
    grid.classList.toggle("misere", misere);
    cells = [];
    focused = 0;
    const made = Array.from({ length: rows }, () => {
      const row = element("div", "");
      row.setAttribute("role", "row");
      for (let col = 0; col < cols; col++) row.append(makeCell());
      return row;
    });
    grid.replaceChildren(...made);
  };

  const makeCell = () => {
    const cell = element("div", "");
    cell.setAttribute("role", "gridcell");
    cells.push(cell);
    return cell;
  };

  const draw = () => {
    const hints = byId("hints").checked;
    const known = new Map(table.moves(board()).map((move) => [move.cell, move]));
    const best = new Set(table.bestMoves(board()));
    const line = isOver(table, board()) ? struck(table, board()) : new Set();
    cells.forEach((_, at) => {
      const move = known.get(at);
      drawCell(at, { move, hint: hints && move, best: best.has(at), line: line.has(at) });
    });
    focusable(focused);
    byId("board").setAttribute("aria-busy", String(timer !== 0));
    byId("undo").setAttribute("aria-disabled", String(!toUndo()));
    byId("legend").hidden = !hints;
    const wrong = mistake();
    drawWhy(wrong);
    byId("status").textContent = [spoken, turn(), wrong && verdictOn(wrong)].filter(Boolean).join(" ");
    writeAddress();
  };

  const drawCell = (at, { move, hint, best, line }) => {
    const cell = cells[at];
    const mark = board()[at];
    const isLast = moves.at(-1) === at;
    const isNew = isLast && !cell.querySelector(".stone");
    const parts = [];
    const said = [`${at}: ${placeOf(at)}`, mark === "." ? "empty" : mark];
    cell.className = "";
    cell.classList.toggle("free", mark === "." && Boolean(move) && isMine());
    cell.classList.toggle("last", isLast);
    cell.classList.toggle("new", isNew);
    cell.classList.toggle("line", line);
    if (mark !== ".") parts.push(stone(mark));
    else parts.push(element("span", "number", String(at)));
    if (hint) {
      cell.classList.add(WORD.get(hint.value));
      parts.push(element("span", "hint", label(hint)));
      if (best) parts.at(-1).append(element("span", "star", "★ best"));
      said.push(label(hint) + (best ? ", best" : ""));
    }
    if (line) said.push("in the line");
    if (isLast) said.push("played last");
    cell.replaceChildren(...parts);
    cell.setAttribute("aria-label", said.join(", "));
  };

  const stone = (mark, at = {}) => {
    const drawn = svgElement("svg", { class: "stone", "aria-hidden": "true", ...at });
    drawn.append(svgElement("use", { href: `#${mark}` }));
    return drawn;
  };

  const verdictOn = ({ before, played, mover }) => {
    const what = before.value === 1 ? "a win" : "a draw";
    const whose = side() === mover ? "Your move" : `${mover}'s move`;
    return `${whose} turned ${what} into ${phrase(played)}.`;
  };

  const drawWhy = (wrong) => {
    byId("why").hidden = !wrong;
    if (!wrong) return;
    const { at, before, played, mover } = wrong;
    const better = table.moves(boards[at]).filter(({ value }) => value === before.value);
    byId("why-text").textContent =
      `${mover} played ${played.cell} (${placeOf(played.cell)}): that turns ` +
      `${before.value === 1 ? "a win" : "a draw"} into ${phrase(played)}. Better: ` +
      better.map((move) => `${move.cell} (${label(move)})`).join(", ") + ".";
    let shown = boards[at + 1];
    const steps = [step(shown, played.cell, `${mover} ${played.cell}`)];
    for (const cell of bestLine(table, shown)) {
      const words = `${moverOf(table, shown)} ${cell}`;
      shown = after(table, shown, cell);
      steps.push(step(shown, cell, words));
    }
    const last = other(moverOf(table, shown));
    const { value } = table.get(shown);
    steps.at(-1).append(value ? `: ${value < 0 ? last : other(last)} has won` : ": a draw");
    byId("why-line").replaceChildren(...steps);
  };

  /** A small board of the line, with its new stone in full ink. */
  const step = (board, cell, words) => {
    const { rows, cols } = table.game;
    const drawn = svgElement("svg", { viewBox: `0 0 ${cols * 100} ${rows * 100}`, "aria-hidden": "true" });
    let lattice = "";
    for (let col = 1; col < cols; col++) lattice += `M${col * 100} 0V${rows * 100}`;
    for (let row = 1; row < rows; row++) lattice += `M0 ${row * 100}H${cols * 100}`;
    const old = svgElement("g", { class: "old" });
    drawn.append(svgElement("path", { class: "lattice", d: lattice }), old);
    [...board].forEach((mark, at) => {
      if (mark === ".") return;
      const place = { x: (at % cols) * 100, y: Math.floor(at / cols) * 100, width: 100, height: 100 };
      (at === cell ? drawn : old).append(stone(mark, place));
    });
    const item = element("li", "");
    item.append(drawn, words);
    return item;
  };

  // Moving about on the board: one cell at a time is in the order of the Tab key.

  const focusable = (at) => {
    focused = at;
    cells.forEach((cell, number) => (cell.tabIndex = number === at ? 0 : -1));
  };

  /** Where a key leads from a cell. */
  const goal = (at, key, whole) => {
    const { rows, cols } = table.game;
    const row = Math.floor(at / cols);
    const col = at % cols;
    const places = {
      ArrowLeft: [row, Math.max(col - 1, 0)],
      ArrowRight: [row, Math.min(col + 1, cols - 1)],
      ArrowUp: [Math.max(row - 1, 0), col],
      ArrowDown: [Math.min(row + 1, rows - 1), col],
      Home: [whole ? 0 : row, 0],
      End: [whole ? rows - 1 : row, cols - 1],
    };
    const found = places[key];
    return found && found[0] * cols + found[1];
  };

  const onKey = (event) => {
    const at = cells.indexOf(event.target);
    if (at < 0 || event.altKey || event.metaKey) return;
    const found = goal(at, event.key, event.ctrlKey);
    if (found !== undefined) {
      focusable(found);
      cells[found].focus();
    } else if (event.key === "Enter" || event.key === " ") play(at);
    else return;
    event.preventDefault();
  };

  const onClick = (event) => {
    const at = cells.indexOf(event.target.closest('[role="gridcell"]'));
    if (at < 0) return;
    focusable(at);
    play(at);
  };

  const onPaste = (event) => {
    event.preventDefault();
    try {
      setUp(byId("text").value);
      complain("");
    } catch (error) {
      complain(reason(error), error.cells);
    }
  };

  const onFile = async () => {
    const [file] = byId("file").files;
    if (!file) return;
    try {
      take(await unzipped(new Uint8Array(await file.arrayBuffer())));
      complain("");
    } catch (error) {
      complain(`${file.name}: ${error instanceof TypeError ? "this is not a table" : reason(error)}`);
    }
  };

  byId("board").addEventListener("keydown", onKey);
  byId("board").addEventListener("click", onClick);
  byId("new").addEventListener("click", () => {
    complain("");
    start();
  });
  byId("undo").addEventListener("click", undo);
  byId("hints").addEventListener("change", draw);
  byId("paste").addEventListener("submit", onPaste);
  byId("file").addEventListener("change", onFile);
  const onGame = () => {
    open(byId("game").value, chosen("first"));
    complain("");
    start();
  };
  byId("game").addEventListener("change", onGame);
  for (const input of document.querySelectorAll('input[name="first"]'))
    input.addEventListener("change", onGame);
  for (const input of document.querySelectorAll('input[name="side"]'))
    input.addEventListener("change", () => {
      spoken = "";
      proceed();
    });
  window.addEventListener("hashchange", readAddress);

  for (const data of document.querySelectorAll("script[data-game]")) {
    const bytes = Uint8Array.from(atob(data.textContent), (character) => character.charCodeAt());
    games.set(data.dataset.game, await unzipped(bytes));
  }
  listGames();
  readAddress();

  /** For the console, and for the tests of this page. */
  globalThis.tttTable = { Table, games, candidates, table: () => table };
}
