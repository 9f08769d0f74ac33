import Basics
import CivilTime
import Testing

@testable import Auth

@Suite("Wrong passphrases")
struct SlowDownTests {
  let machine = FakeMachine.withSamAndDana()
  let dana = FakeMachine.dana

  private func trying(_ passphrase: SecretText) async -> Problem? {
    do throws(Problem) {
      _ = try await machine.client.signIn(dana, passphrase: passphrase)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Two slips are free, then each try waits twice as long, at most five minutes",
    arguments: [
      (0, Int64(0)), (1, 0), (2, 0), (3, 1000), (4, 2000), (5, 4000), (11, 256_000), (12, 300_000),
      (60, 300_000), (.max, 300_000),
    ])
  func waits(failures: Int, milliseconds: Int64) {
    #expect(TryRules.wait(afterFailures: failures) == milliseconds)
  }

  @Test("A try before its time is not even looked at")
  func tooEarly() async throws {
    for _ in 0..<2 {
      #expect(await trying(FakeMachine.wrong)?.fix == "Try again.")
    }
    #expect(await trying(FakeMachine.wrong)?.fix == "Wait 1 second, then try again.")
    machine.wait(milliseconds: 999)
    let problem = await trying(FakeMachine.right)
    #expect(problem?.title == "Too many wrong passphrases for Dana Lee.")
    #expect(problem?.fix == "Try again in 1 second.")
    #expect(problem?.exitCode == .signInNeeded)
    #expect(machine.state.verified == 3)
    machine.wait(milliseconds: 1)
    #expect(await trying(FakeMachine.right) == nil)
    #expect(
      machine.state.credentials[dana]
        == Credential(userID: dana, passphraseHash: "hash:thgil7robraH"))
  }

  @Test("The count outlives the process")
  func persists() async {
    for _ in 0..<3 { _ = await trying(FakeMachine.wrong) }
    #expect(machine.state.credentials[dana]?.failedTries == 3)
    #expect(machine.state.credentials[dana]?.lastTriedAt == machine.state.now)
  }

  @Test("A try is counted before it is looked at, and lost to another process it is not looked at")
  func contended() async {
    machine.change { contents in
      contents.intrusion = { $0[FakeMachine.dana]?.failedTries += 1 }
    }
    let problem = await trying(FakeMachine.right)
    #expect(problem == AuthFailure.contended.problem)
    #expect(machine.state.verified == 0)
  }

  @Test("A try made under a clock of the future does not lock anybody out until then")
  func clockSetBack() async {
    let later = machine.state.now.adding(days: 400)
    machine.change { contents in
      contents.credentials[FakeMachine.dana]?.failedTries = 4
      contents.credentials[FakeMachine.dana]?.lastTriedAt = later
    }
    #expect(await trying(FakeMachine.right)?.fix == "Try again in 2 seconds.")
    machine.wait(milliseconds: 2000)
    #expect(await trying(FakeMachine.right) == nil)
  }

  @Test("Long waits are told in minutes")
  func minutes() {
    let problem = AuthFailure.tooManyTries(name: "Dana Lee", waitMilliseconds: 256_000).problem
    #expect(problem.fix == "Try again in 5 minutes.")
  }
}
