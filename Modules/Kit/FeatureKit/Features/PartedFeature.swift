/// A feature with one page that is loaded in one or several parts, each by its own effect. The
/// feature defines its parts and how they are loaded. This protocol decides when the page is loaded
/// again and when its data is dropped.
public protocol PartedFeature: FeatureModule {
  /// Returns all parts of the page in this state, each under the identifier of the effect that
  /// loads it.
  func pageParts(of state: State) -> [EffectID: any PagePart]

  /// Loads the parts that the page shows in this state.
  ///
  /// - Parameter isVisit: whether a person opened the page, which may be logged. A refresh is not a
  ///   visit.
  func load(_ state: inout State, isVisit: Bool) -> Effect<Action>
}

extension PartedFeature {
  /// Loads the page, for example after a refresh. It does not count as a visit, so it is not
  /// logged.
  public func load(_ state: inout State) -> Effect<Action> { load(&state, isVisit: false) }

  /// Loads the page again after a write, if one of its parts is shown or loading. A page that was
  /// never opened is not loaded.
  public func reload(_ state: inout State) -> Effect<Action> {
    pageParts(of: state).values.allSatisfy(\.isIdle) ? .none : load(&state)
  }

  /// Resets the page after another person became the viewer, and drops all data of the previous
  /// viewer.
  public func startOver(_ state: inout State) -> Effect<Action> {
    .merge(dropPage(&state), load(&state))
  }

  /// Drops the page, for example after signing out, with all data of the person. The results of
  /// loads that are still running are dropped too.
  public func dropPage(_ state: inout State) -> Effect<Action> {
    state = initialState
    return .merge(pageParts(of: state).keys.map { .cancel($0) })
  }
}
