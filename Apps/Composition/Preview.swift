import CivilTime
import Conversation
import Documents
import Domain
import Drawing
import ExampleBackend
import FamilyContext
import FeatureKit
import ShellHost

/// Runs a single feature with an example family in memory, for developers of that feature. The
/// option `--only` starts it.
struct Preview {
  private let listing: FeatureListing
  private let options: GlobalOptions

  init(of name: String, _ options: GlobalOptions) throws(Problem) {
    let wanted = name.lowercased()
    guard let listing = FeatureList.all.first(where: { $0.manifest.id.lowercased() == wanted })
    else {
      let ids = FeatureList.all.map(\.manifest.id)
      throw Problem(
        .usage, "There is no feature `\(name)`.",
        details: Suggestion.nearest(to: name, among: ids).map { ["Did you mean \($0)?"] } ?? [],
        fix: "Features: " + ids.joined(separator: ", "))
    }
    self.listing = listing
    self.options = options
  }
}

extension Preview {
  /// What the shell needs for a preview of one feature. The data is in memory and is discarded at
  /// the end.
  var services: ShellServices {
    let now = options.now ?? ExampleFamily.now
    let zone = options.zone ?? .utc
    let clock = WallClock.fixed(now)
    let calendar = LocalCalendar.fixed(now, zone)
    let users = PreviewPeople(ExampleFamily.sam)
    let backend = ExampleBackend(
      calendar: calendar, ids: Machine.ids, acting: { users.current() })
    let family = backend.familyContext { users.current() }
    let dependencies = backend.provided(to: Dependencies())
      .providing(clock).providing(Machine.ids).providing(family)
      .providing(users.currentPerson).providing(users.auth(over: backend, clock: clock))
      .providing(PreviewMail().outgoing).providing(DailyWork.none)
      .providing(DesktopNotices { _ in }).providing(LinkProbe { _ in .notTried })
      .providing(FileReading.live(PathGuard.none)).providing(DocumentPrinting.live)
      .providing(PagePrinting.live(calendar)).providing(ChartDrawing.live(calendar))
    let visit = Visit(
      time: { ParseContext(now: now, zone: zone) },
      makeFeatures: { [listing] tell in [listing.box(dependencies, tell)] },
      resolver: ReferenceResolver { lookup throws(Problem) in
        try await backend.recordIndex.find(lookup, of: try await family.current().athlete)
      },
      looking: { () throws(Problem) in
        guard users.current() != nil else {
          return Looking(viewer: Viewer(name: ""), identity: nil)
        }
        let viewing = try await family.current()
        return Looking(
          viewer: Viewer(
            name: viewing.name ?? "", subject: viewing.isReadOnly ? viewing.athleteName : nil,
            isReadOnly: viewing.isReadOnly),
          identity: "\(viewing.person) \(viewing.athlete?.description ?? "")")
      },
      steps: Visit.Steps(
        undo: { () throws(Problem) in
          Done("\(try await backend.undo.undo().wordsOfUndo).")
        },
        redo: { () throws(Problem) in
          Done("\(try await backend.undo.redo().wordsOfRedo).")
        },
        history: { number, context throws(Problem) in
          try await HistoryPage.page(number, in: context) { limit throws(Problem) in
            try await backend.undo.history(limit: limit)
          }
        }),
      upkeep: Visit.Upkeep(doctor: { _ in
        Page(title: "Doctor") { Message("This is a preview; it keeps nothing.", tone: .positive) }
      }),
      preferences: PreferenceStore(load: { [:] }, save: { _, _ in }))
    return ShellServices(version: Compass.version, visit: visit)
  }
}
