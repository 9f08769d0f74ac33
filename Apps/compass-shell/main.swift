import Composition
import Glibc

exit(Compass.main(Array(CommandLine.arguments.dropFirst())))
