/// The program of the tests' SMTP server, which needs only Python's standard library.
enum SMTPServerScript {
  static let text = #"""
    import base64, email, email.policy, json, os, socket, ssl, sys, threading

    options = json.loads(sys.argv[1])
    context = None
    if options.get("certificate"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options["certificate"], options["key"])
    outputs = [sys.stdout]
    if options.get("copies"):
        outputs.append(open(options["copies"], "w"))
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def watch_input():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=watch_input, daemon=True).start()

    everybody = threading.Barrier(options["greetsAt"])

    class HangUp(Exception):
        pass

    class Session:
        def __init__(self, connection):
            self.connection = connection
            self.encrypted = False
            if options["tls"] == "implicit":
                self.encrypt()
            self.reader = self.connection.makefile("rb")
            self.user = None
            self.greeted = ""
            self.sender = None
            self.recipients = []

        def encrypt(self):
            self.connection = context.wrap_socket(self.connection, server_side=True)
            self.encrypted = True

        def say(self, *lines):
            self.connection.sendall("".join(line + "\r\n" for line in lines).encode())

        def pause(self, place):
            if options["silentAt"] == place:
                threading.Event().wait()
            if options["hangsUpAt"] == place:
                raise HangUp()

        def run(self):
            self.pause("greeting")
            everybody.wait()
            self.say(options["greeting"])
            while True:
                line = self.reader.readline()
                if not line:
                    return
                words = line.decode().strip().split(" ", 1)
                rest = words[1] if len(words) > 1 else ""
                command = getattr(self, "do_" + words[0].lower(), None)
                if command is None:
                    self.say("502 unknown")
                else:
                    command(rest)

        def do_ehlo(self, rest):
            self.greeted = rest
            lines = ["localhost"]
            if options["tls"] == "starttls" and not self.encrypted:
                lines.append("STARTTLS")
            if options.get("user"):
                lines.append("AUTH PLAIN")
            lines.append("8BITMIME")
            last = len(lines) - 1
            self.say(*["250" + (" " if i == last else "-") + line for i, line in enumerate(lines)])

        def do_starttls(self, rest):
            self.say("220 go on")
            self.encrypt()
            self.reader = self.connection.makefile("rb")

        def do_auth(self, rest):
            parts = rest.split(" ")
            if len(parts) < 2:
                self.say("334 ")
                parts.append(self.reader.readline().decode().strip())
            _, user, password = base64.b64decode(parts[1]).decode().split("\0")
            if [user, password] == [options["user"], options["password"]]:
                self.user = user
                self.say("235 welcome")
            else:
                self.say("535 5.7.8 wrong: " + password)

        def do_mail(self, rest):
            self.sender = rest[rest.index("<") + 1:rest.index(">")]
            self.say(options["senderAnswer"])

        def do_rcpt(self, rest):
            address = rest[rest.index("<") + 1:rest.index(">")]
            if address in options["refused"]:
                self.say(*options["refused"][address].split("|"))
            else:
                self.recipients.append(address)
                self.say("250 ok")

        def do_data(self, rest):
            self.say("354 send it")
            lines = []
            while True:
                line = self.reader.readline()
                if line == b".\r\n":
                    break
                if not line:
                    return
                lines.append(line[1:] if line.startswith(b".") else line)
            self.pause("data")
            if options["dataAnswer"].startswith("250"):
                self.report(b"".join(lines))
            self.say(options["dataAnswer"])

        def do_quit(self, rest):
            self.pause("quit")
            self.say("221 bye")
            raise HangUp()

        def report(self, source):
            message = email.message_from_bytes(source, policy=email.policy.default)
            body = message.get_body(("plain",))
            line = json.dumps({
                "from": self.sender, "to": self.recipients, "user": self.user,
                "isEncrypted": self.encrypted, "greeted": self.greeted,
                "headers": {name: str(value) for name, value in message.items()},
                "text": body.get_content(),
                "attachments": [
                    {"name": part.get_filename(), "type": part.get_content_type(),
                     "base64": base64.b64encode(part.get_payload(decode=True)).decode()}
                    for part in message.iter_attachments()],
                "defects": len(message.defects) + sum(len(part.defects) for part in message.walk()),
            })
            for output in outputs:
                print(line, file=output, flush=True)

    def serve(connection):
        try:
            Session(connection).run()
        except (HangUp, OSError):
            pass
        finally:
            connection.close()

    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()
    """#
}
