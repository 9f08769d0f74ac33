import Glibc

/// What is said when a file that is mapped into memory is cut short by another program.
///
/// The kernel then stops the process in the middle of an instruction; there is nothing to go back to, and nothing but calls that are
/// safe in a signal handler may be made: no memory, no Swift text is made here.
enum CutShort {
  static func install() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      // A line may have been edited when it happened: the terminal goes back to showing what is typed.
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
