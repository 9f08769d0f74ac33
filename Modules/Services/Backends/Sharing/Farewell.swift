public import Basics
import Domain
import JSON
import Persistence

/// The families that a person has left, and the changes for them that were never sent.
///
/// A sync finds out that the person has left. It may run in the background or for another person,
/// so this information is stored until the person has read it.
struct Farewell: Equatable {
  /// The names of the families that the person has left.
  var left: [String] = []
  /// Changes for these families that were never sent, one line for each.
  var neverSent: [String] = []

  var isEmpty: Bool { left.isEmpty && neverSent.isEmpty }
}

extension Sharing {
  /// Returns the left families and the unsent changes that the person has not been told about yet,
  /// and deletes this information, so that the person is told only once.
  public func tellOfLeaving() throws(Problem) -> (left: [String], neverSent: [String]) {
    guard try read({ _, outbox in try outbox.fact(Fact.farewell, of: person) }) != nil else {
      return ([], [])
    }
    return try take { _, outbox in
      let farewell = try outbox.farewell(of: person)
      try outbox.setFact(Fact.farewell, nil, of: person)
      return (farewell.left, farewell.neverSent)
    }
  }
}

extension Outbox {
  func farewell(of person: RecordID) throws -> Farewell {
    guard let text = try fact(Sharing.Fact.farewell, of: person),
      let json = try? JSONValue.parse(text)
    else { return Farewell() }
    func lines(_ key: String) -> [String] { (json[key]?.array ?? []).compactMap(\.string) }
    return Farewell(left: lines("left"), neverSent: lines("never_sent"))
  }

  /// Stores families that the person has left, and changes for them that were never sent, in
  /// addition to those that the person has not read about yet.
  func keepFarewell(_ more: Farewell, of person: RecordID) throws {
    guard !more.isEmpty else { return }
    let known = try farewell(of: person)
    let json: JSONValue = [
      "left": .array((known.left + more.left).map(JSONValue.string)),
      "never_sent": .array((known.neverSent + more.neverSent).map(JSONValue.string)),
    ]
    try setFact(Sharing.Fact.farewell, json.text, of: person)
  }
}
