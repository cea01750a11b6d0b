/* Tic-tac-toe over the serial monitor (9600 baud): you are X, and send the number of a cell.

   Copy ttt_table.h and tictactoe_table.h beside this file. On AVR the table stays in flash memory. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define TTT_BYTE(address) pgm_read_byte(address)
#define TTT_STORAGE PROGMEM
#endif
#include "tictactoe_table.h"
#include "ttt_table.h"

const unsigned PLIES = 2; /* how far the opponent looks: 1 easy, 2 medium, 4 hard, TTT_FULL_DEPTH perfect */

ttt_table table;
char board[] = ".........";

bool is_over() {
    int score;
    ttt_score(&table, board, &score);
    return ttt_plies(&table, board, score) == 0;
}

void show() {
    for (int cell = 0; cell < 9; cell++) {
        Serial.print(board[cell]);
        if (cell % 3 == 2) Serial.println();
    }
    Serial.println(is_over() ? F("The game is over. Send a number to play again.") : F("Your cell, 0 to 8:"));
}

void setup() {
    Serial.begin(9600);
    if (ttt_open(&table, tictactoe_table, sizeof tictactoe_table) != TTT_OK) {
        Serial.println(F("The table is damaged."));
        while (true) delay(1000);
    }
    show();
}

void loop() {
    int cell = Serial.read() - '0'; /* -1 where nothing has arrived */
    if (cell < 0 || cell > 8) return;
    if (is_over()) {
        for (int i = 0; i < 9; i++) board[i] = '.';
    } else if (board[cell] == '.') {
        board[cell] = 'X';
        if (!is_over() && ttt_best_move(&table, board, PLIES, (unsigned)micros(), &cell) == TTT_OK) board[cell] = 'O';
    }
    show();
}
