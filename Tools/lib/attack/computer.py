"""One family's computer in a folder of its own: a home, a data folder, a place for files; copied whole for each trial."""

import os
import shutil
import subprocess
import time

from faults import Board

MOMENT = "2026-02-10T12:00:00Z"
# Seconds. No command takes this long even on a busy machine, so a process that still runs then
# hangs, which the report counts as a fault.
PATIENCE = 600


class Answer:
    """What one run came to."""

    def __init__(self, code, out, errors, words, blows=0, where="", counts=None):
        self.code, self.out, self.errors, self.words = code, out, errors, words
        self.blows, self.where, self.counts = blows, where, counts or {}
        self.is_hanging = False

    @property
    def text(self):
        """Both outputs as one run of words, so that a sentence is found however its lines were broken."""
        return " ".join((self.out + "\n" + self.errors).split())

    @property
    def is_killed(self):
        return self.code == -9 and not self.is_hanging

    def __str__(self):
        return (f"  ran: {' '.join(self.words)}\n  code: {self.code}\n"
                + "".join(f"  out: {line}\n" for line in self.out.splitlines()[:25])
                + "".join(f"  err: {line}\n" for line in self.errors.splitlines()[:25]))


class Computer:
    program = None
    library = None

    def __init__(self, folder):
        self.folder = folder
        self.data = os.path.join(folder, "data")
        self.file = os.path.join(self.data, "compass.sqlite")
        self.backups = os.path.join(self.data, "backups")
        self.home = os.path.join(folder, "home")
        self.out = os.path.join(folder, "out")

    @classmethod
    def empty(cls, folder):
        computer = cls(folder)
        os.makedirs(computer.home)
        os.makedirs(computer.out)
        return computer

    def copied(self, folder):
        """The same in another place; what is no plain file is copied as what it is."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Computer(folder)

    def remove(self):
        subprocess.run(["chmod", "-R", "u+rwX", self.folder], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, more=None):
        return {"HOME": self.home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
                "NO_COLOR": "1", **(more or {})}

    def command(self, words, person=None, now=MOMENT):
        own = [self.program, "--data", self.data, "--timezone", "UTC"]
        own += ["--now", now] if now else []
        own += ["--profile", person] if person else []
        return own + list(words)

    def start(self, words, person=None, blow=None, ahead=0, now=MOMENT, user=None, stdout=subprocess.PIPE):
        more, board = {}, None
        if blow is not None or ahead:
            board = Board(os.path.join(os.path.dirname(self.folder), f"{os.path.basename(self.folder)}.board"))
            more = {"LD_PRELOAD": self.library, "ATTACK_FOLDER": self.folder, "ATTACK_BOARD": board.path}
            board.set_ahead(ahead)
            if blow:
                more["ATTACK_BLOW"] = blow.order
        words = self.command(words, person, now)
        extra = {"user": user, "group": user, "extra_groups": []} if user else {}
        process = subprocess.Popen(words, cwd=self.out, env=self.environment(more), stdin=subprocess.PIPE,
                                   stdout=stdout, stderr=subprocess.PIPE, **extra)
        process.board = board
        return process

    def finish(self, process, stdin=b""):
        is_hanging = False
        try:
            out, errors = process.communicate(stdin, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
            is_hanging = True
        answer = Answer(process.returncode, (out or b"").decode(errors="replace"), errors.decode(errors="replace"),
                        process.args)
        answer.is_hanging = is_hanging
        if process.board:
            answer.counts, answer.blows, answer.where = process.board.read()
            os.unlink(process.board.path)
        return answer

    def run(self, words, person=None, stdin=b"", blow=None, kill_after=None, **more):
        """One run to its end. `blow=False` only counts; `kill_after` is in seconds from its start."""
        process = self.start(words, person, blow, **more)
        if kill_after is not None:
            # A pipe's buffer can hold all that one command prints, so the process does not block
            # although its output is not read during this pause.
            time.sleep(kill_after)
            process.kill()
        return self.finish(process, stdin)

    def must(self, words, person=None, stdin=b"", **more):
        answer = self.run(words, person, stdin, **more)
        if answer.code != 0:
            raise SystemExit(f"The computer could not be prepared:\n{answer}")
        return answer

    def write(self, name, text):
        path = os.path.join(self.out, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def shelf(self):
        return sorted(os.listdir(self.backups)) if os.path.isdir(self.backups) else []
