import Basics

/// First and last names for made-up people, from `names.txt`. They are combined at random, so that no real person is meant.
enum DemoNames {
  /// First names that suit an athlete of any gender.
  static let athletes = listed("athletes")
  static let parents = listed("parents")
  static let coaches = listed("coaches")
  static let families = listed("families")

  private static func listed(_ key: String) -> [String] {
    let lines = EmbeddedFile(PackageResources.names_txt).lines(separatedBy: UInt8(ascii: ":"))
    return lines.first { $0[0] == key }?.last?.listed ?? []
  }

  /// A name in the form of an e-mail address: `O'Brien` gives `obrien`.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { ("a"..."z").contains($0) }
  }
}
