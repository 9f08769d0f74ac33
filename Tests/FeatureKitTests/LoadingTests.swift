import FeatureKit
import Testing

@Suite("Loading")
struct LoadingTests {
  @Test("A load's result is one value: loaded or failed")
  func loading() {
    let problem = Problem(.offline, "Off.")
    #expect(Loading(Result<Int, Problem>.success(3)) == .loaded(3))
    #expect(Loading(Result<Int, Problem>.failure(problem)).problem == problem)
    #expect(Loading.loaded(3).value == 3)
    #expect(Loading<Int>.idle.value == nil && Loading<Int>.loading.problem == nil)
  }
}
