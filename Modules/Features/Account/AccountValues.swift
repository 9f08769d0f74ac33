import CivilTime
import Domain
import FeatureKit

/// Parses the values that people type about themselves and their family.
enum Typed {
  /// The typed name without spaces at its ends. Throws if the text cannot be a name.
  static func name(_ typed: String) throws(Problem) -> String {
    let name = typed.trimmed
    guard !name.isEmpty else { throw empty }
    guard name.count <= Person.longestName else {
      throw Problem(
        .usage, "A name has at most \(Person.longestName) characters; this one has \(name.count).")
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Problem(.usage, "`\(typed)` has a control character in it.", fix: "Type it anew.")
    }
    return name
  }

  static func email(_ typed: String) throws(Problem) -> String {
    switch EmailAddress.parse(typed) {
    case .success(let address): return address.text
    case .failure(let refusal): throw Problem(.usage, refusal.words)
    }
  }

  static let empty = Problem(.usage, "An empty text cannot be used here.")
}

extension ValueKind<String> {
  static var personName: ValueKind {
    ValueKind("NAME") { text, _ throws(Problem) in try Typed.name(text) }
  }

  /// Parses words of the name of a profile in the family's data file, such as `sam`, or its short
  /// name, such as `p1`. It does not look up the profile; the command does so later.
  static var profile: ValueKind {
    ValueKind("PROFILE", completion: .named("profiles")) {
      text, _ throws(Problem) in
      try Typed.name(text)
    }
  }

  static var email: ValueKind {
    ValueKind("ADDRESS") { text, _ throws(Problem) in try Typed.email(text) }
  }

  static var sport: ValueKind {
    ValueKind("SPORT", completion: .suggested(Sport.choices), words: .program) {
      text, context throws(Problem) in
      let value = try ProfileField.primarySport.value(typed: text, today: context.today)
      guard let sport = value.plainText else { throw Typed.empty }
      return sport
    }.judged { sport, context in
      Sport.plausibility(of: sport)
    }
  }
}

extension ValueKind<Int> {
  static var graduationYear: ValueKind {
    ValueKind("YEAR", words: .program) { text, context throws(Problem) in
      let value = try ProfileField.graduationYear.value(typed: text, today: context.today)
      guard let year = value.wholeNumber else { throw Typed.empty }
      return year
    }.judged { year, context in
      ProfileField.graduationYear.plausibility(of: Double(year), today: context.today)
    }
  }
}

extension ValueKind<FamilyInvitation> {
  static var familyInvitation: ValueKind {
    ValueKind("CODE") { text, _ throws(Problem) in
      try FamilyInvitation(typed: text)
    }
  }
}

extension ValueKind<FamilyCode> {
  /// Parses the code of a family. The text may be a whole invitation, which contains the code.
  static var familyCode: ValueKind {
    ValueKind("CODE", words: .program) { text, _ throws(Problem) in
      try FamilyInvitation(typed: text).code
    }.hinted("For example FAM-ABC234")
  }
}
