import FeatureKit
import Synchronization

/// Records which forms of a session were submitted, so that a form that is submitted twice runs its
/// command once.
///
/// Each page of a session gets the next number, and all forms of the page contain it. The page's
/// number and the form's content together identify one use of a form. Pressing a button twice,
/// reloading, or going back and pressing the button again repeats the same use. Another button of
/// the page is another use.
final class FormUses: Sendable {
  struct Use: Hashable {
    var number: Int
    var content: String
  }

  enum Claim: Equatable {
    /// The form was not submitted before. The caller runs its command, and then calls `finish` or
    /// `release`.
    case first
    /// The form's command was run before, and the response redirected to this address.
    case done(leadingTo: String)
    /// The session does not know any more whether the form was submitted before. So many other
    /// forms were submitted since then that the record of this one may have been dropped.
    case tooOld
    /// The session does not know whether the form was submitted before, because its page is from an
    /// earlier run of the program, and the uses of that run were not stored.
    case fromEarlierRun
    /// No page of this session has the form's number, so the form comes from elsewhere.
    case neverGiven
  }

  private enum Stage {
    case running(ended: Signal)
    case done(leadingTo: String)
  }

  private struct State {
    var given: Int
    var stages: [Use: Stage] = [:]
    var order: [Use] = []
    /// The highest page number among the records that were dropped. A form on a page with this
    /// number or a lower one may have been submitted before, so it counts as too old.
    var forgotten: Int
  }

  private let state: Mutex<State>
  /// The number of the last page of an earlier run of the program; 0 if there was no earlier run.
  private let pagesOfEarlierRun: Int

  /// Creates an empty record of the forms that were submitted in a browser session.
  ///
  /// - Parameter pages: the number of the session's last page in an earlier run of the program; 0
  ///   for a new session. Which forms of these pages were submitted was not stored, so their
  ///   commands do not run at once.
  /// - Parameter isSecondRun: whether these pages are known to be from an earlier run. Otherwise
  ///   their forms count as too old.
  init(after pages: Int = 0, isSecondRun: Bool = false) {
    state = Mutex(State(given: pages, forgotten: pages))
    pagesOfEarlierRun = isSecondRun ? pages : 0
  }

  /// The number of the last created page.
  var given: Int { state.withLock { $0.given } }

  /// The largest number of finished uses (forms whose command has run) that the session remembers.
  static let kept = 64

  /// Returns the number for a new page, which all forms of that page contain.
  func next() -> Int {
    state.withLock { state in
      state.given += 1
      return state.given
    }
  }

  /// Reserves a use (one submission of a form) for the caller, so that no other request runs the
  /// same form. If another request is running it now, waits until that request ends.
  func claim(_ use: Use) async -> Claim {
    while true {
      let (claim, ended) = state.withLock { state -> (Claim?, Signal?) in
        guard use.number > 0, use.number <= state.given else { return (.neverGiven, nil) }
        switch state.stages[use] {
        case .done(let address): return (.done(leadingTo: address), nil)
        case .running(let ended): return (nil, ended)
        case nil:
          guard use.number > pagesOfEarlierRun else { return (.fromEarlierRun, nil) }
          guard use.number > state.forgotten else { return (.tooOld, nil) }
          state.stages[use] = .running(ended: Signal())
          return (.first, nil)
        }
      }
      if let claim { return claim }
      await ended?.wait()
    }
  }

  /// Marks a use (one submission of a form) as finished. If the form is submitted again, the
  /// response redirects to the same address.
  func finish(_ use: Use, leadingTo address: String) {
    end(use, .done(leadingTo: address))
  }

  /// Removes the record of a use (one submission of a form) that wrote nothing, so that the person
  /// can submit the form again, with corrections or after agreeing to the question.
  func release(_ use: Use) { end(use, nil) }

  private func end(_ use: Use, _ stage: Stage?) {
    let ended = state.withLock { state -> Signal? in
      guard case .running(let ended) = state.stages[use] else { return nil }
      state.stages[use] = stage
      if stage != nil {
        state.order.append(use)
        if state.order.count > Self.kept {
          let oldest = state.order.removeFirst()
          state.stages[oldest] = nil
          state.forgotten = max(state.forgotten, oldest.number)
        }
      }
      return ended
    }
    ended?.give()
  }
}
