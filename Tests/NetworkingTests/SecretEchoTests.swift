import Foundation
import Testing

@testable import Networking

@Suite("What a server gives away")
struct SecretEchoTests {
  private static let password = "hunter2 ünd mehr"
  private static let user = "sam@example.org"

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  @Test(
    "A secret is heard in every form that a server could say it in",
    arguments: [
      "535 wrong: \(password)",
      "535 wrong: \(base64(password))",
      "535 AUTH PLAIN \(base64("\0\(user)\0\(password)")) is not known",
      "535 AUTH PLAIN \(base64("\(user)\0\(user)\0\(password)"))",
      "535 user=\(user),b64=\(base64("x" + password))",
      "535 LOGIN \(base64(user)) \(base64(password))",
      "535 \(base64(password).replacingOccurrences(of: "=", with: ""))",
      "535 " + base64("\0\(user)\0\(password)").map { "\($0)" }.joined(separator: " "),
      "535 hunter2=20=C3=BCnd=20mehr",
      "535 hunter2%20%C3%BCnd%20mehr",
      "535 hunter2+20+C3+BCnd+20mehr",
      "535 0x" + password.utf8.map { String(format: "%02x", $0) }.joined(),
      "535 h u n t e r 2 hunter2 ü",
      "535 the line was \(base64("\0\(user)\0\(password)").prefix(40))",
    ])
  func heard(_ reply: String) {
    #expect(SecretEcho(Self.password).isHeard(in: reply))
  }

  @Test(
    "Words that tell nothing are quoted",
    arguments: [
      "5.7.8 Username and Password not accepted. For more information, go to https://example.org/a?b=c%20d",
      "5.1.1 <rivera@example.edu>: Recipient address rejected: User unknown", "",
      "4.7.0 Try again later, closing connection. d2h5IG5vdA==",
    ])
  func notHeard(_ reply: String) {
    #expect(!SecretEcho(Self.password).isHeard(in: reply))
    #expect(!SecretEcho("").isHeard(in: reply))
  }
}
