package import FeatureKit

/// A feature whose effects (requested work) a test provides, for tests of stores, of `FeatureBox`
/// and of the shell and the web server.
///
/// The feature's actions are words, and its state is the list of received words.
package struct ScriptedFeature: FeatureModule {
  package struct State: Equatable, Sendable {
    package var heard: [String]

    package init(_ heard: [String] = []) {
      self.heard = heard
    }
  }

  package typealias Action = String

  package static let manifest = FeatureManifest(
    id: "Scripted", title: "Scripted", summary: "Does what the test says.", order: 1,
    nouns: [Noun("scripted", summary: "Does what the test says.", opens: "say")])

  private let script: Script

  /// The effects (requested work) that the test provides: a function from an action's word to its
  /// effect.
  struct Script: Capability {
    var effect: @Sendable (String) -> Effect<String>

    static func unimplemented(_ place: Unimplemented) -> Script {
      Script { _ in .none }
    }
  }

  package init(_ dependencies: Dependencies) {
    script = dependencies[Script.self]
  }

  package init(_ effect: @escaping @Sendable (String) -> Effect<String>) {
    self.init(ScriptedFeature.dependencies(effect))
  }

  package static func dependencies(
    _ effect: @escaping @Sendable (String) -> Effect<String>
  ) -> Dependencies {
    Dependencies(for: "Scripted").providing(Script(effect: effect))
  }

  package var initialState: State { State() }

  package func reduce(_ state: inout State, _ action: String) -> Effect<String> {
    state.heard.append(action)
    return script.effect(action)
  }

  package var commands: Commands<ScriptedFeature> {
    Command("say", "Hear a word.", .reads, Argument("word", .text())) { $0 }
  }

  package func page(_ state: State, in context: PageContext) -> Page {
    Page(title: "Heard") { Paragraph(state.heard.joined(separator: " ")) }
  }

  package func action(for event: HostEvent) -> String? {
    event == .opened ? "opened" : nil
  }
}
