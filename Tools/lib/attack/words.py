"""What the program's sentences claim, and what no sentence may hold."""

import re

# Sentences that claim that the command changed nothing.
UNCHANGED = re.compile(
    r"[Nn]othing was (changed|written|imported|erased|restored|saved)|[Ii]t was not touched|is as it was before"
    r"|[Nn]othing of it was (done|changed)")
# Sentences that say that the effect is unknown, or that a part was done although the command
# failed.
UNSURE = re.compile(
    r"not known|may (have|be)|cannot be said|could not be (told|found out)|is saved|was saved|has been|was done"
    r"|were saved|[Ll]ook (at|with)|see whether it|goes on|is deleted|are deleted|is erased|not logged|be logged"
    r"|did not go out|is gone on with|not finished|could not be reported|happened")
# Sentences that call the data file damaged. They must not appear for a sound file, because a person
# would then restore an older copy and lose newer records.
DAMAGED = re.compile(r"compass\.sqlite is damaged|compass\.sqlite is not a Recruiting Compass file|The file has (a|\d+) fault")
# Texts that no message to a person may contain: SQL, names of source files and types, and the
# output of a crash.
INNARDS = re.compile(
    r"SELECT .* FROM |INSERT INTO |UPDATE \w+ SET|DELETE FROM |CREATE (TABLE|INDEX|TRIGGER)|PRAGMA |sqlite3_|sqlite_schema"
    r"|\.swift\b|Optional\(|Fatal error|SQLiteError|PersistenceError|no such (table|column)"
    r"|Swift\.|(?<!user)_id\b.*constraint|constraint failed|Stack dump|\*\*\* ")


def claims_success(answer):
    """What a person who reads the answer takes for done: status 0, or the whole line that says so before a kill."""
    if answer.code == 0:
        return True
    if answer.is_killed:
        return any(line.startswith("✓ ") for line in answer.out.split("\n")[:-1])
    return False


def innards(answer):
    found = INNARDS.search(answer.text)
    return [f"the answer shows what is inside the program: “{found[0]}”"] if found else []


def silence(answer):
    """A failure says what is wrong, on a page or beside it."""
    is_silent = answer.code != 0 and not answer.is_killed and len((answer.out + answer.errors).split("\n")) < 2
    return ["it fails without a word"] * is_silent


def crash(answer):
    if answer.is_hanging:
        return ["it hangs"]
    if answer.code < 0 and not answer.is_killed:
        return [f"it ended with signal {-answer.code}"]
    return []
