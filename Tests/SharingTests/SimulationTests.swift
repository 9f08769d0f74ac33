import Foundation
import SharingTesting
import Testing

@Suite(.serialized)
struct SimulationTests {
  /// The seeds of the simulations, by default 1 and 2.
  ///
  /// `Tools/simulate-family` sets these environment variables to run more.
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["COMPASS_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["COMPASS_RUNS"].flatMap { UInt64($0) } ?? 2
    return Array(first..<first + count)
  }()

  @Test(
    "Whatever a family does at several devices over a bad network, all come to rest alike and nothing acknowledged is lost"
  )
  func comesToRest() async throws {
    // One server serves all seeds, because their families never meet. It needs a database of its
    // own, because the simulations restore backups.
    try await RunningServer.withOwnDatabase { server in
      for seed in Self.seeds {
        try await server.forgetTries()
        let simulation = Simulation(seed: seed, server)
        do {
          try await simulation.run(turns: 60)
        } catch {
          Issue.record("seed \(seed): \(error)")
        }
        if !simulation.wrong.isEmpty {
          Issue.record("seed \(seed): \(simulation.wrong.prefix(5).joined(separator: "\n"))")
        }
        guard let path = ProcessInfo.processInfo.environment["COMPASS_LOG"] else { continue }
        try? simulation.log.joined(separator: "\n").write(
          toFile: "\(path)/seed-\(seed).log", atomically: true, encoding: .utf8)
      }
    }
  }

  /// The largest number of simulations in which a deliberate error of the server must be found
  /// once.
  ///
  /// An error in timing does not show in each of them, so the test tries seeds until it is found.
  private static let mostSeeds: UInt64 = 120

  @Test("A fault that is planted in the server is found", arguments: PlantedFault.allCases)
  func planted(_ fault: PlantedFault) async throws {
    try await RunningServer.withOwnDatabase { server in
      try await fault.plant(in: server)
      var said: [String] = []
      for seed in 1...Self.mostSeeds {
        try await server.forgetTries()
        let simulation = Simulation(seed: seed, server)
        do {
          try await simulation.run(turns: 60, seeking: fault.isSaid)
        } catch {
          said.append("\(error)")
        }
        said += simulation.wrong
        if simulation.wrong.contains(where: { $0.contains(fault.isSaid) }) { return }
      }
      Issue.record("\(fault) was not found: \(said.prefix(5).joined(separator: "\n"))")
    }
  }
}
