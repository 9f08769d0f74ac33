import Domain
import FeatureKit
import Mailing

extension AccountFeature {
  var mailCommand: Command<Self> {
    Command(
      "mail", "Set up sending e-mail from your own address.", .writesOwn,
      Option(
        "server", .mailHost, "The server",
        ask: "The server that sends your e-mail, like smtp.example.org"
      ).labelled("The server that sends your e-mail", hint: "For example smtp.example.org"),
      Option(
        "security",
        ValueKind<MailServer.Security>.choice.called { word in
          MailServer.Security(rawValue: word)?.words
        }, "How it is encrypted",
        ask: "How is it kept secret on its way?  (starttls is usual; else tls or none)"
      ).suggesting("starttls").labelled("Encryption"),
      Option(
        "port", .integer(1...65535), "Its port; the usual one if left out",
        ask: "Its port number, if it is not the usual one"),
      Option(
        "user", ValueKind<String>.text(max: 254).orNothing(), "Who you are there, or none",
        ask: "Your user name there, often your e-mail address"),
      Secret(
        "password", "Your password there", ask: "Your password there, often an app password",
        isRequired: false),
      Option(
        "from", ValueKind<String>.mailAddress.orNothing(),
        "The address messages are from, or none for the user's",
        ask: "The address your messages are from (Enter if it is the user name)"),
      Option(
        "certificate", ValueKind<String>.file.orNothing(),
        "A certificate to trust, for a server of your own, or none"
      ).labelled("A certificate to trust", hint: "Only for a mail server of your own.").notAsked,
      Option(
        "timeout", .integer(MailSetup.possibleSeconds, placeholder: "SECONDS"),
        "How long it may take over a message"
      ).labelled("How long a message may take", hint: "In seconds.").notAsked,
      Flag("forget", "Forget all of it, the password too").notAsked,
      examples: [
        CommandExample(
          "settings mail --server localhost --security none --from casey@example.org",
          prints: "✓ E-mail leaves through localhost, port 25, no encryption.\n…"),
        CommandExample(
          "settings mail --forget",
          prints: "✓ Your e-mail server and its password are forgotten here."
        ),
      ]
    ) { server, security, port, user, password, from, certificate, seconds, forgets in
      .mailRequested(
        MailRequest(
          server: server, port: port, security: security, user: Change(typed: user),
          from: Change(typed: from), certificate: Change(typed: certificate), seconds: seconds,
          password: password, forgets: forgets))
    }
    .guided
    .explained(
      "The help pages of your e-mail provider name the server; many want an app password, which you make there for this program alone. The password is kept in your desktop's keyring, or in a file that only you can read; it is typed unseen, or read with --password-file or --password-fd. Nothing of this is shared, and undo does not touch it."
    )
  }
}

extension ValueKind<String> {
  /// Parses the name of a mail server or an IPv4 address, without a port.
  fileprivate static var mailHost: ValueKind {
    ValueKind("HOST", words: .program) { text, _ throws(Problem) in
      do throws(MailFailure) {
        return try MailServer(host: text.trimmed, port: 25, security: .tls).host
      } catch {
        throw Problem(
          .usage, "`\(text)` is not the name of an e-mail server.",
          fix: "Write only its name, like smtp.example.org. The port number is a value of its own.")
      }
    }
  }

  /// Parses the sender's e-mail address.
  ///
  /// It refuses an address that a mail server would refuse.
  fileprivate static var mailAddress: ValueKind {
    ValueKind("ADDRESS") { text, _ throws(Problem) in
      do throws(MailFailure) {
        return try Mailbox(text.trimmed).address
      } catch {
        throw error.problem
      }
    }
  }
}

extension Change where Value == String {
  /// Creates a change from an option's value: an omitted option (nil) keeps the setting, the value
  /// `none` (an inner nil) clears it, and any other value replaces it.
  fileprivate init(typed: String??) {
    switch typed {
    case nil: self = .keep
    case .some(nil): self = .clear
    case .some(let value?): self = .set(value)
    }
  }
}

extension MailServer.Security {
  /// The name of an encryption, such as `STARTTLS`, in the form's list of choices.
  fileprivate var words: String {
    switch self {
    case .startTLS: "STARTTLS, the usual one"
    case .tls: "TLS, also called SSL"
    case .none: "None, for a server on this machine"
    }
  }
}
