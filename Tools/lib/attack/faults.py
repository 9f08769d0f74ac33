"""The library that stands between the program and the system's calls: compiled here, given its orders, and read back."""

import ctypes
import mmap
import os
import shutil
import subprocess

FAMILIES = ("open", "read", "write", "sync", "rename", "unlink", "truncate", "map", "lock", "folder")
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")


def compiled(folder):
    """The library, built into `folder`."""
    library = os.path.join(folder, "faults.so")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise SystemExit("There is no C compiler. Install gcc or clang, then run this again.")
    subprocess.run([compiler, "-O2", "-fPIC", "-shared", "-o", library, SOURCE, "-ldl"], check=True)
    return library


class _Layout(ctypes.Structure):
    _fields_ = [("counts", ctypes.c_int64 * len(FAMILIES)), ("all", ctypes.c_int64),
                ("blows", ctypes.c_int64), ("ahead", ctypes.c_int64), ("where", ctypes.c_char * 480)]


class Board:
    """How many calls there were, and where the blow fell; read after the process, however it ended."""

    def __init__(self, path):
        self.path = path
        with open(path, "wb") as file:
            file.write(bytes(mmap.PAGESIZE))

    def set_ahead(self, seconds):
        """Moves the clock of the process, also while it runs."""
        with open(self.path, "r+b") as file:
            file.seek(_Layout.ahead.offset)
            file.write(ctypes.c_int64(seconds))

    def read(self):
        with open(self.path, "rb") as file:
            layout = _Layout.from_buffer_copy(file.read(ctypes.sizeof(_Layout)))
        counts = dict(zip(FAMILIES, layout.counts))
        counts["all"] = layout.all
        return counts, layout.blows, layout.where.decode(errors="replace")


class Blow:
    """One thing that happens to a process: `fail write 3 28` is the third write answered with ENOSPC."""

    def __init__(self, how, family, number, error=0):
        self.how, self.family, self.number, self.error = how, family, number, error

    def __str__(self):
        name = f" {os.strerror(self.error)}" if self.error else ""
        return f"{self.how} {self.family} {self.number}{name}"

    @property
    def order(self):
        return f"{self.how} {self.family} {self.number} {self.error}"
