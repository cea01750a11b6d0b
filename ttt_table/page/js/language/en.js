/**
 * Every text of the page, in English. Another language is a file like this, listed in translate.js.
 */
export const en = {
  name: "English",
  thousandsSeparator: ",",
  decimalPoint: ".",

  // The parts of the page, and the menu.
  play: "Play",
  puzzles: "Puzzles",
  lesson: "Lesson",
  menu: "Menu",
  board: "Board",
  map: "The map",
  game: "Game",
  opponent: "Opponent",
  youAre: "You are",
  both: "both",
  hints: "Hints",
  projector: "Big screen",
  copyLink: "Copy link",
  copyPuzzle: "Copy as a puzzle",
  copied: "Copied!",
  address: "The link",
  close: "Close",
  more: "More",
  theLines: "The lines of this game",
  movesFirst: "Moves first",
  paste: "A board, or moves such as 4 0 2 6",
  setUp: "Set up",
  file: "A table file",

  // Opponents.
  easy: "easy",
  medium: "medium",
  hard: "hard",
  perfect: "perfect",
  tricky: "perfect and tricky",
  exactLevel: "{level} moves ahead",
  score: "you {won}, draws {drawn}, opponent {lost}",

  // Games and their rules.
  title: "Tic-tac-toe",
  inARow: "{k} in a row",
  misere: "a line loses",
  gravity: "stones fall",
  breaker: "Maker and Breaker",
  cylinder: "Cylinder",
  mobius: "Möbius strip",
  torus: "Torus",
  klein: "Klein bottle",
  getRow: "gets {k} in a row",
  fillLine: "fills one of the {lines} lines",
  fillOwnLine: "fills one of their own lines ({x} of X, {o} of O)",
  wins: "Whoever first {goal} wins.",
  loses: "Careful: whoever first {goal} loses!",
  maker: "X wins once X {goal}. O wins if the board is full before that.",
  avoider: "X loses once X {goal}. X wins if the board is full before that.",
  hex: "X wins by joining the left side to the right one, O by joining top and bottom.",
  linesGoOn: "Lines go on at the other edge.",
  cellNames: [
    "top left",
    "top middle",
    "top right",
    "middle left",
    "centre",
    "middle right",
    "bottom left",
    "bottom middle",
    "bottom right",
  ],
  rowCell: "row {row}, column {column}",
  layerCell: "layer {layer}, row {row}, column {column}",
  gravityCell: "column {column}, height {height}",
  empty: "empty",

  // Playing.
  canYouWin: "Can you win?",
  howToBegin: "You are X. Tap a square.",
  opponentFirst: "Opponent first",
  personFirst: "Me first",
  undo: "Undo",
  newGame: "New game",
  playAgain: "Play again",
  yourTurn: "Your turn: you are {player}.",
  turnOf: "{player} is next.",
  itThinks: "Let me think …",
  itPlayed: "I play {place}.",
  wouldWin: "{player} can win.",
  wouldDraw: "It can still be a draw.",
  win: "win",
  draw: "draw",
  loss: "loss",
  best: "best",
  wonHeadline: "You won!",
  drawHeadline: "A draw!",
  lostHeadline: "I won!",
  winnerHeadline: "{winner} wins!",
  wonText: "Well played! Ready for a cleverer opponent?",
  wonPerfectText: "You beat an opponent who never errs!",
  drawText: "Nobody has won. Once more?",
  drawPerfectText: "Nobody can do better against an opponent who never errs!",
  lostText: "Let us look where it went wrong.",
  lostAnyhowText: "There was nothing to be done from there.",
  cellTaken: "That square is taken.",
  gameOver: "This game is over.",
  inTheLine: "in the line",
  newest: "played last",

  // Looking back.
  lookBack: "Look back",
  onFromHere: "Play on from here",
  back: "Back",
  next: "Next",
  hadWin: "There was a win here: on a bright square.",
  hadDraw: "Here it went wrong. A bright square was better.",
  noMistake: "Nothing wrong with this move.",
  stoneAt: "{player} played {place}.",
  betterAt: "Better: {places}.",
  wouldSave: "better",
  theMistake: "the mistake",

  // The map.
  mapText:
    "The whole game on one map: each square holds the board after your move there and the " +
    "best answer. Tap one to go there.",
  mapLeft: "Your opponent left the map: a mistake! Can you use it?",
  mapNext: "The next moves: blue wins for you, yellow draws, orange loses.",
  zoom: "How close",

  // Puzzles.
  puzzleOf: "Puzzle {at} of {total}",
  dayPuzzle: "Puzzle of the day",
  puzzleTasks: [
    "{player} to move: find the way to win.",
    "{player} to move: save the draw!",
    "{player} to move: hold out as long as you can.",
  ],
  rightGoOn: "Right! And now?",
  solved: "Solved!",
  allSolved: "All solved, hurray!",
  tryAnother: "Try another square.",
  wrongMove: ["That wins later.", "That only draws.", "That would lose.", "That loses sooner."],
  share: "Share",
  card: "Your card",

  // MENACE.
  teachIt: "Teach the machine",
  filling: "Filling 304 matchboxes with beads …",
  hasLearned: "It has learned from {games} games.",
  itDraws: "It shakes the box …",
  itDrew: "It drew a bead: {place}. You are O, your turn!",
  menaceEnds: [
    "It won! Three more beads for each of its moves.",
    "A draw: one more bead for each of its moves.",
    "You won! It loses the beads that it drew. That is how it learns.",
  ],
  faster: "Faster",
  practise: "Practise 1,000 games",
  pause: "Pause",
  teacher: "Teacher",
  newBoxes: "New boxes",
  againstRandom: "plays at random",
  againstPerfect: "never errs",
  againstTwin: "a second machine",
  wonRandom: "wins against chance",
  drewPerfect: "draws against perfection",
  yourMoves: "your moves without mistake",
  itsMoves: "its moves without mistake",
  gamesLearned: "{games} games",
  wall: "304 boxes",
  wallText: "One for each board that it can meet. Tap one to look inside.",
  box: "Box",
  boxHolds: "{board}. Beads: {beads}",
  menaceLines: "With these beads {all} games can happen: {won} wins, {drawn} draws, {lost} losses.",
  aboutMenace: "Donald Michie built MENACE in 1961. Nobody tells it what a line is.",

  // The lesson.
  note: "Note",
  leave: "Leave",
  printPupils: "Print the pupils' sheet",
  printTeacher: "Print the teacher's card",
  step1Title: "Can you win?",
  step1Text: "This opponent never makes a mistake. Who dares?",
  step1Note:
    "Pairs play three games on paper and count. Then three pupils try the screen: nobody " +
    "wins, and the board shows each mistake. “No magic: if both play perfectly, it is a " +
    "draw.”",
  step2Title: "Start at the end",
  step2Text: "O is next, and two squares are free. What will happen? Try both.",
  step2Note:
    "O bottom left: a draw. O bottom right: X completes the left column. O picks the draw, " +
    "so this board is a draw. Step by step back to the empty board: so a computer works " +
    "out all 5,478.",
  step3Title: "Six puzzles",
  step3Text: "Find the right square. Your sheet has the same six.",
  step3Note:
    "In pairs, on paper or on the screen. What do 3, 4 and 6 have in common? Two threats " +
    "at once, and one stone to block with.",
  step4Title: "A machine that learns",
  step4Text: "304 matchboxes full of beads. Who teaches it best?",
  step4Note:
    "Guess: how often does the new machine draw against perfection? (23.6 %) Play two " +
    "games, watch the beads, vote. Then, for each teacher: new boxes, 1,000 games, write " +
    "both figures down.",
  step5Title: "What have we found out?",
  step5Text:
    "Why can nobody beat perfect play?\nWhich teacher was best?\nDoes the machine " +
    "understand the game?",
  step5Note:
    "Perfect play gives nothing away. The perfect teacher shows how not to lose, never how " +
    "to win. The machine has only beads and cannot say why: opinions may differ. Collect " +
    "the sheets.",
  voteTitle: "Which teacher is best? My vote, and the figures after 1,000 games",
  lastQuestion: "Does the machine understand the game? What do you think?",
  sheetName: "Name:",
  teacherTitle: "Can this game be won? 45 minutes",
  allNew: "all beads new",

  // What goes wrong.
  noTable: "There is no table of {name} here, only {names}.",
  tooLong: "That is too long.",
  notAMove: "Move {number}, {move}, cannot be played.",
  unreadableFile: "that is no table.",
  tooLarge: "it is too large for a page: ttt-table play --table.",
  playOnceMore: "Play your move once more.",
  unexpectedError: "Something went wrong: {error}",
};
