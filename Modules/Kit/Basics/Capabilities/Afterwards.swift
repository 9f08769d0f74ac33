/// Decides when the program does the small writes that reading a page causes, such as storing the
/// day on which a person opened the page last (decision 91).
///
/// A command does them at once. A browser's request does them after its response, because the page
/// must not wait for another program that writes to the same file.
public struct Afterwards: Sendable {
  public typealias Work = @Sendable () async throws(Problem) -> Void

  private let take: @Sendable (_ name: String?, _ work: @escaping Work) async -> Void

  public init(_ take: @escaping @Sendable (_ name: String?, _ work: @escaping Work) async -> Void) {
    self.take = take
  }

  /// Does the work now or later. A failure of the work is ignored, because it must not prevent the
  /// page from being shown.
  ///
  /// - Parameter name: the name of the work. While work with this name waits, further requests for
  ///   it are dropped. Nil if each request counts.
  public func run(_ name: String? = nil, _ work: @escaping Work) async { await take(name, work) }

  /// Does each work before `run` returns.
  public static let atOnce = Afterwards { _, work in try? await work() }
}
