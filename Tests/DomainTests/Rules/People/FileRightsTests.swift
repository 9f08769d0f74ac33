import Basics
import Domain
import Testing

@Suite("In what the rights of a backup differ from those of the file")
struct FileRightsTests {
  private static let sam = RecordID(high: 1, low: 1)
  private static let dana = RecordID(high: 1, low: 2)
  private static let eve = RecordID(high: 1, low: 3)
  private static let family = RecordID(high: 2, low: 1)

  private static let now = FileRights(
    people: [
      .init(id: sam, name: "Sam Lee", role: "player", passphrase: "a"),
      .init(id: dana, name: "Dana Lee", role: "parent"),
    ],
    families: [.init(id: family, owner: sam, code: "FAM-NEW")],
    members: [
      .init(family: family, person: sam, role: "player"),
      .init(family: family, person: dana, role: "parent", helps: [.tasks]),
    ])

  private static let cases:
    [(name: String, change: @Sendable (inout FileRights) -> Void, words: [String])] = [
      ("nothing", { _ in }, []),
      (
        "a passphrase less", { $0.people[0].passphrase = nil },
        ["Sam Lee would have no passphrase."]
      ),
      (
        "another passphrase", { $0.people[0].passphrase = "b" },
        ["Sam Lee would have another passphrase."]
      ),
      (
        "a passphrase more", { $0.people[1].passphrase = "b" },
        ["Dana Lee would have a passphrase."]
      ),
      ("another role", { $0.people[1].role = "player" }, ["Dana Lee would be an athlete."]),
      (
        "another owner", { $0.families[0].owner = dana },
        ["The family of Sam Lee would be Dana Lee's."]
      ),
      (
        "another code", { $0.families[0].code = "FAM-OLD" },
        ["The family of Sam Lee would have another family code."]
      ),
      (
        "another help", { $0.members[1].helps = [.records, .tasks] },
        ["Dana Lee would help with: schools and contacts, tasks"]
      ),
      (
        "a member less", { $0.members.removeLast() },
        ["Dana Lee would not be in the family of Sam Lee."]
      ),
      (
        "a person less",
        {
          $0.people.removeLast(); $0.members.removeLast()
        },
        [
          "Dana Lee would no longer be in the file.",
          "Dana Lee would not be in the family of Sam Lee.",
        ]
      ),
      (
        "a member more",
        {
          $0.people.append(.init(id: eve, name: "Eve", role: "parent", passphrase: "c"))
          $0.members.append(.init(family: family, person: eve, role: "parent"))
        },
        ["Eve would be a parent, with a passphrase.", "Eve would be in the family of Sam Lee."]
      ),
      (
        "a parent without any right",
        { $0.people.append(.init(id: eve, name: "Eve", role: "parent")) }, []
      ),
      (
        "an athlete more", { $0.people.append(.init(id: eve, name: "Eve", role: "player")) },
        ["Eve would be an athlete, without a passphrase."]
      ),
    ]

  @Test("Each right that differs is named", arguments: cases.map(\.name))
  func differences(_ name: String) throws {
    let (_, change, words) = try #require(Self.cases.first { $0.name == name })
    var backup = Self.now
    change(&backup)
    #expect(backup.differences(from: Self.now).map(\.words) == words)
  }

  @Test("Without a file, everything that the backup gives is named")
  func nothingToCompare() {
    #expect(
      Self.now.differences(from: nil).map(\.words) == [
        "Sam Lee would be an athlete, with a passphrase.",
        "Dana Lee would be a parent, without a passphrase.",
        "The family of Sam Lee would have another family code.",
        "Sam Lee would be in the family of Sam Lee.", "Dana Lee would be in the family of Sam Lee.",
        "Dana Lee would help with: tasks",
      ])
  }
}
