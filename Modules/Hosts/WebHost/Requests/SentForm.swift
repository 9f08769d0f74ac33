import Conversation
import FeatureKit
import HTTP
import JSON
import WebRendering

/// A submitted form: a command, its fields, and the hidden fields of every form.
struct SentForm: Sendable {
  var line: String
  /// The values of the fields by parameter name.
  var fields: [String: [String]] = [:]
  /// The values when the form was shown. Nil if the form does not contain them.
  var began: [String: [String]]?
  var files: [HTTP.Form.File] = []
  var token: String?
  /// The number of the form's page. Nil for a program, which sends no number.
  var number: Int?
  /// The person who was signed in when the page was created.
  var subject: String?
  var athlete: RecordID?
  /// The digest of the question to which the person agrees. Nil without agreement.
  var agreed: String?
  /// The number of the undo step to undo.
  var step: Int?
  /// The page to which the answer returns.
  var back: RequestTarget?
  /// The name under which the session stores secrets and files until a question is answered.
  var held: String?
  /// The name under which the session stores a form of a signed-out person, until the person signs
  /// in.
  var waiting: String?
  /// True if the person wants to fill in another form of the same kind next.
  var again = false
  /// The submitted part of a long form. `nextPart` is the part that follows. Both count from 1.
  var part: Int?
  var nextPart: Int?
  /// A record that has to be added first, because no record has the name in a field.
  struct Adds: Sendable {
    var parameter: String
    /// The kind of the record, such as "school".
    var thing: String

    var words: String { "\(parameter) \(thing)" }
  }
  var adds: Adds?
  /// The name under which the session stores the original form until that record is added.
  var then: String?
  /// Pasted rows in place of a file, by the name of the file's parameter.
  var pasted: [String: String] = [:]
  /// True if the form must only be stored until its person has signed in again. The page's script
  /// sends this if it knows that the person is signed out.
  var onlyWaits = false
  /// The handles of the rows that the person selected in a list.
  var rows: [String] = []

  /// The names of the host's own fields. No parameter's name begins with an underscore.
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

  /// Returns the fields with values that a person entered. Fields that belong to one session, one
  /// question or one page are left out. Nil if the person entered no value.
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

  /// Replaces CR LF, which browsers send at the ends of lines, by LF.
  private static func withPlainLines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n")
  }

  /// A digest of the form. It is equal if a browser sends the form twice. Only the digest is
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

  /// True if the form changes something that is there, and every field has the value with which it
  /// was shown. A form that adds a record begins without values.
  func changesNothing(of command: CommandDescription) -> Bool {
    let arguments = command.parameters.filter { $0.role == .argument }
    guard let began, files.isEmpty,
      arguments.isEmpty || began.values.contains(where: { $0.contains { !$0.isEmpty } })
    else { return false }
    return fields.allSatisfy { name, values in
      // The form cannot change which record it is about.
      if began[name] == nil, arguments.contains(where: { $0.name == name && $0.takesRecord }) {
        return true
      }
      return values.isSameAnswer(as: began[name] ?? [])
    }
  }
}
