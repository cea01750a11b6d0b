/*
 * Opens damaged tables, and looks boards up in those that open: damage COUNT FILE...
 *
 * Built with -fsanitize=address,undefined it ends at the first step that C does not define. Half of
 * the files get checksums that fit, so that the damage is not seen before their parts are used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ttt_table.h"

static uint32_t state = 1;

/* A random number below a bound (Marsaglia's xorshift). */
static uint32_t below(uint32_t bound) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % bound;
}

static uint8_t *find(uint8_t *bytes, size_t size, const char *text) {
    size_t at, length = strlen(text);
    for (at = 0; at + length + 5 <= size; at++)
        if (!memcmp(bytes + at, text, length)) return bytes + at + length + 1;
    return NULL;
}

/* Write both checksums anew behind their keys, if the keys are still there. */
static void mend(uint8_t *bytes, size_t size) {
    ttt_table table;
    uint8_t *body = find(bytes, size, "body_crc32"), *head = find(bytes, size, "head_crc32");
    uint32_t crc;
    int i;
    table.bytes_ = bytes;
    if (!body || !head) return;
    crc = ttt_crc32_(&table, (size_t)(head - bytes) + 4, size);
    for (i = 0; i < 4; i++) body[i] = (uint8_t)(crc >> (24 - 8 * i));
    crc = ttt_crc32_(&table, 0, (size_t)(head - bytes) - 1);
    for (i = 0; i < 4; i++) head[i] = (uint8_t)(crc >> (24 - 8 * i));
}

/* Change a copy of the file in one to four places, half of them in its first 200 bytes. */
static size_t damage(const uint8_t *whole, size_t size, uint8_t *bytes) {
    uint32_t changes = 1 + below(4);
    memcpy(bytes, whole, size);
    while (changes--) {
        size_t room = below(2) && size > 200 ? 200 : size, at = below((uint32_t)room), length;
        switch (below(5)) {
            case 0:
                bytes[at] ^= (uint8_t)(1u << below(8));
                break;
            case 1:
                bytes[at] = (uint8_t)below(256);
                break;
            case 2:
                bytes[at] = (uint8_t)(0xc0u + below(64));
                break;
            case 3: /* repeat a piece elsewhere: a line, say, or a symmetry */
                length = room - at < 12 ? room - at : below(12);
                memmove(bytes + at, bytes + below((uint32_t)room), length);
                break;
            default: /* take a byte away or put one in */
                if (below(2) && size > 1)
                    memmove(bytes + at, bytes + at + 1, --size - at);
                else
                    memmove(bytes + at + 1, bytes + at, size++ - at);
        }
        if (!below(40)) size = 1 + below((uint32_t)size);
    }
    if (below(2)) mend(bytes, size);
    return size;
}

/* Look up some boards of so many cells, most of them with the right counts. */
static void look_up(const ttt_table *table) {
    int tries, cell, score;
    for (tries = 0; tries < 8; tries++) {
        char board[TTT_MAX_CELLS + 2] = "";
        uint32_t stones = below(table->cells + 1u), i;
        int8_t scores[TTT_MAX_CELLS];
        memset(board, '.', table->cells);
        for (i = 0; i < stones; i++) {
            uint32_t at = below(table->cells);
            while (board[at] != '.') at = (at + 1) % table->cells;
            board[at] = "XO"[i % 2];
        }
        if (!ttt_score(table, board, &score)) ttt_plies(table, board, score);
        ttt_scores(table, board, TTT_FULL_DEPTH, scores);
        ttt_best_move(table, board, below(10), below(9), &cell);
    }
}

int main(int count, char **arguments) {
    long left, opened = 0, files = count > 2 ? atol(arguments[1]) : 0;
    for (left = files; left > 0; left--) {
        const char *path = arguments[2 + below((uint32_t)count - 2u)];
        FILE *file = fopen(path, "rb");
        static uint8_t whole[1 << 16], work[(1 << 16) + 8];
        size_t size = file ? fread(whole, 1, sizeof whole, file) : 0;
        uint8_t *bytes;
        ttt_table table;
        if (!size) return 1;
        fclose(file);
        size = damage(whole, size, work);
        bytes = (uint8_t *)malloc(size); /* just as long as the file: a read beyond it is seen */
        memcpy(bytes, work, size);
        if (!ttt_open(&table, bytes, size)) {
            opened++;
            look_up(&table);
        }
        free(bytes);
    }
    printf("%ld damaged files, %ld of them open\n", files, opened);
    return 0;
}
