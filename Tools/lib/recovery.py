"""One account at a server: it adds rows, deletes all of them, and counts what it reads. For Tools/point-in-time.

    recovery.py CONFIG SAID SESSION begin | add N | delete | count N
"""
import json
import re
import sys
import urllib.request
import uuid

config, said, kept, deed, *rest = sys.argv[1:]
with open(config) as text:
    key = json.load(text)["public_key"]
with open(said) as text:
    port = re.search(r"127\.0\.0\.1:(\d+)", text.read())[1]
ACCOUNT = {"email": "sam@example.org", "password": "a long enough password"}


def ask(method, path, body=None, token=None):
    headers = {"apikey": key, "Content-Type": "application/json", "Prefer": "return=minimal"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode() if body is not None else None, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read()
        return json.loads(text) if text else None


if deed == "begin":
    session = ask("POST", "/auth/v1/signup", ACCOUNT | {"data": {"birth_date": "2000-01-01"}})
    ask("POST", "/rest/v1/rpc/open_profile", {"role": "player", "full_name": "Sam Lee", "graduation_year": 2028}, session["access_token"])
    family = ask("POST", "/api/family/create", None, session["access_token"])
    with open(kept, "w") as out:
        json.dump({"family": family["familyId"], "person": session["user"]["id"]}, out)
else:
    token = ask("POST", "/auth/v1/token?grant_type=password", ACCOUNT)["access_token"]
    with open(kept) as text:
        known = json.load(text)
    if deed == "add":
        for number in range(int(rest[0])):
            ask("POST", "/rest/v1/schools", {
                "id": str(uuid.uuid4()), "name": f"College {number}", "family_unit_id": known["family"], "user_id": known["person"],
                "created_by": known["person"], "updated_by": known["person"], "status": "researching"}, token)
    elif deed == "delete":
        ask("DELETE", f"/rest/v1/schools?family_unit_id=eq.{known['family']}", None, token)
    else:
        count = len(ask("GET", "/rest/v1/schools?select=id", None, token))
        if count != int(rest[0]):
            sys.exit(f"✗ {count} rows are read instead of {rest[0]}.")
