"""A mail server on this machine for Tools/nginx. It prints its port, and the newest letter becomes a file.

    letters.py FILE
"""
import os
import socketserver
import sys

kept = sys.argv[1]


class Session(socketserver.StreamRequestHandler):
    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.say("220 ready")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.say("354 send it")
                with open(kept + ".part", "wb") as out:
                    while (line := self.rfile.readline()) not in (b".\r\n", b""):
                        out.write(line.removeprefix(b"."))
                os.replace(kept + ".part", kept)
            self.say({b"EHLO": "250-localhost\r\n250 8BITMIME", b"QUIT": "221 bye"}.get(verb, "250 ok"))
            if verb == b"QUIT":
                return


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


with Server(("127.0.0.1", 0), Session) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
