import Archive
import Auth
import AuthLive
import CivilTime
import Documents
import Domain
import Drawing
import FamilyContext
import FeatureKit
import Mailing
import Networking
import SQLBackend
import ShellHost

/// The program for one visit, which lasts for one command line or one request of a browser: the
/// family's file, its visitor, and the services over them. Creating the value opens no file; the
/// first read opens the family's file.
struct Program: Sendable {
  let file: FamilyFile
  let visitor: Visitor
  let zone: ZoneChoice
  let calendar: LocalCalendar
  let backend: SQLBackend
  let signedIn: SignedIn
  let auth: AuthClient
  let family: FamilyContextClient
  let daily: DailyWork

  var folder: DataFolder { file.folder }
  var home: String? { file.home }
  var clock: WallClock { file.clock }

  init(_ file: FamilyFile, _ visitor: Visitor) {
    let (clock, folder) = (file.clock, file.folder)
    let zone = ZoneChoice(visitor.zone ?? file.usualZone, isFixed: visitor.zone != nil)
    let calendar = LocalCalendar(now: { clock.now() }, zone: { zone.zone })
    let signedIn = SignedIn(
      asked: visitor.profile, hasFile: { () throws(Problem) in try file.hasFile() })
    // `signedIn` has a strong reference to the backend. If the backend had one to `signedIn` too,
    // the two objects would keep each other in memory after the command or the request has ended.
    let backend = SQLBackend(
      file: file.data, calendar: calendar, ids: file.ids,
      random: { () throws(Problem) in try Machine.random() },
      machine: Machine.moment,
      acting: { [weak signedIn] () throws(Problem) in try await signedIn?.acting() })
    let later = visitor.afterwards?.whileThereIsFile(in: folder)
    let credentials = backend.credentials
    let local = AuthClient.local(
      credentials: later.map { credentials.deletingSession($0) } ?? credentials,
      hasher: .argon2id, digest: .blake2b, random: .system,
      tokens: visitor.tokens(in: folder), clock: backend.securityClock(later ?? .atOnce))
    auth = signedIn.following(local)
    signedIn.look(in: backend, auth: local, remembering: visitor.memory(in: backend))
    let athlete = visitor.athlete
    family = .live(
      signedIn: { () throws(Problem) in try await signedIn.current() }, routed: { athlete },
      people: backend.people, families: backend.families, preferences: backend.devicePreferences,
      viewLog: visitor.notesVisits ? backend.viewLog : backend.viewLog.withoutNoting,
      now: { calendar.now() }, afterwards: later?.keeping(signedIn) ?? .atOnce)
    daily = .live(
      DailyChores(backend: backend, notices: visitor.desktopNotices).all, family: family,
      preferences: backend.devicePreferences, calendar: calendar,
      changes: { () throws(Problem) in try await backend.newestChange() })
    self.file = file
    self.visitor = visitor
    self.zone = zone
    self.calendar = calendar
    self.backend = backend
    self.signedIn = signedIn
  }

  /// The services that features may use. The services that most commands use come first, because a
  /// lookup searches this list from its beginning.
  var dependencies: Dependencies {
    Dependencies()
      .providing(clock)
      .providing(calendar)
      .providing(file.ids)
      .providing(auth)
      .providing(signedIn.client)
      .providing(family)
      .offering(backend.people)
      .offering(backend.families)
      .offering(backend.preferences)
      .offering(backend.devicePreferences)
      .offering(backend.viewLog)
      .offering(backend.timeline)
      .offering(group: { records })
      .offering(group: { rest })
  }

  private var records: Dependencies {
    backend.recordGateways
      .offering(backend.recordIndex)
      .offering(backend.linkHealth)
      .offering(keptFiles)
  }

  private var rest: Dependencies {
    Dependencies()
      .offering(daily)
      .offering(backend.quickTasks)
      .offering(backend.undo)
      .offering(backend.metricSummaries)
      .offering(backend.metricGoals)
      .offering(backend.measures)
      .offering(backend.notifications)
      .offering(backend.dashboard)
      .offering(backend.activity)
      .offering(backend.calendarFacts)
      .offering(backend.schoolBoard)
      .offering(backend.reports)
      .offering(backend.packets)
      .offering(backend.suggestions)
      .offering(archive)
      .offering(sharing)
      .offering(fileReading)
      .offering(CopySealing.live(file.data, paths, reachesComputer: visitor.reachesComputer))
      .offering(DocumentPrinting.live)
      .offering(PagePrinting.live(calendar))
      .offering(ChartDrawing.live(calendar))
      .offering(mail)
      .offering(visitor.reachesComputer ? LinkProbe.live(paths) : .ofThePublicWeb)
      .offering(visitor.desktopNotices)
  }

  /// Refuses paths that a person names if they lead to the family's file or to another file of the
  /// program.
  var paths: PathGuard { folder.paths(home: home) }

  /// Deletes partly written secrets that a killed process may have left behind.
  func sweepSecrets() { SecretStore.sweepFiles(in: folder.secrets) }

  /// The store for passwords and tokens: that of the visitor's account on this server, files in a
  /// replay, and otherwise the keyring of this machine.
  var secrets: SecretStore {
    if let account = visitor.account { return account.secrets }
    return visitor.isRecorded ? .files(in: folder.secrets) : .keyring(orFilesIn: folder.secrets)
  }

  private var fileReading: FileReading {
    if visitor.isRecorded { return .ofRecording }
    return visitor.reachesComputer ? .live(paths) : .sent(visitor.files, until: visitor.hasLeft)
  }

  private var mail: OutgoingMail {
    if let account = visitor.account { return account.mail?(family) ?? .ofNobody }
    return visitor.reachesOthers ? ownMail.outgoing : PreviewMail().outgoing
  }

  private var ownMail: OwnMail {
    OwnMail(
      preferences: backend.devicePreferences, secrets: secrets,
      mailer: .live, family: family, clock: clock, ids: file.ids, paths: paths,
      reachesComputer: visitor.reachesComputer)
  }
}

extension OutgoingMail {
  /// Refuses to send e-mail, for a server on which people cannot send e-mail from their pages.
  fileprivate static var ofNobody: OutgoingMail {
    let refused = Problem(.refused, "This server sends no e-mail for you.")
    return OutgoingMail(
      through: { () throws(Problem) in throw refused },
      compose: { _ throws(Problem) in throw refused },
      send: { _ throws(MailFailure) in throw .unavailable(refused) })
  }
}

extension FileReading {
  /// Reads files for visitors on another computer. A name that such a visitor types means an
  /// uploaded file, never a file of this computer.
  ///
  /// - Parameters:
  ///   - files: the path of each uploaded file, by the name that the visitor gave it.
  ///   - hasLeft: returns whether the visitor's browser has disconnected. Reading then fails, so
  ///     that an import, which is one transaction, is rolled back and other writers can continue.
  static func sent(
    _ files: [String: String], until hasLeft: @escaping @Sendable () -> Bool = { false }
  ) -> FileReading {
    FileReading(checkingTables: { name throws(Problem) in
      if let path = files[name] { try requireFewLines(path) }
    }) { name throws(Problem) in
      guard let path = files[name] else {
        throw Problem(
          .usage, "`\(name)` is not read here: this page is not the computer it stands on.",
          fix: "Send the file with the form.")
      }
      let file = try FileReading.live(.none).open(path)
      return OpenedFile { () throws(Problem) in
        guard !hasLeft() else {
          throw Problem(.interrupted, "The page was left. Nothing was imported.")
        }
        return try file.next()
      }
    }
  }

  /// The largest number of lines in a table that a visitor uploads. An import of so many lines
  /// takes a few seconds, during which no other writer can write.
  static let mostLinesSent = 50_000

  private static func requireFewLines(_ path: String) throws(Problem) {
    let file = try FileReading.live(.none).open(path)
    var lines = 0
    while case let bytes = try file.next(), !bytes.isEmpty {
      lines += bytes.count { $0 == UInt8(ascii: "\n") }
      guard lines <= mostLinesSent else {
        throw Problem(
          .usage,
          "The file has more than \(mostLinesSent.grouped) lines, which a page takes at once.",
          fix: "Split it, or import it in a terminal:  compass-shell import")
      }
    }
  }
}

extension FileReading {
  /// Refuses to read any file, for the replay of a recorded session: a file that the session read
  /// may be gone or may have changed.
  static let ofRecording = FileReading { name throws(Problem) in
    throw Problem(.notFound, "`\(name)` is no part of the recording.")
  }
}

extension Visitor {
  fileprivate var desktopNotices: DesktopNotices {
    reachesOthers ? .live : DesktopNotices { _ in }
  }
}

extension Afterwards {
  /// Returns a copy that does a write only if the data file still exists at that time. A server may
  /// delete the file before the write, and the write would create it again.
  fileprivate func whileThereIsFile(in folder: DataFolder) -> Afterwards {
    Afterwards { name, work in
      await self.run(name) { () throws(Problem) in
        guard try folder.hasFile() else { return }
        try await work()
      }
    }
  }

  /// Returns a copy that keeps `signedIn` in memory until each of its writes is done. The write
  /// needs `signedIn`, and the backend has only a weak reference to it.
  fileprivate func keeping(_ signedIn: SignedIn) -> Afterwards {
    Afterwards { name, work in
      await self.run(name) { () throws(Problem) in
        defer { withExtendedLifetime(signedIn) {} }
        try await work()
      }
    }
  }
}

extension ViewLogGateway {
  /// A copy of the gateway (the functions that read and write the log of parents' page views) that
  /// logs no views. A page that refreshes itself uses it, because no person opened that page anew.
  fileprivate var withoutNoting: ViewLogGateway {
    var copy = self
    copy.record.implement { _ in }
    return copy
  }
}
