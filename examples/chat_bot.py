"""A chat bot that plays with many people at once: python examples/chat_bot.py [PORT].

Talk to it with `nc localhost 8765`. The bot is `reply`, which gets a person's name and
a message; call it in the same way where messages arrive from another chat:

    @client.event  # discord.py
    async def on_message(message):
        if message.author != client.user:
            answer = await reply(message.author.name, message.content)
            await message.channel.send(answer)
"""

import asyncio
import sys

from ttt_table import open_table
from ttt_table.play import Level, Match

TABLE = open_table()
LEVEL = Level.named("medium", TABLE)
HELP = "Send the number of a cell, 0 to 8, to play X. Send 'new' to start again."
matches: dict[str, Match] = {}


async def reply(person: str, message: str) -> str:
    """Return the bot's answer to a message.

    A look-up takes microseconds, so it needs no thread of its own.
    """
    word = message.strip().lower()
    if word == "new" or person not in matches:
        matches[person] = Match(TABLE, o=LEVEL)
    match = matches[person]
    if not word.isdecimal():
        return f"{drawing(match.now.board)}\n{HELP}"
    try:
        match.play(int(word))
    except ValueError as error:  # the cell is taken, or there is no such cell
        return f"{error}. {HELP}"
    match.answer()
    if not match.over:
        return drawing(match.now.board)
    del matches[person]
    return f"{drawing(match.now.board)}\n{match.winner or 'Nobody'} wins."


def drawing(board: str) -> str:
    """Return the board in three lines, with the numbers of its empty cells."""
    marks = [str(cell) if mark == "." else mark for cell, mark in enumerate(board)]
    return "\n".join(" ".join(marks[start : start + 3]) for start in (0, 3, 6))


async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer each line of one connection until it ends."""
    person = str(writer.get_extra_info("peername"))
    answer = await reply(person, "new")
    try:
        while True:
            writer.write(f"{answer}\n".encode())
            await writer.drain()
            line = await reader.readline()
            if not line:
                break
            answer = await reply(person, line.decode(errors="replace"))
    except (ConnectionError, ValueError):  # it went away, or its line is too long
        pass
    finally:
        matches.pop(person, None)
        writer.close()


async def main() -> None:
    """Serve until Ctrl-C."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8765
    server = await asyncio.start_server(talk, "localhost", port)
    for socket in server.sockets[:1]:
        print(f"listening on port {socket.getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        sys.exit(130)
