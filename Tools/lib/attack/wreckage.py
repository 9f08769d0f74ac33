"""How files are wrecked, and what can be expected of the program with each of them."""

import os
import shutil
import socket
import sqlite3

import family


class Wreck:
    """`lives`: the program works as if nothing were wrong. `restores`: the newest copy can be put in its place.
    `refuses`: it is the newest copy that is wrecked, so it is refused and nothing changes. `kept`: what lies in the place
    of the file afterwards has to be found in the folder of copies."""

    def __init__(self, name, make, lives=False, restores=True, refuses=False, kept=True, as_nobody=False):
        self.name, self.make, self.lives, self.restores = name, make, lives, restores
        self.refuses, self.kept, self.as_nobody = refuses, kept and restores, as_nobody


def without_log(computer):
    for suffix in ("-wal", "-shm"):
        if os.path.lexists(computer.file + suffix):
            os.unlink(computer.file + suffix)


def folded(computer):
    """One file, with its log folded in."""
    connection = sqlite3.connect(computer.file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    without_log(computer)


def overwrite(path, place, bytes_):
    with open(path, "r+b") as file:
        file.seek(place)
        file.write(bytes_)


def put(path, bytes_):
    with open(path, "wb") as file:
        file.write(bytes_)
    os.chmod(path, 0o600)


def gone(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.unlink(path)


def other_database(path, application=0, statements=("CREATE TABLE recipes (name TEXT)",), version=0):
    gone(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {application}")
    connection.execute(f"PRAGMA user_version = {version}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    os.chmod(path, 0o600)


def replaced(make):
    """The data file gone, with its log, and something else in its place."""
    def wreck(computer, chance):
        gone(computer.file)
        without_log(computer)
        make(computer.file, computer, chance)
    return wreck


def edited(make):
    """The folded data file with something changed in it."""
    def wreck(computer, chance):
        folded(computer)
        make(computer.file, computer, chance)
    return wreck


def beside(suffix, make):
    def wreck(computer, chance):
        gone(computer.data + "/" + suffix)
        make(computer.data + "/" + suffix, computer, chance)
    return wreck


def newest_copy(make):
    def wreck(computer, chance):
        make(os.path.join(computer.backups, newest(computer)), computer, chance)
    return wreck


def newest(computer):
    """What `restore latest` takes, as the program lists it."""
    return computer.must(["backup", "list"], family.ATHLETE).text.split("restore compass-")[1].split()[0].join(["compass-", ""])


def sql(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def noise(chance, count):
    return bytes(chance.getrandbits(8) for _ in range(count))


def page(path, computer, chance, bytes_=None):
    size = os.path.getsize(path)
    place = chance.randrange(1, max(2, size // 4096)) * 4096
    overwrite(path, place, noise(chance, 4096) if bytes_ is None else bytes_)


def cut(path, computer, chance):
    os.truncate(path, chance.randrange(1, os.path.getsize(path)))


def cut_to_pages(path, computer, chance):
    os.truncate(path, chance.randrange(1, os.path.getsize(path) // 4096) * 4096)


def loop(path, computer, chance):
    os.symlink(path + ".other", path)
    os.symlink(path, path + ".other")


def listening(path, computer, chance):
    """A socket; bound from within its folder, because its whole path is too long for one."""
    place = os.getcwd()
    os.chdir(os.path.dirname(path))
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.basename(path))
    os.chdir(place)


def of_another_file(path, computer, chance):
    """The log of another family's file, sound in itself."""
    other = computer.copied(computer.folder + "-other")
    for number in range(chance.randint(1, 4)):
        other.must(["schools", "add", f"zq elsewhere {number}"], family.STRANGER)
    shutil.copyfile(other.data + "/" + os.path.basename(path), path)
    other.remove()


def shut(path_of, mode):
    def wreck(computer, chance):
        os.chmod(path_of(computer), mode)
    return wreck


TRIGGER = ("CREATE TRIGGER zq_foreign AFTER INSERT ON schools BEGIN DELETE FROM coaches; END",
           "CREATE VIEW zq_view AS SELECT * FROM users")

WRECKS = [
    Wreck("broken header", edited(lambda path, computer, chance: overwrite(path, 0, noise(chance, 100)))),
    Wreck("no header", edited(lambda path, computer, chance: overwrite(path, 0, bytes(100)))),
    Wreck("first page lost", edited(lambda path, computer, chance: overwrite(path, 100, noise(chance, 3996)))),
    Wreck("damaged page", edited(page)),
    Wreck("page of zeros", edited(lambda path, computer, chance: page(path, computer, chance, bytes(4096)))),
    Wreck("three damaged pages", edited(lambda path, computer, chance: [page(path, computer, chance) for _ in range(3)])),
    Wreck("cut short", edited(cut)),
    Wreck("cut short at a page", edited(cut_to_pages)),
    Wreck("longer than it was", edited(lambda path, computer, chance: open(path, "ab").write(noise(chance, 999)))),
    Wreck("empty", replaced(lambda path, computer, chance: put(path, b"")), kept=False),
    Wreck("text", replaced(lambda path, computer, chance: put(path, b"Dear diary,\n" * 500))),
    Wreck("one byte", replaced(lambda path, computer, chance: put(path, b"S"))),
    Wreck("noise", replaced(lambda path, computer, chance: put(path, noise(chance, 20000)))),
    Wreck("another program's", replaced(lambda path, computer, chance: other_database(path, 0x1234))),
    Wreck("a database of nobody's", replaced(lambda path, computer, chance: other_database(path))),
    Wreck("of a newer version", edited(lambda path, computer, chance: sql(path, "PRAGMA user_version = 99")), restores=False),
    Wreck("ours without its tables", replaced(lambda path, computer, chance: other_database(path, 0x52436D70, version=6))),
    Wreck("a table lost", edited(lambda path, computer, chance: sql(path, "DROP TABLE handles"))),
    Wreck("folder", replaced(lambda path, computer, chance: os.mkdir(path)), kept=False),
    Wreck("full folder", replaced(lambda path, computer, chance: (os.mkdir(path), put(path + "/x", b"x"))), kept=False),
    Wreck("fifo", replaced(lambda path, computer, chance: os.mkfifo(path)), kept=False),
    Wreck("socket", replaced(listening), kept=False),
    Wreck("link to itself", replaced(lambda path, computer, chance: os.symlink(path, path)), kept=False),
    Wreck("links in a ring", replaced(loop), kept=False),
    Wreck("link to nothing", replaced(lambda path, computer, chance: os.symlink("nowhere", path)), kept=False),
    Wreck("link to a device", replaced(lambda path, computer, chance: os.symlink("/dev/null", path)), kept=False),
    Wreck("gone", replaced(lambda path, computer, chance: None), kept=False),
    Wreck("log of noise", beside("compass.sqlite-wal", lambda path, computer, chance: put(path, noise(chance, 30000))),
          kept=False),
    Wreck("log cut short", lambda computer, chance: cut(computer.file + "-wal", computer, chance), kept=False),
    Wreck("log with a flaw", lambda computer, chance: overwrite(
        computer.file + "-wal", chance.randrange(32, os.path.getsize(computer.file + "-wal") - 64), noise(chance, 64)), kept=False),
    Wreck("log of another file", beside("compass.sqlite-wal", of_another_file), kept=False),
    Wreck("log is a folder", beside("compass.sqlite-wal", lambda path, computer, chance: os.mkdir(path)), kept=False),
    Wreck("log is a fifo", beside("compass.sqlite-wal", lambda path, computer, chance: os.mkfifo(path)), kept=False),
    Wreck("log is a ring of links", beside("compass.sqlite-wal", loop), kept=False),
    Wreck("index of noise", beside("compass.sqlite-shm", lambda path, computer, chance: put(path, noise(chance, 32768))),
          lives=True, kept=False),
    Wreck("index cut short", beside("compass.sqlite-shm", lambda path, computer, chance: put(path, noise(chance, 100))),
          lives=True, kept=False),
    Wreck("index is a folder", beside("compass.sqlite-shm", lambda path, computer, chance: os.mkdir(path)), kept=False),
    Wreck("index is a link to itself", beside("compass.sqlite-shm", lambda path, computer, chance: os.symlink(path, path)),
          kept=False),
    Wreck("copy is noise", newest_copy(lambda path, computer, chance: put(path, noise(chance, 9000))), True, refuses=True),
    Wreck("copy is empty", newest_copy(lambda path, computer, chance: put(path, b"")), True, refuses=True),
    Wreck("copy is text", newest_copy(lambda path, computer, chance: put(path, b"not a copy\n" * 99)), True, refuses=True),
    Wreck("copy cut short", newest_copy(cut_to_pages), True, refuses=True),
    Wreck("copy of another program", newest_copy(lambda path, computer, chance: other_database(path, 7)), True, refuses=True),
    Wreck("copy of a newer version", newest_copy(lambda path, computer, chance: sql(path, "PRAGMA user_version = 99")), True,
          refuses=True),
    Wreck("copy is a folder", newest_copy(lambda path, computer, chance: (gone(path), os.mkdir(path))), True, refuses=True),
    Wreck("copy is a fifo", newest_copy(lambda path, computer, chance: (gone(path), os.mkfifo(path))), True, refuses=True),
    Wreck("copy is a ring of links", newest_copy(lambda path, computer, chance: (gone(path), loop(path, computer, chance))),
          True, refuses=True),
    Wreck("copy with a trigger and a view", newest_copy(lambda path, computer, chance: sql(path, *TRIGGER)), True, kept=False),
    Wreck("copies are a file", beside("backups", lambda path, computer, chance: put(path, b"x")), True, restores=False),
    Wreck("copies are a link to nothing", beside("backups", lambda path, computer, chance: os.symlink("nowhere", path)), True,
          restores=False),
    Wreck("secrets are a file", beside("secrets", lambda path, computer, chance: put(path, b"x")), True, kept=False),
    Wreck("session is noise", beside("secrets/session", lambda path, computer, chance: put(path, noise(chance, 64))), True,
          kept=False),
    Wreck("session is a folder", beside("secrets/session", lambda path, computer, chance: os.mkdir(path)), True, kept=False),
    Wreck("session is a fifo", beside("secrets/session", lambda path, computer, chance: os.mkfifo(path)), True, kept=False),
    Wreck("history is a folder", beside("history", lambda path, computer, chance: os.mkdir(path)), True, kept=False),
    Wreck("history is a fifo", beside("history", lambda path, computer, chance: os.mkfifo(path)), True, kept=False),
    Wreck("history is a link to itself", beside("history", lambda path, computer, chance: os.symlink(path, path)), True,
          kept=False),
    Wreck("data folder is a file", lambda computer, chance: (shutil.rmtree(computer.data), put(computer.data, b"x")), restores=False),
    Wreck("data folder is a link to itself",
          lambda computer, chance: (shutil.rmtree(computer.data), os.symlink(computer.data, computer.data)), restores=False),
    Wreck("file nobody may read", shut(lambda computer: computer.file, 0), restores=True, kept=False, as_nobody=True),
    Wreck("file nobody may write", shut(lambda computer: computer.file, 0o400), restores=False, as_nobody=True),
    Wreck("folder nobody may enter", shut(lambda computer: computer.data, 0), restores=False, as_nobody=True),
    Wreck("folder nobody may write", shut(lambda computer: computer.data, 0o500), restores=False, as_nobody=True),
    Wreck("copies nobody may see", shut(lambda computer: computer.backups, 0), True, restores=False, as_nobody=True),
    Wreck("secrets nobody may see", shut(lambda computer: computer.data + "/secrets", 0), True, kept=False, as_nobody=True),
]
