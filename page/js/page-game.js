// The game that the page shows: that of a table, or one that is searched.

/**
 * @typedef {Pick<import("#readers/kit.js").PlayTable, "game" | "name" | "first" | "start" |
 *   "lines" | "oLines" | "mover" | "winningLines" | "get" | "moves" | "legalMoves" | "columns" |
 *   "push" | "isOver"> & { bestMove(board: string): number | undefined }} PageGame
 * What the board, its texts and the puzzles need of a game. A `PlayTable` and a `SearchedGame` have
 * all of it: a field that one of them lacks is found when the types are checked.
 */

/**
 * @typedef {object} NamedGame What a title needs of a game.
 * @property {string | null} name
 * @property {Pick<PageGame["game"], "rows" | "cols" | "k" | "misere" | "gravity"> &
 *   { breaker?: boolean }} game
 */

/**
 * @typedef {object} Rules What a game is searched by.
 * @property {number} rows
 * @property {number} cols
 * @property {number} [k]
 * @property {string} [name]
 * @property {boolean} [misere]
 * @property {boolean} [gravity]
 */

export {};
