/// The state of a feature with one page, whose data is loaded as one value.
public protocol PageState: Equatable, Sendable {
  /// The type of the page's data.
  associatedtype Content: Equatable & Sendable
  /// The data of the page. `idle` if the page was never opened.
  var loaded: Loading<Content> { get set }
}

/// The actions of a feature with one page. One of them says that a load of the page has ended.
public protocol PageAction: Equatable, Sendable {
  /// The type of the page's data.
  associatedtype Content: Equatable & Sendable
  /// Returns the action for a load that has ended.
  static func pageLoaded(_ result: Result<Content, Problem>) -> Self
}

/// A feature with one page that is loaded as one value. The feature defines how the page is loaded.
/// This protocol defines when the page is loaded, loaded again and dropped.
public protocol PageFeature: FeatureModule
where State: PageState, Action: PageAction, Action.Content == State.Content {
  /// Loads the data of the page in this state.
  ///
  /// - Parameter isVisit: whether a person opened the page, which may be logged. A refresh is not a
  ///   visit.
  func content(for state: State, isVisit: Bool) async throws(Problem) -> State.Content
}

extension PageFeature {
  /// The identifier of the page's load. A newer load with it cancels an older one.
  public var pageID: EffectID { "page" }

  /// Loads the page. A newer load cancels an older one. Loaded data stays on the screen during the
  /// load.
  public func load(_ state: inout State, isVisit: Bool = false) -> Effect<Action> {
    if state.loaded.value == nil { state.loaded = .loading }
    return .load(pageID) { [state] () throws(Problem) in
      try await content(for: state, isVisit: isVisit)
    } into: {
      .pageLoaded($0)
    }
  }

  /// Loads the page again after a write, if the page is shown or loading. A page that was never
  /// opened is not loaded.
  public func reload(_ state: inout State) -> Effect<Action> {
    state.loaded == .idle ? .none : load(&state)
  }

  /// Resets the page after another person became the viewer, and drops all data of the previous
  /// viewer.
  public func startOver(_ state: inout State) -> Effect<Action> {
    state = initialState
    return load(&state)
  }

  /// Drops the page after signing out, with all data of the person. The result of a load that is
  /// still running is dropped too.
  public func dropPage(_ state: inout State) -> Effect<Action> {
    state = initialState
    return .cancel(pageID)
  }
}
