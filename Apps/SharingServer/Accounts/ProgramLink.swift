import FeatureKit
import HTTP
import JSON

/// The member `links` of the server's configuration: the addresses to which links in e-mails may
/// lead.
struct LinkSettings: Equatable, Sendable {
  /// The address of this server, with which links in e-mails begin.
  var address: String
  var targets: [String]

  init(address: String, targets: [String]) {
    self.address = address
    self.targets = targets
  }

  init(_ members: ConfigMembers) throws(Problem) {
    var members = members
    address = try members.text("address")
    targets = try members.list("redirect_to").compactMap(\.string)
    try members.finish()
    for one in targets + [address] {
      guard let scheme = one.split(separator: ":").first, one.contains("://"),
        !["javascript", "data", "file"].contains(scheme.lowercased()),
        one.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !one.contains("#")
      else {
        throw Problem(
          .usage, "“\(one.prefix(80))” in “links” is no whole address without a fragment.")
      }
    }
    guard !targets.isEmpty, !address.hasSuffix("/") else {
      throw Problem(
        .usage, "“links” names an address without a slash at its end, and a list redirect_to.")
    }
  }

  var json: JSONValue {
    ["address": .string(address), "redirect_to": .array(targets.map { .string($0) })]
  }
}

/// A link in an e-mail that hands a code to another program, with PKCE (RFC 7636): the program
/// later proves with the verifier of this challenge that it requested the e-mail.
struct ProgramLink: Equatable, Sendable {
  var challenge: String
  var method: String
  var target: String

  /// Reads the challenge and the target address of a request for an e-mail. Returns nil if the
  /// request contains no challenge, or a target address that is not in the configuration.
  init?(
    challenge: String?, method: String?, target: String?, _ settings: LinkSettings?
  ) throws(AuthFault) {
    guard challenge != nil || method != nil else { return nil }
    guard let challenge, let method = method?.lowercased() else {
      throw .invalid("code challenge and code challenge method are both required")
    }
    guard ["s256", "plain"].contains(method) else {
      throw .invalid("code challenge method is s256 or plain")
    }
    guard Self.isSecret(challenge) else { throw .invalid("code challenge is not valid") }
    guard let target, let settings, settings.targets.contains(target) else { return nil }
    self.challenge = challenge
    self.method = method
    self.target = target
  }

  /// Reads a link that an earlier request asked for and that the database stored. Returns nil if
  /// the configuration no longer contains the link's target address.
  init?(stored: JSONValue, _ settings: LinkSettings?) throws(AuthFault) {
    try self.init(
      challenge: stored["code_challenge"]?.string,
      method: stored["code_challenge_method"]?.string, target: stored["redirect_to"]?.string,
      settings)
  }

  var json: JSONValue {
    [
      "code_challenge": .string(challenge), "code_challenge_method": .string(method),
      "redirect_to": .string(target),
    ]
  }

  /// Returns whether the text has the form that RFC 7636 requires of a verifier and of a challenge:
  /// its length and its characters.
  static func isSecret(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }

  func address(
    _ code: String, to email: String, type: String, _ settings: LinkSettings
  ) -> String {
    let query = Fields([
      .init("token", MailedCode(code, to: email).tokenHash), .init("type", type),
      .init("redirect_to", target), .init("code_challenge", challenge),
      .init("code_challenge_method", method),
    ]).text
    return "\(settings.address)/auth/v1/verify?\(query)"
  }

  /// Returns a response that redirects the browser to the program, with the fields in the address.
  func response(_ fields: [Fields.Field]) -> Response {
    let sign = target.contains("?") ? "&" : "?"
    return Response(
      303,
      headers: [
        "Location": "\(target)\(sign)\(Fields(fields).text)", "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
      ])
  }
}
