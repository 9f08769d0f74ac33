/// The size of a file in words.
public enum FileSize {
  /// Returns the size in words, such as `240 KB` or `1.2 MB`. The unit is the largest in which the
  /// size is at least 1.
  public static func words(of bytes: Int) -> String {
    if bytes < 1 << 10 { return "\(bytes) bytes" }
    if bytes < 1 << 20 { return "\((bytes + 512) >> 10) KB" }
    let tenths = (bytes * 10) >> 20
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}
