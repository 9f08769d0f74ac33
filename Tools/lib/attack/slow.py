"""Requests that are slow, never end, are packed or are rubbish, all at once, while a signed-in person goes on.

Headers and bodies of one byte a second are cut off within the times of docs/http.md, what never ends after as many bytes as it says. What
is packed is not unpacked, and is refused. Behind a good request stand others that are rubbish: the good ones are answered and no others.
Nothing of it is answered with a failure of the server, the person's requests are answered, and afterwards the server holds no more than
before."""

import asyncio
import gzip
import itertools
import os
import random
import re
import time

from devices import Server
from visitor import OF_A_CONNECTION, Held, Visitor, kept_more

# Seconds, by docs/http.md: for the first headers, for those after an answer, and for a body that drips.
HEADERS, LATER_HEADERS, BODY = 10, 70, 20
# Seconds that a machine which is busy with other tests may add.
SLACK = 5
# MiB. A body up to the limit and 32 MiB of it to discard, with what the kernel holds on both sides; and what a connection holds of headers.
ENDLESS, HELD_UP = 56, 16
# How many of each attack are there at once.
TIMES = 3
# MiB. The bodies of a signed-in person are read up to 8 MiB, into memory that grows by doubling.
OF_A_BODY = 16
BOMB = gzip.compress(bytes(64 << 20), 9)
# What the server may say that it does not know: it is no failure.
UNKNOWN = {501, 505}


class Attacks:
    """Each answers what was wrong with the server's reply to it."""

    def __init__(self, visitor, chance):
        self.server, self.chance = visitor.server, chance
        host = f"Host: 127.0.0.1:{self.server.port}\r\n"
        key = f"{host}apikey: {self.server.key}\r\nContent-Type: application/json\r\n"
        form = f"{host}Origin: {self.server.address}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        # The heads of requests with a body, of strangers and of the person, without what says how long the body is.
        self.strangers = {
            "a sign-in form": f"POST /sign-in HTTP/1.1\r\n{form}", "a sign-in": f"POST /auth/v1/token?grant_type=password HTTP/1.1\r\n{key}",
            "a row": f"POST /rest/v1/schools HTTP/1.1\r\n{key}", "no page": f"POST /nothing HTTP/1.1\r\n{host}",
        }
        # A form of the person's is left out, because the person's other pages wait until it has come (docs/roadmap.md).
        self.persons = {"a push": f"POST /rest/v1/rpc/compass_push HTTP/1.1\r\n{key}Authorization: Bearer {visitor.caller.token}\r\n"}
        self.health = f"GET /health HTTP/1.1\r\n{host}\r\n".encode()
        self.head = f"GET /sign-in HTTP/1.1\r\n{host}"
        self.is_with_later = False
        # Each request comes from an address of its own, because one address may have a hundred connections.
        self.sources = itertools.cycle(f"127.0.0.{number}" for number in range(2, 250))

    def connected(self):
        return asyncio.open_connection("127.0.0.1", self.server.port, limit=1 << 20, local_addr=(next(self.sources), 0))

    async def talk(self, pieces, pause, most, allowed_bytes=ENDLESS << 20):
        """Sends pieces until the server closes the connection; answers the seconds, the bytes sent and the statuses of what it said."""
        began, sent, said = time.monotonic(), 0, bytearray()
        reader, writer = await self.connected()

        async def listen():
            try:
                while piece := await reader.read(65_536):
                    said.extend(piece)
            except OSError:
                pass

        async def speak():
            nonlocal sent
            try:
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    sent += len(piece)
                    if sent > allowed_bytes:
                        return
                    await asyncio.sleep(pause)
            except OSError:
                pass

        ears, mouth = asyncio.create_task(listen()), asyncio.create_task(speak())
        await asyncio.wait([ears], timeout=most + SLACK)
        is_closed = ears.done()
        taken = time.monotonic() - began
        for task in (ears, mouth):
            task.cancel()
        await asyncio.gather(ears, mouth, return_exceptions=True)
        writer.transport.abort()
        statuses = [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", said)]
        return is_closed, taken, sent, statuses

    async def ended(self, what, pieces, pause, most, allowed_bytes=ENDLESS << 20, good=0):
        """The server ends the connection in time and after so many bytes, and says nothing to it but refusals, after the good answers."""
        closed, taken, sent, statuses = await self.talk(pieces, pause, most, allowed_bytes)
        wrong = []
        if not closed:
            wrong.append(f"{what}: not cut off after {taken:.1f} s and {sent} bytes; {most} s are promised")
        if sent > allowed_bytes:
            wrong.append(f"{what}: {sent} bytes were taken")
        if statuses[:good] != [200] * good:
            wrong.append(f"{what}: the good requests before it got {statuses[:good]}")
        # libmicrohttpd writes the head of some of its refusals twice (docs/roadmap.md).
        if any(not (300 <= status < 500 or status in UNKNOWN) for status in statuses[good:]) or len(set(statuses[good:])) > 1:
            wrong.append(f"{what}: answered {statuses[:good + 5]}")
        return wrong

    def dripping(self):
        letters = lambda text: (bytes([letter]) for letter in text.encode() + b"a" * 100)
        yield self.ended("a request line that drips", letters("GET /" + "a" * 100), 1, HEADERS)
        yield self.ended("headers that drip", letters(self.head + "X: "), 1, HEADERS)
        yield self.ended("a header that drips", [self.head.encode() + b"X: ", *letters("")], 1, HEADERS)
        for name, head in (self.strangers | self.persons).items():
            yield self.ended(f"{name} that drips", [f"{head}Content-Length: 1000\r\n\r\n".encode(), *letters("")], 1, BODY)
            in_chunks = [f"{head}Transfer-Encoding: chunked\r\n\r\n".encode(), *letters("1\r\na\r\n" * 20)]
            yield self.ended(f"{name} that drips in chunks", in_chunks, 1, BODY)
        if self.is_with_later:
            yield self.ended("headers that drip behind an answer", [self.health, *letters(self.head + "X: ")], 1, LATER_HEADERS, good=1)

    def endless(self):
        def forever(first, piece):
            yield first.encode()
            while True:
                yield piece

        chunk = b"8000\r\n" + b" " * 32_768 + b"\r\n"
        for name, head in (self.strangers | self.persons).items():
            yield self.ended(f"{name} without end, in chunks", forever(f"{head}Transfer-Encoding: chunked\r\n\r\n", chunk), 0, BODY)
            yield self.ended(f"{name} without end, declared", forever(f"{head}Content-Length: 99999999999\r\n\r\n", chunk), 0, BODY)
        head = self.strangers["a sign-in"] + "Transfer-Encoding: chunked\r\n\r\n"
        for what, first, piece in (
            ("a chunk's size", head, b"0" * 4_096), ("a chunk's extension", head + "1;", b"a" * 4_096),
            ("headers behind the chunks", head + "0\r\n", b"X: a\r\n" * 500), ("headers", self.head, b"X: a\r\n" * 500),
            ("a header", self.head + "X: ", b"a" * 4_096), ("an address", "GET /", b"a" * 4_096), ("a method", "", b"G" * 4_096),
            ("empty lines", "", b"\r\n" * 2_048),
        ):
            yield self.ended(f"{what} without end", forever(first, piece), 0, BODY, HELD_UP << 20)

    def packed(self):
        for name, head in (self.strangers | self.persons).items():
            for coding in ("gzip", "gzip, gzip", "deflate"):
                text = f"{head}Connection: close\r\nContent-Encoding: {coding}\r\nContent-Length: {len(BOMB)}\r\n\r\n".encode()
                yield self.ended(f"{name} packed as {coding}", [text, BOMB], 0, BODY)
            for coding in ("gzip", "gzip, chunked"):
                text = f"{head}Connection: close\r\nTransfer-Encoding: {coding}\r\n\r\n{len(BOMB):x}\r\n".encode()
                yield self.ended(f"{name} transferred as {coding}", [text, BOMB, b"\r\n0\r\n\r\n"], 0, BODY)

    def rubbish(self):
        chance = self.chance
        noise = lambda count: chance.randbytes(count).replace(b"\n", b"x")
        head = self.strangers["a sign-in"].encode()
        tails = {
            "noise": noise(200) + b"\r\n\r\n", "no host": b"GET / HTTP/1.1\r\n\r\n",
            "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + noise(500) + b"\r\n\r\n",
            "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "another version": b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
            "two lengths": head + b"Content-Length: 3\r\nContent-Length: 40\r\n\r\n{}\n" + self.health,
            "a length and chunks": head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + self.health,
            "a length below zero": head + b"Content-Length: -1\r\n\r\n" + self.health,
            "a size that is none": head + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "noise in a header": self.head.encode() + b"X: " + noise(100) + b"\x00\r\n\r\n", "half a request line": b"GET\r\n\r\n",
            "words": chance.choice([b"EHLO example.org", b"SSH-2.0-x", b"\\x00", b"*1\r\n$4\r\nPING"]) + b"\r\n\r\n",
        }
        for what, tail in tails.items():
            yield self.ended(f"{what} behind good requests", [self.health * 3 + tail], 0, BODY, good=3)
        if self.is_with_later:
            yield self.ended("NULs behind good requests", [self.health * 3 + bytes(300) + b"\r\n\r\n"], 0, LATER_HEADERS, good=3)

    async def row(self, count):
        """So many good requests in one piece, whose answers are read late: each is answered."""
        reader, writer = await self.connected()
        writer.write(self.health * (count - 1) + self.health.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        await asyncio.sleep(3)
        try:
            said = await asyncio.wait_for(reader.read(-1), BODY + SLACK)
        except (OSError, asyncio.TimeoutError) as error:
            said = repr(error).encode()
        writer.transport.abort()
        answered = said.count(b"HTTP/1.1 200 ")
        return [] if answered == count else [f"of {count} requests in one piece {answered} were answered"]

    async def all_at_once(self):
        tries = [one for _ in range(TIMES) for kind in (self.dripping, self.endless, self.packed, self.rubbish) for one in kind()]
        tries += [self.row(2_000) for _ in range(TIMES)]
        return len(tries), [line for lines in await asyncio.gather(*tries) for line in lines]


def run(options, report):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    folder = os.path.join(options.folder, "slow")
    os.makedirs(folder)
    peak = 0
    with Server(folder, root, "--state", os.path.join(folder, "state")) as server:
        visitor, held = Visitor(server), Held(server.process)
        for number in report.numbers(options):
            attacks = Attacks(visitor, random.Random(options.seed * 1_000_003 + number))
            # The times behind an answer are over a minute, so every second trial leaves them out.
            attacks.is_with_later = bool(number % 2)
            before = held.now()
            with held, visitor:
                count, wrong = asyncio.run(attacks.all_at_once())
            after = held.rested(before)
            more = count * OF_A_CONNECTION + 2 * TIMES * len(attacks.persons) * OF_A_BODY
            if held.most[0] > before[0] + more:
                wrong.append(f"the server had {held.most[0]:.1f} MiB of memory under attack and {before[0]:.1f} before")
            wrong += kept_more(before, after, more) + visitor.judged()
            peak = max(peak, held.most[0])
            report.tally("requests", count)
            report.tally()
            if options.verbose:
                print(f"slow {number}: most {held.most}, before {before}, after {after}", flush=True)
            if wrong:
                report.fail(number, "slow", wrong)
        report.more += [f"{peak:.1f} MiB at most", *visitor.figures()]
