public import Basics

/// The people, families and memberships in a data file (a database of the program), which decide
/// which person may read or change its records. A restore of a backup keeps those of the current
/// file, unless a person accepts those in the backup (decision 37).
public struct FileRights: Equatable, Sendable {
  public struct Person: Equatable, Sendable {
    public var id: RecordID
    public var name: String
    public var role: String
    /// The hash of the passphrase; nil for a person without a passphrase.
    public var passphrase: String?

    public init(id: RecordID, name: String, role: String, passphrase: String? = nil) {
      self.id = id
      self.name = name
      self.role = role
      self.passphrase = passphrase
    }
  }

  public struct Family: Equatable, Sendable {
    public var id: RecordID
    public var owner: RecordID
    public var code: String?

    public init(id: RecordID, owner: RecordID, code: String? = nil) {
      self.id = id
      self.owner = owner
      self.code = code
    }
  }

  public struct Member: Equatable, Sendable {
    public var family: RecordID
    public var person: RecordID
    public var role: String
    public var helps: Set<HelpArea>

    public init(family: RecordID, person: RecordID, role: String, helps: Set<HelpArea> = []) {
      self.family = family
      self.person = person
      self.role = role
      self.helps = helps
    }
  }

  public var people: [Person]
  public var families: [Family]
  public var members: [Member]

  public init(people: [Person] = [], families: [Family] = [], members: [Member] = []) {
    self.people = people
    self.families = families
    self.members = members
  }
}

/// A difference between the rights in a backup and the rights in the current file. The person who
/// restores the backup has to read and accept all differences before they take effect.
public enum RightDifference: Hashable, Sendable {
  /// A person who is in the backup and not in the current file. If the current file has people,
  /// only athletes and people with a passphrase are listed. Other people get rights only through a
  /// membership in a family, which is listed as a separate difference.
  case person(String, isAthlete: Bool, hasPassphrase: Bool)
  case personGone(String)
  case role(String, isAthlete: Bool)
  case passphrase(String, PassphraseChange)
  case owner(of: String, String)
  case code(of: String)
  case member(String, of: String)
  case memberGone(String, of: String)
  case helps(String, Set<HelpArea>)

  public enum PassphraseChange: Hashable, Sendable { case none, another, added }

  public var words: String {
    switch self {
    case .person(let name, let isAthlete, let hasPassphrase):
      "\(name) would be \(isAthlete ? "an athlete" : "a parent")"
        + (hasPassphrase ? ", with a passphrase." : ", without a passphrase.")
    case .personGone(let name): "\(name) would no longer be in the file."
    case .role(let name, let isAthlete):
      "\(name) would be \(isAthlete ? "an athlete" : "a parent")."
    case .passphrase(let name, .none): "\(name) would have no passphrase."
    case .passphrase(let name, .another): "\(name) would have another passphrase."
    case .passphrase(let name, .added): "\(name) would have a passphrase."
    case .owner(let family, let name): "The family of \(family) would be \(name)'s."
    case .code(let name): "The family of \(name) would have another family code."
    case .member(let name, let family): "\(name) would be in the family of \(family)."
    case .memberGone(let name, let family): "\(name) would not be in the family of \(family)."
    case .helps(let name, let areas):
      areas.isEmpty ? "\(name) would help with nothing." : "\(name) would help with: \(areas.words)"
    }
  }
}

/// The rights of people and families that a data file has after a restore from a backup.
public enum RestoredRights: Equatable, Sendable {
  /// The data file keeps the rights that it had before the restore of a backup.
  case kept
  /// The data file gets the rights in the backup. The person who restores the backup has read and
  /// accepted these differences.
  case taken([RightDifference])
}

extension FileRights {
  /// Returns the differences between these rights, which are those in a backup, and the rights in
  /// the current file. If there is no current file, every right in the backup is a difference.
  public func differences(from live: FileRights?) -> [RightDifference] {
    let live = live ?? FileRights()
    return peopleDiffer(from: live) + familiesDiffer(from: live) + membersDiffer(from: live)
  }

  private func peopleDiffer(from live: FileRights) -> [RightDifference] {
    var found: [RightDifference] = []
    for person in people {
      guard let now = live.people.first(where: { $0.id == person.id }) else {
        if person.isAthlete || person.passphrase != nil || live.people.isEmpty {
          found.append(
            .person(
              person.name, isAthlete: person.isAthlete, hasPassphrase: person.passphrase != nil))
        }
        continue
      }
      if now.role != person.role { found.append(.role(person.name, isAthlete: person.isAthlete)) }
      guard now.passphrase != person.passphrase else { continue }
      found.append(
        .passphrase(
          person.name,
          person.passphrase == nil ? .none : now.passphrase == nil ? .added : .another))
    }
    let known = Set(people.map(\.id))
    return found + live.people.filter { !known.contains($0.id) }.map { .personGone($0.name) }
  }

  private func familiesDiffer(from live: FileRights) -> [RightDifference] {
    families.flatMap { family -> [RightDifference] in
      let now = live.families.first { $0.id == family.id }
      var found: [RightDifference] = []
      if let now, now.owner != family.owner {
        found.append(.owner(of: live.name(of: now.owner), name(of: family.owner)))
      }
      if now?.code != family.code { found.append(.code(of: name(of: family.owner))) }
      return found
    }
  }

  private func membersDiffer(from live: FileRights) -> [RightDifference] {
    var found: [RightDifference] = []
    for member in members {
      let now = live.members.first { $0.family == member.family && $0.person == member.person }
      if now?.role != member.role {
        found.append(.member(name(of: member.person), of: name(ofFamily: member.family)))
      }
      if (now?.helps ?? []) != member.helps {
        found.append(.helps(name(of: member.person), member.helps))
      }
    }
    for now in live.members
    where !members.contains(where: { $0.family == now.family && $0.person == now.person }) {
      found.append(.memberGone(live.name(of: now.person), of: live.name(ofFamily: now.family)))
    }
    return found
  }

  private func name(of person: RecordID) -> String {
    people.first { $0.id == person }?.name ?? "a person who is not in it"
  }

  private func name(ofFamily id: RecordID) -> String {
    families.first { $0.id == id }.map { name(of: $0.owner) } ?? "an athlete who is not in it"
  }
}

extension FileRights.Person {
  fileprivate var isAthlete: Bool { role == UserRole.player.rawValue }
}
