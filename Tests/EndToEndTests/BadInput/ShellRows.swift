extension BadInputTests {
  static let shellRows = [
    Row("help tsks", 2, "There is no command `tsks`. Did you mean `tasks`?"),
    Row(
      "help tasks complte", 2, "There is no command `tasks complte`. Did you mean `tasks complete`?"
    ),
    Row("open", 2, "Say what to open."),
    Row(
      "open 3", 2, "A number opens a link of the page on the screen; that is only at the prompt."),
    Row("open /nowhere", 3, "There is no page `/nowhere`."),
    Row("open /../../etc/passwd", 3, "There is no page `/../../etc/passwd`."),
    Row("open tsks", 2, "There is no command `tsks`. Did you mean `tasks`?"),
    Row("back", 2, "`back` needs a page on the screen; that is only at the prompt."),
    Row("refresh", 2, "`refresh` needs a page on the screen; that is only at the prompt."),
    Row("undo", 3, "There is nothing to undo."),
    Row("undo 3", 2, "`3` is one word too many for `undo`."),
    Row("redo", 3, "There is nothing to redo."),
    Row("redo all", 2, "`all` is one word too many for `redo`."),
    Row("history t43", 2, "`t43` is one word too many for `history`."),
    Row("doctor --fix", 2, "`doctor` has no option --fix."),
    Row("serve --port http", 2, "`http` is not the number of a port."),
    Row("serve --port 80", 2, "`80` is not the number of a port."),
    Row("serve dashboard", 2, "`dashboard` is one word too many for `serve`."),
    Row("set colour never", 2, "There is no setting `colour`."),
    Row("set width 39", 2, "`39` is not a width."),
    Row("set accessible perhaps", 2, "`perhaps` is not a choice for accessible."),
    Row("set timezone Mars/Olympus", 2, "There is no time zone `Mars/Olympus`."),
    Row("set timezone ../../../etc/passwd", 2, "There is no time zone `../../../etc/passwd`."),
    Row("set theme dark light", 2, "`light` is one word too many for `set`."),
    Row("quit now", 2, "`now` is one word too many for `quit`."),
    Row("tsks", 2, "There is no command `tsks`. Did you mean `tasks`?"),
    Row("7", 2, "A number opens a link of the page on the screen; that is only at the prompt."),
    Row("tasks --out t.txt", 2, "`tasks list` makes no file, so --out means nothing to it."),
    Row("tasks --width 12", 2, "`12` is not a width."),
    Row("tasks --format yaml", 2, "`yaml` is not a format."),
    Row("tasks --now 2026-02-10", 2, "--now belongs before the command."),
  ]
}
