/// Decides when the small writes are done that reading a page causes, such as the day on which a
/// person opened it last (decision 91).
///
/// A command does them at once. A browser's request does them after its response, because the page
/// must not wait for another program that writes.
public struct Afterwards: Sendable {
  public typealias Work = @Sendable () async throws(Problem) -> Void

  private let take: @Sendable (_ name: String?, _ work: @escaping Work) async -> Void

  public init(_ take: @escaping @Sendable (_ name: String?, _ work: @escaping Work) async -> Void) {
    self.take = take
  }

  /// Does the work now or later. A failure is ignored, because it must not keep a page from being
  /// shown.
  ///
  /// - Parameter name: the name of work that is done once, however often it was asked for while it
  ///   waited; nil if it is done each time.
  public func run(_ name: String? = nil, _ work: @escaping Work) async { await take(name, work) }

  /// Does all work before `run` returns.
  public static let atOnce = Afterwards { _, work in try? await work() }
}
