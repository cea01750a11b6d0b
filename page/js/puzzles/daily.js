// The puzzles of the day, made by scripts/puzzles.py: on each board the mover can win,
// by one move alone, and after each best defence again by one alone.

/**
 * The games of the puzzles.
 *
 * @type {import("../page-game.js").Rules[]}
 */
export const DAILY_GAMES = [
  { rows: 4, cols: 4, k: 4, gravity: true },
  { rows: 4, cols: 4, name: "hex" },
  { rows: 4, cols: 5, k: 4, gravity: true },
  { rows: 3, cols: 4, k: 3, misere: true },
  { rows: 3, cols: 5, k: 3, gravity: true },
  { rows: 3, cols: 5, k: 3, misere: true },
  { rows: 4, cols: 4, k: 4 },
  { rows: 4, cols: 4, k: 3, misere: true, gravity: true },
  { rows: 3, cols: 4, name: "hex" },
  { rows: 3, cols: 4, k: 3 },
  { rows: 3, cols: 3, name: "hex" },
  { rows: 3, cols: 3, k: 3 },
];

/**
 * By the day of the week, Monday first, its puzzles from week to week, the hardest on
 * Sundays: each is the letter of its game, a for the first, and its board.
 */
export const DAILY_PUZZLES = [
  "e...X.X..O.O..X. e..X.O..O.X..O.X cO...OO..XXXX.OXXOXOO c...XOO.OOXX.XOOX.OXX " +
    "gXXO.X...O..XOOOX c.OO...XX.O.XOXXOOXXO e......O.X.OX.OX g.O.O..XXXO.OO.XX " +
    "jXO.XO...X.O. c..X.OX.O.XO.XOOOXOXX e....X...OXXOOXO aO...X...OXXOXXOO " +
    "e.X..O.O..OXXO.X a.O...XX.XXO.OOXO gOX..O..OX.X.XOXO e.O....X...XOXXO " +
    "eO....X..X.OX.OX e...X.X..OOOX.OX e........O.XOXXO cXX...OO.O.XO.XOXOOXX l..O..X.X. " +
    "gOO..OXXXX..X.OO. gXXOX.O.....XXOOO c.....OX...XOXOOXXXOO c..X..OXO.OXOX.OOXXOX " +
    "c..O.OX.X.OXXO.OOXOXX",
  "bX.OX..OXOX.O.... kX....O... gOX.O.X.X.O.O.XX. bXO.OX.....OO..XX b.XOO....X..OOX.X " +
    "b.X.O.O.XOXO....X jO..OX..X.X.. iO..X...O.XX. b.XX.O.OX.XOO.... bX.X.XOXO..OO.... " +
    "bOX...O..X..X.OOX bO.XOOX...O...X.X lO......X. bX...OO.XOXO...X. b..X.OOXOX..O...X " +
    "bOX.O....X..OOX.X b.X...OXOX.OO.X.. bX...OO.X.XO.O.X. b.XXOO..X...XO.O. " +
    "b.X.O...XXO.X..OO bXO..X.OX...O.XO. b.X..OO..OXO...XX b..X.OO.X.XO.OX.. " +
    "gX.X.XX.OOO..OX.. g.X..XX..XOXOOO.. gX...XX....OOOXXO",
  "gX.XOO..OO...X..X gOOXX....O..O..XX i..X...O.X..O j....XXO.O... j...OX..X..O. " +
    "h..X..OO.OXX.XOX. h...O...X.O.OXX.X h.O...X..OO..XX.X h...OO..XX..OX.OX " +
    "h..X.X.O.O.X.XOOX h..X..XO..OX..OX. g..O...OOX..XXO.X g....OXXOOOX..X.. " +
    "g.X...O..XXO.XOO. g..XO.X.OOOX..X.. j.O....O.X..X j.....O.X.X.O i...X..OOX... " +
    "iX..X..O....O i..OXO....X.. bXX..O..OX.XOO... bXX..OO..O..X.OX. bXOOXXO..X......O " +
    "bXOX...OXOO..X... bXOOOX..X..O....X bXOXXOO..X.....O.",
  "d.O..X.XXOO.. dO....XO.X.OX h........OX.OXXOX d.XO.X..O..OX dOO.XX.X..O.. " +
    "f.OX..O..XX.XOO. d.X..XO.OO.X. d.XOOX...O..X dX..OX.X.OO.. f..X.XXX.OOO..O. " +
    "dO.X...OOX..X dX.OX.X.O..O. d.X..O.OX..OX d.XOO...XO..X f...OXO.XOX..X.O " +
    "d.O.X.O.OX.X. dO.X...XOX.O. dXX...O..O.OX dO...XXO...OX dXO...OXO...X " +
    "h.....X..OO.OXX.X hX...O...XXO.OXXO h.X...X.O.O.XXXOO h.....O.XXX.OOXOX " +
    "h......O.X.XXOOXO h....OX..OXO.XOXX",
  "eX...OXO..OOX..X a.....O..XXOXOXOX fOX.XXOO....X..O f.X.OO.X...OO.XX " +
    "a.......OXOXXOXOX a.....X...XOXOOOX a.O...OO..XX.XXOX a.....O..OXXXOOXX " +
    "e.XO...XO...OXOX eX..X.O..O.XO.X. aO...X...OX.XXOXO a..O...O.XXO.OXXX " +
    "a...O.O.X.XXO.OXX a.O...O..XXO.XOXX c..O.O..OOX..XXOXXOXX a......X.O.OXOXOX " +
    "e.O.X..X.O..X.OX cO...XOX..OOO.XXXX.OX e.O.O..X.X..X.OX a......X.OXO.OXXO " +
    "a..O..OO..XXX.XOX a..O...O.OXX.XXOX a.X...O.XXX.OXO.O fXO...O.OO.X.X.X " +
    "f..OXO.O..X.XX.. f.XOO..X..XO..OX",
  "f..X.XXXO..O..O. f.O.X..O..X..XOX c.X...XO.O.OX.XOXO.XO c..O..X.O.XX.X.OOXXOO " +
    "k......OX. h..........OOX.XX iX..XO..OX... c....X..O.XOXOXOXOXXO " +
    "cO....X..O.OXXOXOOXXX cO....XO...OXXXOXOXOX j..O.....XO.X g..X...XXOXOO...O " +
    "c....X.O..OXXOXOOOXXX c....X...XO.XOOXOXOOX i.X.XO..OX... i..X.O..XX..O iO...XO..XX.." +
    " f.O...OXX.X..O.X f.O...X..OXXOX.. f.X....X.X.OO.XO c..O..O.X..XXOXOXOXXO " +
    "c.O....OX..XXXOXOXOOX c...O.X..XOX..OOOXXOX e.X....XO.X.OX.O e....O...XXOX.OX " +
    "e..X..O.X..X.OXO",
  "a......O...XOXXXO c..O....O..OOXX.XXOXX e...OX...OX...XO a......O.X.X.XXOO " +
    "a......O.OXX.OXX. a.....O...X.OXOXX a....O...X.X.XOXO a.......OX..XXOOX " +
    "e.X....X....OX.O a.......O.O.XOXXX e..O....X.OX.O.X aO...X...X...OXXO " +
    "a.....O...XOX.OXX a......O.X.XOX.XO a....O...X.X.XOOX a.......OO.XXX.XO " +
    "f.X.O.O...XX.OX. c....O....OX..XXOOXXO cO....OO...OXX..XXXOX c....X...OO.O.XXOOXXX " +
    "fXX..OO..OXX.... fO..O.X...X.X.OX f.XO..X.XOXO.... fXX.X.O..OX....O f.X.O.X..OOX...X " +
    "fX..XXO.....XO.O",
];
