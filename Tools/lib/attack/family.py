"""Who is in the data folder under attack: the made-up family, a second family, a person without one, and texts to look for."""

import os
import re

from computer import Computer

ATHLETE, PARENT, OTHER_PARENT = "Casey", "Maria", "Chris"
STRANGER, STRANGER_PARENT, NEWCOMER = "Sam", "Pat", "Robin"

# Marker texts in data that only the named person may read, such as private notes. A test fails if
# another person sees one.
CASEYS, MARIAS, SAMS = "zq-caseys-own", "zq-marias-own", "zq-sams-own"



def furnish(folder):
    """A data folder that three families have used for a while, with backups."""
    computer = Computer.empty(folder)
    computer.must(["--demo", "tasks"])
    computer.must(["schools", "add", f"{CASEYS} university", "--private-note", f"{CASEYS} note"], ATHLETE)
    computer.must(["interactions", "log", "email", "c1", f"{CASEYS} subject"], ATHLETE)
    computer.must(["documents", "add", f"{CASEYS} film", "highlight-video",
                   "https://example.org/film"], ATHLETE)
    computer.must(["letters", "add", f"{CASEYS} writer"], ATHLETE)
    computer.must(["quick", "add", f"{CASEYS} errand"], ATHLETE)
    computer.must(["quick", "add", f"{MARIAS} errand"], PARENT)
    for person, password in ((ATHLETE, f"{CASEYS}-Harbor7"), (PARENT, f"{MARIAS}-Harbor7")):
        computer.must(["settings", "mail", "--server", "127.0.0.1", "--port", "9", "--security", "none", "--user",
                       "casey", "--from", "casey@example.org", "--password-fd", "0"], person, password.encode())
    _second_family(computer)
    computer.must(["account", "create", "--role", "athlete", "--name", "Robin Day", "--graduation-year", "2028",
                   "--sport", "baseball"])
    computer.must(["account", "sign-in", ATHLETE])
    # The first page of a day generates notifications and suggestions. They are generated here, so
    # that later comparisons do not take them for changes by an attack.
    for person in (ATHLETE, PARENT, OTHER_PARENT, STRANGER, STRANGER_PARENT, NEWCOMER):
        for page in ("tasks", "dashboard", "notifications", "suggestions"):
            computer.run([page], person)
    computer.must(["backup"], ATHLETE)
    computer.must(["schools", "edit", "s2", "--notes", "after the first backup"], ATHLETE)
    computer.must(["backup"], ATHLETE)
    computer.must(["schools", "edit", "s2", "--notes", "after the second backup"], ATHLETE)
    # Writes the history file in the format in which libedit, the library that reads the prompt,
    # stores typed lines.
    with open(os.path.join(computer.data, "history"), "w", encoding="utf-8") as file:
        file.write(f"_HiStOrY_V2_\nquick\\040add\\040{MARIAS}\ntasks\n")
    os.chmod(os.path.join(computer.data, "history"), 0o600)
    return computer


def _second_family(computer):
    computer.must(["account", "create", "--role", "athlete", "--name", "Sam Lee", "--graduation-year", "2028",
                   "--sport", "baseball"])
    computer.must(["family", "create"], STRANGER)
    code = re.search("FAM-[A-Z0-9]{6}", computer.must(["family", "code"], STRANGER).text).group()
    computer.must(["account", "create", "--role", "parent", "--name", "Pat Lee"])
    computer.must(["family", "join", code], STRANGER_PARENT)
    school = f"{SAMS} college"
    computer.must(["schools", "add", school, "--private-note", f"{SAMS} note"], STRANGER)
    computer.must(["coaches", "add", f"{SAMS} coach", school, "head"], STRANGER)
    computer.must(["interactions", "add", school, "email", "--subject", f"{SAMS} subject"], STRANGER)
    computer.must(["offers", "add", school, "partial", "--notes", f"{SAMS} offer"], STRANGER)
    computer.must(["events", "add", f"{SAMS} camp", "camp", "2026-03-01"], STRANGER)
    computer.must(["documents", "add", f"{SAMS} film", "highlight-video",
                   "https://example.org/sam"], STRANGER)
    computer.must(["letters", "add", f"{SAMS} writer"], STRANGER)
    computer.must(["performance", "log", "velocity", "77.1"], STRANGER)
    computer.must(["quick", "add", f"{SAMS} errand"], STRANGER)
