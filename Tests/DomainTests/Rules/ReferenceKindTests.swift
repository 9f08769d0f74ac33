import Basics
import Domain
import Testing

@Suite("Kinds of record")
struct ReferenceKindTests {
  @Test("A kind is listed under its plural, and metrics under performance")
  func listing() {
    #expect(ReferenceKind.metric.listing == "performance")
    #expect(ReferenceKind.school.listing == "schools")
    for kind in ReferenceKind.all where kind != .metric { #expect(kind.listing == kind.plural) }
  }
}
