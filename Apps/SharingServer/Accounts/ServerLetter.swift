import HTTP

/// An e-mail that the server sends to one address. Its subject names no person, because a locked
/// screen may show the subject.
package struct ServerLetter: Equatable, Sendable {
  package var subject: String
  package var text: String
  /// The id of the message, for an e-mail that is sent again until the mail server has accepted it;
  /// nil draws a new random id.
  package var id: String?
  /// The web address at which the recipient unsubscribes from e-mails of this kind; nil if there is
  /// none.
  package var unsubscribing: String?

  /// The purpose of a code that is sent by e-mail.
  package enum CodePurpose: String, CaseIterable, Sendable {
    case signUp = "sign-up"
    case signIn = "sign-in"
    case recovery
    case address

    /// The value of `type` in a request to `/auth/v1/verify` with a code for this purpose.
    package var verification: String {
      switch self {
      case .signUp: "signup"
      case .signIn: "email"
      case .recovery: "recovery"
      case .address: "email_change"
      }
    }

    fileprivate var subject: String {
      switch self {
      case .signUp: "Confirm your address"
      case .signIn: "Your code to sign in"
      case .recovery: "Your new password"
      case .address: "Confirm your new address"
      }
    }

    fileprivate var act: String {
      switch self {
      case .signUp: "make your account"
      case .signIn: "sign in"
      case .recovery: "choose a new password"
      case .address: "use this address for your account"
      }
    }
  }
}

extension ServerLetter {
  /// Returns an e-mail with a code and, if the server has pages, a link to the page on which a
  /// person enters the code.
  ///
  /// Opening the link only fills in the page's form; the button of the form uses the code up. A
  /// program that opens all links in a mailbox therefore does not use it up.
  static func code(
    _ code: String, _ purpose: CodePurpose, to address: String, pages: String?, link: String? = nil
  ) -> ServerLetter {
    var text = """
      Your code to \(purpose.act) at Recruiting Compass is

          \(code)

      """
    if let pages {
      text += """

        Type it there, or open this page and press its button:

            \(page(code, purpose, to: address, pages: pages))

        """
      if purpose == .address {
        text += "\nYou have to be signed in there, with the address that you had until now.\n"
      }
    }
    if let link {
      text += """

        Type it there, or open this link on the device on which you asked for it:

            \(link)

        """
    }
    text += "\nIt is good once, for an hour. If you did not ask for it, you need do nothing.\n"
    return ServerLetter(subject: purpose.subject, text: text)
  }

  /// Returns the address of the page on which a person enters a code. `pages` is the address of the
  /// server's pages; if it is empty, the result is a path.
  package static func page(
    _ code: String, _ purpose: CodePurpose, to address: String, pages: String
  ) -> String {
    let query = Fields([
      .init("for", purpose.rawValue),
      .init("token_hash", MailedCode(code, to: address).tokenHash),
    ]).text
    return "\(pages)/code?\(query)"
  }

  /// The e-mail to the owner of an account, if a request to create a second account has named the
  /// same address.
  static let accountExists = ServerLetter(
    subject: "You have an account already",
    text: """
      With this address a new account was asked for at Recruiting Compass. It has one already, and
      nothing was changed.

      If it was you: sign in, or choose a new password where you sign in. If it was not you, you
      need do nothing.

      """)

  /// Returns the e-mail to a child who signs up again after a parent has withdrawn the consent to
  /// the existing account. It replaces the e-mail `accountExists`, which would advise to sign in.
  /// The child cannot sign in before the parent consents, also not with a new password.
  ///
  /// - Parameter owner: the e-mail address of the person who runs the server, if it is known.
  static func consentMissing(owner: String?) -> ServerLetter {
    ServerLetter(
      subject: "Your account waits for a parent",
      text: """
        With this address a new account was asked for at Recruiting Compass. It has one already, and
        nothing was changed. A parent's agreement to this account is missing, so you cannot sign in
        to it before \(SignUpForm.grownUp), also not with a new password.

        If it was you: talk with your parent. The letter that told your parent of the withdrawal may
        have a page on which they can agree again. Then you sign in as before. If it has none, the old
        account has to be deleted with all that was written, and you can sign up again. For that your
        parent can write to \(runner(owner))

        If it was not you, you need do nothing.

        """)
  }

  /// The e-mail to the owner of an account, if the owner of another account asked to change to the
  /// same address.
  static let addressTaken = ServerLetter(
    subject: "Your address has an account already",
    text: """
      Another account at Recruiting Compass wanted to use this address. It has an account of its
      own, and nothing was changed. You need do nothing.

      """)

  /// Returns the e-mail to the present address of an account whose owner has requested another
  /// address.
  ///
  /// Its code is needed only if the change was requested by a program that is not signed in to the
  /// account. The server's own pages do not need it.
  static func addressToChange(_ code: String) -> ServerLetter {
    ServerLetter(
      subject: "The address of your account is to be changed",
      text: """
        Your account at Recruiting Compass is to have another e-mail address. It changes when the new
        one is confirmed. If it was you who asked for it, you need do nothing here, unless a program
        asks for the code of this address. The code is

            \(code)

        Tell it to no other person. If it was not you, choose a new password at once: that stops the
        change. Then tell the person who runs your server.

        """)
  }

  /// The e-mail to the owner of an account whose password was changed.
  static let passwordChanged = ServerLetter(
    subject: "The password of your account was changed",
    text: """
      Your account at Recruiting Compass has a new password. Other browsers and devices are signed
      out.

      If it was not you, choose a new password at once, with a code where you sign in, and tell the
      person who runs your server.

      """)

  /// The e-mail to the previous address of an account whose address was changed.
  static let addressChanged = ServerLetter(
    subject: "The address of your account was changed",
    text: """
      Your account at Recruiting Compass has another e-mail address from now on. Letters no longer
      come to this one, and it no longer signs in.

      If it was not you, tell the person who runs your server at once. They can give the account
      back to you.

      """)

  /// The e-mail to the owner of an account, if a program of the administrator has made a link or a
  /// code with which one can sign in to the account.
  static let linkMade = ServerLetter(
    subject: "A link to sign in to your account was made",
    text: """
      The person who runs your server made a link with which one can sign in to your account at
      Recruiting Compass. It is good once, for an hour.

      If you did not ask that person for it, ask what it is for.

      """)

  /// Returns the e-mail that asks a parent to consent to a child's account.
  static func consentAsked(child: String, link: String, pages: String) -> ServerLetter {
    ServerLetter(
      subject: "A child asks for your agreement",
      text: """
        \(child) would like to have an account at Recruiting Compass, and says that you are the
        parent. From 13 to 17 a parent has to agree. Read what is kept there, and say yes or no:

            \(pages)/consent?link=\(link)

        The link is good for seven days. Without your yes there is no account. If you do not know
        this child, you need do nothing.

        """)
  }

  /// Returns an e-mail that lists the titles and messages of new notifications.
  package static func reminder(
    _ news: [(title: String, message: String?)], isDaily: Bool, id: String, unsubscribing: String,
    pages: String
  ) -> ServerLetter {
    let items = news.map { title, message in
      ["* " + title, message.map { "  " + $0 }].compactMap { $0 }.joined(separator: "\n")
    }
    return ServerLetter(
      subject: news.count == 1
        ? "There is something new for you" : "\(news.count) things are new for you",
      text: """
        New at Recruiting Compass:

        \(items.joined(separator: "\n\n"))

        See everything there:

            \(pages)/notifications

        You get this e-mail \(isDaily ? "once a day" : "as soon as there is something new"). Change that there, under
        Account, or press the button of this page to get none:

            \(unsubscribing)

        """, id: id, unsubscribing: unsubscribing)
  }

  /// Returns the e-mail to a parent who has consented, with a link to withdraw the consent.
  package static func consentGiven(child: String, link: String, pages: String) -> ServerLetter {
    ServerLetter(
      subject: "You agreed to an account",
      text: """
        You agreed that \(child) has an account at Recruiting Compass. You may change your mind at
        any time. Keep this letter: with this page you withdraw your agreement:

            \(pages)/withdraw?link=\(link)

        """)
  }

  /// Returns the e-mail to a parent whose consent was withdrawn.
  ///
  /// - Parameters:
  ///   - back: the web address of the page on which the parent can agree again; nil if there is none.
  ///   - owner: the e-mail address of the person who runs the server, if it is known.
  package static func consentWithdrawn(
    child: String, back: String?, owner: String?
  ) -> ServerLetter {
    let again = back.map {
      """

      If you change your mind, you can agree again on this page. Then your child signs in as before:

          \($0)

      """
    }
    return ServerLetter(
      subject: "Your agreement is withdrawn",
      text: """
        Your agreement that \(child) has an account at Recruiting Compass is withdrawn. Your child is
        signed out everywhere, and cannot sign in there before 18.

        \(deleting(owner: owner))

        """ + (again ?? ""))
  }

  /// Returns the sentence that tells a parent how the child's data are deleted after a withdrawal.
  package static func deleting(owner: String?) -> String {
    "What was written stays. If it is to be deleted too, write to \(runner(owner))"
  }

  private static func runner(_ owner: String?) -> String {
    "the person who runs this server" + (owner.map { ": \($0)" } ?? ".")
  }

  /// Returns the e-mail that tells an athlete that a parent asks to join the family.
  static func joinAsked(
    by name: String?, _ email: String, on day: String, pages: String?
  ) -> ServerLetter {
    ServerLetter(
      subject: "A parent asks to join your family",
      text: """
        On \(day) a parent asked to join your family at Recruiting Compass:

            \([name, email].compactMap { $0 }.joined(separator: ", "))

        Only you can let them in. Do it only if you know that it is them. You find the request for
        seven days on your page Family\(Self.place("/family", pages))

        """)
  }

  /// Returns the e-mail that tells a parent how the athlete answered the request to join. A parent
  /// who was not let in may be a stranger, so that letter does not name the athlete.
  static func joinAnswered(
    isLetIn: Bool, by athlete: String?, on day: String, pages: String?
  ) -> ServerLetter {
    ServerLetter(
      subject: "Your request to join a family was answered",
      text: isLetIn
        ? """
        On \(day) \(athlete ?? "the athlete") let you into the family at Recruiting Compass. You see
        its pages now\(Self.place("/dashboard", pages))

        """
        : """
        On \(day) the athlete of the family that you asked to join at Recruiting Compass did not let
        you in. Talk with the athlete, then you can ask again with a new code.

        """)
  }

  /// Returns the end of a sentence that names a page: a colon and the page's address, or a full
  /// stop if the server has no pages.
  private static func place(_ path: String, _ pages: String?) -> String {
    pages.map { ":\n\n    \($0)\(path)" } ?? "."
  }

  /// Returns the e-mail that tells a child whether the parent has consented.
  package static func consentAnswered(agrees: Bool, pages: String) -> ServerLetter {
    agrees
      ? ServerLetter(
        subject: "Your account is ready",
        text: """
          Your parent agreed. Sign in with your address and your password:

              \(pages)/sign-in

          """)
      : ServerLetter(
        subject: "There is no account",
        text: """
          Your parent did not agree, so there is no account, and nothing that you wrote is kept.

          """)
  }
}
