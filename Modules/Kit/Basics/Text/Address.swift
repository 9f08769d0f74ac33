/// A web path that is split into its segments and its query. Percent escapes in both are decoded.
struct Address {
  let segments: [String]
  let query: [(String, String)]

  init(_ path: String) {
    let withoutFragment = path.prefix { $0 != "#" }
    let parts = withoutFragment.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    segments = (parts.first ?? "").split(separator: "/").map {
      PercentEncoding.decodedAsFarAsPossible($0)
    }
    query =
      parts.count < 2
      ? []
      : parts[1].split(separator: "&").map { pair in
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (
          PercentEncoding.decodedAsFarAsPossible(halves[0], plusIsSpace: true),
          PercentEncoding.decodedAsFarAsPossible(
            halves.count > 1 ? halves[1] : "", plusIsSpace: true)
        )
      }
  }
}
