/* SPDX-FileCopyrightText: The ttt-table authors */
/* SPDX-License-Identifier: MIT */
/*
 * ttt_table.h 1.0.0-dev.0: perfect play from the bytes of a table file, as docs/format.md describes.
 *
 * One header for C99 and C++. It allocates nothing, copies nothing and needs no library; the bytes
 * have to stay where they are. Every value is seen by the mover, the player whose turn it is.
 *
 *     #include "ttt_table.h"
 *     #include "tictactoe_table.h"
 *
 *     ttt_table table;
 *     int cell;
 *     if (ttt_open(&table, tictactoe_table, sizeof tictactoe_table) == TTT_OK &&
 *         ttt_best_move(&table, "XX.OO....", TTT_FULL_DEPTH, 0, &cell) == TTT_OK)
 *         printf("%d\n", cell);
 *
 * Where constant data needs a special instruction to be read (AVR), define TTT_BYTE(address) before
 * this file is included. Names that end in an underscore are not for use outside.
 */
#ifndef TTT_TABLE_H
#define TTT_TABLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TTT_BYTE
#define TTT_BYTE(address) (*(address))
#endif

#define TTT_MAX_CELLS 30
#define TTT_FULL_DEPTH 255u  /* any depth from the number of cells up is full */
#define TTT_NO_MOVE (-128) /* what ttt_scores writes for a cell that cannot be played */

typedef enum ttt_error {
    TTT_OK,
    /* a table that cannot be used */
    TTT_NOT_A_TABLE,  /* it does not start as one does */
    TTT_VERSION,      /* it is newer than this reader */
    TTT_TRUNCATED,    /* it ends too early */
    TTT_DAMAGED,      /* some bytes have changed */
    TTT_INCONSISTENT, /* the checksums hold, but it contradicts itself */
    /* a board that is refused */
    TTT_STRANGE_CHARACTER, /* neither X nor O nor an empty cell */
    TTT_WRONG_LENGTH,      /* too many or too few cells */
    TTT_WRONG_ROWS,        /* drawn in other rows than the game's */
    TTT_TURNED,            /* its rows are drawn as columns */
    TTT_UNEVEN_COUNTS,     /* too many X or O for players who take turns */
    TTT_FLOATING,          /* a stone has an empty cell below it, with gravity */
    TTT_BOTH_HAVE_LINES,
    TTT_MOVED_AFTER_END, /* the mover has a line */
    TTT_LINES_APART,     /* no single move makes all the lines */
    TTT_NO_ORDER         /* with gravity: no order of moves leads there */
} ttt_error;

typedef struct ttt_table {
    uint8_t rows, cols, cells;
    uint8_t misere;  /* whether a line loses */
    uint8_t gravity; /* whether stones fall */
    uint8_t breaker; /* whether only X's lines count, and a full board without one is O's */
    char first;      /* 'X', who moves first; set it to 'O' to exchange the colours */
    uint8_t name_length; /* 0 where a game has no name but its numbers */
    uint16_t lines;      /* how many lines a game of lines has; where O has others, how many X has */
    uint16_t o_lines;    /* how many O has there, or as many as lines */
    uint32_t k;          /* how many stones in a row end the game; 0 in a game of lines */
    uint64_t positions;
    const uint8_t *name; /* so many letters, digits, _ and -, for TTT_BYTE, and no 0 behind them */
    const uint8_t *bytes_;
    size_t size_, masks_, slots_;           /* where the parts of the file begin */
    uint16_t tiers_, lines_, o_lines_, symmetries_; /* and those of the head */
    uint16_t kinds_;                      /* how many symmetries there are */
} ttt_table;

/* Check the bytes of a table file and fill in the table. A body of 1 MiB or more is not read. */
static inline ttt_error ttt_open(ttt_table *table, const uint8_t *bytes, size_t size);

/*
 * A board is text, a character a cell along the rows: X, O and . for an empty cell. Lower case, -
 * and _, and spaces, tabs, line ends, / and | between the cells are understood.
 *
 * The score of a board: 0 a draw, cells + 1 - plies a win, the same below 0 a loss.
 */
static inline ttt_error ttt_score(const ttt_table *table, const char *board, int *score);

/* The plies to the end of a board that has this score: moves by both players. */
static inline int ttt_plies(const ttt_table *table, const char *board, int score);

/* The score of each move by its cell, or TTT_NO_MOVE; 0 where the end lies beyond that many plies. */
static inline ttt_error ttt_scores(const ttt_table *table, const char *board, unsigned depth,
                                   int8_t scores[TTT_MAX_CELLS]);

/*
 * One of the best cells, or -1 if the game is over. Of n best cells it is the one numbered pick %
 * n: 0 for the first one, a random number for any.
 */
static inline ttt_error ttt_best_move(const ttt_table *table, const char *board, unsigned depth,
                                      unsigned pick, int *cell);

/* The error's name as in the other readers, such as "uneven-counts". */
static inline const char *ttt_code(ttt_error error);

/* For functions that make the code longer when the compiler puts them in where they are called. */
#ifdef __GNUC__
#define TTT_APART_ static __attribute__((noinline, unused))
#else
#define TTT_APART_ static inline
#endif

/* ---- Bytes ------------------------------------------------------------------------------ */

#define TTT_MAX_HEAD_ 32768u
#define TTT_MAX_LINES_ 512u /* no array in a head is longer */
#define TTT_MAX_SYMMETRIES_ 800u
#define TTT_WHOLE_BELOW_ 1048576u /* the body's checksum of larger files is left to the audit */

static inline uint8_t ttt_byte_(const ttt_table *table, size_t at) {
    return (uint8_t)TTT_BYTE(table->bytes_ + at);
}

/* True where the file has this text at this place; the caller knows that it is long enough. */
static inline int ttt_has_(const ttt_table *table, size_t at, const char *text, size_t length) {
    while (length--)
        if (ttt_byte_(table, at + length) != (uint8_t)text[length]) return 0;
    return 1;
}

static inline uint32_t ttt_crc32_(const ttt_table *table, size_t at, size_t end) {
    uint32_t crc = 0xffffffffu;
    for (; at < end; at++) {
        int bit;
        crc ^= ttt_byte_(table, at);
        for (bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

/* ---- Msgpack: what docs/format.md allows in a head -------------------------------------- */

enum { TTT_NIL_, TTT_BOOL_, TTT_INT_, TTT_NEGATIVE_, TTT_TEXT_, TTT_ARRAY_, TTT_MAP_ };

typedef struct ttt_item_ {
    uint8_t kind;
    uint32_t high, value; /* an integer in two's complement; the length of a text, array or map */
    size_t at;            /* where the bytes of a text or the items of an array or map begin */
} ttt_item_;

/* Whether so many bytes stand from there: damaged where no head is so long, else truncated. */
static inline ttt_error ttt_room_(const ttt_table *table, size_t at, uint32_t bytes) {
    if (bytes > TTT_MAX_HEAD_ - at) return TTT_DAMAGED;
    return table->size_ - at < bytes ? TTT_TRUNCATED : TTT_OK;
}

/* One item; the items of an array, or the keys and values of a map, follow it. */
static inline ttt_error ttt_item_at_(const ttt_table *table, size_t *at, ttt_item_ *item) {
    unsigned tag, width = 0;
    ttt_error error = ttt_room_(table, *at, 1);
    if (error) return error;
    tag = ttt_byte_(table, (*at)++);
    item->kind = TTT_INT_;
    item->high = 0;
    item->value = tag;
    if (tag >= 0xe0u) {
        item->kind = TTT_NEGATIVE_;
        item->high = UINT32_MAX;
        item->value = UINT32_MAX - (0xffu - tag); /* int may have 16 bits */
    } else if (tag >= 0x80u && tag < 0xa0u) {
        item->kind = tag < 0x90u ? TTT_MAP_ : TTT_ARRAY_;
        item->value = tag & 15u;
    } else if (tag >= 0xa0u && tag < 0xc0u) {
        item->kind = TTT_TEXT_;
        item->value = tag & 31u;
    } else if (tag == 0xc0u) {
        item->kind = TTT_NIL_;
    } else if (tag == 0xc2u || tag == 0xc3u) {
        item->kind = TTT_BOOL_;
        item->value = tag & 1u;
    } else if (tag >= 0xccu && tag <= 0xd3u) {
        width = 1u << (tag & 3u);
    } else if (tag >= 0xd9u && tag <= 0xdbu) {
        item->kind = TTT_TEXT_;
        width = 1u << (tag - 0xd9u);
    } else if (tag == 0xdcu || tag == 0xddu) {
        item->kind = TTT_ARRAY_;
        width = 2u << (tag & 1u);
    } else if (tag >= 0x80u) {
        return TTT_DAMAGED;
    }
    if (width) {
        error = ttt_room_(table, *at, width);
        if (error) return error;
        item->value = 0;
        if (tag >= 0xd0u && tag <= 0xd3u && ttt_byte_(table, *at) >= 0x80u) {
            item->kind = TTT_NEGATIVE_;
            item->high = item->value = UINT32_MAX;
        }
        while (width--) {
            item->high = item->high << 8 | item->value >> 24;
            item->value = item->value << 8 | ttt_byte_(table, (*at)++);
        }
    }
    item->at = *at;
    if (item->kind == TTT_ARRAY_ && item->value > TTT_MAX_LINES_) return TTT_DAMAGED;
    if (item->kind == TTT_TEXT_) {
        error = ttt_room_(table, *at, item->value);
        if (error) return error;
        *at += (size_t)item->value;
    }
    return TTT_OK;
}

/* One item, and with it all that it holds. */
static inline ttt_error ttt_whole_item_(const ttt_table *table, size_t *at, ttt_item_ *item) {
    unsigned left[4]; /* of each array or map that is open */
    unsigned depth = 0;
    ttt_item_ inner;
    ttt_error error = ttt_item_at_(table, at, item);
    inner = *item;
    while (!error) {
        if (inner.kind >= TTT_ARRAY_) {
            if (depth == 4) return TTT_DAMAGED;
            left[depth++] = (unsigned)inner.value * (inner.kind == TTT_MAP_ ? 2 : 1);
        }
        while (depth && !left[depth - 1]) depth--;
        if (!depth) break;
        left[depth - 1]--;
        error = ttt_item_at_(table, at, &inner);
    }
    return error;
}

static inline int ttt_is_text_(const ttt_table *table, const ttt_item_ *item, const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return item->kind == TTT_TEXT_ && item->value == length &&
           ttt_has_(table, item->at, text, length);
}

/* ---- The head --------------------------------------------------------------------------- */

/* The keys of a head and of its rules; those of each version stand in lists of their own. */
static const char ttt_keys_[] =
    "format\0version\0rows\0cols\0rules\0misere\0gravity\0breaker\0k\0lines\0o_lines\0name\0"
    "symmetries\0positions\0tiers\0body_crc32\0head_crc32";
enum {
    TTT_FORMAT_,
    TTT_VERSION_,
    TTT_ROWS_,
    TTT_COLS_,
    TTT_RULES_,
    TTT_MISERE_, /* from here to the symmetries they are rules */
    TTT_GRAVITY_,
    TTT_BREAKER_,
    TTT_K_,
    TTT_LINES_,
    TTT_O_LINES_,
    TTT_NAME_,
    TTT_SYMMETRIES_,
    TTT_POSITIONS_,
    TTT_TIERS_,
    TTT_BODY_CRC32_,
    TTT_HEAD_CRC32_,
    TTT_KEYS_
};

static inline int ttt_is_key_(const ttt_table *table, const ttt_item_ *item, unsigned name) {
    const char *text = ttt_keys_;
    for (; name; name--)
        while (*text++) continue;
    return ttt_is_text_(table, item, text);
}

/* What is known of a head once its checksum holds. */
typedef struct ttt_head_ {
    unsigned pairs;
    unsigned version; /* 0 where the second key is another one, or its value is no number */
    int has_rules;    /* whether one of its keys is that of the rules */
    size_t end;
} ttt_head_;

/* Read through the head, up to its checksum. */
static inline ttt_error ttt_read_head_(const ttt_table *table, ttt_head_ *head) {
    static const char magic[] =
        "\xa6"
        "format\xa9"
        "ttt-table";
    size_t key_end, room = sizeof magic - 1;
    ttt_item_ key, value;
    ttt_error error;
    if (!table->size_) return TTT_TRUNCATED;
    if (room > table->size_ - 1) room = table->size_ - 1;
    if (ttt_byte_(table, 0) < 0x8bu || ttt_byte_(table, 0) > 0x8fu ||
        !ttt_has_(table, 1, magic, room))
        return TTT_NOT_A_TABLE;
    head->end = 1;
    head->pairs = head->version = 0;
    head->has_rules = 0;
    do {
        error = ttt_whole_item_(table, &head->end, &key);
        if (error) return error;
        key_end = head->end;
        error = ttt_whole_item_(table, &head->end, &value);
        if (error) return error;
        head->has_rules |= ttt_is_key_(table, &key, TTT_RULES_);
        if (++head->pairs == 2 && ttt_is_key_(table, &key, TTT_VERSION_) &&
            value.kind == TTT_INT_) {
            if (value.high || value.value > 2) return TTT_VERSION;
            head->version = value.value;
        }
    } while (!ttt_is_key_(table, &key, TTT_HEAD_CRC32_));
    if (value.kind != TTT_INT_ || value.high || value.value != ttt_crc32_(table, 0, key_end))
        return TTT_DAMAGED;
    return TTT_OK;
}

/* ---- Lines and symmetries --------------------------------------------------------------- */

static inline uint32_t ttt_bit_(unsigned cell) { return (uint32_t)1 << cell; }

/* The lines that the head lists for a player: how many, and where they begin. */
typedef struct ttt_lines_ {
    unsigned count;
    size_t at;
} ttt_lines_;

static inline ttt_lines_ ttt_lines_of_x_(const ttt_table *table) {
    ttt_lines_ lines;
    lines.count = table->lines;
    lines.at = table->lines_;
    return lines;
}

static inline ttt_lines_ ttt_lines_of_o_(const ttt_table *table) {
    ttt_lines_ lines;
    lines.count = table->o_lines;
    lines.at = table->o_lines_;
    return lines;
}

/* The cells that all lines within these stones have in common: all where there is no such line. */
static inline uint32_t ttt_common_(const ttt_table *table, ttt_lines_ lines, uint32_t stones) {
    static const int8_t ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    uint32_t common = UINT32_MAX;
    unsigned way, cell;
    ttt_item_ line;
    line.value = 0; /* while they are being checked there may be fewer items than lines */
    for (way = lines.count; way; way--) {
        ttt_item_at_(table, &lines.at, &line);
        if (!(line.value & ~stones)) common &= line.value;
    }
    for (way = 0; way < 4 && table->k; way++)
        for (cell = 0; cell < table->cells; cell++) {
            int row = (int)(cell / table->cols), col = (int)(cell % table->cols);
            uint32_t left;
            line.value = 0;
            for (left = table->k; left; left--) {
                if (row >= table->rows || col < 0 || col >= table->cols) break;
                line.value |= ttt_bit_((unsigned)(row * table->cols + col));
                row += ways[way][0];
                col += ways[way][1];
            }
            if (!left && !(line.value & ~stones)) common &= line.value;
        }
    return common;
}

/* Where a cell goes by one of the symmetries that the head lists. */
static inline unsigned ttt_goal_(const ttt_table *table, unsigned kind, unsigned cell) {
    return (unsigned)ttt_byte_(table, table->symmetries_ + (size_t)kind * table->cells + cell) -
           '0';
}

/* Where the cells of a set go by one of the symmetries. */
static inline uint32_t ttt_carry_(const ttt_table *table, unsigned kind, uint32_t set) {
    uint32_t image = 0;
    unsigned row, col, cell = 0;
    for (row = 0; row < table->rows; row++)
        for (col = 0; col < table->cols; col++, cell++)
            if (set >> cell & 1) {
                unsigned goal_row = kind & 2 ? table->rows - 1u - row : row;
                unsigned goal_col = kind & 1 ? table->cols - 1u - col : col;
                image |= ttt_bit_(!table->k  ? ttt_goal_(table, kind, cell)
                                  : kind & 4 ? goal_col * table->cols + goal_row
                                             : goal_row * table->cols + goal_col);
            }
    return image;
}

/* True where these are lines, in increasing order, that a symmetry carries to each other. */
static inline int ttt_keeps_(const ttt_table *table, unsigned kind, ttt_lines_ lines) {
    uint32_t last = 0;
    unsigned left;
    size_t at = lines.at;
    for (left = lines.count; left; left--) {
        ttt_item_ line;
        ttt_item_at_(table, &at, &line);
        if (line.kind != TTT_INT_ || line.high || line.value <= last || line.value >> table->cells)
            return 0;
        last = line.value;
        line.value = ttt_carry_(table, kind, last);
        /* So the first symmetry, which moves nothing, finds a line that contains another one. */
        if (ttt_common_(table, lines, line.value) != line.value) return 0;
    }
    return 1;
}

/* True for a permutation that carries lines to lines, and with gravity keeps columns. */
static inline int ttt_is_symmetry_(const ttt_table *table, unsigned kind) {
    uint32_t goals = 0;
    unsigned cell;
    for (cell = table->cells; cell--;) {
        unsigned goal = ttt_goal_(table, kind, cell);
        if (goal >= table->cells || goals >> goal & 1) return 0;
        goals |= ttt_bit_(goal);
        if (table->gravity && cell + table->cols < table->cells &&
            ttt_goal_(table, kind, cell + table->cols) != goal + table->cols)
            return 0;
    }
    return ttt_keeps_(table, kind, ttt_lines_of_x_(table)) &&
           (table->o_lines_ == table->lines_ || ttt_keeps_(table, kind, ttt_lines_of_o_(table)));
}

/* True where O has other lines than X: of as many, one differs. */
static inline int ttt_lines_differ_(const ttt_table *table) {
    ttt_lines_ of_x = ttt_lines_of_x_(table), of_o = ttt_lines_of_o_(table);
    ttt_item_ x, o;
    if (of_x.count != of_o.count) return 1;
    for (; of_x.count; of_x.count--) {
        ttt_whole_item_(table, &of_x.at, &x);
        ttt_whole_item_(table, &of_o.at, &o);
        if (x.value != o.value) return 1;
    }
    return 0;
}

/* Which symmetry does first what one does and then what another one does; kinds_ if none. */
static inline unsigned ttt_product_(const ttt_table *table, unsigned one, unsigned other) {
    unsigned low = 0, high = table->kinds_;
    while (low < high) {
        unsigned middle = (low + high) / 2, cell = 0, goal, wanted;
        do {
            goal = ttt_goal_(table, middle, cell);
            wanted = ttt_goal_(table, other, ttt_goal_(table, one, cell));
        } while (goal == wanted && ++cell < table->cells);
        if (goal == wanted) return middle;
        if (goal < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return table->kinds_;
}

/* True where the symmetries are those of a group, in increasing order. */
static inline int ttt_is_group_(const ttt_table *table) {
    unsigned kind, other, moved;
    for (kind = 0; kind < table->kinds_; kind++)
        if (!ttt_is_symmetry_(table, kind)) return 0;
    for (kind = 0; kind < table->kinds_; kind++) {
        /* The first of those that carry the first cell they move to the same one is tried with
         * all. Any other is then a product of it and of one that moves only later cells. */
        for (moved = 0; ttt_goal_(table, kind, moved) == moved;) moved++;
        if (kind && ttt_goal_(table, kind, moved) == ttt_goal_(table, kind - 1, moved)) continue;
        for (other = 0; other < table->kinds_; other++) {
            unsigned product = ttt_product_(table, other, kind);
            /* Before the first, which moves nothing, each is found where it is if they ascend. */
            if (product == table->kinds_ || (!kind && product != other)) return 0;
        }
    }
    return 1;
}

/* True where the name is or ends like a rule, whose word follows the name in a game's text. */
static inline int ttt_ends_like_a_rule_(const ttt_table *table) {
    static const char endings[] = "gravity\0misere\0breaker\0";
    const char *ending = endings;
    while (*ending) {
        unsigned length = 0, i;
        while (ending[length]) length++;
        for (i = length; i && table->name_length >= length; i--) {
            unsigned mark = TTT_BYTE(table->name + table->name_length - length + i - 1);
            if ((mark | 32u) != (uint8_t)ending[i - 1]) break;
        }
        if (!i && (table->name_length == length ||
                   TTT_BYTE(table->name + table->name_length - length - 1) == '-'))
            return 1;
        ending += length + 1;
    }
    return 0;
}

/* True where the name reads as a size: it has a digit, and beside digits only k and x. */
static inline int ttt_is_size_(const ttt_table *table) {
    unsigned i, digits = 0;
    for (i = 0; i < table->name_length; i++) {
        unsigned mark = TTT_BYTE(table->name + i);
        if (mark - '0' < 10)
            digits++;
        else if ((mark | 32u) != 'k' && (mark | 32u) != 'x')
            return 0;
    }
    return digits > 0;
}

/* Check the name, the lines and the symmetries of a game of lines. */
TTT_APART_ ttt_error ttt_check_lines_(const ttt_table *table) {
    unsigned i;
    for (i = 0; i < table->name_length; i++) {
        unsigned mark = TTT_BYTE(table->name + i);
        if ((mark | 32u) - 'a' < 26 || mark - '0' < 10) continue;
        if (!i || (mark != '_' && mark != '-')) return TTT_INCONSISTENT;
    }
    if (ttt_ends_like_a_rule_(table) || ttt_is_size_(table)) return TTT_INCONSISTENT;
    if (table->kinds_ > TTT_MAX_SYMMETRIES_ || !ttt_is_group_(table)) return TTT_INCONSISTENT;
    return TTT_OK;
}

/* ---- What the head says ----------------------------------------------------------------- */

/* The keys of each version's head, and of its rules, in their order. */
static const uint8_t ttt_head_1_[] = {
    TTT_FORMAT_, TTT_VERSION_,   TTT_ROWS_,  TTT_COLS_,       TTT_K_,
    TTT_MISERE_, TTT_POSITIONS_, TTT_TIERS_, TTT_BODY_CRC32_, TTT_HEAD_CRC32_,
};
static const uint8_t ttt_head_2_[] = {
    TTT_FORMAT_,    TTT_VERSION_, TTT_ROWS_,       TTT_COLS_,       TTT_RULES_,
    TTT_POSITIONS_, TTT_TIERS_,   TTT_BODY_CRC32_, TTT_HEAD_CRC32_,
};
static const uint8_t ttt_in_a_row_[] = {TTT_MISERE_, TTT_GRAVITY_, TTT_BREAKER_, TTT_K_};
static const uint8_t ttt_of_lines_[] = {
    TTT_MISERE_,  TTT_GRAVITY_, TTT_BREAKER_,    TTT_LINES_,
    TTT_O_LINES_, TTT_NAME_,    TTT_SYMMETRIES_,
};

/* Read so many pairs; false where their keys are not these, in this order. */
static inline int ttt_read_pairs_(const ttt_table *table, size_t at, const uint8_t *names,
                                  unsigned count, ttt_item_ values[TTT_KEYS_]) {
    ttt_item_ key;
    for (; count; count--, names++) {
        ttt_whole_item_(table, &at, &key);
        if (!ttt_is_key_(table, &key, *names)) return 0;
        ttt_whole_item_(table, &at, &values[*names]);
    }
    return 1;
}

/* Read the rules of version 2; one that is not known is an error of the version. */
static inline ttt_error ttt_read_rules_(const ttt_table *table, ttt_item_ values[TTT_KEYS_]) {
    const ttt_item_ *rules = &values[TTT_RULES_];
    size_t at = rules->at;
    unsigned left, name;
    ttt_item_ key, value;
    if (rules->kind != TTT_MAP_) return TTT_INCONSISTENT;
    for (left = rules->value; left; left--) {
        ttt_whole_item_(table, &at, &key);
        ttt_whole_item_(table, &at, &value);
        for (name = TTT_MISERE_; name <= TTT_SYMMETRIES_; name++)
            if (ttt_is_key_(table, &key, name)) break;
        if (key.kind == TTT_TEXT_ && name > TTT_SYMMETRIES_) return TTT_VERSION;
    }
    if (rules->value == sizeof ttt_in_a_row_ &&
        ttt_read_pairs_(table, rules->at, ttt_in_a_row_, sizeof ttt_in_a_row_, values))
        return values[TTT_K_].kind == TTT_INT_ ? TTT_OK : TTT_INCONSISTENT;
    if (rules->value == sizeof ttt_of_lines_ &&
        ttt_read_pairs_(table, rules->at, ttt_of_lines_, sizeof ttt_of_lines_, values))
        return values[TTT_LINES_].kind == TTT_ARRAY_ ? TTT_OK : TTT_INCONSISTENT;
    return TTT_INCONSISTENT;
}

/* Check the keys of a head, and read their values. */
static inline ttt_error ttt_read_values_(const ttt_table *table, const ttt_head_ *head,
                                         ttt_item_ values[TTT_KEYS_]) {
    const uint8_t *names = head->version == 1 ? ttt_head_1_ : ttt_head_2_;
    unsigned count = head->version == 1 ? sizeof ttt_head_1_ : sizeof ttt_head_2_;
    if (head->version == 2 && !head->has_rules) return TTT_VERSION;
    if (!head->version || head->pairs != count || (ttt_byte_(table, 0) & 15u) != count + 2 ||
        !ttt_read_pairs_(table, 1, names, count, values))
        return TTT_INCONSISTENT;
    if (head->version == 2) return ttt_read_rules_(table, values);
    values[TTT_GRAVITY_].kind = values[TTT_BREAKER_].kind = TTT_BOOL_;
    return values[TTT_K_].kind == TTT_INT_ ? TTT_OK : TTT_INCONSISTENT;
}

/* Check the kinds of a head's values, of which those that are not in it are nil and 0. */
static inline int ttt_have_kinds_(const ttt_item_ values[TTT_KEYS_]) {
    static const uint8_t kinds[] = { /* by key */
        TTT_TEXT_,  TTT_INT_,  TTT_INT_,  TTT_INT_, TTT_MAP_,   TTT_BOOL_,
        TTT_BOOL_,  TTT_BOOL_, TTT_INT_,  TTT_ARRAY_, TTT_ARRAY_, TTT_TEXT_,
        TTT_TEXT_,  TTT_INT_,  TTT_ARRAY_, TTT_INT_, TTT_INT_,
    };
    int of_lines = values[TTT_LINES_].kind == TTT_ARRAY_;
    unsigned name;
    for (name = 0; name < TTT_KEYS_; name++) {
        const ttt_item_ *value = &values[name];
        int may_be_0 = value->kind == TTT_BOOL_ || name == TTT_LINES_ || name >= TTT_BODY_CRC32_;
        if (name == TTT_RULES_ || (name == TTT_K_ && of_lines)) continue;
        if (name >= TTT_LINES_ && name <= TTT_SYMMETRIES_ && !of_lines) continue;
        if (name == TTT_O_LINES_ && value->kind == TTT_NIL_) continue;
        if (value->kind != kinds[name] || (value->high && name != TTT_POSITIONS_) ||
            !(value->high | value->value || may_be_0))
            return 0;
    }
    return 1;
}

/* Check the values of a head that is whole, and take them. */
static inline ttt_error ttt_use_head_(ttt_table *table, const ttt_head_ *head,
                                      uint32_t *body_crc32) {
    ttt_item_ values[TTT_KEYS_] = {{0, 0, 0, 0}};
    ttt_error error = ttt_read_values_(table, head, values);
    if (error) return error;
    if (!ttt_have_kinds_(values)) return TTT_INCONSISTENT;
    table->rows = (uint8_t)values[TTT_ROWS_].value;
    table->cols = (uint8_t)values[TTT_COLS_].value;
    table->cells = (uint8_t)(table->rows * table->cols);
    table->k = values[TTT_K_].value;
    table->misere = (uint8_t)values[TTT_MISERE_].value;
    table->gravity = (uint8_t)values[TTT_GRAVITY_].value;
    table->breaker = (uint8_t)values[TTT_BREAKER_].value;
    table->name_length = (uint8_t)values[TTT_NAME_].value;
    table->name = table->bytes_ + values[TTT_NAME_].at;
    table->lines = table->o_lines = (uint16_t)values[TTT_LINES_].value;
    table->lines_ = table->o_lines_ = (uint16_t)values[TTT_LINES_].at;
    if (values[TTT_O_LINES_].kind == TTT_ARRAY_) {
        table->o_lines = (uint16_t)values[TTT_O_LINES_].value;
        table->o_lines_ = (uint16_t)values[TTT_O_LINES_].at;
    }
    table->symmetries_ = (uint16_t)values[TTT_SYMMETRIES_].at;
    table->tiers_ = (uint16_t)values[TTT_TIERS_].at;
    table->positions = (uint64_t)values[TTT_POSITIONS_].high << 32 | values[TTT_POSITIONS_].value;
    *body_crc32 = values[TTT_BODY_CRC32_].value;
    if ((values[TTT_ROWS_].value | values[TTT_COLS_].value) > 31 ||
        table->rows * table->cols > TTT_MAX_CELLS ||
        values[TTT_TIERS_].value != table->cells + 1u)
        return TTT_INCONSISTENT;
    if (table->k) {
        table->kinds_ = table->gravity ? 2 : table->rows == table->cols ? 8 : 4;
        if (head->version == 2 && !table->gravity && !table->breaker) return TTT_INCONSISTENT;
        return TTT_OK;
    }
    table->kinds_ = (uint16_t)(values[TTT_SYMMETRIES_].value / table->cells);
    if (values[TTT_NAME_].value > 40 ||
        table->kinds_ * (uint32_t)table->cells != values[TTT_SYMMETRIES_].value)
        return TTT_INCONSISTENT;
    if (table->o_lines_ != table->lines_ && (table->breaker || !ttt_lines_differ_(table)))
        return TTT_INCONSISTENT;
    return ttt_check_lines_(table);
}

/* ---- The tiers -------------------------------------------------------------------------- */

typedef struct ttt_tier_ {
    uint32_t blocks, per_block;
    unsigned bits, entries;
    size_t palette, next; /* where its palette begins, and the next tier's description */
    uint32_t masks, size; /* where its masks begin, and how many bytes its slots take */
    uint64_t slots;       /* where its slots begin */
} ttt_tier_;

static inline uint32_t ttt_binomial_(unsigned n, unsigned r) {
    uint32_t ways = 1;
    unsigned i;
    if (r > n) return 0;
    for (i = 0; i < r; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

/* How many bytes stand before a binary of this size. */
TTT_APART_ unsigned ttt_before_(uint32_t size) {
    return size < 256u ? 2 : size < 65536u ? 3 : 5;
}

static inline unsigned ttt_width_(const ttt_table *table) { return table->cells > 16 ? 4 : 2; }

/* Where the first tier is described; ttt_next_tier_ goes to it. */
static inline void ttt_before_tiers_(const ttt_table *table, ttt_tier_ *tier) {
    tier->blocks = 0;
    tier->size = 0;
    tier->next = table->tiers_;
    tier->masks = (uint32_t)table->masks_;
    tier->slots = table->slots_;
}

/* An integer that a score can be, or one that it cannot be. */
static inline int ttt_small_(const ttt_item_ *item) {
    if (item->kind == TTT_INT_ && !item->high && item->value < 128) return (int)item->value;
    if (item->kind == TTT_NEGATIVE_ && !~item->high && item->value > UINT32_MAX - 128)
        return -1 - (int)~item->value;
    return 128;
}

/* Go to the next tier, that of so many stones, and check what the head says of it. */
static inline ttt_error ttt_next_tier_(const ttt_table *table, unsigned stones, ttt_tier_ *tier) {
    ttt_item_ item;
    int last = -128, most = table->cells + 1;
    unsigned entry;
    uint64_t size;
    tier->masks += tier->blocks * ttt_width_(table);
    tier->slots += tier->size;
    ttt_item_at_(table, &tier->next, &item);
    if (item.kind != TTT_ARRAY_ || item.value != 2) return TTT_INCONSISTENT;
    ttt_item_at_(table, &tier->next, &item);
    if (item.kind != TTT_INT_ || item.high || !item.value ||
        item.value > ttt_binomial_(table->cells, stones))
        return TTT_INCONSISTENT;
    tier->blocks = item.value;
    ttt_item_at_(table, &tier->next, &item);
    if (item.kind != TTT_ARRAY_ || !item.value) return TTT_INCONSISTENT;
    tier->entries = (unsigned)item.value;
    tier->palette = tier->next;
    for (entry = 1; entry <= tier->entries; entry++) {
        int score, size_of;
        ttt_item_at_(table, &tier->next, &item);
        if (item.kind == TTT_NIL_ && entry == tier->entries) break;
        score = ttt_small_(&item);
        size_of = score < 0 ? -score : score;
        if (size_of > most || score <= last || (score && size_of <= (int)stones))
            return TTT_INCONSISTENT;
        last = score;
    }
    tier->bits = 1;
    while (tier->entries > 1u << tier->bits) tier->bits *= 2;
    tier->per_block = ttt_binomial_(stones, (stones + 1) / 2);
    size = ((uint64_t)tier->blocks * tier->per_block * tier->bits + 7) / 8;
    if (size > UINT32_MAX) return TTT_INCONSISTENT;
    tier->size = (uint32_t)size;
    tier->slots += ttt_before_(tier->size);
    return TTT_OK;
}

/* True where the header of a binary of this size stands before this place. */
static inline int ttt_binary_(const ttt_table *table, size_t at, uint32_t size) {
    unsigned before = ttt_before_(size), place;
    if (ttt_byte_(table, at - before) != 0xc2u + before - (before == 5 ? 1u : 0u)) return 0;
    for (place = 1; place < before; place++, size >>= 8)
        if (ttt_byte_(table, at - place) != (uint8_t)size) return 0;
    return 1;
}

/* How many masks there are of so many stones, canonical or not. */
static inline uint32_t ttt_masks_(const ttt_table *table, unsigned stones) {
    uint32_t ways[TTT_MAX_CELLS + 1] = {1}; /* to put so many stones into the columns so far */
    unsigned col, sum, height, most = table->gravity ? table->rows : 1u; /* each cell is one */
    for (col = 0; col * most < table->cells; col++)
        for (sum = stones; sum; sum--)
            for (height = 1; height <= most && height <= sum; height++)
                ways[sum] += ways[sum - height];
    return ways[stones];
}

/* True where every byte is checked on opening. */
static inline int ttt_is_small_(const ttt_table *table) {
    return table->size_ / 1024u < TTT_WHOLE_BELOW_ / 1024u;
}

/* Find where the parts of the body begin, and check all of it that can be checked. */
static inline ttt_error ttt_check_body_(ttt_table *table, size_t body, uint32_t body_crc32) {
    ttt_tier_ tier;
    unsigned stones, many = table->cells > 14 ? 3 : 1; /* the bytes before the tiers' slots */
    uint32_t masks;
    uint64_t most = 0, end;
    table->masks_ = table->slots_ = 0;
    ttt_before_tiers_(table, &tier);
    for (stones = 0; stones <= table->cells; stones++) {
        ttt_error error = ttt_next_tier_(table, stones, &tier);
        if (error) return error;
        most += (uint64_t)ttt_masks_(table, stones) * tier.per_block;
    }
    if (table->positions > most) return TTT_INCONSISTENT;
    masks = tier.masks + tier.blocks * ttt_width_(table);
    table->masks_ = body + 6 + ttt_before_(masks);
    end = (uint64_t)table->masks_ + masks + 6 + many;
    if (end + tier.slots + tier.size > table->size_) return TTT_TRUNCATED;
    if (end + tier.slots + tier.size < table->size_) return TTT_DAMAGED;
    table->slots_ = (size_t)end;
    if (ttt_is_small_(table) && ttt_crc32_(table, body, table->size_) != body_crc32)
        return TTT_DAMAGED;
    if (!ttt_has_(table, body,
                  "\xa5"
                  "masks",
                  6) ||
        !ttt_binary_(table, table->masks_, masks) ||
        !ttt_has_(table, (size_t)end - many - 6,
                  "\xa5"
                  "slots",
                  6) ||
        ttt_byte_(table, (size_t)end - many) != (many == 3 ? 0xdcu : 0x91u + table->cells) ||
        (many == 3 && (ttt_byte_(table, (size_t)end - 2) ||
                       ttt_byte_(table, (size_t)end - 1) != table->cells + 1)))
        return TTT_INCONSISTENT;
    ttt_before_tiers_(table, &tier);
    for (stones = 0; stones <= table->cells; stones++) {
        unsigned used;
        ttt_next_tier_(table, stones, &tier);
        if (!ttt_binary_(table, (size_t)tier.slots, tier.size)) return TTT_INCONSISTENT;
        used = (unsigned)(tier.blocks * tier.per_block * tier.bits %
                          8); /* also if the product wraps round */
        if (used && ttt_is_small_(table) &&
            ttt_byte_(table, (size_t)(tier.slots + tier.size - 1)) >> used)
            return TTT_INCONSISTENT;
    }
    return TTT_OK;
}

static inline ttt_error ttt_open(ttt_table *table, const uint8_t *bytes, size_t size) {
    ttt_head_ head;
    uint32_t body_crc32 = 0;
    ttt_error error;
    table->bytes_ = bytes;
    table->size_ = size;
    table->first = 'X';
    error = ttt_read_head_(table, &head);
    if (!error) error = ttt_use_head_(table, &head, &body_crc32);
    if (!error) error = ttt_check_body_(table, head.end, body_crc32);
    return error;
}

/* ---- Boards ----------------------------------------------------------------------------- */

typedef struct ttt_position_ {
    uint32_t x, o; /* the stones of who moved first, and the other's, bit i for cell i */
    unsigned stones;
} ttt_position_;

static inline unsigned ttt_count_(uint32_t set) {
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

/* With gravity the stones that stand on an empty cell. */
static inline uint32_t ttt_floating_(const ttt_table *table, uint32_t mask) {
    if (!table->gravity) return 0;
    return mask & ~(mask >> table->cols) & (ttt_bit_((unsigned)(table->cells - table->cols)) - 1);
}

/* What a character shows: 'X', 'O', '.', a separator (' ', '|', and '/' for line ends), or 0. */
static inline char ttt_mark_(char character) {
    static const char marks[] = "XXxXOOoO..-._.  \t ||//\n/\r/";
    unsigned i;
    for (i = 0; marks[i]; i += 2)
        if (marks[i] == character) return marks[i + 1];
    return 0;
}

/* Into what these separators divide a board of the right length. */
enum { TTT_ROWS_DRAWN_ = 1, TTT_COLS_DRAWN_ = 2, TTT_CELLS_DRAWN_ = 4, TTT_WHOLE_DRAWN_ = 8 };

static inline unsigned ttt_divided_(const ttt_table *table, const char *board, char separator) {
    unsigned width = 0, drawn = 15;
    for (;; board++) {
        char mark = *board ? ttt_mark_(*board) : separator;
        if (mark == separator && width) {
            if (width != table->cols) drawn &= ~(unsigned)TTT_ROWS_DRAWN_;
            if (width != table->rows) drawn &= ~(unsigned)TTT_COLS_DRAWN_;
            if (width != 1) drawn &= ~(unsigned)TTT_CELLS_DRAWN_;
            if (width != table->cells) drawn &= ~(unsigned)TTT_WHOLE_DRAWN_;
            width = 0;
        }
        if (!*board) return drawn;
        width += mark == 'X' || mark == 'O' || mark == '.';
    }
}

/* Line ends and / divide rows. Without them | or blanks may divide either the rows or all cells. */
static inline ttt_error ttt_check_rows_(const ttt_table *table, const char *board) {
    unsigned drawn = ttt_divided_(table, board, '/');
    if (drawn & TTT_WHOLE_DRAWN_) {
        unsigned bars = ttt_divided_(table, board, '|'), blanks = ttt_divided_(table, board, ' ');
        if (blanks & TTT_ROWS_DRAWN_ || bars & TTT_CELLS_DRAWN_) return TTT_OK;
        drawn = bars & TTT_WHOLE_DRAWN_ && !(blanks & TTT_CELLS_DRAWN_) ? blanks : bars;
    }
    if (drawn & (TTT_ROWS_DRAWN_ | TTT_WHOLE_DRAWN_)) return TTT_OK;
    return drawn & TTT_COLS_DRAWN_ ? TTT_TURNED : TTT_WRONG_ROWS;
}

/* Whether a row has so many characters, each a stone or a blank: then a blank is an empty cell. */
static inline int ttt_is_full_row_(const char *row, unsigned width) {
    unsigned length = 0;
    for (; *row && ttt_mark_(*row) != '/'; row++, length++) {
        char mark = ttt_mark_(*row);
        if (mark != 'X' && mark != 'O' && *row != ' ') return 0;
    }
    return length == width;
}

/* Read the stones of a board, where blanks are empty cells in full rows of this width; 0 if they
 * are none anywhere. */
static inline ttt_error ttt_read_cells_(const ttt_table *table, const char *board, unsigned width,
                                        uint32_t sets[2]) {
    unsigned count = 0, row_start = 0, is_full = width && ttt_is_full_row_(board, width);
    ttt_error error = TTT_OK;
    sets[0] = sets[1] = 0;
    for (;; board++) {
        char mark = *board ? ttt_mark_(*board) : '/';
        if (!mark) return TTT_STRANGE_CHARACTER;
        if (is_full && mark == ' ') mark = '.';
        if (mark == '/') {
            if (count != row_start && count - row_start != width) error = TTT_WRONG_ROWS;
            if (!*board) break;
            row_start = count;
            is_full = width && ttt_is_full_row_(board + 1, width);
        }
        if (mark != 'X' && mark != 'O' && mark != '.') continue;
        if (mark != '.' && count < table->cells) sets[mark != table->first] |= ttt_bit_(count);
        count++;
    }
    if (count != table->cells) return TTT_WRONG_LENGTH;
    return width ? error : TTT_OK;
}

static inline ttt_error ttt_read_(const ttt_table *table, const char *board,
                                  ttt_position_ *position) {
    unsigned length = 0, x, o;
    uint32_t sets[2];
    ttt_error error = ttt_read_cells_(table, board, 0, sets);
    if (!error) {
        error = ttt_check_rows_(table, board);
    } else if (error == TTT_WRONG_LENGTH) {
        while (board[length] && length <= table->cells) length++;
        error = ttt_read_cells_(table, board, length == table->cells ? length : table->cols, sets);
    }
    if (error) return error;
    x = ttt_count_(sets[0]);
    o = ttt_count_(sets[1]);
    position->x = sets[0];
    position->o = sets[1];
    position->stones = x + o;
    if (x != o && x != o + 1) return TTT_UNEVEN_COUNTS;
    return ttt_floating_(table, sets[0] | sets[1]) ? TTT_FLOATING : TTT_OK;
}

TTT_APART_ uint32_t ttt_mask_(const ttt_table *table, const ttt_tier_ *tier, uint32_t block) {
    unsigned width = ttt_width_(table), i;
    size_t at = (size_t)tier->masks + (size_t)block * width;
    uint32_t mask = 0;
    for (i = width; i--;) mask = mask << 8 | ttt_byte_(table, at + i);
    return mask;
}

/* The score of a position, or TTT_NO_MOVE where the table says that play cannot reach it. */
static inline ttt_error ttt_probe_(const ttt_table *table, const ttt_position_ *position,
                                   int *score) {
    uint32_t mask = position->x | position->o, smallest = mask, x = position->x, low = 0, high,
             slot = 0;
    unsigned kind, stones, cell, place = 0, found = 0, number;
    uint64_t bit;
    ttt_tier_ tier;
    ttt_item_ item;
    for (kind = 1; kind < table->kinds_; kind++) {
        uint32_t image = ttt_carry_(table, kind, mask);
        if (image < smallest) {
            smallest = image;
            x = ttt_carry_(table, kind, position->x);
        }
    }
    ttt_before_tiers_(table, &tier);
    for (stones = 0; stones <= position->stones; stones++) ttt_next_tier_(table, stones, &tier);
    for (high = tier.blocks; low < high;) {
        uint32_t middle = (low + high) / 2;
        if (ttt_mask_(table, &tier, middle) < smallest)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == tier.blocks || ttt_mask_(table, &tier, low) != smallest) return TTT_INCONSISTENT;
    for (cell = 0; cell < table->cells; cell++)
        if (smallest >> cell & 1) {
            if (x >> cell & 1) slot += ttt_binomial_(place, ++found);
            place++;
        }
    bit = ((uint64_t)low * tier.per_block + slot) * tier.bits;
    number = ttt_byte_(table, (size_t)(tier.slots + bit / 8));
    number = number >> bit % 8 & ((1u << tier.bits) - 1);
    if (number >= tier.entries) return TTT_INCONSISTENT;
    do ttt_item_at_(table, &tier.palette, &item);
    while (number--);
    *score = item.kind == TTT_NIL_ ? TTT_NO_MOVE : ttt_small_(&item);
    return TTT_OK;
}

/* Why play cannot reach a position that the table denies. */
static inline ttt_error ttt_why_(const ttt_table *table, const ttt_position_ *position) {
    int x_moves = position->stones % 2 == 0;
    uint32_t of_x = ttt_common_(table, ttt_lines_of_x_(table), position->x);
    uint32_t of_o = table->breaker
                        ? UINT32_MAX
                        : ttt_common_(table, ttt_lines_of_o_(table), position->o);
    uint32_t own = x_moves ? of_x : of_o, last = x_moves ? of_o : of_x;
    if (own != UINT32_MAX) return last != UINT32_MAX ? TTT_BOTH_HAVE_LINES : TTT_MOVED_AFTER_END;
    if (!last) return TTT_LINES_APART;
    return table->gravity ? TTT_NO_ORDER : TTT_INCONSISTENT;
}

/* ---- Answers ---------------------------------------------------------------------------- */

static inline ttt_error ttt_look_up_(const ttt_table *table, const char *board,
                                     ttt_position_ *position, int *score) {
    ttt_error error = ttt_read_(table, board, position);
    if (!error) error = ttt_probe_(table, position, score);
    if (!error && *score == TTT_NO_MOVE) error = ttt_why_(table, position);
    return error;
}

static inline ttt_error ttt_score(const ttt_table *table, const char *board, int *score) {
    ttt_position_ position;
    return ttt_look_up_(table, board, &position, score);
}

static inline int ttt_plies(const ttt_table *table, const char *board, int score) {
    int plies = table->cells;
    if (score) return plies + 1 - (score < 0 ? -score : score);
    for (; *board; board++) plies -= ttt_mark_(*board) == 'X' || ttt_mark_(*board) == 'O';
    return plies;
}

static inline ttt_error ttt_scores(const ttt_table *table, const char *board, unsigned depth,
                                   int8_t scores[TTT_MAX_CELLS]) {
    ttt_position_ position;
    int score, most = table->cells + 1;
    unsigned cell;
    ttt_error error = ttt_look_up_(table, board, &position, &score);
    for (cell = 0; cell < TTT_MAX_CELLS; cell++) scores[cell] = TTT_NO_MOVE;
    if (error || score == most || score == -most) return error;
    for (cell = 0; cell < table->cells; cell++) {
        ttt_position_ after = position;
        uint32_t mask = position.x | position.o;
        if (mask >> cell & 1 || ttt_floating_(table, mask | ttt_bit_(cell))) continue;
        if (position.stones % 2)
            after.o |= ttt_bit_(cell);
        else
            after.x |= ttt_bit_(cell);
        after.stones++;
        error = ttt_probe_(table, &after, &score);
        if (error || score == TTT_NO_MOVE) return TTT_INCONSISTENT;
        score = (score > 0) - (score < 0) - score; /* turned round, and one ply further away */
        if (depth < (unsigned)most - (unsigned)(score < 0 ? -score : score)) score = 0;
        scores[cell] = (int8_t)score;
    }
    return TTT_OK;
}

static inline ttt_error ttt_best_move(const ttt_table *table, const char *board, unsigned depth,
                                      unsigned pick, int *cell) {
    int8_t scores[TTT_MAX_CELLS], best = TTT_NO_MOVE;
    unsigned i, equals = 0;
    ttt_error error = ttt_scores(table, board, depth, scores);
    *cell = -1;
    if (error) return error;
    for (i = 0; i < TTT_MAX_CELLS; i++) {
        if (scores[i] > best) best = scores[i], equals = 0;
        equals += scores[i] == best;
    }
    if (best == TTT_NO_MOVE) return TTT_OK;
    pick %= equals;
    for (i = 0; i < TTT_MAX_CELLS; i++)
        if (scores[i] == best && !pick--) *cell = (int)i;
    return TTT_OK;
}

static inline const char *ttt_code(ttt_error error) {
    const char *code =
        "ok\0not-a-table\0version\0truncated\0damaged\0inconsistent\0strange-character\0wrong-"
        "length\0"
        "wrong-rows\0turned\0uneven-counts\0floating\0both-have-lines\0moved-after-end\0lines-"
        "apart\0no-order";
    unsigned before = (unsigned)error;
    for (; before; before--)
        while (*code++) continue;
    return code;
}

#ifdef __cplusplus
}
#endif

#endif
