extension BadInputTests {
  static let archiveRows = importing + exporting + keeping + erasing

  private static let importing = [
    Row("import", 2, "`import` needs <kind>."),
    Row("import schools", 2, "`import` needs <file>."),
    Row("import mascots schools.csv", 2, "`mascots` is not one of the choices."),
    Row("import schools schools.csv extra", 2, "`extra` is one word too many for `import`."),
    Row(
      "import schools nowhere.csv", 3, "`nowhere.csv` could not be read: No such file or directory."
    ),
    Row("import schools ..", 2, "`..` is not a file."),
    Row("import schools /dev/zero", 2, "`/dev/zero` is not a file."),
    Row(
      "import schools data/compass.sqlite", 2,
      "`data/compass.sqlite` is one of the program's own files, or would become one."),
    Row(
      "import schools schools.csv --map name", 2, "`name` does not say which column is which."),
    Row(
      "import schools schools.csv --map Team=name", 2,
      "There is no column `Team`: `Name`, `City`, `Priority tier`."),
    Row("import schools schools.csv --map City=nickname", 2, "There is no field `nickname`."),
    Row(
      "import schools broken.csv", 2,
      "Line 3: division: “D9” is not one of D1, D2, D3, NAIA, JUCO."),
    Row(
      "import everything schools.csv --update", 2,
      "--update is for tables: an export of everything changes nothing that is there."),
    Row(
      "import coaches schools.csv", 2,
      "There is no column for Role: `Name`, `City`, `Priority tier`."),
    Row("import everything schools.csv", 2, "Line 1: this is no export of Recruiting Compass."),
    Row(
      "import everything schools.csv --map a=b", 2,
      "--map is for tables; `import everything` reads what `export` wrote."),
    Row(
      "import schools schools.csv", 5, "You can view this but not change it. Casey can do it.",
      as: "Maria"),
    Row(
      "import everything nowhere.json", 5, "You can view this but not change it. Casey can do it.",
      as: "Maria"),
    Row(
      "import schools schools.csv --out x", 2,
      "`import` makes no file, so --out means nothing to it."),
  ]

  private static let exporting = [
    Row("export mascots", 2, "`mascots` is not one of the choices."),
    Row("export --csv", 2, "Everything does not fit into one table."),
    Row("export schools coaches", 2, "`coaches` is one word too many for `export`."),
    Row(
      "export --out /nowhere/all.json", 3,
      "`/nowhere/all.json` could not be written: No such file or directory."),
    Row("export --out schools.csv", 2, "`schools.csv` exists already."),
    Row("export --out a --stdout", 2, "--out and --stdout cannot both be used."),
  ]

  private static let keeping = [
    Row("backup lst", 2, "There is no command `backup lst`. Did you mean `backup list`?"),
    Row("backup list extra", 2, "`extra` is one word too many for `backup list`."),
    Row("backup file extra", 2, "There is one word too many for `backup file`."),
    Row("backup --out x", 2, "`backup` makes no file, so --out means nothing to it."),
    Row("restore", 2, "`restore` needs <backup>."),
    Row("restore latest", 3, "There is no backup yet."),
    Row("restore ''", 2, "`` is not the name of a backup."),
    Row(
      "restore nothing.sqlite", 1,
      "Could not restore. Nothing was changed. There is no file nothing.sqlite."),
    Row(
      "restore schools.csv", 1,
      "Could not restore. Nothing was changed. schools.csv is not a Recruiting Compass file."),
    Row(
      "restore ..", 1,
      "Could not restore. Nothing was changed. .. is not a Recruiting Compass file."),
    Row("restore latest", 5, "You can view this but not change it. Casey can do it.", as: "Maria"),
  ]

  private static let erasing = [
    Row("erase everything", 2, "There is no command `erase everything`."),
    Row("erase person Maria", 2, "`Maria` is one word too many for `erase person`."),
    Row("erase person", 2, "? Erase Casey Shelton for good?"),
    Row("erase family", 2, "? Erase Casey Shelton, Chris Shelton and Maria Shelton for good?"),
    Row(
      "erase family --yes=wrong", 2,
      "? Erase Casey Shelton, Chris Shelton and Maria Shelton for good?"),
    Row("erase family", 5, "You can view this but not change it. Casey can do it.", as: "Maria"),
  ]
}
