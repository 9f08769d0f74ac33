"""Two thousand connections from twenty addresses of this computer that say little and read nothing, while a signed-in person
goes on.

Whatever the server closes is opened again at once. Each request of the person is answered, over the connections that she has and over new
ones from one of the same addresses. When all have left, the server has as many descriptors and threads as before; its memory was within
what docs/operations.md counts for each connection, and a second crowd leaves no more of it than the first."""

import itertools
import os
import resource
import select
import socket
import struct
import threading
import time

from devices import Server
from visitor import OF_A_CONNECTION, Held, Visitor, kept_more

COUNT, ADDRESSES = 2_000, 20
# How many connections are opened in a second, also of those that the server has closed.
PACE = 1_000
# Of what a first crowd leaves of memory, a second one may leave so much more.
GROWTH = 1.15


def beginnings(server):
    """What each connection of a crowd says: nothing more comes behind it."""
    head = f"Host: 127.0.0.1:{server.port}\r\napikey: {server.key}\r\nOrigin: {server.address}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\n"
    texts = {
        "a form that began": f"POST /sign-in HTTP/1.1\r\n{head}{form}Content-Length: 200\r\n\r\nemail=a",
        "pages that are not read": f"GET /sign-in HTTP/1.1\r\n{head}\r\n" * 20,
        "nothing": "",
        "a body that began": f"POST /auth/v1/token?grant_type=password HTTP/1.1\r\n{head}Content-Length: 60000\r\n\r\n" + "{" + " " * 50_000,
        "a refused body that began": f"POST /rest/v1/schools HTTP/1.1\r\n{head}Content-Length: 1000000\r\n\r\n" + " " * 1_000,
        "a letter": "G", "half of the headers": f"GET /sign-in HTTP/1.1\r\n{head}X: " + "a" * 10_000,
        "chunks that began": f"POST /sign-up HTTP/1.1\r\n{head}{form}Transfer-Encoding: chunked\r\n\r\n5\r\nemail\r\n",
    }
    return {what: text.encode() for what, text in texts.items()}


class Crowd(threading.Thread):
    """So many connections with one beginning, of which nothing that comes back is read, until `leave` is called."""

    LEFT = select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR

    def __init__(self, port, text):
        super().__init__()
        self.port, self.text = port, text
        self.opened = self.closed = 0
        self.is_over = threading.Event()
        self.sources = itertools.cycle(f"127.0.0.{number + 1}" for number in range(ADDRESSES))
        # The connections by their descriptors, each with what it has still to say.
        self.open = {}

    def enter(self, poll):
        one = socket.socket()
        one.setblocking(False)
        # With the usual buffer the system would receive the pages that the crowd does not read.
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        one.bind((next(self.sources), 0))
        one.connect_ex(("127.0.0.1", self.port))
        self.open[one.fileno()] = one, self.text
        poll.register(one, select.EPOLLOUT | select.EPOLLRDHUP)

    def go_on(self, poll, number, events):
        one, left = self.open[number]
        try:
            if events & self.LEFT:
                raise ConnectionResetError
            self.opened += left is self.text
            left = left[one.send(left):] if left else left
            self.open[number] = one, left
            if not left:
                poll.modify(one, select.EPOLLRDHUP)
        except OSError:
            self.closed += 1
            self.open.pop(number)
            one.close()

    def run(self):
        with select.epoll() as poll:
            due = time.monotonic()
            while not self.is_over.is_set():
                due = max(due, time.monotonic() - 0.1)
                while len(self.open) < COUNT and due < time.monotonic():
                    self.enter(poll)
                    due += 1 / PACE
                for number, events in poll.poll(0.01):
                    self.go_on(poll, number, events)
            for place, (one, _) in enumerate(self.open.values()):
                # Every second connection is reset, as one of a program that was killed can be.
                if place % 2:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.close()

    def leave(self):
        self.is_over.set()
        self.join()


def tried(visitor, held, text, seconds):
    """A crowd that stays for so long; answers what the process holds at the most, and afterwards, and what the crowd came to."""
    before = held.now()
    crowd = Crowd(visitor.server.port, text)
    with held, visitor:
        crowd.start()
        time.sleep(seconds)
        most = held.most
        crowd.leave()
    return before, most, held.rested(before), crowd


def run(options, report):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < 2 * COUNT:
        raise SystemExit(f"The limit of open files is {most}; this attack needs {2 * COUNT}.  ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    folder = os.path.join(options.folder, "connections")
    os.makedirs(folder)
    seconds = 5 if options.short else 25
    more = COUNT * OF_A_CONNECTION
    peak = 0
    with Server(folder, root, "--state", os.path.join(folder, "state")) as server:
        said = list(beginnings(server).items())
        visitor, held = Visitor(server), Held(server.process)
        first = held.now()[0]
        for number in report.numbers(options):
            what, text = said[number % len(said)]
            wrong, left = [], []
            for _ in range(2):
                before, most, after, crowd = tried(visitor, held, text, seconds)
                wrong += kept_more(before, after, more)
                left.append(after[0])
                peak = max(peak, most[0])
                report.tally("opened", crowd.opened)
                report.tally("closed by the server", crowd.closed)
                if most[0] > first + more:
                    wrong.append(f"the server had {most[0]:.1f} MiB of memory under attack and {first:.1f} at first")
                if most[1] < before[1] + COUNT / 4:
                    wrong.append(f"the crowd came to {most[1] - before[1]} descriptors of the server, so nothing was tried")
            if left[1] > left[0] * GROWTH:
                wrong.append(f"a second crowd left {left[1]:.1f} MiB of memory behind, the first {left[0]:.1f}")
            wrong += visitor.judged()
            report.tally()
            if options.verbose:
                print(f"connections {number} {what}: before {before}, at most {most}, after {after}, closed {crowd.closed}", flush=True)
            if wrong:
                report.fail(number, what, wrong)
        report.more += [f"{peak:.1f} MiB at most", *visitor.figures()]
