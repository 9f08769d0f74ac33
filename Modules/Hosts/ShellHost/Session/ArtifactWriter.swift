import Conversation
import FeatureKit
import Synchronization

/// Writes the file that a command created to the path that the person chose, to the output stream,
/// or to a new file in the current folder.
struct ArtifactWriter {
  let speaker: Speaker
  let session: ShellSession
  let line: LineOptions

  func write(_ artifact: Artifact) async throws(Problem) {
    let console = session.console
    let named = line.out ?? artifact.path
    if line.toOutput || named == Self.output || (artifact.isAnswer && named == nil) {
      speaker.makeRoomForBytes()
      return try await stream(artifact, to: console)
    }
    let path: String
    var replaces = false
    if let named {
      path = named
      replaces = try mayReplace(named)
    } else {
      path = try freeName(Self.plainName(artifact.name))
    }
    let draft = try console.files.begin(path, replaces)
    do throws(Problem) {
      try await artifact.write(ArtifactSink { bytes throws(Problem) in try draft.write(bytes) })
      try draft.finish()
    } catch {
      draft.abandon()
      throw error
    }
    speaker.say(madeFile: path, artifact)
    if line.opensFile { try console.files.open(path) }
  }

  /// Writes the bytes of the file to the output stream.
  ///
  /// If writing to the stream fails, this function does not throw. The console has recorded the
  /// failure, and the end of the command reports it.
  private func stream(_ artifact: Artifact, to console: Console) async throws(Problem) {
    let stopped = Mutex(false)
    let sink = ArtifactSink { bytes throws(Problem) in
      do throws(OutputFailure) {
        try console.write(bytes, .output)
      } catch {
        stopped.withLock { $0 = true }
        throw Problem(.failed, "The program that reads the output takes no more of it.")
      }
    }
    do throws(Problem) {
      try await artifact.write(sink)
    } catch {
      guard stopped.withLock({ $0 }) else { throw error }
    }
  }

  /// The file name `-`, which means the output stream, as in other programs.
  private static let output = "-"
  private static let mostOfAName = 999

  /// Returns a name that no file has yet, for a person who chose none: `report.csv`, then
  /// `report-2.csv`.
  private func freeName(_ name: String) throws(Problem) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var candidate = name
    for number in 2...Self.mostOfAName {
      guard try session.console.files.exists(candidate) else { return candidate }
      candidate = "\(name[..<dot])-\(number)\(name[dot...])"
    }
    throw Problem.exists(name)
  }

  /// Returns whether there is a file at the path that may be replaced; false if there is no file.
  /// Throws if there is a file and the person does not agree to replace it.
  private func mayReplace(_ path: String) throws(Problem) -> Bool {
    guard try session.console.files.exists(path) else { return false }
    if line.agreement == .toAll { return true }
    guard speaker.canAnswer else { throw Problem.exists(path) }
    let confirmation = Confirmation(speaker: speaker, keyboard: session.keyboard)
    guard try confirmation.ask("`\(path)` exists already.", agree: "Replace it") else {
      throw Problem.exists(path)
    }
    return true
  }

  /// Returns the name with `-` in place of each slash, so that the file is created in the current
  /// folder.
  static func plainName(_ name: String) -> String {
    let plain = String(name.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
    return plain.isEmpty || plain.hasPrefix(".") ? "compass" + plain : plain
  }
}
