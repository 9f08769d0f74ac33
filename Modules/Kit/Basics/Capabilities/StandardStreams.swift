import Glibc

/// The three descriptors with which a process starts: input, output and errors.
public enum StandardStreams {
  /// Opens those that the caller has closed, as empty files that cannot be written.
  ///
  /// Otherwise the next file or queue of the process gets their numbers: the prompt would wait for
  /// a queue of its own instead of reading the end of the input. It has to run before anything is
  /// opened.
  public static func openMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
