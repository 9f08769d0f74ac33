import Auth
import Calendar
package import CivilTime
import Conversation
package import Documents
package import Domain
import FamilyContext
package import FeatureKit
import Persistence
import SQLBackend
import SQLite
import SharedFile
import Sharing
package import WebHost

/// A copy of one person's data, from which a server makes that person's pages. It is a data file
/// that is connected to the server.
///
/// The server may delete the file at any time, because its database contains the same data. The
/// only exception are refused changes about which the person still has to decide.
package struct AccountFile: Sendable {
  fileprivate let file: FamilyFile

  /// Creates the value without opening the file.
  ///
  /// - Parameter folder: a folder for this file alone; the first `fetch` creates the file in it.
  package init(folder: String, zone: Zone) {
    file = FamilyFile(
      folder: DataFolder(at: folder), home: nil, clock: Machine.clock(fixedAt: nil),
      ids: Machine.ids, usualZone: zone, readers: Self.readers)
  }

  /// The number of threads that read the file. Two suffice, because one person looks at few pages
  /// at once.
  private static let readers = 2

  /// Closes the file; its next use opens it again.
  package func close() { file.close() }

  package func revision() -> Int64? { file.revision() }

  /// Returns whether the file has a change that the server refused or holds back, and about which
  /// the person still has to decide. Only this file has such a change, and the database does not.
  package func awaitsDecision(of person: RecordID) throws(Problem) -> Bool {
    let shared = Program(file, .onDevice()).sharedFile
    let status = try shared.words { try Sharing.status(of: shared.file, for: person) }
    return status.held + status.refused > 0
  }

  /// Returns whether the file has everything that the server has for the person.
  ///
  /// - Parameters:
  ///   - era: the name of the database's present era; a database that was restored from a backup
  ///     begins a new one.
  ///   - scopes: the revision of each sync scope of the person; a scope is a family, or a person
  ///     for the rows that belong to that person alone.
  package func isCurrent(
    for person: RecordID, era: String, _ scopes: [RecordID: Int]
  ) throws(Problem) -> Bool {
    let shared = Program(file, .onDevice()).sharedFile
    let reached = try shared.words { try Sharing.reached(in: shared.file, for: person) }
    return reached.count == scopes.count
      && scopes.allSatisfy { scope, revision in
        reached[scope].map { $0.era == era && $0.revision >= revision } ?? false
      }
  }

  /// Fetches the rows of the server that the file lacks. An empty file is connected first and
  /// receives all rows.
  package func fetch(_ account: ServerAccount) async throws(Problem) {
    let shared = shared(account)
    if try shared.connections().isEmpty {
      try shared.words { try SystemFile.makePrivateFolder(file.folder.path) }
      let connection = Sharing.Connection(
        address: ServerAccount.address, key: account.key, account: account.person,
        email: account.email)
      try shared.words {
        try Sharing.connect(shared.file, connection, profile: nil, device: file.ids.next())
      }
    }
    _ = try await shared.syncOnce(undoingSince: account.signedInSince())
  }

  /// The result of sending the changes of a request to the server.
  package enum Sent: Sendable {
    /// The server accepted the change, or there was nothing to send.
    case accepted
    /// The server refused the change or holds it back. The change waits in the file for the
    /// person's decision.
    case toDecide(Problem)
    /// The server does not have the change, or did not answer. The pages must not show the content
    /// of the file then, because the file contains the change as if it were saved.
    case notSaved(Problem)
  }

  /// Sends the changes that wait in the file's outbox (the stored changes to send) to the server.
  package func send(_ account: ServerAccount) async -> Sent {
    let shared = shared(account)
    do throws(Problem) {
      let waiting = try shared.words {
        try Sharing.status(of: shared.file, for: account.person).waiting
      }
      guard waiting > 0 else { return .accepted }
      let outcome = try await shared.syncOnce(undoingSince: account.signedInSince())
      let left = try shared.words {
        try Sharing.status(of: shared.file, for: account.person).waiting
      }
      if left > 0 { return .notSaved(.notAccepted) }
      guard outcome.held + outcome.refused > 0 else { return .accepted }
      return .toDecide(
        Problem(toDecide: try await shared.deciding().conflicts().last, by: outcome.overtaker))
    } catch {
      return .notSaved(error.cause == .locked ? error : .notAccepted)
    }
  }

  /// Returns one calendar of all athletes whose data the person may see.
  package func calendar(_ account: ServerAccount) async throws(Problem) -> CalendarFile {
    let program = program(account)
    let viewing = try await program.family.current()
    let choices = try await program.family.athletes()
    let athletes =
      choices.isEmpty
      ? [(id: try viewing.chosenAthlete(), name: viewing.athleteName)]
      : choices.map { (id: $0.reference.id, name: $0.reference.title) }
    var whole: CalendarFile?
    for athlete in athletes {
      let calendar = CalendarFile(
        try await program.backend.calendarFacts.facts(of: athlete.id), of: athlete.id,
        named: athlete.name,
        madeAt: program.calendar.now(), in: program.calendar.zone())
      whole?.entries += calendar.entries
      whole?.name += ", \(athlete.name ?? "")"
      whole = whole ?? calendar
    }
    return whole ?? CalendarFile(name: "Recruiting", madeAt: program.calendar.now(), entries: [])
  }

  /// A person's unread notifications, and the settings that say which notifications the person
  /// wants.
  package struct Unread: Sendable {
    package var notifications: [AppNotification]
    package var settings: NotificationSettings
  }

  /// Does the work for the person that is due once a day, such as creating notifications, and
  /// returns the notifications that are unread afterwards.
  package func unread(_ account: ServerAccount) async throws(Problem) -> Unread {
    let program = program(account)
    await program.daily.runIfDue()
    let inbox = try await program.backend.notifications.list(InboxQuery { $0.unreadOnly = true })
    let stored = try await program.backend.preferences.preference(
      .notifications, of: account.person)
    return Unread(
      notifications: inbox.listing.rows.map(\.notification),
      settings: NotificationSettings(reading: stored.data))
  }

  /// Calls a closure with the services that read and write the person's file.
  package func use<Value>(
    _ account: ServerAccount, _ work: (Dependencies) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    try await work(program(account).dependencies)
  }

  private func program(_ account: ServerAccount) -> Program {
    Program(file, Visitor(kind: .ofAccount(account), zone: account.zone()))
  }

  private func shared(_ account: ServerAccount) -> SharedFile {
    Program(file, Visitor(kind: .ofAccount(account))).sharedFile
  }
}

// MARK: - The web program of a person with an account

extension WebProgram {
  /// Creates the program that serves the pages of a person with an account.
  ///
  /// - Parameters:
  ///   - file: returns the person's present file, which may be replaced between requests.
  ///   - account: returns the person's account for the stored values of a browser session.
  ///   - revision: returns the revision of the person's data; open pages refresh when it changes.
  ///   - ownPages: the addresses of pages of the server's own, by the command that leads to each.
  ///   - commit: sends the changes that a request wrote; returns a problem if they were not
  ///     accepted.
  package static func ofAccount(
    _ file: @escaping @Sendable () -> AccountFile,
    _ account: @escaping @Sendable ([String: String]) -> ServerAccount,
    revision: @escaping @Sendable () -> Int64?, uploads: String,
    ownPages: [String: String],
    commit: @escaping @Sendable (ServerAccount) async -> Problem?
  ) -> WebProgram {
    var program = WebProgram.withUsualParts(keys: EntryKeys { _ in false }, uploads: uploads) {
      visitor(of: file, account([:]), commit)
    }
    program.revision = revision
    program.visitorAgain = { visitor(of: file, account($0), commit) }
    program.namesSessions = false
    // The program does not do the writes that a request leaves for later, such as the log entry of
    // a page view. The server itself does them when nothing else writes to the person's file, and
    // then sends them.
    program.doesLaterWork = false
    program.ownPages = ownPages
    program.signOut = HostedCommands.signOut
    program.promise = "What you save is on this server, for you and your family alone."
    return program
  }

  private static func visitor(
    of file: @escaping @Sendable () -> AccountFile, _ account: ServerAccount,
    _ commit: @escaping @Sendable (ServerAccount) async -> Problem?
  ) -> WebVisitor {
    var visitor = WebVisitor(
      visit: { place in
        var visit = file().file.visit(.ofAccount(account, place))
        visit.omitted = HostedCommands.omitted(for: account)
        return visit
      },
      athletes: { place throws(Problem) in
        try await Program(file().file, .ofAccount(account, place)).family.athletes()
          .map { VisitedAthlete($0.reference.id, $0.reference.title) }
      })
    visitor.commit = { await commit(account) }
    return visitor
  }
}

/// The commands that a server's pages do not offer. Some are about a person's own computer, with
/// its data file, profiles and backups. Others store their results in the data file alone, which
/// the server may remove at any time.
package enum HostedCommands {
  package static let signOut = "account sign-out"

  static func omitted(for account: ServerAccount) -> Set<String> {
    account.mail == nil ? omitted.union(["packet email"]) : omitted
  }

  static let omitted: Set<String> = [
    "account show", "account who", "account create", "account sign-in", signOut,
    "account passphrase", "account connect", "account disconnect",
    "backup", "backup file", "backup list", "restore",
    "erase", "erase person", "erase family",
    "sync again", "sync now", "sync sign-in", "sync sign-out-others", "sync password",
    "sync status",
    "quick list", "quick add", "quick toggle", "quick delete", "quick clear",
    "settings mail",
    "doctor", "set", "serve", "record", "replay", "quit",
  ]
}

extension Problem {
  fileprivate static let notAccepted = Problem(
    .offline, "This could not be saved just now. It is not known whether the server has it.",
    fix: "Look at the page again, and send it once more if it is not there.")

  /// Creates the problem that tells the person that a change is not saved, and asks for a decision.
  ///
  /// - Parameter conflict: the change and the reason why the server did not accept it; nil if the
  ///   file names none.
  /// - Parameter overtaker: who made the other change, as the subject of a sentence.
  fileprivate init(toDecide conflict: SyncConflict?, by overtaker: String) {
    let isHeld = conflict?.isHeld ?? true
    let rule = conflict?.differences.lazy.compactMap(\.rule).first
    self.init(
      isHeld ? .conflict : .refused,
      isHeld
        ? "\(overtaker) changed the same meanwhile. Your change is not saved."
        : rule.map { "\($0) Nothing was saved." } ?? "This is not allowed, so nothing was saved.",
      details: (conflict?.differences ?? []).prefix(3).map(\.sentence),
      fix: "Decide:  sync conflicts")
    parameters = (conflict?.differences ?? []).flatMap(\.parameters)
  }
}

extension SyncConflict.Difference {
  fileprivate var sentence: String {
    let place = [record, field].compactMap { $0 }.joined(separator: ", ")
    return
      ([place] + [theirs.map { "there: \($0)" }, mine.map { "yours: \($0)" }].compactMap { $0 })
      .joined(separator: " · ")
  }
}
