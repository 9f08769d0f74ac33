import Auth
import AuthLive
import CivilTime
import Conversation
import Domain
import FamilyContext
package import FeatureKit
import Glibc
import HTTP
import HTTPServing
package import ShellHost
import Synchronization
package import WebHost

extension WebProgram {
  /// Returns the program that serves a family's pages on this computer. Each browser signs in
  /// separately.
  ///
  /// - Parameter person: the person whose pages a new browser shows; nil for the person whom this
  ///   device remembers. If that person has a passphrase, the browser asks for it.
  package static func live(
    _ file: FamilyFile, _ options: GlobalOptions, person: RecordID? = nil
  ) -> WebProgram {
    let folder = ServingFolder(beside: file.folder)
    let zone = options.zone
    let madeUp = OtherFile()
    var program = withUsualParts(keys: folder.keys(), uploads: folder.uploads) {
      visitor(of: file, person, zone)
    }
    // If the family has no data file yet, the revision (a number that grows with each write) is not
    // read, because reading would create the file.
    program.revision = {
      guard (try? file.folder.hasFile()) == true else { return madeUp.file?.revision() ?? 0 }
      return file.revision().map { $0 &+ (madeUp.file?.revision() ?? 0) }
    }
    program.makeVisitorElsewhere = { folder throws(Problem) in
      let other = madeUp.opened { file.elsewhere(folder, readers: FamilyFiles.readers) }
      // Creates the example family on the first visit to its folder, and makes its athlete the
      // chosen person.
      _ = try await Program(other, .onDevice()).welcome()
      return visitor(of: other, nil, zone)
    }
    program.visitorAgain = { visitor(of: file, VisitorSession(values: $0), zone) }
    program.memory = .kept(in: file)
    program.signIn = "account sign-in"
    program.signOut = "account sign-out"
    program.beginnings = Program.beginnings.compactMap { choice in
      if case .command(let line) = choice.step { CommandLink(choice.label, line) } else { nil }
    }
    return program
  }

  /// Creates a web program with the parts that all web programs have, such as the navigation. There
  /// are three kinds: the pages over a family's file, the pages of a server, and the preview of a
  /// feature.
  ///
  /// - Parameter uploads: the folder for uploaded files; nil for a preview, which takes none.
  static func withUsualParts(
    keys: EntryKeys, uploads: String?,
    makeVisitor: @escaping @Sendable () -> WebVisitor
  ) -> WebProgram {
    var program = WebProgram(
      makeVisitor: makeVisitor, keys: keys, random: systemBytes,
      uptime: { Machine.moment().sinceBoot },
      pause: { await Machine.clock(fixedAt: nil).sleep(milliseconds: $0) },
      uploads: uploads.map { UploadFolder($0) })
    program.tableOfPasted = { text, noun in
      ReferenceKind.importable.first { $0.plural == noun }.map { PastedTable.text(text, of: $0) }
        ?? text
    }
    program.takeUsualPlaces()
    return program
  }

  private static func visitor(
    of file: FamilyFile, _ person: RecordID?, _ zone: Zone?
  ) -> WebVisitor {
    visitor(of: file, VisitorSession(person: person ?? remembered(by: file)), zone)
  }

  private static func visitor(
    of file: FamilyFile, _ session: VisitorSession, _ zone: Zone?
  ) -> WebVisitor {
    var visitor = WebVisitor(
      visit: { place in file.visit(.inSession(session, zone: zone, place)) },
      athletes: { place throws(Problem) in
        try await Program(file, .inSession(session, zone: zone, place)).family.athletes()
          .map { VisitedAthlete($0.reference.id, $0.reference.title) }
      })
    visitor.state = { session.values }
    return visitor
  }

  /// Returns the program that serves the preview of one feature with an example family in memory.
  static func preview(_ visit: Visit, _ keys: KeysInMemory) -> WebProgram {
    withUsualParts(
      keys: keys.keys, uploads: nil, makeVisitor: { WebVisitor(visit: { _ in visit }) })
  }

  private static let systemBytes: Random = { count throws(Problem) in
    try RandomSource.system.bytes(count)
  }

  private static func remembered(by file: FamilyFile) -> RecordID? {
    guard (try? file.folder.hasFile()) == true else { return nil }
    let backend = Program(file, .onDevice()).backend
    return (try? PersonMemory.device(backend).read()).flatMap { RecordID($0) }
  }

  private mutating func takeUsualPlaces() {
    places = [
      WebPlace("Dashboard", short: "Home", "dashboard"), WebPlace("Tasks", "tasks"),
      WebPlace("Notifications", "notifications"),
      WebPlace("Schools", "schools"), WebPlace("Coaches", "coaches"),
      WebPlace("Interactions", "interactions"), WebPlace("Offers", "offers"),
      WebPlace("Performance", "performance"), WebPlace("Reports", "reports"),
      WebPlace("Calendar", "calendar", .records), WebPlace("Events", "events", .records),
      WebPlace("Documents", "documents", .records),
    ]
    for index in places.indices {
      places[index].countsInTitle = places[index].command == "notifications"
      places[index].isInBar = ["dashboard", "tasks", "schools"].contains(places[index].command)
    }
    places += PlainKinds.all.map {
      WebPlace($0.kind.plural.capitalizedFirst, $0.kind.plural, .records)
    }
    places += [
      WebPlace("Packet", "packet", .more), WebPlace("Quick tasks", "quick", .more),
      WebPlace("Suggestions", "suggestions", .more),
      WebPlace("Family", "family", .more), WebPlace("Your data", "backup list", .more),
    ]
    search = "find"
    neverKept = ["account", "backup", "family", "sync"]
    quick = [
      CommandLink("Log a contact", "interactions add"),
      CommandLink("Log a measurement", "performance log"),
      CommandLink("Add a school", "schools add"), CommandLink("Add a quick task", "quick add"),
    ]
    personLinks = [
      CommandLink("Profile", "profile"), CommandLink("Settings", "settings"),
      CommandLink("Account", "account"), CommandLink("This computer", "set"),
      CommandLink("History", "history"),
      CommandLink("Help", "help"),
    ]
  }
}

/// One-time keys for browsers in a process that has no folder to store them in, such as a preview.
final class KeysInMemory: Sendable {
  private let made = Mutex<[String: Int64]>([:])

  func make() throws(Problem) -> String {
    let key = Base64URL.text(try RandomSource.system.bytes(EntryKeys.length))
    let now = Machine.moment().sinceBoot
    made.withLock { $0[key] = now }
    return key
  }

  var keys: EntryKeys {
    EntryKeys { key in
      guard let since = self.made.withLock({ $0.removeValue(forKey: key) }) else { return false }
      return Machine.moment().sinceBoot - since <= EntryKeys.lifetime
    }
  }
}

/// Opens the data file of the example family on the first visit, and returns the same file to all
/// later visits.
private final class OtherFile: Sendable {
  private let held = Mutex<FamilyFile?>(nil)

  var file: FamilyFile? { held.withLock { $0 } }

  func opened(_ open: () -> FamilyFile) -> FamilyFile {
    held.withLock { held in
      if let held { return held }
      let made = open()
      held = made
      return made
    }
  }
}
