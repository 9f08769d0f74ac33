import Glibc
import SharingServer

exit(await ServerCommands.main(Array(CommandLine.arguments.dropFirst())))
