public import Domain
public import FeatureKit

/// Tests the links of documents, reports the results, and stores them in one write.
struct DocumentCheck: Sendable {
  let documents: DocumentsGateway
  let health: LinkHealthGateway
  let files: KeptFilesGateway
  let probe: LinkProbe

  /// The largest number of links that are requested at the same time. More requests would burden a
  /// web site that many documents link to.
  private static let atOnce = 6

  /// Returns the documents to test: the chosen ones, or the current version of every document.
  func rows(_ references: [Reference], of athlete: RecordID) async throws(Problem) -> [DocumentRow]
  {
    var rows: [DocumentRow] = []
    for reference in references { rows.append(try await documents.show(reference.id, of: athlete)) }
    if !rows.isEmpty { return rows }
    let query = ListQuery<Document> { $0.filter.currentOnly = true }
    return try await documents.list(query, of: athlete).rows
  }

  /// Returns the result of the test for each document.
  ///
  /// An address that several documents share is requested only once. A document that is a stored
  /// file needs no request; the file is checked instead.
  func answers(
    of rows: [DocumentRow], athlete: RecordID, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(Problem) -> [LinkAnswer] {
    var answers: [String: LinkAnswer] = [:]
    for document in rows.map(\.document) where document.keptFile != nil {
      let fileState = try await files.state(ofFileOf: document.id, of: athlete)
      answers[document.fileURL] =
        switch fileState {
        case .here: .fileFound
        case .damaged: .fileDamaged
        case .elsewhere, nil: .fileElsewhere
        }
    }
    let addresses = Set(rows.map(\.document.fileURL)).subtracting(answers.keys).sorted()
    let known = answers.count
    await withTaskGroup(of: (String, LinkAnswer).self) { group in
      var waiting = addresses[...]
      for address in waiting.prefix(Self.atOnce) {
        group.addTask { (address, await probe.answer(of: address)) }
      }
      waiting = waiting.dropFirst(Self.atOnce)
      while let (address, answer) = await group.next() {
        answers[address] = answer
        progress(Progress("Trying links", done: answers.count - known, of: addresses.count))
        guard let next = waiting.popFirst(), !_Concurrency.Task.isCancelled else { continue }
        group.addTask { (next, await probe.answer(of: next)) }
      }
    }
    return rows.map { answers[$0.document.fileURL] ?? .notTried }
  }

  /// Stores the results of the test. Returns the links that the answer to the command mentions:
  /// those whose result was stored, and those that could not be tested.
  ///
  /// A document whose address was changed during the test is left out.
  func keep(
    _ tried: [(row: DocumentRow, answer: LinkAnswer)], of athlete: RecordID
  ) async throws(Problem) -> CheckedLinks {
    let trials = tried.compactMap { row, answer in
      answer.health.map { LinkTrial(row.reference.id, row.document.fileURL, $0) }
    }
    let noted = Set(try await health.record(trials, of: athlete).map(\.reference.id))
    return CheckedLinks(
      tried.filter { $0.answer.health == nil || noted.contains($0.row.reference.id) }.map {
        CheckedLinks.Link($0.row.reference, $0.answer)
      })
  }
}

/// The result of testing links.
public struct CheckedLinks: Equatable, Sendable {
  public var links: [Link]

  public struct Link: Equatable, Sendable {
    public var document: Reference
    public var answer: LinkAnswer

    public init(_ document: Reference, _ answer: LinkAnswer) {
      self.document = document
      self.answer = answer
    }
  }

  public init(_ links: [Link]) {
    self.links = links
  }
}

extension CheckedLinks {
  private static let shown = 20

  private func count(_ health: LinkHealth?) -> Int {
    links.filter { $0.answer.health == health }.count
  }

  /// The answer to the command after the test: the tested links, or the sentence that there is no
  /// link to test.
  ///
  /// Nil if there are links but none could be tested, because `problem` then says why.
  var done: Done? {
    guard !links.isEmpty else { return Done("There are no links to try.") }
    let tried = links.filter { $0.answer.health != nil }
    guard !tried.isEmpty else { return nil }
    let counts = LinkHealth.allCases.compactMap { health in
      count(health) > 0 ? "\(count(health)) \(health.words.lowercased())" : nil
    }
    let notable = tried.filter { tried.count == 1 || $0.answer.health != .healthy }
    var details = notable.prefix(Self.shown).map { link in
      "\(link.document.handle) \(link.document.title): \(link.answer.words)"
    }
    if notable.count > Self.shown {
      details.append("… \(notable.count - Self.shown) more:  documents --health broken")
    }
    return Done(
      "Tried \(Self.words(tried.count)): \(counts.joined(separator: ", ")).",
      details: details + [Done.undoHint], references: tried.map(\.document))
  }

  /// The reason why some links could not be tested, such as a missing connection.
  ///
  /// Earlier results of these links stay stored. Nil if all links were tested.
  var problem: Problem? {
    let left = links.filter { $0.answer.health == nil }
    guard !left.isEmpty else { return nil }
    let stays = "\(Self.words(left.count)) not tried; what was known of them stays."
    if left.contains(where: { $0.answer == .fileElsewhere }) {
      var problem = Problem.fileIsElsewhere
      problem.details.append(stays)
      return problem
    }
    if left.contains(where: { $0.answer == .offline }) {
      return Problem(
        .offline, "You are offline.", details: [stays],
        fix: "Connect to the internet, then:  documents check")
    }
    if let unclear = left.first(where: { $0.answer == .noFolder })?.document {
      return Problem(
        .usage, "The path of \(unclear.handle) \(unclear.title) does not say in which folder.",
        details: [stays], fix: "Write the whole path of the file, from / or ~/ on.")
    }
    if left.contains(where: { $0.answer == .notFromHere }) {
      return Problem(
        .refused, "Files of this computer and its network are not looked at from a browser.",
        details: [stays],
        fix: "Links to the web, such as https://example.com/video, are tried here.")
    }
    if left.contains(where: { $0.answer == .libraryMissing }) {
      return Problem(
        .failed, "Trying links needs libcurl.", details: [stays],
        fix: "Install it with: sudo apt install libcurl4")
    }
    return Problem(.interrupted, "Nothing was done.")
  }

  private static func words(_ count: Int) -> String { count == 1 ? "1 link" : "\(count) links" }
}
