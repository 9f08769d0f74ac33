import Basics

/// A name as a sentence can have it: one that is missing or blank would leave a gap in it.
enum Naming {
  static func of(_ name: String?, otherwise: String) -> String {
    guard let name = name?.trimmed, !name.isEmpty else { return otherwise }
    return name
  }

  static let unknownSchool = "Unknown School"
  static let anEvent = "An event"
  static let aVideo = "without a title"
}
