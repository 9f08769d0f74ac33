import FeatureKit
import HTTP
import JSON
import WebRendering

/// A sent form: a command, its fields, and the hidden fields of every form.
struct SentForm: Sendable {
  var line: String
  /// The values of the fields by the name of their parameter.
  var fields: [String: [String]] = [:]
  /// The values when the form was shown; nil if the form does not contain them.
  var began: [String: [String]]?
  var files: [HTTP.Form.File] = []
  var token: String?
  /// The number of the form's page; nil for a program, which sends none.
  var number: Int?
  /// The person who was signed in when the page was created.
  var subject: String?
  var athlete: RecordID?
  /// The digest of the question to which the person agrees; nil without agreement.
  var agreed: String?
  /// The number of the undo step to undo.
  var step: Int?
  /// The page to which the answer returns.
  var back: RequestTarget?
  /// The name under which the session stores secrets and files until a question is answered.
  var held: String?
  /// The name under which the session stores a form that was sent while signed out, until its
  /// person signs in.
  var waiting: String?
  /// True if the person wants to fill in another form of the same kind next.
  var again = false
  /// The part of a long form that was sent. `nextPart` is the part to continue with. Both are
  /// counted from 1.
  var part: Int?
  var nextPart: Int?
  /// A record that has to be added first, because the name in a field was not found.
  struct Adds: Sendable {
    var parameter: String
    /// The kind of the record, such as "school".
    var thing: String

    var words: String { "\(parameter) \(thing)" }
  }
  var adds: Adds?
  /// The name under which the session stores the original form until that record is added.
  var then: String?
  /// Rows that were pasted instead of a file, by the name of the parameter for the file.
  var pasted: [String: String] = [:]
  /// True if the form must only be stored until its person has signed in again, because the page's
  /// script already knew that the person was signed out.
  var onlyWaits = false
  /// The handles of the rows that were selected in a list.
  var rows: [String] = []

  /// The names of fields that belong to the host. No parameter's name begins with an underscore.
  enum Name {
    static let command = "_command"
    static let token = "_token"
    static let number = "_once"
    static let subject = "_for"
    static let athlete = "_athlete"
    static let agreed = "_agreed"
    static let step = "_step"
    static let back = "_back"
    static let held = "_held"
    static let waiting = "_waiting"
    /// The script in `swapping.js` uses this name too.
    static let onlyWaits = "_keep"
    static let again = "_again"
    static let adds = "_add"
    static let then = "_then"
    static let row = "_row"
    static let ofWriting: Set = [command, subject, athlete, ServedForm.part]
  }

  /// The size limits of a form. Uploaded tables may be as large as a command accepts.
  static var limits: FormLimits {
    var limits = FormLimits()
    limits.files = 4
    return limits
  }

  /// Returns the fields with the values that a person entered, without those that belong to one
  /// session, one question or one page. It is nil if no value was entered.
  static func written(_ fields: Fields) -> Fields? {
    let kept = Fields(
      fields.all.filter { field in
        !field.name.hasPrefix("_") || Name.ofWriting.contains(field.name)
          || field.name.hasPrefix(ServedForm.began) || field.name.hasPrefix(ServedForm.pasted)
      })
    let hasValues = kept.all.contains { !$0.name.hasPrefix("_") && !$0.value.isEmpty }
    let hasCommand = kept[Name.command]?.isEmpty == false
    return hasValues && hasCommand && fields[Name.agreed] == nil ? kept : nil
  }

  init(_ form: HTTP.Form) throws(WebFault) {
    line = ""
    for field in form.fields.all { try take(field.name, field.value) }
    files = form.files
    // A command refers to an uploaded file by its name, so two files must not have the same name.
    for file in files { fields[file.field, default: []].append(file.name) }
    guard Set(files.map(\.name)).count == files.count else {
      throw WebFault(
        .badRequest, Problem(.usage, "Two files have the same name.", fix: "Rename one."))
    }
  }

  /// Parses JSON such as `{"command": "tasks due t3", "fields": {"day": "friday"}}`. The members
  /// `agreed`, `step`, `athlete` and `token` are optional.
  init(json: JSONValue, token: String?) throws(WebFault) {
    guard let line = (json["command"] ?? json["line"])?.string else {
      throw WebFault(
        .badRequest,
        Problem(
          .usage, "The command is missing.", fix: #"Send an object: {"command": "tasks"}"#))
    }
    self.line = line
    for member in json["fields"]?.object?.members ?? [] {
      fields[member.key] = (member.value.array ?? [member.value]).compactMap(Self.text)
    }
    self.token = token ?? json["token"]?.string
    agreed = json["agreed"]?.string
    step = json["step"]?.int
    athlete = json["athlete"]?.string.flatMap { RecordID($0) }
  }

  private static func text(_ value: JSONValue) -> String? {
    if let flag = value.bool { return flag ? "yes" : nil }
    if case .number(let number) = value { return number.text }
    return value.string
  }

  private mutating func take(_ name: String, _ value: String) throws(WebFault) {
    switch name {
    case Name.command: line = value
    case Name.token: token = value
    case Name.number: number = Int(value) ?? -1
    case Name.subject: subject = value
    case Name.athlete:
      guard let id = RecordID(value) else { throw .neverGiven }
      athlete = id
    case Name.agreed: agreed = value.isEmpty ? nil : value
    case Name.step: step = Int(value) ?? -1
    case Name.back: back = LocalAddress.target(value)
    case Name.held: held = value
    case Name.waiting: waiting = value
    case Name.onlyWaits: onlyWaits = true
    case Name.again: again = true
    case ServedForm.part: part = Int(value)
    case ServedForm.next: nextPart = Int(value)
    case Name.adds:
      let words = value.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw .neverGiven }
      adds = Adds(parameter: words[0], thing: words[1])
    case Name.then: then = value
    case _ where name.hasPrefix(ServedForm.pasted):
      guard !value.trimmed.isEmpty else { break }
      pasted[String(name.dropFirst(ServedForm.pasted.count))] = Self.withPlainLines(value)
    case Name.row: rows.append(value)
    case _ where name.hasPrefix(ServedForm.began):
      let field = String(name.dropFirst(ServedForm.began.count))
      began = began ?? [:]
      began?[field, default: []].append(Self.withPlainLines(value))
    case _ where name.hasPrefix("_"): break
    default: fields[name, default: []].append(Self.withPlainLines(value))
    }
  }

  /// Replaces CR LF, which browsers send at the ends of lines, with the LF that the rest of the
  /// program uses.
  private static func withPlainLines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n")
  }

  /// A digest of the form, which is the same if a browser sends one form twice. Only the digest is
  /// stored, because a form may be long.
  var content: String {
    let pairs = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let sizes = files.map { "\($0.field) \($0.name) \($0.size)" }
    let all =
      [line, agreed ?? "", step.map(String.init) ?? "", adds?.words ?? ""] + rows + pairs + sizes
      + pasted.values.sorted()
    var (first, second) = (Hasher(), Hasher())
    first.combine(all)
    second.combine(0)
    second.combine(all)
    return "\(first.finalize()) \(second.finalize())"
  }

  /// True if every field has the value with which the form was shown.
  var changesNothing: Bool {
    fields.allSatisfy { name, values in
      values.filter { !$0.isEmpty } == (began?[name] ?? []).filter { !$0.isEmpty }
    }
  }
}
