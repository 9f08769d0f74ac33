public import Foundation

public enum Project {
  /// The folder of the project's sources.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
