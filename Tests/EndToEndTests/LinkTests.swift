import Auth
import Composition
import Conversation
import FeatureKit
import ShellHost
import Testing
import Threads

/// Checks the command lines that pages contain. They are text, so the compiler does not check them
/// (decision 92).
@Suite("Command lines on pages")
struct LinkTests {
  let files = FamilyFiles()
  /// The thread on which the commands run, because a command may block its thread.
  let threads = WorkThreads(most: 1)

  @Test(
    "Every link and every form of every page names a command, in words that the command takes",
    arguments: ["player", "parent"], [false, true])
  func lines(of role: String, inBrowser: Bool) async throws {
    let household = try Household()
    defer { withExtendedLifetime(household) {} }
    let options = try GlobalOptions.parse(["--data", household.data, "--now", household.now])
    let file = try files.file(options, environment: Environment(["TZ": "UTC"]))
    let viewer = try #require(try await file.profiles().first { $0.role == role })
    let conversation = Conversation(
      file.visit(.inSession(VisitorSession(person: viewer.id))), keepsPages: true)
    conversation.hasAddresses = inBrowser
    var seen: Set<String> = []
    for line in try ReadingLines(household: household).all(records: 1) {
      let answer = await withTaskExecutorPreference(threads) {
        await conversation.answer(Request(line))
      }
      guard let page = answer.page else { continue }
      for command in Self.commands(in: page) where seen.insert(command).inserted {
        let fault = Self.fault(in: command, conversation.index)
        #expect(fault == nil, "`\(command)` on the page of `\(line)`")
      }
    }
    #expect(seen.count > 100)
  }

  @Test(
    "A line with a word or an option that no command takes is found",
    arguments: [
      "schols", "schools --nothing", "schools show s1 --nothing", "history --nothing", "schools \"",
    ])
  func wrong(line: String) async throws {
    let household = try Household()
    defer { withExtendedLifetime(household) {} }
    let options = try GlobalOptions.parse(["--data", household.data, "--now", household.now])
    let file = try files.file(options, environment: Environment(["TZ": "UTC"]))
    #expect(Self.fault(in: line, Conversation(file.visit(.onDevice())).index) != nil)
  }

  /// Returns the command lines of all links and forms in a value of a page, at whatever depth.
  private static func commands(in value: Any) -> [String] {
    switch value {
    case let link as CommandLink: [link.command]
    case let form as SectionForm: [form.command]
    default: Mirror(reflecting: value).children.flatMap { commands(in: $0.value) }
    }
  }

  private static func fault(in line: String, _ index: CommandIndex) -> Problem? {
    do throws(Problem) {
      let words = try CommandText.words(line)
      // The short name of a record is a line that opens the record.
      if words.count == 1, words[0].text.wholeMatch(of: /[a-z]\d+/) != nil { return nil }
      var options = LineOptions()
      if let host = words.first.flatMap({ HostCommand(word: $0.text) }) {
        let rest = try options.take(from: Array(words.dropFirst()), of: host.description)
        _ = try CommandDraft(host.description, words: rest, leavesOpen: true)
      } else {
        let match = try index.match(words)
        let rest = try options.take(from: match.rest, of: match.command)
        _ = try CommandDraft(match.command, words: rest, leavesOpen: true)
      }
      return nil
    } catch {
      return error
    }
  }
}
