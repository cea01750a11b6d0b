/* Solve a game in one array in which each board has its own place, or count its orders of play.

       gcc -O3 -o solve_stacks solve_stacks.c && ./solve_stacks solve < rules

   solve_stacks.py writes the rules, and reads what is found. A board is a row of stacks, which grow by one stone
   a move: its columns with gravity, otherwise its cells. What a stack holds is read as a binary number: a one,
   and then a digit for each stone from the bottom up, 0 for X and 1 for O. A stone of O on a stack of 1 makes it
   3, one of X makes it 2. Such numbers, less one, are the digits of the board's place in the array.

   A stone makes the number of its stack larger, so each move leads to a later place.

   "solve" goes through the array forward, and marks the boards to which moves lead, until there is a line. Then it
   goes back, and gives each marked board its score, in normal play and in misere.

   "orders" goes forward once, and counts for each board the orders in which its stones can have come, whether or not
   there were lines before. On a board without a line there was none in any order. A board with lines ends a game if
   the last stone is on all of them: so many games as the boards without such a stone have orders. */
#define _GNU_SOURCE /* MADV_HUGEPAGE */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { X, O, PLAYERS };
enum { LOW, HIGH, HALVES };
enum { NORMAL, MISERE, MODES };
enum { LOST, DRAWN, WON, RESULTS }; /* for the mover */
enum { GOING_ON = 1, BY_LINE, ENDS };
enum { MOST_CELLS = 30, MOST_SYMMETRIES = 8, MOST_PATTERNS = 2000 };

__extension__ typedef unsigned __int128 Big;
typedef uint64_t ByPly[MOST_SYMMETRIES][MOST_CELLS + 1]; /* how many boards each symmetry leaves in place */

/* Lines that are the same but for a shift of the cells' numbers. */
typedef struct {
    uint32_t line;   /* the line with the lowest numbers */
    uint32_t shifts; /* by which the others are shifted, as a set */
} Pattern;

typedef struct {
    int height;
    uint32_t cells[MOST_CELLS]; /* each as a set, from the bottom up */
    uint64_t step;              /* the place of a board whose only stack with a stone has one of X */
} Stack;

/* Some of the stacks, and a row of each table for whatever these hold. */
typedef struct {
    int stacks;
    uint64_t unit, size;
    uint32_t *stones[PLAYERS];
    uint8_t *count;             /* of the stones */
    int8_t *lead;               /* how many more stones X has */
    uint8_t *moves;             /* how many stacks have room */
    uint32_t *added[PLAYERS];   /* for each of these, what a stone adds to the place, in units */
    uint8_t *tops[PLAYERS];     /* how many stacks have a stone of the player on top */
    uint32_t *removed[PLAYERS]; /* for each of these, what the stone has added */
    uint32_t *top[PLAYERS];     /* and its cell, as a set */
    uint64_t *image[MOST_SYMMETRIES];
} Half;

typedef struct {
    uint64_t place;
    uint64_t row[HALVES];
    int ply;
} Board;

static int cells, breaker, symmetries, stacks, patterns[PLAYERS];
static Pattern pattern[PLAYERS][MOST_PATTERNS];
static Stack stack[MOST_CELLS];
static int image_of_stack[MOST_SYMMETRIES][MOST_CELLS];
static Half halves[HALVES];
static ByPly ends[ENDS], results[MODES][RESULTS];

static void fail(const char *message)
{
    fprintf(stderr, "solve_stacks: %s\n", message);
    exit(1);
}

static uint32_t number(uint32_t most)
{
    uint32_t read;
    if (scanf("%" SCNu32, &read) != 1 || read > most)
        fail("the rules cannot be read");
    return read;
}

static void *zeros(uint64_t count, uint64_t size)
{
    uint64_t bytes = count * size;
    void *array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (array == MAP_FAILED)
        fail("there is not enough memory");
    madvise(array, bytes, MADV_HUGEPAGE); /* fewer misses; no matter if it fails */
    return array;
}

static void read_rules(void)
{
    cells = (int)number(MOST_CELLS);
    breaker = (int)number(1);
    stacks = (int)number(MOST_CELLS);
    for (int at = 0; at < stacks; at++) {
        stack[at].height = (int)number(MOST_CELLS);
        for (int height = 0; height < stack[at].height; height++)
            stack[at].cells[height] = UINT32_C(1) << number(MOST_CELLS - 1);
    }
    for (int player = X; player < PLAYERS; player++) {
        patterns[player] = (int)number(MOST_PATTERNS);
        for (int at = 0; at < patterns[player]; at++) {
            pattern[player][at].line = number(UINT32_MAX);
            pattern[player][at].shifts = number(UINT32_MAX);
        }
    }
    symmetries = (int)number(MOST_SYMMETRIES);
    for (int symmetry = 0; symmetry < symmetries; symmetry++)
        for (int at = 0; at < stacks; at++)
            image_of_stack[symmetry][at] = (int)number((uint32_t)stacks - 1);
}

static uint64_t contents_of(int at)
{
    return (UINT64_C(2) << stack[at].height) - 1;
}

/* Fill the row of the tables for what the stacks of a half hold, from the first one on. */
static void fill_row(Half *half, uint64_t row, int first)
{
    uint64_t rest = row;
    for (int at = first; at < first + half->stacks; at++) {
        uint64_t contents = rest % contents_of(at) + 1;
        rest /= contents_of(at);
        uint32_t step = (uint32_t)(stack[at].step / half->unit);
        int height = 0;
        for (; contents >> height > 1; height++)
            ;
        for (int stone = 0; stone < height; stone++) {
            int player = contents >> (height - 1 - stone) & 1;
            half->stones[player][row] |= stack[at].cells[stone];
            half->count[row]++;
            half->lead[row] = (int8_t)(half->lead[row] + (player == X ? 1 : -1));
        }
        if (height < stack[at].height) {
            uint64_t next = row * (uint64_t)half->stacks + half->moves[row]++;
            for (int player = X; player < PLAYERS; player++)
                half->added[player][next] = (uint32_t)(contents + (uint64_t)player) * step;
        }
        if (height) {
            int player = contents & 1;
            uint64_t next = row * (uint64_t)half->stacks + half->tops[player][row]++;
            half->removed[player][next] = (uint32_t)(contents - contents / 2) * step;
            half->top[player][next] = stack[at].cells[height - 1];
        }
        for (int symmetry = 0; symmetry < symmetries; symmetry++)
            half->image[symmetry][row] += (contents - 1) * stack[image_of_stack[symmetry][at]].step;
    }
}

static void make_half(Half *half, int first, int count)
{
    half->stacks = count;
    half->size = 1;
    for (int at = first; at < first + count; at++)
        half->size *= contents_of(at);
    uint64_t entries = half->size * (uint64_t)count + 1;
    half->count = zeros(half->size, sizeof *half->count);
    half->lead = zeros(half->size, sizeof *half->lead);
    half->moves = zeros(half->size, sizeof *half->moves);
    for (int player = X; player < PLAYERS; player++) {
        half->stones[player] = zeros(half->size, sizeof *half->stones[player]);
        half->tops[player] = zeros(half->size, sizeof *half->tops[player]);
        half->added[player] = zeros(entries, sizeof *half->added[player]);
        half->removed[player] = zeros(entries, sizeof *half->removed[player]);
        half->top[player] = zeros(entries, sizeof *half->top[player]);
    }
    for (int symmetry = 0; symmetry < symmetries; symmetry++)
        half->image[symmetry] = zeros(half->size, sizeof *half->image[symmetry]);
    for (uint64_t row = 0; row < half->size; row++)
        fill_row(half, row, first);
}

/* Return how many places the array has. */
static uint64_t make_halves(void)
{
    uint64_t step = 1;
    for (int at = 0; at < stacks; at++) {
        stack[at].step = step;
        step *= contents_of(at);
    }
    int in_low_half = stacks / 2;
    halves[LOW].unit = 1;
    halves[HIGH].unit = stack[in_low_half].step;
    make_half(&halves[LOW], 0, in_low_half);
    make_half(&halves[HIGH], in_low_half, stacks - in_low_half);
    return step;
}

static Board board_at(uint64_t high, uint64_t low)
{
    Board board = {high * halves[HIGH].unit + low, {low, high}, halves[LOW].count[low] + halves[HIGH].count[high]};
    return board;
}

static uint32_t stones_of(const Board *board, int player)
{
    return halves[LOW].stones[player][board->row[LOW]] | halves[HIGH].stones[player][board->row[HIGH]];
}

/* Return the cells that all lines of a player have in common; all bits if there is no line. */
static uint32_t shared_cells(uint32_t stones, int player)
{
    uint32_t shared = UINT32_MAX;
    for (int at = 0; at < patterns[player]; at++) {
        const Pattern *lines = &pattern[player][at];
        uint32_t filled = lines->shifts;
        for (uint32_t line = lines->line; line && filled; line &= line - 1)
            filled &= stones >> __builtin_ctz(line);
        for (; filled; filled &= filled - 1)
            shared &= lines->line << __builtin_ctz(filled);
    }
    return shared;
}

static void tally(ByPly counts, const Board *board)
{
    counts[0][board->ply]++;
    for (int symmetry = 1; symmetry < symmetries; symmetry++) {
        uint64_t image = halves[LOW].image[symmetry][board->row[LOW]] + halves[HIGH].image[symmetry][board->row[HIGH]];
        counts[symmetry][board->ply] += image == board->place;
    }
}

typedef struct {
    int8_t of[MODES]; /* of[0] is a mark, until the score is known */
} Scores;

static Scores *scores;

static void mark(const Board *board)
{
    int mover = board->ply % 2;
    if (shared_cells(stones_of(board, 1 - mover), 1 - mover) != UINT32_MAX) {
        scores[board->place].of[0] = BY_LINE;
        tally(ends[BY_LINE], board);
        return;
    }
    tally(ends[GOING_ON], board);
    for (int part = LOW; part < HALVES; part++) {
        const Half *half = &halves[part];
        uint64_t row = board->row[part];
        const uint32_t *added = half->added[mover] + row * (uint64_t)half->stacks;
        for (int move = 0; move < half->moves[row]; move++)
            scores[board->place + added[move] * half->unit].of[0] = GOING_ON;
    }
}

/* The scores are the mover's: cells + 1 - plies for a win, the negative of it for a loss. */
static Scores scores_after(const Board *board)
{
    int mover = board->ply % 2;
    Scores best = {{INT8_MIN, INT8_MIN}};
    for (int part = LOW; part < HALVES; part++) {
        const Half *half = &halves[part];
        uint64_t row = board->row[part];
        const uint32_t *added = half->added[mover] + row * (uint64_t)half->stacks;
        for (int move = 0; move < half->moves[row]; move++) {
            Scores after = scores[board->place + added[move] * half->unit];
            for (int mode = NORMAL; mode < MODES; mode++)
                if (-after.of[mode] > best.of[mode])
                    best.of[mode] = (int8_t)-after.of[mode];
        }
    }
    return best;
}

static Scores scores_of(const Board *board, int8_t mark)
{
    int ends_now = cells + 1 - board->ply;
    if (mark == BY_LINE) {
        Scores by_line = {{(int8_t)-ends_now, (int8_t)ends_now}};
        return by_line;
    }
    if (board->ply < cells)
        return scores_after(board);
    /* A full board without a line of X: the Breaker, who is O, wins in normal play. */
    int8_t of_breaker = (int8_t)(cells % 2 ? 1 : -1);
    Scores full = {{breaker ? of_breaker : 0, breaker ? (int8_t)-of_breaker : 0}};
    return full;
}

static void solve(uint64_t places)
{
    scores = zeros(places, sizeof *scores);
    scores[0].of[0] = GOING_ON;
    for (uint64_t high = 0; high < halves[HIGH].size; high++)
        for (uint64_t low = 0; low < halves[LOW].size; low++)
            if (scores[high * halves[HIGH].unit + low].of[0]) {
                Board board = board_at(high, low);
                mark(&board);
            }
    for (uint64_t high = halves[HIGH].size; high-- > 0;)
        for (uint64_t low = halves[LOW].size; low-- > 0;) {
            Scores *stored = &scores[high * halves[HIGH].unit + low];
            if (!stored->of[0])
                continue;
            Board board = board_at(high, low);
            *stored = scores_of(&board, stored->of[0]);
            for (int mode = NORMAL; mode < MODES; mode++) {
                int result = DRAWN + (stored->of[mode] > 0) - (stored->of[mode] < 0);
                tally(results[mode][result], &board);
            }
        }
}

static uint64_t *orders;
static Big games_by_line[MOST_CELLS + 1], drawn_games;

/* Sum the orders of boards with one stone less, if that stone is in one of some cells. */
static uint64_t orders_by_last(const Board *board, uint32_t last_stones)
{
    int last = 1 - board->ply % 2;
    uint64_t sum = 0;
    for (int part = LOW; part < HALVES; part++) {
        const Half *half = &halves[part];
        uint64_t row = board->row[part];
        uint64_t first = row * (uint64_t)half->stacks;
        for (uint64_t top = first; top < first + half->tops[last][row]; top++) {
            if (!(half->top[last][top] & last_stones))
                continue;
            uint64_t before = orders[board->place - half->removed[last][top] * half->unit];
            if (__builtin_add_overflow(sum, before, &sum))
                fail("a board has 2^64 orders of play or more");
        }
    }
    return sum;
}

static void add_orders(const Board *board)
{
    uint64_t all = board->place ? orders_by_last(board, UINT32_MAX) : 1;
    orders[board->place] = all;
    int mover = board->ply % 2;
    if (!all || shared_cells(stones_of(board, mover), mover) != UINT32_MAX)
        return;
    uint32_t shared = shared_cells(stones_of(board, 1 - mover), 1 - mover);
    if (shared != UINT32_MAX)
        games_by_line[board->ply] += orders_by_last(board, shared);
    else if (board->ply == cells)
        drawn_games += all;
}

typedef struct {
    uint32_t *rows;
    uint64_t count;
} Rows;

/* Return the rows of the low half with which the players have taken turns: X has as many stones as O, or one more.

   The lead is that of X in the high half. */
static Rows balancing_rows(int lead)
{
    const Half *low = &halves[LOW];
    Rows balancing = {zeros(low->size, sizeof *balancing.rows), 0};
    for (uint64_t row = 0; row < low->size; row++)
        if (lead + low->lead[row] == 0 || lead + low->lead[row] == 1)
            balancing.rows[balancing.count++] = (uint32_t)row;
    return balancing;
}

static void count_orders(uint64_t places)
{
    Rows balancing[2 * MOST_CELLS + 1];
    for (int lead = -cells; lead <= cells; lead++)
        balancing[cells + lead] = balancing_rows(lead);
    orders = zeros(places, sizeof *orders);
    for (uint64_t high = 0; high < halves[HIGH].size; high++) {
        const Rows *low = &balancing[cells + halves[HIGH].lead[high]];
        for (uint64_t index = 0; index < low->count; index++) {
            Board board = board_at(high, low->rows[index]);
            add_orders(&board);
        }
    }
}

static void print_by_ply(const char *name, ByPly counts)
{
    for (int symmetry = 0; symmetry < symmetries; symmetry++) {
        printf("%s", name);
        for (int ply = 0; ply <= cells; ply++)
            printf(" %" PRIu64, counts[symmetry][ply]);
        putchar('\n');
    }
}

static void print_big(Big number)
{
    const Big part = 1000000000;
    printf(" %u%09u%09u", (unsigned)(number / part / part), (unsigned)(number / part % part), (unsigned)(number % part));
}

int main(int count, char **words)
{
    static const char *names[MODES][RESULTS] = {{"lost", "drawn", "won"}, {"lost-misere", "drawn-misere", "won-misere"}};
    const char *command = count == 2 ? words[1] : "";
    read_rules();
    uint64_t places = make_halves();
    if (!strcmp(command, "solve")) {
        solve(places);
        for (int mode = NORMAL; mode < MODES; mode++)
            for (int result = LOST; result < RESULTS; result++)
                print_by_ply(names[mode][result], results[mode][result]);
        print_by_ply("going-on", ends[GOING_ON]);
        print_by_ply("by-line", ends[BY_LINE]);
        printf("scores %d %d\n", scores[0].of[NORMAL], scores[0].of[MISERE]);
    } else if (!strcmp(command, "orders")) {
        count_orders(places);
        printf("games-by-line");
        for (int ply = 0; ply <= cells; ply++)
            print_big(games_by_line[ply]);
        printf("\ndrawn-games");
        print_big(drawn_games);
        putchar('\n');
    } else
        fail("the command is solve or orders");
    return fflush(stdout) || ferror(stdout);
}
