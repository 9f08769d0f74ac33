"""A mail server on this machine's loop that takes what it is given and counts it."""

import socketserver
import threading


class _Talk(socketserver.StreamRequestHandler):
    def handle(self):
        self.say("220 ready")
        while line := self.rfile.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word == b"EHLO":
                self.say("250-here\r\n250 SIZE 50000000")
            elif word == b"DATA":
                self.say("354 go on")
                while (part := self.rfile.readline()) not in (b".\r\n", b""):
                    pass
                if part:
                    with self.server.lock:
                        self.server.taken += 1
                    self.say("250 taken")
            elif word == b"QUIT":
                return self.say("221 bye")
            else:
                self.say("250 well")

    def say(self, text):
        try:
            self.wfile.write(text.encode() + b"\r\n")
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Talk)
        self.lock, self.taken = threading.Lock(), 0
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def forget(self):
        with self.lock:
            self.taken = 0

    def count(self):
        with self.lock:
            return self.taken

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, address):
        """A program that is killed ends the connection, which this test is about."""
