import FeatureKit
package import HTTP
import Synchronization
package import Threads
import WebRendering

/// Answers HTTP requests with pages.
///
/// Each request creates a visit (the access of one person to the data), which ends with the
/// request; only the browser's session lasts longer. The host depends on no particular feature,
/// opens no data file and uses no socket. The app that uses the host connects it with an HTTP
/// server.
package final class WebHost: Sendable {
  let program: WebProgram
  let sessions: BrowserSessions
  let threads: WorkThreads
  let assets: AssetStore
  let changes: ChangeFeed
  let later = LaterWork()
  let places = KnownPlaces()
  private let place: Mutex<WebOrigin>

  package init(
    _ program: WebProgram, threads: WorkThreads = WorkThreads(most: 8),
    origin: WebOrigin = .ofThisComputer(port: 0), assets: AssetStore = AssetStore()
  ) {
    place = Mutex(origin)
    self.assets = assets
    self.program = program
    self.threads = threads
    sessions = BrowserSessions(program, later)
    changes = ChangeFeed(program, on: threads)
  }

  /// The address at which browsers reach the host. An app sets it again when the server has opened
  /// its port.
  package var origin: WebOrigin {
    get { place.withLock { $0 } }
    set { place.withLock { $0 = newValue } }
  }

  /// Returns the address at which a browser exchanges a one-time entry key for a session.
  package static func entrance(port: Int, key: String) -> String {
    "http://127.0.0.1:\(port)/enter?key=\(key)"
  }

  var cookieName: String { origin.cookieName }

  /// Answers one request, on threads that may block. Writes that the request leaves for later, such
  /// as the entry of a visit in a log, are done after the response.
  ///
  /// - Parameter name: the name of the request's session, if the app that uses this host has
  ///   cookies of its own; nil takes it from this host's cookie.
  package func answer(_ request: HTTP.Request, in name: String? = nil) async -> Response {
    let name = name ?? request.cookies[cookieName]
    var response = await withTaskExecutorPreference(threads) { await self.route(request, name) }
    SecurityHeaders.add(to: &response)
    if program.doesLaterWork, hasLaterWork {
      Task(executorPreference: threads) { [later] in await later.run() }
    }
    return response
  }

  /// Receives the body of a request that sends a form, so that `answer` does not wait for its
  /// sender. If the body is malformed or too large, `answer` later refuses the request.
  package func receive(_ request: HTTP.Request) async {
    guard request.method == .post, OwnPath(request)?.takesForms == true else { return }
    await request.receiveForm(SentForm.limits, files: program.uploads)
  }

  /// Returns whether a request belongs to a session that is open now. The server asks this for each
  /// request, so the function takes no time to load stored sessions.
  package func knows(_ request: HTTP.Request) -> Bool {
    sessions.isOpen(request.cookies[cookieName])
  }

  /// Removes the uploaded files of forms whose confirmation the person has not answered for an
  /// hour. The app that uses this host calls it from time to time.
  package func forgetOldUploads() { sessions.forgetOldUploads() }

  /// Whether any open page is connected in order to be told about changes of the data.
  package var isListenedTo: Bool { changes.readers > 0 }

  /// Returns whether the request is one that stays open, because its page is told through it about
  /// changes of the data.
  package func waits(_ request: HTTP.Request) -> Bool { OwnPath(request) == .live }

  /// Returns whether the request asks for the progress of a running command, or stops it. Its answer
  /// needs no data of the person.
  package func isAboutRunningWork(_ request: HTTP.Request) -> Bool { OwnPath(request) == .work }

  /// Returns the error page for a request that the HTTP server refuses before it calls `answer`,
  /// such as a malformed one.
  package func refusal(
    _ status: Status, _ fault: RequestFault?, _ request: HTTP.Request?
  ) -> Response {
    let words = fault.map { WebFault(status, Problem(.usage, $0.sentence)) }
    var response = page(of: words ?? WebFault(status, WebFault.inside.problem), for: request)
    SecurityHeaders.add(to: &response)
    return response
  }

  private func route(_ request: HTTP.Request, _ name: String?) async -> Response {
    do {
      try RequestGuard(origin: origin).check(request)
      switch request.method {
      case .get: return try await get(request, name)
      case .head: return try head(request, name)
      case .post: return try await post(request, name)
      default:
        var response = page(of: .methodUnknown(request.method), for: request)
        response.headers["Allow"] = "GET, HEAD, POST"
        return response
      }
    } catch let fault as WebFault {
      return page(of: fault, for: request)
    } catch let fault as RequestFault {
      return page(of: WebFault(fault), for: request)
    } catch let problem as Problem {
      return page(of: WebFault(problem), for: request)
    } catch {
      return page(of: .inside, for: request)
    }
  }

  private func get(_ request: HTTP.Request, _ name: String?) async throws -> Response {
    if let asset = try asset(request) { return asset }
    if OwnPath(request) == .enter { return try await enter(request) }
    let session = try session(name)
    // A browser may load a page ahead, before the person opens it. Such a request is refused,
    // because it would be logged as if the person had seen the page. When the person opens the
    // page, the browser requests it again.
    if request.isFetchedAhead { return Response(.unavailable, headers: ["Retry-After": "1"]) }
    switch OwnPath(request) {
    case .live: return try live(request, session)
    case .work: return work(request, session)
    case .complete: return try await completions(request, session)
    case .lookup: return try await records(request, session)
    case .command: return try await commandLine(request, session)
    case .welcome: return try await welcome(request, session)
    case .preview: return try await preview(request, session)
    case .anyLine, .assets, .enter, nil:
      let page = try await showPage(request, session)
      // The first page that a browser opens can decide which person uses the session, so the
      // session is stored after that page.
      sessions.keepLater(session)
      return page
    }
  }

  /// Returns the response to a HEAD request. It has only the headers that are known without
  /// creating the page.
  private func head(_ request: HTTP.Request, _ name: String?) throws -> Response {
    if let asset = try asset(request) { return asset }
    if OwnPath(request) != .enter { _ = try session(name) }
    return Response(.ok, .html, "")
  }

  /// Returns a file that is the same for every client and needs no session.
  private func asset(_ request: HTTP.Request) throws(WebFault) -> Response? {
    let segments = request.segments
    if segments == ["favicon.ico"] { return try assets.icon(to: request) }
    guard segments.first == "assets", segments.count == 2 else { return nil }
    return try assets.response(segments[1], to: request)
  }

  private func post(_ request: HTTP.Request, _ name: String?) async throws -> Response {
    let session = try session(name)
    switch OwnPath(request) {
    case .command: return try await runCommand(request, session)
    case .welcome: return try await beginWith(request, session)
    case .work: return try await stopWork(request, session)
    default: throw WebFault.methodUnknown(.post)
    }
  }

  private func session(_ name: String?) throws(WebFault) -> BrowserSession {
    if let session = sessions.session(name) { return session }
    throw sessions.isChanging(name) ? .nameChanging : .noSession
  }
}

/// The addresses that belong to the web host itself, by their first path segment.
///
/// If a feature declares one of these paths for a command, the path is not used for that command.
/// The command is opened with `/c?line=` instead, which accepts any command line.
package enum OwnPath: String, CaseIterable, Sendable {
  case anyLine = "c"
  case assets, command, complete, enter, live, lookup, preview, welcome, work

  init?(_ request: HTTP.Request) {
    guard request.segments.count == 1, let first = request.segments.first else { return nil }
    self.init(rawValue: first)
  }

  var address: String { "/" + rawValue }

  /// Whether forms are sent to the address.
  var takesForms: Bool {
    switch self {
    case .command, .welcome, .work: true
    case .anyLine, .assets, .complete, .enter, .live, .lookup, .preview: false
    }
  }

  /// Returns whether a path that a feature declares, with or without a query, is one of the web
  /// host's own addresses.
  static func takes(_ path: String) -> Bool {
    Self(rawValue: String(path.prefix { $0 != "?" }.dropFirst())) != nil
  }
}

extension HTTP.Request {
  /// Whether the browser loads the page ahead, before the person opens it.
  var isFetchedAhead: Bool {
    ["Sec-Purpose", "Purpose", "X-Moz"].contains { name in
      headers[name].map { $0.contains("prefetch") || $0.contains("prerender") } ?? false
    }
  }

  /// Whether the client is a program that asks for JSON in the header `Accept`.
  package var wantsJSON: Bool {
    Negotiation.best(of: [.html, .json], for: headers) == .json
  }

  /// Whether the browser keeps the form on its page with the typed values, so that the response
  /// needs only the text of a problem. A script of the page or a program sends such a request.
  var keepsItsForm: Bool { wantsJSON || headers["X-In-Place"] != nil }

  /// Whether a person opens the page. It is false if a script of the page only refreshes it, and
  /// for a preview in a frame of a page. A request without the header `Sec-Fetch-Mode`, as programs
  /// send it, counts as opened by a person.
  package var isNavigation: Bool {
    headers["Sec-Fetch-Mode"].map { $0 == "navigate" && !isInside } ?? true
  }

  /// Whether the page is loaded as a part of another page.
  var isInside: Bool {
    ["embed", "fencedframe", "frame", "iframe", "object"].contains(headers["Sec-Fetch-Dest"])
  }
}
