import CivilTime
import FeatureKit
import HTTP
import JSON
import SharingServer
import WebHost
import WebRendering

/// The form fields for a person's time zone, and the member `timezone` in which an account stores
/// it.
enum TimeZoneFields {
  /// The name of the form field with the zone. If the field is hidden, the page's script fills in
  /// the browser's zone.
  static let name = "time-zone"
  static let other = "other-zone"
  /// The name of the member of the account's metadata that stores the zone.
  static let member = "timezone"

  /// The choices of the form: the time zones of the United States. Any other zone can be typed.
  static let usual = [
    ("America/New_York", "Eastern"), ("America/Chicago", "Central"),
    ("America/Denver", "Mountain"), ("America/Phoenix", "Arizona"),
    ("America/Los_Angeles", "Pacific"), ("America/Anchorage", "Alaska"),
    ("Pacific/Honolulu", "Hawaii"), ("America/Puerto_Rico", "Puerto Rico"),
    ("other", "Another one"),
  ]

  /// Returns the zone with this name; nil if there is none.
  ///
  /// A name without a region, except `UTC`, is refused, because it would mean the zone of the
  /// server's machine, or a zone without daylight saving time.
  static func zone(_ name: String?) -> Zone? {
    guard let name, name.contains("/") || name == "UTC", name.utf8.count <= 60 else { return nil }
    return try? Zone.named(name)
  }
}

extension FormField {
  /// Returns a hidden form field into which the page's script writes the browser's time zone.
  static func timeZone(_ known: String?) -> FormField {
    FormField(TimeZoneFields.name, known ?? "")
  }
}

extension ServerPages {
  private static let timeZoneForm = AccountForm(
    title: "Change the time zone",
    sentences: ["It decides when a day begins, and so what is due today."],
    submit: "Change it", action: OwnPage.timeZone.address,
    fields: [
      .choice(TimeZoneFields.name, "Your time zone", TimeZoneFields.usual),
      .text(
        TimeZoneFields.other, "If it is another one, such as Europe/Berlin", isRequired: false),
    ], links: [CommandLink("Back", OwnPage.account.rawValue)])

  func changeTimeZone(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    guard request.method == .post else {
      let name = (signedIn.zone ?? ground.settings.zone).name
      let isUsual = TimeZoneFields.usual.contains { $0.0 == name }
      let given =
        isUsual
        ? [TimeZoneFields.name: name]
        : [TimeZoneFields.name: "other", TimeZoneFields.other: name]
      return try show(Self.timeZoneForm.content(given: given), to: signedIn)
    }
    let sent = try await requireToken(request, signedIn)
    let chosen = sent[TimeZoneFields.name] ?? ""
    let written = sent[TimeZoneFields.other]?.trimmed ?? ""
    // A zone that was typed into the text field is used if the person chose “Another one”, and also
    // if the person left the list unchanged.
    let present = (signedIn.zone ?? ground.settings.zone).name
    let isOther = chosen == "other" || [present, ""].contains(chosen) && !written.isEmpty
    let name = isOther ? written : chosen
    var faults: [String: Problem] = [:]
    var problem: Problem?
    if !isOther, !written.isEmpty, ![present, chosen].contains(written) {
      faults[TimeZoneFields.other] = .ofField("Choose one in the list, or write one, not both.")
    } else if let zone = TimeZoneFields.zone(name) {
      let answer = try await ask(
        "/auth/v1/user", method: .put,
        ["data": [TimeZoneFields.member: .string(zone.name)]],
        token: try ground.token(signedIn.user, signedIn.session), for: request)
      if answer.response.status.isSuccess {
        return try toAccount(after: .timeZone)
      }
      problem = answer.problem
    } else if isOther {
      faults[TimeZoneFields.other] = .ofField(
        "No zone has this name. Write one such as Europe/Berlin.")
    } else {
      faults[TimeZoneFields.name] = .ofField("Choose one.")
    }
    return try show(
      Self.timeZoneForm.content(given: sent, faults: faults, problem: problem), to: signedIn,
      status: .badRequest)
  }
}
