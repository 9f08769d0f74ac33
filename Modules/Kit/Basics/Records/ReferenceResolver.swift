/// Finds the records that people name in texts, for every command and for completion (decision 2).
///
/// The host (shell or web server) owns one resolver. The resolver asks the backend, which has the
/// stored data, for the names and handles of records that the viewer may see. It compares them with
/// the typed text by the rule of `NameMatch`.
public struct ReferenceResolver: Capability {
  private let find: @Sendable (Lookup) async throws(Problem) -> [Named]

  /// A query to the index of names and handles (short names such as `t12`) in the backend, which
  /// has the stored data.
  public enum Lookup: Equatable, Sendable {
    case handle(ReferenceKind, number: Int)
    case id([ReferenceKind], RecordID)
    /// Looks up all records of these kinds whose names contain words with these beginnings, which
    /// are in lower case and without accents. The result may contain more records, because the
    /// resolver compares the names again.
    case words([ReferenceKind], beginnings: [String])
    /// Looks up at most this number of records of each kind, in the order in which completion
    /// offers them.
    ///
    /// The resolver uses this query while the person has typed nothing yet. The limit keeps the
    /// query fast if there are many records.
    case first(Int, of: [ReferenceKind])
  }

  /// A record as the index of the stored records returns it, with every name by which a person can
  /// refer to it.
  public struct Named: Hashable, Sendable {
    /// The record, with the title under which it is listed.
    public var reference: Reference
    /// A text that distinguishes records of the same name, such as a person's employer.
    public var detail: String?
    /// Other names, which are matched like the title, such as "Ana Rivera" for "Rivera, Ana".
    public var aliases: [String]

    public init(_ reference: Reference, detail: String? = nil, aliases: [String] = []) {
      self.reference = reference
      self.detail = detail
      self.aliases = aliases
    }

    var names: [String] { [reference.title] + aliases }
  }

  public init(find: @escaping @Sendable (Lookup) async throws(Problem) -> [Named]) {
    self.find = find
  }

  public static func unimplemented(_ place: Unimplemented) -> ReferenceResolver {
    ReferenceResolver { _ throws(Problem) in throw place.problem("find") }
  }

  /// Returns the record to which the text refers. If there is none, or more than one, throws a
  /// problem with the reason.
  public func resolve(_ text: String, as kinds: [ReferenceKind]) async throws(Problem) -> Reference
  {
    let typed = text.trimmed
    let nouns = kinds.map(\.singular).inSentence("or")
    guard !typed.isEmpty else { throw Problem(.usage, "Say which \(nouns).") }
    if let id = RecordID(typed) {
      guard let found = try await find(.id(kinds, id)).first else {
        throw Problem(.notFound, "There is no \(nouns) with the id \(typed.lowercased()).")
      }
      return found.reference
    }
    switch Handle.read(typed, kinds: kinds) {
    case .handle(let handle):
      guard let found = try await find(.handle(handle.kind, number: handle.number)).first else {
        throw Problem(
          .notFound, "There is no \(handle.kind.singular) \(handle.kind.letter)\(handle.number).")
      }
      return found.reference
    case .words:
      return try await resolveWords(typed, kinds: kinds, nouns: nouns)
    case .needsLetter(let problem), .outOfRange(let problem):
      throw problem
    case .otherKind(let problem):
      // A name can contain a word that looks like a handle (a letter and a number), such as an
      // event called "U12 Showcase". So the text is also compared with names.
      do throws(Problem) {
        return try await resolveWords(typed, kinds: kinds, nouns: nouns)
      } catch {
        throw error.cause == .notFound ? problem : error
      }
    }
  }

  /// Returns the records whose names continue the typed text, for the completion of a command line.
  public func candidates(for text: String, as kinds: [ReferenceKind], limit: Int) async -> [Named] {
    let wanted = NameMatch(text, kinds: kinds)
    // If nothing is typed yet, every record is a candidate, so the first ones of each kind are
    // looked up.
    if wanted.words.isEmpty {
      return Array(((try? await find(.first(limit, of: kinds))) ?? []).prefix(limit))
    }
    let found = (try? await find(.words(kinds, beginnings: wanted.words))) ?? []
    return Array(found.filter { wanted.fits($0.names) }.prefix(limit))
  }

  private func resolveWords(
    _ typed: String, kinds: [ReferenceKind], nouns: String
  ) async throws(Problem) -> Reference {
    let wanted = NameMatch(typed, kinds: kinds)
    guard !wanted.words.isEmpty else {
      throw Problem(.notFound, "No \(nouns) is called `\(typed)`.")
    }
    let found = try await find(.words(kinds, beginnings: wanted.words))
    switch wanted.meant(among: found, called: \.names) {
    case .one(let named): return named.reference
    case .several(let meant): throw severalFit(typed, meant, kinds: kinds)
    case .none: throw try await noneCalled(typed, kinds: kinds, nouns: nouns)
    }
  }

  private func severalFit(
    _ typed: String, _ meant: [Named], kinds: [ReferenceKind]
  ) -> Problem {
    let shown = meant.prefix(9)
    let width = shown.map { $0.reference.handle.count }.max() ?? 0
    return Problem(
      .usage,
      "`\(typed)` fits \(count(meant.count)) \(kinds.count == 1 ? kinds[0].plural : "records"). \(Problem.useOneOf)",
      details: shown.map { hit in
        let handle = hit.reference.handle
        let padding = String(repeating: " ", count: width - handle.count + 2)
        return "  " + handle + padding + hit.reference.title
          + (hit.detail.map { "  ·  " + $0 } ?? "")
      } + (meant.count > shown.count ? ["  … \(meant.count - shown.count) more"] : []),
      fix: "Nothing was done.")
  }

  private func noneCalled(
    _ typed: String, kinds: [ReferenceKind], nouns: String
  ) async throws(Problem) -> Problem {
    let everything = try await find(.words(kinds, beginnings: []))
    let titles = everything.map(\.reference.title)
    let nearest = Suggestion.nearest(to: typed, among: titles)
    let hit = nearest.flatMap { title in everything.first { $0.reference.title == title } }
    return Problem(
      .notFound, "No \(nouns) is called `\(typed)`.",
      details: hit.map { ["Did you mean \($0.reference.handle) \($0.reference.title)?"] } ?? [])
  }

  private func count(_ number: Int) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return number < words.count ? words[number] : String(number)
  }
}

extension NameMatch {
  /// Creates the match for a typed name of a record. The match ignores forms of address (titles
  /// that these kinds of record allow before a name).
  ///
  /// For example, `doctor rivera` matches the name Rivera if one of the kinds is that of doctors.
  init(_ typed: String, kinds: [ReferenceKind]) {
    self.init(typed, ignoring: Set(kinds.flatMap(\.formsOfAddress)))
  }
}
