import Conversation
import FeatureKit
import HTTP
import HTTPServing
import ShellHost
import WebHost

/// Runs a web server for this computer's browsers until a signal stops it.
struct Serving: Sendable {
  typealias Failure = Problem

  let program: WebProgram
  /// Makes a key that is valid once, with which a browser gets a session.
  let makeKey: @Sendable () throws(Failure) -> String
  /// Writes a page that redirects a browser to an address with a key, and returns the page's path.
  /// The browser is started with this path instead of the address, because other users can read the
  /// arguments of a process, and so the key. Nil if there is no folder for the page.
  var makeOpeningPage: (@Sendable (_ address: String) throws(Failure) -> String)?
  /// Receives the port after the server has opened it, to store it for other processes.
  var note: @Sendable (_ port: Int) -> Void = { _ in }
  /// Removes files that are too old. It is called each time that the lifetime of a key has passed.
  var tidy: @Sendable () -> Void = {}

  /// The ports that are tried in this order; other programs rarely use them. The first free port is
  /// taken, so that the port is usually the same and bookmarks stay valid.
  static let usualPorts = 8_470...8_479

  func run(_ request: ServeRequest, _ console: Console) async throws(Problem) {
    StopSignals.take()
    let host = WebHost(program)
    let server = try start(host, request)
    host.origin = .ofThisComputer(port: server.port)
    note(server.port)
    do throws(Problem) {
      try Self.letIn(
        port: server.port, key: try makeKey(), opens: request.opensBrowser, stays: true,
        makeOpeningPage, console)
    } catch {
      await server.stop(within: .zero)
      throw error
    }
    let tidying = Task { [program, tidy] in
      while !Task.isCancelled {
        await program.pause(EntryKeys.lifetime)
        tidy()
        host.forgetOldUploads()
      }
    }
    await StopSignals.wait()
    tidying.cancel()
    await server.stop(within: .seconds(5))
    await host.finishLaterWork(within: .seconds(5))
    try? console.write(Array("Ended.\n".utf8), .errors)
  }

  private func start(_ host: WebHost, _ request: ServeRequest) throws(Problem) -> HTTPServer {
    let ports = request.port.map { [$0] } ?? Array(Self.usualPorts)
    var last: ServingFailure?
    for port in ports {
      var settings = ServerSettings(port: port)
      settings.isForOwnUser = true
      settings.refusal = { [weak host] status, fault, request in
        host?.refusal(status, fault, request) ?? Response(status)
      }
      settings.clientKind = { [weak host] request in
        guard let host, host.knows(request) else { return .stranger }
        return host.waits(request) ? .waiting : .known
      }
      do throws(ServingFailure) {
        return try HTTPServer.start(settings) { await host.answer($0) }
      } catch {
        last = error
        guard case .portTaken = error else { break }
      }
    }
    let failure = last ?? .notStarted("")
    throw Problem(.failed, failure.sentence, fix: failure.fix)
  }

  /// Prints the address of the pages. If `opens` is true, also opens a browser at an address that
  /// contains a key, for which the browser gets a session.
  ///
  /// - Parameter stays: whether this process serves the pages, so that Ctrl-C ends them, as the
  ///   printed text then says. If false, another process serves them, and this process ends now.
  static func letIn(
    port: Int, key: String, opens: Bool, stays: Bool,
    _ makeOpeningPage: (@Sendable (_ address: String) throws(Failure) -> String)?,
    _ console: Console
  ) throws(Problem) {
    let address = WebHost.entrance(port: port, key: key)
    say("Your pages are at http://127.0.0.1:\(port)/ for this computer alone.", console)
    if opens, let makeOpeningPage {
      do throws(Problem) {
        try console.files.open(try makeOpeningPage(address))
        say("The browser was opened." + (stays ? " Ctrl-C here ends the pages." : ""), console)
        return
      } catch {
        say("No browser could be opened from here.", console)
      }
    }
    say(
      "Open this address within a minute; it lets one browser in."
        + (stays ? " Ctrl-C ends the pages." : ""), console)
    do throws(OutputFailure) {
      try console.write(Array((address + "\n").utf8), .output)
    } catch {
      throw Problem(.failed, "The address could not be written.")
    }
  }

  private static func say(_ text: String, _ console: Console) {
    try? console.write(Array((text + "\n").utf8), .errors)
  }
}

extension ServingFolder {
  /// Serves the pages of the family in whose data folder this folder is. If another process serves
  /// them already, opens a browser with the pages of that process instead.
  ///
  /// If the disk is full, the pages are served although nothing can be written into this folder.
  /// Other processes may then not find the port, and the browser's key is kept in memory.
  func serve(
    _ program: WebProgram, _ request: ServeRequest, _ console: Console
  ) async throws(Problem) {
    let claim: ServingClaim?
    let claimed: ServingClaim?? = try unlessFull { () throws(Problem) -> ServingClaim? in
      try make()
      return try self.claim()
    }
    switch claimed {
    case .some(.none): return try join(program, request, console)
    case .some(let made): claim = made
    case .none: claim = nil
    }
    sweep()
    let inMemory = KeysInMemory()
    var served = program
    served.keys = EntryKeys { key in program.keys.take(key) || inMemory.keys.take(key) }
    var serving = Serving(
      program: served,
      makeKey: { () throws(Problem) -> String in
        let key = try unlessFull { () throws(Problem) -> String in try makeKey(program.random) }
        if let key { return key }
        return try inMemory.make()
      })
    serving.makeOpeningPage = { address throws(Problem) in try makeOpeningPage(to: address) }
    serving.note = { port in claim?.note(port: port) }
    serving.tidy = { removeExpired() }
    try await serving.run(request, console)
    sweep()
    withExtendedLifetime(claim) {}
  }

  /// Returns what the closure returns; nil if the disk has no room for what it writes.
  private func unlessFull<Value>(_ work: () throws(Problem) -> Value) throws(Problem) -> Value? {
    do throws(Problem) {
      return try work()
    } catch {
      guard error.cause == .storage(.full) else { throw error }
      return nil
    }
  }

  private func join(
    _ program: WebProgram, _ request: ServeRequest, _ console: Console
  ) throws(Problem) {
    guard let port = servedPort() else {
      throw isJustClaimed
        ? Problem(
          .conflict, "The pages are just being opened by another program.",
          fix: "Wait a moment, then try again.")
        : Problem(
          .conflict, "Another program has these pages open, and did not say at which address.",
          fix: "End the other  compass-shell serve , then try again.")
    }
    if let wanted = request.port, wanted != port {
      throw Problem(
        .conflict, "These pages are served already, at port \(port).",
        fix: "Leave --port out, or end the other  compass-shell serve  first.")
    }
    try Serving.letIn(
      port: port, key: try makeKey(program.random), opens: request.opensBrowser, stays: false,
      { address throws(Problem) in try makeOpeningPage(to: address) }, console)
  }
}
