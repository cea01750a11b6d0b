/* Count positions, games and winning paths of n x n Hex.

       gcc -O3 -o hex hex.c && ./hex positions 5 && ./hex chains 9

   No chain is listed. A flood fill finds which sets of cells join the left side of the board with the right
   one. On a full board exactly one player has a chain, so O has no chain in a set exactly if the other cells
   join left and right. So all counts follow from these sets: of unfinished positions (A, B) from the pairs of
   A and the complement of B. "chains" extends paths cell by cell. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t Set;
__extension__ typedef unsigned __int128 Big;

static int n, cells;
static Set left_side, right_side, not_left, not_right;

static Set neighbours_of(Set set) {
  /* Cell (row, col) is bit row * n + col, and touches (row + 1, col - 1) and (row - 1, col + 1) as well. */
  Set to_right = set & not_right, to_left = set & not_left;
  return (to_right << 1 | to_left >> 1 | set << n | set >> n | to_left << (n - 1) | to_right >> (n - 1)) &
         (Set)((1ull << cells) - 1);
}

static int joins(Set set) {
  Set filled = set & left_side, before = 0;
  while (filled != before) {
    if (filled & right_side) return 1;
    before = filled;
    filled |= neighbours_of(filled) & set;
  }
  return 0;
}

static void print_big(Big number) {
  char digits[50], *first = digits + 49;
  *first = 0;
  do *--first = (char)('0' + number % 10);
  while (number /= 10);
  puts(first);
}

static Big factorial(int number) {
  Big product = 1;
  for (unsigned i = 2; (int)i <= number; i++) product *= i;
  return product;
}

static Big choose(int from, int number) {
  Big product = 1;
  if (number > from) return 0;
  for (unsigned i = 0; (int)i < number; i++) product = product * ((unsigned)from - i) / (i + 1);
  return product;
}

static void count_positions(void) {
  size_t sets = 1ull << cells;
  uint8_t *joined = malloc(sets);
  uint32_t *subsets = malloc(sets * sizeof *subsets);
  Big positions = 0, games = 0;
  uint64_t with_pivot[26] = {0}, pivots[26] = {0};
  if (!joined || !subsets) exit(1);
  for (size_t set = 0; set < sets; set++) joined[set] = (uint8_t)joins((Set)set);

  /* A position that X has ended: some stone of X is on every chain of X. Any O stones elsewhere fit. */
  for (size_t set = 0; set < sets; set++) {
    int size = __builtin_popcountll(set);
    unsigned found = 0;
    if (!joined[set]) continue;
    for (int cell = 0; cell < cells; cell++) found += set >> cell & 1 && !joined[set ^ 1ull << cell];
    with_pivot[size] += found > 0;
    pivots[size] += found;
  }
  for (int size = 1; size <= cells; size++) {
    Big of_x = choose(cells - size, size - 1), of_o = choose(cells - size, size);
    positions += with_pivot[size] * (of_x + of_o);
    games += pivots[size] * factorial(size - 1) * (factorial(size - 1) * of_x + factorial(size) * of_o);
  }

  /* An unfinished position: A joins nothing, and the complement of B, which includes A, joins the sides. */
  for (int size = 0; size <= (cells + 1) / 2; size++) {
    for (size_t set = 0; set < sets; set++) subsets[set] = !joined[set] && __builtin_popcountll(set) == size;
    for (int cell = 0; cell < cells; cell++)
      for (size_t set = 0; set < sets; set++)
        if (set >> cell & 1) subsets[set] += subsets[set ^ 1ull << cell];
    for (size_t set = 0; set < sets; set++) {
      int of_o = cells - __builtin_popcountll(set);
      if (joined[set] && (of_o == size || of_o == size - 1)) positions += subsets[set];
    }
  }
  print_big(positions);
  print_big(games);
}

/* Paths on boards of more cells than a Set has bits. */
static int near[128][6], degree[128], closed[128];

static uint64_t extend(int last) {
  uint64_t count = 0;
  if (last % n == n - 1) return 1;
  for (int i = 0; i < degree[last]; i++) closed[near[last][i]]++;
  closed[last]++;
  for (int i = 0; i < degree[last]; i++)
    if (closed[near[last][i]] == 1) count += extend(near[last][i]);
  closed[last]--;
  for (int i = 0; i < degree[last]; i++) closed[near[last][i]]--;
  return count;
}

static void count_chains(void) {
  static const int steps[6][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {1, -1}, {-1, 1}};
  uint64_t count = 0;
  for (int cell = 0; cell < cells; cell++)
    for (int i = 0; i < 6; i++) {
      int row = cell / n + steps[i][0], col = cell % n + steps[i][1];
      if (row >= 0 && row < n && col >= 0 && col < n) near[cell][degree[cell]++] = row * n + col;
    }
  for (int row = 0; row < n; row++) closed[row * n] = 1;
  for (int row = 0; row < n; row++) count += extend(row * n);
  printf("%llu\n", (unsigned long long)count);
}

int main(int arguments, char **argument) {
  if (arguments != 3) return 2;
  n = atoi(argument[2]);
  cells = n * n;
  if (!strcmp(argument[1], "chains") && n >= 1 && n <= 11) {
    count_chains();
  } else if (!strcmp(argument[1], "positions") && n >= 1 && n <= 5) {
    for (int row = 0; row < n; row++) left_side |= (Set)1 << row * n;
    right_side = left_side << (n - 1);
    not_left = ~left_side;
    not_right = ~right_side;
    count_positions();
  } else {
    return 2;
  }
  return 0;
}
