// The puzzles of the day, made by scripts/puzzles.py: on each board the mover can win,
// by one move alone, and after each best defence again by one alone.

/** The games, each with its boards, which are separated by spaces. */
export const DAILY_PUZZLES = [
  {
    game: { rows: 4, cols: 4, k: 4, gravity: true },
    boards:
      ".....O..XOOXXXOX ....O...X.O.XXOX .......XOO.XXX.O .......O.O.XOXXX ......X..OOXOOXX " +
      "..OX..XX..OOO.XX .O...O..XXO.XOXX ......O.X.XOX.XO ......X.O.OXOXOX",
  },
  {
    game: { rows: 3, cols: 4, k: 3, misere: true },
    boards:
      "XXOX...O.... XO...OXO...X ...O..XXO... X.O.X.XOO... .O.X..X..OOX X.OXO...X..O " +
      "....OOXXX...",
  },
  {
    game: { rows: 4, cols: 5, k: 4, gravity: true },
    boards:
      ".........XXOOXOXOXXO ..X.O..X.O..XOXOOOXX .O...OO.O.XX.O.XOXXX O....X.O..O.X.XXOOXX " +
      "X.X..X.X..O.O..XOOOX O..O.O..X.X..X.OOXXX",
  },
  {
    game: { rows: 3, cols: 5, k: 3, gravity: true },
    boards: ".X....O.X..X.O. ...O....X.X.OXO ..O....X.OXXO.X O....X..X.OX.OX O..O.X..X.X..O.",
  },
  {
    game: { rows: 3, cols: 4, k: 3 },
    boards: "...O.OXX.... .O..X.O....X OX.....X.OX. .O....O.X..X",
  },
  {
    game: { rows: 4, cols: 4, k: 4 },
    boards: ".XX...XXO.OXOO.. X.OOOXOXOX..X... O.O.XOXX..XX.OO.",
  },
  {
    game: { rows: 3, cols: 3, k: 3 },
    boards: "O......X. O..X...X.",
  },
  {
    game: { rows: 3, cols: 3, k: 3, misere: true },
    boards: ".....X.XO ..XX..O..",
  },
];
