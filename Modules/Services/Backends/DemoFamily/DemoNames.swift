import Basics

/// The first and last names of the demo's people, from `names.txt`. They are combined at random, so
/// that they do not name a real person.
enum DemoNames {
  /// First names that people of any gender have.
  static let athletes = listed("athletes")
  static let parents = listed("parents")
  static let coaches = listed("coaches")
  static let families = listed("families")

  private static func listed(_ key: String) -> [String] {
    let lines = EmbeddedFile(PackageResources.names_txt).lines(separatedBy: UInt8(ascii: ":"))
    return lines.first { $0[0] == key }?.last?.listed ?? []
  }

  /// Returns the lower-case ASCII letters of a name, for e-mail addresses: `obrien` for `O'Brien`.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { ("a"..."z").contains($0) }
  }
}
