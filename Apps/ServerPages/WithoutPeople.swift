import AuthLive
import CivilTime
import Conversation
import FeatureKit
import SharingServer
import WebHost

extension WebProgram {
  /// The web program for the server's pages that belong to no person, such as the sign-in page.
  static let withoutPeople = WebProgram(
    makeVisitor: { WebVisitor(visit: { _ in .empty }) }, keys: EntryKeys { _ in false },
    random: { count throws(Problem) in try RandomSource.system.bytes(count) }, uptime: { 0 },
    pause: { _ in })
}

extension Visit {
  /// A visit (one person's use of the program) without features and without a person, for pages
  /// that only show a form or a problem.
  static let empty = Visit(
    time: { () throws(Problem) in ParseContext(now: .ofSystem, zone: .utc) },
    makeFeatures: { _ in [] },
    resolver: ReferenceResolver { _ throws(Problem) in throw Problem(.notFound) },
    looking: { () throws(Problem) in Looking(viewer: Viewer(name: ""), identity: nil) },
    steps: Visit.Steps(
      undo: { () throws(Problem) in throw Problem(.notFound) },
      redo: { () throws(Problem) in throw Problem(.notFound) },
      history: { _, _ throws(Problem) in Page(title: "") {} }),
    upkeep: Visit.Upkeep(doctor: { _ throws(Problem) in Page(title: "") {} }),
    preferences: PreferenceStore(
      load: { () throws(Problem) in [:] }, save: { _, _ throws(Problem) in }))
}
