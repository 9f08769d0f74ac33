/// A feature with one page whose data is loaded in one or several parts, each by its own effect
/// (work that the feature requests). The feature defines its parts and how they are loaded. This
/// protocol decides when the page is loaded again and when its data is dropped.
public protocol PartedFeature: FeatureModule {
  /// Returns all parts of the page's data in this state, each under the identifier of the effect
  /// (requested work) that loads it.
  func pageParts(of state: State) -> [EffectID: any PagePart]

  /// Loads the parts of the page's data that the page shows in this state.
  ///
  /// - Parameter isVisit: whether a person opened the page, which the program may log. It is false
  ///   for a refresh.
  func load(_ state: inout State, isVisit: Bool) -> Effect<Action>
}

extension PartedFeature {
  /// Loads the page's data without logging that a person has opened the page, for example after a
  /// refresh.
  public func load(_ state: inout State) -> Effect<Action> { load(&state, isVisit: false) }

  /// Loads the page's data again after a write. It does nothing if the page was never opened.
  public func reload(_ state: inout State) -> Effect<Action> {
    pageParts(of: state).values.allSatisfy(\.isIdle) ? .none : load(&state)
  }

  /// Drops all data of the page and loads it again, because another person has signed in or another
  /// person's data is shown.
  public func startOver(_ state: inout State) -> Effect<Action> {
    .merge(dropPage(&state), load(&state))
  }

  /// Drops all data of the page, for example after the person has signed out. It also cancels the
  /// loads that are still running, so that their results are dropped.
  public func dropPage(_ state: inout State) -> Effect<Action> {
    state = initialState
    return .merge(pageParts(of: state).keys.map { .cancel($0) })
  }
}
