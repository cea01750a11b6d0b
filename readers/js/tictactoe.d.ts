import { Table } from "./ttt-table.js";

/** The bytes of the table file. */
export const bytes: Uint8Array;

/** Tic-tac-toe, X moving first. */
export const tictactoe: Table;
