import FeatureKit
import Synchronization

/// Puts what a command made where the user wants it: a named file, the output, or a file of its own name here.
struct ArtifactWriter {
  let run: CommandRun

  func write(_ artifact: Artifact) async throws(Problem) {
    let console = run.session.console
    if run.line.toOutput {
      run.speaker.makeRoomForBytes()
      return try await stream(artifact, to: console)
    }
    let path = run.line.out ?? artifact.path ?? Self.plainName(artifact.name)
    let draft = try console.files.begin(path, try mayReplace(path))
    do throws(Problem) {
      try await artifact.write(ArtifactSink { bytes throws(Problem) in try draft.write(bytes) })
      try draft.finish()
    } catch {
      draft.abandon()
      throw error
    }
    run.speaker.say(madeFile: path, artifact)
    if run.line.opensFile { try console.files.open(path) }
  }

  /// Bytes for the output. That they could not be written is said when the command ends, as with any answer.
  private func stream(_ artifact: Artifact, to console: Console) async throws(Problem) {
    let stopped = Mutex(false)
    let sink = ArtifactSink { bytes throws(Problem) in
      do throws(OutputFailure) {
        try console.write(bytes, .output)
      } catch {
        stopped.withLock { $0 = true }
        throw Problem(.failed, "Nobody takes any more.")
      }
    }
    do throws(Problem) {
      try await artifact.write(sink)
    } catch {
      guard stopped.withLock({ $0 }) else { throw error }
    }
  }

  /// A file that is there is replaced only by agreement.
  private func mayReplace(_ path: String) throws(Problem) -> Bool {
    guard try run.session.console.files.exists(path) else { return false }
    if run.line.agreement == .toAll { return true }
    guard run.canAsk else { throw Problem.exists(path) }
    let confirmation = Confirmation(speaker: run.speaker, keyboard: run.session.keyboard)
    guard try confirmation.ask("`\(path)` exists already.", agree: "Replace it") else {
      throw Problem.exists(path)
    }
    return true
  }

  /// A name may not lead out of the folder, whatever a feature made it of.
  static func plainName(_ name: String) -> String {
    let plain = String(name.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
    return plain.isEmpty || plain.hasPrefix(".") ? "compass" + plain : plain
  }
}
