"""The opponents for games of others run, each as it is to be copied."""

import asyncio
import re
import shutil
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from support.examples import EXAMPLES, example
from support.readers import C_FOLDER

from ttt_table import open_table
from ttt_table.play import Level


def replies(*messages: str) -> list[str]:
    """Return what a new chat bot answers to one person."""
    bot = example("chat_bot")

    async def talk() -> list[str]:
        return [await bot.reply("Ada", message) for message in messages]

    return asyncio.run(talk())


def test_the_chat_bot_plays_a_game_to_its_end() -> None:
    """Against whom sends every number in turn, it draws or wins at once."""
    answers = replies("new", *(str(cell) for cell in range(9)))
    assert answers[0].startswith("0 1 2\n3 4 5\n6 7 8\n")
    assert answers[1].startswith("X ")
    assert any(answer.endswith(" wins.") for answer in answers)


def test_the_chat_bot_says_what_it_does_not_take() -> None:
    """A cell that is taken or off the board, and words."""
    _, _, taken, outside, words = replies("new", "4", "4", "99", "hello")
    assert "cell 4" in taken
    assert "cell 99" in outside
    assert words.endswith("Send 'new' to start again.")


def test_the_chat_bot_keeps_the_games_of_two_people_apart() -> None:
    """Each has a board of their own."""
    bot = example("chat_bot")

    async def talk() -> str:
        await bot.reply("Ada", "new")
        await bot.reply("Ada", "4")
        return str(await bot.reply("Bob", "new"))

    assert asyncio.run(talk()).startswith("0 1 2\n3 4 5\n6 7 8\n")


@pytest.mark.skipif(sys.platform == "win32", reason="it is ended by a signal")
def test_the_chat_bot_answers_on_a_socket_and_ends_at_ctrl_c() -> None:
    """On a free port, and with the exit status of an interrupted program."""
    command = [sys.executable, str(EXAMPLES / "chat_bot.py"), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline().split()[-1])
        answers = asyncio.run(lines_from(port, b"4\n"))
        server.send_signal(signal.SIGINT)
    assert answers[0] == "0 1 2"
    assert re.fullmatch("[3O] X [5O]", answers[5])
    assert server.returncode == 130


async def lines_from(port: int, message: bytes) -> list[str]:
    """Return the lines that a server sends before and after a message."""
    reader, writer = await asyncio.open_connection("localhost", port)
    lines = [await reader.readline() for _ in range(4)]
    writer.write(message)
    lines += [await reader.readline() for _ in range(3)]
    writer.close()
    return [line.decode().strip() for line in lines]


def test_the_game_in_the_terminal_ends_quietly_at_ctrl_d() -> None:
    """No traceback, and a status that says that it was not played to the end."""
    command = [sys.executable, str(EXAMPLES / "terminal.py")]
    done = subprocess.run(command, input="4\n", capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip() == "The game is not finished."


def test_the_game_in_a_window_is_played_by_clicks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a screen that is not there; all cells are clicked until the game is over."""
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(sys, "argv", ["window.py"])
    clicks = [(60 + 120 * (cell % 3), 60 + 120 * (cell // 3)) for cell in range(9)]
    events = [
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1) for pos in clicks
    ]
    events.append(pygame.event.Event(pygame.QUIT))
    titles: list[str] = []
    monkeypatch.setattr(pygame.event, "wait", iter(events).__next__)
    monkeypatch.setattr(pygame.display, "set_caption", titles.append)
    match = example("window").match
    assert match.over
    assert titles[0] == "Your move"
    assert titles[-1].endswith("wins")


def test_no_example_of_an_opponent_is_longer_than_a_page() -> None:
    """Such programs are read before they are copied."""
    for name in ("terminal.py", "window.py", "arduino/arduino.ino"):
        lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 60, name


ARDUINO = """
#include <stdio.h>
#include <stdbool.h>
#define F(text) text
struct {
    void begin(long) {}
    void print(char mark) { putchar(mark); }
    void println() { putchar('\\n'); }
    void println(const char *text) { puts(text); }
    int read() { return getchar(); }
} Serial;
void delay(int) {}
unsigned long micros() { return 7; }
#include "arduino.ino"
int main() {
    setup();
    while (!feof(stdin)) loop();
}
"""
"""What the sketch needs of an Arduino, on this machine."""


def sketch(folder: Path, main: str) -> Path:
    """Write the sketch, what it includes and a main program; return the last."""
    for path in [*C_FOLDER.glob("*.h"), EXAMPLES / "arduino" / "arduino.ino"]:
        shutil.copy(path, folder)
    program = folder / "main.cpp"
    program.write_text(main, encoding="utf-8")
    return program


def check_games(printed: str) -> None:
    """Check that each printed answer is one of a level that sees two plies."""
    rows = re.findall(r"^([XO.]{3})\W*$\n" * 3, printed, re.MULTILINE)
    boards = ["".join(board) for board in rows]
    table = open_table()
    level = Level(2, table=table)
    finished = 0
    for before, after in pairwise(boards):
        if after in (before, "........."):
            continue
        changes = {
            after[cell]: cell for cell in range(9) if before[cell] != after[cell]
        }
        finished += table.is_over(after)
        played = table.push(before, changes["X"])
        assert table.is_over(played) or changes["O"] in level(played)
    assert finished


def test_the_sketch_plays_a_game(tmp_path: Path) -> None:
    """Compiled for this machine, against whom takes the first free cell."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("needs a compiler of C++")
    source = sketch(tmp_path, ARDUINO)
    program = tmp_path / "game"
    subprocess.run(
        [compiler, "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True
    )
    done = subprocess.run(
        [program], input="012345678", capture_output=True, text=True, check=True
    )
    check_games(done.stdout)


AVR = """
#include <stdbool.h>
#include <stdint.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#define F(text) text
struct {
    void begin(long) { UCSR0B = _BV(TXEN0); }
    void print(char mark) {
        while (!(UCSR0A & _BV(UDRE0))) {}
        UDR0 = mark;
    }
    void println() { print('\\n'); }
    void println(const char *text) {
        while (*text) print(*text++);
        println();
    }
    int typed;
    int read() { return '0' + typed++ % 9; }
} Serial;
void delay(int) {}
unsigned long micros() { return 7; }
#include "arduino.ino"
int main() {
    setup();
    for (int turn = 0; turn < 9; turn++) loop();
    cli();
    sleep_mode(); /* which ends the simulation */
}
"""
"""What the sketch needs of an Arduino, on an ATmega328P; the person types by itself."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("chip", ["atmega328p"])
def test_the_sketch_plays_a_game_on_a_simulated_chip(chip: str, tmp_path: Path) -> None:
    """Where int has 16 bits, and the table is in flash memory."""
    if not (shutil.which("avr-g++") and shutil.which("simavr")):
        pytest.skip("needs Debian's gcc-avr, avr-libc and simavr")
    source = sketch(tmp_path, AVR)
    program = tmp_path / "game.elf"
    flags = ["-Os", "-std=gnu++11", "-Wall", "-Wextra", f"-mmcu={chip}"]
    subprocess.run(["avr-g++", *flags, "-o", program, source], check=True)
    done = subprocess.run(
        ["simavr", "-m", chip, "-f", "16000000", program],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,  # its status says nothing
    )
    check_games(re.sub(r"\x1b\[\d+m", "", done.stdout + done.stderr))
