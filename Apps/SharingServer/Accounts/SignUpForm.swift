import CivilTime
import FeatureKit
import HTTP
package import JSON

/// A checked request to create an account: an e-mail address, a password, a birth date, and for a
/// person from 13 to 17 a parent's consent.
package struct SignUpForm {
  let email: String
  let password: SecretText
  let birthDate: CalendarDay
  let consent: JSONValue?
  /// The metadata that the client sent with the request, without the values that the other
  /// properties of this form contain.
  var data: JSONObject

  package static let youngest = 13
  package static let grownUp = 18
  package static let shortestPassword = 8
  /// The highest age in years that the form accepts. A higher age probably means that the year of
  /// birth was mistyped.
  package static let oldest = 120
  /// The name of the version of the consent text to which a parent agrees.
  package static let consentText = "compass-consent-1"
  /// The largest number of characters in the name of a parent who consents.
  package static let longestParentName = 200

  init(_ json: JSONValue, today: CalendarDay) throws(AuthFault) {
    email = try Self.email(json["email"])
    password = try Self.password(json["password"])
    let name = email.prefix { $0 != "@" }
    guard ![email, String(name)].contains(password.revealed.lowercased()) else {
      throw AuthFault(
        422, "weak_password", "The password is the address. Choose another.",
        reasons: ["characters"])
    }
    var data = json["data"]?.object ?? [:]
    guard let text = data["birth_date"]?.string, let born = CalendarDay(text), born <= today else {
      throw .invalid("A birth date is needed to sign up: data.birth_date, such as 2010-05-31.")
    }
    birthDate = born
    let age = born.years(until: today)
    guard age <= Self.oldest else {
      throw .invalid("The birth date means an age of \(age) years: look at data.birth_date again.")
    }
    guard age >= Self.youngest else {
      throw AuthFault(422, "too_young", "A child under \(Self.youngest) cannot have an account.")
    }
    if age < Self.grownUp {
      guard let given = data["consent"], Self.isWhole(given) else {
        throw AuthFault(
          422, "consent_needed",
          "From \(Self.youngest) to \(Self.grownUp - 1) a parent has to agree: "
            + "data.consent with parent_name, parent_email and text (\(Self.consentText))."
        )
      }
      guard let parent = try? Self.email(given["parent_email"]),
        Self.mailbox(parent) != Self.mailbox(email)
      else { throw .parentsAddress }
      // Other members of the consent are left out, because the server stores a sign-up for days
      // even if no person confirms the address.
      consent = .object([
        "parent_name": given["parent_name"] ?? .null, "parent_email": .string(parent),
        "text": .string(Self.consentText),
      ])
    } else {
      consent = nil
    }
    for member in ["birth_date", "consent"] { data[member] = nil }
    self.data = data
  }

  static func email(_ value: JSONValue?) throws(AuthFault) -> String {
    let text = (value?.string ?? "").lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    // Only ASCII is accepted, because letters of other alphabets and zero-width characters can make
    // two addresses look the same (decision 45).
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isPlain, parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
      text.utf8.count <= 254
    else { throw .invalid("Unable to validate email address: invalid format") }
    return text
  }

  /// Returns the reason why a new password is refused, such as that it is too common; nil if it is
  /// accepted.
  package static func refusal(ofPassword value: JSONValue?) -> String? {
    do throws(AuthFault) {
      _ = try password(value)
      return nil
    } catch {
      return error.message
    }
  }

  /// Returns why a new account could not have this password, as a message and a list of reasons;
  /// nil if it could.
  static func weakness(of password: JSONValue?) -> JSONValue? {
    do throws(AuthFault) {
      _ = try self.password(password)
      return nil
    } catch {
      guard let reasons = error.weakness else { return nil }
      return ["message": .string(error.message), "reasons": reasons]
    }
  }

  static func password(_ value: JSONValue?) throws(AuthFault) -> SecretText {
    guard let text = value?.string, !text.isEmpty else {
      throw .invalid("Signup requires a valid password")
    }
    guard text.utf8.count <= 72 else { throw .invalid("Password cannot be longer than 72 bytes") }
    guard text.count >= shortestPassword else {
      throw AuthFault(
        422, "weak_password", "Password should be at least 8 characters.", reasons: ["length"])
    }
    let plain = text.lowercased()
    guard Set(plain).count >= 4, !common.contains(plain) else {
      throw AuthFault(
        422, "weak_password", "That password is among the first that people try.",
        reasons: ["characters"])
    }
    return SecretText(text)
  }

  /// The most common passwords in leaked lists, of those with at least eight characters.
  private static let common: Set<String> = [
    "12345678", "123456789", "1234567890", "0123456789", "87654321", "987654321", "password",
    "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "p@ssword", "qwertyui",
    "qwertyuiop", "qwerty123", "qwerty12", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "zaq12wsx",
    "iloveyou", "iloveyou1", "sunshine", "princess", "football", "football1", "baseball",
    "baseball1", "softball", "basketball", "superman", "trustno1", "welcome1", "welcome123",
    "letmein1", "letmein123", "admin123", "admin1234", "administrator", "changeme",
    "changeme123", "abcd1234", "abc12345", "asdfghjk", "asdfghjkl", "starwars", "whatever",
    "computer", "jennifer", "michelle", "pokemon1", "summer2026", "winter2026", "monkey123",
    "dragon123", "shadow123", "master123", "charlie1", "michael1", "jordan23",
  ]

  private static func isWhole(_ consent: JSONValue) -> Bool {
    isParentName(consent["parent_name"]?.string ?? "")
      && consent["text"]?.string == consentText
      && (try? email(consent["parent_email"])) != nil
  }

  /// Returns whether a text can be the name of a parent who consents. It needs two letters, or a
  /// single letter of a script without capital letters, in which one character can be a whole name.
  package static func isParentName(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    return text.unicodeScalars.count <= longestParentName
      && (letters.count >= 2
        || letters.contains { $0.properties.generalCategory == .otherLetter })
  }

  /// Returns the address without the part between a plus sign and `@`, because that part does not
  /// change the mailbox. Two addresses of one mailbox are recognized in this way.
  private static func mailbox(_ address: String) -> String {
    let parts = address.split(separator: "@", maxSplits: 1)
    let name = parts.first?.prefix { $0 != "+" } ?? ""
    return "\(name)@\(parts.last ?? "")"
  }
}
