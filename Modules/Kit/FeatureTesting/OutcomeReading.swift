public import FeatureKit

/// An outcome of any feature: a text, a question or a file for the person. With this protocol,
/// tests can filter a list of outcomes without naming the type of the feature's actions.
public protocol ToldOutcome {
  associatedtype Action: Sendable
  var outcome: Outcome<Action> { get }
}

extension Outcome: ToldOutcome {
  public var outcome: Outcome<Action> { self }
}

/// Selects the outcomes (texts, questions and files for the person) of one kind from a list, as in
/// `outcomes.problems`.
extension Array where Element: ToldOutcome {
  /// The problems among the outcomes.
  ///
  /// If a command lacks a value, such as a passphrase, its problem is included, because the shell
  /// reports the problem if it cannot ask for the value.
  public var problems: [Problem] {
    compactMap {
      switch $0.outcome {
      case .problem(let problem): problem
      case .needs(let need): need.problem
      default: nil
      }
    }
  }
  public var done: [Done] {
    compactMap { if case .done(let done) = $0.outcome { done } else { nil } }
  }
  public var notices: [String] {
    compactMap { if case .notice(let notice) = $0.outcome { notice.text } else { nil } }
  }
  public var artifacts: [Artifact] {
    compactMap { if case .artifact(let artifact) = $0.outcome { artifact } else { nil } }
  }
  public var questions: [Question<Element.Action>] {
    compactMap { if case .question(let question) = $0.outcome { question } else { nil } }
  }
  public var progresses: [Progress] {
    compactMap { if case .progress(let progress) = $0.outcome { progress } else { nil } }
  }
  public var needs: [Need] {
    compactMap { if case .needs(let need) = $0.outcome { need } else { nil } }
  }
  /// The paths of the pages that the outcomes ask the shell or the web server to show.
  public var opened: [String] {
    compactMap { if case .open(let route) = $0.outcome { route.path } else { nil } }
  }
}
