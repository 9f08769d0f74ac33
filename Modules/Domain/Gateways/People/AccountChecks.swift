public import Basics
public import CivilTime

// These checks run in every backend before it writes a profile, so that all backends reject the
// same values with the same message.

extension NewAccount {
  /// Returns the account with trimmed texts, in which empty texts are nil. Throws the problem of
  /// the first invalid value.
  public func checked(today: CalendarDay) throws(Problem) -> NewAccount {
    var checked = self
    checked.name = ProfileEdit.text(name)
    checked.primarySport = ProfileEdit.text(primarySport)
    checked.email = ProfileEdit.text(email)
    if let email = checked.email { checked.email = try ProfileEdit.email(email) }
    if let graduationYear { try ProfileEdit.check(graduationYear: graduationYear) }
    return checked
  }

  /// Returns the row of `users` for the new account.
  public func person(id: RecordID, now: Instant) -> Person {
    var person = Person(
      id: id, email: email ?? Person.placeholderEmail(for: id), role: role, fullName: name,
      graduationYear: graduationYear)
    person.createdAt = now
    person.updatedAt = now
    return person
  }

  /// The values of the new account that belong to the preference category `player`; nil if there
  /// are none.
  public var player: PlayerProfile? {
    guard let primarySport else { return nil }
    var player = PlayerProfile()
    player.primarySport = primarySport
    return player
  }
}

extension ProfileEdit {
  /// Applies the edit to the person's row in `users`. The backend saves the other edited values as
  /// preferences.
  public func apply(to person: inout Person) throws(Problem) {
    fullName.trimmed.apply(to: &person.fullName)
    switch email {
    case .keep: break
    case .clear: person.email = Person.placeholderEmail(for: person.id)
    case .set(let typed): person.email = try Self.email(typed)
    }
    phone.trimmed.apply(to: &person.phone)
    profilePhotoURL.trimmed.apply(to: &person.profilePhotoURL)
    if case .set(let year) = graduationYear { try Self.check(graduationYear: year) }
    graduationYear.apply(to: &person.graduationYear)
  }

  /// Returns the trimmed text; nil if it is empty.
  static func text(_ typed: String?) -> String? {
    guard let text = typed?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  static func email(_ typed: String) throws(Problem) -> String {
    switch EmailAddress.parse(typed) {
    case .success(let address): return address.text
    case .failure(let refusal): throw Problem(.usage, refusal.words)
    }
  }

  /// Throws if the year is outside the range that the database accepts. The range that a form
  /// accepts is narrower (domain.md 4.15).
  static func check(graduationYear year: Int) throws(Problem) {
    let years = PlayerProfile.graduationYears
    guard years.contains(year) else {
      throw Problem(
        .usage, "\(year) is out of range for the graduation year.",
        fix: "Give a year from \(years.lowerBound) to \(years.upperBound).")
    }
  }
}

extension Problem {
  /// Returns the problem that another person already has this e-mail address. Two people cannot
  /// have the same one, because it identifies the account.
  public static func emailTaken(_ email: String) -> Problem {
    Problem(
      .conflict, "A person with the e-mail address \(email) is here already.",
      fix: "See who:  account")
  }
}

extension Change<String> {
  /// The change with its text trimmed. A change to a blank text becomes a change that empties the
  /// column.
  fileprivate var trimmed: Change<String> {
    guard case .set(let typed) = self else { return self }
    return ProfileEdit.text(typed).map(Change.set) ?? .clear
  }
}
