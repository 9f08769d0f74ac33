import CivilTime
import FeatureKit
import Glibc
import HTTPServing
import JSON
import PostgreSQL
import Threads

// The command `serve`, which runs the server, and the signals that a running server handles.
extension ServerCommands {
  static func serve(_ config: ServerConfig, _ pages: MakePages?) async throws {
    let stops = Self.stops
    raiseDescriptorLimit()
    let isStopped = {
      await OwnThread.run { [stops] in
        var stops = stops
        var pause = timespec(tv_sec: 1, tv_nsec: 0)
        return sigtimedwait(&stops, nil, &pause) > 0
      }
    }
    guard let server = try await opened(config, pages, isStopped: isStopped) else { return }
    logRestore(server.wasRestored, server.closedAgain)
    warnings(config).forEach { log($0) }
    let metrics = try server.startMetrics()
    let running: HTTPServer
    do {
      running = try server.start { say($0) }
    } catch {
      await metrics?.stop(within: .zero)
      throw error
    }
    print("✓ Serving at \(config.url(port: running.port))  key \(config.publicKey)")
    fflush(nil)
    while await nextSignal() == SIGHUP {
      if config.tls != nil { log(renewal(running)) }
      log(await renewal(server))
    }
    log("Stopping: what was asked is answered first.")
    await running.stop(within: .seconds(20))
    await metrics?.stop(within: .zero)
    await server.stopPages()
    await server.remember()
  }

  private static func nextSignal() async -> Int32 {
    await OwnThread.run { [signals] in
      var signals = signals
      var signal: Int32 = 0
      sigwait(&signals, &signal)
      return signal
    }
  }

  /// Reads the TLS certificate again, and returns a sentence for the log about the result.
  private static func renewal(_ running: HTTPServer) -> String {
    do throws(ServingFailure) {
      try running.renewCertificate(within: .seconds(60))
      return "The certificate was read anew, and counts from the next connection on."
    } catch {
      return "The certificate stays as it was: \(error.sentence)"
    }
  }

  /// Reads the tables and functions of the database again, and returns a sentence for the log about
  /// the result.
  private static func renewal(_ server: SharingServer) async -> String {
    do {
      try await server.readSchema()
      return "The tables and functions of the database were read anew."
    } catch {
      return "The tables and functions stay as they were: the database did not answer."
    }
  }

  /// Returns a warning if the server cannot write into the folder of its memory file. Returns nil
  /// if it can, or if no such file is configured.
  ///
  /// The server writes the number of the database's last transaction into this file, which is
  /// outside of the database. Without it, a restore of the database from a backup would go
  /// unnoticed.
  static func forgetfulness(_ config: ServerConfig) -> String? {
    guard let memory = config.memory else { return nil }
    let folder = memory.lastIndex(of: "/").map { String(memory[...$0]) } ?? "."
    guard !mayWrite(in: folder, config) else { return nil }
    return
      "\(memory) cannot be written: a restore of the database would go unnoticed. Name another file as “memory”."
  }

  /// Writes into the log that the database was restored from a backup, if it was, and which
  /// accounts were closed again because of that.
  static func logRestore(_ wasRestored: Bool, _ closedAgain: [String]) {
    if wasRestored {
      log(
        "The database has less than it had: it was restored from a backup. Devices fetch everything anew and send again what is missing, and people who were erased since are erased again."
      )
    }
    closedAgain.forEach { log($0) }
  }

  /// Writes a line into the log that is about no particular request.
  package static func log(_ words: String) { say(logLine(["message": .string(words)])) }

  /// Returns a line of the log, which is a JSON object that begins with the time.
  static func logLine(_ members: JSONObject) -> String {
    var line: JSONObject = ["at": .string(Instant.ofSystem.description)]
    for member in members.members { line[member.key] = member.value }
    return JSONValue.object(line).text
  }

  /// Opens the server, and tries again while the database is down.
  ///
  /// - Parameter isStopped: waits before the next try, and returns true if there must be no further
  ///   try. The result of `opened` is then nil.
  static func opened(
    _ config: ServerConfig, _ pages: MakePages?, isStopped: () async -> Bool
  ) async throws -> SharingServer? {
    var hasSaid = false
    while true {
      do {
        let migrator = Migrator(
          database: Database(DatabaseSettings(connection: config.database)), folder: config.schema,
          migrating: config.command("migrate"))
        if try await migrator.isOfNewerFiles() {
          log("\(Problem.programIsOlder.title) It is served all the same.")
        }
        return try await SharingServer.open(config, pages: pages) { Self.now() }
      } catch DatabaseFailure.unreachable(let words) {
        if !hasSaid {
          log((["Waiting for the database."] + lines(.unreachable(words))).joined(separator: " "))
        }
        hasSaid = true
      }
      if await isStopped() { return nil }
    }
  }

  /// Raises the limit of open file descriptors: each connection needs a descriptor, and the usual
  /// limit is 1,024.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8_192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  // MARK: - The signals of a server

  /// The signals that end a server: SIGTERM and SIGINT.
  private static var stops: sigset_t {
    var stops = sigset_t()
    sigemptyset(&stops)
    sigaddset(&stops, SIGTERM)
    sigaddset(&stops, SIGINT)
    return stops
  }

  /// The signals that a running server handles: SIGTERM and SIGINT, which end it, and SIGHUP, on
  /// which it reads the certificate and the schema of the database again.
  ///
  /// A server that was started from a terminal does not handle SIGHUP, so closing the terminal ends
  /// it, as it ends other programs.
  private static var signals: sigset_t {
    var signals = Self.stops
    if isatty(0) == 0 { sigaddset(&signals, SIGHUP) }
    return signals
  }

  /// Opens standard streams that are closed, and blocks the server's signals if the command is
  /// `serve`.
  ///
  /// It must run before any thread is created. Threads inherit the block, so a signal then reaches
  /// only the thread that waits for it with `sigwait`.
  public static func prepareProcess(for words: [String]) {
    StandardStreams.openMissing()
    guard words.contains("serve") else { return }
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
