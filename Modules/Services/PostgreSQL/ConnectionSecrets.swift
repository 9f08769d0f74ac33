/// The passwords of a connection string. A message of libpq about a malformed string can quote
/// pieces of them.
struct ConnectionSecrets {
  /// The passwords, and the pieces into which libpq may have cut them. The longest are first.
  private let texts: [String]

  init(in connection: String) {
    var found: [Substring] = []
    // In a URL such as `postgres://user:password@host`, the password ends at the last “@”, because
    // it may contain that character itself.
    if let slashes = connection.firstRange(of: "://") {
      let rest = connection[slashes.upperBound...]
      if let end = rest.lastIndex(of: "@"), let colon = rest[..<end].firstIndex(of: ":") {
        found.append(rest[rest.index(after: colon)..<end])
      }
    }
    // In a list of settings such as `user=a password=b`, a password ends where the next setting
    // begins, because it may contain blanks.
    for match in connection.matches(of: #/password\s*=\s*(.*?)(?=\s+\w+\s*=|$)/#) {
      found.append(match.1)
    }
    let pieces = found.flatMap { secret -> [Substring] in
      secret.split { $0.isWhitespace || "@:/?#&'\\".contains($0) }.filter { $0.count > 2 }
    }
    texts = (found + pieces).map(String.init).filter { !$0.isEmpty }
      .sorted { $0.count > $1.count }
  }

  /// Returns the words of an error message with “…” in place of the passwords.
  func hidden(in words: String) -> String {
    texts.reduce(words) { $0.replacing($1, with: "…") }
  }
}
