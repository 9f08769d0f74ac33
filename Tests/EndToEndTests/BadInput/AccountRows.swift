extension BadInputTests {
  static let accountRows = [
    Row("account show all", 2, "`all` is one word too many for `account show`."),
    Row("account connect", 2, "`account connect` needs <address>, or --code."),
    Row("account disconnect now", 2, "`now` is one word too many for `account disconnect`."),
    Row("account disconnect", 3, "This file is not connected to a server."),
    Row("family admit maria", 3, "This file is not connected to a server."),
    Row("account who am I", 2, "`am` is one word too many for `account who`."),
    Row("account create --role coach", 2, "`coach` is not one of the choices."),
    Row("account create --role", 2, "--role needs a value."),
    Row("account create --name ''", 2, "An empty text cannot be used here."),
    Row("account create --graduation-year soon", 2, "`soon` is not a number for Graduation year."),
    Row("account create --graduation-year 1999", 2, "`1999` is out of range for Graduation year."),
    Row("account create --sport \u{1B}[2J", 2, "`␛[2J` has a control character in it."),
    Row(
      "account create --email not-an-address --role athlete", 2,
      "`not-an-address` is not an e-mail address, like sam@example.org."),
    Row(
      "account create --role parent --sport baseball", 2,
      "--graduation-year and --sport are for an athlete."),
    Row(
      "account create --role athlete --athlete-name Sam", 2,
      "Options that begin with --athlete are for a parent."),
    Row("account create Sam", 2, "`Sam` is one word too many for `account create`."),
    Row("account sign-in Nobody", 3, "No person called `Nobody` keeps data in this file."),
    Row("account sign-in p99", 3, "No person called `p99` keeps data in this file."),
    Row("account sign-in", 2, "3 people use this file."),
    Row(
      "account sign-in p1 --passphrase=secret", 2,
      "--passphrase cannot be given on the command line, where others could read it."),
    Row(
      "account sign-in p1 --passphrase-file /nowhere", 2,
      "The passphrase could not be read from /nowhere: No such file or directory."),
    Row(
      "account sign-in p1 --passphrase-fd nine", 2, "`nine` is not the number of a file descriptor."
    ),
    Row("account sign-out now", 2, "`now` is one word too many for `account sign-out`."),
    Row(
      "account passphrase", 2,
      "A passphrase has 8 to 128 characters, with a capital letter, a small letter and a digit."),
    Row(
      "account passphrase --passphrase=secret", 2,
      "--passphrase cannot be given on the command line, where others could read it."),
    Row("account passphrase --remove=yes", 2, "--remove takes no value."),
    Row("account passphrase --passphrase-file /dev/null", 2, "/dev/null is not a file."),
    Row("account delete", 2, "There is no command `account delete`."),
  ]

  static let profileRows = [
    Row("profile show gpa", 2, "`gpa` is one word too many for `profile show`."),
    Row("profile edit", 2, "Say what to change."),
    Row("profile edit --gpa high", 2, "`high` is not a number for GPA."),
    Row("profile edit --gpa 9", 2, "`9` is out of range for GPA."),
    Row("profile edit --height tall", 2, "`tall` is not a number for Height."),
    Row("profile edit --weight -3", 2, "`-3` is out of range for Weight."),
    Row("profile edit --zip ABC", 2, "`ABC` is not a ZIP code."),
    Row("profile edit --hieght 6", 2, "`profile edit` has no option --hieght."),
    Row("profile edit --clear nickname", 2, "`nickname` is no field of a profile."),
    Row("profile edit gpa 3.7", 2, "`gpa` is one word too many for `profile edit`."),
    Row("profile edit --gpa 3.7 --gpa 3.8", 2, "--gpa was given 2 times."),
    Row("profile edit --gpa 3.7", 5, "You can view this but not change it.", as: "Maria"),
  ]

  static let familyRows = [
    Row("family allow", 2, "`family allow` needs <person>."),
    Row("family allow nobody records", 3, "No person is called `nobody`."),
    Row("family allow maria money", 2, "`money` is nothing that a parent can help with."),
    Row("family allow p1 records", 2, "Only a parent of the family can be let help."),
    Row(
      "family allow maria records", 5,
      "Only the athlete of a family can say who helps with what.", as: "Maria"),
    Row("family disallow", 2, "`family disallow` needs <person>."),
    Row("family disallow nobody", 3, "No person is called `nobody`."),
    Row("family show all", 2, "`all` is one word too many for `family show`."),
    Row("family create --name", 2, "--name needs a value."),
    Row(
      "family create", 5, "Only an athlete can create a family. Ask your athlete for the code.",
      as: "Maria"),
    Row("family code --renew=yes", 2, "--renew takes no value."),
    Row("family code --renew", 2, "? Renew the code of The Shelton family?"),
    Row("family code --renew", 5, "Only the athlete of a family can renew its code.", as: "Maria"),
    Row("family join", 2, "`family join` needs <code>."),
    Row("family join hello", 2, "`hello` is not a family code. A code looks like FAM-ABC234."),
    Row(
      "family join FAM-222222", 3,
      "No family has the code FAM-222222. Check it with your athlete; a renewed code replaces the old one.",
      as: "Maria"),
    Row("family withdraw", 3, "This file is not connected to a server.", as: "Maria"),
    Row("family withdraw now", 2, "`now` is one word too many for `family withdraw`."),
    Row("family leave", 2, "? Leave The Shelton family?", as: "Maria"),
    Row("family leave", 2, "An athlete cannot leave their own family."),
    Row("family leave now", 2, "`now` is one word too many for `family leave`."),
    Row("family members all", 2, "`all` is one word too many for `family members`."),
    Row("family remove", 2, "`family remove` needs <person>."),
    Row("family remove p99", 3, "There is no person p99."),
    Row("family remove p1", 2, "You cannot remove yourself from your own family."),
    Row("family remove p2", 2, "? Remove Maria Shelton from The Shelton family?"),
    Row("family remove t1", 2, "`t1` does not name a person (p…)."),
    Row("family remove p3", 5, "Only the athlete of a family can remove a parent.", as: "Maria"),
    Row("family switch p99", 3, "There is no person p99.", as: "Maria"),
    Row("family switch p3", 5, "No access to this athlete", as: "Maria"),
    Row("family switch nobody", 3, "No person is called `nobody`.", as: "Maria"),
    Row("family views today", 2, "`today` is one word too many for `family views`."),
  ]

  static let settingsRows = [
    Row("settings show all", 2, "`all` is one word too many for `settings show`."),
    Row("settings edit", 2, "Say what to change."),
    Row("settings edit --quiet-hours late", 2, "`late` does not fit “Quiet hours”."),
    Row("settings set", 2, "`settings set` needs <key>."),
    Row("settings set daily-digest", 2, "`settings set` needs <value>…."),
    Row("settings set daily-digest perhaps", 2, "`perhaps` does not fit “Daily digest”."),
    Row("settings set dialy-digest on", 2, "There is no setting `dialy-digest`."),
    Row("settings set quiet-hours late", 2, "`late` does not fit “Quiet hours”."),
    Row("settings set quiet-hours 25:00-07:00", 2, "`25:00-07:00` does not fit “Quiet hours”."),
    Row("settings mail", 2, "Nothing was named to set up."),
    Row("settings mail smtp.example.org", 2, "There is one word too many for `settings mail`."),
    Row(
      "settings mail --server smtp/example", 2,
      "`smtp/example` is not the name of an e-mail server."),
    Row(
      "settings mail --server smtp.example.org:587", 2,
      "`smtp.example.org:587` is not the name of an e-mail server."),
    Row("settings mail --port 65536", 2, "65536 is out of range."),
    Row("settings mail --timeout 0", 2, "0 is out of range."),
    Row("settings mail --security rot13", 2, "`rot13` is not one of the choices."),
    Row("settings mail --from sam", 2, "`sam` is not an e-mail address."),
    Row(
      "settings mail --server smtp.example.org --user sam", 2,
      "smtp.example.org will ask for the password of sam."),
    Row("settings mail --user sam --password-file /dev/null", 2, "/dev/null is not a file."),
    Row(
      "settings mail --password hunter2", 2,
      "--password cannot be given on the command line, where others could read it."),
  ]
}
