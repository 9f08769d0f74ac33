import Conversation
package import FeatureKit
import LineEditing

/// The entry point of the shell, which runs one command, a script or a prompt.
///
///     let code = await Shell.run(arguments, console: .live) { options in
///       try await services(for: options)
///     }
package enum Shell {
  /// The error that creating the services throws.
  package typealias Failure = Problem

  /// Runs the program with its command-line arguments, and returns the exit code.
  ///
  /// It blocks the calling thread, which is the main thread, while it reads input. Work that a
  /// feature started, such as loading a page, runs on other threads meanwhile.
  ///
  /// - Parameter services: creates the services from the parsed options. It opens no file yet, so
  ///   that `help` and usage errors need none.
  package static func run(
    _ arguments: [String], console: Console,
    services: (GlobalOptions) async throws(Failure) -> ShellServices
  ) async -> Int32 {
    do throws(Problem) {
      var options = try GlobalOptions.parse(arguments, environment: console.environment)
      while true {
        let services = try await services(options)
        switch await run(options, services, console.guarded(by: services.paths)) {
        case .left(let code):
          return (code == .done && console.watch.hasLost ? .failed : code).rawValue
        case .moves(let folder): options.dataFolder = folder
        }
      }
    } catch {
      say(error, arguments, console)
      return error.exitCode.rawValue
    }
  }

  private static func run(
    _ options: GlobalOptions, _ services: ShellServices, _ console: Console
  ) async -> PromptLoop.End {
    if options.wantsVersion {
      return .left(await say("compass-shell \(services.version)\n", options, services, console))
    }
    if let words = options.completing {
      return .left(await complete(words, services, console, options))
    }
    if options.wantsHelp {
      return .left(await runOnce(["help"] + options.command, options, services, console))
    }
    if let word = options.command.first, let command = HostCommand(word: word),
      command.startsProgram, !asksForHelp(options.command)
    {
      return .left(await start(command, options, services, console))
    }
    if !options.command.isEmpty {
      return .left(await runOnce(options.command, options, services, console))
    }
    if let file = options.scriptFile {
      return .left(await runScript(file, options, services, console))
    }
    return await read(options, services, console)
  }

  /// Runs a prompt if input and output are a terminal, and otherwise the lines of the input as a
  /// script.
  package static func read(
    _ options: GlobalOptions, _ services: ShellServices, _ console: Console
  ) async -> PromptLoop.End {
    guard console.isInteractive else {
      let session = ShellSession(options, services, console, mode: .script)
      return .left(await Script(session: session, keepsGoing: options.keepsGoing).runInput())
    }
    return await PromptLoop(session: ShellSession(options, services, console, mode: .prompt)).run()
  }

  private static func runOnce(
    _ words: [String], _ options: GlobalOptions, _ services: ShellServices, _ console: Console
  ) async -> ExitCode {
    let run = LineRun(ShellSession(options, services, console, mode: .once))
    for refusal in run.session.index.refusals { run.speaker.say(refusal) }
    await run.run(words.map { CommandText.Word($0) })
    return run.exitCode
  }

  private static func asksForHelp(_ words: [String]) -> Bool {
    words.contains("--help") || words.contains("-h")
  }

  /// Runs a command, such as `serve`, that needs no prompt and runs until the person ends it.
  private static func start(
    _ command: HostCommand, _ options: GlobalOptions, _ services: ShellServices, _ console: Console
  ) async -> ExitCode {
    let run = LineRun(ShellSession(options, services, console, mode: .once))
    var code = ExitCode.done
    await run.command.attempt { () throws(Problem) in
      guard let start = services.starts[command] else {
        throw Problem(.failed, "`\(command.rawValue)` does not go here.")
      }
      var line = options.answer
      let words = try line.take(
        from: options.command.dropFirst().map { CommandText.Word($0) }, of: command.description)
      run.speaker.adopt(line)
      let draft = try CommandDraft(command.description, words: words)
      if let missing = draft.missing.first {
        throw Problem.missing(missing, of: command.description)
      }
      code = try await start(draft, console)
    }
    await run.finish()
    return run.exitCode == .done ? code : run.exitCode
  }

  private static func runScript(
    _ file: String, _ options: GlobalOptions, _ services: ShellServices, _ console: Console
  ) async -> ExitCode {
    let session = ShellSession(options, services, console, mode: .script)
    do throws(Problem) {
      let bytes = try console.files.read(file)
      let script = Script(session: session, keepsGoing: options.keepsGoing)
      return await script.run(bytes, from: file)
    } catch {
      let run = LineRun(session)
      run.command.fail(error)
      await run.finish()
      return run.exitCode
    }
  }

  /// Prints one line for each candidate: the word, a tab and a summary. A shell's completion script
  /// reads these lines.
  private static func complete(
    _ words: [String], _ services: ShellServices, _ console: Console, _ options: GlobalOptions
  ) async -> ExitCode {
    let completer = ShellSession(options, services, console, mode: .script).completer
    let beginning = words.last ?? ""
    let found =
      if let option = options.completingValueOf {
        await completer.values(option.completion, beginning)
      } else {
        await completer.candidates(
          after: words.dropLast().map { CommandText.Word($0) }, beginning)
      }
    let lines = found.map { VisibleText($0.text).text + "\t" + VisibleText($0.summary).text + "\n" }
    return await say(lines.joined(), options, services, console)
  }

  /// Prints a text that belongs to no command, such as the version of the program.
  private static func say(
    _ text: String, _ options: GlobalOptions, _ services: ShellServices, _ console: Console
  ) async -> ExitCode {
    let run = LineRun(ShellSession(options, services, console, mode: .script))
    try? console.write(Array(text.utf8), .output)
    await run.finish()
    return run.exitCode
  }

  /// Reports a problem that occurs before `ShellServices` exist, such as an invalid option.
  private static func say(_ problem: Problem, _ arguments: [String], _ console: Console) {
    var line = LineOptions()
    line.format = LineOptions.format(askedIn: arguments)
    Appearance(line, ShellSettings(), console).write(problem, to: console)
  }
}
