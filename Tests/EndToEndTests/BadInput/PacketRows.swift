extension BadInputTests {
  static let packetRows = [
    Row("packet preview c1", 2, "`c1` is one word too many for `packet preview`."),
    Row("packet --with-school", 2, "`packet preview` has no option --with-school."),
    Row("packet --out p.txt", 2, "`packet preview` makes no file, so --out means nothing to it."),
    Row("packet choose", 2, "Say what to choose."),
    Row("packet choose --hide gpo", 2, "`gpo` is no part of the packet."),
    Row("packet choose --measure height", 2, "`height` is no measure of baseball."),
    Row(
      "packet choose --hide gpa", 5,
      "You can view this but not change it. Casey can do it.", as: "Maria"),
    Row("packet html now", 2, "`now` is one word too many for `packet html`."),
    Row(
      "packet html --out /nowhere/p.html", 3,
      "`/nowhere/p.html` could not be written: No such file or directory."),
    Row("packet html --with-schools=yes", 2, "--with-schools takes no value."),
    Row("packet pdf c1", 2, "`c1` is one word too many for `packet pdf`."),
    Row("packet pdf --stdout --out p.pdf", 2, "--out and --stdout cannot both be used."),
    Row("packet email", 2, "`packet email` needs <coach>."),
    Row("packet email c999", 3, "There is no coach c999."),
    Row("packet email c1 c999", 3, "There is no coach c999."),
    Row("packet email s1", 2, "`s1` does not name a coach (c…)."),
    Row("packet email coach@example.edu", 3, "No coach is called `coach@example.edu`."),
    Row("packet email hector", 2, "`hector` fits three coaches. Use one of:"),
    Row("packet email c1 --with-schools", 2, "`packet email` has no option --with-schools."),
    Row("packet email c1 --subject", 2, "--subject needs a value."),
    Row("packet email c1 --subject ' '", 2, "The subject is empty."),
    Row(
      "packet email c1 --subject 'a\u{7}b'", 2,
      "The subject has a line break or another control character in it."),
    Row(
      "packet email c1 --subject \(String(repeating: "x", count: 201))", 2,
      "The subject has 201 characters; at most 200 fit."),
    Row("packet email c1 --message ' '", 2, "The message is empty."),
    Row(
      "packet email c1 --message \(String(repeating: "x", count: 2001))", 2,
      "The message has 2001 characters; at most 2000 fit."),
    Row(
      "packet email c1 --message 'a\u{1B}[2J'", 2, "The message has a control character in line 1."),
    Row("packet email c1 --message-file", 2, "--message-file needs a value."),
    Row(
      "packet email c1 --message-file gone.txt", 3,
      "`gone.txt` could not be read: No such file or directory."),
    Row("packet email c1 --message-file .", 2, "`.` is not a file."),
    Row(
      "packet email c1 --message a --message-file schools.csv", 2,
      "--message and --message-file cannot both be used."),
    Row(
      "packet email c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11", 2,
      "11 coaches are too many for one message."),
    Row("packet email c1", 2, "Sending e-mail is not set up here yet."),
    Row("packet email c1 --yes", 2, "Sending e-mail is not set up here yet."),
    Row(
      "packet email c1 --eml /nowhere", 3,
      "`/nowhere/Casey_Shelton_RecruitingPacket-2026-02-10_c1.eml` could not be written: No such file or directory."
    ),
    Row(
      "packet email c1", 5, "You can view this but not change it. Casey can e-mail it.", as: "Maria"
    ),
    Row(
      "packet email c1 --eml .", 5, "You can view this but not change it. Casey can e-mail it.",
      as: "Chris"),
  ]
}
