import CivilTime
import Conversation
import Domain
import FeatureKit
import Persistence
import SQLBackend
import SharedFile
package import ShellHost
import WebHost

/// The whole program; the executable `compass-shell` only calls `main`.
public enum Compass {
  public static let version = "0.2.0"

  /// The commands of all features, for the manual, the reference page and completion scripts.
  /// Reading them opens no file.
  package static var reference: CommandReference { CommandReference(boxes) }

  /// All features, created without access to any data. Only the declarations of their commands are
  /// read.
  static var boxes: [FeatureBox] { FeatureList.all.map { $0.box(Dependencies(), { _ in }) } }

  /// The names of features that the option `--only` accepts.
  package static var features: [String] { FeatureList.all.map(\.manifest.id) }

  /// Runs the program with its command-line arguments on the process's main thread, and returns the
  /// exit code.
  public static func main(_ arguments: [String]) -> Int32 {
    StandardStreams.openMissing()
    CutShort.install()
    return MainThread.run { await run(arguments) }
  }

  private static func run(_ arguments: [String]) async -> Int32 {
    let console = Console.live
    var opened: FamilyFile?
    var started: Program?
    var isOneCommand = false
    let code = await Shell.run(arguments, console: console) { given throws(Problem) in
      let options = await placingNow(of: given, console.environment)
      if let only = options.onlyFeature {
        var services = try Preview(of: only, options).services
        let (visit, keys) = (services.visit, KeysInMemory())
        services.starts[.serve] = serving(WebProgram.preview(visit, keys), keys)
        return services
      }
      let file = try FamilyFile(options, environment: console.environment)
      opened = file
      let program = Program(file, .onDevice(profile: options.profile, zone: options.zone))
      program.sweepSecrets()
      isOneCommand = !options.command.isEmpty
      if !isOneCommand { file.syncInBackground { program.quietSync() } }
      started = program
      if options.demo { try await program.beginWithDemo() }
      var services = program.services
      services.visit.programWords = file.folder.programWords(environment: console.environment)
      services.starts = [
        .serve: serving(program, options), .record: recording(of: file, options),
        .replay: replaying(options),
      ]
      return services
    }
    await opened?.backgroundSync?.stop()
    await started?.sendWhatWasWritten(console)
    if isOneCommand {
      opened?.data.closeQuickly()
    } else {
      opened?.close()
    }
    return code
  }

  /// Returns the options with the time of `--now` moved into the zone of the setting `timezone`, if
  /// neither the time nor an option names a zone. The setting is in the data file, which is opened
  /// only in this case. If the setting cannot be read, the time stays in the machine's zone.
  private static func placingNow(
    of options: GlobalOptions, _ environment: Environment
  ) async -> GlobalOptions {
    guard options.localNow != nil, options.onlyFeature == nil,
      let file = try? FamilyFile(options, environment: environment)
    else { return options }
    defer { file.close() }
    var placed = options
    if let zone = try? await Program(file, .onDevice()).currentZone() {
      try? placed.placeNow(in: zone)
    }
    return placed
  }

  /// Returns the command `serve` of a preview (`--only FEATURE`), which serves the pages of one
  /// feature with sample data.
  private static func serving(
    _ program: WebProgram, _ keys: KeysInMemory
  ) -> ShellServices.Start {
    { draft, console throws(Problem) in
      try await Serving(program: program, makeKey: { () throws(Problem) in try keys.make() })
        .run(try ServeRequest(draft), console)
      return .done
    }
  }

  private static func serving(
    _ program: Program, _ options: GlobalOptions
  ) -> ShellServices.Start {
    { draft, console throws(Problem) in
      let request = try ServeRequest(draft)
      if let menu = request.menu {
        try change(menu, program.file.folder, console)
        return .done
      }
      let person = options.profile == nil ? nil : try await program.signedIn.current()
      program.file.close()
      // `serve` opens the file a second time, with several threads that read it, because browsers
      // send several requests at once.
      let shared = try FamilyFiles().file(options, environment: console.environment)
      defer { shared.close() }
      shared.syncInBackground { program.quietSync() }
      try await ServingFolder(beside: shared.folder)
        .serve(.live(shared, options, person: person), request, console)
      await shared.backgroundSync?.stop()
      return .done
    }
  }

  /// Adds the program to the desktop's menu, or removes it from there.
  private static func change(
    _ menu: ServeRequest.Menu, _ folder: DataFolder, _ console: Console
  ) throws(Problem) {
    let installation = try DesktopInstallation(data: folder, environment: console.environment)
    let words: String
    switch menu {
    case .enter:
      try installation.install()
      words =
        "✓ Recruiting Compass is in your menu. Its pages are served from the next time you sign in to this computer; until then the menu starts them."
    case .leave:
      words =
        installation.remove()
        ? "✓ Recruiting Compass is no longer in your menu. Your data stay where they are."
        : "Recruiting Compass was not in your menu."
    }
    do throws(OutputFailure) {
      try console.write(Array((words + "\n").utf8), .output)
    } catch {
      throw Problem(.failed, "What was done could not be said.")
    }
  }

  private static func recording(
    of file: FamilyFile, _ options: GlobalOptions
  ) -> ShellServices.Start {
    { draft, console throws(Problem) in
      file.close()
      return try await RecordedSession(options, console).record(draft)
    }
  }

  private static func replaying(_ options: GlobalOptions) -> ShellServices.Start {
    { draft, console throws(Problem) in
      try await RecordedSession(options, console).replay(draft)
    }
  }
}
