import Basics

// Endpoints that always fail with the names of the capability, the endpoint and the feature. There is one for each number of arguments,
// because the 6.3 compiler crashes on a parameter pack here.
extension Unimplemented {
  func endpoint<Answer>(_ name: String) -> @Sendable () async throws(Problem) -> Answer {
    { () throws(Problem) in throw problem(name) }
  }

  func endpoint<A, Answer>(_ name: String) -> @Sendable (A) async throws(Problem) -> Answer {
    { _ throws(Problem) in throw problem(name) }
  }

  func endpoint<A, B, Answer>(_ name: String) -> @Sendable (A, B) async throws(Problem) -> Answer {
    { _, _ throws(Problem) in throw problem(name) }
  }

  func endpoint<A, B, C, Answer>(_ name: String)
    -> @Sendable (A, B, C) async throws(Problem) -> Answer
  {
    { _, _, _ throws(Problem) in throw problem(name) }
  }

  func endpoint<A, B, C, D, Answer>(_ name: String)
    -> @Sendable (A, B, C, D) async throws(Problem) -> Answer
  {
    { _, _, _, _ throws(Problem) in throw problem(name) }
  }
}
