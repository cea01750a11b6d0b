/* A third opinion on the outcomes: play every game from the empty board, as one would by hand.

   A position is the digits of a number in base 3, cell 0 the lowest: 0 empty, 1 X, 2 O. It is solved
   when play first comes to it, and remembered; whatever play never comes to stays NEVER. No
   symmetries, no sets of cells, no rule by which a position tells whether it can be reached: a
   line is a run of stones through the last one.

   Written out, in the order of their numbers, are all positions in which the players have taken
   turns, 8 bytes each: the number, the value for the mover (1, 0, -1), the plies to the end (255 for
   NEVER), and the set of the best moves' cells, lowest bit first; all little-endian.

   usage: played ROWS COLS K FILE [misere]
   build: gcc -O2 -o played played.c */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_CELLS = 16, NEVER = 255 };

typedef struct {
    int8_t value;
    uint8_t plies;
    uint16_t best;
} Outcome;

static int rows, cols, cells, k, misere;
static int board[MOST_CELLS];
static uint32_t power[MOST_CELLS + 1];
static Outcome *known;

/* How many stones follow the one on a cell in one direction, all of its player. */
static int run(int cell, int down, int right)
{
    int row = cell / cols, col = cell % cols, length = 0;
    for (;; length++) {
        row += down, col += right;
        if (row < 0 || row >= rows || col < 0 || col >= cols || board[row * cols + col] != board[cell])
            return length;
    }
}

static int makes_line(int cell)
{
    static const int down[] = {0, 1, 1, 1}, right[] = {1, 0, 1, -1};
    for (int way = 0; way < 4; way++)
        if (run(cell, down[way], right[way]) + 1 + run(cell, -down[way], -right[way]) >= k)
            return 1;
    return 0;
}

/* 1 where the mover prefers the first outcome, -1 the second, 0 if they are alike: win, soon; else
   draw; else lose, late. */
static int preferred(Outcome one, Outcome other)
{
    if (one.value != other.value)
        return one.value > other.value ? 1 : -1;
    int longer = (one.plies > other.plies) - (one.plies < other.plies);
    return one.value == 1 ? -longer : longer;
}

static Outcome solve(uint32_t number, int stones, int last)
{
    if (known[number].plies != NEVER)
        return known[number];
    Outcome found = {0, 0, 0};
    if (stones && makes_line(last))
        found.value = misere ? 1 : -1;
    else
        for (int cell = 0; cell < cells; cell++) {
            if (board[cell])
                continue;
            board[cell] = stones % 2 ? 2 : 1;
            Outcome reply = solve(number + board[cell] * power[cell], stones + 1, cell);
            board[cell] = 0;
            Outcome move = {-reply.value, reply.plies + 1, 1 << cell};
            int better = found.best ? preferred(move, found) : 1;
            if (better > 0)
                found = move;
            else if (better == 0)
                found.best |= move.best;
        }
    return known[number] = found;
}

static int take_turns(uint32_t number)
{
    int ahead = 0; /* by how many stones X is */
    for (; number; number /= 3)
        ahead += number % 3 == 1 ? 1 : number % 3 == 2 ? -1 : 0;
    return ahead == 0 || ahead == 1;
}

int main(int arguments, char **argument)
{
    if (arguments < 5)
        return fprintf(stderr, "usage: played ROWS COLS K FILE [misere]\n"), 2;
    rows = atoi(argument[1]), cols = atoi(argument[2]), k = atoi(argument[3]);
    cells = rows * cols, misere = arguments > 5;
    if (rows < 1 || cols < 1 || cells > MOST_CELLS)
        return fprintf(stderr, "played: a board has 1 to %d cells\n", MOST_CELLS), 2;
    power[0] = 1;
    for (int cell = 0; cell < cells; cell++)
        power[cell + 1] = 3 * power[cell];
    known = malloc(power[cells] * sizeof *known);
    FILE *file = fopen(argument[4], "wb");
    if (!known || !file)
        return perror("played"), 1;
    for (uint32_t number = 0; number < power[cells]; number++)
        known[number] = (Outcome){0, NEVER, 0};
    solve(0, 0, -1);
    for (uint32_t number = 0; number < power[cells]; number++)
        if (take_turns(number)) {
            fwrite(&number, sizeof number, 1, file);
            fwrite(&known[number], sizeof *known, 1, file);
        }
    if (ferror(file) || fclose(file))
        return perror("played"), 1;
    return 0;
}
