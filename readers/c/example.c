/* Tic-tac-toe on the terminal against perfect play: you are X. cc -o example example.c */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tictactoe_table.h"
#include "ttt_table.h"

int main(void) {
    ttt_table table;
    char board[] = ".........";
    int turn = 0, cell, score = 0;
    ttt_error error = ttt_open(&table, tictactoe_table, sizeof tictactoe_table);
    if (error) {
        printf("the table is %s\n", ttt_code(error));
        return 1;
    }
    srand((unsigned)time(NULL));
    for (;;) {
        printf("\n%.3s    0 1 2\n%.3s    3 4 5\n%.3s    6 7 8\n", board, board + 3, board + 6);
        ttt_score(&table, board, &score);
        if (ttt_plies(&table, board, score) == 0) break;
        if (turn == 0) {
            printf("Your cell: ");
            if (scanf("%d", &cell) != 1) return 0;
            if (cell < 0 || cell >= table.cells || board[cell] != '.') {
                printf("There is no empty cell %d.\n", cell);
                continue;
            }
        } else {
            ttt_best_move(&table, board, TTT_FULL_DEPTH, (unsigned)rand(), &cell);
            printf("I play %d.\n", cell);
        }
        board[cell] = "XO"[turn];
        turn = !turn;
    }
    puts(score == 0 ? "A draw." : turn == 0 ? "I have won." : "You have won!");
    return 0;
}
