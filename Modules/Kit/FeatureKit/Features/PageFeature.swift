/// State with one page, whose data is loaded as one value.
public protocol PageState: Equatable, Sendable {
  /// What a load brings.
  associatedtype Content: Equatable & Sendable
  /// The data of the page; `idle` while the page was never opened.
  var loaded: Loading<Content> { get set }
}

/// Actions of a feature with one page.
public protocol PageAction: Equatable, Sendable {
  /// What a load brings.
  associatedtype Content: Equatable & Sendable
  /// A load ended.
  static func pageLoaded(_ result: Result<Content, Problem>) -> Self
}

/// A feature with one page that is loaded as one value. It says how the page is fetched; when it is loaded, loaded again and dropped is the
/// same in every such feature.
public protocol PageFeature: FeatureModule
where State: PageState, Action: PageAction, Action.Content == State.Content {
  /// Fetches what the page shows in this state.
  ///
  /// - Parameter isVisit: whether a person opened the page, which may be logged; a refresh is not a visit.
  func content(for state: State, isVisit: Bool) async throws(Problem) -> State.Content
}

extension PageFeature {
  /// Names the load of the page, so that a newer one supersedes it.
  public var pageID: EffectID { "page" }

  /// Loads the page; a newer load supersedes an older one. Loaded data stays on the screen meanwhile.
  public func load(_ state: inout State, isVisit: Bool = false) -> Effect<Action> {
    if state.loaded.value == nil { state.loaded = .loading }
    return .load(pageID) { [state] () throws(Problem) in
      try await content(for: state, isVisit: isVisit)
    } into: {
      .pageLoaded($0)
    }
  }

  /// After a write, loads the page again that is shown or loading; a page that was never opened is not loaded.
  public func reload(_ state: inout State) -> Effect<Action> {
    state.loaded == .idle ? .none : load(&state)
  }

  /// After somebody else became the viewer, no data of the previous one stays.
  public func startOver(_ state: inout State) -> Effect<Action> {
    state = initialState
    return load(&state)
  }

  /// After signing out, no data of the person stays, and a load that is running brings none.
  public func dropPage(_ state: inout State) -> Effect<Action> {
    state = initialState
    return .cancel(pageID)
  }
}
