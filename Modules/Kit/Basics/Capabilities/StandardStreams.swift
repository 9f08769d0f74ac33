import Glibc

/// The three descriptors with which a process starts: input, output and errors.
public enum StandardStreams {
  /// Opens the standard streams that the program's caller has closed. They become empty files that
  /// cannot be written.
  ///
  /// Otherwise the next file of the process would get the number of such a stream. For example, the
  /// prompt would read from that file instead of reaching the end of the input. The function must
  /// run before the program opens anything.
  public static func openMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
