import Basics

/// Replaces a missing or blank name with another text, such as `a coach`, so that a sentence with
/// the name is complete.
enum Naming {
  static func of(_ name: String?, otherwise: String) -> String {
    guard let name = name?.trimmed, !name.isEmpty else { return otherwise }
    return name
  }

  static let unknownSchool = "Unknown School"
  static let anEvent = "An event"
  static let aVideo = "without a title"
}
