import Foundation
import MailTesting
import Testing
import ToolTesting

// Helpers for tests of e-mail: they set up a mail server in a household, and read the messages that
// it received.
extension Household {
  static let mailPassword = "Harbor7light"

  /// Sets up a mail server for a person, with the commands that the person would use.
  func setUpMail(
    _ server: SMTPServer, host: String = "127.0.0.1", security: String = "none",
    certificate: Certificate? = nil, password: String? = nil, seconds: Int = 300,
    as person: String = "Casey", from: String = "casey@example.org"
  ) throws {
    var words = [
      "settings", "mail", "--server", host, "--port", "\(server.port)", "--security", security,
      "--from", from, "--timeout", "\(seconds)",
    ]
    if let certificate { words += ["--certificate", certificate.file] }
    if password != nil { words += ["--user", "casey", "--password-fd", "0"] }
    let answer = try run(words, input: password ?? "", options: ["--profile", person])
    try #require(answer.code == 0, "\(answer)")
  }

  /// Returns the text of a PDF file, as the program `pdftotext` reads it.
  func textOfPDF(_ path: String) throws -> String {
    let answer = try Program.run(
      "/usr/bin/pdftotext", ["-layout", path, "-"], environment: environment)
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }

  func textOfPDF(base64: String) throws -> String {
    let path = folder + "/attached.pdf"
    try #require(Data(base64Encoded: base64)).write(to: URL(filePath: path))
    return try textOfPDF(path)
  }

  /// Returns a message's headers, text and attachments, as Python's own parser reads them, and the
  /// number of faults that the parser found in its format.
  func readMessage(_ path: String) throws -> String {
    let script = """
      import email, email.policy, sys
      message = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
      for name, value in message.items(): print(name + ": " + str(value))
      print()
      print(message.get_body(("plain",)).get_content())
      for part in message.iter_attachments():
          print("attached", part.get_filename(), part.get_content_type())
          open(sys.argv[1] + ".attached", "wb").write(part.get_payload(decode=True))
      print("defects", sum(len(part.defects) for part in message.walk()))
      """
    let answer = try Program.run(
      "/usr/bin/python3", ["-c", script, path], environment: environment)
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func contents(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// Returns the first coaches who have an e-mail address: the handle of each, such as `c1`, and
  /// the address.
  func coachAddresses(_ count: Int) throws -> [(handle: String, address: String)] {
    try sql(
      """
      SELECT h.number || ' ' || lower(c.email) FROM coaches c JOIN handles h ON h.id = c.id AND h.kind = 'c'
      WHERE c.email LIKE '%@%' ORDER BY h.number LIMIT \(count)
      """
    ).split(separator: "\n").map { line in
      let parts = line.split(separator: "'")[0].split(separator: " ")
      return ("c\(parts[0])", String(parts[1]))
    }
  }

  func interactionCount() throws -> Int {
    try #require(
      Int(try sql("SELECT count(*) FROM interactions").trimmingCharacters(in: .newlines)))
  }
}
