public import Basics
public import CivilTime

// Checks that every backend makes before it writes a profile, so that all backends refuse the same
// values in the same words.

extension NewAccount {
  /// Returns the account with trimmed texts and without empty ones; throws the problem with one of
  /// them.
  public func checked(today: CalendarDay) throws(Problem) -> NewAccount {
    var checked = self
    checked.name = ProfileEdit.text(name)
    checked.primarySport = ProfileEdit.text(primarySport)
    checked.email = ProfileEdit.text(email)
    if let email = checked.email { checked.email = try ProfileEdit.email(email) }
    if let graduationYear { try ProfileEdit.check(graduationYear: graduationYear) }
    return checked
  }

  /// Returns the person that the request creates.
  public func person(id: RecordID, now: Instant) -> Person {
    var person = Person(
      id: id, email: email ?? Person.placeholderEmail(for: id), role: role, fullName: name,
      graduationYear: graduationYear)
    person.createdAt = now
    person.updatedAt = now
    return person
  }

  /// The player preference of the account; nil if it would be empty.
  public var player: PlayerProfile? {
    guard let primarySport else { return nil }
    var player = PlayerProfile()
    player.primarySport = primarySport
    return player
  }
}

extension ProfileEdit {
  /// Applies the edit to the row of `users`; the backend saves the preferences.
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

  /// Throws if the year is outside of the database's range; a form asks for a narrower one (rule
  /// 4.15).
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
  /// Returns the problem that another person has this e-mail address, because no two people share
  /// one.
  public static func emailTaken(_ email: String) -> Problem {
    Problem(
      .conflict, "Somebody with the e-mail address \(email) is here already.",
      fix: "See who:  account")
  }
}

extension Change<String> {
  /// The change with its text trimmed; a blank text empties the column.
  fileprivate var trimmed: Change<String> {
    guard case .set(let typed) = self else { return self }
    return ProfileEdit.text(typed).map(Change.set) ?? .clear
  }
}
