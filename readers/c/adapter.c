/* Answers readers/vectors/check_reader.py with the C reader; the protocol is in the README there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ttt_table.h"

static uint8_t *bytes;
static ttt_table table;

/* Undo the escapes of a field, in its place. */
static char *unescaped(char *field) {
    char *from = field, *to = field;
    if (!strcmp(field, "-")) *field = 0;
    for (; *from; from++)
        if (*from == '\\') {
            from++;
            *to++ = *from == 't' ? '\t' : *from == 'n' ? '\n' : *from == 'r' ? '\r' : '\\';
        } else {
            *to++ = *from;
        }
    *to = 0;
    return field;
}

static void refuse(ttt_error error) { printf("error\t%s\n", ttt_code(error)); }

static void open_file(char first, const char *path) {
    FILE *file = fopen(path, "rb");
    long size;
    ttt_error error;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0) exit(1);
    rewind(file);
    free(bytes);
    bytes = (uint8_t *)malloc((size_t)size); /* as long as the file: a read beyond it is seen */
    if (fread(bytes, 1, (size_t)size, file) != (size_t)size) exit(1);
    fclose(file);
    error = ttt_open(&table, bytes, (size_t)size);
    table.first = first;
    if (error) {
        refuse(error);
        return;
    }
    printf("ok\t%d\t%d\t", table.rows, table.cols);
    if (table.k)
        printf("%lu", (unsigned long)table.k);
    else
        printf("-");
    printf("\t%d\t%d\t%llu\t", table.misere, table.gravity, (unsigned long long)table.positions);
    if (table.name_length)
        printf("%.*s", (int)table.name_length, (const char *)table.name);
    else
        printf("-");
    printf("\t%d\n", table.breaker);
}

static void get(const char *board) {
    int score;
    ttt_error error = ttt_score(&table, board, &score);
    if (error)
        refuse(error);
    else
        printf("ok\t%d\t%d\n", (score > 0) - (score < 0), ttt_plies(&table, board, score));
}

static void scores(const char *board, unsigned depth) {
    int8_t found[TTT_MAX_CELLS];
    int cell, moves = 0;
    ttt_error error = ttt_scores(&table, board, depth, found);
    if (error) {
        refuse(error);
        return;
    }
    printf("ok\t");
    for (cell = 0; cell < TTT_MAX_CELLS; cell++)
        if (found[cell] != TTT_NO_MOVE) printf("%s%d:%d", moves++ ? " " : "", cell, found[cell]);
    puts(moves ? "" : "-");
}

/* All the best cells, by picking them one after the other until the first comes again. */
static void best(const char *board, unsigned depth) {
    int first, cell;
    unsigned pick = 0;
    ttt_error error = ttt_best_move(&table, board, depth, 0, &first);
    if (error || first < 0) {
        if (error)
            refuse(error);
        else
            puts("ok\t-");
        return;
    }
    printf("ok\t%d", first);
    while (!ttt_best_move(&table, board, depth, ++pick, &cell) && cell != first)
        printf(" %d", cell);
    puts("");
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char *fields[3] = {line, line, line};
        int field;
        line[strcspn(line, "\n")] = 0;
        for (field = 1; field < 3 && strchr(fields[field - 1], '\t'); field++) {
            char *tab = strchr(fields[field - 1], '\t');
            *tab = 0;
            fields[field] = tab + 1;
        }
        for (; field > 0; field--) unescaped(fields[field - 1]);
        if (!strcmp(line, "open"))
            open_file(*fields[1], fields[2]);
        else if (!strcmp(line, "get"))
            get(fields[1]);
        else {
            unsigned depth = *fields[2] ? (unsigned)atoi(fields[2]) : TTT_FULL_DEPTH;
            if (!strcmp(line, "scores"))
                scores(fields[1], depth);
            else
                best(fields[1], depth);
        }
        fflush(stdout);
    }
    free(bytes);
    return 0;
}
