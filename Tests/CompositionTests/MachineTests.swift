import Testing

@testable import Composition

@Suite("The machine")
struct MachineTests {
  @Test(
    "The computer's name is what its owner gave, without the quotes and backslashes of the file",
    arguments: [
      ("ICON_NAME=computer", nil as String?), ("PRETTY_HOSTNAME=", ""),
      (#"PRETTY_HOSTNAME=Desk"#, "Desk"),
      (#"PRETTY_HOSTNAME="Sam's laptop""#, "Sam's laptop"),
      (#"PRETTY_HOSTNAME='The "big" one'"#, #"The "big" one"#),
      (#"PRETTY_HOSTNAME="The \"big\" one""#, #"The "big" one"#),
      (#"PRETTY_HOSTNAME="a\\b \$5 \`c\` \d""#, #"a\b $5 `c` \d"#),
      (#"PRETTY_HOSTNAME="ends with \\""#, #"ends with \"#),
      (#"PRETTY_HOSTNAME=""twice"""#, #""twice""#),
      (#"PRETTY_HOSTNAME=12""#, #"12""#),
      ("PRETTY_HOSTNAME=\"", "\""),
      ("ICON_NAME=computer\nPRETTY_HOSTNAME=\"Kim\" \nCHASSIS=laptop", "Kim"),
    ])
  func givenName(info: String, name: String?) {
    #expect(Machine.givenName(in: info) == name)
  }
}
