import CivilTime
public import Domain
public import FamilyContext
public import FeatureKit
import Persistence
import SQLBackend
import SQLite
import Synchronization

/// The real backend over a file in memory with a made-up family. Feature tests and previews use it.
///
/// It has the rules, handles and undo of the program, but uses no file on disk, no clock and no network. Its hook records
/// calls, makes them fail, or holds them.
///
/// ```swift
/// let backend = ExampleBackend()
/// let store = TestStore(TasksFeature(backend.provided(to: .testing("Tasks"))))
/// ```
public final class ExampleBackend: Sendable {
  public let calendar: LocalCalendar
  /// Records calls, makes them fail, or holds them.
  public let hook = BackendHook()
  private let backend: SQLBackend
  private let signedIn: SignedInPerson

  /// - Parameters:
  ///   - family: the content of the file; nil stands for the example family.
  ///   - tasks: the templates of the timeline.
  ///   - acting: returns the signed-in person at each call; without it `signIn` decides.
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
      // A family that the file rejects makes every call fail, with the reason.
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

// MARK: - Gateways

extension ExampleBackend {
  public var people: PeopleGateway { backend.people.watched(by: hook) }
  public var families: FamiliesGateway { backend.families.watched(by: hook) }
  public var preferences: PreferencesGateway { backend.preferences.watched(by: hook) }
  public var devicePreferences: DevicePreferencesGateway {
    backend.devicePreferences.watched(by: hook)
  }
  public var quickTasks: QuickTasksGateway { backend.quickTasks.watched(by: hook) }
  public var viewLog: ViewLogGateway { backend.viewLog.watched(by: hook) }
  public var undo: UndoGateway { backend.undo.watched(by: hook) }
  public var recordIndex: RecordIndexGateway { backend.recordIndex.watched(by: hook) }
  public var timeline: TimelineGateway { backend.timeline.watched(by: hook) }
  public var schools: SchoolsGateway { backend.schools.watched(by: hook, as: "schools") }
  public var coaches: CoachesGateway { backend.coaches.watched(by: hook, as: "coaches") }
  public var interactions: InteractionsGateway {
    backend.interactions.watched(by: hook, as: "interactions")
  }
  public var offers: OffersGateway { backend.offers.watched(by: hook, as: "offers") }
  public var events: EventsGateway { backend.events.watched(by: hook, as: "events") }
  public var documents: DocumentsGateway { backend.documents.watched(by: hook, as: "documents") }
  public var letters: LettersGateway { plain(Letter.self) }
  public var metrics: MetricsGateway { backend.metrics.watched(by: hook, as: "metrics") }
  public var metricSummaries: MetricSummaryGateway { backend.metricSummaries.watched(by: hook) }
  public var metricGoals: MetricGoalsGateway { backend.metricGoals.watched(by: hook) }
  public var linkHealth: LinkHealthGateway { backend.linkHealth.watched(by: hook) }
  public var dashboard: DashboardGateway { backend.dashboard.watched(by: hook) }
  public var schoolBoard: SchoolBoardGateway { backend.schoolBoard.watched(by: hook) }
  public var activity: ActivityGateway { backend.activity.watched(by: hook) }
  public var reports: ReportsGateway { backend.reports.watched(by: hook) }
  public var suggestions: SuggestionsGateway { backend.suggestions.watched(by: hook) }
  public var notifications: NotificationsGateway { backend.notifications.watched(by: hook) }
  public var packets: PacketsGateway { backend.packets.watched(by: hook) }
  public var archive: ArchiveGateway { backend.archive.watched(by: hook) }
  /// The gateway of a file without a server.
  public var sharing: SharingGateway { SharingGateway.notConnected.watched(by: hook) }

  /// `dependencies` with every gateway added.
  public func provided(to dependencies: Dependencies) -> Dependencies {
    PlainKinds.all.reduce(dependencies) { $1.provided(by: self, to: $0) }
      .providing(calendar).providing(people).providing(families).providing(preferences).providing(
        devicePreferences
      )
      .providing(quickTasks).providing(viewLog).providing(undo).providing(recordIndex)
      .providing(timeline).providing(schools).providing(coaches).providing(interactions)
      .providing(offers).providing(events).providing(documents).providing(metrics)
      .providing(metricSummaries).providing(metricGoals).providing(linkHealth)
      .providing(dashboard).providing(schoolBoard)
      .providing(activity).providing(reports).providing(suggestions).providing(notifications)
      .providing(packets).providing(archive).providing(sharing)
  }

  /// The family context over these gateways.
  ///
  /// - Parameter person: returns the signed-in person; without it `signIn` decides.
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
    backend.plain(kind).watched(by: hook, as: kind.kind.plural)
  }
}

extension PlainKind {
  fileprivate static func provided(
    by backend: ExampleBackend, to dependencies: Dependencies
  ) -> Dependencies { dependencies.providing(backend.plain(Self.self)) }
}

// MARK: - Direct access to the file

extension ExampleBackend {
  /// The references of these kinds that a command line can name, unaffected by the hook: all that the signed-in person sees of
  /// the athlete, or their own records when they may not view the athlete.
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
  /// Writes rows directly into the file, as another program would. An existing row gets the new values.
  public func put(_ make: @Sendable (inout MadeUpFamily) -> Void) throws {
    var rows = MadeUpFamily()
    make(&rows)
    try backend.write(ExportSource(rows))
  }

  /// Changes the file directly by an SQL statement.
  public func change(_ sql: String) throws {
    try backend.dataFile.write { connection in try connection.execute(sql) }
  }

  /// Every row of the family and of this device, as text. A test compares it to prove that a refused command changed no row.
  public func everything(but omitted: String? = nil) throws -> String {
    let file = backend.dataFile
    let tables = file.schema.sharedTables + [DevicePreferences.table, "parent_view_log"]
    return try file.read { connection in
      try connection.canonicalDump(tables: tables.filter { $0 != omitted })
    }
  }
}

/// Numbers that look random but repeat in every run; an example needs no secrets.
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
      // The low bits of such a sequence repeat soon; this mixes the high bits into them.
      return last.drawn ^ (last.drawn >> 29)
    }
  }
}
