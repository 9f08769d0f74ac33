import Conversation
import Domain
import JSON

extension AnswerMemory {
  /// Returns a store for the answers that a person has given so far to the questions of a command,
  /// until the command has run. It stores them in the data file under the person's id, so that no
  /// other person sees them, and erasing the person deletes them.
  static func live(_ preferences: DevicePreferencesGateway) -> AnswerMemory {
    AnswerMemory(
      load: {
        guard let stored = try? await preferences.value(of: DevicePreferenceKey.keptAnswers),
          let json = try? JSONValue.parse(stored)
        else { return nil }
        return KeptAnswers(json)
      },
      keep: { answers in
        try? await preferences.set(answers?.json.text, for: DevicePreferenceKey.keptAnswers)
      })
  }
}

extension KeptAnswers {
  fileprivate init?(_ json: JSONValue) {
    guard let command = json["command"]?.string, let answers = json["answers"]?.array else {
      return nil
    }
    self.init(
      command: command,
      given: Dictionary(
        (json["given"]?.object?.members ?? []).map { member in
          (member.key, (member.value.array ?? []).compactMap(\.string))
        }, uniquingKeysWith: { first, _ in first }),
      answers: answers.compactMap { answer in
        guard let parameter = answer["parameter"]?.string, let text = answer["text"]?.string else {
          return nil
        }
        return Answer(parameter: parameter, text: text)
      })
  }

  fileprivate var json: JSONValue {
    .object([
      "command": .string(command),
      "given": .object(
        JSONObject(
          given.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map { .string($0) })) })),
      "answers": .array(
        answers.map {
          .object(["parameter": .string($0.parameter), "text": .string($0.text)])
        }),
    ])
  }
}
