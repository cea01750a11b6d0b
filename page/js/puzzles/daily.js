// The puzzles of the day, made by scripts/puzzles.py: on each board the mover can win,
// by one move alone, and after each best defence again by one alone.

/** The games, each with its boards, which are separated by spaces. */
export const DAILY_PUZZLES = [
  {
    game: { rows: 4, cols: 4, k: 4, gravity: true },
    boards:
      ".....O...X.OXOXX ..O..OO..XXX.XOX .......O.O.XOXXX ..OX..XX..OOO.XX .O...O..XXO.XOXX " +
      ".......OXOXXOXOX ......O.X.XOX.XO ......X.O.OXOXOX O...X...OXXOXXOO .X...O.XXX.OXO.O " +
      "......O.X.X.XXOO O...X...X...OXXO ......X.OXO.OXXO .....O..XXOXOXOX .....X...XOXOOOX " +
      ".....O..OXXXOOXX ......O.OXX.OXX. .......OO.XXX.XO",
  },
  {
    game: { rows: 4, cols: 4, name: "hex" },
    boards:
      "XX..OO..O..X.OX. .X.O...XXO.X..OO X...OO.XOXO...X. .X.O.O.XOXO....X .XX.O.OX.XOO.... " +
      "OX...O..X..X.OOX XOXXOO..X.....O. XO..X.OX...O.XO. X.X.XOXO..OO.... ..X.OO.X.XO.OX.. " +
      ".X...OXOX.OO.X.. XOOXXO..X......O O.XOOX...O...X.X XO.OX.....OO..XX .X..OO..OXO...XX " +
      ".XXOO..X...XO.O. X...OO.X.XO.O.X. XOX...OXOO..X...",
  },
  {
    game: { rows: 4, cols: 5, k: 4, gravity: true },
    boards:
      "O....XO...OXXXOXOXOX ..O.OX.X.OXXO.OOXOXX ..X..OXO.OXOX.OOXXOX ..O..O.X..XXOXOXOXXO " +
      "....X..O.XOXOXOXOXXO .O....OX..XXXOXOXOOX .X...XO.O.OX.XOXO.XO ..O..X.O.XX.X.OOXXOO " +
      "...O.X..XOX..OOOXXOX OO..XXX..OXXO.XOOX.O ....X.O..OXXOXOOOXXX ....X...XO.XOOXOXOOX " +
      "....O....OX..XXOOXXO ..O.O..OOX..XXOXXOXX ...XOO.OOXX.XOOX.OXX",
  },
  {
    game: { rows: 3, cols: 4, k: 3, misere: true },
    boards:
      "XO...OXO...X O....XO.X.OX .X..XO.OO.X. XX...O..O.OX .O..X.XXOO.. .O.X.O.OX.X. " +
      "O.X...OOX..X X.OX.X.O..O. X..OX.X.OO.. O.X...XOX.O. .XOO...XO..X .XO.X..O..OX " +
      "OO.XX.X..O.. .X..O.OX..OX",
  },
  {
    game: { rows: 3, cols: 5, k: 3, gravity: true },
    boards:
      "........O.XOXXO O....X..X.OX.OX ..X..O.X..X.OXO .X....X....OX.O .O.O..X.X..X.OX " +
      ".XO...XO...OXOX ...X.X..O.O..X. .O.X..X.O..X.OX ....X...OXXOOXO ....O...XXOX.OX " +
      "X...OXO..OOX..X ...OX...OX...XO ...X.X..OOOX.OX",
  },
  {
    game: { rows: 3, cols: 5, k: 3, misere: true },
    boards:
      "XX.X.O..OX....O ...OXO.XOX..X.O XX..OO..OXX.... ..X.XXX.OOO..O. .O...OXX.X..O.X " +
      "OX.XXOO....X..O ..OXO.O..X.XX.. .X.O.O...XX.OX. .X.OO.X...OO.XX O..O.X...X.X.OX " +
      "..X.XXXO..O..O. .XO..X.XOXO....",
  },
  {
    game: { rows: 4, cols: 4, k: 4 },
    boards:
      "OX.O.X.X.O.O.XX. ..X...XXOXOO...O XXOX.O.....XXOOO X.X.XX.OOO..OX.. OO..OXXXX..X.OO. " +
      ".X...O..XXO.XOO. X.XOO..OO...X..X X...XX....OOOXXO .O.O..XXXO.OO.XX ..O...OOX..XXO.X",
  },
  {
    game: { rows: 4, cols: 4, k: 3, misere: true, gravity: true },
    boards:
      "X...O...XXO.OXXO .X...X.O.O.XXXOO .....O.XXX.OOXOX ..X..OO.OXX.XOX. ........OX.OXXOX " +
      "..........OOX.XX ..X..XO..OX..OX. ......O.X.XXOOXO ..X.X.O.O.X.XOOX",
  },
  {
    game: { rows: 3, cols: 4, name: "hex" },
    boards:
      "O..X...O.XX. ..OXO....X.. X..X..O....O ..X.O..XX..O ..X...O.X..O ...X..OOX... " +
      ".X.XO..OX...",
  },
  {
    game: { rows: 3, cols: 4, k: 3 },
    boards: ".O....O.X..X ....XXO.O... ...OX..X..O. .....O.X.X.O ..O.....XO.X XO.XO...X.O.",
  },
  {
    game: { rows: 3, cols: 3, name: "hex" },
    boards: "X....O... ......OX. XO...O.X.",
  },
  {
    game: { rows: 3, cols: 3, k: 3 },
    boards: "O......X. ..O..X.X.",
  },
];
