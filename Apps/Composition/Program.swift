import Auth
import AuthLive
import CivilTime
import Documents
import Domain
import Drawing
import FamilyContext
import FeatureKit
import Networking
import SQLBackend
import ShellHost

/// The live parts of one run, wired together. Making it opens nothing: the file opens at the first question to it.
struct Program: Sendable {
  let folder: DataFolder
  let home: String?
  let clock: WallClock
  let calendar: LocalCalendar
  let zone: ZoneChoice
  let backend: SQLBackend
  let signedIn: SignedIn
  let auth: AuthClient
  let family: FamilyContextClient
  let daily: DailyWork
  /// Whether an erasure that was interrupted has been gone on with.
  let unfinished = FirstTime()

  init(_ options: GlobalOptions, environment: Environment) throws(Problem) {
    folder = try DataFolder(options.dataFolder, environment: environment)
    home = environment["HOME"]
    let clock = Machine.clock(standingAt: options.now)
    let zone = ZoneChoice(
      options.zone ?? .local(variable: environment["TZ"]), isFixed: options.zone != nil)
    let calendar = LocalCalendar(now: { clock.now() }, zone: { zone.zone })
    let signedIn = SignedIn(
      asked: options.profile, hasFile: { [folder] () throws(Problem) in try folder.hasFile() })
    let backend = SQLBackend(
      path: folder.file, calendar: calendar, ids: Machine.ids,
      random: { () throws(Problem) in try Machine.random() },
      machine: Machine.moment,
      acting: { () throws(Problem) in try await signedIn.acting() })
    let local = AuthClient.local(
      credentials: backend.credentials, hasher: .argon2id, digest: .blake2b, random: .system,
      tokens: .files(in: folder.secrets), clock: backend.securityClock)
    auth = signedIn.following(local)
    signedIn.look(in: backend, auth: local)
    family = .live(
      signedIn: { () throws(Problem) in try await signedIn.current() }, people: backend.people,
      families: backend.families, preferences: backend.devicePreferences, viewLog: backend.viewLog)
    daily = .live(
      DailyChores(backend: backend).all, family: family, preferences: backend.devicePreferences,
      calendar: calendar)
    self.clock = clock
    self.zone = zone
    self.calendar = calendar
    self.backend = backend
    self.signedIn = signedIn
  }

  /// Everything a feature may ask for: what most commands use, then the rest in groups.
  var dependencies: Dependencies {
    Dependencies()
      .providing(clock)
      .providing(calendar)
      .providing(Machine.ids)
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
  }

  private var rest: Dependencies {
    Dependencies()
      .offering(daily)
      .offering(backend.quickTasks)
      .offering(backend.undo)
      .offering(backend.metricSummaries)
      .offering(backend.metricGoals)
      .offering(backend.notifications)
      .offering(backend.dashboard)
      .offering(backend.activity)
      .offering(backend.reports)
      .offering(backend.packets)
      .offering(backend.suggestions)
      .offering(archive)
      .offering(FileReading.live(paths))
      .offering(DocumentPrinting.live)
      .offering(PagePrinting.live(calendar))
      .offering(ChartDrawing.live(calendar))
      .offering(outbox.outgoing)
      .offering(LinkProbe.live(paths))
      .offering(DesktopNotices.live)
  }

  /// Keeps every path that a person names away from the family's file and what belongs to it.
  var paths: PathGuard { folder.paths(home: home) }

  /// A process that was killed may have left a secret half written.
  func sweepSecrets() { SecretStore.sweepFiles(in: folder.secrets) }

  /// Where this machine keeps what nobody may read.
  var secrets: SecretStore { .keyring(orFilesIn: folder.secrets) }

  private var outbox: Outbox {
    Outbox(
      preferences: backend.devicePreferences, secrets: secrets,
      mailer: .live, family: family, clock: clock, ids: Machine.ids, paths: paths)
  }
}
