import FeatureKit
import JSON

extension JSONValue {
  /// Returns a JSON object with the members that have a value. A member without a value is left out
  /// instead of being null.
  static func members(_ pairs: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(pairs.compactMap { key, value in value.map { (key, $0) } }))
  }

  static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// Returns an array, or nil if the array is empty. An empty list is then left out of the JSON
  /// object.
  static func some(_ values: [JSONValue]) -> JSONValue? {
    values.isEmpty ? nil : .array(values)
  }

  static func text(_ text: String?) -> JSONValue? {
    text.map { .string($0) }
  }
}

extension Tone {
  var json: JSONValue { .string(rawValue) }
}

extension CommandLink {
  var json: JSONValue {
    .members([
      ("label", .string(label)), ("command", .string(command)), ("spoken", .text(spoken)),
      ("enabled", .bool(isEnabled)), ("current", isCurrent ? .bool(true) : nil),
    ])
  }
}

extension [CommandLink] {
  var json: JSONValue { .array(map(\.json)) }
}

extension Badge {
  var json: JSONValue { .object(["text": .string(text), "tone": tone.json]) }
}

extension Reference {
  var json: JSONValue {
    .object([
      "kind": .string(kind.singular), "handle": .string(handle), "id": .string(id.description),
      "title": .string(title),
    ])
  }
}

extension Problem {
  var json: JSONValue {
    .members([
      ("cause", .string(cause.name)), ("exitCode", JSONValue(Int(exitCode.rawValue))),
      ("title", .string(title)), ("details", .strings(details)), ("fix", .text(fix)),
    ])
  }
}

extension Done {
  var json: JSONValue {
    .members([
      ("sentence", .string(sentence)), ("details", .strings(details)),
      ("references", .array(references.map(\.json))),
      ("links", links.isEmpty ? JSONValue?.none : links.json),
    ])
  }
}

extension Notice {
  var json: JSONValue { .object(["text": .string(text), "tone": tone.json]) }
}

extension JSONAnswer.Asked {
  var json: JSONValue {
    .object([
      "words": .string(words), "details": .strings(details), "agree": .string(agree),
      "digest": .string(digest),
    ])
  }
}

extension JSONAnswer.Written {
  var json: JSONValue {
    .object([
      "name": .string(name), "mediaType": .string(mediaType), "path": .string(path),
    ])
  }
}

extension Cause {
  /// The name of the problem's cause in JSON. It is part of the schema and never changes, so that
  /// programs can compare it. The sentences for people may change.
  fileprivate var name: String {
    switch self {
    case .usage: "usage"
    case .notFound: "notFound"
    case .signInNeeded: "signInNeeded"
    case .sessionExpired: "sessionExpired"
    case .refused: "refused"
    case .locked: "locked"
    case .conflict: "conflict"
    case .offline: "offline"
    case .timedOut: "timedOut"
    case .serverError: "serverError"
    case .storage(.full): "storage.full"
    case .storage(.readOnly): "storage.readOnly"
    case .storage(.busy): "storage.busy"
    case .storage(.damaged): "storage.damaged"
    case .storage(.tooNew): "storage.tooNew"
    case .storage(.tooOld): "storage.tooOld"
    case .storage(.missing): "storage.missing"
    case .storage(.unconfirmed): "storage.unconfirmed"
    case .unimplemented: "unimplemented"
    case .interrupted: "interrupted"
    case .failed: "failed"
    }
  }
}
