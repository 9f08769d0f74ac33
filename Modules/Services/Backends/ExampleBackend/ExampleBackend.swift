import CivilTime
public import Domain
public import FamilyContext
public import FeatureKit
import Persistence
import SQLBackend
import SQLite
import Synchronization

/// The program's real backend over a data file in memory with a made-up family. Feature tests and
/// previews use it.
///
/// It has the access rules, undo and handles (short names of records, such as `t24`) of the
/// program, but uses no file on disk, no clock and no network. Its hook records calls, makes them
/// fail, or holds them until a test releases them.
///
/// ```swift
/// let backend = ExampleBackend()
/// let store = TestStore(TasksFeature(backend.provided(to: .testing("Tasks"))))
/// ```
public final class ExampleBackend: Sendable {
  public let calendar: LocalCalendar
  /// Records all calls to this backend.
  ///
  /// A test can use it to make calls fail, or to hold a call until the test releases it.
  public let hook = BackendHook()
  private let backend: SQLBackend
  private let signedIn: SignedInPerson

  /// - Parameters:
  ///   - family: the content of the data file; nil stands for the example family.
  ///   - tasks: the task templates in the athletes' timelines.
  ///   - acting: returns the signed-in person at each call; nil stands for the person that `signIn`
  ///     set.
  public init(
    signedIn person: RecordID? = ExampleFamily.sam, family: MadeUpFamily? = nil,
    tasks: [TimelineTask] = TaskCatalogue.templates,
    calendar: LocalCalendar = .fixed(ExampleFamily.now), ids: IDSource? = nil,
    acting: (@Sendable () async throws(Problem) -> RecordID?)? = nil
  ) {
    let (signedIn, numbers) = (SignedInPerson(person), CountedNumbers())
    let model: SQLBackend
    self.calendar = calendar
    self.signedIn = signedIn
    do throws(Problem) {
      model = try FilledFiles.shared.file(of: family ?? ExampleFamily.rows(over: tasks), tasks)
    } catch {
      // The rows of the made-up family break a rule of the data file. The backend begins with an
      // empty file, and every call to it fails with the reason, so that a test shows this reason.
      model = FilledFiles.empty
      hook.fail(error)
    }
    backend = SQLBackend(
      inMemoryAs: model, calendar: calendar,
      ids: ids ?? IDSource { .version4(high: 0xE4A, low: numbers.next()) },
      random: { numbers.drawn() }, acting: acting ?? { signedIn.person })
  }

  /// Sets the signed-in person; nil signs out.
  public func signIn(_ person: RecordID?) { signedIn.person = person }

  private final class SignedInPerson: Sendable {
    private let held: Mutex<RecordID?>

    init(_ person: RecordID?) { held = Mutex(person) }

    var person: RecordID? {
      get { held.withLock { $0 } }
      set { held.withLock { $0 = newValue } }
    }
  }
}

// MARK: - The gateways of the example family

extension ExampleBackend {
  public var people: PeopleGateway { watched(backend.people) }
  public var families: FamiliesGateway { watched(backend.families) }
  public var preferences: PreferencesGateway { watched(backend.preferences) }
  public var devicePreferences: DevicePreferencesGateway { watched(backend.devicePreferences) }
  public var quickTasks: QuickTasksGateway { watched(backend.quickTasks) }
  public var viewLog: ViewLogGateway { watched(backend.viewLog) }
  public var undo: UndoGateway { watched(backend.undo) }
  public var recordIndex: RecordIndexGateway { watched(backend.recordIndex) }
  public var timeline: TimelineGateway { watched(backend.timeline) }
  public var schools: SchoolsGateway { watched(backend.schools) }
  public var coaches: CoachesGateway { watched(backend.coaches) }
  public var interactions: InteractionsGateway { watched(backend.interactions) }
  public var offers: OffersGateway { watched(backend.offers) }
  public var events: EventsGateway { watched(backend.events) }
  public var documents: DocumentsGateway { watched(backend.documents) }
  public var letters: LettersGateway { plain(Letter.self) }
  public var metrics: MetricsGateway { watched(backend.metrics) }
  public var metricSummaries: MetricSummaryGateway { watched(backend.metricSummaries) }
  public var metricGoals: MetricGoalsGateway { watched(backend.metricGoals) }
  public var measures: MeasuresGateway { watched(backend.measures) }
  public var keptFiles: KeptFilesGateway { watched(backend.keptFiles) }
  public var linkHealth: LinkHealthGateway { watched(backend.linkHealth) }
  public var dashboard: DashboardGateway { watched(backend.dashboard) }
  public var calendarFacts: CalendarGateway { watched(backend.calendarFacts) }
  public var schoolBoard: SchoolBoardGateway { watched(backend.schoolBoard) }
  public var activity: ActivityGateway { watched(backend.activity) }
  public var reports: ReportsGateway {
    let counted = backend.reports.aggregate
    return watched(reports(over: counted))
  }
  public var suggestions: SuggestionsGateway { watched(backend.suggestions) }
  public var notifications: NotificationsGateway { watched(backend.notifications) }
  public var packets: PacketsGateway { watched(backend.packets) }
  public var archive: ArchiveGateway { watched(backend.archive) }
  /// The gateway (the functions for features) for sharing the file through a server. It behaves as
  /// in a data file that is not connected to a server.
  public var sharing: SharingGateway { watched(.notConnected) }

  private func reports(
    over counted: Endpoint<(athlete: RecordID, range: ReportRange), ReportFigures>
  )
    -> ReportsGateway
  {
    var reports = backend.reports
    reports.aggregate.implement { [hook] athlete, range throws(Problem) in
      try await hook.passing(counted((athlete, range)))
    }
    return reports
  }

  private func watched<Watched: Gateway>(
    _ make: @autoclosure () -> Watched, name: String = #function
  ) -> Watched {
    hook.watched(name, make)
  }

  /// All gateways (groups of functions with which features read and write), except those of the
  /// record kinds that are defined by a description alone (`PlainKind`), such as letters.
  ///
  /// `provided(to:)` adds the gateways of these kinds.
  var gateways: [any Gateway] {
    [
      people, families, preferences, devicePreferences, quickTasks, viewLog, undo, recordIndex,
      timeline, schools, coaches, interactions, offers, events, documents, metrics, metricSummaries,
      metricGoals, measures, keptFiles, linkHealth, dashboard, calendarFacts, schoolBoard, activity,
      reports,
      suggestions,
      notifications, packets, archive, sharing,
    ]
  }

  /// Returns `dependencies` with every gateway (the functions for reading and writing) of this
  /// backend added, for a test of a feature.
  public func provided(to dependencies: Dependencies) -> Dependencies {
    let plain = PlainKinds.all.reduce(dependencies) { $1.provided(by: self, to: $0) }
    return gateways.reduce(plain.providing(calendar)) { $0.providing($1) }
  }

  /// Returns a family context, which tells features who is signed in and which athlete's data is
  /// shown. It reads both from this backend.
  ///
  /// - Parameters:
  ///   - person: returns the signed-in person; nil stands for the person that `signIn` set.
  ///   - routed: returns the athlete that the address of a page names; nil when it names none.
  public func familyContext(
    _ person: (@Sendable () async throws(Problem) -> RecordID?)? = nil,
    routed: @escaping @Sendable () -> RecordID? = { nil }
  ) -> FamilyContextClient {
    .live(
      signedIn: person ?? { [signedIn] in signedIn.person }, routed: routed, people: people,
      families: families, preferences: devicePreferences, viewLog: viewLog)
  }
}

extension ExampleBackend {
  fileprivate func plain<Kind: PlainKind>(_ kind: Kind.Type) -> RecordsGateway<PlainRecord<Kind>> {
    watched(backend.plain(kind), name: kind.kind.plural)
  }
}

extension PlainKind {
  fileprivate static func provided(
    by backend: ExampleBackend, to dependencies: Dependencies
  ) -> Dependencies { dependencies.providing(backend.plain(Self.self)) }
}

// MARK: - Direct access to the file

extension ExampleBackend {
  /// Returns references (name and handle, such as `t24`) to all records of these kinds that a
  /// command of the signed-in person can name.
  ///
  /// These are the athlete's records that the person may see, or only the person's own records if
  /// the person may not see the athlete. The hook does not intercept this call.
  public func references(
    to kinds: [ReferenceKind], of athlete: RecordID = ExampleFamily.sam
  ) async throws(Problem) -> [Reference] {
    let wanted = ReferenceResolver.Lookup.words(kinds, beginnings: [])
    do throws(Problem) {
      return try await backend.recordIndex.find(wanted, of: athlete).map(\.reference)
    } catch {
      guard error.cause == .notFound else { throw error }
      return try await backend.recordIndex.find(wanted, of: nil).map(\.reference)
    }
  }
}

extension ExampleBackend {
  /// Writes rows directly into the data file, as another program would. An existing row gets the
  /// new values.
  public func put(_ make: @Sendable (inout MadeUpFamily) -> Void) throws {
    var rows = MadeUpFamily()
    make(&rows)
    try backend.write(ExportSource(rows))
  }

  /// Changes the data file directly by an SQL statement, without the access rules, as another
  /// program would.
  public func change(_ sql: String) throws {
    try backend.dataFile.write { connection in try connection.execute(sql) }
  }

  /// Returns all rows of the family and of this device as text. A test compares two such texts to
  /// prove that a refused command changed no row.
  ///
  /// - Parameter omitted: the name of a table to leave out; nil leaves out none.
  public func everything(but omitted: String? = nil) throws -> String {
    let file = backend.dataFile
    let tables = file.schema.sharedTables + [DevicePreferences.table, "parent_view_log"]
    return try file.read { connection in
      try connection.canonicalDump(tables: tables.filter { $0 != omitted })
    }
  }
}

/// A source of numbers that look random but are the same in every run. The numbers are predictable,
/// which does no harm because an example family has no secrets.
private final class CountedNumbers: Sendable {
  private let last = Mutex<(count: UInt64, drawn: UInt64)>((0, 0x5DEE_CE66_D1CE_F00D))

  func next() -> UInt64 {
    last.withLock { last in
      last.count += 1
      return last.count
    }
  }

  func drawn() -> UInt64 {
    last.withLock { last in
      last.drawn = last.drawn &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The low bits of a linear congruential generator repeat after a few numbers, so its high
      // bits are mixed into them.
      return last.drawn ^ (last.drawn >> 29)
    }
  }
}
