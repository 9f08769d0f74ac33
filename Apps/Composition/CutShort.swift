import Glibc

/// Handles the signal SIGBUS: another program has truncated a file that this process has mapped
/// into memory. It prints a message and ends the process.
///
/// The process cannot continue, because the kernel interrupts it in the middle of an instruction.
/// The handler makes only calls that are safe in a signal handler: it allocates no memory and
/// creates no Swift string.
enum CutShort {
  static func install() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      // The prompt may have switched off the terminal's echo to edit a line, so the usual mode is
      // restored.
      var settings = termios()
      if tcgetattr(STDIN_FILENO, &settings) == 0 {
        settings.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
        settings.c_iflag |= tcflag_t(ICRNL)
        settings.c_oflag |= tcflag_t(OPOST)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
      }
      let words: StaticString = """
        \n✗ A file beside your data was cut short by another program while it was in use here.
          What was said to be saved before is saved. It is not known whether the last change was kept.
          Start the program again, and look before you do it again.\n
        """
      _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      _exit(1)
    }
    sigemptyset(&action.sa_mask)
    sigaction(SIGBUS, &action, nil)
  }
}
