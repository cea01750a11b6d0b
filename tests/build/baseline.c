/* What the tier engine is measured against: the same outcomes by a plain C program.

   Every position stands in one array under its cells as the digits of a number in base 3: 0 empty,
   1 X, 2 O, cell 0 the lowest. A byte holds its score: 0 a draw, cells + 1 - plies a win for the
   mover, the negative of that a loss, UNREACHABLE where play cannot come. A stone more makes a
   larger set of occupied cells, so these sets are gone through from the largest down. No symmetry,
   one thread.

   usage: baseline ROWS COLS K FILE [misere]
   build: gcc -O3 -o baseline baseline.c */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 20, UNREACHABLE = 127 };
#define NO_LINE (~0u)

static int cells, ended;
static uint32_t sets; /* how many sets of cells there are */
static uint32_t *ternary; /* a set's number in base 3, with the digit 1 for each cell */
static uint32_t *shared;  /* the cells that all lines in a set share; NO_LINE if it has none */
static uint8_t *count;
static int8_t *scores;

static void *array(size_t many, size_t size)
{
    void *made = malloc(many * size);
    if (!made)
        perror("baseline"), exit(1);
    return made;
}

static void add_line(uint32_t line)
{
    uint32_t free_cells = (sets - 1) & ~line, more = free_cells;
    for (;; more = (more - 1) & free_cells) {
        shared[line | more] &= line;
        if (!more)
            return;
    }
}

static void find_lines(int rows, int cols, int k)
{
    static const int down[] = {0, 1, 1, 1}, right[] = {1, 0, 1, -1};
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            for (int way = 0; way < 4; way++) {
                int last_row = row + down[way] * (k - 1), last_col = col + right[way] * (k - 1);
                if (last_row >= rows || last_col < 0 || last_col >= cols)
                    continue;
                uint32_t line = 0;
                for (int step = 0; step < k; step++)
                    line |= 1u << ((row + down[way] * step) * cols + col + right[way] * step);
                add_line(line);
            }
}

static void find_sets(void)
{
    ternary = array(sets, sizeof *ternary);
    shared = array(sets, sizeof *shared);
    count = array(sets, sizeof *count);
    ternary[0] = count[0] = 0;
    uint32_t power = 1;
    for (int cell = 0; cell < cells; cell++, power *= 3)
        for (uint32_t low = 0, bit = 1u << cell; low < bit; low++) {
            ternary[bit | low] = power + ternary[low];
            count[bit | low] = count[low] + 1;
        }
    for (uint32_t set = 0; set < sets; set++)
        shared[set] = NO_LINE;
}

static int score(uint32_t mover, uint32_t last, uint32_t index, int digit)
{
    uint32_t empty = (sets - 1) & ~(mover | last);
    if (shared[mover] != NO_LINE || !shared[last])
        return UNREACHABLE;
    if (shared[last] != NO_LINE)
        return ended;
    if (!empty)
        return 0;
    int worst = UNREACHABLE;
    for (; empty; empty &= empty - 1) {
        int reply = scores[index + digit * ternary[empty & -empty]];
        worst = reply < worst ? reply : worst;
    }
    return (worst > 0) - (worst < 0) - worst;
}

static void solve(void)
{
    for (uint32_t mask = sets; mask--;) {
        int x_to_move = count[mask] % 2 == 0, x_count = (count[mask] + 1) / 2;
        for (uint32_t x = mask;; x = (x - 1) & mask) {
            uint32_t o = mask ^ x, index = ternary[x] + 2 * ternary[o];
            if (count[x] == x_count)
                scores[index] = x_to_move ? score(x, o, index, 1) : score(o, x, index, 2);
            if (!x)
                break;
        }
    }
}

int main(int arguments, char **argument)
{
    if (arguments < 5)
        return fprintf(stderr, "usage: baseline ROWS COLS K FILE [misere]\n"), 2;
    int rows = atoi(argument[1]), cols = atoi(argument[2]);
    cells = rows * cols;
    if (rows < 1 || cols < 1 || cells > MOST_CELLS)
        return fprintf(stderr, "baseline: a board has 1 to %d cells\n", MOST_CELLS), 2;
    sets = 1u << cells;
    ended = arguments > 5 ? cells + 1 : -(cells + 1);
    find_sets();
    find_lines(rows, cols, atoi(argument[3]));
    size_t size = 2 * (size_t)ternary[sets - 1] + 1;
    scores = array(size, 1);
    memset(scores, UNREACHABLE, size);
    solve();
    FILE *file = fopen(argument[4], "wb");
    if (!file || fwrite(scores, 1, size, file) != size || fclose(file))
        return perror("baseline"), 1;
    return 0;
}
