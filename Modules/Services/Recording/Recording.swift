package import Basics
package import CivilTime
package import JSON

/// A recorded session of the shell that can be replayed: its start, the rows of the data file, and
/// the inputs with their times.
///
/// The file has one JSON value in each line, so that a user can read it before sharing it, and so
/// that a crash damages at most the last line.
package struct Recording: Equatable, Sendable {
  package var beginning: Beginning
  /// The rows of the data file at the start of the session, each with the name of its table.
  package var rows: [Row]
  package var inputs: [Input]

  package init(_ beginning: Beginning, rows: [Row], inputs: [Input] = []) {
    self.beginning = beginning
    self.rows = rows
    self.inputs = inputs
  }

  package struct Beginning: Equatable, Sendable {
    /// The version of the program that recorded the session.
    package var version: String
    package var at: Instant
    package var zone: String
    /// The seed from which the ids of new records are computed, so that a replay creates the same
    /// ids.
    package var seed: UInt64
    /// The short name, such as `p1`, of the person who was signed in at the start; nil if there was
    /// none.
    package var profile: String?
    /// The width of the terminal in columns, and in `lines` its height; nil if the input did not
    /// come from a terminal.
    package var columns: Int?
    package var lines: Int?
    /// Whether the session was a script that continues after a line that fails.
    package var keepsGoing: Bool
    /// Whether the recording contains people's own words, such as names and notes. If not, it
    /// contains pseudonyms in their places.
    package var isRaw: Bool

    package init(
      version: String, at: Instant, zone: String, seed: UInt64, profile: String?, columns: Int?,
      lines: Int?, keepsGoing: Bool = false, isRaw: Bool
    ) {
      self.version = version
      self.at = at
      self.zone = zone
      self.seed = seed
      self.profile = profile
      self.columns = columns
      self.lines = lines
      self.keepsGoing = keepsGoing
      self.isRaw = isRaw
    }
  }

  package struct Row: Equatable, Sendable {
    package var table: String
    package var values: JSONObject

    package init(table: String, values: JSONObject) {
      self.table = table
      self.values = values
    }
  }

  /// One input from the keyboard, with its time.
  package struct Input: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case line(String)
      /// The user's answer to a question that the program asked.
      case answer(String)
      /// The user entered a passphrase. The recording does not contain its text.
      case secret
      /// The user pressed Ctrl-C at the prompt, at a question or at a passphrase.
      case interrupted
      case ended
    }

    package var at: Instant
    package var kind: Kind

    package init(at: Instant, _ kind: Kind) {
      self.at = at
      self.kind = kind
    }
  }
}

// MARK: - Writing and parsing the recording file

extension Recording {
  private static let form = 1

  /// Returns the start of the session as the first line of the recording file.
  package static func line(_ beginning: Beginning) -> JSONValue {
    var object: JSONObject = [
      "recording": JSONValue(form), "program": .string(beginning.version),
      "at": .string(beginning.at.description), "zone": .string(beginning.zone),
      "seed": .string(String(beginning.seed, radix: 16)), "raw": .bool(beginning.isRaw),
    ]
    object["profile"] = beginning.profile.map(JSONValue.string)
    object["columns"] = beginning.columns.map { JSONValue($0) }
    object["lines"] = beginning.lines.map { JSONValue($0) }
    if beginning.keepsGoing { object["keeps going"] = true }
    return .object(object)
  }

  package static func line(_ row: Row) -> JSONValue {
    ["table": .string(row.table), "row": .object(row.values)]
  }

  package static func line(_ input: Input) -> JSONValue {
    let at = JSONValue.string(input.at.description)
    return switch input.kind {
    case .line(let text): ["at": at, "line": .string(text)]
    case .answer(let text): ["at": at, "answer": .string(text)]
    case .secret: ["at": at, "secret": true]
    case .interrupted: ["at": at, "interrupted": true]
    case .ended: ["at": at, "ended": true]
    }
  }

  /// Parses the text of a recording file. It ignores an incomplete last line, which a crash leaves
  /// behind.
  package init(_ text: String) throws(Problem) {
    var lines = text.split(separator: "\n").map { try? JSONValue.parse(String($0)) }[...]
    guard let first = lines.popFirst(), let beginning = first.flatMap(Beginning.init) else {
      throw .noRecording
    }
    if lines.last == .some(nil) { lines.removeLast() }
    self.init(beginning, rows: [])
    for line in lines {
      if let table = line?["table"]?.string, let values = line?["row"]?.object {
        rows.append(Row(table: table, values: values))
      } else if let input = line.flatMap(Input.init) {
        inputs.append(input)
      } else {
        throw .noRecording
      }
    }
  }
}

extension Recording.Beginning {
  /// Returns a terminal size limited to plausible values, because a recording that was made on
  /// another computer may contain any number.
  private static func likely(_ size: Int) -> Int { min(max(size, 10), 1_000) }

  fileprivate init?(_ json: JSONValue) {
    guard json["recording"]?.int == 1, let at = json["at"]?.string.flatMap({ Instant($0) }),
      let seed = json["seed"]?.string.flatMap({ UInt64($0, radix: 16) }),
      let zone = json["zone"]?.string
    else { return nil }
    self.init(
      version: json["program"]?.string ?? "", at: at, zone: zone, seed: seed,
      profile: json["profile"]?.string, columns: json["columns"]?.int.map(Self.likely),
      lines: json["lines"]?.int.map(Self.likely), keepsGoing: json["keeps going"]?.bool ?? false,
      isRaw: json["raw"]?.bool ?? false)
  }
}

extension Recording.Input {
  fileprivate init?(_ json: JSONValue) {
    guard let at = json["at"]?.string.flatMap({ Instant($0) }) else { return nil }
    if let text = json["line"]?.string {
      self.init(at: at, .line(text))
    } else if let text = json["answer"]?.string {
      self.init(at: at, .answer(text))
    } else if json["secret"]?.bool == true {
      self.init(at: at, .secret)
    } else if json["interrupted"]?.bool == true {
      self.init(at: at, .interrupted)
    } else if json["ended"]?.bool == true {
      self.init(at: at, .ended)
    } else {
      return nil
    }
  }
}

extension Problem {
  fileprivate static let noRecording = Problem(
    .usage, "This is no recording, or one of a later program.",
    fix: "A recording is made with:  compass-shell record FILE")
}
