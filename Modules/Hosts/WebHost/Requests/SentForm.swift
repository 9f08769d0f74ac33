import Conversation
import FeatureKit
import HTTP
import JSON
import WebRendering

/// A submitted form: a command, the fields with its values, and the hidden fields of the page.
struct SentForm: Sendable {
  var line: String
  /// The values of the fields by parameter name.
  var fields: [String: [String]] = [:]
  /// The values that the fields had when the form was shown, with which the host finds the fields
  /// that the person has changed; nil if the form does not contain them.
  var began: [String: [String]]?
  var files: [HTTP.Form.File] = []
  /// The problems of uploaded files that are too large, by the names of their fields.
  var tooLarge: [String: RequestFault] = [:]
  var token: String?
  /// The number of the page that contains the form, by which the host recognizes a form that is
  /// submitted twice; nil for a program, which sends none.
  var number: Int?
  /// The signed-in person and the viewed athlete at the time when the page was created; nil if no
  /// person was signed in. If either is different now, the host refuses the form.
  var subject: String?
  var athlete: RecordID?
  /// The digest (a hash of the text) of the question to which the person has agreed, such as
  /// whether to delete a record; nil if the person has not agreed to a question.
  var agreed: String?
  /// The id of the change that the pressed button undoes; nil for other buttons.
  var step: Int?
  /// The address of the page whose button was pressed, to which the browser returns. It is nil for
  /// a submitted form, after which the browser shows the page of the record.
  var back: RequestTarget?
  /// The name under which the session stores the passwords and files of a submitted form while the
  /// page asks the person to confirm the command. The page contains only this name, so that the
  /// browser does not have to send them again.
  var held: String?
  /// The name under which the session stores a form whose person was signed out when it was sent.
  /// The form is shown again after signing in, and then sends this name.
  var waiting: String?
  /// Whether the person pressed "Save and add another". The same form is then shown again, with
  /// only the values that are kept for the next record.
  var again = false
  /// The number of the submitted part of a long form; the first part has the number 1. `nextPart`
  /// is the number of the part to show next.
  var part: Int?
  var nextPart: Int?
  /// A record that has to be added before the form's command can run: the person has typed its name
  /// into the field `parameter`, but no record has this name.
  struct Adds: Sendable {
    var parameter: String
    /// The kind of the record, such as "school".
    var thing: String
    /// The typed name, without the other names that the field may contain.
    var name = ""

    var words: String { "\(parameter) \(thing)" }
  }
  var adds: Adds?
  /// The record that the person chose because the name in the field `parameter` fits several.
  private var meant: (parameter: String, handle: String)?
  /// The handles of the records that the form showed, by the names of the fields and the names that
  /// stood there for the records.
  private var named: [String: [String: String]] = [:]
  /// If this form adds a record that was missing for another form, the name under which the session
  /// stores that other form. The other form is shown again after the record was added.
  var then: String?
  /// The pasted rows that take the place of a file, by the name of the parameter that takes the
  /// file.
  var pasted: [String: String] = [:]
  /// The names of the fields for which rows were pasted and a file was chosen too. Such a form is
  /// refused, and shown again without the file, because a browser has no control that takes back a
  /// chosen file.
  var alsoChosen: Set<String> = []
  /// Whether the host only stores the form and does not run its command. The page's script sends
  /// the form in this way if it knows that the person is signed out. The form is shown again after
  /// signing in.
  var onlyWaits = false
  /// The handles (short names such as `t3`) of the rows that the person selected in a list.
  var rows: [String] = []

  /// Whether any field has a value.
  var isFilledIn: Bool { fields.values.contains { $0.contains { !$0.isEmpty } } }

  /// Returns the hidden fields with the names of two stored forms: `then` is the form that is shown
  /// after this one, and `waiting` the form that a person sent while signed out.
  static func fields(then: String?, waiting: String?) -> [FormField] {
    [(Name.then, then), (Name.waiting, waiting)].compactMap { name, value in
      value.map { FormField(name, $0) }
    }
  }

  /// The names of the host's own form fields. They begin with an underscore, which no parameter's
  /// name does.
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
    /// The script `swapping.js` in pages also uses this name, so the two have to agree.
    static let onlyWaits = "_keep"
    static let again = "_again"
    static let adds = "_add"
    static let then = "_then"
    static let row = "_row"
    static let ofWriting: Set = [command, subject, athlete, ServedForm.part]
  }

  /// The size limits of a form with uploaded files, of which there may be four.
  static var limits: FormLimits {
    var limits = FormLimits()
    limits.files = 4
    return limits
  }

  /// Returns the fields that the person filled in, for showing the form again later. Hidden fields
  /// that are only valid for one session, question or page are left out. The result is nil if the
  /// person entered no value, or has agreed to a question.
  static func written(_ fields: Fields) -> Fields? {
    let kept = Fields(
      fields.all.filter { field in
        !field.name.hasPrefix("_") || Name.ofWriting.contains(field.name)
          || [ServedForm.began, ServedForm.pasted, ServedForm.named].contains {
            field.name.hasPrefix($0)
          }
      })
    let hasValues = kept.all.contains { !$0.name.hasPrefix("_") && !$0.value.isEmpty }
    let hasCommand = kept[Name.command]?.isEmpty == false
    return hasValues && hasCommand && fields[Name.agreed] == nil ? kept : nil
  }

  init(_ form: HTTP.Form) throws(WebFault) {
    line = ""
    for field in form.fields.all { try take(field.name, field.value) }
    for (field, handles) in named {
      fields[field] = fields[field]?.map { Self.withHandles($0, named: handles) }
    }
    // The person has chosen one of the records listed below a field. The chosen record replaces the
    // name that was typed into the field.
    if let meant { fields[meant.parameter] = [meant.handle] }
    files = form.files.filter { pasted[$0.field] == nil }
    alsoChosen = Set((form.files.map(\.field) + form.tooLarge.keys).filter { pasted[$0] != nil })
    // The name of an uploaded file is the value of its form field in the command, so two files must
    // not have the same name.
    for file in files { fields[file.field, default: []].append(file.name) }
    tooLarge = form.tooLarge.filter { pasted[$0.key] == nil }
    for case (let field, .fileTooLarge(let name, _)) in tooLarge {
      fields[field, default: []].append(name)
    }
    guard Set(files.map(\.name)).count == files.count else {
      throw WebFault(
        .badRequest, Problem(.usage, "Two files have the same name.", fix: "Rename one."))
    }
  }

  /// Reads a command from the JSON of a program, such as `{"command": "tasks due t3", "fields":
  /// {"day": "friday"}}`. The members `agreed`, `step`, `athlete` and `token` are optional.
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
    case ServedForm.meant:
      let words = value.split(separator: " ").map(String.init)
      guard words.count == 2 else { throw .neverGiven }
      meant = (words[0], words[1])
    case Name.then: then = value
    case _ where name.hasPrefix(ServedForm.named):
      let words = value.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw .neverGiven }
      let field = String(name.dropFirst(ServedForm.named.count))
      named[field, default: [:]][words[1].trimmed] = words[0]
    case _ where name.hasPrefix(ServedForm.pasted):
      let field = String(name.dropFirst(ServedForm.pasted.count))
      if value.trimmed.isEmpty {
        // A browser sends nothing for a file that was not chosen. The empty box shows that the
        // person submitted a form with this field and did not press a button.
        fields[field, default: []] += []
      } else {
        pasted[field] = Self.withPlainLines(value)
      }
    case Name.row: rows.append(value)
    case _ where name.hasPrefix(ServedForm.began):
      let field = String(name.dropFirst(ServedForm.began.count))
      began = began ?? [:]
      began?[field, default: []].append(Self.withPlainLines(value))
    case _ where name.hasPrefix("_"): break
    default: fields[name, default: []].append(Self.withPlainLines(value))
    }
  }

  /// Returns the text of a field with handles in place of the names that the form showed. If the
  /// person wrote another name too, the text stays as it is, and its names are looked up.
  private static func withHandles(_ text: String, named handles: [String: String]) -> String {
    if let handle = handles[text.trimmed] { return handle }
    let found = text.split(separator: ",").map { handles[String($0).trimmed] }
    let all = found.compactMap { $0 }
    return all.isEmpty || all.count < found.count ? text : all.joined(separator: ", ")
  }

  /// Replaces CR LF, which browsers send at the ends of lines, by LF.
  private static func withPlainLines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n")
  }

  /// A hash of the form's content, by which the web host recognizes a form that a browser has sent
  /// twice. The host stores the hash instead of the form, which may be long.
  var content: String {
    let pairs = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let contents = files.map { "\($0.field) \($0.name) \($0.size) \($0.fingerprint)" }
    let all =
      [line, agreed ?? "", step.map(String.init) ?? "", adds?.words ?? ""] + rows + pairs + contents
      + pasted.values.sorted()
    var (first, second) = (Hasher(), Hasher())
    first.combine(all)
    second.combine(0)
    second.combine(all)
    return "\(first.finalize()) \(second.finalize())"
  }

  /// A problem for each field whose uploaded file is too large, to be shown beside the field.
  var faultsOfLargeFiles: [FieldFault] {
    tooLarge.sorted { $0.key < $1.key }.map { field, fault in
      FieldFault(
        parameter: field,
        problem: Problem(.usage, fault.sentence, fix: "Choose a smaller file."))
    }
  }

  /// A problem for each field into which rows were pasted and for which a file was chosen too, to
  /// be shown beside the field.
  var faultsOfChosenTwice: [FieldFault] {
    alsoChosen.sorted().map { field in
      FieldFault(
        parameter: field,
        problem: Problem(
          .usage, "There were pasted rows and a file, and only one of them can be taken.",
          fix: "The file is not chosen any more. To take it, empty the box and choose it again."))
    }
  }

  /// If the problem names an uploaded file, returns it as a fault (a problem shown beside a field)
  /// of the file's field; otherwise an empty array.
  func faults(ofFilesIn problem: Problem) -> [FieldFault] {
    guard problem.cause == .usage,
      let file = files.first(where: { !$0.name.isEmpty && problem.title.contains($0.name) })
    else { return [] }
    return [FieldFault(parameter: file.field, problem: problem)]
  }

  /// Returns whether every field still has the value with which the form was shown. Returns false
  /// if the form does not edit a record or settings but adds a record.
  func changesNothing(of command: CommandDescription) -> Bool {
    let arguments = command.parameters.filter { $0.role == .argument }
    guard let began, files.isEmpty,
      arguments.isEmpty || began.values.contains(where: { $0.contains { !$0.isEmpty } })
    else { return false }
    return fields.allSatisfy { name, values in
      // The field that names the edited record has no entry in `began`, because the person cannot
      // change it.
      if began[name] == nil, arguments.contains(where: { $0.name == name && $0.takesRecord }) {
        return true
      }
      return values.isSameAnswer(as: began[name] ?? [])
    }
  }
}
