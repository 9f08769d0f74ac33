import Domain
import FamilyContext
public import FeatureKit

/// The feature with the commands for the whole data of a family: export, import, backup, restore
/// and erase.
public struct ArchiveFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Archive", title: "Your data",
    summary: "Import, export, backups, and erasing.", order: 90,
    nouns: [
      Noun("import", summary: "Bring in tables (CSV) or a whole export.", opens: ""),
      Noun("export", summary: "Take everything, or one kind, along as a file.", opens: ""),
      Noun("backup", aliases: ["backups"], summary: "Copies of the whole file.", opens: ""),
      Noun("restore", summary: "Go back to a backup of everything.", opens: ""),
      Noun("erase", summary: "Delete a person or the family for good.", opens: ""),
    ],
    routes: [
      RoutePattern("/data", "backup list"), RoutePattern("/data/erase", "erase"),
    ])

  let archive: ArchiveGateway
  let family: FamilyContextClient
  let calendar: LocalCalendar
  let reading: FileReading
  let measures: MeasuresGateway
  let preferences: DevicePreferencesGateway
  let sealing: CopySealing

  public init(_ dependencies: Dependencies) {
    archive = dependencies[ArchiveGateway.self]
    family = dependencies[FamilyContextClient.self]
    calendar = dependencies[LocalCalendar.self]
    reading = dependencies[FileReading.self]
    measures = dependencies[MeasuresGateway.self]
    preferences = dependencies[DevicePreferencesGateway.self]
    sealing = dependencies[CopySealing.self]
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged, .changedElsewhere: .reloadRequested
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }
}

extension ArchiveFeature {
  static let pageWords = FailureWords(
    load: "Failed to load your data", write: "Could not save. Nothing was changed.")
  static let importWords = FailureWords(
    load: "Could not import. Nothing was changed.", write: "Could not import. Nothing was changed.")
  static let exportWords = FailureWords(
    load: "Could not export. Please try again.", write: "Could not export. Please try again.")
  static let backupWords = FailureWords(
    load: "Could not read the backup.", write: "Could not make a backup.")
  static let restoreWords = FailureWords(
    load: "Could not restore. Nothing was changed.",
    write: "Could not restore. Nothing was changed.")
  static let eraseWords = FailureWords(
    load: "Could not erase. Nothing was changed.", write: "Could not erase. Nothing was changed.")
}
