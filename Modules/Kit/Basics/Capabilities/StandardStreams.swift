import Glibc

/// The three descriptors with which a process starts: input, output and errors.
public enum StandardStreams {
  /// Opens the standard streams that the process was started without. Reading them then gives the
  /// end of the input, and writing to them fails.
  ///
  /// Without this call, the next file that the process opens would get the number of such a stream.
  /// For example, the prompt would read its input from that file. The function must run before the
  /// program opens anything.
  public static func openMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
