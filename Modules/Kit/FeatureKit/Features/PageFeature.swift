/// The state of a feature with one page, whose data is loaded as one value.
public protocol PageState: Equatable, Sendable {
  /// The type of the page's data.
  associatedtype Content: Equatable & Sendable
  /// The data of the page. `idle` if the page was never opened.
  var loaded: Loading<Content> { get set }
}

/// The actions of a feature with one page. One of the actions reports that a load of the page has
/// ended.
public protocol PageAction: Equatable, Sendable {
  /// The type of the page's data.
  associatedtype Content: Equatable & Sendable
  /// Returns the action that reports the result of a load of the page.
  static func pageLoaded(_ result: Result<Content, Problem>) -> Self
}

/// A feature with one page whose data is loaded as one value. The feature defines how the data is
/// loaded, and this protocol does the rest.
public protocol PageFeature: PartedFeature
where State: PageState, Action: PageAction, Action.Content == State.Content {
  /// Loads the data of the page in this state.
  ///
  /// - Parameter isVisit: whether a person opened the page. False if the program loads it again,
  ///   for example after a refresh.
  func content(for state: State, isVisit: Bool) async throws(Problem) -> State.Content
}

extension PageFeature {
  /// The identifier of the effect (requested work) that loads the page. A newer load with the same
  /// identifier cancels an older one.
  public var pageID: EffectID { "page" }

  public func pageParts(of state: State) -> [EffectID: any PagePart] { [pageID: state.loaded] }

  /// Loads the page. A newer load cancels an older one. Loaded data stays on the screen during the
  /// load.
  public func load(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    state.loaded.expect()
    return .load(pageID) { [state] () throws(Problem) in
      try await content(for: state, isVisit: isVisit)
    } into: {
      .pageLoaded($0)
    }
  }
}
